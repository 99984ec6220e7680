// RUN: remat-opt %s -split-input-file -canonicalize | FileCheck %s
// RUN: remat-opt %s -split-input-file -canonicalize="region-simplify=aggressive" -cse -canonicalize | FileCheck %s

// CHECK-LABEL: func.func @barrier_drops_unused_and_repeated_inputs
// CHECK-SAME:    (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
func.func @barrier_drops_unused_and_repeated_inputs(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[B:.*]] = remat.barrier %[[X]] {tag} : tensor<4xf32>
  // CHECK-NEXT: return %[[B]], %[[B]]
  %b:3 = remat.barrier %x, %y, %x {tag} : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  return %b#0, %b#2 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @unused_barrier_is_erased
func.func @unused_barrier_is_erased(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: return
  %b = remat.barrier %x : tensor<4xf32>
  remat.barrier
  return %x : tensor<4xf32>
}

// -----

// What is there from the start need not be waited for.
// CHECK-LABEL: func.func @barrier_drops_after
// CHECK-SAME:    (%[[X:[^:]*]]: tensor<4xf32>
func.func @barrier_drops_after(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<1.0> : tensor<4xf32>
  // CHECK: %[[T:.*]] = math.tanh
  %t = math.tanh %x : tensor<4xf32>
  // CHECK: remat.barrier %[[X]] after(%[[T]] : tensor<4xf32>) : tensor<4xf32>
  %b = remat.barrier %x after(%y, %t, %c, %t
      : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

// An argument of an outer block is there from the start as well, but a barrier
// in a loop stays in the order of its own block.
// CHECK-LABEL: func.func @barrier_keeps_after_of_its_own_loop
func.func @barrier_keeps_after_of_its_own_loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    // CHECK: %[[T:.*]] = math.tanh
    %t = math.tanh %a : tensor<4xf32>
    // CHECK: %[[B:.*]] = remat.barrier %{{.*}} after(%[[T]] : tensor<4xf32>)
    %b = remat.barrier %x after(%t, %a : tensor<4xf32>, tensor<4xf32>) : tensor<4xf32>
    // CHECK: arith.addf %[[T]], %[[B]]
    %s = arith.addf %t, %b : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// Barriers are not folded into one another: each has its place.
// CHECK-LABEL: func.func @barrier_of_barrier_stays
func.func @barrier_of_barrier_stays(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-COUNT-2: remat.barrier
  %a = remat.barrier %x : tensor<4xf32>
  %b = remat.barrier %a : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @task_drops_what_it_does_not_need
// CHECK-SAME:    (%[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>)
func.func @task_drops_what_it_does_not_need(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[T:.*]] = remat.forward @a(%[[A:.*]] = %[[X]] : tensor<4xf32>) -> tensor<4xf32> cost <time = 1.0> attributes {remat.policy = #remat.policy<save>} {
  // CHECK-NEXT:   %[[S:.*]] = arith.addf %[[A]], %[[A]]
  // CHECK-NEXT:   remat.yield %[[S]] : tensor<4xf32>
  // CHECK-NEXT: }
  // CHECK-NEXT: return %[[T]], %[[T]]
  %t:4 = remat.forward @a(%a = %x : tensor<4xf32>, %b = %y : tensor<4xf32>, %c = %x : tensor<4xf32>)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) cost <time = 1.0>
      attributes {remat.policy = #remat.policy<save>} {
    %s = arith.addf %a, %c : tensor<4xf32>
    %u = math.tanh %b : tensor<4xf32>
    remat.yield %u, %s, %a, %s : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %t#1, %t#3 : tensor<4xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @task_without_body_keeps_everything
func.func @task_without_body_keeps_everything(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: %{{.*}}:2 = remat.forward @a(%arg0, %arg0 : tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  %t:2 = remat.forward @a(%x, %x : tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // CHECK-NEXT: return
  %dead = remat.backward @b of @a(%x : tensor<4xf32>) -> tensor<4xf32>
  return %t#1 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @task_with_side_effects_stays
func.func @task_with_side_effects_stays(%m: memref<4xf32>) {
  // CHECK: remat.forward @a(%[[A:.*]] = %{{.*}} : memref<4xf32>) {
  // CHECK:   memref.store
  remat.forward @a(%a = %m : memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %f = arith.constant 1.0 : f32
    memref.store %f, %a[%c0] : memref<4xf32>
    remat.yield
  }
  return
}
