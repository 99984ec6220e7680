// RUN: remat-opt %s --test-remat-interleavings --split-input-file --verify-diagnostics

// The checker itself. Two branches: each makes a buffer and reads it; the first
// branch is over before the second begins, but nothing makes it so.

// expected-error @below {{byte 0 has two owners}}
func.func @planned_for_one_order(%x: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %arena = memref.alloc() : memref<64xi8>
  %a = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
  %b = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  linalg.negf ins(%a : memref<16xf32>) outs(%y : memref<16xf32>)
  linalg.exp ins(%x : memref<16xf32>) outs(%b : memref<16xf32>)
  linalg.negf ins(%b : memref<16xf32>) outs(%z : memref<16xf32>)
  memref.dealloc %arena : memref<64xi8>
  return
}

// -----

// expected-remark @below {{2 buffers, 6 tasks: no byte has two owners in 12 executions}}
func.func @apart(%x: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %arena = memref.alloc() : memref<128xi8>
  %a = memref.view %arena[%c0][] : memref<128xi8> to memref<16xf32>
  %b = memref.view %arena[%c64][] : memref<128xi8> to memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  linalg.negf ins(%a : memref<16xf32>) outs(%y : memref<16xf32>)
  linalg.exp ins(%x : memref<16xf32>) outs(%b : memref<16xf32>)
  linalg.negf ins(%b : memref<16xf32>) outs(%z : memref<16xf32>)
  memref.dealloc %arena : memref<128xi8>
  return
}

// -----

// Both write the result: the second branch waits for the first.

// expected-remark @below {{no byte has two owners}}
func.func @ordered_by_a_result(%x: memref<16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %arena = memref.alloc() : memref<64xi8>
  %a = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
  %b = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  linalg.negf ins(%a : memref<16xf32>) outs(%y : memref<16xf32>)
  linalg.exp ins(%y : memref<16xf32>) outs(%b : memref<16xf32>)
  linalg.negf ins(%b : memref<16xf32>) outs(%y : memref<16xf32>)
  memref.dealloc %arena : memref<64xi8>
  return
}

// -----

// They overlap by one element.

// expected-error @below {{byte 60 has two owners}}
func.func @by_an_element(%x: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c60 = arith.constant 60 : index
  %arena = memref.alloc() : memref<124xi8>
  %a = memref.view %arena[%c0][] : memref<124xi8> to memref<16xf32>
  %b = memref.view %arena[%c60][] : memref<124xi8> to memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  linalg.negf ins(%a : memref<16xf32>) outs(%y : memref<16xf32>)
  linalg.exp ins(%x : memref<16xf32>) outs(%b : memref<16xf32>)
  linalg.negf ins(%b : memref<16xf32>) outs(%z : memref<16xf32>)
  memref.dealloc %arena : memref<124xi8>
  return
}

// -----

// What an op reads is not free while it runs.

// expected-error @below {{byte 0 has two owners}}
func.func @written_over_while_read(%x: memref<16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %arena = memref.alloc() : memref<64xi8>
  %a = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
  %b = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  linalg.negf ins(%a : memref<16xf32>) outs(%b : memref<16xf32>)
  linalg.negf ins(%b : memref<16xf32>) outs(%y : memref<16xf32>)
  memref.dealloc %arena : memref<64xi8>
  return
}

// -----

// Of two branches one runs.

// expected-remark @below {{2 buffers, 3 tasks: no byte has two owners in 6 executions}}
func.func @branches(%c: i1, %x: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %arena = memref.alloc() : memref<64xi8>
  %r = scf.if %c -> (memref<16xf32>) {
    %a = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
    scf.yield %a : memref<16xf32>
  } else {
    %b = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
    linalg.negf ins(%x : memref<16xf32>) outs(%b : memref<16xf32>)
    scf.yield %b : memref<16xf32>
  }
  linalg.exp ins(%r : memref<16xf32>) outs(%x : memref<16xf32>)
  return
}

// -----

// A loop's ops run one after another.

// expected-remark @below {{no byte has two owners}}
func.func @in_a_loop(%n: index, %x: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %arena = memref.alloc() : memref<64xi8>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
    linalg.negf ins(%a : memref<16xf32>) outs(%x : memref<16xf32>)
    %b = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%b : memref<16xf32>)
    linalg.negf ins(%b : memref<16xf32>) outs(%x : memref<16xf32>)
  }
  return
}

// -----

// Arguments lie in the arena from the start: nothing may lie there before they
// are read.

// expected-error @below {{byte 0 has two owners}}
func.func @argument_in_the_arena(%x: memref<16xf32>, %y: memref<16xf32>, %arena: memref<64xi8>)
    attributes {remat.argument_offsets = array<i64: 0, -1, -1>} {
  %c0 = arith.constant 0 : index
  %a = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
  %b = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%b : memref<16xf32>)
  linalg.negf ins(%b : memref<16xf32>) outs(%y : memref<16xf32>)
  linalg.add ins(%a, %y : memref<16xf32>, memref<16xf32>) outs(%x : memref<16xf32>)
  return
}

// -----

// What nobody wrote is in nobody's way before it is read.

// expected-remark @below {{no byte has two owners}}
func.func @undefined(%x: memref<16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %arena = memref.alloc() : memref<64xi8>
  %a = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
  %b = memref.view %arena[%c0][] : memref<64xi8> to memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  linalg.negf ins(%a : memref<16xf32>) outs(%y : memref<16xf32>)
  linalg.add ins(%b, %y : memref<16xf32>, memref<16xf32>) outs(%x : memref<16xf32>)
  return
}

// -----

// expected-error @below {{has no views of an arena}}
func.func @no_arena(%x: memref<16xf32>) {
  %a = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%a : memref<16xf32>)
  return
}

// -----

func.func @offset_from_outside(%arena: memref<64xi8>, %n: index) {
  // expected-error @below {{is no view of the one arena at a constant offset}}
  %a = memref.view %arena[%n][] : memref<64xi8> to memref<1xf32>
  return
}
