// REQUIRES: ptxas
// Every tile and layout is assembled; no registers are spilled, and no products wait
// for each other.

// DEFINE: %{tile} = 128x256
// DEFINE: %{assemble} = remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions{wgmma=true tile=%{tile}}),gpu-kernel-outlining,gpu.module(convert-nvgpu-to-nvvm,convert-vector-to-scf,expand-strided-metadata,lower-affine,convert-scf-to-cf,canonicalize,cse,convert-gpu-to-nvvm,convert-nvvm-to-llvm,canonicalize,cse,reconcile-unrealized-casts),remat-gpu-attach-target{chip=sm_90a},remat-gpu-serialize{format=isa})" | %python %S/Inputs/assemble.py %ptxas sm_90a | FileCheck %s

// RUN: %{assemble}
// REDEFINE: %{tile} = 128x128
// RUN: %{assemble}
// REDEFINE: %{tile} = 64x128
// RUN: %{assemble}
// REDEFINE: %{tile} = 128x64
// RUN: %{assemble}

// CHECK: f16_kernel: 0 bytes spilled
// CHECK: bf16_transposed_kernel: 0 bytes spilled

func.func private @f16(%a: memref<4096x4096xf16>, %b: memref<4096x4096xf16>,
                       %c: memref<4096x4096xf32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<4096x4096xf16>, memref<4096x4096xf16>)
                outs(%c : memref<4096x4096xf32>)
  return
}

func.func private @bf16_transposed(
    %a: memref<4040x4040xbf16>, %b: memref<4040x4040xbf16>,
    %c: memref<4040x4040xbf16>) attributes {remat_kernel} {
  linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>,
                       affine_map<(m, n, k) -> (n, k)>,
                       affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : memref<4040x4040xbf16>, memref<4040x4040xbf16>)
      outs(%c : memref<4040x4040xbf16>)
  return
}
