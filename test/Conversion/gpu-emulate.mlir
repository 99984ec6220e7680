// RUN: remat-opt %s --remat-gpu-emulate | FileCheck %s
// RUN: remat-opt %s --remat-gpu-emulate=launch=true | FileCheck %s --check-prefix=LAUNCH

// Kernels become functions of the host that ask the emulator who they are; the
// module of the device stays, except where its kernels are launched at once.

module attributes {gpu.container_module} {
  gpu.module @kernels {
    memref.global "private" constant @table : memref<2xf32> = dense<[1.0, 2.0]>
    memref.global "private" @shared : memref<4xf32, #gpu.address_space<workgroup>>

    // CHECK: func.func private @rematEmulatorBarrier()
    // CHECK: memref.global "private" constant @remat_emulated_table : memref<2xf32>
    // CHECK: gpu.module @kernels
    // CHECK: gpu.func @indices

    // CHECK-LABEL: func.func @remat_emulated_indices(
    // CHECK: %[[X:.*]] = arith.constant 0 : i32
    // CHECK: call @rematEmulatorThreadId(%[[X]]) : (i32) -> i64
    // CHECK: %[[Y:.*]] = arith.constant 1 : i32
    // CHECK: call @rematEmulatorBlockId(%[[Y]])
    // CHECK: %[[Z:.*]] = arith.constant 2 : i32
    // CHECK: call @rematEmulatorGridDim(%[[Z]])
    // CHECK: call @rematEmulatorBlockDim
    // CHECK: arith.remui
    // CHECK: return
    gpu.func @indices(%a: memref<4xindex>) kernel {
      %c0 = arith.constant 0 : index
      %0 = gpu.thread_id x
      %1 = gpu.block_id y
      %2 = gpu.grid_dim z
      %3 = gpu.lane_id
      %4 = arith.addi %0, %1 : index
      %5 = arith.addi %2, %3 : index
      %6 = arith.addi %4, %5 : index
      memref.store %6, %a[%c0] : memref<4xindex>
      gpu.return
    }
    // Five fields of a descriptor of one dimension.
    // CHECK-LABEL: func.func @remat_emulated_indices__entry(
    // CHECK-SAME: %[[P:.*]]: !llvm.ptr)
    // CHECK: llvm.getelementptr %[[P]][0]
    // CHECK: llvm.getelementptr %[[P]][4]
    // CHECK-NOT: llvm.getelementptr
    // CHECK: call @remat_emulated_indices(

    // Each buffer of a block has a key, and the globals have theirs.
    // CHECK-LABEL: func.func @remat_emulated_memories(
    // CHECK-DAG: arith.constant 1 : i64
    // CHECK-DAG: arith.constant 32 : i64
    // CHECK: call @rematEmulatorShared(
    // CHECK: memref.alloca() : memref<3xf32>
    // CHECK: call @rematEmulatorBarrier()
    // CHECK: memref.get_global @remat_emulated_table : memref<2xf32>
    // CHECK: %[[KEY:.*]] = arith.constant 0 : i64
    // CHECK: %[[BYTES:.*]] = arith.constant 16 : i64
    // CHECK: call @rematEmulatorShared(%[[KEY]], %[[BYTES]])
    // CHECK: call @rematEmulatorDynamicShared()
    // CHECK-NOT: address_space
    // CHECK: return
    gpu.func @memories(%a: memref<2xf32>)
        workgroup(%s: memref<8xf32, #gpu.address_space<workgroup>>)
        private(%p: memref<3xf32, #gpu.address_space<private>>) kernel {
      %c0 = arith.constant 0 : index
      gpu.barrier
      %t = memref.get_global @table : memref<2xf32>
      %g = memref.get_global @shared : memref<4xf32, #gpu.address_space<workgroup>>
      %d = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %v = memref.view %d[%c0][] : memref<?xi8, #gpu.address_space<workgroup>> to memref<4xf32, #gpu.address_space<workgroup>>
      %0 = memref.load %t[%c0] : memref<2xf32>
      memref.store %0, %g[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
      memref.store %0, %s[%c0] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %0, %p[%c0] : memref<3xf32, #gpu.address_space<private>>
      memref.store %0, %v[%c0] : memref<4xf32, #gpu.address_space<workgroup>>
      gpu.return
    }

    // A promise of alignment is checked, and a reduction is five shuffles.
    // CHECK-LABEL: func.func @remat_emulated_warps(
    // CHECK: arith.constant 16 : i64
    // CHECK: call @rematEmulatorAligned(
    // CHECK: vector.load
    // CHECK-COUNT-5: call @rematEmulatorShuffle(
    // CHECK-NOT: call @rematEmulatorShuffle(
    // CHECK: return
    gpu.func @warps(%a: memref<64xf32>) kernel {
      %c0 = arith.constant 0 : index
      %0 = vector.load %a[%c0] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
      %1 = vector.extract %0[0] : f32 from vector<4xf32>
      %2 = gpu.subgroup_reduce add %1 : (f32) -> f32
      memref.store %2, %a[%c0] : memref<64xf32>
      gpu.return
    }
  }

  // LAUNCH-NOT: gpu.
  // LAUNCH-LABEL: func.func @main(
  // LAUNCH: call @remat_emulated_warps__launch({{.*}}) : (i64, i64, i64, i64, i64, i64, i64, memref<64xf32>) -> ()
  // LAUNCH: func.func private @remat_emulated_warps__launch(
  // LAUNCH: constant @remat_emulated_warps__entry
  // LAUNCH: call @rematEmulatorLaunch(
  func.func @main(%a: memref<64xf32>) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    gpu.launch_func @kernels::@warps blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1) args(%a : memref<64xf32>)
    return
  }
}
