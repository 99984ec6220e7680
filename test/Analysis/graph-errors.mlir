// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-print-graph -o /dev/null

// expected-error @+1 {{argument #0 has type 'tensor<?xf32>', whose size in bytes is not known before the step runs; a budget needs static shapes and element types with a size: specialize the function to its shapes first}}
func.func @dynamic_argument(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// -----

func.func @dynamic_value(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  // expected-error @+1 {{this value has type 'tensor<?xf32>', whose size in bytes is not known}}
  %g = tensor.generate %n {
  ^bb0(%i: index):
    %zero = arith.constant 0.0 : f32
    tensor.yield %zero : f32
  } : tensor<?xf32>
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument #0 has type 'tensor<4611686018427387904x4xf32>', whose size in bytes does not fit into 64 bits}}
func.func @huge(%x: tensor<4611686018427387904x4xf32>) {
  return
}

// -----

// expected-error @+1 {{argument #0 has type 'tensor<2000000000000000000xf32>', which takes 8000000000000000000 bytes: more than the limit of 1152921504606846976 bytes for a step}}
func.func @huge_sum(%x: tensor<2000000000000000000xf32>, %y: tensor<2000000000000000000xf32>) {
  return
}

// -----

// expected-error @+1 {{has 3 blocks, and a budget can be kept for functions of one block only; lift the control flow to scf first, in a run of its own (--lift-cf-to-scf)}}
func.func @blocks(%c: i1) {
  cf.cond_br %c, ^a, ^b
^a:
  return
^b:
  return
}

// -----

func.func @dynamic_inside(%n: index, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %x) -> tensor<4xf32> {
    // expected-error @+1 {{the size of a buffer of type 'memref<?xf32>' is not known before the step runs; a budget needs static shapes}}
    %g = tensor.generate %i {
    ^bb0(%k: index):
      %zero = arith.constant 0.0 : f32
      tensor.yield %zero : f32
    } : tensor<?xf32>
    %e = tensor.extract %g[%c0] : tensor<?xf32>
    %t = tensor.insert %e into %carried[%c0] : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func private @unknown(tensor<4xf32>) -> tensor<4xf32>
func.func @calls_unknown(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{calls a function without a body, so that what it needs inside is not known; give the body, or say it: remat.cost = #remat.cost<workspace = BYTES>}}
  %r = call @unknown(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @calls_itself(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{is part of a cycle of calls, calls_itself -> calls_itself: how deep it goes is not known before the step runs, so that no budget can be kept; write it as a loop (scf.while)}}
  %r = call @calls_itself(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func private @needs_64(%x: tensor<16xf32>) -> tensor<16xf32> {
  %0 = math.exp %x : tensor<16xf32>
  %1 = math.tanh %0 : tensor<16xf32>
  return %1 : tensor<16xf32>
}
func.func @says_too_little(%x: tensor<16xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{has a remat.cost with workspace = 32, but needs 64 bytes inside as it is lowered; give at least these, or leave the workspace out}}
  %r = call @needs_64(%x) {remat.cost = #remat.cost<workspace = 32>} : (tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// Which branch runs decides who owns the buffer of the argument's copy.
func.func @shares(%c: i1, %d: i1, %x: memref<16xf32>) {
  // expected-error @+1 {{holds a buffer whose life depends on how the step runs, so that no budget can be promised; hand on tensors that are made where they are handed on, or inline the call}}
  scf.if %c {
    // expected-note @+1 {{this 'scf.if' yields a new buffer in one region and one from outside in another}}
    %r = scf.if %d -> memref<16xf32> {
      %a = memref.alloc() : memref<16xf32>
      scf.yield %a : memref<16xf32>
    } else {
      scf.yield %x : memref<16xf32>
    }
    memref.copy %r, %x : memref<16xf32> to memref<16xf32>
  }
  return
}

// -----

func.func private @unknown(tensor<4xf32>) -> f32
func.func @calls_unknown_in_a_loop(%x: tensor<4xf32>, %s: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // expected-error @+1 {{'scf.for' op calls, inside, a function without a body, so that what it needs inside is not known; give the body, or say it: remat.cost = #remat.cost<workspace = BYTES>}}
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %s) -> f32 {
    // expected-note @+1 {{called here}}
    %v = func.call @unknown(%x) : (tensor<4xf32>) -> f32
    %o = arith.addf %v, %a : f32
    scf.yield %o : f32
  }
  return %r : f32
}

// -----

func.func private @known(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @calls_a_value(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = func.constant @known : (tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{calls a function that is known only when it runs, unless --canonicalize finds it}}
  %r = func.call_indirect %f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
