// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-device=flops | FileCheck %s

// Each value of the chain reads the one before twice: one reader reaches the
// first in 2^40 ways. It is copied once for it.

// CHECK-COUNT-40: "stablehlo.multiply"(%[[V:[0-9]+]], %[[V]])

func.func @main(%x: tensor<4096x4096xf32>) -> (tensor<f32>, tensor<4096x4096xf32>) {
%zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
%d = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%t = "stablehlo.tanh"(%d) : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%e = "stablehlo.dot_general"(%t, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m0 = "stablehlo.multiply"(%e, %e) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m1 = "stablehlo.multiply"(%m0, %m0) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m2 = "stablehlo.multiply"(%m1, %m1) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m3 = "stablehlo.multiply"(%m2, %m2) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m4 = "stablehlo.multiply"(%m3, %m3) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m5 = "stablehlo.multiply"(%m4, %m4) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m6 = "stablehlo.multiply"(%m5, %m5) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m7 = "stablehlo.multiply"(%m6, %m6) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m8 = "stablehlo.multiply"(%m7, %m7) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m9 = "stablehlo.multiply"(%m8, %m8) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m10 = "stablehlo.multiply"(%m9, %m9) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m11 = "stablehlo.multiply"(%m10, %m10) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m12 = "stablehlo.multiply"(%m11, %m11) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m13 = "stablehlo.multiply"(%m12, %m12) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m14 = "stablehlo.multiply"(%m13, %m13) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m15 = "stablehlo.multiply"(%m14, %m14) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m16 = "stablehlo.multiply"(%m15, %m15) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m17 = "stablehlo.multiply"(%m16, %m16) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m18 = "stablehlo.multiply"(%m17, %m17) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m19 = "stablehlo.multiply"(%m18, %m18) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m20 = "stablehlo.multiply"(%m19, %m19) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m21 = "stablehlo.multiply"(%m20, %m20) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m22 = "stablehlo.multiply"(%m21, %m21) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m23 = "stablehlo.multiply"(%m22, %m22) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m24 = "stablehlo.multiply"(%m23, %m23) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m25 = "stablehlo.multiply"(%m24, %m24) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m26 = "stablehlo.multiply"(%m25, %m25) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m27 = "stablehlo.multiply"(%m26, %m26) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m28 = "stablehlo.multiply"(%m27, %m27) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m29 = "stablehlo.multiply"(%m28, %m28) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m30 = "stablehlo.multiply"(%m29, %m29) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m31 = "stablehlo.multiply"(%m30, %m30) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m32 = "stablehlo.multiply"(%m31, %m31) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m33 = "stablehlo.multiply"(%m32, %m32) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m34 = "stablehlo.multiply"(%m33, %m33) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m35 = "stablehlo.multiply"(%m34, %m34) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m36 = "stablehlo.multiply"(%m35, %m35) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m37 = "stablehlo.multiply"(%m36, %m36) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m38 = "stablehlo.multiply"(%m37, %m37) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%m39 = "stablehlo.multiply"(%m38, %m38) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%l = "stablehlo.reduce"(%m39, %zero) <{dimensions = array<i64: 0, 1>}> ({
^bb0(%a: tensor<f32>, %b: tensor<f32>):
%s = "stablehlo.add"(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
"stablehlo.return"(%s) : (tensor<f32>) -> ()
}) : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<f32>
%k = "stablehlo.dot_general"(%e, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%g = "stablehlo.dot_general"(%k, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%h = "stablehlo.multiply"(%g, %t) : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
%h2 = "stablehlo.dot_general"(%x, %h) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
return %l, %h2 : tensor<f32>, tensor<4096x4096xf32>
}
