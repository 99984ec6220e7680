// Adds two large tensors: 12 bytes of traffic an element.
func.func @main(%a: tensor<8192x16384xf32>, %b: tensor<8192x16384xf32>) -> tensor<8192x16384xf32> {
  %empty = tensor.empty() : tensor<8192x16384xf32>
  %sum = linalg.add ins(%a, %b : tensor<8192x16384xf32>, tensor<8192x16384xf32>) outs(%empty : tensor<8192x16384xf32>) -> tensor<8192x16384xf32>
  return %sum : tensor<8192x16384xf32>
}
