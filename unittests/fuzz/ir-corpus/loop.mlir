5
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = arith.negf %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func @f(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = func.call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> tensor<4xf32> {
    %2 = math.exp %a : tensor<4xf32>
    %3 = arith.addf %2, %x : tensor<4xf32>
    scf.yield %3 : tensor<4xf32>
  }
  return %1 : tensor<4xf32>
}
