// RUN: remat-opt %s --remat-trade-stacks=bytes=2048 2>&1 | FileCheck %s

// The inner loop is made again in the outer backward turn; with its copy, the inner
// loop of the gradient is a pair, which gets one stack in place of two.
// CHECK: remark: keeps stacks of 2048 bytes (2 KiB), before 16384 bytes (16 KiB)
// CHECK: remark: keeps stacks of 2048 bytes (2 KiB), before 4096 bytes (4 KiB)
// CHECK-LABEL: func.func @main
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK: %[[AGAIN:.*]]:2 = scf.for
// CHECK: scf.for
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[AGAIN]]#1
// CHECK: math.exp %[[SLICE]]
// CHECK: return
// Stacks of stacks: time in 4 x 4 segments, each with its stacks in a stack.
func.func @main(%x: tensor<8x16xf32>, %g: tensor<8x16xf32>) -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %o = tensor.empty() : tensor<4x4x8x16xf32>
  %f:3 = scf.for %n = %c0 to %c4 step %c1 iter_args(%y = %x, %u = %o, %v = %o) -> (tensor<8x16xf32>, tensor<4x4x8x16xf32>, tensor<4x4x8x16xf32>) {
    %s = tensor.empty() : tensor<4x8x16xf32>
    %p:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%h = %y, %k = %s, %l = %s) -> (tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>) {
      %w = arith.mulf %h, %x : tensor<8x16xf32>
      %0 = math.sin %w : tensor<8x16xf32>
      %1 = math.exp %0 : tensor<8x16xf32>
      %2 = tensor.insert_slice %0 into %k[%i, 0, 0] [1, 8, 16] [1, 1, 1] : tensor<8x16xf32> into tensor<4x8x16xf32>
      %3 = tensor.insert_slice %1 into %l[%i, 0, 0] [1, 8, 16] [1, 1, 1] : tensor<8x16xf32> into tensor<4x8x16xf32>
      scf.yield %1, %2, %3 : tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
    }
    %4 = tensor.insert_slice %p#1 into %u[%n, 0, 0, 0] [1, 4, 8, 16] [1, 1, 1, 1] : tensor<4x8x16xf32> into tensor<4x4x8x16xf32>
    %5 = tensor.insert_slice %p#2 into %v[%n, 0, 0, 0] [1, 4, 8, 16] [1, 1, 1, 1] : tensor<4x8x16xf32> into tensor<4x4x8x16xf32>
    scf.yield %p#0, %4, %5 : tensor<8x16xf32>, tensor<4x4x8x16xf32>, tensor<4x4x8x16xf32>
  }
  %b = scf.for %n = %c0 to %c4 step %c1 iter_args(%a = %g) -> (tensor<8x16xf32>) {
    %from = arith.subi %c3, %n : index
    %p1 = tensor.extract_slice %f#1[%from, 0, 0, 0] [1, 4, 8, 16] [1, 1, 1, 1] : tensor<4x4x8x16xf32> to tensor<4x8x16xf32>
    %p2 = tensor.extract_slice %f#2[%from, 0, 0, 0] [1, 4, 8, 16] [1, 1, 1, 1] : tensor<4x4x8x16xf32> to tensor<4x8x16xf32>
    %q = scf.for %i = %c0 to %c4 step %c1 iter_args(%d = %a) -> (tensor<8x16xf32>) {
      %at = arith.subi %c3, %i : index
      %0 = tensor.extract_slice %p1[%at, 0, 0] [1, 8, 16] [1, 1, 1] : tensor<4x8x16xf32> to tensor<8x16xf32>
      %1 = tensor.extract_slice %p2[%at, 0, 0] [1, 8, 16] [1, 1, 1] : tensor<4x8x16xf32> to tensor<8x16xf32>
      %2 = arith.mulf %0, %1 : tensor<8x16xf32>
      %3 = arith.addf %2, %d : tensor<8x16xf32>
      scf.yield %3 : tensor<8x16xf32>
    }
    scf.yield %q : tensor<8x16xf32>
  }
  return %f#0, %b : tensor<8x16xf32>, tensor<8x16xf32>
}
