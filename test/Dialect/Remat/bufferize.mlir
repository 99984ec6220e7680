// RUN: remat-opt %s -one-shot-bufferize="bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map" -canonicalize | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// The second run reads the same buffer; nothing is copied, nothing is left of
// barriers and releases.
// CHECK-LABEL: func.func @barrier_is_its_input
// CHECK-SAME:    (%[[X:.*]]: memref<4xf32>)
func.func @barrier_is_its_input(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NOT:  memref.copy
  // CHECK-NOT:  remat.
  // CHECK:      %[[A0:.*]] = memref.alloc()
  // CHECK-NEXT: linalg.exp ins(%[[X]] : memref<4xf32>) outs(%[[A0]] : memref<4xf32>)
  // CHECK:      %[[A1:.*]] = memref.alloc()
  // CHECK-NEXT: linalg.tanh ins(%[[A0]] : memref<4xf32>) outs(%[[A1]] : memref<4xf32>)
  // CHECK:      %[[A2:.*]] = memref.alloc()
  // CHECK-NEXT: linalg.tanh ins(%[[A0]] : memref<4xf32>) outs(%[[A2]] : memref<4xf32>)
  // CHECK-NOT:  memref.copy
  // CHECK:      return %[[A1]], %[[A2]]
  %e0 = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %1 = linalg.tanh ins(%0 : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %b = remat.barrier %0 after(%1 : tensor<4xf32>) : tensor<4xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %2 = linalg.tanh ins(%b : tensor<4xf32>) outs(%e2 : tensor<4xf32>) -> tensor<4xf32>
  remat.release %0 : tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}

// A destination may come through a barrier.
// CHECK-LABEL: func.func @barrier_on_a_destination
func.func @barrier_on_a_destination(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:      %[[A:.*]] = memref.alloc()
  // CHECK-NEXT: linalg.tanh ins(%{{.*}}) outs(%[[A]] : memref<4xf32>)
  // CHECK-NEXT: return %[[A]]
  %e = tensor.empty() : tensor<4xf32>
  %b:2 = remat.barrier %x, %e : tensor<4xf32>, tensor<4xf32>
  %0 = linalg.tanh ins(%b#0 : tensor<4xf32>) outs(%b#1 : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// A write to what a barrier passes on copies if its input is read later: at the
// writer.
// CHECK-LABEL: func.func @write_through_a_barrier
func.func @write_through_a_barrier(%x: tensor<4xf32>, %f: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK:     %[[A:.*]] = memref.alloc()
  // CHECK:     linalg.exp ins(%{{.*}}) outs(%[[A]]
  // CHECK:     %[[B:.*]] = memref.alloc()
  // CHECK:     linalg.fill ins(%{{.*}}) outs(%[[B]]
  // CHECK:     return %[[A]], %[[B]]
  %e = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = remat.barrier %0 : tensor<4xf32>
  %1 = linalg.fill ins(%f : f32) outs(%b : tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Scalars, memrefs and tensors of unknown shape as well.
// CHECK-LABEL: func.func @barrier_of_everything
// CHECK-SAME:    (%[[S:.*]]: f32, %[[M:.*]]: memref<4xf32>, %[[T:.*]]: memref<?x4xf32>, %{{.*}}: memref<8xf32>)
func.func @barrier_of_everything(%s: f32, %m: memref<4xf32>, %t: tensor<?x4xf32>, %u: memref<8xf32>)
    -> (f32, memref<4xf32>, tensor<?x4xf32>) {
  // CHECK-NEXT: return %[[S]], %[[M]], %[[T]]
  %a = remat.barrier %s : f32
  %b:3 = remat.barrier %a, %m, %t after(%t : tensor<?x4xf32>) : f32, memref<4xf32>, tensor<?x4xf32>
  remat.release %u : memref<8xf32>
  return %b#0, %b#1, %b#2 : f32, memref<4xf32>, tensor<?x4xf32>
}

// CHECK-LABEL: func.func @barrier_in_a_loop
func.func @barrier_in_a_loop(%x: tensor<4xf32>, %init: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK:     scf.for
  // CHECK-NOT: memref.copy
  // CHECK:     linalg.add
  // CHECK-NOT: remat.barrier
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> tensor<4xf32> {
    %b = remat.barrier %x after(%a : tensor<4xf32>) : tensor<4xf32>
    %s = linalg.add ins(%b, %x : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// What is parked is copied to the host, and its buffer ends with the copy; what
// is fetched is a buffer of its own.
// CHECK-LABEL: func.func @parked
// CHECK-SAME:    (%[[X:.*]]: memref<4xf32>)
func.func @parked(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:      %[[A0:.*]] = memref.alloc()
  // CHECK-NEXT: linalg.exp ins(%[[X]] : memref<4xf32>) outs(%[[A0]] : memref<4xf32>)
  // CHECK-NEXT: %[[H:.*]] = memref.alloc() {{.*}} : memref<4xf32, #remat.host>
  // CHECK-NEXT: remat.copy_start %[[A0]] to %[[H]] : memref<4xf32> to memref<4xf32, #remat.host>
  // CHECK-NEXT: %[[A1:.*]] = memref.alloc()
  // CHECK-NEXT: linalg.tanh ins(%[[A0]]
  // CHECK-NEXT: remat.copy_done %[[A0]] to %[[H]]
  // CHECK-NEXT: %[[A2:.*]] = memref.alloc()
  // CHECK-NEXT: remat.copy_start %[[H]] to %[[A2]] : memref<4xf32, #remat.host> to memref<4xf32>
  // CHECK-NEXT: %[[A3:.*]] = memref.alloc()
  // CHECK-NEXT: linalg.exp ins(%[[A1]]
  // CHECK-NEXT: remat.copy_done %[[H]] to %[[A2]]
  // CHECK-NEXT: %[[A4:.*]] = memref.alloc()
  // CHECK-NEXT: linalg.add ins(%[[A3]], %[[A2]]
  // CHECK-NEXT: return %[[A4]]
  %e0 = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %h = remat.park %0 : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %1 = linalg.tanh ins(%0 : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %p = remat.await %h : tensor<4xf32>
  %b = remat.barrier %p : tensor<4xf32>
  %f = remat.fetch %b : tensor<4xf32>
  %e2 = tensor.empty() : tensor<4xf32>
  %2 = linalg.exp ins(%1 : tensor<4xf32>) outs(%e2 : tensor<4xf32>) -> tensor<4xf32>
  %y = remat.await %f : tensor<4xf32>
  %e3 = tensor.empty() : tensor<4xf32>
  %3 = linalg.add ins(%2, %y : tensor<4xf32>, tensor<4xf32>) outs(%e3 : tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

// Without an await, a copy is done where it starts; so is one that some reader
// does not await.
// CHECK-LABEL: func.func @not_awaited
func.func @not_awaited(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK:      %[[H:.*]] = memref.alloc() {{.*}} #remat.host>
  // CHECK-NEXT: remat.copy_start %[[A0:.*]] to %[[H]]
  // CHECK-NEXT: remat.copy_done %[[A0]] to %[[H]]
  // CHECK-NEXT: %[[A1:.*]] = memref.alloc()
  // CHECK-NEXT: remat.copy_start %[[H]] to %[[A1]]
  // CHECK-NEXT: remat.copy_done %[[H]] to %[[A1]]
  // CHECK-NEXT: %[[A2:.*]] = memref.alloc()
  // CHECK-NEXT: linalg.tanh ins(%[[A1]]
  // CHECK-NEXT: remat.copy_done %[[H]] to %[[A1]]
  // CHECK-NEXT: return
  %e0 = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %h = remat.park %0 : tensor<4xf32>
  %f = remat.fetch %h : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %1 = linalg.tanh ins(%f : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %y = remat.await %f : tensor<4xf32>
  return %1, %y : tensor<4xf32>, tensor<4xf32>
}

// What is fetched before its copy out was awaited waits for it, and the host
// holds it for both fetches.
// CHECK-LABEL: func.func @fetched_twice
func.func @fetched_twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK:      remat.copy_start %[[A0:.*]] to %[[H:.*]] :
  // CHECK-NEXT: remat.copy_done %[[A0]] to %[[H]]
  // CHECK-NEXT: %[[A1:.*]] = memref.alloc()
  // CHECK-NEXT: remat.copy_start %[[H]] to %[[A1]]
  // CHECK-NEXT: remat.copy_done %[[A0]] to %[[H]]
  // CHECK-NEXT: remat.copy_done %[[H]] to %[[A1]]
  // CHECK:      linalg.tanh ins(%[[A1]]
  // CHECK-NEXT: %[[A2:.*]] = memref.alloc()
  // CHECK-NEXT: remat.copy_start %[[H]] to %[[A2]]
  // CHECK-NEXT: remat.copy_done %[[H]] to %[[A2]]
  // CHECK-NEXT: return %{{.*}}, %[[A2]]
  %e0 = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %h = remat.park %0 : tensor<4xf32>
  %f = remat.fetch %h : tensor<4xf32>
  %p = remat.await %h : tensor<4xf32>
  %y = remat.await %f : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %1 = linalg.tanh ins(%y : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %g = remat.fetch %p : tensor<4xf32>
  return %1, %g : tensor<4xf32>, tensor<4xf32>
}

// Nothing writes in place over a value that is still copied.
// CHECK-LABEL: func.func @not_overwritten
func.func @not_overwritten(%x: tensor<4xf32>, %c: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK:      %[[A0:.*]] = memref.alloc()
  // CHECK-NEXT: linalg.exp ins(%{{.*}}) outs(%[[A0]]
  // CHECK:      remat.copy_start %[[A0]] to
  // CHECK:      %[[A1:.*]] = memref.alloc()
  // CHECK:      linalg.fill ins(%{{.*}}) outs(%[[A1]]
  // CHECK:      remat.copy_done %[[A0]] to
  %e0 = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %h = remat.park %0 : tensor<4xf32>
  %1 = linalg.fill ins(%c : f32) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %p = remat.await %h : tensor<4xf32>
  %f = remat.fetch %p : tensor<4xf32>
  %y = remat.await %f : tensor<4xf32>
  return %1, %y : tensor<4xf32>, tensor<4xf32>
}
