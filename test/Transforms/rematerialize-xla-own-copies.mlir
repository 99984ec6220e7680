// RUN: remat-opt %s --remat-rematerialize="target=xla-gpu budget=slack:40%" 2>&1 -o %t.pass.mlir | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t.pass.mlir
// RUN: remat-opt %t.pass.mlir --remat-verify-budget -o /dev/null
// RUN: remat-opt %s --remat-target=xla-gpu --remat-budget=slack:40% --remat-plan-out=%t.json -o %t.mlir 2>/dev/null
// RUN: remat-opt %s --remat-target=xla-gpu --remat-plan-in=%t.json 2>/dev/null | diff %t.mlir -
// RUN: not remat-opt %s --remat-verify-budget="target=xla-gpu budget=234881023" -o /dev/null 2>&1 | FileCheck %s --check-prefix=HOISTED
// RUN: remat-opt %s --remat-print-graph="target=xla-gpu" -o /dev/null 2>&1 | FileCheck %s --check-prefix=GRAPH
// RUN: sed 's/has_side_effect = true}>/has_side_effect = false, remat.policy = #remat.policy<may_recompute>}>/' %s | remat-opt --remat-rematerialize="target=xla-gpu budget=min" 2>/dev/null | FileCheck %s --check-prefix=ONCE

// The step copies its state from the host at the start, and back at the end. A
// plan has each copy beside its reader or its maker, and ties those from the
// host to what was computed before: XLA would start them at the beginning.

// REMARK: peak 234881024 bytes (224 MiB) -> 201326592 bytes (192 MiB), {{.*}} 2 ops recomputed 2 times

// CHECK-LABEL: func.func @main
// CHECK: %[[W2:.*]] = "stablehlo.dot_general"(%[[B:.*]]#0, %[[B]]#1)
// CHECK-NEXT: %[[T2:.*]]:2 = remat.barrier %arg6, %[[W2]]
// CHECK-NEXT: %[[S2:.*]] = "stablehlo.custom_call"(%[[T2]]#0) {{.*}}_xla_buffer_placement = "device"
// CHECK-NEXT: %[[N2:.*]] = "stablehlo.add"(%[[S2]], %[[T2]]#1)
// CHECK-NEXT: "stablehlo.subtract"
// CHECK-NEXT: "stablehlo.custom_call"(%[[N2]]) {{.*}}_xla_buffer_placement = "pinned_host"
// CHECK: %[[T1:.*]]:2 = remat.barrier %arg5, %{{.*}}
// CHECK-NEXT: "stablehlo.custom_call"(%[[T1]]#0) {{.*}}_xla_buffer_placement = "device"
// CHECK: %[[T0:.*]]:2 = remat.barrier %arg4, %{{.*}}
// CHECK-NEXT: "stablehlo.custom_call"(%[[T0]]#0) {{.*}}_xla_buffer_placement = "device"

// HOISTED: it needs 234881024 bytes (224 MiB), 1 byte more

// Nothing but their operands orders the copies.
// GRAPH: stablehlo.custom_call
// GRAPH-NOT: order

// They do not run again.
// ONCE-COUNT-3: _xla_buffer_placement = "device"
// ONCE-NOT: _xla_buffer_placement = "device"

func.func @main(%x: tensor<2048x2048xf32>, %w0: tensor<2048x2048xf32>, %w1: tensor<2048x2048xf32>, %w2: tensor<2048x2048xf32>, %s0: tensor<2048x2048xf32> {mhlo.memory_kind = "pinned_host"}, %s1: tensor<2048x2048xf32> {mhlo.memory_kind = "pinned_host"}, %s2: tensor<2048x2048xf32> {mhlo.memory_kind = "pinned_host"}) -> (tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>) {
  %c0 = "stablehlo.custom_call"(%s0) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %c1 = "stablehlo.custom_call"(%s1) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %c2 = "stablehlo.custom_call"(%s2) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %d0 = "stablehlo.dot_general"(%x, %w0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %t0 = "stablehlo.tanh"(%d0) : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %d1 = "stablehlo.dot_general"(%t0, %w1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %t1 = "stablehlo.tanh"(%d1) : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %d2 = "stablehlo.dot_general"(%t1, %w2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %t2 = "stablehlo.tanh"(%d2) : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %g3 = "stablehlo.sine"(%t2) : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %e2 = "stablehlo.multiply"(%g3, %t2) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %gw2 = "stablehlo.dot_general"(%t1, %e2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %g2 = "stablehlo.dot_general"(%e2, %w2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %n2 = "stablehlo.add"(%c2, %gw2) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %u2 = "stablehlo.subtract"(%w2, %n2) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %e1 = "stablehlo.multiply"(%g2, %t1) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %gw1 = "stablehlo.dot_general"(%t0, %e1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %g1 = "stablehlo.dot_general"(%e1, %w1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %n1 = "stablehlo.add"(%c1, %gw1) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %u1 = "stablehlo.subtract"(%w1, %n1) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %e0 = "stablehlo.multiply"(%g1, %t0) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %gw0 = "stablehlo.dot_general"(%x, %e0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %g0 = "stablehlo.dot_general"(%e0, %w0) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %n0 = "stablehlo.add"(%c0, %gw0) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %u0 = "stablehlo.subtract"(%w0, %n0) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %h0 = "stablehlo.custom_call"(%n0) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %h1 = "stablehlo.custom_call"(%n1) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %h2 = "stablehlo.custom_call"(%n2) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  return %u0, %u1, %u2, %h0, %h1, %h2 : tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>, tensor<2048x2048xf32>
}
