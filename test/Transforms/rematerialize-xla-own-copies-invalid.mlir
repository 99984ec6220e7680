// RUN: remat-opt %s --split-input-file --remat-rematerialize="target=xla-gpu budget=min" | FileCheck %s

// Placements that XLA refuses are calls with a side effect, and stay.

// CHECK-LABEL: func.func @two_operands
// CHECK: "stablehlo.tanh"
// CHECK: "stablehlo.custom_call"(%{{.*}}, %{{.*}}) {{.*}}annotate_device_placement
func.func @two_operands(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %a = "stablehlo.tanh"(%x) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %b = "stablehlo.sine"(%a) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %p:2 = "stablehlo.custom_call"(%a, %b) <{api_version = 1 : i32, call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>)
  return %p#1 : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: func.func @no_operands
// CHECK: "stablehlo.custom_call"() {{.*}}annotate_device_placement
func.func @no_operands(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %p = "stablehlo.custom_call"() <{api_version = 1 : i32, call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : () -> tensor<64x64xf32>
  %a = "stablehlo.add"(%x, %p) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %a : tensor<64x64xf32>
}
