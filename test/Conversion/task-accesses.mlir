// RUN: remat-opt %s --test-remat-task-accesses --allow-unregistered-dialect --split-input-file --verify-diagnostics

// Allocations count from 0. #0 is the state of the world, which everything
// reads and barriers write; then come arguments and other memory in the order
// in which they appear, then the results of tasks.

func.func @views(%x: memref<4xf32>, %y: memref<2x2xf32>) {
  %a = memref.alloc() : memref<4xf32>
  // expected-remark @below {{task: reads #0 #1 writes 0}}
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %v = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  // expected-remark @below {{task: reads 0 #0 writes #2}}
  linalg.add ins(%v, %v : memref<2x2xf32>, memref<2x2xf32>) outs(%y : memref<2x2xf32>)
  %b = memref.alloc() : memref<2x2xf32>
  // expected-remark @below {{task: reads 0 #0 writes 1}}
  memref.copy %v, %b : memref<2x2xf32> to memref<2x2xf32>
  memref.dealloc %a : memref<4xf32>
  // What it adds to is read.
  // expected-remark @below {{task: reads 1 #0 #2 writes 1}}
  linalg.matmul ins(%y, %y : memref<2x2xf32>, memref<2x2xf32>) outs(%b : memref<2x2xf32>)
  memref.dealloc %b : memref<2x2xf32>
  // expected-remark @below {{task: writes #0}}
  return
}

// -----

func.func @branch(%c: i1, %y: memref<4xf32>) {
  // expected-remark @below {{sequence: reads #0 #1 writes 0 1 #2}}
  %r = scf.if %c -> (memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%y : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    linalg.negf ins(%y : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  // expected-remark @below {{task: reads 0 1 #0 #2 writes #1}}
  linalg.exp ins(%r : memref<4xf32>) outs(%y : memref<4xf32>)
  // expected-remark @below {{task: writes #0}}
  return
}

// -----

func.func @select(%c: i1, %y: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  // expected-remark @below {{task: reads #0 #1 writes 0 1}}
  linalg.exp ins(%y : memref<4xf32>) outs(%s : memref<4xf32>)
  // expected-remark @below {{task: writes #0}}
  return
}

// -----

func.func @loop(%n: index, %y: memref<4xf32>) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  // expected-remark @below {{sequence: reads #0 #1 writes 0 #2}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %a) -> (memref<4xf32>) {
    %f = memref.load %y[%i] : memref<4xf32>
    memref.store %f, %s[%i] : memref<4xf32>
    scf.yield %s : memref<4xf32>
  }
  // expected-remark @below {{task: reads 0 #0 #2 writes #3}}
  %f = memref.load %r[%c0] : memref<4xf32>
  // expected-remark @below {{task: reads #0 #3 writes #4}}
  %g = arith.addf %f, %f : f32
  // expected-remark @below {{task: reads #0 #4 writes #1}}
  memref.store %g, %y[%c0] : memref<4xf32>
  // expected-remark @below {{task: reads 0 #2 writes #0}}
  return %r : memref<4xf32>
}

// -----

// Turns of a parallel loop run at once: it is no sequence.

func.func @parallel(%n: index, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{task: reads #0 #1 writes #1}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %f = memref.load %y[%i] : memref<4xf32>
    memref.store %f, %y[%i] : memref<4xf32>
    scf.reduce
  }
  // expected-remark @below {{task: writes #0}}
  return
}

// -----

// Constants order nothing; a global that is written is one object, however
// often it is named.

memref.global "private" constant @k : memref<4xf32> = dense<1.0>
memref.global "private" @m : memref<4xf32> = dense<1.0>
func.func private @kernel(memref<4xf32>, memref<4xf32>)
func.func private @print()

func.func @calls() {
  %a = memref.alloc() : memref<4xf32>
  %k = memref.get_global @k : memref<4xf32>
  // expected-remark @below {{task: reads 0 #0 writes 0}}
  func.call @kernel(%k, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  // expected-remark @below {{task: writes #0}}
  func.call @print() : () -> ()
  %m = memref.get_global @m : memref<4xf32>
  // expected-remark @below {{task: reads #0 writes #1}}
  memref.copy %k, %m : memref<4xf32> to memref<4xf32>
  %again = memref.get_global @m : memref<4xf32>
  // expected-remark @below {{task: reads #0 #1 writes 0}}
  memref.copy %again, %a : memref<4xf32> to memref<4xf32>
  // expected-remark @below {{task: writes #0}}
  return
}

// -----

func.func @unknown() {
  %a = memref.alloc() : memref<4xf32>
  // expected-remark @below {{task: reads 0 writes 0 #0}}
  "test.unknown"(%a) : (memref<4xf32>) -> ()
  // expected-remark @below {{task: writes #0}}
  return
}

// -----

func.func @address() {
  %a = memref.alloc() : memref<4xf32>
  // expected-error @below {{takes the address of a buffer, so that what accesses it later is not known; place buffers before that}}
  %p = memref.extract_aligned_pointer_as_index %a : memref<4xf32> -> index
  return
}

// -----

// An argument is no buffer to place.

func.func @address_of_argument(%y: memref<4xf32>) {
  %p = memref.extract_aligned_pointer_as_index %y : memref<4xf32> -> index
  // expected-remark @below {{task: writes #0}}
  return
}

// -----

// expected-error @below {{has a body of several blocks, in which the order of accesses cannot be told; place buffers before control flow is lowered to branches}}
func.func @blocks() {
  cf.br ^bb1
^bb1:
  return
}
