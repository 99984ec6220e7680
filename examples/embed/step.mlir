// A step of two activations, alike but for what they cost: the gradient reads
// both again.
func.func @step(%x: tensor<1024xf32>, %w: tensor<1024xf32>)
    -> (tensor<1024xf32> {remat.loss}, tensor<1024xf32>, tensor<1024xf32>) {
  %dear = tiny.gate %x work 5.0e+02 : tensor<1024xf32>
  %cheap = tiny.gate %x work 2.0 : tensor<1024xf32>
  %both = arith.mulf %dear, %cheap : tensor<1024xf32>
  %h0 = math.exp %both : tensor<1024xf32>
  %h1 = tiny.dropout %h0 seed 7 : tensor<1024xf32>
  %loss = arith.mulf %h1, %w : tensor<1024xf32>
  %g2 = arith.mulf %loss, %h0 : tensor<1024xf32>
  %g1 = arith.mulf %g2, %dear : tensor<1024xf32>
  %g0 = arith.mulf %g1, %cheap : tensor<1024xf32>
  %new = tiny.update %w, %g0 : tensor<1024xf32>
  return %loss, %g0, %new : tensor<1024xf32>, tensor<1024xf32>, tensor<1024xf32>
}
