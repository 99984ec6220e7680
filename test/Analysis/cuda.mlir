// What a step for a GPU needs: 256-byte storages, and a workspace for what a
// library computes and for reductions in several parts; in loops too.
// RUN: remat-opt %s --remat-print-graph=target=cuda -o /dev/null 2>&1 | FileCheck %s
// RUN: remat-opt %s --remat-print-graph=target=cuda-generated -o /dev/null 2>&1 | FileCheck %s --check-prefix=GENERATED

// As on buffers: 1024 bytes, and 64 parts of one float.
// CHECK-LABEL: graph of 'ops'
// CHECK-SAME:  263424 resident bytes
// CHECK:       linalg.matmul, {{.*}} makes [{{[0-9]+}}: 256 bytes{{.*}}workspace 1024
// CHECK:       linalg.generic, {{.*}} makes [{{[0-9]+}}: 256 bytes{{.*}}workspace 256
// CHECK:       math.exp
// CHECK-NOT:   workspace
// GENERATED-LABEL: graph of 'ops'
// GENERATED:       linalg.matmul
// GENERATED-NOT:   workspace
// GENERATED:       linalg.generic, {{.*}}workspace 256
func.func @ops(%a: tensor<16x8xf32>, %b: tensor<8x4xf32>, %c: tensor<16x4xf32>, %x: tensor<65536xf32>, %s: tensor<f32>)
    -> (tensor<16x4xf32>, tensor<f32>, tensor<16x4xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<16x8xf32>, tensor<8x4xf32>) outs(%c : tensor<16x4xf32>) -> tensor<16x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<65536xf32>) outs(%s : tensor<f32>) {
  ^bb0(%in: f32, %out: f32):
    %t = arith.addf %out, %in : f32
    linalg.yield %t : f32
  } -> tensor<f32>
  %2 = math.exp %0 : tensor<16x4xf32>
  return %0, %1, %2 : tensor<16x4xf32>, tensor<f32>, tensor<16x4xf32>
}

// What is said of an op counts as far as it is what will be allocated.
// CHECK-LABEL: graph of 'said'
// CHECK:       linalg.matmul, {{.*}}workspace 512
// CHECK:       linalg.matmul
// CHECK-NOT:   workspace
// CHECK:       linalg.matmul, {{.*}}workspace 33554432
func.func @said(%a: tensor<16x8xf32>, %b: tensor<8x4xf32>, %c: tensor<16x4xf32>)
    -> (tensor<16x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>) {
  %0 = linalg.matmul {remat.cost = #remat.cost<workspace = 300>} ins(%a, %b : tensor<16x8xf32>, tensor<8x4xf32>) outs(%c : tensor<16x4xf32>) -> tensor<16x4xf32>
  %1 = linalg.matmul {remat.cost = #remat.cost<workspace = 0>} ins(%a, %b : tensor<16x8xf32>, tensor<8x4xf32>) outs(%c : tensor<16x4xf32>) -> tensor<16x4xf32>
  %2 = linalg.matmul {remat.cost = #remat.cost<workspace = 99999999>} ins(%a, %b : tensor<16x8xf32>, tensor<8x4xf32>) outs(%c : tensor<16x4xf32>) -> tensor<16x4xf32>
  return %0, %1, %2 : tensor<16x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>
}

// In a loop: the product (256 bytes) and its workspace (1024). Without one, the
// product and the new sum, which has a storage of its own as in a plan.
// CHECK-LABEL: graph of 'loop'
// CHECK:       scf.for, {{.*}}workspace 1280
// GENERATED-LABEL: graph of 'loop'
// GENERATED:       scf.for, {{.*}}workspace 512
func.func @loop(%a: tensor<16x8xf32>, %b: tensor<8x4xf32>, %c: tensor<16x4xf32>) -> tensor<16x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%sum = %c) -> tensor<16x4xf32> {
    %e = tensor.empty() : tensor<16x4xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x4xf32>) -> tensor<16x4xf32>
    %1 = linalg.matmul ins(%a, %b : tensor<16x8xf32>, tensor<8x4xf32>) outs(%f : tensor<16x4xf32>) -> tensor<16x4xf32>
    %2 = linalg.add ins(%sum, %1 : tensor<16x4xf32>, tensor<16x4xf32>) outs(%sum : tensor<16x4xf32>) -> tensor<16x4xf32>
    scf.yield %2 : tensor<16x4xf32>
  }
  return %0 : tensor<16x4xf32>
}
