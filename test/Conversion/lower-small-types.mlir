// RUN: remat-opt %s --remat-lower-small-types | FileCheck %s
// The values are held against a reference in remat-run/types.test.

// CHECK-LABEL: func @arithmetic(
// CHECK:         arith.addf %{{.*}}, %{{.*}} : f32
// CHECK-NOT:     arith.{{extf|truncf}} {{.*}}f8
// CHECK-NOT:     arith.addf {{.*}} : f8
// CHECK:         math.fma {{.*}} : f32
// CHECK:         math.exp {{.*}} : f32
func.func @arithmetic(%x: f8E4M3FN, %y: f8E4M3FN) -> f8E4M3FN {
  %0 = arith.addf %x, %y : f8E4M3FN
  %1 = math.fma %0, %y, %x : f8E4M3FN
  %2 = math.exp %1 : f8E4M3FN
  return %2 : f8E4M3FN
}

// CHECK-LABEL: func @vectors(
// CHECK:         arith.bitcast %{{.*}} : vector<4xf8E5M2> to vector<4xi8>
// CHECK:         vector.print {{.*}} : vector<4xf32>
// CHECK:         arith.bitcast %{{.*}} : vector<4xi8> to vector<4xf8E5M2>
func.func @vectors(%x: vector<4xf8E5M2>) -> vector<4xf8E5M2> {
  vector.print %x : vector<4xf8E5M2>
  %0 = arith.mulf %x, %x : vector<4xf8E5M2>
  return %0 : vector<4xf8E5M2>
}

// Wider floats stay.
// CHECK-LABEL: func @wide(
// CHECK-NEXT:    arith.addf %{{.*}} : bf16
// CHECK-NEXT:    math.exp %{{.*}} : f16
// CHECK-NEXT:    return
func.func @wide(%x: bf16, %y: f16) -> (bf16, f16) {
  %0 = arith.addf %x, %x : bf16
  %1 = math.exp %y : f16
  return %0, %1 : bf16, f16
}
