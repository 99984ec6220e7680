// RUN: remat-opt %s --remat-outline-kernels --split-input-file | FileCheck %s

// Equal ops share a kernel; the driver is left alone by the optimizer.

// CHECK-LABEL: func @shared(
// CHECK-SAME:    passthrough = ["noinline", "optnone"]
// CHECK:         call @[[K:[a-z0-9_]+]](%arg0, %arg1)
// CHECK:         call @[[K]](%arg1, %arg0)
// CHECK:         call @[[L:[a-z0-9_]+]](%arg0, %arg1)
// CHECK-NOT:     linalg
// CHECK:       func private @[[K]]({{.*}}) attributes {llvm.bareptr, remat_kernel}
// CHECK:         math.exp
// CHECK:       func private @[[L]]({{.*}}) attributes {llvm.bareptr, remat_kernel}
// CHECK:         math.tanh
// CHECK-NOT:   func private
#id = affine_map<(i) -> (i)>
func.func @shared(%a: memref<8xf32>, %b: memref<8xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = math.exp %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%b : memref<8xf32>) outs(%a : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = math.exp %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {
  ^bb0(%x: f32, %y: f32):
    %0 = math.tanh %x : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// Constants go with the kernel and tell kernels apart; other scalars are
// passed.

// CHECK-LABEL: func @captures(
// CHECK:         call @[[ONE:[a-z0-9_]+]](%arg0)
// CHECK:         call @[[TWO:[a-z0-9_]+]](%arg0)
// CHECK:         call @[[ANY:[a-z0-9_]+]](%arg1, %arg0)
// CHECK:       func private @[[ONE]](%{{[^:]*}}: memref<8xf32> {llvm.noalias})
// CHECK:         arith.constant 1.0
// CHECK:       func private @[[TWO]](%{{[^:]*}}: memref<8xf32> {llvm.noalias})
// CHECK:         arith.constant 2.0
// CHECK:       func private @[[ANY]](%{{[^:]*}}: f32, %{{[^:]*}}: memref<8xf32> {llvm.noalias})
func.func @captures(%a: memref<8xf32>, %s: f32) {
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  linalg.fill ins(%one : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%two : f32) outs(%a : memref<8xf32>)
  linalg.fill ins(%s : f32) outs(%a : memref<8xf32>)
  return
}

// -----

// Where the written buffer may be another operand's too, nothing is promised.

// CHECK-LABEL: func @overlap(
// CHECK:       func private @{{[a-z0-9_]+}}(%{{[^:]*}}: memref<4xf32, strided<[1]>>, %{{[^:]*}}: memref<4xf32, strided<[1], offset: 4>>)
func.func @overlap(%a: memref<8xf32>) {
  %0 = memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %1 = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %0, %1 : memref<4xf32, strided<[1]>> to memref<4xf32, strided<[1], offset: 4>>
  return
}

// -----

// A layout that is known at run time only needs the whole descriptor.

// CHECK-LABEL: func @dynamic_offset(
// CHECK:       func private @{{[a-z0-9_]+}}(%{{[^:]*}}: memref<4xf32, strided<[1], offset: ?>>)
// CHECK-NOT:     llvm.bareptr
func.func @dynamic_offset(%a: memref<8xf32>, %i: index) {
  %zero = arith.constant 0.0 : f32
  %0 = memref.subview %a[%i] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: ?>>
  linalg.fill ins(%zero : f32) outs(%0 : memref<4xf32, strided<[1], offset: ?>>)
  return
}

// -----

// Arguments of a function that the module calls, or may have been called with
// anything, can overlap; so can two names of one global. Allocations cannot.

// CHECK-LABEL: func private @arguments_overlap(
// CHECK:         call @[[ARGS:[a-z0-9_]+]](%arg0, %arg1)
// CHECK-LABEL: func @called_arguments_overlap(
// CHECK:         call @[[ARGS]](%arg0, %arg1)
// CHECK-LABEL: func @caller(
// CHECK-LABEL: func @one_global(
// CHECK:         call @[[ARGS]](
// CHECK-LABEL: func private @allocations(
// CHECK:         call @[[ALLOCS:[a-z0-9_]+]](%arg0, %{{.*}})
// CHECK:         call @[[ALLOCS]](%{{.*}}, %arg0)
// CHECK:       func private @[[ARGS]](%{{[^:{]*}}: memref<8xf32>, %{{[^:{]*}}: memref<8xf32>)
// CHECK:       func private @[[ALLOCS]](%{{[^:]*}}: memref<8xf32> {llvm.noalias}, %{{[^:]*}}: memref<8xf32> {llvm.noalias})
memref.global "private" @buffer : memref<8xf32>
func.func private @arguments_overlap(%a: memref<8xf32>, %b: memref<8xf32>) {
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  return
}
func.func @called_arguments_overlap(%a: memref<8xf32>, %b: memref<8xf32>) {
  memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  return
}
func.func @caller(%a: memref<8xf32>) {
  func.call @called_arguments_overlap(%a, %a) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}
func.func @one_global() {
  %0 = memref.get_global @buffer : memref<8xf32>
  %1 = memref.get_global @buffer : memref<8xf32>
  memref.copy %0, %1 : memref<8xf32> to memref<8xf32>
  return
}
func.func private @allocations(%a: memref<8xf32>) {
  %0 = memref.alloc() : memref<8xf32>
  memref.copy %a, %0 : memref<8xf32> to memref<8xf32>
  memref.copy %0, %a : memref<8xf32> to memref<8xf32>
  memref.dealloc %0 : memref<8xf32>
  return
}

// -----

// Places in one arena are apart if their bytes are.

// CHECK-LABEL: func.func @arena(
// CHECK:         call @[[APART:remat_kernel_exp[_0-9]*]](
// CHECK:         call @[[OVERLAP:remat_kernel_exp[_0-9]*]](
// CHECK:         call @[[OVERLAP]](
// CHECK-DAG:     func.func private @[[APART]](%{{.*}}: memref<16xf32> {llvm.noalias}, %{{.*}}: memref<16xf32> {llvm.noalias})
// CHECK-DAG:     func.func private @[[OVERLAP]](%{{[^:]*}}: memref<16xf32>, %{{[^:]*}}: memref<16xf32>)
func.func @arena(%shift: index) {
  %arena = memref.alloc() : memref<256xi8>
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %a = memref.view %arena[%c0][] : memref<256xi8> to memref<16xf32>
  %b = memref.view %arena[%c64][] : memref<256xi8> to memref<16xf32>
  %c = memref.view %arena[%c32][] : memref<256xi8> to memref<16xf32>
  %d = memref.view %arena[%shift][] : memref<256xi8> to memref<16xf32>
  linalg.exp ins(%a : memref<16xf32>) outs(%b : memref<16xf32>)
  linalg.exp ins(%a : memref<16xf32>) outs(%c : memref<16xf32>)
  linalg.exp ins(%a : memref<16xf32>) outs(%d : memref<16xf32>)
  memref.dealloc %arena : memref<256xi8>
  return
}

// -----

// An op moves with its workspace.

// CHECK-LABEL: func @workspace(
// CHECK-NOT:     with_workspace
// CHECK:         call @[[K:remat_kernel_matmul[_0-9]*]](
// CHECK:       func private @[[K]](
// CHECK:         remat.with_workspace %{{.*}} : memref<256xi8> {
// CHECK-NEXT:      linalg.matmul
func.func @workspace(%a: memref<4x4xf32>, %b: memref<4x4xf32>,
                     %c: memref<4x4xf32>, %w: memref<256xi8>) {
  remat.with_workspace %w : memref<256xi8> {
    linalg.matmul ins(%a, %b : memref<4x4xf32>, memref<4x4xf32>)
                  outs(%c : memref<4x4xf32>)
  }
  return
}
