module attributes {gpu.container_module} {
  gpu.module @remat_kernels [#nvvm.target<chip = "sm_80", features = "+ptx74">] {
    llvm.func @helper(f32) -> f32
    llvm.func @k(%x: f32, %p: !llvm.ptr) attributes {gpu.kernel, nvvm.kernel} {
      %0 = llvm.call @helper(%x) : (f32) -> f32
      llvm.store %0, %p : f32, !llvm.ptr
      llvm.return
    }
  }
}
