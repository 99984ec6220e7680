//===- GpuAddresses.h - Addresses on a device -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code for device addresses and streams, for calls of runtime/cuda.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_GPUADDRESSES_H
#define REMAT_CONVERSION_GPUADDRESSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::remat {

/// A constant, on the host's stack, or in the host's memory: no kernel and no
/// library reads it.
bool isOnHost(Value buffer);

/// In memory: an integer (i1 takes one), a float, an index, or a vector or
/// complex of these.
int64_t getElementBytes(Type type);

/// The stream of `token` for the runtime, an `!llvm.ptr`; `gpu-to-llvm`
/// resolves the cast.
Value makeStream(OpBuilder &builder, Value token);

/// The address of the first element of `buffer`, a memref with known strides,
/// as an `!llvm.ptr`.
Value makeAddress(ImplicitLocOpBuilder &b, Value buffer);

Value makeElementAddress(ImplicitLocOpBuilder &b, Value buffer,
                         ValueRange indices);

/// Declares a runtime function, unless it is there; without results if `result`
/// is null.
void declareFunction(ModuleOp module, StringRef name, ArrayRef<Type> types,
                     Type result = Type());

} // namespace mlir::remat

#endif // REMAT_CONVERSION_GPUADDRESSES_H
