// RUN: remat-opt %s --split-input-file --remat-write-in-place \
// RUN:   | FileCheck %s --check-prefixes=CHECK,FAST
// RUN: remat-opt %s --split-input-file --remat-write-in-place=parallel-safe=true \
// RUN:   | FileCheck %s --check-prefixes=CHECK,SAFE

// A chain of elementwise ops is one buffer, freed where its last result was.

// CHECK-LABEL: func.func @chain(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<16xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.exp {{.*}} outs(%[[A]]
// CHECK-NEXT:    linalg.tanh ins(%[[A]] {{.*}} outs(%[[A]]
// CHECK-NEXT:    linalg.mul ins(%[[A]], %[[A]] {{.*}} outs(%[[A]]
// CHECK-NEXT:    memref.copy %[[A]], %{{.*}}
// CHECK-NEXT:    memref.dealloc %[[A]]
// CHECK-NOT:     memref.dealloc
func.func @chain(%x: memref<16xf32>, %y: memref<16xf32>) {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %1 = memref.alloc() : memref<16xf32>
  linalg.tanh ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  memref.dealloc %0 : memref<16xf32>
  %2 = memref.alloc() : memref<16xf32>
  linalg.mul ins(%1, %1 : memref<16xf32>, memref<16xf32>) outs(%2 : memref<16xf32>)
  memref.dealloc %1 : memref<16xf32>
  memref.copy %2, %y : memref<16xf32> to memref<16xf32>
  memref.dealloc %2 : memref<16xf32>
  return
}

// -----

// Not over an argument, which the caller keeps. What is returned is not freed.

// CHECK-LABEL: func.func @returned(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK:         linalg.exp ins(%{{.*}} outs(%[[A]]
// CHECK-NEXT:    linalg.tanh ins(%[[A]] {{.*}} outs(%[[A]]
// CHECK-NEXT:    return %[[A]]
func.func @returned(%x: memref<16xf32>) -> memref<16xf32> {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %1 = memref.alloc() : memref<16xf32>
  linalg.tanh ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  memref.dealloc %0 : memref<16xf32>
  return %1 : memref<16xf32>
}

// -----

// Read again later: by an op, by a view of it, or by a recomputed copy.

