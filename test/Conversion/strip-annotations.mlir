// RUN: remat-opt %s --remat-strip-annotations | FileCheck %s

// CHECK:     func.func @f(%{{[^:]*}}: memref<4xi32>, %{{[^:]*}}: memref<4xf32> {llvm.noalias}) -> memref<f32> {
// CHECK-NOT: remat
// CHECK:     memref.alloc() {alignment = 64 : i64} : memref<f32>
func.func @f(%a: memref<4xi32> {remat.range = array<i64: 0, 9>},
             %b: memref<4xf32> {llvm.noalias})
    -> (memref<f32> {remat.loss}) {
  %0 = memref.alloc() {alignment = 64 : i64, remat.phase = #remat.phase<forward>} : memref<f32>
  return %0 : memref<f32>
}
