//===- GpuPasses.td - Passes towards a GPU -----------------*- tablegen -*-===//
//
// Part of Remat, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef REMAT_CONVERSION_GPUPASSES_TD
#define REMAT_CONVERSION_GPUPASSES_TD

include "mlir/Pass/PassBase.td"

#endif // REMAT_CONVERSION_GPUPASSES_TD
