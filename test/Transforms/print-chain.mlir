// RUN: remat-opt %s --remat-print-chain=device=unit -o /dev/null 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-print-chain="width=2 device=unit" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: not remat-opt %s --remat-print-chain="width=0" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WIDTH

// WIDTH: cannot be printed with width=0; at least one value must be allowed to cross from one stage to the next

// Arguments are resident, 64 bytes each. The gradient of the loss needs its
// operand alone: it runs where that is made, as does what follows.

// CHECK:      chain of 'chain': 4 stages, figures are bounds; 128 resident bytes, δ^0 128
// CHECK-NEXT:   stage 1: 1 forward, 0 backward; a 64, ā 64, δ 128 (128 pass), o_f 0, o_ck 0, o_b -64, u_f 1.0, u_ck 1.0, u_b 0.0; op 0 ('math.exp') to op 0 ('math.exp')
// CHECK-NEXT:   stage 2: 1 forward, 1 backward; a 64, ā 64, δ 128 (64 pass), o_f 0, o_ck 0, o_b -64, u_f 1.0, u_ck 1.0, u_b 1.0; op 1 ('math.tanh') to op 1 ('math.tanh')
// CHECK-NEXT:   stage 3: 1 forward, 2 backward; a 64, ā 64, δ 64 (64 pass), o_f 128, o_ck 128, o_b 0, u_f 7.5, u_ck 7.5, u_b 2.0; op 2 ('math.sqrt') to op 2 ('math.sqrt')
// CHECK-NEXT:   stage 4: 1 forward, 0 backward; a 0, ā 0, δ 64 (64 pass), o_f 0, o_ck 0, o_b 0, u_f 0.0, u_ck 0.0, u_b 1.0; op 3 ('linalg.dot') to op 3 ('linalg.dot')
// CHECK-NEXT: join of 'chain': none; the step is no join of chains: no op on the way to op 3 ('linalg.dot'), the loss, depends on two parts of the step that have nothing in common but arguments and constants, and each at least a sixteenth of its 4 ops

func.func @chain(%x: tensor<16xf32>, %w: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %a = math.exp %x : tensor<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  %c = math.sqrt %b {remat.cost = #remat.cost<time = 7.5, workspace = 128>} : tensor<16xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%c, %w : tensor<16xf32>, tensor<16xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %gc = arith.mulf %w, %c : tensor<16xf32>
  %gb = arith.mulf %gc, %b : tensor<16xf32>
  %ga = arith.mulf %gb, %a : tensor<16xf32>
  return %loss, %ga : tensor<f32>, tensor<16xf32>
}

// Residual blocks end inside stages; ā of a block has what it hides.

// CHECK:      chain of 'residual': 4 stages,
// CHECK-NEXT:   stage 1: 1 forward, 0 backward; a 64, ā 64
// CHECK-NEXT:   stage 2: 3 forward, 3 backward; a 64, ā 192, {{.*}}; op 1 ('math.tanh') to op 3 ('arith.addf')
// CHECK-NEXT:   stage 3: 3 forward, 2 backward; a 64, ā 192, {{.*}}; op 4 ('math.tanh') to op 6 ('arith.addf')
// CHECK-NEXT:   stage 4: 1 forward
// WIDE:       chain of 'residual': 8 stages

func.func @residual(%x: tensor<16xf32>, %w: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %h0 = math.exp %x : tensor<16xf32>
  %i1 = math.tanh %h0 : tensor<16xf32>
  %j1 = math.exp %i1 : tensor<16xf32>
  %h1 = arith.addf %h0, %j1 : tensor<16xf32>
  %i2 = math.tanh %h1 : tensor<16xf32>
  %j2 = math.exp %i2 : tensor<16xf32>
  %h2 = arith.addf %h1, %j2 : tensor<16xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%h2, %w : tensor<16xf32>, tensor<16xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %g2 = arith.mulf %w, %j2 : tensor<16xf32>
  %k2 = arith.mulf %g2, %i2 : tensor<16xf32>
  %g1 = arith.mulf %k2, %j1 : tensor<16xf32>
  %k1 = arith.mulf %g1, %i1 : tensor<16xf32>
  %g0 = arith.mulf %k1, %h0 : tensor<16xf32>
  return %loss, %g0 : tensor<f32>, tensor<16xf32>
}

// A mask that every op reads.

// CHECK:      chain of 'masked': none; the step is no chain of stages: at no two points of the forward part between its first op and its loss a single value crosses; most points are crossed by what op 0 ('math.exp') makes and op 4 ('linalg.dot') reads last
// WIDE:       chain of 'masked': 5 stages

func.func @masked(%x: tensor<16xf32>, %w: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %m = math.exp %w : tensor<16xf32>
  %a = arith.mulf %m, %x : tensor<16xf32>
  %b = arith.mulf %m, %a : tensor<16xf32>
  %c = arith.mulf %m, %b : tensor<16xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%c, %m : tensor<16xf32>, tensor<16xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %g = arith.mulf %c, %b : tensor<16xf32>
  return %loss, %g : tensor<f32>, tensor<16xf32>
}

// CHECK:      chain of 'towers': 4 stages
// CHECK:      join of 'towers': 2 branches
// CHECK-NEXT:   branch 1: 3 stages, ends with op 2 ('math.exp')
// CHECK-NEXT:   branch 2: 2 stages, ends with op 4 ('math.tanh')
// CHECK-NEXT:   turn: 1 forward, 0 backward

func.func @towers(%x: tensor<16xf32>, %y: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>, tensor<16xf32>) {
  %a1 = math.exp %x : tensor<16xf32>
  %a2 = math.tanh %a1 : tensor<16xf32>
  %a3 = math.exp %a2 : tensor<16xf32>
  %b1 = math.exp %y : tensor<16xf32>
  %b2 = math.tanh %b1 : tensor<16xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%a3, %b2 : tensor<16xf32>, tensor<16xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %ga = arith.mulf %a3, %a2 : tensor<16xf32>
  %gb = arith.mulf %b2, %b1 : tensor<16xf32>
  return %loss, %ga, %gb : tensor<f32>, tensor<16xf32>, tensor<16xf32>
}

// CHECK:      chain of 'forward_only': none; the graph has no forward tasks
// CHECK-NOT:  join of 'forward_only'

func.func @forward_only(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  return %a : tensor<16xf32>
}
