// RUN: remat-opt %s --split-input-file --remat-fuse-elementwise | FileCheck %s

#id = affine_map<(d0) -> (d0)>

// One storage less, one pass over memory less.

// CHECK-LABEL: func.func @gains
// CHECK:         linalg.generic
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      math.exp
// CHECK-NEXT:      math.tanh
// CHECK-NOT:     linalg.generic
func.func @gains(%x: tensor<16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  return %b : tensor<16xf32>
}

// -----

// The producer reads one column of a large value: fused, the large value would
// live on to the last op, beside two others, so that the function stays as it
// is.

#both = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#id = affine_map<(d0) -> (d0)>
#column = affine_map<(d0) -> (d0, 0)>

// CHECK-LABEL: func.func @loses
// CHECK-COUNT-2: linalg.generic
func.func @loses(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e2 = tensor.empty() : tensor<64x64xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %big = linalg.transpose ins(%x : tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) permutation = [1, 0]
  %small = linalg.generic {indexing_maps = [#column, #id], iterator_types = ["parallel"]} ins(%big : tensor<64x64xf32>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %other = linalg.transpose ins(%x : tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) permutation = [1, 0]
  %last = linalg.generic {indexing_maps = [#row, #both, #both], iterator_types = ["parallel", "parallel"]} ins(%small, %other : tensor<64xf32>, tensor<64x64xf32>) outs(%e2 : tensor<64x64xf32>) {
  ^bb0(%in: f32, %in2: f32, %out: f32):
    %0 = arith.addf %in, %in2 : f32
    linalg.yield %0 : f32
  } -> tensor<64x64xf32>
  return %last : tensor<64x64xf32>
}

// -----

// What is said of a task is said of that task alone: neither a producer nor a
// consumer of which something is said is fused; others beside them are.

#id = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @producer_with_policy
// CHECK:         math.exp
// CHECK-NEXT:    linalg.yield
// CHECK:         math.tanh
// CHECK-NEXT:    linalg.yield
func.func @producer_with_policy(%x: tensor<16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) attrs = {remat.policy = #remat.policy<save>} {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  return %b : tensor<16xf32>
}

// CHECK-LABEL: func.func @consumer_with_policy
// CHECK:         math.exp
// CHECK-NEXT:    linalg.yield
// CHECK:         math.tanh
// CHECK-NEXT:    linalg.yield
func.func @consumer_with_policy(%x: tensor<16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) attrs = {remat.policy = #remat.policy<save>} {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  return %b : tensor<16xf32>
}

// CHECK-LABEL: func.func @producer_with_cost
// CHECK:         math.exp
// CHECK-NEXT:    linalg.yield
// CHECK:         math.tanh
// CHECK-NEXT:    linalg.yield
func.func @producer_with_cost(%x: tensor<16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) attrs = {remat.cost = #remat.cost<time = 7.0>} {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  return %b : tensor<16xf32>
}

// CHECK-LABEL: func.func @consumer_with_cost
// CHECK:         math.exp
// CHECK-NEXT:    linalg.yield
// CHECK:         math.tanh
// CHECK-NEXT:    linalg.yield
func.func @consumer_with_cost(%x: tensor<16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) attrs = {remat.cost = #remat.cost<time = 7.0>} {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  return %b : tensor<16xf32>
}

// CHECK-LABEL: func.func @producer_with_phase
// CHECK:         math.exp
// CHECK-NEXT:    linalg.yield
// CHECK:         math.tanh
// CHECK-NEXT:    linalg.yield
func.func @producer_with_phase(%x: tensor<16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) attrs = {remat.phase = #remat.phase<forward>} {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  return %b : tensor<16xf32>
}

// CHECK-LABEL: func.func @consumer_with_phase
// CHECK:         math.exp
// CHECK-NEXT:    linalg.yield
// CHECK:         math.tanh
// CHECK-NEXT:    linalg.yield
func.func @consumer_with_phase(%x: tensor<16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) attrs = {remat.phase = #remat.phase<forward>} {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  return %b : tensor<16xf32>
}

// CHECK-LABEL: func.func @others
// CHECK:         remat.policy
// CHECK:         math.exp
// CHECK-NEXT:    linalg.yield
// CHECK:         math.tanh
// CHECK-NEXT:    math.sin
// CHECK-NEXT:    linalg.yield
func.func @others(%x: tensor<16xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>) attrs = {remat.policy = #remat.policy<save>} {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.tanh %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  %c = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%b : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.sin %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  return %c : tensor<16xf32>
}

// A fill that would be folded into its reader keeps all as it is.

// CHECK-LABEL: func.func @fill
// CHECK:         linalg.fill {remat.policy = #remat.policy<save>}
// CHECK:         math.exp
func.func @fill(%s: f32) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %f = linalg.fill {remat.policy = #remat.policy<save>} ins(%s : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%f : tensor<16xf32>) outs(%e : tensor<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<16xf32>
  return %a : tensor<16xf32>
}
