// RUN: remat-run %s --report=%t.json --seed=7 --repeat=3 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: remat-run %s --compare=%s --report=%t.json
// RUN: FileCheck %s --check-prefix=COMPARED < %t.json

// Two arguments and a constant of 64 bytes each, %0 (256 bytes) and the result.

// CHECK:      measured peak:   704 bytes
// CHECK-NEXT: predicted peak:  704 bytes
// CHECK-NEXT: of it resident:  192 bytes
// CHECK-NEXT: compile time:
// CHECK-NEXT: run time:
// The inputs depend on nothing but the seed, and the sum on its order.
// CHECK-NEXT: results hash:    047d0470ec952ced

// JSON-DAG: "buffer_peak_bytes": 704,
// JSON-DAG: "compile_seconds":
// JSON-DAG: "measured_peak_bytes": 704,
// JSON-DAG: "predicted_peak_bytes": 704,
// JSON-DAG: "resident_bytes": 192,
// JSON-DAG: "results_hash": "047d0470ec952ced",
// JSON-DAG: "seconds":

// COMPARED: "identical": true
func.func @main(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8x8xf32> {
  %weights = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %weights : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %w: f32, %y: f32):
    %2 = arith.mulf %x, %w : f32
    linalg.yield %2 : f32
  } -> tensor<8x8xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<8x8xf32>, tensor<8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %w: f32, %y: f32):
    %2 = arith.addf %x, %w : f32
    linalg.yield %2 : f32
  } -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
