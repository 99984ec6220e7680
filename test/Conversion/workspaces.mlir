// Ops that need bytes while they run get a buffer of their own, which is there
// for as long as they run; in an arena it has a place like any other.
// RUN: split-file %s %t
// RUN: remat-opt %t/step.mlir --remat-add-workspaces=target=cuda | FileCheck %s
// RUN: remat-opt %t/step.mlir --remat-add-workspaces=target=cuda-generated | FileCheck %s --check-prefix=GENERATED
// RUN: remat-opt %t/step.mlir --remat-add-workspaces | FileCheck %s --check-prefix=NONE
// RUN: remat-opt %t/step.mlir --remat-add-workspaces=target=xla-gpu | FileCheck %s --check-prefix=NONE

// Whoever has one keeps it.
// RUN: remat-opt %t/step.mlir --remat-add-workspaces=target=cuda -o %t/once.mlir
// RUN: remat-opt %t/once.mlir --remat-add-workspaces=target=cuda | diff - %t/once.mlir

// The function says itself what it was planned for.
// RUN: sed 's/@step(/@planned(/; s/@planned(.*$/&/; s/-> memref<f32> {/-> memref<f32> attributes {remat.target = "cuda"} {/' %t/step.mlir > %t/planned.mlir
// RUN: remat-opt %t/planned.mlir --remat-add-workspaces | FileCheck %s

// Without them, the ops are what they were.
// RUN: remat-opt %t/once.mlir --remat-unwrap-workspaces | FileCheck %s --check-prefix=UNWRAPPED

// 16·8 + 8·4 + 16·4 floats, rounded to 1024 bytes; the sum of 65536 numbers in
// 64 parts.
// CHECK-LABEL: func.func @{{step|planned}}
// CHECK:       %[[C:.*]] = memref.alloc() : memref<16x4xf32>
// CHECK:       %[[W:.*]] = memref.alloc() {alignment = 256 : i64} : memref<1024xi8>
// CHECK-NEXT:  remat.with_workspace %[[W]] : memref<1024xi8> {
// CHECK-NEXT:    linalg.matmul ins(%{{.*}}, %{{.*}} : {{.*}}) outs(%[[C]] : memref<16x4xf32>)
// CHECK-NEXT:  }
// CHECK-NEXT:  memref.dealloc %[[W]] : memref<1024xi8>
// CHECK:       scf.for
// CHECK-NEXT:    %[[V:.*]] = memref.alloc() {alignment = 256 : i64} : memref<256xi8>
// CHECK-NEXT:    remat.with_workspace %[[V]] : memref<256xi8> {
// CHECK-NEXT:      linalg.generic
// CHECK:         memref.dealloc %[[V]] : memref<256xi8>
// CHECK-NEXT:  }
// CHECK:       linalg.exp
// CHECK-NOT:   with_workspace

// GENERATED:     linalg.matmul
// GENERATED:     scf.for
// GENERATED:     remat.with_workspace %{{.*}} : memref<256xi8> {
// GENERATED-NOT: with_workspace

// NONE:     func.func @step
// NONE-NOT: with_workspace

// UNWRAPPED-NOT: with_workspace
// UNWRAPPED:     %[[W:.*]] = memref.alloc() {alignment = 256 : i64} : memref<1024xi8>
// UNWRAPPED-NEXT: linalg.matmul
// UNWRAPPED-NEXT: memref.dealloc %[[W]]
// UNWRAPPED-NOT: with_workspace

// In an arena of 256-byte places: 64·4 bytes of result, 1024 of workspace while
// the product runs, then 256 each for what is made of it. The workspace's bytes
// are others' before and after.
// RUN: remat-opt %t/once.mlir --remat-place-buffers=target=cuda | FileCheck %s --check-prefix=PLACED
// PLACED-LABEL: func.func @step
// PLACED-SAME:  remat.arena_alignment = 256 : i64
// PLACED-SAME:  remat.arena_bytes = 1280 : i64
// PLACED-SAME:  remat.live_peak_bytes = 1280 : i64
// PLACED-SAME:  remat.target = "cuda"
// PLACED:       memref.alloc() {alignment = 256 : i64} : memref<1280xi8>
// PLACED-NOT:   memref.alloc()
// PLACED:       %[[W:.*]] = memref.view {{.*}} : memref<1280xi8> to memref<1024xi8>
// PLACED-NEXT:  remat.with_workspace %[[W]] : memref<1024xi8> {
// PLACED-NOT:   dealloc

// What independent ops use at once lies apart: the products do not depend on
// each other.
// RUN: remat-opt %t/apart.mlir --remat-add-workspaces=target=cuda --remat-place-buffers="target=cuda" | FileCheck %s --check-prefix=SERIAL
// RUN: remat-opt %t/apart.mlir --remat-add-workspaces=target=cuda --remat-place-buffers="target=cuda parallel-safe=dependence" | FileCheck %s --check-prefix=SAFE
// Two results and the workspace of one product, or those of both.
// SERIAL: remat.arena_bytes = 1536 : i64
// SAFE:   remat.arena_bytes = 2560 : i64

