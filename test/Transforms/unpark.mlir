// RUN: remat-opt %s --remat-unpark | FileCheck %s
// RUN: remat-opt %s --remat-cpu-pipeline=stop-at-buffers | FileCheck %s --check-prefix=BUFFERS

// CHECK-LABEL: func.func @f
// CHECK-NEXT:    %[[E0:.*]] = tensor.empty
// CHECK-NEXT:    %[[A:.*]] = linalg.exp
// CHECK-NEXT:    %[[B:.*]] = remat.barrier %[[A]]
// CHECK-NEXT:    %[[E1:.*]] = tensor.empty
// CHECK-NEXT:    %[[C:.*]] = linalg.tanh ins(%[[B]]
// CHECK-NEXT:    return %[[C]]

// BUFFERS-LABEL: func.func @f
// BUFFERS-NOT:     remat.
// BUFFERS:         return
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e0 = tensor.empty() : tensor<4xf32>
  %0 = linalg.exp ins(%x : tensor<4xf32>) outs(%e0 : tensor<4xf32>) -> tensor<4xf32>
  %h = remat.park %0 : tensor<4xf32>
  %p = remat.await %h : tensor<4xf32>
  %b = remat.barrier %p : tensor<4xf32>
  %1 = remat.fetch %b : tensor<4xf32>
  %2 = remat.await %1 : tensor<4xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %3 = linalg.tanh ins(%2 : tensor<4xf32>) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}
