//===- Convolution.cpp - Convolutions by cuDNN ----------------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuDNN wants a filter by output channel ([f,kh,kw,c]) where images are
// [n,h,w,c]; ours are [kh,kw,c,f], so the filter is transposed into the
// workspace first. Where that or every algorithm's own workspace does not fit,
// where the types differ, and where a filter is a single point, the convolution
// is a sum of matrix products instead, one for each point of the filter.
//
//===----------------------------------------------------------------------===//

#include "CudaRuntime.h"
#include "Errors.h"
#include "Libraries.h"

#include <algorithm>
#include <array>
#include <map>
#include <mutex>
#include <vector>

namespace remat::cuda {
namespace {

struct Convolution {
  int32_t inputs, output;
  int64_t n, h, w, c, kh, kw, f, oh, ow;
  int64_t strideH, strideW, dilationH, dilationW;
  const void *input, *filter;
  void *result;
  double beta;
  void *workspace;
  int64_t workspaceBytes;
};

/// Everything that cuDNN's choice depends on.
using Key = std::array<int64_t, 15>;

struct Plan {
  bool isSupported = false;
  DnnTensor input = nullptr, output = nullptr;
  DnnFilter filter = nullptr;
  DnnConvolution convolution = nullptr;
  int32_t algorithm = 0;
  size_t workspaceBytes = 0;
};

struct Plans {
  /// Held while cuDNN's handle is used: it has one stream at a time.
  std::mutex mutex;
  std::map<Key, Plan> made;
};

/// Kept as long as the process: a step has few shapes.
Plans &plans() {
  static Plans *instance = new Plans;
  return *instance;
}

std::string toString(const Convolution &v) {
  auto join = [](std::initializer_list<int64_t> sizes) {
    std::string text;
    for (int64_t size : sizes)
      text += (text.empty() ? "" : "x") + std::to_string(size);
    return text;
  };
  return "a convolution of " + join({v.n, v.h, v.w, v.c}) + " with " +
         join({v.kh, v.kw, v.c, v.f}) + " to " + join({v.n, v.oh, v.ow, v.f}) +
         ", strides " + join({v.strideH, v.strideW}) + ", dilations " +
         join({v.dilationH, v.dilationW}) + ", " + nameOfElement(v.inputs) +
         " to " + nameOfElement(v.output);
}

int32_t typeOf(int32_t element) {
  switch (element) {
  case REMAT_F16:
    return kDnnF16;
  case REMAT_BF16:
    return kDnnBF16;
  case REMAT_F64:
    return kDnnF64;
  default:
    return kDnnF32;
  }
}

/// The rows or columns of the input that are read.
int64_t extent(int64_t outputs, int64_t stride, int64_t points,
               int64_t dilation) {
  return (outputs - 1) * stride + (points - 1) * dilation + 1;
}

/// What is wrong with the convolution, or nothing.
std::string check(const Convolution &v) {
  if (!bytesOfElement(v.inputs) || !bytesOfElement(v.output) ||
      (v.inputs != v.output &&
       (v.output != REMAT_F32 || bytesOfElement(v.inputs) != 2)))
    return "inputs and output have one type of f16, bf16, f32, f64, or the "
           "output is f32 and the inputs are f16 or bf16";
  if (v.beta != 0 && v.beta != 1)
    return "beta is " + std::to_string(v.beta) + "; it is 0 or 1";
  for (int64_t size : {v.n, v.h, v.w, v.c, v.kh, v.kw, v.f, v.oh, v.ow})
    if (size < 0 || size > INT32_MAX)
      return "a size of " + std::to_string(size) +
             "; the library takes 0 to 2147483647: lower with library=none";
  for (int64_t step : {v.strideH, v.strideW, v.dilationH, v.dilationW})
    if (step < 1 || step > INT32_MAX)
      return "a stride or dilation of " + std::to_string(step) +
             "; it is at least 1";
  if (v.oh && v.ow && v.kh && v.kw &&
      (extent(v.oh, v.strideH, v.kh, v.dilationH) > v.h ||
       extent(v.ow, v.strideW, v.kw, v.dilationW) > v.w))
    return "it reads beyond the input";
  return "";
}

//===----------------------------------------------------------------------===//
// By cuDNN
//===----------------------------------------------------------------------===//

/// The bytes of the transposed filter.
int64_t filterBytes(const Convolution &v) {
  return v.kh * v.kw * v.c * v.f * bytesOfElement(v.inputs);
}

/// Whether no tensor has more elements than cuDNN counts.
bool isCounted(const Convolution &v) {
  auto fits = [](std::initializer_list<int64_t> sizes) {
    __int128 product = 1;
    for (int64_t size : sizes) {
      product *= size;
      if (product > INT32_MAX)
        return false;
    }
    return true;
  };
  return fits({v.n, v.h, v.w, v.c}) && fits({v.kh, v.kw, v.c, v.f}) &&
         fits({v.n, v.oh, v.ow, v.f});
}

Key keyOf(const Convolution &v, int64_t workspaceBytes) {
  return {v.inputs,  v.n,       v.h,         v.w,         v.c,
          v.kh,      v.kw,      v.f,         v.oh,        v.ow,
          v.strideH, v.strideW, v.dilationH, v.dilationW, workspaceBytes};
}

bool isUnsupported(DnnStatus status) { return status / 1000 == 3; }

/// Makes a plan step by step. A call that says "not supported" ends it without
/// an error: there is another way.
class Planner {
public:
  Planner(const Cudnn &dnn, const Convolution &v, int64_t workspaceBytes)
      : dnn(dnn), v(v), workspaceBytes(workspaceBytes) {}

