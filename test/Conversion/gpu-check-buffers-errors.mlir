// RUN: remat-opt %s --remat-gpu-check-buffers --split-input-file --verify-diagnostics

func.func @element(%a: memref<4xf8E4M3FN>, %b: memref<4xf8E4M3FN>) {
  // expected-error @+1 {{has a buffer of elements of type 'f8E4M3FN'; kernels compute on f16, bf16, f32, f64, index and signless integers of up to 64 bits}}
  memref.copy %a, %b : memref<4xf8E4M3FN> to memref<4xf8E4M3FN>
  return
}

// -----

func.func @complex(%a: memref<4xcomplex<f32>>, %b: memref<4xcomplex<f32>>) {
  // expected-error @+1 {{has a buffer of elements of type 'complex<f32>'}}
  memref.copy %a, %b : memref<4xcomplex<f32>> to memref<4xcomplex<f32>>
  return
}

// -----

func.func @unaligned(%arena: memref<512xi8>) -> memref<16xf32> {
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{begins at byte 4 of its buffer, and kernels need buffers at multiples of 16; let remat-place-buffers place them}}
  %0 = memref.view %arena[%c4][] : memref<512xi8> to memref<16xf32>
  return %0 : memref<16xf32>
}

// -----

func.func @unknown(%arena: memref<512xi8>, %i: index) -> memref<16xf32> {
  // expected-error @+1 {{begins at a byte that is not known of its buffer}}
  %0 = memref.view %arena[%i][] : memref<512xi8> to memref<16xf32>
  return %0 : memref<16xf32>
}

// -----

memref.global "private" @state : memref<4xf32> = dense<0.0>

func.func @mutable() -> memref<4xf32> {
  // expected-error @+1 {{reads the global 'state', which is no constant; pass it as an argument, so that it lies on the device}}
  %0 = memref.get_global @state : memref<4xf32>
  return %0 : memref<4xf32>
}

// -----

memref.global "private" constant @table : memref<4xf32> = dense<1.0>

func.func @good(%arena: memref<512xi8>, %i: memref<4xindex>) -> memref<16xbf16> {
  %c16 = arith.constant 16 : index
  %0 = memref.get_global @table : memref<4xf32>
  %1 = memref.view %arena[%c16][] : memref<512xi8> to memref<16xbf16>
  memref.copy %i, %i : memref<4xindex> to memref<4xindex>
  return %1 : memref<16xbf16>
}
