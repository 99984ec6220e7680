// RUN: not remat-opt %s --remat-verify-budget="budget=60%%" 2>&1 | FileCheck %s --check-prefix=SHARE
// RUN: not remat-opt %s --remat-verify-budget="budget=lots" 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not remat-opt %s --remat-verify-budget="budget=127" 2>&1 | FileCheck %s --check-prefix=OVER
// RUN: remat-opt %s --remat-verify-budget="budget=128" -o /dev/null

// SHARE: '60%' is no budget to verify: it has no meaning without a plan; give bytes (8GiB, 500MB, a byte count)
// TEXT: 'lots'
// OVER: error: 'f' does not fit its budget of 127 bytes: it needs 128 bytes, 1 byte more
func.func @f(%x: tensor<16xf32>) -> tensor<16xf32> {
  %a = math.exp %x : tensor<16xf32>
  return %a : tensor<16xf32>
}
