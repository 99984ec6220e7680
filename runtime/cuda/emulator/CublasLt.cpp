//===- CublasLt.cpp - libcublasLt for tests -------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of cuBLASLt that runtime/cuda opens, as plain loops over what
// the descriptors say. Every pointer and size is checked, and the workspace is
// overwritten.
//
//===----------------------------------------------------------------------===//

#include "CublasLt.h"
#include "Device.h"
#include "Numbers.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

using namespace remat::cuda;
using namespace remat::emulator;

namespace {

using Guard = std::lock_guard<std::recursive_mutex>;

struct Desc {
  int32_t compute, scale;
  int32_t transA = kLtPlain, transB = kLtPlain;
};

struct Layout {
  Number type;
  int64_t rows, columns, leading;
  int32_t batch = 1;
  int64_t stride = 0;

  /// Elements from the first to the last.
  int64_t extent() const {
    return (columns - 1) * leading + rows + (batch - 1) * stride;
  }
};

struct Preference {
  uint64_t workspace = 0;
  uint32_t reductions = 7;
  uint32_t alignments[4] = {256, 256, 256, 256};
};

constexpr uint64_t kAlgorithmMark = 0x72656d6174;
/// What the best algorithm would use if it may.
constexpr uint64_t kWantedWorkspace = uint64_t(1) << 20;

Handles &handles() {
  static Handles *instance = new Handles("a handle of cuBLASLt");
  return *instance;
}
Handles &objects() {
  static Handles *instance = new Handles("an object of cuBLASLt");
  return *instance;
}

template <typename T> T *get(const void *object, const char *what) {
  return objects().check(object, what)
             ? static_cast<T *>(const_cast<void *>(object))
             : nullptr;
}

LtStatus bad(const std::string &sentence) {
  wrong(sentence);
  return kLtInvalidValue;
}

template <typename T> LtStatus create(void *handle, T *object) {
  objects().create(object);
  std::memcpy(handle, &object, sizeof(void *));
  return kLtSuccess;
}

/// Objects stay allocated: an address is never another object's.
LtStatus destroy(const void *object, const char *call) {
  return objects().destroy(object, call) ? kLtSuccess : kLtInvalidValue;
}

template <typename T>
LtStatus assign(T &field, const void *value, size_t bytes, const char *call) {
  if (bytes != sizeof(T))
    return bad(std::string(call) + ": an attribute of " +
               std::to_string(bytes) + " bytes where it has " +
               std::to_string(sizeof(T)));
  std::memcpy(&field, value, sizeof(T));
  return kLtSuccess;
}

} // namespace

extern "C" const char *cublasLtGetStatusName(LtStatus status) {
  switch (status) {
  case kLtSuccess:
    return "CUBLAS_STATUS_SUCCESS";
  case kLtNotInitialized:
    return "CUBLAS_STATUS_NOT_INITIALIZED";
  case kLtInvalidValue:
    return "CUBLAS_STATUS_INVALID_VALUE";
  case kLtNotSupported:
    return "CUBLAS_STATUS_NOT_SUPPORTED";
  default:
    return "CUBLAS_STATUS_UNKNOWN";
  }
}

extern "C" const char *cublasLtGetStatusString(LtStatus status) {
  switch (status) {
  case kLtSuccess:
    return "success";
  case kLtNotInitialized:
    return "the library was not initialized";
  case kLtInvalidValue:
    return "an unsupported value or parameter was passed to the function";
  case kLtNotSupported:
    return "the functionality requested is not supported";
  default:
    return "unknown";
  }
}

extern "C" LtStatus cublasLtCreate(LtHandle *handle) {
  Guard guard(lock());
  *handle = reinterpret_cast<LtHandle>(handles().create(new char));
  return kLtSuccess;
}

extern "C" LtStatus cublasLtMatmulDescCreate(LtDesc *desc, int32_t compute,
                                             int32_t scale) {
  Guard guard(lock());
  bool isDouble = compute == kLtCompute64 && scale == kLtF64;
  if (!isDouble && (compute != kLtCompute32 || scale != kLtF32))
    return bad("cublasLtMatmulDescCreate: compute type " +
               std::to_string(compute) + " with scale type " +
               std::to_string(scale));
  return create(desc, new Desc{compute, scale});
}

extern "C" LtStatus cublasLtMatmulDescDestroy(LtDesc desc) {
  Guard guard(lock());
  return destroy(desc, "cublasLtMatmulDescDestroy");
}

