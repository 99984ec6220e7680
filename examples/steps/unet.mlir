// unet.mlir: U-Net, NHWC: 3 levels of 8, 16 and 32 channels, skips by concatenation, average pooling down, nearest neighbor up; batch 4, images 48 x 48 x 3 to 1 channel.
// Made by utils/export-examples.py; do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d3, d5)>
#map2 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3, d4, d5)>
#map3 = affine_map<(d0, d1, d2, d3) -> ()>
#map4 = affine_map<() -> ()>
#map5 = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2, d0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d2, d0, d1, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map8 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d4, d2, d5, d3)>
#map9 = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
module @unet {
  func.func public @main(%arg0: tensor<3x3x3x8xf32>, %arg1: tensor<3x3x8x8xf32>, %arg2: tensor<3x3x8x16xf32>, %arg3: tensor<3x3x16x16xf32>, %arg4: tensor<3x3x16x32xf32>, %arg5: tensor<3x3x32x32xf32>, %arg6: tensor<3x3x48x16xf32>, %arg7: tensor<3x3x16x16xf32>, %arg8: tensor<3x3x24x8xf32>, %arg9: tensor<3x3x8x8xf32>, %arg10: tensor<1x1x8x1xf32>, %arg11: tensor<4x48x48x3xf32>, %arg12: tensor<4x48x48x1xf32>) -> (tensor<f32>, tensor<3x3x3x8xf32>, tensor<3x3x8x8xf32>, tensor<3x3x8x16xf32>, tensor<3x3x16x16xf32>, tensor<3x3x16x32xf32>, tensor<3x3x32x32xf32>, tensor<3x3x48x16xf32>, tensor<3x3x16x16xf32>, tensor<3x3x24x8xf32>, tensor<3x3x8x8xf32>, tensor<1x1x8x1xf32>) {
    %c2 = arith.constant 2 : index
    %cst = arith.constant 1.08506945E-4 : f32
    %cst_0 = arith.constant 9.216000e+03 : f32
    %c0 = arith.constant 0 : index
    %cst_1 = arith.constant 2.500000e-01 : f32
    %cst_2 = arith.constant 2.000000e+00 : f32
    %cst_3 = arith.constant 1.000000e+00 : f32
    %cst_4 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4x48x48x8xf32>
    %1 = linalg.fill ins(%cst_4 : f32) outs(%0 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %padded = tensor.pad %arg11 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x48x48x3xf32> to tensor<4x50x50x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg0 : tensor<4x50x50x3xf32>, tensor<3x3x3x8xf32>) outs(%1 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %3 = tensor.empty() : tensor<4x48x48x8xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<4x48x48x8xf32>) outs(%3 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.maximumf %in, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %5 = tensor.empty() : tensor<4x48x48x8xi1>
    %6 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %4 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%5 : tensor<4x48x48x8xi1>) {
    ^bb0(%in: f32, %in_47: f32, %out: i1):
      %411 = arith.cmpf oeq, %in, %in_47 : f32
      linalg.yield %411 : i1
    } -> tensor<4x48x48x8xi1>
    %7 = tensor.empty() : tensor<4x48x48x8xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<4x48x48x8xi1>) outs(%7 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_3, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %9 = tensor.empty() : tensor<4x48x48x8xi1>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<4x48x48x8xf32>) outs(%9 : tensor<4x48x48x8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %411 = arith.cmpf oeq, %cst_4, %in : f32
      linalg.yield %411 : i1
    } -> tensor<4x48x48x8xi1>
    %11 = tensor.empty() : tensor<4x48x48x8xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%10 : tensor<4x48x48x8xi1>) outs(%11 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_2, %cst_3 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %13 = tensor.empty() : tensor<4x48x48x8xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %12 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%13 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.divf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %15 = tensor.empty() : tensor<4x48x48x8xf32>
    %16 = linalg.fill ins(%cst_4 : f32) outs(%15 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %padded_5 = tensor.pad %4 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x48x48x8xf32> to tensor<4x50x50x8xf32>
    %17 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_5, %arg1 : tensor<4x50x50x8xf32>, tensor<3x3x8x8xf32>) outs(%16 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %18 = tensor.empty() : tensor<4x48x48x8xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17 : tensor<4x48x48x8xf32>) outs(%18 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.maximumf %in, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %20 = tensor.empty() : tensor<4x48x48x8xi1>
    %21 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %19 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%20 : tensor<4x48x48x8xi1>) {
    ^bb0(%in: f32, %in_47: f32, %out: i1):
      %411 = arith.cmpf oeq, %in, %in_47 : f32
      linalg.yield %411 : i1
    } -> tensor<4x48x48x8xi1>
    %22 = tensor.empty() : tensor<4x48x48x8xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%21 : tensor<4x48x48x8xi1>) outs(%22 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_3, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %24 = tensor.empty() : tensor<4x48x48x8xi1>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<4x48x48x8xf32>) outs(%24 : tensor<4x48x48x8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %411 = arith.cmpf oeq, %cst_4, %in : f32
      linalg.yield %411 : i1
    } -> tensor<4x48x48x8xi1>
    %26 = tensor.empty() : tensor<4x48x48x8xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25 : tensor<4x48x48x8xi1>) outs(%26 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_2, %cst_3 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %28 = tensor.empty() : tensor<4x48x48x8xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %27 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%28 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.divf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %30 = tensor.empty() : tensor<2x2xf32>
    %31 = tensor.empty() : tensor<4x24x24x8xf32>
    %32 = linalg.fill ins(%cst_4 : f32) outs(%31 : tensor<4x24x24x8xf32>) -> tensor<4x24x24x8xf32>
    %33 = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%19, %30 : tensor<4x48x48x8xf32>, tensor<2x2xf32>) outs(%32 : tensor<4x24x24x8xf32>) -> tensor<4x24x24x8xf32>
    %34 = tensor.empty() : tensor<4x24x24x8xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%33 : tensor<4x24x24x8xf32>) outs(%34 : tensor<4x24x24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.mulf %in, %cst_1 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x8xf32>
    %36 = tensor.empty() : tensor<4x24x24x16xf32>
    %37 = linalg.fill ins(%cst_4 : f32) outs(%36 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %padded_6 = tensor.pad %35 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x24x24x8xf32> to tensor<4x26x26x8xf32>
    %38 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_6, %arg2 : tensor<4x26x26x8xf32>, tensor<3x3x8x16xf32>) outs(%37 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %39 = tensor.empty() : tensor<4x24x24x16xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<4x24x24x16xf32>) outs(%39 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.maximumf %in, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %41 = tensor.empty() : tensor<4x24x24x16xi1>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %40 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%41 : tensor<4x24x24x16xi1>) {
    ^bb0(%in: f32, %in_47: f32, %out: i1):
      %411 = arith.cmpf oeq, %in, %in_47 : f32
      linalg.yield %411 : i1
    } -> tensor<4x24x24x16xi1>
    %43 = tensor.empty() : tensor<4x24x24x16xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<4x24x24x16xi1>) outs(%43 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_3, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %45 = tensor.empty() : tensor<4x24x24x16xi1>
    %46 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<4x24x24x16xf32>) outs(%45 : tensor<4x24x24x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %411 = arith.cmpf oeq, %cst_4, %in : f32
      linalg.yield %411 : i1
    } -> tensor<4x24x24x16xi1>
    %47 = tensor.empty() : tensor<4x24x24x16xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<4x24x24x16xi1>) outs(%47 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_2, %cst_3 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %49 = tensor.empty() : tensor<4x24x24x16xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44, %48 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%49 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.divf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %51 = tensor.empty() : tensor<4x24x24x16xf32>
    %52 = linalg.fill ins(%cst_4 : f32) outs(%51 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %padded_7 = tensor.pad %40 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x24x24x16xf32> to tensor<4x26x26x16xf32>
    %53 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_7, %arg3 : tensor<4x26x26x16xf32>, tensor<3x3x16x16xf32>) outs(%52 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %54 = tensor.empty() : tensor<4x24x24x16xf32>
    %55 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53 : tensor<4x24x24x16xf32>) outs(%54 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.maximumf %in, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %56 = tensor.empty() : tensor<4x24x24x16xi1>
    %57 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%53, %55 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%56 : tensor<4x24x24x16xi1>) {
    ^bb0(%in: f32, %in_47: f32, %out: i1):
      %411 = arith.cmpf oeq, %in, %in_47 : f32
      linalg.yield %411 : i1
    } -> tensor<4x24x24x16xi1>
    %58 = tensor.empty() : tensor<4x24x24x16xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57 : tensor<4x24x24x16xi1>) outs(%58 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_3, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %60 = tensor.empty() : tensor<4x24x24x16xi1>
    %61 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%55 : tensor<4x24x24x16xf32>) outs(%60 : tensor<4x24x24x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %411 = arith.cmpf oeq, %cst_4, %in : f32
      linalg.yield %411 : i1
    } -> tensor<4x24x24x16xi1>
    %62 = tensor.empty() : tensor<4x24x24x16xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%61 : tensor<4x24x24x16xi1>) outs(%62 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_2, %cst_3 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %64 = tensor.empty() : tensor<4x24x24x16xf32>
    %65 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%59, %63 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%64 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.divf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %66 = tensor.empty() : tensor<2x2xf32>
    %67 = tensor.empty() : tensor<4x12x12x16xf32>
    %68 = linalg.fill ins(%cst_4 : f32) outs(%67 : tensor<4x12x12x16xf32>) -> tensor<4x12x12x16xf32>
    %69 = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%55, %66 : tensor<4x24x24x16xf32>, tensor<2x2xf32>) outs(%68 : tensor<4x12x12x16xf32>) -> tensor<4x12x12x16xf32>
    %70 = tensor.empty() : tensor<4x12x12x16xf32>
    %71 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%69 : tensor<4x12x12x16xf32>) outs(%70 : tensor<4x12x12x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.mulf %in, %cst_1 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x16xf32>
    %72 = tensor.empty() : tensor<4x12x12x32xf32>
    %73 = linalg.fill ins(%cst_4 : f32) outs(%72 : tensor<4x12x12x32xf32>) -> tensor<4x12x12x32xf32>
    %padded_8 = tensor.pad %71 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x12x12x16xf32> to tensor<4x14x14x16xf32>
    %74 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_8, %arg4 : tensor<4x14x14x16xf32>, tensor<3x3x16x32xf32>) outs(%73 : tensor<4x12x12x32xf32>) -> tensor<4x12x12x32xf32>
    %75 = tensor.empty() : tensor<4x12x12x32xf32>
    %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74 : tensor<4x12x12x32xf32>) outs(%75 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.maximumf %in, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %77 = tensor.empty() : tensor<4x12x12x32xi1>
    %78 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%74, %76 : tensor<4x12x12x32xf32>, tensor<4x12x12x32xf32>) outs(%77 : tensor<4x12x12x32xi1>) {
    ^bb0(%in: f32, %in_47: f32, %out: i1):
      %411 = arith.cmpf oeq, %in, %in_47 : f32
      linalg.yield %411 : i1
    } -> tensor<4x12x12x32xi1>
    %79 = tensor.empty() : tensor<4x12x12x32xf32>
    %80 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<4x12x12x32xi1>) outs(%79 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_3, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %81 = tensor.empty() : tensor<4x12x12x32xi1>
    %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<4x12x12x32xf32>) outs(%81 : tensor<4x12x12x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %411 = arith.cmpf oeq, %cst_4, %in : f32
      linalg.yield %411 : i1
    } -> tensor<4x12x12x32xi1>
    %83 = tensor.empty() : tensor<4x12x12x32xf32>
    %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82 : tensor<4x12x12x32xi1>) outs(%83 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_2, %cst_3 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %85 = tensor.empty() : tensor<4x12x12x32xf32>
    %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %84 : tensor<4x12x12x32xf32>, tensor<4x12x12x32xf32>) outs(%85 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.divf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %87 = tensor.empty() : tensor<4x12x12x32xf32>
    %88 = linalg.fill ins(%cst_4 : f32) outs(%87 : tensor<4x12x12x32xf32>) -> tensor<4x12x12x32xf32>
    %padded_9 = tensor.pad %76 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x12x12x32xf32> to tensor<4x14x14x32xf32>
    %89 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_9, %arg5 : tensor<4x14x14x32xf32>, tensor<3x3x32x32xf32>) outs(%88 : tensor<4x12x12x32xf32>) -> tensor<4x12x12x32xf32>
    %90 = tensor.empty() : tensor<4x12x12x32xf32>
    %91 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89 : tensor<4x12x12x32xf32>) outs(%90 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.maximumf %in, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %92 = tensor.empty() : tensor<4x12x12x32xi1>
    %93 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89, %91 : tensor<4x12x12x32xf32>, tensor<4x12x12x32xf32>) outs(%92 : tensor<4x12x12x32xi1>) {
    ^bb0(%in: f32, %in_47: f32, %out: i1):
      %411 = arith.cmpf oeq, %in, %in_47 : f32
      linalg.yield %411 : i1
    } -> tensor<4x12x12x32xi1>
    %94 = tensor.empty() : tensor<4x12x12x32xf32>
    %95 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93 : tensor<4x12x12x32xi1>) outs(%94 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_3, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %96 = tensor.empty() : tensor<4x12x12x32xi1>
    %97 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91 : tensor<4x12x12x32xf32>) outs(%96 : tensor<4x12x12x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %411 = arith.cmpf oeq, %cst_4, %in : f32
      linalg.yield %411 : i1
    } -> tensor<4x12x12x32xi1>
    %98 = tensor.empty() : tensor<4x12x12x32xf32>
    %99 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97 : tensor<4x12x12x32xi1>) outs(%98 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_2, %cst_3 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %100 = tensor.empty() : tensor<4x12x12x32xf32>
    %101 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%95, %99 : tensor<4x12x12x32xf32>, tensor<4x12x12x32xf32>) outs(%100 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.divf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %102 = tensor.empty() : tensor<4x12x2x12x2x32xf32>
    %103 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%91 : tensor<4x12x12x32xf32>) outs(%102 : tensor<4x12x2x12x2x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x12x2x12x2x32xf32>
    %collapsed = tensor.collapse_shape %103 [[0], [1, 2], [3, 4], [5]] : tensor<4x12x2x12x2x32xf32> into tensor<4x24x24x32xf32>
    %104 = tensor.empty() : tensor<4x24x24x48xf32>
    %inserted_slice = tensor.insert_slice %collapsed into %104[0, 0, 0, 0] [4, 24, 24, 32] [1, 1, 1, 1] : tensor<4x24x24x32xf32> into tensor<4x24x24x48xf32>
    %inserted_slice_10 = tensor.insert_slice %55 into %inserted_slice[0, 0, 0, 32] [4, 24, 24, 16] [1, 1, 1, 1] : tensor<4x24x24x16xf32> into tensor<4x24x24x48xf32>
    %105 = tensor.empty() : tensor<4x24x24x16xf32>
    %106 = linalg.fill ins(%cst_4 : f32) outs(%105 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %padded_11 = tensor.pad %inserted_slice_10 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x24x24x48xf32> to tensor<4x26x26x48xf32>
    %107 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_11, %arg6 : tensor<4x26x26x48xf32>, tensor<3x3x48x16xf32>) outs(%106 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %108 = tensor.empty() : tensor<4x24x24x16xf32>
    %109 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107 : tensor<4x24x24x16xf32>) outs(%108 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.maximumf %in, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %110 = tensor.empty() : tensor<4x24x24x16xi1>
    %111 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%107, %109 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%110 : tensor<4x24x24x16xi1>) {
    ^bb0(%in: f32, %in_47: f32, %out: i1):
      %411 = arith.cmpf oeq, %in, %in_47 : f32
      linalg.yield %411 : i1
    } -> tensor<4x24x24x16xi1>
    %112 = tensor.empty() : tensor<4x24x24x16xf32>
    %113 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%111 : tensor<4x24x24x16xi1>) outs(%112 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_3, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %114 = tensor.empty() : tensor<4x24x24x16xi1>
    %115 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%109 : tensor<4x24x24x16xf32>) outs(%114 : tensor<4x24x24x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %411 = arith.cmpf oeq, %cst_4, %in : f32
      linalg.yield %411 : i1
    } -> tensor<4x24x24x16xi1>
    %116 = tensor.empty() : tensor<4x24x24x16xf32>
    %117 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115 : tensor<4x24x24x16xi1>) outs(%116 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_2, %cst_3 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %118 = tensor.empty() : tensor<4x24x24x16xf32>
    %119 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%113, %117 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%118 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.divf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %120 = tensor.empty() : tensor<4x24x24x16xf32>
    %121 = linalg.fill ins(%cst_4 : f32) outs(%120 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %padded_12 = tensor.pad %109 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x24x24x16xf32> to tensor<4x26x26x16xf32>
    %122 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_12, %arg7 : tensor<4x26x26x16xf32>, tensor<3x3x16x16xf32>) outs(%121 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %123 = tensor.empty() : tensor<4x24x24x16xf32>
    %124 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%122 : tensor<4x24x24x16xf32>) outs(%123 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.maximumf %in, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %125 = tensor.empty() : tensor<4x24x24x16xi1>
    %126 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%122, %124 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%125 : tensor<4x24x24x16xi1>) {
    ^bb0(%in: f32, %in_47: f32, %out: i1):
      %411 = arith.cmpf oeq, %in, %in_47 : f32
      linalg.yield %411 : i1
    } -> tensor<4x24x24x16xi1>
    %127 = tensor.empty() : tensor<4x24x24x16xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%126 : tensor<4x24x24x16xi1>) outs(%127 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_3, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %129 = tensor.empty() : tensor<4x24x24x16xi1>
    %130 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%124 : tensor<4x24x24x16xf32>) outs(%129 : tensor<4x24x24x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %411 = arith.cmpf oeq, %cst_4, %in : f32
      linalg.yield %411 : i1
    } -> tensor<4x24x24x16xi1>
    %131 = tensor.empty() : tensor<4x24x24x16xf32>
    %132 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%130 : tensor<4x24x24x16xi1>) outs(%131 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_2, %cst_3 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %133 = tensor.empty() : tensor<4x24x24x16xf32>
    %134 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%128, %132 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%133 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.divf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %135 = tensor.empty() : tensor<4x24x2x24x2x16xf32>
    %136 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%124 : tensor<4x24x24x16xf32>) outs(%135 : tensor<4x24x2x24x2x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x24x2x24x2x16xf32>
    %collapsed_13 = tensor.collapse_shape %136 [[0], [1, 2], [3, 4], [5]] : tensor<4x24x2x24x2x16xf32> into tensor<4x48x48x16xf32>
    %137 = tensor.empty() : tensor<4x48x48x24xf32>
    %inserted_slice_14 = tensor.insert_slice %collapsed_13 into %137[0, 0, 0, 0] [4, 48, 48, 16] [1, 1, 1, 1] : tensor<4x48x48x16xf32> into tensor<4x48x48x24xf32>
    %inserted_slice_15 = tensor.insert_slice %19 into %inserted_slice_14[0, 0, 0, 16] [4, 48, 48, 8] [1, 1, 1, 1] : tensor<4x48x48x8xf32> into tensor<4x48x48x24xf32>
    %138 = tensor.empty() : tensor<4x48x48x8xf32>
    %139 = linalg.fill ins(%cst_4 : f32) outs(%138 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %padded_16 = tensor.pad %inserted_slice_15 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x48x48x24xf32> to tensor<4x50x50x24xf32>
    %140 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_16, %arg8 : tensor<4x50x50x24xf32>, tensor<3x3x24x8xf32>) outs(%139 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %141 = tensor.empty() : tensor<4x48x48x8xf32>
    %142 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%140 : tensor<4x48x48x8xf32>) outs(%141 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.maximumf %in, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %143 = tensor.empty() : tensor<4x48x48x8xi1>
    %144 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%140, %142 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%143 : tensor<4x48x48x8xi1>) {
    ^bb0(%in: f32, %in_47: f32, %out: i1):
      %411 = arith.cmpf oeq, %in, %in_47 : f32
      linalg.yield %411 : i1
    } -> tensor<4x48x48x8xi1>
    %145 = tensor.empty() : tensor<4x48x48x8xf32>
    %146 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%144 : tensor<4x48x48x8xi1>) outs(%145 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_3, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %147 = tensor.empty() : tensor<4x48x48x8xi1>
    %148 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142 : tensor<4x48x48x8xf32>) outs(%147 : tensor<4x48x48x8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %411 = arith.cmpf oeq, %cst_4, %in : f32
      linalg.yield %411 : i1
    } -> tensor<4x48x48x8xi1>
    %149 = tensor.empty() : tensor<4x48x48x8xf32>
    %150 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%148 : tensor<4x48x48x8xi1>) outs(%149 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_2, %cst_3 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %151 = tensor.empty() : tensor<4x48x48x8xf32>
    %152 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%146, %150 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%151 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.divf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %153 = tensor.empty() : tensor<4x48x48x8xf32>
    %154 = linalg.fill ins(%cst_4 : f32) outs(%153 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %padded_17 = tensor.pad %142 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x48x48x8xf32> to tensor<4x50x50x8xf32>
    %155 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_17, %arg9 : tensor<4x50x50x8xf32>, tensor<3x3x8x8xf32>) outs(%154 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %156 = tensor.empty() : tensor<4x48x48x8xf32>
    %157 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%155 : tensor<4x48x48x8xf32>) outs(%156 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.maximumf %in, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %158 = tensor.empty() : tensor<4x48x48x8xi1>
    %159 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%155, %157 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%158 : tensor<4x48x48x8xi1>) {
    ^bb0(%in: f32, %in_47: f32, %out: i1):
      %411 = arith.cmpf oeq, %in, %in_47 : f32
      linalg.yield %411 : i1
    } -> tensor<4x48x48x8xi1>
    %160 = tensor.empty() : tensor<4x48x48x8xf32>
    %161 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%159 : tensor<4x48x48x8xi1>) outs(%160 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_3, %cst_4 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %162 = tensor.empty() : tensor<4x48x48x8xi1>
    %163 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157 : tensor<4x48x48x8xf32>) outs(%162 : tensor<4x48x48x8xi1>) {
    ^bb0(%in: f32, %out: i1):
      %411 = arith.cmpf oeq, %cst_4, %in : f32
      linalg.yield %411 : i1
    } -> tensor<4x48x48x8xi1>
    %164 = tensor.empty() : tensor<4x48x48x8xf32>
    %165 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163 : tensor<4x48x48x8xi1>) outs(%164 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: i1, %out: f32):
      %411 = arith.select %in, %cst_2, %cst_3 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %166 = tensor.empty() : tensor<4x48x48x8xf32>
    %167 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%161, %165 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%166 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.divf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %168 = tensor.empty() : tensor<4x48x48x1xf32>
    %169 = linalg.fill ins(%cst_4 : f32) outs(%168 : tensor<4x48x48x1xf32>) -> tensor<4x48x48x1xf32>
    %170 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%157, %arg10 : tensor<4x48x48x8xf32>, tensor<1x1x8x1xf32>) outs(%169 : tensor<4x48x48x1xf32>) -> tensor<4x48x48x1xf32>
    %171 = tensor.empty() : tensor<4x48x48x1xf32>
    %172 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%170, %arg12 : tensor<4x48x48x1xf32>, tensor<4x48x48x1xf32>) outs(%171 : tensor<4x48x48x1xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.subf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x1xf32>
    %173 = tensor.empty() : tensor<4x48x48x1xf32>
    %174 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172 : tensor<4x48x48x1xf32>) outs(%173 : tensor<4x48x48x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.mulf %in, %in : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x1xf32>
    %175 = tensor.empty() : tensor<f32>
    %176 = linalg.fill ins(%cst_4 : f32) outs(%175 : tensor<f32>) -> tensor<f32>
    %177 = linalg.generic {indexing_maps = [#map, #map3], iterator_types = ["reduction", "reduction", "reduction", "reduction"]} ins(%174 : tensor<4x48x48x1xf32>) outs(%176 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.addf %out, %in : f32
      linalg.yield %411 : f32
    } -> tensor<f32>
    %178 = tensor.empty() : tensor<f32>
    %179 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = []} ins(%177 : tensor<f32>) outs(%178 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.divf %in, %cst_0 : f32
      linalg.yield %411 : f32
    } -> tensor<f32>
    %180 = tensor.empty() : tensor<f32>
    %181 = linalg.generic {indexing_maps = [#map4], iterator_types = []} outs(%180 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %182 = tensor.empty() : tensor<4x48x48x1xf32>
    %183 = linalg.generic {indexing_maps = [#map3, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%181 : tensor<f32>) outs(%182 : tensor<4x48x48x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x48x48x1xf32>
    %184 = tensor.empty() : tensor<4x48x48x1xf32>
    %185 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172, %183 : tensor<4x48x48x1xf32>, tensor<4x48x48x1xf32>) outs(%184 : tensor<4x48x48x1xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x1xf32>
    %186 = tensor.empty() : tensor<4x48x48x1xf32>
    %187 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183, %172 : tensor<4x48x48x1xf32>, tensor<4x48x48x1xf32>) outs(%186 : tensor<4x48x48x1xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x1xf32>
    %188 = tensor.empty() : tensor<4x48x48x1xf32>
    %189 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%185, %187 : tensor<4x48x48x1xf32>, tensor<4x48x48x1xf32>) outs(%188 : tensor<4x48x48x1xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.addf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x1xf32>
    %190 = tensor.empty() : tensor<8x48x48x4xf32>
    %191 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157 : tensor<4x48x48x8xf32>) outs(%190 : tensor<8x48x48x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x48x48x4xf32>
    %192 = tensor.empty() : tensor<48x48x4x1xf32>
    %193 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%189 : tensor<4x48x48x1xf32>) outs(%192 : tensor<48x48x4x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x48x4x1xf32>
    %194 = tensor.empty() : tensor<8x1x1x1xf32>
    %195 = linalg.fill ins(%cst_4 : f32) outs(%194 : tensor<8x1x1x1xf32>) -> tensor<8x1x1x1xf32>
    %196 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%191, %193 : tensor<8x48x48x4xf32>, tensor<48x48x4x1xf32>) outs(%195 : tensor<8x1x1x1xf32>) -> tensor<8x1x1x1xf32>
    %collapsed_18 = tensor.collapse_shape %196 [[0, 1, 2, 3]] : tensor<8x1x1x1xf32> into tensor<8xf32>
    %expanded = tensor.expand_shape %collapsed_18 [[0, 1, 2, 3]] output_shape [1, 1, 8, 1] : tensor<8xf32> into tensor<1x1x8x1xf32>
    %197 = tensor.empty() : tensor<1x1x8x1xf32>
    %198 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%197 : tensor<1x1x8x1xf32>) {
    ^bb0(%out: f32):
      %411 = linalg.index 2 : index
      %extracted = tensor.extract %arg10[%c0, %c0, %411, %c0] : tensor<1x1x8x1xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x1x8x1xf32>
    %collapsed_19 = tensor.collapse_shape %198 [[0, 1, 2, 3]] : tensor<1x1x8x1xf32> into tensor<8xf32>
    %expanded_20 = tensor.expand_shape %collapsed_19 [[0, 1, 2, 3]] output_shape [1, 1, 1, 8] : tensor<8xf32> into tensor<1x1x1x8xf32>
    %199 = tensor.empty() : tensor<4x48x48x8xf32>
    %200 = linalg.fill ins(%cst_4 : f32) outs(%199 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %201 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%189, %expanded_20 : tensor<4x48x48x1xf32>, tensor<1x1x1x8xf32>) outs(%200 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %202 = tensor.empty() : tensor<4x48x48x8xf32>
    %203 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%201, %167 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%202 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %204 = tensor.empty() : tensor<8x48x48x4xf32>
    %205 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%142 : tensor<4x48x48x8xf32>) outs(%204 : tensor<8x48x48x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x48x48x4xf32>
    %206 = tensor.empty() : tensor<48x48x4x8xf32>
    %207 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%203 : tensor<4x48x48x8xf32>) outs(%206 : tensor<48x48x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x48x4x8xf32>
    %208 = tensor.empty() : tensor<8x3x3x8xf32>
    %209 = linalg.fill ins(%cst_4 : f32) outs(%208 : tensor<8x3x3x8xf32>) -> tensor<8x3x3x8xf32>
    %padded_21 = tensor.pad %205 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<8x48x48x4xf32> to tensor<8x50x50x4xf32>
    %210 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_21, %207 : tensor<8x50x50x4xf32>, tensor<48x48x4x8xf32>) outs(%209 : tensor<8x3x3x8xf32>) -> tensor<8x3x3x8xf32>
    %211 = tensor.empty() : tensor<3x3x8x8xf32>
    %212 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%210 : tensor<8x3x3x8xf32>) outs(%211 : tensor<3x3x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x8x8xf32>
    %213 = tensor.empty() : tensor<3x3x8x8xf32>
    %214 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%213 : tensor<3x3x8x8xf32>) {
    ^bb0(%out: f32):
      %411 = linalg.index 0 : index
      %412 = arith.subi %c2, %411 : index
      %413 = linalg.index 1 : index
      %414 = arith.subi %c2, %413 : index
      %415 = linalg.index 2 : index
      %416 = linalg.index 3 : index
      %extracted = tensor.extract %arg9[%412, %414, %415, %416] : tensor<3x3x8x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x8x8xf32>
    %215 = tensor.empty() : tensor<3x3x8x8xf32>
    %216 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%214 : tensor<3x3x8x8xf32>) outs(%215 : tensor<3x3x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x8x8xf32>
    %217 = tensor.empty() : tensor<4x48x48x8xf32>
    %218 = linalg.fill ins(%cst_4 : f32) outs(%217 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %padded_22 = tensor.pad %203 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x48x48x8xf32> to tensor<4x50x50x8xf32>
    %219 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_22, %216 : tensor<4x50x50x8xf32>, tensor<3x3x8x8xf32>) outs(%218 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %220 = tensor.empty() : tensor<4x48x48x8xf32>
    %221 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%219, %152 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%220 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %222 = tensor.empty() : tensor<24x48x48x4xf32>
    %223 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_15 : tensor<4x48x48x24xf32>) outs(%222 : tensor<24x48x48x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x48x48x4xf32>
    %224 = tensor.empty() : tensor<48x48x4x8xf32>
    %225 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%221 : tensor<4x48x48x8xf32>) outs(%224 : tensor<48x48x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x48x4x8xf32>
    %226 = tensor.empty() : tensor<24x3x3x8xf32>
    %227 = linalg.fill ins(%cst_4 : f32) outs(%226 : tensor<24x3x3x8xf32>) -> tensor<24x3x3x8xf32>
    %padded_23 = tensor.pad %223 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<24x48x48x4xf32> to tensor<24x50x50x4xf32>
    %228 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_23, %225 : tensor<24x50x50x4xf32>, tensor<48x48x4x8xf32>) outs(%227 : tensor<24x3x3x8xf32>) -> tensor<24x3x3x8xf32>
    %229 = tensor.empty() : tensor<3x3x24x8xf32>
    %230 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%228 : tensor<24x3x3x8xf32>) outs(%229 : tensor<3x3x24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x24x8xf32>
    %231 = tensor.empty() : tensor<3x3x24x8xf32>
    %232 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%231 : tensor<3x3x24x8xf32>) {
    ^bb0(%out: f32):
      %411 = linalg.index 0 : index
      %412 = arith.subi %c2, %411 : index
      %413 = linalg.index 1 : index
      %414 = arith.subi %c2, %413 : index
      %415 = linalg.index 2 : index
      %416 = linalg.index 3 : index
      %extracted = tensor.extract %arg8[%412, %414, %415, %416] : tensor<3x3x24x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x24x8xf32>
    %233 = tensor.empty() : tensor<3x3x8x24xf32>
    %234 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%232 : tensor<3x3x24x8xf32>) outs(%233 : tensor<3x3x8x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x8x24xf32>
    %235 = tensor.empty() : tensor<4x48x48x24xf32>
    %236 = linalg.fill ins(%cst_4 : f32) outs(%235 : tensor<4x48x48x24xf32>) -> tensor<4x48x48x24xf32>
    %padded_24 = tensor.pad %221 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x48x48x8xf32> to tensor<4x50x50x8xf32>
    %237 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_24, %234 : tensor<4x50x50x8xf32>, tensor<3x3x8x24xf32>) outs(%236 : tensor<4x48x48x24xf32>) -> tensor<4x48x48x24xf32>
    %extracted_slice = tensor.extract_slice %237[0, 0, 0, 0] [4, 48, 48, 16] [1, 1, 1, 1] : tensor<4x48x48x24xf32> to tensor<4x48x48x16xf32>
    %extracted_slice_25 = tensor.extract_slice %237[0, 0, 0, 16] [4, 48, 48, 8] [1, 1, 1, 1] : tensor<4x48x48x24xf32> to tensor<4x48x48x8xf32>
    %expanded_26 = tensor.expand_shape %extracted_slice [[0], [1, 2], [3, 4], [5]] output_shape [4, 24, 2, 24, 2, 16] : tensor<4x48x48x16xf32> into tensor<4x24x2x24x2x16xf32>
    %238 = tensor.empty() : tensor<4x24x24x16xf32>
    %239 = linalg.fill ins(%cst_4 : f32) outs(%238 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %240 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%expanded_26 : tensor<4x24x2x24x2x16xf32>) outs(%239 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.addf %out, %in : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %241 = tensor.empty() : tensor<4x24x1x24x1x16xf32>
    %242 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%240 : tensor<4x24x24x16xf32>) outs(%241 : tensor<4x24x1x24x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x24x1x24x1x16xf32>
    %243 = tensor.empty() : tensor<4x24x24x16xf32>
    %244 = linalg.fill ins(%cst_4 : f32) outs(%243 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %245 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%242 : tensor<4x24x1x24x1x16xf32>) outs(%244 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.addf %out, %in : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %246 = tensor.empty() : tensor<4x24x24x16xf32>
    %247 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%245, %134 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%246 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %248 = tensor.empty() : tensor<16x24x24x4xf32>
    %249 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%109 : tensor<4x24x24x16xf32>) outs(%248 : tensor<16x24x24x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x24x24x4xf32>
    %250 = tensor.empty() : tensor<24x24x4x16xf32>
    %251 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%247 : tensor<4x24x24x16xf32>) outs(%250 : tensor<24x24x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x24x4x16xf32>
    %252 = tensor.empty() : tensor<16x3x3x16xf32>
    %253 = linalg.fill ins(%cst_4 : f32) outs(%252 : tensor<16x3x3x16xf32>) -> tensor<16x3x3x16xf32>
    %padded_27 = tensor.pad %249 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<16x24x24x4xf32> to tensor<16x26x26x4xf32>
    %254 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_27, %251 : tensor<16x26x26x4xf32>, tensor<24x24x4x16xf32>) outs(%253 : tensor<16x3x3x16xf32>) -> tensor<16x3x3x16xf32>
    %255 = tensor.empty() : tensor<3x3x16x16xf32>
    %256 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%254 : tensor<16x3x3x16xf32>) outs(%255 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x16xf32>
    %257 = tensor.empty() : tensor<3x3x16x16xf32>
    %258 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%257 : tensor<3x3x16x16xf32>) {
    ^bb0(%out: f32):
      %411 = linalg.index 0 : index
      %412 = arith.subi %c2, %411 : index
      %413 = linalg.index 1 : index
      %414 = arith.subi %c2, %413 : index
      %415 = linalg.index 2 : index
      %416 = linalg.index 3 : index
      %extracted = tensor.extract %arg7[%412, %414, %415, %416] : tensor<3x3x16x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x16x16xf32>
    %259 = tensor.empty() : tensor<3x3x16x16xf32>
    %260 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%258 : tensor<3x3x16x16xf32>) outs(%259 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x16xf32>
    %261 = tensor.empty() : tensor<4x24x24x16xf32>
    %262 = linalg.fill ins(%cst_4 : f32) outs(%261 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %padded_28 = tensor.pad %247 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x24x24x16xf32> to tensor<4x26x26x16xf32>
    %263 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_28, %260 : tensor<4x26x26x16xf32>, tensor<3x3x16x16xf32>) outs(%262 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %264 = tensor.empty() : tensor<4x24x24x16xf32>
    %265 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%263, %119 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%264 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %266 = tensor.empty() : tensor<48x24x24x4xf32>
    %267 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%inserted_slice_10 : tensor<4x24x24x48xf32>) outs(%266 : tensor<48x24x24x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x24x24x4xf32>
    %268 = tensor.empty() : tensor<24x24x4x16xf32>
    %269 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%265 : tensor<4x24x24x16xf32>) outs(%268 : tensor<24x24x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x24x4x16xf32>
    %270 = tensor.empty() : tensor<48x3x3x16xf32>
    %271 = linalg.fill ins(%cst_4 : f32) outs(%270 : tensor<48x3x3x16xf32>) -> tensor<48x3x3x16xf32>
    %padded_29 = tensor.pad %267 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<48x24x24x4xf32> to tensor<48x26x26x4xf32>
    %272 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_29, %269 : tensor<48x26x26x4xf32>, tensor<24x24x4x16xf32>) outs(%271 : tensor<48x3x3x16xf32>) -> tensor<48x3x3x16xf32>
    %273 = tensor.empty() : tensor<3x3x48x16xf32>
    %274 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%272 : tensor<48x3x3x16xf32>) outs(%273 : tensor<3x3x48x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x48x16xf32>
    %275 = tensor.empty() : tensor<3x3x48x16xf32>
    %276 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%275 : tensor<3x3x48x16xf32>) {
    ^bb0(%out: f32):
      %411 = linalg.index 0 : index
      %412 = arith.subi %c2, %411 : index
      %413 = linalg.index 1 : index
      %414 = arith.subi %c2, %413 : index
      %415 = linalg.index 2 : index
      %416 = linalg.index 3 : index
      %extracted = tensor.extract %arg6[%412, %414, %415, %416] : tensor<3x3x48x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x48x16xf32>
    %277 = tensor.empty() : tensor<3x3x16x48xf32>
    %278 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%276 : tensor<3x3x48x16xf32>) outs(%277 : tensor<3x3x16x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x48xf32>
    %279 = tensor.empty() : tensor<4x24x24x48xf32>
    %280 = linalg.fill ins(%cst_4 : f32) outs(%279 : tensor<4x24x24x48xf32>) -> tensor<4x24x24x48xf32>
    %padded_30 = tensor.pad %265 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x24x24x16xf32> to tensor<4x26x26x16xf32>
    %281 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_30, %278 : tensor<4x26x26x16xf32>, tensor<3x3x16x48xf32>) outs(%280 : tensor<4x24x24x48xf32>) -> tensor<4x24x24x48xf32>
    %extracted_slice_31 = tensor.extract_slice %281[0, 0, 0, 0] [4, 24, 24, 32] [1, 1, 1, 1] : tensor<4x24x24x48xf32> to tensor<4x24x24x32xf32>
    %extracted_slice_32 = tensor.extract_slice %281[0, 0, 0, 32] [4, 24, 24, 16] [1, 1, 1, 1] : tensor<4x24x24x48xf32> to tensor<4x24x24x16xf32>
    %expanded_33 = tensor.expand_shape %extracted_slice_31 [[0], [1, 2], [3, 4], [5]] output_shape [4, 12, 2, 12, 2, 32] : tensor<4x24x24x32xf32> into tensor<4x12x2x12x2x32xf32>
    %282 = tensor.empty() : tensor<4x12x12x32xf32>
    %283 = linalg.fill ins(%cst_4 : f32) outs(%282 : tensor<4x12x12x32xf32>) -> tensor<4x12x12x32xf32>
    %284 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%expanded_33 : tensor<4x12x2x12x2x32xf32>) outs(%283 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.addf %out, %in : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %285 = tensor.empty() : tensor<4x12x1x12x1x32xf32>
    %286 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]} ins(%284 : tensor<4x12x12x32xf32>) outs(%285 : tensor<4x12x1x12x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x12x1x12x1x32xf32>
    %287 = tensor.empty() : tensor<4x12x12x32xf32>
    %288 = linalg.fill ins(%cst_4 : f32) outs(%287 : tensor<4x12x12x32xf32>) -> tensor<4x12x12x32xf32>
    %289 = linalg.generic {indexing_maps = [#map8, #map9], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%286 : tensor<4x12x1x12x1x32xf32>) outs(%288 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.addf %out, %in : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %290 = tensor.empty() : tensor<4x12x12x32xf32>
    %291 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%289, %101 : tensor<4x12x12x32xf32>, tensor<4x12x12x32xf32>) outs(%290 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %292 = tensor.empty() : tensor<32x12x12x4xf32>
    %293 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%76 : tensor<4x12x12x32xf32>) outs(%292 : tensor<32x12x12x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x12x12x4xf32>
    %294 = tensor.empty() : tensor<12x12x4x32xf32>
    %295 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%291 : tensor<4x12x12x32xf32>) outs(%294 : tensor<12x12x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x12x4x32xf32>
    %296 = tensor.empty() : tensor<32x3x3x32xf32>
    %297 = linalg.fill ins(%cst_4 : f32) outs(%296 : tensor<32x3x3x32xf32>) -> tensor<32x3x3x32xf32>
    %padded_34 = tensor.pad %293 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<32x12x12x4xf32> to tensor<32x14x14x4xf32>
    %298 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_34, %295 : tensor<32x14x14x4xf32>, tensor<12x12x4x32xf32>) outs(%297 : tensor<32x3x3x32xf32>) -> tensor<32x3x3x32xf32>
    %299 = tensor.empty() : tensor<3x3x32x32xf32>
    %300 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%298 : tensor<32x3x3x32xf32>) outs(%299 : tensor<3x3x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x32xf32>
    %301 = tensor.empty() : tensor<3x3x32x32xf32>
    %302 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%301 : tensor<3x3x32x32xf32>) {
    ^bb0(%out: f32):
      %411 = linalg.index 0 : index
      %412 = arith.subi %c2, %411 : index
      %413 = linalg.index 1 : index
      %414 = arith.subi %c2, %413 : index
      %415 = linalg.index 2 : index
      %416 = linalg.index 3 : index
      %extracted = tensor.extract %arg5[%412, %414, %415, %416] : tensor<3x3x32x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x32x32xf32>
    %303 = tensor.empty() : tensor<3x3x32x32xf32>
    %304 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%302 : tensor<3x3x32x32xf32>) outs(%303 : tensor<3x3x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x32xf32>
    %305 = tensor.empty() : tensor<4x12x12x32xf32>
    %306 = linalg.fill ins(%cst_4 : f32) outs(%305 : tensor<4x12x12x32xf32>) -> tensor<4x12x12x32xf32>
    %padded_35 = tensor.pad %291 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x12x12x32xf32> to tensor<4x14x14x32xf32>
    %307 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_35, %304 : tensor<4x14x14x32xf32>, tensor<3x3x32x32xf32>) outs(%306 : tensor<4x12x12x32xf32>) -> tensor<4x12x12x32xf32>
    %308 = tensor.empty() : tensor<4x12x12x32xf32>
    %309 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%307, %86 : tensor<4x12x12x32xf32>, tensor<4x12x12x32xf32>) outs(%308 : tensor<4x12x12x32xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x32xf32>
    %310 = tensor.empty() : tensor<16x12x12x4xf32>
    %311 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%71 : tensor<4x12x12x16xf32>) outs(%310 : tensor<16x12x12x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x12x12x4xf32>
    %312 = tensor.empty() : tensor<12x12x4x32xf32>
    %313 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%309 : tensor<4x12x12x32xf32>) outs(%312 : tensor<12x12x4x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<12x12x4x32xf32>
    %314 = tensor.empty() : tensor<16x3x3x32xf32>
    %315 = linalg.fill ins(%cst_4 : f32) outs(%314 : tensor<16x3x3x32xf32>) -> tensor<16x3x3x32xf32>
    %padded_36 = tensor.pad %311 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<16x12x12x4xf32> to tensor<16x14x14x4xf32>
    %316 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_36, %313 : tensor<16x14x14x4xf32>, tensor<12x12x4x32xf32>) outs(%315 : tensor<16x3x3x32xf32>) -> tensor<16x3x3x32xf32>
    %317 = tensor.empty() : tensor<3x3x16x32xf32>
    %318 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%316 : tensor<16x3x3x32xf32>) outs(%317 : tensor<3x3x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x32xf32>
    %319 = tensor.empty() : tensor<3x3x16x32xf32>
    %320 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%319 : tensor<3x3x16x32xf32>) {
    ^bb0(%out: f32):
      %411 = linalg.index 0 : index
      %412 = arith.subi %c2, %411 : index
      %413 = linalg.index 1 : index
      %414 = arith.subi %c2, %413 : index
      %415 = linalg.index 2 : index
      %416 = linalg.index 3 : index
      %extracted = tensor.extract %arg4[%412, %414, %415, %416] : tensor<3x3x16x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x16x32xf32>
    %321 = tensor.empty() : tensor<3x3x32x16xf32>
    %322 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%320 : tensor<3x3x16x32xf32>) outs(%321 : tensor<3x3x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x16xf32>
    %323 = tensor.empty() : tensor<4x12x12x16xf32>
    %324 = linalg.fill ins(%cst_4 : f32) outs(%323 : tensor<4x12x12x16xf32>) -> tensor<4x12x12x16xf32>
    %padded_37 = tensor.pad %309 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x12x12x32xf32> to tensor<4x14x14x32xf32>
    %325 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_37, %322 : tensor<4x14x14x32xf32>, tensor<3x3x32x16xf32>) outs(%324 : tensor<4x12x12x16xf32>) -> tensor<4x12x12x16xf32>
    %326 = tensor.empty() : tensor<4x12x12x16xf32>
    %327 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%325 : tensor<4x12x12x16xf32>) outs(%326 : tensor<4x12x12x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.mulf %in, %cst_1 : f32
      linalg.yield %411 : f32
    } -> tensor<4x12x12x16xf32>
    %328 = tensor.empty() : tensor<4x25x25x16xf32>
    %329 = linalg.fill ins(%cst_4 : f32) outs(%328 : tensor<4x25x25x16xf32>) -> tensor<4x25x25x16xf32>
    %inserted_slice_38 = tensor.insert_slice %327 into %329[0, 1, 1, 0] [4, 12, 12, 16] [1, 2, 2, 1] : tensor<4x12x12x16xf32> into tensor<4x25x25x16xf32>
    %330 = tensor.empty() : tensor<2x2xf32>
    %331 = tensor.empty() : tensor<4x24x24x16xf32>
    %332 = linalg.fill ins(%cst_4 : f32) outs(%331 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %333 = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice_38, %330 : tensor<4x25x25x16xf32>, tensor<2x2xf32>) outs(%332 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %334 = tensor.empty() : tensor<4x24x24x16xf32>
    %335 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_32, %333 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%334 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.addf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %336 = tensor.empty() : tensor<4x24x24x16xf32>
    %337 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%335, %65 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%336 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %338 = tensor.empty() : tensor<16x24x24x4xf32>
    %339 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%40 : tensor<4x24x24x16xf32>) outs(%338 : tensor<16x24x24x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x24x24x4xf32>
    %340 = tensor.empty() : tensor<24x24x4x16xf32>
    %341 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%337 : tensor<4x24x24x16xf32>) outs(%340 : tensor<24x24x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x24x4x16xf32>
    %342 = tensor.empty() : tensor<16x3x3x16xf32>
    %343 = linalg.fill ins(%cst_4 : f32) outs(%342 : tensor<16x3x3x16xf32>) -> tensor<16x3x3x16xf32>
    %padded_39 = tensor.pad %339 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<16x24x24x4xf32> to tensor<16x26x26x4xf32>
    %344 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_39, %341 : tensor<16x26x26x4xf32>, tensor<24x24x4x16xf32>) outs(%343 : tensor<16x3x3x16xf32>) -> tensor<16x3x3x16xf32>
    %345 = tensor.empty() : tensor<3x3x16x16xf32>
    %346 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%344 : tensor<16x3x3x16xf32>) outs(%345 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x16xf32>
    %347 = tensor.empty() : tensor<3x3x16x16xf32>
    %348 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%347 : tensor<3x3x16x16xf32>) {
    ^bb0(%out: f32):
      %411 = linalg.index 0 : index
      %412 = arith.subi %c2, %411 : index
      %413 = linalg.index 1 : index
      %414 = arith.subi %c2, %413 : index
      %415 = linalg.index 2 : index
      %416 = linalg.index 3 : index
      %extracted = tensor.extract %arg3[%412, %414, %415, %416] : tensor<3x3x16x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x16x16xf32>
    %349 = tensor.empty() : tensor<3x3x16x16xf32>
    %350 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%348 : tensor<3x3x16x16xf32>) outs(%349 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x16xf32>
    %351 = tensor.empty() : tensor<4x24x24x16xf32>
    %352 = linalg.fill ins(%cst_4 : f32) outs(%351 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %padded_40 = tensor.pad %337 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x24x24x16xf32> to tensor<4x26x26x16xf32>
    %353 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_40, %350 : tensor<4x26x26x16xf32>, tensor<3x3x16x16xf32>) outs(%352 : tensor<4x24x24x16xf32>) -> tensor<4x24x24x16xf32>
    %354 = tensor.empty() : tensor<4x24x24x16xf32>
    %355 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%353, %50 : tensor<4x24x24x16xf32>, tensor<4x24x24x16xf32>) outs(%354 : tensor<4x24x24x16xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x16xf32>
    %356 = tensor.empty() : tensor<8x24x24x4xf32>
    %357 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35 : tensor<4x24x24x8xf32>) outs(%356 : tensor<8x24x24x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x24x24x4xf32>
    %358 = tensor.empty() : tensor<24x24x4x16xf32>
    %359 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%355 : tensor<4x24x24x16xf32>) outs(%358 : tensor<24x24x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<24x24x4x16xf32>
    %360 = tensor.empty() : tensor<8x3x3x16xf32>
    %361 = linalg.fill ins(%cst_4 : f32) outs(%360 : tensor<8x3x3x16xf32>) -> tensor<8x3x3x16xf32>
    %padded_41 = tensor.pad %357 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<8x24x24x4xf32> to tensor<8x26x26x4xf32>
    %362 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_41, %359 : tensor<8x26x26x4xf32>, tensor<24x24x4x16xf32>) outs(%361 : tensor<8x3x3x16xf32>) -> tensor<8x3x3x16xf32>
    %363 = tensor.empty() : tensor<3x3x8x16xf32>
    %364 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%362 : tensor<8x3x3x16xf32>) outs(%363 : tensor<3x3x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x8x16xf32>
    %365 = tensor.empty() : tensor<3x3x8x16xf32>
    %366 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%365 : tensor<3x3x8x16xf32>) {
    ^bb0(%out: f32):
      %411 = linalg.index 0 : index
      %412 = arith.subi %c2, %411 : index
      %413 = linalg.index 1 : index
      %414 = arith.subi %c2, %413 : index
      %415 = linalg.index 2 : index
      %416 = linalg.index 3 : index
      %extracted = tensor.extract %arg2[%412, %414, %415, %416] : tensor<3x3x8x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x8x16xf32>
    %367 = tensor.empty() : tensor<3x3x16x8xf32>
    %368 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%366 : tensor<3x3x8x16xf32>) outs(%367 : tensor<3x3x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x8xf32>
    %369 = tensor.empty() : tensor<4x24x24x8xf32>
    %370 = linalg.fill ins(%cst_4 : f32) outs(%369 : tensor<4x24x24x8xf32>) -> tensor<4x24x24x8xf32>
    %padded_42 = tensor.pad %355 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x24x24x16xf32> to tensor<4x26x26x16xf32>
    %371 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_42, %368 : tensor<4x26x26x16xf32>, tensor<3x3x16x8xf32>) outs(%370 : tensor<4x24x24x8xf32>) -> tensor<4x24x24x8xf32>
    %372 = tensor.empty() : tensor<4x24x24x8xf32>
    %373 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%371 : tensor<4x24x24x8xf32>) outs(%372 : tensor<4x24x24x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %411 = arith.mulf %in, %cst_1 : f32
      linalg.yield %411 : f32
    } -> tensor<4x24x24x8xf32>
    %374 = tensor.empty() : tensor<4x49x49x8xf32>
    %375 = linalg.fill ins(%cst_4 : f32) outs(%374 : tensor<4x49x49x8xf32>) -> tensor<4x49x49x8xf32>
    %inserted_slice_43 = tensor.insert_slice %373 into %375[0, 1, 1, 0] [4, 24, 24, 8] [1, 2, 2, 1] : tensor<4x24x24x8xf32> into tensor<4x49x49x8xf32>
    %376 = tensor.empty() : tensor<2x2xf32>
    %377 = tensor.empty() : tensor<4x48x48x8xf32>
    %378 = linalg.fill ins(%cst_4 : f32) outs(%377 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %379 = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice_43, %376 : tensor<4x49x49x8xf32>, tensor<2x2xf32>) outs(%378 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %380 = tensor.empty() : tensor<4x48x48x8xf32>
    %381 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_25, %379 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%380 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.addf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %382 = tensor.empty() : tensor<4x48x48x8xf32>
    %383 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%381, %29 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%382 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %384 = tensor.empty() : tensor<8x48x48x4xf32>
    %385 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%4 : tensor<4x48x48x8xf32>) outs(%384 : tensor<8x48x48x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x48x48x4xf32>
    %386 = tensor.empty() : tensor<48x48x4x8xf32>
    %387 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%383 : tensor<4x48x48x8xf32>) outs(%386 : tensor<48x48x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x48x4x8xf32>
    %388 = tensor.empty() : tensor<8x3x3x8xf32>
    %389 = linalg.fill ins(%cst_4 : f32) outs(%388 : tensor<8x3x3x8xf32>) -> tensor<8x3x3x8xf32>
    %padded_44 = tensor.pad %385 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<8x48x48x4xf32> to tensor<8x50x50x4xf32>
    %390 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_44, %387 : tensor<8x50x50x4xf32>, tensor<48x48x4x8xf32>) outs(%389 : tensor<8x3x3x8xf32>) -> tensor<8x3x3x8xf32>
    %391 = tensor.empty() : tensor<3x3x8x8xf32>
    %392 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%390 : tensor<8x3x3x8xf32>) outs(%391 : tensor<3x3x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x8x8xf32>
    %393 = tensor.empty() : tensor<3x3x8x8xf32>
    %394 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%393 : tensor<3x3x8x8xf32>) {
    ^bb0(%out: f32):
      %411 = linalg.index 0 : index
      %412 = arith.subi %c2, %411 : index
      %413 = linalg.index 1 : index
      %414 = arith.subi %c2, %413 : index
      %415 = linalg.index 2 : index
      %416 = linalg.index 3 : index
      %extracted = tensor.extract %arg1[%412, %414, %415, %416] : tensor<3x3x8x8xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x8x8xf32>
    %395 = tensor.empty() : tensor<3x3x8x8xf32>
    %396 = linalg.generic {indexing_maps = [#map7, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%394 : tensor<3x3x8x8xf32>) outs(%395 : tensor<3x3x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x8x8xf32>
    %397 = tensor.empty() : tensor<4x48x48x8xf32>
    %398 = linalg.fill ins(%cst_4 : f32) outs(%397 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %padded_45 = tensor.pad %383 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<4x48x48x8xf32> to tensor<4x50x50x8xf32>
    %399 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_45, %396 : tensor<4x50x50x8xf32>, tensor<3x3x8x8xf32>) outs(%398 : tensor<4x48x48x8xf32>) -> tensor<4x48x48x8xf32>
    %400 = tensor.empty() : tensor<4x48x48x8xf32>
    %401 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%399, %14 : tensor<4x48x48x8xf32>, tensor<4x48x48x8xf32>) outs(%400 : tensor<4x48x48x8xf32>) {
    ^bb0(%in: f32, %in_47: f32, %out: f32):
      %411 = arith.mulf %in, %in_47 : f32
      linalg.yield %411 : f32
    } -> tensor<4x48x48x8xf32>
    %402 = tensor.empty() : tensor<3x48x48x4xf32>
    %403 = linalg.generic {indexing_maps = [#map5, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg11 : tensor<4x48x48x3xf32>) outs(%402 : tensor<3x48x48x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x48x48x4xf32>
    %404 = tensor.empty() : tensor<48x48x4x8xf32>
    %405 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%401 : tensor<4x48x48x8xf32>) outs(%404 : tensor<48x48x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x48x4x8xf32>
    %406 = tensor.empty() : tensor<3x3x3x8xf32>
    %407 = linalg.fill ins(%cst_4 : f32) outs(%406 : tensor<3x3x3x8xf32>) -> tensor<3x3x3x8xf32>
    %padded_46 = tensor.pad %403 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg13: index, %arg14: index, %arg15: index, %arg16: index):
      tensor.yield %cst_4 : f32
    } : tensor<3x48x48x4xf32> to tensor<3x50x50x4xf32>
    %408 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_46, %405 : tensor<3x50x50x4xf32>, tensor<48x48x4x8xf32>) outs(%407 : tensor<3x3x3x8xf32>) -> tensor<3x3x3x8xf32>
    %409 = tensor.empty() : tensor<3x3x3x8xf32>
    %410 = linalg.generic {indexing_maps = [#map6, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%408 : tensor<3x3x3x8xf32>) outs(%409 : tensor<3x3x3x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x3x8xf32>
    return %179, %410, %392, %364, %346, %318, %300, %274, %256, %230, %212, %expanded : tensor<f32>, tensor<3x3x3x8xf32>, tensor<3x3x8x8xf32>, tensor<3x3x8x16xf32>, tensor<3x3x16x16xf32>, tensor<3x3x16x32xf32>, tensor<3x3x32x32xf32>, tensor<3x3x48x16xf32>, tensor<3x3x16x16xf32>, tensor<3x3x24x8xf32>, tensor<3x3x8x8xf32>, tensor<1x1x8x1xf32>
  }
}
