// Everything that makes a storage, and every element type: the peak is as
// predicted, also when the passes before lowering have merged what could be
// merged, and the results stay the same bits.

// RUN: remat-opt %s --canonicalize --cse --loop-invariant-code-motion -o %t.mlir
// RUN: remat-run %s --compare=%t.mlir --poison --allow-constant | FileCheck %s

// CHECK:      measured peak: [[PEAK:.+]]
// CHECK-NEXT: predicted peak: [[PEAK]]
// CHECK:      measured peak: [[OTHER:.+]]
// CHECK-NEXT: predicted peak: [[OTHER]]
// CHECK:      results: identical, bit by bit

#id = affine_map<(i, j) -> (i, j)>
func.func private @callee(%a: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %0 = math.exp %a : tensor<4x8xf32>
  return %a, %0 : tensor<4x8xf32>, tensor<4x8xf32>
}
func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>, %c: tensor<i1>, %w: tensor<1x8x8x2xf32>, %h: tensor<4x8xf16>, %bf: tensor<4x8xbf16>, %d: tensor<4x8xf64>, %i8: tensor<4x8xi8>, %i64: tensor<4x8xi64> {remat.range = array<i64: -5, 9>}, %empty: tensor<0x8xf32>)
  -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x8xf32>, tensor<1x4x4x2xf32>, tensor<6x10xf32>, tensor<3xf32>, tensor<4x8xi64>, tensor<2x2xf32>, tensor<8xf32>, tensor<4x8xf16>, tensor<4x8xbf16>, tensor<4x8xf64>, tensor<4x8xi8>, tensor<4x8xi64>, tensor<4x8xi1>, tensor<0x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>) {
  %p = tensor.extract %c[] : tensor<i1>
  %sel = arith.select %p, %a, %b : tensor<4x8xf32>
  %add = arith.addf %a, %b : tensor<4x8xf32>
  %cat = tensor.concat dim(0) %add, %sel : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %win = tensor.empty() : tensor<2x2xf32>
  %z = arith.constant 0.0 : f32
  %pe = tensor.empty() : tensor<1x4x4x2xf32>
  %pf = linalg.fill ins(%z : f32) outs(%pe : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %pool = linalg.pooling_nhwc_sum {strides = dense<2> : tensor<2xi64>} ins(%w, %win : tensor<1x8x8x2xf32>, tensor<2x2xf32>) outs(%pf : tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
  %pad = tensor.pad %a low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<4x8xf32> to tensor<6x10xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x0 = tensor.extract %a[%c0, %c1] : tensor<4x8xf32>
  %x1 = tensor.extract %b[%c0, %c1] : tensor<4x8xf32>
  %fe = tensor.from_elements %x0, %x1, %z : tensor<3xf32>
  %gen = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = arith.addi %i, %j : index
    tensor.yield %s : index
  } : tensor<4x8xindex>
  %gen64 = arith.index_cast %gen : tensor<4x8xindex> to tensor<4x8xi64>
  %sl = tensor.extract_slice %a[0, 0][2, 2][1, 1] : tensor<4x8xf32> to tensor<2x2xf32>
  %sl2 = tensor.extract_slice %add[1, 2][2, 4][1, 1] : tensor<4x8xf32> to tensor<2x4xf32>
  %col = tensor.collapse_shape %sl2 [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  %col2 = math.tanh %col : tensor<8xf32>
  %h2 = arith.addf %h, %h : tensor<4x8xf16>
  %h3 = math.exp %h2 : tensor<4x8xf16>
  %bf2 = arith.mulf %bf, %bf : tensor<4x8xbf16>
  %bf3 = math.log1p %bf2 : tensor<4x8xbf16>
  %d2 = math.tanh %d : tensor<4x8xf64>
  %i82 = arith.addi %i8, %i8 : tensor<4x8xi8>
  %i642 = arith.muli %i64, %i64 : tensor<4x8xi64>
  %cmp = arith.cmpf olt, %a, %b : tensor<4x8xf32>
  %call:2 = func.call @callee(%add) : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>)
  %acc = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%b : tensor<4x8xf32>) outs(%a : tensor<4x8xf32>) {
  ^bb0(%i: f32, %o: f32):
    %s = arith.addf %i, %o : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %a, %a, %sel, %cat, %pool, %pad, %fe, %gen64, %sl, %col2, %h3, %bf3, %d2, %i82, %i642, %cmp, %empty, %call#0, %call#1, %acc : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<8x8xf32>, tensor<1x4x4x2xf32>, tensor<6x10xf32>, tensor<3xf32>, tensor<4x8xi64>, tensor<2x2xf32>, tensor<8xf32>, tensor<4x8xf16>, tensor<4x8xbf16>, tensor<4x8xf64>, tensor<4x8xi8>, tensor<4x8xi64>, tensor<4x8xi1>, tensor<0x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xf32>
}
