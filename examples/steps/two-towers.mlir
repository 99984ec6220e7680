// two-towers.mlir: Retrieval model: towers of 4 and 8 layers that share nothing and meet at an in-batch softmax over all pairs; batch 512, 48 and 64 features to 64.
// Made by utils/export-examples.py; do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0)>
#map3 = affine_map<(d0, d1) -> (d0, 0)>
#map4 = affine_map<(d0, d1) -> (d1, d0)>
#map5 = affine_map<(d0) -> (d0)>
#map6 = affine_map<(d0) -> ()>
#map7 = affine_map<() -> ()>
#map8 = affine_map<(d0, d1) -> ()>
module @two_towers {
  func.func public @main(%arg0: tensor<48x96xf32>, %arg1: tensor<96xf32>, %arg2: tensor<96x96xf32>, %arg3: tensor<96xf32>, %arg4: tensor<96x96xf32>, %arg5: tensor<96xf32>, %arg6: tensor<96x64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64x96xf32>, %arg9: tensor<96xf32>, %arg10: tensor<96x96xf32>, %arg11: tensor<96xf32>, %arg12: tensor<96x96xf32>, %arg13: tensor<96xf32>, %arg14: tensor<96x96xf32>, %arg15: tensor<96xf32>, %arg16: tensor<96x96xf32>, %arg17: tensor<96xf32>, %arg18: tensor<96x96xf32>, %arg19: tensor<96xf32>, %arg20: tensor<96x96xf32>, %arg21: tensor<96xf32>, %arg22: tensor<96x64xf32>, %arg23: tensor<64xf32>, %arg24: tensor<512x48xf32>, %arg25: tensor<512x64xf32>) -> (tensor<f32>, tensor<48x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x64xf32>, tensor<64xf32>, tensor<64x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x64xf32>, tensor<64xf32>) {
    %cst = arith.constant 0.001953125 : f32
    %cst_0 = arith.constant 5.120000e+02 : f32
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+01 : f32
    %cst_3 = arith.constant -5.000000e-01 : f32
    %cst_4 = arith.constant 9.99999997E-7 : f32
    %cst_5 = arith.constant 1.000000e+00 : f32
    %cst_6 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<512x96xf32>
    %1 = linalg.fill ins(%cst_6 : f32) outs(%0 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %2 = linalg.matmul ins(%arg24, %arg0 : tensor<512x48xf32>, tensor<48x96xf32>) outs(%1 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %3 = tensor.empty() : tensor<512x96xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<96xf32>) outs(%3 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x96xf32>
    %5 = tensor.empty() : tensor<512x96xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %4 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%5 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %7 = tensor.empty() : tensor<512x96xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<512x96xf32>) outs(%7 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.tanh %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %9 = tensor.empty() : tensor<512x96xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<512x96xf32>) outs(%9 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.subf %cst_5, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %11 = tensor.empty() : tensor<512x96xf32>
    %12 = linalg.fill ins(%cst_6 : f32) outs(%11 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %13 = linalg.matmul ins(%8, %arg2 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%12 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %14 = tensor.empty() : tensor<512x96xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<96xf32>) outs(%14 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x96xf32>
    %16 = tensor.empty() : tensor<512x96xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %15 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%16 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %18 = tensor.empty() : tensor<512x96xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<512x96xf32>) outs(%18 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.tanh %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %20 = tensor.empty() : tensor<512x96xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<512x96xf32>) outs(%20 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.subf %cst_5, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %22 = tensor.empty() : tensor<512x96xf32>
    %23 = linalg.fill ins(%cst_6 : f32) outs(%22 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %24 = linalg.matmul ins(%19, %arg4 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%23 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %25 = tensor.empty() : tensor<512x96xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<96xf32>) outs(%25 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x96xf32>
    %27 = tensor.empty() : tensor<512x96xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%24, %26 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%27 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %29 = tensor.empty() : tensor<512x96xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<512x96xf32>) outs(%29 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.tanh %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %31 = tensor.empty() : tensor<512x96xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<512x96xf32>) outs(%31 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.subf %cst_5, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %33 = tensor.empty() : tensor<512x64xf32>
    %34 = linalg.fill ins(%cst_6 : f32) outs(%33 : tensor<512x64xf32>) -> tensor<512x64xf32>
    %35 = linalg.matmul ins(%30, %arg6 : tensor<512x96xf32>, tensor<96x64xf32>) outs(%34 : tensor<512x64xf32>) -> tensor<512x64xf32>
    %36 = tensor.empty() : tensor<512x64xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<64xf32>) outs(%36 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x64xf32>
    %38 = tensor.empty() : tensor<512x64xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%35, %37 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%38 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %40 = tensor.empty() : tensor<512x64xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<512x64xf32>) outs(%40 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.mulf %in, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %42 = tensor.empty() : tensor<512xf32>
    %43 = linalg.fill ins(%cst_6 : f32) outs(%42 : tensor<512xf32>) -> tensor<512xf32>
    %44 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%41 : tensor<512x64xf32>) outs(%43 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %expanded = tensor.expand_shape %44 [[0, 1]] output_shape [512, 1] : tensor<512xf32> into tensor<512x1xf32>
    %45 = tensor.empty() : tensor<512x1xf32>
    %46 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<512x1xf32>) outs(%45 : tensor<512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %in, %cst_4 : f32
      linalg.yield %545 : f32
    } -> tensor<512x1xf32>
    %47 = tensor.empty() : tensor<512x1xf32>
    %48 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%46 : tensor<512x1xf32>) outs(%47 : tensor<512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.rsqrt %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x1xf32>
    %49 = tensor.empty() : tensor<512x1xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%48, %46 : tensor<512x1xf32>, tensor<512x1xf32>) outs(%49 : tensor<512x1xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.divf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x1xf32>
    %51 = tensor.empty() : tensor<512x1xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<512x1xf32>) outs(%51 : tensor<512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.mulf %in, %cst_3 : f32
      linalg.yield %545 : f32
    } -> tensor<512x1xf32>
    %53 = tensor.empty() : tensor<512x64xf32>
    %54 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%48 : tensor<512x1xf32>) outs(%53 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x64xf32>
    %55 = tensor.empty() : tensor<512x64xf32>
    %56 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%39, %54 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%55 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %57 = tensor.empty() : tensor<512x64xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%56 : tensor<512x64xf32>) outs(%57 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.mulf %in, %cst_2 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %59 = tensor.empty() : tensor<512x96xf32>
    %60 = linalg.fill ins(%cst_6 : f32) outs(%59 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %61 = linalg.matmul ins(%arg25, %arg8 : tensor<512x64xf32>, tensor<64x96xf32>) outs(%60 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %62 = tensor.empty() : tensor<512x96xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg9 : tensor<96xf32>) outs(%62 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x96xf32>
    %64 = tensor.empty() : tensor<512x96xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%61, %63 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%64 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %66 = tensor.empty() : tensor<512x96xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%65 : tensor<512x96xf32>) outs(%66 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.tanh %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %68 = tensor.empty() : tensor<512x96xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%67 : tensor<512x96xf32>) outs(%68 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.subf %cst_5, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %70 = tensor.empty() : tensor<512x96xf32>
    %71 = linalg.fill ins(%cst_6 : f32) outs(%70 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %72 = linalg.matmul ins(%67, %arg10 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%71 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %73 = tensor.empty() : tensor<512x96xf32>
    %74 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<96xf32>) outs(%73 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x96xf32>
    %75 = tensor.empty() : tensor<512x96xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%72, %74 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%75 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %77 = tensor.empty() : tensor<512x96xf32>
    %78 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%76 : tensor<512x96xf32>) outs(%77 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.tanh %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %79 = tensor.empty() : tensor<512x96xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%78 : tensor<512x96xf32>) outs(%79 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.subf %cst_5, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %81 = tensor.empty() : tensor<512x96xf32>
    %82 = linalg.fill ins(%cst_6 : f32) outs(%81 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %83 = linalg.matmul ins(%78, %arg12 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%82 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %84 = tensor.empty() : tensor<512x96xf32>
    %85 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg13 : tensor<96xf32>) outs(%84 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x96xf32>
    %86 = tensor.empty() : tensor<512x96xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%83, %85 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%86 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %88 = tensor.empty() : tensor<512x96xf32>
    %89 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%87 : tensor<512x96xf32>) outs(%88 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.tanh %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %90 = tensor.empty() : tensor<512x96xf32>
    %91 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%89 : tensor<512x96xf32>) outs(%90 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.subf %cst_5, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %92 = tensor.empty() : tensor<512x96xf32>
    %93 = linalg.fill ins(%cst_6 : f32) outs(%92 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %94 = linalg.matmul ins(%89, %arg14 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%93 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %95 = tensor.empty() : tensor<512x96xf32>
    %96 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg15 : tensor<96xf32>) outs(%95 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x96xf32>
    %97 = tensor.empty() : tensor<512x96xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%94, %96 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%97 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %99 = tensor.empty() : tensor<512x96xf32>
    %100 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%98 : tensor<512x96xf32>) outs(%99 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.tanh %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %101 = tensor.empty() : tensor<512x96xf32>
    %102 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%100 : tensor<512x96xf32>) outs(%101 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.subf %cst_5, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %103 = tensor.empty() : tensor<512x96xf32>
    %104 = linalg.fill ins(%cst_6 : f32) outs(%103 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %105 = linalg.matmul ins(%100, %arg16 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%104 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %106 = tensor.empty() : tensor<512x96xf32>
    %107 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg17 : tensor<96xf32>) outs(%106 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x96xf32>
    %108 = tensor.empty() : tensor<512x96xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%105, %107 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%108 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %110 = tensor.empty() : tensor<512x96xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%109 : tensor<512x96xf32>) outs(%110 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.tanh %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %112 = tensor.empty() : tensor<512x96xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%111 : tensor<512x96xf32>) outs(%112 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.subf %cst_5, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %114 = tensor.empty() : tensor<512x96xf32>
    %115 = linalg.fill ins(%cst_6 : f32) outs(%114 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %116 = linalg.matmul ins(%111, %arg18 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%115 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %117 = tensor.empty() : tensor<512x96xf32>
    %118 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg19 : tensor<96xf32>) outs(%117 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x96xf32>
    %119 = tensor.empty() : tensor<512x96xf32>
    %120 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%116, %118 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%119 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %121 = tensor.empty() : tensor<512x96xf32>
    %122 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%120 : tensor<512x96xf32>) outs(%121 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.tanh %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %123 = tensor.empty() : tensor<512x96xf32>
    %124 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%122 : tensor<512x96xf32>) outs(%123 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.subf %cst_5, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %125 = tensor.empty() : tensor<512x96xf32>
    %126 = linalg.fill ins(%cst_6 : f32) outs(%125 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %127 = linalg.matmul ins(%122, %arg20 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%126 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %128 = tensor.empty() : tensor<512x96xf32>
    %129 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg21 : tensor<96xf32>) outs(%128 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x96xf32>
    %130 = tensor.empty() : tensor<512x96xf32>
    %131 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%127, %129 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%130 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %132 = tensor.empty() : tensor<512x96xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%131 : tensor<512x96xf32>) outs(%132 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.tanh %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %134 = tensor.empty() : tensor<512x96xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%133 : tensor<512x96xf32>) outs(%134 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.subf %cst_5, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %136 = tensor.empty() : tensor<512x64xf32>
    %137 = linalg.fill ins(%cst_6 : f32) outs(%136 : tensor<512x64xf32>) -> tensor<512x64xf32>
    %138 = linalg.matmul ins(%133, %arg22 : tensor<512x96xf32>, tensor<96x64xf32>) outs(%137 : tensor<512x64xf32>) -> tensor<512x64xf32>
    %139 = tensor.empty() : tensor<512x64xf32>
    %140 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg23 : tensor<64xf32>) outs(%139 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x64xf32>
    %141 = tensor.empty() : tensor<512x64xf32>
    %142 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%138, %140 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%141 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %143 = tensor.empty() : tensor<512x64xf32>
    %144 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%142 : tensor<512x64xf32>) outs(%143 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.mulf %in, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %145 = tensor.empty() : tensor<512xf32>
    %146 = linalg.fill ins(%cst_6 : f32) outs(%145 : tensor<512xf32>) -> tensor<512xf32>
    %147 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%144 : tensor<512x64xf32>) outs(%146 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %expanded_7 = tensor.expand_shape %147 [[0, 1]] output_shape [512, 1] : tensor<512xf32> into tensor<512x1xf32>
    %148 = tensor.empty() : tensor<512x1xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_7 : tensor<512x1xf32>) outs(%148 : tensor<512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %in, %cst_4 : f32
      linalg.yield %545 : f32
    } -> tensor<512x1xf32>
    %150 = tensor.empty() : tensor<512x1xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%149 : tensor<512x1xf32>) outs(%150 : tensor<512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.rsqrt %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x1xf32>
    %152 = tensor.empty() : tensor<512x1xf32>
    %153 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%151, %149 : tensor<512x1xf32>, tensor<512x1xf32>) outs(%152 : tensor<512x1xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.divf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x1xf32>
    %154 = tensor.empty() : tensor<512x1xf32>
    %155 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%153 : tensor<512x1xf32>) outs(%154 : tensor<512x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.mulf %in, %cst_3 : f32
      linalg.yield %545 : f32
    } -> tensor<512x1xf32>
    %156 = tensor.empty() : tensor<512x64xf32>
    %157 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%151 : tensor<512x1xf32>) outs(%156 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x64xf32>
    %158 = tensor.empty() : tensor<512x64xf32>
    %159 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%142, %157 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%158 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %160 = tensor.empty() : tensor<64x512xf32>
    %161 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%159 : tensor<512x64xf32>) outs(%160 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x512xf32>
    %162 = tensor.empty() : tensor<512x512xf32>
    %163 = linalg.fill ins(%cst_6 : f32) outs(%162 : tensor<512x512xf32>) -> tensor<512x512xf32>
    %164 = linalg.matmul ins(%58, %161 : tensor<512x64xf32>, tensor<64x512xf32>) outs(%163 : tensor<512x512xf32>) -> tensor<512x512xf32>
    %165 = tensor.empty() : tensor<512x512xi32>
    %166 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%165 : tensor<512x512xi32>) {
    ^bb0(%out: i32):
      %545 = linalg.index 0 : index
      %546 = arith.index_cast %545 : index to i32
      linalg.yield %546 : i32
    } -> tensor<512x512xi32>
    %167 = tensor.empty() : tensor<512x512xi32>
    %168 = linalg.generic {indexing_maps = [#map1], iterator_types = ["parallel", "parallel"]} outs(%167 : tensor<512x512xi32>) {
    ^bb0(%out: i32):
      %545 = linalg.index 1 : index
      %546 = arith.index_cast %545 : index to i32
      linalg.yield %546 : i32
    } -> tensor<512x512xi32>
    %169 = tensor.empty() : tensor<512x512xi1>
    %170 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%166, %168 : tensor<512x512xi32>, tensor<512x512xi32>) outs(%169 : tensor<512x512xi1>) {
    ^bb0(%in: i32, %in_22: i32, %out: i1):
      %545 = arith.cmpi eq, %in, %in_22 : i32
      linalg.yield %545 : i1
    } -> tensor<512x512xi1>
    %171 = tensor.empty() : tensor<512x512xf32>
    %172 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%170 : tensor<512x512xi1>) outs(%171 : tensor<512x512xf32>) {
    ^bb0(%in: i1, %out: f32):
      %545 = arith.uitofp %in : i1 to f32
      linalg.yield %545 : f32
    } -> tensor<512x512xf32>
    %173 = tensor.empty() : tensor<512xf32>
    %174 = linalg.fill ins(%cst_1 : f32) outs(%173 : tensor<512xf32>) -> tensor<512xf32>
    %175 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%164 : tensor<512x512xf32>) outs(%174 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.maximumf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %176 = tensor.empty() : tensor<512x512xf32>
    %177 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%175 : tensor<512xf32>) outs(%176 : tensor<512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x512xf32>
    %178 = tensor.empty() : tensor<512x512xf32>
    %179 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%164, %177 : tensor<512x512xf32>, tensor<512x512xf32>) outs(%178 : tensor<512x512xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.subf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x512xf32>
    %180 = tensor.empty() : tensor<512x512xf32>
    %181 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%179 : tensor<512x512xf32>) outs(%180 : tensor<512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.exp %in : f32
      linalg.yield %545 : f32
    } -> tensor<512x512xf32>
    %182 = tensor.empty() : tensor<512xf32>
    %183 = linalg.fill ins(%cst_6 : f32) outs(%182 : tensor<512xf32>) -> tensor<512xf32>
    %184 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%181 : tensor<512x512xf32>) outs(%183 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %185 = tensor.empty() : tensor<512xf32>
    %186 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel"]} ins(%184 : tensor<512xf32>) outs(%185 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = math.log %in : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %187 = tensor.empty() : tensor<512x512xi1>
    %188 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%172 : tensor<512x512xf32>) outs(%187 : tensor<512x512xi1>) {
    ^bb0(%in: f32, %out: i1):
      %545 = arith.cmpf une, %in, %cst_6 : f32
      linalg.yield %545 : i1
    } -> tensor<512x512xi1>
    %189 = tensor.empty() : tensor<512x512xf32>
    %190 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%188, %179 : tensor<512x512xi1>, tensor<512x512xf32>) outs(%189 : tensor<512x512xf32>) {
    ^bb0(%in: i1, %in_22: f32, %out: f32):
      %545 = arith.select %in, %in_22, %cst_6 : f32
      linalg.yield %545 : f32
    } -> tensor<512x512xf32>
    %191 = tensor.empty() : tensor<512xf32>
    %192 = linalg.fill ins(%cst_6 : f32) outs(%191 : tensor<512xf32>) -> tensor<512xf32>
    %193 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%190 : tensor<512x512xf32>) outs(%192 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %194 = tensor.empty() : tensor<512xf32>
    %195 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel"]} ins(%186, %193 : tensor<512xf32>, tensor<512xf32>) outs(%194 : tensor<512xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.subf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %196 = tensor.empty() : tensor<f32>
    %197 = linalg.fill ins(%cst_6 : f32) outs(%196 : tensor<f32>) -> tensor<f32>
    %198 = linalg.generic {indexing_maps = [#map5, #map6], iterator_types = ["reduction"]} ins(%195 : tensor<512xf32>) outs(%197 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<f32>
    %199 = tensor.empty() : tensor<f32>
    %200 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%198 : tensor<f32>) outs(%199 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.divf %in, %cst_0 : f32
      linalg.yield %545 : f32
    } -> tensor<f32>
    %201 = tensor.empty() : tensor<f32>
    %202 = linalg.generic {indexing_maps = [#map7], iterator_types = []} outs(%201 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %203 = tensor.empty() : tensor<512xf32>
    %204 = linalg.generic {indexing_maps = [#map6, #map5], iterator_types = ["parallel"]} ins(%202 : tensor<f32>) outs(%203 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512xf32>
    %205 = tensor.empty() : tensor<f32>
    %206 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = []} ins(%202 : tensor<f32>) outs(%205 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.negf %in : f32
      linalg.yield %545 : f32
    } -> tensor<f32>
    %207 = tensor.empty() : tensor<512x512xf32>
    %208 = linalg.generic {indexing_maps = [#map8, #map1], iterator_types = ["parallel", "parallel"]} ins(%206 : tensor<f32>) outs(%207 : tensor<512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x512xf32>
    %209 = tensor.empty() : tensor<512x512xf32>
    %210 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%188, %208 : tensor<512x512xi1>, tensor<512x512xf32>) outs(%209 : tensor<512x512xf32>) {
    ^bb0(%in: i1, %in_22: f32, %out: f32):
      %545 = arith.select %in, %in_22, %cst_6 : f32
      linalg.yield %545 : f32
    } -> tensor<512x512xf32>
    %211 = tensor.empty() : tensor<512xf32>
    %212 = linalg.generic {indexing_maps = [#map5, #map5, #map5], iterator_types = ["parallel"]} ins(%204, %184 : tensor<512xf32>, tensor<512xf32>) outs(%211 : tensor<512xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.divf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %213 = tensor.empty() : tensor<512x512xf32>
    %214 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%212 : tensor<512xf32>) outs(%213 : tensor<512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x512xf32>
    %215 = tensor.empty() : tensor<512x512xf32>
    %216 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%214, %181 : tensor<512x512xf32>, tensor<512x512xf32>) outs(%215 : tensor<512x512xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x512xf32>
    %217 = tensor.empty() : tensor<512x512xf32>
    %218 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%210, %216 : tensor<512x512xf32>, tensor<512x512xf32>) outs(%217 : tensor<512x512xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x512xf32>
    %219 = tensor.empty() : tensor<512x512xf32>
    %220 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%218 : tensor<512x512xf32>) outs(%219 : tensor<512x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x512xf32>
    %221 = tensor.empty() : tensor<512x64xf32>
    %222 = linalg.fill ins(%cst_6 : f32) outs(%221 : tensor<512x64xf32>) -> tensor<512x64xf32>
    %223 = linalg.matmul ins(%220, %58 : tensor<512x512xf32>, tensor<512x64xf32>) outs(%222 : tensor<512x64xf32>) -> tensor<512x64xf32>
    %224 = tensor.empty() : tensor<64x512xf32>
    %225 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%223 : tensor<512x64xf32>) outs(%224 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x512xf32>
    %226 = tensor.empty() : tensor<512x64xf32>
    %227 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%161 : tensor<64x512xf32>) outs(%226 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x64xf32>
    %228 = tensor.empty() : tensor<512x64xf32>
    %229 = linalg.fill ins(%cst_6 : f32) outs(%228 : tensor<512x64xf32>) -> tensor<512x64xf32>
    %230 = linalg.matmul ins(%218, %227 : tensor<512x512xf32>, tensor<512x64xf32>) outs(%229 : tensor<512x64xf32>) -> tensor<512x64xf32>
    %231 = tensor.empty() : tensor<512x64xf32>
    %232 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%225 : tensor<64x512xf32>) outs(%231 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x64xf32>
    %233 = tensor.empty() : tensor<512x64xf32>
    %234 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%142, %232 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%233 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %235 = tensor.empty() : tensor<512xf32>
    %236 = linalg.fill ins(%cst_6 : f32) outs(%235 : tensor<512xf32>) -> tensor<512xf32>
    %237 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%234 : tensor<512x64xf32>) outs(%236 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %expanded_8 = tensor.expand_shape %237 [[0, 1]] output_shape [512, 1] : tensor<512xf32> into tensor<512x1xf32>
    %238 = tensor.empty() : tensor<512x64xf32>
    %239 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%232, %157 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%238 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %240 = tensor.empty() : tensor<512x1xf32>
    %241 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_8, %155 : tensor<512x1xf32>, tensor<512x1xf32>) outs(%240 : tensor<512x1xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x1xf32>
    %242 = tensor.empty() : tensor<512xf32>
    %243 = linalg.fill ins(%cst_6 : f32) outs(%242 : tensor<512xf32>) -> tensor<512xf32>
    %244 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%241 : tensor<512x1xf32>) outs(%243 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %245 = tensor.empty() : tensor<512x64xf32>
    %246 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%244 : tensor<512xf32>) outs(%245 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x64xf32>
    %247 = tensor.empty() : tensor<512x64xf32>
    %248 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%142, %246 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%247 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %249 = tensor.empty() : tensor<512x64xf32>
    %250 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%239, %248 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%249 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %251 = tensor.empty() : tensor<512x64xf32>
    %252 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%246, %142 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%251 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %253 = tensor.empty() : tensor<512x64xf32>
    %254 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%250, %252 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%253 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %255 = tensor.empty() : tensor<64xf32>
    %256 = linalg.fill ins(%cst_6 : f32) outs(%255 : tensor<64xf32>) -> tensor<64xf32>
    %257 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%254 : tensor<512x64xf32>) outs(%256 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<64xf32>
    %expanded_9 = tensor.expand_shape %257 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %258 = tensor.empty() : tensor<64xf32>
    %259 = linalg.fill ins(%cst_6 : f32) outs(%258 : tensor<64xf32>) -> tensor<64xf32>
    %260 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_9 : tensor<1x64xf32>) outs(%259 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<64xf32>
    %261 = tensor.empty() : tensor<64x512xf32>
    %262 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%254 : tensor<512x64xf32>) outs(%261 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x512xf32>
    %263 = tensor.empty() : tensor<64x96xf32>
    %264 = linalg.fill ins(%cst_6 : f32) outs(%263 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %265 = linalg.matmul ins(%262, %133 : tensor<64x512xf32>, tensor<512x96xf32>) outs(%264 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %266 = tensor.empty() : tensor<96x64xf32>
    %267 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%265 : tensor<64x96xf32>) outs(%266 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %268 = tensor.empty() : tensor<64x96xf32>
    %269 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg22 : tensor<96x64xf32>) outs(%268 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %270 = tensor.empty() : tensor<512x96xf32>
    %271 = linalg.fill ins(%cst_6 : f32) outs(%270 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %272 = linalg.matmul ins(%254, %269 : tensor<512x64xf32>, tensor<64x96xf32>) outs(%271 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %273 = tensor.empty() : tensor<512x96xf32>
    %274 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%272, %135 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%273 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %275 = tensor.empty() : tensor<512x96xf32>
    %276 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%274, %133 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%275 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %277 = tensor.empty() : tensor<512x96xf32>
    %278 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%274, %276 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%277 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %279 = tensor.empty() : tensor<96xf32>
    %280 = linalg.fill ins(%cst_6 : f32) outs(%279 : tensor<96xf32>) -> tensor<96xf32>
    %281 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%278 : tensor<512x96xf32>) outs(%280 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %expanded_10 = tensor.expand_shape %281 [[0, 1]] output_shape [1, 96] : tensor<96xf32> into tensor<1x96xf32>
    %282 = tensor.empty() : tensor<96xf32>
    %283 = linalg.fill ins(%cst_6 : f32) outs(%282 : tensor<96xf32>) -> tensor<96xf32>
    %284 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_10 : tensor<1x96xf32>) outs(%283 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %285 = tensor.empty() : tensor<96x512xf32>
    %286 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%278 : tensor<512x96xf32>) outs(%285 : tensor<96x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x512xf32>
    %287 = tensor.empty() : tensor<96x96xf32>
    %288 = linalg.fill ins(%cst_6 : f32) outs(%287 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %289 = linalg.matmul ins(%286, %122 : tensor<96x512xf32>, tensor<512x96xf32>) outs(%288 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %290 = tensor.empty() : tensor<96x96xf32>
    %291 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%289 : tensor<96x96xf32>) outs(%290 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %292 = tensor.empty() : tensor<96x96xf32>
    %293 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg20 : tensor<96x96xf32>) outs(%292 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %294 = tensor.empty() : tensor<512x96xf32>
    %295 = linalg.fill ins(%cst_6 : f32) outs(%294 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %296 = linalg.matmul ins(%278, %293 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%295 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %297 = tensor.empty() : tensor<512x96xf32>
    %298 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%296, %124 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%297 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %299 = tensor.empty() : tensor<512x96xf32>
    %300 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%298, %122 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%299 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %301 = tensor.empty() : tensor<512x96xf32>
    %302 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%298, %300 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%301 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %303 = tensor.empty() : tensor<96xf32>
    %304 = linalg.fill ins(%cst_6 : f32) outs(%303 : tensor<96xf32>) -> tensor<96xf32>
    %305 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%302 : tensor<512x96xf32>) outs(%304 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %expanded_11 = tensor.expand_shape %305 [[0, 1]] output_shape [1, 96] : tensor<96xf32> into tensor<1x96xf32>
    %306 = tensor.empty() : tensor<96xf32>
    %307 = linalg.fill ins(%cst_6 : f32) outs(%306 : tensor<96xf32>) -> tensor<96xf32>
    %308 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_11 : tensor<1x96xf32>) outs(%307 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %309 = tensor.empty() : tensor<96x512xf32>
    %310 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%302 : tensor<512x96xf32>) outs(%309 : tensor<96x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x512xf32>
    %311 = tensor.empty() : tensor<96x96xf32>
    %312 = linalg.fill ins(%cst_6 : f32) outs(%311 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %313 = linalg.matmul ins(%310, %111 : tensor<96x512xf32>, tensor<512x96xf32>) outs(%312 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %314 = tensor.empty() : tensor<96x96xf32>
    %315 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%313 : tensor<96x96xf32>) outs(%314 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %316 = tensor.empty() : tensor<96x96xf32>
    %317 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg18 : tensor<96x96xf32>) outs(%316 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %318 = tensor.empty() : tensor<512x96xf32>
    %319 = linalg.fill ins(%cst_6 : f32) outs(%318 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %320 = linalg.matmul ins(%302, %317 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%319 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %321 = tensor.empty() : tensor<512x96xf32>
    %322 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%320, %113 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%321 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %323 = tensor.empty() : tensor<512x96xf32>
    %324 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%322, %111 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%323 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %325 = tensor.empty() : tensor<512x96xf32>
    %326 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%322, %324 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%325 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %327 = tensor.empty() : tensor<96xf32>
    %328 = linalg.fill ins(%cst_6 : f32) outs(%327 : tensor<96xf32>) -> tensor<96xf32>
    %329 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%326 : tensor<512x96xf32>) outs(%328 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %expanded_12 = tensor.expand_shape %329 [[0, 1]] output_shape [1, 96] : tensor<96xf32> into tensor<1x96xf32>
    %330 = tensor.empty() : tensor<96xf32>
    %331 = linalg.fill ins(%cst_6 : f32) outs(%330 : tensor<96xf32>) -> tensor<96xf32>
    %332 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_12 : tensor<1x96xf32>) outs(%331 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %333 = tensor.empty() : tensor<96x512xf32>
    %334 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%326 : tensor<512x96xf32>) outs(%333 : tensor<96x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x512xf32>
    %335 = tensor.empty() : tensor<96x96xf32>
    %336 = linalg.fill ins(%cst_6 : f32) outs(%335 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %337 = linalg.matmul ins(%334, %100 : tensor<96x512xf32>, tensor<512x96xf32>) outs(%336 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %338 = tensor.empty() : tensor<96x96xf32>
    %339 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%337 : tensor<96x96xf32>) outs(%338 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %340 = tensor.empty() : tensor<96x96xf32>
    %341 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<96x96xf32>) outs(%340 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %342 = tensor.empty() : tensor<512x96xf32>
    %343 = linalg.fill ins(%cst_6 : f32) outs(%342 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %344 = linalg.matmul ins(%326, %341 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%343 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %345 = tensor.empty() : tensor<512x96xf32>
    %346 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%344, %102 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%345 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %347 = tensor.empty() : tensor<512x96xf32>
    %348 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%346, %100 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%347 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %349 = tensor.empty() : tensor<512x96xf32>
    %350 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%346, %348 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%349 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %351 = tensor.empty() : tensor<96xf32>
    %352 = linalg.fill ins(%cst_6 : f32) outs(%351 : tensor<96xf32>) -> tensor<96xf32>
    %353 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%350 : tensor<512x96xf32>) outs(%352 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %expanded_13 = tensor.expand_shape %353 [[0, 1]] output_shape [1, 96] : tensor<96xf32> into tensor<1x96xf32>
    %354 = tensor.empty() : tensor<96xf32>
    %355 = linalg.fill ins(%cst_6 : f32) outs(%354 : tensor<96xf32>) -> tensor<96xf32>
    %356 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_13 : tensor<1x96xf32>) outs(%355 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %357 = tensor.empty() : tensor<96x512xf32>
    %358 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%350 : tensor<512x96xf32>) outs(%357 : tensor<96x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x512xf32>
    %359 = tensor.empty() : tensor<96x96xf32>
    %360 = linalg.fill ins(%cst_6 : f32) outs(%359 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %361 = linalg.matmul ins(%358, %89 : tensor<96x512xf32>, tensor<512x96xf32>) outs(%360 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %362 = tensor.empty() : tensor<96x96xf32>
    %363 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%361 : tensor<96x96xf32>) outs(%362 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %364 = tensor.empty() : tensor<96x96xf32>
    %365 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<96x96xf32>) outs(%364 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %366 = tensor.empty() : tensor<512x96xf32>
    %367 = linalg.fill ins(%cst_6 : f32) outs(%366 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %368 = linalg.matmul ins(%350, %365 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%367 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %369 = tensor.empty() : tensor<512x96xf32>
    %370 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%368, %91 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%369 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %371 = tensor.empty() : tensor<512x96xf32>
    %372 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%370, %89 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%371 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %373 = tensor.empty() : tensor<512x96xf32>
    %374 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%370, %372 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%373 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %375 = tensor.empty() : tensor<96xf32>
    %376 = linalg.fill ins(%cst_6 : f32) outs(%375 : tensor<96xf32>) -> tensor<96xf32>
    %377 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%374 : tensor<512x96xf32>) outs(%376 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %expanded_14 = tensor.expand_shape %377 [[0, 1]] output_shape [1, 96] : tensor<96xf32> into tensor<1x96xf32>
    %378 = tensor.empty() : tensor<96xf32>
    %379 = linalg.fill ins(%cst_6 : f32) outs(%378 : tensor<96xf32>) -> tensor<96xf32>
    %380 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_14 : tensor<1x96xf32>) outs(%379 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %381 = tensor.empty() : tensor<96x512xf32>
    %382 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%374 : tensor<512x96xf32>) outs(%381 : tensor<96x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x512xf32>
    %383 = tensor.empty() : tensor<96x96xf32>
    %384 = linalg.fill ins(%cst_6 : f32) outs(%383 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %385 = linalg.matmul ins(%382, %78 : tensor<96x512xf32>, tensor<512x96xf32>) outs(%384 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %386 = tensor.empty() : tensor<96x96xf32>
    %387 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%385 : tensor<96x96xf32>) outs(%386 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %388 = tensor.empty() : tensor<96x96xf32>
    %389 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<96x96xf32>) outs(%388 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %390 = tensor.empty() : tensor<512x96xf32>
    %391 = linalg.fill ins(%cst_6 : f32) outs(%390 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %392 = linalg.matmul ins(%374, %389 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%391 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %393 = tensor.empty() : tensor<512x96xf32>
    %394 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%392, %80 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%393 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %395 = tensor.empty() : tensor<512x96xf32>
    %396 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%394, %78 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%395 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %397 = tensor.empty() : tensor<512x96xf32>
    %398 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%394, %396 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%397 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %399 = tensor.empty() : tensor<96xf32>
    %400 = linalg.fill ins(%cst_6 : f32) outs(%399 : tensor<96xf32>) -> tensor<96xf32>
    %401 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%398 : tensor<512x96xf32>) outs(%400 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %expanded_15 = tensor.expand_shape %401 [[0, 1]] output_shape [1, 96] : tensor<96xf32> into tensor<1x96xf32>
    %402 = tensor.empty() : tensor<96xf32>
    %403 = linalg.fill ins(%cst_6 : f32) outs(%402 : tensor<96xf32>) -> tensor<96xf32>
    %404 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_15 : tensor<1x96xf32>) outs(%403 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %405 = tensor.empty() : tensor<96x512xf32>
    %406 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%398 : tensor<512x96xf32>) outs(%405 : tensor<96x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x512xf32>
    %407 = tensor.empty() : tensor<96x96xf32>
    %408 = linalg.fill ins(%cst_6 : f32) outs(%407 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %409 = linalg.matmul ins(%406, %67 : tensor<96x512xf32>, tensor<512x96xf32>) outs(%408 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %410 = tensor.empty() : tensor<96x96xf32>
    %411 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%409 : tensor<96x96xf32>) outs(%410 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %412 = tensor.empty() : tensor<96x96xf32>
    %413 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<96x96xf32>) outs(%412 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %414 = tensor.empty() : tensor<512x96xf32>
    %415 = linalg.fill ins(%cst_6 : f32) outs(%414 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %416 = linalg.matmul ins(%398, %413 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%415 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %417 = tensor.empty() : tensor<512x96xf32>
    %418 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%416, %69 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%417 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %419 = tensor.empty() : tensor<512x96xf32>
    %420 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%418, %67 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%419 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %421 = tensor.empty() : tensor<512x96xf32>
    %422 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%418, %420 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%421 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %423 = tensor.empty() : tensor<96xf32>
    %424 = linalg.fill ins(%cst_6 : f32) outs(%423 : tensor<96xf32>) -> tensor<96xf32>
    %425 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%422 : tensor<512x96xf32>) outs(%424 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %expanded_16 = tensor.expand_shape %425 [[0, 1]] output_shape [1, 96] : tensor<96xf32> into tensor<1x96xf32>
    %426 = tensor.empty() : tensor<96xf32>
    %427 = linalg.fill ins(%cst_6 : f32) outs(%426 : tensor<96xf32>) -> tensor<96xf32>
    %428 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_16 : tensor<1x96xf32>) outs(%427 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %429 = tensor.empty() : tensor<96x512xf32>
    %430 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%422 : tensor<512x96xf32>) outs(%429 : tensor<96x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x512xf32>
    %431 = tensor.empty() : tensor<96x64xf32>
    %432 = linalg.fill ins(%cst_6 : f32) outs(%431 : tensor<96x64xf32>) -> tensor<96x64xf32>
    %433 = linalg.matmul ins(%430, %arg25 : tensor<96x512xf32>, tensor<512x64xf32>) outs(%432 : tensor<96x64xf32>) -> tensor<96x64xf32>
    %434 = tensor.empty() : tensor<64x96xf32>
    %435 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%433 : tensor<96x64xf32>) outs(%434 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %436 = tensor.empty() : tensor<512x64xf32>
    %437 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%230 : tensor<512x64xf32>) outs(%436 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.mulf %in, %cst_2 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %438 = tensor.empty() : tensor<512x64xf32>
    %439 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%39, %437 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%438 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %440 = tensor.empty() : tensor<512xf32>
    %441 = linalg.fill ins(%cst_6 : f32) outs(%440 : tensor<512xf32>) -> tensor<512xf32>
    %442 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%439 : tensor<512x64xf32>) outs(%441 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %expanded_17 = tensor.expand_shape %442 [[0, 1]] output_shape [512, 1] : tensor<512xf32> into tensor<512x1xf32>
    %443 = tensor.empty() : tensor<512x64xf32>
    %444 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%437, %54 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%443 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %445 = tensor.empty() : tensor<512x1xf32>
    %446 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%expanded_17, %52 : tensor<512x1xf32>, tensor<512x1xf32>) outs(%445 : tensor<512x1xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x1xf32>
    %447 = tensor.empty() : tensor<512xf32>
    %448 = linalg.fill ins(%cst_6 : f32) outs(%447 : tensor<512xf32>) -> tensor<512xf32>
    %449 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "reduction"]} ins(%446 : tensor<512x1xf32>) outs(%448 : tensor<512xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<512xf32>
    %450 = tensor.empty() : tensor<512x64xf32>
    %451 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%449 : tensor<512xf32>) outs(%450 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<512x64xf32>
    %452 = tensor.empty() : tensor<512x64xf32>
    %453 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%39, %451 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%452 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %454 = tensor.empty() : tensor<512x64xf32>
    %455 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%444, %453 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%454 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %456 = tensor.empty() : tensor<512x64xf32>
    %457 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%451, %39 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%456 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %458 = tensor.empty() : tensor<512x64xf32>
    %459 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%455, %457 : tensor<512x64xf32>, tensor<512x64xf32>) outs(%458 : tensor<512x64xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x64xf32>
    %460 = tensor.empty() : tensor<64xf32>
    %461 = linalg.fill ins(%cst_6 : f32) outs(%460 : tensor<64xf32>) -> tensor<64xf32>
    %462 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%459 : tensor<512x64xf32>) outs(%461 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<64xf32>
    %expanded_18 = tensor.expand_shape %462 [[0, 1]] output_shape [1, 64] : tensor<64xf32> into tensor<1x64xf32>
    %463 = tensor.empty() : tensor<64xf32>
    %464 = linalg.fill ins(%cst_6 : f32) outs(%463 : tensor<64xf32>) -> tensor<64xf32>
    %465 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_18 : tensor<1x64xf32>) outs(%464 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<64xf32>
    %466 = tensor.empty() : tensor<64x512xf32>
    %467 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%459 : tensor<512x64xf32>) outs(%466 : tensor<64x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x512xf32>
    %468 = tensor.empty() : tensor<64x96xf32>
    %469 = linalg.fill ins(%cst_6 : f32) outs(%468 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %470 = linalg.matmul ins(%467, %30 : tensor<64x512xf32>, tensor<512x96xf32>) outs(%469 : tensor<64x96xf32>) -> tensor<64x96xf32>
    %471 = tensor.empty() : tensor<96x64xf32>
    %472 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%470 : tensor<64x96xf32>) outs(%471 : tensor<96x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x64xf32>
    %473 = tensor.empty() : tensor<64x96xf32>
    %474 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<96x64xf32>) outs(%473 : tensor<64x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x96xf32>
    %475 = tensor.empty() : tensor<512x96xf32>
    %476 = linalg.fill ins(%cst_6 : f32) outs(%475 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %477 = linalg.matmul ins(%459, %474 : tensor<512x64xf32>, tensor<64x96xf32>) outs(%476 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %478 = tensor.empty() : tensor<512x96xf32>
    %479 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%477, %32 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%478 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %480 = tensor.empty() : tensor<512x96xf32>
    %481 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%479, %30 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%480 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %482 = tensor.empty() : tensor<512x96xf32>
    %483 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%479, %481 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%482 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %484 = tensor.empty() : tensor<96xf32>
    %485 = linalg.fill ins(%cst_6 : f32) outs(%484 : tensor<96xf32>) -> tensor<96xf32>
    %486 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%483 : tensor<512x96xf32>) outs(%485 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %expanded_19 = tensor.expand_shape %486 [[0, 1]] output_shape [1, 96] : tensor<96xf32> into tensor<1x96xf32>
    %487 = tensor.empty() : tensor<96xf32>
    %488 = linalg.fill ins(%cst_6 : f32) outs(%487 : tensor<96xf32>) -> tensor<96xf32>
    %489 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_19 : tensor<1x96xf32>) outs(%488 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %490 = tensor.empty() : tensor<96x512xf32>
    %491 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%483 : tensor<512x96xf32>) outs(%490 : tensor<96x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x512xf32>
    %492 = tensor.empty() : tensor<96x96xf32>
    %493 = linalg.fill ins(%cst_6 : f32) outs(%492 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %494 = linalg.matmul ins(%491, %19 : tensor<96x512xf32>, tensor<512x96xf32>) outs(%493 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %495 = tensor.empty() : tensor<96x96xf32>
    %496 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%494 : tensor<96x96xf32>) outs(%495 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %497 = tensor.empty() : tensor<96x96xf32>
    %498 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<96x96xf32>) outs(%497 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %499 = tensor.empty() : tensor<512x96xf32>
    %500 = linalg.fill ins(%cst_6 : f32) outs(%499 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %501 = linalg.matmul ins(%483, %498 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%500 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %502 = tensor.empty() : tensor<512x96xf32>
    %503 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%501, %21 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%502 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %504 = tensor.empty() : tensor<512x96xf32>
    %505 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%503, %19 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%504 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %506 = tensor.empty() : tensor<512x96xf32>
    %507 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%503, %505 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%506 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %508 = tensor.empty() : tensor<96xf32>
    %509 = linalg.fill ins(%cst_6 : f32) outs(%508 : tensor<96xf32>) -> tensor<96xf32>
    %510 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%507 : tensor<512x96xf32>) outs(%509 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %expanded_20 = tensor.expand_shape %510 [[0, 1]] output_shape [1, 96] : tensor<96xf32> into tensor<1x96xf32>
    %511 = tensor.empty() : tensor<96xf32>
    %512 = linalg.fill ins(%cst_6 : f32) outs(%511 : tensor<96xf32>) -> tensor<96xf32>
    %513 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_20 : tensor<1x96xf32>) outs(%512 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %514 = tensor.empty() : tensor<96x512xf32>
    %515 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%507 : tensor<512x96xf32>) outs(%514 : tensor<96x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x512xf32>
    %516 = tensor.empty() : tensor<96x96xf32>
    %517 = linalg.fill ins(%cst_6 : f32) outs(%516 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %518 = linalg.matmul ins(%515, %8 : tensor<96x512xf32>, tensor<512x96xf32>) outs(%517 : tensor<96x96xf32>) -> tensor<96x96xf32>
    %519 = tensor.empty() : tensor<96x96xf32>
    %520 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%518 : tensor<96x96xf32>) outs(%519 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %521 = tensor.empty() : tensor<96x96xf32>
    %522 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<96x96xf32>) outs(%521 : tensor<96x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x96xf32>
    %523 = tensor.empty() : tensor<512x96xf32>
    %524 = linalg.fill ins(%cst_6 : f32) outs(%523 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %525 = linalg.matmul ins(%507, %522 : tensor<512x96xf32>, tensor<96x96xf32>) outs(%524 : tensor<512x96xf32>) -> tensor<512x96xf32>
    %526 = tensor.empty() : tensor<512x96xf32>
    %527 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%525, %10 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%526 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %528 = tensor.empty() : tensor<512x96xf32>
    %529 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%527, %8 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%528 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.mulf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %530 = tensor.empty() : tensor<512x96xf32>
    %531 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%527, %529 : tensor<512x96xf32>, tensor<512x96xf32>) outs(%530 : tensor<512x96xf32>) {
    ^bb0(%in: f32, %in_22: f32, %out: f32):
      %545 = arith.addf %in, %in_22 : f32
      linalg.yield %545 : f32
    } -> tensor<512x96xf32>
    %532 = tensor.empty() : tensor<96xf32>
    %533 = linalg.fill ins(%cst_6 : f32) outs(%532 : tensor<96xf32>) -> tensor<96xf32>
    %534 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%531 : tensor<512x96xf32>) outs(%533 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %expanded_21 = tensor.expand_shape %534 [[0, 1]] output_shape [1, 96] : tensor<96xf32> into tensor<1x96xf32>
    %535 = tensor.empty() : tensor<96xf32>
    %536 = linalg.fill ins(%cst_6 : f32) outs(%535 : tensor<96xf32>) -> tensor<96xf32>
    %537 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "reduction"]} ins(%expanded_21 : tensor<1x96xf32>) outs(%536 : tensor<96xf32>) {
    ^bb0(%in: f32, %out: f32):
      %545 = arith.addf %out, %in : f32
      linalg.yield %545 : f32
    } -> tensor<96xf32>
    %538 = tensor.empty() : tensor<96x512xf32>
    %539 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%531 : tensor<512x96xf32>) outs(%538 : tensor<96x512xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<96x512xf32>
    %540 = tensor.empty() : tensor<96x48xf32>
    %541 = linalg.fill ins(%cst_6 : f32) outs(%540 : tensor<96x48xf32>) -> tensor<96x48xf32>
    %542 = linalg.matmul ins(%539, %arg24 : tensor<96x512xf32>, tensor<512x48xf32>) outs(%541 : tensor<96x48xf32>) -> tensor<96x48xf32>
    %543 = tensor.empty() : tensor<48x96xf32>
    %544 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%542 : tensor<96x48xf32>) outs(%543 : tensor<48x96xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<48x96xf32>
    return %200, %544, %537, %520, %513, %496, %489, %472, %465, %435, %428, %411, %404, %387, %380, %363, %356, %339, %332, %315, %308, %291, %284, %267, %260 : tensor<f32>, tensor<48x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x64xf32>, tensor<64xf32>, tensor<64x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x96xf32>, tensor<96xf32>, tensor<96x64xf32>, tensor<64xf32>
  }
}
