// RUN: remat-opt %s --split-input-file --remat-print-graph="target=xla-gpu device=flops" -o /dev/null 2>&1 | FileCheck %s

// Elementwise ops are computed in what reads them, unless a product does: what
// it reads is stored. Results are resident: 64 KiB of arguments and of the
// result of the product, and 128 bytes of the loss.

// CHECK-LABEL: graph of 'fuses': 3 tasks, 131200 resident bytes
// CHECK: task 0: stablehlo.tanh, {{.*}}reads [0], makes [1: 65536 bytes]
// CHECK: task 1: stablehlo.dot_general, {{.*}}reads [1], makes [2: 0 bytes result], {{.*}}workspace 33554432 bytes, runs once
// CHECK: task 2: stablehlo.reduce, {{.*}}reads [2], makes [3: 0 bytes result], {{.*}}runs once
func.func @fuses(%x: tensor<128x128xf32>) -> (tensor<f32>, tensor<128x128xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.tanh"(%x) : (tensor<128x128xf32>) -> tensor<128x128xf32>
  %1 = "stablehlo.dot_general"(%0, %0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %2 = "stablehlo.exponential"(%1) : (tensor<128x128xf32>) -> tensor<128x128xf32>
  %3 = "stablehlo.multiply"(%2, %2) : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %4 = "stablehlo.reduce"(%3, %zero) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<128x128xf32>, tensor<f32>) -> tensor<f32>
  return %4, %1 : tensor<f32>, tensor<128x128xf32>
}

// -----

// A transpose of two dimensions is a layout; one of three is made where it is
// read by a product. A product that contracts nothing is a multiplication, and
// has no workspace.

