// RUN: remat-opt %s -test-remat-stablehlo -o /dev/null | FileCheck %s

// What may run again is pure, and nobody else takes part in it.

func.func @simple(%x: tensor<4xf32>, %w: tensor<4x4xf32>, %s: tensor<2xui64>, %c: tensor<f32>, %n: tensor<1xi64>, %token: !stablehlo.token) {
  // CHECK: add: Elementwise pure again flops=4 matrix=0
  %0 = "stablehlo.add"(%x, %x) {test.hlo = "add"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: mhlo: Elementwise pure again flops=80 matrix=0
  %1 = "mhlo.tanh"(%x) {test.hlo = "mhlo"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: bits: RngBitGenerator pure again flops=
  %2:2 = "stablehlo.rng_bit_generator"(%s) {test.hlo = "bits"} : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  // CHECK: rng: Rng flops=
  %3 = "stablehlo.rng"(%c, %c, %n) {test.hlo = "rng"} : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
  // CHECK: gather-all: Collective pure flops=
  %4 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64}> {test.hlo = "gather-all"} : (tensor<4xf32>) -> tensor<8xf32>
  // CHECK: send: Communication result#0=token flops=
  %5 = "stablehlo.send"(%x, %token) {test.hlo = "send"} : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  // CHECK: token: Token pure result#0=token flops=0
  %6 = "stablehlo.create_token"() {test.hlo = "token"} : () -> !stablehlo.token
  // CHECK: constant: Constant pure again constant flops=0
  %7 = "stablehlo.constant"() <{value = dense<0.0> : tensor<4xf32>}> {test.hlo = "constant"} : () -> tensor<4xf32>
  // CHECK: misspelt: Unknown flops=0
  %8 = "stablehlo.ad"(%x) {test.hlo = "misspelt"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: other: not HLO flops=4
  %9 = arith.negf %x {test.hlo = "other"} : tensor<4xf32>
  // CHECK: group: Annotation flops=0
  "sdy.sharding_group"(%x) <{group_id = 1 : i64}> {test.hlo = "group"} : (tensor<4xf32>) -> ()
  return
}

func.func @views(%x: tensor<4xf32>, %y: tensor<4xi32>, %t: tuple<tensor<4xf32>, tensor<4xi32>>, %n: tensor<2xindex>) {
  // CHECK: reshape: Reshape pure again result#0=operand#0 flops=0
  %0 = "stablehlo.reshape"(%x) {test.hlo = "reshape"} : (tensor<4xf32>) -> tensor<2x2xf32>
  // CHECK: bitcast: Reshape pure again result#0=operand#0 flops=0
  %1 = "stablehlo.bitcast_convert"(%x) {test.hlo = "bitcast"} : (tensor<4xf32>) -> tensor<4xi32>
  // CHECK: bitcast-narrow: Reshape pure again flops=0
  %2 = "stablehlo.bitcast_convert"(%x) {test.hlo = "bitcast-narrow"} : (tensor<4xf32>) -> tensor<4x2xi16>
  // CHECK: barrier: Barrier pure again result#0=operand#0 result#1=operand#1 flops=0
  %3:2 = "stablehlo.optimization_barrier"(%x, %y) {test.hlo = "barrier"} : (tensor<4xf32>, tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>)
  // CHECK: dynamic: Reshape pure again result#0=operand#0 flops=0
  %4 = "stablehlo.dynamic_reshape"(%x, %n) {test.hlo = "dynamic"} : (tensor<4xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  // CHECK: constraint: Annotation pure again result#0=operand#0 flops=0
  %5 = "sdy.sharding_constraint"(%x) <{sharding = #sdy.sharding<@mesh, [{"x"}]>}> {test.hlo = "constraint"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: element: GetTupleElement pure again result#0=operand#0 flops=0
  %6 = "stablehlo.get_tuple_element"(%t) <{index = 1 : i32}> {test.hlo = "element"} : (tuple<tensor<4xf32>, tensor<4xi32>>) -> tensor<4xi32>
  // CHECK: transpose: Transpose pure again flops=0
  %7 = "stablehlo.transpose"(%0) <{permutation = array<i64: 1, 0>}> {test.hlo = "transpose"} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: barrier-short: Barrier pure again result#0=operand#0 flops=0
  %9:2 = "stablehlo.optimization_barrier"(%x) {test.hlo = "barrier-short"} : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return
}

func.func @calls(%x: tensor<4xf32>) {
  // CHECK: sharding: CustomCall pure again target=Sharding result#0=operand#0
  %0 = "stablehlo.custom_call"(%x) <{call_target_name = "Sharding", has_side_effect = false}> {mhlo.sharding = "{replicated}", test.hlo = "sharding"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: per-device: CustomCall pure again target=SPMDFullToShardShape result#0=operand#0
  %1 = "stablehlo.custom_call"(%x) <{call_target_name = "SPMDFullToShardShape"}> {test.hlo = "per-device"} : (tensor<4xf32>) -> tensor<2xf32>
  // JAX calls the moves between memories effects.
  // CHECK: to-device: CustomCall target=annotate_device_placement result#0=operand#0
  %2 = "stablehlo.custom_call"(%x) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "device"}, test.hlo = "to-device"} : (tensor<4xf32>) -> tensor<4xf32>
  // Another memory is another storage.
  // CHECK: to-host: CustomCall target=annotate_device_placement flops=
  %3 = "stablehlo.custom_call"(%x) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}, test.hlo = "to-host"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: topk: CustomCall pure again target=mhlo.topk flops=
  %4:2 = "stablehlo.custom_call"(%x) <{call_target_name = "mhlo.topk"}> {test.hlo = "topk"} : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  // CHECK: cudnn: CustomCall pure again target=__cudnn$fmhaSoftmax flops=
  %5 = "stablehlo.custom_call"(%x) <{call_target_name = "__cudnn$fmhaSoftmax"}> {test.hlo = "cudnn"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: unknown: CustomCall pure target=my_kernel flops=
  %6 = "stablehlo.custom_call"(%x) <{call_target_name = "my_kernel"}> {test.hlo = "unknown"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: effect: CustomCall target=mhlo.topk flops=
  %7 = "stablehlo.custom_call"(%x) <{call_target_name = "mhlo.topk", has_side_effect = true}> {test.hlo = "effect"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: nameless: CustomCall pure flops=
  %8 = "stablehlo.custom_call"(%x) {test.hlo = "nameless"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: dropout: CustomCall pure target=__cudnn$fmhaSoftmaxDropout flops=
  %9 = "stablehlo.custom_call"(%x) <{call_target_name = "__cudnn$fmhaSoftmaxDropout"}> {test.hlo = "dropout"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: vouched: CustomCall pure again target=my_kernel flops=
  %10 = "stablehlo.custom_call"(%x) <{call_target_name = "my_kernel"}> {remat.policy = #remat.policy<may_recompute>, test.hlo = "vouched"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: pinned: CustomCall pure again target=my_kernel flops=
  %11 = "stablehlo.custom_call"(%x) <{call_target_name = "my_kernel"}> {remat.policy = #remat.policy<recompute>, test.hlo = "pinned"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: saved: CustomCall pure target=my_kernel flops=
  %12 = "stablehlo.custom_call"(%x) <{call_target_name = "my_kernel"}> {remat.policy = #remat.policy<save>, test.hlo = "saved"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// Regions and what a composite is made of.
func.func @regions(%i: tensor<i32>, %x: tensor<4xf32>, %c: tensor<f32>, %n: tensor<1xi64>) {
  // CHECK: pure-case: Branch pure again flops=
  %0 = "stablehlo.case"(%i) ({
    %y = arith.addf %x, %x : tensor<4xf32>
    "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
  }) {test.hlo = "pure-case"} : (tensor<i32>) -> tensor<4xf32>
  // CHECK: random-case: Branch flops=
  %1 = "stablehlo.case"(%i) ({
    %y = "stablehlo.rng"(%c, %c, %n) : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<4xf32>
    "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
  }) {test.hlo = "random-case"} : (tensor<i32>) -> tensor<4xf32>
  // CHECK: collective-case: Branch pure flops=
  %2 = "stablehlo.case"(%i) ({
    %y = "stablehlo.collective_permute"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
  }) {test.hlo = "collective-case"} : (tensor<i32>) -> tensor<4xf32>
  // CHECK: unknown-case: Branch flops=
  %3 = "stablehlo.case"(%i) ({
    %y = "stablehlo.unheard_of"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
  }) {test.hlo = "unknown-case"} : (tensor<i32>) -> tensor<4xf32>
  // CHECK: call-case: Branch flops=
  %4 = "stablehlo.case"(%i) ({
    %y = func.call @smooth(%x) : (tensor<4xf32>) -> tensor<4xf32>
    "stablehlo.return"(%y) : (tensor<4xf32>) -> ()
  }) {test.hlo = "call-case"} : (tensor<i32>) -> tensor<4xf32>
  // CHECK: composite: Composite pure again flops=84 matrix=0
  %5 = "stablehlo.composite"(%x) <{decomposition = @smooth, name = "my.smooth"}> {test.hlo = "composite"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: random-composite: Composite flops=
  %6 = "stablehlo.composite"(%x) <{decomposition = @random, name = "my.random"}> {test.hlo = "random-composite"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: missing: Composite flops=0
  %7 = "stablehlo.composite"(%x) <{decomposition = @missing, name = "x"}> {test.hlo = "missing"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: nameless-composite: Composite flops=0
  %8 = "stablehlo.composite"(%x) {test.hlo = "nameless-composite"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: recursive: Composite pure again flops=4
  %9 = "stablehlo.composite"(%x) <{decomposition = @recursive, name = "x"}> {test.hlo = "recursive"} : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: external: Composite flops=0
  %10 = "stablehlo.composite"(%x) <{decomposition = @external, name = "x"}> {test.hlo = "external"} : (tensor<4xf32>) -> tensor<4xf32>
  return
}
func.func private @smooth(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.tanh"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.add"(%x, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @random(%x: tensor<4xf32>) -> tensor<4xf32> {
  %n = "stablehlo.constant"() <{value = dense<4> : tensor<1xi64>}> : () -> tensor<1xi64>
  %0 = "stablehlo.rng"(%x, %x, %n) : (tensor<4xf32>, tensor<4xf32>, tensor<1xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
func.func private @recursive(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.composite"(%x) <{decomposition = @recursive, name = "x"}> : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.add"(%x, %0) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func private @external(%x: tensor<4xf32>) -> tensor<4xf32>
