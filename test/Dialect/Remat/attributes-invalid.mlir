// RUN: remat-opt %s -split-input-file -verify-diagnostics

// #remat.cost C1.
// expected-error @+1 {{C1: time is in nanoseconds, finite and not negative, but is -1.000000e+00}}
func.func private @f() attributes {x = #remat.cost<time = -1.0>}

// -----

// expected-error @+1 {{C1: time is in nanoseconds, finite and not negative}}
func.func private @f() attributes {x = #remat.cost<time = 1.0e400>}

// -----

// #remat.cost C2.
// expected-error @+1 {{C2: workspace is in bytes and not negative, but is -8}}
func.func private @f() attributes {x = #remat.cost<workspace = -8>}

// -----

// expected-error @+1 {{integer value too large}}
func.func private @f() attributes {x = #remat.cost<workspace = 9223372036854775808>}

// -----

// #remat.cost C3.
// expected-error @+1 {{C3: a cost gives 'time', 'workspace' or both, but has neither}}
func.func private @f() attributes {x = #remat.cost<>}

// -----

// expected-error @+1 {{'flops' is no part of a cost, which has 'time' and 'workspace'}}
func.func private @f() attributes {x = #remat.cost<flops = 1>}

// -----

// expected-error @+1 {{'time' is given twice}}
func.func private @f() attributes {x = #remat.cost<time = 1.0, time = 2.0>}

// -----

// expected-error @+2 {{expected one of [forward, backward, other] for part of a training step, got: sideward}}
// expected-error @+1 {{failed to parse Remat_PhaseAttr parameter 'value'}}
func.func private @f() attributes {x = #remat.phase<sideward>}

// -----

// expected-error @+2 {{expected one of [auto, save, recompute, may_recompute] for what a user asks of a task, got: never}}
// expected-error @+1 {{failed to parse Remat_PolicyAttr parameter 'value'}}
func.func private @f() attributes {x = #remat.policy<never>}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{attribute 'remat.cost' is a #remat.cost<time = ..., workspace = ...>, but is 1.250000e+01 : f64}}
  %0 = math.tanh %x {remat.cost = 12.5} : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{attribute 'remat.phase' is a #remat.phase<forward>, <backward> or <other>, but is "forward"}}
  %0 = math.tanh %x {remat.phase = "forward"} : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{attribute 'remat.policy' is a #remat.policy<auto>, <save>, <recompute> or <may_recompute>, but is unit}}
  %0 = math.tanh %x {remat.policy} : f32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{has a cost of its own: write it as 'cost <...>', not as the attribute 'remat.cost'}}
  remat.forward @a() attributes {remat.cost = #remat.cost<time = 1.0>}
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{has the phase that its name says; the attribute 'remat.phase' is for other operations}}
  remat.backward @a() attributes {remat.phase = #remat.phase<forward>}
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{attribute 'remat.polices' is unknown; the dialect has 'remat.cost', 'remat.phase' and 'remat.policy' for operations}}
  %0 = math.tanh %x {remat.polices} : f32
  return
}

// -----

// expected-error @+1 {{attribute 'remat.loss' belongs on a result of a function, not on an operation}}
func.func @f() attributes {remat.loss} {
  return
}

// -----

// expected-error @+1 {{attribute 'remat.range' belongs on an argument of a function, not on an operation}}
func.func private @f() attributes {remat.range = array<i64: 0, 1>}

// -----

// expected-error @+1 {{attribute 'remat.loss' of argument 0 is unknown; the dialect has 'remat.range' for arguments}}
func.func private @f(f32 {remat.loss})

// -----

// expected-error @+1 {{attribute 'remat.range' of argument 0 is array<i64: lo, hi> with lo < hi (hi itself is outside), but is array<i64: 3, 3>}}
func.func private @f(i32 {remat.range = array<i64: 3, 3>})

// -----

// expected-error @+1 {{attribute 'remat.range' of argument 1 is array<i64: lo, hi> with lo < hi (hi itself is outside), but is array<i64: 0, 1, 2>}}
func.func private @f(f32, i32 {remat.range = array<i64: 0, 1, 2>})

// -----

// expected-error @+1 {{attribute 'remat.range' of argument 0 is array<i64: lo, hi> with lo < hi (hi itself is outside), but is [0, 1]}}
func.func private @f(i32 {remat.range = [0, 1]})

// -----

// expected-error @+1 {{attribute 'remat.range' of argument 0 is for integers and tensors of integers, but the argument is 'tensor<4xf32>'}}
func.func private @f(tensor<4xf32> {remat.range = array<i64: 0, 1>})

// -----

// expected-error @+1 {{attribute 'remat.range' of result 0 is unknown; the dialect has 'remat.loss' for results}}
func.func private @f() -> (i32 {remat.range = array<i64: 0, 1>})

// -----

// expected-error @+1 {{attribute 'remat.loss' of result 0 has no value, but is true}}
func.func private @f() -> (f32 {remat.loss = true})

// -----

// expected-error @+1 {{the loss is one float, or a tensor of one float, but result 1, which 'remat.loss' marks, is 'tensor<4xf32>'}}
func.func private @f() -> (f32, tensor<4xf32> {remat.loss})

// -----

// expected-error @+1 {{the loss is one float, or a tensor of one float, but result 0, which 'remat.loss' marks, is 'tensor<i32>'}}
func.func private @f() -> (tensor<i32> {remat.loss})

// -----

// expected-error @+1 {{the loss is one float, or a tensor of one float, but result 0, which 'remat.loss' marks, is 'tensor<?xf32>'}}
func.func private @f() -> (tensor<?xf32> {remat.loss})

// -----

// expected-error @+1 {{has one loss, but 'remat.loss' marks both result 0 and result 2}}
func.func private @f() -> (f32 {remat.loss}, f32, tensor<1x1xf32> {remat.loss})

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{attribute 'remat.budget' belongs on a function}}
  %0 = math.tanh %x {remat.budget = 8} : f32
  return
}

// -----

// expected-error @+1 {{attribute 'remat.budget' is a positive i64}}
func.func private @f() attributes {remat.budget = 0}

// -----

// expected-error @+1 {{attribute 'remat.budget' is a positive i64}}
func.func private @f() attributes {remat.budget = "8GiB"}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{attribute 'remat.target' belongs on a function}}
  %0 = math.tanh %x {remat.target = "cuda"} : f32
  return
}

// -----

// expected-error @+1 {{attribute 'remat.target' is the name of a target, such as "cuda", but is ""}}
func.func private @f() attributes {remat.target = ""}

// -----

// expected-error @+1 {{attribute 'remat.target' is the name of a target, such as "cuda", but is 1 : i64}}
func.func private @f() attributes {remat.target = 1}

// -----

// expected-error @+1 {{attribute 'remat.arena_bytes' is a number of bytes, an i64 that is not negative, but is -1 : i64}}
func.func private @f() attributes {remat.arena_bytes = -1 : i64}

// -----

// expected-error @+1 {{attribute 'remat.live_peak_bytes' is a number of bytes}}
func.func private @f() attributes {remat.live_peak_bytes = "8GiB"}

// -----

// expected-error @+1 {{attribute 'remat.argument_offsets' is an array<i64> of offsets in bytes, -1 for arguments that are passed, but is array<i64: 0, -2>}}
func.func private @f() attributes {remat.argument_offsets = array<i64: 0, -2>}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{attribute 'remat.arena_alignment' belongs on a function}}
  %0 = math.tanh %x {remat.arena_alignment = 64 : i64} : f32
  return
}

// -----

// expected-error @+1 {{attribute 'remat.budget' is a positive i64}}
func.func private @f() attributes {remat.budget = 8 : ui64}

// -----

// expected-error @+1 {{attribute 'remat.target': there is no target 'nonsense'; targets are 'cpu', 'cuda', 'cuda-generated', 'xla-gpu'}}
func.func private @f() attributes {remat.target = "nonsense"}

// -----

// expected-error @+1 {{attribute 'remat.target': there is no target 'xla_gpu'; targets are 'cpu', 'cuda', 'cuda-generated', 'xla-gpu'; near it is 'xla-gpu'}}
func.func private @f() attributes {remat.target = "xla_gpu"}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{attribute 'remat.polcy' is unknown; the dialect has 'remat.cost', 'remat.phase' and 'remat.policy' for operations, and 'remat.budget' for functions; near it is 'remat.policy'}}
  %0 = math.tanh %x {remat.polcy = #remat.policy<save>} : f32
  return
}

// -----

// expected-error @+1 {{near it are 'remat.budget', 'remat.range'}}
func.func private @f() attributes {remat.budgte = 8 : i64}

// -----

// expected-error @+1 {{attribute 'remat.rnge' of argument 0 is unknown; the dialect has 'remat.range' for arguments; near it is 'remat.range'}}
func.func private @f(i32 {remat.rnge = array<i64: 0, 2>})

// -----

// expected-error @+1 {{attribute 'remat.lss' of result 0 is unknown; the dialect has 'remat.loss' for results; near it is 'remat.loss'}}
func.func private @f() -> (f32 {remat.lss})

// -----

// expected-error @+1 {{attribute 'remat.host_budget' is a positive i64 number of bytes}}
func.func private @f() attributes {remat.host_budget = 0 : i64}
