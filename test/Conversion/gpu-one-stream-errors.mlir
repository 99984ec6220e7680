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

func.func @index(%a: memref<4xindex>, %i: index) -> index {
  // expected-error @+1 {{reads an element of type 'index' from a device; the host can read integers and floats}}
  %0 = memref.load %a[%i] : memref<4xindex>
  return %0 : index
}

// -----

func.func @asynchronous(%a: memref<4xf32>) {
  %t = gpu.wait async
  // expected-error @+1 {{waits for other work than the function's own stream}}
  gpu.wait [%t]
  return
}
