// RUN: remat-opt %s -cse -canonicalize -loop-invariant-code-motion -sccp -cse -canonicalize | FileCheck %s
// RUN: remat-opt %s -inline -cse -symbol-dce | FileCheck %s --check-prefixes=CHECK,INLINED
// RUN: remat-opt %s -linalg-fuse-elementwise-ops -cse | FileCheck %s --check-prefix=FUSED

// Without a barrier the two are one.
// CHECK-LABEL: func.func @merged
// FUSED-LABEL: func.func @merged
func.func @merged(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK:     math.tanh
  // CHECK-NOT: math.tanh
  // CHECK:     return
  %0 = math.tanh %x : tensor<4xf32>
  %1 = math.tanh %x : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @second_run_survives
func.func @second_run_survives(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[T:.*]] = math.tanh %{{.*}}
  // CHECK: %[[B:.*]] = remat.barrier %{{.*}} after(%[[T]] : tensor<4xf32>)
  // CHECK: %[[U:.*]] = math.tanh %[[B]]
  // CHECK: return %[[T]], %[[U]]
  %0 = math.tanh %x : tensor<4xf32>
  %b = remat.barrier %x after(%0 : tensor<4xf32>) : tensor<4xf32>
  %1 = math.tanh %b : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @two_equal_barriers_survive
func.func @two_equal_barriers_survive(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-COUNT-2: remat.barrier
  %a = remat.barrier %x : tensor<4xf32>
  %b = remat.barrier %x : tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @barrier_of_a_constant_is_not_folded
func.func @barrier_of_a_constant_is_not_folded() -> (f32, f32) {
  // CHECK: remat.barrier
  // CHECK: math.tanh
  %c = arith.constant 1.0 : f32
  %b = remat.barrier %c : f32
  %0 = math.tanh %b : f32
  return %0, %b : f32, f32
}

// CHECK-LABEL: func.func @recomputation_stays_in_its_loop
func.func @recomputation_stays_in_its_loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:      scf.for
  // CHECK-NEXT:   remat.barrier
  // CHECK-NEXT:   math.tanh
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %b = remat.barrier %x : tensor<4xf32>
    %t = math.tanh %b : tensor<4xf32>
    %s = arith.addf %a, %t : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

#id = affine_map<(d0) -> (d0)>

// Fusion does not pull the recomputed producer into its reader's first run.
// FUSED-LABEL: func.func @fusion_stops_at_barriers
func.func @fusion_stops_at_barriers(%x: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  // FUSED-COUNT-2: linalg.generic
  // FUSED-NOT:     linalg.generic
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.tanh %in : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  %b = remat.barrier %0 : tensor<4xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.exp %in : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Tasks are merged like any pure operation, unless a barrier stands between.
// CHECK-LABEL: func.func @runs_of_a_task
func.func @runs_of_a_task(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-COUNT-2: remat.forward @a
  // CHECK-NOT:     remat.forward
  // CHECK: return
  %0 = remat.forward @a(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %t = math.tanh %a : tensor<4xf32>
    remat.yield %t : tensor<4xf32>
  }
  %b = remat.barrier %x after(%0 : tensor<4xf32>) : tensor<4xf32>
  %1 = remat.forward @a(%a = %b : tensor<4xf32>) -> tensor<4xf32> {
    %t = math.tanh %a : tensor<4xf32>
    remat.yield %t : tensor<4xf32>
  }
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

func.func private @callee(%x: tensor<4xf32>) -> tensor<4xf32> {
  %b = remat.barrier %x : tensor<4xf32>
  %0 = math.tanh %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Functions with operations of the dialect can be inlined.
// CHECK-LABEL: func.func @caller
func.func @caller(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // INLINED-NOT:     call
  // INLINED-COUNT-2: math.tanh
  %0 = func.call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = func.call @callee(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
