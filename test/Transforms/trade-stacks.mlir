// RUN: remat-opt %s --split-input-file --remat-trade-stacks=bytes=384 -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.mlir

// One stack is enough: the sine is made again from its slice.
// REMARK: remark: keeps stacks of 384 bytes, before 768 bytes; making values again takes {{[0-9.]+}} ns, before 0.0
// CHECK-LABEL: func.func @drops_a_stack
// CHECK: %[[F:.*]]:2 = scf.for
// CHECK: %[[EXP:.*]] = math.exp
// CHECK: tensor.insert_slice %[[EXP]]
// CHECK-NOT: tensor.insert_slice
// CHECK: scf.for
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[F]]#1
// CHECK: %[[SIN:.*]] = math.sin %[[SLICE]]
// CHECK: arith.mulf %[[SLICE]], %[[SIN]]
func.func @drops_a_stack(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  %f:3 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x, %s = %a, %t = %a)
      -> (tensor<16xf32>, tensor<6x16xf32>, tensor<6x16xf32>) {
    %0 = math.exp %h : tensor<16xf32>
    %1 = math.sin %0 : tensor<16xf32>
    %2 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<6x16xf32>
    %3 = tensor.insert_slice %1 into %t[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<6x16xf32>
    scf.yield %1, %2, %3 : tensor<16xf32>, tensor<6x16xf32>, tensor<6x16xf32>
  }
  %b = scf.for %i = %c0 to %c6 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %at = arith.subi %c5, %i : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
    %1 = tensor.extract_slice %f#2[%at, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
    %2 = arith.mulf %0, %1 : tensor<16xf32>
    %3 = arith.mulf %d, %2 : tensor<16xf32>
    scf.yield %3 : tensor<16xf32>
  }
  return %b : tensor<16xf32>
}

// -----

// A counter from 2 by steps of 3, read forwards; a value of fewer bytes gets the
// stack, from which the one before follows.
// CHECK-LABEL: func.func @keeps_a_smaller_value
// CHECK: scf.for %[[I:.*]] = %{{.*}} iter_args(%{{.*}} = %{{.*}}, %[[STACK:.*]] = %{{.*}}) -> (tensor<16xf32>, tensor<2x16xf32>)
// CHECK: arith.divsi
// CHECK: %[[EXP:.*]] = math.exp
// CHECK: tensor.insert_slice %[[EXP]] into %[[STACK]]
// CHECK: scf.for
// CHECK: %[[WAS:.*]] = tensor.extract_slice
// CHECK: linalg.broadcast ins(%[[WAS]]
// CHECK: math.sin
func.func @keeps_a_smaller_value(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %s = tensor.empty() : tensor<2x4x16xf32>
  %f:2 = scf.for %i = %c2 to %c6 step %c3 iter_args(%h = %x, %t = %s)
      -> (tensor<16xf32>, tensor<2x4x16xf32>) {
    %0 = math.exp %h : tensor<16xf32>
    %e = tensor.empty() : tensor<4x16xf32>
    %1 = linalg.broadcast ins(%0 : tensor<16xf32>) outs(%e : tensor<4x16xf32>) dimensions = [0]
    %2 = math.sin %1 : tensor<4x16xf32>
    %at = arith.subi %i, %c2 : index
    %turn = arith.subi %at, %at : index
    %is = arith.cmpi eq, %at, %c0 : index
    %n = arith.select %is, %c0, %c1 : index
    %3 = tensor.insert_slice %2 into %t[%n, 0, 0] [1, 4, 16] [1, 1, 1] : tensor<4x16xf32> into tensor<2x4x16xf32>
    %4 = math.cos %0 : tensor<16xf32>
    scf.yield %4, %3 : tensor<16xf32>, tensor<2x4x16xf32>
  }
  %b = scf.for %i = %c0 to %c2 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %0 = tensor.extract_slice %f#1[%i, 0, 0] [1, 4, 16] [1, 1, 1] : tensor<2x4x16xf32> to tensor<4x16xf32>
    %1 = tensor.extract_slice %0[1, 0] [1, 16] [1, 1] : tensor<4x16xf32> to tensor<16xf32>
    %2 = arith.mulf %d, %1 : tensor<16xf32>
    scf.yield %2 : tensor<16xf32>
  }
  return %b : tensor<16xf32>
}

// -----

// What both turns compute gets a stack in place of the second run.
// CHECK-LABEL: func.func @adds_a_stack
// CHECK: scf.for
// CHECK: math.exp
// CHECK: tensor.insert_slice
// CHECK: scf.for
// CHECK-NOT: math.exp
// CHECK: return
func.func @adds_a_stack(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  %f:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<6x16xf32>) {
    %0 = tensor.insert_slice %h into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<6x16xf32>
    %1 = math.exp %h : tensor<16xf32>
    %2 = math.sin %1 : tensor<16xf32>
    scf.yield %2, %0 : tensor<16xf32>, tensor<6x16xf32>
  }
  %b = scf.for %i = %c0 to %c6 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %at = arith.subi %c5, %i : index
    %0 = tensor.extract_slice %f#1[%at, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
    %1 = math.exp %0 : tensor<16xf32>
    %2 = math.cos %1 : tensor<16xf32>
    %3 = arith.mulf %d, %2 : tensor<16xf32>
    scf.yield %3 : tensor<16xf32>
  }
  return %b : tensor<16xf32>
}

// -----

// Pins decide: what must be saved is not made again.
// CHECK-LABEL: func.func @saves_what_is_pinned
// CHECK: math.sin
// CHECK: tensor.insert_slice
// CHECK: scf.for
// CHECK-NOT: math.sin
// CHECK: return
func.func @saves_what_is_pinned(%x: tensor<16xf32>, %g: tensor<16xf32>) -> tensor<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  %f:2 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x, %s = %a) -> (tensor<16xf32>, tensor<6x16xf32>) {
    %0 = math.sin %h {remat.policy = #remat.policy<save>} : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<6x16xf32>
    scf.yield %0, %1 : tensor<16xf32>, tensor<6x16xf32>
  }
  %b = scf.for %i = %c0 to %c6 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %0 = tensor.extract_slice %f#1[%i, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %b : tensor<16xf32>
}
