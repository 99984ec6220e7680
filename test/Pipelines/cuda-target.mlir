// A step for a GPU is fused and placed in one arena, workspaces included, unless
// told otherwise; what runs it on the CPU measures what was planned.

// RUN: remat-opt %s --remat-budget=100%% --remat-target=cuda --remat-device=a100 --remat-report=%t.json -o %t.mlir 2> /dev/null
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: remat-opt %s --pass-pipeline='builtin.module(remat-pipeline{budget=100%% target=cuda device=a100})' 2> /dev/null | diff - %t.mlir

// Resident are 64·8 and 8·16 floats. Alive in the arena at the product: what it
// multiplies (2048 bytes), its result (4096), and the 6656 bytes that it moves as
// its workspace.
// CHECK-LABEL: func.func @main
// CHECK-SAME:  remat.arena_alignment = 256 : i64
// CHECK-SAME:  remat.arena_bytes = 12800 : i64
// CHECK-SAME:  remat.budget = 15360 : i64
// CHECK-SAME:  remat.live_peak_bytes = 12800 : i64
// CHECK-SAME:  remat.target = "cuda"
// CHECK:       memref.alloc() {alignment = 256 : i64} : memref<12800xi8>
// CHECK-NOT:   memref.alloc
// Fused: two elementwise ops before, one after.
// CHECK-COUNT-1: linalg.generic
// CHECK:       remat.with_workspace %{{.*}} : memref<6656xi8> {
// CHECK-NEXT:    linalg.matmul
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT:   linalg.generic
// CHECK-NOT:   memref.dealloc
// CHECK:       return

// REPORT: "target": "cuda",
// REPORT: "budget_bytes": 15360,
// REPORT: "resident_bytes": 2560,
// REPORT: "predicted_peak_bytes": 15360,
// REPORT: "arena_bytes": 12800,
// On tensors the peak is the same: the model counts the same workspace.
// REPORT: "peak_after_bytes": 15360,

// The function says whose model holds for it.
// RUN: remat-opt %t.mlir --remat-verify-budget=budget=15360 -o /dev/null
// RUN: not remat-opt %t.mlir --remat-verify-budget=budget=15359 -o /dev/null 2>&1 | FileCheck %s --check-prefix=VERIFY
// VERIFY: does not fit its budget of 15359 bytes (15 KiB): it needs 15360 bytes (15 KiB), 1 byte more

// RUN: remat-run %t.mlir --compare=%s | FileCheck %s --check-prefix=MEASURED
// MEASURED:      measured peak:   15360 bytes
// MEASURED-NEXT: predicted peak:  15360 bytes
// MEASURED-NEXT: of it resident:  2560 bytes
// MEASURED-NEXT: arena:           12800 bytes
// MEASURED-NEXT: alive in it:     12800 bytes
// MEASURED-NEXT: allocations:     1
// MEASURED:      results: identical, bit by bit

// Without libraries, products have no workspace.
// RUN: remat-opt %s --remat-budget=100%% --remat-target=cuda-generated --remat-device=a100 -o %t.generated.mlir 2> /dev/null
// RUN: FileCheck %s --check-prefix=GENERATED < %t.generated.mlir
// RUN: remat-run %t.generated.mlir --compare=%s | FileCheck %s --check-prefix=RUN-GENERATED
// GENERATED:     remat.arena_bytes = 6144 : i64
// GENERATED-SAME: remat.target = "cuda-generated"
// GENERATED-NOT: with_workspace
// RUN-GENERATED: measured peak:   8704 bytes
// RUN-GENERATED: results: identical, bit by bit

