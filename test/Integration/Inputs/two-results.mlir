// Activations of a chain, read again in the opposite order; two results.
func.func @main(%x: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %e = tensor.empty() : tensor<64x64xf32>
  %t0 = linalg.transpose ins(%x : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %a0 = math.exp %t0 : tensor<64x64xf32>
  %u0 = linalg.transpose ins(%a0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %t1 = linalg.transpose ins(%u0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %a1 = math.exp %t1 : tensor<64x64xf32>
  %u1 = linalg.transpose ins(%a1 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %t2 = linalg.transpose ins(%u1 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %a2 = math.exp %t2 : tensor<64x64xf32>
  %u2 = linalg.transpose ins(%a2 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %t3 = linalg.transpose ins(%u2 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %a3 = math.exp %t3 : tensor<64x64xf32>
  %u3 = linalg.transpose ins(%a3 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %g3 = arith.mulf %u3, %u3 : tensor<64x64xf32>
  %h3 = linalg.transpose ins(%g3 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %g2 = arith.mulf %h3, %u2 : tensor<64x64xf32>
  %h2 = linalg.transpose ins(%g2 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %g1 = arith.mulf %h2, %u1 : tensor<64x64xf32>
  %h1 = linalg.transpose ins(%g1 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  %g0 = arith.mulf %h1, %u0 : tensor<64x64xf32>
  %h0 = linalg.transpose ins(%g0 : tensor<64x64xf32>) outs(%e : tensor<64x64xf32>) permutation = [1, 0]
  return %h0, %h1 : tensor<64x64xf32>, tensor<64x64xf32>
}
