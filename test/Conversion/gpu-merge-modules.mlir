// RUN: remat-opt %s --remat-gpu-merge-modules --split-input-file | FileCheck %s

// Kernels of one name get names of their own, globals that are the same stay
// one, and launches follow.

// CHECK-LABEL: func.func @driver
// CHECK:         gpu.launch_func  @remat_kernels::@k blocks
// CHECK:         gpu.launch_func  @remat_kernels::@[[K0:k_[0-9]+]] blocks
// CHECK:       gpu.module @remat_kernels {
// CHECK:         memref.global "private" constant @table : memref<4xf32> = dense<1.0
// CHECK:         gpu.func @k(
// CHECK:         memref.global "private" constant @[[T:table_[0-9]+]] : memref<4xf32> = dense<2.0
// CHECK-NOT:     memref.global
// CHECK:         gpu.func @[[K0]](
// CHECK:           memref.get_global @[[T]]
// CHECK-NOT:   gpu.module
module attributes {gpu.container_module} {
  gpu.module @a {
    memref.global "private" constant @table : memref<4xf32> = dense<1.0>
    gpu.func @k(%m: memref<4xf32>) kernel {
      %t = gpu.thread_id x
      %g = memref.get_global @table : memref<4xf32>
      %v = memref.load %g[%t] : memref<4xf32>
      memref.store %v, %m[%t] : memref<4xf32>
      gpu.return
    }
  }
  gpu.module @b {
    memref.global "private" constant @table : memref<4xf32> = dense<2.0>
    gpu.func @k(%m: memref<4xf32>) kernel {
      %t = gpu.thread_id x
      %g = memref.get_global @table : memref<4xf32>
      %v = memref.load %g[%t] : memref<4xf32>
      memref.store %v, %m[%t] : memref<4xf32>
      gpu.return
    }
  }
  gpu.module @c {
    memref.global "private" constant @table : memref<4xf32> = dense<1.0>
  }
  func.func @driver(%m: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    gpu.launch_func @a::@k blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%m : memref<4xf32>)
    gpu.launch_func @b::@k blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1)
        args(%m : memref<4xf32>)
    return
  }
}

// -----

// Functions that are spelled alike and call different ones stay apart, and a
// name that is taken is given up.

// CHECK:       gpu.launch_func  @[[M:remat_kernels_[0-9]+]]::@k blocks
// CHECK:       gpu.module @[[M]] {
// CHECK-DAG:     func.func @helper(
// CHECK-DAG:     func.func @[[H:helper_[0-9]+]](
// CHECK-DAG:     call @[[H]](
module attributes {gpu.container_module} {
  func.func @remat_kernels(%m: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @a::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%m : memref<4xf32>)
    gpu.launch_func @b::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
        args(%m : memref<4xf32>)
    return
  }
  gpu.module @a {
    func.func @helper(%x: f32) -> f32 {
      %0 = arith.addf %x, %x : f32
      return %0 : f32
    }
    gpu.func @k(%m: memref<4xf32>) kernel {
      %c0 = arith.constant 0 : index
      %0 = memref.load %m[%c0] : memref<4xf32>
      %1 = func.call @helper(%0) : (f32) -> f32
      memref.store %1, %m[%c0] : memref<4xf32>
      gpu.return
    }
  }
  gpu.module @b {
    func.func @helper(%x: f32) -> f32 {
      %0 = arith.addf %x, %x : f32
      return %0 : f32
    }
    gpu.func @k(%m: memref<4xf32>) kernel {
      %c0 = arith.constant 0 : index
      %0 = memref.load %m[%c0] : memref<4xf32>
      %1 = func.call @helper(%0) : (f32) -> f32
      memref.store %1, %m[%c0] : memref<4xf32>
      gpu.return
    }
  }
}
