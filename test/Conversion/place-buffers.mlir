// RUN: remat-opt %s --split-input-file --remat-place-buffers | FileCheck %s
// Once placed, it stays as it is.
// RUN: remat-opt %s --split-input-file --remat-place-buffers --remat-place-buffers | FileCheck %s
// RUN: remat-opt %s --split-input-file --remat-place-buffers=place-results=false \
// RUN:   | FileCheck %s --check-prefix=OWN
// RUN: remat-opt %s --split-input-file --remat-place-buffers=arena-argument=true \
// RUN:   | FileCheck %s --check-prefix=PASSED
// RUN: remat-opt %s --split-input-file \
// RUN:   --remat-place-buffers="arena-argument=true place-arguments=true" \
// RUN:   | FileCheck %s --check-prefix=ALL
// RUN: remat-opt %s --split-input-file --remat-place-buffers=checked=true \
// RUN:   | FileCheck %s --check-prefix=CHECKED

// %0 and %2 share bytes. Freed here: nothing of the arena is returned.

// CHECK-LABEL: func.func @shares(
// CHECK-SAME:    remat.arena_alignment = 64 : i64, remat.arena_bytes = 128 : i64, remat.live_peak_bytes = 128 : i64
// CHECK-NEXT:    %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
// CHECK:         %[[A:.*]] = memref.view %[[ARENA]][%[[OFFSET:.*]]][] : memref<128xi8> to memref<16xf32>
// CHECK-NEXT:    linalg.exp {{.*}} outs(%[[A]]
// CHECK-NEXT:    %[[B:.*]] = memref.view %[[ARENA]][%{{.*}}][] : memref<128xi8> to memref<16xf32>
// CHECK-NEXT:    linalg.exp ins(%[[A]] {{.*}} outs(%[[B]]
// CHECK-NEXT:    %[[C:.*]] = memref.view %[[ARENA]][%[[OFFSET]]][] : memref<128xi8> to memref<4x4xf32>
// CHECK-NEXT:    %[[F:.*]] = memref.collapse_shape %[[C]]
// CHECK-NEXT:    linalg.exp ins(%[[B]] {{.*}} outs(%[[F]]
// CHECK-NEXT:    memref.copy %[[F]], %{{.*}}
// CHECK-NEXT:    memref.dealloc %[[ARENA]] : memref<128xi8>
// CHECK-NEXT:    return

// PASSED-LABEL: func.func @shares(
// PASSED-SAME:    %{{[^:]*}}: memref<16xf32>, %{{[^:]*}}: memref<16xf32>, %[[ARENA:[^:]*]]: memref<128xi8>)
// PASSED-NOT:     alloc
// PASSED:         memref.view %[[ARENA]]
// PASSED-NOT:     alloc
// PASSED:         return

// ALL-LABEL: func.func @shares(
// ALL-SAME:    %[[ARENA:[^:]*]]: memref<256xi8>)
// ALL-SAME:    remat.argument_offsets = array<i64: [[OX:[0-9]+]], [[OY:[0-9]+]]>
// ALL-DAG:     %[[X:.*]] = arith.constant [[OX]] : index
// ALL-DAG:     %[[Y:.*]] = arith.constant [[OY]] : index
// ALL-DAG:     %[[ARGX:.*]] = memref.view %[[ARENA]][%[[X]]][] : memref<256xi8> to memref<16xf32>
// ALL-DAG:     %[[ARGY:.*]] = memref.view %[[ARENA]][%[[Y]]][] : memref<256xi8> to memref<16xf32>
// ALL:         linalg.exp ins(%[[ARGX]]
// ALL:         memref.copy %{{.*}}, %[[ARGY]]

// CHECKED-DAG:   func.func private @rematArenaBegin(index, index)
// CHECKED-DAG:   func.func private @rematArenaEnd(index)
// CHECKED-DAG:   func.func private @rematArenaAcquire(index, index)
// CHECKED-DAG:   func.func private @rematArenaRelease(index)
// CHECKED-LABEL: func.func @shares(
// CHECKED:         call @rematArenaBegin(
// CHECKED:         call @rematArenaAcquire(
// CHECKED:         linalg.exp
// CHECKED:         call @rematArenaAcquire(
// CHECKED:         linalg.exp
// CHECKED:         call @rematArenaRelease(
// CHECKED:         call @rematArenaAcquire(
// CHECKED:         memref.copy
// CHECKED:         call @rematArenaRelease(
// CHECKED:         call @rematArenaRelease(
// CHECKED:         call @rematArenaEnd(
// CHECKED-NEXT:    memref.dealloc
func.func @shares(%x: memref<16xf32>, %y: memref<16xf32>) {
  // Counts from its first use on.
  %1 = memref.alloc() : memref<16xf32>
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  linalg.exp ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  memref.dealloc %0 : memref<16xf32>
  %2 = memref.alloc() : memref<4x4xf32>
  %flat = memref.collapse_shape %2 [[0, 1]] : memref<4x4xf32> into memref<16xf32>
  linalg.exp ins(%1 : memref<16xf32>) outs(%flat : memref<16xf32>)
  memref.copy %flat, %y : memref<16xf32> to memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  memref.dealloc %2 : memref<4x4xf32>
  return
}