// Nobody writes over an operand inside of a wrapper; what comes before and after
// it is written over as ever.
// RUN: remat-opt %t/in-place.mlir --remat-write-in-place | FileCheck %s --check-prefix=IN-PLACE
// RUN: remat-opt %t/in-place.mlir --remat-write-in-place=parallel-safe=true | FileCheck %s --check-prefix=IN-PLACE
// IN-PLACE-LABEL: func.func @around
// IN-PLACE:       linalg.exp ins(%{{.*}}) outs(%[[A:.*]] : memref<16x8xf32>)
// IN-PLACE-NEXT:  linalg.tanh ins(%[[A]] : memref<16x8xf32>) outs(%[[A]] : memref<16x8xf32>)
// IN-PLACE:       remat.with_workspace
// IN-PLACE-NEXT:    linalg.matmul ins(%[[A]], %{{.*}}) outs(%[[C:.*]] : memref<16x4xf32>)
// IN-PLACE:       memref.dealloc %[[A]]
// IN-PLACE:       linalg.negf ins(%[[C]] : memref<16x4xf32>) outs(%[[C]] : memref<16x4xf32>)
// IN-PLACE-LABEL: func.func @inside
// IN-PLACE:       %[[OLD:.*]] = memref.alloc
// IN-PLACE:       %[[NEW:.*]] = memref.alloc
// IN-PLACE:         linalg.tanh ins(%[[OLD]] : {{.*}}) outs(%[[NEW]]
// IN-PLACE-LABEL: func.func @onto_itself
// IN-PLACE:       remat.with_workspace
// IN-PLACE-NEXT:    linalg.copy

//--- step.mlir
#rows = affine_map<(d0) -> (d0)>
#all = affine_map<(d0) -> ()>
func.func @step(%a: memref<16x8xf32>, %b: memref<8x4xf32>, %x: memref<65536xf32>) -> memref<f32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c = memref.alloc() : memref<16x4xf32>
  linalg.fill ins(%zero : f32) outs(%c : memref<16x4xf32>)
  linalg.matmul ins(%a, %b : memref<16x8xf32>, memref<8x4xf32>) outs(%c : memref<16x4xf32>)
  memref.dealloc %c : memref<16x4xf32>
  %sum = memref.alloc() : memref<f32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<f32>)
  scf.for %i = %c0 to %c3 step %c1 {
    linalg.generic {indexing_maps = [#rows, #all], iterator_types = ["reduction"]}
        ins(%x : memref<65536xf32>) outs(%sum : memref<f32>) {
    ^bb0(%in: f32, %out: f32):
      %0 = arith.addf %out, %in : f32
      linalg.yield %0 : f32
    }
  }
  %result = memref.alloc() : memref<f32>
  linalg.exp ins(%sum : memref<f32>) outs(%result : memref<f32>)
  memref.dealloc %sum : memref<f32>
  return %result : memref<f32>
}
//--- apart.mlir
func.func @apart(%a: memref<16x8xf32>, %b: memref<8x4xf32>) -> (memref<16x4xf32>, memref<16x4xf32>) {
  %c = memref.alloc() : memref<16x4xf32>
  linalg.matmul ins(%a, %b : memref<16x8xf32>, memref<8x4xf32>) outs(%c : memref<16x4xf32>)
  %d = memref.alloc() : memref<16x4xf32>
  linalg.matmul ins(%a, %b : memref<16x8xf32>, memref<8x4xf32>) outs(%d : memref<16x4xf32>)
  return %c, %d : memref<16x4xf32>, memref<16x4xf32>
}
//--- in-place.mlir
func.func @around(%x: memref<16x8xf32>, %b: memref<8x4xf32>) -> memref<16x4xf32> {
  %0 = memref.alloc() : memref<16x8xf32>
  linalg.exp ins(%x : memref<16x8xf32>) outs(%0 : memref<16x8xf32>)
  %1 = memref.alloc() : memref<16x8xf32>
  linalg.tanh ins(%0 : memref<16x8xf32>) outs(%1 : memref<16x8xf32>)
  memref.dealloc %0 : memref<16x8xf32>
  %c = memref.alloc() : memref<16x4xf32>
  %w = memref.alloc() : memref<1024xi8>
  remat.with_workspace %w : memref<1024xi8> {
    linalg.matmul ins(%1, %b : memref<16x8xf32>, memref<8x4xf32>) outs(%c : memref<16x4xf32>)
  }
  memref.dealloc %w : memref<1024xi8>
  memref.dealloc %1 : memref<16x8xf32>
  %2 = memref.alloc() : memref<16x4xf32>
  linalg.negf ins(%c : memref<16x4xf32>) outs(%2 : memref<16x4xf32>)
  memref.dealloc %c : memref<16x4xf32>
  return %2 : memref<16x4xf32>
}
func.func @inside(%x: memref<16xf32>, %w: memref<256xi8>) -> memref<16xf32> {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %1 = memref.alloc() : memref<16xf32>
  remat.with_workspace %w : memref<256xi8> {
    linalg.tanh ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  }
  memref.dealloc %0 : memref<16xf32>
  return %1 : memref<16xf32>
}
func.func @onto_itself(%x: memref<16xf32>, %w: memref<256xi8>) {
  remat.with_workspace %w : memref<256xi8> {
    linalg.copy ins(%x : memref<16xf32>) outs(%x : memref<16xf32>)
  }
  return
}
