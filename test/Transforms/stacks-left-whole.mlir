// RUN: remat-opt %s --remat-budget=min --remarks-filter-missed=remat-loops -o /dev/null 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-budget=min -o /dev/null 2>&1 | FileCheck %s --check-prefix=QUIET
// RUN: remat-opt %s --remat-budget=min --remat-choose-stacks=false --remarks-filter-missed=remat-loops -o /dev/null 2>&1 | FileCheck %s --check-prefix=QUIET

// A planned step says why a stack is left only to those who ask, and only if stacks are
// chosen. The while counts, so that it is not to blame.
// CHECK: stacks-left-whole.mlir:[[#@LINE+9]]:{{[0-9]+}}: remark: [Missed] StackLeftWhole | Category:remat-loops | Function=main | Remark="leaves a stack of 384 bytes as it is, result 1: it is a result, too"
// QUIET-NOT: StackLeftWhole
// QUIET: remark: 'main': peak
// QUIET-NOT: StackLeftWhole
func.func @main(%x: tensor<16xf32>, %g: tensor<16xf32>) -> (tensor<16xf32>, tensor<6x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %a = tensor.empty() : tensor<6x16xf32>
  %f:3 = scf.while (%h = %x, %s = %a, %i = %c0) : (tensor<16xf32>, tensor<6x16xf32>, index) -> (tensor<16xf32>, tensor<6x16xf32>, index) {
    %go = arith.cmpi slt, %i, %c6 : index
    scf.condition(%go) %h, %s, %i : tensor<16xf32>, tensor<6x16xf32>, index
  } do {
  ^bb0(%h: tensor<16xf32>, %s: tensor<6x16xf32>, %i: index):
    %0 = math.sin %h : tensor<16xf32>
    %1 = tensor.insert_slice %0 into %s[%i, 0] [1, 16] [1, 1] : tensor<16xf32> into tensor<6x16xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %0, %1, %next : tensor<16xf32>, tensor<6x16xf32>, index
  }
  %b = scf.for %i = %c0 to %c6 step %c1 iter_args(%d = %g) -> tensor<16xf32> {
    %0 = tensor.extract_slice %f#1[%i, 0] [1, 16] [1, 1] : tensor<6x16xf32> to tensor<16xf32>
    %1 = arith.mulf %d, %0 : tensor<16xf32>
    scf.yield %1 : tensor<16xf32>
  }
  return %b, %f#1 : tensor<16xf32>, tensor<6x16xf32>
}
