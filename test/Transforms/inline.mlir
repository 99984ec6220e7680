// RUN: remat-opt %s -remat-inline | FileCheck %s
// RUN: remat-opt %s -remat-inline=keep-phases | FileCheck %s --check-prefix=KEEP

// CHECK-LABEL: func.func @tasks
// CHECK-SAME:    (%[[X:.*]]: tensor<4xf32>)
// CHECK-NEXT:  %[[T:.*]] = math.tanh %[[X]] {remat.phase = #remat.phase<other>} : tensor<4xf32>
// CHECK-NEXT:  %[[E:.*]] = math.exp %[[T]] {remat.cost = #remat.cost<time = 2.0>} : tensor<4xf32>
// CHECK-NEXT:  %[[A:.*]] = arith.addf %[[E]], %[[X]] {remat.policy = #remat.policy<save>} : tensor<4xf32>
// CHECK-NEXT:  %[[M:.*]] = arith.mulf %[[A]], %[[A]] {remat.policy = #remat.policy<auto>} : tensor<4xf32>
// CHECK-NEXT:  return %[[M]], %[[X]]

// KEEP-LABEL: func.func @tasks
// KEEP: math.tanh %{{.*}} {remat.phase = #remat.phase<other>}
// KEEP: math.exp %{{.*}} {remat.cost = #remat.cost<time = 2.0>, remat.phase = #remat.phase<forward>}
// KEEP: arith.addf %{{.*}}, %{{.*}} {remat.phase = #remat.phase<backward>, remat.policy = #remat.policy<save>}
// KEEP: arith.mulf %{{.*}}, %{{.*}} {remat.phase = #remat.phase<backward>, remat.policy = #remat.policy<auto>}
func.func @tasks(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // What is said of an op itself is not overridden.
  %t = remat.forward @a(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %0 = math.tanh %a {remat.phase = #remat.phase<other>} : tensor<4xf32>
    remat.yield %0 : tensor<4xf32>
  }
  // The cost of a task is that of its only op.
  %e = remat.forward @b(%a = %t : tensor<4xf32>) -> tensor<4xf32> cost <time = 2.0> {
    %0 = math.exp %a : tensor<4xf32>
    remat.yield %0 : tensor<4xf32>
  }
  // Of several ops it is nobody's; the policy is everybody's.
  %g:2 = remat.backward @c of @b(%a = %e : tensor<4xf32>, %b = %x : tensor<4xf32>)
      -> (tensor<4xf32>, tensor<4xf32>) cost <time = 3.0>
      attributes {remat.policy = #remat.policy<save>} {
    %0 = arith.addf %a, %b : tensor<4xf32>
    %1 = arith.mulf %0, %0 {remat.policy = #remat.policy<auto>} : tensor<4xf32>
    remat.yield %1, %b : tensor<4xf32>, tensor<4xf32>
  }
  return %g#0, %g#1 : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @in_a_loop
// CHECK:       scf.for
// CHECK-NEXT:    math.tanh
// CHECK-NEXT:    scf.yield
func.func @in_a_loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %t = remat.forward @a(%b = %a : tensor<4xf32>) -> tensor<4xf32> {
      %0 = math.tanh %b : tensor<4xf32>
      remat.yield %0 : tensor<4xf32>
    }
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
