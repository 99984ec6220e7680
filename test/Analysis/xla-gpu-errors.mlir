// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-print-graph=target=xla-gpu -o /dev/null

// expected-error @+1 {{has 1 results, but argument #0 is to alias result #3 (tf.aliasing_output); count results from 0}}
func.func @no_such_result(%x: tensor<4xf32> {tf.aliasing_output = 3 : i32}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{has argument #1 alias result #0 (tf.aliasing_output), which another argument aliases already; donate one of them}}
func.func @aliased_twice(%x: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %y: tensor<4xf32> {tf.aliasing_output = 0 : i32}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

func.func @no_operands() -> tensor<4x4xf32> {
  // expected-error @+1 {{has 0 operands and 1 results, but needs 1 and 1 at least}}
  %0 = "stablehlo.dot_general"() : () -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @no_source(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-error @+1 {{has 1 operands and 1 results, but needs 3 and 1 at least}}
  %0 = "stablehlo.select_and_scatter"(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

// expected-error @+1 {{argument #0 has type 'tensor<?xf32>', whose size in bytes is not known before the step runs; a budget needs static shapes}}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.tanh"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
