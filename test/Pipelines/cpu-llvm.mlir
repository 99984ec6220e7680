// RUN: remat-opt %s --remat-cpu-pipeline | FileCheck %s
// RUN: remat-opt %s --remat-cpu-pipeline=outline-kernels=false \
// RUN:   | FileCheck %s --check-prefix=WHOLE
// RUN: remat-opt %s --remat-cpu-pipeline | mlir-translate --mlir-to-llvmir \
// RUN:   | FileCheck %s --check-prefix=LLVM

// Only the LLVM dialect remains; annotations of tensors do not.

// CHECK-NOT:   remat.
// CHECK-DAG:   llvm.func @_mlir_memref_to_llvm_aligned_alloc
// CHECK-LABEL: llvm.func @step(
// CHECK-SAME:    passthrough = ["noinline", "optnone"]
// CHECK:         llvm.call @_mlir_memref_to_llvm_aligned_alloc
// CHECK:         llvm.call @remat_kernel_generic(
// CHECK-NOT:     llvm.br
// CHECK:         llvm.return
// CHECK:       llvm.func @remat_kernel_generic(%{{[^:]*}}: !llvm.ptr {llvm.noalias}, %{{[^:]*}}: !llvm.ptr {llvm.noalias})
// CHECK-SAME:    sym_visibility = "private"
// CHECK:         llvm.call @expf

// WHOLE-LABEL: llvm.func @step(
// WHOLE-NOT:     optnone
// WHOLE:         llvm.call @expf
// WHOLE-NOT:   @remat_kernel

// LLVM: define {{.*}} @step({{.*}}) #[[DRIVER:[0-9]+]]
// LLVM: define void @remat_kernel_generic(ptr noalias %0, ptr noalias %1) {
// LLVM: attributes #[[DRIVER]] = { noinline optnone }
#id = affine_map<(i) -> (i)>
func.func @step(%a: tensor<8xf32>, %labels: tensor<8xi32> {remat.range = array<i64: 0, 9>}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %1 = math.exp %x : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}
