// RUN: remat-opt %s -test-remat-stablehlo -o /dev/null | FileCheck %s
// RUN: remat-opt %s -test-remat-task-interface -o /dev/null | FileCheck %s --check-prefix=TASK

// Flops are those of XLA's cost analysis of the same operations.

func.func @dots(%a: tensor<7x5xf32>, %b: tensor<5x3xf32>, %v: tensor<5xf32>, %dynamic: tensor<?x5xf32>, %unranked: tensor<*xf32>,
                %batch: tensor<4x7x5xf32>, %batch2: tensor<4x3x5xf32>, %experts: tensor<6x5x3xf32>, %sizes: tensor<6xi32>) {
  // CHECK: dot: Dot pure again dot lhs-contracting=[1] rhs-contracting=[0] flops=210 matrix=210
  // TASK: dot: stablehlo.dot flops=210 read=200 written=84 workspace=0 again
  %0 = "stablehlo.dot"(%a, %b) {test.hlo = "dot", test.task = "dot"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: vectors: Dot pure again dot lhs-contracting=[0] rhs-contracting=[0] flops=10 matrix=10
  %1 = "stablehlo.dot"(%v, %v) {test.hlo = "vectors"} : (tensor<5xf32>, tensor<5xf32>) -> tensor<f32>
  // CHECK: general: Dot pure again dot lhs-contracting=[1] rhs-contracting=[0] flops=210
  %2 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> {test.hlo = "general"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: batched: Dot pure again dot lhs-batching=[0] rhs-batching=[0] lhs-contracting=[2] rhs-contracting=[2] flops=840
  %3 = "stablehlo.dot_general"(%batch, %batch2) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [2]>}> {test.hlo = "batched"} : (tensor<4x7x5xf32>, tensor<4x3x5xf32>) -> tensor<4x7x3xf32>
  // Two dimensions contracted, in the style of before there were properties.
  // CHECK: two: Dot pure again dot lhs-contracting=[0, 2] rhs-contracting=[0, 2] flops=840
  %4 = "stablehlo.dot_general"(%batch, %batch2) {dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 2], rhs_contracting_dimensions = [0, 2]>, test.hlo = "two"} : (tensor<4x7x5xf32>, tensor<4x3x5xf32>) -> tensor<7x3xf32>
  // CHECK: outer: Dot pure again dot flops=50
  %5 = "stablehlo.dot_general"(%v, %v) <{dot_dimension_numbers = #stablehlo.dot<>}> {test.hlo = "outer"} : (tensor<5xf32>, tensor<5xf32>) -> tensor<5x5xf32>
  // Each row meets the matrix of its group.
  // CHECK: ragged: Dot pure again dot lhs-contracting=[1] rhs-contracting=[1] lhs-ragged=[0] rhs-group=[0] flops=210
  %6 = "chlo.ragged_dot"(%a, %experts, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> {test.hlo = "ragged"} : (tensor<7x5xf32>, tensor<6x5x3xf32>, tensor<6xi32>) -> tensor<7x3xf32>

  // Shapes that are not known give dimensions, and no count of dots.
  // CHECK: dynamic: Dot pure again dot lhs-contracting=[1] rhs-contracting=[0] flops={{[0-9]+}} matrix=0
  %7 = "stablehlo.dot"(%dynamic, %b) {test.hlo = "dynamic"} : (tensor<?x5xf32>, tensor<5x3xf32>) -> tensor<?x3xf32>
  // CHECK: unranked: Dot pure again flops={{[0-9]+}} matrix=0
  %8 = "stablehlo.dot"(%unranked, %b) {test.hlo = "unranked"} : (tensor<*xf32>, tensor<5x3xf32>) -> tensor<?x3xf32>

  // Nor do dimension numbers that are none.
  // CHECK: absent: Dot pure again flops={{[0-9]+}} matrix=0
  %10 = "stablehlo.dot_general"(%a, %b) {test.hlo = "absent"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: other: Dot pure again flops={{[0-9]+}} matrix=0
  %11 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = 3 : i64}> {test.hlo = "other"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: range: Dot pure again flops={{[0-9]+}} matrix=0
  %12 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> {test.hlo = "range"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: negative: Dot pure again flops={{[0-9]+}} matrix=0
  %13 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [-1], rhs_contracting_dimensions = [0]>}> {test.hlo = "negative"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: twice: Dot pure again flops={{[0-9]+}} matrix=0
  %14 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1, 1], rhs_contracting_dimensions = [0, 1]>}> {test.hlo = "twice"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: uneven: Dot pure again flops={{[0-9]+}} matrix=0
  %15 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [0]>}> {test.hlo = "uneven"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: words: Dot pure again flops={{[0-9]+}} matrix=0
  %16 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [one], rhs_contracting_dimensions = [0]>}> {test.hlo = "words"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: open: Dot pure again flops={{[0-9]+}} matrix=0
  %17 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = >}> {test.hlo = "open"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: bare: Dot pure again flops={{[0-9]+}} matrix=0
  %18 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot}> {test.hlo = "bare"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: huge: Dot pure again flops={{[0-9]+}} matrix=0
  %19 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [99999999999999999999], rhs_contracting_dimensions = [0]>}> {test.hlo = "huge"} : (tensor<7x5xf32>, tensor<5x3xf32>) -> tensor<7x3xf32>
  // CHECK: one-operand: Dot pure again flops={{[0-9]+}} matrix=0
  %20 = "stablehlo.dot_general"(%a) {test.hlo = "one-operand"} : (tensor<7x5xf32>) -> tensor<7x3xf32>
  return
}
