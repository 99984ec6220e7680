// RUN: remat-opt %s --remat-budget=min --remat-target=xla-gpu --remat-cuts=1 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: sed 's/"my_kernel"}>/&{remat.policy = #remat.policy<may_recompute>}/' %s | remat-opt --remat-budget=min --remat-target=xla-gpu --remat-cuts=1 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: sed 's/"my_kernel"}>/&{remat.policy = #remat.policy<recompute>}/' %s | remat-opt --remat-budget=100% --remat-target=xla-gpu --remat-cuts=1 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: sed 's/"my_kernel"}>/&{remat.policy = #remat.policy<may_recompute>}/' %s | remat-opt --remat-budget=100% --remat-target=xla-gpu --remat-cuts=1 2>&1 | FileCheck %s --check-prefix=ONCE
// RUN: sed 's/"my_kernel"/&, has_side_effect = true/; s/"my_kernel".*}>/&{remat.policy = #remat.policy<may_recompute>}/' %s | not remat-opt --remat-budget=min --remat-target=xla-gpu --remat-cuts=1 2>&1 | FileCheck %s --check-prefix=EFFECT

// A custom call of an unknown target runs again if the user says so: where it
// pays with may_recompute, for what the backward pass reads with recompute.
// The policies are not for XLA.

// ONCE: remark: 'main': {{.*}} 0 ops recomputed 0 times
// AGAIN: remark: 'main': peak 24704 bytes (24.13 KiB) -> 20608 bytes (20.13 KiB), {{.*}} 1 op recomputed 1 time
// AGAIN-NOT: remat.policy
// AGAIN: call_target_name = "my_kernel"
// AGAIN: call_target_name = "g2"
// AGAIN: stablehlo.optimization_barrier
// AGAIN-NEXT: call_target_name = "my_kernel"
// AGAIN-NEXT: call_target_name = "g3"
// EFFECT: error: 'stablehlo.custom_call' op has remat.policy = #remat.policy<may_recompute>, but declares has_side_effect = true

func.func @main(%x: tensor<1024xf32>) -> (tensor<f32>, tensor<1024xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %a = "stablehlo.custom_call"(%x) <{call_target_name = "my_kernel"}> : (tensor<1024xf32>) -> tensor<1024xf32>
  %b = "stablehlo.custom_call"(%a) <{call_target_name = "__cudnn$a"}> : (tensor<1024xf32>) -> tensor<1024xf32>
  %c = "stablehlo.custom_call"(%b) <{call_target_name = "__cudnn$b"}> : (tensor<1024xf32>) -> tensor<1024xf32>
  %d = "stablehlo.custom_call"(%c) <{call_target_name = "__cudnn$c"}> : (tensor<1024xf32>) -> tensor<f32>
  %e = "stablehlo.custom_call"(%c, %d) <{call_target_name = "g1"}> : (tensor<1024xf32>, tensor<f32>) -> tensor<1024xf32>
  %f = "stablehlo.custom_call"(%b, %e) <{call_target_name = "g2"}> : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xf32>
  %g = "stablehlo.custom_call"(%a, %f) <{call_target_name = "g3"}> : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<1024xf32>
  return %d, %g : tensor<f32>, tensor<1024xf32>
}
