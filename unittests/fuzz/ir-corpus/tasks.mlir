5
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = remat.forward @a(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %0 = math.tanh %a : tensor<4xf32>
    remat.yield %0 : tensor<4xf32>
  }
  %b = remat.barrier %y after(%x : tensor<4xf32>) : tensor<4xf32>
  %z = math.exp %b : tensor<4xf32>
  remat.release %y : tensor<4xf32>
  return %z : tensor<4xf32>
}