  bool make(Plan &plan);

private:
  bool check(DnnStatus status, const char *call);
  bool describe(Plan &plan);
  bool choose(Plan &plan);

  const Cudnn &dnn;
  const Convolution &v;
  int64_t workspaceBytes;
};

bool Planner::check(DnnStatus status, const char *call) {
  if (status != kDnnSuccess && !isUnsupported(status))
    fail(toString(v) + ": " + call + ": " + dnn.cudnnGetErrorString(status) +
         "; lower with library=none");
  return status == kDnnSuccess;
}

bool Planner::describe(Plan &plan) {
  auto cut = [](int64_t size) { return static_cast<int>(size); };
  int32_t type = typeOf(v.inputs);
  bool isDouble = v.inputs == REMAT_F64;
  int32_t math = v.inputs == REMAT_F16 || v.inputs == REMAT_BF16
                     ? kDnnTensorMath
                     : kDnnFmaMath;
  // Rows and columns at the end that are not read are left out, so that cuDNN
  // computes the same number of outputs; where there are none this is the plain
  // layout.
  auto left = [](int64_t size, int64_t used, int64_t stride) {
    return size - used < stride ? size : used;
  };
  int64_t h = left(v.h, extent(v.oh, v.strideH, v.kh, v.dilationH), v.strideH);
  int64_t w = left(v.w, extent(v.ow, v.strideW, v.kw, v.dilationW), v.strideW);
  return check(dnn.cudnnCreateTensorDescriptor(&plan.input),
               "cudnnCreateTensorDescriptor") &&
         check(dnn.cudnnCreateTensorDescriptor(&plan.output),
               "cudnnCreateTensorDescriptor") &&
         check(dnn.cudnnCreateFilterDescriptor(&plan.filter),
               "cudnnCreateFilterDescriptor") &&
         check(dnn.cudnnCreateConvolutionDescriptor(&plan.convolution),
               "cudnnCreateConvolutionDescriptor") &&
         check(dnn.cudnnSetTensor4dDescriptorEx(
                   plan.input, type, cut(v.n), cut(v.c), cut(h), cut(w),
                   cut(v.h * v.w * v.c), 1, cut(v.w * v.c), cut(v.c)),
               "cudnnSetTensor4dDescriptorEx") &&
         check(dnn.cudnnSetTensor4dDescriptorEx(
                   plan.output, type, cut(v.n), cut(v.f), cut(v.oh), cut(v.ow),
                   cut(v.oh * v.ow * v.f), 1, cut(v.ow * v.f), cut(v.f)),
               "cudnnSetTensor4dDescriptorEx") &&
         check(dnn.cudnnSetFilter4dDescriptor(plan.filter, type, kDnnNHWC,
                                              cut(v.f), cut(v.c), cut(v.kh),
                                              cut(v.kw)),
               "cudnnSetFilter4dDescriptor") &&
         check(dnn.cudnnSetConvolution2dDescriptor(
                   plan.convolution, 0, 0, cut(v.strideH), cut(v.strideW),
                   cut(v.dilationH), cut(v.dilationW), kDnnCrossCorrelation,
                   isDouble ? kDnnF64 : kDnnF32),
               "cudnnSetConvolution2dDescriptor") &&
         check(dnn.cudnnSetConvolutionMathType(plan.convolution, math),
               "cudnnSetConvolutionMathType");
}

bool Planner::choose(Plan &plan) {
  constexpr int kAsked = 8;
  DnnChoice choices[kAsked] = {};
  int count = 0;
  if (!check(dnn.cudnnGetConvolutionForwardAlgorithm_v7(
                 dnn.handle, plan.input, plan.filter, plan.convolution,
                 plan.output, kAsked, &count, choices),
             "cudnnGetConvolutionForwardAlgorithm_v7"))
    return false;
  for (int i = 0; i < count; ++i) {
    const DnnChoice &choice = choices[i];
    if (choice.status != kDnnSuccess || choice.algorithm > kDnnGemm)
      continue;
    // What was proposed is an estimate; this is what the call will check.
    size_t bytes = 0;
    if (dnn.cudnnGetConvolutionForwardWorkspaceSize(
            dnn.handle, plan.input, plan.filter, plan.convolution, plan.output,
            choice.algorithm, &bytes) != kDnnSuccess ||
        bytes > static_cast<size_t>(workspaceBytes))
      continue;
    plan.algorithm = choice.algorithm;
    plan.workspaceBytes = bytes;
    return true;
  }
  return false;
}

bool Planner::make(Plan &plan) {
  if (describe(plan) && choose(plan))
    return true;
  if (plan.input)
    dnn.cudnnDestroyTensorDescriptor(plan.input);
  if (plan.output)
    dnn.cudnnDestroyTensorDescriptor(plan.output);
  if (plan.filter)
    dnn.cudnnDestroyFilterDescriptor(plan.filter);
  if (plan.convolution)
    dnn.cudnnDestroyConvolutionDescriptor(plan.convolution);
  plan = Plan();
  return false;
}

/// The plan for the convolution; with the lock of `state` held.
const Plan &planFor(Plans &state, const Cudnn &dnn, const Convolution &v,
                    int64_t workspaceBytes) {
  auto [entry, isNew] = state.made.try_emplace(keyOf(v, workspaceBytes));
  if (isNew)
    entry->second.isSupported =
        Planner(dnn, v, workspaceBytes).make(entry->second);
  return entry->second;
}

/// Launches the convolution by cuDNN; false where it cannot, without an error
/// if there is another way.
bool convolveByCudnn(Stream stream, const Convolution &v) {
  // The transposed filter comes first in the workspace, cuDNN's own behind it.
  void *filter = v.workspace, *own = v.workspace;
  int64_t filterLimit = v.workspaceBytes, ownBytes = v.workspaceBytes;
  alignWorkspace(filter, filterLimit);
  if (v.inputs != v.output || !isCounted(v) || filterBytes(v) > filterLimit)
    return false;
  int64_t used = v.workspaceBytes - filterLimit + filterBytes(v);
  alignWorkspace(own, ownBytes, used);

  const Cudnn *dnn = cudnn();
  if (!dnn)
    return false;
  Plans &state = plans();
  std::lock_guard<std::mutex> lock(state.mutex);
  const Plan &plan = planFor(state, *dnn, v, ownBytes);
  if (!plan.isSupported ||
      !transpose(stream, filter, v.filter, v.kh * v.kw * v.c, v.f,
                 bytesOfElement(v.inputs)))
    return false;
  double numbers[] = {1, v.beta};
  float singles[] = {1, static_cast<float>(v.beta)};
  bool isDouble = v.inputs == REMAT_F64;
  const void *alpha = isDouble ? static_cast<void *>(numbers) : singles;
  const void *beta = isDouble ? static_cast<void *>(numbers + 1) : singles + 1;
  DnnStatus status = dnn->cudnnSetStream(dnn->handle, stream);
  const char *call = "cudnnSetStream";
  if (status == kDnnSuccess) {
    call = "cudnnConvolutionForward";
    status = dnn->cudnnConvolutionForward(
        dnn->handle, alpha, plan.input, v.input, plan.filter, filter,
        plan.convolution, plan.algorithm, plan.workspaceBytes ? own : nullptr,
        plan.workspaceBytes, beta, plan.output, v.result);
  }
  if (status == kDnnSuccess)
    return true;
  fail(toString(v) + ": " + call + ": " + dnn->cudnnGetErrorString(status) +
       "; lower with library=none");
  return false;
}

//===----------------------------------------------------------------------===//
// By matrix products
//===----------------------------------------------------------------------===//

/// A dimension of the output and how far apart its lines lie, in elements.
struct Level {
  int64_t count;
  int64_t inputStep;
  int64_t outputStep;
};

/// The dimensions n, oh, ow but those of one line, each that goes on where the
/// one within ends joined to it; from the outermost, and padded to three.
std::vector<Level> levelsOf(const Convolution &v) {
  const Level all[] = {
      {v.n, v.h * v.w * v.c, v.oh * v.ow * v.f},
      {v.oh, v.strideH * v.w * v.c, v.ow * v.f},
      {v.ow, v.strideW * v.c, v.f},
  };
  std::vector<Level> levels;
  for (const Level &inner : all) {
    if (inner.count == 1)
      continue;
    // Outputs go on without holes.
    if (!levels.empty() &&
        levels.back().inputStep == inner.count * inner.inputStep)
      levels.back() = {levels.back().count * inner.count, inner.inputStep,
                       inner.outputStep};
    else
      levels.push_back(inner);
  }
  while (levels.size() < 3)
    levels.insert(levels.begin(), {1, 0, 0});
  return levels;
}

bool convolveByProducts(const Session &session, Stream stream,
                        const Convolution &v) {
  const std::vector<Level> levels = levelsOf(v);
  int64_t inputBytes = bytesOfElement(v.inputs);
  int64_t outputBytes = bytesOfElement(v.output);
  Product product;
  product.inputs = v.inputs;
  product.output = v.output;
  product.batch = levels[1].count;
  product.m = levels[2].count;
  product.n = v.f;
  product.k = v.c;
  product.a.leading = levels[2].inputStep;
  product.a.stride = levels[1].inputStep;
  product.b.leading = v.f;
  product.leadingOfC = v.f;
  product.strideOfC = levels[1].outputStep;
  product.workspace = v.workspace;
  product.workspaceBytes = v.workspaceBytes;
  for (int64_t i = 0; i < levels[0].count; ++i)
    for (int64_t point = 0; point < v.kh * v.kw; ++point) {
      int64_t row = point / v.kw * v.dilationH;
      int64_t column = point % v.kw * v.dilationW;
      int64_t from = i * levels[0].inputStep + (row * v.w + column) * v.c;
      product.a.data = static_cast<const char *>(v.input) + from * inputBytes;
      product.b.data =
          static_cast<const char *>(v.filter) + point * v.c * v.f * inputBytes;
      product.c = static_cast<char *>(v.result) +
                  i * levels[0].outputStep * outputBytes;
      product.beta = point == 0 ? v.beta : 1;
      if (!multiply(session, stream, product))
        return false;
    }
  return true;
}

void convolve(const Session &session, Stream stream, const Convolution &v) {
  std::string problem = check(v);
  if (!problem.empty()) {
    fail(toString(v) + ": " + problem);
    return;
  }
  int64_t outputs = v.n * v.oh * v.ow;
  if (!outputs || !v.f)
    return;
  if (!v.kh || !v.kw || !v.c) {
    int64_t bytes = v.f * bytesOfElement(v.output);
    if (v.beta == 0)
      clear(session, stream, v.result, outputs, bytes, bytes);
    return;
  }
  bool isPoint = v.kh == 1 && v.kw == 1 && levelsOf(v)[0].count == 1;
  if (!isPoint && convolveByCudnn(stream, v))
    return;
  if (!hasError())
    convolveByProducts(session, stream, v);
}

} // namespace
} // namespace remat::cuda

using namespace remat::cuda;

extern "C" void
rematCudaConv2D(void *stream, int32_t elementOfInputs, int32_t elementOfOutput,
                int64_t n, int64_t h, int64_t w, int64_t c, int64_t kh,
                int64_t kw, int64_t f, int64_t oh, int64_t ow, int64_t strideH,
                int64_t strideW, int64_t dilationH, int64_t dilationW,
                const void *input, const void *filter, void *output,
                double beta, void *workspace, int64_t workspaceBytes) {
  Session session;
  if (!session)
    return;
  convolve(session, static_cast<Stream>(stream),
           {elementOfInputs,
            elementOfOutput,
            n,
            h,
            w,
            c,
            kh,
            kw,
            f,
            oh,
            ow,
            strideH,
            strideW,
            dilationH,
            dilationW,
            input,
            filter,
            output,
            beta,
            workspace,
            workspaceBytes});
}
