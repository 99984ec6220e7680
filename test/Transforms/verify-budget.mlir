// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-verify-budget

// The budget of the attribute holds where no option is given; a function with
// neither is passed over.

// expected-error @+1 {{needs 192 bytes, 1 more than its budget of 191 bytes; run remat-rematerialize with this budget, or raise it}}
func.func @over(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.budget = 191 : i64} {
  // expected-note @+1 {{64 bytes: a value of type 'tensor<16xf32>' is alive there}}
  %a = math.exp %x : tensor<16xf32>
  // expected-note @+2 {{the peak is here, with 64 bytes of arguments and constants}}
  // expected-note @+1 {{64 bytes: a value of type 'tensor<16xf32>' is alive there}}
  %b = math.tanh %a : tensor<16xf32>
  return %b : tensor<16xf32>
}

// -----

func.func @within(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.budget = 192 : i64} {
  %a = math.exp %x : tensor<16xf32>
  %b = math.tanh %a : tensor<16xf32>
  return %b : tensor<16xf32>
}

// -----

func.func @no_budget(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  return %a : tensor<16xf32>
}

// -----

// On buffers the allocations count. Both are alive at once here.

// expected-error @+1 {{allocates so much that it needs 192 bytes, 64 more than its budget of 128 bytes (64 of them for arguments and constants)}}
func.func @buffers(%x: memref<16xf32>) attributes {remat.budget = 128 : i64} {
  %a = memref.alloc() : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  linalg.exp ins(%a : memref<16xf32>) outs(%b : memref<16xf32>)
  memref.dealloc %a : memref<16xf32>
  memref.dealloc %b : memref<16xf32>
  return
}

// -----

func.func @buffers_one_after_the_other(%x: memref<16xf32>) attributes {remat.budget = 128 : i64} {
  %a = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  memref.dealloc %a : memref<16xf32>
  %b = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%b : memref<16xf32>)
  memref.dealloc %b : memref<16xf32>
  return
}
