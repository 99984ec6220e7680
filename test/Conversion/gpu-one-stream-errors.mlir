// RUN: remat-opt %s --remat-gpu-one-stream --split-input-file --verify-diagnostics

func.func @alignment() {
  // expected-error @+1 {{asks for an alignment of 4096 bytes, and allocations on a device have 256}}
  %0 = memref.alloc() {alignment = 4096 : i64} : memref<16xf32>
  return
}

// -----

// expected-error @+1 {{has more than one block; its work can follow one stream only where control flow is structured (scf)}}
func.func @blocks(%a: memref<4xf32>, %b: memref<4xf32>) {
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  cf.br ^bb1
^bb1:
  return
}

// -----

func.func @vector(%a: memref<4xf32>, %i: index) -> vector<4xf32> {
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  // expected-error @+1 {{accesses a buffer on the device from the host; only memref.load, memref.store and memref.copy, and ops that become kernels, can}}
  %0 = vector.load %a[%i] : memref<4xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}

// -----

func.func private @other(memref<4xf32>)
func.func @call(%a: memref<4xf32>) {
  memref.copy %a, %a : memref<4xf32> to memref<4xf32>
  // expected-error @+1 {{passes buffers on the device to a function that is not inlined, which does not know the stream; give it a body, without no_inline}}
  call @other(%a) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @asynchronous(%a: memref<4xf32>) {
  %t = gpu.wait async
  // expected-error @+1 {{waits for other work than the function's own stream}}
  gpu.wait [%t]
  return
}

// -----

func.func @copy_never_done(%x: memref<4xf32>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  // expected-error @+1 {{starts a copy that nothing waits for}}
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  return
}

// -----

func.func @copy_never_started(%x: memref<4xf32>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  // expected-error @+1 {{waits for a copy that was not started}}
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  return
}

// -----

func.func @copy_inside(%x: memref<4xf32>, %c: i1) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  scf.if %c {
    // expected-error @+1 {{is inside of another operation; copies between device and host start and end in the function's own block}}
    remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
    remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  }
  return
}

// -----

func.func @copy_with_holes(%x: memref<4xf32, strided<[2]>>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  // expected-error @+1 {{copies a buffer with a layout of its own}}
  remat.copy_start %x to %h : memref<4xf32, strided<[2]>> to memref<4xf32, #remat.host>
  remat.copy_done %x to %h : memref<4xf32, strided<[2]>> to memref<4xf32, #remat.host>
  return
}

// -----

func.func @host_is_read(%x: memref<4xf32>, %i: index) -> f32 {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  // expected-error @+1 {{uses a buffer in the host's memory}}
  %0 = memref.load %h[%i] : memref<4xf32, #remat.host>
  return %0 : f32
}

// -----

func.func @host_alignment() {
  // expected-error @+1 {{asks for an alignment of 8192 bytes, and pinned memory has 4096; ask for at most that}}
  %h = memref.alloc() {alignment = 8192 : i64} : memref<4xf32, #remat.host>
  return
}

// -----

func.func @host_size(%n: index) {
  // expected-error @+1 {{allocates a buffer of the host that has a layout of its own or a size that is not known}}
  %h = memref.alloc(%n) : memref<?xf32, #remat.host>
  return
}
