// RUN: remat-opt %s | FileCheck %s
// RUN: remat-opt %s > %t.once && remat-opt %t.once | diff %t.once -
// RUN: remat-opt %s --mlir-print-op-generic | remat-opt | diff %t.once -
// RUN: %python %S/Inputs/check-examples.py %remat_src_root/utils %llvm_tools %s | FileCheck %s --check-prefix=ALL

// The examples in the descriptions of the dialect stand here, word for word, and
// round-trip.

// ALL: 12 of 12 examples stand in the test

// CHECK-LABEL: func.func @tasks
// CHECK: remat.forward @layer1
// CHECK: remat.forward @layer2
// CHECK: remat.backward @layer1_grad of @layer1
func.func @tasks(%x: tensor<4xf32>, %dy: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %y = remat.forward @layer1(%a = %x : tensor<4xf32>) -> tensor<4xf32>
      cost <time = 12.5> {
    %0 = math.tanh %a : tensor<4xf32>
    remat.yield %0 : tensor<4xf32>
  }
  // Without a body:
  %z = remat.forward @layer2(%y : tensor<4xf32>) -> tensor<4xf32>
  %dx = remat.backward @layer1_grad of @layer1(%x, %dy
      : tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> cost <time = 25.0>
  return %z, %dx : tensor<4xf32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @two_results
// CHECK: remat.yield %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<8xf32>
func.func @two_results(%x: tensor<4xf32>, %w: tensor<8xf32>) -> tensor<8xf32> {
  %a:2 = remat.forward @layer(%b = %x : tensor<4xf32>, %c = %w : tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
    %0 = math.tanh %b : tensor<4xf32>
    %1 = math.tanh %c : tensor<8xf32>
    remat.yield %0, %1 : tensor<4xf32>, tensor<8xf32>
  }
  return %a#1 : tensor<8xf32>
}

// CHECK-LABEL: func.func @barrier
// CHECK: remat.barrier %{{.*}}, %{{.*}} after(%{{.*}} : tensor<4xf32>) : tensor<4xf32>, tensor<8xf32>
func.func @barrier(%x: tensor<4xf32>, %w: tensor<8xf32>, %dy: tensor<4xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  %x1, %w1 = remat.barrier %x, %w after(%dy : tensor<4xf32>)
      : tensor<4xf32>, tensor<8xf32>
  return %x1, %w1 : tensor<4xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @release
// CHECK: remat.release
func.func @release(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = math.tanh %x : tensor<4xf32>
  remat.release %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @park
// CHECK: remat.park
// CHECK: remat.await
// CHECK: remat.fetch
// CHECK: remat.await
func.func @park(%x: tensor<4xf32>) -> tensor<4xf32> {
  %h = remat.park %x : tensor<4xf32>
  // Other ops run during the copy.
  %parked = remat.await %h : tensor<4xf32>
  // The bytes of %x on the device are free.
  %y = remat.fetch %parked : tensor<4xf32>
  // Other ops run during the copy.
  %x1 = remat.await %y : tensor<4xf32>
  return %x1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @copy
// CHECK: remat.copy_start
// CHECK: remat.copy_done
func.func @copy(%x: memref<4xf32>) {
  %h = memref.alloc() : memref<4xf32, #remat.host>
  remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  // Other ops run during the copy.
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  memref.dealloc %x : memref<4xf32>
  return
}

// CHECK-LABEL: func.func @workspace
// CHECK: remat.with_workspace
func.func @workspace(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  %w = memref.alloc() : memref<4096xi8>
  remat.with_workspace %w : memref<4096xi8> {
    linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>)
                  outs(%c : memref<64x64xf32>)
  }
  return
}

// CHECK-LABEL: func.func @cost
// CHECK: #remat.cost<time = 12.5, workspace = 1024>
func.func @cost(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %init: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %y = linalg.matmul {remat.cost = #remat.cost<time = 12.5, workspace = 1024>}
         ins(%x, %w : tensor<4x8xf32>, tensor<8x4xf32>)
         outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @phase
// CHECK: remat.phase = #remat.phase<other>
func.func @phase(%w: tensor<4xf32>, %g: tensor<4xf32>) -> tensor<4xf32> {
  %w1 = arith.subf %w, %g {remat.phase = #remat.phase<other>} : tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// CHECK-LABEL: func.func @policy
// CHECK: remat.policy = #remat.policy<recompute>
func.func @policy(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = math.tanh %x {remat.policy = #remat.policy<recompute>} : tensor<4xf32>
  return %y : tensor<4xf32>
}
