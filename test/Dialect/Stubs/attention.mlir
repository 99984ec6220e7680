// RUN: remat-opt %s -test-remat-stablehlo -o /dev/null | FileCheck %s

// cuDNN's attention as JAX calls it. Each of 8 heads multiplies 128 queries by
// the keys that the mask leaves: 8,256 pairs if causal.
func.func @attention(%q: tensor<2x128x4x64xbf16>, %k: tensor<2x128x4x64xbf16>, %v: tensor<2x128x4x64xbf16>, %s: tensor<2x4x128xf32>) {
  // CHECK: causal: CustomCall pure again target=__cudnn$fmhaSoftmax flops=16908288 matrix=16908288
  %0:3 = "stablehlo.custom_call"(%q, %k, %v) <{api_version = 2 : i32, backend_config = "{\22operation_queue_id\22: \220\22, \22cudnn_fmha_backend_config\22: {\22algorithm\22: {\22algo_id\22: \220\22, \22math_type\22: \22TENSOR_OP_MATH\22, \22tuning_knobs\22: {\2217\22: \221\22, \2224\22: \220\22}, \22is_cudnn_frontend\22: true, \22workspace_size\22: \220\22}, \22fmha_scale\22: 0.125, \22intermediate_tensor_shape\22: {\22element_type\22: \22BF16\22, \22dimensions\22: [\222\22, \224\22, \22128\22, \22128\22], \22tuple_shapes\22: [], \22layout\22: {\22dim_level_types\22: [], \22dim_unique\22: [], \22dim_ordered\22: [], \22minor_to_major\22: [\223\22, \222\22, \221\22, \220\22], \22tiles\22: [], \22element_size_in_bits\22: \220\22, \22memory_space\22: \220\22, \22index_primitive_type\22: \22PRIMITIVE_TYPE_INVALID\22, \22pointer_primitive_type\22: \22PRIMITIVE_TYPE_INVALID\22, \22dynamic_shape_metadata_prefix_bytes\22: \220\22}, \22is_dynamic_dimension\22: [false, false, false, false]}, \22is_flash_attention\22: true, \22mask_type\22: \22CAUSAL\22, \22bmm1_dot_dimension_numbers\22: {\22lhs_contracting_dimensions\22: [\223\22], \22rhs_contracting_dimensions\22: [\223\22], \22lhs_batch_dimensions\22: [\220\22, \222\22], \22rhs_batch_dimensions\22: [\220\22, \222\22]}, \22bmm2_dot_dimension_numbers\22: {\22lhs_contracting_dimensions\22: [\223\22], \22rhs_contracting_dimensions\22: [\221\22], \22lhs_batch_dimensions\22: [\220\22, \221\22], \22rhs_batch_dimensions\22: [\220\22, \222\22]}, \22dropout_rate\22: 0.0, \22seed\22: 42, \22sliding_window_length\22: 0, \22max_seg_per_batch\22: 1, \22is_paged_attention\22: false}}", call_target_name = "__cudnn$fmhaSoftmax", operand_layouts = [dense<[3, 2, 1, 0]> : tensor<4xindex>, dense<[3, 2, 1, 0]> : tensor<4xindex>, dense<[3, 2, 1, 0]> : tensor<4xindex>], result_layouts = [dense<[3, 1, 2, 0]> : tensor<4xindex>, dense<[2, 1, 0]> : tensor<3xindex>, dense<0> : tensor<1xindex>]}> {test.hlo = "causal"} : (tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>) -> (tensor<2x4x128x64xbf16>, tensor<2x4x128xf32>, tensor<0xui8>)
  // The gradient has five products where the attention has two.
  // CHECK: gradient: CustomCall pure again target=__cudnn$fmhaSoftmaxBackward flops=42270720 matrix=42270720
  %1:4 = "stablehlo.custom_call"(%q, %k, %v, %s, %q, %q) <{backend_config = "{\22cudnn_fmha_backend_config\22: {\22intermediate_tensor_shape\22: {\22dimensions\22: [\222\22, \224\22, \22128\22, \22128\22]}, \22mask_type\22: \22CAUSAL\22}}", call_target_name = "__cudnn$fmhaSoftmaxBackward"}> {test.hlo = "gradient"} : (tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>, tensor<2x4x128xf32>, tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>) -> (tensor<2x4x128x64xbf16>, tensor<2x4x128x64xbf16>, tensor<2x4x128x64xbf16>, tensor<0xui8>)
  // CHECK: whole: CustomCall {{.*}} flops=33554432 matrix=33554432
  %2 = "stablehlo.custom_call"(%q, %k, %v) <{backend_config = "{\22cudnn_fmha_backend_config\22: {\22intermediate_tensor_shape\22: {\22dimensions\22: [\222\22, \224\22, \22128\22, \22128\22]}, \22mask_type\22: \22NO_MASK\22}}", call_target_name = "__cudnn$fmhaScaleBiasSoftmax"}> {test.hlo = "whole"} : (tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>) -> tensor<2x4x128x64xbf16>
  // Each query sees at most 16 keys.
  // CHECK: window: CustomCall {{.*}} flops=3948544 matrix=3948544
  %3 = "stablehlo.custom_call"(%q, %k, %v) <{backend_config = "{\22cudnn_fmha_backend_config\22: {\22intermediate_tensor_shape\22: {\22dimensions\22: [\222\22, \224\22, \22128\22, \22128\22]}, \22mask_type\22: \22CAUSAL\22, \22sliding_window_length\22: 16}}", call_target_name = "__cudnn$fmhaSoftmax"}> {test.hlo = "window"} : (tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>) -> tensor<2x4x128x64xbf16>
  return
}

