// RUN: remat-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(func.func(remat-add-workspaces))'
// RUN: not remat-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(remat-add-workspaces{target=tpu}))' 2>&1 | FileCheck %s
// CHECK: there is no target 'tpu'; targets are 'cpu', 'cuda', 'cuda-generated', 'xla-gpu'

// expected-error @below {{there is no target 'abacus'; targets are 'cpu', 'cuda'}}
func.func @unknown() attributes {remat.target = "abacus"} {
  return
}

// -----

func.func @placed(%a: memref<16x8xf32>, %b: memref<8x4xf32>, %c: memref<16x4xf32>)
    attributes {remat.target = "cuda", remat.arena_bytes = 256 : i64} {
  // expected-error @below {{needs a workspace of 1024 bytes for the target 'cuda', for which the arena of its function has no place; plan and place the step for that target}}
  linalg.matmul ins(%a, %b : memref<16x8xf32>, memref<8x4xf32>) outs(%c : memref<16x4xf32>)
  return
}

// -----

// On tensors nothing is a buffer yet.
func.func @tensors(%a: tensor<16x8xf32>, %b: tensor<8x4xf32>, %c: tensor<16x4xf32>) -> tensor<16x4xf32>
    attributes {remat.target = "cuda", remat.arena_bytes = 256 : i64} {
  %0 = linalg.matmul ins(%a, %b : tensor<16x8xf32>, tensor<8x4xf32>) outs(%c : tensor<16x4xf32>) -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}
