// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-trade-stacks -o /dev/null
// RUN: not remat-opt %s --split-input-file --remat-trade-stacks=bytes=-1 2>&1 | FileCheck %s

// CHECK: error: 'func.func' op cannot have stacks of bytes=-1; give 0 or more

// Nothing follows from no stack at all: the state goes on from turn to turn.
func.func @needs_a_stack(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  // expected-remark@below {{keeps its stacks: none of at most 0 bytes serve the backward loop}}
  %f:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<6x16xf32>) {
    %0 = math.sin %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<6x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<6x16xf32>
  }
  %b = scf.for %i = %c0 to %c6 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %0 = tensor.extract_slice %f#1[%i, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %b : tensor<16xf32>
}

// -----

// The stack is a result, too, so that no pair has it to give away.
func.func @returns_the_stack(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<6x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  %f:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<6x16xf32>) {
    %0 = math.sin %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<6x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<6x16xf32>
  }
  %b = scf.for %i = %c0 to %c6 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %0 = tensor.extract_slice %f#1[%i, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %b, %f#1 : tensor<16xf32>, tensor<6x16xf32>
}

// -----

// Two turns write the same slice.
func.func @writes_a_slice_twice(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  %f:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<6x16xf32>) {
    %0 = math.sin %h : tensor<16xf32>
    %at = arith.minsi %i, %c1 : index
    %1 = tensor.insert_slice %0 into %s[%at, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<6x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<6x16xf32>
  }
  %b = scf.for %i = %c0 to %c6 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %0 = tensor.extract_slice %f#1[%i, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %b : tensor<16xf32>
}
