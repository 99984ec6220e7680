// RUN: remat-opt %s --remat-print-graph=target=xla-gpu -o /dev/null 2>&1 | FileCheck %s

// Sizes are those of one device. A device's part of tensor<64x32xf32> (8192
// bytes) over four is 2048 bytes, of tensor<32x32xf32> (4096 bytes) 1024.

"sdy.mesh"() <{mesh = #sdy.mesh<["x"=4]>, sym_name = "mesh"}> : () -> ()
"sdy.mesh"() <{mesh = #sdy.mesh<["a"=2, "b"=2]>, sym_name = "mesh_2d"}> : () -> ()
"sdy.mesh"() <{mesh = #sdy.mesh<[], device_ids=[0]>, sym_name = "one_device"}> : () -> ()

// The batch is split, weights are not: 2048 + 4096 of arguments, and a gradient
// of 4096 that is summed over the devices.
// CHECK-LABEL: graph of 'data': 4 tasks, 10240 resident bytes
// CHECK: task 0: {{.*}}, reads [0, 1], makes [2: 2048 bytes]
// CHECK: task 1: {{.*}}, reads [2], makes [3: 2048 bytes]
// CHECK: task 2: {{.*}}, reads [3, 1], makes [4: 2048 bytes]
// CHECK: task 3: {{.*}}, reads [0, 4], makes [5: 0 bytes result], {{.*}}workspace 33554432 bytes
func.func @data(%x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> tensor<32x32xf32> {
  %0 = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
  %1 = "stablehlo.tanh"(%0) : (tensor<64x32xf32>) -> tensor<64x32xf32>
  %2 = "stablehlo.dot_general"(%1, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
  %3 = "stablehlo.dot_general"(%x, %2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<32x32xf32>
  return %3 : tensor<32x32xf32>
}

// Weights are split too: whoever multiplies by them gathers them, and the copy
// (4096 bytes) stays. The gradient's 4096 bytes are summed before each device
// keeps its 1024: 33554432 + 4096.
// CHECK-LABEL: graph of 'fsdp': 2 tasks, 8192 resident bytes
// CHECK: task 0: {{.*}}, reads [0, 1], makes [2: 2048 bytes], {{.*}}workspace 33554432 bytes
// CHECK: task 1: {{.*}}, reads [0, 2], makes [3: 0 bytes result], {{.*}}workspace 33558528 bytes
func.func @fsdp(%x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                %w: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
                -> (tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
  %1 = "stablehlo.dot_general"(%x, %0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<32x32xf32>
  return %1 : tensor<32x32xf32>
}

// Columns, then rows: what is contracted is split on both sides, and the sum
// is whole. The arguments are 8192 + 4096 + 4096 bytes.
// CHECK-LABEL: graph of 'tensor': 3 tasks, 16384 resident bytes
// CHECK: task 0: {{.*}}, reads [0, 1], makes [3: 8192 bytes]
// CHECK: task 1: {{.*}}, reads [3, 2], makes [4: 8192 bytes], {{.*}}workspace 33554432 bytes
func.func @tensor(%x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>},
                  %u: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                  %v: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<64x32xf32> {
  %0 = "stablehlo.dot_general"(%x, %u) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<32x128xf32>) -> tensor<64x128xf32>
  %1 = "stablehlo.dot_general"(%0, %v) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x128xf32>, tensor<128x32xf32>) -> tensor<64x32xf32>
  %2 = "stablehlo.tanh"(%1) : (tensor<64x32xf32>) -> tensor<64x32xf32>
  return %2 : tensor<64x32xf32>
}

// Columns twice: the second product needs all of the first one's result, which
// is therefore kept gathered (64 x 128 elements).
// CHECK-LABEL: graph of 'columns': 2 tasks, 18432 resident bytes
// CHECK: task 0: {{.*}}, reads [0, 1], makes [3: 32768 bytes]
func.func @columns(%x: tensor<64x32xf32>,
                   %u: tensor<32x128xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
                   %v: tensor<128x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<64x32xf32> {
  %0 = "stablehlo.dot_general"(%x, %u) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<32x128xf32>) -> tensor<64x128xf32>
  %1 = "stablehlo.dot_general"(%0, %v) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x128xf32>, tensor<128x32xf32>) -> tensor<64x32xf32>
  return %1 : tensor<64x32xf32>
}

// Two axes, one for each side; a value has each only once, so that the second
// product needs all rows of one of its operands: 64 x 16 elements.
// CHECK-LABEL: graph of 'grid': 2 tasks, 14336 resident bytes
// CHECK: task 0: {{.*}}, reads [0, 1], makes [2: 4096 bytes]
func.func @grid(%x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh_2d, [{"a"}, {?}]>},
                %w: tensor<32x32xf32> {sdy.sharding = #sdy.sharding<@mesh_2d, [{}, {"b", ?}p1], replicated={"a"}>}) -> tensor<64x64xf32> {
  %0 = "stablehlo.dot_general"(%x, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
  %1 = "stablehlo.dot_general"(%0, %0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// Parts of axes, a mesh written in place, and several tensors at once: 8192 / 2,
// 8192 / 4, 8192 / 8, 8192, and the loss.
// CHECK-LABEL: graph of 'spellings': 1 tasks, 15488 resident bytes
func.func @spellings(%a: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(1)2}, {}]>},
                     %b: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(2)2}, {"x":(1)2}]>},
                     %c: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<mesh<["p"=8], device_ids=[7,6,5,4,3,2,1,0]>, [{"p"}, {}]>},
                     %d: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<mesh<[], device_ids=[0]>, [{}, {}]>}) -> tensor<f32> {
  %0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.negate"(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// The same by GSPMD: 8192 / 4, / 2 (and a replica of each), / 4, / 4, whole four
// times.
// CHECK-LABEL: graph of 'gspmd': 1 tasks, 43136 resident bytes
func.func @gspmd(%a: tensor<64x32xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"},
                 %b: tensor<64x32xf32> {mhlo.sharding = "{devices=[2,1,2]<=[4] last_tile_dim_replicate}"},
                 %c: tensor<64x32xf32> {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0)}"},
                 %d: tensor<64x32xf32> {mhlo.sharding = "{devices=[1,4]0,1,2,3 metadata={op_name=\"d\"}}"},
                 %e: tensor<64x32xf32> {mhlo.sharding = "{replicated}"},
                 %f: tensor<64x32xf32> {mhlo.sharding = "{maximal device=0}"},
                 %g: tensor<64x32xf32> {mhlo.sharding = "{manual}"},
                 %h: tensor<64x32xf32> {mhlo.sharding = "{devices=[1,1,4]<=[4] last_tile_dims={replicated}}"}) -> tensor<f32> {
  %0 = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %1 = "stablehlo.negate"(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// The largest device's part: 30 rows over 4 are 8, 8 * 32 * 4 = 1024 bytes.
// CHECK-LABEL: graph of 'uneven': 1 tasks, 2048 resident bytes
func.func @uneven(%x: tensor<30x32xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"})
    -> (tensor<30x32xf32> {mhlo.sharding = "{devices=[4,1]<=[4]}"}) {
  %0 = "stablehlo.tanh"(%x) : (tensor<30x32xf32>) -> tensor<30x32xf32>
  return %0 : tensor<30x32xf32>
}

// Constraints hold for what comes before and after them: rows of 32x32 over
// two devices are 2048 bytes, both dimensions over four 1024.
// CHECK-LABEL: graph of 'constraints': 3 tasks,
// CHECK: task 0: {{.*}}, makes [2: 2048 bytes]
// CHECK: task 1: {{.*}}, makes [3: 1024 bytes]
// CHECK: task 2: {{.*}}, makes [4: 0 bytes result]
func.func @constraints(%x: tensor<64x32xf32>, %w: tensor<32x32xf32>) -> tensor<32x32xf32> {
  %0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<32x32xf32>
  %1 = "sdy.sharding_constraint"(%0) <{sharding = #sdy.sharding<@mesh_2d, [{"b"}, {}]>}> : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %2 = "stablehlo.dot_general"(%1, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  %3 = "stablehlo.custom_call"(%2) <{call_target_name = "Sharding"}> {mhlo.sharding = "{devices=[2,2]<=[2,2]T(1,0)}"} : (tensor<32x32xf32>) -> tensor<32x32xf32>
  %4 = "stablehlo.dot_general"(%3, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
  return %4 : tensor<32x32xf32>
}

// Splits survive reshapes (the major part of a dimension), transposes,
// concatenations along others, broadcasts of what has no other split, and the
// look-up of rows of a table by indices that are split: 64 x 64 elements over
// four devices, then a matrix of that for each of 16 rows.
// CHECK-LABEL: graph of 'moves': 3 tasks,
// CHECK: task 0: stablehlo.transpose, {{.*}}, makes [3: 4096 bytes]
// CHECK: task 1: stablehlo.dot_general, {{.*}}, makes [4: 65536 bytes]
func.func @moves(%table: tensor<100x32xf32>, %ids: tensor<64xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>},
                 %bias: tensor<32xf32>) -> tensor<64x64xf32> {
  %0 = "stablehlo.broadcast_in_dim"(%ids) <{broadcast_dimensions = array<i64: 0>}> : (tensor<64xi32>) -> tensor<64x1xi32>
  %1 = "stablehlo.gather"(%table, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<100x32xf32>, tensor<64x1xi32>) -> tensor<64x32xf32>
  %2 = "stablehlo.broadcast_in_dim"(%bias) <{broadcast_dimensions = array<i64: 1>}> : (tensor<32xf32>) -> tensor<64x32xf32>
  %3 = "stablehlo.concatenate"(%1, %2) <{dimension = 1 : i64}> : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<64x64xf32>
  %4 = "stablehlo.reshape"(%3) : (tensor<64x64xf32>) -> tensor<16x4x64xf32>
  %5 = "stablehlo.transpose"(%4) <{permutation = array<i64: 1, 0, 2>}> : (tensor<16x4x64xf32>) -> tensor<4x16x64xf32>
  %6 = "stablehlo.dot_general"(%5, %5) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [1], rhs_batching_dimensions = [1], lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<4x16x64xf32>, tensor<4x16x64xf32>) -> tensor<16x64x64xf32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %7 = "stablehlo.reduce"(%6, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<16x64x64xf32>, tensor<f32>) -> tensor<64x64xf32>
  return %7 : tensor<64x64xf32>
}

// Images of a batch: 8 x 16 x 16 x 8 elements over four devices. The gradient of
// a table goes by rows of the batch into a table that every device has whole.
// CHECK-LABEL: graph of 'images':
// CHECK: task 0: stablehlo.convolution, {{.*}}, makes [4: 16384 bytes]
// CHECK: task 2: stablehlo.broadcast_in_dim, {{.*}}, makes [6: 12800 bytes]
// CHECK: task 3: stablehlo.scatter, {{.*}}, makes [7: 12800 bytes]
func.func @images(%x: tensor<8x16x16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}, %k: tensor<3x3x4x8xf32>,
                  %ids: tensor<64x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %g: tensor<64x32xf32>)
                  -> (tensor<8x14x14x8xf32>, tensor<100x100xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<1> : tensor<2x2xi64>}> : (tensor<8x16x16x4xf32>, tensor<3x3x4x8xf32>) -> tensor<8x16x16x8xf32>
  %1 = "stablehlo.slice"(%0) <{start_indices = array<i64: 0, 1, 1, 0>, limit_indices = array<i64: 8, 15, 15, 8>, strides = array<i64: 1, 1, 1, 1>}> : (tensor<8x16x16x8xf32>) -> tensor<8x14x14x8xf32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %2 = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<100x32xf32>
  %3 = "stablehlo.scatter"(%2, %ids, %g) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<100x32xf32>, tensor<64x1xi32>, tensor<64x32xf32>) -> tensor<100x32xf32>
  %4 = "stablehlo.dot_general"(%3, %3) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>}> : (tensor<100x32xf32>, tensor<100x32xf32>) -> tensor<100x100xf32>
  return %1, %4 : tensor<8x14x14x8xf32>, tensor<100x100xf32>
}

