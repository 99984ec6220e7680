// RUN: remat-opt %s -split-input-file -remat-inline -verify-diagnostics

func.func @no_body(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = remat.forward @a(%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    remat.yield %a : tensor<4xf32>
  }
  // expected-error @+1 {{has no body: it can be planned, but not be turned into operations; give it a body, or erase it}}
  %1 = remat.forward @b(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
