// RUN: remat-opt %s --allow-unregistered-dialect --remat-write-in-place | FileCheck %s

// Nothing is known of when an unregistered op is done with what it got.

// CHECK-LABEL: func.func @unknown(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK:         %[[B:.*]] = memref.alloc()
// CHECK:         linalg.exp ins(%[[A]] {{.*}} outs(%[[B]]
// CHECK:         memref.dealloc %[[A]]
func.func @unknown(%x: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  memref.copy %x, %0 : memref<4xf32> to memref<4xf32>
  %t = "other.start"(%0) : (memref<4xf32>) -> i32
  %1 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
  "other.wait"(%t) : (i32) -> ()
  memref.dealloc %0 : memref<4xf32>
  return %1 : memref<4xf32>
}
