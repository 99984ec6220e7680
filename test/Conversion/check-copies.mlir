// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-check-copies

// Others may read the source, and run beside the copy.
func.func @undisturbed(%x: memref<4xf32>, %y: memref<4xf32>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  linalg.exp ins(%y : memref<4xf32>) outs(%x : memref<4xf32>)
  remat.copy_start %h to %y : memref<4xf32, #remat.host> to memref<4xf32>
  remat.copy_done %h to %y : memref<4xf32, #remat.host> to memref<4xf32>
  remat.copy_done %h to %y : memref<4xf32, #remat.host> to memref<4xf32>
  return
}

// -----

func.func @reused_too_early(%x: memref<4xf32>, %y: memref<4xf32>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  // expected-note @+1 {{the copy starts here}}
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  // expected-error @+1 {{'linalg.exp' op writes, or frees, bytes that are still being copied; put the copy's remat.copy_done before it}}
  linalg.exp ins(%y : memref<4xf32>) outs(%x : memref<4xf32>)
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  return
}

// -----

func.func @freed_too_early() {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  %x = memref.alloc() : memref<4xf32>
  // expected-note @+1 {{the copy starts here}}
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  // expected-error @+1 {{'memref.dealloc' op writes, or frees, bytes that are still being copied}}
  memref.dealloc %x : memref<4xf32>
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  return
}

// -----

func.func @read_too_early(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  // expected-note @+1 {{the copy starts here}}
  remat.copy_start %h to %x : memref<4xf32, #remat.host> to memref<4xf32>
  // expected-error @+1 {{'scf.if' op reads bytes before their copy has ended; put the copy's remat.copy_done before it}}
  scf.if %c {
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
  }
  remat.copy_done %h to %x : memref<4xf32, #remat.host> to memref<4xf32>
  return
}

// -----

func.func @fetched_too_early(%x: memref<4xf32>, %y: memref<4xf32>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  // expected-note @+1 {{the copy starts here}}
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  // expected-error @+1 {{'remat.copy_start' op reads bytes before their copy has ended}}
  remat.copy_start %h to %y : memref<4xf32, #remat.host> to memref<4xf32>
  remat.copy_done %h to %y : memref<4xf32, #remat.host> to memref<4xf32>
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  return
}

// -----

// Places in one arena are told apart by their bytes.
func.func @beside_it(%arena: memref<64xi8>, %y: memref<4xf32>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %x = memref.view %arena[%c0][] : memref<64xi8> to memref<4xf32>
  %z = memref.view %arena[%c16][] : memref<64xi8> to memref<4xf32>
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  linalg.exp ins(%y : memref<4xf32>) outs(%z : memref<4xf32>)
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  return
}

// -----

func.func @over_it(%arena: memref<64xi8>, %y: memref<4xf32>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  %c0 = arith.constant 0 : index
  %c12 = arith.constant 12 : index
  %x = memref.view %arena[%c0][] : memref<64xi8> to memref<4xf32>
  %z = memref.view %arena[%c12][] : memref<64xi8> to memref<4xf32>
  // expected-note @+1 {{the copy starts here}}
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  // expected-error @+1 {{'linalg.exp' op writes, or frees, bytes that are still being copied}}
  linalg.exp ins(%y : memref<4xf32>) outs(%z : memref<4xf32>)
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  return
}

// -----

func.func @never_done(%x: memref<4xf32>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  // expected-error @+1 {{starts a copy that nothing waits for}}
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  return
}

// -----

func.func @never_started(%x: memref<4xf32>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  // expected-error @+1 {{waits for a copy that was not started}}
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  return
}

// -----

// Branches and loops hand on the buffers that they hand on, and no other.
func.func @beside_branches(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>, %c: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = memref.alloc() : memref<4xf32, #remat.host>
  %r = scf.if %c -> memref<4xf32> {
    scf.yield %y : memref<4xf32>
  } else {
    scf.yield %z : memref<4xf32>
  }
  %l = scf.for %i = %c0 to %n step %c1 iter_args(%a = %r) -> memref<4xf32> {
    scf.yield %a : memref<4xf32>
  }
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  linalg.exp ins(%r : memref<4xf32>) outs(%l : memref<4xf32>)
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  memref.dealloc %h : memref<4xf32, #remat.host>
  return
}

// -----

func.func @over_a_branch(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  %r = scf.if %c -> memref<4xf32> {
    scf.yield %x : memref<4xf32>
  } else {
    scf.yield %y : memref<4xf32>
  }
  // expected-note @+1 {{the copy starts here}}
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  // expected-error @+1 {{'linalg.exp' op writes, or frees, bytes that are still being copied}}
  linalg.exp ins(%y : memref<4xf32>) outs(%r : memref<4xf32>)
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  return
}

// -----

// expected-error @+1 {{has argument 1 of type 'memref<4xf32, #remat.host>', in the host's memory, and a step's arguments are on the device}}
func.func @host_argument(%x: memref<4xf32>, %h: memref<4xf32, #remat.host>) {
  return
}

// -----

// expected-error @+1 {{has result 0 of type 'memref<4xf32, #remat.host>', in the host's memory, and a step's results are on the device}}
func.func @host_result() -> memref<4xf32, #remat.host> {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  return %h : memref<4xf32, #remat.host>
}

// -----

func.func @computed_on_the_host(%x: memref<4xf32>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  // expected-error @+1 {{'linalg.exp' op uses a buffer in the host's memory (#remat.host), which is only copied}}
  linalg.exp ins(%h : memref<4xf32, #remat.host>) outs(%x : memref<4xf32>)
  return
}

// -----

func.func @read_on_the_host(%i: index) -> f32 {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  // expected-error @+1 {{'memref.load' op uses a buffer in the host's memory}}
  %0 = memref.load %h[%i] : memref<4xf32, #remat.host>
  return %0 : f32
}

// -----

func.func @cast_from_the_host() -> memref<4xf32> {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  // expected-error @+1 {{'memref.memory_space_cast' op uses a buffer in the host's memory}}
  %0 = memref.memory_space_cast %h : memref<4xf32, #remat.host> to memref<4xf32>
  return %0 : memref<4xf32>
}
