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

//===----------------------------------------------------------------------===//
// Workspaces
//===----------------------------------------------------------------------===//

def RematAddWorkspaces : Pass<"remat-add-workspaces", "::mlir::func::FuncOp"> {
  let summary = "Give ops the bytes that they need while they run";
  let description = [{
    Wraps each linalg op on buffers for which the target says so (a call of a
    library, a reduction in several parts) in a `remat.with_workspace`, with a
    buffer that is allocated before it and freed after it. So the workspace is a
    buffer like any other: `remat-place-buffers`, which runs later, gives it a
    place in the arena, and every peak counts it. The bytes are those that the
    plan counted for the op on tensors.

    An op that has a workspace already is left alone. Where the target's ops
    have none (`cpu`), nothing happens.

    Limits: ops that write one workspace each; the function's buffers are not
    placed yet.

    With `target=cuda`:

    ```mlir
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>)
                  outs(%c : memref<64x64xf32>)
    ```

    becomes

    ```mlir
    %w = memref.alloc() {alignment = 256 : i64} : memref<49152xi8>
    remat.with_workspace %w : memref<49152xi8> {
      linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>)
                    outs(%c : memref<64x64xf32>)
    }
    memref.dealloc %w : memref<49152xi8>
    ```
  }];
  let options = [
    Option<"target", "target", "std::string", "\"\"",
           "Whose ops need workspaces: cuda, cuda-generated (cpu and xla-gpu "
           "need none); what the function was planned for if empty">
  ];
  let dependentDialects = [
    "::mlir::memref::MemRefDialect", "::mlir::remat::RematDialect"
  ];
}

def RematUnwrapWorkspaces
    : Pass<"remat-unwrap-workspaces", "::mlir::func::FuncOp"> {
  let summary = "Run ops without their workspaces";
  let description = [{
    Replaces each `remat.with_workspace` by the op in it, which then does its
    work without: what was planned and placed for a GPU runs on the CPU, in the
    same arena. The bytes of the workspace stay where they are.

    Limits: none; a workspace that was allocated by itself stays allocated.

    ```mlir
    remat.with_workspace %w : memref<4096xi8> {
      linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    }
    ```

    becomes

    ```mlir
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    ```
  }];
}

#endif // REMAT_CONVERSION_GPUPASSES_TD
