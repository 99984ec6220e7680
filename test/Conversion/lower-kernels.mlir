// RUN: remat-opt %s --remat-lower-kernels --canonicalize --cse --split-input-file \
// RUN:   | FileCheck %s

// Unit stride innermost, the reduction around it, four rows at once.

// CHECK-LABEL: func @matmul(
// CHECK-SAME:    %[[A:[^:]+]]: memref<8x16xf32>, %[[B:[^:]+]]: memref<16x32xf32>, %[[C:[^:]+]]: memref<8x32xf32>
// CHECK-DAG:     %[[C4:.+]] = arith.constant 4 : index
// CHECK:         scf.for %[[I:[^ ]+]] = %{{.*}} to %{{.*}} step %[[C4]]
// CHECK:           scf.for %[[K:[^ ]+]] =
// CHECK:             scf.for %[[J:[^ ]+]] =
// CHECK:               memref.load %[[A]][%[[I]], %[[K]]]
// CHECK:               memref.load %[[B]][%[[K]], %[[J]]]
// CHECK:               memref.load %[[C]][%[[I]], %[[J]]]
// CHECK-COUNT-4:       memref.store %{{.*}}, %[[C]]
// CHECK-NOT:           memref.store
func.func @matmul(%a: memref<8x16xf32>, %b: memref<16x32xf32>, %c: memref<8x32xf32>) {
  linalg.matmul ins(%a, %b : memref<8x16xf32>, memref<16x32xf32>) outs(%c : memref<8x32xf32>)
  return
}

// -----

// A sum along rows: the reduction is innermost, eight rows hide its latency.

// CHECK-LABEL: func @row_sums(
// CHECK-DAG:     %[[C8:.+]] = arith.constant 8 : index
// CHECK:         scf.for %[[I:[^ ]+]] = %{{.*}} to %{{.*}} step %[[C8]]
// CHECK:           scf.for %[[J:[^ ]+]] =
// CHECK-COUNT-8:     arith.addf
// CHECK-NOT:         arith.addf
func.func @row_sums(%a: memref<64x256xf32>, %s: memref<64xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<64x256xf32>) outs(%s : memref<64xf32>) dimensions = [1]
  return
}

// -----

// Reductions keep their relative order, though the first has the smaller
// stride; the parallel loop goes innermost.

// CHECK-LABEL: func @reduction_order(
// CHECK-SAME:    %[[A:[^:]+]]: memref<16x6x8xf32>
// CHECK:         scf.for %[[FIRST:[^ ]+]] =
// CHECK:           scf.for %[[SECOND:[^ ]+]] =
// CHECK:             scf.for %[[P:[^ ]+]] =
// CHECK:               memref.load %[[A]][%[[P]], %[[SECOND]], %[[FIRST]]]
func.func @reduction_order(%a: memref<16x6x8xf32>, %s: memref<16xf32>) {
  linalg.generic {
      indexing_maps = [affine_map<(r0, p, r1) -> (p, r1, r0)>, affine_map<(r0, p, r1) -> (p)>],
      iterator_types = ["reduction", "parallel", "reduction"]}
      ins(%a : memref<16x6x8xf32>) outs(%s : memref<16xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %0 = arith.addf %acc, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Dynamic shapes are lowered in the order that they come in.

// CHECK-LABEL: func @dynamic(
// CHECK:         scf.for
// CHECK:           memref.store
func.func @dynamic(%a: memref<?xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%a : memref<?xf32>)
  return
}
