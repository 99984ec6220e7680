// RUN: remat-opt %s --remat-barriers-to-stablehlo | FileCheck %s

// Copies to the host and back are spelled as JAX spells them. XLA waits for them
// by itself; what a barrier ties to them stays tied.

// CHECK:      %[[T:.*]] = "stablehlo.tanh"(%{{.*}})
// CHECK-NEXT: %[[H:.*]] = "stablehlo.custom_call"(%[[T]]) {{.*}}call_target_name = "annotate_device_placement"{{.*}}has_side_effect = true{{.*}}mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}
// CHECK-NEXT: %[[B:.*]]:2 = "stablehlo.optimization_barrier"(%[[H]], %{{.*}})
// CHECK-NEXT: %[[Y:.*]] = "stablehlo.custom_call"(%[[B]]#0) {{.*}}mhlo.frontend_attributes = {_xla_buffer_placement = "device"}
// CHECK-NEXT: "stablehlo.add"(%[[Y]], %[[B]]#1)
// CHECK-NOT: remat.
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> attributes {remat.budget = 64 : i64, remat.host_budget = 16 : i64} {
  %0 = "stablehlo.tanh"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %h = remat.park %0 : tensor<4xf32>
  %p = remat.await %h : tensor<4xf32>
  %b:2 = remat.barrier %p, %x : tensor<4xf32>, tensor<4xf32>
  %f = remat.fetch %b#0 : tensor<4xf32>
  %y = remat.await %f : tensor<4xf32>
  %1 = "stablehlo.add"(%y, %b#1) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
