// lstm-scan.mlir: LSTM of 64 units as a loop (lax.scan, scf.for): one loop forward, one backward; batch 32, 32 steps of 16 features.
// Made by utils/export-examples.py; do not edit.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1, d2) -> (d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1, d2) -> ()>
#map6 = affine_map<() -> ()>
#map7 = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
#map8 = affine_map<(d0, d1, d2) -> (d0)>
#map9 = affine_map<(d0, d1) -> (d1, d0)>
#map10 = affine_map<(d0, d1) -> (d0)>
#map11 = affine_map<(d0) -> (d0)>
module @lstm_scan {
  func.func public @main(%arg0: tensor<16x256xf32>, %arg1: tensor<64x256xf32>, %arg2: tensor<256xf32>, %arg3: tensor<64x16xf32>, %arg4: tensor<16xf32>, %arg5: tensor<32x32x16xf32>, %arg6: tensor<32x32x16xf32>) -> (tensor<f32>, tensor<16x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<64x16xf32>, tensor<16xf32>) {
    %c31_i32 = arith.constant 31 : i32
    %cst = arith.constant 6.10351563E-5 : f32
    %cst_0 = arith.constant 1.638400e+04 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 0.000000e+00 : f32
    %c31 = arith.constant 31 : index
    %c0 = arith.constant 0 : index
    %c1_i32 = arith.constant 1 : i32
    %c32_i32 = arith.constant 32 : i32
    %c0_i32 = arith.constant 0 : i32
    %cst_3 = arith.constant dense<0.000000e+00> : tensor<256xf32>
    %cst_4 = arith.constant dense<0.000000e+00> : tensor<64x256xf32>
    %cst_5 = arith.constant dense<0.000000e+00> : tensor<16x256xf32>
    %cst_6 = arith.constant dense<0.000000e+00> : tensor<32x32x64xf32>
    %cst_7 = arith.constant dense<0.000000e+00> : tensor<32x64xf32>
    %0:15 = scf.for %arg7 = %c0_i32 to %c32_i32 step %c1_i32 iter_args(%arg8 = %cst_7, %arg9 = %cst_7, %arg10 = %cst_6, %arg11 = %cst_6, %arg12 = %cst_6, %arg13 = %cst_6, %arg14 = %cst_6, %arg15 = %cst_6, %arg16 = %cst_6, %arg17 = %cst_6, %arg18 = %cst_6, %arg19 = %cst_6, %arg20 = %cst_6, %arg21 = %cst_6, %arg22 = %cst_6) -> (tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>)  : i32 {
      %46 = arith.index_cast %arg7 : i32 to index
      %47 = arith.maxsi %46, %c0 : index
      %48 = arith.minsi %47, %c31 : index
      %extracted_slice = tensor.extract_slice %arg5[%48, 0, 0] [1, 32, 16] [1, 1, 1] : tensor<32x32x16xf32> to tensor<1x32x16xf32>
      %collapsed_12 = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x32x16xf32> into tensor<32x16xf32>
      %49 = tensor.empty() : tensor<32x256xf32>
      %50 = linalg.fill ins(%cst_2 : f32) outs(%49 : tensor<32x256xf32>) -> tensor<32x256xf32>
      %51 = linalg.matmul ins(%collapsed_12, %arg0 : tensor<32x16xf32>, tensor<16x256xf32>) outs(%50 : tensor<32x256xf32>) -> tensor<32x256xf32>
      %52 = tensor.empty() : tensor<32x256xf32>
      %53 = linalg.fill ins(%cst_2 : f32) outs(%52 : tensor<32x256xf32>) -> tensor<32x256xf32>
      %54 = linalg.matmul ins(%arg8, %arg1 : tensor<32x64xf32>, tensor<64x256xf32>) outs(%53 : tensor<32x256xf32>) -> tensor<32x256xf32>
      %55 = tensor.empty() : tensor<32x256xf32>
      %56 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%51, %54 : tensor<32x256xf32>, tensor<32x256xf32>) outs(%55 : tensor<32x256xf32>) {
      ^bb0(%in: f32, %in_29: f32, %out: f32):
        %178 = arith.addf %in, %in_29 : f32
        linalg.yield %178 : f32
      } -> tensor<32x256xf32>
      %57 = tensor.empty() : tensor<32x256xf32>
      %58 = linalg.generic {indexing_maps = [#map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<256xf32>) outs(%57 : tensor<32x256xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<32x256xf32>
      %59 = tensor.empty() : tensor<32x256xf32>
      %60 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%56, %58 : tensor<32x256xf32>, tensor<32x256xf32>) outs(%59 : tensor<32x256xf32>) {
      ^bb0(%in: f32, %in_29: f32, %out: f32):
        %178 = arith.addf %in, %in_29 : f32
        linalg.yield %178 : f32
      } -> tensor<32x256xf32>
      %extracted_slice_13 = tensor.extract_slice %60[0, 0] [32, 64] [1, 1] : tensor<32x256xf32> to tensor<32x64xf32>
      %extracted_slice_14 = tensor.extract_slice %60[0, 64] [32, 64] [1, 1] : tensor<32x256xf32> to tensor<32x64xf32>
      %extracted_slice_15 = tensor.extract_slice %60[0, 128] [32, 64] [1, 1] : tensor<32x256xf32> to tensor<32x64xf32>
      %extracted_slice_16 = tensor.extract_slice %60[0, 192] [32, 64] [1, 1] : tensor<32x256xf32> to tensor<32x64xf32>
      %61 = tensor.empty() : tensor<32x64xf32>
      %62 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_14 : tensor<32x64xf32>) outs(%61 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.negf %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %63 = tensor.empty() : tensor<32x64xf32>
      %64 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%62 : tensor<32x64xf32>) outs(%63 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = math.exp %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %65 = tensor.empty() : tensor<32x64xf32>
      %66 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%64 : tensor<32x64xf32>) outs(%65 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.addf %in, %cst_1 : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %67 = tensor.empty() : tensor<32x64xf32>
      %68 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%66 : tensor<32x64xf32>) outs(%67 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.divf %cst_1, %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %69 = tensor.empty() : tensor<32x64xf32>
      %70 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%68 : tensor<32x64xf32>) outs(%69 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.subf %cst_1, %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %71 = tensor.empty() : tensor<32x64xf32>
      %72 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%68, %70 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%71 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_29: f32, %out: f32):
        %178 = arith.mulf %in, %in_29 : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %73 = tensor.empty() : tensor<32x64xf32>
      %74 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%68, %arg9 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%73 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_29: f32, %out: f32):
        %178 = arith.mulf %in, %in_29 : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %75 = tensor.empty() : tensor<32x64xf32>
      %76 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_13 : tensor<32x64xf32>) outs(%75 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.negf %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %77 = tensor.empty() : tensor<32x64xf32>
      %78 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%76 : tensor<32x64xf32>) outs(%77 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = math.exp %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %79 = tensor.empty() : tensor<32x64xf32>
      %80 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%78 : tensor<32x64xf32>) outs(%79 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.addf %in, %cst_1 : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %81 = tensor.empty() : tensor<32x64xf32>
      %82 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%80 : tensor<32x64xf32>) outs(%81 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.divf %cst_1, %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %83 = tensor.empty() : tensor<32x64xf32>
      %84 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%82 : tensor<32x64xf32>) outs(%83 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.subf %cst_1, %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %85 = tensor.empty() : tensor<32x64xf32>
      %86 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%82, %84 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%85 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_29: f32, %out: f32):
        %178 = arith.mulf %in, %in_29 : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %87 = tensor.empty() : tensor<32x64xf32>
      %88 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_15 : tensor<32x64xf32>) outs(%87 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = math.tanh %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %89 = tensor.empty() : tensor<32x64xf32>
      %90 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%88 : tensor<32x64xf32>) outs(%89 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.subf %cst_1, %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %91 = tensor.empty() : tensor<32x64xf32>
      %92 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%82, %88 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%91 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_29: f32, %out: f32):
        %178 = arith.mulf %in, %in_29 : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %93 = tensor.empty() : tensor<32x64xf32>
      %94 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%74, %92 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%93 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_29: f32, %out: f32):
        %178 = arith.addf %in, %in_29 : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %95 = tensor.empty() : tensor<32x64xf32>
      %96 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice_16 : tensor<32x64xf32>) outs(%95 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.negf %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %97 = tensor.empty() : tensor<32x64xf32>
      %98 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%96 : tensor<32x64xf32>) outs(%97 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = math.exp %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %99 = tensor.empty() : tensor<32x64xf32>
      %100 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%98 : tensor<32x64xf32>) outs(%99 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.addf %in, %cst_1 : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %101 = tensor.empty() : tensor<32x64xf32>
      %102 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%100 : tensor<32x64xf32>) outs(%101 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.divf %cst_1, %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %103 = tensor.empty() : tensor<32x64xf32>
      %104 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%102 : tensor<32x64xf32>) outs(%103 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.subf %cst_1, %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %105 = tensor.empty() : tensor<32x64xf32>
      %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%102, %104 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%105 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_29: f32, %out: f32):
        %178 = arith.mulf %in, %in_29 : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %107 = tensor.empty() : tensor<32x64xf32>
      %108 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%94 : tensor<32x64xf32>) outs(%107 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = math.tanh %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %109 = tensor.empty() : tensor<32x64xf32>
      %110 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%108 : tensor<32x64xf32>) outs(%109 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        %178 = arith.subf %cst_1, %in : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %111 = tensor.empty() : tensor<32x64xf32>
      %112 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%102, %108 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%111 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_29: f32, %out: f32):
        %178 = arith.mulf %in, %in_29 : f32
        linalg.yield %178 : f32
      } -> tensor<32x64xf32>
      %113 = tensor.empty() : tensor<1x32x64xf32>
      %114 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%112 : tensor<32x64xf32>) outs(%113 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %115 = arith.index_cast %arg7 : i32 to index
      %116 = arith.maxsi %115, %c0 : index
      %117 = arith.minsi %116, %c31 : index
      %inserted_slice = tensor.insert_slice %114 into %arg10[%117, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %118 = tensor.empty() : tensor<1x32x64xf32>
      %119 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg8 : tensor<32x64xf32>) outs(%118 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %120 = arith.index_cast %arg7 : i32 to index
      %121 = arith.maxsi %120, %c0 : index
      %122 = arith.minsi %121, %c31 : index
      %inserted_slice_17 = tensor.insert_slice %119 into %arg11[%122, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %123 = tensor.empty() : tensor<1x32x64xf32>
      %124 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72 : tensor<32x64xf32>) outs(%123 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %125 = arith.index_cast %arg7 : i32 to index
      %126 = arith.maxsi %125, %c0 : index
      %127 = arith.minsi %126, %c31 : index
      %inserted_slice_18 = tensor.insert_slice %124 into %arg12[%127, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %128 = tensor.empty() : tensor<1x32x64xf32>
      %129 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg9 : tensor<32x64xf32>) outs(%128 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %130 = arith.index_cast %arg7 : i32 to index
      %131 = arith.maxsi %130, %c0 : index
      %132 = arith.minsi %131, %c31 : index
      %inserted_slice_19 = tensor.insert_slice %129 into %arg13[%132, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %133 = tensor.empty() : tensor<1x32x64xf32>
      %134 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%68 : tensor<32x64xf32>) outs(%133 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %135 = arith.index_cast %arg7 : i32 to index
      %136 = arith.maxsi %135, %c0 : index
      %137 = arith.minsi %136, %c31 : index
      %inserted_slice_20 = tensor.insert_slice %134 into %arg14[%137, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %138 = tensor.empty() : tensor<1x32x64xf32>
      %139 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%86 : tensor<32x64xf32>) outs(%138 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %140 = arith.index_cast %arg7 : i32 to index
      %141 = arith.maxsi %140, %c0 : index
      %142 = arith.minsi %141, %c31 : index
      %inserted_slice_21 = tensor.insert_slice %139 into %arg15[%142, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %143 = tensor.empty() : tensor<1x32x64xf32>
      %144 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%88 : tensor<32x64xf32>) outs(%143 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %145 = arith.index_cast %arg7 : i32 to index
      %146 = arith.maxsi %145, %c0 : index
      %147 = arith.minsi %146, %c31 : index
      %inserted_slice_22 = tensor.insert_slice %144 into %arg16[%147, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %148 = tensor.empty() : tensor<1x32x64xf32>
      %149 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%90 : tensor<32x64xf32>) outs(%148 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %150 = arith.index_cast %arg7 : i32 to index
      %151 = arith.maxsi %150, %c0 : index
      %152 = arith.minsi %151, %c31 : index
      %inserted_slice_23 = tensor.insert_slice %149 into %arg17[%152, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %153 = tensor.empty() : tensor<1x32x64xf32>
      %154 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82 : tensor<32x64xf32>) outs(%153 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %155 = arith.index_cast %arg7 : i32 to index
      %156 = arith.maxsi %155, %c0 : index
      %157 = arith.minsi %156, %c31 : index
      %inserted_slice_24 = tensor.insert_slice %154 into %arg18[%157, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %158 = tensor.empty() : tensor<1x32x64xf32>
      %159 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%106 : tensor<32x64xf32>) outs(%158 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %160 = arith.index_cast %arg7 : i32 to index
      %161 = arith.maxsi %160, %c0 : index
      %162 = arith.minsi %161, %c31 : index
      %inserted_slice_25 = tensor.insert_slice %159 into %arg19[%162, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %163 = tensor.empty() : tensor<1x32x64xf32>
      %164 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%108 : tensor<32x64xf32>) outs(%163 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %165 = arith.index_cast %arg7 : i32 to index
      %166 = arith.maxsi %165, %c0 : index
      %167 = arith.minsi %166, %c31 : index
      %inserted_slice_26 = tensor.insert_slice %164 into %arg20[%167, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %168 = tensor.empty() : tensor<1x32x64xf32>
      %169 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%110 : tensor<32x64xf32>) outs(%168 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %170 = arith.index_cast %arg7 : i32 to index
      %171 = arith.maxsi %170, %c0 : index
      %172 = arith.minsi %171, %c31 : index
      %inserted_slice_27 = tensor.insert_slice %169 into %arg21[%172, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      %173 = tensor.empty() : tensor<1x32x64xf32>
      %174 = linalg.generic {indexing_maps = [#map2, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%102 : tensor<32x64xf32>) outs(%173 : tensor<1x32x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<1x32x64xf32>
      %175 = arith.index_cast %arg7 : i32 to index
      %176 = arith.maxsi %175, %c0 : index
      %177 = arith.minsi %176, %c31 : index
      %inserted_slice_28 = tensor.insert_slice %174 into %arg22[%177, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<1x32x64xf32> into tensor<32x32x64xf32>
      scf.yield %112, %94, %inserted_slice, %inserted_slice_17, %inserted_slice_18, %inserted_slice_19, %inserted_slice_20, %inserted_slice_21, %inserted_slice_22, %inserted_slice_23, %inserted_slice_24, %inserted_slice_25, %inserted_slice_26, %inserted_slice_27, %inserted_slice_28 : tensor<32x64xf32>, tensor<32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>, tensor<32x32x64xf32>
    }
    %collapsed = tensor.collapse_shape %0#2 [[0, 1], [2]] : tensor<32x32x64xf32> into tensor<1024x64xf32>
    %1 = tensor.empty() : tensor<1024x16xf32>
    %2 = linalg.fill ins(%cst_2 : f32) outs(%1 : tensor<1024x16xf32>) -> tensor<1024x16xf32>
    %3 = linalg.matmul ins(%collapsed, %arg3 : tensor<1024x64xf32>, tensor<64x16xf32>) outs(%2 : tensor<1024x16xf32>) -> tensor<1024x16xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2]] output_shape [32, 32, 16] : tensor<1024x16xf32> into tensor<32x32x16xf32>
    %4 = tensor.empty() : tensor<32x32x16xf32>
    %5 = linalg.generic {indexing_maps = [#map4, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg4 : tensor<16xf32>) outs(%4 : tensor<32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32x16xf32>
    %6 = tensor.empty() : tensor<32x32x16xf32>
    %7 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %5 : tensor<32x32x16xf32>, tensor<32x32x16xf32>) outs(%6 : tensor<32x32x16xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %46 = arith.addf %in, %in_12 : f32
      linalg.yield %46 : f32
    } -> tensor<32x32x16xf32>
    %8 = tensor.empty() : tensor<32x32x16xf32>
    %9 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7, %arg6 : tensor<32x32x16xf32>, tensor<32x32x16xf32>) outs(%8 : tensor<32x32x16xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %46 = arith.subf %in, %in_12 : f32
      linalg.yield %46 : f32
    } -> tensor<32x32x16xf32>
    %10 = tensor.empty() : tensor<32x32x16xf32>
    %11 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<32x32x16xf32>) outs(%10 : tensor<32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.mulf %in, %in : f32
      linalg.yield %46 : f32
    } -> tensor<32x32x16xf32>
    %12 = tensor.empty() : tensor<f32>
    %13 = linalg.fill ins(%cst_2 : f32) outs(%12 : tensor<f32>) -> tensor<f32>
    %14 = linalg.generic {indexing_maps = [#map3, #map5], iterator_types = ["reduction", "reduction", "reduction"]} ins(%11 : tensor<32x32x16xf32>) outs(%13 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.addf %out, %in : f32
      linalg.yield %46 : f32
    } -> tensor<f32>
    %15 = tensor.empty() : tensor<f32>
    %16 = linalg.generic {indexing_maps = [#map6, #map6], iterator_types = []} ins(%14 : tensor<f32>) outs(%15 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.divf %in, %cst_0 : f32
      linalg.yield %46 : f32
    } -> tensor<f32>
    %17 = tensor.empty() : tensor<f32>
    %18 = linalg.generic {indexing_maps = [#map6], iterator_types = []} outs(%17 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst : f32
    } -> tensor<f32>
    %19 = tensor.empty() : tensor<32x32x16xf32>
    %20 = linalg.generic {indexing_maps = [#map5, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<f32>) outs(%19 : tensor<32x32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x32x16xf32>
    %21 = tensor.empty() : tensor<32x32x16xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9, %20 : tensor<32x32x16xf32>, tensor<32x32x16xf32>) outs(%21 : tensor<32x32x16xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %46 = arith.mulf %in, %in_12 : f32
      linalg.yield %46 : f32
    } -> tensor<32x32x16xf32>
    %23 = tensor.empty() : tensor<32x32x16xf32>
    %24 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20, %9 : tensor<32x32x16xf32>, tensor<32x32x16xf32>) outs(%23 : tensor<32x32x16xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %46 = arith.mulf %in, %in_12 : f32
      linalg.yield %46 : f32
    } -> tensor<32x32x16xf32>
    %25 = tensor.empty() : tensor<32x32x16xf32>
    %26 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %24 : tensor<32x32x16xf32>, tensor<32x32x16xf32>) outs(%25 : tensor<32x32x16xf32>) {
    ^bb0(%in: f32, %in_12: f32, %out: f32):
      %46 = arith.addf %in, %in_12 : f32
      linalg.yield %46 : f32
    } -> tensor<32x32x16xf32>
    %27 = tensor.empty() : tensor<16xf32>
    %28 = linalg.fill ins(%cst_2 : f32) outs(%27 : tensor<16xf32>) -> tensor<16xf32>
    %29 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "reduction", "reduction"]} ins(%26 : tensor<32x32x16xf32>) outs(%28 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.addf %out, %in : f32
      linalg.yield %46 : f32
    } -> tensor<16xf32>
    %expanded_8 = tensor.expand_shape %29 [[0, 1, 2]] output_shape [1, 1, 16] : tensor<16xf32> into tensor<1x1x16xf32>
    %30 = tensor.empty() : tensor<16xf32>
    %31 = linalg.fill ins(%cst_2 : f32) outs(%30 : tensor<16xf32>) -> tensor<16xf32>
    %32 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "reduction", "reduction"]} ins(%expanded_8 : tensor<1x1x16xf32>) outs(%31 : tensor<16xf32>) {
    ^bb0(%in: f32, %out: f32):
      %46 = arith.addf %out, %in : f32
      linalg.yield %46 : f32
    } -> tensor<16xf32>
    %33 = tensor.empty() : tensor<16x32x32xf32>
    %34 = linalg.generic {indexing_maps = [#map7, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26 : tensor<32x32x16xf32>) outs(%33 : tensor<16x32x32xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x32x32xf32>
    %collapsed_9 = tensor.collapse_shape %34 [[0], [1, 2]] : tensor<16x32x32xf32> into tensor<16x1024xf32>
    %35 = tensor.empty() : tensor<16x64xf32>
    %36 = linalg.fill ins(%cst_2 : f32) outs(%35 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %37 = linalg.matmul ins(%collapsed_9, %collapsed : tensor<16x1024xf32>, tensor<1024x64xf32>) outs(%36 : tensor<16x64xf32>) -> tensor<16x64xf32>
    %38 = tensor.empty() : tensor<64x16xf32>
    %39 = linalg.generic {indexing_maps = [#map9, #map], iterator_types = ["parallel", "parallel"]} ins(%37 : tensor<16x64xf32>) outs(%38 : tensor<64x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<64x16xf32>
    %collapsed_10 = tensor.collapse_shape %26 [[0, 1], [2]] : tensor<32x32x16xf32> into tensor<1024x16xf32>
    %40 = tensor.empty() : tensor<16x64xf32>
    %41 = linalg.generic {indexing_maps = [#map9, #map], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<64x16xf32>) outs(%40 : tensor<16x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<16x64xf32>
    %42 = tensor.empty() : tensor<1024x64xf32>
    %43 = linalg.fill ins(%cst_2 : f32) outs(%42 : tensor<1024x64xf32>) -> tensor<1024x64xf32>
    %44 = linalg.matmul ins(%collapsed_10, %41 : tensor<1024x16xf32>, tensor<16x64xf32>) outs(%43 : tensor<1024x64xf32>) -> tensor<1024x64xf32>
    %expanded_11 = tensor.expand_shape %44 [[0, 1], [2]] output_shape [32, 32, 64] : tensor<1024x64xf32> into tensor<32x32x64xf32>
    %45:5 = scf.for %arg7 = %c0_i32 to %c32_i32 step %c1_i32 iter_args(%arg8 = %cst_5, %arg9 = %cst_4, %arg10 = %cst_3, %arg11 = %cst_7, %arg12 = %cst_7) -> (tensor<16x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<32x64xf32>, tensor<32x64xf32>)  : i32 {
      %46 = arith.subi %c31_i32, %arg7 : i32
      %47 = arith.index_cast %46 : i32 to index
      %48 = arith.maxsi %47, %c0 : index
      %49 = arith.minsi %48, %c31 : index
      %extracted_slice = tensor.extract_slice %expanded_11[%49, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_12 = tensor.collapse_shape %extracted_slice [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %50 = arith.index_cast %46 : i32 to index
      %51 = arith.maxsi %50, %c0 : index
      %52 = arith.minsi %51, %c31 : index
      %extracted_slice_13 = tensor.extract_slice %arg5[%52, 0, 0] [1, 32, 16] [1, 1, 1] : tensor<32x32x16xf32> to tensor<1x32x16xf32>
      %collapsed_14 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2]] : tensor<1x32x16xf32> into tensor<32x16xf32>
      %53 = arith.index_cast %46 : i32 to index
      %54 = arith.maxsi %53, %c0 : index
      %55 = arith.minsi %54, %c31 : index
      %extracted_slice_15 = tensor.extract_slice %0#3[%55, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_16 = tensor.collapse_shape %extracted_slice_15 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %56 = arith.index_cast %46 : i32 to index
      %57 = arith.maxsi %56, %c0 : index
      %58 = arith.minsi %57, %c31 : index
      %extracted_slice_17 = tensor.extract_slice %0#4[%58, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_18 = tensor.collapse_shape %extracted_slice_17 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %59 = arith.index_cast %46 : i32 to index
      %60 = arith.maxsi %59, %c0 : index
      %61 = arith.minsi %60, %c31 : index
      %extracted_slice_19 = tensor.extract_slice %0#5[%61, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_20 = tensor.collapse_shape %extracted_slice_19 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %62 = arith.index_cast %46 : i32 to index
      %63 = arith.maxsi %62, %c0 : index
      %64 = arith.minsi %63, %c31 : index
      %extracted_slice_21 = tensor.extract_slice %0#6[%64, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_22 = tensor.collapse_shape %extracted_slice_21 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %65 = arith.index_cast %46 : i32 to index
      %66 = arith.maxsi %65, %c0 : index
      %67 = arith.minsi %66, %c31 : index
      %extracted_slice_23 = tensor.extract_slice %0#7[%67, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_24 = tensor.collapse_shape %extracted_slice_23 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %68 = arith.index_cast %46 : i32 to index
      %69 = arith.maxsi %68, %c0 : index
      %70 = arith.minsi %69, %c31 : index
      %extracted_slice_25 = tensor.extract_slice %0#8[%70, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_26 = tensor.collapse_shape %extracted_slice_25 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %71 = arith.index_cast %46 : i32 to index
      %72 = arith.maxsi %71, %c0 : index
      %73 = arith.minsi %72, %c31 : index
      %extracted_slice_27 = tensor.extract_slice %0#9[%73, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_28 = tensor.collapse_shape %extracted_slice_27 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %74 = arith.index_cast %46 : i32 to index
      %75 = arith.maxsi %74, %c0 : index
      %76 = arith.minsi %75, %c31 : index
      %extracted_slice_29 = tensor.extract_slice %0#10[%76, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_30 = tensor.collapse_shape %extracted_slice_29 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %77 = arith.index_cast %46 : i32 to index
      %78 = arith.maxsi %77, %c0 : index
      %79 = arith.minsi %78, %c31 : index
      %extracted_slice_31 = tensor.extract_slice %0#11[%79, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_32 = tensor.collapse_shape %extracted_slice_31 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %80 = arith.index_cast %46 : i32 to index
      %81 = arith.maxsi %80, %c0 : index
      %82 = arith.minsi %81, %c31 : index
      %extracted_slice_33 = tensor.extract_slice %0#12[%82, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_34 = tensor.collapse_shape %extracted_slice_33 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %83 = arith.index_cast %46 : i32 to index
      %84 = arith.maxsi %83, %c0 : index
      %85 = arith.minsi %84, %c31 : index
      %extracted_slice_35 = tensor.extract_slice %0#13[%85, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_36 = tensor.collapse_shape %extracted_slice_35 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %86 = arith.index_cast %46 : i32 to index
      %87 = arith.maxsi %86, %c0 : index
      %88 = arith.minsi %87, %c31 : index
      %extracted_slice_37 = tensor.extract_slice %0#14[%88, 0, 0] [1, 32, 64] [1, 1, 1] : tensor<32x32x64xf32> to tensor<1x32x64xf32>
      %collapsed_38 = tensor.collapse_shape %extracted_slice_37 [[0, 1], [2]] : tensor<1x32x64xf32> into tensor<32x64xf32>
      %89 = tensor.empty() : tensor<32x64xf32>
      %90 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg11, %collapsed_12 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%89 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.addf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %91 = tensor.empty() : tensor<32x64xf32>
      %92 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_38, %90 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%91 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %93 = tensor.empty() : tensor<32x64xf32>
      %94 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%90, %collapsed_34 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%93 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %95 = tensor.empty() : tensor<32x64xf32>
      %96 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%92, %collapsed_36 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%95 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %97 = tensor.empty() : tensor<32x64xf32>
      %98 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg12, %96 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%97 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.addf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %99 = tensor.empty() : tensor<32x64xf32>
      %100 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%96, %collapsed_34 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%99 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %101 = tensor.empty() : tensor<32x64xf32>
      %102 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%98, %100 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%101 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.addf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %103 = tensor.empty() : tensor<32x64xf32>
      %104 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%94, %collapsed_32 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%103 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %105 = tensor.empty() : tensor<32x64xf32>
      %106 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_30, %102 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%105 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %107 = tensor.empty() : tensor<32x64xf32>
      %108 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%102, %collapsed_26 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%107 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %109 = tensor.empty() : tensor<32x64xf32>
      %110 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%106, %collapsed_28 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%109 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %111 = tensor.empty() : tensor<32x64xf32>
      %112 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%110, %collapsed_26 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%111 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %113 = tensor.empty() : tensor<32x64xf32>
      %114 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%110, %112 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%113 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.addf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %115 = tensor.empty() : tensor<32x64xf32>
      %116 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%108, %collapsed_24 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%115 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %117 = tensor.empty() : tensor<32x64xf32>
      %118 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%collapsed_22, %102 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%117 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %119 = tensor.empty() : tensor<32x64xf32>
      %120 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%102, %collapsed_20 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%119 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %121 = tensor.empty() : tensor<32x64xf32>
      %122 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%120, %collapsed_18 : tensor<32x64xf32>, tensor<32x64xf32>) outs(%121 : tensor<32x64xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.mulf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<32x64xf32>
      %123 = tensor.empty() : tensor<32x256xf32>
      %inserted_slice = tensor.insert_slice %116 into %123[0, 0] [32, 64] [1, 1] : tensor<32x64xf32> into tensor<32x256xf32>
      %inserted_slice_39 = tensor.insert_slice %122 into %inserted_slice[0, 64] [32, 64] [1, 1] : tensor<32x64xf32> into tensor<32x256xf32>
      %inserted_slice_40 = tensor.insert_slice %114 into %inserted_slice_39[0, 128] [32, 64] [1, 1] : tensor<32x64xf32> into tensor<32x256xf32>
      %inserted_slice_41 = tensor.insert_slice %104 into %inserted_slice_40[0, 192] [32, 64] [1, 1] : tensor<32x64xf32> into tensor<32x256xf32>
      %124 = tensor.empty() : tensor<256xf32>
      %125 = linalg.fill ins(%cst_2 : f32) outs(%124 : tensor<256xf32>) -> tensor<256xf32>
      %126 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "reduction"]} ins(%inserted_slice_41 : tensor<32x256xf32>) outs(%125 : tensor<256xf32>) {
      ^bb0(%in: f32, %out: f32):
        %153 = arith.addf %out, %in : f32
        linalg.yield %153 : f32
      } -> tensor<256xf32>
      %expanded_42 = tensor.expand_shape %126 [[0, 1]] output_shape [1, 256] : tensor<256xf32> into tensor<1x256xf32>
      %127 = tensor.empty() : tensor<256xf32>
      %128 = linalg.fill ins(%cst_2 : f32) outs(%127 : tensor<256xf32>) -> tensor<256xf32>
      %129 = linalg.generic {indexing_maps = [#map9, #map10], iterator_types = ["parallel", "reduction"]} ins(%expanded_42 : tensor<1x256xf32>) outs(%128 : tensor<256xf32>) {
      ^bb0(%in: f32, %out: f32):
        %153 = arith.addf %out, %in : f32
        linalg.yield %153 : f32
      } -> tensor<256xf32>
      %130 = tensor.empty() : tensor<256xf32>
      %131 = linalg.generic {indexing_maps = [#map11, #map11, #map11], iterator_types = ["parallel"]} ins(%arg10, %129 : tensor<256xf32>, tensor<256xf32>) outs(%130 : tensor<256xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.addf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<256xf32>
      %132 = tensor.empty() : tensor<256x32xf32>
      %133 = linalg.generic {indexing_maps = [#map9, #map], iterator_types = ["parallel", "parallel"]} ins(%inserted_slice_41 : tensor<32x256xf32>) outs(%132 : tensor<256x32xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<256x32xf32>
      %134 = tensor.empty() : tensor<256x64xf32>
      %135 = linalg.fill ins(%cst_2 : f32) outs(%134 : tensor<256x64xf32>) -> tensor<256x64xf32>
      %136 = linalg.matmul ins(%133, %collapsed_16 : tensor<256x32xf32>, tensor<32x64xf32>) outs(%135 : tensor<256x64xf32>) -> tensor<256x64xf32>
      %137 = tensor.empty() : tensor<64x256xf32>
      %138 = linalg.generic {indexing_maps = [#map9, #map], iterator_types = ["parallel", "parallel"]} ins(%136 : tensor<256x64xf32>) outs(%137 : tensor<64x256xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<64x256xf32>
      %139 = tensor.empty() : tensor<64x256xf32>
      %140 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg9, %138 : tensor<64x256xf32>, tensor<64x256xf32>) outs(%139 : tensor<64x256xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.addf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<64x256xf32>
      %141 = tensor.empty() : tensor<256x64xf32>
      %142 = linalg.generic {indexing_maps = [#map9, #map], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<64x256xf32>) outs(%141 : tensor<256x64xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<256x64xf32>
      %143 = tensor.empty() : tensor<32x64xf32>
      %144 = linalg.fill ins(%cst_2 : f32) outs(%143 : tensor<32x64xf32>) -> tensor<32x64xf32>
      %145 = linalg.matmul ins(%inserted_slice_41, %142 : tensor<32x256xf32>, tensor<256x64xf32>) outs(%144 : tensor<32x64xf32>) -> tensor<32x64xf32>
      %146 = tensor.empty() : tensor<256x16xf32>
      %147 = linalg.fill ins(%cst_2 : f32) outs(%146 : tensor<256x16xf32>) -> tensor<256x16xf32>
      %148 = linalg.matmul ins(%133, %collapsed_14 : tensor<256x32xf32>, tensor<32x16xf32>) outs(%147 : tensor<256x16xf32>) -> tensor<256x16xf32>
      %149 = tensor.empty() : tensor<16x256xf32>
      %150 = linalg.generic {indexing_maps = [#map9, #map], iterator_types = ["parallel", "parallel"]} ins(%148 : tensor<256x16xf32>) outs(%149 : tensor<16x256xf32>) {
      ^bb0(%in: f32, %out: f32):
        linalg.yield %in : f32
      } -> tensor<16x256xf32>
      %151 = tensor.empty() : tensor<16x256xf32>
      %152 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg8, %150 : tensor<16x256xf32>, tensor<16x256xf32>) outs(%151 : tensor<16x256xf32>) {
      ^bb0(%in: f32, %in_43: f32, %out: f32):
        %153 = arith.addf %in, %in_43 : f32
        linalg.yield %153 : f32
      } -> tensor<16x256xf32>
      scf.yield %152, %140, %131, %145, %118 : tensor<16x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<32x64xf32>, tensor<32x64xf32>
    }
    return %16, %45#0, %45#1, %45#2, %39, %32 : tensor<f32>, tensor<16x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<64x16xf32>, tensor<16xf32>
  }
}
