// RUN: remat-opt %s --split-input-file --remat-segment-loops=turns=3 -o %t.mlir 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --input-file=%t.mlir --implicit-check-not="{{remat[.][^b]}}"
// RUN: remat-opt %s --split-input-file --remat-segment-loops=turns=3,2 2>&1 -o /dev/null | FileCheck %s --check-prefix=LEVELS

// Of 8 turns, two segments of 3 and a remainder of 2. The segments keep the
// state alone, and run again without the sum that no stack needs.
// REMARK: remark: runs in segments of 3 of its 8 turns
// LEVELS: remark: runs in segments of 3 of its 8 turns
// LEVELS: remark: does not run in segments: it has 2 turns, no more than one segment
// LEVELS: remark: runs in segments of 2 of its 3 turns
// CHECK-LABEL: func.func @runs_in_segments(
// CHECK-SAME: %[[X:.*]]: tensor<16xf32>, %[[G:.*]]: tensor<16xf32>)
// CHECK: %[[STATES:.*]] = tensor.empty() : tensor<2x16xf32>
// CHECK: %[[FS:.*]]:3 = scf.for %[[SEG:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[H:.*]] = %[[X]], %[[SUM:.*]] = %[[G]], %[[KEPT:.*]] = %[[STATES]]) -> (tensor<16xf32>, tensor<16xf32>, tensor<2x16xf32>)
// CHECK:   tensor.insert_slice %[[H]] into %[[KEPT]][%[[SEG]], 0]
// CHECK:   scf.for %{{.*}} iter_args(%{{.*}} = %[[H]], %{{.*}} = %[[SUM]]) -> (tensor<16xf32>, tensor<16xf32>)
// CHECK:     math.exp
// CHECK-NOT: insert_slice
// CHECK:     arith.addf
// CHECK: %[[FR:.*]]:3 = scf.for %[[T:.*]] = %{{.*}} iter_args(%{{.*}} = %[[FS]]#0, %{{.*}} = %[[FS]]#1, %[[STACK:.*]] = %{{.*}}) -> (tensor<16xf32>, tensor<16xf32>, tensor<2x16xf32>)
// CHECK:   tensor.insert_slice %{{.*}} into %[[STACK]][%[[T]], 0]
// CHECK: %[[BR:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[FR]]#1)
// CHECK:   tensor.extract_slice %[[FR]]#2[
// CHECK: %[[BS:.*]] = scf.for %{{.*}} iter_args(%[[D:.*]] = %[[BR]])
// CHECK:   %[[START:.*]] = tensor.extract_slice %[[FS]]#2[
// CHECK:   %[[IN:.*]]:2 = scf.for %[[T:.*]] = %{{.*}} iter_args(%{{.*}} = %[[START]], %[[STACK:.*]] = %{{.*}}) -> (tensor<16xf32>, tensor<3x16xf32>)
// CHECK-NOT: arith.addf
// CHECK:     tensor.insert_slice %{{.*}} into %[[STACK]][%[[T]], 0]
// CHECK:   %[[OUT:.*]] = scf.for %{{.*}} iter_args(%{{.*}} = %[[D]])
// CHECK:     tensor.extract_slice %[[IN]]#1[
// CHECK:   scf.yield %[[OUT]]
// CHECK: return %[[FR]]#0, %[[BS]]
func.func @runs_in_segments(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %a = tensor.empty() : tensor<8x16xf32>
  %f:3 = scf.for %i = %c0 to %c8 step %c1 iter_args(%h = %x, %sum = %g, %s = %a) -> (tensor<16xf32>, tensor<16xf32>, tensor<8x16xf32>) {
    %0 = math.exp %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<8x16xf32>
    %2 = arith.addf %sum, %0 : tensor<16xf32>
    scf.yield %0, %2, %1 : tensor<16xf32>, tensor<16xf32>, tensor<8x16xf32>
  }
  %b = scf.for %i = %c0 to %c8 step %c1 iter_args(%d = %f#1) -> tensor<16xf32> {
    %at = arith.subi %c7, %i : index
    %0 = tensor.extract_slice %f#2[%at, 0] [1, 16] [1, 1] : tensor<8x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %f#0, %b : tensor<16xf32>, tensor<16xf32>
}

// -----

// Turns count as before: from 5 by steps of 2, and in the gradient from 1 by
// steps of 4. Segment s starts at 5 + 6 s, its gradient at 1 + 4 + 12 u. A stack
// that is a result stays whole. The stacks of the one turn that is left pass a
// barrier: equal ops of its halves must not be merged.
// REMARK: remark: runs in segments of 3 of its 4 turns
// CHECK-LABEL: func.func @counts_on(
// CHECK-DAG: %[[YS:.*]] = tensor.empty() : tensor<64x16xf32>
// CHECK: scf.for %[[SEG:.*]] = %{{.*}} to %[[ONE:.*]] step
// CHECK:   %[[SIX:.*]] = arith.constant 6 : index
// CHECK:   %[[BY:.*]] = arith.muli %[[SEG]], %[[SIX]]
// CHECK:   %[[FIVE:.*]] = arith.constant 5 : index
// CHECK:   %[[BASE:.*]] = arith.addi %[[BY]], %[[FIVE]]
// CHECK:   scf.for %[[T:.*]] = %{{.*}} to
// CHECK:     %[[TWO:.*]] = arith.constant 2 : index
// CHECK:     %[[STEPS:.*]] = arith.muli %[[T]], %[[TWO]]
// CHECK:     %[[I:.*]] = arith.addi %[[STEPS]], %[[BASE]]
// CHECK:     tensor.insert_slice %{{.*}} into %{{.*}}[%[[I]], 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<64x16xf32>
// CHECK: %[[FR:.*]]:3 = scf.for
// CHECK:     arith.constant 11 : index
// CHECK: remat.barrier %[[FR]]#2 : tensor<1x16xf32>
// CHECK: scf.for
// CHECK:   tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<64x16xf32>
// CHECK: scf.for %[[U:.*]] = %{{.*}} to
// CHECK:   scf.for
// CHECK-NOT: tensor<64x16xf32>
// CHECK:     scf.yield
// CHECK:   arith.constant 12 : index
// CHECK:   arith.constant 5 : index
// CHECK:   scf.for
// CHECK: return %[[FR]]#1
func.func @counts_on(%x: tensor<16xf32>, %g: tensor<16xf32>, %dx: tensor<64x16xf32>) -> (tensor<64x16xf32>, tensor<64x16xf32>) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c12 = arith.constant 12 : index
  %c17 = arith.constant 17 : index
  %a = tensor.empty() : tensor<4x16xf32>
  %ys = tensor.empty() : tensor<64x16xf32>
  %f:3 = scf.for %i = %c5 to %c12 step %c2 iter_args(%h = %x, %y = %ys, %s = %a) -> (tensor<16xf32>, tensor<64x16xf32>, tensor<4x16xf32>) {
    %0 = math.exp %h : tensor<16xf32>
    %y1 = tensor.insert_slice %0 into %y[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<64x16xf32>
    %c7 = arith.constant 7 : index
    %c9 = arith.constant 9 : index
    %c11 = arith.constant 11 : index
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %is7 = arith.cmpi slt, %i, %c7 : index
    %is9 = arith.cmpi slt, %i, %c9 : index
    %is11 = arith.cmpi slt, %i, %c11 : index
    %n3 = arith.select %is11, %c2, %c3 : index
    %n2 = arith.select %is9, %c1, %n3 : index
    %n = arith.select %is7, %c0, %n2 : index
    %1 = tensor.insert_slice %0 into %s[%n, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<4x16xf32>
    scf.yield %0, %y1, %1 : tensor<16xf32>, tensor<64x16xf32>, tensor<4x16xf32>
  }
  %b:2 = scf.for %i = %c1 to %c17 step %c4 iter_args(%d = %g, %dxs = %dx) -> (tensor<16xf32>, tensor<64x16xf32>) {
    %c9 = arith.constant 9 : index
    %c13 = arith.constant 13 : index
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : index
    %is5 = arith.cmpi slt, %i, %c5 : index
    %is9 = arith.cmpi slt, %i, %c9 : index
    %is13 = arith.cmpi slt, %i, %c13 : index
    %n3 = arith.select %is13, %c1, %c0 : index
    %n2 = arith.select %is9, %c2, %n3 : index
    %n = arith.select %is5, %c3, %n2 : index
    %0 = tensor.extract_slice %f#2[%n, 0] [1, 16] [1, 1] : tensor<4x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    %2 = tensor.insert_slice %1 into %dxs[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<64x16xf32>
    scf.yield %1, %2 : tensor<16xf32>, tensor<64x16xf32>
  }
  return %f#1, %b#1 : tensor<64x16xf32>, tensor<64x16xf32>
}