// A loop carries shares, and its body works on shares: one product of 2048
// bytes and its workspace.
// CHECK-LABEL: graph of 'loop': 1 tasks,
// CHECK: task 0: stablehlo.while, {{.*}}workspace 33556480 bytes
func.func @loop(%x: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<32x32xf32>) -> tensor<64x32xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %r:2 = "stablehlo.while"(%zero, %x) ({
  ^bb0(%i: tensor<i32>, %h: tensor<64x32xf32>):
    %n = "stablehlo.constant"() <{value = dense<8> : tensor<i32>}> : () -> tensor<i32>
    %c = "stablehlo.compare"(%i, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%c) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %h: tensor<64x32xf32>):
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %d = "stablehlo.dot_general"(%h, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
    %t = "stablehlo.tanh"(%d) : (tensor<64x32xf32>) -> tensor<64x32xf32>
    "stablehlo.return"(%j, %t) : (tensor<i32>, tensor<64x32xf32>) -> ()
  }) : (tensor<i32>, tensor<64x32xf32>) -> (tensor<i32>, tensor<64x32xf32>)
  return %r#1 : tensor<64x32xf32>
}

// A callback runs on one device, which has all of its result: a mesh without axes
// splits tensors of any rank.
// CHECK-LABEL: graph of 'callback'
// CHECK: task 0: stablehlo.custom_call, {{.*}}makes [1: 8192 bytes]
func.func @callback(%x: tensor<64x32xf32>) -> tensor<64x32xf32> {
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "xla_ffi_python_cpu_callback"}> {sdy.sharding = #sdy.sharding_per_value<[<@one_device, []>]>} : (tensor<64x32xf32>) -> tensor<64x32xf32>
  %1 = "stablehlo.dot_general"(%0, %0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<64x32xf32>) -> tensor<32x32xf32>
  %2 = "stablehlo.dot_general"(%0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x32xf32>, tensor<32x32xf32>) -> tensor<64x32xf32>
  return %2 : tensor<64x32xf32>
}

