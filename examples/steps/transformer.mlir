// transformer.mlir: Causal language model (GPT-like): 3 pre-norm blocks of width 64, 4 heads, tanh GELU; batch 4, 64 tokens, vocabulary 64 (i32 tokens and targets).
// Made by utils/export-examples.py; do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
#map4 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map5 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3, d2)>
#map9 = affine_map<(d0, d1) -> (d0)>
#map10 = affine_map<(d0, d1) -> (d0, d1)>
#map11 = affine_map<(d0, d1) -> (d1)>
#map12 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map13 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map14 = affine_map<(d0, d1) -> ()>
#map15 = affine_map<() -> ()>
#map16 = affine_map<(d0, d1, d2) -> ()>
#map17 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map18 = affine_map<(d0, d1) -> (d1, d0)>
#map19 = affine_map<(d0, d1, d2) -> (d0)>
#map20 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map21 = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
module @transformer {
  func.func public @main(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>, %arg2: tensor<64xf32>, %arg3: tensor<64xf32>, %arg4: tensor<64x192xf32>, %arg5: tensor<192xf32>, %arg6: tensor<64x64xf32>, %arg7: tensor<64xf32>, %arg8: tensor<64xf32>, %arg9: tensor<64xf32>, %arg10: tensor<64x256xf32>, %arg11: tensor<256xf32>, %arg12: tensor<256x64xf32>, %arg13: tensor<64xf32>, %arg14: tensor<64xf32>, %arg15: tensor<64xf32>, %arg16: tensor<64x192xf32>, %arg17: tensor<192xf32>, %arg18: tensor<64x64xf32>, %arg19: tensor<64xf32>, %arg20: tensor<64xf32>, %arg21: tensor<64xf32>, %arg22: tensor<64x256xf32>, %arg23: tensor<256xf32>, %arg24: tensor<256x64xf32>, %arg25: tensor<64xf32>, %arg26: tensor<64xf32>, %arg27: tensor<64xf32>, %arg28: tensor<64x192xf32>, %arg29: tensor<192xf32>, %arg30: tensor<64x64xf32>, %arg31: tensor<64xf32>, %arg32: tensor<64xf32>, %arg33: tensor<64xf32>, %arg34: tensor<64x256xf32>, %arg35: tensor<256xf32>, %arg36: tensor<256x64xf32>, %arg37: tensor<64xf32>, %arg38: tensor<64xf32>, %arg39: tensor<64xf32>, %arg40: tensor<64x64xf32>, %arg41: tensor<4x64xi32> {remat.range = array<i64: 0, 64>}, %arg42: tensor<4x64xi32> {remat.range = array<i64: 0, 64>}) -> (tensor<f32> {remat.loss}, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>) {
    %cst = arith.constant 3.906250e-03 : f32
    %cst_0 = arith.constant 2.560000e+02 : f32
    %cst_1 = arith.constant 0.797884583 : f32
    %cst_2 = arith.constant 4.471500e-02 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 0xFF800000 : f32
    %cst_5 = arith.constant -1.000000e+09 : f32
    %cst_6 = arith.constant 2.500000e-01 : f32
    %cst_7 = arith.constant -5.000000e-01 : f32
    %cst_8 = arith.constant 9.99999974E-6 : f32
    %cst_9 = arith.constant 6.400000e+01 : f32
    %cst_10 = arith.constant 0.000000e+00 : f32
    %cst_11 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<64xi32>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%0 : tensor<64xi32>) {
    ^bb0(%out: i32):
      %1516 = linalg.index 0 : index
      %1517 = arith.index_cast %1516 : index to i32
      linalg.yield %1517 : i32
    } -> tensor<64xi32>
    %2 = tensor.empty() : tensor<4x64x64xi32>
    %3 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg41 : tensor<4x64xi32>) outs(%2 : tensor<4x64x64xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x64x64xi32>
    %4 = tensor.empty() : tensor<4x64x64xi32>
    %5 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<64xi32>) outs(%4 : tensor<4x64x64xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x64x64xi32>
    %6 = tensor.empty() : tensor<4x64x64xi1>
    %7 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %5 : tensor<4x64x64xi32>, tensor<4x64x64xi32>) outs(%6 : tensor<4x64x64xi1>) {
    ^bb0(%in: i32, %in_221: i32, %out: i1):
      %1516 = arith.cmpi eq, %in, %in_221 : i32
      linalg.yield %1516 : i1
    } -> tensor<4x64x64xi1>
    %8 = tensor.empty() : tensor<4x64x64xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<4x64x64xi1>) outs(%8 : tensor<4x64x64xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1516 = arith.select %in, %cst_11, %cst_10 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %collapsed = tensor.collapse_shape %9 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %10 = tensor.empty() : tensor<256x64xf32>
    %11 = linalg.fill ins(%cst_10 : f32) outs(%10 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %12 = linalg.matmul ins(%collapsed, %arg0 : tensor<256x64xf32>, tensor<64x64xf32>) outs(%11 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded = tensor.expand_shape %12 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %13 = tensor.empty() : tensor<4x64x64xf32>
    %14 = linalg.generic {indexing_maps = [#map4, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<64x64xf32>) outs(%13 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %15 = tensor.empty() : tensor<4x64x64xf32>
    %16 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %14 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%15 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %17 = tensor.empty() : tensor<4x64xf32>
    %18 = linalg.fill ins(%cst_10 : f32) outs(%17 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %19 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%16 : tensor<4x64x64xf32>) outs(%18 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_12 = tensor.expand_shape %19 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %20 = tensor.empty() : tensor<4x64x1xf32>
    %21 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_12 : tensor<4x64x1xf32>) outs(%20 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %22 = tensor.empty() : tensor<4x64x64xf32>
    %23 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%21 : tensor<4x64x1xf32>) outs(%22 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %24 = tensor.empty() : tensor<4x64x64xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %23 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%24 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %26 = tensor.empty() : tensor<4x64x64xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25 : tensor<4x64x64xf32>) outs(%26 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %28 = tensor.empty() : tensor<4x64xf32>
    %29 = linalg.fill ins(%cst_10 : f32) outs(%28 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %30 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%27 : tensor<4x64x64xf32>) outs(%29 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_13 = tensor.expand_shape %30 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %31 = tensor.empty() : tensor<4x64x1xf32>
    %32 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<4x64x1xf32>) outs(%31 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %33 = tensor.empty() : tensor<4x64x1xf32>
    %34 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%32 : tensor<4x64x1xf32>) outs(%33 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %in, %cst_8 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %35 = tensor.empty() : tensor<4x64x1xf32>
    %36 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34 : tensor<4x64x1xf32>) outs(%35 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.rsqrt %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %37 = tensor.empty() : tensor<4x64x1xf32>
    %38 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36, %34 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%37 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %39 = tensor.empty() : tensor<4x64x1xf32>
    %40 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38 : tensor<4x64x1xf32>) outs(%39 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_7 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %41 = tensor.empty() : tensor<4x64x64xf32>
    %42 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%36 : tensor<4x64x1xf32>) outs(%41 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %43 = tensor.empty() : tensor<4x64x64xf32>
    %44 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %42 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%43 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %45 = tensor.empty() : tensor<4x64x64xf32>
    %46 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2 : tensor<64xf32>) outs(%45 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %47 = tensor.empty() : tensor<4x64x64xf32>
    %48 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %46 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%47 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %49 = tensor.empty() : tensor<4x64x64xf32>
    %50 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg3 : tensor<64xf32>) outs(%49 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %51 = tensor.empty() : tensor<4x64x64xf32>
    %52 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%48, %50 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%51 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %collapsed_14 = tensor.collapse_shape %52 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %53 = tensor.empty() : tensor<256x192xf32>
    %54 = linalg.fill ins(%cst_10 : f32) outs(%53 : tensor<256x192xf32>) -> tensor<256x192xf32>
    %55 = linalg.matmul ins(%collapsed_14, %arg4 : tensor<256x64xf32>, tensor<64x192xf32>) outs(%54 : tensor<256x192xf32>) -> tensor<256x192xf32>
    %expanded_15 = tensor.expand_shape %55 [[0, 1], [2]] output_shape [4, 64, 192] : tensor<256x192xf32> into tensor<4x64x192xf32>
    %56 = tensor.empty() : tensor<4x64x192xf32>
    %57 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg5 : tensor<192xf32>) outs(%56 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x192xf32>
    %58 = tensor.empty() : tensor<4x64x192xf32>
    %59 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_15, %57 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%58 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x192xf32>
    %extracted_slice = tensor.extract_slice %59[0, 0, 0] [4, 64, 64] [1, 1, 1] : tensor<4x64x192xf32> to tensor<4x64x64xf32>
    %extracted_slice_16 = tensor.extract_slice %59[0, 0, 64] [4, 64, 64] [1, 1, 1] : tensor<4x64x192xf32> to tensor<4x64x64xf32>
    %extracted_slice_17 = tensor.extract_slice %59[0, 0, 128] [4, 64, 64] [1, 1, 1] : tensor<4x64x192xf32> to tensor<4x64x64xf32>
    %expanded_18 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<4x64x64xf32> into tensor<4x64x4x16xf32>
    %60 = tensor.empty() : tensor<4x4x64x16xf32>
    %61 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_18 : tensor<4x64x4x16xf32>) outs(%60 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %expanded_19 = tensor.expand_shape %extracted_slice_16 [[0], [1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<4x64x64xf32> into tensor<4x64x4x16xf32>
    %62 = tensor.empty() : tensor<4x4x64x16xf32>
    %63 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_19 : tensor<4x64x4x16xf32>) outs(%62 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %expanded_20 = tensor.expand_shape %extracted_slice_17 [[0], [1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<4x64x64xf32> into tensor<4x64x4x16xf32>
    %64 = tensor.empty() : tensor<4x4x64x16xf32>
    %65 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<4x64x4x16xf32>) outs(%64 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %66 = tensor.empty() : tensor<4x4x16x64xf32>
    %67 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%63 : tensor<4x4x64x16xf32>) outs(%66 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %collapsed_21 = tensor.collapse_shape %61 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %collapsed_22 = tensor.collapse_shape %67 [[0, 1], [2], [3]] : tensor<4x4x16x64xf32> into tensor<16x16x64xf32>
    %68 = tensor.empty() : tensor<16x64x64xf32>
    %69 = linalg.fill ins(%cst_10 : f32) outs(%68 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %70 = linalg.batch_matmul ins(%collapsed_21, %collapsed_22 : tensor<16x64x16xf32>, tensor<16x16x64xf32>) outs(%69 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %expanded_23 = tensor.expand_shape %70 [[0, 1], [2], [3]] output_shape [4, 4, 64, 64] : tensor<16x64x64xf32> into tensor<4x4x64x64xf32>
    %71 = tensor.empty() : tensor<4x4x64x64xf32>
    %72 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_23 : tensor<4x4x64x64xf32>) outs(%71 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_6 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %73 = tensor.empty() : tensor<64x64xi32>
    %74 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<64xi32>) outs(%73 : tensor<64x64xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x64xi32>
    %75 = tensor.empty() : tensor<64x64xi32>
    %76 = linalg.generic {indexing_maps = [#map11, #map10], iterator_types = ["parallel", "parallel"]} ins(%1 : tensor<64xi32>) outs(%75 : tensor<64x64xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<64x64xi32>
    %77 = tensor.empty() : tensor<64x64xi1>
    %78 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%74, %76 : tensor<64x64xi32>, tensor<64x64xi32>) outs(%77 : tensor<64x64xi1>) {
    ^bb0(%in: i32, %in_221: i32, %out: i1):
      %1516 = arith.cmpi sge, %in, %in_221 : i32
      linalg.yield %1516 : i1
    } -> tensor<64x64xi1>
    %79 = tensor.empty() : tensor<4x4x64x64xi1>
    %80 = linalg.generic {indexing_maps = [#map12, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%78 : tensor<64x64xi1>) outs(%79 : tensor<4x4x64x64xi1>) {
    ^bb0(%in: i1, %out: i1):
      linalg.yield %in : i1
    } -> tensor<4x4x64x64xi1>
    %81 = tensor.empty() : tensor<4x4x64x64xf32>
    %82 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %72 : tensor<4x4x64x64xi1>, tensor<4x4x64x64xf32>) outs(%81 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: i1, %in_221: f32, %out: f32):
      %1516 = arith.select %in, %in_221, %cst_5 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %83 = tensor.empty() : tensor<4x4x64xf32>
    %84 = linalg.fill ins(%cst_4 : f32) outs(%83 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %85 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%82 : tensor<4x4x64x64xf32>) outs(%84 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.maximumf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %86 = tensor.empty() : tensor<4x4x64x64xf32>
    %87 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%85 : tensor<4x4x64xf32>) outs(%86 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %88 = tensor.empty() : tensor<4x4x64x64xf32>
    %89 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%82, %87 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%88 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %90 = tensor.empty() : tensor<4x4x64x64xf32>
    %91 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%89 : tensor<4x4x64x64xf32>) outs(%90 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.exp %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %92 = tensor.empty() : tensor<4x4x64xf32>
    %93 = linalg.fill ins(%cst_10 : f32) outs(%92 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %94 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%91 : tensor<4x4x64x64xf32>) outs(%93 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %expanded_24 = tensor.expand_shape %94 [[0], [1], [2, 3]] output_shape [4, 4, 64, 1] : tensor<4x4x64xf32> into tensor<4x4x64x1xf32>
    %95 = tensor.empty() : tensor<4x4x64x64xf32>
    %96 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%94 : tensor<4x4x64xf32>) outs(%95 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %97 = tensor.empty() : tensor<4x4x64x64xf32>
    %98 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%91, %96 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%97 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %99 = tensor.empty() : tensor<4x4x64x1xf32>
    %100 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_24 : tensor<4x4x64x1xf32>) outs(%99 : tensor<4x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x1xf32>
    %101 = tensor.empty() : tensor<4x4x64x1xf32>
    %102 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%100 : tensor<4x4x64x1xf32>) outs(%101 : tensor<4x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %cst_11, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x1xf32>
    %collapsed_25 = tensor.collapse_shape %98 [[0, 1], [2], [3]] : tensor<4x4x64x64xf32> into tensor<16x64x64xf32>
    %collapsed_26 = tensor.collapse_shape %65 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %103 = tensor.empty() : tensor<16x64x16xf32>
    %104 = linalg.fill ins(%cst_10 : f32) outs(%103 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %105 = linalg.batch_matmul ins(%collapsed_25, %collapsed_26 : tensor<16x64x64xf32>, tensor<16x64x16xf32>) outs(%104 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %expanded_27 = tensor.expand_shape %105 [[0, 1], [2], [3]] output_shape [4, 4, 64, 16] : tensor<16x64x16xf32> into tensor<4x4x64x16xf32>
    %106 = tensor.empty() : tensor<4x64x4x16xf32>
    %107 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_27 : tensor<4x4x64x16xf32>) outs(%106 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_28 = tensor.collapse_shape %107 [[0, 1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<256x64xf32>
    %108 = tensor.empty() : tensor<256x64xf32>
    %109 = linalg.fill ins(%cst_10 : f32) outs(%108 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %110 = linalg.matmul ins(%collapsed_28, %arg6 : tensor<256x64xf32>, tensor<64x64xf32>) outs(%109 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_29 = tensor.expand_shape %110 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %111 = tensor.empty() : tensor<4x64x64xf32>
    %112 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg7 : tensor<64xf32>) outs(%111 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %113 = tensor.empty() : tensor<4x64x64xf32>
    %114 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_29, %112 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%113 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %115 = tensor.empty() : tensor<4x64x64xf32>
    %116 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16, %114 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%115 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %117 = tensor.empty() : tensor<4x64xf32>
    %118 = linalg.fill ins(%cst_10 : f32) outs(%117 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %119 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%116 : tensor<4x64x64xf32>) outs(%118 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_30 = tensor.expand_shape %119 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %120 = tensor.empty() : tensor<4x64x1xf32>
    %121 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_30 : tensor<4x64x1xf32>) outs(%120 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %122 = tensor.empty() : tensor<4x64x64xf32>
    %123 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%121 : tensor<4x64x1xf32>) outs(%122 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %124 = tensor.empty() : tensor<4x64x64xf32>
    %125 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %123 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%124 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %126 = tensor.empty() : tensor<4x64x64xf32>
    %127 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125 : tensor<4x64x64xf32>) outs(%126 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %128 = tensor.empty() : tensor<4x64xf32>
    %129 = linalg.fill ins(%cst_10 : f32) outs(%128 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %130 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%127 : tensor<4x64x64xf32>) outs(%129 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_31 = tensor.expand_shape %130 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %131 = tensor.empty() : tensor<4x64x1xf32>
    %132 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<4x64x1xf32>) outs(%131 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %133 = tensor.empty() : tensor<4x64x1xf32>
    %134 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%132 : tensor<4x64x1xf32>) outs(%133 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %in, %cst_8 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %135 = tensor.empty() : tensor<4x64x1xf32>
    %136 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%134 : tensor<4x64x1xf32>) outs(%135 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.rsqrt %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %137 = tensor.empty() : tensor<4x64x1xf32>
    %138 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136, %134 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%137 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %139 = tensor.empty() : tensor<4x64x1xf32>
    %140 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%138 : tensor<4x64x1xf32>) outs(%139 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_7 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %141 = tensor.empty() : tensor<4x64x64xf32>
    %142 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%136 : tensor<4x64x1xf32>) outs(%141 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %143 = tensor.empty() : tensor<4x64x64xf32>
    %144 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %142 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%143 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %145 = tensor.empty() : tensor<4x64x64xf32>
    %146 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8 : tensor<64xf32>) outs(%145 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %147 = tensor.empty() : tensor<4x64x64xf32>
    %148 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144, %146 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%147 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %149 = tensor.empty() : tensor<4x64x64xf32>
    %150 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9 : tensor<64xf32>) outs(%149 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %151 = tensor.empty() : tensor<4x64x64xf32>
    %152 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%148, %150 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%151 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %collapsed_32 = tensor.collapse_shape %152 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %153 = tensor.empty() : tensor<256x256xf32>
    %154 = linalg.fill ins(%cst_10 : f32) outs(%153 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %155 = linalg.matmul ins(%collapsed_32, %arg10 : tensor<256x64xf32>, tensor<64x256xf32>) outs(%154 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %expanded_33 = tensor.expand_shape %155 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xf32> into tensor<4x64x256xf32>
    %156 = tensor.empty() : tensor<4x64x256xf32>
    %157 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg11 : tensor<256xf32>) outs(%156 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x256xf32>
    %158 = tensor.empty() : tensor<4x64x256xf32>
    %159 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33, %157 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%158 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %160 = tensor.empty() : tensor<4x64x256xf32>
    %161 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<4x64x256xf32>) outs(%160 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_3 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %162 = tensor.empty() : tensor<4x64x256xf32>
    %163 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159 : tensor<4x64x256xf32>) outs(%162 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_2 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %164 = tensor.empty() : tensor<4x64x256xf32>
    %165 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163, %159 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%164 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %166 = tensor.empty() : tensor<4x64x256xf32>
    %167 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165, %159 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%166 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %168 = tensor.empty() : tensor<4x64x256xf32>
    %169 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%159, %167 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%168 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %170 = tensor.empty() : tensor<4x64x256xf32>
    %171 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%169 : tensor<4x64x256xf32>) outs(%170 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_1 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %172 = tensor.empty() : tensor<4x64x256xf32>
    %173 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%171 : tensor<4x64x256xf32>) outs(%172 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.tanh %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %174 = tensor.empty() : tensor<4x64x256xf32>
    %175 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173 : tensor<4x64x256xf32>) outs(%174 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.subf %cst_11, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %176 = tensor.empty() : tensor<4x64x256xf32>
    %177 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%173 : tensor<4x64x256xf32>) outs(%176 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %in, %cst_11 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %178 = tensor.empty() : tensor<4x64x256xf32>
    %179 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %177 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%178 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %collapsed_34 = tensor.collapse_shape %179 [[0, 1], [2]] : tensor<4x64x256xf32> into tensor<256x256xf32>
    %180 = tensor.empty() : tensor<256x64xf32>
    %181 = linalg.fill ins(%cst_10 : f32) outs(%180 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %182 = linalg.matmul ins(%collapsed_34, %arg12 : tensor<256x256xf32>, tensor<256x64xf32>) outs(%181 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_35 = tensor.expand_shape %182 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %183 = tensor.empty() : tensor<4x64x64xf32>
    %184 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg13 : tensor<64xf32>) outs(%183 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %185 = tensor.empty() : tensor<4x64x64xf32>
    %186 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_35, %184 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%185 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %187 = tensor.empty() : tensor<4x64x64xf32>
    %188 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%116, %186 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%187 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %189 = tensor.empty() : tensor<4x64xf32>
    %190 = linalg.fill ins(%cst_10 : f32) outs(%189 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %191 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%188 : tensor<4x64x64xf32>) outs(%190 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_36 = tensor.expand_shape %191 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %192 = tensor.empty() : tensor<4x64x1xf32>
    %193 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_36 : tensor<4x64x1xf32>) outs(%192 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %194 = tensor.empty() : tensor<4x64x64xf32>
    %195 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%193 : tensor<4x64x1xf32>) outs(%194 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %196 = tensor.empty() : tensor<4x64x64xf32>
    %197 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%188, %195 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%196 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %198 = tensor.empty() : tensor<4x64x64xf32>
    %199 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%197 : tensor<4x64x64xf32>) outs(%198 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %200 = tensor.empty() : tensor<4x64xf32>
    %201 = linalg.fill ins(%cst_10 : f32) outs(%200 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %202 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%199 : tensor<4x64x64xf32>) outs(%201 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_37 = tensor.expand_shape %202 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %203 = tensor.empty() : tensor<4x64x1xf32>
    %204 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_37 : tensor<4x64x1xf32>) outs(%203 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %205 = tensor.empty() : tensor<4x64x1xf32>
    %206 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%204 : tensor<4x64x1xf32>) outs(%205 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %in, %cst_8 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %207 = tensor.empty() : tensor<4x64x1xf32>
    %208 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%206 : tensor<4x64x1xf32>) outs(%207 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.rsqrt %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %209 = tensor.empty() : tensor<4x64x1xf32>
    %210 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%208, %206 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%209 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %211 = tensor.empty() : tensor<4x64x1xf32>
    %212 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%210 : tensor<4x64x1xf32>) outs(%211 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_7 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %213 = tensor.empty() : tensor<4x64x64xf32>
    %214 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%208 : tensor<4x64x1xf32>) outs(%213 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %215 = tensor.empty() : tensor<4x64x64xf32>
    %216 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%197, %214 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%215 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %217 = tensor.empty() : tensor<4x64x64xf32>
    %218 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg14 : tensor<64xf32>) outs(%217 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %219 = tensor.empty() : tensor<4x64x64xf32>
    %220 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216, %218 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%219 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %221 = tensor.empty() : tensor<4x64x64xf32>
    %222 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg15 : tensor<64xf32>) outs(%221 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %223 = tensor.empty() : tensor<4x64x64xf32>
    %224 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%220, %222 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%223 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %collapsed_38 = tensor.collapse_shape %224 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %225 = tensor.empty() : tensor<256x192xf32>
    %226 = linalg.fill ins(%cst_10 : f32) outs(%225 : tensor<256x192xf32>) -> tensor<256x192xf32>
    %227 = linalg.matmul ins(%collapsed_38, %arg16 : tensor<256x64xf32>, tensor<64x192xf32>) outs(%226 : tensor<256x192xf32>) -> tensor<256x192xf32>
    %expanded_39 = tensor.expand_shape %227 [[0, 1], [2]] output_shape [4, 64, 192] : tensor<256x192xf32> into tensor<4x64x192xf32>
    %228 = tensor.empty() : tensor<4x64x192xf32>
    %229 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg17 : tensor<192xf32>) outs(%228 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x192xf32>
    %230 = tensor.empty() : tensor<4x64x192xf32>
    %231 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_39, %229 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%230 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x192xf32>
    %extracted_slice_40 = tensor.extract_slice %231[0, 0, 0] [4, 64, 64] [1, 1, 1] : tensor<4x64x192xf32> to tensor<4x64x64xf32>
    %extracted_slice_41 = tensor.extract_slice %231[0, 0, 64] [4, 64, 64] [1, 1, 1] : tensor<4x64x192xf32> to tensor<4x64x64xf32>
    %extracted_slice_42 = tensor.extract_slice %231[0, 0, 128] [4, 64, 64] [1, 1, 1] : tensor<4x64x192xf32> to tensor<4x64x64xf32>
    %expanded_43 = tensor.expand_shape %extracted_slice_40 [[0], [1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<4x64x64xf32> into tensor<4x64x4x16xf32>
    %232 = tensor.empty() : tensor<4x4x64x16xf32>
    %233 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_43 : tensor<4x64x4x16xf32>) outs(%232 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %expanded_44 = tensor.expand_shape %extracted_slice_41 [[0], [1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<4x64x64xf32> into tensor<4x64x4x16xf32>
    %234 = tensor.empty() : tensor<4x4x64x16xf32>
    %235 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_44 : tensor<4x64x4x16xf32>) outs(%234 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %expanded_45 = tensor.expand_shape %extracted_slice_42 [[0], [1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<4x64x64xf32> into tensor<4x64x4x16xf32>
    %236 = tensor.empty() : tensor<4x4x64x16xf32>
    %237 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_45 : tensor<4x64x4x16xf32>) outs(%236 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %238 = tensor.empty() : tensor<4x4x16x64xf32>
    %239 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%235 : tensor<4x4x64x16xf32>) outs(%238 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %collapsed_46 = tensor.collapse_shape %233 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %collapsed_47 = tensor.collapse_shape %239 [[0, 1], [2], [3]] : tensor<4x4x16x64xf32> into tensor<16x16x64xf32>
    %240 = tensor.empty() : tensor<16x64x64xf32>
    %241 = linalg.fill ins(%cst_10 : f32) outs(%240 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %242 = linalg.batch_matmul ins(%collapsed_46, %collapsed_47 : tensor<16x64x16xf32>, tensor<16x16x64xf32>) outs(%241 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %expanded_48 = tensor.expand_shape %242 [[0, 1], [2], [3]] output_shape [4, 4, 64, 64] : tensor<16x64x64xf32> into tensor<4x4x64x64xf32>
    %243 = tensor.empty() : tensor<4x4x64x64xf32>
    %244 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_48 : tensor<4x4x64x64xf32>) outs(%243 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_6 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %245 = tensor.empty() : tensor<4x4x64x64xf32>
    %246 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %244 : tensor<4x4x64x64xi1>, tensor<4x4x64x64xf32>) outs(%245 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: i1, %in_221: f32, %out: f32):
      %1516 = arith.select %in, %in_221, %cst_5 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %247 = tensor.empty() : tensor<4x4x64xf32>
    %248 = linalg.fill ins(%cst_4 : f32) outs(%247 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %249 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%246 : tensor<4x4x64x64xf32>) outs(%248 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.maximumf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %250 = tensor.empty() : tensor<4x4x64x64xf32>
    %251 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%249 : tensor<4x4x64xf32>) outs(%250 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %252 = tensor.empty() : tensor<4x4x64x64xf32>
    %253 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%246, %251 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%252 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %254 = tensor.empty() : tensor<4x4x64x64xf32>
    %255 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%253 : tensor<4x4x64x64xf32>) outs(%254 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.exp %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %256 = tensor.empty() : tensor<4x4x64xf32>
    %257 = linalg.fill ins(%cst_10 : f32) outs(%256 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %258 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%255 : tensor<4x4x64x64xf32>) outs(%257 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %expanded_49 = tensor.expand_shape %258 [[0], [1], [2, 3]] output_shape [4, 4, 64, 1] : tensor<4x4x64xf32> into tensor<4x4x64x1xf32>
    %259 = tensor.empty() : tensor<4x4x64x64xf32>
    %260 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%258 : tensor<4x4x64xf32>) outs(%259 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %261 = tensor.empty() : tensor<4x4x64x64xf32>
    %262 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%255, %260 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%261 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %263 = tensor.empty() : tensor<4x4x64x1xf32>
    %264 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_49 : tensor<4x4x64x1xf32>) outs(%263 : tensor<4x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x1xf32>
    %265 = tensor.empty() : tensor<4x4x64x1xf32>
    %266 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%264 : tensor<4x4x64x1xf32>) outs(%265 : tensor<4x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %cst_11, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x1xf32>
    %collapsed_50 = tensor.collapse_shape %262 [[0, 1], [2], [3]] : tensor<4x4x64x64xf32> into tensor<16x64x64xf32>
    %collapsed_51 = tensor.collapse_shape %237 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %267 = tensor.empty() : tensor<16x64x16xf32>
    %268 = linalg.fill ins(%cst_10 : f32) outs(%267 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %269 = linalg.batch_matmul ins(%collapsed_50, %collapsed_51 : tensor<16x64x64xf32>, tensor<16x64x16xf32>) outs(%268 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %expanded_52 = tensor.expand_shape %269 [[0, 1], [2], [3]] output_shape [4, 4, 64, 16] : tensor<16x64x16xf32> into tensor<4x4x64x16xf32>
    %270 = tensor.empty() : tensor<4x64x4x16xf32>
    %271 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_52 : tensor<4x4x64x16xf32>) outs(%270 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_53 = tensor.collapse_shape %271 [[0, 1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<256x64xf32>
    %272 = tensor.empty() : tensor<256x64xf32>
    %273 = linalg.fill ins(%cst_10 : f32) outs(%272 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %274 = linalg.matmul ins(%collapsed_53, %arg18 : tensor<256x64xf32>, tensor<64x64xf32>) outs(%273 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_54 = tensor.expand_shape %274 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %275 = tensor.empty() : tensor<4x64x64xf32>
    %276 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg19 : tensor<64xf32>) outs(%275 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %277 = tensor.empty() : tensor<4x64x64xf32>
    %278 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_54, %276 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%277 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %279 = tensor.empty() : tensor<4x64x64xf32>
    %280 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%188, %278 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%279 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %281 = tensor.empty() : tensor<4x64xf32>
    %282 = linalg.fill ins(%cst_10 : f32) outs(%281 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %283 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%280 : tensor<4x64x64xf32>) outs(%282 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_55 = tensor.expand_shape %283 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %284 = tensor.empty() : tensor<4x64x1xf32>
    %285 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_55 : tensor<4x64x1xf32>) outs(%284 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %286 = tensor.empty() : tensor<4x64x64xf32>
    %287 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%285 : tensor<4x64x1xf32>) outs(%286 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %288 = tensor.empty() : tensor<4x64x64xf32>
    %289 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%280, %287 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%288 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %290 = tensor.empty() : tensor<4x64x64xf32>
    %291 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%289 : tensor<4x64x64xf32>) outs(%290 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %292 = tensor.empty() : tensor<4x64xf32>
    %293 = linalg.fill ins(%cst_10 : f32) outs(%292 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %294 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%291 : tensor<4x64x64xf32>) outs(%293 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_56 = tensor.expand_shape %294 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %295 = tensor.empty() : tensor<4x64x1xf32>
    %296 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_56 : tensor<4x64x1xf32>) outs(%295 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %297 = tensor.empty() : tensor<4x64x1xf32>
    %298 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%296 : tensor<4x64x1xf32>) outs(%297 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %in, %cst_8 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %299 = tensor.empty() : tensor<4x64x1xf32>
    %300 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%298 : tensor<4x64x1xf32>) outs(%299 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.rsqrt %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %301 = tensor.empty() : tensor<4x64x1xf32>
    %302 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300, %298 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%301 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %303 = tensor.empty() : tensor<4x64x1xf32>
    %304 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%302 : tensor<4x64x1xf32>) outs(%303 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_7 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %305 = tensor.empty() : tensor<4x64x64xf32>
    %306 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%300 : tensor<4x64x1xf32>) outs(%305 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %307 = tensor.empty() : tensor<4x64x64xf32>
    %308 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%289, %306 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%307 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %309 = tensor.empty() : tensor<4x64x64xf32>
    %310 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg20 : tensor<64xf32>) outs(%309 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %311 = tensor.empty() : tensor<4x64x64xf32>
    %312 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%308, %310 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%311 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %313 = tensor.empty() : tensor<4x64x64xf32>
    %314 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg21 : tensor<64xf32>) outs(%313 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %315 = tensor.empty() : tensor<4x64x64xf32>
    %316 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%312, %314 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%315 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %collapsed_57 = tensor.collapse_shape %316 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %317 = tensor.empty() : tensor<256x256xf32>
    %318 = linalg.fill ins(%cst_10 : f32) outs(%317 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %319 = linalg.matmul ins(%collapsed_57, %arg22 : tensor<256x64xf32>, tensor<64x256xf32>) outs(%318 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %expanded_58 = tensor.expand_shape %319 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xf32> into tensor<4x64x256xf32>
    %320 = tensor.empty() : tensor<4x64x256xf32>
    %321 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg23 : tensor<256xf32>) outs(%320 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x256xf32>
    %322 = tensor.empty() : tensor<4x64x256xf32>
    %323 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_58, %321 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%322 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %324 = tensor.empty() : tensor<4x64x256xf32>
    %325 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%323 : tensor<4x64x256xf32>) outs(%324 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_3 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %326 = tensor.empty() : tensor<4x64x256xf32>
    %327 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%323 : tensor<4x64x256xf32>) outs(%326 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_2 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %328 = tensor.empty() : tensor<4x64x256xf32>
    %329 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%327, %323 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%328 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %330 = tensor.empty() : tensor<4x64x256xf32>
    %331 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%329, %323 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%330 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %332 = tensor.empty() : tensor<4x64x256xf32>
    %333 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%323, %331 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%332 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %334 = tensor.empty() : tensor<4x64x256xf32>
    %335 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%333 : tensor<4x64x256xf32>) outs(%334 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_1 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %336 = tensor.empty() : tensor<4x64x256xf32>
    %337 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%335 : tensor<4x64x256xf32>) outs(%336 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.tanh %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %338 = tensor.empty() : tensor<4x64x256xf32>
    %339 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%337 : tensor<4x64x256xf32>) outs(%338 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.subf %cst_11, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %340 = tensor.empty() : tensor<4x64x256xf32>
    %341 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%337 : tensor<4x64x256xf32>) outs(%340 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %in, %cst_11 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %342 = tensor.empty() : tensor<4x64x256xf32>
    %343 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%325, %341 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%342 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %collapsed_59 = tensor.collapse_shape %343 [[0, 1], [2]] : tensor<4x64x256xf32> into tensor<256x256xf32>
    %344 = tensor.empty() : tensor<256x64xf32>
    %345 = linalg.fill ins(%cst_10 : f32) outs(%344 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %346 = linalg.matmul ins(%collapsed_59, %arg24 : tensor<256x256xf32>, tensor<256x64xf32>) outs(%345 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_60 = tensor.expand_shape %346 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %347 = tensor.empty() : tensor<4x64x64xf32>
    %348 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg25 : tensor<64xf32>) outs(%347 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %349 = tensor.empty() : tensor<4x64x64xf32>
    %350 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_60, %348 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%349 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %351 = tensor.empty() : tensor<4x64x64xf32>
    %352 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%280, %350 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%351 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %353 = tensor.empty() : tensor<4x64xf32>
    %354 = linalg.fill ins(%cst_10 : f32) outs(%353 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %355 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%352 : tensor<4x64x64xf32>) outs(%354 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_61 = tensor.expand_shape %355 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %356 = tensor.empty() : tensor<4x64x1xf32>
    %357 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_61 : tensor<4x64x1xf32>) outs(%356 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %358 = tensor.empty() : tensor<4x64x64xf32>
    %359 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%357 : tensor<4x64x1xf32>) outs(%358 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %360 = tensor.empty() : tensor<4x64x64xf32>
    %361 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%352, %359 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%360 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %362 = tensor.empty() : tensor<4x64x64xf32>
    %363 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%361 : tensor<4x64x64xf32>) outs(%362 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %364 = tensor.empty() : tensor<4x64xf32>
    %365 = linalg.fill ins(%cst_10 : f32) outs(%364 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %366 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%363 : tensor<4x64x64xf32>) outs(%365 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_62 = tensor.expand_shape %366 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %367 = tensor.empty() : tensor<4x64x1xf32>
    %368 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_62 : tensor<4x64x1xf32>) outs(%367 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %369 = tensor.empty() : tensor<4x64x1xf32>
    %370 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%368 : tensor<4x64x1xf32>) outs(%369 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %in, %cst_8 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %371 = tensor.empty() : tensor<4x64x1xf32>
    %372 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%370 : tensor<4x64x1xf32>) outs(%371 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.rsqrt %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %373 = tensor.empty() : tensor<4x64x1xf32>
    %374 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%372, %370 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%373 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %375 = tensor.empty() : tensor<4x64x1xf32>
    %376 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%374 : tensor<4x64x1xf32>) outs(%375 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_7 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %377 = tensor.empty() : tensor<4x64x64xf32>
    %378 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%372 : tensor<4x64x1xf32>) outs(%377 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %379 = tensor.empty() : tensor<4x64x64xf32>
    %380 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%361, %378 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%379 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %381 = tensor.empty() : tensor<4x64x64xf32>
    %382 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg26 : tensor<64xf32>) outs(%381 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %383 = tensor.empty() : tensor<4x64x64xf32>
    %384 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%380, %382 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%383 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %385 = tensor.empty() : tensor<4x64x64xf32>
    %386 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg27 : tensor<64xf32>) outs(%385 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %387 = tensor.empty() : tensor<4x64x64xf32>
    %388 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%384, %386 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%387 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %collapsed_63 = tensor.collapse_shape %388 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %389 = tensor.empty() : tensor<256x192xf32>
    %390 = linalg.fill ins(%cst_10 : f32) outs(%389 : tensor<256x192xf32>) -> tensor<256x192xf32>
    %391 = linalg.matmul ins(%collapsed_63, %arg28 : tensor<256x64xf32>, tensor<64x192xf32>) outs(%390 : tensor<256x192xf32>) -> tensor<256x192xf32>
    %expanded_64 = tensor.expand_shape %391 [[0, 1], [2]] output_shape [4, 64, 192] : tensor<256x192xf32> into tensor<4x64x192xf32>
    %392 = tensor.empty() : tensor<4x64x192xf32>
    %393 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg29 : tensor<192xf32>) outs(%392 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x192xf32>
    %394 = tensor.empty() : tensor<4x64x192xf32>
    %395 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_64, %393 : tensor<4x64x192xf32>, tensor<4x64x192xf32>) outs(%394 : tensor<4x64x192xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x192xf32>
    %extracted_slice_65 = tensor.extract_slice %395[0, 0, 0] [4, 64, 64] [1, 1, 1] : tensor<4x64x192xf32> to tensor<4x64x64xf32>
    %extracted_slice_66 = tensor.extract_slice %395[0, 0, 64] [4, 64, 64] [1, 1, 1] : tensor<4x64x192xf32> to tensor<4x64x64xf32>
    %extracted_slice_67 = tensor.extract_slice %395[0, 0, 128] [4, 64, 64] [1, 1, 1] : tensor<4x64x192xf32> to tensor<4x64x64xf32>
    %expanded_68 = tensor.expand_shape %extracted_slice_65 [[0], [1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<4x64x64xf32> into tensor<4x64x4x16xf32>
    %396 = tensor.empty() : tensor<4x4x64x16xf32>
    %397 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_68 : tensor<4x64x4x16xf32>) outs(%396 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %expanded_69 = tensor.expand_shape %extracted_slice_66 [[0], [1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<4x64x64xf32> into tensor<4x64x4x16xf32>
    %398 = tensor.empty() : tensor<4x4x64x16xf32>
    %399 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_69 : tensor<4x64x4x16xf32>) outs(%398 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %expanded_70 = tensor.expand_shape %extracted_slice_67 [[0], [1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<4x64x64xf32> into tensor<4x64x4x16xf32>
    %400 = tensor.empty() : tensor<4x4x64x16xf32>
    %401 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_70 : tensor<4x64x4x16xf32>) outs(%400 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %402 = tensor.empty() : tensor<4x4x16x64xf32>
    %403 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%399 : tensor<4x4x64x16xf32>) outs(%402 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %collapsed_71 = tensor.collapse_shape %397 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %collapsed_72 = tensor.collapse_shape %403 [[0, 1], [2], [3]] : tensor<4x4x16x64xf32> into tensor<16x16x64xf32>
    %404 = tensor.empty() : tensor<16x64x64xf32>
    %405 = linalg.fill ins(%cst_10 : f32) outs(%404 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %406 = linalg.batch_matmul ins(%collapsed_71, %collapsed_72 : tensor<16x64x16xf32>, tensor<16x16x64xf32>) outs(%405 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %expanded_73 = tensor.expand_shape %406 [[0, 1], [2], [3]] output_shape [4, 4, 64, 64] : tensor<16x64x64xf32> into tensor<4x4x64x64xf32>
    %407 = tensor.empty() : tensor<4x4x64x64xf32>
    %408 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_73 : tensor<4x4x64x64xf32>) outs(%407 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_6 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %409 = tensor.empty() : tensor<4x4x64x64xf32>
    %410 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %408 : tensor<4x4x64x64xi1>, tensor<4x4x64x64xf32>) outs(%409 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: i1, %in_221: f32, %out: f32):
      %1516 = arith.select %in, %in_221, %cst_5 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %411 = tensor.empty() : tensor<4x4x64xf32>
    %412 = linalg.fill ins(%cst_4 : f32) outs(%411 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %413 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%410 : tensor<4x4x64x64xf32>) outs(%412 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.maximumf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %414 = tensor.empty() : tensor<4x4x64x64xf32>
    %415 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%413 : tensor<4x4x64xf32>) outs(%414 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %416 = tensor.empty() : tensor<4x4x64x64xf32>
    %417 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%410, %415 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%416 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %418 = tensor.empty() : tensor<4x4x64x64xf32>
    %419 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%417 : tensor<4x4x64x64xf32>) outs(%418 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.exp %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %420 = tensor.empty() : tensor<4x4x64xf32>
    %421 = linalg.fill ins(%cst_10 : f32) outs(%420 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %422 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%419 : tensor<4x4x64x64xf32>) outs(%421 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %expanded_74 = tensor.expand_shape %422 [[0], [1], [2, 3]] output_shape [4, 4, 64, 1] : tensor<4x4x64xf32> into tensor<4x4x64x1xf32>
    %423 = tensor.empty() : tensor<4x4x64x64xf32>
    %424 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%422 : tensor<4x4x64xf32>) outs(%423 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %425 = tensor.empty() : tensor<4x4x64x64xf32>
    %426 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%419, %424 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%425 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %427 = tensor.empty() : tensor<4x4x64x1xf32>
    %428 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_74 : tensor<4x4x64x1xf32>) outs(%427 : tensor<4x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x1xf32>
    %429 = tensor.empty() : tensor<4x4x64x1xf32>
    %430 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%428 : tensor<4x4x64x1xf32>) outs(%429 : tensor<4x4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %cst_11, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x1xf32>
    %collapsed_75 = tensor.collapse_shape %426 [[0, 1], [2], [3]] : tensor<4x4x64x64xf32> into tensor<16x64x64xf32>
    %collapsed_76 = tensor.collapse_shape %401 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %431 = tensor.empty() : tensor<16x64x16xf32>
    %432 = linalg.fill ins(%cst_10 : f32) outs(%431 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %433 = linalg.batch_matmul ins(%collapsed_75, %collapsed_76 : tensor<16x64x64xf32>, tensor<16x64x16xf32>) outs(%432 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %expanded_77 = tensor.expand_shape %433 [[0, 1], [2], [3]] output_shape [4, 4, 64, 16] : tensor<16x64x16xf32> into tensor<4x4x64x16xf32>
    %434 = tensor.empty() : tensor<4x64x4x16xf32>
    %435 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_77 : tensor<4x4x64x16xf32>) outs(%434 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_78 = tensor.collapse_shape %435 [[0, 1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<256x64xf32>
    %436 = tensor.empty() : tensor<256x64xf32>
    %437 = linalg.fill ins(%cst_10 : f32) outs(%436 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %438 = linalg.matmul ins(%collapsed_78, %arg30 : tensor<256x64xf32>, tensor<64x64xf32>) outs(%437 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_79 = tensor.expand_shape %438 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %439 = tensor.empty() : tensor<4x64x64xf32>
    %440 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg31 : tensor<64xf32>) outs(%439 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %441 = tensor.empty() : tensor<4x64x64xf32>
    %442 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_79, %440 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%441 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %443 = tensor.empty() : tensor<4x64x64xf32>
    %444 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%352, %442 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%443 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %445 = tensor.empty() : tensor<4x64xf32>
    %446 = linalg.fill ins(%cst_10 : f32) outs(%445 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %447 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%444 : tensor<4x64x64xf32>) outs(%446 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_80 = tensor.expand_shape %447 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %448 = tensor.empty() : tensor<4x64x1xf32>
    %449 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_80 : tensor<4x64x1xf32>) outs(%448 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %450 = tensor.empty() : tensor<4x64x64xf32>
    %451 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%449 : tensor<4x64x1xf32>) outs(%450 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %452 = tensor.empty() : tensor<4x64x64xf32>
    %453 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%444, %451 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%452 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %454 = tensor.empty() : tensor<4x64x64xf32>
    %455 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%453 : tensor<4x64x64xf32>) outs(%454 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %456 = tensor.empty() : tensor<4x64xf32>
    %457 = linalg.fill ins(%cst_10 : f32) outs(%456 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %458 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%455 : tensor<4x64x64xf32>) outs(%457 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_81 = tensor.expand_shape %458 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %459 = tensor.empty() : tensor<4x64x1xf32>
    %460 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_81 : tensor<4x64x1xf32>) outs(%459 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %461 = tensor.empty() : tensor<4x64x1xf32>
    %462 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%460 : tensor<4x64x1xf32>) outs(%461 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %in, %cst_8 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %463 = tensor.empty() : tensor<4x64x1xf32>
    %464 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%462 : tensor<4x64x1xf32>) outs(%463 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.rsqrt %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %465 = tensor.empty() : tensor<4x64x1xf32>
    %466 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%464, %462 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%465 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %467 = tensor.empty() : tensor<4x64x1xf32>
    %468 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%466 : tensor<4x64x1xf32>) outs(%467 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_7 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %469 = tensor.empty() : tensor<4x64x64xf32>
    %470 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%464 : tensor<4x64x1xf32>) outs(%469 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %471 = tensor.empty() : tensor<4x64x64xf32>
    %472 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%453, %470 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%471 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %473 = tensor.empty() : tensor<4x64x64xf32>
    %474 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg32 : tensor<64xf32>) outs(%473 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %475 = tensor.empty() : tensor<4x64x64xf32>
    %476 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%472, %474 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%475 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %477 = tensor.empty() : tensor<4x64x64xf32>
    %478 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg33 : tensor<64xf32>) outs(%477 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %479 = tensor.empty() : tensor<4x64x64xf32>
    %480 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%476, %478 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%479 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %collapsed_82 = tensor.collapse_shape %480 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %481 = tensor.empty() : tensor<256x256xf32>
    %482 = linalg.fill ins(%cst_10 : f32) outs(%481 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %483 = linalg.matmul ins(%collapsed_82, %arg34 : tensor<256x64xf32>, tensor<64x256xf32>) outs(%482 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %expanded_83 = tensor.expand_shape %483 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xf32> into tensor<4x64x256xf32>
    %484 = tensor.empty() : tensor<4x64x256xf32>
    %485 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg35 : tensor<256xf32>) outs(%484 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x256xf32>
    %486 = tensor.empty() : tensor<4x64x256xf32>
    %487 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_83, %485 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%486 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %488 = tensor.empty() : tensor<4x64x256xf32>
    %489 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%487 : tensor<4x64x256xf32>) outs(%488 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_3 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %490 = tensor.empty() : tensor<4x64x256xf32>
    %491 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%487 : tensor<4x64x256xf32>) outs(%490 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_2 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %492 = tensor.empty() : tensor<4x64x256xf32>
    %493 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%491, %487 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%492 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %494 = tensor.empty() : tensor<4x64x256xf32>
    %495 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%493, %487 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%494 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %496 = tensor.empty() : tensor<4x64x256xf32>
    %497 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%487, %495 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%496 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %498 = tensor.empty() : tensor<4x64x256xf32>
    %499 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%497 : tensor<4x64x256xf32>) outs(%498 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_1 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %500 = tensor.empty() : tensor<4x64x256xf32>
    %501 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%499 : tensor<4x64x256xf32>) outs(%500 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.tanh %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %502 = tensor.empty() : tensor<4x64x256xf32>
    %503 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%501 : tensor<4x64x256xf32>) outs(%502 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.subf %cst_11, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %504 = tensor.empty() : tensor<4x64x256xf32>
    %505 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%501 : tensor<4x64x256xf32>) outs(%504 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %in, %cst_11 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %506 = tensor.empty() : tensor<4x64x256xf32>
    %507 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%489, %505 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%506 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %collapsed_84 = tensor.collapse_shape %507 [[0, 1], [2]] : tensor<4x64x256xf32> into tensor<256x256xf32>
    %508 = tensor.empty() : tensor<256x64xf32>
    %509 = linalg.fill ins(%cst_10 : f32) outs(%508 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %510 = linalg.matmul ins(%collapsed_84, %arg36 : tensor<256x256xf32>, tensor<256x64xf32>) outs(%509 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_85 = tensor.expand_shape %510 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %511 = tensor.empty() : tensor<4x64x64xf32>
    %512 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg37 : tensor<64xf32>) outs(%511 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %513 = tensor.empty() : tensor<4x64x64xf32>
    %514 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_85, %512 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%513 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %515 = tensor.empty() : tensor<4x64x64xf32>
    %516 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%444, %514 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%515 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %517 = tensor.empty() : tensor<4x64xf32>
    %518 = linalg.fill ins(%cst_10 : f32) outs(%517 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %519 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%516 : tensor<4x64x64xf32>) outs(%518 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_86 = tensor.expand_shape %519 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %520 = tensor.empty() : tensor<4x64x1xf32>
    %521 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_86 : tensor<4x64x1xf32>) outs(%520 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %522 = tensor.empty() : tensor<4x64x64xf32>
    %523 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%521 : tensor<4x64x1xf32>) outs(%522 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %524 = tensor.empty() : tensor<4x64x64xf32>
    %525 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%516, %523 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%524 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %526 = tensor.empty() : tensor<4x64x64xf32>
    %527 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%525 : tensor<4x64x64xf32>) outs(%526 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %528 = tensor.empty() : tensor<4x64xf32>
    %529 = linalg.fill ins(%cst_10 : f32) outs(%528 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %530 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%527 : tensor<4x64x64xf32>) outs(%529 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_87 = tensor.expand_shape %530 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %531 = tensor.empty() : tensor<4x64x1xf32>
    %532 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_87 : tensor<4x64x1xf32>) outs(%531 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %533 = tensor.empty() : tensor<4x64x1xf32>
    %534 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%532 : tensor<4x64x1xf32>) outs(%533 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %in, %cst_8 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %535 = tensor.empty() : tensor<4x64x1xf32>
    %536 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%534 : tensor<4x64x1xf32>) outs(%535 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.rsqrt %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %537 = tensor.empty() : tensor<4x64x1xf32>
    %538 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%536, %534 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%537 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %539 = tensor.empty() : tensor<4x64x1xf32>
    %540 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%538 : tensor<4x64x1xf32>) outs(%539 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_7 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %541 = tensor.empty() : tensor<4x64x64xf32>
    %542 = linalg.generic {indexing_maps = [#map5, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%536 : tensor<4x64x1xf32>) outs(%541 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %543 = tensor.empty() : tensor<4x64x64xf32>
    %544 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%525, %542 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%543 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %545 = tensor.empty() : tensor<4x64x64xf32>
    %546 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg38 : tensor<64xf32>) outs(%545 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %547 = tensor.empty() : tensor<4x64x64xf32>
    %548 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%544, %546 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%547 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %549 = tensor.empty() : tensor<4x64x64xf32>
    %550 = linalg.generic {indexing_maps = [#map3, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg39 : tensor<64xf32>) outs(%549 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %551 = tensor.empty() : tensor<4x64x64xf32>
    %552 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%548, %550 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%551 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %collapsed_88 = tensor.collapse_shape %552 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %553 = tensor.empty() : tensor<256x64xf32>
    %554 = linalg.fill ins(%cst_10 : f32) outs(%553 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %555 = linalg.matmul ins(%collapsed_88, %arg40 : tensor<256x64xf32>, tensor<64x64xf32>) outs(%554 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_89 = tensor.expand_shape %555 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %556 = tensor.empty() : tensor<4x64x64xi32>
    %557 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg42 : tensor<4x64xi32>) outs(%556 : tensor<4x64x64xi32>) {
    ^bb0(%in: i32, %out: i32):
      linalg.yield %in : i32
    } -> tensor<4x64x64xi32>
    %558 = tensor.empty() : tensor<4x64x64xi1>
    %559 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%557, %5 : tensor<4x64x64xi32>, tensor<4x64x64xi32>) outs(%558 : tensor<4x64x64xi1>) {
    ^bb0(%in: i32, %in_221: i32, %out: i1):
      %1516 = arith.cmpi eq, %in, %in_221 : i32
      linalg.yield %1516 : i1
    } -> tensor<4x64x64xi1>
    %560 = tensor.empty() : tensor<4x64x64xf32>
    %561 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%559 : tensor<4x64x64xi1>) outs(%560 : tensor<4x64x64xf32>) {
    ^bb0(%in: i1, %out: f32):
      %1516 = arith.select %in, %cst_11, %cst_10 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %562 = tensor.empty() : tensor<4x64xf32>
    %563 = linalg.fill ins(%cst_4 : f32) outs(%562 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %564 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_89 : tensor<4x64x64xf32>) outs(%563 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.maximumf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %565 = tensor.empty() : tensor<4x64x64xf32>
    %566 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%564 : tensor<4x64xf32>) outs(%565 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %567 = tensor.empty() : tensor<4x64x64xf32>
    %568 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_89, %566 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%567 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %569 = tensor.empty() : tensor<4x64x64xf32>
    %570 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%568 : tensor<4x64x64xf32>) outs(%569 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.exp %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %571 = tensor.empty() : tensor<4x64xf32>
    %572 = linalg.fill ins(%cst_10 : f32) outs(%571 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %573 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%570 : tensor<4x64x64xf32>) outs(%572 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %574 = tensor.empty() : tensor<4x64xf32>
    %575 = linalg.generic {indexing_maps = [#map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%573 : tensor<4x64xf32>) outs(%574 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = math.log %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %576 = tensor.empty() : tensor<4x64x64xf32>
    %577 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%568, %561 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%576 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %578 = tensor.empty() : tensor<4x64xf32>
    %579 = linalg.fill ins(%cst_10 : f32) outs(%578 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %580 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%577 : tensor<4x64x64xf32>) outs(%579 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %581 = tensor.empty() : tensor<4x64xf32>
    %582 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%575, %580 : tensor<4x64xf32>, tensor<4x64xf32>) outs(%581 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.subf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %583 = tensor.empty() : tensor<f32>
    %584 = linalg.fill ins(%cst_10 : f32) outs(%583 : tensor<f32>) -> tensor<f32>
    %585 = linalg.generic {indexing_maps = [#map10, #map14], iterator_types = ["reduction", "reduction"]} ins(%582 : tensor<4x64xf32>) outs(%584 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<f32>
    %586 = tensor.empty() : tensor<f32>
    %587 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%585 : tensor<f32>) outs(%586 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_0 : f32
      linalg.yield %1516 : f32
    } -> tensor<f32>
    %588 = tensor.empty() : tensor<f32>
    %589 = linalg.generic {indexing_maps = [#map15], iterator_types = []} outs(%588 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %590 = tensor.empty() : tensor<4x64xf32>
    %591 = linalg.generic {indexing_maps = [#map14, #map10], iterator_types = ["parallel", "parallel"]} ins(%589 : tensor<f32>) outs(%590 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64xf32>
    %592 = tensor.empty() : tensor<f32>
    %593 = linalg.generic {indexing_maps = [#map15, #map15], iterator_types = []} ins(%589 : tensor<f32>) outs(%592 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.negf %in : f32
      linalg.yield %1516 : f32
    } -> tensor<f32>
    %594 = tensor.empty() : tensor<4x64x64xf32>
    %595 = linalg.generic {indexing_maps = [#map16, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%593 : tensor<f32>) outs(%594 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %596 = tensor.empty() : tensor<4x64x64xf32>
    %597 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%595, %561 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%596 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %598 = tensor.empty() : tensor<4x64xf32>
    %599 = linalg.generic {indexing_maps = [#map10, #map10, #map10], iterator_types = ["parallel", "parallel"]} ins(%591, %573 : tensor<4x64xf32>, tensor<4x64xf32>) outs(%598 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %600 = tensor.empty() : tensor<4x64x64xf32>
    %601 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%599 : tensor<4x64xf32>) outs(%600 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %602 = tensor.empty() : tensor<4x64x64xf32>
    %603 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%601, %570 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%602 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %604 = tensor.empty() : tensor<4x64x64xf32>
    %605 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%597, %603 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%604 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %606 = tensor.empty() : tensor<64x4x64xf32>
    %607 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%605 : tensor<4x64x64xf32>) outs(%606 : tensor<64x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x64xf32>
    %collapsed_90 = tensor.collapse_shape %607 [[0], [1, 2]] : tensor<64x4x64xf32> into tensor<64x256xf32>
    %608 = tensor.empty() : tensor<64x64xf32>
    %609 = linalg.fill ins(%cst_10 : f32) outs(%608 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %610 = linalg.matmul ins(%collapsed_90, %collapsed_88 : tensor<64x256xf32>, tensor<256x64xf32>) outs(%609 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %611 = tensor.empty() : tensor<64x64xf32>
    %612 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%610 : tensor<64x64xf32>) outs(%611 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %collapsed_91 = tensor.collapse_shape %605 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %613 = tensor.empty() : tensor<64x64xf32>
    %614 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg40 : tensor<64x64xf32>) outs(%613 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %615 = tensor.empty() : tensor<256x64xf32>
    %616 = linalg.fill ins(%cst_10 : f32) outs(%615 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %617 = linalg.matmul ins(%collapsed_91, %614 : tensor<256x64xf32>, tensor<64x64xf32>) outs(%616 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_92 = tensor.expand_shape %617 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %618 = tensor.empty() : tensor<64xf32>
    %619 = linalg.fill ins(%cst_10 : f32) outs(%618 : tensor<64xf32>) -> tensor<64xf32>
    %620 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_92 : tensor<4x64x64xf32>) outs(%619 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_93 = tensor.expand_shape %620 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %621 = tensor.empty() : tensor<64xf32>
    %622 = linalg.fill ins(%cst_10 : f32) outs(%621 : tensor<64xf32>) -> tensor<64xf32>
    %623 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_93 : tensor<1x1x64xf32>) outs(%622 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %624 = tensor.empty() : tensor<4x64x64xf32>
    %625 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%544, %expanded_92 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%624 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %626 = tensor.empty() : tensor<64xf32>
    %627 = linalg.fill ins(%cst_10 : f32) outs(%626 : tensor<64xf32>) -> tensor<64xf32>
    %628 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%625 : tensor<4x64x64xf32>) outs(%627 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_94 = tensor.expand_shape %628 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %629 = tensor.empty() : tensor<4x64x64xf32>
    %630 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_92, %546 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%629 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %631 = tensor.empty() : tensor<64xf32>
    %632 = linalg.fill ins(%cst_10 : f32) outs(%631 : tensor<64xf32>) -> tensor<64xf32>
    %633 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_94 : tensor<1x1x64xf32>) outs(%632 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %634 = tensor.empty() : tensor<4x64x64xf32>
    %635 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%525, %630 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%634 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %636 = tensor.empty() : tensor<4x64xf32>
    %637 = linalg.fill ins(%cst_10 : f32) outs(%636 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %638 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%635 : tensor<4x64x64xf32>) outs(%637 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_95 = tensor.expand_shape %638 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %639 = tensor.empty() : tensor<4x64x64xf32>
    %640 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%630, %542 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%639 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %641 = tensor.empty() : tensor<4x64x1xf32>
    %642 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_95, %540 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%641 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %643 = tensor.empty() : tensor<4x64x1xf32>
    %644 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%642 : tensor<4x64x1xf32>) outs(%643 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %645 = tensor.empty() : tensor<4x64xf32>
    %646 = linalg.fill ins(%cst_10 : f32) outs(%645 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %647 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%644 : tensor<4x64x1xf32>) outs(%646 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %648 = tensor.empty() : tensor<4x64x64xf32>
    %649 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%647 : tensor<4x64xf32>) outs(%648 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %650 = tensor.empty() : tensor<4x64x64xf32>
    %651 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%525, %649 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%650 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %652 = tensor.empty() : tensor<4x64x64xf32>
    %653 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%640, %651 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%652 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %654 = tensor.empty() : tensor<4x64x64xf32>
    %655 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%649, %525 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%654 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %656 = tensor.empty() : tensor<4x64x64xf32>
    %657 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%653, %655 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%656 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %658 = tensor.empty() : tensor<4x64x64xf32>
    %659 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%657 : tensor<4x64x64xf32>) outs(%658 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.negf %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %660 = tensor.empty() : tensor<4x64xf32>
    %661 = linalg.fill ins(%cst_10 : f32) outs(%660 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %662 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%659 : tensor<4x64x64xf32>) outs(%661 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_96 = tensor.expand_shape %662 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %663 = tensor.empty() : tensor<4x64x1xf32>
    %664 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_96 : tensor<4x64x1xf32>) outs(%663 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %665 = tensor.empty() : tensor<4x64xf32>
    %666 = linalg.fill ins(%cst_10 : f32) outs(%665 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %667 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%664 : tensor<4x64x1xf32>) outs(%666 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %668 = tensor.empty() : tensor<4x64x64xf32>
    %669 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%667 : tensor<4x64xf32>) outs(%668 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %670 = tensor.empty() : tensor<4x64x64xf32>
    %671 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%657, %669 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%670 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %672 = tensor.empty() : tensor<64xf32>
    %673 = linalg.fill ins(%cst_10 : f32) outs(%672 : tensor<64xf32>) -> tensor<64xf32>
    %674 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%671 : tensor<4x64x64xf32>) outs(%673 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_97 = tensor.expand_shape %674 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %675 = tensor.empty() : tensor<64xf32>
    %676 = linalg.fill ins(%cst_10 : f32) outs(%675 : tensor<64xf32>) -> tensor<64xf32>
    %677 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_97 : tensor<1x1x64xf32>) outs(%676 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %678 = tensor.empty() : tensor<64x4x64xf32>
    %679 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%671 : tensor<4x64x64xf32>) outs(%678 : tensor<64x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x64xf32>
    %collapsed_98 = tensor.collapse_shape %679 [[0], [1, 2]] : tensor<64x4x64xf32> into tensor<64x256xf32>
    %680 = tensor.empty() : tensor<64x256xf32>
    %681 = linalg.fill ins(%cst_10 : f32) outs(%680 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %682 = linalg.matmul ins(%collapsed_98, %collapsed_84 : tensor<64x256xf32>, tensor<256x256xf32>) outs(%681 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %683 = tensor.empty() : tensor<256x64xf32>
    %684 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%682 : tensor<64x256xf32>) outs(%683 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %collapsed_99 = tensor.collapse_shape %671 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %685 = tensor.empty() : tensor<64x256xf32>
    %686 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg36 : tensor<256x64xf32>) outs(%685 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %687 = tensor.empty() : tensor<256x256xf32>
    %688 = linalg.fill ins(%cst_10 : f32) outs(%687 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %689 = linalg.matmul ins(%collapsed_99, %686 : tensor<256x64xf32>, tensor<64x256xf32>) outs(%688 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %expanded_100 = tensor.expand_shape %689 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xf32> into tensor<4x64x256xf32>
    %690 = tensor.empty() : tensor<4x64x256xf32>
    %691 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%489, %expanded_100 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%690 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %692 = tensor.empty() : tensor<4x64x256xf32>
    %693 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_100, %505 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%692 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %694 = tensor.empty() : tensor<4x64x256xf32>
    %695 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%691, %503 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%694 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %696 = tensor.empty() : tensor<4x64x256xf32>
    %697 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%695, %501 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%696 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %698 = tensor.empty() : tensor<4x64x256xf32>
    %699 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%695, %697 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%698 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %700 = tensor.empty() : tensor<4x64x256xf32>
    %701 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%699 : tensor<4x64x256xf32>) outs(%700 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_1 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %702 = tensor.empty() : tensor<4x64x256xf32>
    %703 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%493, %701 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%702 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %704 = tensor.empty() : tensor<4x64x256xf32>
    %705 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%701, %703 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%704 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %706 = tensor.empty() : tensor<4x64x256xf32>
    %707 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%701, %487 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%706 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %708 = tensor.empty() : tensor<4x64x256xf32>
    %709 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%491, %707 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%708 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %710 = tensor.empty() : tensor<4x64x256xf32>
    %711 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%705, %709 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%710 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %712 = tensor.empty() : tensor<4x64x256xf32>
    %713 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%707, %487 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%712 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %714 = tensor.empty() : tensor<4x64x256xf32>
    %715 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%713 : tensor<4x64x256xf32>) outs(%714 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_2 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %716 = tensor.empty() : tensor<4x64x256xf32>
    %717 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%711, %715 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%716 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %718 = tensor.empty() : tensor<4x64x256xf32>
    %719 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%693 : tensor<4x64x256xf32>) outs(%718 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_3 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %720 = tensor.empty() : tensor<4x64x256xf32>
    %721 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%717, %719 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%720 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %722 = tensor.empty() : tensor<256xf32>
    %723 = linalg.fill ins(%cst_10 : f32) outs(%722 : tensor<256xf32>) -> tensor<256xf32>
    %724 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%721 : tensor<4x64x256xf32>) outs(%723 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<256xf32>
    %expanded_101 = tensor.expand_shape %724 [[0, 1, 2]] output_shape [1, 1, 256] : tensor<256xf32> into tensor<1x1x256xf32>
    %725 = tensor.empty() : tensor<256xf32>
    %726 = linalg.fill ins(%cst_10 : f32) outs(%725 : tensor<256xf32>) -> tensor<256xf32>
    %727 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_101 : tensor<1x1x256xf32>) outs(%726 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<256xf32>
    %728 = tensor.empty() : tensor<256x4x64xf32>
    %729 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%721 : tensor<4x64x256xf32>) outs(%728 : tensor<256x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x4x64xf32>
    %collapsed_102 = tensor.collapse_shape %729 [[0], [1, 2]] : tensor<256x4x64xf32> into tensor<256x256xf32>
    %730 = tensor.empty() : tensor<256x64xf32>
    %731 = linalg.fill ins(%cst_10 : f32) outs(%730 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %732 = linalg.matmul ins(%collapsed_102, %collapsed_82 : tensor<256x256xf32>, tensor<256x64xf32>) outs(%731 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %733 = tensor.empty() : tensor<64x256xf32>
    %734 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%732 : tensor<256x64xf32>) outs(%733 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %collapsed_103 = tensor.collapse_shape %721 [[0, 1], [2]] : tensor<4x64x256xf32> into tensor<256x256xf32>
    %735 = tensor.empty() : tensor<256x64xf32>
    %736 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg34 : tensor<64x256xf32>) outs(%735 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %737 = tensor.empty() : tensor<256x64xf32>
    %738 = linalg.fill ins(%cst_10 : f32) outs(%737 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %739 = linalg.matmul ins(%collapsed_103, %736 : tensor<256x256xf32>, tensor<256x64xf32>) outs(%738 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_104 = tensor.expand_shape %739 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %740 = tensor.empty() : tensor<64xf32>
    %741 = linalg.fill ins(%cst_10 : f32) outs(%740 : tensor<64xf32>) -> tensor<64xf32>
    %742 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_104 : tensor<4x64x64xf32>) outs(%741 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_105 = tensor.expand_shape %742 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %743 = tensor.empty() : tensor<64xf32>
    %744 = linalg.fill ins(%cst_10 : f32) outs(%743 : tensor<64xf32>) -> tensor<64xf32>
    %745 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_105 : tensor<1x1x64xf32>) outs(%744 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %746 = tensor.empty() : tensor<4x64x64xf32>
    %747 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%472, %expanded_104 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%746 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %748 = tensor.empty() : tensor<64xf32>
    %749 = linalg.fill ins(%cst_10 : f32) outs(%748 : tensor<64xf32>) -> tensor<64xf32>
    %750 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%747 : tensor<4x64x64xf32>) outs(%749 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_106 = tensor.expand_shape %750 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %751 = tensor.empty() : tensor<4x64x64xf32>
    %752 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_104, %474 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%751 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %753 = tensor.empty() : tensor<64xf32>
    %754 = linalg.fill ins(%cst_10 : f32) outs(%753 : tensor<64xf32>) -> tensor<64xf32>
    %755 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_106 : tensor<1x1x64xf32>) outs(%754 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %756 = tensor.empty() : tensor<4x64x64xf32>
    %757 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%453, %752 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%756 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %758 = tensor.empty() : tensor<4x64xf32>
    %759 = linalg.fill ins(%cst_10 : f32) outs(%758 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %760 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%757 : tensor<4x64x64xf32>) outs(%759 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_107 = tensor.expand_shape %760 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %761 = tensor.empty() : tensor<4x64x64xf32>
    %762 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%752, %470 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%761 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %763 = tensor.empty() : tensor<4x64x1xf32>
    %764 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_107, %468 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%763 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %765 = tensor.empty() : tensor<4x64x1xf32>
    %766 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%764 : tensor<4x64x1xf32>) outs(%765 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %767 = tensor.empty() : tensor<4x64xf32>
    %768 = linalg.fill ins(%cst_10 : f32) outs(%767 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %769 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%766 : tensor<4x64x1xf32>) outs(%768 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %770 = tensor.empty() : tensor<4x64x64xf32>
    %771 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%769 : tensor<4x64xf32>) outs(%770 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %772 = tensor.empty() : tensor<4x64x64xf32>
    %773 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%453, %771 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%772 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %774 = tensor.empty() : tensor<4x64x64xf32>
    %775 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%762, %773 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%774 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %776 = tensor.empty() : tensor<4x64x64xf32>
    %777 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%771, %453 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%776 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %778 = tensor.empty() : tensor<4x64x64xf32>
    %779 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%775, %777 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%778 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %780 = tensor.empty() : tensor<4x64x64xf32>
    %781 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%779 : tensor<4x64x64xf32>) outs(%780 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.negf %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %782 = tensor.empty() : tensor<4x64xf32>
    %783 = linalg.fill ins(%cst_10 : f32) outs(%782 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %784 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%781 : tensor<4x64x64xf32>) outs(%783 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_108 = tensor.expand_shape %784 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %785 = tensor.empty() : tensor<4x64x64xf32>
    %786 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%671, %779 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%785 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %787 = tensor.empty() : tensor<4x64x1xf32>
    %788 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_108 : tensor<4x64x1xf32>) outs(%787 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %789 = tensor.empty() : tensor<4x64xf32>
    %790 = linalg.fill ins(%cst_10 : f32) outs(%789 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %791 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%788 : tensor<4x64x1xf32>) outs(%790 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %792 = tensor.empty() : tensor<4x64x64xf32>
    %793 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%791 : tensor<4x64xf32>) outs(%792 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %794 = tensor.empty() : tensor<4x64x64xf32>
    %795 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%786, %793 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%794 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %796 = tensor.empty() : tensor<64xf32>
    %797 = linalg.fill ins(%cst_10 : f32) outs(%796 : tensor<64xf32>) -> tensor<64xf32>
    %798 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%795 : tensor<4x64x64xf32>) outs(%797 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_109 = tensor.expand_shape %798 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %799 = tensor.empty() : tensor<64xf32>
    %800 = linalg.fill ins(%cst_10 : f32) outs(%799 : tensor<64xf32>) -> tensor<64xf32>
    %801 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_109 : tensor<1x1x64xf32>) outs(%800 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %802 = tensor.empty() : tensor<64x4x64xf32>
    %803 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%795 : tensor<4x64x64xf32>) outs(%802 : tensor<64x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x64xf32>
    %collapsed_110 = tensor.collapse_shape %803 [[0], [1, 2]] : tensor<64x4x64xf32> into tensor<64x256xf32>
    %804 = tensor.empty() : tensor<64x64xf32>
    %805 = linalg.fill ins(%cst_10 : f32) outs(%804 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %806 = linalg.matmul ins(%collapsed_110, %collapsed_78 : tensor<64x256xf32>, tensor<256x64xf32>) outs(%805 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %807 = tensor.empty() : tensor<64x64xf32>
    %808 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%806 : tensor<64x64xf32>) outs(%807 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %collapsed_111 = tensor.collapse_shape %795 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %809 = tensor.empty() : tensor<64x64xf32>
    %810 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg30 : tensor<64x64xf32>) outs(%809 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %811 = tensor.empty() : tensor<256x64xf32>
    %812 = linalg.fill ins(%cst_10 : f32) outs(%811 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %813 = linalg.matmul ins(%collapsed_111, %810 : tensor<256x64xf32>, tensor<64x64xf32>) outs(%812 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_112 = tensor.expand_shape %813 [[0, 1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<256x64xf32> into tensor<4x64x4x16xf32>
    %814 = tensor.empty() : tensor<4x4x64x16xf32>
    %815 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_112 : tensor<4x64x4x16xf32>) outs(%814 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %816 = tensor.empty() : tensor<4x4x16x64xf32>
    %817 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%815 : tensor<4x4x64x16xf32>) outs(%816 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %collapsed_113 = tensor.collapse_shape %817 [[0, 1], [2], [3]] : tensor<4x4x16x64xf32> into tensor<16x16x64xf32>
    %818 = tensor.empty() : tensor<16x16x64xf32>
    %819 = linalg.fill ins(%cst_10 : f32) outs(%818 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %820 = linalg.batch_matmul ins(%collapsed_113, %collapsed_75 : tensor<16x16x64xf32>, tensor<16x64x64xf32>) outs(%819 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %expanded_114 = tensor.expand_shape %820 [[0, 1], [2], [3]] output_shape [4, 4, 16, 64] : tensor<16x16x64xf32> into tensor<4x4x16x64xf32>
    %821 = tensor.empty() : tensor<4x4x64x16xf32>
    %822 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_114 : tensor<4x4x16x64xf32>) outs(%821 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %823 = tensor.empty() : tensor<4x4x16x64xf32>
    %824 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%401 : tensor<4x4x64x16xf32>) outs(%823 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %collapsed_115 = tensor.collapse_shape %815 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %collapsed_116 = tensor.collapse_shape %824 [[0, 1], [2], [3]] : tensor<4x4x16x64xf32> into tensor<16x16x64xf32>
    %825 = tensor.empty() : tensor<16x64x64xf32>
    %826 = linalg.fill ins(%cst_10 : f32) outs(%825 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %827 = linalg.batch_matmul ins(%collapsed_115, %collapsed_116 : tensor<16x64x16xf32>, tensor<16x16x64xf32>) outs(%826 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %expanded_117 = tensor.expand_shape %827 [[0, 1], [2], [3]] output_shape [4, 4, 64, 64] : tensor<16x64x64xf32> into tensor<4x4x64x64xf32>
    %828 = tensor.empty() : tensor<4x4x64x64xf32>
    %829 = linalg.generic {indexing_maps = [#map20, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%430 : tensor<4x4x64x1xf32>) outs(%828 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %830 = tensor.empty() : tensor<4x4x64x64xf32>
    %831 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_117, %829 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%830 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %832 = tensor.empty() : tensor<4x4x64x64xf32>
    %833 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%831, %419 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%832 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %834 = tensor.empty() : tensor<4x4x64xf32>
    %835 = linalg.fill ins(%cst_10 : f32) outs(%834 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %836 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%833 : tensor<4x4x64x64xf32>) outs(%835 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %837 = tensor.empty() : tensor<4x4x64xf32>
    %838 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%836 : tensor<4x4x64xf32>) outs(%837 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.negf %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %expanded_118 = tensor.expand_shape %838 [[0], [1], [2, 3]] output_shape [4, 4, 64, 1] : tensor<4x4x64xf32> into tensor<4x4x64x1xf32>
    %839 = tensor.empty() : tensor<4x4x64x64xf32>
    %840 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_117, %424 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%839 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %841 = tensor.empty() : tensor<4x4x64xf32>
    %842 = linalg.fill ins(%cst_10 : f32) outs(%841 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %843 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_118 : tensor<4x4x64x1xf32>) outs(%842 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %844 = tensor.empty() : tensor<4x4x64x64xf32>
    %845 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%843 : tensor<4x4x64xf32>) outs(%844 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %846 = tensor.empty() : tensor<4x4x64x64xf32>
    %847 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%840, %845 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%846 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %848 = tensor.empty() : tensor<4x4x64x64xf32>
    %849 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%847, %419 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%848 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %850 = tensor.empty() : tensor<4x4x64x64xf32>
    %851 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %849 : tensor<4x4x64x64xi1>, tensor<4x4x64x64xf32>) outs(%850 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: i1, %in_221: f32, %out: f32):
      %1516 = arith.select %in, %in_221, %cst_10 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %852 = tensor.empty() : tensor<4x4x64x64xf32>
    %853 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%851 : tensor<4x4x64x64xf32>) outs(%852 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_6 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %854 = tensor.empty() : tensor<4x4x64x64xf32>
    %855 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%853 : tensor<4x4x64x64xf32>) outs(%854 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %collapsed_119 = tensor.collapse_shape %855 [[0, 1], [2], [3]] : tensor<4x4x64x64xf32> into tensor<16x64x64xf32>
    %856 = tensor.empty() : tensor<16x64x16xf32>
    %857 = linalg.fill ins(%cst_10 : f32) outs(%856 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %858 = linalg.batch_matmul ins(%collapsed_119, %collapsed_71 : tensor<16x64x64xf32>, tensor<16x64x16xf32>) outs(%857 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %expanded_120 = tensor.expand_shape %858 [[0, 1], [2], [3]] output_shape [4, 4, 64, 16] : tensor<16x64x16xf32> into tensor<4x4x64x16xf32>
    %859 = tensor.empty() : tensor<4x4x16x64xf32>
    %860 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_120 : tensor<4x4x64x16xf32>) outs(%859 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %861 = tensor.empty() : tensor<4x4x64x16xf32>
    %862 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%403 : tensor<4x4x16x64xf32>) outs(%861 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %collapsed_121 = tensor.collapse_shape %853 [[0, 1], [2], [3]] : tensor<4x4x64x64xf32> into tensor<16x64x64xf32>
    %collapsed_122 = tensor.collapse_shape %862 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %863 = tensor.empty() : tensor<16x64x16xf32>
    %864 = linalg.fill ins(%cst_10 : f32) outs(%863 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %865 = linalg.batch_matmul ins(%collapsed_121, %collapsed_122 : tensor<16x64x64xf32>, tensor<16x64x16xf32>) outs(%864 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %expanded_123 = tensor.expand_shape %865 [[0, 1], [2], [3]] output_shape [4, 4, 64, 16] : tensor<16x64x16xf32> into tensor<4x4x64x16xf32>
    %866 = tensor.empty() : tensor<4x4x64x16xf32>
    %867 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%860 : tensor<4x4x16x64xf32>) outs(%866 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %868 = tensor.empty() : tensor<4x64x4x16xf32>
    %869 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%822 : tensor<4x4x64x16xf32>) outs(%868 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_124 = tensor.collapse_shape %869 [[0], [1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<4x64x64xf32>
    %870 = tensor.empty() : tensor<4x64x4x16xf32>
    %871 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%867 : tensor<4x4x64x16xf32>) outs(%870 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_125 = tensor.collapse_shape %871 [[0], [1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<4x64x64xf32>
    %872 = tensor.empty() : tensor<4x64x4x16xf32>
    %873 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_123 : tensor<4x4x64x16xf32>) outs(%872 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_126 = tensor.collapse_shape %873 [[0], [1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<4x64x64xf32>
    %874 = tensor.empty() : tensor<4x64x192xf32>
    %inserted_slice = tensor.insert_slice %collapsed_126 into %874[0, 0, 0] [4, 64, 64] [1, 1, 1] : tensor<4x64x64xf32> into tensor<4x64x192xf32>
    %inserted_slice_127 = tensor.insert_slice %collapsed_125 into %inserted_slice[0, 0, 64] [4, 64, 64] [1, 1, 1] : tensor<4x64x64xf32> into tensor<4x64x192xf32>
    %inserted_slice_128 = tensor.insert_slice %collapsed_124 into %inserted_slice_127[0, 0, 128] [4, 64, 64] [1, 1, 1] : tensor<4x64x64xf32> into tensor<4x64x192xf32>
    %875 = tensor.empty() : tensor<192xf32>
    %876 = linalg.fill ins(%cst_10 : f32) outs(%875 : tensor<192xf32>) -> tensor<192xf32>
    %877 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%inserted_slice_128 : tensor<4x64x192xf32>) outs(%876 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<192xf32>
    %expanded_129 = tensor.expand_shape %877 [[0, 1, 2]] output_shape [1, 1, 192] : tensor<192xf32> into tensor<1x1x192xf32>
    %878 = tensor.empty() : tensor<192xf32>
    %879 = linalg.fill ins(%cst_10 : f32) outs(%878 : tensor<192xf32>) -> tensor<192xf32>
    %880 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_129 : tensor<1x1x192xf32>) outs(%879 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<192xf32>
    %881 = tensor.empty() : tensor<192x4x64xf32>
    %882 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inserted_slice_128 : tensor<4x64x192xf32>) outs(%881 : tensor<192x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x4x64xf32>
    %collapsed_130 = tensor.collapse_shape %882 [[0], [1, 2]] : tensor<192x4x64xf32> into tensor<192x256xf32>
    %883 = tensor.empty() : tensor<192x64xf32>
    %884 = linalg.fill ins(%cst_10 : f32) outs(%883 : tensor<192x64xf32>) -> tensor<192x64xf32>
    %885 = linalg.matmul ins(%collapsed_130, %collapsed_63 : tensor<192x256xf32>, tensor<256x64xf32>) outs(%884 : tensor<192x64xf32>) -> tensor<192x64xf32>
    %886 = tensor.empty() : tensor<64x192xf32>
    %887 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%885 : tensor<192x64xf32>) outs(%886 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %collapsed_131 = tensor.collapse_shape %inserted_slice_128 [[0, 1], [2]] : tensor<4x64x192xf32> into tensor<256x192xf32>
    %888 = tensor.empty() : tensor<192x64xf32>
    %889 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg28 : tensor<64x192xf32>) outs(%888 : tensor<192x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x64xf32>
    %890 = tensor.empty() : tensor<256x64xf32>
    %891 = linalg.fill ins(%cst_10 : f32) outs(%890 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %892 = linalg.matmul ins(%collapsed_131, %889 : tensor<256x192xf32>, tensor<192x64xf32>) outs(%891 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_132 = tensor.expand_shape %892 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %893 = tensor.empty() : tensor<64xf32>
    %894 = linalg.fill ins(%cst_10 : f32) outs(%893 : tensor<64xf32>) -> tensor<64xf32>
    %895 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_132 : tensor<4x64x64xf32>) outs(%894 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_133 = tensor.expand_shape %895 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %896 = tensor.empty() : tensor<64xf32>
    %897 = linalg.fill ins(%cst_10 : f32) outs(%896 : tensor<64xf32>) -> tensor<64xf32>
    %898 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_133 : tensor<1x1x64xf32>) outs(%897 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %899 = tensor.empty() : tensor<4x64x64xf32>
    %900 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%380, %expanded_132 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%899 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %901 = tensor.empty() : tensor<64xf32>
    %902 = linalg.fill ins(%cst_10 : f32) outs(%901 : tensor<64xf32>) -> tensor<64xf32>
    %903 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%900 : tensor<4x64x64xf32>) outs(%902 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_134 = tensor.expand_shape %903 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %904 = tensor.empty() : tensor<4x64x64xf32>
    %905 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_132, %382 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%904 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %906 = tensor.empty() : tensor<64xf32>
    %907 = linalg.fill ins(%cst_10 : f32) outs(%906 : tensor<64xf32>) -> tensor<64xf32>
    %908 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_134 : tensor<1x1x64xf32>) outs(%907 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %909 = tensor.empty() : tensor<4x64x64xf32>
    %910 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%361, %905 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%909 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %911 = tensor.empty() : tensor<4x64xf32>
    %912 = linalg.fill ins(%cst_10 : f32) outs(%911 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %913 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%910 : tensor<4x64x64xf32>) outs(%912 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_135 = tensor.expand_shape %913 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %914 = tensor.empty() : tensor<4x64x64xf32>
    %915 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%905, %378 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%914 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %916 = tensor.empty() : tensor<4x64x1xf32>
    %917 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_135, %376 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%916 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %918 = tensor.empty() : tensor<4x64x1xf32>
    %919 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%917 : tensor<4x64x1xf32>) outs(%918 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %920 = tensor.empty() : tensor<4x64xf32>
    %921 = linalg.fill ins(%cst_10 : f32) outs(%920 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %922 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%919 : tensor<4x64x1xf32>) outs(%921 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %923 = tensor.empty() : tensor<4x64x64xf32>
    %924 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%922 : tensor<4x64xf32>) outs(%923 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %925 = tensor.empty() : tensor<4x64x64xf32>
    %926 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%361, %924 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%925 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %927 = tensor.empty() : tensor<4x64x64xf32>
    %928 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%915, %926 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%927 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %929 = tensor.empty() : tensor<4x64x64xf32>
    %930 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%924, %361 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%929 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %931 = tensor.empty() : tensor<4x64x64xf32>
    %932 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%928, %930 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%931 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %933 = tensor.empty() : tensor<4x64x64xf32>
    %934 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%932 : tensor<4x64x64xf32>) outs(%933 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.negf %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %935 = tensor.empty() : tensor<4x64xf32>
    %936 = linalg.fill ins(%cst_10 : f32) outs(%935 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %937 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%934 : tensor<4x64x64xf32>) outs(%936 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_136 = tensor.expand_shape %937 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %938 = tensor.empty() : tensor<4x64x64xf32>
    %939 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%795, %932 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%938 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %940 = tensor.empty() : tensor<4x64x1xf32>
    %941 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_136 : tensor<4x64x1xf32>) outs(%940 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %942 = tensor.empty() : tensor<4x64xf32>
    %943 = linalg.fill ins(%cst_10 : f32) outs(%942 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %944 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%941 : tensor<4x64x1xf32>) outs(%943 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %945 = tensor.empty() : tensor<4x64x64xf32>
    %946 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%944 : tensor<4x64xf32>) outs(%945 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %947 = tensor.empty() : tensor<4x64x64xf32>
    %948 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%939, %946 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%947 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %949 = tensor.empty() : tensor<64xf32>
    %950 = linalg.fill ins(%cst_10 : f32) outs(%949 : tensor<64xf32>) -> tensor<64xf32>
    %951 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%948 : tensor<4x64x64xf32>) outs(%950 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_137 = tensor.expand_shape %951 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %952 = tensor.empty() : tensor<64xf32>
    %953 = linalg.fill ins(%cst_10 : f32) outs(%952 : tensor<64xf32>) -> tensor<64xf32>
    %954 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_137 : tensor<1x1x64xf32>) outs(%953 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %955 = tensor.empty() : tensor<64x4x64xf32>
    %956 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%948 : tensor<4x64x64xf32>) outs(%955 : tensor<64x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x64xf32>
    %collapsed_138 = tensor.collapse_shape %956 [[0], [1, 2]] : tensor<64x4x64xf32> into tensor<64x256xf32>
    %957 = tensor.empty() : tensor<64x256xf32>
    %958 = linalg.fill ins(%cst_10 : f32) outs(%957 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %959 = linalg.matmul ins(%collapsed_138, %collapsed_59 : tensor<64x256xf32>, tensor<256x256xf32>) outs(%958 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %960 = tensor.empty() : tensor<256x64xf32>
    %961 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%959 : tensor<64x256xf32>) outs(%960 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %collapsed_139 = tensor.collapse_shape %948 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %962 = tensor.empty() : tensor<64x256xf32>
    %963 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg24 : tensor<256x64xf32>) outs(%962 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %964 = tensor.empty() : tensor<256x256xf32>
    %965 = linalg.fill ins(%cst_10 : f32) outs(%964 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %966 = linalg.matmul ins(%collapsed_139, %963 : tensor<256x64xf32>, tensor<64x256xf32>) outs(%965 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %expanded_140 = tensor.expand_shape %966 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xf32> into tensor<4x64x256xf32>
    %967 = tensor.empty() : tensor<4x64x256xf32>
    %968 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%325, %expanded_140 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%967 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %969 = tensor.empty() : tensor<4x64x256xf32>
    %970 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_140, %341 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%969 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %971 = tensor.empty() : tensor<4x64x256xf32>
    %972 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%968, %339 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%971 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %973 = tensor.empty() : tensor<4x64x256xf32>
    %974 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%972, %337 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%973 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %975 = tensor.empty() : tensor<4x64x256xf32>
    %976 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%972, %974 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%975 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %977 = tensor.empty() : tensor<4x64x256xf32>
    %978 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%976 : tensor<4x64x256xf32>) outs(%977 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_1 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %979 = tensor.empty() : tensor<4x64x256xf32>
    %980 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%329, %978 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%979 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %981 = tensor.empty() : tensor<4x64x256xf32>
    %982 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%978, %980 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%981 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %983 = tensor.empty() : tensor<4x64x256xf32>
    %984 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%978, %323 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%983 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %985 = tensor.empty() : tensor<4x64x256xf32>
    %986 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%327, %984 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%985 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %987 = tensor.empty() : tensor<4x64x256xf32>
    %988 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%982, %986 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%987 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %989 = tensor.empty() : tensor<4x64x256xf32>
    %990 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%984, %323 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%989 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %991 = tensor.empty() : tensor<4x64x256xf32>
    %992 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%990 : tensor<4x64x256xf32>) outs(%991 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_2 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %993 = tensor.empty() : tensor<4x64x256xf32>
    %994 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%988, %992 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%993 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %995 = tensor.empty() : tensor<4x64x256xf32>
    %996 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%970 : tensor<4x64x256xf32>) outs(%995 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_3 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %997 = tensor.empty() : tensor<4x64x256xf32>
    %998 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%994, %996 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%997 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %999 = tensor.empty() : tensor<256xf32>
    %1000 = linalg.fill ins(%cst_10 : f32) outs(%999 : tensor<256xf32>) -> tensor<256xf32>
    %1001 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%998 : tensor<4x64x256xf32>) outs(%1000 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<256xf32>
    %expanded_141 = tensor.expand_shape %1001 [[0, 1, 2]] output_shape [1, 1, 256] : tensor<256xf32> into tensor<1x1x256xf32>
    %1002 = tensor.empty() : tensor<256xf32>
    %1003 = linalg.fill ins(%cst_10 : f32) outs(%1002 : tensor<256xf32>) -> tensor<256xf32>
    %1004 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_141 : tensor<1x1x256xf32>) outs(%1003 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<256xf32>
    %1005 = tensor.empty() : tensor<256x4x64xf32>
    %1006 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%998 : tensor<4x64x256xf32>) outs(%1005 : tensor<256x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x4x64xf32>
    %collapsed_142 = tensor.collapse_shape %1006 [[0], [1, 2]] : tensor<256x4x64xf32> into tensor<256x256xf32>
    %1007 = tensor.empty() : tensor<256x64xf32>
    %1008 = linalg.fill ins(%cst_10 : f32) outs(%1007 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %1009 = linalg.matmul ins(%collapsed_142, %collapsed_57 : tensor<256x256xf32>, tensor<256x64xf32>) outs(%1008 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %1010 = tensor.empty() : tensor<64x256xf32>
    %1011 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%1009 : tensor<256x64xf32>) outs(%1010 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %collapsed_143 = tensor.collapse_shape %998 [[0, 1], [2]] : tensor<4x64x256xf32> into tensor<256x256xf32>
    %1012 = tensor.empty() : tensor<256x64xf32>
    %1013 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg22 : tensor<64x256xf32>) outs(%1012 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %1014 = tensor.empty() : tensor<256x64xf32>
    %1015 = linalg.fill ins(%cst_10 : f32) outs(%1014 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %1016 = linalg.matmul ins(%collapsed_143, %1013 : tensor<256x256xf32>, tensor<256x64xf32>) outs(%1015 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_144 = tensor.expand_shape %1016 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %1017 = tensor.empty() : tensor<64xf32>
    %1018 = linalg.fill ins(%cst_10 : f32) outs(%1017 : tensor<64xf32>) -> tensor<64xf32>
    %1019 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_144 : tensor<4x64x64xf32>) outs(%1018 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_145 = tensor.expand_shape %1019 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %1020 = tensor.empty() : tensor<64xf32>
    %1021 = linalg.fill ins(%cst_10 : f32) outs(%1020 : tensor<64xf32>) -> tensor<64xf32>
    %1022 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_145 : tensor<1x1x64xf32>) outs(%1021 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %1023 = tensor.empty() : tensor<4x64x64xf32>
    %1024 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%308, %expanded_144 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1023 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1025 = tensor.empty() : tensor<64xf32>
    %1026 = linalg.fill ins(%cst_10 : f32) outs(%1025 : tensor<64xf32>) -> tensor<64xf32>
    %1027 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%1024 : tensor<4x64x64xf32>) outs(%1026 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_146 = tensor.expand_shape %1027 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %1028 = tensor.empty() : tensor<4x64x64xf32>
    %1029 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_144, %310 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1028 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1030 = tensor.empty() : tensor<64xf32>
    %1031 = linalg.fill ins(%cst_10 : f32) outs(%1030 : tensor<64xf32>) -> tensor<64xf32>
    %1032 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_146 : tensor<1x1x64xf32>) outs(%1031 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %1033 = tensor.empty() : tensor<4x64x64xf32>
    %1034 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%289, %1029 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1033 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1035 = tensor.empty() : tensor<4x64xf32>
    %1036 = linalg.fill ins(%cst_10 : f32) outs(%1035 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1037 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1034 : tensor<4x64x64xf32>) outs(%1036 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_147 = tensor.expand_shape %1037 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %1038 = tensor.empty() : tensor<4x64x64xf32>
    %1039 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1029, %306 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1038 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1040 = tensor.empty() : tensor<4x64x1xf32>
    %1041 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_147, %304 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%1040 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1042 = tensor.empty() : tensor<4x64x1xf32>
    %1043 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1041 : tensor<4x64x1xf32>) outs(%1042 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1044 = tensor.empty() : tensor<4x64xf32>
    %1045 = linalg.fill ins(%cst_10 : f32) outs(%1044 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1046 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1043 : tensor<4x64x1xf32>) outs(%1045 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %1047 = tensor.empty() : tensor<4x64x64xf32>
    %1048 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1046 : tensor<4x64xf32>) outs(%1047 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %1049 = tensor.empty() : tensor<4x64x64xf32>
    %1050 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%289, %1048 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1049 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1051 = tensor.empty() : tensor<4x64x64xf32>
    %1052 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1039, %1050 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1051 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1053 = tensor.empty() : tensor<4x64x64xf32>
    %1054 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1048, %289 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1053 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1055 = tensor.empty() : tensor<4x64x64xf32>
    %1056 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1052, %1054 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1055 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1057 = tensor.empty() : tensor<4x64x64xf32>
    %1058 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1056 : tensor<4x64x64xf32>) outs(%1057 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.negf %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1059 = tensor.empty() : tensor<4x64xf32>
    %1060 = linalg.fill ins(%cst_10 : f32) outs(%1059 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1061 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1058 : tensor<4x64x64xf32>) outs(%1060 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_148 = tensor.expand_shape %1061 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %1062 = tensor.empty() : tensor<4x64x64xf32>
    %1063 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%948, %1056 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1062 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1064 = tensor.empty() : tensor<4x64x1xf32>
    %1065 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_148 : tensor<4x64x1xf32>) outs(%1064 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1066 = tensor.empty() : tensor<4x64xf32>
    %1067 = linalg.fill ins(%cst_10 : f32) outs(%1066 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1068 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1065 : tensor<4x64x1xf32>) outs(%1067 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %1069 = tensor.empty() : tensor<4x64x64xf32>
    %1070 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1068 : tensor<4x64xf32>) outs(%1069 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %1071 = tensor.empty() : tensor<4x64x64xf32>
    %1072 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1063, %1070 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1071 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1073 = tensor.empty() : tensor<64xf32>
    %1074 = linalg.fill ins(%cst_10 : f32) outs(%1073 : tensor<64xf32>) -> tensor<64xf32>
    %1075 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%1072 : tensor<4x64x64xf32>) outs(%1074 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_149 = tensor.expand_shape %1075 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %1076 = tensor.empty() : tensor<64xf32>
    %1077 = linalg.fill ins(%cst_10 : f32) outs(%1076 : tensor<64xf32>) -> tensor<64xf32>
    %1078 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_149 : tensor<1x1x64xf32>) outs(%1077 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %1079 = tensor.empty() : tensor<64x4x64xf32>
    %1080 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1072 : tensor<4x64x64xf32>) outs(%1079 : tensor<64x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x64xf32>
    %collapsed_150 = tensor.collapse_shape %1080 [[0], [1, 2]] : tensor<64x4x64xf32> into tensor<64x256xf32>
    %1081 = tensor.empty() : tensor<64x64xf32>
    %1082 = linalg.fill ins(%cst_10 : f32) outs(%1081 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %1083 = linalg.matmul ins(%collapsed_150, %collapsed_53 : tensor<64x256xf32>, tensor<256x64xf32>) outs(%1082 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %1084 = tensor.empty() : tensor<64x64xf32>
    %1085 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%1083 : tensor<64x64xf32>) outs(%1084 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %collapsed_151 = tensor.collapse_shape %1072 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %1086 = tensor.empty() : tensor<64x64xf32>
    %1087 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg18 : tensor<64x64xf32>) outs(%1086 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %1088 = tensor.empty() : tensor<256x64xf32>
    %1089 = linalg.fill ins(%cst_10 : f32) outs(%1088 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %1090 = linalg.matmul ins(%collapsed_151, %1087 : tensor<256x64xf32>, tensor<64x64xf32>) outs(%1089 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_152 = tensor.expand_shape %1090 [[0, 1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<256x64xf32> into tensor<4x64x4x16xf32>
    %1091 = tensor.empty() : tensor<4x4x64x16xf32>
    %1092 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_152 : tensor<4x64x4x16xf32>) outs(%1091 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %1093 = tensor.empty() : tensor<4x4x16x64xf32>
    %1094 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1092 : tensor<4x4x64x16xf32>) outs(%1093 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %collapsed_153 = tensor.collapse_shape %1094 [[0, 1], [2], [3]] : tensor<4x4x16x64xf32> into tensor<16x16x64xf32>
    %1095 = tensor.empty() : tensor<16x16x64xf32>
    %1096 = linalg.fill ins(%cst_10 : f32) outs(%1095 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %1097 = linalg.batch_matmul ins(%collapsed_153, %collapsed_50 : tensor<16x16x64xf32>, tensor<16x64x64xf32>) outs(%1096 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %expanded_154 = tensor.expand_shape %1097 [[0, 1], [2], [3]] output_shape [4, 4, 16, 64] : tensor<16x16x64xf32> into tensor<4x4x16x64xf32>
    %1098 = tensor.empty() : tensor<4x4x64x16xf32>
    %1099 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_154 : tensor<4x4x16x64xf32>) outs(%1098 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %1100 = tensor.empty() : tensor<4x4x16x64xf32>
    %1101 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%237 : tensor<4x4x64x16xf32>) outs(%1100 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %collapsed_155 = tensor.collapse_shape %1092 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %collapsed_156 = tensor.collapse_shape %1101 [[0, 1], [2], [3]] : tensor<4x4x16x64xf32> into tensor<16x16x64xf32>
    %1102 = tensor.empty() : tensor<16x64x64xf32>
    %1103 = linalg.fill ins(%cst_10 : f32) outs(%1102 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %1104 = linalg.batch_matmul ins(%collapsed_155, %collapsed_156 : tensor<16x64x16xf32>, tensor<16x16x64xf32>) outs(%1103 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %expanded_157 = tensor.expand_shape %1104 [[0, 1], [2], [3]] output_shape [4, 4, 64, 64] : tensor<16x64x64xf32> into tensor<4x4x64x64xf32>
    %1105 = tensor.empty() : tensor<4x4x64x64xf32>
    %1106 = linalg.generic {indexing_maps = [#map20, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%266 : tensor<4x4x64x1xf32>) outs(%1105 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %1107 = tensor.empty() : tensor<4x4x64x64xf32>
    %1108 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_157, %1106 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%1107 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1109 = tensor.empty() : tensor<4x4x64x64xf32>
    %1110 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1108, %255 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%1109 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1111 = tensor.empty() : tensor<4x4x64xf32>
    %1112 = linalg.fill ins(%cst_10 : f32) outs(%1111 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %1113 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1110 : tensor<4x4x64x64xf32>) outs(%1112 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %1114 = tensor.empty() : tensor<4x4x64xf32>
    %1115 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1113 : tensor<4x4x64xf32>) outs(%1114 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.negf %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %expanded_158 = tensor.expand_shape %1115 [[0], [1], [2, 3]] output_shape [4, 4, 64, 1] : tensor<4x4x64xf32> into tensor<4x4x64x1xf32>
    %1116 = tensor.empty() : tensor<4x4x64x64xf32>
    %1117 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_157, %260 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%1116 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1118 = tensor.empty() : tensor<4x4x64xf32>
    %1119 = linalg.fill ins(%cst_10 : f32) outs(%1118 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %1120 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_158 : tensor<4x4x64x1xf32>) outs(%1119 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %1121 = tensor.empty() : tensor<4x4x64x64xf32>
    %1122 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1120 : tensor<4x4x64xf32>) outs(%1121 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %1123 = tensor.empty() : tensor<4x4x64x64xf32>
    %1124 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1117, %1122 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%1123 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1125 = tensor.empty() : tensor<4x4x64x64xf32>
    %1126 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1124, %255 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%1125 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1127 = tensor.empty() : tensor<4x4x64x64xf32>
    %1128 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %1126 : tensor<4x4x64x64xi1>, tensor<4x4x64x64xf32>) outs(%1127 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: i1, %in_221: f32, %out: f32):
      %1516 = arith.select %in, %in_221, %cst_10 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1129 = tensor.empty() : tensor<4x4x64x64xf32>
    %1130 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1128 : tensor<4x4x64x64xf32>) outs(%1129 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_6 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1131 = tensor.empty() : tensor<4x4x64x64xf32>
    %1132 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1130 : tensor<4x4x64x64xf32>) outs(%1131 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %collapsed_159 = tensor.collapse_shape %1132 [[0, 1], [2], [3]] : tensor<4x4x64x64xf32> into tensor<16x64x64xf32>
    %1133 = tensor.empty() : tensor<16x64x16xf32>
    %1134 = linalg.fill ins(%cst_10 : f32) outs(%1133 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %1135 = linalg.batch_matmul ins(%collapsed_159, %collapsed_46 : tensor<16x64x64xf32>, tensor<16x64x16xf32>) outs(%1134 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %expanded_160 = tensor.expand_shape %1135 [[0, 1], [2], [3]] output_shape [4, 4, 64, 16] : tensor<16x64x16xf32> into tensor<4x4x64x16xf32>
    %1136 = tensor.empty() : tensor<4x4x16x64xf32>
    %1137 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_160 : tensor<4x4x64x16xf32>) outs(%1136 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %1138 = tensor.empty() : tensor<4x4x64x16xf32>
    %1139 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%239 : tensor<4x4x16x64xf32>) outs(%1138 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %collapsed_161 = tensor.collapse_shape %1130 [[0, 1], [2], [3]] : tensor<4x4x64x64xf32> into tensor<16x64x64xf32>
    %collapsed_162 = tensor.collapse_shape %1139 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %1140 = tensor.empty() : tensor<16x64x16xf32>
    %1141 = linalg.fill ins(%cst_10 : f32) outs(%1140 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %1142 = linalg.batch_matmul ins(%collapsed_161, %collapsed_162 : tensor<16x64x64xf32>, tensor<16x64x16xf32>) outs(%1141 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %expanded_163 = tensor.expand_shape %1142 [[0, 1], [2], [3]] output_shape [4, 4, 64, 16] : tensor<16x64x16xf32> into tensor<4x4x64x16xf32>
    %1143 = tensor.empty() : tensor<4x4x64x16xf32>
    %1144 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1137 : tensor<4x4x16x64xf32>) outs(%1143 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %1145 = tensor.empty() : tensor<4x64x4x16xf32>
    %1146 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1099 : tensor<4x4x64x16xf32>) outs(%1145 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_164 = tensor.collapse_shape %1146 [[0], [1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<4x64x64xf32>
    %1147 = tensor.empty() : tensor<4x64x4x16xf32>
    %1148 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1144 : tensor<4x4x64x16xf32>) outs(%1147 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_165 = tensor.collapse_shape %1148 [[0], [1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<4x64x64xf32>
    %1149 = tensor.empty() : tensor<4x64x4x16xf32>
    %1150 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_163 : tensor<4x4x64x16xf32>) outs(%1149 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_166 = tensor.collapse_shape %1150 [[0], [1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<4x64x64xf32>
    %1151 = tensor.empty() : tensor<4x64x192xf32>
    %inserted_slice_167 = tensor.insert_slice %collapsed_166 into %1151[0, 0, 0] [4, 64, 64] [1, 1, 1] : tensor<4x64x64xf32> into tensor<4x64x192xf32>
    %inserted_slice_168 = tensor.insert_slice %collapsed_165 into %inserted_slice_167[0, 0, 64] [4, 64, 64] [1, 1, 1] : tensor<4x64x64xf32> into tensor<4x64x192xf32>
    %inserted_slice_169 = tensor.insert_slice %collapsed_164 into %inserted_slice_168[0, 0, 128] [4, 64, 64] [1, 1, 1] : tensor<4x64x64xf32> into tensor<4x64x192xf32>
    %1152 = tensor.empty() : tensor<192xf32>
    %1153 = linalg.fill ins(%cst_10 : f32) outs(%1152 : tensor<192xf32>) -> tensor<192xf32>
    %1154 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%inserted_slice_169 : tensor<4x64x192xf32>) outs(%1153 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<192xf32>
    %expanded_170 = tensor.expand_shape %1154 [[0, 1, 2]] output_shape [1, 1, 192] : tensor<192xf32> into tensor<1x1x192xf32>
    %1155 = tensor.empty() : tensor<192xf32>
    %1156 = linalg.fill ins(%cst_10 : f32) outs(%1155 : tensor<192xf32>) -> tensor<192xf32>
    %1157 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_170 : tensor<1x1x192xf32>) outs(%1156 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<192xf32>
    %1158 = tensor.empty() : tensor<192x4x64xf32>
    %1159 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inserted_slice_169 : tensor<4x64x192xf32>) outs(%1158 : tensor<192x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x4x64xf32>
    %collapsed_171 = tensor.collapse_shape %1159 [[0], [1, 2]] : tensor<192x4x64xf32> into tensor<192x256xf32>
    %1160 = tensor.empty() : tensor<192x64xf32>
    %1161 = linalg.fill ins(%cst_10 : f32) outs(%1160 : tensor<192x64xf32>) -> tensor<192x64xf32>
    %1162 = linalg.matmul ins(%collapsed_171, %collapsed_38 : tensor<192x256xf32>, tensor<256x64xf32>) outs(%1161 : tensor<192x64xf32>) -> tensor<192x64xf32>
    %1163 = tensor.empty() : tensor<64x192xf32>
    %1164 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%1162 : tensor<192x64xf32>) outs(%1163 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %collapsed_172 = tensor.collapse_shape %inserted_slice_169 [[0, 1], [2]] : tensor<4x64x192xf32> into tensor<256x192xf32>
    %1165 = tensor.empty() : tensor<192x64xf32>
    %1166 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg16 : tensor<64x192xf32>) outs(%1165 : tensor<192x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x64xf32>
    %1167 = tensor.empty() : tensor<256x64xf32>
    %1168 = linalg.fill ins(%cst_10 : f32) outs(%1167 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %1169 = linalg.matmul ins(%collapsed_172, %1166 : tensor<256x192xf32>, tensor<192x64xf32>) outs(%1168 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_173 = tensor.expand_shape %1169 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %1170 = tensor.empty() : tensor<64xf32>
    %1171 = linalg.fill ins(%cst_10 : f32) outs(%1170 : tensor<64xf32>) -> tensor<64xf32>
    %1172 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_173 : tensor<4x64x64xf32>) outs(%1171 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_174 = tensor.expand_shape %1172 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %1173 = tensor.empty() : tensor<64xf32>
    %1174 = linalg.fill ins(%cst_10 : f32) outs(%1173 : tensor<64xf32>) -> tensor<64xf32>
    %1175 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_174 : tensor<1x1x64xf32>) outs(%1174 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %1176 = tensor.empty() : tensor<4x64x64xf32>
    %1177 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%216, %expanded_173 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1176 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1178 = tensor.empty() : tensor<64xf32>
    %1179 = linalg.fill ins(%cst_10 : f32) outs(%1178 : tensor<64xf32>) -> tensor<64xf32>
    %1180 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%1177 : tensor<4x64x64xf32>) outs(%1179 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_175 = tensor.expand_shape %1180 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %1181 = tensor.empty() : tensor<4x64x64xf32>
    %1182 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_173, %218 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1181 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1183 = tensor.empty() : tensor<64xf32>
    %1184 = linalg.fill ins(%cst_10 : f32) outs(%1183 : tensor<64xf32>) -> tensor<64xf32>
    %1185 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_175 : tensor<1x1x64xf32>) outs(%1184 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %1186 = tensor.empty() : tensor<4x64x64xf32>
    %1187 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%197, %1182 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1186 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1188 = tensor.empty() : tensor<4x64xf32>
    %1189 = linalg.fill ins(%cst_10 : f32) outs(%1188 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1190 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1187 : tensor<4x64x64xf32>) outs(%1189 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_176 = tensor.expand_shape %1190 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %1191 = tensor.empty() : tensor<4x64x64xf32>
    %1192 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1182, %214 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1191 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1193 = tensor.empty() : tensor<4x64x1xf32>
    %1194 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_176, %212 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%1193 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1195 = tensor.empty() : tensor<4x64x1xf32>
    %1196 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1194 : tensor<4x64x1xf32>) outs(%1195 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1197 = tensor.empty() : tensor<4x64xf32>
    %1198 = linalg.fill ins(%cst_10 : f32) outs(%1197 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1199 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1196 : tensor<4x64x1xf32>) outs(%1198 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %1200 = tensor.empty() : tensor<4x64x64xf32>
    %1201 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1199 : tensor<4x64xf32>) outs(%1200 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %1202 = tensor.empty() : tensor<4x64x64xf32>
    %1203 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%197, %1201 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1202 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1204 = tensor.empty() : tensor<4x64x64xf32>
    %1205 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1192, %1203 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1204 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1206 = tensor.empty() : tensor<4x64x64xf32>
    %1207 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1201, %197 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1206 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1208 = tensor.empty() : tensor<4x64x64xf32>
    %1209 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1205, %1207 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1208 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1210 = tensor.empty() : tensor<4x64x64xf32>
    %1211 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1209 : tensor<4x64x64xf32>) outs(%1210 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.negf %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1212 = tensor.empty() : tensor<4x64xf32>
    %1213 = linalg.fill ins(%cst_10 : f32) outs(%1212 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1214 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1211 : tensor<4x64x64xf32>) outs(%1213 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_177 = tensor.expand_shape %1214 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %1215 = tensor.empty() : tensor<4x64x64xf32>
    %1216 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1072, %1209 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1215 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1217 = tensor.empty() : tensor<4x64x1xf32>
    %1218 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_177 : tensor<4x64x1xf32>) outs(%1217 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1219 = tensor.empty() : tensor<4x64xf32>
    %1220 = linalg.fill ins(%cst_10 : f32) outs(%1219 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1221 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1218 : tensor<4x64x1xf32>) outs(%1220 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %1222 = tensor.empty() : tensor<4x64x64xf32>
    %1223 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1221 : tensor<4x64xf32>) outs(%1222 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %1224 = tensor.empty() : tensor<4x64x64xf32>
    %1225 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1216, %1223 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1224 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1226 = tensor.empty() : tensor<64xf32>
    %1227 = linalg.fill ins(%cst_10 : f32) outs(%1226 : tensor<64xf32>) -> tensor<64xf32>
    %1228 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%1225 : tensor<4x64x64xf32>) outs(%1227 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_178 = tensor.expand_shape %1228 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %1229 = tensor.empty() : tensor<64xf32>
    %1230 = linalg.fill ins(%cst_10 : f32) outs(%1229 : tensor<64xf32>) -> tensor<64xf32>
    %1231 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_178 : tensor<1x1x64xf32>) outs(%1230 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %1232 = tensor.empty() : tensor<64x4x64xf32>
    %1233 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1225 : tensor<4x64x64xf32>) outs(%1232 : tensor<64x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x64xf32>
    %collapsed_179 = tensor.collapse_shape %1233 [[0], [1, 2]] : tensor<64x4x64xf32> into tensor<64x256xf32>
    %1234 = tensor.empty() : tensor<64x256xf32>
    %1235 = linalg.fill ins(%cst_10 : f32) outs(%1234 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %1236 = linalg.matmul ins(%collapsed_179, %collapsed_34 : tensor<64x256xf32>, tensor<256x256xf32>) outs(%1235 : tensor<64x256xf32>) -> tensor<64x256xf32>
    %1237 = tensor.empty() : tensor<256x64xf32>
    %1238 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%1236 : tensor<64x256xf32>) outs(%1237 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %collapsed_180 = tensor.collapse_shape %1225 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %1239 = tensor.empty() : tensor<64x256xf32>
    %1240 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg12 : tensor<256x64xf32>) outs(%1239 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %1241 = tensor.empty() : tensor<256x256xf32>
    %1242 = linalg.fill ins(%cst_10 : f32) outs(%1241 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %1243 = linalg.matmul ins(%collapsed_180, %1240 : tensor<256x64xf32>, tensor<64x256xf32>) outs(%1242 : tensor<256x256xf32>) -> tensor<256x256xf32>
    %expanded_181 = tensor.expand_shape %1243 [[0, 1], [2]] output_shape [4, 64, 256] : tensor<256x256xf32> into tensor<4x64x256xf32>
    %1244 = tensor.empty() : tensor<4x64x256xf32>
    %1245 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%161, %expanded_181 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1244 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1246 = tensor.empty() : tensor<4x64x256xf32>
    %1247 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_181, %177 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1246 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1248 = tensor.empty() : tensor<4x64x256xf32>
    %1249 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1245, %175 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1248 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1250 = tensor.empty() : tensor<4x64x256xf32>
    %1251 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1249, %173 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1250 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1252 = tensor.empty() : tensor<4x64x256xf32>
    %1253 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1249, %1251 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1252 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1254 = tensor.empty() : tensor<4x64x256xf32>
    %1255 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1253 : tensor<4x64x256xf32>) outs(%1254 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_1 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1256 = tensor.empty() : tensor<4x64x256xf32>
    %1257 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%165, %1255 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1256 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1258 = tensor.empty() : tensor<4x64x256xf32>
    %1259 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1255, %1257 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1258 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1260 = tensor.empty() : tensor<4x64x256xf32>
    %1261 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1255, %159 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1260 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1262 = tensor.empty() : tensor<4x64x256xf32>
    %1263 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%163, %1261 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1262 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1264 = tensor.empty() : tensor<4x64x256xf32>
    %1265 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1259, %1263 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1264 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1266 = tensor.empty() : tensor<4x64x256xf32>
    %1267 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1261, %159 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1266 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1268 = tensor.empty() : tensor<4x64x256xf32>
    %1269 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1267 : tensor<4x64x256xf32>) outs(%1268 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_2 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1270 = tensor.empty() : tensor<4x64x256xf32>
    %1271 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1265, %1269 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1270 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1272 = tensor.empty() : tensor<4x64x256xf32>
    %1273 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1247 : tensor<4x64x256xf32>) outs(%1272 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_3 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1274 = tensor.empty() : tensor<4x64x256xf32>
    %1275 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1271, %1273 : tensor<4x64x256xf32>, tensor<4x64x256xf32>) outs(%1274 : tensor<4x64x256xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x256xf32>
    %1276 = tensor.empty() : tensor<256xf32>
    %1277 = linalg.fill ins(%cst_10 : f32) outs(%1276 : tensor<256xf32>) -> tensor<256xf32>
    %1278 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%1275 : tensor<4x64x256xf32>) outs(%1277 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<256xf32>
    %expanded_182 = tensor.expand_shape %1278 [[0, 1, 2]] output_shape [1, 1, 256] : tensor<256xf32> into tensor<1x1x256xf32>
    %1279 = tensor.empty() : tensor<256xf32>
    %1280 = linalg.fill ins(%cst_10 : f32) outs(%1279 : tensor<256xf32>) -> tensor<256xf32>
    %1281 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_182 : tensor<1x1x256xf32>) outs(%1280 : tensor<256xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<256xf32>
    %1282 = tensor.empty() : tensor<256x4x64xf32>
    %1283 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1275 : tensor<4x64x256xf32>) outs(%1282 : tensor<256x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x4x64xf32>
    %collapsed_183 = tensor.collapse_shape %1283 [[0], [1, 2]] : tensor<256x4x64xf32> into tensor<256x256xf32>
    %1284 = tensor.empty() : tensor<256x64xf32>
    %1285 = linalg.fill ins(%cst_10 : f32) outs(%1284 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %1286 = linalg.matmul ins(%collapsed_183, %collapsed_32 : tensor<256x256xf32>, tensor<256x64xf32>) outs(%1285 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %1287 = tensor.empty() : tensor<64x256xf32>
    %1288 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%1286 : tensor<256x64xf32>) outs(%1287 : tensor<64x256xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x256xf32>
    %collapsed_184 = tensor.collapse_shape %1275 [[0, 1], [2]] : tensor<4x64x256xf32> into tensor<256x256xf32>
    %1289 = tensor.empty() : tensor<256x64xf32>
    %1290 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg10 : tensor<64x256xf32>) outs(%1289 : tensor<256x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<256x64xf32>
    %1291 = tensor.empty() : tensor<256x64xf32>
    %1292 = linalg.fill ins(%cst_10 : f32) outs(%1291 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %1293 = linalg.matmul ins(%collapsed_184, %1290 : tensor<256x256xf32>, tensor<256x64xf32>) outs(%1292 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_185 = tensor.expand_shape %1293 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %1294 = tensor.empty() : tensor<64xf32>
    %1295 = linalg.fill ins(%cst_10 : f32) outs(%1294 : tensor<64xf32>) -> tensor<64xf32>
    %1296 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_185 : tensor<4x64x64xf32>) outs(%1295 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_186 = tensor.expand_shape %1296 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %1297 = tensor.empty() : tensor<64xf32>
    %1298 = linalg.fill ins(%cst_10 : f32) outs(%1297 : tensor<64xf32>) -> tensor<64xf32>
    %1299 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_186 : tensor<1x1x64xf32>) outs(%1298 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %1300 = tensor.empty() : tensor<4x64x64xf32>
    %1301 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%144, %expanded_185 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1300 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1302 = tensor.empty() : tensor<64xf32>
    %1303 = linalg.fill ins(%cst_10 : f32) outs(%1302 : tensor<64xf32>) -> tensor<64xf32>
    %1304 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%1301 : tensor<4x64x64xf32>) outs(%1303 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_187 = tensor.expand_shape %1304 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %1305 = tensor.empty() : tensor<4x64x64xf32>
    %1306 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_185, %146 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1305 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1307 = tensor.empty() : tensor<64xf32>
    %1308 = linalg.fill ins(%cst_10 : f32) outs(%1307 : tensor<64xf32>) -> tensor<64xf32>
    %1309 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_187 : tensor<1x1x64xf32>) outs(%1308 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %1310 = tensor.empty() : tensor<4x64x64xf32>
    %1311 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %1306 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1310 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1312 = tensor.empty() : tensor<4x64xf32>
    %1313 = linalg.fill ins(%cst_10 : f32) outs(%1312 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1314 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1311 : tensor<4x64x64xf32>) outs(%1313 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_188 = tensor.expand_shape %1314 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %1315 = tensor.empty() : tensor<4x64x64xf32>
    %1316 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1306, %142 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1315 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1317 = tensor.empty() : tensor<4x64x1xf32>
    %1318 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_188, %140 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%1317 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1319 = tensor.empty() : tensor<4x64x1xf32>
    %1320 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1318 : tensor<4x64x1xf32>) outs(%1319 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1321 = tensor.empty() : tensor<4x64xf32>
    %1322 = linalg.fill ins(%cst_10 : f32) outs(%1321 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1323 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1320 : tensor<4x64x1xf32>) outs(%1322 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %1324 = tensor.empty() : tensor<4x64x64xf32>
    %1325 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1323 : tensor<4x64xf32>) outs(%1324 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %1326 = tensor.empty() : tensor<4x64x64xf32>
    %1327 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%125, %1325 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1326 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1328 = tensor.empty() : tensor<4x64x64xf32>
    %1329 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1316, %1327 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1328 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1330 = tensor.empty() : tensor<4x64x64xf32>
    %1331 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1325, %125 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1330 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1332 = tensor.empty() : tensor<4x64x64xf32>
    %1333 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1329, %1331 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1332 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1334 = tensor.empty() : tensor<4x64x64xf32>
    %1335 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1333 : tensor<4x64x64xf32>) outs(%1334 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.negf %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1336 = tensor.empty() : tensor<4x64xf32>
    %1337 = linalg.fill ins(%cst_10 : f32) outs(%1336 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1338 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1335 : tensor<4x64x64xf32>) outs(%1337 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_189 = tensor.expand_shape %1338 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %1339 = tensor.empty() : tensor<4x64x64xf32>
    %1340 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1225, %1333 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1339 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1341 = tensor.empty() : tensor<4x64x1xf32>
    %1342 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_189 : tensor<4x64x1xf32>) outs(%1341 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1343 = tensor.empty() : tensor<4x64xf32>
    %1344 = linalg.fill ins(%cst_10 : f32) outs(%1343 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1345 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1342 : tensor<4x64x1xf32>) outs(%1344 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %1346 = tensor.empty() : tensor<4x64x64xf32>
    %1347 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1345 : tensor<4x64xf32>) outs(%1346 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %1348 = tensor.empty() : tensor<4x64x64xf32>
    %1349 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1340, %1347 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1348 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1350 = tensor.empty() : tensor<64xf32>
    %1351 = linalg.fill ins(%cst_10 : f32) outs(%1350 : tensor<64xf32>) -> tensor<64xf32>
    %1352 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%1349 : tensor<4x64x64xf32>) outs(%1351 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_190 = tensor.expand_shape %1352 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %1353 = tensor.empty() : tensor<64xf32>
    %1354 = linalg.fill ins(%cst_10 : f32) outs(%1353 : tensor<64xf32>) -> tensor<64xf32>
    %1355 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_190 : tensor<1x1x64xf32>) outs(%1354 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %1356 = tensor.empty() : tensor<64x4x64xf32>
    %1357 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1349 : tensor<4x64x64xf32>) outs(%1356 : tensor<64x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x64xf32>
    %collapsed_191 = tensor.collapse_shape %1357 [[0], [1, 2]] : tensor<64x4x64xf32> into tensor<64x256xf32>
    %1358 = tensor.empty() : tensor<64x64xf32>
    %1359 = linalg.fill ins(%cst_10 : f32) outs(%1358 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %1360 = linalg.matmul ins(%collapsed_191, %collapsed_28 : tensor<64x256xf32>, tensor<256x64xf32>) outs(%1359 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %1361 = tensor.empty() : tensor<64x64xf32>
    %1362 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%1360 : tensor<64x64xf32>) outs(%1361 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %collapsed_192 = tensor.collapse_shape %1349 [[0, 1], [2]] : tensor<4x64x64xf32> into tensor<256x64xf32>
    %1363 = tensor.empty() : tensor<64x64xf32>
    %1364 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg6 : tensor<64x64xf32>) outs(%1363 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    %1365 = tensor.empty() : tensor<256x64xf32>
    %1366 = linalg.fill ins(%cst_10 : f32) outs(%1365 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %1367 = linalg.matmul ins(%collapsed_192, %1364 : tensor<256x64xf32>, tensor<64x64xf32>) outs(%1366 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_193 = tensor.expand_shape %1367 [[0, 1], [2, 3]] output_shape [4, 64, 4, 16] : tensor<256x64xf32> into tensor<4x64x4x16xf32>
    %1368 = tensor.empty() : tensor<4x4x64x16xf32>
    %1369 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_193 : tensor<4x64x4x16xf32>) outs(%1368 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %1370 = tensor.empty() : tensor<4x4x16x64xf32>
    %1371 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1369 : tensor<4x4x64x16xf32>) outs(%1370 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %collapsed_194 = tensor.collapse_shape %1371 [[0, 1], [2], [3]] : tensor<4x4x16x64xf32> into tensor<16x16x64xf32>
    %1372 = tensor.empty() : tensor<16x16x64xf32>
    %1373 = linalg.fill ins(%cst_10 : f32) outs(%1372 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %1374 = linalg.batch_matmul ins(%collapsed_194, %collapsed_25 : tensor<16x16x64xf32>, tensor<16x64x64xf32>) outs(%1373 : tensor<16x16x64xf32>) -> tensor<16x16x64xf32>
    %expanded_195 = tensor.expand_shape %1374 [[0, 1], [2], [3]] output_shape [4, 4, 16, 64] : tensor<16x16x64xf32> into tensor<4x4x16x64xf32>
    %1375 = tensor.empty() : tensor<4x4x64x16xf32>
    %1376 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_195 : tensor<4x4x16x64xf32>) outs(%1375 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %1377 = tensor.empty() : tensor<4x4x16x64xf32>
    %1378 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%65 : tensor<4x4x64x16xf32>) outs(%1377 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %collapsed_196 = tensor.collapse_shape %1369 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %collapsed_197 = tensor.collapse_shape %1378 [[0, 1], [2], [3]] : tensor<4x4x16x64xf32> into tensor<16x16x64xf32>
    %1379 = tensor.empty() : tensor<16x64x64xf32>
    %1380 = linalg.fill ins(%cst_10 : f32) outs(%1379 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %1381 = linalg.batch_matmul ins(%collapsed_196, %collapsed_197 : tensor<16x64x16xf32>, tensor<16x16x64xf32>) outs(%1380 : tensor<16x64x64xf32>) -> tensor<16x64x64xf32>
    %expanded_198 = tensor.expand_shape %1381 [[0, 1], [2], [3]] output_shape [4, 4, 64, 64] : tensor<16x64x64xf32> into tensor<4x4x64x64xf32>
    %1382 = tensor.empty() : tensor<4x4x64x64xf32>
    %1383 = linalg.generic {indexing_maps = [#map20, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%102 : tensor<4x4x64x1xf32>) outs(%1382 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %1384 = tensor.empty() : tensor<4x4x64x64xf32>
    %1385 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_198, %1383 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%1384 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1386 = tensor.empty() : tensor<4x4x64x64xf32>
    %1387 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1385, %91 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%1386 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1388 = tensor.empty() : tensor<4x4x64xf32>
    %1389 = linalg.fill ins(%cst_10 : f32) outs(%1388 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %1390 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%1387 : tensor<4x4x64x64xf32>) outs(%1389 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %1391 = tensor.empty() : tensor<4x4x64xf32>
    %1392 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1390 : tensor<4x4x64xf32>) outs(%1391 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.negf %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %expanded_199 = tensor.expand_shape %1392 [[0], [1], [2, 3]] output_shape [4, 4, 64, 1] : tensor<4x4x64xf32> into tensor<4x4x64x1xf32>
    %1393 = tensor.empty() : tensor<4x4x64x64xf32>
    %1394 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_198, %96 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%1393 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.divf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1395 = tensor.empty() : tensor<4x4x64xf32>
    %1396 = linalg.fill ins(%cst_10 : f32) outs(%1395 : tensor<4x4x64xf32>) -> tensor<4x4x64xf32>
    %1397 = linalg.generic {indexing_maps = [#map7, #map13], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%expanded_199 : tensor<4x4x64x1xf32>) outs(%1396 : tensor<4x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64xf32>
    %1398 = tensor.empty() : tensor<4x4x64x64xf32>
    %1399 = linalg.generic {indexing_maps = [#map13, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1397 : tensor<4x4x64xf32>) outs(%1398 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %1400 = tensor.empty() : tensor<4x4x64x64xf32>
    %1401 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1394, %1399 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%1400 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1402 = tensor.empty() : tensor<4x4x64x64xf32>
    %1403 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1401, %91 : tensor<4x4x64x64xf32>, tensor<4x4x64x64xf32>) outs(%1402 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1404 = tensor.empty() : tensor<4x4x64x64xf32>
    %1405 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%80, %1403 : tensor<4x4x64x64xi1>, tensor<4x4x64x64xf32>) outs(%1404 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: i1, %in_221: f32, %out: f32):
      %1516 = arith.select %in, %in_221, %cst_10 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1406 = tensor.empty() : tensor<4x4x64x64xf32>
    %1407 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1405 : tensor<4x4x64x64xf32>) outs(%1406 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.mulf %in, %cst_6 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x4x64x64xf32>
    %1408 = tensor.empty() : tensor<4x4x64x64xf32>
    %1409 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1407 : tensor<4x4x64x64xf32>) outs(%1408 : tensor<4x4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x64xf32>
    %collapsed_200 = tensor.collapse_shape %1409 [[0, 1], [2], [3]] : tensor<4x4x64x64xf32> into tensor<16x64x64xf32>
    %1410 = tensor.empty() : tensor<16x64x16xf32>
    %1411 = linalg.fill ins(%cst_10 : f32) outs(%1410 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %1412 = linalg.batch_matmul ins(%collapsed_200, %collapsed_21 : tensor<16x64x64xf32>, tensor<16x64x16xf32>) outs(%1411 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %expanded_201 = tensor.expand_shape %1412 [[0, 1], [2], [3]] output_shape [4, 4, 64, 16] : tensor<16x64x16xf32> into tensor<4x4x64x16xf32>
    %1413 = tensor.empty() : tensor<4x4x16x64xf32>
    %1414 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_201 : tensor<4x4x64x16xf32>) outs(%1413 : tensor<4x4x16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x16x64xf32>
    %1415 = tensor.empty() : tensor<4x4x64x16xf32>
    %1416 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%67 : tensor<4x4x16x64xf32>) outs(%1415 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %collapsed_202 = tensor.collapse_shape %1407 [[0, 1], [2], [3]] : tensor<4x4x64x64xf32> into tensor<16x64x64xf32>
    %collapsed_203 = tensor.collapse_shape %1416 [[0, 1], [2], [3]] : tensor<4x4x64x16xf32> into tensor<16x64x16xf32>
    %1417 = tensor.empty() : tensor<16x64x16xf32>
    %1418 = linalg.fill ins(%cst_10 : f32) outs(%1417 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %1419 = linalg.batch_matmul ins(%collapsed_202, %collapsed_203 : tensor<16x64x64xf32>, tensor<16x64x16xf32>) outs(%1418 : tensor<16x64x16xf32>) -> tensor<16x64x16xf32>
    %expanded_204 = tensor.expand_shape %1419 [[0, 1], [2], [3]] output_shape [4, 4, 64, 16] : tensor<16x64x16xf32> into tensor<4x4x64x16xf32>
    %1420 = tensor.empty() : tensor<4x4x64x16xf32>
    %1421 = linalg.generic {indexing_maps = [#map8, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1414 : tensor<4x4x16x64xf32>) outs(%1420 : tensor<4x4x64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x4x64x16xf32>
    %1422 = tensor.empty() : tensor<4x64x4x16xf32>
    %1423 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1376 : tensor<4x4x64x16xf32>) outs(%1422 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_205 = tensor.collapse_shape %1423 [[0], [1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<4x64x64xf32>
    %1424 = tensor.empty() : tensor<4x64x4x16xf32>
    %1425 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1421 : tensor<4x4x64x16xf32>) outs(%1424 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_206 = tensor.collapse_shape %1425 [[0], [1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<4x64x64xf32>
    %1426 = tensor.empty() : tensor<4x64x4x16xf32>
    %1427 = linalg.generic {indexing_maps = [#map6, #map7], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_204 : tensor<4x4x64x16xf32>) outs(%1426 : tensor<4x64x4x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x4x16xf32>
    %collapsed_207 = tensor.collapse_shape %1427 [[0], [1], [2, 3]] : tensor<4x64x4x16xf32> into tensor<4x64x64xf32>
    %1428 = tensor.empty() : tensor<4x64x192xf32>
    %inserted_slice_208 = tensor.insert_slice %collapsed_207 into %1428[0, 0, 0] [4, 64, 64] [1, 1, 1] : tensor<4x64x64xf32> into tensor<4x64x192xf32>
    %inserted_slice_209 = tensor.insert_slice %collapsed_206 into %inserted_slice_208[0, 0, 64] [4, 64, 64] [1, 1, 1] : tensor<4x64x64xf32> into tensor<4x64x192xf32>
    %inserted_slice_210 = tensor.insert_slice %collapsed_205 into %inserted_slice_209[0, 0, 128] [4, 64, 64] [1, 1, 1] : tensor<4x64x64xf32> into tensor<4x64x192xf32>
    %1429 = tensor.empty() : tensor<192xf32>
    %1430 = linalg.fill ins(%cst_10 : f32) outs(%1429 : tensor<192xf32>) -> tensor<192xf32>
    %1431 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%inserted_slice_210 : tensor<4x64x192xf32>) outs(%1430 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<192xf32>
    %expanded_211 = tensor.expand_shape %1431 [[0, 1, 2]] output_shape [1, 1, 192] : tensor<192xf32> into tensor<1x1x192xf32>
    %1432 = tensor.empty() : tensor<192xf32>
    %1433 = linalg.fill ins(%cst_10 : f32) outs(%1432 : tensor<192xf32>) -> tensor<192xf32>
    %1434 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_211 : tensor<1x1x192xf32>) outs(%1433 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<192xf32>
    %1435 = tensor.empty() : tensor<192x4x64xf32>
    %1436 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%inserted_slice_210 : tensor<4x64x192xf32>) outs(%1435 : tensor<192x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x4x64xf32>
    %collapsed_212 = tensor.collapse_shape %1436 [[0], [1, 2]] : tensor<192x4x64xf32> into tensor<192x256xf32>
    %1437 = tensor.empty() : tensor<192x64xf32>
    %1438 = linalg.fill ins(%cst_10 : f32) outs(%1437 : tensor<192x64xf32>) -> tensor<192x64xf32>
    %1439 = linalg.matmul ins(%collapsed_212, %collapsed_14 : tensor<192x256xf32>, tensor<256x64xf32>) outs(%1438 : tensor<192x64xf32>) -> tensor<192x64xf32>
    %1440 = tensor.empty() : tensor<64x192xf32>
    %1441 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%1439 : tensor<192x64xf32>) outs(%1440 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %collapsed_213 = tensor.collapse_shape %inserted_slice_210 [[0, 1], [2]] : tensor<4x64x192xf32> into tensor<256x192xf32>
    %1442 = tensor.empty() : tensor<192x64xf32>
    %1443 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<64x192xf32>) outs(%1442 : tensor<192x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x64xf32>
    %1444 = tensor.empty() : tensor<256x64xf32>
    %1445 = linalg.fill ins(%cst_10 : f32) outs(%1444 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %1446 = linalg.matmul ins(%collapsed_213, %1443 : tensor<256x192xf32>, tensor<192x64xf32>) outs(%1445 : tensor<256x64xf32>) -> tensor<256x64xf32>
    %expanded_214 = tensor.expand_shape %1446 [[0, 1], [2]] output_shape [4, 64, 64] : tensor<256x64xf32> into tensor<4x64x64xf32>
    %1447 = tensor.empty() : tensor<64xf32>
    %1448 = linalg.fill ins(%cst_10 : f32) outs(%1447 : tensor<64xf32>) -> tensor<64xf32>
    %1449 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_214 : tensor<4x64x64xf32>) outs(%1448 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_215 = tensor.expand_shape %1449 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %1450 = tensor.empty() : tensor<64xf32>
    %1451 = linalg.fill ins(%cst_10 : f32) outs(%1450 : tensor<64xf32>) -> tensor<64xf32>
    %1452 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_215 : tensor<1x1x64xf32>) outs(%1451 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %1453 = tensor.empty() : tensor<4x64x64xf32>
    %1454 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %expanded_214 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1453 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1455 = tensor.empty() : tensor<64xf32>
    %1456 = linalg.fill ins(%cst_10 : f32) outs(%1455 : tensor<64xf32>) -> tensor<64xf32>
    %1457 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%1454 : tensor<4x64x64xf32>) outs(%1456 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %expanded_216 = tensor.expand_shape %1457 [[0, 1, 2]] output_shape [1, 1, 64] : tensor<64xf32> into tensor<1x1x64xf32>
    %1458 = tensor.empty() : tensor<4x64x64xf32>
    %1459 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_214, %46 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1458 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1460 = tensor.empty() : tensor<64xf32>
    %1461 = linalg.fill ins(%cst_10 : f32) outs(%1460 : tensor<64xf32>) -> tensor<64xf32>
    %1462 = linalg.generic {indexing_maps = [#map17, #map19], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_216 : tensor<1x1x64xf32>) outs(%1461 : tensor<64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64xf32>
    %1463 = tensor.empty() : tensor<4x64x64xf32>
    %1464 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %1459 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1463 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1465 = tensor.empty() : tensor<4x64xf32>
    %1466 = linalg.fill ins(%cst_10 : f32) outs(%1465 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1467 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1464 : tensor<4x64x64xf32>) outs(%1466 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_217 = tensor.expand_shape %1467 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %1468 = tensor.empty() : tensor<4x64x64xf32>
    %1469 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1459, %42 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1468 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1470 = tensor.empty() : tensor<4x64x1xf32>
    %1471 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_217, %40 : tensor<4x64x1xf32>, tensor<4x64x1xf32>) outs(%1470 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1472 = tensor.empty() : tensor<4x64x1xf32>
    %1473 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1471 : tensor<4x64x1xf32>) outs(%1472 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1474 = tensor.empty() : tensor<4x64xf32>
    %1475 = linalg.fill ins(%cst_10 : f32) outs(%1474 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1476 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1473 : tensor<4x64x1xf32>) outs(%1475 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %1477 = tensor.empty() : tensor<4x64x64xf32>
    %1478 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1476 : tensor<4x64xf32>) outs(%1477 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %1479 = tensor.empty() : tensor<4x64x64xf32>
    %1480 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %1478 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1479 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1481 = tensor.empty() : tensor<4x64x64xf32>
    %1482 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1469, %1480 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1481 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1483 = tensor.empty() : tensor<4x64x64xf32>
    %1484 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1478, %25 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1483 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.mulf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1485 = tensor.empty() : tensor<4x64x64xf32>
    %1486 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1482, %1484 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1485 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1487 = tensor.empty() : tensor<4x64x64xf32>
    %1488 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1486 : tensor<4x64x64xf32>) outs(%1487 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.negf %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1489 = tensor.empty() : tensor<4x64xf32>
    %1490 = linalg.fill ins(%cst_10 : f32) outs(%1489 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1491 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1488 : tensor<4x64x64xf32>) outs(%1490 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %expanded_218 = tensor.expand_shape %1491 [[0], [1, 2]] output_shape [4, 64, 1] : tensor<4x64xf32> into tensor<4x64x1xf32>
    %1492 = tensor.empty() : tensor<4x64x64xf32>
    %1493 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1349, %1486 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1492 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1494 = tensor.empty() : tensor<4x64x1xf32>
    %1495 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_218 : tensor<4x64x1xf32>) outs(%1494 : tensor<4x64x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.divf %in, %cst_9 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x1xf32>
    %1496 = tensor.empty() : tensor<4x64xf32>
    %1497 = linalg.fill ins(%cst_10 : f32) outs(%1496 : tensor<4x64xf32>) -> tensor<4x64xf32>
    %1498 = linalg.generic {indexing_maps = [#map2, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1495 : tensor<4x64x1xf32>) outs(%1497 : tensor<4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64xf32>
    %1499 = tensor.empty() : tensor<4x64x64xf32>
    %1500 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1498 : tensor<4x64xf32>) outs(%1499 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<4x64x64xf32>
    %1501 = tensor.empty() : tensor<4x64x64xf32>
    %1502 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1493, %1500 : tensor<4x64x64xf32>, tensor<4x64x64xf32>) outs(%1501 : tensor<4x64x64xf32>) {
    ^bb0(%in: f32, %in_221: f32, %out: f32):
      %1516 = arith.addf %in, %in_221 : f32
      linalg.yield %1516 : f32
    } -> tensor<4x64x64xf32>
    %1503 = tensor.empty() : tensor<64x64xf32>
    %1504 = linalg.fill ins(%cst_10 : f32) outs(%1503 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %1505 = linalg.generic {indexing_maps = [#map21, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1502 : tensor<4x64x64xf32>) outs(%1504 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64x64xf32>
    %expanded_219 = tensor.expand_shape %1505 [[0, 1], [2]] output_shape [1, 64, 64] : tensor<64x64xf32> into tensor<1x64x64xf32>
    %1506 = tensor.empty() : tensor<64x64xf32>
    %1507 = linalg.fill ins(%cst_10 : f32) outs(%1506 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %1508 = linalg.generic {indexing_maps = [#map21, #map1], iterator_types = ["parallel", "parallel", "reduction"]} ins(%expanded_219 : tensor<1x64x64xf32>) outs(%1507 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %1516 = arith.addf %out, %in : f32
      linalg.yield %1516 : f32
    } -> tensor<64x64xf32>
    %1509 = tensor.empty() : tensor<64x4x64xf32>
    %1510 = linalg.generic {indexing_maps = [#map17, #map2], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1502 : tensor<4x64x64xf32>) outs(%1509 : tensor<64x4x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x4x64xf32>
    %collapsed_220 = tensor.collapse_shape %1510 [[0], [1, 2]] : tensor<64x4x64xf32> into tensor<64x256xf32>
    %1511 = tensor.empty() : tensor<64x64xf32>
    %1512 = linalg.fill ins(%cst_10 : f32) outs(%1511 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %1513 = linalg.matmul ins(%collapsed_220, %collapsed : tensor<64x256xf32>, tensor<256x64xf32>) outs(%1512 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %1514 = tensor.empty() : tensor<64x64xf32>
    %1515 = linalg.generic {indexing_maps = [#map18, #map10], iterator_types = ["parallel", "parallel"]} ins(%1513 : tensor<64x64xf32>) outs(%1514 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x64xf32>
    return %587, %1515, %1508, %1462, %1452, %1441, %1434, %1362, %1355, %1309, %1299, %1288, %1281, %1238, %1231, %1185, %1175, %1164, %1157, %1085, %1078, %1032, %1022, %1011, %1004, %961, %954, %908, %898, %887, %880, %808, %801, %755, %745, %734, %727, %684, %677, %633, %623, %612 : tensor<f32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<256x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x64xf32>
  }
}
