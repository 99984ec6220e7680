// Transposes a large matrix: 8 bytes of traffic an element.
func.func @main(%a: tensor<8192x16384xf32>) -> tensor<16384x8192xf32> {
  %empty = tensor.empty() : tensor<16384x8192xf32>
  %result = linalg.transpose ins(%a : tensor<8192x16384xf32>) outs(%empty : tensor<16384x8192xf32>) permutation = [1, 0]
  return %result : tensor<16384x8192xf32>
}
