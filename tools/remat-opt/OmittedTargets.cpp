//===- OmittedTargets.cpp - Code generators left out ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of the statically linked remat-opt only. MLIR asks for every code
// generator of LLVM when one of its passes wants a target machine, which would
// make half of the program code generators that a plan has no use for. The
// definitions here stand in front of LLVM's own, so that the linker leaves
// those out; a pass that asks for such a target is told, by LLVM, that there is
// none. What remains is NVPTX, for the pipelines that end in code for a GPU.
//
//===----------------------------------------------------------------------===//

// The names that the first three macros below would otherwise define.
#define LLVMInitializeNVPTXTargetInfo rematKeptNVPTXTargetInfo
#define LLVMInitializeNVPTXTarget rematKeptNVPTXTarget
#define LLVMInitializeNVPTXTargetMC rematKeptNVPTXTargetMC
#define LLVMInitializeNVPTXAsmPrinter rematKeptNVPTXAsmPrinter

extern "C" {

#define LLVM_TARGET(NAME)                                                      \
  void LLVMInitialize##NAME##TargetInfo() {}                                   \
  void LLVMInitialize##NAME##Target() {}                                       \
  void LLVMInitialize##NAME##TargetMC() {}
#include "llvm/Config/Targets.def"

#define LLVM_ASM_PRINTER(NAME)                                                 \
  void LLVMInitialize##NAME##AsmPrinter() {}
#include "llvm/Config/AsmPrinters.def"

#define LLVM_ASM_PARSER(NAME)                                                  \
  void LLVMInitialize##NAME##AsmParser() {}
#include "llvm/Config/AsmParsers.def"

} // extern "C"
