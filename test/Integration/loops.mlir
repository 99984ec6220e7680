// What a loop carries has one storage; the same written out without a loop must
// compute the same bits, and the peak must be as predicted. New buffers hold
// NaNs until they are written.

// RUN: split-file %s %t
// RUN: remat-run %t/swap.mlir --compare=%t/swap-unrolled.mlir --poison \
// RUN:   | FileCheck %s
// RUN: remat-run %t/read-after-update.mlir --compare=%t/read-after-update-unrolled.mlir --poison \
// RUN:   | FileCheck %s
// RUN: remat-run %t/update-in-place.mlir --compare=%t/update-in-place-unrolled.mlir --poison \
// RUN:   | FileCheck %s
// RUN: remat-run %t/loop-invariant.mlir --compare=%t/loop-invariant-unrolled.mlir --poison \
// RUN:   | FileCheck %s
// RUN: remat-run %t/yielded-twice.mlir --compare=%t/yielded-twice-unrolled.mlir --poison \
// RUN:   | FileCheck %s
// RUN: remat-run %t/while.mlir --compare=%t/while-unrolled.mlir --poison \
// RUN:   | FileCheck %s

// CHECK:      measured peak: [[PEAK:.+]]
// CHECK-NEXT: predicted peak: [[PEAK]]
// CHECK:      measured peak: [[OTHER:.+]]
// CHECK-NEXT: predicted peak: [[OTHER]]
// CHECK:      results: identical, bit by bit

//--- swap.mlir
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    scf.yield %y, %x : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

//--- swap-unrolled.mlir
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  return %b, %a : tensor<4x8xf32>, tensor<4x8xf32>
}

//--- read-after-update.mlir
func.func @main(%a: tensor<4x8xf32>, %s: tensor<1x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<4x8xf32>
  %z = arith.constant 0.0 : f32
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a, %acc = %f) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %n = tensor.insert_slice %s into %x[%i, 0][1, 8][1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    %k = arith.addf %acc, %x : tensor<4x8xf32>
    scf.yield %n, %k : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

//--- read-after-update-unrolled.mlir
func.func @main(%a: tensor<4x8xf32>, %s: tensor<1x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %z = arith.constant dense<0.0> : tensor<4x8xf32>
  %n0 = tensor.insert_slice %s into %a[0, 0][1, 8][1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
  %n1 = tensor.insert_slice %s into %n0[1, 0][1, 8][1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
  %n2 = tensor.insert_slice %s into %n1[2, 0][1, 8][1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
  %n3 = tensor.insert_slice %s into %n2[3, 0][1, 8][1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
  %k0 = arith.addf %z, %a : tensor<4x8xf32>
  %k1 = arith.addf %k0, %n0 : tensor<4x8xf32>
  %k2 = arith.addf %k1, %n1 : tensor<4x8xf32>
  %k3 = arith.addf %k2, %n2 : tensor<4x8xf32>
  return %n3, %k3 : tensor<4x8xf32>, tensor<4x8xf32>
}

//--- update-in-place.mlir
func.func @main(%a: tensor<4x8xf32>, %s: tensor<1x8xf32>) -> (tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a) -> (tensor<4x8xf32>) {
    %row = tensor.extract_slice %x[0, 0][1, 8][1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    %sum = arith.addf %row, %s : tensor<1x8xf32>
    %n = tensor.insert_slice %sum into %x[%i, 0][1, 8][1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    scf.yield %n : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

//--- update-in-place-unrolled.mlir
func.func @main(%a: tensor<4x8xf32>, %s: tensor<1x8xf32>) -> (tensor<4x8xf32>) {
  %r0 = tensor.extract_slice %a[0, 0][1, 8][1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
  %s0 = arith.addf %r0, %s : tensor<1x8xf32>
  %s1 = arith.addf %s0, %s : tensor<1x8xf32>
  %r = tensor.concat dim(0) %s0, %s1, %s1, %s1 : (tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>, tensor<1x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

//--- loop-invariant.mlir
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<8x4xf32>
  %r:3 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %a, %y = %a, %t = %e) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>) {
    %n = arith.addf %x, %b : tensor<4x8xf32>
    %et = tensor.empty() : tensor<8x4xf32>
    %tr = linalg.transpose ins(%n : tensor<4x8xf32>) outs(%et : tensor<8x4xf32>) permutation = [1, 0]
    scf.yield %n, %b, %tr : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>
}

//--- loop-invariant-unrolled.mlir
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>) {
  %0 = arith.addf %a, %b : tensor<4x8xf32>
  %1 = arith.addf %0, %b : tensor<4x8xf32>
  %2 = arith.addf %1, %b : tensor<4x8xf32>
  %3 = arith.addf %2, %b : tensor<4x8xf32>
    %et = tensor.empty() : tensor<8x4xf32>
    %tr = linalg.transpose ins(%3 : tensor<4x8xf32>) outs(%et : tensor<8x4xf32>) permutation = [1, 0]
  return %3, %b, %tr : tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x4xf32>
}

//--- yielded-twice.mlir
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %r:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%x = %a, %y = %b) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
    %n = arith.addf %x, %y : tensor<4x8xf32>
    scf.yield %n, %n : tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %r#0, %r#1 : tensor<4x8xf32>, tensor<4x8xf32>
}

//--- yielded-twice-unrolled.mlir
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = arith.addf %a, %b : tensor<4x8xf32>
  %1 = arith.addf %0, %0 : tensor<4x8xf32>
  return %1, %1 : tensor<4x8xf32>, tensor<4x8xf32>
}

//--- while.mlir
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:3 = scf.while (%i = %c0, %x = %a, %y = %b) : (index, tensor<4x8xf32>, tensor<4x8xf32>) -> (index, tensor<4x8xf32>, tensor<4x8xf32>) {
    %go = arith.cmpi slt, %i, %c3 : index
    scf.condition(%go) %i, %x, %y : index, tensor<4x8xf32>, tensor<4x8xf32>
  } do {
  ^bb0(%i: index, %x: tensor<4x8xf32>, %y: tensor<4x8xf32>):
    %j = arith.addi %i, %c1 : index
    %n = arith.addf %x, %y : tensor<4x8xf32>
    scf.yield %j, %y, %n : index, tensor<4x8xf32>, tensor<4x8xf32>
  }
  return %r#1, %r#2 : tensor<4x8xf32>, tensor<4x8xf32>
}

//--- while-unrolled.mlir
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = arith.addf %a, %b : tensor<4x8xf32>
  %1 = arith.addf %b, %0 : tensor<4x8xf32>
  %2 = arith.addf %0, %1 : tensor<4x8xf32>
  return %1, %2 : tensor<4x8xf32>, tensor<4x8xf32>
}
