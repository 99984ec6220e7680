//===- AttachTarget.cpp - Which chip kernels are for ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Gpu/CudaToolkit.h"
#include "remat/Conversion/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/FileSystem.h"
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

/// The first with tensor cores for bf16, asynchronous copies to shared memory
/// and maxima that keep NaNs.
static constexpr int kOldestChip = 80;

/// LLVM's tables of NVIDIA's chips; null if it was built without them.
static std::unique_ptr<llvm::MCSubtargetInfo> getSubtarget() {
  LLVMInitializeNVPTXTargetInfo();
  LLVMInitializeNVPTXTarget();
  LLVMInitializeNVPTXTargetMC();
  std::string error;
  llvm::Triple triple(kTriple);
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return nullptr;
  return std::unique_ptr<llvm::MCSubtargetInfo>(
      target->createMCSubtargetInfo(triple, /*CPU=*/"", /*Features=*/""));
}

static bool isKnownChip(StringRef chip) {
  std::unique_ptr<llvm::MCSubtargetInfo> info = getSubtarget();
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
static int getPtxVersion(int chip) {
  if (chip < 89)
    return 74;
  if (chip < 100)
    return 80;
  return chip == 100 || chip == 101 || chip == 120 ? 87 : 88;
}

/// The version of a feature `+ptxNN`, 0 if LLVM does not know it.
static int parsePtxFeature(StringRef feature) {
  int version = 0;
  if (!feature.consume_front("+ptx") || feature.consumeInteger(10, version) ||
      !feature.empty())
    return 0;
  std::unique_ptr<llvm::MCSubtargetInfo> info = getSubtarget();
  const std::string name = "ptx" + std::to_string(version);
  auto isNamed = [&](const llvm::SubtargetFeatureKV &known) {
    return name == known.Key;
  };
  return info && llvm::any_of(info->getAllProcessorFeatures(), isNamed)
             ? version
             : 0;
}

/// Functions that kernels call but no module defines.
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
  LogicalResult checkFeatures();
  LogicalResult checkToolkit(gpu::GPUModuleOp kernels);
  void runOnOperation() override;
};
} // namespace

LogicalResult AttachTarget::checkChip() {
  Location loc = getOperation().getLoc();
  const int number = getChipNumber(chip);
  if (number == 0 || !isKnownChip(chip))
    return emitError(loc) << "there is no chip '" << chip
                          << "'; give sm_80 (A100), sm_90a (H100), "
                             "sm_100 (B200) or another that LLVM knows";
  if (number < kOldestChip)
    return emitError(loc) << "the kernels need sm_" << kOldestChip
                          << " or newer, not " << chip;
  if (optimizationLevel < 0 || optimizationLevel > 3)
    return emitError(loc) << "there is no optimization level "
                          << optimizationLevel.getValue() << "; give 0 to 3";
  return success();
}

LogicalResult AttachTarget::checkFeatures() {
  if (features.empty())
    return success();
  const int version = parsePtxFeature(features);
  const int least = getPtxVersion(getChipNumber(chip));
  if (version >= least)
    return success();
  return emitError(getOperation().getLoc())
         << "features='" << features << "' is no PTX version that LLVM knows "
         << "and " << chip << " has; give +ptx" << least << " or newer";
}

static constexpr llvm::StringLiteral kNameToolkit =
    "; name a CUDA toolkit by toolkit= or CUDA_HOME";

LogicalResult AttachTarget::checkToolkit(gpu::GPUModuleOp kernels) {
  const CudaToolkit found = findCudaToolkit(toolkit);
  if (found.isNamed && !llvm::sys::fs::is_directory(found.folder))
    return kernels.emitError("the CUDA toolkit '")
           << found.folder << "' is no folder" << kNameToolkit;
  SmallVector<StringRef> programs;
  if (format != "isa")
    programs.push_back("ptxas");
  if (format == "fatbin")
    programs.push_back("fatbinary");
  for (StringRef program : programs)
    if (found.findProgram(program).empty())
      return kernels.emitError("there is no ")
             << program << " to make format=" << format << " of the kernels, "
             << (found.folder.empty() ? "nor a CUDA toolkit"
                                      : "not in '" + found.folder + "'")
             << kNameToolkit << ", or let the driver compile them (format=isa)";
  SmallVector<StringRef> undefined = getUndefined(kernels);
  if (undefined.empty() || !found.findLibdevice().empty())
    return success();
  InFlightDiagnostic diag =
      kernels.emitError("the kernels call functions of CUDA's libdevice (");
  llvm::interleaveComma(undefined, diag);
  diag << "), which is not there";
  if (!found.folder.empty())
    diag << ": '" << found.folder << "' has no nvvm/libdevice/libdevice.10.bc";
  return diag << kNameToolkit;
}

void AttachTarget::runOnOperation() {
  if (failed(checkChip()) || failed(checkFeatures()))
    return signalPassFailure();
  Builder builder(&getContext());
  const std::string version =
      features.empty()
          ? "+ptx" + std::to_string(getPtxVersion(getChipNumber(chip)))
          : features.getValue();
  auto target = NVVM::NVVMTargetAttr::get(&getContext(), optimizationLevel,
                                          kTriple, chip, version);
  for (auto kernels : getOperation().getOps<gpu::GPUModuleOp>()) {
    if (failed(checkToolkit(kernels)))
      return signalPassFailure();
    kernels.setTargetsAttr(builder.getArrayAttr(target));
  }
}
