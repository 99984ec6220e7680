// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-print-graph
// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-rematerialize=budget=100%%
// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-rematerialize='budget=100%% target=cuda'
// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-verify-budget=budget=1MB
// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-sweep-budgets=points=1
// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-fit-arena=budget=100%%

// The bytes of a sparse tensor depend on its contents. Arguments, results, what
// loops carry, and what callees make are found.

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

// expected-error @+1 {{argument #0 has type 'tensor<8x8xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>', a sparse tensor, whose size in bytes is not known before the step runs; make it dense outside of the step (sparse_tensor.convert), or lower the step without a budget (--sparsifier)}}
func.func @argument(%x: tensor<8x8xf32, #csr>, %y: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.matmul ins(%x, %y : tensor<8x8xf32, #csr>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @result(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-error @+1 {{this value has type 'tensor<8x8xf32, #sparse_tensor.encoding}}
  %0 = sparse_tensor.convert %x : tensor<8x8xf32> to tensor<8x8xf32, #csr>
  %1 = sparse_tensor.convert %0 : tensor<8x8xf32, #csr> to tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func @inside(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %0 = scf.for %i = %c0 to %c9 step %c1 iter_args(%y = %x) -> (tensor<8x8xf32>) {
    // expected-error @+1 {{this value has type 'tensor<8x8xf32, #sparse_tensor.encoding}}
    %1 = sparse_tensor.convert %y : tensor<8x8xf32> to tensor<8x8xf32, #csr>
    %2 = sparse_tensor.convert %1 : tensor<8x8xf32, #csr> to tensor<8x8xf32>
    scf.yield %2 : tensor<8x8xf32>
  }
  return %0 : tensor<8x8xf32>
}

// -----

#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>

func.func private @callee(%x: tensor<8x8xf32>) -> tensor<8x8xf32> attributes {no_inline} {
  // expected-error @+1 {{this value has type 'tensor<8x8xf32, #sparse_tensor.encoding}}
  %0 = sparse_tensor.convert %x : tensor<8x8xf32> to tensor<8x8xf32, #csr>
  %1 = sparse_tensor.convert %0 : tensor<8x8xf32, #csr> to tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
func.func @main(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = call @callee(%x) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
