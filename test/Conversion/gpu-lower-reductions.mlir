// RUN: remat-opt %s --pass-pipeline="builtin.module(func.func(remat-gpu-lower-reductions,canonicalize,cse))" | FileCheck %s

#id1 = affine_map<(i) -> (i)>
#id2 = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Rows of 100: 25 accesses of four floats, a warp a row, eight rows a block.
// The warp's lanes hold the same after five shuffles; the first writes.
//
// CHECK-LABEL: func @warp_a_row
// CHECK-DAG:   %[[GRID:.*]] = arith.constant 1250 : index
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 256 : index
// CHECK-DAG:   %[[NEUTRAL:.*]] = arith.constant -0.000000e+00 : f32
// CHECK:       gpu.launch {{.*}} in (%{{.*}} = %[[GRID]], {{.*}} in (%{{.*}} = %[[BLOCK]],
// CHECK-NOT:   workgroup
// CHECK:       scf.for {{.*}} iter_args(%{{.*}} = %[[NEUTRAL]], %{{.*}} = %[[NEUTRAL]], %{{.*}} = %[[NEUTRAL]], %{{.*}} = %[[NEUTRAL]])
// CHECK:         vector.load {{.*}} {alignment = 16 : i64} : memref<1000000xf32>, vector<4xf32>
// CHECK:       gpu.shuffle xor %{{.*}}, %c16_i32, %c32_i32 : i32
// CHECK:       gpu.shuffle xor %{{.*}}, %c8_i32, %c32_i32 : i32
// CHECK:       gpu.shuffle xor %{{.*}}, %c4_i32, %c32_i32 : i32
// CHECK:       gpu.shuffle xor %{{.*}}, %c2_i32, %c32_i32 : i32
// CHECK:       gpu.shuffle xor %{{.*}}, %c1_i32, %c32_i32 : i32
// CHECK-NOT:   gpu.shuffle
// CHECK:       scf.if
// CHECK:         %[[BEFORE:.*]] = memref.load %arg1
// CHECK:         %[[AFTER:.*]] = arith.addf %[[BEFORE]], %{{.*}} : f32
// CHECK:         memref.store %[[AFTER]], %arg1
// CHECK-NOT:   linalg
func.func @warp_a_row(%a: memref<10000x100xf32>, %b: memref<10000xf32>) attributes {remat_kernel} {
  linalg.reduce {arith.addf} ins(%a : memref<10000x100xf32>) outs(%b : memref<10000xf32>) dimensions = [1]
  return
}

// Rows of 10: eight lanes, two floats each (a row starts at a multiple of two).
//
// CHECK-LABEL: func @lanes_a_row
// CHECK:       vector.load {{.*}} {alignment = 8 : i64} : memref<1000xf32>, vector<2xf32>
// CHECK:       gpu.shuffle xor %{{.*}}, %c4_i32
// CHECK:       gpu.shuffle xor %{{.*}}, %c2_i32
// CHECK:       gpu.shuffle xor %{{.*}}, %c1_i32
// CHECK-NOT:   gpu.shuffle
func.func @lanes_a_row(%a: memref<100x10xf32>, %b: memref<100xf32>) attributes {remat_kernel} {
  linalg.reduce {arith.addf} ins(%a : memref<100x10xf32>) outs(%b : memref<100xf32>) dimensions = [1]
  return
}

// Long rows: a block each, four accesses of a thread before the first is used,
// warps meet in workgroup memory.
//
// CHECK-LABEL: func @block_a_row
// CHECK-DAG:   %[[GRID:.*]] = arith.constant 512 : index
// CHECK-DAG:   %[[BLOCK:.*]] = arith.constant 256 : index
// CHECK:       gpu.launch {{.*}} in (%{{.*}} = %[[GRID]], {{.*}} in (%{{.*}} = %[[BLOCK]], {{.*}} workgroup(%[[WARPS:.*]] : memref<8xf16, #gpu.address_space<workgroup>>)
// CHECK:       scf.for
// CHECK-COUNT-4: vector.load {{.*}} {alignment = 16 : i64} : memref<8388608xf16>, vector<8xf16>
// CHECK:       %[[BITS:.*]] = arith.bitcast %{{.*}} : f16 to i16
// CHECK:       %[[WORD:.*]] = arith.extui %[[BITS]] : i16 to i32
// CHECK:       gpu.shuffle xor %[[WORD]], %c16_i32
// CHECK:       scf.if
// CHECK:         memref.store %{{.*}}, %[[WARPS]]
// CHECK:       gpu.barrier
// CHECK:       memref.load %[[WARPS]]
// CHECK:       gpu.shuffle xor %{{.*}}, %c4_i32
// CHECK:       gpu.shuffle xor %{{.*}}, %c2_i32
// CHECK:       gpu.shuffle xor %{{.*}}, %c1_i32
// CHECK-NOT:   gpu.shuffle
func.func @block_a_row(%a: memref<512x16384xf16>, %b: memref<512xf16>) attributes {remat_kernel} {
  linalg.reduce {arith.maximumf} ins(%a : memref<512x16384xf16>) outs(%b : memref<512xf16>) dimensions = [1]
  return
}

