// RUN: remat-opt %s -split-input-file -remat-outline -verify-diagnostics
// RUN: not remat-opt %s -split-input-file -remat-outline=group-size=0 2>&1 | FileCheck %s --check-prefix=GROUP
// RUN: not remat-opt %s -split-input-file -remat-outline=loss-result=7 2>&1 | FileCheck %s --check-prefix=LOSS

// GROUP: error: 'func.func' op cannot be cut into groups of 0 operations; group-size is at least 1
// LOSS: error: 'func.func' op has 1 results, so that loss-result=7 names none of them; count from 0, or give -1

func.func @no_loss(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{may be forward or backward, since the loss is not known: no result is a float scalar and none is marked remat.loss}}
  %0 = math.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @two_losses(%x: f32) -> (f32, tensor<f32>) {
  // expected-error @+1 {{since the loss is not known: 2 results are a float scalar}}
  %0 = math.tanh %x : f32
  %1 = tensor.from_elements %0 : tensor<f32>
  return %0, %1 : f32, tensor<f32>
}

// -----

// expected-error @+1 {{has 2 blocks; tasks are made of functions of one block only; lift the control flow to scf first (--lift-cf-to-scf)}}
func.func @two_blocks(%x: f32) -> f32 {
  cf.br ^bb1
^bb1:
  return %x : f32
}
