// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-verify-budget

// The budget of the attribute holds where no option is given; a function with
// neither is passed over.

// expected-note @+4 {{what would help: remat-opt --remat-budget=192: a plan is known for 192 bytes}}
// expected-note @+3 {{what would help: halve the 64 bytes that are resident (arguments sharded over two devices, or in half of the bits): a plan is known for 191 bytes}}
// expected-note @+2 {{what would help: budget=192 for this pass: what the function needs as it is}}
// expected-error @+1 {{'over' does not fit its budget of 191 bytes: it needs 192 bytes, 1 byte more}}
func.func @over(%x: tensor<16xf32>) -> tensor<16xf32> attributes {remat.budget = 191 : i64} {
  %a = math.exp %x : tensor<16xf32>
  // expected-note @+3 {{most is alive here, at math.tanh: 192 bytes at once, 64 bytes of them resident (arguments and constants)}}
  // expected-note-re @+2 {{alive: 64 bytes, tensor<16xf32>, %a, math.exp at {{.*}}}}
  // expected-note-re @+1 {{alive: 64 bytes, tensor<16xf32>, %b, math.tanh at {{.*}}}}
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

// expected-note @+2 {{what would help: budget=192 for this pass: what the function needs as it is; or leave out passes behind the plan that merge or copy tensors}}
// expected-error @+1 {{'buffers' does not fit its budget of 128 bytes: it needs 192 bytes, 64 bytes more (allocations, and 64 bytes of arguments and constants)}}
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
