// RUN: remat-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --remat-print-graph -o /dev/null

// A size over the limit is told as a size where the value is, not as a time: the
// product takes 1e20 ns.
func.func @product(%x: tensor<1000000000x1000xf32>, %y: tensor<1000x1000000000xf32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<1000000000x1000000000xf32>
  // expected-error @+1 {{this value has type 'tensor<1000000000x1000000000xf32>', which takes 4000000000000000000 bytes, beside 16000000000000 bytes before it: more than the limit of 1152921504606846976 bytes for a step}}
  %0 = linalg.matmul ins(%x, %y : tensor<1000000000x1000xf32>, tensor<1000x1000000000xf32>) outs(%e : tensor<1000000000x1000000000xf32>) -> tensor<1000000000x1000000000xf32>
  %i = arith.constant 0 : index
  %1 = tensor.extract %0[%i, %i] : tensor<1000000000x1000000000xf32>
  %2 = tensor.from_elements %1 : tensor<f32>
  return %2 : tensor<f32>
}

// -----

// expected-error @+1 {{argument #0 has type 'tensor<400000000000000000xf32>', which takes 1600000000000000000 bytes: more than the limit of 1152921504606846976 bytes for a step}}
func.func @argument(%x: tensor<400000000000000000xf32>) {
  return
}

// -----

// expected-error @+1 {{argument #0 has type 'tensor<4611686018427387904x4xcomplex<f32>>', whose size in bytes does not fit into 64 bits}}
func.func @complex(%x: tensor<4611686018427387904x4xcomplex<f32>>) {
  return
}

// -----

// The shape is static: the element type is what has no size.
!q = !quant.uniform<i8:f32, 0.1:128>
// expected-error @+1 {{argument #0 has type 'tensor<8x!quant.uniform<i8:f32, 1.000000e-01:128>>', whose size in bytes is not known, since its element type !quant.uniform<i8:f32, 1.000000e-01:128> has none here; lower quantized types to what stores them first (--lower-quant-ops, --strip-func-quant-types, --canonicalize)}}
func.func @quantized(%x: tensor<8x!q>) {
  return
}

// -----

// expected-error @+1 {{whose size in bytes is not known, since its element type !foo.bar has none here; lower it to a type of integers, floats, complex numbers or vectors first}}
func.func @foreign(%x: tensor<8x!foo.bar>) {
  return
}
