// RUN: remat-opt %s -test-remat-task-interface -o /dev/null | FileCheck %s

// CHECK: constant: arith.constant flops=0 read=0 written=0 workspace=0 again{{$}}
// CHECK: add: arith.addf flops=4 read=32 written=16 workspace=0 again{{$}}
// CHECK: div: arith.divf flops=16 read=32 written=16
// CHECK: exp: math.exp flops=40 read=16 written=16
// CHECK: tanh: math.tanh flops=80 read=16 written=16
// CHECK: select: arith.select flops=4 read=36 written=16
// CHECK: extend: arith.extf flops=4 read=16 written=32
// CHECK: scalar: math.exp flops=10 read=0 written=0 workspace=0 again{{$}}
func.func @elementwise(%x: tensor<4xf32>, %c: tensor<4xi1>, %s: f32) {
  %k = arith.constant {test.task = "constant"} dense<1.0> : tensor<4xf32>
  %0 = arith.addf %x, %k {test.task = "add"} : tensor<4xf32>
  %1 = arith.divf %0, %x {test.task = "div"} : tensor<4xf32>
  %2 = math.exp %1 {test.task = "exp"} : tensor<4xf32>
  %3 = math.tanh %2 {test.task = "tanh"} : tensor<4xf32>
  %4 = arith.select %c, %3, %x {test.task = "select"} : tensor<4xi1>, tensor<4xf32>
  %5 = arith.extf %4 {test.task = "extend"} : tensor<4xf32> to tensor<4xf64>
  %6 = math.exp %s {test.task = "scalar"} : f32
  return
}
