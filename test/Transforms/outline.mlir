// RUN: remat-opt %s -split-input-file -remat-outline | FileCheck %s
// RUN: remat-opt %s -split-input-file -remat-outline=group-size=3 | FileCheck %s --check-prefix=GROUP
// RUN: remat-opt %s -split-input-file -remat-outline -remat-inline | FileCheck %s --check-prefix=BACK

// What the loss depends on is forward, the rest backward; views, constants,
// empties and fills go into each task that needs them.
// CHECK-LABEL: func.func @step
// CHECK-SAME:    (%[[X:[^:]*]]: tensor<4x8xf32>, %[[W:[^:]*]]: tensor<8x4xf32>)
// CHECK-NEXT:  %[[H:.*]] = remat.forward @matmul_0(%[[A:.*]] = %[[X]] : tensor<4x8xf32>, %[[B:.*]] = %[[W]] : tensor<8x4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT:    %[[C:.*]] = arith.constant 0.0
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<4x4xf32>
// CHECK-NEXT:    %[[Z:.*]] = linalg.fill ins(%[[C]] : f32) outs(%[[E]]
// CHECK-NEXT:    %[[M:.*]] = linalg.matmul ins(%[[A]], %[[B]] : tensor<4x8xf32>, tensor<8x4xf32>) outs(%[[Z]]
// CHECK-NEXT:    remat.yield %[[M]]
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[T:.*]] = remat.forward @tanh_1(%[[A:.*]] = %[[H]] : tensor<4x4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<4x4xf32>
// CHECK-NEXT:    linalg.tanh ins(%[[A]] : tensor<4x4xf32>) outs(%[[E]]
// CHECK-NEXT:    remat.yield
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[L:.*]] = remat.forward @dot_2(%[[A:.*]] = %[[T]] : tensor<4x4xf32>) -> tensor<f32> {
// CHECK-NEXT:    %[[F:.*]] = tensor.collapse_shape %[[A]]
// CHECK-NEXT:    arith.constant 0.0
// CHECK-NEXT:    tensor.empty() : tensor<f32>
// CHECK-NEXT:    linalg.fill
// CHECK-NEXT:    linalg.dot ins(%[[F]], %[[F]]
// CHECK-NEXT:    remat.yield
// CHECK-NEXT:  }
// The task has the op's policy and cost.
// CHECK-NEXT:  %[[G:.*]] = remat.backward @mul_3(%[[A:.*]] = %[[T]] : tensor<4x4xf32>, %[[B:.*]] = %[[H]] : tensor<4x4xf32>) -> tensor<4x4xf32> cost <time = 7.0> attributes {remat.policy = #remat.policy<recompute>} {
// CHECK-NEXT:    tensor.empty
// CHECK-NEXT:    linalg.mul ins(%[[A]], %[[B]]
// CHECK-NEXT:    remat.yield
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[G2:.*]] = remat.backward @add_4(%[[A:.*]] = %[[G]] : tensor<4x4xf32>, %[[B:.*]] = %[[T]] : tensor<4x4xf32>) -> tensor<4x4xf32> {
// CHECK-NEXT:    tensor.empty
// CHECK-NEXT:    linalg.add ins(%[[A]], %[[B]]
// CHECK-NEXT:    remat.yield
// CHECK-NEXT:  }
// CHECK-NEXT:  return %[[L]], %[[G2]]

// Up to three ops of one phase; what others read is yielded, once; an op with a
// policy of its own is alone.
// GROUP-LABEL: func.func @step
// GROUP-NEXT:  %[[T:.*]]:3 = remat.forward @tanh_0(%{{.*}} = %{{.*}} : tensor<4x8xf32>, %{{.*}} = %{{.*}} : tensor<8x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) {
// GROUP:         %[[M:.*]] = linalg.matmul
// GROUP:         %[[N:.*]] = linalg.tanh ins(%[[M]]
// GROUP:         %[[D:.*]] = linalg.dot
// GROUP-NEXT:    remat.yield %[[M]], %[[N]], %[[D]]
// GROUP-NEXT:  }
// GROUP-NEXT:  %[[G:.*]] = remat.backward @mul_1(%{{.*}} = %[[T]]#1 : tensor<4x4xf32>, %{{.*}} = %[[T]]#0 : tensor<4x4xf32>)
// GROUP:       remat.backward @add_2(%{{.*}} = %[[G]] : tensor<4x4xf32>, %{{.*}} = %[[T]]#1 : tensor<4x4xf32>)

// BACK-LABEL: func.func @step
// BACK-NOT:   remat.forward
// BACK:       linalg.matmul ins(%arg0, %arg1
// BACK:       linalg.mul {remat.cost = #remat.cost<time = 7.0>, remat.policy = #remat.policy<recompute>}
// BACK-NOT:   remat.
// BACK:       return
func.func @step(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>) -> (tensor<f32> {remat.loss}, tensor<4x4xf32>) {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %h = linalg.matmul ins(%x, %w : tensor<4x8xf32>, tensor<8x4xf32>) outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
  %t = linalg.tanh ins(%h : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %flat = tensor.collapse_shape %t [[0, 1]] : tensor<4x4xf32> into tensor<16xf32>
  %e0 = tensor.empty() : tensor<f32>
  %z0 = linalg.fill ins(%c : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%flat, %flat : tensor<16xf32>, tensor<16xf32>) outs(%z0 : tensor<f32>) -> tensor<f32>
  %g = linalg.mul {remat.policy = #remat.policy<recompute>, remat.cost = #remat.cost<time = 7.0>}
      ins(%t, %h : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  %g2 = linalg.add ins(%g, %t : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %loss, %g2 : tensor<f32>, tensor<4x4xf32>
}

// -----

// Ops of phase `other`, with side effects, calls, tasks and barriers stay.
func.func private @log(tensor<4xf32>)

// CHECK-LABEL: func.func @what_stays
// CHECK:       %[[T:.*]] = remat.backward @tanh_1
// CHECK:       call @log(%[[T]])
// CHECK:       %[[B:.*]] = remat.barrier %{{.*}} after(%[[T]] : tensor<4xf32>)
// CHECK:       remat.forward @tanh_0(%{{.*}} = %[[B]] : tensor<4xf32>) -> tensor<4xf32>
// CHECK:       remat.release %[[T]]
// CHECK-NEXT:  %[[L:.*]] = tensor.extract
// CHECK:       remat.backward @exp_{{[0-9]+}}
// CHECK:       arith.subf %{{.*}}, %{{.*}} {remat.phase = #remat.phase<other>}

// Whatever stays ends a group.
// GROUP-LABEL: func.func @what_stays
// GROUP:       remat.backward @tanh
// GROUP:       remat.backward @exp
func.func @what_stays(%x: tensor<4xf32>, %c: tensor<f32>) -> (f32, tensor<4xf32>) {
  %t = math.tanh %x : tensor<4xf32>
  func.call @log(%t) : (tensor<4xf32>) -> ()
  %b = remat.barrier %x after(%t : tensor<4xf32>) : tensor<4xf32>
  %u = remat.forward @tanh_0(%a = %b : tensor<4xf32>) -> tensor<4xf32> {
    %0 = math.tanh %a : tensor<4xf32>
    remat.yield %0 : tensor<4xf32>
  }
  remat.release %t : tensor<4xf32>
  %l = tensor.extract %c[] {remat.phase = #remat.phase<other>} : tensor<f32>
  %g = math.exp %u : tensor<4xf32>
  %w = arith.subf %x, %g {remat.phase = #remat.phase<other>} : tensor<4xf32>
  return %l, %w : f32, tensor<4xf32>
}

// -----

// A view that somebody outside reads stays there, of the task's result.
// CHECK-LABEL: func.func @views_of_results
// CHECK:       %[[G:.*]] = remat.backward @exp_0
// CHECK-NEXT:    math.exp
// CHECK-NEXT:    remat.yield
// CHECK-NEXT:  }
// CHECK-NEXT:  %[[E:.*]] = tensor.expand_shape %[[G]]
// CHECK-NEXT:  return %{{.*}}, %[[E]]
func.func @views_of_results(%x: tensor<4xf32>, %l: f32) -> (f32, tensor<2x2xf32>) {
  %g = math.exp %x : tensor<4xf32>
  %v = tensor.expand_shape %g [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %l, %v : f32, tensor<2x2xf32>
}

// -----

// Loops become tasks of their own, with what they capture as operands; each
// output of a multi-result op gets a destination of its own.
// CHECK-LABEL: func.func @regions
// CHECK:       remat.forward @generic_0(%[[A:.*]] = %{{.*}} : tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
// CHECK-NEXT:    %[[E0:.*]] = tensor.empty
// CHECK-NEXT:    %[[E1:.*]] = tensor.empty
// CHECK-NEXT:    linalg.generic {{.*}} outs(%[[E0]], %[[E1]]
// CHECK:       remat.forward @for_1(%[[I:.*]] = %{{.*}} : tensor<4xf32>, %[[S:.*]] = %{{.*}} : tensor<4xf32>) -> tensor<4xf32> {
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %{{.*}})
// CHECK:           arith.addf %{{.*}}, %{{.*}}
#id = affine_map<(d0) -> (d0)>
func.func @regions(%x: tensor<4xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %p:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%in: f32, %o0: f32, %o1: f32):
    linalg.yield %in, %in : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %p#0) -> tensor<4xf32> {
    %s = arith.addf %a, %p#1 : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  %l = tensor.extract %r[%c0] : tensor<4xf32>
  return %l : f32
}

// -----

// CHECK: func.func private @declaration
func.func private @declaration(tensor<4xf32>) -> f32

// -----

// Every op says its phase: nobody needs to know the loss.
// CHECK-LABEL: func.func @no_loss
// CHECK: remat.forward @tanh_0
// CHECK-NEXT: math.tanh %{{.*}} {remat.phase = #remat.phase<forward>}
// BACK-LABEL: func.func @no_loss
// BACK: math.tanh %{{.*}} {remat.phase = #remat.phase<forward>}
func.func @no_loss(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.tanh %x {remat.phase = #remat.phase<forward>} : tensor<4xf32>
  return %0 : tensor<4xf32>
}
