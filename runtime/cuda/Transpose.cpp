//===- Transpose.cpp - Brings a filter into a library's layout ------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transposition in PTX of our own, which the driver compiles when it is first
// needed: cuDNN's own takes no bf16 and cuBLASLt's no f64.
//
//===----------------------------------------------------------------------===//

#include "Errors.h"
#include "Libraries.h"
#include "Mgpu.h"

#include <algorithm>
#include <mutex>

namespace remat::cuda {
namespace {

constexpr unsigned kThreads = 256;
constexpr int64_t kMaxBlocks = 65535;

/// One kernel for elements of `bits` bits: each thread writes the elements i,
/// i + threads, ... of `to`, which are read at (i % rows) * columns + i / rows.
std::string makeKernel(int bits) {
  std::string b = std::to_string(bits);
  // A register cannot be narrower than 16 bits, and .b16 is one.
  return ".visible .entry remat_cuda_transpose_" + b +
         "(\n"
         "  .param .u64 to, .param .u64 from, .param .u32 rows,\n"
         "  .param .u32 columns) {\n"
         "  .reg .u32 %i, %rows, %columns, %total, %step, %row, %column, %at;\n"
         "  .reg .u64 %to, %from, %address;\n"
         "  .reg .b" +
         b +
         " %value;\n"
         "  .reg .pred %done;\n"
         "  ld.param.u64 %to, [to];\n"
         "  ld.param.u64 %from, [from];\n"
         "  ld.param.u32 %rows, [rows];\n"
         "  ld.param.u32 %columns, [columns];\n"
         "  cvta.to.global.u64 %to, %to;\n"
         "  cvta.to.global.u64 %from, %from;\n"
         "  mul.lo.u32 %total, %rows, %columns;\n"
         "  mov.u32 %i, %ctaid.x;\n"
         "  mov.u32 %step, %ntid.x;\n"
         "  mov.u32 %at, %tid.x;\n"
         "  mad.lo.u32 %i, %i, %step, %at;\n"
         "  mov.u32 %at, %nctaid.x;\n"
         "  mul.lo.u32 %step, %step, %at;\n"
         "again:\n"
         "  setp.ge.u32 %done, %i, %total;\n"
         "  @%done ret;\n"
         "  div.u32 %column, %i, %rows;\n"
         "  mul.lo.u32 %row, %column, %rows;\n"
         "  sub.u32 %row, %i, %row;\n"
         "  mad.lo.u32 %at, %row, %columns, %column;\n"
         "  mad.wide.u32 %address, %at, " +
         std::to_string(bits / 8) +
         ", %from;\n"
         "  ld.global.b" +
         b +
         " %value, [%address];\n"
         "  mad.wide.u32 %address, %i, " +
         std::to_string(bits / 8) +
         ", %to;\n"
         "  st.global.b" +
         b +
         " [%address], %value;\n"
         "  add.u32 %i, %i, %step;\n"
         "  bra again;\n"
         "}\n";
}

struct Kernels {
  std::mutex mutex;
  std::string ptx;
  void *module = nullptr;
};

/// Kept as long as the process.
Kernels &kernels() {
  static Kernels *instance = new Kernels;
  return *instance;
}

void *find(int64_t elementBytes) {
  Kernels &state = kernels();
  std::lock_guard<std::mutex> lock(state.mutex);
  if (!state.module) {
    state.ptx = transposePtx();
    state.module = mgpuModuleLoadJIT(state.ptx.data(), 4);
  }
  if (!state.module)
    return nullptr;
  std::string name = "remat_cuda_transpose_" + std::to_string(elementBytes * 8);
  return mgpuModuleGetFunction(state.module, name.c_str());
}

} // namespace

std::string transposePtx() {
  return ".version 7.0\n.target sm_70\n.address_size 64\n" + makeKernel(16) +
         makeKernel(32) + makeKernel(64);
}

bool transpose(Stream stream, void *to, const void *from, int64_t rows,
               int64_t columns, int64_t elementBytes) {
  void *kernel = find(elementBytes);
  if (!kernel)
    return false;
  // The step must not carry the index beyond 32 bits.
  int64_t total = rows * columns;
  int64_t blocks = std::min((total + kThreads - 1) / kThreads, kMaxBlocks);
  auto rows32 = static_cast<uint32_t>(rows);
  auto columns32 = static_cast<uint32_t>(columns);
  void *parameters[] = {&to, &from, &rows32, &columns32};
  mgpuLaunchKernel(kernel, blocks, 1, 1, kThreads, 1, 1, 0, stream, parameters,
                   nullptr, 4);
  return !hasError();
}

} // namespace remat::cuda
