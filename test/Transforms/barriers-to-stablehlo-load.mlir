// A step without an operation of StableHLO's gets its barrier all the same.
// RUN: remat-opt %s --pass-pipeline='builtin.module(remat-barriers-to-stablehlo)' | FileCheck %s

// CHECK-LABEL: @step
func.func @step(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: stablehlo.optimization_barrier
  %0 = remat.barrier %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