extern "C" LtStatus cublasLtMatmulDescSetAttribute(LtDesc desc,
                                                   int32_t attribute,
                                                   const void *value,
                                                   size_t bytes) {
  Guard guard(lock());
  const char *call = "cublasLtMatmulDescSetAttribute";
  Desc *object = get<Desc>(desc, call);
  if (!object)
    return kLtInvalidValue;
  switch (attribute) {
  case kLtDescTransA:
    return assign(object->transA, value, bytes, call);
  case kLtDescTransB:
    return assign(object->transB, value, bytes, call);
  default:
    return bad(std::string(call) + ": attribute " + std::to_string(attribute));
  }
}

extern "C" LtStatus cublasLtMatrixLayoutCreate(LtLayout *layout, int32_t type,
                                               uint64_t rows, uint64_t columns,
                                               int64_t leading) {
  Guard guard(lock());
  auto number = static_cast<Number>(type);
  if (!bytesOf(number) || rows < 1 || columns < 1 || rows > INT32_MAX ||
      columns > INT32_MAX || leading < static_cast<int64_t>(rows))
    return bad("cublasLtMatrixLayoutCreate: " + std::to_string(rows) + "x" +
               std::to_string(columns) + " elements of type " +
               std::to_string(type) + ", leading dimension " +
               std::to_string(leading));
  return create(layout, new Layout{number, static_cast<int64_t>(rows),
                                   static_cast<int64_t>(columns), leading});
}

extern "C" LtStatus cublasLtMatrixLayoutDestroy(LtLayout layout) {
  Guard guard(lock());
  return destroy(layout, "cublasLtMatrixLayoutDestroy");
}

extern "C" LtStatus cublasLtMatrixLayoutSetAttribute(LtLayout layout,
                                                     int32_t attribute,
                                                     const void *value,
                                                     size_t bytes) {
  Guard guard(lock());
  const char *call = "cublasLtMatrixLayoutSetAttribute";
  Layout *object = get<Layout>(layout, call);
  if (!object)
    return kLtInvalidValue;
  switch (attribute) {
  case kLtLayoutBatch:
    return assign(object->batch, value, bytes, call);
  case kLtLayoutBatchStride:
    return assign(object->stride, value, bytes, call);
  default:
    return bad(std::string(call) + ": attribute " + std::to_string(attribute));
  }
}

extern "C" LtStatus cublasLtMatmulPreferenceCreate(LtPreference *preference) {
  Guard guard(lock());
  return create(preference, new Preference);
}

extern "C" LtStatus cublasLtMatmulPreferenceDestroy(LtPreference preference) {
  Guard guard(lock());
  return destroy(preference, "cublasLtMatmulPreferenceDestroy");
}

extern "C" LtStatus
cublasLtMatmulPreferenceSetAttribute(LtPreference preference, int32_t attribute,
                                     const void *value, size_t bytes) {
  Guard guard(lock());
  const char *call = "cublasLtMatmulPreferenceSetAttribute";
  Preference *object = get<Preference>(preference, call);
  if (!object)
    return kLtInvalidValue;
  switch (attribute) {
  case kLtPreferWorkspace:
    return assign(object->workspace, value, bytes, call);
  case kLtPreferReductions:
    return assign(object->reductions, value, bytes, call);
  case kLtPreferAlignmentA:
  case kLtPreferAlignmentB:
  case kLtPreferAlignmentC:
  case kLtPreferAlignmentD:
    return assign(object->alignments[attribute - kLtPreferAlignmentA], value,
                  bytes, call);
  default:
    return bad(std::string(call) + ": attribute " + std::to_string(attribute));
  }
}

namespace {

/// A product's descriptors, which must fit each other.
struct Call {
  Desc *desc;
  Layout *a, *b, *c, *d;
  int64_t m, n, k;

  bool read(LtDesc d0, LtLayout a0, LtLayout b0, LtLayout c0, LtLayout d1,
            const char *what);
};

bool Call::read(LtDesc d0, LtLayout a0, LtLayout b0, LtLayout c0, LtLayout d1,
                const char *what) {
  desc = get<Desc>(d0, what);
  a = get<Layout>(a0, what);
  b = get<Layout>(b0, what);
  c = get<Layout>(c0, what);
  d = get<Layout>(d1, what);
  if (!desc || !a || !b || !c || !d)
    return false;
  m = desc->transA ? a->columns : a->rows;
  k = desc->transA ? a->rows : a->columns;
  n = desc->transB ? b->rows : b->columns;
  if ((desc->transB ? b->columns : b->rows) != k || d->rows != m ||
      d->columns != n || c->rows != m || c->columns != n ||
      a->batch != d->batch || b->batch != d->batch || c->batch != d->batch ||
      a->type != b->type || c->type != d->type) {
    wrong(std::string(what) + ": the matrices do not fit each other");
    return false;
  }
  return true;
}

bool isDouble(const Call &call) { return call.desc->compute == kLtCompute64; }

/// The product of types that the library's table has.
bool areTypesTaken(const Call &call) {
  if (isDouble(call))
    return call.a->type == Number::f64 && call.d->type == Number::f64;
  return call.a->type != Number::f64 &&
         (call.d->type == call.a->type || call.d->type == Number::f32);
}

} // namespace

