// RUN: remat-opt %s -test-remat-task-interface -o /dev/null | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// 2 m n k flops; both operands and the accumulator are read.
// CHECK: matmul: linalg.matmul flops=256 read=320 written=64 workspace=0 again{{$}}
func.func @matmul(%x: tensor<4x8xf32>, %w: tensor<8x4xf32>, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = linalg.matmul {test.task = "matmul"} ins(%x, %w : tensor<4x8xf32>, tensor<8x4xf32>)
      outs(%o : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// The extents of a convolution come from the filter and the result: 1*3*3*5*2*2*2
// points of two flops.
// CHECK: conv: linalg.conv_2d_nhwc_hwcf flops=720 read=468 written=180
func.func @conv(%x: tensor<1x4x4x2xf32>, %w: tensor<2x2x2x5xf32>, %o: tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf {test.task = "conv"}
      ins(%x, %w : tensor<1x4x4x2xf32>, tensor<2x2x2x5xf32>)
      outs(%o : tensor<1x3x3x5xf32>) -> tensor<1x3x3x5xf32>
  return %0 : tensor<1x3x3x5xf32>
}

// The window of a pooling gives extents and is not read.
// CHECK: pool: linalg.pooling_nhwc_sum flops=36 read=100 written=36
func.func @pool(%x: tensor<1x4x4x1xf32>, %w: tensor<2x2xf32>, %o: tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32> {
  %0 = linalg.pooling_nhwc_sum {test.task = "pool"} ins(%x, %w : tensor<1x4x4x1xf32>, tensor<2x2xf32>)
      outs(%o : tensor<1x3x3x1xf32>) -> tensor<1x3x3x1xf32>
  return %0 : tensor<1x3x3x1xf32>
}

// An exponential counts 10, an addition 1, per point; a destination that is
// overwritten is not read, a broadcast operand once.
// CHECK: generic: linalg.generic flops=352 read=144 written=128
func.func @generic(%x: tensor<4x8xf32>, %r: tensor<4xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.generic {test.task = "generic", indexing_maps = [#id, #row, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%x, %r : tensor<4x8xf32>, tensor<4xf32>) outs(%o : tensor<4x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %e = math.exp %a : f32
    %s = arith.addf %e, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// A gather reads what it captures.
// CHECK: gather: linalg.generic flops=0 read=144 written=16
func.func @gather(%x: tensor<32xf32>, %i: tensor<4xi32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {test.task = "gather",
                       indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                       iterator_types = ["parallel"]}
      ins(%i : tensor<4xi32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: i32, %out: f32):
    %p = arith.index_cast %a : i32 to index
    %v = tensor.extract %x[%p] : tensor<32xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// Extents that are not known count as one, sizes as nothing.
// CHECK: dynamic: linalg.matmul flops=64 read=128 written=0 workspace=0 again
func.func @dynamic(%x: tensor<?x8xf32>, %w: tensor<8x4xf32>, %o: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = linalg.matmul {test.task = "dynamic"} ins(%x, %w : tensor<?x8xf32>, tensor<8x4xf32>)
      outs(%o : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// Sums saturate; flops do not.
// CHECK: huge: linalg.matmul flops=2000000000000000{{[0-9]+}} read=9223372036854775807 written=4000000000000000000
func.func @huge(%x: tensor<1000000000x1000000000xf32>) -> tensor<1000000000x1000000000xf32> {
  %0 = linalg.matmul {test.task = "huge"}
      ins(%x, %x : tensor<1000000000x1000000000xf32>, tensor<1000000000x1000000000xf32>)
      outs(%x : tensor<1000000000x1000000000xf32>) -> tensor<1000000000x1000000000xf32>
  return %0 : tensor<1000000000x1000000000xf32>
}

// A fill prepares a destination if it fills one and is nothing else.
// CHECK: fill-for-outs: linalg.fill flops=0 read=0 written=16 workspace=0 again prepares{{$}}
// CHECK: fill-for-ins: linalg.fill flops=0 read=0 written=16 workspace=0 again{{$}}
// CHECK: fill-over: linalg.fill flops=0 read=0 written=16 workspace=0 again{{$}}
func.func @fill(%f: f32, %x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.fill {test.task = "fill-for-outs"} ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %b = linalg.fill {test.task = "fill-for-ins"} ins(%f : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c = linalg.fill {test.task = "fill-over"} ins(%f : f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.add ins(%b, %b : tensor<4xf32>, tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  %1 = linalg.add ins(%0, %0 : tensor<4xf32>, tensor<4xf32>) outs(%c : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// CHECK: softmax: linalg.softmax flops=544 read=384 written=256 workspace=0 again
func.func @softmax(%x: tensor<4x8xf32>, %o: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.softmax {test.task = "softmax"} dimension(1) ins(%x : tensor<4x8xf32>)
      outs(%o : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// On memrefs it writes memory, and does not run again.
// CHECK: buffers: linalg.matmul flops=256 read=320 written=64 workspace=0{{$}}
func.func @buffers(%x: memref<4x8xf32>, %w: memref<8x4xf32>, %o: memref<4x4xf32>) {
  linalg.matmul {test.task = "buffers"} ins(%x, %w : memref<4x8xf32>, memref<8x4xf32>)
      outs(%o : memref<4x4xf32>)
  return
}
