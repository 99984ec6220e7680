// RUN: remat-opt %s --remat-rematerialize="target=xla-gpu budget=80% host-budget=1GiB link-bandwidth=1000000 cuts=0" 2>&1 | FileCheck %s --check-prefixes=CHECK,NOCUT
// RUN: remat-opt %s --remat-rematerialize="target=xla-gpu budget=80% host-budget=1GiB link-bandwidth=1000000 cuts=3" 2>&1 | FileCheck %s --check-prefixes=CHECK,CUT
// RUN: remat-opt %s --remat-rematerialize="target=xla-gpu budget=80% host-budget=1GiB link-bandwidth=1000000" --remat-verify-budget -o /dev/null
// RUN: remat-opt %s --remat-target=xla-gpu --remat-budget=80% --remat-host-budget=1GiB --remat-link-bandwidth=1000000 --remat-plan-out=%t.json --remat-report=%t.report.json 2>/dev/null > %t.mlir
// RUN: FileCheck %s --check-prefix=XLA < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.report.json
// RUN: remat-opt %s --remat-target=xla-gpu --remat-plan-in=%t.json 2>/dev/null | diff %t.mlir -
// RUN: remat-opt %s --remat-target=xla-gpu --remat-plan-in=%t.json --remat-host-budget=192MiB 2>/dev/null | diff %t.mlir -
// RUN: not remat-opt %s --remat-target=xla-gpu --remat-plan-in=%t.json --remat-host-budget=191MiB 2>&1 | FileCheck %s --check-prefix=LESS

// With a link on which copies take next to no time, nothing is computed again: three
// values wait on the host. Their copies are tied to what is computed beside them,
// and pass cuts.

// CHECK: remark: 'main': peak 503316608 bytes (480 MiB) -> 369098880 bytes (352 MiB), {{.*}} 0 ops recomputed 0 times, extra time 0.00% of the step, {{.*}}; 3 values on the host, 201326592 bytes (192 MiB) at once, of 1073741824 bytes (1 GiB)
// CHECK: remat.budget = 402653286 : i64, remat.host_budget = 1073741824 : i64, remat.target = "xla-gpu"
// CHECK: %[[A1:.*]] = "stablehlo.dot_general"(%[[X:.*]], %[[X]])
// CHECK-NEXT: %[[H1:.*]] = remat.park %[[A1]]
// CHECK-NEXT: %[[A2:.*]] = "stablehlo.dot_general"(%[[A1]], %[[X]])
// CHECK-NEXT: %[[H2:.*]] = remat.park %[[A2]]
// CHECK-NEXT: %[[P1:.*]] = remat.await %[[H1]]
// CHECK-NEXT: %[[T1:.*]]:2 = remat.barrier %[[P1]], %[[A2]]
// CHECK-NEXT: %[[A3:.*]] = "stablehlo.dot_general"(%[[T1]]#1, %[[X]])
// CHECK: %[[A4:.*]] = "stablehlo.dot_general"
// CHECK: %[[T3:.*]]:2 = remat.barrier %{{.*}}, %[[A4]]
// CUT: remat.barrier {{.*}}%[[T3]]#1, {{.*}}%[[T1]]#0, {{.*}}%[[T3]]#0
// NOCUT: %[[G4:.*]] = "stablehlo.dot_general"(%{{.*}}, %[[T3]]#1)
// NOCUT-NEXT: %[[T4:.*]]:2 = remat.barrier %[[T3]]#0, %[[G4]]
// NOCUT-NEXT: %[[Y3:.*]] = remat.fetch %[[T4]]#0
// NOCUT-NEXT: "stablehlo.dot_general"(%[[T4]]#1, %[[Y3]])

// XLA-NOT: remat.
// XLA-COUNT-3: _xla_buffer_placement = "pinned_host"
// XLA-COUNT-3: _xla_buffer_placement = "device"
// XLA-NOT: _xla_buffer_placement

// REPORT: "host_budget_bytes": 1073741824
// REPORT: "host_peak_bytes": 201326592
// REPORT: "link_bandwidth": 1000000
// REPORT: "parked": [
// REPORT-COUNT-3: "send_step"

// LESS: error: {{.*}} cannot apply the saved plan '{{.*}}': it keeps 201326592 bytes (192 MiB) on the host, more than the host budget of 200278016 bytes (191 MiB)

func.func @main(%x: tensor<4096x4096xf32>) -> (tensor<f32>, tensor<4096x4096xf32>) {
  %zero = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32>
  %a1 = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %a2 = "stablehlo.dot_general"(%a1, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %a3 = "stablehlo.dot_general"(%a2, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %a4 = "stablehlo.dot_general"(%a3, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %a5 = "stablehlo.dot_general"(%a4, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %l = "stablehlo.reduce"(%a5, %zero) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = "stablehlo.add"(%p, %q) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%s) : (tensor<f32>) -> ()
  }) : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<f32>
  %g5 = "stablehlo.dot_general"(%a5, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %g4 = "stablehlo.dot_general"(%g5, %a4) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %g3 = "stablehlo.dot_general"(%g4, %a3) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %g2 = "stablehlo.dot_general"(%g3, %a2) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %g1 = "stablehlo.dot_general"(%g2, %a1) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %l, %g1 : tensor<f32>, tensor<4096x4096xf32>
}
