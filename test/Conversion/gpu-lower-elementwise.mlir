// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-elementwise,canonicalize,cse))" | FileCheck %s

#id1 = affine_map<(i) -> (i)>
#id2 = affine_map<(i, j) -> (i, j)>
#t2 = affine_map<(i, j) -> (j, i)>

// Two loops that both operands walk as one, four floats an access, from where
// the next access of the warp's next lane begins.
//
// CHECK-LABEL: func @contiguous
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 256 : index
// CHECK-DAG:   %[[GRID:.*]] = arith.constant 8 : index
// CHECK-DAG:   %[[FOUR:.*]] = arith.constant 4 : i32
// CHECK:       %[[IN:.*]] = memref.reinterpret_cast %arg0 to offset: [0], sizes: [8192], strides: [1] : memref<64x128xf32> to memref<8192xf32>
// CHECK:       %[[OUT:.*]] = memref.reinterpret_cast %arg1
// CHECK:       gpu.launch blocks(%[[BX:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[GRID]], {{.*}}) threads(%[[TX:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[BLOCK]],
// CHECK:       %[[B:.*]] = arith.index_castui %[[BX]] : index to i32
// CHECK:       %[[T:.*]] = arith.index_castui %[[TX]] : index to i32
// CHECK:       %[[FIRST:.*]] = arith.muli %[[B]], %{{.*}} : i32
// CHECK:       %[[ITEM:.*]] = arith.addi %[[FIRST]], %[[T]] : i32
// CHECK-NOT:   scf.if
// CHECK:       %[[ELEMENT:.*]] = arith.muli %[[ITEM]], %[[FOUR]] : i32
// CHECK:       %[[INDEX:.*]] = arith.index_castui %[[ELEMENT]]
// CHECK:       vector.load %[[IN]][%[[INDEX]]] {alignment = 16 : i64} : memref<8192xf32>, vector<4xf32>
// CHECK-COUNT-4: math.exp
// CHECK:       vector.store %{{.*}}, %[[OUT]][%[[INDEX]]] {alignment = 16 : i64} : memref<8192xf32>, vector<4xf32>
// CHECK-NOT:   linalg
// CHECK:       gpu.terminator
func.func @contiguous(%a: memref<64x128xf32>, %b: memref<64x128xf32>) attributes {remat_kernel} {
  linalg.exp ins(%a : memref<64x128xf32>) outs(%b : memref<64x128xf32>)
  return
}

// 1030 = 128 accesses of 8 and 6 elements.
//
// CHECK-LABEL: func @tail
// CHECK-DAG:   %[[ITEMS:.*]] = arith.constant 128 : i32
// CHECK-DAG:   %[[TAIL:.*]] = arith.constant 6 : i32
// CHECK-DAG:   %[[BEHIND:.*]] = arith.constant 896 : i32
// CHECK:       %[[WHOLE:.*]] = arith.cmpi ult, %[[ITEM:.*]], %[[ITEMS]] : i32
// CHECK:       scf.if %[[WHOLE]] {
// CHECK:         vector.load %arg0[{{.*}}] {alignment = 16 : i64} : memref<1030xf16>, vector<8xf16>
// CHECK:         vector.store %{{.*}} {alignment = 16 : i64}
// CHECK:       } else {
// CHECK:         %[[REST:.*]] = arith.subi %[[ITEM]], %[[ITEMS]] : i32
// CHECK:         %[[INSIDE:.*]] = arith.cmpi ult, %[[REST]], %[[TAIL]] : i32
// CHECK:         scf.if %[[INSIDE]] {
// CHECK:           arith.addi %[[ITEM]], %[[BEHIND]] : i32
// CHECK:           memref.load %arg0
// CHECK:           memref.store
func.func @tail(%a: memref<1030xf16>, %b: memref<1030xf16>) attributes {remat_kernel} {
  linalg.negf ins(%a : memref<1030xf16>) outs(%b : memref<1030xf16>)
  return
}

// Both pairs of accesses are read before either is written.
//
// CHECK-LABEL: func @pairs
// CHECK:       gpu.launch
// CHECK-NOT:   scf.if
// CHECK:       vector.load
// CHECK-NOT:   vector.store
// CHECK:       vector.load
// CHECK:       vector.store
// CHECK:       vector.store
// CHECK-NOT:   vector.load
// CHECK:       gpu.terminator
func.func @pairs(%a: memref<8388608xf32>, %b: memref<8388608xf32>) attributes {remat_kernel} {
  linalg.copy ins(%a : memref<8388608xf32>) outs(%b : memref<8388608xf32>)
  return
}

