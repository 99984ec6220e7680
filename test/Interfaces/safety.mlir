// RUN: remat-opt %s -allow-unregistered-dialect -test-remat-task-interface -o /dev/null | FileCheck %s

// Nothing is guessed to be pure.
// CHECK: unknown: unknown.op (no interface) flops=0 read=16 written=16 workspace=0{{$}}
// CHECK: unknown-inside: scf.if flops=0 read=16 written=16 workspace=0{{$}}
func.func @unknown(%x: tensor<4xf32>, %c: i1) {
  %0 = "unknown.op"(%x) {test.task = "unknown"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = scf.if %c -> tensor<4xf32> {
    %2 = "unknown.op"(%x) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %2 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  } {test.task = "unknown-inside"}
  return
}

// Pure for all processes together, a collective is not for one of them.
shard.grid @grid(shape = 2)
// CHECK: collective: shard.all_reduce (no interface) {{.*}} workspace=0{{$}}
func.func @collective(%x: tensor<4xf32>) {
  %0 = shard.all_reduce %x on @grid grid_axes = [0] {test.task = "collective"} : tensor<4xf32> -> tensor<4xf32>
  return
}

// Memory may change under a tensor and under a load.
// CHECK: to-tensor: bufferization.to_tensor flops=0 read=0 written=0 workspace=0{{$}}
// CHECK: to-buffer: bufferization.to_buffer {{.*}} workspace=0 result#0=operand#0
// CHECK: subview: memref.subview (no interface) {{.*}} workspace=0 result#0=operand#0
// CHECK: load: memref.load (no interface) {{.*}} workspace=0{{$}}
// CHECK: materialize: bufferization.materialize_in_destination flops=0 read=16 written=16 workspace=0{{$}}
// CHECK: alloc-tensor: bufferization.alloc_tensor flops=0 read=0 written=0 workspace=0 again prepares
// CHECK: alloc-copy: bufferization.alloc_tensor flops=0 read=16 written=16 workspace=0 again{{$}}
func.func @memory(%m: memref<4xf32>, %x: tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %0 = bufferization.to_tensor %m {test.task = "to-tensor"} : memref<4xf32> to tensor<4xf32>
  %1 = bufferization.to_buffer %x {test.task = "to-buffer"} : tensor<4xf32> to memref<4xf32>
  %2 = memref.subview %m[0] [2] [1] {test.task = "subview"} : memref<4xf32> to memref<2xf32, strided<[1]>>
  %3 = memref.load %m[%c0] {test.task = "load"} : memref<4xf32>
  %4 = bufferization.materialize_in_destination %x in %x {test.task = "materialize"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %5 = bufferization.alloc_tensor() {test.task = "alloc-tensor"} : tensor<4xf32>
  %6 = bufferization.alloc_tensor() copy(%x) {test.task = "alloc-copy"} : tensor<4xf32>
  return
}

// A terminator that nobody describes costs nothing either.
// CHECK: unregistered-terminator: unknown.region (no interface) flops=4 read=16 written=16 workspace=0{{$}}
func.func @unregistered_terminator(%x: tensor<4xf32>) {
  "unknown.region"() ({
    %0 = arith.negf %x : tensor<4xf32>
    "unknown.yield"(%0) : (tensor<4xf32>) -> ()
  }) {test.task = "unregistered-terminator"} : () -> ()
  return
}