// A table that is split along its rows: each device looks up all 16 rows in its part,
// 16 x 32 x 4 = 2048 bytes, which are summed over the devices. So the rows are stored,
// and looked up once.
// CHECK-LABEL: graph of 'table'
// CHECK: task 0: stablehlo.gather, {{.*}}makes [2: 512 bytes], {{.*}}workspace 2048 bytes, runs once
func.func @table(%t: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
                 %i: tensor<16x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<16x32xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 32>}> : (tensor<64x32xf32>, tensor<16x1xi32>) -> tensor<16x32xf32>
  %1 = "stablehlo.tanh"(%0) : (tensor<16x32xf32>) -> tensor<16x32xf32>
  %2 = "stablehlo.multiply"(%1, %0) : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return %2 : tensor<16x32xf32>
}

// A split batch is that of the indices, too: each device looks up its own rows.
// CHECK-LABEL: graph of 'batch'
// CHECK-NEXT: task 0: stablehlo.multiply, {{.*}}, time {{[0-9.]+}}, runs once
func.func @batch(%t: tensor<4x16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>},
                 %i: tensor<4x16x1xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> tensor<4x16x8xf32> {
  %0 = "stablehlo.gather"(%t, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1, 8>}> : (tensor<4x16x8xf32>, tensor<4x16x1xi32>) -> tensor<4x16x8xf32>
  %1 = "stablehlo.multiply"(%0, %t) : (tensor<4x16x8xf32>, tensor<4x16x8xf32>) -> tensor<4x16x8xf32>
  return %1 : tensor<4x16x8xf32>
}

