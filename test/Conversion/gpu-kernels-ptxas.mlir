// REQUIRES: ptxas
// Kernels of each form and of each element type are assembled.

// DEFINE: %{lower} = func.func(remat-gpu-lower-reductions,remat-gpu-lower-elementwise),lower-affine,gpu-kernel-outlining,gpu.module(convert-vector-to-scf,expand-strided-metadata,lower-affine,arith-expand,convert-scf-to-cf,canonicalize,cse,convert-gpu-to-nvvm,canonicalize,cse,reconcile-unrealized-casts)

// RUN: remat-opt %s --pass-pipeline="builtin.module(%{lower},remat-gpu-attach-target{chip=sm_80},remat-gpu-serialize{format=isa})" \
// RUN:   | %python %S/Inputs/assemble.py %ptxas sm_80 | FileCheck %s
// RUN: remat-opt %s --pass-pipeline="builtin.module(%{lower},remat-gpu-attach-target{chip=sm_90},remat-gpu-serialize{format=isa})" \
// RUN:   | %python %S/Inputs/assemble.py %ptxas sm_90 | FileCheck %s

// CHECK: transposed_booleans_kernel: 0 bytes spilled
// CHECK: transposed_halves_kernel: 0 bytes spilled
// CHECK: any_of_rows_kernel: 0 bytes spilled
// CHECK: maxima_of_rows_kernel: 0 bytes spilled
// CHECK: sums_of_columns_kernel: 0 bytes spilled
// CHECK: maximum_kernel: 0 bytes spilled
// CHECK: all_of_columns_kernel: 0 bytes spilled
// CHECK: sums_of_bytes_kernel: 0 bytes spilled
// CHECK: sums_of_indices_kernel: 0 bytes spilled
// CHECK: copied_slice_kernel: 0 bytes spilled
// CHECK: filled_scalar_kernel: 0 bytes spilled
// CHECK: filled_bytes_kernel: 0 bytes spilled

func.func @transposed_booleans(%a: memref<64x130xi1>, %b: memref<130x64xi1>) attributes {remat_kernel} {
  linalg.transpose ins(%a : memref<64x130xi1>) outs(%b : memref<130x64xi1>) permutation = [1,0]
  return
}
func.func @transposed_halves(%a: memref<64x130xf16>, %b: memref<130x64xf16>) attributes {remat_kernel} {
  linalg.transpose ins(%a : memref<64x130xf16>) outs(%b : memref<130x64xf16>) permutation = [1,0]
  return
}
func.func @any_of_rows(%a: memref<64x4096xi1>, %b: memref<64xi1>) attributes {remat_kernel} {
  linalg.reduce {arith.ori} ins(%a : memref<64x4096xi1>) outs(%b : memref<64xi1>) dimensions = [1]
  return
}
func.func @maxima_of_rows(%a: memref<64x100xf64>, %b: memref<64xf64>) attributes {remat_kernel} {
  linalg.reduce {arith.maximumf} ins(%a : memref<64x100xf64>) outs(%b : memref<64xf64>) dimensions = [1]
  return
}
func.func @sums_of_columns(%a: memref<4096x64xbf16>, %b: memref<64xbf16>) attributes {remat_kernel} {
  linalg.reduce {arith.addf} ins(%a : memref<4096x64xbf16>) outs(%b : memref<64xbf16>) dimensions = [0]
  return
}
func.func @maximum(%a: memref<10000xf16>, %b: memref<f16>) attributes {remat_kernel} {
  linalg.reduce {arith.maxnumf} ins(%a : memref<10000xf16>) outs(%b : memref<f16>) dimensions = [0]
  return
}
func.func @all_of_columns(%a: memref<4096x64xi1>, %b: memref<64xi1>) attributes {remat_kernel} {
  linalg.reduce {arith.andi} ins(%a : memref<4096x64xi1>) outs(%b : memref<64xi1>) dimensions = [0]
  return
}
func.func @sums_of_bytes(%a: memref<100x50xi8>, %b: memref<100xi8>) attributes {remat_kernel} {
  linalg.reduce {arith.addi} ins(%a : memref<100x50xi8>) outs(%b : memref<100xi8>) dimensions = [1]
  return
}
func.func @sums_of_indices(%a: memref<100x50xindex>, %b: memref<100xindex>) attributes {remat_kernel} {
  linalg.reduce {arith.addi} ins(%a : memref<100x50xindex>) outs(%b : memref<100xindex>) dimensions = [1]
  return
}
func.func @copied_slice(%a: memref<33x7xi1, strided<[10,1], offset: ?>>, %b: memref<33x7xi1>) attributes {remat_kernel} {
  linalg.copy ins(%a : memref<33x7xi1, strided<[10,1], offset: ?>>) outs(%b : memref<33x7xi1>)
  return
}
func.func @filled_scalar(%b: memref<f32>, %v: f32) attributes {remat_kernel} {
  linalg.fill ins(%v: f32) outs(%b : memref<f32>)
  return
}
func.func @filled_bytes(%b: memref<1027xi8>, %v: i8) attributes {remat_kernel} {
  linalg.fill ins(%v: i8) outs(%b : memref<1027xi8>)
  return
}
