// RUN: remat-opt %s --remat-math-to-calls | FileCheck %s

// CHECK-LABEL: func @f(
// CHECK:         call @expf
// CHECK:         call @tanh(
// CHECK:         math.sqrt
// CHECK:         math.rsqrt
// CHECK-NOT:     math.fpowi
func.func @f(%x: f32, %y: f64) -> (f32, f64, f32, f32, f32) {
  %c2 = arith.constant 2 : i32
  %0 = math.exp %x : f32
  %1 = math.tanh %y : f64
  %2 = math.sqrt %x : f32
  %3 = math.rsqrt %x : f32
  %4 = math.fpowi %x, %c2 : f32, i32
  return %0, %1, %2, %3, %4 : f32, f64, f32, f32, f32
}
