// RUN: remat-opt %s --remat-lower-kernels --verify-diagnostics

func.func @no_loops(%a: memref<4x8xf32>, %b: memref<4x8xf32>) {
  // expected-error@+1 {{'linalg.softmax' op has no lowering to loops; decompose it into linalg.generic first}}
  linalg.softmax dimension(1) ins(%a : memref<4x8xf32>) outs(%b : memref<4x8xf32>)
  return
}
