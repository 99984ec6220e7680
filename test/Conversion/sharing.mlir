// RUN: remat-opt %s --remat-place-buffers=parallel-safe=dependence -o %t.dependence
// RUN: FileCheck %s --check-prefix=DEPENDENCE < %t.dependence
// RUN: remat-opt %t.dependence --test-remat-interleavings -o %t.checked 2>&1 | FileCheck %s --check-prefix=SAFE
// RUN: remat-opt %s --remat-place-buffers=parallel-safe=coloring -o %t.coloring
// RUN: FileCheck %s --check-prefix=COLORING < %t.coloring
// RUN: remat-opt %t.coloring --test-remat-interleavings -o %t.checked 2>&1 | FileCheck %s --check-prefix=SAFE

// RUN: remat-opt %s --remat-place-buffers -o %t.none
// RUN: FileCheck %s --check-prefix=NONE < %t.none
// RUN: not remat-opt %t.none --test-remat-interleavings -o %t.checked 2>&1 | FileCheck %s --check-prefix=UNSAFE

// UNSAFE: error: {{.*}}byte {{.*}} has two owners
// SAFE-COUNT-3: no byte has two owners
// SAFE-NOT:     error

// Three branches, each of which needs two buffers at once: in program order they
// have the same two, at once each has its own.

// NONE-LABEL:       func.func @branches
// NONE-SAME:        remat.arena_bytes = 128
// DEPENDENCE-LABEL: func.func @branches
// DEPENDENCE-SAME:  remat.arena_bytes = 384
// COLORING-LABEL:   func.func @branches
// COLORING-SAME:    remat.arena_bytes = 384
func.func @branches(%x: memref<16xf32>, %r: memref<16xf32>, %s: memref<16xf32>, %t: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  %b = memref.alloc() : memref<16xf32>
  linalg.negf ins(%a : memref<16xf32>) outs(%b : memref<16xf32>)
  memref.dealloc %a : memref<16xf32>
  linalg.exp ins(%b : memref<16xf32>) outs(%r : memref<16xf32>)
  memref.dealloc %b : memref<16xf32>
  %c = memref.alloc() : memref<16xf32>
  linalg.abs ins(%x : memref<16xf32>) outs(%c : memref<16xf32>)
  %d = memref.alloc() : memref<16xf32>
  linalg.negf ins(%c : memref<16xf32>) outs(%d : memref<16xf32>)
  memref.dealloc %c : memref<16xf32>
  linalg.exp ins(%d : memref<16xf32>) outs(%s : memref<16xf32>)
  memref.dealloc %d : memref<16xf32>
  %e = memref.alloc() : memref<16xf32>
  linalg.floor ins(%x : memref<16xf32>) outs(%e : memref<16xf32>)
  %f = memref.alloc() : memref<16xf32>
  linalg.negf ins(%e : memref<16xf32>) outs(%f : memref<16xf32>)
  memref.dealloc %e : memref<16xf32>
  %g = memref.alloc() : memref<16xf32>
  linalg.exp ins(%f : memref<16xf32>) outs(%g : memref<16xf32>)
  linalg.add ins(%f, %g : memref<16xf32>, memref<16xf32>) outs(%t : memref<16xf32>)
  memref.dealloc %f : memref<16xf32>
  memref.dealloc %g : memref<16xf32>
  return
}

// A chain costs nothing.

// NONE-LABEL:       func.func @chain
// NONE-SAME:        remat.arena_bytes = 128
// DEPENDENCE-LABEL: func.func @chain
// DEPENDENCE-SAME:  remat.arena_bytes = 128
// COLORING-LABEL:   func.func @chain
// COLORING-SAME:    remat.arena_bytes = 128
func.func @chain(%x: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  %b = memref.alloc() : memref<16xf32>
  linalg.negf ins(%a : memref<16xf32>) outs(%b : memref<16xf32>)
  memref.dealloc %a : memref<16xf32>
  %c = memref.alloc() : memref<16xf32>
  linalg.exp ins(%b : memref<16xf32>) outs(%c : memref<16xf32>)
  memref.dealloc %b : memref<16xf32>
  linalg.negf ins(%c : memref<16xf32>) outs(%x : memref<16xf32>)
  memref.dealloc %c : memref<16xf32>
  return
}

// The branches of an `scf.if` yield one buffer, whichever runs; what a branch
// makes for itself is gone when another begins.

// NONE-LABEL:       func.func @conditions
// NONE-SAME:        remat.arena_bytes = 128
// DEPENDENCE-LABEL: func.func @conditions
// DEPENDENCE-SAME:  remat.arena_bytes = 128
func.func @conditions(%c: i1, %x: memref<16xf32>) {
  %r = scf.if %c -> (memref<16xf32>) {
    %t = memref.alloc() : memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%t : memref<16xf32>)
    %a = memref.alloc() : memref<16xf32>
    linalg.exp ins(%t : memref<16xf32>) outs(%a : memref<16xf32>)
    memref.dealloc %t : memref<16xf32>
    scf.yield %a : memref<16xf32>
  } else {
    %b = memref.alloc() : memref<16xf32>
    linalg.negf ins(%x : memref<16xf32>) outs(%b : memref<16xf32>)
    scf.yield %b : memref<16xf32>
  }
  linalg.exp ins(%r : memref<16xf32>) outs(%x : memref<16xf32>)
  memref.dealloc %r : memref<16xf32>
  return
}
