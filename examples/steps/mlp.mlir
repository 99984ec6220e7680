// mlp.mlir: Multilayer perceptron: 8 hidden layers of 128, tanh, square error; batch 1024, 32 to 8 features.
// Made by utils/export-examples.py; do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> ()>
#map3 = affine_map<() -> ()>
#map4 = affine_map<(d0, d1) -> (d1, d0)>
#map5 = affine_map<(d0, d1) -> (d0)>
module @mlp {
  func.func public @main(%arg0: tensor<32x128xf32>, %arg1: tensor<128xf32>, %arg2: tensor<128x128xf32>, %arg3: tensor<128xf32>, %arg4: tensor<128x128xf32>, %arg5: tensor<128xf32>, %arg6: tensor<128x128xf32>, %arg7: tensor<128xf32>, %arg8: tensor<128x128xf32>, %arg9: tensor<128xf32>, %arg10: tensor<128x128xf32>, %arg11: tensor<128xf32>, %arg12: tensor<128x128xf32>, %arg13: tensor<128xf32>, %arg14: tensor<128x128xf32>, %arg15: tensor<128xf32>, %arg16: tensor<128x8xf32>, %arg17: tensor<8xf32>, %arg18: tensor<1024x32xf32>, %arg19: tensor<1024x8xf32>) -> (tensor<f32>, tensor<32x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x8xf32>, tensor<8xf32>) {
    %cst = arith.constant 1.22070313E-4 : f32
    %cst_0 = arith.constant 8.192000e+03 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<1024x128xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %2 = linalg.matmul ins(%arg18, %arg0 : tensor<1024x32xf32>, tensor<32x128xf32>) outs(%1 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %3 = tensor.empty() : tensor<1024x128xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<128xf32>) outs(%3 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x128xf32>
    %5 = tensor.empty() : tensor<1024x128xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %4 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%5 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %7 = tensor.empty() : tensor<1024x128xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<1024x128xf32>) outs(%7 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = math.tanh %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %9 = tensor.empty() : tensor<1024x128xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<1024x128xf32>) outs(%9 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.subf %cst_1, %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %11 = tensor.empty() : tensor<1024x128xf32>
    %12 = linalg.fill ins(%cst_2 : f32) outs(%11 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %13 = linalg.matmul ins(%8, %arg2 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%12 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %14 = tensor.empty() : tensor<1024x128xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<128xf32>) outs(%14 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x128xf32>
    %16 = tensor.empty() : tensor<1024x128xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13, %15 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%16 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %18 = tensor.empty() : tensor<1024x128xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<1024x128xf32>) outs(%18 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = math.tanh %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %20 = tensor.empty() : tensor<1024x128xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<1024x128xf32>) outs(%20 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.subf %cst_1, %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %22 = tensor.empty() : tensor<1024x128xf32>
    %23 = linalg.fill ins(%cst_2 : f32) outs(%22 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %24 = linalg.matmul ins(%19, %arg4 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%23 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %25 = tensor.empty() : tensor<1024x128xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg5 : tensor<128xf32>) outs(%25 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x128xf32>
    %27 = tensor.empty() : tensor<1024x128xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%24, %26 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%27 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %29 = tensor.empty() : tensor<1024x128xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%28 : tensor<1024x128xf32>) outs(%29 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = math.tanh %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %31 = tensor.empty() : tensor<1024x128xf32>
    %32 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%30 : tensor<1024x128xf32>) outs(%31 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.subf %cst_1, %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %33 = tensor.empty() : tensor<1024x128xf32>
    %34 = linalg.fill ins(%cst_2 : f32) outs(%33 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %35 = linalg.matmul ins(%30, %arg6 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%34 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %36 = tensor.empty() : tensor<1024x128xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg7 : tensor<128xf32>) outs(%36 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x128xf32>
    %38 = tensor.empty() : tensor<1024x128xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%35, %37 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%38 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %40 = tensor.empty() : tensor<1024x128xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%39 : tensor<1024x128xf32>) outs(%40 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = math.tanh %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %42 = tensor.empty() : tensor<1024x128xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<1024x128xf32>) outs(%42 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.subf %cst_1, %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %44 = tensor.empty() : tensor<1024x128xf32>
    %45 = linalg.fill ins(%cst_2 : f32) outs(%44 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %46 = linalg.matmul ins(%41, %arg8 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%45 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %47 = tensor.empty() : tensor<1024x128xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg9 : tensor<128xf32>) outs(%47 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x128xf32>
    %49 = tensor.empty() : tensor<1024x128xf32>
    %50 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%46, %48 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%49 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %51 = tensor.empty() : tensor<1024x128xf32>
    %52 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%50 : tensor<1024x128xf32>) outs(%51 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = math.tanh %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %53 = tensor.empty() : tensor<1024x128xf32>
    %54 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%52 : tensor<1024x128xf32>) outs(%53 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.subf %cst_1, %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %55 = tensor.empty() : tensor<1024x128xf32>
    %56 = linalg.fill ins(%cst_2 : f32) outs(%55 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %57 = linalg.matmul ins(%52, %arg10 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%56 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %58 = tensor.empty() : tensor<1024x128xf32>
    %59 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg11 : tensor<128xf32>) outs(%58 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x128xf32>
    %60 = tensor.empty() : tensor<1024x128xf32>
    %61 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%57, %59 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%60 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %62 = tensor.empty() : tensor<1024x128xf32>
    %63 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%61 : tensor<1024x128xf32>) outs(%62 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = math.tanh %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %64 = tensor.empty() : tensor<1024x128xf32>
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%63 : tensor<1024x128xf32>) outs(%64 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.subf %cst_1, %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %66 = tensor.empty() : tensor<1024x128xf32>
    %67 = linalg.fill ins(%cst_2 : f32) outs(%66 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %68 = linalg.matmul ins(%63, %arg12 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%67 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %69 = tensor.empty() : tensor<1024x128xf32>
    %70 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg13 : tensor<128xf32>) outs(%69 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x128xf32>
    %71 = tensor.empty() : tensor<1024x128xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%68, %70 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%71 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %73 = tensor.empty() : tensor<1024x128xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%72 : tensor<1024x128xf32>) outs(%73 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = math.tanh %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %75 = tensor.empty() : tensor<1024x128xf32>
    %76 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%74 : tensor<1024x128xf32>) outs(%75 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.subf %cst_1, %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %77 = tensor.empty() : tensor<1024x128xf32>
    %78 = linalg.fill ins(%cst_2 : f32) outs(%77 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %79 = linalg.matmul ins(%74, %arg14 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%78 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %80 = tensor.empty() : tensor<1024x128xf32>
    %81 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg15 : tensor<128xf32>) outs(%80 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x128xf32>
    %82 = tensor.empty() : tensor<1024x128xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%79, %81 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%82 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %84 = tensor.empty() : tensor<1024x128xf32>
    %85 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%83 : tensor<1024x128xf32>) outs(%84 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = math.tanh %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %86 = tensor.empty() : tensor<1024x128xf32>
    %87 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%85 : tensor<1024x128xf32>) outs(%86 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.subf %cst_1, %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %88 = tensor.empty() : tensor<1024x8xf32>
    %89 = linalg.fill ins(%cst_2 : f32) outs(%88 : tensor<1024x8xf32>) -> tensor<1024x8xf32>
    %90 = linalg.matmul ins(%85, %arg16 : tensor<1024x128xf32>, tensor<128x8xf32>) outs(%89 : tensor<1024x8xf32>) -> tensor<1024x8xf32>
    %91 = tensor.empty() : tensor<1024x8xf32>
    %92 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg17 : tensor<8xf32>) outs(%91 : tensor<1024x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x8xf32>
    %93 = tensor.empty() : tensor<1024x8xf32>
    %94 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%90, %92 : tensor<1024x8xf32>, tensor<1024x8xf32>) outs(%93 : tensor<1024x8xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x8xf32>
    %95 = tensor.empty() : tensor<1024x8xf32>
    %96 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%94, %arg19 : tensor<1024x8xf32>, tensor<1024x8xf32>) outs(%95 : tensor<1024x8xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.subf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x8xf32>
    %97 = tensor.empty() : tensor<1024x8xf32>
    %98 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%96 : tensor<1024x8xf32>) outs(%97 : tensor<1024x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.mulf %in, %in : f32
      linalg.yield %319 : f32
    } -> tensor<1024x8xf32>
    %99 = tensor.empty() : tensor<f32>
    %100 = linalg.fill ins(%cst_2 : f32) outs(%99 : tensor<f32>) -> tensor<f32>
    %101 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["reduction", "reduction"]} ins(%98 : tensor<1024x8xf32>) outs(%100 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<f32>
    %102 = tensor.empty() : tensor<f32>
    %103 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = []} ins(%101 : tensor<f32>) outs(%102 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.divf %in, %cst_0 : f32
      linalg.yield %319 : f32
    } -> tensor<f32>
    %104 = tensor.empty() : tensor<f32>
    %105 = linalg.generic {indexing_maps = [#map3], iterator_types = []} outs(%104 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %106 = tensor.empty() : tensor<1024x8xf32>
    %107 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%105 : tensor<f32>) outs(%106 : tensor<1024x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<1024x8xf32>
    %108 = tensor.empty() : tensor<1024x8xf32>
    %109 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%96, %107 : tensor<1024x8xf32>, tensor<1024x8xf32>) outs(%108 : tensor<1024x8xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x8xf32>
    %110 = tensor.empty() : tensor<1024x8xf32>
    %111 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%107, %96 : tensor<1024x8xf32>, tensor<1024x8xf32>) outs(%110 : tensor<1024x8xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x8xf32>
    %112 = tensor.empty() : tensor<1024x8xf32>
    %113 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%109, %111 : tensor<1024x8xf32>, tensor<1024x8xf32>) outs(%112 : tensor<1024x8xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x8xf32>
    %114 = tensor.empty() : tensor<8xf32>
    %115 = linalg.fill ins(%cst_2 : f32) outs(%114 : tensor<8xf32>) -> tensor<8xf32>
    %116 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%113 : tensor<1024x8xf32>) outs(%115 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<8xf32>
    %expanded = tensor.expand_shape %116 [[0, 1]] output_shape [1, 8] : tensor<8xf32> into tensor<1x8xf32>
    %117 = tensor.empty() : tensor<8xf32>
    %118 = linalg.fill ins(%cst_2 : f32) outs(%117 : tensor<8xf32>) -> tensor<8xf32>
    %119 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded : tensor<1x8xf32>) outs(%118 : tensor<8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<8xf32>
    %120 = tensor.empty() : tensor<8x1024xf32>
    %121 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%113 : tensor<1024x8xf32>) outs(%120 : tensor<8x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x1024xf32>
    %122 = tensor.empty() : tensor<8x128xf32>
    %123 = linalg.fill ins(%cst_2 : f32) outs(%122 : tensor<8x128xf32>) -> tensor<8x128xf32>
    %124 = linalg.matmul ins(%121, %85 : tensor<8x1024xf32>, tensor<1024x128xf32>) outs(%123 : tensor<8x128xf32>) -> tensor<8x128xf32>
    %125 = tensor.empty() : tensor<128x8xf32>
    %126 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%124 : tensor<8x128xf32>) outs(%125 : tensor<128x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x8xf32>
    %127 = tensor.empty() : tensor<8x128xf32>
    %128 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<128x8xf32>) outs(%127 : tensor<8x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<8x128xf32>
    %129 = tensor.empty() : tensor<1024x128xf32>
    %130 = linalg.fill ins(%cst_2 : f32) outs(%129 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %131 = linalg.matmul ins(%113, %128 : tensor<1024x8xf32>, tensor<8x128xf32>) outs(%130 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %132 = tensor.empty() : tensor<1024x128xf32>
    %133 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%131, %87 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%132 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %134 = tensor.empty() : tensor<1024x128xf32>
    %135 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%133, %85 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%134 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %136 = tensor.empty() : tensor<1024x128xf32>
    %137 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%133, %135 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%136 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %138 = tensor.empty() : tensor<128xf32>
    %139 = linalg.fill ins(%cst_2 : f32) outs(%138 : tensor<128xf32>) -> tensor<128xf32>
    %140 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%137 : tensor<1024x128xf32>) outs(%139 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %expanded_3 = tensor.expand_shape %140 [[0, 1]] output_shape [1, 128] : tensor<128xf32> into tensor<1x128xf32>
    %141 = tensor.empty() : tensor<128xf32>
    %142 = linalg.fill ins(%cst_2 : f32) outs(%141 : tensor<128xf32>) -> tensor<128xf32>
    %143 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_3 : tensor<1x128xf32>) outs(%142 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %144 = tensor.empty() : tensor<128x1024xf32>
    %145 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%137 : tensor<1024x128xf32>) outs(%144 : tensor<128x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1024xf32>
    %146 = tensor.empty() : tensor<128x128xf32>
    %147 = linalg.fill ins(%cst_2 : f32) outs(%146 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %148 = linalg.matmul ins(%145, %74 : tensor<128x1024xf32>, tensor<1024x128xf32>) outs(%147 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %149 = tensor.empty() : tensor<128x128xf32>
    %150 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%148 : tensor<128x128xf32>) outs(%149 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %151 = tensor.empty() : tensor<128x128xf32>
    %152 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg14 : tensor<128x128xf32>) outs(%151 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %153 = tensor.empty() : tensor<1024x128xf32>
    %154 = linalg.fill ins(%cst_2 : f32) outs(%153 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %155 = linalg.matmul ins(%137, %152 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%154 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %156 = tensor.empty() : tensor<1024x128xf32>
    %157 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%155, %76 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%156 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %158 = tensor.empty() : tensor<1024x128xf32>
    %159 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%157, %74 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%158 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %160 = tensor.empty() : tensor<1024x128xf32>
    %161 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%157, %159 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%160 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %162 = tensor.empty() : tensor<128xf32>
    %163 = linalg.fill ins(%cst_2 : f32) outs(%162 : tensor<128xf32>) -> tensor<128xf32>
    %164 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%161 : tensor<1024x128xf32>) outs(%163 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %expanded_4 = tensor.expand_shape %164 [[0, 1]] output_shape [1, 128] : tensor<128xf32> into tensor<1x128xf32>
    %165 = tensor.empty() : tensor<128xf32>
    %166 = linalg.fill ins(%cst_2 : f32) outs(%165 : tensor<128xf32>) -> tensor<128xf32>
    %167 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_4 : tensor<1x128xf32>) outs(%166 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %168 = tensor.empty() : tensor<128x1024xf32>
    %169 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%161 : tensor<1024x128xf32>) outs(%168 : tensor<128x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1024xf32>
    %170 = tensor.empty() : tensor<128x128xf32>
    %171 = linalg.fill ins(%cst_2 : f32) outs(%170 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %172 = linalg.matmul ins(%169, %63 : tensor<128x1024xf32>, tensor<1024x128xf32>) outs(%171 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %173 = tensor.empty() : tensor<128x128xf32>
    %174 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%172 : tensor<128x128xf32>) outs(%173 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %175 = tensor.empty() : tensor<128x128xf32>
    %176 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<128x128xf32>) outs(%175 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %177 = tensor.empty() : tensor<1024x128xf32>
    %178 = linalg.fill ins(%cst_2 : f32) outs(%177 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %179 = linalg.matmul ins(%161, %176 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%178 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %180 = tensor.empty() : tensor<1024x128xf32>
    %181 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%179, %65 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%180 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %182 = tensor.empty() : tensor<1024x128xf32>
    %183 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%181, %63 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%182 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %184 = tensor.empty() : tensor<1024x128xf32>
    %185 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%181, %183 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%184 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %186 = tensor.empty() : tensor<128xf32>
    %187 = linalg.fill ins(%cst_2 : f32) outs(%186 : tensor<128xf32>) -> tensor<128xf32>
    %188 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%185 : tensor<1024x128xf32>) outs(%187 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %expanded_5 = tensor.expand_shape %188 [[0, 1]] output_shape [1, 128] : tensor<128xf32> into tensor<1x128xf32>
    %189 = tensor.empty() : tensor<128xf32>
    %190 = linalg.fill ins(%cst_2 : f32) outs(%189 : tensor<128xf32>) -> tensor<128xf32>
    %191 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_5 : tensor<1x128xf32>) outs(%190 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %192 = tensor.empty() : tensor<128x1024xf32>
    %193 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%185 : tensor<1024x128xf32>) outs(%192 : tensor<128x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1024xf32>
    %194 = tensor.empty() : tensor<128x128xf32>
    %195 = linalg.fill ins(%cst_2 : f32) outs(%194 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %196 = linalg.matmul ins(%193, %52 : tensor<128x1024xf32>, tensor<1024x128xf32>) outs(%195 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %197 = tensor.empty() : tensor<128x128xf32>
    %198 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%196 : tensor<128x128xf32>) outs(%197 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %199 = tensor.empty() : tensor<128x128xf32>
    %200 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<128x128xf32>) outs(%199 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %201 = tensor.empty() : tensor<1024x128xf32>
    %202 = linalg.fill ins(%cst_2 : f32) outs(%201 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %203 = linalg.matmul ins(%185, %200 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%202 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %204 = tensor.empty() : tensor<1024x128xf32>
    %205 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%203, %54 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%204 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %206 = tensor.empty() : tensor<1024x128xf32>
    %207 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%205, %52 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%206 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %208 = tensor.empty() : tensor<1024x128xf32>
    %209 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%205, %207 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%208 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %210 = tensor.empty() : tensor<128xf32>
    %211 = linalg.fill ins(%cst_2 : f32) outs(%210 : tensor<128xf32>) -> tensor<128xf32>
    %212 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%209 : tensor<1024x128xf32>) outs(%211 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %expanded_6 = tensor.expand_shape %212 [[0, 1]] output_shape [1, 128] : tensor<128xf32> into tensor<1x128xf32>
    %213 = tensor.empty() : tensor<128xf32>
    %214 = linalg.fill ins(%cst_2 : f32) outs(%213 : tensor<128xf32>) -> tensor<128xf32>
    %215 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_6 : tensor<1x128xf32>) outs(%214 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %216 = tensor.empty() : tensor<128x1024xf32>
    %217 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%209 : tensor<1024x128xf32>) outs(%216 : tensor<128x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1024xf32>
    %218 = tensor.empty() : tensor<128x128xf32>
    %219 = linalg.fill ins(%cst_2 : f32) outs(%218 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %220 = linalg.matmul ins(%217, %41 : tensor<128x1024xf32>, tensor<1024x128xf32>) outs(%219 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %221 = tensor.empty() : tensor<128x128xf32>
    %222 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%220 : tensor<128x128xf32>) outs(%221 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %223 = tensor.empty() : tensor<128x128xf32>
    %224 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg8 : tensor<128x128xf32>) outs(%223 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %225 = tensor.empty() : tensor<1024x128xf32>
    %226 = linalg.fill ins(%cst_2 : f32) outs(%225 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %227 = linalg.matmul ins(%209, %224 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%226 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %228 = tensor.empty() : tensor<1024x128xf32>
    %229 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%227, %43 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%228 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %230 = tensor.empty() : tensor<1024x128xf32>
    %231 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%229, %41 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%230 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %232 = tensor.empty() : tensor<1024x128xf32>
    %233 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%229, %231 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%232 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %234 = tensor.empty() : tensor<128xf32>
    %235 = linalg.fill ins(%cst_2 : f32) outs(%234 : tensor<128xf32>) -> tensor<128xf32>
    %236 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%233 : tensor<1024x128xf32>) outs(%235 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %expanded_7 = tensor.expand_shape %236 [[0, 1]] output_shape [1, 128] : tensor<128xf32> into tensor<1x128xf32>
    %237 = tensor.empty() : tensor<128xf32>
    %238 = linalg.fill ins(%cst_2 : f32) outs(%237 : tensor<128xf32>) -> tensor<128xf32>
    %239 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_7 : tensor<1x128xf32>) outs(%238 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %240 = tensor.empty() : tensor<128x1024xf32>
    %241 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%233 : tensor<1024x128xf32>) outs(%240 : tensor<128x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1024xf32>
    %242 = tensor.empty() : tensor<128x128xf32>
    %243 = linalg.fill ins(%cst_2 : f32) outs(%242 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %244 = linalg.matmul ins(%241, %30 : tensor<128x1024xf32>, tensor<1024x128xf32>) outs(%243 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %245 = tensor.empty() : tensor<128x128xf32>
    %246 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%244 : tensor<128x128xf32>) outs(%245 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %247 = tensor.empty() : tensor<128x128xf32>
    %248 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<128x128xf32>) outs(%247 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %249 = tensor.empty() : tensor<1024x128xf32>
    %250 = linalg.fill ins(%cst_2 : f32) outs(%249 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %251 = linalg.matmul ins(%233, %248 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%250 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %252 = tensor.empty() : tensor<1024x128xf32>
    %253 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%251, %32 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%252 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %254 = tensor.empty() : tensor<1024x128xf32>
    %255 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%253, %30 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%254 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %256 = tensor.empty() : tensor<1024x128xf32>
    %257 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%253, %255 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%256 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %258 = tensor.empty() : tensor<128xf32>
    %259 = linalg.fill ins(%cst_2 : f32) outs(%258 : tensor<128xf32>) -> tensor<128xf32>
    %260 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%257 : tensor<1024x128xf32>) outs(%259 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %expanded_8 = tensor.expand_shape %260 [[0, 1]] output_shape [1, 128] : tensor<128xf32> into tensor<1x128xf32>
    %261 = tensor.empty() : tensor<128xf32>
    %262 = linalg.fill ins(%cst_2 : f32) outs(%261 : tensor<128xf32>) -> tensor<128xf32>
    %263 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_8 : tensor<1x128xf32>) outs(%262 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %264 = tensor.empty() : tensor<128x1024xf32>
    %265 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%257 : tensor<1024x128xf32>) outs(%264 : tensor<128x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1024xf32>
    %266 = tensor.empty() : tensor<128x128xf32>
    %267 = linalg.fill ins(%cst_2 : f32) outs(%266 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %268 = linalg.matmul ins(%265, %19 : tensor<128x1024xf32>, tensor<1024x128xf32>) outs(%267 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %269 = tensor.empty() : tensor<128x128xf32>
    %270 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%268 : tensor<128x128xf32>) outs(%269 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %271 = tensor.empty() : tensor<128x128xf32>
    %272 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<128x128xf32>) outs(%271 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %273 = tensor.empty() : tensor<1024x128xf32>
    %274 = linalg.fill ins(%cst_2 : f32) outs(%273 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %275 = linalg.matmul ins(%257, %272 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%274 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %276 = tensor.empty() : tensor<1024x128xf32>
    %277 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%275, %21 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%276 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %278 = tensor.empty() : tensor<1024x128xf32>
    %279 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%277, %19 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%278 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %280 = tensor.empty() : tensor<1024x128xf32>
    %281 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%277, %279 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%280 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %282 = tensor.empty() : tensor<128xf32>
    %283 = linalg.fill ins(%cst_2 : f32) outs(%282 : tensor<128xf32>) -> tensor<128xf32>
    %284 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%281 : tensor<1024x128xf32>) outs(%283 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %expanded_9 = tensor.expand_shape %284 [[0, 1]] output_shape [1, 128] : tensor<128xf32> into tensor<1x128xf32>
    %285 = tensor.empty() : tensor<128xf32>
    %286 = linalg.fill ins(%cst_2 : f32) outs(%285 : tensor<128xf32>) -> tensor<128xf32>
    %287 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_9 : tensor<1x128xf32>) outs(%286 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %288 = tensor.empty() : tensor<128x1024xf32>
    %289 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%281 : tensor<1024x128xf32>) outs(%288 : tensor<128x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1024xf32>
    %290 = tensor.empty() : tensor<128x128xf32>
    %291 = linalg.fill ins(%cst_2 : f32) outs(%290 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %292 = linalg.matmul ins(%289, %8 : tensor<128x1024xf32>, tensor<1024x128xf32>) outs(%291 : tensor<128x128xf32>) -> tensor<128x128xf32>
    %293 = tensor.empty() : tensor<128x128xf32>
    %294 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%292 : tensor<128x128xf32>) outs(%293 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %295 = tensor.empty() : tensor<128x128xf32>
    %296 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<128x128xf32>) outs(%295 : tensor<128x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x128xf32>
    %297 = tensor.empty() : tensor<1024x128xf32>
    %298 = linalg.fill ins(%cst_2 : f32) outs(%297 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %299 = linalg.matmul ins(%281, %296 : tensor<1024x128xf32>, tensor<128x128xf32>) outs(%298 : tensor<1024x128xf32>) -> tensor<1024x128xf32>
    %300 = tensor.empty() : tensor<1024x128xf32>
    %301 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%299, %10 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%300 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %302 = tensor.empty() : tensor<1024x128xf32>
    %303 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%301, %8 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%302 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.mulf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %304 = tensor.empty() : tensor<1024x128xf32>
    %305 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%301, %303 : tensor<1024x128xf32>, tensor<1024x128xf32>) outs(%304 : tensor<1024x128xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %319 = arith.addf %in, %in_11 : f32
      linalg.yield %319 : f32
    } -> tensor<1024x128xf32>
    %306 = tensor.empty() : tensor<128xf32>
    %307 = linalg.fill ins(%cst_2 : f32) outs(%306 : tensor<128xf32>) -> tensor<128xf32>
    %308 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%305 : tensor<1024x128xf32>) outs(%307 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %expanded_10 = tensor.expand_shape %308 [[0, 1]] output_shape [1, 128] : tensor<128xf32> into tensor<1x128xf32>
    %309 = tensor.empty() : tensor<128xf32>
    %310 = linalg.fill ins(%cst_2 : f32) outs(%309 : tensor<128xf32>) -> tensor<128xf32>
    %311 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_10 : tensor<1x128xf32>) outs(%310 : tensor<128xf32>) {
    ^bb0(%in: f32, %out: f32):
      %319 = arith.addf %out, %in : f32
      linalg.yield %319 : f32
    } -> tensor<128xf32>
    %312 = tensor.empty() : tensor<128x1024xf32>
    %313 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%305 : tensor<1024x128xf32>) outs(%312 : tensor<128x1024xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<128x1024xf32>
    %314 = tensor.empty() : tensor<128x32xf32>
    %315 = linalg.fill ins(%cst_2 : f32) outs(%314 : tensor<128x32xf32>) -> tensor<128x32xf32>
    %316 = linalg.matmul ins(%313, %arg18 : tensor<128x1024xf32>, tensor<1024x32xf32>) outs(%315 : tensor<128x32xf32>) -> tensor<128x32xf32>
    %317 = tensor.empty() : tensor<32x128xf32>
    %318 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%316 : tensor<128x32xf32>) outs(%317 : tensor<32x128xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x128xf32>
    return %103, %318, %311, %294, %287, %270, %263, %246, %239, %222, %215, %198, %191, %174, %167, %150, %143, %126, %119 : tensor<f32>, tensor<32x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x128xf32>, tensor<128xf32>, tensor<128x8xf32>, tensor<8xf32>
  }
}
