// The order in which a function lists its operations does not matter to the
// overhead, within a percentage point; a sweep over the function's graph is
// monotone, and what each budget costs alone.

// RUN: %python %remat_src_root/utils/measure-sweep.py --bin=%remat_obj_root/bin --device=unit --count=5 --across=0.2 --orders=3 --order-budgets=5 %s | FileCheck %s --check-prefix=MEASURE
// MEASURE: operation-order {{.*}} ok
// MEASURE: 1 of 1 keep every promise

// The shuffle moves operations, each after what it uses.
// RUN: remat-opt %s --test-remat-shuffle=seed=1 -o %t.1
// RUN: remat-opt %s --test-remat-shuffle=seed=2 -o %t.2
// RUN: not diff %t.1 %t.2 > %t.diff
// RUN: remat-opt %s --test-remat-shuffle=seed=1 | diff - %t.1
// RUN: remat-run %t.1 --compare=%s | FileCheck %s --check-prefix=SAME
// SAME: results: identical, bit by bit

func.func @main(%x: tensor<16xf32>, %w: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %a = math.exp %x : tensor<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  %c = math.absf %a : tensor<16xf32>
  %d = arith.mulf %b, %c : tensor<16xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%d, %w : tensor<16xf32>, tensor<16xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %gb = arith.mulf %w, %c : tensor<16xf32>
  %gc = arith.mulf %w, %b : tensor<16xf32>
  %gb2 = arith.mulf %gb, %b : tensor<16xf32>
  %gc2 = arith.mulf %gc, %c : tensor<16xf32>
  %ga = arith.addf %gb2, %gc2 : tensor<16xf32>
  %gx = arith.mulf %ga, %a : tensor<16xf32>
  return %loss, %gx : tensor<f32>, tensor<16xf32>
}
