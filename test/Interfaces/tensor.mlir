// RUN: remat-opt %s -test-remat-task-interface -o /dev/null | FileCheck %s

// CHECK: expand: tensor.expand_shape flops=0 read=0 written=0 workspace=0 again result#0=operand#0
// CHECK: collapse: tensor.collapse_shape flops=0 read=0 written=0 workspace=0 again result#0=operand#0
// CHECK: cast: tensor.cast {{.*}} again result#0=operand#0
// CHECK: bitcast: tensor.bitcast {{.*}} again result#0=operand#0
// CHECK: reshape: tensor.reshape {{.*}} again result#0=operand#0
// CHECK: slice: tensor.extract_slice {{.*}} again result#0=operand#0
func.func @views(%x: tensor<8xf32>, %s: tensor<2xindex>) {
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [2, 4] {test.task = "expand"} : tensor<8xf32> into tensor<2x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] {test.task = "collapse"} : tensor<2x4xf32> into tensor<8xf32>
  %2 = tensor.cast %1 {test.task = "cast"} : tensor<8xf32> to tensor<?xf32>
  %3 = tensor.bitcast %1 {test.task = "bitcast"} : tensor<8xf32> to tensor<8xi32>
  %4 = tensor.reshape %1(%s) {test.task = "reshape"} : (tensor<8xf32>, tensor<2xindex>) -> tensor<4x2xf32>
  %5 = tensor.extract_slice %0[0, 1] [2, 2] [1, 1] {test.task = "slice"} : tensor<2x4xf32> to tensor<2x2xf32>
  return
}

// Rows of a slice lie next to one another or not: collapsing those that do not
// copies.
// CHECK: collapse-strided: tensor.collapse_shape flops=0 read=16 written=16 workspace=0 again{{$}}
// CHECK: collapse-copied: tensor.collapse_shape flops=0 read=0 written=0 workspace=0 again result#0=operand#0
// CHECK: collapse-rows: tensor.collapse_shape flops=0 read=0 written=0 workspace=0 again result#0=operand#0
func.func @collapse_slices(%x: tensor<4x4xf32>) {
  %0 = tensor.extract_slice %x[0, 1] [2, 2] [1, 1] : tensor<4x4xf32> to tensor<2x2xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] {test.task = "collapse-strided"} : tensor<2x2xf32> into tensor<4xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %3 = tensor.collapse_shape %2 [[0, 1]] {test.task = "collapse-copied"} : tensor<2x2xf32> into tensor<4xf32>
  %4 = tensor.extract_slice %x[1, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  %5 = tensor.collapse_shape %4 [[0, 1]] {test.task = "collapse-rows"} : tensor<2x4xf32> into tensor<8xf32>
  return
}

// CHECK: empty: tensor.empty flops=0 read=0 written=0 workspace=0 again prepares
// CHECK: insert-into-empty: tensor.insert_slice flops=0 read=16 written=16 workspace=0 again{{$}}
// CHECK: insert: tensor.insert_slice flops=0 read=48 written=48 workspace=0 again{{$}}
// CHECK: pad: tensor.pad flops=0 read=32 written=48 workspace=0 again{{$}}
// CHECK: generate: tensor.generate flops=40 read=0 written=16 workspace=0 again{{$}}
// CHECK: concat: tensor.concat flops=0 read=48 written=48 workspace=0 again{{$}}
// CHECK: gather: tensor.gather flops=0 read=36 written=12 workspace=0 again{{$}}
// CHECK: from-elements: tensor.from_elements flops=0 read=0 written=8 workspace=0 again{{$}}
// CHECK: splat: tensor.splat flops=0 read=0 written=16 workspace=0 again{{$}}
// CHECK: extract: tensor.extract flops=0 read=4 written=0 workspace=0 again{{$}}
// CHECK: dim: tensor.dim flops=0 read=0 written=0 workspace=0 again{{$}}
func.func @moves(%x: tensor<8xf32>, %y: tensor<4xf32>, %f: f32, %i: tensor<3x1xindex>, %d: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() {test.task = "empty"} : tensor<8xf32>
  %0 = tensor.insert_slice %y into %e[0] [4] [1] {test.task = "insert-into-empty"} : tensor<4xf32> into tensor<8xf32>
  %1 = tensor.insert_slice %y into %x[0] [4] [1] {test.task = "insert"} : tensor<4xf32> into tensor<8xf32>
  %2 = tensor.pad %x low[1] high[3] {
  ^bb0(%a: index):
    tensor.yield %f : f32
  } {test.task = "pad"} : tensor<8xf32> to tensor<12xf32>
  %3 = tensor.generate {
  ^bb0(%a: index):
    %v = math.exp %f : f32
    tensor.yield %v : f32
  } {test.task = "generate"} : tensor<4xf32>
  %4 = tensor.concat dim(0) %x, %y {test.task = "concat"} : (tensor<8xf32>, tensor<4xf32>) -> tensor<12xf32>
  %g = tensor.cast %i : tensor<3x1xindex> to tensor<3x1xindex>
  %5 = tensor.gather %x[%g] gather_dims([0]) {test.task = "gather"} : (tensor<8xf32>, tensor<3x1xindex>) -> tensor<3xf32>
  %6 = tensor.from_elements %f, %f {test.task = "from-elements"} : tensor<2xf32>
  %7 = tensor.splat %f {test.task = "splat"} : tensor<4xf32>
  %8 = tensor.extract %x[%c0] {test.task = "extract"} : tensor<8xf32>
  %9 = tensor.dim {test.task = "dim"} %d, %c0 : tensor<?xf32>
  return
}

// Elements take whole bytes.
// CHECK: bits: arith.andi flops=9 read=18 written=9
// CHECK: odd: arith.addi flops=3 read=24 written=12
// CHECK: wide: arith.addf flops=3 read=48 written=24
// CHECK: index: arith.addi flops=3 read=48 written=24
// CHECK: complex: tensor.splat flops=0 read=0 written=24
func.func @sizes(%a: tensor<9xi1>, %b: tensor<3xi24>, %c: tensor<3xf64>, %d: tensor<3xindex>, %z: complex<f32>) {
  %0 = arith.andi %a, %a {test.task = "bits"} : tensor<9xi1>
  %1 = arith.addi %b, %b {test.task = "odd"} : tensor<3xi24>
  %2 = arith.addf %c, %c {test.task = "wide"} : tensor<3xf64>
  %3 = arith.addi %d, %d {test.task = "index"} : tensor<3xindex>
  %4 = tensor.splat %z {test.task = "complex"} : tensor<3xcomplex<f32>>
  return
}
