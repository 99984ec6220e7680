// RUN: split-file %s %t
// RUN: remat-opt %t/mma.mlir --remat-gpu-emulate=launch=true -o %t/mma-emulated.mlir
// RUN: remat-run %t/mma-emulated.mlir --compare=%t/mma-expected.mlir | FileCheck %s
// RUN: env REMAT_EMULATOR_ORDER=1 remat-run %t/mma-emulated.mlir --compare=%t/mma-expected.mlir | FileCheck %s
// RUN: env REMAT_EMULATOR_ORDER=2 remat-run %t/mma-emulated.mlir --compare=%t/mma-expected.mlir | FileCheck %s
// RUN: remat-opt %t/reduce.mlir --remat-gpu-emulate=launch=true -o %t/reduce-emulated.mlir
// RUN: remat-run %t/reduce-emulated.mlir --compare=%t/reduce-expected.mlir | FileCheck %s
// RUN: env REMAT_EMULATOR_ORDER=2 remat-run %t/reduce-emulated.mlir --compare=%t/reduce-expected.mlir | FileCheck %s
// RUN: remat-opt %t/race.mlir --remat-gpu-emulate=launch=true -o %t/race-emulated.mlir
// RUN: remat-run %t/race-emulated.mlir --compare=%t/race-expected.mlir --allow-non-finite --allow-constant | FileCheck %s
// RUN: env REMAT_EMULATOR_ORDER=1 not remat-run %t/race-emulated.mlir --compare=%t/race-expected.mlir --allow-non-finite --allow-constant 2>&1 | FileCheck %s --check-prefix=RACE
// RUN: remat-opt %t/stuck.mlir --remat-gpu-emulate=launch=true -o %t/stuck-emulated.mlir
// RUN: not remat-run %t/stuck-emulated.mlir 2>&1 | FileCheck %s --check-prefix=STUCK

// What the lanes of a warp do together, executed, gives what plain loops give.

// CHECK: results: identical, bit by bit
// RACE: error: result 0 ({{.*}}) differs
// STUCK: remat emulator: block (0, 0, 0): thread (0, 0, 0) waits at a barrier that thread (16, 0, 0) never reaches

//--- mma.mlir
!shared_a = memref<16x16xf16, #gpu.address_space<workgroup>>
!shared_b = memref<16x8xf16, #gpu.address_space<workgroup>>
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @product(%a: memref<16x16xf16>, %b: memref<16x8xf16>, %c: memref<16x8xf32>)
        workgroup(%sa: !shared_a, %sb: !shared_b) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %zero = arith.constant dense<0.0> : vector<2x2xf32>
      %lane = gpu.lane_id
      // Asynchronously into shared memory, 16 bytes a lane.
      %half = arith.divui %lane, %c2 : index
      %odd = arith.remui %lane, %c2 : index
      %column = arith.muli %odd, %c8 : index
      %row = arith.remui %lane, %c16 : index
      %t0 = nvgpu.device_async_copy %a[%half, %column], %sa[%half, %column], 8 : memref<16x16xf16> to !shared_a
      %t1 = nvgpu.device_async_copy %b[%row, %c0], %sb[%row, %c0], 8 : memref<16x8xf16> to !shared_b
      %group = nvgpu.device_async_create_group %t0, %t1
      nvgpu.device_async_wait %group
      gpu.barrier
      %side = arith.divui %lane, %c16 : index
      %start = arith.muli %side, %c8 : index
      %fa = nvgpu.ldmatrix %sa[%row, %start] {numTiles = 4 : i32, transpose = false} : !shared_a -> vector<4x2xf16>
      %fb = nvgpu.ldmatrix %sb[%row, %c0] {numTiles = 2 : i32, transpose = true} : !shared_b -> vector<2x2xf16>
      %d = nvgpu.mma.sync (%fa, %fb, %zero) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
      %g = arith.divui %lane, %c4 : index
      %g8 = arith.addi %g, %c8 : index
      %t = arith.remui %lane, %c4 : index
      %left = arith.muli %t, %c2 : index
      %d0 = vector.extract %d[0] : vector<2xf32> from vector<2x2xf32>
      %d1 = vector.extract %d[1] : vector<2xf32> from vector<2x2xf32>
      vector.store %d0, %c[%g, %left] : memref<16x8xf32>, vector<2xf32>
      vector.store %d1, %c[%g8, %left] : memref<16x8xf32>, vector<2xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<16x16xf16>, %b: memref<16x8xf16>) -> memref<16x8xf32> {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c = memref.alloc() : memref<16x8xf32>
    gpu.launch_func @kernels::@product blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%a : memref<16x16xf16>, %b : memref<16x8xf16>, %c : memref<16x8xf32>)
    return %c : memref<16x8xf32>
  }
}

//--- mma-expected.mlir
func.func @main(%a: tensor<16x16xf16>, %b: tensor<16x8xf16>) -> tensor<16x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<16x8xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%empty : tensor<16x8xf32>) -> tensor<16x8xf32>
  %c = linalg.matmul ins(%a, %b : tensor<16x16xf16>, tensor<16x8xf16>) outs(%fill : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %c : tensor<16x8xf32>
}

