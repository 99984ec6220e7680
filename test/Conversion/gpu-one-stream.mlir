// RUN: remat-opt %s --remat-gpu-one-stream --split-input-file | FileCheck %s

// CHECK-LABEL: func @step(
// CHECK:         %[[T:.*]] = gpu.wait async
// CHECK:         %[[ARENA:.*]], %{{.*}} = gpu.alloc async [%[[T]]] () : memref<512xi8>
// CHECK:         %[[V:.*]] = memref.view %[[ARENA]]
// CHECK:         scf.for
// CHECK:           gpu.launch_func async [%[[T]]] @remat_kernels::@k
// CHECK:         gpu.memcpy async [%[[T]]] %arg0, %[[V]]
// CHECK:         gpu.dealloc async [%[[T]]] %[[ARENA]]
// CHECK:         gpu.wait [%[[T]]]
// CHECK-NEXT:    return
module attributes {gpu.container_module} {
  gpu.module @remat_kernels {
    gpu.func @k(%m: memref<32xf32>) kernel {
      gpu.return
    }
  }
  func.func @step(%a: memref<32xf32>) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %arena = memref.alloc() {alignment = 256 : i64} : memref<512xi8>
    %v = memref.view %arena[%c0][] : memref<512xi8> to memref<32xf32>
    scf.for %i = %c0 to %c32 step %c1 {
      gpu.launch_func @remat_kernels::@k blocks in (%c1, %c1, %c1)
          threads in (%c32, %c1, %c1) args(%v : memref<32xf32>)
    }
    memref.copy %v, %a : memref<32xf32> to memref<32xf32>
    memref.dealloc %arena : memref<512xi8>
    return
  }
}

// -----

// What the host must know of the device it reads; its own constants it loads.

memref.global "private" constant @host : memref<2xi32> = dense<[1, 2]>

// CHECK:       func private @rematCudaRead(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64)
// CHECK-LABEL: func @condition(
// CHECK:         %[[T:.*]] = gpu.wait async
// CHECK-DAG:     %[[S:.*]] = builtin.unrealized_conversion_cast %[[T]] : !gpu.async.token to !llvm.ptr
// CHECK-DAG:     %[[BYTES:.*]] = arith.constant 1 : i64
// CHECK:         call @rematCudaRead(%[[S]], %{{.*}}, %{{.*}}, %[[BYTES]])
// CHECK:         memref.load %{{.*}}[] : memref<i1>
// CHECK:         memref.get_global
// CHECK:         memref.load %{{.*}} : memref<2xi32>
// CHECK-NOT:     rematCudaRead
func.func @condition(%c: memref<4xi1>, %i: index) -> (i1, i32) {
  %c0 = arith.constant 0 : index
  %0 = memref.load %c[%i] : memref<4xi1>
  %g = memref.get_global @host : memref<2xi32>
  %1 = memref.load %g[%c0] : memref<2xi32>
  return %0, %1 : i1, i32
}

// -----

// A library's stream is the one.

// CHECK-LABEL: func @library(
// CHECK:         %[[T:.*]] = gpu.wait async
// CHECK-NEXT:    builtin.unrealized_conversion_cast %[[T]]
// CHECK:         call @lib
// CHECK:         gpu.wait [%[[T]]]
// CHECK-NOT:     gpu.wait async
func.func private @lib(!llvm.ptr)
func.func @library() {
  %t = gpu.wait async
  %s = builtin.unrealized_conversion_cast %t : !gpu.async.token to !llvm.ptr
  func.call @lib(%s) : (!llvm.ptr) -> ()
  return
}

// -----

// CHECK-LABEL: func @host_only(
// CHECK-NEXT:    arith.addf
// CHECK-NEXT:    return
func.func @host_only(%a: f32) -> f32 {
  %0 = arith.addf %a, %a : f32
  return %0 : f32
}

// -----

// A copy begins where the first element is, not where the buffer does.

// CHECK-LABEL: func @into_row(
// CHECK-SAME:    %[[A:.*]]: memref<16xf32>, %[[B:.*]]: memref<8x16xf32>
// CHECK:         %[[T:.*]] = gpu.wait async
// CHECK:         %[[ROW:.*]] = memref.subview %[[B]]
// CHECK:         %[[ALIGNED:.*]] = memref.extract_aligned_pointer_as_index %[[ROW]]
// CHECK:         %[[OFFSET:.*]], %{{.*}}, %{{.*}} = memref.extract_strided_metadata %[[ROW]]
// CHECK:         %[[PLAIN:.*]] = builtin.unrealized_conversion_cast %{{.*}} to memref<16xf32>
// CHECK:         gpu.memcpy async [%[[T]]] %[[PLAIN]], %[[A]] : memref<16xf32>, memref<16xf32>
func.func @into_row(%a: memref<16xf32>, %b: memref<8x16xf32>, %i: index) {
  %row = memref.subview %b[%i, 0] [1, 16] [1, 1] : memref<8x16xf32> to memref<16xf32, strided<[1], offset: ?>>
  memref.copy %a, %row : memref<16xf32> to memref<16xf32, strided<[1], offset: ?>>
  return
}
