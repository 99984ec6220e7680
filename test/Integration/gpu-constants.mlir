// Constants that are no splats lie on the device with the kernels, whoever
// reads them: a kernel, a product that a library would compute, a view. The
// emulated driver refuses a launch that passes an address of the host.

// RUN: remat-run --target=cuda --emulate --library=none %s | FileCheck %s
// RUN: remat-run --target=cuda --emulate --library=cuda %s | FileCheck %s

// CHECK:     allocations:     1
// CHECK:     result 0: tensor<4x4xf32> {{.*}}: {{identical|off by}}
// CHECK:     result 1: tensor<16xf32> {{.*}}: {{identical|off by}}
func.func @main(%x: tensor<4x4xf32>, %v: tensor<16xf32>)
    -> (tensor<4x4xf32>, tensor<16xf32>) {
  %c = arith.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0],
                             [1.5, 2.5, 3.5, 4.5], [5.5, 6.5, 7.5, 8.5]]>
      : tensor<4x4xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4x4xf32>)
      -> tensor<4x4xf32>
  %p = linalg.matmul ins(%x, %c : tensor<4x4xf32>, tensor<4x4xf32>)
                     outs(%z : tensor<4x4xf32>) -> tensor<4x4xf32>
  %flat = tensor.collapse_shape %c [[0, 1]]
      : tensor<4x4xf32> into tensor<16xf32>
  %e1 = tensor.empty() : tensor<16xf32>
  %s = linalg.add ins(%v, %flat : tensor<16xf32>, tensor<16xf32>)
                  outs(%e1 : tensor<16xf32>) -> tensor<16xf32>
  return %p, %s : tensor<4x4xf32>, tensor<16xf32>
}
