// RUN: remat-opt %s --split-input-file --remat-trade-stacks="bytes=100000 target=xla-gpu" 2>/dev/null | FileCheck %s --check-prefix=BOUND
// RUN: remat-opt %s --split-input-file --remat-trade-stacks="bytes=200000 target=xla-gpu" 2>/dev/null | FileCheck %s --check-prefix=COMPLEX

// The bound of the counter is carried, and read by the condition alone.
// BOUND-LABEL: func.func @carries_its_bound
// BOUND: "stablehlo.while"
// BOUND-NEXT: ^bb0({{.*}}, %[[LIMIT:[^:,]*]]: tensor<i32>, %{{[^,]*}}: tensor<6x64x64xf32>):
// BOUND-NEXT: "stablehlo.compare"(%{{[^,]*}}, %[[LIMIT]])
// BOUND: return
func.func @carries_its_bound(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %c0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %b0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "stablehlo.constant"() {value = dense<1.0> : tensor<64x64xf32>} : () -> tensor<64x64xf32>
  %z = "stablehlo.constant"() {value = dense<0.0> : tensor<f32>} : () -> tensor<f32>
  %fn = "stablehlo.constant"() {value = dense<6> : tensor<i32>} : () -> tensor<i32>
  %bn = "stablehlo.constant"() {value = dense<6> : tensor<i32>} : () -> tensor<i32>
  %e0 = "stablehlo.broadcast_in_dim"(%z) {broadcast_dimensions = array<i64>} : (tensor<f32>) -> tensor<6x64x64xf32>
  %f:5 = "stablehlo.while"(%c0, %x, %e0, %e0, %fn) ({
  ^bb0(%ci: tensor<i32>, %cy: tensor<64x64xf32>, %ces: tensor<6x64x64xf32>, %cts: tensor<6x64x64xf32>, %cn: tensor<i32>):
    %p = "stablehlo.compare"(%ci, %cn) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %y: tensor<64x64xf32>, %es: tensor<6x64x64xf32>, %ts: tensor<6x64x64xf32>, %n: tensor<i32>):
    %z0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %st = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
    %fst = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %k0 = "stablehlo.add"(%i, %fst) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %ya = "stablehlo.add"(%y, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %e = "stablehlo.exponential"(%ya) : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %pp = "stablehlo.multiply"(%e, %w) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %t = "stablehlo.tanh"(%pp) : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %k = "stablehlo.convert"(%k0) : (tensor<i32>) -> tensor<i32>
    %z32 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %er = "stablehlo.reshape"(%e) : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
    %es1 = "stablehlo.dynamic_update_slice"(%es, %er, %k, %z32, %z32) : (tensor<6x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x64x64xf32>
    %tr = "stablehlo.reshape"(%t) : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
    %ts1 = "stablehlo.dynamic_update_slice"(%ts, %tr, %k, %z32, %z32) : (tensor<6x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x64x64xf32>
    %ni = "stablehlo.add"(%i, %st) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%ni, %t, %es1, %ts1, %n) : (tensor<i32>, tensor<64x64xf32>, tensor<6x64x64xf32>, tensor<6x64x64xf32>, tensor<i32>) -> ()
  }) : (tensor<i32>, tensor<64x64xf32>, tensor<6x64x64xf32>, tensor<6x64x64xf32>, tensor<i32>) -> (tensor<i32>, tensor<64x64xf32>, tensor<6x64x64xf32>, tensor<6x64x64xf32>, tensor<i32>)
  %b:5 = "stablehlo.while"(%b0, %one, %f#2, %f#3, %bn) ({
  ^bb0(%gi: tensor<i32>, %gd: tensor<64x64xf32>, %ces: tensor<6x64x64xf32>, %cts: tensor<6x64x64xf32>, %gn: tensor<i32>):
    %p = "stablehlo.compare"(%gi, %gn) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%j: tensor<i32>, %d: tensor<64x64xf32>, %es: tensor<6x64x64xf32>, %ts: tensor<6x64x64xf32>, %n: tensor<i32>):
    %st = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
    %last = "stablehlo.constant"() {value = dense<5> : tensor<i32>} : () -> tensor<i32>
    %r0 = "stablehlo.subtract"(%last, %j) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %k = "stablehlo.convert"(%r0) : (tensor<i32>) -> tensor<i32>
    %z32 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %er = "stablehlo.dynamic_slice"(%es, %k, %z32, %z32) {slice_sizes = array<i64: 1, 64, 64>} : (tensor<6x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
    %e = "stablehlo.reshape"(%er) : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
    %tr = "stablehlo.dynamic_slice"(%ts, %k, %z32, %z32) {slice_sizes = array<i64: 1, 64, 64>} : (tensor<6x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
    %t = "stablehlo.reshape"(%tr) : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
    %dp = "stablehlo.multiply"(%d, %t) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %dq = "stablehlo.multiply"(%dp, %e) : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %ni = "stablehlo.add"(%j, %st) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%ni, %dq, %es, %ts, %n) : (tensor<i32>, tensor<64x64xf32>, tensor<6x64x64xf32>, tensor<6x64x64xf32>, tensor<i32>) -> ()
  }) : (tensor<i32>, tensor<64x64xf32>, tensor<6x64x64xf32>, tensor<6x64x64xf32>, tensor<i32>) -> (tensor<i32>, tensor<64x64xf32>, tensor<6x64x64xf32>, tensor<6x64x64xf32>, tensor<i32>)
  return %f#1, %b#1 : tensor<64x64xf32>, tensor<64x64xf32>
}