// Rows are added to each table in its own parts: of its columns here, and no row is
// needed whole.
// CHECK-LABEL: graph of 'two_tables'
// CHECK-NEXT: task 0: stablehlo.scatter, {{.*}}, time {{[0-9.]+}}, runs once
func.func @two_tables(%t: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u: tensor<64x8xf32>,
                      %i: tensor<16x1xi32>, %a: tensor<16x8xf32>, %b: tensor<16x8xf32>)
    -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<64x8xf32>) {
  %0:2 = "stablehlo.scatter"(%t, %u, %i, %a, %b) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %r: tensor<f32>, %s: tensor<f32>):
    %c = "stablehlo.add"(%p, %r) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %d = "stablehlo.add"(%q, %s) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%c, %d) : (tensor<f32>, tensor<f32>) -> ()
  }) : (tensor<64x8xf32>, tensor<64x8xf32>, tensor<16x1xi32>, tensor<16x8xf32>, tensor<16x8xf32>) -> (tensor<64x8xf32>, tensor<64x8xf32>)
  return %0#0, %0#1 : tensor<64x8xf32>, tensor<64x8xf32>
}

// The sizes of the slices may be an operand.
// CHECK-LABEL: graph of 'dynamic'
// CHECK: task 0: stablehlo.dynamic_gather, {{.*}}workspace 2048 bytes, runs once
func.func @dynamic(%t: tensor<64x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<16x1xi32>) -> tensor<16x32xf32> {
  %sizes = "stablehlo.constant"() <{value = dense<[1, 32]> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = "stablehlo.dynamic_gather"(%t, %i, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<64x32xf32>, tensor<16x1xi32>, tensor<2xi32>) -> tensor<16x32xf32>
  %1 = "stablehlo.tanh"(%0) : (tensor<16x32xf32>) -> tensor<16x32xf32>
  %2 = "stablehlo.multiply"(%1, %0) : (tensor<16x32xf32>, tensor<16x32xf32>) -> tensor<16x32xf32>
  return %2 : tensor<16x32xf32>
}

// One value as table and rows: its 64 rows of 8 x 4 bytes are gathered.
// CHECK-LABEL: graph of 'onto_itself'
// CHECK: task 0: stablehlo.scatter, {{.*}}workspace 2048 bytes, runs once
func.func @onto_itself(%t: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<64x1xi32>)
    -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = "stablehlo.scatter"(%t, %i, %t) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<64x8xf32>, tensor<64x1xi32>, tensor<64x8xf32>) -> tensor<64x8xf32>
  return %0 : tensor<64x8xf32>
}

// Few elements are reduced in the kernels that read their sum, but not over devices.
// CHECK-LABEL: graph of 'sums_of_parts'
// CHECK-NEXT: task 0: stablehlo.reduce, other, reads [0], makes [2: 16384 bytes]
// CHECK-NEXT: task 1: stablehlo.exponential, other, reads [2]
func.func @sums_of_parts(%x: tensor<64x24x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}]>}, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<64x24x64xf32>, tensor<f32>) -> tensor<64x64xf32>
  %1 = "stablehlo.exponential"(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = "stablehlo.dot_general"(%1, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
