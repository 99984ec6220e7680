"builtin.module"() <{sym_name = "jit_step"}> ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["data"=2, "model"=2]>, sym_name = "mesh"}> {stablehlo.mesh = {axes = [{name = "data", size = 2 : i64}, {name = "model", size = 2 : i64}]}} : () -> ()
  "sdy.mesh"() <{mesh = #sdy.mesh<[]>, sym_name = "empty_mesh"}> {stablehlo.mesh = {axes = []}} : () -> ()
  "func.func"() <{arg_attrs = [{sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 1 : i32}, {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>, tf.aliasing_output = 2 : i32}, {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>, tf.aliasing_output = 3 : i32}, {sdy.sharding = #sdy.sharding<@empty_mesh, [{}]>}, {sdy.sharding = #sdy.sharding<@empty_mesh, [{}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}]>}, {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}]>}], function_type = (tensor<16x8xf32>, tensor<8x8xf32>, tensor<3x8x4xf32>, tensor<2xui32>, tensor<4xui32>, tensor<2x6xi32>, tensor<2x6x8xf32>) -> (tensor<f32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<3x8x4xf32>, tensor<4x2xf32>, tensor<4x2xi32>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<4x8xbf16>, tensor<4x8xf8E4M3FN>, tensor<4x8xi4>, tensor<4x5xcomplex<f32>>, tensor<4x8xf32>), res_attrs = [{jax.result_info = "result[0]", sdy.sharding = #sdy.sharding<@mesh, []>}, {jax.result_info = "result[1][0]", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, {jax.result_info = "result[1][1]", sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}]>}, {jax.result_info = "result[1][2]", sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}]>}, {jax.result_info = "result[2][0]"}, {jax.result_info = "result[2][1]"}, {jax.result_info = "result[2][2]"}, {jax.result_info = "result[2][3]"}, {jax.result_info = "result[2][4][0]"}, {jax.result_info = "result[2][4][1]"}, {jax.result_info = "result[2][4][2]"}, {jax.result_info = "result[2][4][3]"}, {jax.result_info = "result[2][5]"}], sym_name = "main", sym_visibility = "public"}> ({
  ^bb0(%arg70: tensor<16x8xf32>, %arg71: tensor<8x8xf32>, %arg72: tensor<3x8x4xf32>, %arg73: tensor<2xui32>, %arg74: tensor<4xui32>, %arg75: tensor<2x6xi32>, %arg76: tensor<2x6x8xf32>):
    %244 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %245 = "stablehlo.broadcast_in_dim"(%244) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2x6xi32>
    %246 = "stablehlo.compare"(%arg75, %245) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi1>
    %247 = "stablehlo.constant"() <{value = dense<16> : tensor<i32>}> : () -> tensor<i32>
    %248 = "stablehlo.broadcast_in_dim"(%247) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<2x6xi32>
    %249 = "stablehlo.add"(%arg75, %248) : (tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi32>
    %250 = "stablehlo.select"(%246, %249, %arg75) : (tensor<2x6xi1>, tensor<2x6xi32>, tensor<2x6xi32>) -> tensor<2x6xi32>
    %251 = "stablehlo.broadcast_in_dim"(%250) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<2x6xi32>) -> tensor<2x6x1xi32>
    %252 = "stablehlo.gather"(%arg70, %251) <{dimension_numbers = #stablehlo.gather<offset_dims = [2], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 8>}> : (tensor<16x8xf32>, tensor<2x6x1xi32>) -> tensor<2x6x8xf32>
    %253 = "sdy.sharding_constraint"(%arg76) <{sharding = #sdy.sharding<@mesh, [{"data"}, {}, {"model"}]>}> : (tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %254 = "stablehlo.add"(%252, %253) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %255 = "stablehlo.constant"() <{value = dense<0.899999976> : tensor<f32>}> : () -> tensor<f32>
    %256 = "func.call"(%arg73, %255) <{callee = @_bernoulli}> : (tensor<2xui32>, tensor<f32>) -> tensor<2x6x8xi1>
    %257 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %258 = "func.call"(%256, %254, %257) <{callee = @_where}> : (tensor<2x6x8xi1>, tensor<2x6x8xf32>, tensor<i32>) -> tensor<2x6x8xf32>
    %259 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %260 = "stablehlo.broadcast_in_dim"(%259) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3xf32>
    %261 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %262 = "stablehlo.broadcast_in_dim"(%261) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x2x6x8xf32>
    %263 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %264 = "stablehlo.broadcast_in_dim"(%263) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x2x6x8xf32>
    %265 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %266 = "stablehlo.broadcast_in_dim"(%265) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x2x6x8xf32>
    %267 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %268 = "stablehlo.broadcast_in_dim"(%267) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x2x6x8xf32>
    %269 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %270:8 = "stablehlo.while"(%arg71, %269, %258, %260, %262, %264, %266, %268) ({
    ^bb0(%arg123: tensor<8x8xf32>, %arg124: tensor<i32>, %arg125: tensor<2x6x8xf32>, %arg126: tensor<3xf32>, %arg127: tensor<3x2x6x8xf32>, %arg128: tensor<3x2x6x8xf32>, %arg129: tensor<3x2x6x8xf32>, %arg130: tensor<3x2x6x8xf32>):
      %396 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
      %397 = "stablehlo.compare"(%arg124, %396) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%397) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg115: tensor<8x8xf32>, %arg116: tensor<i32>, %arg117: tensor<2x6x8xf32>, %arg118: tensor<3xf32>, %arg119: tensor<3x2x6x8xf32>, %arg120: tensor<3x2x6x8xf32>, %arg121: tensor<3x2x6x8xf32>, %arg122: tensor<3x2x6x8xf32>):
      %388:6 = "func.call"(%arg115, %arg117) <{callee = @closed_call_0}> : (tensor<8x8xf32>, tensor<2x6x8xf32>) -> (tensor<2x6x8xf32>, tensor<f32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>)
      %389 = "func.call"(%arg118, %388#1, %arg116) <{callee = @dynamic_update_index_in_dim}> : (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>
      %390 = "func.call"(%arg119, %388#2, %arg116) <{callee = @dynamic_update_index_in_dim_1}> : (tensor<3x2x6x8xf32>, tensor<2x6x8xf32>, tensor<i32>) -> tensor<3x2x6x8xf32>
      %391 = "func.call"(%arg120, %388#3, %arg116) <{callee = @dynamic_update_index_in_dim_1}> : (tensor<3x2x6x8xf32>, tensor<2x6x8xf32>, tensor<i32>) -> tensor<3x2x6x8xf32>
      %392 = "func.call"(%arg121, %388#4, %arg116) <{callee = @dynamic_update_index_in_dim_1}> : (tensor<3x2x6x8xf32>, tensor<2x6x8xf32>, tensor<i32>) -> tensor<3x2x6x8xf32>
      %393 = "func.call"(%arg122, %388#5, %arg116) <{callee = @dynamic_update_index_in_dim_1}> : (tensor<3x2x6x8xf32>, tensor<2x6x8xf32>, tensor<i32>) -> tensor<3x2x6x8xf32>
      %394 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %395 = "stablehlo.add"(%arg116, %394) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg115, %395, %388#0, %389, %390, %391, %392, %393) : (tensor<8x8xf32>, tensor<i32>, tensor<2x6x8xf32>, tensor<3xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>) -> ()
    }) : (tensor<8x8xf32>, tensor<i32>, tensor<2x6x8xf32>, tensor<3xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>) -> (tensor<8x8xf32>, tensor<i32>, tensor<2x6x8xf32>, tensor<3xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>)
    %271 = "stablehlo.convolution"(%270#2, %arg72) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, padding = dense<[[0, 1]]> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 2>}> : (tensor<2x6x8xf32>, tensor<3x8x4xf32>) -> tensor<2x3x4xf32>
    %272 = "stablehlo.optimization_barrier"(%271) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %273 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %274 = "stablehlo.broadcast_in_dim"(%273) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<f32>
    %275 = "stablehlo.reduce_window"(%272, %274) <{base_dilations = array<i64: 1, 1, 1>, padding = dense<0> : tensor<3x2xi64>, window_dilations = array<i64: 1, 1, 1>, window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
    ^bb0(%arg113: tensor<f32>, %arg114: tensor<f32>):
      %387 = "stablehlo.maximum"(%arg113, %arg114) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%387) : (tensor<f32>) -> ()
    }) : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x1x4xf32>
    %276 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %277 = "stablehlo.reduce"(%275, %276) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg111: tensor<f32>, %arg112: tensor<f32>):
      %386 = "stablehlo.add"(%arg111, %arg112) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%386) : (tensor<f32>) -> ()
    }) : (tensor<2x1x4xf32>, tensor<f32>) -> tensor<f32>
    %278 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %279 = "stablehlo.reduce"(%270#3, %278) <{dimensions = array<i64: 0>}> ({
    ^bb0(%arg109: tensor<f32>, %arg110: tensor<f32>):
      %385 = "stablehlo.add"(%arg109, %arg110) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%385) : (tensor<f32>) -> ()
    }) : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %280 = "stablehlo.add"(%277, %279) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %281 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %282 = "stablehlo.broadcast_in_dim"(%281) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3xf32>
    %283 = "stablehlo.broadcast_in_dim"(%281) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x1x4xf32>
    %284 = "stablehlo.constant"() <{value = dense<0xFF800000> : tensor<f32>}> : () -> tensor<f32>
    %285 = "stablehlo.pad"(%272, %284) <{edge_padding_high = array<i64: 0, 0, 0>, edge_padding_low = array<i64: 0, 0, 0>, interior_padding = array<i64: 0, 0, 0>}> : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3x4xf32>
    %286 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %287 = "stablehlo.select_and_scatter"(%285, %283, %286) <{padding = dense<0> : tensor<3x2xi64>, window_dimensions = array<i64: 1, 2, 1>, window_strides = array<i64: 1, 2, 1>}> ({
    ^bb0(%arg107: tensor<f32>, %arg108: tensor<f32>):
      %384 = "stablehlo.compare"(%arg107, %arg108) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%384) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg105: tensor<f32>, %arg106: tensor<f32>):
      %383 = "stablehlo.add"(%arg105, %arg106) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%383) : (tensor<f32>) -> ()
    }) : (tensor<2x3x4xf32>, tensor<2x1x4xf32>, tensor<f32>) -> tensor<2x3x4xf32>
    %288 = "stablehlo.slice"(%287) <{limit_indices = array<i64: 2, 3, 4>, start_indices = array<i64: 0, 0, 0>, strides = array<i64: 1, 1, 1>}> : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %289 = "stablehlo.optimization_barrier"(%288) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    %290 = "stablehlo.convolution"(%270#2, %289) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[f, 0, b]x[i, 0, o]->[0, b, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 1>, padding = dense<[[0, 1]]> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 2>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x6x8xf32>, tensor<2x3x4xf32>) -> tensor<3x8x4xf32>
    %291 = "stablehlo.reverse"(%arg72) <{dimensions = array<i64: 0>}> : (tensor<3x8x4xf32>) -> tensor<3x8x4xf32>
    %292 = "stablehlo.convolution"(%289, %291) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, o, i]->[b, 0, f]>, feature_group_count = 1 : i64, lhs_dilation = array<i64: 2>, padding = dense<[[2, 1]]> : tensor<1x2xi64>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>], rhs_dilation = array<i64: 1>, window_reversal = array<i1: false>, window_strides = array<i64: 1>}> : (tensor<2x3x4xf32>, tensor<3x8x4xf32>) -> tensor<2x6x8xf32>
    %293 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %294 = "stablehlo.broadcast_in_dim"(%293) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x8xf32>
    %295 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %296:9 = "stablehlo.while"(%282, %270#4, %270#5, %270#6, %270#7, %arg71, %295, %294, %292) ({
    ^bb0(%arg96: tensor<3xf32>, %arg97: tensor<3x2x6x8xf32>, %arg98: tensor<3x2x6x8xf32>, %arg99: tensor<3x2x6x8xf32>, %arg100: tensor<3x2x6x8xf32>, %arg101: tensor<8x8xf32>, %arg102: tensor<i32>, %arg103: tensor<8x8xf32>, %arg104: tensor<2x6x8xf32>):
      %381 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
      %382 = "stablehlo.compare"(%arg102, %381) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%382) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg87: tensor<3xf32>, %arg88: tensor<3x2x6x8xf32>, %arg89: tensor<3x2x6x8xf32>, %arg90: tensor<3x2x6x8xf32>, %arg91: tensor<3x2x6x8xf32>, %arg92: tensor<8x8xf32>, %arg93: tensor<i32>, %arg94: tensor<8x8xf32>, %arg95: tensor<2x6x8xf32>):
      %369 = "stablehlo.constant"() <{value = dense<3> : tensor<i32>}> : () -> tensor<i32>
      %370 = "stablehlo.subtract"(%369, %arg93) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %371 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %372 = "stablehlo.subtract"(%370, %371) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      %373 = "func.call"(%arg87, %372) <{callee = @dynamic_index_in_dim}> : (tensor<3xf32>, tensor<i32>) -> tensor<f32>
      %374 = "func.call"(%arg88, %372) <{callee = @dynamic_index_in_dim_2}> : (tensor<3x2x6x8xf32>, tensor<i32>) -> tensor<2x6x8xf32>
      %375 = "func.call"(%arg89, %372) <{callee = @dynamic_index_in_dim_2}> : (tensor<3x2x6x8xf32>, tensor<i32>) -> tensor<2x6x8xf32>
      %376 = "func.call"(%arg90, %372) <{callee = @dynamic_index_in_dim_2}> : (tensor<3x2x6x8xf32>, tensor<i32>) -> tensor<2x6x8xf32>
      %377 = "func.call"(%arg91, %372) <{callee = @dynamic_index_in_dim_2}> : (tensor<3x2x6x8xf32>, tensor<i32>) -> tensor<2x6x8xf32>
      %378:2 = "func.call"(%arg92, %arg94, %arg95, %373, %374, %375, %376, %377) <{callee = @closed_call_3}> : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x6x8xf32>, tensor<f32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> (tensor<8x8xf32>, tensor<2x6x8xf32>)
      %379 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %380 = "stablehlo.add"(%arg93, %379) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%arg87, %arg88, %arg89, %arg90, %arg91, %arg92, %380, %378#0, %378#1) : (tensor<3xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<2x6x8xf32>) -> ()
    }) : (tensor<3xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<2x6x8xf32>) -> (tensor<3xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<3x2x6x8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<8x8xf32>, tensor<2x6x8xf32>)
    %297 = "func.call"(%256, %296#8) <{callee = @_where_4}> : (tensor<2x6x8xi1>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %298 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %299 = "stablehlo.broadcast_in_dim"(%298) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x8xf32>
    %300 = "stablehlo.scatter"(%299, %251, %297) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 2>, unique_indices = false}> ({
    ^bb0(%arg85: tensor<f32>, %arg86: tensor<f32>):
      %368 = "stablehlo.add"(%arg85, %arg86) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%368) : (tensor<f32>) -> ()
    }) : (tensor<16x8xf32>, tensor<2x6x1xi32>, tensor<2x6x8xf32>) -> tensor<16x8xf32>
    %301 = "func.call"(%arg74) <{callee = @_normal}> : (tensor<4xui32>) -> tensor<4x8xf32>
    %302:2 = "chlo.top_k"(%301) <{k = 2 : i64}> : (tensor<4x8xf32>) -> (tensor<4x2xf32>, tensor<4x2xi32>)
    %303 = "stablehlo.sort"(%301) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg83: tensor<f32>, %arg84: tensor<f32>):
      %353 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %354 = "stablehlo.compare"(%arg83, %353) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %355 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %356 = "stablehlo.select"(%354, %355, %arg83) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %357 = "stablehlo.compare"(%arg83, %arg83) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %358 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
      %359 = "stablehlo.select"(%357, %358, %356) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %360 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %361 = "stablehlo.compare"(%arg84, %360) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %362 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %363 = "stablehlo.select"(%361, %362, %arg84) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %364 = "stablehlo.compare"(%arg84, %arg84) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction NE>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %365 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
      %366 = "stablehlo.select"(%364, %365, %363) : (tensor<i1>, tensor<f32>, tensor<f32>) -> tensor<f32>
      %367 = "stablehlo.compare"(%359, %366) <{compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%367) : (tensor<i1>) -> ()
    }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %304 = "stablehlo.transpose"(%301) <{permutation = array<i64: 1, 0>}> : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %305 = "stablehlo.dot_general"(%301, %304) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<4x8xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
    %306 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x4xi32>
    %307 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x4xi32>
    %308 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %309 = "stablehlo.broadcast_in_dim"(%308) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x4xi32>
    %310 = "stablehlo.add"(%306, %309) : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
    %311 = "stablehlo.compare"(%310, %307) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %312 = "stablehlo.convert"(%311) : (tensor<4x4xi1>) -> tensor<4x4xf32>
    %313 = "stablehlo.add"(%305, %312) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %314 = "func.call"(%313) <{callee = @cholesky}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %315 = "func.call"(%301) <{callee = @fft}> : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
    %316 = "stablehlo.convert"(%301) : (tensor<4x8xf32>) -> tensor<4x8xbf16>
    %317 = "stablehlo.convert"(%301) : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
    %318 = "stablehlo.constant"() <{value = dense<3.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %319 = "stablehlo.broadcast_in_dim"(%318) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x8xf32>
    %320 = "stablehlo.multiply"(%301, %319) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %321 = "stablehlo.convert"(%320) : (tensor<4x8xf32>) -> tensor<4x8xi4>
    %322 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %323 = "stablehlo.compare"(%280, %322) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction GT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %324 = "stablehlo.convert"(%323) : (tensor<i1>) -> tensor<i32>
    %325 = "stablehlo.case"(%324) ({
      %352 = "stablehlo.tan"(%301) : (tensor<4x8xf32>) -> tensor<4x8xf32>
      "stablehlo.return"(%352) : (tensor<4x8xf32>) -> ()
    }, {
      %349 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %350 = "stablehlo.broadcast_in_dim"(%349) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x8xf32>
      %351 = "stablehlo.multiply"(%301, %350) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
      "stablehlo.return"(%351) : (tensor<4x8xf32>) -> ()
    }) : (tensor<i32>) -> tensor<4x8xf32>
    %326:2 = "stablehlo.while"(%280, %325) ({
    ^bb0(%arg81: tensor<f32>, %arg82: tensor<4x8xf32>):
      %347 = "stablehlo.constant"() <{value = dense<1.000000e+01> : tensor<f32>}> : () -> tensor<f32>
      %348 = "stablehlo.compare"(%arg81, %347) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<f32>, tensor<f32>) -> tensor<i1>
      "stablehlo.return"(%348) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg77: tensor<f32>, %arg78: tensor<4x8xf32>):
      %340 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %341 = "stablehlo.reduce"(%arg78, %340) <{dimensions = array<i64: 0, 1>}> ({
      ^bb0(%arg79: tensor<f32>, %arg80: tensor<f32>):
        %346 = "stablehlo.add"(%arg79, %arg80) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%346) : (tensor<f32>) -> ()
      }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
      %342 = "stablehlo.add"(%arg77, %341) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      %343 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %344 = "stablehlo.broadcast_in_dim"(%343) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x8xf32>
      %345 = "stablehlo.multiply"(%arg78, %344) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
      "stablehlo.return"(%342, %345) : (tensor<f32>, tensor<4x8xf32>) -> ()
    }) : (tensor<f32>, tensor<4x8xf32>) -> (tensor<f32>, tensor<4x8xf32>)
    %327 = "stablehlo.constant"() <{value = dense<1.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %328 = "stablehlo.broadcast_in_dim"(%327) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<16x8xf32>
    %329 = "stablehlo.multiply"(%328, %300) : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %330 = "stablehlo.subtract"(%arg70, %329) : (tensor<16x8xf32>, tensor<16x8xf32>) -> tensor<16x8xf32>
    %331 = "stablehlo.constant"() <{value = dense<1.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %332 = "stablehlo.broadcast_in_dim"(%331) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x8xf32>
    %333 = "stablehlo.multiply"(%332, %296#7) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %334 = "stablehlo.subtract"(%arg71, %333) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %335 = "stablehlo.constant"() <{value = dense<1.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %336 = "stablehlo.broadcast_in_dim"(%335) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<3x8x4xf32>
    %337 = "stablehlo.multiply"(%336, %290) : (tensor<3x8x4xf32>, tensor<3x8x4xf32>) -> tensor<3x8x4xf32>
    %338 = "stablehlo.subtract"(%arg72, %337) : (tensor<3x8x4xf32>, tensor<3x8x4xf32>) -> tensor<3x8x4xf32>
    %339 = "stablehlo.composite"(%326#1) <{composite_attributes = {}, decomposition = @example.swish, name = "example.swish", version = 0 : i32}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"(%280, %330, %334, %338, %302#0, %302#1, %303, %314, %316, %317, %321, %315, %339) : (tensor<f32>, tensor<16x8xf32>, tensor<8x8xf32>, tensor<3x8x4xf32>, tensor<4x2xf32>, tensor<4x2xi32>, tensor<4x8xf32>, tensor<4x4xf32>, tensor<4x8xbf16>, tensor<4x8xf8E4M3FN>, tensor<4x8xi4>, tensor<4x5xcomplex<f32>>, tensor<4x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2xui32>, tensor<f32>) -> tensor<2x6x8xi1>, res_attrs = [{}], sym_name = "_bernoulli", sym_visibility = "private"}> ({
  ^bb0(%arg68: tensor<2xui32>, %arg69: tensor<f32>):
    %239 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %240 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %241 = "func.call"(%arg68, %239, %240) <{callee = @_uniform}> : (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<2x6x8xf32>
    %242 = "stablehlo.broadcast_in_dim"(%arg69) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x8xf32>
    %243 = "stablehlo.compare"(%241, %242) <{compare_type = #stablehlo<comparison_type FLOAT>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xi1>
    "func.return"(%243) : (tensor<2x6x8xi1>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2xui32>, tensor<f32>, tensor<f32>) -> tensor<2x6x8xf32>, res_attrs = [{}], sym_name = "_uniform", sym_visibility = "private"}> ({
  ^bb0(%arg65: tensor<2xui32>, %arg66: tensor<f32>, %arg67: tensor<f32>):
    %193 = "stablehlo.convert"(%arg66) : (tensor<f32>) -> tensor<f32>
    %194 = "stablehlo.convert"(%arg67) : (tensor<f32>) -> tensor<f32>
    %195 = "stablehlo.broadcast_in_dim"(%193) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1xf32>
    %196 = "stablehlo.broadcast_in_dim"(%194) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1x1xf32>
    %197 = "stablehlo.slice"(%arg65) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %198 = "stablehlo.reshape"(%197) : (tensor<1xui32>) -> tensor<ui32>
    %199 = "stablehlo.slice"(%arg65) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<2xui32>) -> tensor<1xui32>
    %200 = "stablehlo.reshape"(%199) : (tensor<1xui32>) -> tensor<ui32>
    %201 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<2x6x8xui64>
    %202 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<2x6x8xui64>
    %203 = "stablehlo.iota"() <{iota_dimension = 2 : i64}> : () -> tensor<2x6x8xui64>
    %204 = "stablehlo.constant"() <{value = dense<48> : tensor<ui64>}> : () -> tensor<ui64>
    %205 = "stablehlo.broadcast_in_dim"(%204) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<2x6x8xui64>
    %206 = "stablehlo.multiply"(%205, %201) : (tensor<2x6x8xui64>, tensor<2x6x8xui64>) -> tensor<2x6x8xui64>
    %207 = "stablehlo.constant"() <{value = dense<8> : tensor<ui64>}> : () -> tensor<ui64>
    %208 = "stablehlo.broadcast_in_dim"(%207) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<2x6x8xui64>
    %209 = "stablehlo.multiply"(%208, %202) : (tensor<2x6x8xui64>, tensor<2x6x8xui64>) -> tensor<2x6x8xui64>
    %210 = "stablehlo.constant"() <{value = dense<1> : tensor<ui64>}> : () -> tensor<ui64>
    %211 = "stablehlo.broadcast_in_dim"(%210) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<2x6x8xui64>
    %212 = "stablehlo.multiply"(%211, %203) : (tensor<2x6x8xui64>, tensor<2x6x8xui64>) -> tensor<2x6x8xui64>
    %213 = "stablehlo.add"(%206, %209) : (tensor<2x6x8xui64>, tensor<2x6x8xui64>) -> tensor<2x6x8xui64>
    %214 = "stablehlo.add"(%213, %212) : (tensor<2x6x8xui64>, tensor<2x6x8xui64>) -> tensor<2x6x8xui64>
    %215 = "stablehlo.constant"() <{value = dense<32> : tensor<ui64>}> : () -> tensor<ui64>
    %216 = "stablehlo.broadcast_in_dim"(%215) <{broadcast_dimensions = array<i64>}> : (tensor<ui64>) -> tensor<2x6x8xui64>
    %217 = "stablehlo.shift_right_logical"(%214, %216) : (tensor<2x6x8xui64>, tensor<2x6x8xui64>) -> tensor<2x6x8xui64>
    %218 = "stablehlo.convert"(%214) : (tensor<2x6x8xui64>) -> tensor<2x6x8xui32>
    %219 = "stablehlo.convert"(%217) : (tensor<2x6x8xui64>) -> tensor<2x6x8xui32>
    %220:2 = "func.call"(%198, %200, %219, %218) <{callee = @threefry2x32}> : (tensor<ui32>, tensor<ui32>, tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> (tensor<2x6x8xui32>, tensor<2x6x8xui32>)
    %221 = "stablehlo.xor"(%220#0, %220#1) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %222 = "stablehlo.constant"() <{value = dense<9> : tensor<ui32>}> : () -> tensor<ui32>
    %223 = "stablehlo.broadcast_in_dim"(%222) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %224 = "stablehlo.shift_right_logical"(%221, %223) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %225 = "stablehlo.constant"() <{value = dense<1065353216> : tensor<ui32>}> : () -> tensor<ui32>
    %226 = "stablehlo.broadcast_in_dim"(%225) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %227 = "stablehlo.or"(%224, %226) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %228 = "stablehlo.bitcast_convert"(%227) : (tensor<2x6x8xui32>) -> tensor<2x6x8xf32>
    %229 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %230 = "stablehlo.broadcast_in_dim"(%229) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x8xf32>
    %231 = "stablehlo.subtract"(%228, %230) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %232 = "stablehlo.subtract"(%196, %195) : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
    %233 = "stablehlo.broadcast_in_dim"(%232) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x1xf32>) -> tensor<2x6x8xf32>
    %234 = "stablehlo.multiply"(%231, %233) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %235 = "stablehlo.broadcast_in_dim"(%195) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x1xf32>) -> tensor<2x6x8xf32>
    %236 = "stablehlo.add"(%234, %235) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %237 = "stablehlo.broadcast_in_dim"(%195) <{broadcast_dimensions = array<i64: 0, 1, 2>}> : (tensor<1x1x1xf32>) -> tensor<2x6x8xf32>
    %238 = "stablehlo.maximum"(%237, %236) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    "func.return"(%238) : (tensor<2x6x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<ui32>, tensor<ui32>, tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> (tensor<2x6x8xui32>, tensor<2x6x8xui32>), sym_name = "threefry2x32", sym_visibility = "private"}> ({
  ^bb0(%arg43: tensor<ui32>, %arg44: tensor<ui32>, %arg45: tensor<2x6x8xui32>, %arg46: tensor<2x6x8xui32>):
    %176 = "stablehlo.constant"() <{value = dense<[13, 15, 26, 6]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %177 = "stablehlo.constant"() <{value = dense<[17, 29, 16, 24]> : tensor<4xui32>}> : () -> tensor<4xui32>
    %178 = "stablehlo.xor"(%arg43, %arg44) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %179 = "stablehlo.constant"() <{value = dense<466688986> : tensor<ui32>}> : () -> tensor<ui32>
    %180 = "stablehlo.xor"(%178, %179) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %181 = "stablehlo.broadcast_in_dim"(%arg43) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %182 = "stablehlo.add"(%arg45, %181) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %183 = "stablehlo.broadcast_in_dim"(%arg44) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %184 = "stablehlo.add"(%arg46, %183) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %185 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %186 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %187:9 = "stablehlo.while"(%186, %185, %182, %184, %arg44, %180, %arg43, %176, %177) ({
    ^bb0(%arg56: tensor<i32>, %arg57: tensor<i32>, %arg58: tensor<2x6x8xui32>, %arg59: tensor<2x6x8xui32>, %arg60: tensor<ui32>, %arg61: tensor<ui32>, %arg62: tensor<ui32>, %arg63: tensor<4xui32>, %arg64: tensor<4xui32>):
      %191 = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
      %192 = "stablehlo.compare"(%arg56, %191) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
      "stablehlo.return"(%192) : (tensor<i1>) -> ()
    }, {
    ^bb0(%arg47: tensor<i32>, %arg48: tensor<i32>, %arg49: tensor<2x6x8xui32>, %arg50: tensor<2x6x8xui32>, %arg51: tensor<ui32>, %arg52: tensor<ui32>, %arg53: tensor<ui32>, %arg54: tensor<4xui32>, %arg55: tensor<4xui32>):
      %188:8 = "func.call"(%arg48, %arg49, %arg50, %arg51, %arg52, %arg53, %arg54, %arg55) <{callee = @closed_call}> : (tensor<i32>, tensor<2x6x8xui32>, tensor<2x6x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2x6x8xui32>, tensor<2x6x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
      %189 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
      %190 = "stablehlo.add"(%arg47, %189) : (tensor<i32>, tensor<i32>) -> tensor<i32>
      "stablehlo.return"(%190, %188#0, %188#1, %188#2, %188#3, %188#4, %188#5, %188#6, %188#7) : (tensor<i32>, tensor<i32>, tensor<2x6x8xui32>, tensor<2x6x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
    }) : (tensor<i32>, tensor<i32>, tensor<2x6x8xui32>, tensor<2x6x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<i32>, tensor<2x6x8xui32>, tensor<2x6x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>)
    "func.return"(%187#2, %187#3) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<i32>, tensor<2x6x8xui32>, tensor<2x6x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> (tensor<i32>, tensor<2x6x8xui32>, tensor<2x6x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>), res_attrs = [{}, {}, {}, {}, {}, {}, {}, {}], sym_name = "closed_call", sym_visibility = "private"}> ({
  ^bb0(%arg35: tensor<i32>, %arg36: tensor<2x6x8xui32>, %arg37: tensor<2x6x8xui32>, %arg38: tensor<ui32>, %arg39: tensor<ui32>, %arg40: tensor<ui32>, %arg41: tensor<4xui32>, %arg42: tensor<4xui32>):
    %121 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %122 = "stablehlo.add"(%arg35, %121) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %123 = "stablehlo.slice"(%arg41) <{limit_indices = array<i64: 1>, start_indices = array<i64: 0>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %124 = "stablehlo.reshape"(%123) : (tensor<1xui32>) -> tensor<ui32>
    %125 = "stablehlo.add"(%arg36, %arg37) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %126 = "stablehlo.broadcast_in_dim"(%124) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %127 = "stablehlo.shift_left"(%arg37, %126) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %128 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %129 = "stablehlo.subtract"(%128, %124) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %130 = "stablehlo.broadcast_in_dim"(%129) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %131 = "stablehlo.shift_right_logical"(%arg37, %130) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %132 = "stablehlo.or"(%127, %131) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %133 = "stablehlo.xor"(%125, %132) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %134 = "stablehlo.slice"(%arg41) <{limit_indices = array<i64: 2>, start_indices = array<i64: 1>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %135 = "stablehlo.reshape"(%134) : (tensor<1xui32>) -> tensor<ui32>
    %136 = "stablehlo.add"(%125, %133) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %137 = "stablehlo.broadcast_in_dim"(%135) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %138 = "stablehlo.shift_left"(%133, %137) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %139 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %140 = "stablehlo.subtract"(%139, %135) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %141 = "stablehlo.broadcast_in_dim"(%140) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %142 = "stablehlo.shift_right_logical"(%133, %141) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %143 = "stablehlo.or"(%138, %142) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %144 = "stablehlo.xor"(%136, %143) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %145 = "stablehlo.slice"(%arg41) <{limit_indices = array<i64: 3>, start_indices = array<i64: 2>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %146 = "stablehlo.reshape"(%145) : (tensor<1xui32>) -> tensor<ui32>
    %147 = "stablehlo.add"(%136, %144) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %148 = "stablehlo.broadcast_in_dim"(%146) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %149 = "stablehlo.shift_left"(%144, %148) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %150 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %151 = "stablehlo.subtract"(%150, %146) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %152 = "stablehlo.broadcast_in_dim"(%151) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %153 = "stablehlo.shift_right_logical"(%144, %152) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %154 = "stablehlo.or"(%149, %153) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %155 = "stablehlo.xor"(%147, %154) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %156 = "stablehlo.slice"(%arg41) <{limit_indices = array<i64: 4>, start_indices = array<i64: 3>, strides = array<i64: 1>}> : (tensor<4xui32>) -> tensor<1xui32>
    %157 = "stablehlo.reshape"(%156) : (tensor<1xui32>) -> tensor<ui32>
    %158 = "stablehlo.add"(%147, %155) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %159 = "stablehlo.broadcast_in_dim"(%157) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %160 = "stablehlo.shift_left"(%155, %159) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %161 = "stablehlo.constant"() <{value = dense<32> : tensor<ui32>}> : () -> tensor<ui32>
    %162 = "stablehlo.subtract"(%161, %157) : (tensor<ui32>, tensor<ui32>) -> tensor<ui32>
    %163 = "stablehlo.broadcast_in_dim"(%162) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %164 = "stablehlo.shift_right_logical"(%155, %163) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %165 = "stablehlo.or"(%160, %164) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %166 = "stablehlo.xor"(%158, %165) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %167 = "stablehlo.broadcast_in_dim"(%arg38) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %168 = "stablehlo.add"(%158, %167) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %169 = "stablehlo.broadcast_in_dim"(%arg39) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %170 = "stablehlo.add"(%166, %169) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    %171 = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %172 = "stablehlo.add"(%arg35, %171) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %173 = "stablehlo.convert"(%172) : (tensor<i32>) -> tensor<ui32>
    %174 = "stablehlo.broadcast_in_dim"(%173) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<2x6x8xui32>
    %175 = "stablehlo.add"(%170, %174) : (tensor<2x6x8xui32>, tensor<2x6x8xui32>) -> tensor<2x6x8xui32>
    "func.return"(%122, %168, %175, %arg39, %arg40, %arg38, %arg42, %arg41) : (tensor<i32>, tensor<2x6x8xui32>, tensor<2x6x8xui32>, tensor<ui32>, tensor<ui32>, tensor<ui32>, tensor<4xui32>, tensor<4xui32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<2x6x8xi1>, tensor<2x6x8xf32>, tensor<i32>) -> tensor<2x6x8xf32>, res_attrs = [{}], sym_name = "_where", sym_visibility = "private"}> ({
  ^bb0(%arg32: tensor<2x6x8xi1>, %arg33: tensor<2x6x8xf32>, %arg34: tensor<i32>):
    %118 = "stablehlo.convert"(%arg34) : (tensor<i32>) -> tensor<f32>
    %119 = "stablehlo.broadcast_in_dim"(%118) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x8xf32>
    %120 = "stablehlo.select"(%arg32, %arg33, %119) : (tensor<2x6x8xi1>, tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    "func.return"(%120) : (tensor<2x6x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<2x6x8xf32>) -> (tensor<2x6x8xf32>, tensor<f32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>), res_attrs = [{}, {}, {}, {}, {}, {}], sym_name = "closed_call_0", sym_visibility = "private"}> ({
  ^bb0(%arg28: tensor<8x8xf32>, %arg29: tensor<2x6x8xf32>):
    %102 = "stablehlo.dot_general"(%arg29, %arg28) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x6x8xf32>, tensor<8x8xf32>) -> tensor<2x6x8xf32>
    %103 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %104 = "stablehlo.broadcast_in_dim"(%103) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x8xf32>
    %105 = "stablehlo.multiply"(%104, %102) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %106 = "stablehlo.negate"(%102) : (tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %107 = "stablehlo.constant"() <{value = dense<0.707106769> : tensor<f32>}> : () -> tensor<f32>
    %108 = "stablehlo.broadcast_in_dim"(%107) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x8xf32>
    %109 = "stablehlo.multiply"(%106, %108) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %110 = "chlo.erfc"(%109) : (tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %111 = "chlo.square"(%109) : (tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %112 = "stablehlo.negate"(%111) : (tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %113 = "stablehlo.exponential"(%112) : (tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %114 = "stablehlo.multiply"(%105, %110) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %115 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %116 = "stablehlo.reduce"(%114, %115) <{dimensions = array<i64: 0, 1, 2>}> ({
    ^bb0(%arg30: tensor<f32>, %arg31: tensor<f32>):
      %117 = "stablehlo.add"(%arg30, %arg31) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%117) : (tensor<f32>) -> ()
    }) : (tensor<2x6x8xf32>, tensor<f32>) -> tensor<f32>
    "func.return"(%114, %116, %arg29, %113, %110, %105) : (tensor<2x6x8xf32>, tensor<f32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3xf32>, tensor<f32>, tensor<i32>) -> tensor<3xf32>, res_attrs = [{}], sym_name = "dynamic_update_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg25: tensor<3xf32>, %arg26: tensor<f32>, %arg27: tensor<i32>):
    %100 = "stablehlo.broadcast_in_dim"(%arg26) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1xf32>
    %101 = "stablehlo.dynamic_update_slice"(%arg25, %100, %arg27) : (tensor<3xf32>, tensor<1xf32>, tensor<i32>) -> tensor<3xf32>
    "func.return"(%101) : (tensor<3xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<3x2x6x8xf32>, tensor<2x6x8xf32>, tensor<i32>) -> tensor<3x2x6x8xf32>, res_attrs = [{}], sym_name = "dynamic_update_index_in_dim_1", sym_visibility = "private"}> ({
  ^bb0(%arg22: tensor<3x2x6x8xf32>, %arg23: tensor<2x6x8xf32>, %arg24: tensor<i32>):
    %95 = "stablehlo.broadcast_in_dim"(%arg23) <{broadcast_dimensions = array<i64: 1, 2, 3>}> : (tensor<2x6x8xf32>) -> tensor<1x2x6x8xf32>
    %96 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %97 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %98 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %99 = "stablehlo.dynamic_update_slice"(%arg22, %95, %arg24, %96, %97, %98) : (tensor<3x2x6x8xf32>, tensor<1x2x6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x2x6x8xf32>
    "func.return"(%99) : (tensor<3x2x6x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3xf32>, tensor<i32>) -> tensor<f32>, res_attrs = [{}], sym_name = "dynamic_index_in_dim", sym_visibility = "private"}> ({
  ^bb0(%arg20: tensor<3xf32>, %arg21: tensor<i32>):
    %93 = "stablehlo.dynamic_slice"(%arg20, %arg21) <{slice_sizes = array<i64: 1>}> : (tensor<3xf32>, tensor<i32>) -> tensor<1xf32>
    %94 = "stablehlo.reshape"(%93) : (tensor<1xf32>) -> tensor<f32>
    "func.return"(%94) : (tensor<f32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<3x2x6x8xf32>, tensor<i32>) -> tensor<2x6x8xf32>, res_attrs = [{}], sym_name = "dynamic_index_in_dim_2", sym_visibility = "private"}> ({
  ^bb0(%arg18: tensor<3x2x6x8xf32>, %arg19: tensor<i32>):
    %88 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %89 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %90 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %91 = "stablehlo.dynamic_slice"(%arg18, %arg19, %88, %89, %90) <{slice_sizes = array<i64: 1, 2, 6, 8>}> : (tensor<3x2x6x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x2x6x8xf32>
    %92 = "stablehlo.reshape"(%91) : (tensor<1x2x6x8xf32>) -> tensor<2x6x8xf32>
    "func.return"(%92) : (tensor<2x6x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<8x8xf32>, tensor<8x8xf32>, tensor<2x6x8xf32>, tensor<f32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> (tensor<8x8xf32>, tensor<2x6x8xf32>), res_attrs = [{}, {}], sym_name = "closed_call_3", sym_visibility = "private"}> ({
  ^bb0(%arg10: tensor<8x8xf32>, %arg11: tensor<8x8xf32>, %arg12: tensor<2x6x8xf32>, %arg13: tensor<f32>, %arg14: tensor<2x6x8xf32>, %arg15: tensor<2x6x8xf32>, %arg16: tensor<2x6x8xf32>, %arg17: tensor<2x6x8xf32>):
    %68 = "stablehlo.broadcast_in_dim"(%arg13) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x8xf32>
    %69 = "stablehlo.add"(%arg12, %68) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %70 = "stablehlo.multiply"(%arg17, %69) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %71 = "stablehlo.multiply"(%69, %arg16) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %72 = "stablehlo.constant"() <{value = dense<-1.12837923> : tensor<f32>}> : () -> tensor<f32>
    %73 = "stablehlo.broadcast_in_dim"(%72) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x8xf32>
    %74 = "stablehlo.multiply"(%73, %70) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %75 = "stablehlo.multiply"(%74, %arg15) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %76 = "stablehlo.constant"() <{value = dense<0.707106769> : tensor<f32>}> : () -> tensor<f32>
    %77 = "stablehlo.broadcast_in_dim"(%76) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x8xf32>
    %78 = "stablehlo.multiply"(%75, %77) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %79 = "stablehlo.negate"(%78) : (tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %80 = "stablehlo.constant"() <{value = dense<5.000000e-01> : tensor<f32>}> : () -> tensor<f32>
    %81 = "stablehlo.broadcast_in_dim"(%80) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x8xf32>
    %82 = "stablehlo.multiply"(%81, %71) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %83 = "stablehlo.add"(%79, %82) : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    %84 = "stablehlo.dot_general"(%83, %arg14) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0, 1], rhs_contracting_dimensions = [0, 1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<8x8xf32>
    %85 = "stablehlo.transpose"(%84) <{permutation = array<i64: 1, 0>}> : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %86 = "stablehlo.add"(%arg11, %85) : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %87 = "stablehlo.dot_general"(%83, %arg10) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]}> : (tensor<2x6x8xf32>, tensor<8x8xf32>) -> tensor<2x6x8xf32>
    "func.return"(%86, %87) : (tensor<8x8xf32>, tensor<2x6x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}], function_type = (tensor<2x6x8xi1>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>, res_attrs = [{}], sym_name = "_where_4", sym_visibility = "private"}> ({
  ^bb0(%arg8: tensor<2x6x8xi1>, %arg9: tensor<2x6x8xf32>):
    %65 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %66 = "stablehlo.broadcast_in_dim"(%65) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x6x8xf32>
    %67 = "stablehlo.select"(%arg8, %arg9, %66) : (tensor<2x6x8xi1>, tensor<2x6x8xf32>, tensor<2x6x8xf32>) -> tensor<2x6x8xf32>
    "func.return"(%67) : (tensor<2x6x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xui32>) -> tensor<4x8xf32>, res_attrs = [{}], sym_name = "_normal", sym_visibility = "private"}> ({
  ^bb0(%arg7: tensor<4xui32>):
    %64 = "func.call"(%arg7) <{callee = @_normal_real}> : (tensor<4xui32>) -> tensor<4x8xf32>
    "func.return"(%64) : (tensor<4x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4xui32>) -> tensor<4x8xf32>, res_attrs = [{}], sym_name = "_normal_real", sym_visibility = "private"}> ({
  ^bb0(%arg6: tensor<4xui32>):
    %57 = "stablehlo.constant"() <{value = dense<-0.99999994> : tensor<f32>}> : () -> tensor<f32>
    %58 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %59 = "func.call"(%arg6, %57, %58) <{callee = @_uniform_5}> : (tensor<4xui32>, tensor<f32>, tensor<f32>) -> tensor<4x8xf32>
    %60 = "chlo.erf_inv"(%59) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %61 = "stablehlo.constant"() <{value = dense<1.41421354> : tensor<f32>}> : () -> tensor<f32>
    %62 = "stablehlo.broadcast_in_dim"(%61) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x8xf32>
    %63 = "stablehlo.multiply"(%62, %60) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"(%63) : (tensor<4x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}, {}, {}], function_type = (tensor<4xui32>, tensor<f32>, tensor<f32>) -> tensor<4x8xf32>, res_attrs = [{}], sym_name = "_uniform_5", sym_visibility = "private"}> ({
  ^bb0(%arg3: tensor<4xui32>, %arg4: tensor<f32>, %arg5: tensor<f32>):
    %33 = "stablehlo.broadcast_in_dim"(%arg4) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %34 = "stablehlo.broadcast_in_dim"(%arg5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<1x1xf32>
    %35 = "stablehlo.reshape"(%arg3) : (tensor<4xui32>) -> tensor<2x2xui32>
    %36 = "stablehlo.bitcast_convert"(%35) : (tensor<2x2xui32>) -> tensor<2xui64>
    %37:2 = "stablehlo.rng_bit_generator"(%36) <{rng_algorithm = #stablehlo<rng_algorithm DEFAULT>}> : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4x8xui32>)
    %38 = "stablehlo.bitcast_convert"(%37#0) : (tensor<2xui64>) -> tensor<2x2xui32>
    %39 = "stablehlo.reshape"(%38) : (tensor<2x2xui32>) -> tensor<4xui32>
    %40 = "stablehlo.constant"() <{value = dense<9> : tensor<ui32>}> : () -> tensor<ui32>
    %41 = "stablehlo.broadcast_in_dim"(%40) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x8xui32>
    %42 = "stablehlo.shift_right_logical"(%37#1, %41) : (tensor<4x8xui32>, tensor<4x8xui32>) -> tensor<4x8xui32>
    %43 = "stablehlo.constant"() <{value = dense<1065353216> : tensor<ui32>}> : () -> tensor<ui32>
    %44 = "stablehlo.broadcast_in_dim"(%43) <{broadcast_dimensions = array<i64>}> : (tensor<ui32>) -> tensor<4x8xui32>
    %45 = "stablehlo.or"(%42, %44) : (tensor<4x8xui32>, tensor<4x8xui32>) -> tensor<4x8xui32>
    %46 = "stablehlo.bitcast_convert"(%45) : (tensor<4x8xui32>) -> tensor<4x8xf32>
    %47 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %48 = "stablehlo.broadcast_in_dim"(%47) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x8xf32>
    %49 = "stablehlo.subtract"(%46, %48) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %50 = "stablehlo.subtract"(%34, %33) : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
    %51 = "stablehlo.broadcast_in_dim"(%50) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<4x8xf32>
    %52 = "stablehlo.multiply"(%49, %51) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %53 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<4x8xf32>
    %54 = "stablehlo.add"(%52, %53) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %55 = "stablehlo.broadcast_in_dim"(%33) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xf32>) -> tensor<4x8xf32>
    %56 = "stablehlo.maximum"(%55, %54) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"(%56) : (tensor<4x8xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x4xf32>) -> tensor<4x4xf32>, res_attrs = [{}], sym_name = "cholesky", sym_visibility = "private"}> ({
  ^bb0(%arg2: tensor<4x4xf32>):
    %10 = "stablehlo.transpose"(%arg2) <{permutation = array<i64: 1, 0>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %11 = "stablehlo.add"(%arg2, %10) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %12 = "stablehlo.constant"() <{value = dense<2.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %13 = "stablehlo.broadcast_in_dim"(%12) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %14 = "stablehlo.divide"(%11, %13) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %15:2 = "stablehlo.custom_call"(%14) <{api_version = 1 : i32, backend_config = "", call_target_name = "lapack_spotrf_ffi", called_computations = [], has_side_effect = false, operand_layouts = [dense<[0, 1]> : tensor<2xindex>], output_operand_aliases = [#stablehlo.output_operand_alias<output_tuple_indices = [0], operand_index = 0, operand_tuple_indices = []>], result_layouts = [dense<[0, 1]> : tensor<2xindex>, dense<> : tensor<0xindex>]}> {mhlo.backend_config = {uplo = 76 : ui8}, mhlo.frontend_attributes = {num_batch_dims = "0"}, sdy.sharding_rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=4, j=4, k=4, l=4}, custom>} : (tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<i32>)
    %16 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %17 = "stablehlo.broadcast_in_dim"(%16) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<i32>
    %18 = "stablehlo.compare"(%15#1, %17) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction EQ>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %19 = "stablehlo.broadcast_in_dim"(%18) <{broadcast_dimensions = array<i64>}> : (tensor<i1>) -> tensor<1x1xi1>
    %20 = "stablehlo.constant"() <{value = dense<0x7FC00000> : tensor<f32>}> : () -> tensor<f32>
    %21 = "stablehlo.broadcast_in_dim"(%20) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %22 = "stablehlo.broadcast_in_dim"(%19) <{broadcast_dimensions = array<i64: 0, 1>}> : (tensor<1x1xi1>) -> tensor<4x4xi1>
    %23 = "stablehlo.select"(%22, %15#0, %21) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %24 = "stablehlo.iota"() <{iota_dimension = 0 : i64}> : () -> tensor<4x4xi32>
    %25 = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
    %26 = "stablehlo.broadcast_in_dim"(%25) <{broadcast_dimensions = array<i64>}> : (tensor<i32>) -> tensor<4x4xi32>
    %27 = "stablehlo.add"(%24, %26) : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi32>
    %28 = "stablehlo.iota"() <{iota_dimension = 1 : i64}> : () -> tensor<4x4xi32>
    %29 = "stablehlo.compare"(%27, %28) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<4x4xi32>, tensor<4x4xi32>) -> tensor<4x4xi1>
    %30 = "stablehlo.constant"() <{value = dense<0.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %31 = "stablehlo.broadcast_in_dim"(%30) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x4xf32>
    %32 = "stablehlo.select"(%29, %23, %31) : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    "func.return"(%32) : (tensor<4x4xf32>) -> ()
  }) : () -> ()
  "func.func"() <{arg_attrs = [{}], function_type = (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>, res_attrs = [{}], sym_name = "fft", sym_visibility = "private"}> ({
  ^bb0(%arg1: tensor<4x8xf32>):
    %9 = "stablehlo.fft"(%arg1) <{fft_length = array<i64: 8>, fft_type = #stablehlo<fft_type RFFT>}> : (tensor<4x8xf32>) -> tensor<4x5xcomplex<f32>>
    "func.return"(%9) : (tensor<4x5xcomplex<f32>>) -> ()
  }) : () -> ()
  "func.func"() <{function_type = (tensor<4x8xf32>) -> tensor<4x8xf32>, res_attrs = [{}], sym_name = "example.swish", sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "stablehlo.negate"(%arg0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = "stablehlo.exponential"(%0) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x8xf32>
    %4 = "stablehlo.add"(%3, %1) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %5 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
    %6 = "stablehlo.broadcast_in_dim"(%5) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x8xf32>
    %7 = "stablehlo.divide"(%6, %4) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %8 = "stablehlo.multiply"(%arg0, %7) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"(%8) : (tensor<4x8xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 4 : i32, mhlo.num_replicas = 1 : i32} : () -> ()
