func.func @main(%arg0: tensor<16x32xf32>, %arg1: tensor<16x32xf32>, %arg2: tensor<32x32xf32>, %arg3: tensor<32x32xf32>) -> (tensor<f32>, tensor<32x32xf32>, tensor<16x32xf32>, tensor<18x34xf32>) {
  %v4 = math.tanh %arg1 : tensor<16x32xf32>
  %l6 = arith.constant 14 : index
  %l7 = arith.constant 28 : index
  %v5 = tensor.extract %arg1[%l6, %l7] : tensor<16x32xf32>
  %l9 = arith.constant 15 : index
  %l10 = arith.constant 29 : index
  %v8 = tensor.insert %v5 into %v4[%l9, %l10] : tensor<16x32xf32>
  %l12 = arith.constant 0.5 : f32
  %v11 = tensor.pad %v8 low[1, 1] high[1, 1] {
  ^bb0(%i0: index, %i1: index):
    tensor.yield %l12 : f32
  } : tensor<16x32xf32> to tensor<18x34xf32>
  %v13 = arith.cmpf ogt, %v8, %v4 : tensor<16x32xf32>
  %v14 = arith.select %v13, %v4, %v4 : tensor<16x32xi1>, tensor<16x32xf32>
  %l16 = arith.constant 0.0 : f32
  %l17 = tensor.empty() : tensor<16x32xf32>
  %l18 = linalg.fill ins(%l16 : f32) outs(%l17 : tensor<16x32xf32>) -> tensor<16x32xf32>
  %v15 = linalg.matmul ins(%arg0, %arg3 : tensor<16x32xf32>, tensor<32x32xf32>) outs(%l18 : tensor<16x32xf32>) -> tensor<16x32xf32>
  %l20 = tensor.empty() : tensor<16x32xf32>
  %v19 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v15 : tensor<16x32xf32>) outs(%l20 : tensor<16x32xf32>) {
  ^bb0(%x: f32, %d: f32):
    %k = arith.constant 0.031250 : f32
    %y = arith.mulf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<16x32xf32>
  %v21 = math.sin %arg2 : tensor<32x32xf32>
  %l23 = arith.constant 13 : index
  %l24 = arith.constant 4 : index
  %v22 = tensor.extract %arg2[%l23, %l24] : tensor<32x32xf32>
  %l26 = arith.constant 3 : index
  %l27 = arith.constant 21 : index
  %v25 = tensor.insert %v22 into %v21[%l26, %l27] : tensor<32x32xf32>
  %l29 = arith.constant 0.0 : f32
  %l30 = tensor.empty() : tensor<f32>
  %l31 = linalg.fill ins(%l29 : f32) outs(%l30 : tensor<f32>) -> tensor<f32>
  %v28 = linalg.reduce {arith.addf} ins(%v25 : tensor<32x32xf32>) outs(%l31 : tensor<f32>) dimensions = [0, 1]
  %l33 = tensor.empty() : tensor<f32>
  %v32 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%v28 : tensor<f32>) outs(%l33 : tensor<f32>) {
  ^bb0(%x: f32, %d: f32):
    %k = arith.constant 0.000977 : f32
    %y = arith.mulf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<f32>
  %v34 = math.cos %v25 : tensor<32x32xf32>
  %v35 = arith.mulf %v34, %v25 : tensor<32x32xf32>
  %v36 = arith.minimumf %v35, %v21 : tensor<32x32xf32>
  %l38 = tensor.empty() : tensor<16x32xf32>
  %v37 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v8, %v19 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%l38 : tensor<16x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %d: f32):
    %s1 = arith.addf %x0, %x1 : f32
    %k = arith.constant 0.500000 : f32
    %y = arith.mulf %s1, %k : f32
    linalg.yield %y : f32
  } -> tensor<16x32xf32>
  %v39 = arith.maximumf %v37, %v14 : tensor<16x32xf32>
  %l41 = tensor.empty() : tensor<18x34xf32>
  %v40 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v11, %v11 : tensor<18x34xf32>, tensor<18x34xf32>) outs(%l41 : tensor<18x34xf32>) {
  ^bb0(%x0: f32, %x1: f32, %d: f32):
    %s1 = arith.addf %x0, %x1 : f32
    %k = arith.constant 0.500000 : f32
    %y = arith.mulf %s1, %k : f32
    linalg.yield %y : f32
  } -> tensor<18x34xf32>
  %v42 = arith.maximumf %v39, %v8 : tensor<16x32xf32>
  %v43 = arith.maximumf %v42, %v4 : tensor<16x32xf32>
  %v44 = arith.minimumf %v36, %arg3 : tensor<32x32xf32>
  %l46 = tensor.empty() : tensor<32x32xf32>
  %v45 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v44, %arg2 : tensor<32x32xf32>, tensor<32x32xf32>) outs(%l46 : tensor<32x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %d: f32):
    %s1 = arith.addf %x0, %x1 : f32
    %k = arith.constant 0.500000 : f32
    %y = arith.mulf %s1, %k : f32
    linalg.yield %y : f32
  } -> tensor<32x32xf32>
  %v47 = arith.minimumf %v43, %arg1 : tensor<16x32xf32>
  %l49 = tensor.empty() : tensor<16x32xf32>
  %v48 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v47, %arg0 : tensor<16x32xf32>, tensor<16x32xf32>) outs(%l49 : tensor<16x32xf32>) {
  ^bb0(%x0: f32, %x1: f32, %d: f32):
    %s1 = arith.addf %x0, %x1 : f32
    %k = arith.constant 0.500000 : f32
    %y = arith.mulf %s1, %k : f32
    linalg.yield %y : f32
  } -> tensor<16x32xf32>
  return %v32, %v45, %v48, %v40 : tensor<f32>, tensor<32x32xf32>, tensor<16x32xf32>, tensor<18x34xf32>
}