// -----

// Results lie in the arena and are not freed.

// CHECK-LABEL: func.func @returns(
// CHECK-SAME:    remat.arena_bytes = 192 : i64
// CHECK:         %[[ARENA:.*]] = memref.alloc() {alignment = 64 : i64} : memref<192xi8>
// CHECK-NOT:     memref.{{(de)?}}alloc
// CHECK:         return %{{.*}}, %{{.*}} : memref<16xf32>, memref<2x8xf32>

// OWN-LABEL: func.func @returns(
// OWN-SAME:    remat.arena_bytes = 64 : i64
// OWN:         memref.alloc() {alignment = 64 : i64} : memref<64xi8>
// OWN:         memref.view {{.*}} : memref<64xi8> to memref<16xf32>
// OWN:         memref.alloc() : memref<16xf32>
// OWN:         memref.alloc() : memref<16xf32>
// OWN:         memref.dealloc {{.*}} : memref<64xi8>
func.func @returns(%x: memref<16xf32>) -> (memref<16xf32>, memref<2x8xf32>) {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %1 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  %2 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%0 : memref<16xf32>) outs(%2 : memref<16xf32>)
  memref.dealloc %0 : memref<16xf32>
  %3 = memref.expand_shape %2 [[0, 1]] output_shape [2, 8] : memref<16xf32> into memref<2x8xf32>
  return %1, %3 : memref<16xf32>, memref<2x8xf32>
}

// -----

// A turn of a loop makes its buffers in the same place each time. What it reads
// from outside lives as long as the loop, not to its last use in the body.

// CHECK-LABEL: func.func @loop(
// CHECK-SAME:    remat.arena_bytes = 192 : i64
// CHECK:         %[[OUTSIDE:.*]] = memref.view %{{.*}}[%[[OFFSET:.*]]][]
// CHECK:         scf.for
// CHECK:           memref.view
// CHECK:           linalg.exp ins(%[[OUTSIDE]]
// CHECK-NOT:       memref.view %{{.*}}[%[[OFFSET]]]
// CHECK:           linalg.exp
// CHECK:         }
func.func @loop(%x: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %1 = memref.alloc() : memref<16xf32>
    linalg.exp ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
    %2 = memref.alloc() : memref<16xf32>
    linalg.exp ins(%1 : memref<16xf32>) outs(%2 : memref<16xf32>)
    memref.dealloc %1 : memref<16xf32>
    memref.copy %2, %x : memref<16xf32> to memref<16xf32>
    memref.dealloc %2 : memref<16xf32>
  }
  memref.dealloc %0 : memref<16xf32>
  return
}

// -----

// What the branches yield is one buffer: one of them runs. What is made in only
// one of them shares with what is made in the other.

// CHECK-LABEL: func.func @branches(
// CHECK-SAME:    remat.arena_bytes = 128 : i64, remat.live_peak_bytes = 128 : i64
// CHECK:         scf.if
// CHECK:           %[[THEN:.*]] = memref.view %{{.*}}[%[[OFFSET:.*]]][]
// CHECK:           scf.yield %[[THEN]]
// CHECK:         else
// CHECK:           memref.view
// CHECK:           %[[ELSE:.*]] = memref.view %{{.*}}[%[[OFFSET]]][]
// CHECK:           scf.yield %[[ELSE]]

// CHECKED-LABEL: func.func @branches(
// CHECKED:         %[[R:.*]] = scf.if
// CHECKED-COUNT-1: call @rematArenaAcquire
// CHECKED:         else
// CHECKED-COUNT-2: call @rematArenaAcquire
// CHECKED:         memref.extract_aligned_pointer_as_index %[[R]]
// CHECKED-NEXT:    call @rematArenaRelease
func.func @branches(%x: memref<16xf32>, %c: i1) {
  %r = scf.if %c -> memref<16xf32> {
    %0 = memref.alloc() : memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
    scf.yield %0 : memref<16xf32>
  } else {
    %1 = memref.alloc() : memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%1 : memref<16xf32>)
    %2 = memref.alloc() : memref<16xf32>
    linalg.exp ins(%1 : memref<16xf32>) outs(%2 : memref<16xf32>)
    memref.dealloc %1 : memref<16xf32>
    scf.yield %2 : memref<16xf32>
  }
  memref.copy %r, %x : memref<16xf32> to memref<16xf32>
  memref.dealloc %r : memref<16xf32>
  return
}

