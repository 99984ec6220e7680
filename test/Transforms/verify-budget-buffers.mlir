// RUN: remat-opt %s --split-input-file --verify-diagnostics --allow-unregistered-dialect --remat-verify-budget

// Whatever allocates by its effects counts, not only memref.alloc; a stack
// allocation counts until its scope ends.

// expected-note @+2 {{what would help: budget=128 for this pass}}
// expected-error @+1 {{does not fit its budget of 127 bytes: it needs 128 bytes, 1 byte more}}
func.func @alloca(%x: memref<16xf32>) attributes {remat.budget = 127 : i64} {
  %a = memref.alloca() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  return
}

// -----

// The scope of each turn frees what the turn allocated.
func.func @scopes(%x: memref<16xf32>, %n: index) attributes {remat.budget = 128 : i64} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloca() : memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  }
  memref.alloca_scope {
    %a = memref.alloca() : memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  }
  %b = memref.alloca() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%b : memref<16xf32>)
  return
}

// -----

// A branch is no scope.
// expected-note @+2 {{what would help: budget=192 for this pass}}
// expected-error @+1 {{does not fit its budget of 191 bytes: it needs 192 bytes, 1 byte more}}
func.func @branch(%x: memref<16xf32>, %c: i1) attributes {remat.budget = 191 : i64} {
  scf.if %c {
    %a = memref.alloca() : memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  }
  %b = memref.alloca() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%b : memref<16xf32>)
  return
}

// -----

// Nor is a while loop, which would take more of the stack with each turn.
func.func @while(%x: memref<16xf32>) attributes {remat.budget = 1024 : i64} {
  %true = arith.constant true
  // expected-error @+1 {{allocates 64 bytes more than it frees in each turn}}
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    %a = memref.alloca() : memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
    scf.yield
  }
  return
}

// -----

// expected-note @+2 {{what would help: budget=192 for this pass}}
// expected-error @+1 {{does not fit its budget of 191 bytes: it needs 192 bytes, 1 byte more}}
func.func @device(%x: memref<16xf32>) attributes {remat.budget = 191 : i64} {
  %a = gpu.alloc() : memref<16xf32>
  %b = gpu.alloc() : memref<16xf32>
  gpu.dealloc %a : memref<16xf32>
  %c = gpu.alloc() : memref<16xf32>
  gpu.dealloc %b : memref<16xf32>
  gpu.dealloc %c : memref<16xf32>
  return
}

// -----

func.func @realloc(%x: memref<16xf32>) attributes {remat.budget = 1024 : i64} {
  %a = memref.alloc() : memref<16xf32>
  // expected-error @+1 {{frees one buffer and allocates another}}
  %b = memref.realloc %a : memref<16xf32> to memref<64xf32>
  memref.dealloc %b : memref<64xf32>
  return
}

// -----

func.func @indirect(%f: () -> ()) attributes {remat.budget = 1024 : i64} {
  // expected-error @+1 {{may allocate buffers in a way that is not known before it runs}}
  func.call_indirect %f() : () -> ()
  return
}

// -----

func.func @unknown() attributes {remat.budget = 1024 : i64} {
  // expected-error @+1 {{may allocate buffers in a way that is not known before it runs}}
  %0 = "unknown.make"() : () -> memref<16xf32>
  return
}

// -----

func.func private @make() -> memref<16xf32>
func.func private @kernel(memref<16xf32>)
func.func @external(%x: memref<16xf32>) attributes {remat.budget = 1024 : i64} {
  func.call @kernel(%x) : (memref<16xf32>) -> ()
  // expected-error @+1 {{returns a buffer of a function without a body; whether it allocates is not known}}
  %0 = func.call @make() : () -> memref<16xf32>
  return
}

// -----

func.func @conditional_free(%x: memref<16xf32>, %c: i1) attributes {remat.budget = 1024 : i64} {
  // expected-error @+1 {{frees what conditions at run time select; lower it first}}
  bufferization.dealloc (%x : memref<16xf32>) if (%c)
  return
}

// -----

func.func @pointer(%n: i64) attributes {remat.budget = 1024 : i64} {
  // expected-error @+1 {{allocates memory that is no memref; it cannot be counted}}
  %0 = llvm.alloca %n x f32 : (i64) -> !llvm.ptr
  return
}

// -----

// expected-error @+1 {{has a body of several blocks, whose buffers cannot be counted before it runs; run this before control flow is lowered to branches}}
func.func @blocks(%x: memref<16xf32>, %c: i1) attributes {remat.budget = 1024 : i64} {
  cf.cond_br %c, ^a, ^b
^a:
  %a = memref.alloc() : memref<16xf32>
  memref.dealloc %a : memref<16xf32>
  cf.br ^b
^b:
  return
}

// -----

func.func @inner_blocks(%x: memref<16xf32>, %c: i1) attributes {remat.budget = 1024 : i64} {
  // expected-error @+1 {{has a body of several blocks, whose buffers cannot be counted before it runs}}
  scf.execute_region {
    cf.cond_br %c, ^a, ^b
  ^a:
    cf.br ^b
  ^b:
    scf.yield
  }
  return
}
