// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-elementwise))" --split-input-file --verify-diagnostics

func.func @dynamic(%a: memref<?xf32>, %b: memref<?xf32>) attributes {remat_kernel} {
  // expected-error @below {{has an operand of type 'memref<?xf32>', but kernels for a GPU need static shapes: specialize the function to the sizes it is called with}}
  linalg.copy ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  return
}

// -----

func.func @too_many_iterations(%a: memref<2147483648xi8>, %b: memref<2147483648xi8>, %c: memref<4xi8>) attributes {remat_kernel} {
  // expected-error @below {{has more iterations than fit into 63 bits}}
  linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i)>, affine_map<(i, j, k) -> (j)>, affine_map<(i, j, k) -> (k)>],
      iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%a, %b : memref<2147483648xi8>, memref<2147483648xi8>) outs(%c : memref<4xi8>) {
  ^bb0(%x: i8, %y: i8, %o: i8):
    linalg.yield %x : i8
  }
  return
}
