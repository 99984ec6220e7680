// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-place-buffers
// RUN: not remat-opt %s --split-input-file --remat-place-buffers 2>/dev/null \
// RUN:   | FileCheck %s --allow-empty --check-prefix=NOTHING
// Nothing is written where nothing was placed.
// NOTHING-NOT: memref.view

func.func @dynamic(%x: memref<?xf32>, %n: index) {
  // expected-error @+1 {{has a size that is not known before the step runs; give it a static shape to place it}}
  %0 = memref.alloc(%n) : memref<?xf32>
  memref.copy %x, %0 : memref<?xf32> to memref<?xf32>
  memref.dealloc %0 : memref<?xf32>
  return
}

// -----

func.func @layout() {
  // expected-error @+1 {{has a layout of its own, which a view of an arena cannot have; run --normalize-memrefs first}}
  %0 = memref.alloc() : memref<4x4xf32, strided<[8, 1]>>
  memref.dealloc %0 : memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

// A buffer of each turn, read in the next.
func.func @carried(%x: memref<16xf32>, %n: index) -> memref<16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = memref.alloc() : memref<16xf32>
  memref.copy %x, %init : memref<16xf32> to memref<16xf32>
  // expected-note @+1 {{this loop}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %init) -> memref<16xf32> {
    // expected-error @+1 {{makes a buffer in each turn of a loop that outlives the turn; carry one buffer that is allocated before the loop, and write into it}}
    %0 = memref.alloc() : memref<16xf32>
    linalg.exp ins(%a : memref<16xf32>) outs(%0 : memref<16xf32>)
    memref.dealloc %a : memref<16xf32>
    scf.yield %0 : memref<16xf32>
  }
  return %r : memref<16xf32>
}

// -----

// Not read in the next turn, but after the last.
func.func @outlives(%x: memref<16xf32>, %c: i1) -> memref<16xf32> {
  // expected-note @+1 {{this loop}}
  %r = scf.while : () -> memref<16xf32> {
    // expected-error @+1 {{makes a buffer in each turn of a loop that outlives the turn}}
    %0 = memref.alloc() : memref<16xf32>
    linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
    scf.condition(%c) %0 : memref<16xf32>
  } do {
  ^bb0(%a: memref<16xf32>):
    scf.yield
  }
  return %r : memref<16xf32>
}

// -----

func.func @parallel(%x: memref<16xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{here}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // expected-error @+1 {{is inside of 'scf.parallel', which may run it more than once at a time; allocate it before}}
    %0 = memref.alloc() : memref<16xf32>
    memref.copy %x, %0 : memref<16xf32> to memref<16xf32>
    memref.dealloc %0 : memref<16xf32>
  }
  return
}

// -----

func.func @calls(%x: memref<16xf32>) {
  // expected-error @+1 {{calls 'outer', which allocates; inline it first (--inline), so that one arena holds all}}
  func.call @outer(%x) : (memref<16xf32>) -> ()
  return
}
func.func private @outer(%x: memref<16xf32>) {
  func.call @inner(%x) : (memref<16xf32>) -> ()
  return
}
func.func private @inner(%x: memref<16xf32>) {
  %0 = memref.alloc() : memref<16xf32>
  memref.copy %x, %0 : memref<16xf32> to memref<16xf32>
  memref.dealloc %0 : memref<16xf32>
  return
}

// -----

func.func private @make() -> memref<16xf32>
func.func @returned_by_call() {
  // expected-error @+1 {{returns a buffer; whose it is is not known: inline the callee first}}
  %0 = func.call @make() : () -> memref<16xf32>
  memref.dealloc %0 : memref<16xf32>
  return
}

// -----

func.func @recursive(%x: memref<16xf32>) {
  %0 = memref.alloc() : memref<16xf32>
  // expected-error @+1 {{calls the function that it is in: how deep is not known before it runs}}
  func.call @recursive(%0) : (memref<16xf32>) -> ()
  memref.dealloc %0 : memref<16xf32>
  return
}

// -----

func.func @indirect(%f: () -> ()) {
  // expected-error @+1 {{allocates, or may, by other means than 'memref.alloc', so that it cannot be placed; lower it to that first}}
  func.call_indirect %f() : () -> ()
  return
}

// -----

func.func @device() {
  // expected-error @+1 {{allocates, or may, by other means than 'memref.alloc'}}
  %0 = gpu.alloc() : memref<16xf32>
  gpu.dealloc %0 : memref<16xf32>
  return
}

// -----

func.func @stack(%x: memref<16xf32>) {
  // expected-error @+1 {{takes a buffer from the stack, which no arena holds; place buffers before they are moved there}}
  %0 = memref.alloca() : memref<16xf32>
  memref.copy %x, %0 : memref<16xf32> to memref<16xf32>
  return
}

// -----

func.func @blocks(%x: memref<16xf32>, %c: i1) {
  %0 = memref.alloc() : memref<16xf32>
  // expected-error @+1 {{has a body of several blocks, in which lives of buffers cannot be told; place them before control flow is lowered to branches}}
  scf.execute_region {
    cf.cond_br %c, ^a, ^b
  ^a:
    cf.br ^b
  ^b:
    scf.yield
  }
  memref.dealloc %0 : memref<16xf32>
  return
}

// -----

func.func @conditional_free(%x: memref<16xf32>, %c: i1) {
  // expected-error @+1 {{frees what conditions at run time select; lower it first}}
  bufferization.dealloc (%x : memref<16xf32>) if (%c)
  return
}

// -----

func.func @address() -> index {
  // expected-error @+1 {{makes a buffer whose address is taken, so that how long it is needed cannot be told; place buffers before that}}
  %0 = memref.alloc() : memref<16xf32>
  // expected-note @+1 {{here}}
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<16xf32> -> index
  memref.dealloc %0 : memref<16xf32>
  return %1 : index
}

