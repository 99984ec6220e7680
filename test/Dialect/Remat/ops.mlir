// RUN: remat-opt %s | FileCheck %s
// RUN: remat-opt %s | remat-opt | FileCheck %s
// RUN: remat-opt %s -mlir-print-op-generic | remat-opt | FileCheck %s
// RUN: remat-opt %s -emit-bytecode | remat-opt | FileCheck %s

// CHECK-LABEL: func.func @task_with_body
// CHECK-SAME:    (%[[X:.*]]: tensor<4xf32>, %[[W:.*]]: tensor<4xf32>)
func.func @task_with_body(%x: tensor<4xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK:      %[[Y:.*]] = remat.forward @layer1(%[[A:.*]] = %[[X]] : tensor<4xf32>, %[[B:.*]] = %[[W]] : tensor<4xf32>) -> tensor<4xf32> cost <time = 12.5, workspace = 1024> {
  // CHECK-NEXT:   %[[S:.*]] = arith.addf %[[A]], %[[B]]
  // CHECK-NEXT:   remat.yield %[[S]] : tensor<4xf32>
  // CHECK-NEXT: }
  %y = remat.forward @layer1(%a = %x : tensor<4xf32>, %b = %w : tensor<4xf32>)
      -> tensor<4xf32> cost <time = 12.5, workspace = 1024> {
    %0 = arith.addf %a, %b : tensor<4xf32>
    remat.yield %0 : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// CHECK-LABEL: func.func @task_without_body
func.func @task_without_body(%x: tensor<4xf32>) -> (tensor<4xf32>, f32) {
  // CHECK: %[[Y:.*]]:2 = remat.forward @layer1(%{{.*}} : tensor<4xf32>) -> (tensor<4xf32>, f32)
  %y:2 = remat.forward @layer1(%x : tensor<4xf32>) -> (tensor<4xf32>, f32)
  // CHECK: remat.backward @grad of @layer1(%[[Y]]#0, %{{.*}} : tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> cost <workspace = 8> attributes {remat.policy = #remat.policy<save>}
  %g = remat.backward @grad of @layer1(%y#0, %x : tensor<4xf32>, tensor<4xf32>)
      -> tensor<4xf32> cost <workspace = 8>
      attributes {remat.policy = #remat.policy<save>}
  // CHECK: remat.backward @alone(%{{.*}} : tensor<4xf32>) -> tensor<4xf32>
  %h = remat.backward @alone(%g : tensor<4xf32>) -> tensor<4xf32>
  return %h, %y#1 : tensor<4xf32>, f32
}

// CHECK-LABEL: func.func @tasks_without_operands
func.func @tasks_without_operands() {
  // CHECK:      remat.forward @nothing(){{$}}
  remat.forward @nothing()
  // CHECK-NEXT: remat.forward @quoted_body() {
  // CHECK-NEXT:   remat.yield
  // CHECK-NEXT: }
  remat.forward @quoted_body() {
    remat.yield
  }
  // CHECK-NEXT: remat.forward @"any text"()
  remat.forward @"any text"()
  return
}

// Runs of one task share its label.
// CHECK-LABEL: func.func @runs_of_one_task
func.func @runs_of_one_task(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-COUNT-2: remat.forward @a(
  %y = remat.forward @a(%x : tensor<4xf32>) -> tensor<4xf32>
  %x1 = remat.barrier %x : tensor<4xf32>
  %y1 = remat.forward @a(%x1 : tensor<4xf32>) -> tensor<4xf32>
  %g = remat.backward @b of @a(%y, %y1 : tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %g : tensor<4xf32>
}

// CHECK-LABEL: func.func @barrier
func.func @barrier(%x: tensor<4xf32>, %s: f32, %m: memref<4xf32>) -> (tensor<4xf32>, f32) {
  // CHECK: %[[T:.*]] = math.tanh
  %t = math.tanh %x : tensor<4xf32>
  // CHECK: remat.barrier %{{.*}} : tensor<4xf32>
  %a = remat.barrier %x : tensor<4xf32>
  // CHECK: remat.barrier %{{.*}}, %{{.*}}, %{{.*}} after(%[[T]], %{{.*}} : tensor<4xf32>, f32) {tag = 1 : i64} : tensor<4xf32>, f32, memref<4xf32>
  %b:3 = remat.barrier %a, %s, %m after(%t, %s : tensor<4xf32>, f32) {tag = 1}
      : tensor<4xf32>, f32, memref<4xf32>
  // CHECK: remat.barrier {{$}}
  remat.barrier
  return %b#0, %b#1 : tensor<4xf32>, f32
}

// CHECK-LABEL: func.func @release
func.func @release(%x: tensor<4xf32>, %m: memref<?xf32>, %u: memref<*xf32>) {
  // CHECK: remat.release %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf32>, memref<?xf32>, memref<*xf32>
  remat.release %x, %m, %u : tensor<4xf32>, memref<?xf32>, memref<*xf32>
  return
}

// CHECK-LABEL: func.func @attributes
// CHECK-SAME:    %{{.*}}: tensor<4xi32> {remat.range = array<i64: 0, 10>}
// CHECK-SAME:    %{{.*}}: index {remat.range = array<i64: -3, 0>}
// CHECK-SAME:    -> (tensor<f32> {remat.loss}, tensor<4xf32>)
func.func @attributes(%labels: tensor<4xi32> {remat.range = array<i64: 0, 10>},
                      %i: index {remat.range = array<i64: -3, 0>},
                      %l: tensor<f32>, %x: tensor<4xf32>)
    -> (tensor<f32> {remat.loss}, tensor<4xf32>) {
  // CHECK: remat.cost = #remat.cost<time = 0.25>, remat.phase = #remat.phase<forward>, remat.policy = #remat.policy<auto>
  %0 = math.tanh %x {remat.cost = #remat.cost<time = 0.25>,
                     remat.phase = #remat.phase<forward>,
                     remat.policy = #remat.policy<auto>} : tensor<4xf32>
  // CHECK: remat.cost = #remat.cost<time = 3.0, workspace = 0>, remat.phase = #remat.phase<backward>, remat.policy = #remat.policy<recompute>
  %1 = math.tanh %0 {remat.cost = #remat.cost<workspace = 0, time = 3>,
                     remat.phase = #remat.phase<backward>,
                     remat.policy = #remat.policy<recompute>} : tensor<4xf32>
  // CHECK: remat.cost = #remat.cost<time = 2.0e+30>, remat.phase = #remat.phase<other>
  %2 = math.tanh %1 {remat.cost = #remat.cost<time = 2.0e30>,
                     remat.phase = #remat.phase<other>} : tensor<4xf32>
  return %l, %2 : tensor<f32>, tensor<4xf32>
}

// CHECK-LABEL: func.func @with_workspace
func.func @with_workspace(%a: memref<4x4xf32>, %b: memref<4x4xf32>,
                          %c: memref<4x4xf32>, %w: memref<256xi8>) {
  // CHECK: remat.with_workspace %{{.*}} : memref<256xi8> {
  // CHECK-NEXT: linalg.matmul
  remat.with_workspace %w : memref<256xi8> {
    linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>)
                  outs(%c : memref<4x4xf32>)
  }
  return
}

// CHECK-LABEL: func.func @parking
func.func @parking(%x: tensor<4xf32>, %w: tensor<f32>) -> tensor<4xf32> {
  %0 = remat.forward @a(%x : tensor<4xf32>) -> tensor<4xf32>
  // CHECK:      %[[H:.*]] = remat.park %{{.*}} : tensor<4xf32>
  %h = remat.park %0 : tensor<4xf32>
  // CHECK-NEXT: %[[P:.*]] = remat.await %[[H]] : tensor<4xf32>
  %p = remat.await %h : tensor<4xf32>
  // CHECK-NEXT: %[[B:.*]]:2 = remat.barrier %[[P]], %{{.*}} : tensor<4xf32>, tensor<f32>
  %b:2 = remat.barrier %p, %w : tensor<4xf32>, tensor<f32>
  // CHECK-NEXT: %[[Y:.*]] = remat.fetch %[[B]]#0 {k = 1 : i64} : tensor<4xf32>
  %y = remat.fetch %b#0 {k = 1 : i64} : tensor<4xf32>
  // CHECK-NEXT: %[[Z:.*]] = remat.await %[[Y]] : tensor<4xf32>
  %z = remat.await %y : tensor<4xf32>
  // CHECK-NEXT: return %[[Z]]
  return %z : tensor<4xf32>
}

// CHECK-LABEL: func.func @copies
func.func @copies(%x: memref<4xf32>, %h: memref<4xf32, #remat.host>) {
  // CHECK:      remat.copy_start %{{.*}} to %{{.*}} {k = 1 : i64} : memref<4xf32> to memref<4xf32, #remat.host>
  remat.copy_start %x to %h {k = 1 : i64} : memref<4xf32> to memref<4xf32, #remat.host>
  // CHECK-NEXT: remat.copy_done %{{.*}} to %{{.*}} : memref<4xf32> to memref<4xf32, #remat.host>
  remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
  return
}
