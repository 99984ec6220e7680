// Branches that yield what they made, what was there before, constants, views
// and slices.

// RUN: remat-opt %s --canonicalize --cse -o %t.mlir
// RUN: remat-run %s --compare=%t.mlir --poison --seed=1 | FileCheck %s
// RUN: remat-run %s --compare=%t.mlir --poison --seed=2 | FileCheck %s

// CHECK:      measured peak: [[PEAK:.+]]
// CHECK-NEXT: predicted peak: [[PEAK]]
// CHECK:      results: identical, bit by bit

func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<i1>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>) {
  %p = tensor.extract %c[] : tensor<i1>
  %k = arith.constant dense<[[1.0],[2.0],[3.0],[4.0]]> : tensor<4x1xf32>
  %r:4 = scf.if %p -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x1xf32>) {
    %n = arith.addf %a, %b : tensor<4x8xf32>
    %f = tensor.collapse_shape %n [[0, 1]] : tensor<4x8xf32> into tensor<32xf32>
    %g = tensor.expand_shape %f [[0, 1]] output_shape [8, 4] : tensor<32xf32> into tensor<8x4xf32>
    scf.yield %n, %a, %g, %k : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x1xf32>
  } else {
    %e = tensor.empty() : tensor<8x4xf32>
    %t = linalg.transpose ins(%a : tensor<4x8xf32>) outs(%e : tensor<8x4xf32>) permutation = [1, 0]
    %s = tensor.extract_slice %b[0, 0][4, 1][1, 1] : tensor<4x8xf32> to tensor<4x1xf32>
    scf.yield %b, %b, %t, %s : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x1xf32>
  }
  %e = tensor.empty() : tensor<4x8xf32>
  %q = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%r#3 : tensor<4x1xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    linalg.yield %i : f32
  } -> tensor<4x8xf32>
  return %r#0, %r#1, %r#2, %q : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>
}