// The bias is contiguous along the lanes too; the factor is read once.
//
// CHECK-LABEL: func @broadcast
// CHECK:       gpu.launch
// CHECK-DAG:   vector.load {{.*}} : memref<6400xf32>, vector<4xf32>
// CHECK-DAG:   vector.load {{.*}} : memref<100xf32>, vector<4xf32>
// CHECK-DAG:   %[[FACTOR:.*]] = memref.load {{.*}} : memref<1xf32>
// CHECK-COUNT-4: math.fma %{{.*}}, %[[FACTOR]],
// CHECK:       vector.store {{.*}} : memref<6400xf32>, vector<4xf32>
func.func @broadcast(%a: memref<64x100xf32>, %bias: memref<100xf32>, %f: memref<f32>, %b: memref<64x100xf32>) attributes {remat_kernel} {
  linalg.generic {
      indexing_maps = [#id2, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> ()>, #id2],
      iterator_types = ["parallel", "parallel"]}
      ins(%a, %bias, %f : memref<64x100xf32>, memref<100xf32>, memref<f32>)
      outs(%b : memref<64x100xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32, %o: f32):
    %0 = math.fma %x, %s, %y : f32
    linalg.yield %0 : f32
  }
  return
}

// i1 lies in memory as a byte each: its accesses are no vectors, the others'
// are.
//
// CHECK-LABEL: func @masks
// CHECK:       vector.load {{.*}} : memref<4096xf32>, vector<4xf32>
// CHECK-NOT:   vector.load
// CHECK-NOT:   vector.store
// CHECK-COUNT-4: memref.store {{.*}} : memref<4096xi1>
func.func @masks(%a: memref<4096xf32>, %b: memref<4096xi1>) attributes {remat_kernel} {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#id1, #id1], iterator_types = ["parallel"]}
      ins(%a : memref<4096xf32>) outs(%b : memref<4096xi1>) {
  ^bb0(%x: f32, %o: i1):
    %0 = arith.cmpf ogt, %x, %zero : f32
    linalg.yield %0 : i1
  }
  return
}

// Where the first element lies is not known, nor is it to be assumed: no
// vectors. The lanes still go along the rows.
//
// CHECK-LABEL: func @strided
// CHECK:       %{{.*}}, %[[OFFSET:.*]], %{{.*}}:2, %{{.*}}:2 = memref.extract_strided_metadata %arg1
// CHECK:       %[[OUT:.*]] = memref.reinterpret_cast %arg1 to offset: [%[[OFFSET]]], sizes: [16320], strides: [1]
// CHECK:       %[[COLUMN:.*]] = arith.remui %[[ITEM:.*]], %[[WIDTH:.*]] : i32
// CHECK:       %[[ROW:.*]] = arith.divui %[[ITEM]], %[[WIDTH]] : i32
// CHECK-NOT:   vector.
// CHECK:       memref.load
// CHECK:       %[[START:.*]] = arith.muli %[[ROW]], %{{.*}} : i32
// CHECK:       %[[PLACE:.*]] = arith.addi %[[START]], %[[COLUMN]] : i32
// CHECK:       %[[INDEX:.*]] = arith.index_castui %[[PLACE]]
// CHECK:       memref.store %{{.*}}, %[[OUT]][%[[INDEX]]]
func.func @strided(%a: memref<64x192xf32>, %b: memref<64x192xf32, strided<[256, 1], offset: ?>>) attributes {remat_kernel} {
  linalg.copy ins(%a : memref<64x192xf32>) outs(%b : memref<64x192xf32, strided<[256, 1], offset: ?>>)
  return
}

// A tile of 32 by 33 elements, read and written along its rows.
//
// CHECK-LABEL: func @transposed
// CHECK:       threads(%[[TX:.*]], %{{.*}}, %{{.*}}) in {{.*}} workgroup(%[[TILE:.*]] : memref<32x33xf32, #gpu.address_space<workgroup>>)
// CHECK:       %[[T:.*]] = arith.index_castui %[[TX]] : index to i32
// CHECK:       %[[ROW:.*]] = arith.divui %[[T]], %{{.*}} : i32
// CHECK:       %[[COLUMN:.*]] = arith.remui %[[T]], %{{.*}} : i32
// CHECK:       %[[R:.*]] = arith.index_castui %[[ROW]] : i32 to index
// CHECK:       %[[C:.*]] = arith.index_castui %[[COLUMN]] : i32 to index
// CHECK:       memref.store %{{.*}}, %[[TILE]][%[[R]], %[[C]]]
// CHECK:       gpu.barrier
// CHECK:       memref.load %[[TILE]][%[[C]], %[[R]]]
func.func @transposed(%a: memref<64x128xf32>, %b: memref<128x64xf32>) attributes {remat_kernel} {
  linalg.transpose ins(%a : memref<64x128xf32>) outs(%b : memref<128x64xf32>) permutation = [1, 0]
  return
}