// CHECK-LABEL: graph of 'transposes'
// CHECK-NEXT: task 0: stablehlo.transpose, {{.*}}reads [0], makes [3: 4096 bytes]
// CHECK-NEXT: task 1: stablehlo.dot_general, {{.*}}reads [3, 1], makes [4: 0 bytes result]
// CHECK-NEXT: task 2: stablehlo.dot_general, {{.*}}reads [2, 1], makes [5: 0 bytes result], time {{[0-9.]*}}, runs once
// CHECK-NOT: task
func.func @transposes(%x: tensor<4x16x16xf32>, %w: tensor<16x16xf32>, %v: tensor<16xf32>)
    -> (tensor<16x4x16xf32>, tensor<16x16x16xf32>) {
  %0 = "stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0, 2>}> : (tensor<4x16x16xf32>) -> tensor<16x4x16xf32>
  %1 = "stablehlo.transpose"(%w) <{permutation = array<i64: 1, 0>}> : (tensor<16x16xf32>) -> tensor<16x16xf32>
  %2 = "stablehlo.dot_general"(%0, %1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [0]>}> : (tensor<16x4x16xf32>, tensor<16x16xf32>) -> tensor<16x4x16xf32>
  %3 = "stablehlo.dot_general"(%v, %1) <{dot_dimension_numbers = #stablehlo.dot<>}> : (tensor<16xf32>, tensor<16x16xf32>) -> tensor<16x16x16xf32>
  return %2, %3 : tensor<16x4x16xf32>, tensor<16x16x16xf32>
}

// -----

// Two kernels would have to compute the erfc of the sum each: the sum is stored.
// The product that reads it is what a matrix product reads.

// CHECK-LABEL: graph of 'heavy'
// CHECK-NEXT: task 0: stablehlo.dot_general
// CHECK-NEXT: task 1: stablehlo.add, {{.*}}reads [1], makes [2: 65536 bytes]
// CHECK-NEXT: task 2: stablehlo.multiply, {{.*}}reads [2], makes [3: 65536 bytes]
// CHECK-NEXT: task 3: stablehlo.dot_general
// CHECK-NEXT: task 4: stablehlo.add, {{.*}}reads [4, 2]
func.func @heavy(%x: tensor<128x128xf32>) -> tensor<128x128xf32> {
  %0 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %1 = "chlo.erfc"(%0) : (tensor<128x128xf32>) -> tensor<128x128xf32>
  %2 = "stablehlo.add"(%1, %0) : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %3 = "stablehlo.multiply"(%2, %2) : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %4 = "stablehlo.dot_general"(%3, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %5 = "stablehlo.add"(%4, %2) : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  return %5 : tensor<128x128xf32>
}

// -----

// What a loop hands on unchanged is no new value, and its zeros lie in its
// result: 128 bytes of counter and 4096 of state.

// CHECK-LABEL: graph of 'loop'
// CHECK-NEXT: task 0: stablehlo.while, {{.*}}makes [1: 128 bytes, 2: 4096 bytes, 3: 0 bytes]
func.func @loop(%x: tensor<32x32xf32>) -> tensor<f32> {
  %i = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %zeros = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<32x32xf32>
  %0:3 = "stablehlo.while"(%i, %zeros, %x) ({
  ^bb0(%a: tensor<i32>, %b: tensor<32x32xf32>, %c: tensor<32x32xf32>):
    %n = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %less = "stablehlo.compare"(%a, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%less) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<32x32xf32>, %c: tensor<32x32xf32>):
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%a, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %sum = "stablehlo.add"(%b, %c) : (tensor<32x32xf32>, tensor<32x32xf32>) -> tensor<32x32xf32>
    "stablehlo.return"(%next, %sum, %c) : (tensor<i32>, tensor<32x32xf32>, tensor<32x32xf32>) -> ()
  }) : (tensor<i32>, tensor<32x32xf32>, tensor<32x32xf32>) -> (tensor<i32>, tensor<32x32xf32>, tensor<32x32xf32>)
  %1 = "stablehlo.reduce"(%0#1, %zero) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<32x32xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// A donated argument is the storage of its result: 4096 bytes in all.

// CHECK-LABEL: graph of 'donates': 1 tasks, 4096 resident bytes
func.func @donates(%x: tensor<32x32xf32> {tf.aliasing_output = 0 : i32}) -> tensor<32x32xf32> {
  %0 = "stablehlo.tanh"(%x) : (tensor<32x32xf32>) -> tensor<32x32xf32>
  return %0 : tensor<32x32xf32>
}

// -----

// Two weights' gradients in a loop. A product that is only added to what the loop
// carries is computed onto it: no bytes beside its workspace of 32 MiB. Two products
// that share an operand are one kernel, whose results are stored before they are added.

// CHECK-LABEL: graph of 'adds_product'
// CHECK-NEXT: task 0: stablehlo.while, {{.*}}workspace 33554432 bytes
func.func @adds_product(%x: tensor<128x128xf32>, %y: tensor<128x128xf32>) -> tensor<f32> {
  %i = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %zeros = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<128x128xf32>
  %0:2 = "stablehlo.while"(%i, %zeros) ({
  ^bb0(%a: tensor<i32>, %b: tensor<128x128xf32>):
    %n = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %less = "stablehlo.compare"(%a, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%less) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<128x128xf32>):
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%a, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %p = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    %q = "stablehlo.transpose"(%p) <{permutation = array<i64: 1, 0>}> : (tensor<128x128xf32>) -> tensor<128x128xf32>
    %sum = "stablehlo.add"(%b, %q) : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    "stablehlo.return"(%next, %sum) : (tensor<i32>, tensor<128x128xf32>) -> ()
  }) : (tensor<i32>, tensor<128x128xf32>) -> (tensor<i32>, tensor<128x128xf32>)
  %1 = "stablehlo.reduce"(%0#1, %zero) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<128x128xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// CHECK-LABEL: graph of 'merges_products'
// CHECK-NEXT: task 0: stablehlo.while, {{.*}}workspace 33685504 bytes
func.func @merges_products(%x: tensor<128x128xf32>, %y: tensor<128x128xf32>, %z: tensor<128x128xf32>) -> tensor<f32> {
  %i = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %zeros = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<128x128xf32>
  %0:3 = "stablehlo.while"(%i, %zeros, %zeros) ({
  ^bb0(%a: tensor<i32>, %b: tensor<128x128xf32>, %c: tensor<128x128xf32>):
    %n = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %less = "stablehlo.compare"(%a, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%less) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<128x128xf32>, %c: tensor<128x128xf32>):
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%a, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %p = "stablehlo.dot_general"(%x, %y) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    %sum = "stablehlo.add"(%b, %p) : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    %q = "stablehlo.dot_general"(%x, %z) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0]>}> : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    %sum2 = "stablehlo.add"(%c, %q) : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    "stablehlo.return"(%next, %sum, %sum2) : (tensor<i32>, tensor<128x128xf32>, tensor<128x128xf32>) -> ()
  }) : (tensor<i32>, tensor<128x128xf32>, tensor<128x128xf32>) -> (tensor<i32>, tensor<128x128xf32>, tensor<128x128xf32>)
  %both = "stablehlo.add"(%0#1, %0#2) : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
  %1 = "stablehlo.reduce"(%both, %zero) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<128x128xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// What a loop carries is dead from its last reader to the op that makes it anew: the
// second of three products stores its operand and its result, of which one lies in
// what the first has read.

// CHECK-LABEL: graph of 'reuses_carried'
// CHECK-NEXT: task 0: stablehlo.while, {{.*}}workspace 33619968 bytes
func.func @reuses_carried(%x: tensor<128x128xf32>, %y: tensor<128x128xf32>) -> tensor<f32> {
  %i = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0:2 = "stablehlo.while"(%i, %y) ({
  ^bb0(%a: tensor<i32>, %b: tensor<128x128xf32>):
    %n = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
    %less = "stablehlo.compare"(%a, %n) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%less) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<i32>, %b: tensor<128x128xf32>):
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %next = "stablehlo.add"(%a, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %p = "stablehlo.dot_general"(%b, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    %q = "stablehlo.dot_general"(%p, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    %r = "stablehlo.dot_general"(%q, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>
    "stablehlo.return"(%next, %r) : (tensor<i32>, tensor<128x128xf32>) -> ()
  }) : (tensor<i32>, tensor<128x128xf32>) -> (tensor<i32>, tensor<128x128xf32>)
  %1 = "stablehlo.reduce"(%0#1, %zero) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<128x128xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

// (F9) The sum is not written over the scatter that it adds to: the rows' sums read
// that, too.

// CHECK-LABEL: graph of 'read_again'
// CHECK: task 3: stablehlo.scatter, backward, {{.*}}makes [7: 4096 bytes]
// CHECK: task 5: stablehlo.add, backward, reads [7, 8, 4], makes [9: 4096 bytes], time {{[0-9.]+$}}
func.func @read_again(%h: tensor<8x64xf32>, %w: tensor<64x128xf32>, %ids: tensor<8x1xi32>, %wt: tensor<128x64xf32>)
    -> (tensor<f32>, tensor<8x64xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %ones = "stablehlo.constant"() <{value = dense<1.0> : tensor<8x1xf32>}> : () -> tensor<8x1xf32>
  %logits = "stablehlo.dot_general"(%h, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x64xf32>, tensor<64x128xf32>) -> tensor<8x128xf32>
  %exps = "stablehlo.exponential"(%logits) : (tensor<8x128xf32>) -> tensor<8x128xf32>
  %loss = "stablehlo.reduce"(%exps, %zero) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8x128xf32>, tensor<f32>) -> tensor<f32>
  %zeros = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<8x128xf32>
  %picked = "stablehlo.scatter"(%zeros, %ids, %ones) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [1], input_batching_dims = [], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8x128xf32>, tensor<8x1xi32>, tensor<8x1xf32>) -> tensor<8x128xf32>
  %rows = "stablehlo.reduce"(%picked, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8x128xf32>, tensor<f32>) -> tensor<8xf32>
  %wide = "stablehlo.broadcast_in_dim"(%rows) <{broadcast_dimensions = array<i64: 0>}> : (tensor<8xf32>) -> tensor<8x128xf32>
  %shares = "stablehlo.multiply"(%wide, %exps) : (tensor<8x128xf32>, tensor<8x128xf32>) -> tensor<8x128xf32>
  %grad = "stablehlo.add"(%picked, %shares) : (tensor<8x128xf32>, tensor<8x128xf32>) -> tensor<8x128xf32>
  %dh = "stablehlo.dot_general"(%grad, %wt) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<8x128xf32>, tensor<128x64xf32>) -> tensor<8x64xf32>
  return %loss, %dh : tensor<f32>, tensor<8x64xf32>
}

// -----

// The sum reads the transposed copy, which is stored for the product, and not the
// scatter, which is not overwritten then.

// CHECK-LABEL: graph of 'stored_transpose'
// CHECK: stablehlo.scatter, {{.*}}makes [[[SUM:[0-9]+]]: 2048 bytes]
// CHECK-NOT: view of [[SUM]]
func.func @stored_transpose(%ids: tensor<8x1xi32>, %rows: tensor<8x8x16xf32>, %w: tensor<4x16x16xf32>, %y: tensor<4x8x16xf32>, %v: tensor<4x16x16xf32>)
    -> (tensor<8x4x16xf32>, tensor<4x8x16xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %zeros = "stablehlo.broadcast_in_dim"(%zero) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4x8x16xf32>
  %sum = "stablehlo.scatter"(%zeros, %ids, %rows) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1, 2], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8x16xf32>, tensor<8x1xi32>, tensor<8x8x16xf32>) -> tensor<4x8x16xf32>
  %there = "stablehlo.transpose"(%sum) <{permutation = array<i64: 1, 0, 2>}> : (tensor<4x8x16xf32>) -> tensor<8x4x16xf32>
  %back = "stablehlo.transpose"(%there) <{permutation = array<i64: 1, 0, 2>}> : (tensor<8x4x16xf32>) -> tensor<4x8x16xf32>
  %added = "stablehlo.add"(%back, %y) : (tensor<4x8x16xf32>, tensor<4x8x16xf32>) -> tensor<4x8x16xf32>
  %product = "stablehlo.dot_general"(%added, %v) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<4x8x16xf32>, tensor<4x16x16xf32>) -> tensor<4x8x16xf32>
  return %there, %product : tensor<8x4x16xf32>, tensor<4x8x16xf32>
}

// -----

// (F3) Means over 2 x 2 neighbors are made of few elements that are not next to each
// other: XLA computes them in a loop, in the kernel that reads them. Not so rows of 64.

// CHECK-LABEL: graph of 'pooling'
// CHECK-NEXT: task 0: stablehlo.multiply, forward, reads [0], makes [2: 8192 bytes]
// CHECK-NEXT: task 1: stablehlo.dot_general, forward, reads [2, 1],
// CHECK-NEXT: task 2: stablehlo.reduce, forward, {{.*}}makes [4: 128 bytes]
// CHECK-NEXT: task 3: stablehlo.reduce, forward, reads [4]
func.func @pooling(%x: tensor<8x4x2x8x2x8xf32>, %w: tensor<64x64xf32>) -> tensor<f32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %quarter = "stablehlo.constant"() <{value = dense<0.25> : tensor<8x4x8x8xf32>}> : () -> tensor<8x4x8x8xf32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 2, 4>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<8x4x2x8x2x8xf32>, tensor<f32>) -> tensor<8x4x8x8xf32>
  %1 = "stablehlo.multiply"(%0, %quarter) : (tensor<8x4x8x8xf32>, tensor<8x4x8x8xf32>) -> tensor<8x4x8x8xf32>
  %2 = "stablehlo.reshape"(%1) : (tensor<8x4x8x8xf32>) -> tensor<32x64xf32>
  %3 = "stablehlo.dot_general"(%2, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
  %4 = "stablehlo.reduce"(%3, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<32x64xf32>, tensor<f32>) -> tensor<32xf32>
  %5 = "stablehlo.exponential"(%4) : (tensor<32xf32>) -> tensor<32xf32>
  %6 = "stablehlo.reduce"(%5, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<32xf32>, tensor<f32>) -> tensor<f32>
  return %6 : tensor<f32>
}

