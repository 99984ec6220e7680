// Sums everything, as a loss does: 4 bytes of traffic an element.
func.func @main(%a: tensor<16384x16384xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<f32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<f32>) -> tensor<f32>
  %result = linalg.reduce { arith.addf } ins(%a : tensor<16384x16384xf32>) outs(%fill : tensor<f32>) dimensions = [0, 1]
  return %result : tensor<f32>
}
