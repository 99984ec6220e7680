// RUN: remat-opt %s --remat-trade-stacks=bytes=0 | FileCheck %s

// A counter whose next value has an op without a result beside it follows from
// more than constants.

// CHECK: func.func @lin
// CHECK: scf.while
// CHECK: func.call @log
func.func private @log()
func.func @lin(%x: tensor<16xf32>) -> tensor<16xf32> {
  %z = arith.constant dense<0> : tensor<i32>
  %n = arith.constant dense<8> : tensor<i32>
  %o = arith.constant dense<1> : tensor<i32>
  %f:2 = scf.while (%i = %z, %h = %x) : (tensor<i32>, tensor<16xf32>) -> (tensor<i32>, tensor<16xf32>) {
    %a = tensor.extract %i[] : tensor<i32>
    %b = tensor.extract %n[] : tensor<i32>
    %c = arith.cmpi slt, %a, %b : i32
    scf.condition(%c) %i, %h : tensor<i32>, tensor<16xf32>
  } do {
  ^bb0(%i: tensor<i32>, %h: tensor<16xf32>):
    %e = tensor.empty() : tensor<i32>
    %j = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%i, %o : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
    ^bb0(%p: i32, %q: i32, %r: i32):
      func.call @log() : () -> ()
      %s = arith.addi %p, %q : i32
      linalg.yield %s : i32
    } -> tensor<i32>
    %t = math.exp %h : tensor<16xf32>
    scf.yield %j, %t : tensor<i32>, tensor<16xf32>
  }
  return %f#1 : tensor<16xf32>
}