// -----

// Yielded as two results, it is alive beside what the other branch yields as the
// second.

// CHECK-LABEL: func.func @yielded_twice(
// CHECK:         scf.if
// CHECK:           %[[ONE:.*]] = memref.view %{{.*}}[%[[OFFSET:.*]]][]
// CHECK:           scf.yield %[[ONE]], %[[ONE]]
// CHECK:           %[[A:.*]] = memref.view %{{.*}}[%[[OFFSET]]][]
// CHECK-NOT:       [%[[OFFSET]]]
// CHECK:           %[[B:.*]] = memref.view
// CHECK:           scf.yield %[[A]], %[[B]]
func.func @yielded_twice(%x: memref<16xf32>, %c: i1) -> (memref<16xf32>, memref<16xf32>) {
  %r:2 = scf.if %c -> (memref<16xf32>, memref<16xf32>) {
    %0 = memref.alloc() : memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
    scf.yield %0, %0 : memref<16xf32>, memref<16xf32>
  } else {
    %1 = memref.alloc() : memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%1 : memref<16xf32>)
    %2 = memref.alloc() : memref<16xf32>
    linalg.exp ins(%1 : memref<16xf32>) outs(%2 : memref<16xf32>)
    scf.yield %1, %2 : memref<16xf32>, memref<16xf32>
  }
  return %r#0, %r#1 : memref<16xf32>, memref<16xf32>
}

// -----

// A loop may carry one buffer that was allocated before it.

// CHECK-LABEL: func.func @carries_one(
// CHECK-SAME:    remat.arena_bytes = 64 : i64
func.func @carries_one(%n: index) -> memref<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<16xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> memref<16xf32> {
    linalg.exp ins(%a : memref<16xf32>) outs(%a : memref<16xf32>)
    scf.yield %a : memref<16xf32>
  }
  return %r : memref<16xf32>
}

// -----

// The allocation's own alignment is kept, and its memory space.

// CHECK-LABEL: func.func @aligned(
// CHECK-SAME:    remat.arena_alignment = 256 : i64
// CHECK:         memref.alloc() {alignment = 256 : i64} : memref<{{[0-9]+}}xi8, 1>
// CHECK-DAG:     memref.view {{.*}} : memref<{{[0-9]+}}xi8, 1> to memref<3xf32, 1>
func.func @aligned() {
  %0 = memref.alloc() {alignment = 256 : i64} : memref<3xf32, 1>
  %1 = memref.alloc() : memref<i1, 1>
  %c = arith.constant 1.0 : f32
  linalg.fill ins(%c : f32) outs(%0 : memref<3xf32, 1>)
  %true = arith.constant true
  linalg.fill ins(%true : i1) outs(%1 : memref<i1, 1>)
  memref.dealloc %0 : memref<3xf32, 1>
  memref.dealloc %1 : memref<i1, 1>
  return
}

// -----

// A function that allocates nothing has an arena of no bytes; private ones,
// which are called, stay as they are.

// CHECK-LABEL: func.func @nothing(
// CHECK-SAME:    remat.arena_bytes = 0 : i64
// CHECK-NOT:     alloc
// CHECK:         func.func private @kernel(%{{.*}}: memref<16xf32>) {
// PASSED-LABEL: func.func @nothing(
// PASSED-SAME:    memref<0xi8>
// PASSED:       func.func private @kernel(%{{.*}}: memref<16xf32>) {
func.func @nothing(%x: memref<16xf32>) {
  func.call @kernel(%x) : (memref<16xf32>) -> ()
  return
}
func.func private @kernel(%x: memref<16xf32>) {
  linalg.exp ins(%x : memref<16xf32>) outs(%x : memref<16xf32>)
  return
}

// -----

// No elements, no bytes: no call of the checks.

// CHECK-LABEL: func.func @empty(
// CHECK:         memref.view {{.*}} : memref<0xi8> to memref<0x4xf32>
// CHECKED-LABEL: func.func @empty(
// CHECKED-NOT:     rematArenaAcquire
// CHECKED:         return
func.func @empty(%x: memref<0x4xf32>) {
  %0 = memref.alloc() : memref<0x4xf32>
  memref.copy %x, %0 : memref<0x4xf32> to memref<0x4xf32>
  memref.dealloc %0 : memref<0x4xf32>
  return
}
