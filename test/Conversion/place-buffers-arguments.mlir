// RUN: remat-opt %s --split-input-file \
// RUN:   --remat-place-buffers="arena-argument=true place-arguments=true" \
// RUN:   | FileCheck %s
// RUN: remat-opt %s --split-input-file \
// RUN:   --remat-place-buffers="arena-argument=true place-arguments=true checked=true" \
// RUN:   | FileCheck %s --check-prefix=CHECKED

// The allocations are gone when the arguments are looked at.

// CHECK-LABEL: func.func @allocations(
// CHECK-SAME:    %{{[^:]*}}: index, %[[ARENA:[^:]*]]: memref<256xi8>) -> memref<4xf32>
// CHECK-SAME:    remat.argument_offsets = array<i64: [[X:[0-9]+]], -1, [[Y:[0-9]+]]>
// CHECK-NOT:     memref.alloc
// CHECK-DAG:     %[[OX:.*]] = arith.constant [[X]] : index
// CHECK-DAG:     %[[OY:.*]] = arith.constant [[Y]] : index
// CHECK-DAG:     memref.view %[[ARENA]][%[[OX]]][] : memref<256xi8> to memref<4xf32>
// CHECK-DAG:     memref.view %[[ARENA]][%[[OY]]][] : memref<256xi8> to memref<4xf32>
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @allocations(%x: memref<4xf32>, %n: index, %y: memref<4xf32>)
    -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  %1 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
  memref.dealloc %0 : memref<4xf32>
  %2 = memref.alloc() : memref<4xf32>
  linalg.add ins(%1, %y : memref<4xf32>, memref<4xf32>)
             outs(%2 : memref<4xf32>)
  memref.dealloc %1 : memref<4xf32>
  return %2 : memref<4xf32>
}

// -----

// What is returned is the view.

// CHECK-LABEL: func.func @returned(
// CHECK-SAME:    %[[ARENA:[^:]*]]: memref<128xi8>)
// CHECK:         %[[Y:.*]] = memref.view %[[ARENA]]
// CHECK:         %[[X:.*]] = memref.view %[[ARENA]]
// CHECK:         linalg.exp ins(%[[X]] : memref<4xf32>) outs(%[[Y]]
// CHECK:         return %[[Y]], %[[X]]
func.func @returned(%x: memref<4xf32>, %y: memref<4xf32>)
    -> (memref<4xf32>, memref<4xf32>) {
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  return %y, %x : memref<4xf32>, memref<4xf32>
}

// -----

// What was passed is no allocation any more: nothing frees it, here or in a
// branch, by itself or as one of several.

// CHECK-LABEL: func.func @freed(
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.dealloc
// CHECK:         return
// CHECKED-LABEL: func.func @freed(
// CHECKED-COUNT-2: call @rematArenaAdopt(
// CHECKED:         memref.load
// CHECKED:         call @rematArenaRelease(
// CHECKED:         call @rematArenaAcquire(
// CHECKED:         call @rematArenaRelease(
// CHECKED-NOT:     memref.dealloc
// CHECKED:         return
func.func @freed(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<4xf32>
  memref.dealloc %x : memref<4xf32>
  %r = scf.if %c -> memref<4xf32> {
    %0 = memref.alloc() : memref<4xf32>
    memref.copy %y, %0 : memref<4xf32> to memref<4xf32>
    scf.yield %0 : memref<4xf32>
  } else {
    scf.yield %y : memref<4xf32>
  }
  memref.dealloc %r : memref<4xf32>
  return %v : f32
}

// -----

// A cast hides the shape of what is freed, not who it is.

// CHECKED-LABEL: func.func @cast(
// CHECKED-DAG:     %[[A:.*]] = memref.cast %{{.*}} : memref<4xf32> to memref<*xf32>
// CHECKED-DAG:     %[[B:.*]] = memref.cast %{{.*}} : memref<4xf32> to memref<?xf32>
// CHECKED:         memref.extract_aligned_pointer_as_index %[[A]]
// CHECKED:         call @rematArenaRelease(
// CHECKED:         memref.extract_aligned_pointer_as_index %[[B]]
// CHECKED:         call @rematArenaRelease(
// CHECKED-NOT:     memref.dealloc
func.func @cast(%x: memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  %1 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%1 : memref<4xf32>)
  %a = memref.cast %0 : memref<4xf32> to memref<*xf32>
  %b = memref.cast %1 : memref<4xf32> to memref<?xf32>
  memref.dealloc %a : memref<*xf32>
  memref.dealloc %b : memref<?xf32>
  return
}
