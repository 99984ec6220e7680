// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-print-graph -o /dev/null

// One diagnostic names the cycle, with notes at its calls.
func.func @a(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @+1 {{'a' calls 'b' here}}
  %0 = call @b(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @b(%x: tensor<8xf32>) -> tensor<8xf32> {
  // expected-note @+1 {{'b' calls 'c' here}}
  %0 = call @c(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
func.func @c(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.exp %x : tensor<8xf32>
  // expected-error @+1 {{'func.call' op is part of a cycle of calls, c -> a -> b -> c: how deep it goes is not known before the step runs, so that no budget can be kept; write it as a loop (scf.while)}}
  %1 = call @a(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// A function called twice is no cycle.
func.func @twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @leaf(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @leaf(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @leaf(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.exp %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
