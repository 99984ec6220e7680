// RUN: remat-opt %s -test-remat-stablehlo -o /dev/null | FileCheck %s
// RUN: remat-opt %s -test-remat-task-interface -o /dev/null | FileCheck %s --check-prefix=TASK

// As JAX writes scan and fori_loop: the counter is an operand, the bound a
// constant of the condition.
// CHECK: scan: Loop pure again trips=13 flops=7085 matrix=6656
// TASK: scan: stablehlo.while flops=7085 read={{[1-9][0-9]*}} written={{[1-9][0-9]*}} workspace=0 again{{$}}
func.func @scan(%x: tensor<4x8xf32>, %w: tensor<8x8xf32>) -> tensor<4x8xf32> {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %0:3 = "stablehlo.while"(%w, %zero, %x) ({
  ^bb0(%a: tensor<8x8xf32>, %i: tensor<i32>, %c: tensor<4x8xf32>):
    %n = "stablehlo.constant"() <{value = dense<13> : tensor<i32>}> : () -> tensor<i32>
    %go = "stablehlo.compare"(%i, %n) <{compare_type = #stablehlo<comparison_type SIGNED>, comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%a: tensor<8x8xf32>, %i: tensor<i32>, %c: tensor<4x8xf32>):
    %d = "stablehlo.dot"(%c, %a) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
    %k = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %s = "stablehlo.slice"(%d) <{limit_indices = array<i64: 2, 8>, start_indices = array<i64: 0, 0>, strides = array<i64: 1, 1>}> : (tensor<4x8xf32>) -> tensor<2x8xf32>
    %z = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
    %q = "stablehlo.multiply"(%s, %s) : (tensor<2x8xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
    %e = "stablehlo.reduce"(%q, %z) <{dimensions = array<i64: 0, 1>}> ({
    ^bb1(%u: tensor<f32>, %v: tensor<f32>):
      %sum = "stablehlo.maximum"(%u, %v) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      "stablehlo.return"(%sum) : (tensor<f32>) -> ()
    }) : (tensor<2x8xf32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%a, %k, %d) : (tensor<8x8xf32>, tensor<i32>, tensor<4x8xf32>) -> ()
  }) {test.hlo = "scan", test.task = "scan"} : (tensor<8x8xf32>, tensor<i32>, tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<i32>, tensor<4x8xf32>)
  return %0#2 : tensor<4x8xf32>
}

// Downwards, the bound an operand that stays, the step from outside, through a
// reshape.
// CHECK: down: Loop pure again trips=4
func.func @down() {
  %ten = "stablehlo.constant"() <{value = dense<10> : tensor<i32>}> : () -> tensor<i32>
  %bound = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %three = "stablehlo.constant"() <{value = dense<3> : tensor<1xi32>}> : () -> tensor<1xi32>
  %step = "stablehlo.reshape"(%three) : (tensor<1xi32>) -> tensor<i32>
  %0:2 = "stablehlo.while"(%ten, %bound) ({
  ^bb0(%i: tensor<i32>, %b: tensor<i32>):
    %go = "stablehlo.compare"(%i, %b) <{comparison_direction = #stablehlo<comparison_direction GE>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %b: tensor<i32>):
    %k = "stablehlo.subtract"(%i, %step) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%k, %b) : (tensor<i32>, tensor<i32>) -> ()
  }) {test.hlo = "down"} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  return
}

// CHECK: none: Loop pure again trips=0 flops=0
// CHECK: forever: Loop pure again flops=
// CHECK: data: Loop pure again flops=
// CHECK: moving-bound: Loop pure again flops=
// CHECK: overflow: Loop pure again flops=
func.func @others(%x: tensor<i32>) {
  %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
  %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
  %0 = "stablehlo.while"(%one) ({
  ^bb0(%i: tensor<i32>):
    %go = "stablehlo.compare"(%i, %zero) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>):
    %k = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%k) : (tensor<i32>) -> ()
  }) {test.hlo = "none"} : (tensor<i32>) -> tensor<i32>
  %1 = "stablehlo.while"(%zero) ({
  ^bb0(%i: tensor<i32>):
    %go = "stablehlo.compare"(%i, %one) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>):
    %k = "stablehlo.subtract"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%k) : (tensor<i32>) -> ()
  }) {test.hlo = "forever"} : (tensor<i32>) -> tensor<i32>
  %2 = "stablehlo.while"(%x) ({
  ^bb0(%i: tensor<i32>):
    %go = "stablehlo.compare"(%i, %one) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>):
    %k = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%k) : (tensor<i32>) -> ()
  }) {test.hlo = "data"} : (tensor<i32>) -> tensor<i32>
  %3:2 = "stablehlo.while"(%zero, %one) ({
  ^bb0(%i: tensor<i32>, %b: tensor<i32>):
    %go = "stablehlo.compare"(%i, %b) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %b: tensor<i32>):
    %k = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%k, %k) : (tensor<i32>, tensor<i32>) -> ()
  }) {test.hlo = "moving-bound"} : (tensor<i32>, tensor<i32>) -> (tensor<i32>, tensor<i32>)
  %most = "stablehlo.constant"() <{value = dense<9223372036854775807> : tensor<i64>}> : () -> tensor<i64>
  %least = "stablehlo.constant"() <{value = dense<-9223372036854775808> : tensor<i64>}> : () -> tensor<i64>
  %4 = "stablehlo.while"(%least) ({
  ^bb0(%i: tensor<i64>):
    %go = "stablehlo.compare"(%i, %most) <{comparison_direction = #stablehlo<comparison_direction LE>}> : (tensor<i64>, tensor<i64>) -> tensor<i1>
    "stablehlo.return"(%go) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i64>):
    %k = "stablehlo.add"(%i, %most) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    "stablehlo.return"(%k) : (tensor<i64>) -> ()
  }) {test.hlo = "overflow"} : (tensor<i64>) -> tensor<i64>
  return
}

// Malformed ones are no loops of which anything is known.
// CHECK: empty: Loop pure again flops=0
// CHECK: no-region: Loop pure again flops=0
// CHECK: arity: Loop pure again flops=
func.func @malformed(%x: tensor<i32>) {
  "stablehlo.while"() ({}, {}) {test.hlo = "empty"} : () -> ()
  "stablehlo.while"() {test.hlo = "no-region"} : () -> ()
  %0 = "stablehlo.while"(%x) ({
    "stablehlo.return"() : () -> ()
  }, {
  ^bb0(%i: tensor<i32>, %j: tensor<i32>):
    "stablehlo.return"(%i, %j, %j) : (tensor<i32>, tensor<i32>, tensor<i32>) -> ()
  }) {test.hlo = "arity"} : (tensor<i32>) -> tensor<i32>
  return
}

// The dearest branch counts.
// CHECK: branch: Branch pure again flops=512 matrix=512
func.func @branch(%i: tensor<i32>, %x: tensor<4x8xf32>, %w: tensor<8x8xf32>) {
  %0 = "stablehlo.case"(%i) ({
    %1 = "stablehlo.dot"(%x, %w) : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    "stablehlo.return"(%1) : (tensor<4x8xf32>) -> ()
  }, {
    %1 = "stablehlo.negate"(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "stablehlo.return"(%1) : (tensor<4x8xf32>) -> ()
  }) {test.hlo = "branch"} : (tensor<i32>) -> tensor<4x8xf32>
  return
}
