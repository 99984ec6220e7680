// RUN: remat-opt %s -allow-unregistered-dialect -remat-lifetimes | FileCheck %s

// A terminator that nobody describes still ends the block.
// CHECK-LABEL: func.func @unregistered_terminator
// CHECK-NEXT:  %[[A:.*]] = linalg.exp
// CHECK-NEXT:  %[[B:.*]] = linalg.exp
// CHECK-NEXT:  remat.release %[[A]] : tensor<4xf32>
// CHECK-NEXT:  "unknown.return"(%[[B]])
// CHECK-NEXT:  }
func.func @unregistered_terminator(%x: tensor<4xf32>, %e: tensor<4xf32>) {
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  "unknown.return"(%b) : (tensor<4xf32>) -> ()
}

// What a memref holds is not this function's to release.
// CHECK-LABEL: func.func @memrefs
// CHECK:       linalg.exp
// CHECK-NEXT:  return
func.func @memrefs(%m: memref<4xf32>, %e: tensor<4xf32>) -> tensor<4xf32> {
  %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %a = linalg.exp ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}
