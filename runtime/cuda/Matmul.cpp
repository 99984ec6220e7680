//===- Matmul.cpp - Matrix products by cuBLASLt ---------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuBLASLt's matrices are by columns, ours by rows: a matrix by rows is its
// transpose by columns in the same memory, so C = A * B is asked for as C' = B'
// * A'. (The library's attribute for the order would do as well, but fewer
// algorithms take it.)
//
//===----------------------------------------------------------------------===//

#include "CudaRuntime.h"
#include "Errors.h"
#include "Libraries.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>

namespace remat::cuda {
namespace {

/// One matrix of a product: as rematCudaMatmul takes it.
struct Operand {
  const void *data = nullptr;
  int64_t leading = 0;
  int64_t stride = 0;
  bool isTransposed = false;
};

/// A product: as rematCudaMatmul takes it.
struct Product {
  int32_t inputs = 0, output = 0;
  int64_t batch = 1, m = 0, n = 0, k = 0;
  Operand a, b;
  void *c = nullptr;
  int64_t leadingOfC = 0, strideOfC = 0;
  double beta = 1;
  void *workspace = nullptr;
  int64_t workspaceBytes = 0;
};

/// Everything that the library's choice depends on.
using Key = std::array<int64_t, 18>;

struct Plan {
  LtDesc desc = nullptr;
  /// Of B, A and C: the order in which the library gets them.
  LtLayout layouts[3] = {};
  LtAlgorithm algorithm = {};
  size_t workspaceBytes = 0;
};

struct Plans {
  std::mutex mutex;
  std::map<Key, Plan> made;
};

/// Kept as long as the process: a step has few shapes.
Plans &plans() {
  static Plans *instance = new Plans;
  return *instance;
}

int32_t typeOf(int32_t element) {
  switch (element) {
  case REMAT_F16:
    return kLtF16;
  case REMAT_BF16:
    return kLtBF16;
  case REMAT_F64:
    return kLtF64;
  default:
    return kLtF32;
  }
}

std::string toString(const Product &p) {
  auto matrix = [](int64_t rows, int64_t columns, bool isTransposed) {
    return std::to_string(rows) + "x" + std::to_string(columns) +
           (isTransposed ? " (transposed)" : "");
  };
  return "a matrix product of " + std::to_string(p.batch) + " x [" +
         matrix(p.m, p.k, p.a.isTransposed) + " * " +
         matrix(p.k, p.n, p.b.isTransposed) + "], " + nameOfElement(p.inputs) +
         " to " + nameOfElement(p.output);
}

std::string describe(const CublasLt &lt, LtStatus status) {
  const char *name = lt.cublasLtGetStatusName(status);
  const char *text = lt.cublasLtGetStatusString(status);
  return std::string(name ? name : "cuBLAS's error") + " (" +
         (text ? text : std::to_string(status).c_str()) + ")";
}

/// The largest power of two, up to what the library asks for at most, that the
/// address is a multiple of.
int64_t alignmentOf(const void *data) {
  auto address = reinterpret_cast<uintptr_t>(data);
  int64_t alignment = 256;
  while (address % static_cast<uintptr_t>(alignment))
    alignment /= 2;
  return alignment;
}

bool areTypesKnown(const Product &p) {
  return bytesOfElement(p.inputs) && bytesOfElement(p.output) &&
         (p.inputs == p.output ||
          (p.output == REMAT_F32 && bytesOfElement(p.inputs) == 2));
}

/// What is wrong with the product, or nothing. A leading dimension that nothing
/// depends on is set to what the library wants to see.
std::string check(Product &p) {
  if (!areTypesKnown(p))
    return "inputs and output have one type of f16, bf16, f32, f64, or the "
           "output is f32 and the inputs are f16 or bf16";
  for (int64_t size : {p.batch, p.m, p.n, p.k})
    if (size < 0 || size > INT32_MAX)
      return "a size of " + std::to_string(size) +
             "; the library takes 0 to 2147483647: lower with library=none";
  if (p.beta != 0 && p.beta != 1)
    return "beta is " + std::to_string(p.beta) + "; it is 0 or 1";
  struct Lines {
    int64_t *leading;
    int64_t length, count;
  };
  const Lines all[] = {{&p.a.leading, p.a.isTransposed ? p.m : p.k,
                        p.a.isTransposed ? p.k : p.m},
                       {&p.b.leading, p.b.isTransposed ? p.k : p.n,
                        p.b.isTransposed ? p.n : p.k},
                       {&p.leadingOfC, p.n, p.m}};
  for (const Lines &lines : all) {
    if (lines.count <= 1)
      *lines.leading = std::max<int64_t>(lines.length, 1);
    if (*lines.leading < lines.length || *lines.leading > INT32_MAX)
      return "a leading dimension of " + std::to_string(*lines.leading) +
             " for lines of " + std::to_string(lines.length) +
             " elements; it is at least as long as they, and at most "
             "2147483647";
  }
  return "";
}

Key keyOf(const Product &p) {
  return {p.inputs,
          p.output,
          p.batch,
          p.m,
          p.n,
          p.k,
          p.a.leading,
          p.a.stride,
          p.a.isTransposed,
          p.b.leading,
          p.b.stride,
          p.b.isTransposed,
          p.leadingOfC,
          p.strideOfC,
          alignmentOf(p.a.data),
          alignmentOf(p.b.data),
          alignmentOf(p.c),
          p.workspaceBytes};
}

/// Makes a plan step by step; the first call that fails is kept.
class Planner {
public:
  Planner(const CublasLt &lt, const Product &product)
      : lt(lt), product(product) {}
  ~Planner();

