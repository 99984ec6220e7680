// RUN: remat-opt %s --remat-free-buffers --split-input-file | FileCheck %s
// RUN: remat-opt %s --remat-free-buffers --split-input-file -o /dev/null 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WARNING

// The caller owns what a call returns.
func.func private @makes() -> memref<4xf32>
// CHECK-LABEL: func.func @calls(
// CHECK: %[[A:.*]] = call @makes
// CHECK-NEXT: linalg.copy ins(%[[A]]
// CHECK-NEXT: memref.dealloc %[[A]]
// CHECK-NEXT: return
func.func @calls(%to: memref<4xf32>) {
  %a = call @makes() : () -> memref<4xf32>
  linalg.copy ins(%a : memref<4xf32>) outs(%to : memref<4xf32>)
  return
}

// -----

// What branches yield belongs to the block around them.
// CHECK-LABEL: func.func @yields(
// CHECK: %[[R:.*]] = scf.if
// CHECK-NOT: memref.dealloc
// CHECK: } else {
// CHECK-NOT: memref.dealloc
// CHECK: }
// CHECK: linalg.copy ins(%[[R]]
// CHECK-NEXT: memref.dealloc %[[R]]
func.func @yields(%c: i1, %to: memref<4xf32>) {
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    linalg.copy ins(%to : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  linalg.copy ins(%r : memref<4xf32>) outs(%to : memref<4xf32>)
  return
}

// -----

// Each turn takes over the buffer of the one before, and frees it.
// CHECK-LABEL: func.func @replaces(
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: %[[R:.*]] = scf.for {{.*}} iter_args(%[[OLD:.*]] = %[[A]])
// CHECK: %[[NEW:.*]] = memref.alloc
// CHECK-NEXT: linalg.exp ins(%[[OLD]] {{.*}} outs(%[[NEW]]
// CHECK-NEXT: memref.dealloc %[[OLD]]
// CHECK-NEXT: scf.yield %[[NEW]]
// CHECK: linalg.copy ins(%[[R]]
// CHECK-NEXT: memref.dealloc %[[R]]
// CHECK-NEXT: return
func.func @replaces(%n: index, %to: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  linalg.copy ins(%to : memref<4xf32>) outs(%a : memref<4xf32>)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %a) -> memref<4xf32> {
    %new = memref.alloc() : memref<4xf32>
    linalg.exp ins(%old : memref<4xf32>) outs(%new : memref<4xf32>)
    scf.yield %new : memref<4xf32>
  }
  linalg.copy ins(%r : memref<4xf32>) outs(%to : memref<4xf32>)
  return
}

// -----

// A loop that carries a buffer in place gives it another name.
// CHECK-LABEL: func.func @in_place(
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: %[[R:.*]] = scf.for
// CHECK-NOT: memref.dealloc
// CHECK: linalg.copy ins(%[[R]]
// CHECK-NEXT: memref.dealloc %[[A]]
func.func @in_place(%n: index, %to: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%same = %a) -> memref<4xf32> {
    linalg.exp ins(%to : memref<4xf32>) outs(%same : memref<4xf32>)
    scf.yield %same : memref<4xf32>
  }
  linalg.copy ins(%r : memref<4xf32>) outs(%to : memref<4xf32>)
  return
}

// -----

// Whether it is one or the other, both live as long as the choice is read.
// CHECK-LABEL: func.func @selects(
// CHECK: %[[A:.*]] = memref.alloc
// CHECK: %[[B:.*]] = memref.alloc
// CHECK: %[[R:.*]] = arith.select
// CHECK-NEXT: linalg.copy ins(%[[R]]
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: return
func.func @selects(%c: i1, %to: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.copy ins(%to : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.copy ins(%to : memref<4xf32>) outs(%b : memref<4xf32>)
  %r = arith.select %c, %a, %b : memref<4xf32>
  linalg.copy ins(%r : memref<4xf32>) outs(%to : memref<4xf32>)
  return
}

// -----

// A pointer that became a number keeps its buffer to the end of the block.
// CHECK-LABEL: func.func @pointer(
// CHECK: memref.extract_aligned_pointer_as_index
// CHECK: call @reads
// CHECK-NEXT: memref.dealloc
// CHECK-NEXT: return
func.func private @reads(index)
func.func @pointer() {
  %a = memref.alloc() : memref<4xf32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<4xf32> -> index
  call @reads(%p) : (index) -> ()
  return
}

// -----

// What the program frees itself is left alone.
// CHECK-LABEL: func.func @by_hand(
// CHECK-COUNT-1: memref.dealloc
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @by_hand(%to: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.copy ins(%to : memref<4xf32>) outs(%a : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  return
}

// -----

// Only while it runs is it known whose the buffer is: upstream's frees depend on
// that, and a planned function gets a warning.
// WARNING: warning: 'shares' was planned, but shares a buffer, so that conditions at run time decide when buffers are freed; it may need more than was planned
// WARNING: note: this 'scf.if' yields a new buffer in one region and one from outside in another
// CHECK-LABEL: func.func @shares(
// CHECK: memref.dealloc
func.func @shares(%c: i1, %to: memref<4xf32>) attributes {remat.budget = 64 : i64} {
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %to : memref<4xf32>
  }
  linalg.copy ins(%r : memref<4xf32>) outs(%to : memref<4xf32>)
  return
}
