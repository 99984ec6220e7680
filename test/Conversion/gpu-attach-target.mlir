// RUN: remat-opt %s --remat-gpu-attach-target=chip=sm_80 | FileCheck %s --check-prefix=SM80
// RUN: remat-opt %s --remat-gpu-attach-target="chip=sm_90a O=2" | FileCheck %s --check-prefix=SM90A
// RUN: remat-opt %s --remat-gpu-attach-target=chip=sm_100 | FileCheck %s --check-prefix=SM100
// RUN: remat-opt %s --remat-gpu-attach-target="chip=sm_90 features=+ptx83" | FileCheck %s --check-prefix=PTX83

// SM80: gpu.module @remat_kernels [#nvvm.target<O = 3, chip = "sm_80", features = "+ptx74">]
// SM90A: gpu.module @remat_kernels [#nvvm.target<chip = "sm_90a", features = "+ptx80">]
// SM100: chip = "sm_100", features = "+ptx87"
// PTX83: chip = "sm_90", features = "+ptx83"
gpu.module @remat_kernels {
}
