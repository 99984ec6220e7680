// RUN: remat-opt %s --split-input-file --remat-settle-loops | FileCheck %s
// RUN: remat-opt %s --split-input-file --remat-settle-loops --loop-invariant-code-motion | FileCheck %s

// At its turn, the invariant value stands alone: outside it would be alive
// beside the other temporary, so that it is tied to the loop.

// CHECK-LABEL: func.func @held
// CHECK:         scf.for
// CHECK:           remat.barrier
// CHECK:           linalg.exp
// CHECK:           scf.yield
func.func @held(%x: tensor<64xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%carried = %init) -> tensor<64xf32> {
    %e = tensor.empty() : tensor<64xf32>
    %invariant = linalg.exp ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %1 = linalg.add ins(%carried, %invariant : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %2 = linalg.exp ins(%1 : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %3 = linalg.log ins(%2 : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %3 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

// Nothing else is alive with it: it leaves the loop.

// CHECK-LABEL: func.func @hoisted
// CHECK:         linalg.exp
// CHECK:         scf.for
// CHECK-NOT:       linalg.exp
// CHECK-NOT:     remat.barrier
// CHECK:         return
func.func @hoisted(%x: tensor<64xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%carried = %init) -> tensor<64xf32> {
    %e = tensor.empty() : tensor<64xf32>
    %invariant = linalg.exp ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %1 = linalg.add ins(%carried, %invariant : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %1 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

// A loop that may have no turn needs nothing then: what needs a storage stays, also
// against code motion. The part of a while loop before its condition runs once.

// CHECK-LABEL: func.func @may_not_run
// CHECK-NOT:     linalg.exp
// CHECK:         scf.for
// CHECK:           remat.barrier
// CHECK:           linalg.exp
// CHECK:           scf.yield
func.func @may_not_run(%x: tensor<64xf32>, %init: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> tensor<64xf32> {
    %e = tensor.empty() : tensor<64xf32>
    %invariant = linalg.exp ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %1 = linalg.add ins(%carried, %invariant : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %1 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

// CHECK-LABEL: func.func @before_condition
// CHECK:         linalg.exp
// CHECK:         scf.while
// CHECK-NOT:     remat.barrier
func.func @before_condition(%x: tensor<64xf32>, %init: tensor<64xf32>, %n: index) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%i = %c0, %carried = %init) : (index, tensor<64xf32>) -> (index, tensor<64xf32>) {
    %e = tensor.empty() : tensor<64xf32>
    %invariant = linalg.exp ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %1 = linalg.add ins(%carried, %invariant : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i, %1 : index, tensor<64xf32>
  } do {
  ^bb0(%i: index, %carried: tensor<64xf32>):
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %carried : index, tensor<64xf32>
  }
  return %r#1 : tensor<64xf32>
}

// -----

// Also what reads a tensor only inside, and what reads none.

// CHECK-LABEL: func.func @captured
// CHECK:         scf.for
// CHECK:           %[[X:[^ ]+]] = remat.barrier %arg0
// CHECK:           scf.if
// CHECK:             linalg.exp ins(%[[X]]
// CHECK:           %[[E:[^ ]+]] = remat.barrier
// CHECK:           linalg.fill {{.*}} outs(%[[E]]
// CHECK:           scf.yield
func.func @captured(%x: tensor<64xf32>, %init: tensor<64xf32>, %n: index, %c: i1, %v: f32) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> tensor<64xf32> {
    %e = tensor.empty() : tensor<64xf32>
    %0 = scf.if %c -> tensor<64xf32> {
      %f = tensor.empty() : tensor<64xf32>
      %1 = linalg.exp ins(%x : tensor<64xf32>) outs(%f : tensor<64xf32>) -> tensor<64xf32>
      scf.yield %1 : tensor<64xf32>
    } else {
      %f = tensor.empty() : tensor<64xf32>
      %1 = linalg.log ins(%x : tensor<64xf32>) outs(%f : tensor<64xf32>) -> tensor<64xf32>
      scf.yield %1 : tensor<64xf32>
    }
    %splat = tensor.splat %v : tensor<64xf32>
    %2 = linalg.add ins(%carried, %0 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    %3 = linalg.mul ins(%2, %splat : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %3 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

// A branch without a tensor from outside holds what is inside.

// CHECK-LABEL: func.func @splats_inside
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             %[[E:[^ ]+]] = remat.barrier
// CHECK:             linalg.fill {{.*}} outs(%[[E]]
func.func @splats_inside(%init: tensor<64xf32>, %n: index, %c: i1, %v: f32, %w: f32) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> tensor<64xf32> {
    %e = tensor.empty() : tensor<64xf32>
    %0 = scf.if %c -> tensor<64xf32> {
      %1 = tensor.splat %v : tensor<64xf32>
      scf.yield %1 : tensor<64xf32>
    } else {
      %1 = tensor.splat %w : tensor<64xf32>
      scf.yield %1 : tensor<64xf32>
    }
    %2 = linalg.add ins(%carried, %0 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %2 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}

// -----

// Also what is filled or computed inside.

// CHECK-LABEL: func.func @fills_inside
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             %[[E:[^ ]+]] = remat.barrier
// CHECK:             linalg.fill {{.*}} outs(%[[E]]
// CHECK:           } else {
// CHECK:             %[[F:[^ ]+]] = remat.barrier
// CHECK:             linalg.generic {{.*}} outs(%[[F]]
func.func @fills_inside(%init: tensor<64xf32>, %n: index, %c: i1, %v: f32, %w: f32) -> tensor<64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %init) -> tensor<64xf32> {
    %e = tensor.empty() : tensor<64xf32>
    %0 = scf.if %c -> tensor<64xf32> {
      %f = tensor.empty() : tensor<64xf32>
      %1 = linalg.fill ins(%v : f32) outs(%f : tensor<64xf32>) -> tensor<64xf32>
      scf.yield %1 : tensor<64xf32>
    } else {
      %f = tensor.empty() : tensor<64xf32>
      %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%f : tensor<64xf32>) {
      ^bb0(%out: f32):
        linalg.yield %w : f32
      } -> tensor<64xf32>
      scf.yield %1 : tensor<64xf32>
    }
    %2 = linalg.add ins(%carried, %0 : tensor<64xf32>, tensor<64xf32>) outs(%e : tensor<64xf32>) -> tensor<64xf32>
    scf.yield %2 : tensor<64xf32>
  }
  return %r : tensor<64xf32>
}
