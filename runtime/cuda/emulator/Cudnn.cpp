//===- Cudnn.cpp - libcudnn for tests -------------------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of cuDNN that runtime/cuda opens, as plain loops over what the
// descriptors say, and the code of the runtime's own kernel that prepares
// filters for it. Every pointer and size is checked, and the workspace is
// overwritten.
//
//===----------------------------------------------------------------------===//

#include "Cudnn.h"
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

struct Handle {
  Stream stream = nullptr;
};

struct Tensor {
  int32_t type = -1;
  int64_t n = 0, c = 0, h = 0, w = 0;
  int64_t stepN = 0, stepC = 0, stepH = 0, stepW = 0;

  int64_t extent() const {
    return (n - 1) * stepN + (c - 1) * stepC + (h - 1) * stepH +
           (w - 1) * stepW + 1;
  }
};

struct Filter {
  int32_t type = -1;
  int64_t f = 0, c = 0, h = 0, w = 0;
};

struct Steps {
  int64_t strideH = 0, strideW = 0, dilationH = 0, dilationW = 0;
  int32_t compute = -1;
  int32_t math = 0;
};

constexpr int32_t kWinograd = 6;
constexpr size_t kPrecompWorkspace = size_t(1) << 20;

Handles &objects() {
  static Handles *instance = new Handles("an object of cuDNN");
  return *instance;
}

template <typename T> T *get(const void *object, const char *what) {
  return objects().check(object, what)
             ? static_cast<T *>(const_cast<void *>(object))
             : nullptr;
}

DnnStatus bad(const std::string &sentence) {
  wrong(sentence);
  return kDnnBadParameter;
}

template <typename T> DnnStatus create(void *handle, T *object) {
  objects().create(object);
  std::memcpy(handle, &object, sizeof(void *));
  return kDnnSuccess;
}

/// Objects stay allocated: an address is never another object's.
DnnStatus destroy(const void *object, const char *call) {
  return objects().destroy(object, call) ? kDnnSuccess : kDnnBadParameter;
}

Number numberOf(int32_t type) {
  switch (type) {
  case kDnnF64:
    return Number::f64;
  case kDnnF16:
    return Number::f16;
  case kDnnBF16:
    return Number::bf16;
  default:
    return Number::f32;
  }
}

bool isType(int32_t type) {
  return type == kDnnF32 || type == kDnnF64 || type == kDnnF16 ||
         type == kDnnBF16;
}

} // namespace

extern "C" size_t cudnnGetVersion() { return 91900; }

extern "C" const char *cudnnGetErrorString(DnnStatus status) {
  switch (status) {
  case kDnnSuccess:
    return "CUDNN_STATUS_SUCCESS";
  case kDnnNotInitialized:
    return "CUDNN_STATUS_NOT_INITIALIZED";
  case kDnnBadParameter:
    return "CUDNN_STATUS_BAD_PARAM";
  case kDnnNotSupported:
    return "CUDNN_STATUS_NOT_SUPPORTED";
  default:
    return "CUDNN_UNKNOWN_STATUS";
  }
}

extern "C" DnnStatus cudnnCreate(DnnHandle *handle) {
  Guard guard(lock());
  return create(handle, new Handle);
}

extern "C" DnnStatus cudnnSetStream(DnnHandle handle, Stream stream) {
  Guard guard(lock());
  Handle *object = get<Handle>(handle, "cudnnSetStream");
  if (!object || !isStream(stream, "cudnnSetStream"))
    return kDnnBadParameter;
  object->stream = stream;
  return kDnnSuccess;
}

extern "C" DnnStatus cudnnCreateTensorDescriptor(DnnTensor *tensor) {
  Guard guard(lock());
  return create(tensor, new Tensor);
}

extern "C" DnnStatus cudnnDestroyTensorDescriptor(DnnTensor tensor) {
  Guard guard(lock());
  return destroy(tensor, "cudnnDestroyTensorDescriptor");
}

