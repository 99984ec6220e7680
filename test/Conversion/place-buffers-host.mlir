// RUN: remat-opt %s --remat-place-buffers="target=cuda" | FileCheck %s
// Once placed, it stays as it is.
// RUN: remat-opt %s --remat-place-buffers="target=cuda" --remat-place-buffers="target=cuda" | FileCheck %s
// RUN: remat-opt %s --remat-place-buffers="target=cuda" --remat-check-copies --remat-verify-budget -o /dev/null

// Two values share the bytes of the host, and one lies beside them there.

// CHECK-LABEL: func.func @parks(
// CHECK-SAME:    remat.host_arena_bytes = 512 : i64
// CHECK-NEXT:    %[[ARENA:.*]] = memref.alloc() {alignment = 256 : i64} : memref<[[BYTES:[0-9]+]]xi8>
// CHECK-NEXT:    %[[BLOCK:.*]] = memref.alloc() {alignment = 256 : i64} : memref<512xi8, #remat.host>
// CHECK:         %[[H0:.*]] = memref.view %[[BLOCK]][%[[C0:.*]]][] : memref<512xi8, #remat.host> to memref<64xf32, #remat.host>
// CHECK-NEXT:    remat.copy_start %{{.*}} to %[[H0]]
// CHECK:         %[[H1:.*]] = memref.view %[[BLOCK]][%[[C1:.*]]][] : memref<512xi8, #remat.host> to memref<64xf32, #remat.host>
// CHECK-NEXT:    remat.copy_start %{{.*}} to %[[H1]]
// CHECK:         %[[H2:.*]] = memref.view %[[BLOCK]][%[[C0]]][] : memref<512xi8, #remat.host> to memref<64xf32, #remat.host>
// CHECK-NEXT:    remat.copy_start %{{.*}} to %[[H2]]
// CHECK:         memref.dealloc %[[BLOCK]] : memref<512xi8, #remat.host>
// CHECK-NEXT:    return
func.func @parks(%x: memref<64xf32>, %y: memref<64xf32>) attributes {remat.budget = 4096 : i64, remat.host_budget = 512 : i64, remat.target = "cuda"} {
  %a = memref.alloc() : memref<64xf32>
  linalg.exp ins(%x : memref<64xf32>) outs(%a : memref<64xf32>)
  %h0 = memref.alloc() : memref<64xf32, #remat.host>
  remat.copy_start %a to %h0 : memref<64xf32> to memref<64xf32, #remat.host>
  // Beside the copy: its buffer has other bytes than the one that is copied.
  %b = memref.alloc() : memref<64xf32>
  linalg.exp ins(%a : memref<64xf32>) outs(%b : memref<64xf32>)
  linalg.exp ins(%b : memref<64xf32>) outs(%y : memref<64xf32>)
  memref.dealloc %b : memref<64xf32>
  remat.copy_done %a to %h0 : memref<64xf32> to memref<64xf32, #remat.host>
  %h1 = memref.alloc() : memref<64xf32, #remat.host>
  remat.copy_start %a to %h1 : memref<64xf32> to memref<64xf32, #remat.host>
  remat.copy_done %a to %h1 : memref<64xf32> to memref<64xf32, #remat.host>
  remat.copy_start %h0 to %y : memref<64xf32, #remat.host> to memref<64xf32>
  remat.copy_done %h0 to %y : memref<64xf32, #remat.host> to memref<64xf32>
  memref.dealloc %h0 : memref<64xf32, #remat.host>
  %h2 = memref.alloc() : memref<64xf32, #remat.host>
  remat.copy_start %a to %h2 : memref<64xf32> to memref<64xf32, #remat.host>
  remat.copy_done %a to %h2 : memref<64xf32> to memref<64xf32, #remat.host>
  memref.dealloc %a : memref<64xf32>
  remat.copy_start %h1 to %y : memref<64xf32, #remat.host> to memref<64xf32>
  remat.copy_done %h1 to %y : memref<64xf32, #remat.host> to memref<64xf32>
  memref.dealloc %h1 : memref<64xf32, #remat.host>
  remat.copy_start %h2 to %y : memref<64xf32, #remat.host> to memref<64xf32>
  remat.copy_done %h2 to %y : memref<64xf32, #remat.host> to memref<64xf32>
  memref.dealloc %h2 : memref<64xf32, #remat.host>
  return
}
