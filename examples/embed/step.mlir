// Two activations, alike but for what they cost. The gradients read both long
// after the forward pass has.
func.func @step(%x: tensor<1024xf32>, %w: tensor<1024xf32>)
    -> (tensor<f32> {remat.loss}, tensor<1024xf32>) {
  %dear = tiny.gate %x work 5.0e+02 : tensor<1024xf32>
  %cheap = tiny.gate %x work 2.0 : tensor<1024xf32>
  %h0 = tiny.mul %dear, %cheap : tensor<1024xf32>
  %h1 = tiny.dropout %h0 seed 7 : tensor<1024xf32>
  %h2 = tiny.mul %h0, %h1 : tensor<1024xf32>
  %loss = tiny.mean %h2 : tensor<1024xf32> -> tensor<f32>

  %d0 = tiny.dropout %h2 seed 7 : tensor<1024xf32>
  %ddear = tiny.mul %d0, %cheap : tensor<1024xf32>
  %dcheap = tiny.mul %d0, %dear : tensor<1024xf32>
  %dw = tiny.mul %ddear, %dcheap : tensor<1024xf32>
  %new = tiny.update %w, %dw : tensor<1024xf32>
  return %loss, %new : tensor<f32>, tensor<1024xf32>
}
