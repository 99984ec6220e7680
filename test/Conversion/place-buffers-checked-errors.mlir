// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-place-buffers=checked=true

// What the checked arena calls must be what the runtime has.

// expected-error @+1 {{has the name 'rematArenaRelease' of a function of the runtime, which is declared as '(index) -> ()'; rename it, or place without checked}}
func.func private @rematArenaRelease(f32)
func.func @step(%x: memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  memref.dealloc %0 : memref<4xf32>
  return
}

// -----

// expected-error @+1 {{has the name 'rematArenaBegin' of a function of the runtime}}
memref.global "private" @rematArenaBegin : memref<4xf32> = dense<0.0>
func.func @step(%x: memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  memref.dealloc %0 : memref<4xf32>
  return
}

// -----

// A body of its own: the runtime would not be called.
// expected-error @+1 {{has the name 'rematArenaAcquire' of a function of the runtime}}
func.func private @rematArenaAcquire(%address: index, %bytes: index) {
  return
}
func.func @step(%x: memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  memref.dealloc %0 : memref<4xf32>
  return
}

// -----

// The declaration that is meant is taken.
func.func private @rematArenaRelease(index)
func.func @step(%x: memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  memref.dealloc %0 : memref<4xf32>
  return
}
