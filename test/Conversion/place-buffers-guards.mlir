// RUN: remat-opt %s --remat-place-buffers | FileCheck %s

// The deallocation frees what a branch yields unless it is what is returned,
// which it tells by the addresses. What lies in the arena is freed by neither.

// CHECK-LABEL: func.func @returned(
// CHECK-SAME:    remat.arena_bytes = 64 : i64
// CHECK:         memref.alloc() {{.*}} : memref<64xi8>
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @returned(%x: memref<16xf32>, %c: i1) -> memref<16xf32> {
  %r = scf.if %c -> memref<16xf32> {
    %0 = memref.alloc() : memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
    scf.yield %0 : memref<16xf32>
  } else {
    %0 = memref.alloc() : memref<16xf32>
    linalg.tanh ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
    scf.yield %0 : memref<16xf32>
  }
  %base, %offset, %size, %stride = memref.extract_strided_metadata %r
      : memref<16xf32> -> memref<f32>, index, index, index
  %1 = memref.extract_aligned_pointer_as_index %base : memref<f32> -> index
  %2 = memref.extract_aligned_pointer_as_index %r : memref<16xf32> -> index
  %3 = arith.cmpi ne, %1, %2 : index
  %4 = arith.andi %3, %c : i1
  scf.if %4 {
    memref.dealloc %r : memref<16xf32>
  }
  return %r : memref<16xf32>
}

// A buffer keeps its bytes for all that it may be, whatever is freed: %0 and %1
// are both read through %r after one of them was freed perhaps, so that %2
// shares with neither.

// CHECK-LABEL: func.func @kept(
// CHECK-SAME:    remat.arena_bytes = 192 : i64, remat.live_peak_bytes = 192 : i64
// CHECK:         memref.dealloc %{{.*}} : memref<192xi8>
// CHECK-NEXT:    return
func.func @kept(%x: memref<16xf32>, %y: memref<16xf32>, %c: i1) {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %1 = memref.alloc() : memref<16xf32>
  linalg.tanh ins(%x : memref<16xf32>) outs(%1 : memref<16xf32>)
  %r = arith.select %c, %0, %1 : memref<16xf32>
  %3 = memref.extract_aligned_pointer_as_index %r : memref<16xf32> -> index
  %4 = memref.extract_aligned_pointer_as_index %0 : memref<16xf32> -> index
  %5 = memref.extract_aligned_pointer_as_index %1 : memref<16xf32> -> index
  %6 = arith.cmpi ne, %3, %4 : index
  scf.if %6 {
    memref.dealloc %0 : memref<16xf32>
  }
  %7 = arith.cmpi ne, %3, %5 : index
  scf.if %7 {
    memref.dealloc %1 : memref<16xf32>
  }
  %2 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%r : memref<16xf32>) outs(%2 : memref<16xf32>)
  memref.copy %2, %y : memref<16xf32> to memref<16xf32>
  memref.dealloc %2 : memref<16xf32>
  memref.dealloc %r : memref<16xf32>
  return
}
