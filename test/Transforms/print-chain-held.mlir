// RUN: remat-opt %s --remat-print-chain=device=unit -o /dev/null 2>&1 | FileCheck %s --check-prefix=CROSSING
// RUN: remat-opt %s --remat-print-chain="device=unit hold-long-values=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=HELD

// The mask is read in the first half: a stage of three operations, unless it is
// held, and does not count as crossing.

// CROSSING:      chain of 'masked': 6 stages,
// CROSSING-NEXT:   stage 1: 1 forward
// CROSSING-NEXT:   stage 2: 3 forward
// HELD:      chain of 'masked': long values held, 8 stages,
// HELD-NEXT:   stage 1: 1 forward, 0 backward; a 0, ā 0,
// HELD-NEXT:   stage 2: 1 forward

func.func @masked(%x: tensor<16xf32>, %w: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %mask = math.exp %w : tensor<16xf32>
  %a0 = arith.mulf %x, %mask : tensor<16xf32>
  %a1 = arith.mulf %a0, %mask : tensor<16xf32>
  %a2 = arith.mulf %a1, %mask : tensor<16xf32>
  %a3 = math.tanh %a2 : tensor<16xf32>
  %a4 = math.tanh %a3 : tensor<16xf32>
  %a5 = math.tanh %a4 : tensor<16xf32>
  %e = tensor.empty() : tensor<f32>
  %loss = linalg.dot ins(%a5, %a5 : tensor<16xf32>, tensor<16xf32>) outs(%e : tensor<f32>) -> tensor<f32>
  %g5 = arith.mulf %a5, %a5 : tensor<16xf32>
  %g4 = arith.mulf %g5, %a4 : tensor<16xf32>
  %g3 = arith.mulf %g4, %a3 : tensor<16xf32>
  %g2 = arith.mulf %g3, %mask : tensor<16xf32>
  %g1 = arith.mulf %g2, %mask : tensor<16xf32>
  %g0 = arith.mulf %g1, %mask : tensor<16xf32>
  return %loss, %g0 : tensor<f32>, tensor<16xf32>
}