// -----

// (F3) Where channels come first, the second of the two reductions that XLA makes of one
// is of rows, several to a warp: a kernel.

// CHECK-LABEL: graph of 'pooling_of_rows'
// CHECK-NEXT: task 0: stablehlo.reduce, other, reads [0], makes [2: 8192 bytes]
// CHECK-NEXT: task 1: stablehlo.sine
func.func @pooling_of_rows(%x: tensor<4x8x8x2x8x2xf32>, %w: tensor<64x64xf32>) -> tensor<32x64xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 3, 5>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x8x8x2x8x2xf32>, tensor<f32>) -> tensor<4x8x8x8xf32>
  %1 = "stablehlo.sine"(%0) : (tensor<4x8x8x8xf32>) -> tensor<4x8x8x8xf32>
  %2 = "stablehlo.reshape"(%1) : (tensor<4x8x8x8xf32>) -> tensor<32x64xf32>
  %3 = "stablehlo.dot_general"(%2, %w) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<32x64xf32>, tensor<64x64xf32>) -> tensor<32x64xf32>
  return %3 : tensor<32x64xf32>
}

// -----

// (F3) Sums over a batch and 3 x 3 places have a kernel for the batch.

// CHECK-LABEL: graph of 'batch'
// CHECK-NEXT: task 0: stablehlo.reduce, other, reads [0], makes [1: 2048 bytes]
// CHECK-NEXT: task 1: stablehlo.exponential, other, reads [1]
func.func @batch(%x: tensor<256x512x9xf32>) -> tensor<512xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<256x512x9xf32>, tensor<f32>) -> tensor<512xf32>
  %1 = "stablehlo.exponential"(%0) : (tensor<512xf32>) -> tensor<512xf32>
  return %1 : tensor<512xf32>
}

