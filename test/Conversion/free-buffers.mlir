// Buffers are freed after their last use, unless they are already.
// RUN: split-file %s %t
// RUN: remat-opt %t/step.mlir --remat-free-buffers | FileCheck %s
// CHECK-LABEL: func.func @step
// CHECK:       %[[A:.*]] = memref.alloc
// CHECK:       linalg.exp ins(%[[A]]
// CHECK-NEXT:  memref.dealloc %[[A]]
// CHECK-NEXT:  linalg.exp

// What was placed for a GPU goes through the pipelines as it is.
// RUN: remat-opt %t/placed.mlir -o %t/same.mlir
// RUN: remat-opt %t/placed.mlir --remat-free-buffers | diff - %t/same.mlir
// RUN: remat-opt %t/placed.mlir --remat-cpu-pipeline=stop-at-buffers=true | FileCheck %s --check-prefix=PLACED
// RUN: remat-opt %t/placed.mlir --remat-cpu-pipeline='stop-at-buffers=true in-place=true place-buffers=true' | FileCheck %s --check-prefix=PLACED
// RUN: remat-opt %t/placed.mlir --remat-cpu-pipeline | FileCheck %s --check-prefix=LOWERED
// PLACED-LABEL: func.func @placed
// PLACED-SAME:  remat.target = "cuda"
// PLACED:       memref.alloc() {alignment = 256 : i64} : memref<1280xi8>
// PLACED-NOT:   memref.{{alloc|dealloc}}
// PLACED:       %[[C:.*]] = memref.view
// PLACED:       %[[W:.*]] = memref.view {{.*}} to memref<1024xi8>
// PLACED-NEXT:  remat.with_workspace %[[W]] : memref<1024xi8> {
// PLACED-NEXT:    linalg.matmul {{.*}} outs(%[[C]]
// PLACED:       return %[[C]]
// LOWERED-NOT:  with_workspace
// LOWERED:      llvm.func @placed

// RUN: not remat-opt %t/both.mlir --remat-free-buffers 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: both.mlir:1:{{.*}} error: {{.*}} allocates buffers and has no workspaces, but another function has some; lower the two in modules of their own
// BOTH: both.mlir:6:{{.*}} note: the other is here

//--- step.mlir
func.func @step(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  linalg.exp ins(%0 : memref<4xf32>) outs(%y : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%z : memref<4xf32>)
  return
}
//--- placed.mlir
func.func @placed(%a: memref<16x8xf32>, %b: memref<8x4xf32>) -> memref<16x4xf32>
    attributes {remat.arena_alignment = 256 : i64, remat.arena_bytes = 1280 : i64,
                remat.live_peak_bytes = 1280 : i64, remat.target = "cuda"} {
  %arena = memref.alloc() {alignment = 256 : i64} : memref<1280xi8>
  %c0 = arith.constant 0 : index
  %c256 = arith.constant 256 : index
  %c = memref.view %arena[%c0][] : memref<1280xi8> to memref<16x4xf32>
  %w = memref.view %arena[%c256][] : memref<1280xi8> to memref<1024xi8>
  remat.with_workspace %w : memref<1024xi8> {
    linalg.matmul ins(%a, %b : memref<16x8xf32>, memref<8x4xf32>) outs(%c : memref<16x4xf32>)
  }
  return %c : memref<16x4xf32>
}
//--- both.mlir
func.func @without(%x: memref<4xf32>, %y: memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  return
}
func.func @with(%x: memref<4xf32>, %w: memref<256xi8>) {
  remat.with_workspace %w : memref<256xi8> {
    linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  }
  return
}
