// RUN: remat-opt %s --remat-cpu-pipeline="stop-at-buffers=true place-buffers=true alignment=128" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,PLACED
// RUN: remat-opt %s --remat-cpu-pipeline="stop-at-buffers=true place-buffers=true in-place=true" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,BOTH
// RUN: remat-opt %s --remat-cpu-pipeline="stop-at-buffers=true in-place=true" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,INPLACE
// RUN: remat-opt %s --remat-cpu-pipeline="stop-at-buffers=true in-place=true parallel-safe=dependence" \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SAFE
// RUN: remat-opt %s --remat-cpu-pipeline="place-buffers=true" | FileCheck %s --check-prefix=LLVM

// CHECK-LABEL: func.func @step(
// PLACED-SAME:   remat.arena_alignment = 128 : i64
// PLACED:        %[[ARENA:.*]] = memref.alloc() {alignment = 128 : i64} : memref<{{.*}}xi8>
// PLACED-NOT:    memref.alloc
// PLACED:        return

// BOTH-SAME:     remat.arena_bytes = 128 : i64
// BOTH-COUNT-2:  memref.view
// BOTH-NOT:      memref.view
// BOTH:          return

// INPLACE-COUNT-2: memref.alloc()
// INPLACE-NOT:     memref.alloc()
// INPLACE:         return

// The second reader of %0 waits for nothing but what it reads.
// SAFE-COUNT-3:  memref.alloc()
// SAFE-NOT:      memref.alloc()
// SAFE:          return

// LLVM-LABEL: llvm.func @step(
// LLVM-COUNT-1: llvm.call @_mlir_memref_to_llvm_aligned_alloc
// LLVM-NOT:     llvm.call @_mlir_memref_to_llvm_
// LLVM:         llvm.return
func.func @step(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = math.floor %x : tensor<16xf32>
  %1 = math.exp %0 : tensor<16xf32>
  %2 = math.tanh %0 : tensor<16xf32>
  %3 = arith.addf %1, %2 : tensor<16xf32>
  return %3 : tensor<16xf32>
}