// Fewer keys than queries, and values of half the extent.
func.func @extents(%q: tensor<2x128x4x64xf16>, %k: tensor<2x32x4x64xf16>, %v: tensor<2x32x4x32xf16>) {
  // CHECK: short: CustomCall {{.*}} flops=5529600 matrix=5529600
  %0 = "stablehlo.custom_call"(%q, %k, %v) <{backend_config = "{\22cudnn_fmha_backend_config\22: {\22intermediate_tensor_shape\22: {\22dimensions\22: [\222\22, \224\22, \22128\22, \2232\22]}, \22mask_type\22: \22PADDING_CAUSAL\22}}", call_target_name = "__cudnn$fmhaSoftmax"}> {test.hlo = "short"} : (tensor<2x128x4x64xf16>, tensor<2x32x4x64xf16>, tensor<2x32x4x32xf16>) -> tensor<2x4x128x32xf16>
  // CHECK: gradient-short: CustomCall {{.*}} flops=14745600 matrix=14745600
  %1 = "stablehlo.custom_call"(%q, %k, %v) <{backend_config = "{\22cudnn_fmha_backend_config\22: {\22intermediate_tensor_shape\22: {\22dimensions\22: [\222\22, \224\22, \22128\22, \2232\22]}, \22mask_type\22: \22CAUSAL\22}}", call_target_name = "__cudnn$fmhaSoftmaxBackwardF8"}> {test.hlo = "gradient-short"} : (tensor<2x128x4x64xf16>, tensor<2x32x4x64xf16>, tensor<2x32x4x32xf16>) -> tensor<2x4x128x32xf16>
  return
}

// What cannot be read counts nothing.
func.func @malformed(%q: tensor<2x128x4x64xbf16>, %m: tensor<4x4xbf16>) {
  // CHECK: silent: CustomCall {{.*}} flops=0 matrix=0
  %0 = "stablehlo.custom_call"(%q, %q, %q) <{call_target_name = "__cudnn$fmhaSoftmax"}> {test.hlo = "silent"} : (tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>) -> tensor<2x4x128x64xbf16>
  // CHECK: no-json: CustomCall {{.*}} flops=0 matrix=0
  %1 = "stablehlo.custom_call"(%q, %q, %q) <{backend_config = "{", call_target_name = "__cudnn$fmhaSoftmax"}> {test.hlo = "no-json"} : (tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>) -> tensor<2x4x128x64xbf16>
  // CHECK: other-extents: CustomCall {{.*}} flops=0 matrix=0
  %2 = "stablehlo.custom_call"(%q, %q, %q) <{backend_config = "{\22cudnn_fmha_backend_config\22: {\22intermediate_tensor_shape\22: {\22dimensions\22: [\223\22, \224\22, \22128\22, \22128\22]}}}", call_target_name = "__cudnn$fmhaSoftmax"}> {test.hlo = "other-extents"} : (tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>) -> tensor<2x4x128x64xbf16>
  // CHECK: negative: CustomCall {{.*}} flops=0 matrix=0
  %3 = "stablehlo.custom_call"(%q, %q, %q) <{backend_config = "{\22cudnn_fmha_backend_config\22: {\22intermediate_tensor_shape\22: {\22dimensions\22: [\22-2\22, \22-4\22, \22128\22, \22128\22]}}}", call_target_name = "__cudnn$fmhaSoftmax"}> {test.hlo = "negative"} : (tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>, tensor<2x128x4x64xbf16>) -> tensor<2x4x128x64xbf16>
  // CHECK: matrices: CustomCall {{.*}} flops=0 matrix=0
  %4 = "stablehlo.custom_call"(%m, %m, %m) <{backend_config = "{\22cudnn_fmha_backend_config\22: {\22intermediate_tensor_shape\22: {\22dimensions\22: [\221\22, \221\22, \224\22, \224\22]}}}", call_target_name = "__cudnn$fmhaSoftmax"}> {test.hlo = "matrices"} : (tensor<4x4xbf16>, tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return
}