// Two words of 32 bits for a double.
//
// CHECK-LABEL: func @doubles
// CHECK:       %[[BITS:.*]] = arith.bitcast %{{.*}} : f64 to i64
// CHECK:       %[[HIGH64:.*]] = arith.shrui %[[BITS]]
// CHECK:       %[[LOW:.*]] = arith.trunci %[[BITS]] : i64 to i32
// CHECK:       %[[HIGH:.*]] = arith.trunci %[[HIGH64]] : i64 to i32
// CHECK:       gpu.shuffle xor %[[LOW]],
// CHECK:       gpu.shuffle xor %[[HIGH]],
// CHECK:       arith.mulf
func.func @doubles(%a: memref<100x10xf64>, %b: memref<100xf64>) attributes {remat_kernel} {
  linalg.reduce {arith.mulf} ins(%a : memref<100x10xf64>) outs(%b : memref<100xf64>) dimensions = [1]
  return
}

// Columns: 16 lanes of four floats along a row, 16 rows of threads; each half
// of these hands what it has to the other.
//
// CHECK-LABEL: func @columns
// CHECK:       workgroup(%[[ROWS:.*]] : memref<4x16x16xf32, #gpu.address_space<workgroup>>)
// CHECK:       scf.for
// CHECK-COUNT-4: vector.load {{.*}} {alignment = 16 : i64} : memref<64000xf32>, vector<4xf32>
// CHECK-COUNT-4: memref.store %{{.*}}, %[[ROWS]]
// CHECK:       gpu.barrier
// CHECK-COUNT-4: memref.load %[[ROWS]]
// CHECK:       gpu.barrier
// CHECK:       gpu.barrier
// CHECK:       gpu.barrier
// CHECK-NOT:   gpu.barrier
// CHECK:       vector.load %arg1
// CHECK-COUNT-4: arith.addf
// CHECK:       vector.store %{{.*}}, %arg1[{{.*}}] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
func.func @columns(%a: memref<1000x64xf32>, %b: memref<64xf32>) attributes {remat_kernel} {
  linalg.reduce {arith.addf} ins(%a : memref<1000x64xf32>) outs(%b : memref<64xf32>) dimensions = [0]
  return
}

// Loops reduced on both sides of the kept one: lanes go along the inner one.
//
// CHECK-LABEL: func @both_sides
// CHECK:       workgroup(%{{.*}} : memref<32xf32, #gpu.address_space<workgroup>>)
// CHECK:       vector.load {{.*}} : memref<3136000xf32>, vector<4xf32>
// CHECK:       gpu.shuffle
func.func @both_sides(%a: memref<100x10x56x56xf32>, %b: memref<10xf32>) attributes {remat_kernel} {
  linalg.reduce {arith.addf} ins(%a : memref<100x10x56x56xf32>) outs(%b : memref<10xf32>) dimensions = [0, 2, 3]
  return
}

// Elements behind the last access of a row that has nothing behind it.
//
// CHECK-LABEL: func @tail
// CHECK-DAG:   %[[END:.*]] = arith.constant 10003 : i32
// CHECK:       vector.load {{.*}} : memref<10003xf32>, vector<4xf32>
// CHECK:       scf.for %{{.*}} = %{{.*}} to %[[END]]
// CHECK-NOT:   vector.load
// CHECK:         memref.load %{{.*}} : memref<10003xf32>
// CHECK:       gpu.shuffle
func.func @tail(%a: memref<10003xf32>, %b: memref<f32>) attributes {remat_kernel} {
  linalg.reduce {arith.addf} ins(%a : memref<10003xf32>) outs(%b : memref<f32>) dimensions = [0]
  return
}

