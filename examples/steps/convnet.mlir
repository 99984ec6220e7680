// convnet.mlir: Residual convolutional classifier, NHWC: 3 blocks, batch normalization by the batch's statistics, a strided block, average pooling; batch 8, images 32 x 32 x 3, 10 classes (i32 labels).
// Made by utils/export-examples.py; do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#map = affine_map<(d0, d1, d2, d3) -> (d1, d2, d3, d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (0, 0, 0, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d3, d1)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1)>
#map7 = affine_map<(d0, d1) -> (d0, d1)>
#map8 = affine_map<(d0, d1) -> (d1)>
#map9 = affine_map<(d0) -> (d0)>
#map10 = affine_map<(d0, d1) -> (d0)>
#map11 = affine_map<(d0) -> ()>
#map12 = affine_map<() -> ()>
#map13 = affine_map<(d0, d1) -> ()>
#map14 = affine_map<(d0, d1) -> (d1, d0)>
#map15 = affine_map<(d0, d1, d2, d3) -> (d0, d3)>
#map16 = affine_map<(d0, d1, d2, d3) -> (d3, d1, d2, d0)>
#map17 = affine_map<(d0, d1, d2, d3) -> (d2, d0, d1, d3)>
#map18 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
module @convnet {
  func.func public @main(%arg0: tensor<3x3x3x16xf32>, %arg1: tensor<16xf32>, %arg2: tensor<16xf32>, %arg3: tensor<3x3x16x16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<16xf32>, %arg6: tensor<3x3x16x16xf32>, %arg7: tensor<16xf32>, %arg8: tensor<16xf32>, %arg9: tensor<1x1x16x16xf32>, %arg10: tensor<3x3x16x32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<32xf32>, %arg13: tensor<3x3x32x32xf32>, %arg14: tensor<32xf32>, %arg15: tensor<32xf32>, %arg16: tensor<1x1x16x32xf32>, %arg17: tensor<3x3x32x64xf32>, %arg18: tensor<64xf32>, %arg19: tensor<64xf32>, %arg20: tensor<3x3x64x64xf32>, %arg21: tensor<64xf32>, %arg22: tensor<64xf32>, %arg23: tensor<1x1x32x64xf32>, %arg24: tensor<64x10xf32>, %arg25: tensor<10xf32>, %arg26: tensor<8x32x32x3xf32>, %arg27: tensor<8xi32> {remat.range = array<i64: 0, 10>}) -> (tensor<f32> {remat.loss}, tensor<3x3x3x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<3x3x16x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<3x3x16x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<1x1x16x16xf32>, tensor<3x3x16x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<3x3x32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<1x1x16x32xf32>, tensor<3x3x32x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x32x64xf32>, tensor<64x10xf32>, tensor<10xf32>) {
    %c2 = arith.constant 2 : index
    %c0 = arith.constant 0 : index
    %cst = arith.constant 1.250000e-01 : f32
    %cst_0 = arith.constant 8.000000e+00 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 6.400000e+01 : f32
    %cst_3 = arith.constant 5.120000e+02 : f32
    %cst_4 = arith.constant 2.500000e-01 : f32
    %cst_5 = arith.constant 2.048000e+03 : f32
    %cst_6 = arith.constant 2.000000e+00 : f32
    %cst_7 = arith.constant 1.000000e+00 : f32
    %cst_8 = arith.constant -5.000000e-01 : f32
    %cst_9 = arith.constant 9.99999974E-6 : f32
    %cst_10 = arith.constant 8.192000e+03 : f32
    %cst_11 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<8x32x32x16xf32>
    %1 = linalg.fill ins(%cst_11 : f32) outs(%0 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %padded = tensor.pad %arg26 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x32x32x3xf32> to tensor<8x34x34x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded, %arg0 : tensor<8x34x34x3xf32>, tensor<3x3x3x16xf32>) outs(%1 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %3 = tensor.empty() : tensor<16xf32>
    %4 = linalg.fill ins(%cst_11 : f32) outs(%3 : tensor<16xf32>) -> tensor<16xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%2 : tensor<8x32x32x16xf32>) outs(%4 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %6 = tensor.empty() : tensor<1x1x1x16xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5 : tensor<16xf32>) outs(%6 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %8 = tensor.empty() : tensor<1x1x1x16xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x1x1x16xf32>) outs(%8 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %10 = tensor.empty() : tensor<8x32x32x16xf32>
    %11 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x1x1x16xf32>) outs(%10 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %12 = tensor.empty() : tensor<8x32x32x16xf32>
    %13 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %11 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%12 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.subf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %14 = tensor.empty() : tensor<8x32x32x16xf32>
    %15 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13 : tensor<8x32x32x16xf32>) outs(%14 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %16 = tensor.empty() : tensor<16xf32>
    %17 = linalg.fill ins(%cst_11 : f32) outs(%16 : tensor<16xf32>) -> tensor<16xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%15 : tensor<8x32x32x16xf32>) outs(%17 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %19 = tensor.empty() : tensor<1x1x1x16xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18 : tensor<16xf32>) outs(%19 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %21 = tensor.empty() : tensor<1x1x1x16xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%20 : tensor<1x1x1x16xf32>) outs(%21 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %23 = tensor.empty() : tensor<1x1x1x16xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%22 : tensor<1x1x1x16xf32>) outs(%23 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %in, %cst_9 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %25 = tensor.empty() : tensor<1x1x1x16xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<1x1x1x16xf32>) outs(%25 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = math.rsqrt %in : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %27 = tensor.empty() : tensor<1x1x1x16xf32>
    %28 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26, %24 : tensor<1x1x1x16xf32>, tensor<1x1x1x16xf32>) outs(%27 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %29 = tensor.empty() : tensor<1x1x1x16xf32>
    %30 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28 : tensor<1x1x1x16xf32>) outs(%29 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %cst_8 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %31 = tensor.empty() : tensor<8x32x32x16xf32>
    %32 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%26 : tensor<1x1x1x16xf32>) outs(%31 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %33 = tensor.empty() : tensor<8x32x32x16xf32>
    %34 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %32 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%33 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %35 = tensor.empty() : tensor<8x32x32x16xf32>
    %36 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1 : tensor<16xf32>) outs(%35 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %37 = tensor.empty() : tensor<8x32x32x16xf32>
    %38 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %36 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%37 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %39 = tensor.empty() : tensor<8x32x32x16xf32>
    %40 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<16xf32>) outs(%39 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %41 = tensor.empty() : tensor<8x32x32x16xf32>
    %42 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %40 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%41 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %43 = tensor.empty() : tensor<8x32x32x16xf32>
    %44 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42 : tensor<8x32x32x16xf32>) outs(%43 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.maximumf %in, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %45 = tensor.empty() : tensor<8x32x32x16xi1>
    %46 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%42, %44 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%45 : tensor<8x32x32x16xi1>) {
    ^bb0(%in: f32, %in_66: f32, %out: i1):
      %1045 = arith.cmpf oeq, %in, %in_66 : f32
      linalg.yield %1045 : i1
    } -> tensor<8x32x32x16xi1>
    %47 = tensor.empty() : tensor<8x32x32x16xf32>
    %48 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%46 : tensor<8x32x32x16xi1>) outs(%47 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_7, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %49 = tensor.empty() : tensor<8x32x32x16xi1>
    %50 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<8x32x32x16xf32>) outs(%49 : tensor<8x32x32x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %1045 = arith.cmpf oeq, %cst_11, %in : f32
      linalg.yield %1045 : i1
    } -> tensor<8x32x32x16xi1>
    %51 = tensor.empty() : tensor<8x32x32x16xf32>
    %52 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%50 : tensor<8x32x32x16xi1>) outs(%51 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_6, %cst_7 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %53 = tensor.empty() : tensor<8x32x32x16xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%48, %52 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%53 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %55 = tensor.empty() : tensor<8x32x32x16xf32>
    %56 = linalg.fill ins(%cst_11 : f32) outs(%55 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %padded_12 = tensor.pad %44 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x32x32x16xf32> to tensor<8x34x34x16xf32>
    %57 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_12, %arg3 : tensor<8x34x34x16xf32>, tensor<3x3x16x16xf32>) outs(%56 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %58 = tensor.empty() : tensor<16xf32>
    %59 = linalg.fill ins(%cst_11 : f32) outs(%58 : tensor<16xf32>) -> tensor<16xf32>
    %60 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%57 : tensor<8x32x32x16xf32>) outs(%59 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %61 = tensor.empty() : tensor<1x1x1x16xf32>
    %62 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%60 : tensor<16xf32>) outs(%61 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %63 = tensor.empty() : tensor<1x1x1x16xf32>
    %64 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%62 : tensor<1x1x1x16xf32>) outs(%63 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %65 = tensor.empty() : tensor<8x32x32x16xf32>
    %66 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%64 : tensor<1x1x1x16xf32>) outs(%65 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %67 = tensor.empty() : tensor<8x32x32x16xf32>
    %68 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%57, %66 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%67 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.subf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %69 = tensor.empty() : tensor<8x32x32x16xf32>
    %70 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68 : tensor<8x32x32x16xf32>) outs(%69 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %71 = tensor.empty() : tensor<16xf32>
    %72 = linalg.fill ins(%cst_11 : f32) outs(%71 : tensor<16xf32>) -> tensor<16xf32>
    %73 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%70 : tensor<8x32x32x16xf32>) outs(%72 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %74 = tensor.empty() : tensor<1x1x1x16xf32>
    %75 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%73 : tensor<16xf32>) outs(%74 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %76 = tensor.empty() : tensor<1x1x1x16xf32>
    %77 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%75 : tensor<1x1x1x16xf32>) outs(%76 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %78 = tensor.empty() : tensor<1x1x1x16xf32>
    %79 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%77 : tensor<1x1x1x16xf32>) outs(%78 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %in, %cst_9 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %80 = tensor.empty() : tensor<1x1x1x16xf32>
    %81 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%79 : tensor<1x1x1x16xf32>) outs(%80 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = math.rsqrt %in : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %82 = tensor.empty() : tensor<1x1x1x16xf32>
    %83 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81, %79 : tensor<1x1x1x16xf32>, tensor<1x1x1x16xf32>) outs(%82 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %84 = tensor.empty() : tensor<1x1x1x16xf32>
    %85 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%83 : tensor<1x1x1x16xf32>) outs(%84 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %cst_8 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %86 = tensor.empty() : tensor<8x32x32x16xf32>
    %87 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%81 : tensor<1x1x1x16xf32>) outs(%86 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %88 = tensor.empty() : tensor<8x32x32x16xf32>
    %89 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %87 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%88 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %90 = tensor.empty() : tensor<8x32x32x16xf32>
    %91 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg4 : tensor<16xf32>) outs(%90 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %92 = tensor.empty() : tensor<8x32x32x16xf32>
    %93 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89, %91 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%92 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %94 = tensor.empty() : tensor<8x32x32x16xf32>
    %95 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg5 : tensor<16xf32>) outs(%94 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %96 = tensor.empty() : tensor<8x32x32x16xf32>
    %97 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%93, %95 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%96 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %98 = tensor.empty() : tensor<8x32x32x16xf32>
    %99 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97 : tensor<8x32x32x16xf32>) outs(%98 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.maximumf %in, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %100 = tensor.empty() : tensor<8x32x32x16xi1>
    %101 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%97, %99 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%100 : tensor<8x32x32x16xi1>) {
    ^bb0(%in: f32, %in_66: f32, %out: i1):
      %1045 = arith.cmpf oeq, %in, %in_66 : f32
      linalg.yield %1045 : i1
    } -> tensor<8x32x32x16xi1>
    %102 = tensor.empty() : tensor<8x32x32x16xf32>
    %103 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%101 : tensor<8x32x32x16xi1>) outs(%102 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_7, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %104 = tensor.empty() : tensor<8x32x32x16xi1>
    %105 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99 : tensor<8x32x32x16xf32>) outs(%104 : tensor<8x32x32x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %1045 = arith.cmpf oeq, %cst_11, %in : f32
      linalg.yield %1045 : i1
    } -> tensor<8x32x32x16xi1>
    %106 = tensor.empty() : tensor<8x32x32x16xf32>
    %107 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%105 : tensor<8x32x32x16xi1>) outs(%106 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_6, %cst_7 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %108 = tensor.empty() : tensor<8x32x32x16xf32>
    %109 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%103, %107 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%108 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %110 = tensor.empty() : tensor<8x32x32x16xf32>
    %111 = linalg.fill ins(%cst_11 : f32) outs(%110 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %padded_13 = tensor.pad %99 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x32x32x16xf32> to tensor<8x34x34x16xf32>
    %112 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_13, %arg6 : tensor<8x34x34x16xf32>, tensor<3x3x16x16xf32>) outs(%111 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %113 = tensor.empty() : tensor<16xf32>
    %114 = linalg.fill ins(%cst_11 : f32) outs(%113 : tensor<16xf32>) -> tensor<16xf32>
    %115 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%112 : tensor<8x32x32x16xf32>) outs(%114 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %116 = tensor.empty() : tensor<1x1x1x16xf32>
    %117 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%115 : tensor<16xf32>) outs(%116 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %118 = tensor.empty() : tensor<1x1x1x16xf32>
    %119 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%117 : tensor<1x1x1x16xf32>) outs(%118 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %120 = tensor.empty() : tensor<8x32x32x16xf32>
    %121 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%119 : tensor<1x1x1x16xf32>) outs(%120 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %122 = tensor.empty() : tensor<8x32x32x16xf32>
    %123 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%112, %121 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%122 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.subf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %124 = tensor.empty() : tensor<8x32x32x16xf32>
    %125 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123 : tensor<8x32x32x16xf32>) outs(%124 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %126 = tensor.empty() : tensor<16xf32>
    %127 = linalg.fill ins(%cst_11 : f32) outs(%126 : tensor<16xf32>) -> tensor<16xf32>
    %128 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%125 : tensor<8x32x32x16xf32>) outs(%127 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %129 = tensor.empty() : tensor<1x1x1x16xf32>
    %130 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%128 : tensor<16xf32>) outs(%129 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x16xf32>
    %131 = tensor.empty() : tensor<1x1x1x16xf32>
    %132 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%130 : tensor<1x1x1x16xf32>) outs(%131 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %133 = tensor.empty() : tensor<1x1x1x16xf32>
    %134 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%132 : tensor<1x1x1x16xf32>) outs(%133 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %in, %cst_9 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %135 = tensor.empty() : tensor<1x1x1x16xf32>
    %136 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%134 : tensor<1x1x1x16xf32>) outs(%135 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = math.rsqrt %in : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %137 = tensor.empty() : tensor<1x1x1x16xf32>
    %138 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136, %134 : tensor<1x1x1x16xf32>, tensor<1x1x1x16xf32>) outs(%137 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %139 = tensor.empty() : tensor<1x1x1x16xf32>
    %140 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%138 : tensor<1x1x1x16xf32>) outs(%139 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %cst_8 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %141 = tensor.empty() : tensor<8x32x32x16xf32>
    %142 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%136 : tensor<1x1x1x16xf32>) outs(%141 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %143 = tensor.empty() : tensor<8x32x32x16xf32>
    %144 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123, %142 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%143 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %145 = tensor.empty() : tensor<8x32x32x16xf32>
    %146 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg7 : tensor<16xf32>) outs(%145 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %147 = tensor.empty() : tensor<8x32x32x16xf32>
    %148 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%144, %146 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%147 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %149 = tensor.empty() : tensor<8x32x32x16xf32>
    %150 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg8 : tensor<16xf32>) outs(%149 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %151 = tensor.empty() : tensor<8x32x32x16xf32>
    %152 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%148, %150 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%151 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %153 = tensor.empty() : tensor<8x32x32x16xf32>
    %154 = linalg.fill ins(%cst_11 : f32) outs(%153 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %155 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%44, %arg9 : tensor<8x32x32x16xf32>, tensor<1x1x16x16xf32>) outs(%154 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %156 = tensor.empty() : tensor<8x32x32x16xf32>
    %157 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%152, %155 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%156 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %158 = tensor.empty() : tensor<8x32x32x16xf32>
    %159 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157 : tensor<8x32x32x16xf32>) outs(%158 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.maximumf %in, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %160 = tensor.empty() : tensor<8x32x32x16xi1>
    %161 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%157, %159 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%160 : tensor<8x32x32x16xi1>) {
    ^bb0(%in: f32, %in_66: f32, %out: i1):
      %1045 = arith.cmpf oeq, %in, %in_66 : f32
      linalg.yield %1045 : i1
    } -> tensor<8x32x32x16xi1>
    %162 = tensor.empty() : tensor<8x32x32x16xf32>
    %163 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%161 : tensor<8x32x32x16xi1>) outs(%162 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_7, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %164 = tensor.empty() : tensor<8x32x32x16xi1>
    %165 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%159 : tensor<8x32x32x16xf32>) outs(%164 : tensor<8x32x32x16xi1>) {
    ^bb0(%in: f32, %out: i1):
      %1045 = arith.cmpf oeq, %cst_11, %in : f32
      linalg.yield %1045 : i1
    } -> tensor<8x32x32x16xi1>
    %166 = tensor.empty() : tensor<8x32x32x16xf32>
    %167 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%165 : tensor<8x32x32x16xi1>) outs(%166 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_6, %cst_7 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %168 = tensor.empty() : tensor<8x32x32x16xf32>
    %169 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%163, %167 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%168 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %170 = tensor.empty() : tensor<8x16x16x32xf32>
    %171 = linalg.fill ins(%cst_11 : f32) outs(%170 : tensor<8x16x16x32xf32>) -> tensor<8x16x16x32xf32>
    %padded_14 = tensor.pad %159 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x32x32x16xf32> to tensor<8x33x33x16xf32>
    %172 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded_14, %arg10 : tensor<8x33x33x16xf32>, tensor<3x3x16x32xf32>) outs(%171 : tensor<8x16x16x32xf32>) -> tensor<8x16x16x32xf32>
    %173 = tensor.empty() : tensor<32xf32>
    %174 = linalg.fill ins(%cst_11 : f32) outs(%173 : tensor<32xf32>) -> tensor<32xf32>
    %175 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%172 : tensor<8x16x16x32xf32>) outs(%174 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %176 = tensor.empty() : tensor<1x1x1x32xf32>
    %177 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%175 : tensor<32xf32>) outs(%176 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %178 = tensor.empty() : tensor<1x1x1x32xf32>
    %179 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%177 : tensor<1x1x1x32xf32>) outs(%178 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_5 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %180 = tensor.empty() : tensor<8x16x16x32xf32>
    %181 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%179 : tensor<1x1x1x32xf32>) outs(%180 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %182 = tensor.empty() : tensor<8x16x16x32xf32>
    %183 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%172, %181 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%182 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.subf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %184 = tensor.empty() : tensor<8x16x16x32xf32>
    %185 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183 : tensor<8x16x16x32xf32>) outs(%184 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %186 = tensor.empty() : tensor<32xf32>
    %187 = linalg.fill ins(%cst_11 : f32) outs(%186 : tensor<32xf32>) -> tensor<32xf32>
    %188 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%185 : tensor<8x16x16x32xf32>) outs(%187 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %189 = tensor.empty() : tensor<1x1x1x32xf32>
    %190 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%188 : tensor<32xf32>) outs(%189 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %191 = tensor.empty() : tensor<1x1x1x32xf32>
    %192 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%190 : tensor<1x1x1x32xf32>) outs(%191 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_5 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %193 = tensor.empty() : tensor<1x1x1x32xf32>
    %194 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%192 : tensor<1x1x1x32xf32>) outs(%193 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %in, %cst_9 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %195 = tensor.empty() : tensor<1x1x1x32xf32>
    %196 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%194 : tensor<1x1x1x32xf32>) outs(%195 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = math.rsqrt %in : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %197 = tensor.empty() : tensor<1x1x1x32xf32>
    %198 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%196, %194 : tensor<1x1x1x32xf32>, tensor<1x1x1x32xf32>) outs(%197 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %199 = tensor.empty() : tensor<1x1x1x32xf32>
    %200 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%198 : tensor<1x1x1x32xf32>) outs(%199 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %cst_8 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %201 = tensor.empty() : tensor<8x16x16x32xf32>
    %202 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%196 : tensor<1x1x1x32xf32>) outs(%201 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %203 = tensor.empty() : tensor<8x16x16x32xf32>
    %204 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183, %202 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%203 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %205 = tensor.empty() : tensor<8x16x16x32xf32>
    %206 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg11 : tensor<32xf32>) outs(%205 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %207 = tensor.empty() : tensor<8x16x16x32xf32>
    %208 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%204, %206 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%207 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %209 = tensor.empty() : tensor<8x16x16x32xf32>
    %210 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg12 : tensor<32xf32>) outs(%209 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %211 = tensor.empty() : tensor<8x16x16x32xf32>
    %212 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%208, %210 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%211 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %213 = tensor.empty() : tensor<8x16x16x32xf32>
    %214 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%212 : tensor<8x16x16x32xf32>) outs(%213 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.maximumf %in, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %215 = tensor.empty() : tensor<8x16x16x32xi1>
    %216 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%212, %214 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%215 : tensor<8x16x16x32xi1>) {
    ^bb0(%in: f32, %in_66: f32, %out: i1):
      %1045 = arith.cmpf oeq, %in, %in_66 : f32
      linalg.yield %1045 : i1
    } -> tensor<8x16x16x32xi1>
    %217 = tensor.empty() : tensor<8x16x16x32xf32>
    %218 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%216 : tensor<8x16x16x32xi1>) outs(%217 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_7, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %219 = tensor.empty() : tensor<8x16x16x32xi1>
    %220 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%214 : tensor<8x16x16x32xf32>) outs(%219 : tensor<8x16x16x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %1045 = arith.cmpf oeq, %cst_11, %in : f32
      linalg.yield %1045 : i1
    } -> tensor<8x16x16x32xi1>
    %221 = tensor.empty() : tensor<8x16x16x32xf32>
    %222 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%220 : tensor<8x16x16x32xi1>) outs(%221 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_6, %cst_7 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %223 = tensor.empty() : tensor<8x16x16x32xf32>
    %224 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%218, %222 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%223 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %225 = tensor.empty() : tensor<8x16x16x32xf32>
    %226 = linalg.fill ins(%cst_11 : f32) outs(%225 : tensor<8x16x16x32xf32>) -> tensor<8x16x16x32xf32>
    %padded_15 = tensor.pad %214 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x16x16x32xf32> to tensor<8x18x18x32xf32>
    %227 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_15, %arg13 : tensor<8x18x18x32xf32>, tensor<3x3x32x32xf32>) outs(%226 : tensor<8x16x16x32xf32>) -> tensor<8x16x16x32xf32>
    %228 = tensor.empty() : tensor<32xf32>
    %229 = linalg.fill ins(%cst_11 : f32) outs(%228 : tensor<32xf32>) -> tensor<32xf32>
    %230 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%227 : tensor<8x16x16x32xf32>) outs(%229 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %231 = tensor.empty() : tensor<1x1x1x32xf32>
    %232 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%230 : tensor<32xf32>) outs(%231 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %233 = tensor.empty() : tensor<1x1x1x32xf32>
    %234 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%232 : tensor<1x1x1x32xf32>) outs(%233 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_5 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %235 = tensor.empty() : tensor<8x16x16x32xf32>
    %236 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%234 : tensor<1x1x1x32xf32>) outs(%235 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %237 = tensor.empty() : tensor<8x16x16x32xf32>
    %238 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%227, %236 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%237 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.subf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %239 = tensor.empty() : tensor<8x16x16x32xf32>
    %240 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%238 : tensor<8x16x16x32xf32>) outs(%239 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %241 = tensor.empty() : tensor<32xf32>
    %242 = linalg.fill ins(%cst_11 : f32) outs(%241 : tensor<32xf32>) -> tensor<32xf32>
    %243 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%240 : tensor<8x16x16x32xf32>) outs(%242 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %244 = tensor.empty() : tensor<1x1x1x32xf32>
    %245 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%243 : tensor<32xf32>) outs(%244 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x32xf32>
    %246 = tensor.empty() : tensor<1x1x1x32xf32>
    %247 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%245 : tensor<1x1x1x32xf32>) outs(%246 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_5 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %248 = tensor.empty() : tensor<1x1x1x32xf32>
    %249 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%247 : tensor<1x1x1x32xf32>) outs(%248 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %in, %cst_9 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %250 = tensor.empty() : tensor<1x1x1x32xf32>
    %251 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%249 : tensor<1x1x1x32xf32>) outs(%250 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = math.rsqrt %in : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %252 = tensor.empty() : tensor<1x1x1x32xf32>
    %253 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%251, %249 : tensor<1x1x1x32xf32>, tensor<1x1x1x32xf32>) outs(%252 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %254 = tensor.empty() : tensor<1x1x1x32xf32>
    %255 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%253 : tensor<1x1x1x32xf32>) outs(%254 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %cst_8 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %256 = tensor.empty() : tensor<8x16x16x32xf32>
    %257 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%251 : tensor<1x1x1x32xf32>) outs(%256 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %258 = tensor.empty() : tensor<8x16x16x32xf32>
    %259 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%238, %257 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%258 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %260 = tensor.empty() : tensor<8x16x16x32xf32>
    %261 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg14 : tensor<32xf32>) outs(%260 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %262 = tensor.empty() : tensor<8x16x16x32xf32>
    %263 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%259, %261 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%262 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %264 = tensor.empty() : tensor<8x16x16x32xf32>
    %265 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg15 : tensor<32xf32>) outs(%264 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %266 = tensor.empty() : tensor<8x16x16x32xf32>
    %267 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%263, %265 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%266 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %268 = tensor.empty() : tensor<8x16x16x32xf32>
    %269 = linalg.fill ins(%cst_11 : f32) outs(%268 : tensor<8x16x16x32xf32>) -> tensor<8x16x16x32xf32>
    %270 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%159, %arg16 : tensor<8x32x32x16xf32>, tensor<1x1x16x32xf32>) outs(%269 : tensor<8x16x16x32xf32>) -> tensor<8x16x16x32xf32>
    %271 = tensor.empty() : tensor<8x16x16x32xf32>
    %272 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%267, %270 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%271 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %273 = tensor.empty() : tensor<8x16x16x32xf32>
    %274 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%272 : tensor<8x16x16x32xf32>) outs(%273 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.maximumf %in, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %275 = tensor.empty() : tensor<8x16x16x32xi1>
    %276 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%272, %274 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%275 : tensor<8x16x16x32xi1>) {
    ^bb0(%in: f32, %in_66: f32, %out: i1):
      %1045 = arith.cmpf oeq, %in, %in_66 : f32
      linalg.yield %1045 : i1
    } -> tensor<8x16x16x32xi1>
    %277 = tensor.empty() : tensor<8x16x16x32xf32>
    %278 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%276 : tensor<8x16x16x32xi1>) outs(%277 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_7, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %279 = tensor.empty() : tensor<8x16x16x32xi1>
    %280 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%274 : tensor<8x16x16x32xf32>) outs(%279 : tensor<8x16x16x32xi1>) {
    ^bb0(%in: f32, %out: i1):
      %1045 = arith.cmpf oeq, %cst_11, %in : f32
      linalg.yield %1045 : i1
    } -> tensor<8x16x16x32xi1>
    %281 = tensor.empty() : tensor<8x16x16x32xf32>
    %282 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%280 : tensor<8x16x16x32xi1>) outs(%281 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_6, %cst_7 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %283 = tensor.empty() : tensor<8x16x16x32xf32>
    %284 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%278, %282 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%283 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %285 = tensor.empty() : tensor<2x2xf32>
    %286 = tensor.empty() : tensor<8x8x8x32xf32>
    %287 = linalg.fill ins(%cst_11 : f32) outs(%286 : tensor<8x8x8x32xf32>) -> tensor<8x8x8x32xf32>
    %288 = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%274, %285 : tensor<8x16x16x32xf32>, tensor<2x2xf32>) outs(%287 : tensor<8x8x8x32xf32>) -> tensor<8x8x8x32xf32>
    %289 = tensor.empty() : tensor<8x8x8x32xf32>
    %290 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%288 : tensor<8x8x8x32xf32>) outs(%289 : tensor<8x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %cst_4 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x32xf32>
    %291 = tensor.empty() : tensor<8x8x8x64xf32>
    %292 = linalg.fill ins(%cst_11 : f32) outs(%291 : tensor<8x8x8x64xf32>) -> tensor<8x8x8x64xf32>
    %padded_16 = tensor.pad %290 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x8x8x32xf32> to tensor<8x10x10x32xf32>
    %293 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_16, %arg17 : tensor<8x10x10x32xf32>, tensor<3x3x32x64xf32>) outs(%292 : tensor<8x8x8x64xf32>) -> tensor<8x8x8x64xf32>
    %294 = tensor.empty() : tensor<64xf32>
    %295 = linalg.fill ins(%cst_11 : f32) outs(%294 : tensor<64xf32>) -> tensor<64xf32>
    %296 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%293 : tensor<8x8x8x64xf32>) outs(%295 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %297 = tensor.empty() : tensor<1x1x1x64xf32>
    %298 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%296 : tensor<64xf32>) outs(%297 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %299 = tensor.empty() : tensor<1x1x1x64xf32>
    %300 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%298 : tensor<1x1x1x64xf32>) outs(%299 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_3 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %301 = tensor.empty() : tensor<8x8x8x64xf32>
    %302 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%300 : tensor<1x1x1x64xf32>) outs(%301 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %303 = tensor.empty() : tensor<8x8x8x64xf32>
    %304 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%293, %302 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%303 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.subf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %305 = tensor.empty() : tensor<8x8x8x64xf32>
    %306 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%304 : tensor<8x8x8x64xf32>) outs(%305 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %307 = tensor.empty() : tensor<64xf32>
    %308 = linalg.fill ins(%cst_11 : f32) outs(%307 : tensor<64xf32>) -> tensor<64xf32>
    %309 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%306 : tensor<8x8x8x64xf32>) outs(%308 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %310 = tensor.empty() : tensor<1x1x1x64xf32>
    %311 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%309 : tensor<64xf32>) outs(%310 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %312 = tensor.empty() : tensor<1x1x1x64xf32>
    %313 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%311 : tensor<1x1x1x64xf32>) outs(%312 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_3 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %314 = tensor.empty() : tensor<1x1x1x64xf32>
    %315 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%313 : tensor<1x1x1x64xf32>) outs(%314 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %in, %cst_9 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %316 = tensor.empty() : tensor<1x1x1x64xf32>
    %317 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%315 : tensor<1x1x1x64xf32>) outs(%316 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = math.rsqrt %in : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %318 = tensor.empty() : tensor<1x1x1x64xf32>
    %319 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%317, %315 : tensor<1x1x1x64xf32>, tensor<1x1x1x64xf32>) outs(%318 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %320 = tensor.empty() : tensor<1x1x1x64xf32>
    %321 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%319 : tensor<1x1x1x64xf32>) outs(%320 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %cst_8 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %322 = tensor.empty() : tensor<8x8x8x64xf32>
    %323 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%317 : tensor<1x1x1x64xf32>) outs(%322 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %324 = tensor.empty() : tensor<8x8x8x64xf32>
    %325 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%304, %323 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%324 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %326 = tensor.empty() : tensor<8x8x8x64xf32>
    %327 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg18 : tensor<64xf32>) outs(%326 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %328 = tensor.empty() : tensor<8x8x8x64xf32>
    %329 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%325, %327 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%328 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %330 = tensor.empty() : tensor<8x8x8x64xf32>
    %331 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg19 : tensor<64xf32>) outs(%330 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %332 = tensor.empty() : tensor<8x8x8x64xf32>
    %333 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%329, %331 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%332 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %334 = tensor.empty() : tensor<8x8x8x64xf32>
    %335 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%333 : tensor<8x8x8x64xf32>) outs(%334 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.maximumf %in, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %336 = tensor.empty() : tensor<8x8x8x64xi1>
    %337 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%333, %335 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%336 : tensor<8x8x8x64xi1>) {
    ^bb0(%in: f32, %in_66: f32, %out: i1):
      %1045 = arith.cmpf oeq, %in, %in_66 : f32
      linalg.yield %1045 : i1
    } -> tensor<8x8x8x64xi1>
    %338 = tensor.empty() : tensor<8x8x8x64xf32>
    %339 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%337 : tensor<8x8x8x64xi1>) outs(%338 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_7, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %340 = tensor.empty() : tensor<8x8x8x64xi1>
    %341 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%335 : tensor<8x8x8x64xf32>) outs(%340 : tensor<8x8x8x64xi1>) {
    ^bb0(%in: f32, %out: i1):
      %1045 = arith.cmpf oeq, %cst_11, %in : f32
      linalg.yield %1045 : i1
    } -> tensor<8x8x8x64xi1>
    %342 = tensor.empty() : tensor<8x8x8x64xf32>
    %343 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%341 : tensor<8x8x8x64xi1>) outs(%342 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_6, %cst_7 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %344 = tensor.empty() : tensor<8x8x8x64xf32>
    %345 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%339, %343 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%344 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %346 = tensor.empty() : tensor<8x8x8x64xf32>
    %347 = linalg.fill ins(%cst_11 : f32) outs(%346 : tensor<8x8x8x64xf32>) -> tensor<8x8x8x64xf32>
    %padded_17 = tensor.pad %335 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x8x8x64xf32> to tensor<8x10x10x64xf32>
    %348 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_17, %arg20 : tensor<8x10x10x64xf32>, tensor<3x3x64x64xf32>) outs(%347 : tensor<8x8x8x64xf32>) -> tensor<8x8x8x64xf32>
    %349 = tensor.empty() : tensor<64xf32>
    %350 = linalg.fill ins(%cst_11 : f32) outs(%349 : tensor<64xf32>) -> tensor<64xf32>
    %351 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%348 : tensor<8x8x8x64xf32>) outs(%350 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %352 = tensor.empty() : tensor<1x1x1x64xf32>
    %353 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%351 : tensor<64xf32>) outs(%352 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %354 = tensor.empty() : tensor<1x1x1x64xf32>
    %355 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%353 : tensor<1x1x1x64xf32>) outs(%354 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_3 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %356 = tensor.empty() : tensor<8x8x8x64xf32>
    %357 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%355 : tensor<1x1x1x64xf32>) outs(%356 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %358 = tensor.empty() : tensor<8x8x8x64xf32>
    %359 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%348, %357 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%358 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.subf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %360 = tensor.empty() : tensor<8x8x8x64xf32>
    %361 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%359 : tensor<8x8x8x64xf32>) outs(%360 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %362 = tensor.empty() : tensor<64xf32>
    %363 = linalg.fill ins(%cst_11 : f32) outs(%362 : tensor<64xf32>) -> tensor<64xf32>
    %364 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%361 : tensor<8x8x8x64xf32>) outs(%363 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %365 = tensor.empty() : tensor<1x1x1x64xf32>
    %366 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%364 : tensor<64xf32>) outs(%365 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x1x64xf32>
    %367 = tensor.empty() : tensor<1x1x1x64xf32>
    %368 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%366 : tensor<1x1x1x64xf32>) outs(%367 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_3 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %369 = tensor.empty() : tensor<1x1x1x64xf32>
    %370 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%368 : tensor<1x1x1x64xf32>) outs(%369 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %in, %cst_9 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %371 = tensor.empty() : tensor<1x1x1x64xf32>
    %372 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%370 : tensor<1x1x1x64xf32>) outs(%371 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = math.rsqrt %in : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %373 = tensor.empty() : tensor<1x1x1x64xf32>
    %374 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%372, %370 : tensor<1x1x1x64xf32>, tensor<1x1x1x64xf32>) outs(%373 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %375 = tensor.empty() : tensor<1x1x1x64xf32>
    %376 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%374 : tensor<1x1x1x64xf32>) outs(%375 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %cst_8 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %377 = tensor.empty() : tensor<8x8x8x64xf32>
    %378 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%372 : tensor<1x1x1x64xf32>) outs(%377 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %379 = tensor.empty() : tensor<8x8x8x64xf32>
    %380 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%359, %378 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%379 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %381 = tensor.empty() : tensor<8x8x8x64xf32>
    %382 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg21 : tensor<64xf32>) outs(%381 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %383 = tensor.empty() : tensor<8x8x8x64xf32>
    %384 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%380, %382 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%383 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %385 = tensor.empty() : tensor<8x8x8x64xf32>
    %386 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg22 : tensor<64xf32>) outs(%385 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %387 = tensor.empty() : tensor<8x8x8x64xf32>
    %388 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%384, %386 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%387 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %389 = tensor.empty() : tensor<8x8x8x64xf32>
    %390 = linalg.fill ins(%cst_11 : f32) outs(%389 : tensor<8x8x8x64xf32>) -> tensor<8x8x8x64xf32>
    %391 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%290, %arg23 : tensor<8x8x8x32xf32>, tensor<1x1x32x64xf32>) outs(%390 : tensor<8x8x8x64xf32>) -> tensor<8x8x8x64xf32>
    %392 = tensor.empty() : tensor<8x8x8x64xf32>
    %393 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%388, %391 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%392 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %394 = tensor.empty() : tensor<8x8x8x64xf32>
    %395 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%393 : tensor<8x8x8x64xf32>) outs(%394 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.maximumf %in, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %396 = tensor.empty() : tensor<8x8x8x64xi1>
    %397 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%393, %395 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%396 : tensor<8x8x8x64xi1>) {
    ^bb0(%in: f32, %in_66: f32, %out: i1):
      %1045 = arith.cmpf oeq, %in, %in_66 : f32
      linalg.yield %1045 : i1
    } -> tensor<8x8x8x64xi1>
    %398 = tensor.empty() : tensor<8x8x8x64xf32>
    %399 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%397 : tensor<8x8x8x64xi1>) outs(%398 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_7, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %400 = tensor.empty() : tensor<8x8x8x64xi1>
    %401 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%395 : tensor<8x8x8x64xf32>) outs(%400 : tensor<8x8x8x64xi1>) {
    ^bb0(%in: f32, %out: i1):
      %1045 = arith.cmpf oeq, %cst_11, %in : f32
      linalg.yield %1045 : i1
    } -> tensor<8x8x8x64xi1>
    %402 = tensor.empty() : tensor<8x8x8x64xf32>
    %403 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%401 : tensor<8x8x8x64xi1>) outs(%402 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_6, %cst_7 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %404 = tensor.empty() : tensor<8x8x8x64xf32>
    %405 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%399, %403 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%404 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %406 = tensor.empty() : tensor<8x64xf32>
    %407 = linalg.fill ins(%cst_11 : f32) outs(%406 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %408 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%395 : tensor<8x8x8x64xf32>) outs(%407 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x64xf32>
    %409 = tensor.empty() : tensor<8x64xf32>
    %410 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%408 : tensor<8x64xf32>) outs(%409 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_2 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x64xf32>
    %411 = tensor.empty() : tensor<8x10xf32>
    %412 = linalg.fill ins(%cst_11 : f32) outs(%411 : tensor<8x10xf32>) -> tensor<8x10xf32>
    %413 = linalg.matmul ins(%410, %arg24 : tensor<8x64xf32>, tensor<64x10xf32>) outs(%412 : tensor<8x10xf32>) -> tensor<8x10xf32>
    %414 = tensor.empty() : tensor<8x10xf32>
    %415 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg25 : tensor<10xf32>) outs(%414 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x10xf32>
    %416 = tensor.empty() : tensor<8x10xf32>
    %417 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%413, %415 : tensor<8x10xf32>, tensor<8x10xf32>) outs(%416 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x10xf32>
    %418 = tensor.empty() : tensor<10xi32>
    %419 = linalg.generic {indexing_maps = [#map9], iterator_types = ["parallel"]} outs(%418 : tensor<10xi32>) {
    ^bb0(%out: i32):
      %1045 = linalg.index 0 : index
      %1046 = arith.index_cast %1045 : index to i32
      linalg.yield %1046 : i32
    } -> tensor<10xi32>
    %420 = tensor.empty() : tensor<8x10xi32>
    %421 = linalg.generic {indexing_maps = [#map10, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg27 : tensor<8xi32>) outs(%420 : tensor<8x10xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x10xi32>
    %422 = tensor.empty() : tensor<8x10xi32>
    %423 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel"]} ins(%419 : tensor<10xi32>) outs(%422 : tensor<8x10xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<8x10xi32>
    %424 = tensor.empty() : tensor<8x10xi1>
    %425 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%421, %423 : tensor<8x10xi32>, tensor<8x10xi32>) outs(%424 : tensor<8x10xi1>) {
    ^bb0(%in: i32, %in_66: i32, %out: i1):
      %1045 = arith.cmpi eq, %in, %in_66 : i32
      linalg.yield %1045 : i1
    } -> tensor<8x10xi1>
    %426 = tensor.empty() : tensor<8x10xf32>
    %427 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%425 : tensor<8x10xi1>) outs(%426 : tensor<8x10xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1045 = arith.select %in, %cst_7, %cst_11 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x10xf32>
    %428 = tensor.empty() : tensor<8xf32>
    %429 = linalg.fill ins(%cst_1 : f32) outs(%428 : tensor<8xf32>) -> tensor<8xf32>
    %430 = linalg.generic {indexing_maps = [#map7, #map10], iterator_types = ["parallel", "reduction"]} ins(%417 : tensor<8x10xf32>) outs(%429 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.maximumf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8xf32>
    %431 = tensor.empty() : tensor<8x10xf32>
    %432 = linalg.generic {indexing_maps = [#map10, #map7], iterator_types = ["parallel", "parallel"]} ins(%430 : tensor<8xf32>) outs(%431 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x10xf32>
    %433 = tensor.empty() : tensor<8x10xf32>
    %434 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%417, %432 : tensor<8x10xf32>, tensor<8x10xf32>) outs(%433 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.subf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x10xf32>
    %435 = tensor.empty() : tensor<8x10xf32>
    %436 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%434 : tensor<8x10xf32>) outs(%435 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = math.exp %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x10xf32>
    %437 = tensor.empty() : tensor<8xf32>
    %438 = linalg.fill ins(%cst_11 : f32) outs(%437 : tensor<8xf32>) -> tensor<8xf32>
    %439 = linalg.generic {indexing_maps = [#map7, #map10], iterator_types = ["parallel", "reduction"]} ins(%436 : tensor<8x10xf32>) outs(%438 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8xf32>
    %440 = tensor.empty() : tensor<8xf32>
    %441 = linalg.generic {indexing_maps = [#map9, #map9], iterator_types = ["parallel"]} ins(%439 : tensor<8xf32>) outs(%440 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = math.log %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8xf32>
    %442 = tensor.empty() : tensor<8x10xf32>
    %443 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%434, %427 : tensor<8x10xf32>, tensor<8x10xf32>) outs(%442 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x10xf32>
    %444 = tensor.empty() : tensor<8xf32>
    %445 = linalg.fill ins(%cst_11 : f32) outs(%444 : tensor<8xf32>) -> tensor<8xf32>
    %446 = linalg.generic {indexing_maps = [#map7, #map10], iterator_types = ["parallel", "reduction"]} ins(%443 : tensor<8x10xf32>) outs(%445 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8xf32>
    %447 = tensor.empty() : tensor<8xf32>
    %448 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel"]} ins(%441, %446 : tensor<8xf32>, tensor<8xf32>) outs(%447 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.subf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8xf32>
    %449 = tensor.empty() : tensor<f32>
    %450 = linalg.fill ins(%cst_11 : f32) outs(%449 : tensor<f32>) -> tensor<f32>
    %451 = linalg.generic {indexing_maps = [#map9, #map11], iterator_types = ["reduction"]} ins(%448 : tensor<8xf32>) outs(%450 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<f32>
    %452 = tensor.empty() : tensor<f32>
    %453 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%451 : tensor<f32>) outs(%452 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_0 : f32
      linalg.yield %1045 : f32
    } -> tensor<f32>
    %454 = tensor.empty() : tensor<f32>
    %455 = linalg.generic {indexing_maps = [#map12], iterator_types = []} outs(%454 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %456 = tensor.empty() : tensor<8xf32>
    %457 = linalg.generic {indexing_maps = [#map11, #map9], iterator_types = ["parallel"]} ins(%455 : tensor<f32>) outs(%456 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8xf32>
    %458 = tensor.empty() : tensor<f32>
    %459 = linalg.generic {indexing_maps = [#map12, #map12], iterator_types = []} ins(%455 : tensor<f32>) outs(%458 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.negf %in : f32
      linalg.yield %1045 : f32
    } -> tensor<f32>
    %460 = tensor.empty() : tensor<8x10xf32>
    %461 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel"]} ins(%459 : tensor<f32>) outs(%460 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x10xf32>
    %462 = tensor.empty() : tensor<8x10xf32>
    %463 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%461, %427 : tensor<8x10xf32>, tensor<8x10xf32>) outs(%462 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x10xf32>
    %464 = tensor.empty() : tensor<8xf32>
    %465 = linalg.generic {indexing_maps = [#map9, #map9, #map9], iterator_types = ["parallel"]} ins(%457, %439 : tensor<8xf32>, tensor<8xf32>) outs(%464 : tensor<8xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.divf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8xf32>
    %466 = tensor.empty() : tensor<8x10xf32>
    %467 = linalg.generic {indexing_maps = [#map10, #map7], iterator_types = ["parallel", "parallel"]} ins(%465 : tensor<8xf32>) outs(%466 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x10xf32>
    %468 = tensor.empty() : tensor<8x10xf32>
    %469 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%467, %436 : tensor<8x10xf32>, tensor<8x10xf32>) outs(%468 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x10xf32>
    %470 = tensor.empty() : tensor<8x10xf32>
    %471 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%463, %469 : tensor<8x10xf32>, tensor<8x10xf32>) outs(%470 : tensor<8x10xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x10xf32>
    %472 = tensor.empty() : tensor<10xf32>
    %473 = linalg.fill ins(%cst_11 : f32) outs(%472 : tensor<10xf32>) -> tensor<10xf32>
    %474 = linalg.generic {indexing_maps = [#map14, #map10], iterator_types = ["parallel", "reduction"]} ins(%471 : tensor<8x10xf32>) outs(%473 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<10xf32>
    %expanded = tensor.expand_shape %474 [[0, 1]] output_shape [1, 10] : tensor<10xf32> into tensor<1x10xf32>
    %475 = tensor.empty() : tensor<10xf32>
    %476 = linalg.fill ins(%cst_11 : f32) outs(%475 : tensor<10xf32>) -> tensor<10xf32>
    %477 = linalg.generic {indexing_maps = [#map14, #map10], iterator_types = ["parallel", "reduction"]} ins(%expanded : tensor<1x10xf32>) outs(%476 : tensor<10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<10xf32>
    %478 = tensor.empty() : tensor<10x8xf32>
    %479 = linalg.generic {indexing_maps = [#map14, #map7], iterator_types = ["parallel", "parallel"]} ins(%471 : tensor<8x10xf32>) outs(%478 : tensor<10x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x8xf32>
    %480 = tensor.empty() : tensor<10x64xf32>
    %481 = linalg.fill ins(%cst_11 : f32) outs(%480 : tensor<10x64xf32>) -> tensor<10x64xf32>
    %482 = linalg.matmul ins(%479, %410 : tensor<10x8xf32>, tensor<8x64xf32>) outs(%481 : tensor<10x64xf32>) -> tensor<10x64xf32>
    %483 = tensor.empty() : tensor<64x10xf32>
    %484 = linalg.generic {indexing_maps = [#map14, #map7], iterator_types = ["parallel", "parallel"]} ins(%482 : tensor<10x64xf32>) outs(%483 : tensor<64x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x10xf32>
    %485 = tensor.empty() : tensor<10x64xf32>
    %486 = linalg.generic {indexing_maps = [#map14, #map7], iterator_types = ["parallel", "parallel"]} ins(%arg24 : tensor<64x10xf32>) outs(%485 : tensor<10x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<10x64xf32>
    %487 = tensor.empty() : tensor<8x64xf32>
    %488 = linalg.fill ins(%cst_11 : f32) outs(%487 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %489 = linalg.matmul ins(%471, %486 : tensor<8x10xf32>, tensor<10x64xf32>) outs(%488 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %490 = tensor.empty() : tensor<8x64xf32>
    %491 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel"]} ins(%489 : tensor<8x64xf32>) outs(%490 : tensor<8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_2 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x64xf32>
    %492 = tensor.empty() : tensor<8x8x8x64xf32>
    %493 = linalg.generic {indexing_maps = [#map15, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%491 : tensor<8x64xf32>) outs(%492 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %494 = tensor.empty() : tensor<8x8x8x64xf32>
    %495 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%493, %405 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%494 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %496 = tensor.empty() : tensor<32x8x8x8xf32>
    %497 = linalg.generic {indexing_maps = [#map16, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%290 : tensor<8x8x8x32xf32>) outs(%496 : tensor<32x8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x8x8x8xf32>
    %498 = tensor.empty() : tensor<8x8x8x64xf32>
    %499 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%495 : tensor<8x8x8x64xf32>) outs(%498 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %500 = tensor.empty() : tensor<32x1x1x64xf32>
    %501 = linalg.fill ins(%cst_11 : f32) outs(%500 : tensor<32x1x1x64xf32>) -> tensor<32x1x1x64xf32>
    %502 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%497, %499 : tensor<32x8x8x8xf32>, tensor<8x8x8x64xf32>) outs(%501 : tensor<32x1x1x64xf32>) -> tensor<32x1x1x64xf32>
    %collapsed = tensor.collapse_shape %502 [[0, 1, 2, 3]] : tensor<32x1x1x64xf32> into tensor<2048xf32>
    %expanded_18 = tensor.expand_shape %collapsed [[0, 1, 2, 3]] output_shape [1, 1, 32, 64] : tensor<2048xf32> into tensor<1x1x32x64xf32>
    %503 = tensor.empty() : tensor<1x1x32x64xf32>
    %504 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%503 : tensor<1x1x32x64xf32>) {
    ^bb0(%out: f32):
      %1045 = linalg.index 2 : index
      %1046 = linalg.index 3 : index
      %extracted = tensor.extract %arg23[%c0, %c0, %1045, %1046] : tensor<1x1x32x64xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x1x32x64xf32>
    %505 = tensor.empty() : tensor<1x1x64x32xf32>
    %506 = linalg.generic {indexing_maps = [#map18, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%504 : tensor<1x1x32x64xf32>) outs(%505 : tensor<1x1x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x64x32xf32>
    %507 = tensor.empty() : tensor<8x8x8x32xf32>
    %508 = linalg.fill ins(%cst_11 : f32) outs(%507 : tensor<8x8x8x32xf32>) -> tensor<8x8x8x32xf32>
    %509 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%495, %506 : tensor<8x8x8x64xf32>, tensor<1x1x64x32xf32>) outs(%508 : tensor<8x8x8x32xf32>) -> tensor<8x8x8x32xf32>
    %510 = tensor.empty() : tensor<64xf32>
    %511 = linalg.fill ins(%cst_11 : f32) outs(%510 : tensor<64xf32>) -> tensor<64xf32>
    %512 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%495 : tensor<8x8x8x64xf32>) outs(%511 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %expanded_19 = tensor.expand_shape %512 [[0, 1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<64xf32> into tensor<1x1x1x64xf32>
    %513 = tensor.empty() : tensor<64xf32>
    %514 = linalg.fill ins(%cst_11 : f32) outs(%513 : tensor<64xf32>) -> tensor<64xf32>
    %515 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_19 : tensor<1x1x1x64xf32>) outs(%514 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %516 = tensor.empty() : tensor<8x8x8x64xf32>
    %517 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%380, %495 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%516 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %518 = tensor.empty() : tensor<64xf32>
    %519 = linalg.fill ins(%cst_11 : f32) outs(%518 : tensor<64xf32>) -> tensor<64xf32>
    %520 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%517 : tensor<8x8x8x64xf32>) outs(%519 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %expanded_20 = tensor.expand_shape %520 [[0, 1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<64xf32> into tensor<1x1x1x64xf32>
    %521 = tensor.empty() : tensor<8x8x8x64xf32>
    %522 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%495, %382 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%521 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %523 = tensor.empty() : tensor<64xf32>
    %524 = linalg.fill ins(%cst_11 : f32) outs(%523 : tensor<64xf32>) -> tensor<64xf32>
    %525 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_20 : tensor<1x1x1x64xf32>) outs(%524 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %526 = tensor.empty() : tensor<8x8x8x64xf32>
    %527 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%359, %522 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%526 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %528 = tensor.empty() : tensor<64xf32>
    %529 = linalg.fill ins(%cst_11 : f32) outs(%528 : tensor<64xf32>) -> tensor<64xf32>
    %530 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%527 : tensor<8x8x8x64xf32>) outs(%529 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %expanded_21 = tensor.expand_shape %530 [[0, 1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<64xf32> into tensor<1x1x1x64xf32>
    %531 = tensor.empty() : tensor<8x8x8x64xf32>
    %532 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%522, %378 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%531 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %533 = tensor.empty() : tensor<1x1x1x64xf32>
    %534 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_21, %376 : tensor<1x1x1x64xf32>, tensor<1x1x1x64xf32>) outs(%533 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %535 = tensor.empty() : tensor<1x1x1x64xf32>
    %536 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%534 : tensor<1x1x1x64xf32>) outs(%535 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_3 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %537 = tensor.empty() : tensor<64xf32>
    %538 = linalg.fill ins(%cst_11 : f32) outs(%537 : tensor<64xf32>) -> tensor<64xf32>
    %539 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%536 : tensor<1x1x1x64xf32>) outs(%538 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %540 = tensor.empty() : tensor<8x8x8x64xf32>
    %541 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%539 : tensor<64xf32>) outs(%540 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %542 = tensor.empty() : tensor<8x8x8x64xf32>
    %543 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%359, %541 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%542 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %544 = tensor.empty() : tensor<8x8x8x64xf32>
    %545 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%532, %543 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%544 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %546 = tensor.empty() : tensor<8x8x8x64xf32>
    %547 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%541, %359 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%546 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %548 = tensor.empty() : tensor<8x8x8x64xf32>
    %549 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%545, %547 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%548 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %550 = tensor.empty() : tensor<8x8x8x64xf32>
    %551 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%549 : tensor<8x8x8x64xf32>) outs(%550 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.negf %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %552 = tensor.empty() : tensor<64xf32>
    %553 = linalg.fill ins(%cst_11 : f32) outs(%552 : tensor<64xf32>) -> tensor<64xf32>
    %554 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%551 : tensor<8x8x8x64xf32>) outs(%553 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %expanded_22 = tensor.expand_shape %554 [[0, 1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<64xf32> into tensor<1x1x1x64xf32>
    %555 = tensor.empty() : tensor<1x1x1x64xf32>
    %556 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<1x1x1x64xf32>) outs(%555 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_3 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %557 = tensor.empty() : tensor<64xf32>
    %558 = linalg.fill ins(%cst_11 : f32) outs(%557 : tensor<64xf32>) -> tensor<64xf32>
    %559 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%556 : tensor<1x1x1x64xf32>) outs(%558 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %560 = tensor.empty() : tensor<8x8x8x64xf32>
    %561 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%559 : tensor<64xf32>) outs(%560 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %562 = tensor.empty() : tensor<8x8x8x64xf32>
    %563 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%549, %561 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%562 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %564 = tensor.empty() : tensor<64x8x8x8xf32>
    %565 = linalg.generic {indexing_maps = [#map16, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%335 : tensor<8x8x8x64xf32>) outs(%564 : tensor<64x8x8x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x8x8x8xf32>
    %566 = tensor.empty() : tensor<8x8x8x64xf32>
    %567 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%563 : tensor<8x8x8x64xf32>) outs(%566 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %568 = tensor.empty() : tensor<64x3x3x64xf32>
    %569 = linalg.fill ins(%cst_11 : f32) outs(%568 : tensor<64x3x3x64xf32>) -> tensor<64x3x3x64xf32>
    %padded_23 = tensor.pad %565 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<64x8x8x8xf32> to tensor<64x10x10x8xf32>
    %570 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_23, %567 : tensor<64x10x10x8xf32>, tensor<8x8x8x64xf32>) outs(%569 : tensor<64x3x3x64xf32>) -> tensor<64x3x3x64xf32>
    %571 = tensor.empty() : tensor<3x3x64x64xf32>
    %572 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%570 : tensor<64x3x3x64xf32>) outs(%571 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %573 = tensor.empty() : tensor<3x3x64x64xf32>
    %574 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%573 : tensor<3x3x64x64xf32>) {
    ^bb0(%out: f32):
      %1045 = linalg.index 0 : index
      %1046 = arith.subi %c2, %1045 : index
      %1047 = linalg.index 1 : index
      %1048 = arith.subi %c2, %1047 : index
      %1049 = linalg.index 2 : index
      %1050 = linalg.index 3 : index
      %extracted = tensor.extract %arg20[%1046, %1048, %1049, %1050] : tensor<3x3x64x64xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x64x64xf32>
    %575 = tensor.empty() : tensor<3x3x64x64xf32>
    %576 = linalg.generic {indexing_maps = [#map18, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%574 : tensor<3x3x64x64xf32>) outs(%575 : tensor<3x3x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x64xf32>
    %577 = tensor.empty() : tensor<8x8x8x64xf32>
    %578 = linalg.fill ins(%cst_11 : f32) outs(%577 : tensor<8x8x8x64xf32>) -> tensor<8x8x8x64xf32>
    %padded_24 = tensor.pad %563 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x8x8x64xf32> to tensor<8x10x10x64xf32>
    %579 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_24, %576 : tensor<8x10x10x64xf32>, tensor<3x3x64x64xf32>) outs(%578 : tensor<8x8x8x64xf32>) -> tensor<8x8x8x64xf32>
    %580 = tensor.empty() : tensor<8x8x8x64xf32>
    %581 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%579, %345 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%580 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %582 = tensor.empty() : tensor<64xf32>
    %583 = linalg.fill ins(%cst_11 : f32) outs(%582 : tensor<64xf32>) -> tensor<64xf32>
    %584 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%581 : tensor<8x8x8x64xf32>) outs(%583 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %expanded_25 = tensor.expand_shape %584 [[0, 1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<64xf32> into tensor<1x1x1x64xf32>
    %585 = tensor.empty() : tensor<64xf32>
    %586 = linalg.fill ins(%cst_11 : f32) outs(%585 : tensor<64xf32>) -> tensor<64xf32>
    %587 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_25 : tensor<1x1x1x64xf32>) outs(%586 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %588 = tensor.empty() : tensor<8x8x8x64xf32>
    %589 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%325, %581 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%588 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %590 = tensor.empty() : tensor<64xf32>
    %591 = linalg.fill ins(%cst_11 : f32) outs(%590 : tensor<64xf32>) -> tensor<64xf32>
    %592 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%589 : tensor<8x8x8x64xf32>) outs(%591 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %expanded_26 = tensor.expand_shape %592 [[0, 1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<64xf32> into tensor<1x1x1x64xf32>
    %593 = tensor.empty() : tensor<8x8x8x64xf32>
    %594 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%581, %327 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%593 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %595 = tensor.empty() : tensor<64xf32>
    %596 = linalg.fill ins(%cst_11 : f32) outs(%595 : tensor<64xf32>) -> tensor<64xf32>
    %597 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_26 : tensor<1x1x1x64xf32>) outs(%596 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %598 = tensor.empty() : tensor<8x8x8x64xf32>
    %599 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%304, %594 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%598 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %600 = tensor.empty() : tensor<64xf32>
    %601 = linalg.fill ins(%cst_11 : f32) outs(%600 : tensor<64xf32>) -> tensor<64xf32>
    %602 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%599 : tensor<8x8x8x64xf32>) outs(%601 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %expanded_27 = tensor.expand_shape %602 [[0, 1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<64xf32> into tensor<1x1x1x64xf32>
    %603 = tensor.empty() : tensor<8x8x8x64xf32>
    %604 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%594, %323 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%603 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %605 = tensor.empty() : tensor<1x1x1x64xf32>
    %606 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_27, %321 : tensor<1x1x1x64xf32>, tensor<1x1x1x64xf32>) outs(%605 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %607 = tensor.empty() : tensor<1x1x1x64xf32>
    %608 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%606 : tensor<1x1x1x64xf32>) outs(%607 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_3 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %609 = tensor.empty() : tensor<64xf32>
    %610 = linalg.fill ins(%cst_11 : f32) outs(%609 : tensor<64xf32>) -> tensor<64xf32>
    %611 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%608 : tensor<1x1x1x64xf32>) outs(%610 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %612 = tensor.empty() : tensor<8x8x8x64xf32>
    %613 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%611 : tensor<64xf32>) outs(%612 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %614 = tensor.empty() : tensor<8x8x8x64xf32>
    %615 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%304, %613 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%614 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %616 = tensor.empty() : tensor<8x8x8x64xf32>
    %617 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%604, %615 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%616 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %618 = tensor.empty() : tensor<8x8x8x64xf32>
    %619 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%613, %304 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%618 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %620 = tensor.empty() : tensor<8x8x8x64xf32>
    %621 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%617, %619 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%620 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %622 = tensor.empty() : tensor<8x8x8x64xf32>
    %623 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%621 : tensor<8x8x8x64xf32>) outs(%622 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.negf %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %624 = tensor.empty() : tensor<64xf32>
    %625 = linalg.fill ins(%cst_11 : f32) outs(%624 : tensor<64xf32>) -> tensor<64xf32>
    %626 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%623 : tensor<8x8x8x64xf32>) outs(%625 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %expanded_28 = tensor.expand_shape %626 [[0, 1, 2, 3]] output_shape [1, 1, 1, 64] : tensor<64xf32> into tensor<1x1x1x64xf32>
    %627 = tensor.empty() : tensor<1x1x1x64xf32>
    %628 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_28 : tensor<1x1x1x64xf32>) outs(%627 : tensor<1x1x1x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_3 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x64xf32>
    %629 = tensor.empty() : tensor<64xf32>
    %630 = linalg.fill ins(%cst_11 : f32) outs(%629 : tensor<64xf32>) -> tensor<64xf32>
    %631 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%628 : tensor<1x1x1x64xf32>) outs(%630 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<64xf32>
    %632 = tensor.empty() : tensor<8x8x8x64xf32>
    %633 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%631 : tensor<64xf32>) outs(%632 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %634 = tensor.empty() : tensor<8x8x8x64xf32>
    %635 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%621, %633 : tensor<8x8x8x64xf32>, tensor<8x8x8x64xf32>) outs(%634 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x64xf32>
    %636 = tensor.empty() : tensor<8x8x8x64xf32>
    %637 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%635 : tensor<8x8x8x64xf32>) outs(%636 : tensor<8x8x8x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x8x8x64xf32>
    %638 = tensor.empty() : tensor<32x3x3x64xf32>
    %639 = linalg.fill ins(%cst_11 : f32) outs(%638 : tensor<32x3x3x64xf32>) -> tensor<32x3x3x64xf32>
    %padded_29 = tensor.pad %497 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<32x8x8x8xf32> to tensor<32x10x10x8xf32>
    %640 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_29, %637 : tensor<32x10x10x8xf32>, tensor<8x8x8x64xf32>) outs(%639 : tensor<32x3x3x64xf32>) -> tensor<32x3x3x64xf32>
    %641 = tensor.empty() : tensor<3x3x32x64xf32>
    %642 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%640 : tensor<32x3x3x64xf32>) outs(%641 : tensor<3x3x32x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x64xf32>
    %643 = tensor.empty() : tensor<3x3x32x64xf32>
    %644 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%643 : tensor<3x3x32x64xf32>) {
    ^bb0(%out: f32):
      %1045 = linalg.index 0 : index
      %1046 = arith.subi %c2, %1045 : index
      %1047 = linalg.index 1 : index
      %1048 = arith.subi %c2, %1047 : index
      %1049 = linalg.index 2 : index
      %1050 = linalg.index 3 : index
      %extracted = tensor.extract %arg17[%1046, %1048, %1049, %1050] : tensor<3x3x32x64xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x32x64xf32>
    %645 = tensor.empty() : tensor<3x3x64x32xf32>
    %646 = linalg.generic {indexing_maps = [#map18, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%644 : tensor<3x3x32x64xf32>) outs(%645 : tensor<3x3x64x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x64x32xf32>
    %647 = tensor.empty() : tensor<8x8x8x32xf32>
    %648 = linalg.fill ins(%cst_11 : f32) outs(%647 : tensor<8x8x8x32xf32>) -> tensor<8x8x8x32xf32>
    %padded_30 = tensor.pad %635 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x8x8x64xf32> to tensor<8x10x10x64xf32>
    %649 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_30, %646 : tensor<8x10x10x64xf32>, tensor<3x3x64x32xf32>) outs(%648 : tensor<8x8x8x32xf32>) -> tensor<8x8x8x32xf32>
    %650 = tensor.empty() : tensor<8x8x8x32xf32>
    %651 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%509, %649 : tensor<8x8x8x32xf32>, tensor<8x8x8x32xf32>) outs(%650 : tensor<8x8x8x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x32xf32>
    %652 = tensor.empty() : tensor<8x8x8x32xf32>
    %653 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%651 : tensor<8x8x8x32xf32>) outs(%652 : tensor<8x8x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.mulf %in, %cst_4 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x8x8x32xf32>
    %654 = tensor.empty() : tensor<8x17x17x32xf32>
    %655 = linalg.fill ins(%cst_11 : f32) outs(%654 : tensor<8x17x17x32xf32>) -> tensor<8x17x17x32xf32>
    %inserted_slice = tensor.insert_slice %653 into %655[0, 1, 1, 0] [8, 8, 8, 32] [1, 2, 2, 1] : tensor<8x8x8x32xf32> into tensor<8x17x17x32xf32>
    %656 = tensor.empty() : tensor<2x2xf32>
    %657 = tensor.empty() : tensor<8x16x16x32xf32>
    %658 = linalg.fill ins(%cst_11 : f32) outs(%657 : tensor<8x16x16x32xf32>) -> tensor<8x16x16x32xf32>
    %659 = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %656 : tensor<8x17x17x32xf32>, tensor<2x2xf32>) outs(%658 : tensor<8x16x16x32xf32>) -> tensor<8x16x16x32xf32>
    %660 = tensor.empty() : tensor<8x16x16x32xf32>
    %661 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%659, %284 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%660 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %662 = tensor.empty() : tensor<16x32x32x8xf32>
    %663 = linalg.generic {indexing_maps = [#map16, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%159 : tensor<8x32x32x16xf32>) outs(%662 : tensor<16x32x32x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32x32x8xf32>
    %664 = tensor.empty() : tensor<16x16x8x32xf32>
    %665 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%661 : tensor<8x16x16x32xf32>) outs(%664 : tensor<16x16x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x16x8x32xf32>
    %666 = tensor.empty() : tensor<16x1x1x32xf32>
    %667 = linalg.fill ins(%cst_11 : f32) outs(%666 : tensor<16x1x1x32xf32>) -> tensor<16x1x1x32xf32>
    %padded_31 = tensor.pad %663 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<16x32x32x8xf32> to tensor<16x33x33x8xf32>
    %extracted_slice = tensor.extract_slice %padded_31[0, 0, 0, 0] [16, 31, 31, 8] [1, 1, 1, 1] : tensor<16x33x33x8xf32> to tensor<16x31x31x8xf32>
    %668 = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%extracted_slice, %665 : tensor<16x31x31x8xf32>, tensor<16x16x8x32xf32>) outs(%667 : tensor<16x1x1x32xf32>) -> tensor<16x1x1x32xf32>
    %collapsed_32 = tensor.collapse_shape %668 [[0, 1, 2, 3]] : tensor<16x1x1x32xf32> into tensor<512xf32>
    %expanded_33 = tensor.expand_shape %collapsed_32 [[0, 1, 2, 3]] output_shape [1, 1, 16, 32] : tensor<512xf32> into tensor<1x1x16x32xf32>
    %669 = tensor.empty() : tensor<1x1x16x32xf32>
    %670 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%669 : tensor<1x1x16x32xf32>) {
    ^bb0(%out: f32):
      %1045 = linalg.index 2 : index
      %1046 = linalg.index 3 : index
      %extracted = tensor.extract %arg16[%c0, %c0, %1045, %1046] : tensor<1x1x16x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x1x16x32xf32>
    %671 = tensor.empty() : tensor<1x1x32x16xf32>
    %672 = linalg.generic {indexing_maps = [#map18, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%670 : tensor<1x1x16x32xf32>) outs(%671 : tensor<1x1x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x32x16xf32>
    %673 = tensor.empty() : tensor<8x32x32x16xf32>
    %674 = linalg.fill ins(%cst_11 : f32) outs(%673 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %675 = tensor.empty() : tensor<8x32x32x32xf32>
    %676 = linalg.fill ins(%cst_11 : f32) outs(%675 : tensor<8x32x32x32xf32>) -> tensor<8x32x32x32xf32>
    %inserted_slice_34 = tensor.insert_slice %661 into %676[0, 0, 0, 0] [8, 16, 16, 32] [1, 2, 2, 1] : tensor<8x16x16x32xf32> into tensor<8x32x32x32xf32>
    %677 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%inserted_slice_34, %672 : tensor<8x32x32x32xf32>, tensor<1x1x32x16xf32>) outs(%674 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %678 = tensor.empty() : tensor<32xf32>
    %679 = linalg.fill ins(%cst_11 : f32) outs(%678 : tensor<32xf32>) -> tensor<32xf32>
    %680 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%661 : tensor<8x16x16x32xf32>) outs(%679 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %expanded_35 = tensor.expand_shape %680 [[0, 1, 2, 3]] output_shape [1, 1, 1, 32] : tensor<32xf32> into tensor<1x1x1x32xf32>
    %681 = tensor.empty() : tensor<32xf32>
    %682 = linalg.fill ins(%cst_11 : f32) outs(%681 : tensor<32xf32>) -> tensor<32xf32>
    %683 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_35 : tensor<1x1x1x32xf32>) outs(%682 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %684 = tensor.empty() : tensor<8x16x16x32xf32>
    %685 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%259, %661 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%684 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %686 = tensor.empty() : tensor<32xf32>
    %687 = linalg.fill ins(%cst_11 : f32) outs(%686 : tensor<32xf32>) -> tensor<32xf32>
    %688 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%685 : tensor<8x16x16x32xf32>) outs(%687 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %expanded_36 = tensor.expand_shape %688 [[0, 1, 2, 3]] output_shape [1, 1, 1, 32] : tensor<32xf32> into tensor<1x1x1x32xf32>
    %689 = tensor.empty() : tensor<8x16x16x32xf32>
    %690 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%661, %261 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%689 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %691 = tensor.empty() : tensor<32xf32>
    %692 = linalg.fill ins(%cst_11 : f32) outs(%691 : tensor<32xf32>) -> tensor<32xf32>
    %693 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_36 : tensor<1x1x1x32xf32>) outs(%692 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %694 = tensor.empty() : tensor<8x16x16x32xf32>
    %695 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%238, %690 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%694 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %696 = tensor.empty() : tensor<32xf32>
    %697 = linalg.fill ins(%cst_11 : f32) outs(%696 : tensor<32xf32>) -> tensor<32xf32>
    %698 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%695 : tensor<8x16x16x32xf32>) outs(%697 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %expanded_37 = tensor.expand_shape %698 [[0, 1, 2, 3]] output_shape [1, 1, 1, 32] : tensor<32xf32> into tensor<1x1x1x32xf32>
    %699 = tensor.empty() : tensor<8x16x16x32xf32>
    %700 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%690, %257 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%699 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %701 = tensor.empty() : tensor<1x1x1x32xf32>
    %702 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_37, %255 : tensor<1x1x1x32xf32>, tensor<1x1x1x32xf32>) outs(%701 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %703 = tensor.empty() : tensor<1x1x1x32xf32>
    %704 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%702 : tensor<1x1x1x32xf32>) outs(%703 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_5 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %705 = tensor.empty() : tensor<32xf32>
    %706 = linalg.fill ins(%cst_11 : f32) outs(%705 : tensor<32xf32>) -> tensor<32xf32>
    %707 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%704 : tensor<1x1x1x32xf32>) outs(%706 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %708 = tensor.empty() : tensor<8x16x16x32xf32>
    %709 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%707 : tensor<32xf32>) outs(%708 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %710 = tensor.empty() : tensor<8x16x16x32xf32>
    %711 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%238, %709 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%710 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %712 = tensor.empty() : tensor<8x16x16x32xf32>
    %713 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%700, %711 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%712 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %714 = tensor.empty() : tensor<8x16x16x32xf32>
    %715 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%709, %238 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%714 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %716 = tensor.empty() : tensor<8x16x16x32xf32>
    %717 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%713, %715 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%716 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %718 = tensor.empty() : tensor<8x16x16x32xf32>
    %719 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%717 : tensor<8x16x16x32xf32>) outs(%718 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.negf %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %720 = tensor.empty() : tensor<32xf32>
    %721 = linalg.fill ins(%cst_11 : f32) outs(%720 : tensor<32xf32>) -> tensor<32xf32>
    %722 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%719 : tensor<8x16x16x32xf32>) outs(%721 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %expanded_38 = tensor.expand_shape %722 [[0, 1, 2, 3]] output_shape [1, 1, 1, 32] : tensor<32xf32> into tensor<1x1x1x32xf32>
    %723 = tensor.empty() : tensor<1x1x1x32xf32>
    %724 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_38 : tensor<1x1x1x32xf32>) outs(%723 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_5 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %725 = tensor.empty() : tensor<32xf32>
    %726 = linalg.fill ins(%cst_11 : f32) outs(%725 : tensor<32xf32>) -> tensor<32xf32>
    %727 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%724 : tensor<1x1x1x32xf32>) outs(%726 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %728 = tensor.empty() : tensor<8x16x16x32xf32>
    %729 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%727 : tensor<32xf32>) outs(%728 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %730 = tensor.empty() : tensor<8x16x16x32xf32>
    %731 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%717, %729 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%730 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %732 = tensor.empty() : tensor<32x16x16x8xf32>
    %733 = linalg.generic {indexing_maps = [#map16, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%214 : tensor<8x16x16x32xf32>) outs(%732 : tensor<32x16x16x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16x16x8xf32>
    %734 = tensor.empty() : tensor<16x16x8x32xf32>
    %735 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%731 : tensor<8x16x16x32xf32>) outs(%734 : tensor<16x16x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x16x8x32xf32>
    %736 = tensor.empty() : tensor<32x3x3x32xf32>
    %737 = linalg.fill ins(%cst_11 : f32) outs(%736 : tensor<32x3x3x32xf32>) -> tensor<32x3x3x32xf32>
    %padded_39 = tensor.pad %733 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<32x16x16x8xf32> to tensor<32x18x18x8xf32>
    %738 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_39, %735 : tensor<32x18x18x8xf32>, tensor<16x16x8x32xf32>) outs(%737 : tensor<32x3x3x32xf32>) -> tensor<32x3x3x32xf32>
    %739 = tensor.empty() : tensor<3x3x32x32xf32>
    %740 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%738 : tensor<32x3x3x32xf32>) outs(%739 : tensor<3x3x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x32xf32>
    %741 = tensor.empty() : tensor<3x3x32x32xf32>
    %742 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%741 : tensor<3x3x32x32xf32>) {
    ^bb0(%out: f32):
      %1045 = linalg.index 0 : index
      %1046 = arith.subi %c2, %1045 : index
      %1047 = linalg.index 1 : index
      %1048 = arith.subi %c2, %1047 : index
      %1049 = linalg.index 2 : index
      %1050 = linalg.index 3 : index
      %extracted = tensor.extract %arg13[%1046, %1048, %1049, %1050] : tensor<3x3x32x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x32x32xf32>
    %743 = tensor.empty() : tensor<3x3x32x32xf32>
    %744 = linalg.generic {indexing_maps = [#map18, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%742 : tensor<3x3x32x32xf32>) outs(%743 : tensor<3x3x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x32xf32>
    %745 = tensor.empty() : tensor<8x16x16x32xf32>
    %746 = linalg.fill ins(%cst_11 : f32) outs(%745 : tensor<8x16x16x32xf32>) -> tensor<8x16x16x32xf32>
    %padded_40 = tensor.pad %731 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x16x16x32xf32> to tensor<8x18x18x32xf32>
    %747 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_40, %744 : tensor<8x18x18x32xf32>, tensor<3x3x32x32xf32>) outs(%746 : tensor<8x16x16x32xf32>) -> tensor<8x16x16x32xf32>
    %748 = tensor.empty() : tensor<8x16x16x32xf32>
    %749 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%747, %224 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%748 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %750 = tensor.empty() : tensor<32xf32>
    %751 = linalg.fill ins(%cst_11 : f32) outs(%750 : tensor<32xf32>) -> tensor<32xf32>
    %752 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%749 : tensor<8x16x16x32xf32>) outs(%751 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %expanded_41 = tensor.expand_shape %752 [[0, 1, 2, 3]] output_shape [1, 1, 1, 32] : tensor<32xf32> into tensor<1x1x1x32xf32>
    %753 = tensor.empty() : tensor<32xf32>
    %754 = linalg.fill ins(%cst_11 : f32) outs(%753 : tensor<32xf32>) -> tensor<32xf32>
    %755 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_41 : tensor<1x1x1x32xf32>) outs(%754 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %756 = tensor.empty() : tensor<8x16x16x32xf32>
    %757 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%204, %749 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%756 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %758 = tensor.empty() : tensor<32xf32>
    %759 = linalg.fill ins(%cst_11 : f32) outs(%758 : tensor<32xf32>) -> tensor<32xf32>
    %760 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%757 : tensor<8x16x16x32xf32>) outs(%759 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %expanded_42 = tensor.expand_shape %760 [[0, 1, 2, 3]] output_shape [1, 1, 1, 32] : tensor<32xf32> into tensor<1x1x1x32xf32>
    %761 = tensor.empty() : tensor<8x16x16x32xf32>
    %762 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%749, %206 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%761 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %763 = tensor.empty() : tensor<32xf32>
    %764 = linalg.fill ins(%cst_11 : f32) outs(%763 : tensor<32xf32>) -> tensor<32xf32>
    %765 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_42 : tensor<1x1x1x32xf32>) outs(%764 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %766 = tensor.empty() : tensor<8x16x16x32xf32>
    %767 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183, %762 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%766 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %768 = tensor.empty() : tensor<32xf32>
    %769 = linalg.fill ins(%cst_11 : f32) outs(%768 : tensor<32xf32>) -> tensor<32xf32>
    %770 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%767 : tensor<8x16x16x32xf32>) outs(%769 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %expanded_43 = tensor.expand_shape %770 [[0, 1, 2, 3]] output_shape [1, 1, 1, 32] : tensor<32xf32> into tensor<1x1x1x32xf32>
    %771 = tensor.empty() : tensor<8x16x16x32xf32>
    %772 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%762, %202 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%771 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %773 = tensor.empty() : tensor<1x1x1x32xf32>
    %774 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_43, %200 : tensor<1x1x1x32xf32>, tensor<1x1x1x32xf32>) outs(%773 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %775 = tensor.empty() : tensor<1x1x1x32xf32>
    %776 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%774 : tensor<1x1x1x32xf32>) outs(%775 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_5 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %777 = tensor.empty() : tensor<32xf32>
    %778 = linalg.fill ins(%cst_11 : f32) outs(%777 : tensor<32xf32>) -> tensor<32xf32>
    %779 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%776 : tensor<1x1x1x32xf32>) outs(%778 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %780 = tensor.empty() : tensor<8x16x16x32xf32>
    %781 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%779 : tensor<32xf32>) outs(%780 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %782 = tensor.empty() : tensor<8x16x16x32xf32>
    %783 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%183, %781 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%782 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %784 = tensor.empty() : tensor<8x16x16x32xf32>
    %785 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%772, %783 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%784 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %786 = tensor.empty() : tensor<8x16x16x32xf32>
    %787 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%781, %183 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%786 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %788 = tensor.empty() : tensor<8x16x16x32xf32>
    %789 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%785, %787 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%788 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %790 = tensor.empty() : tensor<8x16x16x32xf32>
    %791 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%789 : tensor<8x16x16x32xf32>) outs(%790 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.negf %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %792 = tensor.empty() : tensor<32xf32>
    %793 = linalg.fill ins(%cst_11 : f32) outs(%792 : tensor<32xf32>) -> tensor<32xf32>
    %794 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%791 : tensor<8x16x16x32xf32>) outs(%793 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %expanded_44 = tensor.expand_shape %794 [[0, 1, 2, 3]] output_shape [1, 1, 1, 32] : tensor<32xf32> into tensor<1x1x1x32xf32>
    %795 = tensor.empty() : tensor<1x1x1x32xf32>
    %796 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_44 : tensor<1x1x1x32xf32>) outs(%795 : tensor<1x1x1x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_5 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x32xf32>
    %797 = tensor.empty() : tensor<32xf32>
    %798 = linalg.fill ins(%cst_11 : f32) outs(%797 : tensor<32xf32>) -> tensor<32xf32>
    %799 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%796 : tensor<1x1x1x32xf32>) outs(%798 : tensor<32xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<32xf32>
    %800 = tensor.empty() : tensor<8x16x16x32xf32>
    %801 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%799 : tensor<32xf32>) outs(%800 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x16x16x32xf32>
    %802 = tensor.empty() : tensor<8x16x16x32xf32>
    %803 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%789, %801 : tensor<8x16x16x32xf32>, tensor<8x16x16x32xf32>) outs(%802 : tensor<8x16x16x32xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x16x16x32xf32>
    %804 = tensor.empty() : tensor<16x16x8x32xf32>
    %805 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%803 : tensor<8x16x16x32xf32>) outs(%804 : tensor<16x16x8x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x16x8x32xf32>
    %806 = tensor.empty() : tensor<16x3x3x32xf32>
    %807 = linalg.fill ins(%cst_11 : f32) outs(%806 : tensor<16x3x3x32xf32>) -> tensor<16x3x3x32xf32>
    %padded_45 = tensor.pad %663 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<16x32x32x8xf32> to tensor<16x33x33x8xf32>
    %808 = linalg.conv_2d_nhwc_hwcf {dilations = dense<2> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_45, %805 : tensor<16x33x33x8xf32>, tensor<16x16x8x32xf32>) outs(%807 : tensor<16x3x3x32xf32>) -> tensor<16x3x3x32xf32>
    %809 = tensor.empty() : tensor<3x3x16x32xf32>
    %810 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%808 : tensor<16x3x3x32xf32>) outs(%809 : tensor<3x3x16x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x32xf32>
    %811 = tensor.empty() : tensor<3x3x16x32xf32>
    %812 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%811 : tensor<3x3x16x32xf32>) {
    ^bb0(%out: f32):
      %1045 = linalg.index 0 : index
      %1046 = arith.subi %c2, %1045 : index
      %1047 = linalg.index 1 : index
      %1048 = arith.subi %c2, %1047 : index
      %1049 = linalg.index 2 : index
      %1050 = linalg.index 3 : index
      %extracted = tensor.extract %arg10[%1046, %1048, %1049, %1050] : tensor<3x3x16x32xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x16x32xf32>
    %813 = tensor.empty() : tensor<3x3x32x16xf32>
    %814 = linalg.generic {indexing_maps = [#map18, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%812 : tensor<3x3x16x32xf32>) outs(%813 : tensor<3x3x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x32x16xf32>
    %815 = tensor.empty() : tensor<8x32x32x16xf32>
    %816 = linalg.fill ins(%cst_11 : f32) outs(%815 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %817 = tensor.empty() : tensor<8x34x34x32xf32>
    %818 = linalg.fill ins(%cst_11 : f32) outs(%817 : tensor<8x34x34x32xf32>) -> tensor<8x34x34x32xf32>
    %inserted_slice_46 = tensor.insert_slice %803 into %818[0, 2, 2, 0] [8, 16, 16, 32] [1, 2, 2, 1] : tensor<8x16x16x32xf32> into tensor<8x34x34x32xf32>
    %819 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%inserted_slice_46, %814 : tensor<8x34x34x32xf32>, tensor<3x3x32x16xf32>) outs(%816 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %820 = tensor.empty() : tensor<8x32x32x16xf32>
    %821 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%677, %819 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%820 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %822 = tensor.empty() : tensor<8x32x32x16xf32>
    %823 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%821, %169 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%822 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %824 = tensor.empty() : tensor<16x32x32x8xf32>
    %825 = linalg.generic {indexing_maps = [#map16, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<8x32x32x16xf32>) outs(%824 : tensor<16x32x32x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32x32x8xf32>
    %826 = tensor.empty() : tensor<32x32x8x16xf32>
    %827 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%823 : tensor<8x32x32x16xf32>) outs(%826 : tensor<32x32x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32x8x16xf32>
    %828 = tensor.empty() : tensor<16x1x1x16xf32>
    %829 = linalg.fill ins(%cst_11 : f32) outs(%828 : tensor<16x1x1x16xf32>) -> tensor<16x1x1x16xf32>
    %830 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%825, %827 : tensor<16x32x32x8xf32>, tensor<32x32x8x16xf32>) outs(%829 : tensor<16x1x1x16xf32>) -> tensor<16x1x1x16xf32>
    %collapsed_47 = tensor.collapse_shape %830 [[0, 1, 2, 3]] : tensor<16x1x1x16xf32> into tensor<256xf32>
    %expanded_48 = tensor.expand_shape %collapsed_47 [[0, 1, 2, 3]] output_shape [1, 1, 16, 16] : tensor<256xf32> into tensor<1x1x16x16xf32>
    %831 = tensor.empty() : tensor<1x1x16x16xf32>
    %832 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%831 : tensor<1x1x16x16xf32>) {
    ^bb0(%out: f32):
      %1045 = linalg.index 2 : index
      %1046 = linalg.index 3 : index
      %extracted = tensor.extract %arg9[%c0, %c0, %1045, %1046] : tensor<1x1x16x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<1x1x16x16xf32>
    %833 = tensor.empty() : tensor<1x1x16x16xf32>
    %834 = linalg.generic {indexing_maps = [#map18, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%832 : tensor<1x1x16x16xf32>) outs(%833 : tensor<1x1x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1x1x16x16xf32>
    %835 = tensor.empty() : tensor<8x32x32x16xf32>
    %836 = linalg.fill ins(%cst_11 : f32) outs(%835 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %837 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%823, %834 : tensor<8x32x32x16xf32>, tensor<1x1x16x16xf32>) outs(%836 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %838 = tensor.empty() : tensor<16xf32>
    %839 = linalg.fill ins(%cst_11 : f32) outs(%838 : tensor<16xf32>) -> tensor<16xf32>
    %840 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%823 : tensor<8x32x32x16xf32>) outs(%839 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_49 = tensor.expand_shape %840 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %841 = tensor.empty() : tensor<16xf32>
    %842 = linalg.fill ins(%cst_11 : f32) outs(%841 : tensor<16xf32>) -> tensor<16xf32>
    %843 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_49 : tensor<1x1x1x16xf32>) outs(%842 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %844 = tensor.empty() : tensor<8x32x32x16xf32>
    %845 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%144, %823 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%844 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %846 = tensor.empty() : tensor<16xf32>
    %847 = linalg.fill ins(%cst_11 : f32) outs(%846 : tensor<16xf32>) -> tensor<16xf32>
    %848 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%845 : tensor<8x32x32x16xf32>) outs(%847 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_50 = tensor.expand_shape %848 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %849 = tensor.empty() : tensor<8x32x32x16xf32>
    %850 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%823, %146 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%849 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %851 = tensor.empty() : tensor<16xf32>
    %852 = linalg.fill ins(%cst_11 : f32) outs(%851 : tensor<16xf32>) -> tensor<16xf32>
    %853 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_50 : tensor<1x1x1x16xf32>) outs(%852 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %854 = tensor.empty() : tensor<8x32x32x16xf32>
    %855 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123, %850 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%854 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %856 = tensor.empty() : tensor<16xf32>
    %857 = linalg.fill ins(%cst_11 : f32) outs(%856 : tensor<16xf32>) -> tensor<16xf32>
    %858 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%855 : tensor<8x32x32x16xf32>) outs(%857 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_51 = tensor.expand_shape %858 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %859 = tensor.empty() : tensor<8x32x32x16xf32>
    %860 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%850, %142 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%859 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %861 = tensor.empty() : tensor<1x1x1x16xf32>
    %862 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_51, %140 : tensor<1x1x1x16xf32>, tensor<1x1x1x16xf32>) outs(%861 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %863 = tensor.empty() : tensor<1x1x1x16xf32>
    %864 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%862 : tensor<1x1x1x16xf32>) outs(%863 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %865 = tensor.empty() : tensor<16xf32>
    %866 = linalg.fill ins(%cst_11 : f32) outs(%865 : tensor<16xf32>) -> tensor<16xf32>
    %867 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%864 : tensor<1x1x1x16xf32>) outs(%866 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %868 = tensor.empty() : tensor<8x32x32x16xf32>
    %869 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%867 : tensor<16xf32>) outs(%868 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %870 = tensor.empty() : tensor<8x32x32x16xf32>
    %871 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%123, %869 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%870 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %872 = tensor.empty() : tensor<8x32x32x16xf32>
    %873 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%860, %871 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%872 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %874 = tensor.empty() : tensor<8x32x32x16xf32>
    %875 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%869, %123 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%874 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %876 = tensor.empty() : tensor<8x32x32x16xf32>
    %877 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%873, %875 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%876 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %878 = tensor.empty() : tensor<8x32x32x16xf32>
    %879 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%877 : tensor<8x32x32x16xf32>) outs(%878 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.negf %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %880 = tensor.empty() : tensor<16xf32>
    %881 = linalg.fill ins(%cst_11 : f32) outs(%880 : tensor<16xf32>) -> tensor<16xf32>
    %882 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%879 : tensor<8x32x32x16xf32>) outs(%881 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_52 = tensor.expand_shape %882 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %883 = tensor.empty() : tensor<1x1x1x16xf32>
    %884 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_52 : tensor<1x1x1x16xf32>) outs(%883 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %885 = tensor.empty() : tensor<16xf32>
    %886 = linalg.fill ins(%cst_11 : f32) outs(%885 : tensor<16xf32>) -> tensor<16xf32>
    %887 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%884 : tensor<1x1x1x16xf32>) outs(%886 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %888 = tensor.empty() : tensor<8x32x32x16xf32>
    %889 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%887 : tensor<16xf32>) outs(%888 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %890 = tensor.empty() : tensor<8x32x32x16xf32>
    %891 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%877, %889 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%890 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %892 = tensor.empty() : tensor<16x32x32x8xf32>
    %893 = linalg.generic {indexing_maps = [#map16, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%99 : tensor<8x32x32x16xf32>) outs(%892 : tensor<16x32x32x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32x32x8xf32>
    %894 = tensor.empty() : tensor<32x32x8x16xf32>
    %895 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%891 : tensor<8x32x32x16xf32>) outs(%894 : tensor<32x32x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32x8x16xf32>
    %896 = tensor.empty() : tensor<16x3x3x16xf32>
    %897 = linalg.fill ins(%cst_11 : f32) outs(%896 : tensor<16x3x3x16xf32>) -> tensor<16x3x3x16xf32>
    %padded_53 = tensor.pad %893 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<16x32x32x8xf32> to tensor<16x34x34x8xf32>
    %898 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_53, %895 : tensor<16x34x34x8xf32>, tensor<32x32x8x16xf32>) outs(%897 : tensor<16x3x3x16xf32>) -> tensor<16x3x3x16xf32>
    %899 = tensor.empty() : tensor<3x3x16x16xf32>
    %900 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%898 : tensor<16x3x3x16xf32>) outs(%899 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x16xf32>
    %901 = tensor.empty() : tensor<3x3x16x16xf32>
    %902 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%901 : tensor<3x3x16x16xf32>) {
    ^bb0(%out: f32):
      %1045 = linalg.index 0 : index
      %1046 = arith.subi %c2, %1045 : index
      %1047 = linalg.index 1 : index
      %1048 = arith.subi %c2, %1047 : index
      %1049 = linalg.index 2 : index
      %1050 = linalg.index 3 : index
      %extracted = tensor.extract %arg6[%1046, %1048, %1049, %1050] : tensor<3x3x16x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x16x16xf32>
    %903 = tensor.empty() : tensor<3x3x16x16xf32>
    %904 = linalg.generic {indexing_maps = [#map18, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%902 : tensor<3x3x16x16xf32>) outs(%903 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x16xf32>
    %905 = tensor.empty() : tensor<8x32x32x16xf32>
    %906 = linalg.fill ins(%cst_11 : f32) outs(%905 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %padded_54 = tensor.pad %891 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x32x32x16xf32> to tensor<8x34x34x16xf32>
    %907 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_54, %904 : tensor<8x34x34x16xf32>, tensor<3x3x16x16xf32>) outs(%906 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %908 = tensor.empty() : tensor<8x32x32x16xf32>
    %909 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%907, %109 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%908 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %910 = tensor.empty() : tensor<16xf32>
    %911 = linalg.fill ins(%cst_11 : f32) outs(%910 : tensor<16xf32>) -> tensor<16xf32>
    %912 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%909 : tensor<8x32x32x16xf32>) outs(%911 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_55 = tensor.expand_shape %912 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %913 = tensor.empty() : tensor<16xf32>
    %914 = linalg.fill ins(%cst_11 : f32) outs(%913 : tensor<16xf32>) -> tensor<16xf32>
    %915 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_55 : tensor<1x1x1x16xf32>) outs(%914 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %916 = tensor.empty() : tensor<8x32x32x16xf32>
    %917 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89, %909 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%916 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %918 = tensor.empty() : tensor<16xf32>
    %919 = linalg.fill ins(%cst_11 : f32) outs(%918 : tensor<16xf32>) -> tensor<16xf32>
    %920 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%917 : tensor<8x32x32x16xf32>) outs(%919 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_56 = tensor.expand_shape %920 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %921 = tensor.empty() : tensor<8x32x32x16xf32>
    %922 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%909, %91 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%921 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %923 = tensor.empty() : tensor<16xf32>
    %924 = linalg.fill ins(%cst_11 : f32) outs(%923 : tensor<16xf32>) -> tensor<16xf32>
    %925 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_56 : tensor<1x1x1x16xf32>) outs(%924 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %926 = tensor.empty() : tensor<8x32x32x16xf32>
    %927 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %922 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%926 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %928 = tensor.empty() : tensor<16xf32>
    %929 = linalg.fill ins(%cst_11 : f32) outs(%928 : tensor<16xf32>) -> tensor<16xf32>
    %930 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%927 : tensor<8x32x32x16xf32>) outs(%929 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_57 = tensor.expand_shape %930 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %931 = tensor.empty() : tensor<8x32x32x16xf32>
    %932 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%922, %87 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%931 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %933 = tensor.empty() : tensor<1x1x1x16xf32>
    %934 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_57, %85 : tensor<1x1x1x16xf32>, tensor<1x1x1x16xf32>) outs(%933 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %935 = tensor.empty() : tensor<1x1x1x16xf32>
    %936 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%934 : tensor<1x1x1x16xf32>) outs(%935 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %937 = tensor.empty() : tensor<16xf32>
    %938 = linalg.fill ins(%cst_11 : f32) outs(%937 : tensor<16xf32>) -> tensor<16xf32>
    %939 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%936 : tensor<1x1x1x16xf32>) outs(%938 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %940 = tensor.empty() : tensor<8x32x32x16xf32>
    %941 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%939 : tensor<16xf32>) outs(%940 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %942 = tensor.empty() : tensor<8x32x32x16xf32>
    %943 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%68, %941 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%942 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %944 = tensor.empty() : tensor<8x32x32x16xf32>
    %945 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%932, %943 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%944 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %946 = tensor.empty() : tensor<8x32x32x16xf32>
    %947 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%941, %68 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%946 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %948 = tensor.empty() : tensor<8x32x32x16xf32>
    %949 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%945, %947 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%948 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %950 = tensor.empty() : tensor<8x32x32x16xf32>
    %951 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%949 : tensor<8x32x32x16xf32>) outs(%950 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.negf %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %952 = tensor.empty() : tensor<16xf32>
    %953 = linalg.fill ins(%cst_11 : f32) outs(%952 : tensor<16xf32>) -> tensor<16xf32>
    %954 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%951 : tensor<8x32x32x16xf32>) outs(%953 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_58 = tensor.expand_shape %954 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %955 = tensor.empty() : tensor<1x1x1x16xf32>
    %956 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_58 : tensor<1x1x1x16xf32>) outs(%955 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %957 = tensor.empty() : tensor<16xf32>
    %958 = linalg.fill ins(%cst_11 : f32) outs(%957 : tensor<16xf32>) -> tensor<16xf32>
    %959 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%956 : tensor<1x1x1x16xf32>) outs(%958 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %960 = tensor.empty() : tensor<8x32x32x16xf32>
    %961 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%959 : tensor<16xf32>) outs(%960 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %962 = tensor.empty() : tensor<8x32x32x16xf32>
    %963 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%949, %961 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%962 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %964 = tensor.empty() : tensor<32x32x8x16xf32>
    %965 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%963 : tensor<8x32x32x16xf32>) outs(%964 : tensor<32x32x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32x8x16xf32>
    %966 = tensor.empty() : tensor<16x3x3x16xf32>
    %967 = linalg.fill ins(%cst_11 : f32) outs(%966 : tensor<16x3x3x16xf32>) -> tensor<16x3x3x16xf32>
    %padded_59 = tensor.pad %825 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<16x32x32x8xf32> to tensor<16x34x34x8xf32>
    %968 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_59, %965 : tensor<16x34x34x8xf32>, tensor<32x32x8x16xf32>) outs(%967 : tensor<16x3x3x16xf32>) -> tensor<16x3x3x16xf32>
    %969 = tensor.empty() : tensor<3x3x16x16xf32>
    %970 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%968 : tensor<16x3x3x16xf32>) outs(%969 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x16xf32>
    %971 = tensor.empty() : tensor<3x3x16x16xf32>
    %972 = linalg.generic {indexing_maps = [#map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%971 : tensor<3x3x16x16xf32>) {
    ^bb0(%out: f32):
      %1045 = linalg.index 0 : index
      %1046 = arith.subi %c2, %1045 : index
      %1047 = linalg.index 1 : index
      %1048 = arith.subi %c2, %1047 : index
      %1049 = linalg.index 2 : index
      %1050 = linalg.index 3 : index
      %extracted = tensor.extract %arg3[%1046, %1048, %1049, %1050] : tensor<3x3x16x16xf32>
      linalg.yield %extracted : f32
    } -> tensor<3x3x16x16xf32>
    %973 = tensor.empty() : tensor<3x3x16x16xf32>
    %974 = linalg.generic {indexing_maps = [#map18, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%972 : tensor<3x3x16x16xf32>) outs(%973 : tensor<3x3x16x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x16x16xf32>
    %975 = tensor.empty() : tensor<8x32x32x16xf32>
    %976 = linalg.fill ins(%cst_11 : f32) outs(%975 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %padded_60 = tensor.pad %963 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<8x32x32x16xf32> to tensor<8x34x34x16xf32>
    %977 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_60, %974 : tensor<8x34x34x16xf32>, tensor<3x3x16x16xf32>) outs(%976 : tensor<8x32x32x16xf32>) -> tensor<8x32x32x16xf32>
    %978 = tensor.empty() : tensor<8x32x32x16xf32>
    %979 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%837, %977 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%978 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %980 = tensor.empty() : tensor<8x32x32x16xf32>
    %981 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%979, %54 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%980 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %982 = tensor.empty() : tensor<16xf32>
    %983 = linalg.fill ins(%cst_11 : f32) outs(%982 : tensor<16xf32>) -> tensor<16xf32>
    %984 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%981 : tensor<8x32x32x16xf32>) outs(%983 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_61 = tensor.expand_shape %984 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %985 = tensor.empty() : tensor<16xf32>
    %986 = linalg.fill ins(%cst_11 : f32) outs(%985 : tensor<16xf32>) -> tensor<16xf32>
    %987 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_61 : tensor<1x1x1x16xf32>) outs(%986 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %988 = tensor.empty() : tensor<8x32x32x16xf32>
    %989 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %981 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%988 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %990 = tensor.empty() : tensor<16xf32>
    %991 = linalg.fill ins(%cst_11 : f32) outs(%990 : tensor<16xf32>) -> tensor<16xf32>
    %992 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%989 : tensor<8x32x32x16xf32>) outs(%991 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_62 = tensor.expand_shape %992 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %993 = tensor.empty() : tensor<8x32x32x16xf32>
    %994 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%981, %36 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%993 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %995 = tensor.empty() : tensor<16xf32>
    %996 = linalg.fill ins(%cst_11 : f32) outs(%995 : tensor<16xf32>) -> tensor<16xf32>
    %997 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%expanded_62 : tensor<1x1x1x16xf32>) outs(%996 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %998 = tensor.empty() : tensor<8x32x32x16xf32>
    %999 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %994 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%998 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %1000 = tensor.empty() : tensor<16xf32>
    %1001 = linalg.fill ins(%cst_11 : f32) outs(%1000 : tensor<16xf32>) -> tensor<16xf32>
    %1002 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%999 : tensor<8x32x32x16xf32>) outs(%1001 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_63 = tensor.expand_shape %1002 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %1003 = tensor.empty() : tensor<8x32x32x16xf32>
    %1004 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%994, %32 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%1003 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %1005 = tensor.empty() : tensor<1x1x1x16xf32>
    %1006 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_63, %30 : tensor<1x1x1x16xf32>, tensor<1x1x1x16xf32>) outs(%1005 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %1007 = tensor.empty() : tensor<1x1x1x16xf32>
    %1008 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1006 : tensor<1x1x1x16xf32>) outs(%1007 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %1009 = tensor.empty() : tensor<16xf32>
    %1010 = linalg.fill ins(%cst_11 : f32) outs(%1009 : tensor<16xf32>) -> tensor<16xf32>
    %1011 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%1008 : tensor<1x1x1x16xf32>) outs(%1010 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %1012 = tensor.empty() : tensor<8x32x32x16xf32>
    %1013 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1011 : tensor<16xf32>) outs(%1012 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %1014 = tensor.empty() : tensor<8x32x32x16xf32>
    %1015 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %1013 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%1014 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %1016 = tensor.empty() : tensor<8x32x32x16xf32>
    %1017 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1004, %1015 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%1016 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %1018 = tensor.empty() : tensor<8x32x32x16xf32>
    %1019 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1013, %13 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%1018 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.mulf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %1020 = tensor.empty() : tensor<8x32x32x16xf32>
    %1021 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1017, %1019 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%1020 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %1022 = tensor.empty() : tensor<8x32x32x16xf32>
    %1023 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1021 : tensor<8x32x32x16xf32>) outs(%1022 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.negf %in : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %1024 = tensor.empty() : tensor<16xf32>
    %1025 = linalg.fill ins(%cst_11 : f32) outs(%1024 : tensor<16xf32>) -> tensor<16xf32>
    %1026 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%1023 : tensor<8x32x32x16xf32>) outs(%1025 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %expanded_64 = tensor.expand_shape %1026 [[0, 1, 2, 3]] output_shape [1, 1, 1, 16] : tensor<16xf32> into tensor<1x1x1x16xf32>
    %1027 = tensor.empty() : tensor<1x1x1x16xf32>
    %1028 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_64 : tensor<1x1x1x16xf32>) outs(%1027 : tensor<1x1x1x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.divf %in, %cst_10 : f32
      linalg.yield %1045 : f32
    } -> tensor<1x1x1x16xf32>
    %1029 = tensor.empty() : tensor<16xf32>
    %1030 = linalg.fill ins(%cst_11 : f32) outs(%1029 : tensor<16xf32>) -> tensor<16xf32>
    %1031 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction", "reduction", "reduction"]} ins(%1028 : tensor<1x1x1x16xf32>) outs(%1030 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1045 = arith.addf %out, %in : f32
      linalg.yield %1045 : f32
    } -> tensor<16xf32>
    %1032 = tensor.empty() : tensor<8x32x32x16xf32>
    %1033 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1031 : tensor<16xf32>) outs(%1032 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x32x32x16xf32>
    %1034 = tensor.empty() : tensor<8x32x32x16xf32>
    %1035 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1021, %1033 : tensor<8x32x32x16xf32>, tensor<8x32x32x16xf32>) outs(%1034 : tensor<8x32x32x16xf32>) {
    ^bb0(%in: f32, %in_66: f32, %out: f32):
      %1045 = arith.addf %in, %in_66 : f32
      linalg.yield %1045 : f32
    } -> tensor<8x32x32x16xf32>
    %1036 = tensor.empty() : tensor<3x32x32x8xf32>
    %1037 = linalg.generic {indexing_maps = [#map16, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg26 : tensor<8x32x32x3xf32>) outs(%1036 : tensor<3x32x32x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x32x32x8xf32>
    %1038 = tensor.empty() : tensor<32x32x8x16xf32>
    %1039 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1035 : tensor<8x32x32x16xf32>) outs(%1038 : tensor<32x32x8x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32x8x16xf32>
    %1040 = tensor.empty() : tensor<3x3x3x16xf32>
    %1041 = linalg.fill ins(%cst_11 : f32) outs(%1040 : tensor<3x3x3x16xf32>) -> tensor<3x3x3x16xf32>
    %padded_65 = tensor.pad %1037 low[0, 1, 1, 0] high[0, 1, 1, 0] {
    ^bb0(%arg28: index, %arg29: index, %arg30: index, %arg31: index):
      tensor.yield %cst_11 : f32
    } : tensor<3x32x32x8xf32> to tensor<3x34x34x8xf32>
    %1042 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%padded_65, %1039 : tensor<3x34x34x8xf32>, tensor<32x32x8x16xf32>) outs(%1041 : tensor<3x3x3x16xf32>) -> tensor<3x3x3x16xf32>
    %1043 = tensor.empty() : tensor<3x3x3x16xf32>
    %1044 = linalg.generic {indexing_maps = [#map17, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1042 : tensor<3x3x3x16xf32>) outs(%1043 : tensor<3x3x3x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<3x3x3x16xf32>
    return %453, %1044, %997, %987, %970, %925, %915, %900, %853, %843, %expanded_48, %810, %765, %755, %740, %693, %683, %expanded_33, %642, %597, %587, %572, %525, %515, %expanded_18, %484, %477 : tensor<f32>, tensor<3x3x3x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<3x3x16x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<3x3x16x16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<1x1x16x16xf32>, tensor<3x3x16x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<3x3x32x32xf32>, tensor<32xf32>, tensor<32xf32>, tensor<1x1x16x32xf32>, tensor<3x3x32x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<3x3x64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<1x1x32x64xf32>, tensor<64x10xf32>, tensor<10xf32>
  }
}
