// RUN: remat-opt %s --remat-free-after-last-use | FileCheck %s

// CHECK-LABEL: func.func @alloc
// CHECK:         linalg.exp ins(%{{.*}} : memref<4xf32>) outs(%[[A:.*]] : memref<4xf32>)
// CHECK-NEXT:    %[[V:.*]] = memref.expand_shape %[[A]]
// CHECK-NEXT:    linalg.exp ins(%[[V]]
// CHECK-NEXT:    memref.dealloc %[[A]]
// CHECK-NEXT:    linalg.negf
func.func @alloc(%x: memref<4xf32>, %y: memref<2x2xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %v = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  linalg.exp ins(%v : memref<2x2xf32>) outs(%y : memref<2x2xf32>)
  linalg.negf ins(%y : memref<2x2xf32>) outs(%y : memref<2x2xf32>)
  memref.dealloc %a : memref<4xf32>
  return
}

// What an scf.if returns is freed by its base at the end of the block.

// CHECK-LABEL: func.func @branch
// CHECK:         %[[R:.*]] = scf.if
// CHECK:         linalg.exp ins(%[[R]]
// CHECK-NEXT:    memref.dealloc %[[R]]
// CHECK-NEXT:    linalg.negf
// CHECK-NOT:     memref.extract_strided_metadata
func.func @branch(%c: i1, %y: memref<4xf32>) {
  %r = scf.if %c -> (memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    scf.yield %b : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%y : memref<4xf32>)
  linalg.negf ins(%y : memref<4xf32>) outs(%y : memref<4xf32>)
  %base, %offset, %size, %stride = memref.extract_strided_metadata %r : memref<4xf32> -> memref<f32>, index, index, index
  memref.dealloc %base : memref<f32>
  return
}
