// RUN: remat-opt %s -one-shot-bufferize="bufferize-function-boundaries=true function-boundary-type-conversion=identity-layout-map" \
// RUN:   -finalize-memref-to-llvm -convert-func-to-llvm -reconcile-unrealized-casts | FileCheck %s

// Attributes of arguments and results stay valid on what they are lowered to.
// CHECK-LABEL: llvm.func @one_result(
// CHECK-SAME:    -> (!llvm.struct<(ptr, ptr, i64)> {remat.loss})
// CHECK-LABEL: llvm.func @_mlir_ciface_one_result(
// CHECK-SAME:    !llvm.ptr {remat.range = array<i64: 0, 4>}
func.func @one_result(%x: tensor<f32>, %i: tensor<4xi32> {remat.range = array<i64: 0, 4>})
    -> (tensor<f32> {remat.loss}) attributes {llvm.emit_c_interface} {
  return %x : tensor<f32>
}

// CHECK-LABEL: llvm.func @two_results(
// CHECK-SAME:    i64 {remat.range = array<i64: 0, 4>}
func.func @two_results(%x: tensor<f32>, %i: index {remat.range = array<i64: 0, 4>}, %y: tensor<4xf32>)
    -> (tensor<f32> {remat.loss}, tensor<4xf32>) attributes {llvm.emit_c_interface} {
  return %x, %y : tensor<f32>, tensor<4xf32>
}

// CHECK-LABEL: llvm.func {{.*}}@declaration
func.func private @declaration(tensor<4xi32> {remat.range = array<i64: 0, 4>})
    -> (f32 {remat.loss}) attributes {llvm.emit_c_interface}
