// RUN: remat-opt %s --remat-gpu-one-stream | FileCheck %s

// A copy each way beside a kernel: streams of their own, ordered by events, and
// pinned memory that is given back.

// CHECK-LABEL: func @step(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[Y:.*]]: memref<4xf32>)
// CHECK-NEXT:    %[[T:.*]] = gpu.wait async
// CHECK-DAG:     %[[MAIN:.*]] = builtin.unrealized_conversion_cast %[[T]] : !gpu.async.token to !llvm.ptr
// CHECK-DAG:     %[[BACK:.*]] = gpu.wait async
// CHECK-DAG:     %[[OUT:.*]] = gpu.wait async
// CHECK:         %[[BLOCK:.*]] = call @rematCudaAllocateHost(%{{.*}}) : (i64) -> !llvm.ptr
// CHECK:         %[[H:.*]] = memref.view %{{.*}}[%{{.*}}][] : memref<16xi8> to memref<4xf32>
// CHECK:         %[[MADE:.*]] = call @mgpuEventCreate()
// CHECK-NEXT:    call @mgpuEventRecord(%[[MADE]], %[[MAIN]])
// CHECK-NEXT:    call @mgpuStreamWaitEvent(%[[OUTSTREAM:.*]], %[[MADE]])
// CHECK-NEXT:    call @mgpuEventDestroy(%[[MADE]])
// CHECK-NEXT:    gpu.memcpy async [%[[OUT]]] %[[H]], %[[X]] : memref<4xf32>, memref<4xf32>
// CHECK-NEXT:    %[[GONE:.*]] = call @mgpuEventCreate()
// CHECK-NEXT:    call @mgpuEventRecord(%[[GONE]], %[[OUTSTREAM]])
// CHECK-NEXT:    gpu.launch_func async [%[[T]]]
// CHECK:         call @mgpuStreamWaitEvent(%[[MAIN]], %[[GONE]])
// CHECK-NEXT:    call @mgpuEventDestroy(%[[GONE]])
// CHECK:         gpu.memcpy async [%[[BACK]]] %[[X]], %[[H]]
// CHECK-NEXT:    %[[THERE:.*]] = call @mgpuEventCreate()
// CHECK:         call @mgpuStreamWaitEvent(%[[MAIN]], %[[THERE]])
// CHECK-NEXT:    call @mgpuStreamWaitEvent(%[[MAIN]], %[[THERE]])
// CHECK-NEXT:    call @mgpuEventDestroy(%[[THERE]])
// CHECK:         call @rematCudaFreeHost(%{{.*}}, %[[MAIN]])
// CHECK-NEXT:    gpu.wait [%[[T]]]
// CHECK-NEXT:    gpu.wait [%[[OUT]]]
// CHECK-NEXT:    gpu.wait [%[[BACK]]]
// CHECK-NEXT:    return

module attributes {gpu.container_module} {
  gpu.module @remat_kernels {
    gpu.func @k(%m: memref<4xf32>) kernel {
      gpu.return
    }
  }
  func.func @step(%x: memref<4xf32>, %y: memref<4xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %block = memref.alloc() : memref<16xi8, #remat.host>
    %h = memref.view %block[%c0][] : memref<16xi8, #remat.host> to memref<4xf32, #remat.host>
    remat.copy_start %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
    gpu.launch_func @remat_kernels::@k blocks in (%c1, %c1, %c1)
        threads in (%c4, %c1, %c1) args(%y : memref<4xf32>)
    remat.copy_done %x to %h : memref<4xf32> to memref<4xf32, #remat.host>
    remat.copy_start %h to %x : memref<4xf32, #remat.host> to memref<4xf32>
    remat.copy_done %h to %x : memref<4xf32, #remat.host> to memref<4xf32>
    remat.copy_done %h to %x : memref<4xf32, #remat.host> to memref<4xf32>
    memref.dealloc %block : memref<16xi8, #remat.host>
    return
  }
}