extern "C" LtStatus cublasLtMatmulAlgoGetHeuristic(LtHandle handle, LtDesc desc,
                                                   LtLayout a, LtLayout b,
                                                   LtLayout c, LtLayout d,
                                                   LtPreference preference,
                                                   int asked, LtChoice *choices,
                                                   int *count) {
  Guard guard(lock());
  const char *what = "cublasLtMatmulAlgoGetHeuristic";
  *count = 0;
  Call call;
  Preference *preferred = get<Preference>(preference, what);
  if (!handles().check(handle, what) || !preferred || asked < 1 ||
      !call.read(desc, a, b, c, d, what))
    return kLtInvalidValue;
  if (!areTypesTaken(call))
    return kLtNotSupported;
  if (preferred->reductions != kLtReduceInComputeType)
    wrong(std::string(what) + ": sums that depend on who comes first");
  // As the library: only what fits is handed out.
  LtChoice &choice = *choices;
  choice = LtChoice();
  choice.workspaceBytes = std::min(preferred->workspace, kWantedWorkspace);
  choice.algorithm.data[0] = kAlgorithmMark;
  choice.algorithm.data[1] = choice.workspaceBytes;
  for (int i = 0; i < 4; ++i)
    choice.algorithm.data[2 + i] = preferred->alignments[i];
  choice.state = kLtSuccess;
  *count = 1;
  return kLtSuccess;
}

namespace {

/// One matrix as numbers, rows first: element (row, column) of what the
/// operation is, at row * columns + column.
template <typename T>
std::vector<T> read(const void *data, const Layout &layout, bool isTransposed,
                    int64_t offset) {
  int64_t rows = isTransposed ? layout.columns : layout.rows;
  int64_t columns = isTransposed ? layout.rows : layout.columns;
  std::vector<T> values(static_cast<size_t>(rows * columns));
  for (int64_t r = 0; r < rows; ++r)
    for (int64_t c = 0; c < columns; ++c)
      values[static_cast<size_t>(r * columns + c)] =
          static_cast<T>(load(data,
                              offset + (isTransposed ? c + r * layout.leading
                                                     : r + c * layout.leading),
                              layout.type));
  return values;
}

/// Sums in the order of k, in T.
template <typename T>
void multiply(const Call &call, T alpha, const void *a, const void *b, T beta,
              const void *c, void *d) {
  for (int64_t batch = 0; batch < call.d->batch; ++batch) {
    // By columns of D: the inner loop goes along them.
    std::vector<T> left =
        read<T>(a, *call.a, !call.desc->transA, batch * call.a->stride);
    std::vector<T> right =
        read<T>(b, *call.b, !call.desc->transB, batch * call.b->stride);
    std::vector<T> sums(static_cast<size_t>(call.m));
    for (int64_t j = 0; j < call.n; ++j) {
      std::fill(sums.begin(), sums.end(), T(0));
      for (int64_t p = 0; p < call.k; ++p) {
        T factor = right[static_cast<size_t>(j * call.k + p)];
        const T *line = left.data() + p * call.m;
        for (int64_t i = 0; i < call.m; ++i)
          sums[static_cast<size_t>(i)] += line[i] * factor;
      }
      for (int64_t i = 0; i < call.m; ++i) {
        int64_t at = batch * call.d->stride + j * call.d->leading + i;
        // With beta 0 what was there is not read.
        T old = beta == T(0)
                    ? T(0)
                    : beta * static_cast<T>(load(c,
                                                 batch * call.c->stride +
                                                     j * call.c->leading + i,
                                                 call.c->type));
        store(d, at, call.d->type,
              static_cast<double>(alpha * sums[static_cast<size_t>(i)] + old));
      }
    }
  }
}

/// Whether a matrix lies in device memory, aligned as was promised.
bool checkMatrix(const void *data, const Layout &layout, uint64_t alignment,
                 const char *name) {
  auto pointer = reinterpret_cast<DevicePointer>(data);
  std::string what = std::string("matrix ") + name + " of cublasLtMatmul";
  if (layout.stride < 0 || (pointer % std::max<uint64_t>(alignment, 1)) != 0) {
    wrong(what + " is aligned to less than " + std::to_string(alignment) +
          " bytes, or its stride is negative");
    return false;
  }
  return memory().contains(
      pointer, static_cast<size_t>(layout.extent()) * bytesOf(layout.type),
      what);
}

Access accessOf(const void *data, const Layout &layout, bool isWrite) {
  auto begin = reinterpret_cast<DevicePointer>(data);
  return {begin,
          begin + static_cast<size_t>(layout.extent()) * bytesOf(layout.type),
          isWrite};
}

/// The bytes of each column, as begin and end, in order of their begins.
using Lines = std::vector<std::pair<uintptr_t, uintptr_t>>;
Lines linesOf(const void *data, const Layout &layout) {
  Lines lines;
  size_t bytes = bytesOf(layout.type);
  for (int64_t batch = 0; batch < layout.batch; ++batch)
    for (int64_t column = 0; column < layout.columns; ++column) {
      auto offset = static_cast<uintptr_t>(batch * layout.stride +
                                           column * layout.leading);
      uintptr_t begin = reinterpret_cast<uintptr_t>(data) + offset * bytes;
      lines.emplace_back(begin,
                         begin + static_cast<uintptr_t>(layout.rows) * bytes);
    }
  std::sort(lines.begin(), lines.end());
  return lines;
}

bool overlap(const Lines &one, const Lines &two) {
  // Matrices may lie in each other's holes.
  for (auto a = one.begin(), b = two.begin();
       a != one.end() && b != two.end();) {
    if (a->first < b->second && b->first < a->second)
      return true;
    ++(a->second <= b->first ? a : b);
  }
  return false;
}

/// What a call overwrites must be nothing that it reads.
std::string checkOverlap(const Call &call, const void *a, const void *b,
                         const void *d, const void *workspace,
                         size_t workspaceBytes) {
  Lines ofA = linesOf(a, *call.a), ofB = linesOf(b, *call.b),
        ofD = linesOf(d, *call.d);
  if (overlap(ofD, ofA) || overlap(ofD, ofB))
    return "cublasLtMatmul: the result overlaps an input";
  auto begin = reinterpret_cast<uintptr_t>(workspace);
  Lines scratch = {{begin, begin + workspaceBytes}};
  if (workspaceBytes &&
      (overlap(scratch, ofA) || overlap(scratch, ofB) || overlap(scratch, ofD)))
    return "cublasLtMatmul: the workspace overlaps a matrix";
  return "";
}

} // namespace