// -----

func.func @spaces() {
  // expected-note @+1 {{the first is here}}
  %0 = memref.alloc() : memref<16xf32>
  // expected-error @+1 {{this buffer is in another memory space than the first that is placed, but an arena is one block}}
  %1 = memref.alloc() : memref<16xf32, 1>
  memref.dealloc %0 : memref<16xf32>
  memref.dealloc %1 : memref<16xf32, 1>
  return
}

// -----

// expected-error @+1 {{is called here, where each result is freed, but they would share one arena; inline it first (--inline), or leave the results allocations of their own (place-results=false)}}
func.func @callee() -> (memref<16xf32>, memref<16xf32>) {
  %0 = memref.alloc() : memref<16xf32>
  %1 = memref.alloc() : memref<16xf32>
  return %0, %1 : memref<16xf32>, memref<16xf32>
}
func.func @caller() {
  // expected-note @+1 {{used here}}
  %0:2 = func.call @callee() : () -> (memref<16xf32>, memref<16xf32>)
  memref.dealloc %0#0 : memref<16xf32>
  memref.dealloc %0#1 : memref<16xf32>
  return
}

// -----

// One branch frees what was passed: it is not in the arena.
func.func @mixed(%x: memref<16xf32>, %c: i1) {
  %r = scf.if %c -> memref<16xf32> {
    %0 = memref.alloc() : memref<16xf32>
    scf.yield %0 : memref<16xf32>
  } else {
    scf.yield %x : memref<16xf32>
  }
  // expected-error @+1 {{frees one of several buffers, some of which lie in the arena and some do not}}
  memref.dealloc %r : memref<16xf32>
  return
}

// -----

// expected-error @+1 {{cannot be placed:}}
func.func @overflow() {
  %0 = memref.alloc() : memref<1152921504606846976xf32>
  %1 = memref.alloc() : memref<1152921504606846976xf32>
  memref.dealloc %0 : memref<1152921504606846976xf32>
  memref.dealloc %1 : memref<1152921504606846976xf32>
  return
}

// -----

func.func @huge() {
  // expected-error @+1 {{the size of a buffer of type 'memref<4611686018427387904x8xf32>' is not known before the step runs, or does not fit into 64 bits; give it a static shape}}
  %0 = memref.alloc() : memref<4611686018427387904x8xf32>
  memref.dealloc %0 : memref<4611686018427387904x8xf32>
  return
}

// -----

// Uses in other blocks than the allocation's: they are left where they are
// until they are complained about.
// expected-error @+1 {{has a body of several blocks}}
func.func @other_block(%x: memref<16xf32>) {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  cf.br ^next
^next:
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  memref.dealloc %0 : memref<16xf32>
  return
}

// -----

// The block of the uses stands before that of the allocation.
// expected-error @+1 {{has a body of several blocks}}
func.func @block_before(%x: memref<16xf32>) {
  cf.br ^allocates
^frees:
  memref.dealloc %0 : memref<16xf32>
  return
^allocates:
  %0 = memref.alloc() : memref<16xf32>
  memref.copy %x, %0 : memref<16xf32> to memref<16xf32>
  cf.br ^frees
}

// -----

// The free may come after the next buffer has got the bytes.
func.func @freed_later(%x: memref<16xf32>) {
  %0 = memref.alloc() : memref<16xf32>
  // expected-note @+1 {{here}}
  %t = async.execute {
    memref.copy %x, %0 : memref<16xf32> to memref<16xf32>
    // expected-error @+1 {{is inside of 'async.execute', which may run it later, or more than once; free the buffer after that is over}}
    memref.dealloc %0 : memref<16xf32>
    async.yield
  }
  %1 = memref.alloc() : memref<16xf32>
  memref.copy %x, %1 : memref<16xf32> to memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  async.await %t : !async.token
  return
}

// -----

func.func @freed_by_device() {
  %0 = memref.alloc() : memref<16xf32>
  // expected-error @+1 {{frees a buffer by other means than 'memref.dealloc'; lower it to that first}}
  gpu.dealloc %0 : memref<16xf32>
  return
}

// -----

// The address decides more than what is freed.
func.func @compared(%x: memref<16xf32>) -> i1 {
  // expected-error @+1 {{makes a buffer whose address is taken, so that how long it is needed cannot be told; place buffers before that, or, if the deallocation takes it, let no branch or loop yield one buffer as several results}}
  %0 = memref.alloc() : memref<16xf32>
  // expected-note @+1 {{here}}
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<16xf32> -> index
  %2 = memref.extract_aligned_pointer_as_index %x : memref<16xf32> -> index
  %3 = arith.cmpi eq, %1, %2 : index
  memref.dealloc %0 : memref<16xf32>
  return %3 : i1
}

// -----

func.func @compared_to_write(%x: memref<16xf32>) {
  // expected-error @+1 {{makes a buffer whose address is taken}}
  %0 = memref.alloc() : memref<16xf32>
  // expected-note @+1 {{here}}
  %1 = memref.extract_aligned_pointer_as_index %0 : memref<16xf32> -> index
  %2 = memref.extract_aligned_pointer_as_index %x : memref<16xf32> -> index
  %3 = arith.cmpi ne, %1, %2 : index
  scf.if %3 {
    memref.copy %0, %x : memref<16xf32> to memref<16xf32>
    memref.dealloc %0 : memref<16xf32>
  }
  return
}

// -----

// expected-error@+1 {{is on tensors, which have no place yet; bufferize it first (--remat-cpu-pipeline=stop-at-buffers)}}
func.func @tensors(%x: tensor<16xf32>) -> tensor<16xf32> {
  return %x : tensor<16xf32>
}