  bool make(Plan &plan);

private:
  bool check(LtStatus status, const char *call);
  bool makeLayout(LtLayout &layout, int32_t element, int64_t rows,
                  int64_t columns, int64_t leading, int64_t stride);
  bool makeDesc(Plan &plan);
  bool prefer(int32_t attribute, const void *value, size_t bytes);
  bool makePreference();
  bool choose(Plan &plan);

  const CublasLt &lt;
  const Product &product;
  LtPreference preference = nullptr;
};

Planner::~Planner() {
  if (preference)
    lt.cublasLtMatmulPreferenceDestroy(preference);
}

bool Planner::check(LtStatus status, const char *call) {
  if (status == kLtSuccess)
    return true;
  fail(toString(product) + ": " + call + ": " + describe(lt, status));
  return false;
}

bool Planner::makeLayout(LtLayout &layout, int32_t element, int64_t rows,
                         int64_t columns, int64_t leading, int64_t stride) {
  auto batch = static_cast<int32_t>(product.batch);
  return check(lt.cublasLtMatrixLayoutCreate(
                   &layout, typeOf(element), static_cast<uint64_t>(rows),
                   static_cast<uint64_t>(columns), leading),
               "cublasLtMatrixLayoutCreate") &&
         check(lt.cublasLtMatrixLayoutSetAttribute(layout, kLtLayoutBatch,
                                                   &batch, sizeof(batch)),
               "cublasLtMatrixLayoutSetAttribute") &&
         check(lt.cublasLtMatrixLayoutSetAttribute(layout, kLtLayoutBatchStride,
                                                   &stride, sizeof(stride)),
               "cublasLtMatrixLayoutSetAttribute");
}

bool Planner::makeDesc(Plan &plan) {
  bool isDouble = product.inputs == REMAT_F64;
  // Not TF32: that would be a compute type of its own.
  int32_t first = product.b.isTransposed ? kLtTransposed : kLtPlain;
  int32_t second = product.a.isTransposed ? kLtTransposed : kLtPlain;
  return check(lt.cublasLtMatmulDescCreate(
                   &plan.desc, isDouble ? kLtCompute64 : kLtCompute32,
                   isDouble ? kLtF64 : kLtF32),
               "cublasLtMatmulDescCreate") &&
         check(lt.cublasLtMatmulDescSetAttribute(plan.desc, kLtDescTransA,
                                                 &first, sizeof(first)),
               "cublasLtMatmulDescSetAttribute") &&
         check(lt.cublasLtMatmulDescSetAttribute(plan.desc, kLtDescTransB,
                                                 &second, sizeof(second)),
               "cublasLtMatmulDescSetAttribute");
}

bool Planner::prefer(int32_t attribute, const void *value, size_t bytes) {
  return check(lt.cublasLtMatmulPreferenceSetAttribute(preference, attribute,
                                                       value, bytes),
               "cublasLtMatmulPreferenceSetAttribute");
}

bool Planner::makePreference() {
  auto workspace = static_cast<uint64_t>(product.workspaceBytes);
  // Sums in parts are added in the type of the sums, in an order of their own,
  // and not by whoever comes first.
  uint32_t reductions = kLtReduceInComputeType;
  auto alignment = [](const void *data) {
    return static_cast<uint32_t>(alignmentOf(data));
  };
  uint32_t ofA = alignment(product.b.data), ofB = alignment(product.a.data),
           ofC = alignment(product.c);
  return check(lt.cublasLtMatmulPreferenceCreate(&preference),
               "cublasLtMatmulPreferenceCreate") &&
         prefer(kLtPreferWorkspace, &workspace, sizeof(workspace)) &&
         prefer(kLtPreferReductions, &reductions, sizeof(reductions)) &&
         prefer(kLtPreferAlignmentA, &ofA, sizeof(ofA)) &&
         prefer(kLtPreferAlignmentB, &ofB, sizeof(ofB)) &&
         prefer(kLtPreferAlignmentC, &ofC, sizeof(ofC)) &&
         prefer(kLtPreferAlignmentD, &ofC, sizeof(ofC));
}

bool Planner::choose(Plan &plan) {
  constexpr int kAsked = 8;
  LtChoice choices[kAsked] = {};
  int count = 0;
  LtStatus status = lt.cublasLtMatmulAlgoGetHeuristic(
      lt.handle, plan.desc, plan.layouts[0], plan.layouts[1], plan.layouts[2],
      plan.layouts[2], preference, kAsked, choices, &count);
  if (status == kLtSuccess)
    for (int i = 0; i < count; ++i)
      if (choices[i].state == kLtSuccess &&
          choices[i].workspaceBytes <=
              static_cast<size_t>(product.workspaceBytes)) {
        plan.algorithm = choices[i].algorithm;
        plan.workspaceBytes = choices[i].workspaceBytes;
        return true;
      }
  fail(toString(product) + ": cuBLASLt has no algorithm that needs at most " +
       std::to_string(product.workspaceBytes) + " bytes of workspace: " +
       describe(lt, status == kLtSuccess ? kLtNotSupported : status) +
       "; lower with library=none");
  return false;
}

bool Planner::make(Plan &plan) {
  const Product &p = product;
  // The transposes of what lies in memory by rows.
  return makeDesc(plan) &&
         makeLayout(plan.layouts[0], p.inputs, p.b.isTransposed ? p.k : p.n,
                    p.b.isTransposed ? p.n : p.k, p.b.leading, p.b.stride) &&
         makeLayout(plan.layouts[1], p.inputs, p.a.isTransposed ? p.m : p.k,
                    p.a.isTransposed ? p.k : p.m, p.a.leading, p.a.stride) &&
         makeLayout(plan.layouts[2], p.output, p.n, p.m, p.leadingOfC,
                    p.strideOfC) &&
         makePreference() && choose(plan);
}

/// The plan for a product, made if there is none yet; null if it cannot be.
const Plan *planFor(const CublasLt &lt, const Product &product) {
  Plans &state = plans();
  std::lock_guard<std::mutex> lock(state.mutex);
  Key key = keyOf(product);
  auto found = state.made.find(key);
  if (found != state.made.end())
    return &found->second;
  Plan plan;
  if (Planner(lt, product).make(plan))
    return &(state.made[key] = plan);
  for (LtLayout layout : plan.layouts)
    if (layout)
      lt.cublasLtMatrixLayoutDestroy(layout);
  if (plan.desc)
    lt.cublasLtMatmulDescDestroy(plan.desc);
  return nullptr;
}

/// The product of nothing: C is kept, or zeros.
void multiplyNothing(const Session &session, Stream stream, const Product &p) {
  if (p.beta != 0)
    return;
  int64_t bytes = bytesOfElement(p.output);
  for (int64_t i = 0; i < p.batch; ++i)
    if (!clear(session, stream,
               static_cast<char *>(p.c) + i * p.strideOfC * bytes, p.m,
               p.n * bytes, p.leadingOfC * bytes))
      return;
}

/// Launches the product on the stream; an error is kept if it cannot. The
/// library is asked for a plan once for each shape.
void multiply(const Session &session, Stream stream, Product product) {
  std::string problem = check(product);
  if (!problem.empty()) {
    fail(toString(product) + ": " + problem);
    return;
  }
  if (!product.batch || !product.m || !product.n)
    return;
  if (!product.k) {
    multiplyNothing(session, stream, product);
    return;
  }
  const CublasLt *lt = cublasLt();
  if (!lt)
    return;
  alignWorkspace(product.workspace, product.workspaceBytes);
  const Plan *plan = planFor(*lt, product);
  if (!plan)
    return;
  // Both are read as what the sums are.
  double one[] = {1, product.beta};
  float oneSingle[] = {1, static_cast<float>(product.beta)};
  bool isDouble = product.inputs == REMAT_F64;
  const void *alpha = isDouble ? static_cast<void *>(one) : oneSingle;
  const void *beta = isDouble ? static_cast<void *>(one + 1) : oneSingle + 1;
  LtStatus status = lt->cublasLtMatmul(
      lt->handle, plan->desc, alpha, product.b.data, plan->layouts[0],
      product.a.data, plan->layouts[1], beta, product.c, plan->layouts[2],
      product.c, plan->layouts[2], &plan->algorithm, product.workspace,
      plan->workspaceBytes, stream);
  if (status != kLtSuccess)
    fail(toString(product) + ": cublasLtMatmul: " + describe(*lt, status) +
         "; lower with library=none");
}

} // namespace
} // namespace remat::cuda

using namespace remat::cuda;

extern "C" void
rematCudaMatmul(void *stream, int32_t elementOfInputs, int32_t elementOfOutput,
                int64_t batch, int64_t m, int64_t n, int64_t k, const void *a,
                int64_t leadingOfA, int64_t strideOfA, int32_t isATransposed,
                const void *b, int64_t leadingOfB, int64_t strideOfB,
                int32_t isBTransposed, void *c, int64_t leadingOfC,
                int64_t strideOfC, double beta, void *workspace,
                int64_t workspaceBytes) {
  Session session;
  if (!session)
    return;
  Product product;
  product.inputs = elementOfInputs;
  product.output = elementOfOutput;
  product.batch = batch;
  product.m = m;
  product.n = n;
  product.k = k;
  product.a = {a, leadingOfA, strideOfA, isATransposed != 0};
  product.b = {b, leadingOfB, strideOfB, isBTransposed != 0};
  product.c = c;
  product.leadingOfC = leadingOfC;
  product.strideOfC = strideOfC;
  product.beta = beta;
  product.workspace = workspace;
  product.workspaceBytes = workspaceBytes;
  multiply(session, static_cast<Stream>(stream), product);
}
