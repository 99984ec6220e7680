//===- BufferizeModule.cpp - From tensors to buffers ----------------------===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "remat/Bufferize/BufferizeModule.h"

#include "mlir/Dialect/Arith/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/Transforms/FuncBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/ControlFlow/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Linalg/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/SCF/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/BufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/Vector/Transforms/BufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::bufferization;

OneShotBufferizePassOptions remat::getBufferizePassOptions() {
  OneShotBufferizePassOptions options;
  // Contiguous buffers at function boundaries: the type tells a caller all.
  options.bufferizeFunctionBoundaries = true;
  options.functionBoundaryTypeConversion = LayoutMapOption::IdentityLayoutMap;
  // Branches and turns of a loop yield contiguous storages too.
  options.unknownTypeConversion = LayoutMapOption::IdentityLayoutMap;
  // Loops (scf.while) return allocations only if one storage does not do.
  options.allowReturnAllocsFromLoops = true;
  return options;
}

/// The same, for upstream's function.
static OneShotBufferizationOptions getBufferizeOptions() {
  const OneShotBufferizePassOptions passOptions =
      remat::getBufferizePassOptions();
  OneShotBufferizationOptions options;
  options.bufferizeFunctionBoundaries = passOptions.bufferizeFunctionBoundaries;
  options.setFunctionBoundaryTypeConversion(
      passOptions.functionBoundaryTypeConversion);
  options.allowReturnAllocsFromLoops = passOptions.allowReturnAllocsFromLoops;
  options.unknownTypeConverterFn =
      [](TensorType type, Attribute memorySpace,
         const BufferizationOptions &) -> BaseMemRefType {
    return getMemRefTypeWithStaticIdentityLayout(type, memorySpace);
  };
  return options;
}

void remat::registerBufferizeModels(DialectRegistry &registry) {
  arith::registerBufferizableOpInterfaceExternalModels(registry);
  cf::registerBufferizableOpInterfaceExternalModels(registry);
  func_ext::registerBufferizableOpInterfaceExternalModels(registry);
  linalg::registerBufferizableOpInterfaceExternalModels(registry);
  scf::registerBufferizableOpInterfaceExternalModels(registry);
  tensor::registerBufferizableOpInterfaceExternalModels(registry);
  vector::registerBufferizableOpInterfaceExternalModels(registry);
}

LogicalResult remat::bufferizeModule(ModuleOp module) {
  BufferizationState state;
  return runOneShotModuleBufferize(module, getBufferizeOptions(), state);
}
