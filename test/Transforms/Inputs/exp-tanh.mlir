func.func @main(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  return %b : tensor<16xf32>
}
