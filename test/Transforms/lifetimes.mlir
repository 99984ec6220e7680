// RUN: remat-opt %s -remat-lifetimes | FileCheck %s
// RUN: remat-opt %s -remat-lifetimes -remat-lifetimes | FileCheck %s
// RUN: remat-opt %s -remat-lifetimes -one-shot-bufferize="bufferize-function-boundaries=true" | FileCheck %s --check-prefix=BUFFERS
// BUFFERS-NOT: remat.release

// CHECK-LABEL: func.func @after_the_last_use
// CHECK-NEXT:  %[[A:.*]] = linalg.exp
// CHECK-NEXT:  %[[B:.*]] = linalg.exp
// CHECK-NEXT:  %[[C:.*]] = linalg.add ins(%[[A]], %[[B]]
// CHECK-NEXT:  remat.release %[[B]] : tensor<4xf32>
// CHECK-NEXT:  %[[D:.*]] = linalg.add ins(%[[A]], %[[C]]
// CHECK-NEXT:  remat.release %[[A]], %[[C]] : tensor<4xf32>, tensor<4xf32>
// CHECK-NEXT:  return %[[D]]
func.func @after_the_last_use(%x: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c = linalg.add ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %d = linalg.add ins(%a, %c : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %d : tensor<4xf32>
}

// A view keeps what it views; so does a barrier.
// CHECK-LABEL: func.func @views
// CHECK:       %[[A:.*]] = linalg.exp
// CHECK-NEXT:  %[[B:.*]] = remat.barrier %[[A]]
// CHECK-NEXT:  %[[V:.*]] = tensor.expand_shape %[[B]]
// CHECK-NEXT:  tensor.empty
// CHECK-NEXT:  linalg.tanh ins(%[[V]]
// CHECK-NEXT:  remat.release %[[A]] : tensor<4xf32>
// CHECK-NEXT:  return
func.func @views(%x: tensor<4xf32>, %e: tensor<4xf32>) -> tensor<2x2xf32> {
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = remat.barrier %a : tensor<4xf32>
  %v = tensor.expand_shape %b [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %f = tensor.empty() : tensor<2x2xf32>
  %t = linalg.tanh ins(%v : tensor<2x2xf32>) outs(%f : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %t : tensor<2x2xf32>
}

// What a view of is returned lives on; arguments, constants, destinations and
// tensors without uses are not released.
// CHECK-LABEL: func.func @not_released
// CHECK-NOT:   remat.release
// CHECK:       return
func.func @not_released(%x: tensor<4xf32>) -> tensor<2x2xf32> {
  %c = arith.constant dense<1.0> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.add ins(%x, %c : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %dead = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %v = tensor.expand_shape %a [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %v : tensor<2x2xf32>
}

// A use in a loop ends with the loop.
// CHECK-LABEL: func.func @loops
// CHECK:       %[[A:.*]] = linalg.exp
// CHECK-NEXT:  %[[R:.*]] = scf.for
// CHECK-NOT:   remat.release
// CHECK:         scf.yield
// CHECK-NEXT:  }
// CHECK-NEXT:  remat.release %[[A]] : tensor<4xf32>
// CHECK-NEXT:  return %[[R]]
func.func @loops(%x: tensor<4xf32>, %init: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %init) -> tensor<4xf32> {
    %t = linalg.add ins(%s, %a : tensor<4xf32>, tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Releases that are there are replaced.
// CHECK-LABEL: func.func @replaced
// CHECK:       %[[A:.*]] = linalg.exp
// CHECK-NEXT:  linalg.exp
// CHECK-NEXT:  remat.release %[[A]] : tensor<4xf32>
// CHECK-NEXT:  return
func.func @replaced(%x: tensor<4xf32>, %e: tensor<4xf32>, %f: tensor<4xf32>) -> tensor<4xf32> {
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.exp ins(%a : tensor<4xf32>) outs(%f : tensor<4xf32>) -> tensor<4xf32>
  remat.release %a : tensor<4xf32>
  remat.release %x : tensor<4xf32>
  return %b : tensor<4xf32>
}

// CHECK: func.func private @declaration
func.func private @declaration(tensor<4xf32>)
