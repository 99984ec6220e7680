// gru-cond.mlir: GRU of 64 units, unrolled; each step after the first runs only if the i32 argument says so (lax.cond, scf.if); batch 64, up to 6 steps of 16 features.
// Made by utils/export-examples.py; do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#map = affine_map<(d0, d1) -> (d1)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<() -> ()>
#map3 = affine_map<(d0, d1) -> ()>
#map4 = affine_map<(d0, d1) -> (d1, d0)>
#map5 = affine_map<(d0, d1) -> (d0)>
#map6 = affine_map<(d0) -> (d0)>
module @gru_cond {
  func.func public @main(%arg0: tensor<16x192xf32>, %arg1: tensor<64x192xf32>, %arg2: tensor<192xf32>, %arg3: tensor<64x16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<6x64x16xf32>, %arg6: tensor<64x16xf32>, %arg7: tensor<i32> {remat.range = array<i64: 1, 7>}) -> (tensor<f32> {remat.loss}, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x16xf32>, tensor<16xf32>) {
    %cst = arith.constant 9.765625E-4 : f32
    %cst_0 = arith.constant 1.024000e+03 : f32
    %c5_i32 = arith.constant 5 : i32
    %c4_i32 = arith.constant 4 : i32
    %c3_i32 = arith.constant 3 : i32
    %c2_i32 = arith.constant 2 : i32
    %c0_i32 = arith.constant 0 : i32
    %c1_i32 = arith.constant 1 : i32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<192xf32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<16x192xf32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<64x192xf32>
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<64x16xf32>
    %cst_7 = arith.constant dense<0.000000e+00> : tensor<64x64xf32>
    %extracted_slice = tensor.extract_slice %arg5[0, 0, 0] [1, 64, 16] [1, 1, 1] : tensor<6x64x16xf32> to tensor<1x64x16xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x64x16xf32> into tensor<64x16xf32>
    %0 = tensor.empty() : tensor<64x192xf32>
    %1 = linalg.fill ins(%cst_2 : f32) outs(%0 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %2 = linalg.matmul ins(%collapsed, %arg0 : tensor<64x16xf32>, tensor<16x192xf32>) outs(%1 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %3 = tensor.empty() : tensor<64x192xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<192xf32>) outs(%3 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %5 = tensor.empty() : tensor<64x192xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%2, %4 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%5 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x192xf32>
    %extracted_slice_8 = tensor.extract_slice %6[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %extracted_slice_9 = tensor.extract_slice %6[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %extracted_slice_10 = tensor.extract_slice %6[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %7 = tensor.empty() : tensor<64x192xf32>
    %8 = linalg.fill ins(%cst_2 : f32) outs(%7 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %9 = linalg.matmul ins(%cst_7, %arg1 : tensor<64x64xf32>, tensor<64x192xf32>) outs(%8 : tensor<64x192xf32>) -> tensor<64x192xf32>
    %extracted_slice_11 = tensor.extract_slice %9[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %extracted_slice_12 = tensor.extract_slice %9[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %extracted_slice_13 = tensor.extract_slice %9[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
    %10 = tensor.empty() : tensor<64x64xf32>
    %11 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_8, %extracted_slice_11 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%10 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %12 = tensor.empty() : tensor<64x64xf32>
    %13 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<64x64xf32>) outs(%12 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.negf %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %14 = tensor.empty() : tensor<64x64xf32>
    %15 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<64x64xf32>) outs(%14 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = math.exp %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %16 = tensor.empty() : tensor<64x64xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<64x64xf32>) outs(%16 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.addf %in, %cst_1 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %18 = tensor.empty() : tensor<64x64xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%17 : tensor<64x64xf32>) outs(%18 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.divf %cst_1, %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %20 = tensor.empty() : tensor<64x64xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<64x64xf32>) outs(%20 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.subf %cst_1, %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %22 = tensor.empty() : tensor<64x64xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19, %21 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%22 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %24 = tensor.empty() : tensor<64x64xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_9, %extracted_slice_12 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%24 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %26 = tensor.empty() : tensor<64x64xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<64x64xf32>) outs(%26 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.negf %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %28 = tensor.empty() : tensor<64x64xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%27 : tensor<64x64xf32>) outs(%28 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = math.exp %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %30 = tensor.empty() : tensor<64x64xf32>
    %31 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%29 : tensor<64x64xf32>) outs(%30 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.addf %in, %cst_1 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %32 = tensor.empty() : tensor<64x64xf32>
    %33 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%31 : tensor<64x64xf32>) outs(%32 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.divf %cst_1, %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %34 = tensor.empty() : tensor<64x64xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<64x64xf32>) outs(%34 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.subf %cst_1, %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %36 = tensor.empty() : tensor<64x64xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33, %35 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%36 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %38 = tensor.empty() : tensor<64x64xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19, %extracted_slice_13 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%38 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %40 = tensor.empty() : tensor<64x64xf32>
    %41 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_10, %39 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%40 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %42 = tensor.empty() : tensor<64x64xf32>
    %43 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%41 : tensor<64x64xf32>) outs(%42 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = math.tanh %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %44 = tensor.empty() : tensor<64x64xf32>
    %45 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%43 : tensor<64x64xf32>) outs(%44 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.subf %cst_1, %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %46 = tensor.empty() : tensor<64x64xf32>
    %47 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%35, %43 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%46 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %48 = tensor.empty() : tensor<64x64xf32>
    %49 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%33 : tensor<64x64xf32>) outs(%48 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.mulf %in, %cst_2 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %50 = tensor.empty() : tensor<64x64xf32>
    %51 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%47, %49 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%50 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %52 = tensor.empty() : tensor<i1>
    %53 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%arg7 : tensor<i32>) outs(%52 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %227 = arith.cmpi sgt, %in, %c1_i32 : i32
      linalg.yield %227 : i1
    } -> tensor<i1>
    %extracted_slice_14 = tensor.extract_slice %arg5[1, 0, 0] [1, 64, 16] [1, 1, 1] : tensor<6x64x16xf32> to tensor<1x64x16xf32>
    %collapsed_15 = tensor.collapse_shape %extracted_slice_14 [[0, 1], [2]] : tensor<1x64x16xf32> into tensor<64x16xf32>
    %54 = tensor.empty() : tensor<i32>
    %55 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%53 : tensor<i1>) outs(%54 : tensor<i32>) {
    ^bb0(%in: i1, %out: i32):
      %227 = arith.extui %in : i1 to i32
      linalg.yield %227 : i32
    } -> tensor<i32>
    %56 = tensor.empty() : tensor<i1>
    %57 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%55 : tensor<i32>) outs(%56 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %227 = arith.cmpi eq, %in, %c0_i32 : i32
      linalg.yield %227 : i1
    } -> tensor<i1>
    %extracted = tensor.extract %57[] : tensor<i1>
    %58 = arith.select %extracted, %cst_6, %collapsed_15 : tensor<64x16xf32>
    %59 = arith.select %extracted, %cst_5, %arg1 : tensor<64x192xf32>
    %60 = arith.select %extracted, %cst_7, %51 : tensor<64x64xf32>
    %61:9 = scf.if %extracted -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
      scf.yield %51, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    } else {
      %227 = tensor.empty() : tensor<64x192xf32>
      %228 = linalg.fill ins(%cst_2 : f32) outs(%227 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %229 = linalg.matmul ins(%collapsed_15, %arg0 : tensor<64x16xf32>, tensor<16x192xf32>) outs(%228 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %230 = tensor.empty() : tensor<64x192xf32>
      %231 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%229, %4 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%230 : tensor<64x192xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x192xf32>
      %extracted_slice_34 = tensor.extract_slice %231[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_35 = tensor.extract_slice %231[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_36 = tensor.extract_slice %231[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %232 = tensor.empty() : tensor<64x192xf32>
      %233 = linalg.fill ins(%cst_2 : f32) outs(%232 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %234 = linalg.matmul ins(%51, %arg1 : tensor<64x64xf32>, tensor<64x192xf32>) outs(%233 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %extracted_slice_37 = tensor.extract_slice %234[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_38 = tensor.extract_slice %234[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_39 = tensor.extract_slice %234[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %235 = tensor.empty() : tensor<64x64xf32>
      %236 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_34, %extracted_slice_37 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%235 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %237 = tensor.empty() : tensor<64x64xf32>
      %238 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%236 : tensor<64x64xf32>) outs(%237 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.negf %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %239 = tensor.empty() : tensor<64x64xf32>
      %240 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238 : tensor<64x64xf32>) outs(%239 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.exp %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %241 = tensor.empty() : tensor<64x64xf32>
      %242 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240 : tensor<64x64xf32>) outs(%241 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.addf %in, %cst_1 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %243 = tensor.empty() : tensor<64x64xf32>
      %244 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%242 : tensor<64x64xf32>) outs(%243 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.divf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %245 = tensor.empty() : tensor<64x64xf32>
      %246 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244 : tensor<64x64xf32>) outs(%245 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %247 = tensor.empty() : tensor<64x64xf32>
      %248 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %246 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%247 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %249 = tensor.empty() : tensor<64x64xf32>
      %250 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_35, %extracted_slice_38 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%249 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %251 = tensor.empty() : tensor<64x64xf32>
      %252 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%250 : tensor<64x64xf32>) outs(%251 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.negf %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %253 = tensor.empty() : tensor<64x64xf32>
      %254 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%252 : tensor<64x64xf32>) outs(%253 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.exp %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %255 = tensor.empty() : tensor<64x64xf32>
      %256 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%254 : tensor<64x64xf32>) outs(%255 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.addf %in, %cst_1 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %257 = tensor.empty() : tensor<64x64xf32>
      %258 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%256 : tensor<64x64xf32>) outs(%257 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.divf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %259 = tensor.empty() : tensor<64x64xf32>
      %260 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258 : tensor<64x64xf32>) outs(%259 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %261 = tensor.empty() : tensor<64x64xf32>
      %262 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258, %260 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%261 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %263 = tensor.empty() : tensor<64x64xf32>
      %264 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %extracted_slice_39 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%263 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %265 = tensor.empty() : tensor<64x64xf32>
      %266 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_36, %264 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%265 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %267 = tensor.empty() : tensor<64x64xf32>
      %268 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%266 : tensor<64x64xf32>) outs(%267 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.tanh %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %269 = tensor.empty() : tensor<64x64xf32>
      %270 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%268 : tensor<64x64xf32>) outs(%269 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %271 = tensor.empty() : tensor<64x64xf32>
      %272 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%260, %268 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%271 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %273 = tensor.empty() : tensor<64x64xf32>
      %274 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258, %51 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%273 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %275 = tensor.empty() : tensor<64x64xf32>
      %276 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%272, %274 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%275 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      scf.yield %276, %248, %262, %extracted_slice_39, %244, %268, %270, %260, %258 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
    %62 = tensor.empty() : tensor<i1>
    %63 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%arg7 : tensor<i32>) outs(%62 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %227 = arith.cmpi sgt, %in, %c2_i32 : i32
      linalg.yield %227 : i1
    } -> tensor<i1>
    %extracted_slice_16 = tensor.extract_slice %arg5[2, 0, 0] [1, 64, 16] [1, 1, 1] : tensor<6x64x16xf32> to tensor<1x64x16xf32>
    %collapsed_17 = tensor.collapse_shape %extracted_slice_16 [[0, 1], [2]] : tensor<1x64x16xf32> into tensor<64x16xf32>
    %64 = tensor.empty() : tensor<i32>
    %65 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%63 : tensor<i1>) outs(%64 : tensor<i32>) {
    ^bb0(%in: i1, %out: i32):
      %227 = arith.extui %in : i1 to i32
      linalg.yield %227 : i32
    } -> tensor<i32>
    %66 = tensor.empty() : tensor<i1>
    %67 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%65 : tensor<i32>) outs(%66 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %227 = arith.cmpi eq, %in, %c0_i32 : i32
      linalg.yield %227 : i1
    } -> tensor<i1>
    %extracted_18 = tensor.extract %67[] : tensor<i1>
    %68 = arith.select %extracted_18, %cst_6, %collapsed_17 : tensor<64x16xf32>
    %69 = arith.select %extracted_18, %cst_5, %arg1 : tensor<64x192xf32>
    %70 = arith.select %extracted_18, %cst_7, %61#0 : tensor<64x64xf32>
    %71:9 = scf.if %extracted_18 -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
      scf.yield %61#0, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    } else {
      %227 = tensor.empty() : tensor<64x192xf32>
      %228 = linalg.fill ins(%cst_2 : f32) outs(%227 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %229 = linalg.matmul ins(%collapsed_17, %arg0 : tensor<64x16xf32>, tensor<16x192xf32>) outs(%228 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %230 = tensor.empty() : tensor<64x192xf32>
      %231 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%229, %4 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%230 : tensor<64x192xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x192xf32>
      %extracted_slice_34 = tensor.extract_slice %231[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_35 = tensor.extract_slice %231[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_36 = tensor.extract_slice %231[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %232 = tensor.empty() : tensor<64x192xf32>
      %233 = linalg.fill ins(%cst_2 : f32) outs(%232 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %234 = linalg.matmul ins(%61#0, %arg1 : tensor<64x64xf32>, tensor<64x192xf32>) outs(%233 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %extracted_slice_37 = tensor.extract_slice %234[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_38 = tensor.extract_slice %234[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_39 = tensor.extract_slice %234[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %235 = tensor.empty() : tensor<64x64xf32>
      %236 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_34, %extracted_slice_37 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%235 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %237 = tensor.empty() : tensor<64x64xf32>
      %238 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%236 : tensor<64x64xf32>) outs(%237 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.negf %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %239 = tensor.empty() : tensor<64x64xf32>
      %240 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238 : tensor<64x64xf32>) outs(%239 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.exp %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %241 = tensor.empty() : tensor<64x64xf32>
      %242 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240 : tensor<64x64xf32>) outs(%241 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.addf %in, %cst_1 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %243 = tensor.empty() : tensor<64x64xf32>
      %244 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%242 : tensor<64x64xf32>) outs(%243 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.divf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %245 = tensor.empty() : tensor<64x64xf32>
      %246 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244 : tensor<64x64xf32>) outs(%245 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %247 = tensor.empty() : tensor<64x64xf32>
      %248 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %246 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%247 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %249 = tensor.empty() : tensor<64x64xf32>
      %250 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_35, %extracted_slice_38 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%249 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %251 = tensor.empty() : tensor<64x64xf32>
      %252 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%250 : tensor<64x64xf32>) outs(%251 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.negf %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %253 = tensor.empty() : tensor<64x64xf32>
      %254 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%252 : tensor<64x64xf32>) outs(%253 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.exp %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %255 = tensor.empty() : tensor<64x64xf32>
      %256 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%254 : tensor<64x64xf32>) outs(%255 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.addf %in, %cst_1 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %257 = tensor.empty() : tensor<64x64xf32>
      %258 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%256 : tensor<64x64xf32>) outs(%257 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.divf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %259 = tensor.empty() : tensor<64x64xf32>
      %260 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258 : tensor<64x64xf32>) outs(%259 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %261 = tensor.empty() : tensor<64x64xf32>
      %262 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258, %260 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%261 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %263 = tensor.empty() : tensor<64x64xf32>
      %264 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %extracted_slice_39 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%263 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %265 = tensor.empty() : tensor<64x64xf32>
      %266 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_36, %264 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%265 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %267 = tensor.empty() : tensor<64x64xf32>
      %268 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%266 : tensor<64x64xf32>) outs(%267 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.tanh %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %269 = tensor.empty() : tensor<64x64xf32>
      %270 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%268 : tensor<64x64xf32>) outs(%269 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %271 = tensor.empty() : tensor<64x64xf32>
      %272 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%260, %268 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%271 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %273 = tensor.empty() : tensor<64x64xf32>
      %274 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258, %61#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%273 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %275 = tensor.empty() : tensor<64x64xf32>
      %276 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%272, %274 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%275 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      scf.yield %276, %248, %262, %extracted_slice_39, %244, %268, %270, %260, %258 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
    %72 = tensor.empty() : tensor<i1>
    %73 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%arg7 : tensor<i32>) outs(%72 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %227 = arith.cmpi sgt, %in, %c3_i32 : i32
      linalg.yield %227 : i1
    } -> tensor<i1>
    %extracted_slice_19 = tensor.extract_slice %arg5[3, 0, 0] [1, 64, 16] [1, 1, 1] : tensor<6x64x16xf32> to tensor<1x64x16xf32>
    %collapsed_20 = tensor.collapse_shape %extracted_slice_19 [[0, 1], [2]] : tensor<1x64x16xf32> into tensor<64x16xf32>
    %74 = tensor.empty() : tensor<i32>
    %75 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%73 : tensor<i1>) outs(%74 : tensor<i32>) {
    ^bb0(%in: i1, %out: i32):
      %227 = arith.extui %in : i1 to i32
      linalg.yield %227 : i32
    } -> tensor<i32>
    %76 = tensor.empty() : tensor<i1>
    %77 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%75 : tensor<i32>) outs(%76 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %227 = arith.cmpi eq, %in, %c0_i32 : i32
      linalg.yield %227 : i1
    } -> tensor<i1>
    %extracted_21 = tensor.extract %77[] : tensor<i1>
    %78 = arith.select %extracted_21, %cst_6, %collapsed_20 : tensor<64x16xf32>
    %79 = arith.select %extracted_21, %cst_5, %arg1 : tensor<64x192xf32>
    %80 = arith.select %extracted_21, %cst_7, %71#0 : tensor<64x64xf32>
    %81:9 = scf.if %extracted_21 -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
      scf.yield %71#0, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    } else {
      %227 = tensor.empty() : tensor<64x192xf32>
      %228 = linalg.fill ins(%cst_2 : f32) outs(%227 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %229 = linalg.matmul ins(%collapsed_20, %arg0 : tensor<64x16xf32>, tensor<16x192xf32>) outs(%228 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %230 = tensor.empty() : tensor<64x192xf32>
      %231 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%229, %4 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%230 : tensor<64x192xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x192xf32>
      %extracted_slice_34 = tensor.extract_slice %231[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_35 = tensor.extract_slice %231[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_36 = tensor.extract_slice %231[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %232 = tensor.empty() : tensor<64x192xf32>
      %233 = linalg.fill ins(%cst_2 : f32) outs(%232 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %234 = linalg.matmul ins(%71#0, %arg1 : tensor<64x64xf32>, tensor<64x192xf32>) outs(%233 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %extracted_slice_37 = tensor.extract_slice %234[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_38 = tensor.extract_slice %234[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_39 = tensor.extract_slice %234[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %235 = tensor.empty() : tensor<64x64xf32>
      %236 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_34, %extracted_slice_37 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%235 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %237 = tensor.empty() : tensor<64x64xf32>
      %238 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%236 : tensor<64x64xf32>) outs(%237 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.negf %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %239 = tensor.empty() : tensor<64x64xf32>
      %240 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238 : tensor<64x64xf32>) outs(%239 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.exp %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %241 = tensor.empty() : tensor<64x64xf32>
      %242 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240 : tensor<64x64xf32>) outs(%241 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.addf %in, %cst_1 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %243 = tensor.empty() : tensor<64x64xf32>
      %244 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%242 : tensor<64x64xf32>) outs(%243 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.divf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %245 = tensor.empty() : tensor<64x64xf32>
      %246 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244 : tensor<64x64xf32>) outs(%245 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %247 = tensor.empty() : tensor<64x64xf32>
      %248 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %246 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%247 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %249 = tensor.empty() : tensor<64x64xf32>
      %250 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_35, %extracted_slice_38 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%249 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %251 = tensor.empty() : tensor<64x64xf32>
      %252 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%250 : tensor<64x64xf32>) outs(%251 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.negf %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %253 = tensor.empty() : tensor<64x64xf32>
      %254 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%252 : tensor<64x64xf32>) outs(%253 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.exp %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %255 = tensor.empty() : tensor<64x64xf32>
      %256 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%254 : tensor<64x64xf32>) outs(%255 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.addf %in, %cst_1 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %257 = tensor.empty() : tensor<64x64xf32>
      %258 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%256 : tensor<64x64xf32>) outs(%257 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.divf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %259 = tensor.empty() : tensor<64x64xf32>
      %260 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258 : tensor<64x64xf32>) outs(%259 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %261 = tensor.empty() : tensor<64x64xf32>
      %262 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258, %260 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%261 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %263 = tensor.empty() : tensor<64x64xf32>
      %264 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %extracted_slice_39 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%263 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %265 = tensor.empty() : tensor<64x64xf32>
      %266 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_36, %264 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%265 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %267 = tensor.empty() : tensor<64x64xf32>
      %268 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%266 : tensor<64x64xf32>) outs(%267 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.tanh %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %269 = tensor.empty() : tensor<64x64xf32>
      %270 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%268 : tensor<64x64xf32>) outs(%269 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %271 = tensor.empty() : tensor<64x64xf32>
      %272 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%260, %268 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%271 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %273 = tensor.empty() : tensor<64x64xf32>
      %274 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258, %71#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%273 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %275 = tensor.empty() : tensor<64x64xf32>
      %276 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%272, %274 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%275 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      scf.yield %276, %248, %262, %extracted_slice_39, %244, %268, %270, %260, %258 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
    %82 = tensor.empty() : tensor<i1>
    %83 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%arg7 : tensor<i32>) outs(%82 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %227 = arith.cmpi sgt, %in, %c4_i32 : i32
      linalg.yield %227 : i1
    } -> tensor<i1>
    %extracted_slice_22 = tensor.extract_slice %arg5[4, 0, 0] [1, 64, 16] [1, 1, 1] : tensor<6x64x16xf32> to tensor<1x64x16xf32>
    %collapsed_23 = tensor.collapse_shape %extracted_slice_22 [[0, 1], [2]] : tensor<1x64x16xf32> into tensor<64x16xf32>
    %84 = tensor.empty() : tensor<i32>
    %85 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%83 : tensor<i1>) outs(%84 : tensor<i32>) {
    ^bb0(%in: i1, %out: i32):
      %227 = arith.extui %in : i1 to i32
      linalg.yield %227 : i32
    } -> tensor<i32>
    %86 = tensor.empty() : tensor<i1>
    %87 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%85 : tensor<i32>) outs(%86 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %227 = arith.cmpi eq, %in, %c0_i32 : i32
      linalg.yield %227 : i1
    } -> tensor<i1>
    %extracted_24 = tensor.extract %87[] : tensor<i1>
    %88 = arith.select %extracted_24, %cst_6, %collapsed_23 : tensor<64x16xf32>
    %89 = arith.select %extracted_24, %cst_5, %arg1 : tensor<64x192xf32>
    %90 = arith.select %extracted_24, %cst_7, %81#0 : tensor<64x64xf32>
    %91:9 = scf.if %extracted_24 -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
      scf.yield %81#0, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    } else {
      %227 = tensor.empty() : tensor<64x192xf32>
      %228 = linalg.fill ins(%cst_2 : f32) outs(%227 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %229 = linalg.matmul ins(%collapsed_23, %arg0 : tensor<64x16xf32>, tensor<16x192xf32>) outs(%228 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %230 = tensor.empty() : tensor<64x192xf32>
      %231 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%229, %4 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%230 : tensor<64x192xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x192xf32>
      %extracted_slice_34 = tensor.extract_slice %231[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_35 = tensor.extract_slice %231[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_36 = tensor.extract_slice %231[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %232 = tensor.empty() : tensor<64x192xf32>
      %233 = linalg.fill ins(%cst_2 : f32) outs(%232 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %234 = linalg.matmul ins(%81#0, %arg1 : tensor<64x64xf32>, tensor<64x192xf32>) outs(%233 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %extracted_slice_37 = tensor.extract_slice %234[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_38 = tensor.extract_slice %234[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_39 = tensor.extract_slice %234[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %235 = tensor.empty() : tensor<64x64xf32>
      %236 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_34, %extracted_slice_37 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%235 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %237 = tensor.empty() : tensor<64x64xf32>
      %238 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%236 : tensor<64x64xf32>) outs(%237 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.negf %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %239 = tensor.empty() : tensor<64x64xf32>
      %240 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238 : tensor<64x64xf32>) outs(%239 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.exp %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %241 = tensor.empty() : tensor<64x64xf32>
      %242 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240 : tensor<64x64xf32>) outs(%241 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.addf %in, %cst_1 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %243 = tensor.empty() : tensor<64x64xf32>
      %244 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%242 : tensor<64x64xf32>) outs(%243 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.divf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %245 = tensor.empty() : tensor<64x64xf32>
      %246 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244 : tensor<64x64xf32>) outs(%245 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %247 = tensor.empty() : tensor<64x64xf32>
      %248 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %246 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%247 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %249 = tensor.empty() : tensor<64x64xf32>
      %250 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_35, %extracted_slice_38 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%249 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %251 = tensor.empty() : tensor<64x64xf32>
      %252 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%250 : tensor<64x64xf32>) outs(%251 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.negf %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %253 = tensor.empty() : tensor<64x64xf32>
      %254 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%252 : tensor<64x64xf32>) outs(%253 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.exp %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %255 = tensor.empty() : tensor<64x64xf32>
      %256 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%254 : tensor<64x64xf32>) outs(%255 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.addf %in, %cst_1 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %257 = tensor.empty() : tensor<64x64xf32>
      %258 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%256 : tensor<64x64xf32>) outs(%257 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.divf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %259 = tensor.empty() : tensor<64x64xf32>
      %260 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258 : tensor<64x64xf32>) outs(%259 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %261 = tensor.empty() : tensor<64x64xf32>
      %262 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258, %260 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%261 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %263 = tensor.empty() : tensor<64x64xf32>
      %264 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %extracted_slice_39 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%263 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %265 = tensor.empty() : tensor<64x64xf32>
      %266 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_36, %264 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%265 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %267 = tensor.empty() : tensor<64x64xf32>
      %268 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%266 : tensor<64x64xf32>) outs(%267 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.tanh %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %269 = tensor.empty() : tensor<64x64xf32>
      %270 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%268 : tensor<64x64xf32>) outs(%269 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %271 = tensor.empty() : tensor<64x64xf32>
      %272 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%260, %268 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%271 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %273 = tensor.empty() : tensor<64x64xf32>
      %274 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258, %81#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%273 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %275 = tensor.empty() : tensor<64x64xf32>
      %276 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%272, %274 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%275 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      scf.yield %276, %248, %262, %extracted_slice_39, %244, %268, %270, %260, %258 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
    %92 = tensor.empty() : tensor<i1>
    %93 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%arg7 : tensor<i32>) outs(%92 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %227 = arith.cmpi sgt, %in, %c5_i32 : i32
      linalg.yield %227 : i1
    } -> tensor<i1>
    %extracted_slice_25 = tensor.extract_slice %arg5[5, 0, 0] [1, 64, 16] [1, 1, 1] : tensor<6x64x16xf32> to tensor<1x64x16xf32>
    %collapsed_26 = tensor.collapse_shape %extracted_slice_25 [[0, 1], [2]] : tensor<1x64x16xf32> into tensor<64x16xf32>
    %94 = tensor.empty() : tensor<i32>
    %95 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%93 : tensor<i1>) outs(%94 : tensor<i32>) {
    ^bb0(%in: i1, %out: i32):
      %227 = arith.extui %in : i1 to i32
      linalg.yield %227 : i32
    } -> tensor<i32>
    %96 = tensor.empty() : tensor<i1>
    %97 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%95 : tensor<i32>) outs(%96 : tensor<i1>) {
    ^bb0(%in: i32, %out: i1):
      %227 = arith.cmpi eq, %in, %c0_i32 : i32
      linalg.yield %227 : i1
    } -> tensor<i1>
    %extracted_27 = tensor.extract %97[] : tensor<i1>
    %98 = arith.select %extracted_27, %cst_6, %collapsed_26 : tensor<64x16xf32>
    %99 = arith.select %extracted_27, %cst_5, %arg1 : tensor<64x192xf32>
    %100 = arith.select %extracted_27, %cst_7, %91#0 : tensor<64x64xf32>
    %101:9 = scf.if %extracted_27 -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
      scf.yield %91#0, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7, %cst_7 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    } else {
      %227 = tensor.empty() : tensor<64x192xf32>
      %228 = linalg.fill ins(%cst_2 : f32) outs(%227 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %229 = linalg.matmul ins(%collapsed_26, %arg0 : tensor<64x16xf32>, tensor<16x192xf32>) outs(%228 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %230 = tensor.empty() : tensor<64x192xf32>
      %231 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%229, %4 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%230 : tensor<64x192xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x192xf32>
      %extracted_slice_34 = tensor.extract_slice %231[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_35 = tensor.extract_slice %231[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_36 = tensor.extract_slice %231[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %232 = tensor.empty() : tensor<64x192xf32>
      %233 = linalg.fill ins(%cst_2 : f32) outs(%232 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %234 = linalg.matmul ins(%91#0, %arg1 : tensor<64x64xf32>, tensor<64x192xf32>) outs(%233 : tensor<64x192xf32>) -> tensor<64x192xf32>
      %extracted_slice_37 = tensor.extract_slice %234[0, 0] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_38 = tensor.extract_slice %234[0, 64] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %extracted_slice_39 = tensor.extract_slice %234[0, 128] [64, 64] [1, 1] : tensor<64x192xf32> to tensor<64x64xf32>
      %235 = tensor.empty() : tensor<64x64xf32>
      %236 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_34, %extracted_slice_37 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%235 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %237 = tensor.empty() : tensor<64x64xf32>
      %238 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%236 : tensor<64x64xf32>) outs(%237 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.negf %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %239 = tensor.empty() : tensor<64x64xf32>
      %240 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238 : tensor<64x64xf32>) outs(%239 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.exp %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %241 = tensor.empty() : tensor<64x64xf32>
      %242 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240 : tensor<64x64xf32>) outs(%241 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.addf %in, %cst_1 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %243 = tensor.empty() : tensor<64x64xf32>
      %244 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%242 : tensor<64x64xf32>) outs(%243 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.divf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %245 = tensor.empty() : tensor<64x64xf32>
      %246 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244 : tensor<64x64xf32>) outs(%245 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %247 = tensor.empty() : tensor<64x64xf32>
      %248 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %246 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%247 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %249 = tensor.empty() : tensor<64x64xf32>
      %250 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_35, %extracted_slice_38 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%249 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %251 = tensor.empty() : tensor<64x64xf32>
      %252 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%250 : tensor<64x64xf32>) outs(%251 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.negf %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %253 = tensor.empty() : tensor<64x64xf32>
      %254 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%252 : tensor<64x64xf32>) outs(%253 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.exp %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %255 = tensor.empty() : tensor<64x64xf32>
      %256 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%254 : tensor<64x64xf32>) outs(%255 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.addf %in, %cst_1 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %257 = tensor.empty() : tensor<64x64xf32>
      %258 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%256 : tensor<64x64xf32>) outs(%257 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.divf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %259 = tensor.empty() : tensor<64x64xf32>
      %260 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258 : tensor<64x64xf32>) outs(%259 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %261 = tensor.empty() : tensor<64x64xf32>
      %262 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258, %260 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%261 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %263 = tensor.empty() : tensor<64x64xf32>
      %264 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %extracted_slice_39 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%263 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %265 = tensor.empty() : tensor<64x64xf32>
      %266 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_36, %264 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%265 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %267 = tensor.empty() : tensor<64x64xf32>
      %268 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%266 : tensor<64x64xf32>) outs(%267 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = math.tanh %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %269 = tensor.empty() : tensor<64x64xf32>
      %270 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%268 : tensor<64x64xf32>) outs(%269 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %277 = arith.subf %cst_1, %in : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %271 = tensor.empty() : tensor<64x64xf32>
      %272 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%260, %268 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%271 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %273 = tensor.empty() : tensor<64x64xf32>
      %274 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%258, %91#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%273 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.mulf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      %275 = tensor.empty() : tensor<64x64xf32>
      %276 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%272, %274 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%275 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_40: f32, %out: f32):
        %277 = arith.addf %in, %in_40 : f32
        linalg.yield %277 : f32
      } -> tensor<64x64xf32>
      scf.yield %276, %248, %262, %extracted_slice_39, %244, %268, %270, %260, %258 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
    %102 = tensor.empty() : tensor<64x16xf32>
    %103 = linalg.fill ins(%cst_2 : f32) outs(%102 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %104 = linalg.matmul ins(%101#0, %arg3 : tensor<64x64xf32>, tensor<64x16xf32>) outs(%103 : tensor<64x16xf32>) -> tensor<64x16xf32>
    %105 = tensor.empty() : tensor<64x16xf32>
    %106 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<16xf32>) outs(%105 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x16xf32>
    %107 = tensor.empty() : tensor<64x16xf32>
    %108 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%104, %106 : tensor<64x16xf32>, tensor<64x16xf32>) outs(%107 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x16xf32>
    %109 = tensor.empty() : tensor<64x16xf32>
    %110 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%108, %arg6 : tensor<64x16xf32>, tensor<64x16xf32>) outs(%109 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.subf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x16xf32>
    %111 = tensor.empty() : tensor<64x16xf32>
    %112 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%110 : tensor<64x16xf32>) outs(%111 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.mulf %in, %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x16xf32>
    %113 = tensor.empty() : tensor<f32>
    %114 = linalg.fill ins(%cst_2 : f32) outs(%113 : tensor<f32>) -> tensor<f32>
    %115 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["reduction", "reduction"]} ins(%112 : tensor<64x16xf32>) outs(%114 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.addf %out, %in : f32
      linalg.yield %227 : f32
    } -> tensor<f32>
    %116 = tensor.empty() : tensor<f32>
    %117 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = []} ins(%115 : tensor<f32>) outs(%116 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.divf %in, %cst_0 : f32
      linalg.yield %227 : f32
    } -> tensor<f32>
    %118 = tensor.empty() : tensor<f32>
    %119 = linalg.generic {indexing_maps = [#map2], iterator_types = []} outs(%118 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %120 = tensor.empty() : tensor<64x16xf32>
    %121 = linalg.generic {indexing_maps = [#map3, #map1], iterator_types = ["parallel", "parallel"]} ins(%119 : tensor<f32>) outs(%120 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x16xf32>
    %122 = tensor.empty() : tensor<64x16xf32>
    %123 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%110, %121 : tensor<64x16xf32>, tensor<64x16xf32>) outs(%122 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x16xf32>
    %124 = tensor.empty() : tensor<64x16xf32>
    %125 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%121, %110 : tensor<64x16xf32>, tensor<64x16xf32>) outs(%124 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x16xf32>
    %126 = tensor.empty() : tensor<64x16xf32>
    %127 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%123, %125 : tensor<64x16xf32>, tensor<64x16xf32>) outs(%126 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x16xf32>
    %128 = tensor.empty() : tensor<16xf32>
    %129 = linalg.fill ins(%cst_2 : f32) outs(%128 : tensor<16xf32>) -> tensor<16xf32>
    %130 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%127 : tensor<64x16xf32>) outs(%129 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.addf %out, %in : f32
      linalg.yield %227 : f32
    } -> tensor<16xf32>
    %expanded = tensor.expand_shape %130 [[0, 1]] output_shape [1, 16] : tensor<16xf32> into tensor<1x16xf32>
    %131 = tensor.empty() : tensor<16xf32>
    %132 = linalg.fill ins(%cst_2 : f32) outs(%131 : tensor<16xf32>) -> tensor<16xf32>
    %133 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded : tensor<1x16xf32>) outs(%132 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.addf %out, %in : f32
      linalg.yield %227 : f32
    } -> tensor<16xf32>
    %134 = tensor.empty() : tensor<16x64xf32>
    %135 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%127 : tensor<64x16xf32>) outs(%134 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %136 = tensor.empty() : tensor<16x64xf32>
    %137 = linalg.fill ins(%cst_2 : f32) outs(%136 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %138 = linalg.matmul ins(%135, %101#0 : tensor<16x64xf32>, tensor<64x64xf32>) outs(%137 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %139 = tensor.empty() : tensor<64x16xf32>
    %140 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%138 : tensor<16x64xf32>) outs(%139 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x16xf32>
    %141 = tensor.empty() : tensor<16x64xf32>
    %142 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<64x16xf32>) outs(%141 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %143 = tensor.empty() : tensor<64x64xf32>
    %144 = linalg.fill ins(%cst_2 : f32) outs(%143 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %145 = linalg.matmul ins(%127, %142 : tensor<64x16xf32>, tensor<16x64xf32>) outs(%144 : tensor<64x64xf32>) -> tensor<64x64xf32>
    %146:4 = scf.if %extracted_27 -> (tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>) {
      scf.yield %145, %cst_4, %cst_5, %cst_3 : tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>
    } else {
      %227 = tensor.empty() : tensor<64x64xf32>
      %228 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%101#8, %145 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%227 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %229 = tensor.empty() : tensor<64x64xf32>
      %230 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%145, %100 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%229 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %231 = tensor.empty() : tensor<64x64xf32>
      %232 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%101#7, %145 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%231 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %233 = tensor.empty() : tensor<64x64xf32>
      %234 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%145, %101#5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%233 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %235 = tensor.empty() : tensor<64x64xf32>
      %236 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%234 : tensor<64x64xf32>) outs(%235 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.negf %in : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %237 = tensor.empty() : tensor<64x64xf32>
      %238 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%230, %236 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%237 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %239 = tensor.empty() : tensor<64x64xf32>
      %240 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%232, %101#6 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%239 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %241 = tensor.empty() : tensor<64x64xf32>
      %242 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240, %101#5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%241 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %243 = tensor.empty() : tensor<64x64xf32>
      %244 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240, %242 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%243 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %245 = tensor.empty() : tensor<64x64xf32>
      %246 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%101#4, %244 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%245 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %247 = tensor.empty() : tensor<64x64xf32>
      %248 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %101#3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%247 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %249 = tensor.empty() : tensor<64x64xf32>
      %250 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238, %101#2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%249 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %251 = tensor.empty() : tensor<64x64xf32>
      %252 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%248, %101#1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%251 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %253 = tensor.empty() : tensor<64x192xf32>
      %inserted_slice_34 = tensor.insert_slice %252 into %253[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_35 = tensor.insert_slice %250 into %inserted_slice_34[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_36 = tensor.insert_slice %246 into %inserted_slice_35[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %254 = tensor.empty() : tensor<192x64xf32>
      %255 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_36 : tensor<64x192xf32>) outs(%254 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %256 = tensor.empty() : tensor<192x64xf32>
      %257 = linalg.fill ins(%cst_2 : f32) outs(%256 : tensor<192x64xf32>) -> tensor<192x64xf32>
      %258 = linalg.matmul ins(%255, %100 : tensor<192x64xf32>, tensor<64x64xf32>) outs(%257 : tensor<192x64xf32>) -> tensor<192x64xf32>
      %259 = tensor.empty() : tensor<64x192xf32>
      %260 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%258 : tensor<192x64xf32>) outs(%259 : tensor<64x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<64x192xf32>
      %261 = tensor.empty() : tensor<192x64xf32>
      %262 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%99 : tensor<64x192xf32>) outs(%261 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %263 = tensor.empty() : tensor<64x64xf32>
      %264 = linalg.fill ins(%cst_2 : f32) outs(%263 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %265 = linalg.matmul ins(%inserted_slice_36, %262 : tensor<64x192xf32>, tensor<192x64xf32>) outs(%264 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %266 = tensor.empty() : tensor<64x64xf32>
      %267 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%228, %265 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%266 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %268 = tensor.empty() : tensor<64x192xf32>
      %inserted_slice_37 = tensor.insert_slice %252 into %268[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_38 = tensor.insert_slice %250 into %inserted_slice_37[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_39 = tensor.insert_slice %244 into %inserted_slice_38[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %269 = tensor.empty() : tensor<192xf32>
      %270 = linalg.fill ins(%cst_2 : f32) outs(%269 : tensor<192xf32>) -> tensor<192xf32>
      %271 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%inserted_slice_39 : tensor<64x192xf32>) outs(%270 : tensor<192xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.addf %out, %in : f32
        linalg.yield %282 : f32
      } -> tensor<192xf32>
      %expanded_40 = tensor.expand_shape %271 [[0, 1]] output_shape [1, 192] : tensor<192xf32> into tensor<1x192xf32>
      %272 = tensor.empty() : tensor<192xf32>
      %273 = linalg.fill ins(%cst_2 : f32) outs(%272 : tensor<192xf32>) -> tensor<192xf32>
      %274 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_40 : tensor<1x192xf32>) outs(%273 : tensor<192xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.addf %out, %in : f32
        linalg.yield %282 : f32
      } -> tensor<192xf32>
      %275 = tensor.empty() : tensor<192x64xf32>
      %276 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_39 : tensor<64x192xf32>) outs(%275 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %277 = tensor.empty() : tensor<192x16xf32>
      %278 = linalg.fill ins(%cst_2 : f32) outs(%277 : tensor<192x16xf32>) -> tensor<192x16xf32>
      %279 = linalg.matmul ins(%276, %98 : tensor<192x64xf32>, tensor<64x16xf32>) outs(%278 : tensor<192x16xf32>) -> tensor<192x16xf32>
      %280 = tensor.empty() : tensor<16x192xf32>
      %281 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%279 : tensor<192x16xf32>) outs(%280 : tensor<16x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<16x192xf32>
      scf.yield %267, %281, %260, %274 : tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>
    }
    %147:4 = scf.if %extracted_24 -> (tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>) {
      scf.yield %146#0, %cst_4, %cst_5, %cst_3 : tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>
    } else {
      %227 = tensor.empty() : tensor<64x64xf32>
      %228 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%91#8, %146#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%227 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %229 = tensor.empty() : tensor<64x64xf32>
      %230 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%146#0, %90 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%229 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %231 = tensor.empty() : tensor<64x64xf32>
      %232 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%91#7, %146#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%231 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %233 = tensor.empty() : tensor<64x64xf32>
      %234 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%146#0, %91#5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%233 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %235 = tensor.empty() : tensor<64x64xf32>
      %236 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%234 : tensor<64x64xf32>) outs(%235 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.negf %in : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %237 = tensor.empty() : tensor<64x64xf32>
      %238 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%230, %236 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%237 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %239 = tensor.empty() : tensor<64x64xf32>
      %240 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%232, %91#6 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%239 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %241 = tensor.empty() : tensor<64x64xf32>
      %242 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240, %91#5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%241 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %243 = tensor.empty() : tensor<64x64xf32>
      %244 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240, %242 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%243 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %245 = tensor.empty() : tensor<64x64xf32>
      %246 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%91#4, %244 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%245 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %247 = tensor.empty() : tensor<64x64xf32>
      %248 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %91#3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%247 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %249 = tensor.empty() : tensor<64x64xf32>
      %250 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238, %91#2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%249 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %251 = tensor.empty() : tensor<64x64xf32>
      %252 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%248, %91#1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%251 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %253 = tensor.empty() : tensor<64x192xf32>
      %inserted_slice_34 = tensor.insert_slice %252 into %253[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_35 = tensor.insert_slice %250 into %inserted_slice_34[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_36 = tensor.insert_slice %246 into %inserted_slice_35[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %254 = tensor.empty() : tensor<192x64xf32>
      %255 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_36 : tensor<64x192xf32>) outs(%254 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %256 = tensor.empty() : tensor<192x64xf32>
      %257 = linalg.fill ins(%cst_2 : f32) outs(%256 : tensor<192x64xf32>) -> tensor<192x64xf32>
      %258 = linalg.matmul ins(%255, %90 : tensor<192x64xf32>, tensor<64x64xf32>) outs(%257 : tensor<192x64xf32>) -> tensor<192x64xf32>
      %259 = tensor.empty() : tensor<64x192xf32>
      %260 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%258 : tensor<192x64xf32>) outs(%259 : tensor<64x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<64x192xf32>
      %261 = tensor.empty() : tensor<192x64xf32>
      %262 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%89 : tensor<64x192xf32>) outs(%261 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %263 = tensor.empty() : tensor<64x64xf32>
      %264 = linalg.fill ins(%cst_2 : f32) outs(%263 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %265 = linalg.matmul ins(%inserted_slice_36, %262 : tensor<64x192xf32>, tensor<192x64xf32>) outs(%264 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %266 = tensor.empty() : tensor<64x64xf32>
      %267 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%228, %265 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%266 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %268 = tensor.empty() : tensor<64x192xf32>
      %inserted_slice_37 = tensor.insert_slice %252 into %268[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_38 = tensor.insert_slice %250 into %inserted_slice_37[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_39 = tensor.insert_slice %244 into %inserted_slice_38[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %269 = tensor.empty() : tensor<192xf32>
      %270 = linalg.fill ins(%cst_2 : f32) outs(%269 : tensor<192xf32>) -> tensor<192xf32>
      %271 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%inserted_slice_39 : tensor<64x192xf32>) outs(%270 : tensor<192xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.addf %out, %in : f32
        linalg.yield %282 : f32
      } -> tensor<192xf32>
      %expanded_40 = tensor.expand_shape %271 [[0, 1]] output_shape [1, 192] : tensor<192xf32> into tensor<1x192xf32>
      %272 = tensor.empty() : tensor<192xf32>
      %273 = linalg.fill ins(%cst_2 : f32) outs(%272 : tensor<192xf32>) -> tensor<192xf32>
      %274 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_40 : tensor<1x192xf32>) outs(%273 : tensor<192xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.addf %out, %in : f32
        linalg.yield %282 : f32
      } -> tensor<192xf32>
      %275 = tensor.empty() : tensor<192x64xf32>
      %276 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_39 : tensor<64x192xf32>) outs(%275 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %277 = tensor.empty() : tensor<192x16xf32>
      %278 = linalg.fill ins(%cst_2 : f32) outs(%277 : tensor<192x16xf32>) -> tensor<192x16xf32>
      %279 = linalg.matmul ins(%276, %88 : tensor<192x64xf32>, tensor<64x16xf32>) outs(%278 : tensor<192x16xf32>) -> tensor<192x16xf32>
      %280 = tensor.empty() : tensor<16x192xf32>
      %281 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%279 : tensor<192x16xf32>) outs(%280 : tensor<16x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<16x192xf32>
      scf.yield %267, %281, %260, %274 : tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>
    }
    %148 = tensor.empty() : tensor<16x192xf32>
    %149 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%146#1, %147#1 : tensor<16x192xf32>, tensor<16x192xf32>) outs(%148 : tensor<16x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<16x192xf32>
    %150 = tensor.empty() : tensor<64x192xf32>
    %151 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%146#2, %147#2 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%150 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x192xf32>
    %152 = tensor.empty() : tensor<192xf32>
    %153 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%146#3, %147#3 : tensor<192xf32>, tensor<192xf32>) outs(%152 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<192xf32>
    %154:4 = scf.if %extracted_21 -> (tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>) {
      scf.yield %147#0, %cst_4, %cst_5, %cst_3 : tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>
    } else {
      %227 = tensor.empty() : tensor<64x64xf32>
      %228 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%81#8, %147#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%227 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %229 = tensor.empty() : tensor<64x64xf32>
      %230 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%147#0, %80 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%229 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %231 = tensor.empty() : tensor<64x64xf32>
      %232 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%81#7, %147#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%231 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %233 = tensor.empty() : tensor<64x64xf32>
      %234 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%147#0, %81#5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%233 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %235 = tensor.empty() : tensor<64x64xf32>
      %236 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%234 : tensor<64x64xf32>) outs(%235 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.negf %in : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %237 = tensor.empty() : tensor<64x64xf32>
      %238 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%230, %236 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%237 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %239 = tensor.empty() : tensor<64x64xf32>
      %240 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%232, %81#6 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%239 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %241 = tensor.empty() : tensor<64x64xf32>
      %242 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240, %81#5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%241 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %243 = tensor.empty() : tensor<64x64xf32>
      %244 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240, %242 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%243 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %245 = tensor.empty() : tensor<64x64xf32>
      %246 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%81#4, %244 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%245 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %247 = tensor.empty() : tensor<64x64xf32>
      %248 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %81#3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%247 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %249 = tensor.empty() : tensor<64x64xf32>
      %250 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238, %81#2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%249 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %251 = tensor.empty() : tensor<64x64xf32>
      %252 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%248, %81#1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%251 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %253 = tensor.empty() : tensor<64x192xf32>
      %inserted_slice_34 = tensor.insert_slice %252 into %253[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_35 = tensor.insert_slice %250 into %inserted_slice_34[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_36 = tensor.insert_slice %246 into %inserted_slice_35[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %254 = tensor.empty() : tensor<192x64xf32>
      %255 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_36 : tensor<64x192xf32>) outs(%254 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %256 = tensor.empty() : tensor<192x64xf32>
      %257 = linalg.fill ins(%cst_2 : f32) outs(%256 : tensor<192x64xf32>) -> tensor<192x64xf32>
      %258 = linalg.matmul ins(%255, %80 : tensor<192x64xf32>, tensor<64x64xf32>) outs(%257 : tensor<192x64xf32>) -> tensor<192x64xf32>
      %259 = tensor.empty() : tensor<64x192xf32>
      %260 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%258 : tensor<192x64xf32>) outs(%259 : tensor<64x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<64x192xf32>
      %261 = tensor.empty() : tensor<192x64xf32>
      %262 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%79 : tensor<64x192xf32>) outs(%261 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %263 = tensor.empty() : tensor<64x64xf32>
      %264 = linalg.fill ins(%cst_2 : f32) outs(%263 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %265 = linalg.matmul ins(%inserted_slice_36, %262 : tensor<64x192xf32>, tensor<192x64xf32>) outs(%264 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %266 = tensor.empty() : tensor<64x64xf32>
      %267 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%228, %265 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%266 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %268 = tensor.empty() : tensor<64x192xf32>
      %inserted_slice_37 = tensor.insert_slice %252 into %268[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_38 = tensor.insert_slice %250 into %inserted_slice_37[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_39 = tensor.insert_slice %244 into %inserted_slice_38[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %269 = tensor.empty() : tensor<192xf32>
      %270 = linalg.fill ins(%cst_2 : f32) outs(%269 : tensor<192xf32>) -> tensor<192xf32>
      %271 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%inserted_slice_39 : tensor<64x192xf32>) outs(%270 : tensor<192xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.addf %out, %in : f32
        linalg.yield %282 : f32
      } -> tensor<192xf32>
      %expanded_40 = tensor.expand_shape %271 [[0, 1]] output_shape [1, 192] : tensor<192xf32> into tensor<1x192xf32>
      %272 = tensor.empty() : tensor<192xf32>
      %273 = linalg.fill ins(%cst_2 : f32) outs(%272 : tensor<192xf32>) -> tensor<192xf32>
      %274 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_40 : tensor<1x192xf32>) outs(%273 : tensor<192xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.addf %out, %in : f32
        linalg.yield %282 : f32
      } -> tensor<192xf32>
      %275 = tensor.empty() : tensor<192x64xf32>
      %276 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_39 : tensor<64x192xf32>) outs(%275 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %277 = tensor.empty() : tensor<192x16xf32>
      %278 = linalg.fill ins(%cst_2 : f32) outs(%277 : tensor<192x16xf32>) -> tensor<192x16xf32>
      %279 = linalg.matmul ins(%276, %78 : tensor<192x64xf32>, tensor<64x16xf32>) outs(%278 : tensor<192x16xf32>) -> tensor<192x16xf32>
      %280 = tensor.empty() : tensor<16x192xf32>
      %281 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%279 : tensor<192x16xf32>) outs(%280 : tensor<16x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<16x192xf32>
      scf.yield %267, %281, %260, %274 : tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>
    }
    %155 = tensor.empty() : tensor<16x192xf32>
    %156 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%149, %154#1 : tensor<16x192xf32>, tensor<16x192xf32>) outs(%155 : tensor<16x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<16x192xf32>
    %157 = tensor.empty() : tensor<64x192xf32>
    %158 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%151, %154#2 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%157 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x192xf32>
    %159 = tensor.empty() : tensor<192xf32>
    %160 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%153, %154#3 : tensor<192xf32>, tensor<192xf32>) outs(%159 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<192xf32>
    %161:4 = scf.if %extracted_18 -> (tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>) {
      scf.yield %154#0, %cst_4, %cst_5, %cst_3 : tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>
    } else {
      %227 = tensor.empty() : tensor<64x64xf32>
      %228 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%71#8, %154#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%227 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %229 = tensor.empty() : tensor<64x64xf32>
      %230 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%154#0, %70 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%229 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %231 = tensor.empty() : tensor<64x64xf32>
      %232 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%71#7, %154#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%231 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %233 = tensor.empty() : tensor<64x64xf32>
      %234 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%154#0, %71#5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%233 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %235 = tensor.empty() : tensor<64x64xf32>
      %236 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%234 : tensor<64x64xf32>) outs(%235 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.negf %in : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %237 = tensor.empty() : tensor<64x64xf32>
      %238 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%230, %236 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%237 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %239 = tensor.empty() : tensor<64x64xf32>
      %240 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%232, %71#6 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%239 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %241 = tensor.empty() : tensor<64x64xf32>
      %242 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240, %71#5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%241 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %243 = tensor.empty() : tensor<64x64xf32>
      %244 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240, %242 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%243 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %245 = tensor.empty() : tensor<64x64xf32>
      %246 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%71#4, %244 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%245 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %247 = tensor.empty() : tensor<64x64xf32>
      %248 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %71#3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%247 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %249 = tensor.empty() : tensor<64x64xf32>
      %250 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238, %71#2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%249 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %251 = tensor.empty() : tensor<64x64xf32>
      %252 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%248, %71#1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%251 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %253 = tensor.empty() : tensor<64x192xf32>
      %inserted_slice_34 = tensor.insert_slice %252 into %253[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_35 = tensor.insert_slice %250 into %inserted_slice_34[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_36 = tensor.insert_slice %246 into %inserted_slice_35[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %254 = tensor.empty() : tensor<192x64xf32>
      %255 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_36 : tensor<64x192xf32>) outs(%254 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %256 = tensor.empty() : tensor<192x64xf32>
      %257 = linalg.fill ins(%cst_2 : f32) outs(%256 : tensor<192x64xf32>) -> tensor<192x64xf32>
      %258 = linalg.matmul ins(%255, %70 : tensor<192x64xf32>, tensor<64x64xf32>) outs(%257 : tensor<192x64xf32>) -> tensor<192x64xf32>
      %259 = tensor.empty() : tensor<64x192xf32>
      %260 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%258 : tensor<192x64xf32>) outs(%259 : tensor<64x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<64x192xf32>
      %261 = tensor.empty() : tensor<192x64xf32>
      %262 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%69 : tensor<64x192xf32>) outs(%261 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %263 = tensor.empty() : tensor<64x64xf32>
      %264 = linalg.fill ins(%cst_2 : f32) outs(%263 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %265 = linalg.matmul ins(%inserted_slice_36, %262 : tensor<64x192xf32>, tensor<192x64xf32>) outs(%264 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %266 = tensor.empty() : tensor<64x64xf32>
      %267 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%228, %265 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%266 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %268 = tensor.empty() : tensor<64x192xf32>
      %inserted_slice_37 = tensor.insert_slice %252 into %268[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_38 = tensor.insert_slice %250 into %inserted_slice_37[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_39 = tensor.insert_slice %244 into %inserted_slice_38[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %269 = tensor.empty() : tensor<192xf32>
      %270 = linalg.fill ins(%cst_2 : f32) outs(%269 : tensor<192xf32>) -> tensor<192xf32>
      %271 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%inserted_slice_39 : tensor<64x192xf32>) outs(%270 : tensor<192xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.addf %out, %in : f32
        linalg.yield %282 : f32
      } -> tensor<192xf32>
      %expanded_40 = tensor.expand_shape %271 [[0, 1]] output_shape [1, 192] : tensor<192xf32> into tensor<1x192xf32>
      %272 = tensor.empty() : tensor<192xf32>
      %273 = linalg.fill ins(%cst_2 : f32) outs(%272 : tensor<192xf32>) -> tensor<192xf32>
      %274 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_40 : tensor<1x192xf32>) outs(%273 : tensor<192xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.addf %out, %in : f32
        linalg.yield %282 : f32
      } -> tensor<192xf32>
      %275 = tensor.empty() : tensor<192x64xf32>
      %276 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_39 : tensor<64x192xf32>) outs(%275 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %277 = tensor.empty() : tensor<192x16xf32>
      %278 = linalg.fill ins(%cst_2 : f32) outs(%277 : tensor<192x16xf32>) -> tensor<192x16xf32>
      %279 = linalg.matmul ins(%276, %68 : tensor<192x64xf32>, tensor<64x16xf32>) outs(%278 : tensor<192x16xf32>) -> tensor<192x16xf32>
      %280 = tensor.empty() : tensor<16x192xf32>
      %281 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%279 : tensor<192x16xf32>) outs(%280 : tensor<16x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<16x192xf32>
      scf.yield %267, %281, %260, %274 : tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>
    }
    %162 = tensor.empty() : tensor<16x192xf32>
    %163 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%156, %161#1 : tensor<16x192xf32>, tensor<16x192xf32>) outs(%162 : tensor<16x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<16x192xf32>
    %164 = tensor.empty() : tensor<64x192xf32>
    %165 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%158, %161#2 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%164 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x192xf32>
    %166 = tensor.empty() : tensor<192xf32>
    %167 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%160, %161#3 : tensor<192xf32>, tensor<192xf32>) outs(%166 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<192xf32>
    %168:4 = scf.if %extracted -> (tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>) {
      scf.yield %161#0, %cst_4, %cst_5, %cst_3 : tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>
    } else {
      %227 = tensor.empty() : tensor<64x64xf32>
      %228 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%61#8, %161#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%227 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %229 = tensor.empty() : tensor<64x64xf32>
      %230 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%161#0, %60 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%229 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %231 = tensor.empty() : tensor<64x64xf32>
      %232 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%61#7, %161#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%231 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %233 = tensor.empty() : tensor<64x64xf32>
      %234 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%161#0, %61#5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%233 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %235 = tensor.empty() : tensor<64x64xf32>
      %236 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%234 : tensor<64x64xf32>) outs(%235 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.negf %in : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %237 = tensor.empty() : tensor<64x64xf32>
      %238 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%230, %236 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%237 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %239 = tensor.empty() : tensor<64x64xf32>
      %240 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%232, %61#6 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%239 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %241 = tensor.empty() : tensor<64x64xf32>
      %242 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240, %61#5 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%241 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %243 = tensor.empty() : tensor<64x64xf32>
      %244 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%240, %242 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%243 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %245 = tensor.empty() : tensor<64x64xf32>
      %246 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%61#4, %244 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%245 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %247 = tensor.empty() : tensor<64x64xf32>
      %248 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%244, %61#3 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%247 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %249 = tensor.empty() : tensor<64x64xf32>
      %250 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%238, %61#2 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%249 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %251 = tensor.empty() : tensor<64x64xf32>
      %252 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%248, %61#1 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%251 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.mulf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %253 = tensor.empty() : tensor<64x192xf32>
      %inserted_slice_34 = tensor.insert_slice %252 into %253[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_35 = tensor.insert_slice %250 into %inserted_slice_34[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_36 = tensor.insert_slice %246 into %inserted_slice_35[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %254 = tensor.empty() : tensor<192x64xf32>
      %255 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_36 : tensor<64x192xf32>) outs(%254 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %256 = tensor.empty() : tensor<192x64xf32>
      %257 = linalg.fill ins(%cst_2 : f32) outs(%256 : tensor<192x64xf32>) -> tensor<192x64xf32>
      %258 = linalg.matmul ins(%255, %60 : tensor<192x64xf32>, tensor<64x64xf32>) outs(%257 : tensor<192x64xf32>) -> tensor<192x64xf32>
      %259 = tensor.empty() : tensor<64x192xf32>
      %260 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%258 : tensor<192x64xf32>) outs(%259 : tensor<64x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<64x192xf32>
      %261 = tensor.empty() : tensor<192x64xf32>
      %262 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%59 : tensor<64x192xf32>) outs(%261 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %263 = tensor.empty() : tensor<64x64xf32>
      %264 = linalg.fill ins(%cst_2 : f32) outs(%263 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %265 = linalg.matmul ins(%inserted_slice_36, %262 : tensor<64x192xf32>, tensor<192x64xf32>) outs(%264 : tensor<64x64xf32>) -> tensor<64x64xf32>
      %266 = tensor.empty() : tensor<64x64xf32>
      %267 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%228, %265 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%266 : tensor<64x64xf32>) {
      ^bb0(%in: f32, %in_41: f32, %out: f32):
        %282 = arith.addf %in, %in_41 : f32
        linalg.yield %282 : f32
      } -> tensor<64x64xf32>
      %268 = tensor.empty() : tensor<64x192xf32>
      %inserted_slice_37 = tensor.insert_slice %252 into %268[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_38 = tensor.insert_slice %250 into %inserted_slice_37[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %inserted_slice_39 = tensor.insert_slice %244 into %inserted_slice_38[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
      %269 = tensor.empty() : tensor<192xf32>
      %270 = linalg.fill ins(%cst_2 : f32) outs(%269 : tensor<192xf32>) -> tensor<192xf32>
      %271 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%inserted_slice_39 : tensor<64x192xf32>) outs(%270 : tensor<192xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.addf %out, %in : f32
        linalg.yield %282 : f32
      } -> tensor<192xf32>
      %expanded_40 = tensor.expand_shape %271 [[0, 1]] output_shape [1, 192] : tensor<192xf32> into tensor<1x192xf32>
      %272 = tensor.empty() : tensor<192xf32>
      %273 = linalg.fill ins(%cst_2 : f32) outs(%272 : tensor<192xf32>) -> tensor<192xf32>
      %274 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_40 : tensor<1x192xf32>) outs(%273 : tensor<192xf32>) {
      ^bb0(%in: f32, %out: f32):
        %282 = arith.addf %out, %in : f32
        linalg.yield %282 : f32
      } -> tensor<192xf32>
      %275 = tensor.empty() : tensor<192x64xf32>
      %276 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_39 : tensor<64x192xf32>) outs(%275 : tensor<192x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<192x64xf32>
      %277 = tensor.empty() : tensor<192x16xf32>
      %278 = linalg.fill ins(%cst_2 : f32) outs(%277 : tensor<192x16xf32>) -> tensor<192x16xf32>
      %279 = linalg.matmul ins(%276, %58 : tensor<192x64xf32>, tensor<64x16xf32>) outs(%278 : tensor<192x16xf32>) -> tensor<192x16xf32>
      %280 = tensor.empty() : tensor<16x192xf32>
      %281 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%279 : tensor<192x16xf32>) outs(%280 : tensor<16x192xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<16x192xf32>
      scf.yield %267, %281, %260, %274 : tensor<64x64xf32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>
    }
    %169 = tensor.empty() : tensor<16x192xf32>
    %170 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%163, %168#1 : tensor<16x192xf32>, tensor<16x192xf32>) outs(%169 : tensor<16x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<16x192xf32>
    %171 = tensor.empty() : tensor<64x192xf32>
    %172 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%165, %168#2 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%171 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x192xf32>
    %173 = tensor.empty() : tensor<192xf32>
    %174 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%167, %168#3 : tensor<192xf32>, tensor<192xf32>) outs(%173 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<192xf32>
    %175 = tensor.empty() : tensor<64x64xf32>
    %176 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%168#0 : tensor<64x64xf32>) outs(%175 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.mulf %in, %cst_2 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %177 = tensor.empty() : tensor<64x64xf32>
    %178 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%35, %168#0 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%177 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %179 = tensor.empty() : tensor<64x64xf32>
    %180 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%168#0, %43 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%179 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %181 = tensor.empty() : tensor<64x64xf32>
    %182 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%180 : tensor<64x64xf32>) outs(%181 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.negf %in : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %183 = tensor.empty() : tensor<64x64xf32>
    %184 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%176, %182 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%183 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %185 = tensor.empty() : tensor<64x64xf32>
    %186 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%178, %45 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%185 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %187 = tensor.empty() : tensor<64x64xf32>
    %188 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%186, %43 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%187 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %189 = tensor.empty() : tensor<64x64xf32>
    %190 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%186, %188 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%189 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %191 = tensor.empty() : tensor<64x64xf32>
    %192 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%19, %190 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%191 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %193 = tensor.empty() : tensor<64x64xf32>
    %194 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%190, %extracted_slice_13 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%193 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %195 = tensor.empty() : tensor<64x64xf32>
    %196 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%184, %37 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%195 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %197 = tensor.empty() : tensor<64x64xf32>
    %198 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%194, %23 : tensor<64x64xf32>, tensor<64x64xf32>) outs(%197 : tensor<64x64xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.mulf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x64xf32>
    %199 = tensor.empty() : tensor<64x192xf32>
    %inserted_slice = tensor.insert_slice %198 into %199[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
    %inserted_slice_28 = tensor.insert_slice %196 into %inserted_slice[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
    %inserted_slice_29 = tensor.insert_slice %192 into %inserted_slice_28[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
    %200 = tensor.empty() : tensor<192x64xf32>
    %201 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_29 : tensor<64x192xf32>) outs(%200 : tensor<192x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x64xf32>
    %202 = tensor.empty() : tensor<192x64xf32>
    %203 = linalg.fill ins(%cst_2 : f32) outs(%202 : tensor<192x64xf32>) -> tensor<192x64xf32>
    %204 = linalg.matmul ins(%201, %cst_7 : tensor<192x64xf32>, tensor<64x64xf32>) outs(%203 : tensor<192x64xf32>) -> tensor<192x64xf32>
    %205 = tensor.empty() : tensor<64x192xf32>
    %206 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%204 : tensor<192x64xf32>) outs(%205 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x192xf32>
    %207 = tensor.empty() : tensor<64x192xf32>
    %208 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%172, %206 : tensor<64x192xf32>, tensor<64x192xf32>) outs(%207 : tensor<64x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<64x192xf32>
    %209 = tensor.empty() : tensor<64x192xf32>
    %inserted_slice_30 = tensor.insert_slice %198 into %209[0, 0] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
    %inserted_slice_31 = tensor.insert_slice %196 into %inserted_slice_30[0, 64] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
    %inserted_slice_32 = tensor.insert_slice %190 into %inserted_slice_31[0, 128] [64, 64] [1, 1] : tensor<64x64xf32> into tensor<64x192xf32>
    %210 = tensor.empty() : tensor<192xf32>
    %211 = linalg.fill ins(%cst_2 : f32) outs(%210 : tensor<192xf32>) -> tensor<192xf32>
    %212 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%inserted_slice_32 : tensor<64x192xf32>) outs(%211 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.addf %out, %in : f32
      linalg.yield %227 : f32
    } -> tensor<192xf32>
    %expanded_33 = tensor.expand_shape %212 [[0, 1]] output_shape [1, 192] : tensor<192xf32> into tensor<1x192xf32>
    %213 = tensor.empty() : tensor<192xf32>
    %214 = linalg.fill ins(%cst_2 : f32) outs(%213 : tensor<192xf32>) -> tensor<192xf32>
    %215 = linalg.generic {indexing_maps = [#map4, #map5], iterator_types = ["parallel", "reduction"]} ins(%expanded_33 : tensor<1x192xf32>) outs(%214 : tensor<192xf32>) {
    ^bb0(%in: f32, %out: f32):
      %227 = arith.addf %out, %in : f32
      linalg.yield %227 : f32
    } -> tensor<192xf32>
    %216 = tensor.empty() : tensor<192xf32>
    %217 = linalg.generic {indexing_maps = [#map6, #map6, #map6], iterator_types = ["parallel"]} ins(%174, %215 : tensor<192xf32>, tensor<192xf32>) outs(%216 : tensor<192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<192xf32>
    %218 = tensor.empty() : tensor<192x64xf32>
    %219 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_32 : tensor<64x192xf32>) outs(%218 : tensor<192x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<192x64xf32>
    %220 = tensor.empty() : tensor<192x16xf32>
    %221 = linalg.fill ins(%cst_2 : f32) outs(%220 : tensor<192x16xf32>) -> tensor<192x16xf32>
    %222 = linalg.matmul ins(%219, %collapsed : tensor<192x64xf32>, tensor<64x16xf32>) outs(%221 : tensor<192x16xf32>) -> tensor<192x16xf32>
    %223 = tensor.empty() : tensor<16x192xf32>
    %224 = linalg.generic {indexing_maps = [#map4, #map1], iterator_types = ["parallel", "parallel"]} ins(%222 : tensor<192x16xf32>) outs(%223 : tensor<16x192xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x192xf32>
    %225 = tensor.empty() : tensor<16x192xf32>
    %226 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel"]} ins(%170, %224 : tensor<16x192xf32>, tensor<16x192xf32>) outs(%225 : tensor<16x192xf32>) {
    ^bb0(%in: f32, %in_34: f32, %out: f32):
      %227 = arith.addf %in, %in_34 : f32
      linalg.yield %227 : f32
    } -> tensor<16x192xf32>
    return %117, %226, %208, %217, %140, %133 : tensor<f32>, tensor<16x192xf32>, tensor<64x192xf32>, tensor<192xf32>, tensor<64x16xf32>, tensor<16xf32>
  }
}