// -----

// Stacks of complex numbers start from a complex zero.
// COMPLEX-LABEL: func.func @complex_stacks
// COMPLEX: "stablehlo.constant"() {value = dense<(0.000000e+00,0.000000e+00)> : tensor<complex<f32>>}
// COMPLEX: "stablehlo.while"
// COMPLEX: return
func.func @complex_stacks(%x: tensor<64x64xcomplex<f32>>, %w: tensor<64x64xcomplex<f32>>) -> (tensor<64x64xcomplex<f32>>, tensor<64x64xcomplex<f32>>) {
  %c0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %b0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
  %one = "stablehlo.constant"() {value = dense<(1.0,0.0)> : tensor<64x64xcomplex<f32>>} : () -> tensor<64x64xcomplex<f32>>
  %z = "stablehlo.constant"() {value = dense<(0.0,0.0)> : tensor<complex<f32>>} : () -> tensor<complex<f32>>
  %fn = "stablehlo.constant"() {value = dense<6> : tensor<i32>} : () -> tensor<i32>
  %bn = "stablehlo.constant"() {value = dense<6> : tensor<i32>} : () -> tensor<i32>
  %e0 = "stablehlo.broadcast_in_dim"(%z) {broadcast_dimensions = array<i64>} : (tensor<complex<f32>>) -> tensor<6x64x64xcomplex<f32>>
  %f:5 = "stablehlo.while"(%c0, %x, %e0, %e0, %fn) ({
  ^bb0(%ci: tensor<i32>, %cy: tensor<64x64xcomplex<f32>>, %ces: tensor<6x64x64xcomplex<f32>>, %cts: tensor<6x64x64xcomplex<f32>>, %cn: tensor<i32>):
    %lim = "stablehlo.constant"() {value = dense<6> : tensor<i32>} : () -> tensor<i32>
    %p = "stablehlo.compare"(%ci, %lim) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%i: tensor<i32>, %y: tensor<64x64xcomplex<f32>>, %es: tensor<6x64x64xcomplex<f32>>, %ts: tensor<6x64x64xcomplex<f32>>, %n: tensor<i32>):
    %z0 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %st = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
    %fst = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %k0 = "stablehlo.add"(%i, %fst) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %ya = "stablehlo.add"(%y, %w) : (tensor<64x64xcomplex<f32>>, tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
    %e = "stablehlo.exponential"(%ya) : (tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
    %pp = "stablehlo.multiply"(%e, %w) : (tensor<64x64xcomplex<f32>>, tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
    %t = "stablehlo.tanh"(%pp) : (tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
    %k = "stablehlo.convert"(%k0) : (tensor<i32>) -> tensor<i32>
    %z32 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %er = "stablehlo.reshape"(%e) : (tensor<64x64xcomplex<f32>>) -> tensor<1x64x64xcomplex<f32>>
    %es1 = "stablehlo.dynamic_update_slice"(%es, %er, %k, %z32, %z32) : (tensor<6x64x64xcomplex<f32>>, tensor<1x64x64xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x64x64xcomplex<f32>>
    %tr = "stablehlo.reshape"(%t) : (tensor<64x64xcomplex<f32>>) -> tensor<1x64x64xcomplex<f32>>
    %ts1 = "stablehlo.dynamic_update_slice"(%ts, %tr, %k, %z32, %z32) : (tensor<6x64x64xcomplex<f32>>, tensor<1x64x64xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<6x64x64xcomplex<f32>>
    %ni = "stablehlo.add"(%i, %st) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%ni, %t, %es1, %ts1, %n) : (tensor<i32>, tensor<64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<i32>) -> ()
  }) : (tensor<i32>, tensor<64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<i32>) -> (tensor<i32>, tensor<64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<i32>)
  %b:5 = "stablehlo.while"(%b0, %one, %f#2, %f#3, %bn) ({
  ^bb0(%gi: tensor<i32>, %gd: tensor<64x64xcomplex<f32>>, %ces: tensor<6x64x64xcomplex<f32>>, %cts: tensor<6x64x64xcomplex<f32>>, %gn: tensor<i32>):
    %lim = "stablehlo.constant"() {value = dense<6> : tensor<i32>} : () -> tensor<i32>
    %p = "stablehlo.compare"(%gi, %lim) {comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<i32>, tensor<i32>) -> tensor<i1>
    "stablehlo.return"(%p) : (tensor<i1>) -> ()
  }, {
  ^bb0(%j: tensor<i32>, %d: tensor<64x64xcomplex<f32>>, %es: tensor<6x64x64xcomplex<f32>>, %ts: tensor<6x64x64xcomplex<f32>>, %n: tensor<i32>):
    %st = "stablehlo.constant"() {value = dense<1> : tensor<i32>} : () -> tensor<i32>
    %last = "stablehlo.constant"() {value = dense<5> : tensor<i32>} : () -> tensor<i32>
    %r0 = "stablehlo.subtract"(%last, %j) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %k = "stablehlo.convert"(%r0) : (tensor<i32>) -> tensor<i32>
    %z32 = "stablehlo.constant"() {value = dense<0> : tensor<i32>} : () -> tensor<i32>
    %er = "stablehlo.dynamic_slice"(%es, %k, %z32, %z32) {slice_sizes = array<i64: 1, 64, 64>} : (tensor<6x64x64xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xcomplex<f32>>
    %e = "stablehlo.reshape"(%er) : (tensor<1x64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
    %tr = "stablehlo.dynamic_slice"(%ts, %k, %z32, %z32) {slice_sizes = array<i64: 1, 64, 64>} : (tensor<6x64x64xcomplex<f32>>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xcomplex<f32>>
    %t = "stablehlo.reshape"(%tr) : (tensor<1x64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
    %dp = "stablehlo.multiply"(%d, %t) : (tensor<64x64xcomplex<f32>>, tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
    %dq = "stablehlo.multiply"(%dp, %e) : (tensor<64x64xcomplex<f32>>, tensor<64x64xcomplex<f32>>) -> tensor<64x64xcomplex<f32>>
    %ni = "stablehlo.add"(%j, %st) : (tensor<i32>, tensor<i32>) -> tensor<i32>
    "stablehlo.return"(%ni, %dq, %es, %ts, %n) : (tensor<i32>, tensor<64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<i32>) -> ()
  }) : (tensor<i32>, tensor<64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<i32>) -> (tensor<i32>, tensor<64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<6x64x64xcomplex<f32>>, tensor<i32>)
  return %f#1, %b#1 : tensor<64x64xcomplex<f32>>, tensor<64x64xcomplex<f32>>
}
