// RUN: remat-opt --mlir-print-op-generic %s -o %t
// RUN: FileCheck %s < %t
// RUN: remat-opt --mlir-print-op-generic %t | diff - %t

// Attributes, types and operations of these namespaces are kept as they are
// written, those that nobody has ever heard of too.

// CHECK: "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=4]>, sym_name = "mesh"}> : () -> ()
"sdy.mesh"() <{mesh = #sdy.mesh<["x"=2, "y"=4]>, sym_name = "mesh"}> : () -> ()

// CHECK: "func.func"() <{arg_attrs = [{jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {}]>}, {mhlo.layout_mode = "default", mhlo.sharding = "{devices=[2,1]<=[2]}", tf.aliasing_output = 0 : i32}]
// CHECK-SAME: res_attrs = [{jax.result_info = "result[0]", mhlo.sharding = "{replicated}"}, {}]
func.func public @attributes(
    %a: tensor<4x4xf32> {jax.buffer_donor = true, sdy.sharding = #sdy.sharding<@mesh, [{"x", ?}, {}]>},
    %b: tensor<4x4xf32> {mhlo.layout_mode = "default", mhlo.sharding = "{devices=[2,1]<=[2]}", tf.aliasing_output = 0 : i32})
    -> (tensor<4x4xf32> {jax.result_info = "result[0]", mhlo.sharding = "{replicated}"}, tensor<4x4xf32>) {
  // CHECK: "stablehlo.compare"(%{{.*}}, %{{.*}}) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}>
  %0 = "stablehlo.compare"(%a, %b) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  // Of an operation in the style of before there were properties.
  // CHECK: "stablehlo.select"(%{{.*}}, %{{.*}}, %{{.*}}) {mhlo.frontend_attributes = {a = "b"}, xla.tag = #chlo<odd [x -> y]>}
  %1 = "stablehlo.select"(%0, %a, %b) {mhlo.frontend_attributes = {a = "b"}, xla.tag = #chlo<odd [x -> y]>} : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %b : tensor<4x4xf32>, tensor<4x4xf32>
}

// CHECK-LABEL: sym_name = "types"
func.func @types(%0: !stablehlo.token, %1: tensor<4xf32, #stablehlo.bounds<?>>, %2: !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<i32>>, %3: !stablehlo.future<tensor<2xf32>>)
    // CHECK: ^bb0(%{{.*}}: !stablehlo.token, %{{.*}}: tensor<4xf32, #stablehlo.bounds<?>>, %{{.*}}: !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<i32>>, %{{.*}}: !stablehlo.future<tensor<2xf32>>):
    -> !stablehlo.token {
  // CHECK: "stablehlo.after_all"(%{{.*}}, %{{.*}}) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  %4 = "stablehlo.after_all"(%0, %0) : (!stablehlo.token, !stablehlo.token) -> !stablehlo.token
  return %4 : !stablehlo.token
}

// CHECK-LABEL: sym_name = "properties"
func.func @properties(%x: tensor<4xf32>) {
  // Properties that are no dictionary, for an operation that is known and for
  // one that is not.
  // CHECK: "stablehlo.negate"(%{{.*}}) <"text"> {a = 1 : i64}
  %0 = "stablehlo.negate"(%x) <"text"> {a = 1 : i64} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: "stablehlo.negatively"(%{{.*}}) <{a = #stablehlo.what<<>>}> ({
  // CHECK: ^bb0(%{{.*}}: tensor<f32>):
  // CHECK: "mhlo.something"() : () -> ()
  %1 = "stablehlo.negatively"(%x) <{a = #stablehlo.what<<>>}> ({
  ^bb0(%y: tensor<f32>):
    "mhlo.something"() : () -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  // A large constant by reference.
  // CHECK: "stablehlo.constant"() <{value = dense_resource<blob> : tensor<2xf32>}> : () -> tensor<2xf32>
  %2 = "stablehlo.constant"() <{value = dense_resource<blob> : tensor<2xf32>}> : () -> tensor<2xf32>
  return
}

// Regions, several of them, and blocks with arguments.
// CHECK-LABEL: sym_name = "regions"
func.func @regions(%i: tensor<i32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: "stablehlo.case"(%{{.*}}) ({
  // CHECK: "stablehlo.return"(%{{.*}}) : (tensor<4xf32>) -> ()
  // CHECK: }, {
  // CHECK: "chlo.square"(%{{.*}}) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: }, {
  // CHECK: "stablehlo.all_reduce"(%{{.*}}) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<{{\[\[}}0, 1{{\]\]}}> : tensor<1x2xi64>, use_global_device_ids}> ({
  %0 = "stablehlo.case"(%i) ({
    "stablehlo.return"(%x) : (tensor<4xf32>) -> ()
  }, {
    %1 = "chlo.square"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%1) : (tensor<4xf32>) -> ()
  }, {
    %1 = "stablehlo.all_reduce"(%x) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %2 = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%2) : (tensor<f32>) -> ()
    }) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%1) : (tensor<4xf32>) -> ()
  }) : (tensor<i32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

{-#
  dialect_resources: {
    builtin: {
      blob: "0x040000000000803F00000040"
    }
  }
#-}
