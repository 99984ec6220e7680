// RUN: remat-opt %s -test-remat-task-interface -o /dev/null | FileCheck %s

// A loop costs its trip count times its body.
// CHECK: for: scf.for flops=400 read=160 written=160 workspace=0 again{{$}}
// CHECK: for-unknown: scf.for flops=40 read=16 written=16 workspace=0 again{{$}}
// CHECK: for-backwards: scf.for flops=0 read=0 written=0
func.func @loops(%x: tensor<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c20 = arith.constant 20 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %c0 to %c20 step %c2 iter_args(%a = %x) -> tensor<4xf32> {
    %t = math.exp %a : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  } {test.task = "for"}
  %1 = scf.for %i = %c0 to %n step %c2 iter_args(%a = %x) -> tensor<4xf32> {
    %t = math.exp %a : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  } {test.task = "for-unknown"}
  %2 = scf.for %i = %c20 to %c0 step %c2 iter_args(%a = %x) -> tensor<4xf32> {
    %t = math.exp %a : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  } {test.task = "for-backwards"}
  return
}

// Nested loops multiply; of two branches the dearer counts.
// CHECK: nest: scf.for flops=800 read=160 written=160
// CHECK: if: scf.if flops=80 read=16 written=16 workspace=0 again{{$}}
func.func @nests(%x: tensor<4xf32>, %c: i1) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %1 = scf.for %j = %c0 to %c2 step %c1 iter_args(%b = %a) -> tensor<4xf32> {
      %t = math.tanh %b : tensor<4xf32>
      scf.yield %t : tensor<4xf32>
    }
    scf.yield %1 : tensor<4xf32>
  } {test.task = "nest"}
  %2 = scf.if %c -> tensor<4xf32> {
    %t = math.exp %x : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  } else {
    %t = math.tanh %x : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  } {test.task = "if"}
  return
}

func.func private @external(tensor<4xf32>) -> tensor<4xf32>

func.func private @leaf(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = call @leaf(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @leaf(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

func.func private @itself(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.exp %x : tensor<4xf32>
  %1 = call @itself(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A call costs what its callee costs and does not run again, nor does anything
// that calls.
// CHECK: call: func.call flops=80 read=32 written=32 workspace=0{{$}}
// CHECK: call-external: func.call flops=0 read=16 written=16 workspace=0{{$}}
// CHECK: call-recursive: func.call flops=40 read=16 written=16 workspace=0{{$}}
// CHECK: if-calls: scf.if flops=40 read=16 written=16 workspace=0{{$}}
func.func @calls(%x: tensor<4xf32>, %c: i1) {
  %0 = call @twice(%x) {test.task = "call"} : (tensor<4xf32>) -> tensor<4xf32>
  %1 = call @external(%x) {test.task = "call-external"} : (tensor<4xf32>) -> tensor<4xf32>
  %2 = call @itself(%x) {test.task = "call-recursive"} : (tensor<4xf32>) -> tensor<4xf32>
  %3 = scf.if %c -> tensor<4xf32> {
    %4 = func.call @leaf(%x) : (tensor<4xf32>) -> tensor<4xf32>
    scf.yield %4 : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  } {test.task = "if-calls"}
  return
}
