// REQUIRES: ptxas
// The kernels of each form are assembled, and no registers are spilled.

// DEFINE: %{lower} = gpu-kernel-outlining,gpu.module(remat-gpu-lower-bf16-mma,convert-nvgpu-to-nvvm,convert-vector-to-scf,expand-strided-metadata,lower-affine,convert-scf-to-cf,canonicalize,cse,convert-gpu-to-nvvm,canonicalize,cse,reconcile-unrealized-casts)

// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions),%{lower},remat-gpu-attach-target{chip=sm_80},remat-gpu-serialize{format=isa})" \
// RUN:   | %python %S/Inputs/assemble.py %ptxas sm_80 | FileCheck %s
// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions),%{lower},remat-gpu-attach-target{chip=sm_90},remat-gpu-serialize{format=isa})" \
// RUN:   | %python %S/Inputs/assemble.py %ptxas sm_90 | FileCheck %s
// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions{tf32=true}),%{lower},remat-gpu-attach-target{chip=sm_80},remat-gpu-serialize{format=isa})" \
// RUN:   | %python %S/Inputs/assemble.py %ptxas sm_80 | FileCheck %s
// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-contractions{tensor-cores=false}),%{lower},remat-gpu-attach-target{chip=sm_80},remat-gpu-serialize{format=isa})" \
// RUN:   | %python %S/Inputs/assemble.py %ptxas sm_80 | FileCheck %s

// CHECK: f32_kernel: 0 bytes spilled
// CHECK: f32_edge_kernel: 0 bytes spilled
// CHECK: f64_kernel: 0 bytes spilled
// CHECK: f16_kernel: 0 bytes spilled
// CHECK: f16_edge_kernel: 0 bytes spilled
// CHECK: bf16_kernel: 0 bytes spilled
// CHECK: conv_kernel: 0 bytes spilled
// CHECK: conv_f16_kernel: 0 bytes spilled

func.func private @f32(%a: memref<2048x2048xf32>, %b: memref<2048x2048xf32>,
                       %c: memref<2048x2048xf32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<2048x2048xf32>, memref<2048x2048xf32>)
                outs(%c : memref<2048x2048xf32>)
  return
}

func.func private @f32_edge(%a: memref<67x91xf32>, %b: memref<91x65xf32>,
                            %c: memref<67x65xf32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<67x91xf32>, memref<91x65xf32>)
                outs(%c : memref<67x65xf32>)
  return
}

func.func private @f64(%a: memref<67x91xf64>, %b: memref<91x65xf64>,
                       %c: memref<67x65xf64>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<67x91xf64>, memref<91x65xf64>)
                outs(%c : memref<67x65xf64>)
  return
}

func.func private @f16(%a: memref<4096x4096xf16>, %b: memref<4096x4096xf16>,
                       %c: memref<4096x4096xf16>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<4096x4096xf16>, memref<4096x4096xf16>)
                outs(%c : memref<4096x4096xf16>)
  return
}

func.func private @f16_edge(%a: memref<57x91xf16>, %b: memref<91x33xf16>,
                            %c: memref<57x33xf16>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<57x91xf16>, memref<91x33xf16>)
                outs(%c : memref<57x33xf16>)
  return
}

func.func private @bf16(%a: memref<512x1024xbf16>, %b: memref<1024x512xbf16>,
                        %c: memref<512x512xf32>) attributes {remat_kernel} {
  linalg.matmul ins(%a, %b : memref<512x1024xbf16>, memref<1024x512xbf16>)
                outs(%c : memref<512x512xf32>)
  return
}

func.func private @conv(%a: memref<4x66x66x16xf32>, %b: memref<3x3x16x32xf32>,
                        %c: memref<4x64x64x32xf32>) attributes {remat_kernel} {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b: memref<4x66x66x16xf32>, memref<3x3x16x32xf32>)
                           outs(%c : memref<4x64x64x32xf32>)
  return
}

func.func private @conv_f16(%a: memref<4x66x66x16xf16>, %b: memref<3x3x16x32xf16>,
                            %c: memref<4x64x64x32xf16>) attributes {remat_kernel} {
  linalg.conv_2d_nhwc_hwcf ins(%a, %b: memref<4x66x66x16xf16>, memref<3x3x16x32xf16>)
                           outs(%c : memref<4x64x64x32xf16>)
  return
}
