//===- GpuAddresses.h - Addresses on a device -------------------*- C++ -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How host code names bytes on a device and the stream it works on, for calls
// of runtime/cuda.
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_GPUADDRESSES_H
#define REMAT_CONVERSION_GPUADDRESSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::remat {

/// Whether the bytes of `buffer` are the host's own: a constant, or what it
/// keeps on its stack. No kernel and no library reads them.
bool isOnHost(Value buffer);

/// Bytes of an element in memory: an integer (i1 takes one), a float, an index,
/// or a vector or a complex number of these.
int64_t getElementBytes(Type type);

/// The stream of `token` as the runtime takes it, an `!llvm.ptr`; the cast is
/// resolved by `gpu-to-llvm`.
Value makeStream(OpBuilder &builder, Value token);

/// The address of the first element of `buffer`, a memref with known strides,
/// as an `!llvm.ptr`.
Value makeAddress(ImplicitLocOpBuilder &b, Value buffer);

/// The address of the element at `indices`.
Value makeElementAddress(ImplicitLocOpBuilder &b, Value buffer,
                         ValueRange indices);

/// Declares a function of the runtime without results, unless it is there.
void declareFunction(ModuleOp module, StringRef name, ArrayRef<Type> types);

} // namespace mlir::remat

#endif // REMAT_CONVERSION_GPUADDRESSES_H