//--- reduce.mlir
// The maximum and the sum of 32 numbers, of 64 bits and of vectors too; the sum
// is taken as the shuffles take it.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @reduce(%a: memref<3x64xf32>, %i: memref<3x64xi64>, %max: memref<3x2xf32>, %sum: memref<3x2xi64>) kernel {
      %c0 = arith.constant 0 : index
      %block = gpu.block_id x
      %thread = gpu.thread_id x
      %warp = gpu.subgroup_id : index
      %lane = gpu.lane_id
      %x = memref.load %a[%block, %thread] : memref<3x64xf32>
      %y = memref.load %i[%block, %thread] : memref<3x64xi64>
      %m = gpu.subgroup_reduce maximumf %x : (f32) -> f32
      %s = gpu.subgroup_reduce add %y : (i64) -> i64
      %first = arith.cmpi eq, %lane, %c0 : index
      scf.if %first {
        memref.store %m, %max[%block, %warp] : memref<3x2xf32>
        memref.store %s, %sum[%block, %warp] : memref<3x2xi64>
      }
      gpu.return
    }
  }
  func.func @main(%a: memref<3x64xf32>, %i: memref<3x64xi64> {remat.range = array<i64: -1000, 1000>}) -> (memref<3x2xf32>, memref<3x2xi64>) {
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c64 = arith.constant 64 : index
    %max = memref.alloc() : memref<3x2xf32>
    %sum = memref.alloc() : memref<3x2xi64>
    gpu.launch_func @kernels::@reduce blocks in (%c3, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<3x64xf32>, %i : memref<3x64xi64>, %max : memref<3x2xf32>, %sum : memref<3x2xi64>)
    return %max, %sum : memref<3x2xf32>, memref<3x2xi64>
  }
}

//--- reduce-expected.mlir
func.func @main(%a: tensor<3x64xf32>, %i: tensor<3x64xi64> {remat.range = array<i64: -1000, 1000>}) -> (tensor<3x2xf32>, tensor<3x2xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %x = tensor.expand_shape %a [[0], [1, 2]] output_shape [3, 2, 32] : tensor<3x64xf32> into tensor<3x2x32xf32>
  %y = tensor.expand_shape %i [[0], [1, 2]] output_shape [3, 2, 32] : tensor<3x64xi64> into tensor<3x2x32xi64>
  %e0 = tensor.empty() : tensor<3x2xf32>
  %e1 = tensor.empty() : tensor<3x2xi64>
  %f0 = linalg.fill ins(%low : f32) outs(%e0 : tensor<3x2xf32>) -> tensor<3x2xf32>
  %f1 = linalg.fill ins(%zero : i64) outs(%e1 : tensor<3x2xi64>) -> tensor<3x2xi64>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<3x2x32xf32>) outs(%f0 : tensor<3x2xf32>) dimensions = [2]
  %s = linalg.reduce { arith.addi } ins(%y : tensor<3x2x32xi64>) outs(%f1 : tensor<3x2xi64>) dimensions = [2]
  return %m, %s : tensor<3x2xf32>, tensor<3x2xi64>
}

//--- race.mlir
// A barrier is missing: only in the order of their numbers does each thread find
// what its left neighbor wrote.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @shift(%a: memref<64xf32>, %o: memref<64xf32>)
        workgroup(%s: memref<65xf32, #gpu.address_space<workgroup>>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %thread = gpu.thread_id x
      %next = arith.addi %thread, %c1 : index
      %first = arith.cmpi eq, %thread, %c0 : index
      scf.if %first {
        memref.store %zero, %s[%c0] : memref<65xf32, #gpu.address_space<workgroup>>
      }
      %x = memref.load %a[%thread] : memref<64xf32>
      memref.store %x, %s[%next] : memref<65xf32, #gpu.address_space<workgroup>>
      %y = memref.load %s[%thread] : memref<65xf32, #gpu.address_space<workgroup>>
      memref.store %y, %o[%thread] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32>) -> memref<64xf32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %o = memref.alloc() : memref<64xf32>
    gpu.launch_func @kernels::@shift blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>, %o : memref<64xf32>)
    return %o : memref<64xf32>
  }
}

//--- race-expected.mlir
func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {
  %zero = arith.constant 0.0 : f32
  %x = tensor.extract_slice %a[0] [63] [1] : tensor<64xf32> to tensor<63xf32>
  %p = tensor.pad %x low[1] high[0] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<63xf32> to tensor<64xf32>
  return %p : tensor<64xf32>
}

//--- stuck.mlir
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @stuck(%a: memref<64xf32>) kernel {
      %c16 = arith.constant 16 : index
      %thread = gpu.thread_id x
      %x = memref.load %a[%thread] : memref<64xf32>
      %low = arith.cmpi ult, %thread, %c16 : index
      scf.if %low {
        gpu.barrier
      }
      memref.store %x, %a[%thread] : memref<64xf32>
      gpu.return
    }
  }
  func.func @main(%a: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    gpu.launch_func @kernels::@stuck blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%a : memref<64xf32>)
    return
  }
}
