//===- GpuAttachTarget.cpp - Which chip kernels are for -------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaToolkit.h"
#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Triple.h"

namespace mlir::remat {
#define GEN_PASS_DEF_REMATGPUATTACHTARGET
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
}

static constexpr llvm::StringLiteral kTriple = "nvptx64-nvidia-cuda";

/// Tensor cores for bf16, asynchronous copies to shared memory and maxima that
/// keep NaNs came with it.
static constexpr int kOldestChip = 80;

/// Whether LLVM knows the chip.
static bool isKnownChip(StringRef chip) {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  std::string error;
  llvm::Triple triple(kTriple);
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return false;
  std::unique_ptr<llvm::MCSubtargetInfo> info(
      target->createMCSubtargetInfo(triple, /*CPU=*/"", /*Features=*/""));
  return info && info->isCPUStringValid(chip);
}

/// The number of a chip (90 of sm_90a), 0 if it has none.
static int getChipNumber(StringRef chip) {
  int number = 0;
  if (!chip.consume_front("sm_") || chip.consumeInteger(10, number))
    return 0;
  return number;
}

/// The oldest PTX version that has all chips up to this one.
static StringRef getPtxFeature(int chip) {
  if (chip < 89)
    return "+ptx74";
  if (chip < 100)
    return "+ptx80";
  return chip == 100 || chip == 101 || chip == 120 ? "+ptx87" : "+ptx88";
}

/// Functions that kernels call and nobody defines.
static SmallVector<StringRef> getUndefined(gpu::GPUModuleOp kernels) {
  SmallVector<StringRef> names;
  for (auto function : kernels.getOps<LLVM::LLVMFuncOp>())
    if (function.isExternal())
      names.push_back(function.getName());
  return names;
}

namespace {
struct AttachTarget : remat::impl::RematGpuAttachTargetBase<AttachTarget> {
  using RematGpuAttachTargetBase::RematGpuAttachTargetBase;

  LogicalResult checkChip();
  LogicalResult checkToolkit(gpu::GPUModuleOp kernels);
  void runOnOperation() override;
};
} // namespace

LogicalResult AttachTarget::checkChip() {
  Location loc = getOperation().getLoc();
  const int number = getChipNumber(chip);
  if (number == 0 || !isKnownChip(chip))
    return emitError(loc) << "there is no chip '" << chip
                          << "'; give sm_80 (A100), sm_90 (H100), sm_100 "
                             "(B200) or another that LLVM knows";
  if (number < kOldestChip)
    return emitError(loc) << "the kernels need sm_" << kOldestChip
                          << " or newer, not " << chip;
  if (optimizationLevel < 0 || optimizationLevel > 3)
    return emitError(loc) << "there is no optimization level "
                          << optimizationLevel.getValue() << "; give 0 to 3";
  return success();
}

LogicalResult AttachTarget::checkToolkit(gpu::GPUModuleOp kernels) {
  const std::string folder = findCudaToolkit(toolkit);
  if (needsAssembler && findPtxas(folder).empty())
    return kernels.emitError("there is no ptxas to assemble the kernels, ")
           << (folder.empty() ? "nor a CUDA toolkit"
                              : "not in '" + folder + "'")
           << "; set CUDA_HOME or give toolkit=, or let the driver do it "
              "(format=isa)";
  SmallVector<StringRef> undefined = getUndefined(kernels);
  if (undefined.empty() || !findLibdevice(folder).empty())
    return success();
  InFlightDiagnostic diag =
      kernels.emitError("the kernels call functions of CUDA's libdevice (");
  llvm::interleaveComma(undefined, diag);
  diag << "), which is not there";
  if (!folder.empty())
    diag << ": '" << folder << "' has no nvvm/libdevice/libdevice.10.bc";
  diag << "; set CUDA_HOME to a CUDA toolkit, or give toolkit=";
  return diag;
}

void AttachTarget::runOnOperation() {
  if (failed(checkChip()))
    return signalPassFailure();
  Builder builder(&getContext());
  const std::string version = features.empty()
                                  ? getPtxFeature(getChipNumber(chip)).str()
                                  : features.getValue();
  auto target = NVVM::NVVMTargetAttr::get(&getContext(), optimizationLevel,
                                          kTriple, chip, version);
  for (auto kernels : getOperation().getOps<gpu::GPUModuleOp>()) {
    if (failed(checkToolkit(kernels)))
      return signalPassFailure();
    kernels.setTargetsAttr(builder.getArrayAttr(target));
  }
}
