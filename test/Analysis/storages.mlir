// RUN: remat-opt %s --split-input-file --remat-print-graph -o /dev/null 2>&1 | FileCheck %s

// A view shares the storage of what it views, through a chain of views.

// CHECK-LABEL: graph of 'views'
// CHECK-NEXT: task 0: math.exp, {{.*}} reads [0], makes [1: 64 bytes]
// CHECK-NEXT: task 1: math.tanh, {{.*}} reads [1], makes [2: 64 bytes result]
func.func @views(%x: tensor<16xf32>) -> tensor<2x8xf32> {
  %a = math.exp %x : tensor<16xf32>
  %v = tensor.expand_shape %a [[0, 1]] output_shape [2, 8] : tensor<16xf32> into tensor<2x8xf32>
  %w = tensor.cast %v : tensor<2x8xf32> to tensor<2x8xf32>
  %b = math.tanh %w : tensor<2x8xf32>
  return %b : tensor<2x8xf32>
}

// -----

// What a body captures is read, as are the offsets of a slice.

// CHECK-LABEL: graph of 'captured'
// CHECK: task 0: math.exp, {{.*}} makes [[[EXP:[0-9]+]]: 64 bytes]
// CHECK: task 1: tensor.extract, {{.*}} makes [[[INDEX:[0-9]+]]: 0 bytes]
// CHECK: task 2: tensor.generate, {{.*}} reads [[[EXP]]]
// CHECK: task 3: math.absf, {{.*}} reads [{{.*}}[[INDEX]]
func.func @captured(%x: tensor<16xf32>, %i: tensor<4xindex>) -> (tensor<16xf32>, tensor<2xf32>) {
  %c0 = arith.constant 0 : index
  %a = math.exp %x : tensor<16xf32>
  %o = tensor.extract %i[%c0] : tensor<4xindex>
  %g = tensor.generate {
  ^bb0(%k: index):
    %e = tensor.extract %a[%k] : tensor<16xf32>
    tensor.yield %e : f32
  } : tensor<16xf32>
  %s = tensor.extract_slice %x[%o] [2] [1] : tensor<16xf32> to tensor<2xf32>
  %n = math.absf %s : tensor<2xf32>
  return %g, %n : tensor<16xf32>, tensor<2xf32>
}

// -----

// Equal constants are one resident storage; splats of another type are another.

// CHECK-LABEL: graph of 'constants': 2 tasks, 192 resident bytes
func.func @constants(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %p = arith.constant dense<1.0> : tensor<16xf32>
  %q = arith.constant dense<1.0> : tensor<16xf32>
  %r = arith.constant dense<2.0> : tensor<16xf32>
  %a = arith.addf %x, %p : tensor<16xf32>
  %b = arith.mulf %q, %r : tensor<16xf32>
  return %a, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

// Ops with side effects keep their order and run once.

// CHECK-LABEL: graph of 'effects'
// CHECK: task 0: vector.print, {{.*}} makes [[[ORDER:[0-9]+]]: 0 bytes], {{.*}} runs once
// CHECK: task 1: vector.print, {{.*}} reads [{{.*}}[[ORDER]]], {{.*}} runs once
func.func @effects(%x: f32) -> f32 {
  vector.print %x : f32
  vector.print %x : f32
  return %x : f32
}

// -----

// A loop's carried tensor has one storage, the result; the temporary of its body
// is workspace.

// CHECK-LABEL: graph of 'loop'
// CHECK: task 0: scf.for, {{.*}} makes [{{[0-9]+}}: 64 bytes result], {{.*}} workspace 64 bytes
func.func @loop(%x: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<16xf32>
  %init = linalg.copy ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%carried = %init) -> tensor<16xf32> {
    %t = tensor.empty() : tensor<16xf32>
    %0 = linalg.exp ins(%carried : tensor<16xf32>) outs(%t : tensor<16xf32>) -> tensor<16xf32>
    %1 = linalg.copy ins(%0 : tensor<16xf32>) outs(%carried : tensor<16xf32>) -> tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %r : tensor<16xf32>
}

// -----

// The loss is marked, or it is the only float scalar; otherwise phases are not
// known and no op is forward.

// CHECK-LABEL: graph of 'ambiguous': 2 tasks, 64 resident bytes, loss unknown
// CHECK-NEXT: task 0: {{.*}}, other,
// CHECK-NEXT: task 1: {{.*}}, other,
func.func @ambiguous(%x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %a = math.exp %x : tensor<f32>
  %b = math.tanh %x : tensor<f32>
  return %a, %b : tensor<f32>, tensor<f32>
}

// -----

// A tensor in a buffer changes with it: its readers run once, in their place.

// CHECK-LABEL: graph of 'tensor_in_buffer'
// CHECK-NEXT: task 0: bufferization.to_tensor, {{.*}} runs once
// CHECK-NEXT: task 1: math.exp, {{.*}} runs once
// CHECK-NEXT: task 2: memref.store, {{.*}} runs once
// CHECK-NEXT: task 3: math.tanh, {{.*}} time {{[0-9.]+$}}
func.func @tensor_in_buffer(%m: memref<16xf32>, %i: index, %f: f32) -> tensor<16xf32> {
  %t = bufferization.to_tensor %m restrict : memref<16xf32> to tensor<16xf32>
  %a = math.exp %t : tensor<16xf32>
  memref.store %f, %m[%i] : memref<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  return %b : tensor<16xf32>
}
