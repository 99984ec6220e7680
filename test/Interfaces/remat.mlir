// RUN: remat-opt %s -test-remat-task-interface -o /dev/null | FileCheck %s

func.func private @callee(tensor<4xf32>) -> tensor<4xf32>

// CHECK: body: remat.forward flops=40 read=16 written=16 workspace=512 again phase=forward
// CHECK: no-body: remat.forward flops=0 read=32 written=16 workspace=0 again phase=forward
// CHECK: calls: remat.forward {{.*}} workspace=0 phase=forward
// CHECK: backward: remat.backward flops=0 read=16 written=16 workspace=0 again phase=backward
// CHECK: barrier: remat.barrier flops=0 read=0 written=0 workspace=0 again result#0=operand#0 result#1=operand#1
// CHECK: release: remat.release flops=0 read=0 written=0 workspace=0{{$}}
func.func @ops(%x: tensor<4xf32>, %s: f32) {
  %0 = remat.forward @a(%a = %x : tensor<4xf32>) -> tensor<4xf32>
      cost <time = 1.0, workspace = 512> attributes {test.task = "body"} {
    %t = math.exp %a : tensor<4xf32>
    remat.yield %t : tensor<4xf32>
  }
  %1 = remat.forward @b(%x, %0 : tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      attributes {test.task = "no-body"}
  %2 = remat.forward @c(%a = %x : tensor<4xf32>) -> tensor<4xf32> attributes {test.task = "calls"} {
    %t = func.call @callee(%a) : (tensor<4xf32>) -> tensor<4xf32>
    remat.yield %t : tensor<4xf32>
  }
  %3 = remat.backward @d of @a(%x : tensor<4xf32>) -> tensor<4xf32> attributes {test.task = "backward"}
  %4:2 = remat.barrier %x, %s after(%3 : tensor<4xf32>) {test.task = "barrier"} : tensor<4xf32>, f32
  remat.release %1 {test.task = "release"} : tensor<4xf32>
  return
}

// CHECK: phase: math.tanh {{.*}} phase=other
func.func @phase(%x: tensor<4xf32>) {
  %0 = math.tanh %x {test.task = "phase", remat.phase = #remat.phase<other>} : tensor<4xf32>
  return
}