// -----

// (F3) A kernel has one reduction of 16 elements or more: sums of 24 are stored, sums of 8
// are not.

// CHECK-LABEL: graph of 'sums_of_sums'
// CHECK-NEXT: task 0: stablehlo.reduce, other, reads [0], makes [2: 262144 bytes]
// CHECK-NEXT: task 1: stablehlo.reduce, other, reads [2]
// CHECK-NEXT: task 2: stablehlo.reduce, other, reads [1]
// CHECK-NOT:  task 3
func.func @sums_of_sums(%x: tensor<1024x24x64xf32>, %y: tensor<1024x8x64xf32>) -> (tensor<1024xf32>, tensor<1024xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1024x24x64xf32>, tensor<f32>) -> tensor<1024x64xf32>
  %1 = "stablehlo.exponential"(%0) : (tensor<1024x64xf32>) -> tensor<1024x64xf32>
  %2 = "stablehlo.reduce"(%1, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1024x64xf32>, tensor<f32>) -> tensor<1024xf32>
  %3 = "stablehlo.reduce"(%y, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1024x8x64xf32>, tensor<f32>) -> tensor<1024x64xf32>
  %4 = "stablehlo.exponential"(%3) : (tensor<1024x64xf32>) -> tensor<1024x64xf32>
  %5 = "stablehlo.reduce"(%4, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1024x64xf32>, tensor<f32>) -> tensor<1024xf32>
  return %2, %5 : tensor<1024xf32>, tensor<1024xf32>
}

// -----

// (F3) An unused reduction is none: the other reader computes the sums of 24.

// CHECK-LABEL: graph of 'unused_sum'
// CHECK-NEXT: task 0: stablehlo.exponential, other, reads [0]
// CHECK-NOT:  task 1
func.func @unused_sum(%x: tensor<1024x24x64xf32>) -> tensor<1024x64xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1024x24x64xf32>, tensor<f32>) -> tensor<1024x64xf32>
  %1 = "stablehlo.reduce"(%0, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<1024x64xf32>, tensor<f32>) -> tensor<1024xf32>
  %2 = "stablehlo.exponential"(%0) : (tensor<1024x64xf32>) -> tensor<1024x64xf32>
  return %2 : tensor<1024x64xf32>
}

// -----

// A reduction of nothing is none of these.

// CHECK-LABEL: graph of 'nothing'
// CHECK-NEXT: task 0: stablehlo.reduce, {{.*}}, reads [0], makes [1: 128 bytes]
// CHECK-NEXT: task 1: stablehlo.reduce
func.func @nothing(%x: tensor<4x0xf32>) -> tensor<f32> {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4x0xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = "stablehlo.reduce"(%0, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
