// RUN: remat-opt %s --remat-lower-copies | FileCheck %s

// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>)
// CHECK-NEXT:    %[[C0:.*]] = arith.constant 0
// CHECK-NEXT:    %[[BLOCK:.*]] = memref.alloc() : memref<16xi8>
// CHECK-NEXT:    %[[H:.*]] = memref.view %[[BLOCK]][%[[C0]]][] : memref<16xi8> to memref<4xf32>
// CHECK-NEXT:    memref.copy %[[X]], %[[H]] : memref<4xf32> to memref<4xf32>
// CHECK-NEXT:    linalg.exp
// CHECK-NEXT:    memref.copy %[[H]], %[[X]] : memref<4xf32> to memref<4xf32>
// CHECK-NEXT:    memref.dealloc %[[BLOCK]] : memref<16xi8>
// CHECK-NEXT:    return
func.func @f(%x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %block = memref.alloc() : memref<16xi8, #remat.host>
  %h = memref.view %block[%c0][] : memref<16xi8, #remat.host> to memref<4xf32, #remat.host>
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  remat.copy_start %h to %x : memref<4xf32, #remat.host> to memref<4xf32>
  remat.copy_done %h to %x : memref<4xf32, #remat.host> to memref<4xf32>
  memref.dealloc %block : memref<16xi8, #remat.host>
  return
}