// What is said explicitly holds.
// RUN: remat-opt %s --remat-budget=100%% --remat-target=cuda --remat-arena=off -o %t.off.mlir 2> /dev/null
// RUN: FileCheck %s --check-prefix=OFF < %t.off.mlir
// RUN: remat-opt %s --remat-budget=100%% --remat-target=cuda --remat-arena=fit -o %t.fit.mlir 2> /dev/null
// RUN: FileCheck %s --check-prefix=OFF < %t.fit.mlir
// RUN: remat-opt %s --remat-budget=100%% --remat-target=cuda --remat-fuse=false --remat-arena=off 2> /dev/null | FileCheck %s --check-prefix=UNFUSED
// RUN: remat-opt %s --remat-budget=100%% --remat-target=cuda --remat-arena-alignment=512 2> /dev/null | FileCheck %s --check-prefix=WIDE
// OFF:             func.func @main(%{{.*}}: tensor<64x8xf32>
// OFF-SAME:        remat.target = "cuda"
// OFF-COUNT-2:     linalg.generic
// OFF-NOT:         linalg.generic
// UNFUSED-COUNT-4: linalg.generic
// WIDE:            remat.arena_alignment = 512 : i64

// What was promised to fit fits where it is placed later, by the target that the
// function names.
// RUN: remat-opt %t.fit.mlir --remat-cpu-pipeline='stop-at-buffers=true in-place=true place-buffers=true' | FileCheck %s --check-prefix=LATER
// RUN: remat-run %t.fit.mlir --place-buffers --in-place --compare=%s | FileCheck %s --check-prefix=MEASURED
// LATER: remat.arena_bytes = 12800 : i64
// LATER: remat.with_workspace

// On the CPU, tensors are what they are for the CPU.
// RUN: remat-run %t.off.mlir --compare=%s | FileCheck %s --check-prefix=TENSORS
// TENSORS:      measured peak:   [[PEAK:[0-9]+]] bytes
// TENSORS-NEXT: predicted peak:  [[PEAK]] bytes
// TENSORS:      results: identical, bit by bit

// Other targets are as they were.
// RUN: remat-opt %s --remat-budget=100%% 2> /dev/null | FileCheck %s --check-prefix=CPU
// RUN: remat-opt %s --remat-budget=100%% --remat-fuse 2> /dev/null | FileCheck %s --check-prefix=CPU-FUSED
// RUN: remat-opt %s --remat-budget=100%% --remat-arena=auto 2> /dev/null | FileCheck %s --check-prefix=CPU
// CPU:            func.func @main(%{{.*}}: tensor<64x8xf32>
// CPU-NOT:        remat.target
// CPU-COUNT-4:    linalg.generic
// CPU-FUSED:      func.func @main(%{{.*}}: tensor<64x8xf32>
// CPU-FUSED-COUNT-2: linalg.generic
// CPU-FUSED-NOT:  linalg.generic

// A target that nobody knows is one error, whatever else is said.
// RUN: not remat-opt %s --remat-budget=100%% --remat-target=gpu --remat-arena-alignment=64 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: there is no target 'gpu'; targets are 'cpu', 'cuda', 'cuda-generated', 'xla-gpu'
// An arena that is refused cannot be described.
// RUN: not remat-opt %s --remat-budget=100%% --remat-target=cuda --remat-arena=off --remat-arena-alignment=512 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: --remat-arena-alignment says what the arena is like, but there is none

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%x: tensor<64x8xf32>, %w: tensor<8x16xf32>) -> tensor<64x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x8xf32>
  %f = tensor.empty() : tensor<64x16xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<64x8xf32>) outs(%e : tensor<64x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.tanh %in : f32
    linalg.yield %t : f32
  } -> tensor<64x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<64x8xf32>) outs(%e : tensor<64x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.exp %in : f32
    linalg.yield %t : f32
  } -> tensor<64x8xf32>
  %init = linalg.fill ins(%zero : f32) outs(%f : tensor<64x16xf32>) -> tensor<64x16xf32>
  %2 = linalg.matmul ins(%1, %w : tensor<64x8xf32>, tensor<8x16xf32>)
      outs(%init : tensor<64x16xf32>) -> tensor<64x16xf32>
  %3 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%2 : tensor<64x16xf32>) outs(%f : tensor<64x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.tanh %in : f32
    linalg.yield %t : f32
  } -> tensor<64x16xf32>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%3 : tensor<64x16xf32>) outs(%f : tensor<64x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %t = math.absf %in : f32
    linalg.yield %t : f32
  } -> tensor<64x16xf32>
  return %4 : tensor<64x16xf32>
}
