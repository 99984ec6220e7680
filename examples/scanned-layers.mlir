// A training step of eight layers in a loop, as a front end writes `lax.scan`: each turn
// of the forward loop takes its own weights, y = y + tanh(y * w[i]), and writes into two
// stacks what the gradient reads, in turns from the last to the first. The loss is the sum
// of the squares of y.
func.func @main(%w: tensor<8x64x64xf32>, %x: tensor<256x64xf32>)
    -> (tensor<f32>, tensor<8x64x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : tensor<256x64xf32>
  %two = arith.constant dense<2.0> : tensor<256x64xf32>
  %stack = tensor.empty() : tensor<8x256x64xf32>
  %fwd:3 = scf.for %i = %c0 to %c8 step %c1
      iter_args(%y = %x, %ys = %stack, %ts = %stack)
      -> (tensor<256x64xf32>, tensor<8x256x64xf32>, tensor<8x256x64xf32>) {
    %wi = tensor.extract_slice %w[%i, 0, 0] [1, 64, 64] [1, 1, 1]
        : tensor<8x64x64xf32> to tensor<64x64xf32>
    %empty = tensor.empty() : tensor<256x64xf32>
    %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<256x64xf32>)
        -> tensor<256x64xf32>
    %h = linalg.matmul ins(%y, %wi : tensor<256x64xf32>, tensor<64x64xf32>)
        outs(%zeros : tensor<256x64xf32>) -> tensor<256x64xf32>
    %t = math.tanh %h : tensor<256x64xf32>
    %next = arith.addf %y, %t : tensor<256x64xf32>
    %ys1 = tensor.insert_slice %y into %ys[%i, 0, 0] [1, 256, 64] [1, 1, 1]
        : tensor<256x64xf32> into tensor<8x256x64xf32>
    %ts1 = tensor.insert_slice %t into %ts[%i, 0, 0] [1, 256, 64] [1, 1, 1]
        : tensor<256x64xf32> into tensor<8x256x64xf32>
    scf.yield %next, %ys1, %ts1
        : tensor<256x64xf32>, tensor<8x256x64xf32>, tensor<8x256x64xf32>
  }
  %squares = arith.mulf %fwd#0, %fwd#0 : tensor<256x64xf32>
  %scalar = tensor.empty() : tensor<f32>
  %none = linalg.fill ins(%zero : f32) outs(%scalar : tensor<f32>) -> tensor<f32>
  %loss = linalg.reduce { arith.addf } ins(%squares : tensor<256x64xf32>)
      outs(%none : tensor<f32>) dimensions = [0, 1]
  %last = arith.mulf %fwd#0, %two : tensor<256x64xf32>
  %grads = tensor.empty() : tensor<8x64x64xf32>
  %bwd:2 = scf.for %j = %c0 to %c8 step %c1 iter_args(%d = %last, %dws = %grads)
      -> (tensor<256x64xf32>, tensor<8x64x64xf32>) {
    %i = arith.subi %c7, %j : index
    %wi = tensor.extract_slice %w[%i, 0, 0] [1, 64, 64] [1, 1, 1]
        : tensor<8x64x64xf32> to tensor<64x64xf32>
    %y = tensor.extract_slice %fwd#1[%i, 0, 0] [1, 256, 64] [1, 1, 1]
        : tensor<8x256x64xf32> to tensor<256x64xf32>
    %t = tensor.extract_slice %fwd#2[%i, 0, 0] [1, 256, 64] [1, 1, 1]
        : tensor<8x256x64xf32> to tensor<256x64xf32>
    // The gradient of tanh is 1 - t * t.
    %tt = arith.mulf %t, %t : tensor<256x64xf32>
    %slope = arith.subf %one, %tt : tensor<256x64xf32>
    %dh = arith.mulf %d, %slope : tensor<256x64xf32>
    %yt_empty = tensor.empty() : tensor<64x256xf32>
    %yt = linalg.transpose ins(%y : tensor<256x64xf32>)
        outs(%yt_empty : tensor<64x256xf32>) permutation = [1, 0]
    %dw_empty = tensor.empty() : tensor<64x64xf32>
    %dw_zeros = linalg.fill ins(%zero : f32) outs(%dw_empty : tensor<64x64xf32>)
        -> tensor<64x64xf32>
    %dw = linalg.matmul ins(%yt, %dh : tensor<64x256xf32>, tensor<256x64xf32>)
        outs(%dw_zeros : tensor<64x64xf32>) -> tensor<64x64xf32>
    %wt_empty = tensor.empty() : tensor<64x64xf32>
    %wt = linalg.transpose ins(%wi : tensor<64x64xf32>)
        outs(%wt_empty : tensor<64x64xf32>) permutation = [1, 0]
    %dy_empty = tensor.empty() : tensor<256x64xf32>
    %dy_zeros = linalg.fill ins(%zero : f32) outs(%dy_empty : tensor<256x64xf32>)
        -> tensor<256x64xf32>
    %through = linalg.matmul ins(%dh, %wt : tensor<256x64xf32>, tensor<64x64xf32>)
        outs(%dy_zeros : tensor<256x64xf32>) -> tensor<256x64xf32>
    %dy = arith.addf %d, %through : tensor<256x64xf32>
    %dws1 = tensor.insert_slice %dw into %dws[%i, 0, 0] [1, 64, 64] [1, 1, 1]
        : tensor<64x64xf32> into tensor<8x64x64xf32>
    scf.yield %dy, %dws1 : tensor<256x64xf32>, tensor<8x64x64xf32>
  }
  return %loss, %bwd#1 : tensor<f32>, tensor<8x64x64xf32>
}