// Of tiles this narrow most would be empty.
//
// CHECK-LABEL: func @narrow_transposed
// CHECK-NOT:   workgroup
// CHECK:       gpu.terminator
func.func @narrow_transposed(%a: memref<3x128xf32>, %b: memref<128x3xf32>) attributes {remat_kernel} {
  linalg.transpose ins(%a : memref<3x128xf32>) outs(%b : memref<128x3xf32>) permutation = [1, 0]
  return
}

// A gather: indices of a payload are those of the loops, which stay apart.
//
// CHECK-LABEL: func @gather
// CHECK:       gpu.launch
// CHECK:       %[[I:.*]] = arith.index_castui %{{.*}} : i32 to index
// CHECK-COUNT-4: memref.load %arg1[%{{.*}}, %{{.*}}] : memref<50x16xf32>
// CHECK:       vector.store {{.*}} : memref<1600xf32>, vector<4xf32>
// CHECK-NOT:   linalg.index
func.func @gather(%ids: memref<100xi32>, %table: memref<50x16xf32>, %b: memref<100x16xf32>) attributes {remat_kernel} {
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, #id2],
                  iterator_types = ["parallel", "parallel"]}
      ins(%ids : memref<100xi32>) outs(%b : memref<100x16xf32>) {
  ^bb0(%id: i32, %o: f32):
    %row = arith.index_cast %id : i32 to index
    %column = linalg.index 1 : index
    %0 = memref.load %table[%row, %column] : memref<50x16xf32>
    linalg.yield %0 : f32
  }
  return
}

// Windows are loops in a thread; what they add up stays in registers, four
// channels each, and is written once.
//
// CHECK-LABEL: func @pooling
// CHECK:       gpu.launch
// CHECK:       vector.load {{.*}} : memref<262144xf32>, vector<4xf32>
// CHECK:       scf.for {{.*}} iter_args(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) -> (f32, f32, f32, f32)
// CHECK:         vector.load {{.*}} : memref<1048576xf32>, vector<4xf32>
// CHECK-COUNT-4: arith.maximumf
// CHECK:       }
// CHECK-NOT:   scf.for
// CHECK:       vector.store {{.*}} : memref<262144xf32>, vector<4xf32>
func.func @pooling(%a: memref<64x32x32x16xf32>, %w: memref<2x2xf32>, %b: memref<64x16x16x16xf32>) attributes {remat_kernel} {
  linalg.pooling_nhwc_max {strides = dense<2> : vector<2xi64>}
      ins(%a, %w : memref<64x32x32x16xf32>, memref<2x2xf32>) outs(%b : memref<64x16x16x16xf32>)
  return
}

