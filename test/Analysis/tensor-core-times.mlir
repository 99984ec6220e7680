// RUN: remat-opt %s --remat-print-graph="json target=xla-gpu device=h100" -o /dev/null 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-print-graph="json target=cuda device=h100" -o /dev/null 2>&1 | FileCheck %s --check-prefix=LINALG
// RUN: remat-opt %s --remat-print-graph="json target=xla-gpu device=flops" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLOPS

// Products go at the rate of the tensor cores: 2 * 8192^3 operations in 3.0 ms as
// TF32, half that in bf16, and 22 ms in f64 and in f32 of the highest precision.
// CHECK: "time": 3016060.6
// CHECK: "time": 1509880.3
// CHECK-COUNT-2: "time": 219{{[0-9]+}}.
// FLOPS-COUNT-4: "time": 1099511627776
func.func @products(%a: tensor<8192x8192xf32>, %b: tensor<8192x8192xbf16>, %c: tensor<8192x8192xf64>) -> (tensor<8192x8192xf32>, tensor<8192x8192xbf16>, tensor<8192x8192xf64>, tensor<8192x8192xf32>) {
  %0 = "stablehlo.dot_general"(%a, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8192x8192xf32>, tensor<8192x8192xf32>) -> tensor<8192x8192xf32> loc("f32")
  %1 = "stablehlo.dot_general"(%b, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8192x8192xbf16>, tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16> loc("bf16")
  %2 = "stablehlo.dot_general"(%c, %c) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8192x8192xf64>, tensor<8192x8192xf64>) -> tensor<8192x8192xf64> loc("f64")
  %3 = "stablehlo.dot_general"(%a, %a) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]}> : (tensor<8192x8192xf32>, tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  return %0, %1, %2, %3 : tensor<8192x8192xf32>, tensor<8192x8192xbf16>, tensor<8192x8192xf64>, tensor<8192x8192xf32>
}

// The GPU pipeline multiplies 16 bits by tensor cores, and f32 as f32.
// LINALG: "name": "linalg_products"
// LINALG: "time": 1509880.3
// LINALG: "time": 219{{[0-9]+}}.
// LINALG: "time": 1509880.3
// LINALG: "time": 219{{[0-9]+}}.
func.func @linalg_products(%a: tensor<8192x8192xf16>, %b: tensor<8192x8192xf32>, %c: tensor<8192x8192xbf16>, %sum: tensor<8192x8192xf32>) -> (tensor<8192x8192xf32>, tensor<8192x8192xf32>, tensor<8192x8192xf32>, tensor<8192x8192xf32>) {
  %0 = linalg.matmul ins(%a, %a : tensor<8192x8192xf16>, tensor<8192x8192xf16>) outs(%sum : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  %1 = linalg.matmul ins(%b, %b : tensor<8192x8192xf32>, tensor<8192x8192xf32>) outs(%sum : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%c, %c : tensor<8192x8192xbf16>, tensor<8192x8192xbf16>) outs(%sum : tensor<8192x8192xf32>) {
  ^bb0(%x: bf16, %y: bf16, %s: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %p = arith.mulf %wx, %wy : f32
    %q = arith.addf %s, %p : f32
    linalg.yield %q : f32
  } -> tensor<8192x8192xf32>
  %3 = linalg.matmul ins(%a, %b : tensor<8192x8192xf16>, tensor<8192x8192xf32>) outs(%sum : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  return %0, %1, %2, %3 : tensor<8192x8192xf32>, tensor<8192x8192xf32>, tensor<8192x8192xf32>, tensor<8192x8192xf32>
}
