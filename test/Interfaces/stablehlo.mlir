// RUN: remat-opt %s -test-remat-task-interface -o /dev/null | FileCheck %s

func.func @moves(%x: tensor<4x8xf32>, %i: tensor<i32>, %s: tensor<f32>, %part: tensor<1x8xf32>, %indices: tensor<2x1xi32>, %rows: tensor<2x8xf32>) {
  // CHECK: tanh: stablehlo.tanh flops=640 read=128 written=128 workspace=0 again{{$}}
  %0 = "stablehlo.tanh"(%x) {test.task = "tanh"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: broadcast: stablehlo.broadcast_in_dim flops=0 read=4 written=128 workspace=0 again{{$}}
  %1 = "stablehlo.broadcast_in_dim"(%s) <{broadcast_dimensions = array<i64>}> {test.task = "broadcast"} : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: constant: stablehlo.constant flops=0 read=0 written=0 workspace=0 again{{$}}
  %2 = "stablehlo.constant"() <{value = dense<1.0> : tensor<4x8xf32>}> {test.task = "constant"} : () -> tensor<4x8xf32>
  // CHECK: iota: stablehlo.iota flops=0 read=0 written=128 workspace=0 again{{$}}
  %3 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> {test.task = "iota"} : () -> tensor<4x8xf32>
  // CHECK: reshape: stablehlo.reshape flops=0 read=0 written=0 workspace=0 again result#0=operand#0{{$}}
  %4 = "stablehlo.reshape"(%x) {test.task = "reshape"} : (tensor<4x8xf32>) -> tensor<32xf32>
  // CHECK: barrier: stablehlo.optimization_barrier flops=0 read=0 written=0 workspace=0 again result#0=operand#0 result#1=operand#1{{$}}
  %5:2 = "stablehlo.optimization_barrier"(%x, %s) {test.task = "barrier"} : (tensor<4x8xf32>, tensor<f32>) -> (tensor<4x8xf32>, tensor<f32>)
  // What reads or writes a part moves that part.
  // CHECK: slice: stablehlo.slice flops=0 read=32 written=32 workspace=0 again{{$}}
  %6 = "stablehlo.slice"(%x) <{limit_indices = array<i64: 1, 8>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> {test.task = "slice"} : (tensor<4x8xf32>) -> tensor<1x8xf32>
  // CHECK: dynamic-slice: stablehlo.dynamic_slice flops=0 read=32 written=32 workspace=0 again{{$}}
  %7 = "stablehlo.dynamic_slice"(%x, %i, %i) <{slice_sizes = array<i64: 1, 8>}> {test.task = "dynamic-slice"} : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<1x8xf32>
  // CHECK: update: stablehlo.dynamic_update_slice flops=0 read=32 written=32 workspace=0 again{{$}}
  %8 = "stablehlo.dynamic_update_slice"(%x, %part, %i, %i) {test.task = "update"} : (tensor<4x8xf32>, tensor<1x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  // CHECK: gather: stablehlo.gather flops=0 read=72 written=64 workspace=0 again{{$}}
  %9 = "stablehlo.gather"(%x, %indices) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> {test.task = "gather"} : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
  // CHECK: scatter: stablehlo.scatter flops=16 read=136 written=64 workspace=0 again{{$}}
  %10 = "stablehlo.scatter"(%x, %indices, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) {test.task = "scatter"} : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  // CHECK: reduce: stablehlo.reduce flops=28 read=132 written=16 workspace=0 again{{$}}
  %11 = "stablehlo.reduce"(%x, %s) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) {test.task = "reduce"} : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  // CHECK: pool: stablehlo.reduce_window flops=24 read=132 written=32 workspace=0 again{{$}}
  %12 = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.maximum"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) {test.task = "pool"} : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32>
  // CHECK: sort: stablehlo.sort flops=96 read=128 written=128 workspace=0 again{{$}}
  %13 = "stablehlo.sort"(%x) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %less = "stablehlo.compare"(%a, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    "stablehlo.return"(%less) : (tensor<i1>) -> ()
  }) {test.task = "sort"} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: fft: stablehlo.fft flops=480 read=128 written=160 workspace=0 again{{$}}
  %14 = "stablehlo.fft"(%x) <{fft_length = array<i64: 8>, fft_type = #stablehlo<fft_type RFFT>}> {test.task = "fft"} : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
  return
}

// What nobody knows keeps its place.
func.func @others(%x: tensor<4xf32>) {
  // CHECK: unknown: stablehlo.unheard_of (no interface) flops=0 read=16 written=16 workspace=0{{$}}
  %0 = "stablehlo.unheard_of"(%x) {test.task = "unknown"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: call: stablehlo.custom_call flops=0 read=16 written=16 workspace=0{{$}}
  %1 = "stablehlo.custom_call"(%x) <{call_target_name = "my_kernel"}> {test.task = "call"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: everywhere: stablehlo.all_reduce flops=4 read=16 written=16 workspace=0{{$}}
  %2 = "stablehlo.all_reduce"(%x) ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%sum) : (tensor<f32>) -> ()
  }) {test.task = "everywhere"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
