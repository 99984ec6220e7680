// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-segment-loops=turns=3
// RUN: not remat-opt %s --split-input-file --remat-segment-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not remat-opt %s --split-input-file --remat-segment-loops=turns=3,0 -o /dev/null 2>&1 | FileCheck %s --check-prefix=ZERO
// NONE: error: 'func.func' op cannot run loops in segments without their turns; give turns=N
// ZERO: error: 'func.func' op cannot run loops in segments of turns=0; give 1 or more

func.func @one_turn(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 0 : index
  %n = arith.constant 1 : index
  %m = arith.constant 1 : index
  %a = tensor.empty() : tensor<1x16xf32>
  // expected-remark @below {{does not run in segments: it has a single turn}}
  %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<1x16xf32>) {
    %0 = math.exp %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<1x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<1x16xf32>
  }
  %b = scf.for %j = %c0 to %m step %c1 iter_args(%d = %g) -> (tensor<16xf32>) {
    %at = arith.subi %last, %j : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<1x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

func.func @no_more_than_a_segment(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 2 : index
  %n = arith.constant 3 : index
  %m = arith.constant 3 : index
  %a = tensor.empty() : tensor<3x16xf32>
  // expected-remark @below {{does not run in segments: it has 3 turns, no more than one segment}}
  %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<3x16xf32>) {
    %0 = math.exp %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<3x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<3x16xf32>
  }
  %b = scf.for %j = %c0 to %m step %c1 iter_args(%d = %g) -> (tensor<16xf32>) {
    %at = arith.subi %last, %j : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<3x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

func.func @other_number_of_turns(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 4 : index
  %n = arith.constant 5 : index
  %m = arith.constant 4 : index
  %a = tensor.empty() : tensor<5x16xf32>
  // expected-remark @below {{does not run in segments: it has 5 turns, its gradient 4}}
  %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<5x16xf32>) {
    %0 = math.exp %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<5x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<5x16xf32>
  }
  %b = scf.for %j = %c0 to %m step %c1 iter_args(%d = %g) -> (tensor<16xf32>) {
    %at = arith.subi %last, %j : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<5x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

func.func @forwards(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 3 : index
  %n = arith.constant 4 : index
  %m = arith.constant 4 : index
  %a = tensor.empty() : tensor<4x16xf32>
  // expected-remark @below {{does not run in segments: its gradient does not go from the last turn to the first}}
  %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<4x16xf32>) {
    %0 = math.exp %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<4x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<4x16xf32>
  }
  %b = scf.for %j = %c0 to %m step %c1 iter_args(%d = %g) -> (tensor<16xf32>) {
    %at = arith.addi %c0, %j : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<4x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

func.func @pinned(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 3 : index
  %n = arith.constant 4 : index
  %m = arith.constant 4 : index
  %a = tensor.empty() : tensor<4x16xf32>
  // expected-remark @below {{does not run in segments: its gradient needs a 'math.exp' that is pinned 'save'}}
  %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<4x16xf32>) {
    %0 = math.exp %h {remat.policy = #remat.policy<save>} : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<4x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<4x16xf32>
  }
  %b = scf.for %j = %c0 to %m step %c1 iter_args(%d = %g) -> (tensor<16xf32>) {
    %at = arith.subi %last, %j : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<4x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

func.func @may_not_run_again(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 3 : index
  %n = arith.constant 4 : index
  %m = arith.constant 4 : index
  %a = tensor.empty() : tensor<4x16xf32>
  // expected-remark @below {{does not run in segments: its gradient needs a 'stablehlo.rng', which may not run again}}
  %f:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<4x16xf32>) {
    %e = math.exp %h : tensor<16xf32>
    %u = "stablehlo.constant"() {value = dense<1.0> : tensor<f32>} : () -> tensor<f32>
    %k = "stablehlo.constant"() {value = dense<16> : tensor<1xi64>} : () -> tensor<1xi64>
    %r = "stablehlo.rng"(%u, %u, %k) {rng_distribution = #stablehlo<rng_distribution UNIFORM>} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<16xf32>
    %0 = arith.addf %e, %r : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<4x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<4x16xf32>
  }
  %b = scf.for %j = %c0 to %m step %c1 iter_args(%d = %g) -> (tensor<16xf32>) {
    %at = arith.subi %last, %j : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<4x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

func.func @state_without_a_stack(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 3 : index
  %n = arith.constant 4 : index
  %m = arith.constant 4 : index
  %a = tensor.empty() : tensor<4x16xf32>
  // expected-remark @below {{does not run in segments: values of type index cannot have a stack}}
  %f:3 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x, %s = %a, %q = %c0) -> (tensor<16xf32>, tensor<4x16xf32>, index) {
    %q1 = arith.addi %q, %c1 : index
    %q32 = arith.index_cast %q1 : index to i32
    %qf = arith.sitofp %q32 : i32 to f32
    %v = tensor.splat %qf : tensor<16xf32>
    %0 = arith.addf %h, %v : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<4x16xf32>
    scf.yield %0, %1, %q1 : tensor<16xf32>, tensor<4x16xf32>, index
  }
  %b = scf.for %j = %c0 to %m step %c1 iter_args(%d = %g) -> (tensor<16xf32>) {
    %at = arith.subi %last, %j : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<4x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

func.func @narrow_counter(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant 199 : index
  %n = arith.constant 200 : index
  %m = arith.constant 200 : index
  %lo = arith.constant -100 : i8
  %hi = arith.constant 100 : i8
  %one = arith.constant 1 : i8
  %c100 = arith.constant 100 : index
  %c99 = arith.constant 99 : index
  %a = tensor.empty() : tensor<200x16xf32>
  // expected-remark @below {{does not run in segments: a counter of type i8 cannot count its turns}}
  %f:2 = scf.for %i = %lo to %hi step %one iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<200x16xf32>) : i8 {
    %0 = math.exp %h : tensor<16xf32>
    %ii = arith.index_cast %i : i8 to index
    %t = arith.addi %ii, %c100 : index
    %1 = tensor.insert_slice %0 into %s[%t, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<200x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<200x16xf32>
  }
  %b = scf.for %j = %lo to %hi step %one iter_args(%d = %g) -> (tensor<16xf32>) : i8 {
    %jj = arith.index_cast %j : i8 to index
    %at = arith.subi %c99, %jj : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<200x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

func.func @no_reads(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %a = tensor.empty() : tensor<8x16xf32>
  // expected-remark @below {{does not run in segments: its gradient needs none of its stacks}}
  %f:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<8x16xf32>) {
    %0 = math.exp %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<8x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<8x16xf32>
  }
  %b = scf.for %i = %c0 to %c8 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %at = arith.subi %c7, %i : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %d : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

func.func @pinned_loop(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %a = tensor.empty() : tensor<8x16xf32>
  // expected-remark @below {{does not run in segments: a 'scf.for' is pinned 'save'}}
  %f:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<8x16xf32>) {
    %0 = math.exp %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<8x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<8x16xf32>
  } {remat.policy = #remat.policy<save>}
  %b = scf.for %i = %c0 to %c8 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %at = arith.subi %c7, %i : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

func.func @pinned_in_branch(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %a = tensor.empty() : tensor<8x16xf32>
  // expected-remark @below {{does not run in segments: its gradient needs a 'math.exp' that is pinned 'save'}}
  %f:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<8x16xf32>) {
    %cond = arith.cmpi slt, %i, %c7 : index
    %0 = scf.if %cond -> tensor<16xf32> {
      %z = math.exp %h {remat.policy = #remat.policy<save>} : tensor<16xf32>
      scf.yield %z : tensor<16xf32>
    } else {
      scf.yield %h : tensor<16xf32>
    }
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<8x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<8x16xf32>
  }
  %b = scf.for %i = %c0 to %c8 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %at = arith.subi %c7, %i : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}
