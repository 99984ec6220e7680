// RUN: remat-opt %s -allow-unregistered-dialect -test-remat-task-interface -o /dev/null | FileCheck %s --strict-whitespace --match-full-lines

// What a whole value moves saturates and leaves out gaps; what it takes in
// memory is exact or unknown.
//      CHECK:f32: moves 4
// CHECK-NEXT:i1: moves 1
// CHECK-NEXT:i24: moves 4
// CHECK-NEXT:index: moves 8
// CHECK-NEXT:complex<f32>: moves 8
// CHECK-NEXT:tuple<f32>: moves unknown
// CHECK-NEXT:vector<3xf32>: moves 16, takes 16
// CHECK-NEXT:tensor<4x4xf32>: moves 64, takes 64
// CHECK-NEXT:tensor<f64>: moves 8, takes 8
// CHECK-NEXT:tensor<3xi24>: moves 12, takes 12
// CHECK-NEXT:tensor<2xcomplex<f64>>: moves 32, takes 32
// CHECK-NEXT:tensor<5xindex>: moves 40, takes 40
// CHECK-NEXT:tensor<?xf32>: moves unknown, takes unknown
// CHECK-NEXT:tensor<*xf32>: moves unknown, takes unknown
// CHECK-NEXT:tensor<3037000500x3037000500x0xf32>: moves 0, takes 0
// CHECK-NEXT:tensor<0x?xf32>: moves unknown, takes unknown
// CHECK-NEXT:tensor<4294967296x4294967296xf32>: moves 9223372036854775807, takes unknown
// CHECK-NEXT:tensor<2305843009213693951xf32>: moves 9223372036854775804, takes 9223372036854775804
// CHECK-NEXT:tensor<2305843009213693952xf32>: moves 9223372036854775807, takes unknown
// CHECK-NEXT:memref<4xvector<3xf32>>: moves 64, takes 64
// CHECK-NEXT:memref<4xvector<2x3xf32>>: moves 128, takes 128
// CHECK-NEXT:memref<4xvector<12xi1>>: moves 8, takes 8
// CHECK-NEXT:memref<4xvector<[4]xf32>>: moves unknown, takes unknown
// CHECK-NEXT:memref<4x4xf32, strided<[1000, 1]>>: moves 64, takes 12016
// CHECK-NEXT:memref<4x4xf32, strided<[1000, 1], offset: 7>>: moves 64, takes 12016
// CHECK-NEXT:memref<4x4xf32, strided<[4, -1], offset: ?>>: moves 64, takes 64
// CHECK-NEXT:memref<4x4xf32, strided<[0, 1]>>: moves 64, takes 16
// CHECK-NEXT:memref<1x4xf32, strided<[?, 1]>>: moves 16, takes 16
// CHECK-NEXT:memref<2x4xf32, strided<[?, 1]>>: moves 32, takes unknown
// CHECK-NEXT:memref<0x4xf32, strided<[?, 1]>>: moves 0, takes 0
// CHECK-NEXT:memref<3x1xf32, strided<[9223372036854775807, 1]>>: moves 12, takes unknown
// CHECK-NEXT:memref<4x4xf32, {{.*}}>: moves 64, takes unknown
// CHECK-NEXT:memref<4x4xf32, {{.*}}>: moves 64, takes unknown
// CHECK-NEXT:memref<*xf32>: moves unknown, takes unknown
// CHECK-NEXT:memref<2xmemref<4xf32>>: moves unknown, takes unknown
// CHECK-NEXT:tensor<4x!unknown.token>: moves unknown, takes unknown
// CHECK-NEXT:!unknown.token: moves unknown
// CHECK-NEXT:!llvm.array<4 x f32>: moves unknown
func.func @sizes() {
  "unknown.make"() {test.storage} : () -> f32
  "unknown.make"() {test.storage} : () -> i1
  "unknown.make"() {test.storage} : () -> i24
  "unknown.make"() {test.storage} : () -> index
  "unknown.make"() {test.storage} : () -> complex<f32>
  "unknown.make"() {test.storage} : () -> tuple<f32>
  "unknown.make"() {test.storage} : () -> vector<3xf32>
  "unknown.make"() {test.storage} : () -> tensor<4x4xf32>
  "unknown.make"() {test.storage} : () -> tensor<f64>
  "unknown.make"() {test.storage} : () -> tensor<3xi24>
  "unknown.make"() {test.storage} : () -> tensor<2xcomplex<f64>>
  "unknown.make"() {test.storage} : () -> tensor<5xindex>
  "unknown.make"() {test.storage} : () -> tensor<?xf32>
  "unknown.make"() {test.storage} : () -> tensor<*xf32>
  "unknown.make"() {test.storage} : () -> tensor<3037000500x3037000500x0xf32>
  "unknown.make"() {test.storage} : () -> tensor<0x?xf32>
  "unknown.make"() {test.storage} : () -> tensor<4294967296x4294967296xf32>
  "unknown.make"() {test.storage} : () -> tensor<2305843009213693951xf32>
  "unknown.make"() {test.storage} : () -> tensor<2305843009213693952xf32>
  "unknown.make"() {test.storage} : () -> memref<4xvector<3xf32>>
  "unknown.make"() {test.storage} : () -> memref<4xvector<2x3xf32>>
  "unknown.make"() {test.storage} : () -> memref<4xvector<12xi1>>
  "unknown.make"() {test.storage} : () -> memref<4xvector<[4]xf32>>
  "unknown.make"() {test.storage} : () -> memref<4x4xf32, strided<[1000, 1]>>
  "unknown.make"() {test.storage} : () -> memref<4x4xf32, strided<[1000, 1], offset: 7>>
  "unknown.make"() {test.storage} : () -> memref<4x4xf32, strided<[4, -1], offset: ?>>
  "unknown.make"() {test.storage} : () -> memref<4x4xf32, strided<[0, 1]>>
  "unknown.make"() {test.storage} : () -> memref<1x4xf32, strided<[?, 1]>>
  "unknown.make"() {test.storage} : () -> memref<2x4xf32, strided<[?, 1]>>
  "unknown.make"() {test.storage} : () -> memref<0x4xf32, strided<[?, 1]>>
  "unknown.make"() {test.storage} : () -> memref<3x1xf32, strided<[9223372036854775807, 1]>>
  "unknown.make"() {test.storage} : () -> memref<4x4xf32, affine_map<(i, j) -> (i floordiv 2, j)>>
  "unknown.make"() {test.storage} : () -> memref<4x4xf32, affine_map<(i, j) -> (j, i)>>
  "unknown.make"() {test.storage} : () -> memref<*xf32>
  "unknown.make"() {test.storage} : () -> memref<2xmemref<4xf32>>
  "unknown.make"() {test.storage} : () -> tensor<4x!unknown.token>
  "unknown.make"() {test.storage} : () -> !unknown.token
  "unknown.make"() {test.storage} : () -> !llvm.array<4 x f32>
  return
}