// CHECK-LABEL: func.func @read_later(
// CHECK:         linalg.tanh ins(%[[A:.*]] : {{.*}} outs(%[[B:.*]] :
// CHECK:         memref.copy %{{.*}}, %{{.*}}
// CHECK:         memref.dealloc %[[A]]
// CHECK:         memref.dealloc %[[B]]
func.func @read_later(%x: memref<16xf32>, %y: memref<4x4xf32>, %z: memref<16xf32>) {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %v = memref.expand_shape %0 [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  %1 = memref.alloc() : memref<16xf32>
  linalg.tanh ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  memref.copy %v, %y : memref<4x4xf32> to memref<4x4xf32>
  memref.dealloc %0 : memref<16xf32>
  memref.copy %1, %z : memref<16xf32> to memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  return
}

// -----

// The buffer of a reshape is the same bytes.

// CHECK-LABEL: func.func @reshape(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<16xf32>
// CHECK:         %[[V:.*]] = memref.expand_shape %[[A]]
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.tanh ins(%[[V]] {{.*}} outs(%[[V]]
// CHECK:         memref.copy %[[V]]
// CHECK-NEXT:    memref.dealloc %[[A]] : memref<16xf32>
func.func @reshape(%x: memref<16xf32>, %y: memref<4x4xf32>) {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %v = memref.expand_shape %0 [[0, 1]] output_shape [4, 4] : memref<16xf32> into memref<4x4xf32>
  %1 = memref.alloc() : memref<4x4xf32>
  linalg.tanh ins(%v : memref<4x4xf32>) outs(%1 : memref<4x4xf32>)
  memref.dealloc %0 : memref<16xf32>
  memref.copy %1, %y : memref<4x4xf32> to memref<4x4xf32>
  memref.dealloc %1 : memref<4x4xf32>
  return
}

// -----

// A part of a buffer is not the buffer.

// CHECK-LABEL: func.func @part(
// CHECK-COUNT-2: memref.alloc()
func.func @part(%x: memref<2x16xf32>, %y: memref<16xf32>) {
  %0 = memref.alloc() : memref<2x16xf32>
  linalg.exp ins(%x : memref<2x16xf32>) outs(%0 : memref<2x16xf32>)
  %s = memref.subview %0[0, 0] [1, 16] [1, 1] : memref<2x16xf32> to memref<1x16xf32, strided<[16, 1]>>
  %v = memref.collapse_shape %s [[0, 1]] : memref<1x16xf32, strided<[16, 1]>> into memref<16xf32, strided<[1]>>
  %w = memref.cast %v : memref<16xf32, strided<[1]>> to memref<16xf32>
  %1 = memref.alloc() : memref<16xf32>
  linalg.tanh ins(%w : memref<16xf32>) outs(%1 : memref<16xf32>)
  memref.dealloc %0 : memref<2x16xf32>
  memref.copy %1, %y : memref<16xf32> to memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  return
}

// -----

// An operand that is read at other places too: transposed, broadcast, reduced.

// CHECK-LABEL: func.func @other_places(
// CHECK-COUNT-5: memref.alloc()
#id = affine_map<(i, j) -> (i, j)>
#transposed = affine_map<(i, j) -> (j, i)>
#first = affine_map<(i, j) -> (0, j)>
#row = affine_map<(i, j) -> (i)>
func.func @other_places(%x: memref<4x4xf32>, %y: memref<4x4xf32>, %z: memref<4xf32>) {
  %0 = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%0 : memref<4x4xf32>)
  %1 = memref.alloc() : memref<4x4xf32>
  linalg.generic {indexing_maps = [#id, #transposed, #id], iterator_types = ["parallel", "parallel"]}
      ins(%0, %0 : memref<4x4xf32>, memref<4x4xf32>) outs(%1 : memref<4x4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  memref.dealloc %0 : memref<4x4xf32>
  %2 = memref.alloc() : memref<4x4xf32>
  linalg.generic {indexing_maps = [#first, #id], iterator_types = ["parallel", "parallel"]}
      ins(%1 : memref<4x4xf32>) outs(%2 : memref<4x4xf32>) {
  ^bb0(%a: f32, %c: f32):
    linalg.yield %a : f32
  }
  memref.dealloc %1 : memref<4x4xf32>
  memref.copy %2, %y : memref<4x4xf32> to memref<4x4xf32>
  memref.dealloc %2 : memref<4x4xf32>
  %3 = memref.alloc() : memref<4x4xf32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%3 : memref<4x4xf32>)
  %4 = memref.alloc() : memref<4xf32>
  linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%3 : memref<4x4xf32>) outs(%4 : memref<4xf32>) {
  ^bb0(%a: f32, %c: f32):
    linalg.yield %a : f32
  }
  memref.dealloc %3 : memref<4x4xf32>
  memref.copy %4, %z : memref<4xf32> to memref<4xf32>
  memref.dealloc %4 : memref<4xf32>
  return
}

// -----

// The same permutation on both sides is no other place.

// CHECK-LABEL: func.func @both_transposed(
// CHECK-COUNT-1: memref.alloc()
// CHECK-NOT:     memref.alloc()
// CHECK:         return
#transposed = affine_map<(i, j) -> (j, i)>
func.func @both_transposed(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  %0 = memref.alloc() : memref<4x8xf32>
  linalg.exp ins(%x : memref<4x8xf32>) outs(%0 : memref<4x8xf32>)
  %1 = memref.alloc() : memref<4x8xf32>
  linalg.generic {indexing_maps = [#transposed, #transposed], iterator_types = ["parallel", "parallel"]}
      ins(%0 : memref<4x8xf32>) outs(%1 : memref<4x8xf32>) {
  ^bb0(%a: f32, %c: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  }
  memref.dealloc %0 : memref<4x8xf32>
  memref.copy %1, %y : memref<4x8xf32> to memref<4x8xf32>
  memref.dealloc %1 : memref<4x8xf32>
  return
}

// -----

// What the result held before is read; the payload reads the operand elsewhere.

// CHECK-LABEL: func.func @reads_more(
// CHECK-COUNT-4: memref.alloc()
#id = affine_map<(i) -> (i)>
func.func @reads_more(%x: memref<16xf32>, %y: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %1 = memref.alloc() : memref<16xf32>
  linalg.fill ins(%zero : f32) outs(%1 : memref<16xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>) {
  ^bb0(%a: f32, %c: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  }
  memref.dealloc %0 : memref<16xf32>
  memref.copy %1, %y : memref<16xf32> to memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  %2 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%2 : memref<16xf32>)
  %3 = memref.alloc() : memref<16xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%2 : memref<16xf32>) outs(%3 : memref<16xf32>) {
  ^bb0(%a: f32, %c: f32):
    %l = memref.load %2[%c0] : memref<16xf32>
    %s = arith.addf %a, %l : f32
    linalg.yield %s : f32
  }
  memref.dealloc %2 : memref<16xf32>
  memref.copy %3, %y : memref<16xf32> to memref<16xf32>
  memref.dealloc %3 : memref<16xf32>
  return
}

// -----

// A loop reads it again in the next turn; a branch frees it in one case; a loop
// carries it.

// CHECK-LABEL: func.func @regions(
// CHECK-COUNT-5: memref.alloc()
func.func @regions(%x: memref<16xf32>, %y: memref<16xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  scf.for %i = %c0 to %n step %c1 {
    %1 = memref.alloc() : memref<16xf32>
    linalg.tanh ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
    memref.copy %1, %y : memref<16xf32> to memref<16xf32>
    memref.dealloc %1 : memref<16xf32>
  }
  memref.dealloc %0 : memref<16xf32>
  %2 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%2 : memref<16xf32>)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %2) -> memref<16xf32> {
    linalg.exp ins(%a : memref<16xf32>) outs(%a : memref<16xf32>)
    scf.yield %a : memref<16xf32>
  }
  %3 = memref.alloc() : memref<16xf32>
  linalg.tanh ins(%2 : memref<16xf32>) outs(%3 : memref<16xf32>)
  memref.dealloc %r : memref<16xf32>
  scf.if %c {
    memref.dealloc %3 : memref<16xf32>
  } else {
    %4 = memref.alloc() : memref<16xf32>
    linalg.tanh ins(%3 : memref<16xf32>) outs(%4 : memref<16xf32>)
    memref.dealloc %3 : memref<16xf32>
    memref.copy %4, %y : memref<16xf32> to memref<16xf32>
    memref.dealloc %4 : memref<16xf32>
  }
  return
}

// -----

// A copy from what dies is no copy.

// CHECK-LABEL: func.func @copies(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK-NEXT:    linalg.exp {{.*}} outs(%[[A]]
// CHECK-NEXT:    return %[[A]]
func.func @copies(%x: memref<16xf32>) -> memref<16xf32> {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %1 = memref.alloc() : memref<16xf32>
  memref.copy %0, %1 : memref<16xf32> to memref<16xf32>
  memref.dealloc %0 : memref<16xf32>
  %2 = memref.alloc() : memref<16xf32>
  linalg.copy ins(%1 : memref<16xf32>) outs(%2 : memref<16xf32>)
  memref.dealloc %1 : memref<16xf32>
  return %2 : memref<16xf32>
}

// -----

// Types that differ in what is stored stay apart.

// CHECK-LABEL: func.func @types(
// CHECK-COUNT-2: memref.alloc()
#id = affine_map<(i) -> (i)>
func.func @types(%x: memref<16xf32>, %y: memref<16xi1>) {
  %zero = arith.constant 0.0 : f32
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %1 = memref.alloc() : memref<16xi1>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%0 : memref<16xf32>) outs(%1 : memref<16xi1>) {
  ^bb0(%a: f32, %c: i1):
    %s = arith.cmpf ogt, %a, %zero : f32
    linalg.yield %s : i1
  }
  memref.dealloc %0 : memref<16xf32>
  memref.copy %1, %y : memref<16xi1> to memref<16xi1>
  memref.dealloc %1 : memref<16xi1>
  return
}

// -----

// The exp and the tanh may run at once: only the tanh's order after the exp is
// by program, so that the tanh would have to wait for it. The last sum comes
// after both by what it reads.

// CHECK-LABEL: func.func @at_once(
// FAST:          linalg.exp ins(%[[S:[^ ]+]] : memref<16xf32>)
// FAST-NEXT:     linalg.tanh ins(%[[S]] : memref<16xf32>) outs(%[[S]] : memref<16xf32>)
// SAFE:          linalg.exp ins(%[[S:[^ ]+]] : memref<16xf32>)
// SAFE-NEXT:     %[[T:.*]] = memref.alloc()
// SAFE-NEXT:     linalg.tanh ins(%[[S]] : memref<16xf32>) outs(%[[T]] : memref<16xf32>)
func.func @at_once(%x: memref<16xf32>) -> memref<16xf32> {
  %0 = memref.alloc() : memref<16xf32>
  linalg.floor ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %1 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  %2 = memref.alloc() : memref<16xf32>
  linalg.tanh ins(%0 : memref<16xf32>) outs(%2 : memref<16xf32>)
  memref.dealloc %0 : memref<16xf32>
  %3 = memref.alloc() : memref<16xf32>
  linalg.add ins(%1, %2 : memref<16xf32>, memref<16xf32>) outs(%3 : memref<16xf32>)
  memref.dealloc %1 : memref<16xf32>
  memref.dealloc %2 : memref<16xf32>
  return %3 : memref<16xf32>
}

// -----

// All other readers come before by what the op reads of them.

// CHECK-LABEL: func.func @ordered(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK:         linalg.floor {{.*}} outs(%[[A]]
// CHECK:         %[[B:.*]] = memref.alloc()
// CHECK:         linalg.exp ins(%[[A]] {{.*}} outs(%[[B]]
// CHECK-NOT:     memref.alloc()
// CHECK:         linalg.add ins(%[[A]], %[[B]] {{.*}} outs(%[[A]]
func.func @ordered(%x: memref<16xf32>) -> memref<16xf32> {
  %0 = memref.alloc() : memref<16xf32>
  linalg.floor ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %1 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  %2 = memref.alloc() : memref<16xf32>
  linalg.add ins(%0, %1 : memref<16xf32>, memref<16xf32>) outs(%2 : memref<16xf32>)
  memref.dealloc %0 : memref<16xf32>
  memref.dealloc %1 : memref<16xf32>
  return %2 : memref<16xf32>
}

// -----

// Uses in other blocks of the body: when they run is not known.

// CHECK-LABEL: func.func @fresh_in_other_block(
// CHECK-COUNT-2: memref.alloc()
func.func @fresh_in_other_block(%x: memref<4xf32>) -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  %1 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
  memref.dealloc %0 : memref<4xf32>
  cf.br ^next
^next:
  return %1 : memref<4xf32>
}

// CHECK-LABEL: func.func @operand_in_other_block(
// CHECK-COUNT-2: memref.alloc()
func.func @operand_in_other_block(%x: memref<4xf32>, %y: memref<4xf32>) {
  %0 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%0 : memref<4xf32>)
  %1 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%0 : memref<4xf32>) outs(%1 : memref<4xf32>)
  memref.copy %1, %y : memref<4xf32> to memref<4xf32>
  memref.dealloc %1 : memref<4xf32>
  cf.br ^next
^next:
  memref.copy %0, %y : memref<4xf32> to memref<4xf32>
  memref.dealloc %0 : memref<4xf32>
  return
}

// -----

// What an asynchronous op still reads is not written over.

func.func private @reads(memref<16xf32>)

// CHECK-LABEL: func.func @async_region(
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK:         %[[B:.*]] = memref.alloc()
// CHECK:         linalg.exp ins(%[[A]] {{.*}} outs(%[[B]]
func.func @async_region(%x: memref<16xf32>) -> memref<16xf32> {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %t = async.execute {
    func.call @reads(%0) : (memref<16xf32>) -> ()
    async.yield
  }
  %1 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  async.await %t : !async.token
  memref.dealloc %0 : memref<16xf32>
  return %1 : memref<16xf32>
}

// A call that is over when it returns is no obstacle.

// CHECK-LABEL: func.func @no_async_region(
// CHECK:         %[[A:.*]] = memref.alloc()
// FAST-NOT:      memref.alloc
// FAST:          linalg.exp ins(%[[A]] {{.*}} outs(%[[A]]
func.func @no_async_region(%x: memref<16xf32>) -> memref<16xf32> {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  scf.execute_region {
    memref.copy %0, %x : memref<16xf32> to memref<16xf32>
    scf.yield
  }
  %1 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  memref.dealloc %0 : memref<16xf32>
  return %1 : memref<16xf32>
}

// CHECK-LABEL: func.func @async_view(
// CHECK-COUNT-2: memref.alloc()
func.func @async_view(%x: memref<16xf32>, %y: memref<4x4xf32>)
    -> memref<16xf32> {
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  %v = memref.expand_shape %0 [[0, 1]] output_shape [4, 4]
      : memref<16xf32> into memref<4x4xf32>
  %t0 = gpu.wait async
  %t = gpu.memcpy async [%t0] %y, %v : memref<4x4xf32>, memref<4x4xf32>
  %1 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  gpu.wait [%t]
  memref.dealloc %0 : memref<16xf32>
  return %1 : memref<16xf32>
}

// CHECK-LABEL: func.func @transfer(
// CHECK-COUNT-3: memref.alloc()
func.func @transfer(%x: memref<16xf32>, %y: memref<16xf32>) -> memref<16xf32> {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %tag = memref.alloc() : memref<1xi32>
  %0 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%x : memref<16xf32>) outs(%0 : memref<16xf32>)
  memref.dma_start %0[%c0], %y[%c0], %c16, %tag[%c0]
      : memref<16xf32>, memref<16xf32>, memref<1xi32>
  %1 = memref.alloc() : memref<16xf32>
  linalg.exp ins(%0 : memref<16xf32>) outs(%1 : memref<16xf32>)
  memref.dma_wait %tag[%c0], %c16 : memref<1xi32>
  memref.dealloc %0 : memref<16xf32>
  memref.dealloc %tag : memref<1xi32>
  return %1 : memref<16xf32>
}
