// RUN: remat-opt %s --pass-pipeline="builtin.module(gpu.module(remat-gpu-lower-bf16-mma))" | FileCheck %s

gpu.module @kernels {
  // Two elements a register.
  // CHECK-LABEL: @bf16
  // CHECK-SAME: (%[[A:.*]]: vector<4x2xbf16>, %[[B:.*]]: vector<2x2xbf16>, %[[C:.*]]: vector<2x2xf32>)
  // CHECK-DAG: %[[C3:.*]] = vector.extract %[[C]][1, 1] : f32
  // CHECK-DAG: %[[A0:.*]] = vector.extract %[[A]][0] : vector<2xbf16>
  // CHECK-DAG: %[[R0:.*]] = llvm.bitcast %[[A0]] : vector<2xbf16> to i32
  // CHECK: %[[D:.*]] = nvvm.mma.sync A[%[[R0]], %{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}] B[%{{[0-9]+}}, %{{[0-9]+}}] C[%{{[0-9]+}}, %{{[0-9]+}}, %{{[0-9]+}}, %[[C3]]]
  // CHECK-SAME: multiplicandAPtxType = #nvvm.mma_type<bf16>, multiplicandBPtxType = #nvvm.mma_type<bf16>
  // CHECK: %[[D3:.*]] = llvm.extractvalue %[[D]][3]
  // CHECK: %[[RESULT:.*]] = vector.insert %[[D3]], {{.*}} [1, 1] : f32 into vector<2x2xf32>
  // CHECK: return %[[RESULT]]
  func.func @bf16(%a: vector<4x2xbf16>, %b: vector<2x2xbf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]}
      : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
    return %d : vector<2x2xf32>
  }

  // Upstream's to lower.
  // CHECK-LABEL: @f16
  // CHECK: nvgpu.mma.sync
  func.func @f16(%a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf32>) -> vector<2x2xf32> {
    %d = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]}
      : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    return %d : vector<2x2xf32>
  }
}