extern "C" DnnStatus cudnnSetTensor4dDescriptorEx(DnnTensor tensor,
                                                  int32_t type, int n, int c,
                                                  int h, int w, int stepN,
                                                  int stepC, int stepH,
                                                  int stepW) {
  Guard guard(lock());
  const char *call = "cudnnSetTensor4dDescriptorEx";
  Tensor *object = get<Tensor>(tensor, call);
  if (!object)
    return kDnnBadParameter;
  if (!isType(type) || n < 1 || c < 1 || h < 1 || w < 1 || stepC != 1 ||
      stepW < c || stepH < 1 || stepN < 1)
    return bad(std::string(call) + ": sizes or steps that are no NHWC tensor");
  *object = {type, n, c, h, w, stepN, stepC, stepH, stepW};
  return kDnnSuccess;
}

extern "C" DnnStatus cudnnCreateFilterDescriptor(DnnFilter *filter) {
  Guard guard(lock());
  return create(filter, new Filter);
}

extern "C" DnnStatus cudnnDestroyFilterDescriptor(DnnFilter filter) {
  Guard guard(lock());
  return destroy(filter, "cudnnDestroyFilterDescriptor");
}

extern "C" DnnStatus cudnnSetFilter4dDescriptor(DnnFilter filter, int32_t type,
                                                int32_t format, int f, int c,
                                                int h, int w) {
  Guard guard(lock());
  const char *call = "cudnnSetFilter4dDescriptor";
  Filter *object = get<Filter>(filter, call);
  if (!object)
    return kDnnBadParameter;
  if (!isType(type) || format != kDnnNHWC || f < 1 || c < 1 || h < 1 || w < 1)
    return bad(std::string(call) + ": not a filter by output channel");
  *object = {type, f, c, h, w};
  return kDnnSuccess;
}

extern "C" DnnStatus
cudnnCreateConvolutionDescriptor(DnnConvolution *convolution) {
  Guard guard(lock());
  return create(convolution, new Steps);
}

extern "C" DnnStatus
cudnnDestroyConvolutionDescriptor(DnnConvolution convolution) {
  Guard guard(lock());
  return destroy(convolution, "cudnnDestroyConvolutionDescriptor");
}

extern "C" DnnStatus
cudnnSetConvolution2dDescriptor(DnnConvolution convolution, int padH, int padW,
                                int strideH, int strideW, int dilationH,
                                int dilationW, int32_t mode, int32_t compute) {
  Guard guard(lock());
  const char *call = "cudnnSetConvolution2dDescriptor";
  Steps *object = get<Steps>(convolution, call);
  if (!object)
    return kDnnBadParameter;
  if (padH || padW || strideH < 1 || strideW < 1 || dilationH < 1 ||
      dilationW < 1 || mode != kDnnCrossCorrelation ||
      (compute != kDnnF32 && compute != kDnnF64))
    return bad(std::string(call) + ": not what the runtime asks for");
  *object = {strideH, strideW, dilationH, dilationW, compute, 0};
  return kDnnSuccess;
}

extern "C" DnnStatus cudnnSetConvolutionMathType(DnnConvolution convolution,
                                                 int32_t math) {
  Guard guard(lock());
  Steps *object = get<Steps>(convolution, "cudnnSetConvolutionMathType");
  if (!object)
    return kDnnBadParameter;
  object->math = math;
  return kDnnSuccess;
}

namespace {

/// A convolution's descriptors, which must fit each other.
struct Call {
  Tensor *x, *y;
  Filter *w;
  Steps *steps;

  bool read(DnnTensor x0, DnnFilter w0, DnnConvolution steps0, DnnTensor y0,
            const char *what);
};

int64_t outputs(int64_t size, int64_t points, int64_t stride,
                int64_t dilation) {
  int64_t used = (points - 1) * dilation + 1;
  return size < used ? 0 : (size - used) / stride + 1;
}

bool Call::read(DnnTensor x0, DnnFilter w0, DnnConvolution steps0, DnnTensor y0,
                const char *what) {
  x = get<Tensor>(x0, what);
  w = get<Filter>(w0, what);
  steps = get<Steps>(steps0, what);
  y = get<Tensor>(y0, what);
  if (!x || !w || !steps || !y)
    return false;
  bool isDouble = x->type == kDnnF64;
  if (x->type != w->type || x->type != y->type ||
      isDouble != (steps->compute == kDnnF64) || x->n != y->n || x->c != w->c ||
      y->c != w->f ||
      y->h != outputs(x->h, w->h, steps->strideH, steps->dilationH) ||
      y->w != outputs(x->w, w->w, steps->strideW, steps->dilationW)) {
    wrong(std::string(what) + ": the tensors do not fit each other");
    return false;
  }
  return true;
}

} // namespace

