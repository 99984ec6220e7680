// RUN: remat-opt %s -remat-lifetimes -verify-diagnostics

// expected-error @+1 {{has 2 blocks; lifetimes are written for functions of one block only; lift the control flow to scf first (--lift-cf-to-scf)}}
func.func @two_blocks(%x: f32) -> f32 {
  cf.br ^bb1
^bb1:
  return %x : f32
}
