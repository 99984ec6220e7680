// A chain of sines and the gradient of its squared length: the smallest step of the
// documents. All values but the last are needed once more for the gradient.

func.func @main(%x: tensor<256xf32>) -> (tensor<f32> {remat.loss}, tensor<256xf32>) {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %1 = math.sin %x : tensor<256xf32>
  %2 = math.sin %1 : tensor<256xf32>
  %3 = math.sin %2 : tensor<256xf32>
  %4 = math.sin %3 : tensor<256xf32>
  %5 = math.sin %4 : tensor<256xf32>
  %loss = linalg.dot ins(%5, %5 : tensor<256xf32>, tensor<256xf32>)
                     outs(%init : tensor<f32>) -> tensor<f32>
  %d5 = arith.addf %5, %5 : tensor<256xf32>
  %c4 = math.cos %4 : tensor<256xf32>
  %d4 = arith.mulf %d5, %c4 : tensor<256xf32>
  %c3 = math.cos %3 : tensor<256xf32>
  %d3 = arith.mulf %d4, %c3 : tensor<256xf32>
  %c2 = math.cos %2 : tensor<256xf32>
  %d2 = arith.mulf %d3, %c2 : tensor<256xf32>
  %c1 = math.cos %1 : tensor<256xf32>
  %d1 = arith.mulf %d2, %c1 : tensor<256xf32>
  %c0 = math.cos %x : tensor<256xf32>
  %dx = arith.mulf %d1, %c0 : tensor<256xf32>
  return %loss, %dx : tensor<f32>, tensor<256xf32>
}
