// RUN: remat-opt %s --remat-print-graph -o /dev/null 2>&1 | FileCheck %s --check-prefix=GRAPH
// RUN: remat-opt %s --remat-print-memory-profile -o /dev/null 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: remat-opt %s --remat-print-lower-sets -o /dev/null 2>&1 | FileCheck %s --check-prefix=SETS
// RUN: remat-opt %s --remat-print-lower-sets="approximate limit=3" -o /dev/null 2>&1 | FileCheck %s --check-prefix=PRUNED
// RUN: remat-opt %s --remat-print-lower-sets="limit=2" -o /dev/null 2>&1 | FileCheck %s --check-prefix=LIMIT
// RUN: remat-opt %s --remat-print-graph="json device=unit" -o /dev/null 2> %t.json
// RUN: remat-plan %t.json --strategy=none --budget=100% | FileCheck %s --check-prefix=PLAN

// Arguments are resident: 2 x 64 bytes. The destination of the dot (an empty
// and a fill) is no task of its own.

// GRAPH:      graph of 'chain': 9 tasks, 128 resident bytes, loss 6
// GRAPH-NEXT: task 0: math.exp, forward, reads [0], makes [2: 64 bytes], time {{[0-9.]+$}}
// GRAPH-NEXT: task 1: math.tanh, forward, reads [2], makes [3: 64 bytes]
// GRAPH-NEXT: task 2: math.absf, forward, reads [3], makes [4: 64 bytes], time {{.*}}, policy save
// GRAPH-NEXT: task 3: math.sqrt, forward, reads [4], makes [5: 64 bytes], time 7.5, workspace 128 bytes
// GRAPH-NEXT: task 4: linalg.dot, forward, reads [5, 1], makes [6: 64 bytes result]
// GRAPH-NEXT: task 5: arith.mulf, backward, reads [1, 5], makes [7: 64 bytes]
// GRAPH-NEXT: task 6: arith.mulf, backward, reads [7, 4], makes [8: 64 bytes]
// GRAPH-NEXT: task 7: arith.mulf, backward, reads [8, 3], makes [9: 64 bytes]
// GRAPH-NEXT: task 8: arith.mulf, backward, reads [9, 2], makes [10: 64 bytes result]

// PROFILE:      memory of 'chain': peak 512 bytes at step 3, resident 128 bytes
// PROFILE-NEXT: 0 192 math.exp
// PROFILE-NEXT: 1 256 math.tanh
// PROFILE-NEXT: 2 320 math.absf
// PROFILE-NEXT: 3 512 math.sqrt <- peak
// PROFILE-NEXT: 4 448 linalg.dot
// PROFILE-NEXT: 5 512 arith.mulf
// PROFILE-NEXT: 6 512 arith.mulf
// PROFILE-NEXT: 7 448 arith.mulf
// PROFILE-NEXT: 8 384 arith.mulf

// SETS:      lower sets of 'chain': 6 over 5 forward tasks
// SETS-NEXT: {}: boundary {}, 0 bytes
// SETS-NEXT: {0}: boundary {0}, 64 bytes
// SETS-NEXT: {0, 1}: boundary {1}, 64 bytes

// PRUNED: lower sets of 'chain': {{[1-5]}} over 5 forward tasks

// LIMIT:     lower sets of 'chain': more than 2 over 5 forward tasks
// LIMIT-NOT: boundary

// PLAN: "peak": 512
// PLAN: "time": 15.5

func.func @chain(%x: tensor<16xf32>, %w: tensor<16xf32>) -> (tensor<f32> {remat.loss}, tensor<16xf32>) {
  %a = math.exp %x : tensor<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  %c = math.absf %b {remat.policy = #remat.policy<save>} : tensor<16xf32>
  %d = math.sqrt %c {remat.cost = #remat.cost<time = 7.5, workspace = 128>} : tensor<16xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %loss = linalg.dot ins(%d, %w : tensor<16xf32>, tensor<16xf32>) outs(%f : tensor<f32>) -> tensor<f32>
  %gd = arith.mulf %w, %d : tensor<16xf32>
  %gc = arith.mulf %gd, %c : tensor<16xf32>
  %gb = arith.mulf %gc, %b : tensor<16xf32>
  %ga = arith.mulf %gb, %a : tensor<16xf32>
  return %loss, %ga : tensor<f32>, tensor<16xf32>
}
