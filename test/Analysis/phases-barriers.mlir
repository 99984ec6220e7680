// RUN: remat-opt %s --remat-print-graph -o /dev/null 2>&1 | FileCheck %s

// A value that only passes a barrier with the loss is not of the forward part:
// each result of a barrier is one operand.

// CHECK:      task 1: linalg.dot, forward
// CHECK-NEXT: task 2: math.tanh, backward
// CHECK-NEXT: task 3: math.sin, backward

func.func @together(%x: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %0 = math.exp %x : tensor<16xf32>
  %loss = linalg.dot ins(%0, %x : tensor<16xf32>, tensor<16xf32>)
                     outs(%zero : tensor<f32>) -> tensor<f32>
  %1 = math.tanh %x : tensor<16xf32>
  %2:2 = remat.barrier %loss, %1 : tensor<f32>, tensor<16xf32>
  %3 = math.sin %2#1 : tensor<16xf32>
  return %2#0, %3 : tensor<f32>, tensor<16xf32>
}