extern "C" DnnStatus cudnnGetConvolutionForwardAlgorithm_v7(
    DnnHandle handle, DnnTensor x, DnnFilter w, DnnConvolution convolution,
    DnnTensor y, int asked, int *count, DnnChoice *choices) {
  Guard guard(lock());
  const char *what = "cudnnGetConvolutionForwardAlgorithm_v7";
  *count = 0;
  Call call;
  if (!get<Handle>(handle, what) || asked < 4 ||
      !call.read(x, w, convolution, y, what))
    return kDnnBadParameter;
  // The fastest ones are none that the runtime may take: one that rounds
  // otherwise, one that is not there for these descriptors, one that needs
  // more workspace than is said here.
  int32_t math = call.steps->math;
  choices[0] = {kWinograd, kDnnSuccess, 1, 0, 1, math, {}};
  choices[1] = {kDnnGemm, kDnnNotSupported, -1, 0, 1, math, {}};
  choices[2] = {kDnnImplicitPrecompGemm, kDnnSuccess, 2, 0, 1, math, {}};
  choices[3] = {kDnnImplicitGemm, kDnnSuccess, 3, 0, 1, math, {}};
  *count = 4;
  return kDnnSuccess;
}

namespace {

size_t workspaceOf(int32_t algorithm) {
  return algorithm == kDnnImplicitPrecompGemm ? kPrecompWorkspace : 0;
}

} // namespace

extern "C" DnnStatus cudnnGetConvolutionForwardWorkspaceSize(
    DnnHandle handle, DnnTensor x, DnnFilter w, DnnConvolution convolution,
    DnnTensor y, int32_t algorithm, size_t *bytes) {
  Guard guard(lock());
  const char *what = "cudnnGetConvolutionForwardWorkspaceSize";
  Call call;
  if (!get<Handle>(handle, what) || !call.read(x, w, convolution, y, what))
    return kDnnBadParameter;
  *bytes = workspaceOf(algorithm);
  return kDnnSuccess;
}

namespace {

/// Each output's products are summed in the order of the filter's rows,
/// columns, channels, in T.
template <typename T>
void convolve(const Call &call, T alpha, const void *x, const void *w, T beta,
              void *y) {
  const Tensor &in = *call.x, &out = *call.y;
  const Filter &filter = *call.w;
  Number type = numberOf(in.type);
  int64_t points = filter.h * filter.w * filter.c;
  // By output channel last, so that the inner loop goes along them.
  std::vector<T> factors(static_cast<size_t>(points * filter.f));
  for (int64_t f = 0; f < filter.f; ++f)
    for (int64_t p = 0; p < points; ++p)
      factors[static_cast<size_t>(p * filter.f + f)] =
          static_cast<T>(load(w, f * points + p, type));
  std::vector<T> sums(static_cast<size_t>(filter.f));
  auto add = [&](int64_t from, int64_t point) {
    for (int64_t c = 0; c < filter.c; ++c) {
      T value = static_cast<T>(load(x, from + c, type));
      const T *line = factors.data() + (point * filter.c + c) * filter.f;
      for (int64_t f = 0; f < filter.f; ++f)
        sums[static_cast<size_t>(f)] += value * line[f];
    }
  };
  for (int64_t i = 0; i < out.n * out.h * out.w; ++i) {
    int64_t n = i / (out.h * out.w), oh = i / out.w % out.h, ow = i % out.w;
    std::fill(sums.begin(), sums.end(), T(0));
    for (int64_t point = 0; point < filter.h * filter.w; ++point) {
      int64_t row =
          oh * call.steps->strideH + point / filter.w * call.steps->dilationH;
      int64_t column =
          ow * call.steps->strideW + point % filter.w * call.steps->dilationW;
      add(n * in.stepN + row * in.stepH + column * in.stepW, point);
    }
    for (int64_t f = 0; f < filter.f; ++f) {
      int64_t at = n * out.stepN + oh * out.stepH + ow * out.stepW + f;
      T old = beta == T(0) ? T(0) : beta * static_cast<T>(load(y, at, type));
      store(y, at, type,
            static_cast<double>(alpha * sums[static_cast<size_t>(f)] + old));
    }
  }
}

} // namespace

