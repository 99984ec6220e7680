// RUN: remat-opt %s --remat-gpu-profile | FileCheck %s

// Each call of a kernel is measured under its location; one that runs again has the
// index of the first.

// CHECK: module attributes {remat.profiled_ops = ["a.mlir:1:1", "a.mlir:2:1"]}
// CHECK: call @rematCudaOpBegin(%{{.*}}, %[[FIRST:.*]]) :
// CHECK: call @remat_kernel_exp(%arg0, %arg1)
// CHECK: call @rematCudaOpEnd(%{{.*}}, %[[FIRST]])
// CHECK: %[[SECOND:.*]] = arith.constant 1 : i64
// CHECK: call @rematCudaOpBegin(%{{.*}}, %[[SECOND]])
// CHECK: call @remat_kernel_exp(%arg1, %arg2)
// CHECK: %[[AGAIN:.*]] = arith.constant 0 : i64
// CHECK: call @rematCudaOpBegin(%{{.*}}, %[[AGAIN]])
// CHECK: call @remat_kernel_exp(%arg0, %arg1)
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>, %c: memref<4xf32>) {
  call @remat_kernel_exp(%a, %b) : (memref<4xf32>, memref<4xf32>) -> () loc("a.mlir":1:1)
  call @remat_kernel_exp(%b, %c) : (memref<4xf32>, memref<4xf32>) -> () loc("a.mlir":2:1)
  call @remat_kernel_exp(%a, %b) : (memref<4xf32>, memref<4xf32>) -> () loc("a.mlir":1:1)
  return
}
func.func private @remat_kernel_exp(memref<4xf32>, memref<4xf32>) attributes {remat_kernel}