// The payload before the combiner; the combiner keeps its flags. NaN changes
// no maxnumf.
//
// CHECK-LABEL: func @payload
// CHECK-DAG:   arith.constant 0x7FC00000 : f32
// CHECK:       %[[D:.*]] = arith.subf
// CHECK:       %[[V:.*]] = math.absf %[[D]]
// CHECK:       arith.maxnumf %{{.*}}, %[[V]] fastmath<nsz> : f32
func.func @payload(%a: memref<100x10xf32>, %c: memref<100xf32>, %b: memref<100xf32>) attributes {remat_kernel} {
  linalg.generic {indexing_maps = [#id2, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %c : memref<100x10xf32>, memref<100xf32>) outs(%b : memref<100xf32>) {
  ^bb0(%x: f32, %mean: f32, %o: f32):
    %0 = arith.subf %x, %mean : f32
    %1 = math.absf %0 : f32
    %2 = arith.maxnumf %o, %1 fastmath<nsz> : f32
    linalg.yield %2 : f32
  }
  return
}

// No NaN where a flag says that there is none.
//
// CHECK-LABEL: func @no_nans
// CHECK-NOT:   0x7FC00000
// CHECK:       arith.constant 0xFF800000 : f32
func.func @no_nans(%a: memref<100x10xf32>, %b: memref<100xf32>) attributes {remat_kernel} {
  linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<100x10xf32>) outs(%b : memref<100xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.maxnumf %o, %x fastmath<nnan> : f32
    linalg.yield %0 : f32
  }
  return
}

// Booleans meet in workgroup memory as bytes.
//
// CHECK-LABEL: func @booleans
// CHECK:       workgroup(%[[ROWS:.*]] : memref<1x8x32xi8, #gpu.address_space<workgroup>>)
// CHECK:       memref.load %{{.*}} : memref<64000xi1>
// CHECK:       %[[BYTE:.*]] = arith.extui %{{.*}} : i1 to i8
// CHECK:       memref.store %[[BYTE]], %[[ROWS]]
func.func @booleans(%a: memref<1000x64xi1>, %b: memref<64xi1>) attributes {remat_kernel} {
  linalg.reduce {arith.ori} ins(%a : memref<1000x64xi1>) outs(%b : memref<64xi1>) dimensions = [0]
  return
}

// A million elements into one: 977 parts would be allowed, each of 1024 or
// more; the second launch combines them with what was there.
//
// CHECK-LABEL: func @parts
// CHECK-SAME:  %[[A:.*]]: memref<1048576xf32>, %[[B:.*]]: memref<f32>, %[[W:.*]]: memref<4096xi8>
// CHECK-NOT:   remat.with_workspace
// CHECK-DAG:   %[[PARTS:.*]] = arith.constant 1024 : index
// CHECK:       %[[PARTIALS:.*]] = memref.view %[[W]][%c0][] : memref<4096xi8> to memref<1024xf32>
// CHECK:       gpu.launch {{.*}} in (%{{.*}} = %[[PARTS]],
// CHECK:         gpu.shuffle
// CHECK-NOT:     memref.load %{{.*}} : memref<1xf32>
// CHECK:         memref.store %{{.*}}, %[[PARTIALS]]
// CHECK:       gpu.launch
// CHECK:         vector.load %[[PARTIALS]]
// CHECK:         gpu.shuffle
// CHECK:         memref.load
// CHECK:         arith.addf
// CHECK:         memref.store
func.func @parts(%a: memref<1048576xf32>, %b: memref<f32>, %w: memref<4096xi8>) attributes {remat_kernel} {
  remat.with_workspace %w : memref<4096xi8> {
    linalg.reduce {arith.addf} ins(%a : memref<1048576xf32>) outs(%b : memref<f32>) dimensions = [0]
  }
  return
}

// Columns in parts, then what is left of them, a thread each: by the other
// pass.
//
// CHECK-LABEL: func @parts_of_columns
// CHECK:       memref.view %arg2[%c0][] : memref<16384xi8> to memref<4096xf32>
// CHECK:       %[[PARTIALS:.*]] = memref.view %arg2[%c0][] : memref<16384xi8> to memref<16x256xf32>
// CHECK:       gpu.launch
// CHECK:         vector.store {{.*}} : memref<4096xf32>, vector<4xf32>
// CHECK:       linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[PARTIALS]] : memref<16x256xf32>) outs(%arg1 : memref<256xf32>)
// CHECK:         arith.addf
func.func @parts_of_columns(%a: memref<16384x256xf32>, %b: memref<256xf32>, %w: memref<16384xi8>) attributes {remat_kernel} {
  remat.with_workspace %w : memref<16384xi8> {
    linalg.reduce {arith.addf} ins(%a : memref<16384x256xf32>) outs(%b : memref<256xf32>) dimensions = [0]
  }
  return
}

// A smaller workspace: as many parts as fit. None: one.
//
// CHECK-LABEL: func @small_workspace
// CHECK:       memref.view %arg2[%c0][] : memref<256xi8> to memref<64xf32>
// CHECK:       gpu.launch
// CHECK:       gpu.launch
func.func @small_workspace(%a: memref<1048576xf32>, %b: memref<f32>, %w: memref<256xi8>) attributes {remat_kernel} {
  remat.with_workspace %w : memref<256xi8> {
    linalg.reduce {arith.addf} ins(%a : memref<1048576xf32>) outs(%b : memref<f32>) dimensions = [0]
  }
  return
}