// Two results that one comparison decides on: one after another, in the order
// of the op.
//
// CHECK-LABEL: func @two_results
// CHECK:       %[[R:.*]]:2 = scf.for {{.*}} -> (f32, i32)
// CHECK:         scf.yield
// CHECK:       memref.store %[[R]]#0, %arg1
// CHECK:       memref.store %[[R]]#1, %arg2
func.func @two_results(%a: memref<64x100xf32>, %m: memref<64xf32>, %at: memref<64xi32>) attributes {remat_kernel} {
  linalg.generic {indexing_maps = [#id2, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<64x100xf32>) outs(%m, %at : memref<64xf32>, memref<64xi32>) {
  ^bb0(%x: f32, %best: f32, %where: i32):
    %j = linalg.index 1 : index
    %here = arith.index_cast %j : index to i32
    %more = arith.cmpf ogt, %x, %best : f32
    %0 = arith.select %more, %x, %best : f32
    %1 = arith.select %more, %here, %where : i32
    linalg.yield %0, %1 : f32, i32
  }
  return
}

// A result that moves with a reduced loop is kept in memory.
//
// CHECK-LABEL: func @scattered
// CHECK:       scf.for
// CHECK-NOT:   iter_args
// CHECK:         memref.load %{{.*}} : memref<240xf32>
// CHECK:         math.fma
// CHECK:         memref.store %{{.*}} : memref<240xf32>
// CHECK:       }
func.func @scattered(%a: memref<10x16xf32>, %w: memref<9xf32>, %b: memref<10x24xf32>) attributes {remat_kernel} {
  linalg.generic {
      indexing_maps = [affine_map<(n, i, k) -> (n, i)>, affine_map<(n, i, k) -> (k)>, affine_map<(n, i, k) -> (n, i + k)>],
      iterator_types = ["parallel", "reduction", "reduction"]}
      ins(%a, %w : memref<10x16xf32>, memref<9xf32>) outs(%b : memref<10x24xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = math.fma %x, %y, %o : f32
    linalg.yield %0 : f32
  }
  return
}

// Strides that are not known, and maps that are not linear, are left to
// memref.load; indices of such maps are arithmetic.
//
// CHECK-LABEL: func @dynamic_strides
// CHECK:       gpu.launch
// CHECK:       memref.load %arg0[%{{.*}}, %{{.*}}] : memref<8x8xf32, strided<[?, ?], offset: ?>>
func.func @dynamic_strides(%a: memref<8x8xf32, strided<[?, ?], offset: ?>>, %b: memref<8x8xf32>) attributes {remat_kernel} {
  linalg.copy ins(%a : memref<8x8xf32, strided<[?, ?], offset: ?>>) outs(%b : memref<8x8xf32>)
  return
}

// CHECK-LABEL: func @reversed
// CHECK:       %[[I:.*]] = arith.index_castui %{{.*}} : i32 to index
// CHECK:       %[[FROM:.*]] = arith.subi %c99, %[[I]] : index
// CHECK:       memref.load %arg0[%[[FROM]]]
func.func @reversed(%a: memref<100xf64>, %b: memref<100xf64>) attributes {remat_kernel} {
  linalg.generic {indexing_maps = [affine_map<(i) -> (99 - i)>, #id1], iterator_types = ["parallel"]}
      ins(%a : memref<100xf64>) outs(%b : memref<100xf64>) {
  ^bb0(%x: f64, %o: f64):
    linalg.yield %x : f64
  }
  return
}

// Rank 0: one thread.
//
// CHECK-LABEL: func @one_element
// CHECK:       %[[FIRST:.*]] = arith.cmpi {{.*}} : i32
// CHECK:       scf.if %[[FIRST]]
// CHECK:       memref.store %arg1, %{{.*}} : memref<1xf32>
func.func @one_element(%b: memref<f32>, %v: f32) attributes {remat_kernel} {
  linalg.fill ins(%v : f32) outs(%b : memref<f32>)
  return
}

// Indices of more than 2^31 elements, and more blocks than a grid has: each
// takes every 2147483647th.
//
// CHECK-LABEL: func @huge
// CHECK:       %[[GRID:.*]] = arith.constant 2147483647 : index
// CHECK:       gpu.launch blocks(%[[BX:.*]], %{{.*}}, %{{.*}}) in (%{{.*}} = %[[GRID]],
// CHECK-NOT:   i32
// CHECK:       scf.for %{{.*}} = %[[BX]] to %{{.*}} step %[[GRID]] {
func.func @huge(%b: memref<70368744177664xi8>, %v: i8) attributes {remat_kernel} {
  linalg.fill ins(%v : i8) outs(%b : memref<70368744177664xi8>)
  return
}

// Nothing to do is nothing to launch.
//
// CHECK-LABEL: func @empty
// CHECK-NEXT:  return
func.func @empty(%a: memref<0x4xf32>, %b: memref<0x4xf32>) attributes {remat_kernel} {
  linalg.copy ins(%a : memref<0x4xf32>) outs(%b : memref<0x4xf32>)
  return
}

// CHECK-LABEL: func @workspace_of_no_use
// CHECK-NOT:   remat.with_workspace
// CHECK:       gpu.launch
func.func @workspace_of_no_use(%a: memref<64xf32>, %b: memref<64xf32>, %w: memref<256xi8>) attributes {remat_kernel} {
  remat.with_workspace %w : memref<256xi8> {
    linalg.copy ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  }
  return
}

// What is no kernel is left alone.
//
// CHECK-LABEL: func @driver
// CHECK-NEXT:  linalg.copy
func.func @driver(%a: memref<64xf32>, %b: memref<64xf32>) {
  linalg.copy ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  return
}
