// RUN: remat-opt %s --remat-lower-prints | FileCheck %s

// CHECK-LABEL: func @vector(
// CHECK:         scf.for
// CHECK:           vector.print %{{.*}} : f32
// CHECK-NOT:     vector<4xf32>
func.func @vector(%x: vector<4xf32>) {
  vector.print %x : vector<4xf32>
  return
}

// Others keep their vectors.
// CHECK-LABEL: func @scalars(
// CHECK:         arith.extsi %{{.*}} : i4 to i64
// CHECK:         arith.extui %{{.*}} : i1 to i64
// CHECK:         arith.index_cast %{{.*}} : index to i64
// CHECK:         vector.transfer_read {{.*}} vector<4xf32>
func.func @scalars(%a: i4, %b: i1, %c: index, %m: memref<4xf32>, %p: f32) -> vector<4xf32> {
  vector.print %a : i4
  vector.print %b : i1
  vector.print %c : index
  %0 = vector.transfer_read %m[%c], %p : memref<4xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
