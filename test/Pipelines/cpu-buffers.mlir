// RUN: remat-opt %s --remat-cpu-pipeline=stop-at-buffers=true | FileCheck %s

// Each buffer is made where its storage is and freed after its last use;
// carried tensors stay in one buffer, and a merged fill is made twice.

// CHECK-LABEL: func.func @step(
// CHECK-SAME:    %[[A:[^:]+]]: memref<8x8xf32>
// CHECK:         %[[X:[^ ]+]] = memref.alloc() {{.*}} : memref<8x8xf32>
// CHECK-NEXT:    linalg.fill {{.*}} outs(%[[X]]
// CHECK-NEXT:    linalg.matmul {{.*}} outs(%[[X]]
// CHECK-NEXT:    %[[Y:[^ ]+]] = memref.alloc() {{.*}} : memref<8x8xf32>
// CHECK-NEXT:    linalg.fill {{.*}} outs(%[[Y]]
// CHECK-NEXT:    linalg.matmul ins(%[[X]], %[[X]] {{.*}} outs(%[[Y]]
// CHECK-NEXT:    %[[C:[^ ]+]] = memref.alloc() {{.*}} : memref<8x8xf32>
// CHECK-NEXT:    linalg.copy ins(%[[X]] {{.*}} outs(%[[C]]
// CHECK-NEXT:    memref.dealloc %[[X]]
// CHECK-NEXT:    scf.for %{{[^ ]+}} = %{{[^ ]+}} to %{{[^ ]+}} step %{{[^ ]+}} {
// CHECK-NEXT:      %[[T:[^ ]+]] = memref.alloc()
// CHECK-NEXT:      linalg.add ins(%[[C]], %[[Y]] {{.*}} outs(%[[T]]
// CHECK-NEXT:      linalg.copy ins(%[[T]] {{.*}} outs(%[[C]]
// CHECK-NEXT:      memref.dealloc %[[T]]
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.dealloc %[[Y]]
// CHECK-NEXT:    return %[[C]] : memref<8x8xf32>
func.func @step(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %x = linalg.matmul ins(%a, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %y = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%c = %x) -> tensor<8x8xf32> {
    %n = linalg.add ins(%c, %y : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    scf.yield %n : tensor<8x8xf32>
  }
  return %r : tensor<8x8xf32>
}