// CHECK-LABEL: func @no_workspace
// CHECK:       %[[ONE:.*]] = arith.constant 1 : index
// CHECK:       gpu.launch {{.*}} in (%{{.*}} = %[[ONE]],
// CHECK-NOT:   gpu.launch
// CHECK:       return
func.func @no_workspace(%a: memref<1048576xf32>, %b: memref<f32>) attributes {remat_kernel} {
  linalg.reduce {arith.addf} ins(%a : memref<1048576xf32>) outs(%b : memref<f32>) dimensions = [0]
  return
}

// What follows is left for remat-gpu-lower-elementwise: columns too short to
// be shared,
//
// CHECK-LABEL: func @short_columns
// CHECK-NEXT:  linalg.reduce
func.func @short_columns(%a: memref<8x256xf32>, %b: memref<256xf32>) attributes {remat_kernel} {
  linalg.reduce {arith.addf} ins(%a : memref<8x256xf32>) outs(%b : memref<256xf32>) dimensions = [0]
  return
}

// so many that a thread each fills a GPU,
//
// CHECK-LABEL: func @many_columns
// CHECK-NEXT:  linalg.reduce
func.func @many_columns(%a: memref<64x1048576xf32>, %b: memref<1048576xf32>) attributes {remat_kernel} {
  linalg.reduce {arith.addf} ins(%a : memref<64x1048576xf32>) outs(%b : memref<1048576xf32>) dimensions = [0]
  return
}

// shapes that are not static,
//
// CHECK-LABEL: func @dynamic
// CHECK-NEXT:  linalg.reduce
func.func @dynamic(%a: memref<?x128xf32>, %b: memref<?xf32>) attributes {remat_kernel} {
  linalg.reduce {arith.addf} ins(%a : memref<?x128xf32>) outs(%b : memref<?xf32>) dimensions = [1]
  return
}

// two results,
//
// CHECK-LABEL: func @two_results
// CHECK-NEXT:  linalg.reduce
func.func @two_results(%a: memref<64x128xf32>, %b: memref<64x128xf32>, %c: memref<64xf32>, %d: memref<64xf32>) attributes {remat_kernel} {
  linalg.reduce ins(%a, %b : memref<64x128xf32>, memref<64x128xf32>)
                outs(%c, %d : memref<64xf32>, memref<64xf32>) dimensions = [1]
    (%x: f32, %y: f32, %p: f32, %q: f32) {
      %0 = arith.addf %x, %p : f32
      %1 = arith.addf %y, %q : f32
      linalg.yield %0, %1 : f32, f32
    }
  return
}

// a combiner that depends on the order,
//
// CHECK-LABEL: func @ordered_combiner
// CHECK:       linalg.generic
// CHECK-NOT:   gpu.launch
func.func @ordered_combiner(%a: memref<64x128xf32>, %b: memref<64xf32>) attributes {remat_kernel} {
  linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<64x128xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.subf %x, %o : f32
    linalg.yield %0 : f32
  }
  return
}

// a combiner of two ops,
//
// CHECK-LABEL: func @two_ops
// CHECK:       linalg.generic
// CHECK-NOT:   gpu.launch
func.func @two_ops(%a: memref<64x128xf32>, %b: memref<64xf32>) attributes {remat_kernel} {
  linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<64x128xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %x, %o : f32
    %1 = math.sqrt %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// a payload that reads the result so far,
//
// CHECK-LABEL: func @reads_result
// CHECK:       linalg.generic
// CHECK-NOT:   gpu.launch
func.func @reads_result(%a: memref<64x128xf32>, %b: memref<64xf32>) attributes {remat_kernel} {
  linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : memref<64x128xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.mulf %x, %o : f32
    %1 = arith.addf %0, %o : f32
    linalg.yield %1 : f32
  }
  return
}

// and what is no kernel.
//
// CHECK-LABEL: func @driver
// CHECK-NEXT:  linalg.reduce
func.func @driver(%a: memref<64x128xf32>, %b: memref<64xf32>) {
  linalg.reduce {arith.addf} ins(%a : memref<64x128xf32>) outs(%b : memref<64xf32>) dimensions = [1]
  return
}

// -----

// That no sum overflows in the op's order says nothing of another order.

// CHECK-LABEL: func private @no_wrap(
// CHECK:         gpu.launch
// CHECK-NOT:     overflow<
func.func private @no_wrap(%x: memref<8x4096xi32>, %y: memref<8xi32>)
    attributes {remat_kernel} {
  linalg.generic {
      indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                       affine_map<(d0, d1) -> (d0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : memref<8x4096xi32>) outs(%y : memref<8xi32>) {
  ^bb0(%in: i32, %out: i32):
    %0 = arith.addi %in, %out overflow<nsw> : i32
    linalg.yield %0 : i32
  }
  return
}