extern "C" DnnStatus
cudnnConvolutionForward(DnnHandle handle, const void *alpha, DnnTensor xTensor,
                        const void *x, DnnFilter wFilter, const void *w,
                        DnnConvolution convolution, int32_t algorithm,
                        void *workspace, size_t workspaceBytes,
                        const void *beta, DnnTensor yTensor, void *y) {
  Guard guard(lock());
  const char *what = "cudnnConvolutionForward";
  Call call;
  Handle *object = get<Handle>(handle, what);
  if (!object || !isStream(object->stream, what) ||
      !call.read(xTensor, wFilter, convolution, yTensor, what))
    return kDnnBadParameter;
  auto check = [](const void *data, size_t bytes, const char *name) {
    return memory().contains(reinterpret_cast<DevicePointer>(data), bytes,
                             std::string(name) + " of cudnnConvolutionForward");
  };
  size_t bytes = bytesOf(numberOf(call.x->type));
  size_t filterElements =
      static_cast<size_t>(call.w->f * call.w->c * call.w->h * call.w->w);
  if (!check(x, static_cast<size_t>(call.x->extent()) * bytes, "the input") ||
      !check(w, filterElements * bytes, "the filter") ||
      !check(y, static_cast<size_t>(call.y->extent()) * bytes, "the output") ||
      !check(workspace, workspaceBytes, "the workspace"))
    return kDnnBadParameter;
  if (call.x->type == kDnnF32 && call.steps->math != kDnnFmaMath)
    return bad(std::string(what) + ": f32 in less than its precision");
  if (workspaceBytes < workspaceOf(algorithm))
    return bad(std::string(what) + ": less workspace than the algorithm needs");
  auto begin = static_cast<const char *>(workspace);
  auto end = begin + workspaceBytes;
  auto filterBegin = static_cast<const char *>(w);
  if (begin < filterBegin + filterElements * bytes && filterBegin < end)
    return bad(std::string(what) + ": the workspace overlaps the filter");
  if (workspaceBytes)
    std::memset(workspace, 0xff, workspaceBytes);
  tick();
  if (call.x->type == kDnnF64)
    convolve<double>(call, *static_cast<const double *>(alpha), x, w,
                     *static_cast<const double *>(beta), y);
  else
    convolve<float>(call, *static_cast<const float *>(alpha), x, w,
                    *static_cast<const float *>(beta), y);
  return kDnnSuccess;
}

namespace {

/// One thread of remat_cuda_transpose_*, as its PTX says.
template <typename T> void transpose(void **parameters) {
  T *to = *static_cast<T **>(parameters[0]);
  const T *from = *static_cast<const T **>(parameters[1]);
  uint32_t rows = *static_cast<uint32_t *>(parameters[2]);
  uint32_t columns = *static_cast<uint32_t *>(parameters[3]);
  auto step =
      static_cast<uint32_t>(rematEmulatorGridDim(0) * rematEmulatorBlockDim(0));
  for (auto i = static_cast<uint32_t>(rematEmulatorBlockId(0) *
                                          rematEmulatorBlockDim(0) +
                                      rematEmulatorThreadId(0));
       i < rows * columns; i += step)
    to[i] = from[i % rows * columns + i / rows];
}

/// The runtime's own kernels are always there.
[[maybe_unused]] const bool isAdded = [] {
  rematEmulatorAddKernel("remat_cuda_transpose_16", transpose<uint16_t>);
  rematEmulatorAddKernel("remat_cuda_transpose_32", transpose<uint32_t>);
  rematEmulatorAddKernel("remat_cuda_transpose_64", transpose<uint64_t>);
  return true;
}();

} // namespace

// What is exported is what the runtime's table expects.
#define REMAT_CHECK_TYPE(result, name, parameters)                             \
  static_assert(std::is_same_v<decltype(&::name), decltype(Cudnn::name)>,      \
                "not the signature of the table");
REMAT_CUDNN_FUNCTIONS(REMAT_CHECK_TYPE)
