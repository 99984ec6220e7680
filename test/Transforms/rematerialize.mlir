// RUN: remat-opt %s --split-input-file --remat-rematerialize="budget=min strategy=periodic device=unit" 2>/dev/null | FileCheck %s

// The clone reads through a barrier, tied to what its reader waits for; it has
// a destination of its own.

// CHECK-LABEL: func.func @chain(
// CHECK-SAME:    %[[X:.*]]: tensor<16xf32>, %[[W:.*]]: tensor<16xf32>
// CHECK-SAME:    remat.budget = 448 : i64
// CHECK:         math.exp
// CHECK:         math.tanh
// CHECK:         linalg.dot
// CHECK:         %[[B:.*]] = remat.barrier %[[X]] after(%[[LAST:.*]] : tensor<16xf32>) : tensor<16xf32>
// CHECK-NEXT:    %[[E:.*]] = tensor.empty() : tensor<16xf32>
// CHECK-NEXT:    %[[CLONE:.*]] = linalg.generic {{.*}} ins(%[[B]] : tensor<16xf32>) outs(%[[E]] : tensor<16xf32>)
// CHECK:         math.exp
// CHECK:         linalg.generic {{.*}} ins(%[[LAST]], %[[CLONE]]
// CHECK-NOT:     remat.barrier
// CHECK:         return
func.func @chain(%x: tensor<16xf32>, %w: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %a = math.exp %x : tensor<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  %c = math.absf %b : tensor<16xf32>
  %d = math.sqrt %c : tensor<16xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%d, %w : tensor<16xf32>, tensor<16xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %gd = arith.mulf %w, %d : tensor<16xf32>
  %gc = arith.mulf %gd, %c : tensor<16xf32>
  %gb = arith.mulf %gc, %b : tensor<16xf32>
  %ga = arith.mulf %gb, %a : tensor<16xf32>
  return %loss, %ga : tensor<f32>, tensor<16xf32>
}

// -----

// A task that reads nothing is told from its first run by its destination.

// CHECK-LABEL: func.func @reads_nothing(
// CHECK:         linalg.index
// CHECK:         %[[B:.*]] = remat.barrier %{{.*}} : tensor<64xf32>
// CHECK-NEXT:    linalg.generic {{.*}} outs(%[[B]] : tensor<64xf32>)
// CHECK:         linalg.index
#id = affine_map<(d0) -> (d0)>
func.func @reads_nothing(%x: tensor<64xf32>) -> (tensor<f32> {remat.loss}, tensor<64xf32>) {
  %e = tensor.empty() : tensor<64xf32>
  %iota = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel"]} outs(%e : tensor<64xf32>) {
  ^bb0(%out: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %i : index to i32
    %k = arith.sitofp %j : i32 to f32
    linalg.yield %k : f32
  } -> tensor<64xf32>
  %a = arith.mulf %x, %iota : tensor<64xf32>
  %b = math.exp %a : tensor<64xf32>
  %c = math.tanh %b : tensor<64xf32>
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<f32>
  %g = linalg.fill ins(%zero : f32) outs(%f : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%c, %c : tensor<64xf32>, tensor<64xf32>) outs(%g : tensor<f32>) -> tensor<f32>
  %gc = arith.mulf %c, %c : tensor<64xf32>
  %gb = arith.mulf %gc, %b : tensor<64xf32>
  %ga = arith.mulf %gb, %iota : tensor<64xf32>
  return %loss, %ga : tensor<f32>, tensor<64xf32>
}

// -----

// `save` keeps the op from running again, `recompute` makes it.

// CHECK-LABEL: func.func @policies(
// CHECK-COUNT-1: math.exp
// CHECK-NOT:     math.exp
// CHECK:         math.tanh
// CHECK:         remat.barrier
// CHECK:         math.tanh
// CHECK-NOT:     math.exp
// CHECK:         return
func.func @policies(%x: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %a = math.exp %x {remat.policy = #remat.policy<save>} : tensor<16xf32>
  %b = math.tanh %a {remat.policy = #remat.policy<recompute>} : tensor<16xf32>
  %c = math.absf %b : tensor<16xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%c, %c : tensor<16xf32>, tensor<16xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %gc = arith.mulf %c, %c : tensor<16xf32>
  %gb = arith.mulf %gc, %b : tensor<16xf32>
  %ga = arith.mulf %gb, %a : tensor<16xf32>
  return %loss, %ga : tensor<f32>, tensor<16xf32>
}

// -----

// A function that is only declared is passed over.

// CHECK: func.func private @declared(tensor<16xf32>) -> tensor<16xf32>
func.func private @declared(tensor<16xf32>) -> tensor<16xf32>