extern "C" LtStatus
cublasLtMatmul(LtHandle handle, LtDesc desc, const void *alpha, const void *a,
               LtLayout aLayout, const void *b, LtLayout bLayout,
               const void *beta, const void *c, LtLayout cLayout, void *d,
               LtLayout dLayout, const LtAlgorithm *algorithm, void *workspace,
               size_t workspaceBytes, Stream stream) {
  Guard guard(lock());
  const char *what = "cublasLtMatmul";
  Call call;
  if (!handles().check(handle, what) || !isStream(stream, what) ||
      !call.read(desc, aLayout, bLayout, cLayout, dLayout, what))
    return kLtInvalidValue;
  if (!algorithm || algorithm->data[0] != kAlgorithmMark ||
      workspaceBytes < algorithm->data[1])
    return bad("cublasLtMatmul: an algorithm that was not handed out, or less "
               "workspace than it needs");
  const uint64_t *alignments = algorithm->data + 2;
  if (!checkMatrix(a, *call.a, alignments[0], "A") ||
      !checkMatrix(b, *call.b, alignments[1], "B") ||
      !checkMatrix(c, *call.c, alignments[2], "C") ||
      !checkMatrix(d, *call.d, alignments[3], "D"))
    return kLtInvalidValue;
  std::string problem = checkOverlap(call, a, b, d, workspace, workspaceBytes);
  if (!problem.empty())
    return bad(problem);
  if (workspaceBytes) {
    if (!memory().contains(reinterpret_cast<DevicePointer>(workspace),
                           workspaceBytes, "the workspace of cublasLtMatmul"))
      return kLtInvalidValue;
    if (reinterpret_cast<uintptr_t>(workspace) % 256)
      return bad("cublasLtMatmul: a workspace that is not aligned to 256");
    std::memset(workspace, 0xff, workspaceBytes);
  }
  enqueue(stream, what,
          {accessOf(a, *call.a, false), accessOf(b, *call.b, false),
           accessOf(c, *call.c, false), accessOf(d, *call.d, true),
           Access::write(reinterpret_cast<DevicePointer>(workspace),
                         workspaceBytes)});
  if (isDouble(call))
    multiply<double>(call, *static_cast<const double *>(alpha), a, b,
                     *static_cast<const double *>(beta), c, d);
  else
    multiply<float>(call, *static_cast<const float *>(alpha), a, b,
                    *static_cast<const float *>(beta), c, d);
  return kLtSuccess;
}

// What is exported is what the runtime's table expects.
#define REMAT_CHECK_TYPE(result, name, parameters)                             \
  static_assert(std::is_same_v<decltype(&::name), decltype(CublasLt::name)>,   \
                "not the signature of the table");
REMAT_CUBLASLT_FUNCTIONS(REMAT_CHECK_TYPE)
