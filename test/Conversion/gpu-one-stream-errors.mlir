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
