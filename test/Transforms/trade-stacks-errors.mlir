// RUN: remat-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics --remat-trade-stacks -o /dev/null
// RUN: not remat-opt %s --split-input-file --allow-unregistered-dialect --remat-trade-stacks=bytes=-1 2>&1 | FileCheck %s

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
  // expected-remark@below {{leaves a stack of 384 bytes as it is, result 1: it is a result, too}}
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
  // expected-note@below {{see here}}
  return %b, %f#1 : tensor<16xf32>, tensor<6x16xf32>
}

// -----

// Two turns write the same slice.
func.func @writes_a_slice_twice(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  // expected-remark@below {{leaves a stack of 384 bytes as it is, result 1: two turns write the same slice}}
  %f:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<6x16xf32>) {
    %0 = math.sin %h : tensor<16xf32>
    %at = arith.minsi %i, %c1 : index
    // expected-note@below {{see here}}
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

// -----

// Turns that follow from an argument.
func.func @bounds_are_not_constant(%x: tensor<16xf32>, %g: tensor<16xf32>, %n: index) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  // expected-remark@below {{leaves a stack of 384 bytes as it is, result 1: the bounds of the loop are not constant}}
  %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<6x16xf32>) {
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

// The turns of the loop of the gradient follow from an argument.
func.func @counts_otherwise(%x: tensor<16xf32>, %g: tensor<16xf32>, %n: index) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  // expected-remark@below {{leaves a stack of 384 bytes as it is, result 1: the bounds of the loop are not constant}}
  %f:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<6x16xf32>) {
    %0 = math.sin %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<6x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<6x16xf32>
  }
  // expected-note@below {{see here}}
  %b = scf.for %i = %c0 to %n step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %0 = tensor.extract_slice %f#1[%i, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %b : tensor<16xf32>
}

// -----

// One slice is never written.
func.func @has_too_few_turns(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 5 : index
  %a = tensor.empty() : tensor<6x16xf32>
  // expected-remark@below {{leaves a stack of 384 bytes as it is, result 1: it has 6 slices for 5 turns}}
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

// A turn reads the slice of another.
func.func @reads_its_stack(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  // expected-remark@below {{leaves a stack of 384 bytes as it is, result 1: its turn reads it, too}}
  %f:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<6x16xf32>) {
    %0 = math.sin %h : tensor<16xf32>
    %z = tensor.extract_slice %s[0, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
    "test.use"(%z) : (tensor<16xf32>) -> ()
    // expected-note@below {{see here}}
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

// An op after the loops reads a slice, too.
func.func @has_a_third_reader(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  // expected-remark@below {{leaves a stack of 384 bytes as it is, result 1: more than one loop or op reads it}}
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
  // expected-note@below {{see here}}
  %r = tensor.extract_slice %f#1[0, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
  return %b, %r : tensor<16xf32>, tensor<16xf32>
}

// -----

// The middle turns first.
func.func @reads_in_no_order(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  // expected-remark@below {{leaves a stack of 384 bytes as it is, result 1: the loop that reads it does so by more than one slice a turn, or not in equal steps through the turns}}
  %f:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<6x16xf32>) {
    %0 = math.sin %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<6x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<6x16xf32>
  }
  // expected-note@below {{see here}}
  %b = scf.for %i = %c0 to %c6 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %c2 = arith.constant 2 : index
    %is = arith.cmpi eq, %i, %c2 : index
    %at = arith.select %is, %c0, %i : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %b : tensor<16xf32>
}
