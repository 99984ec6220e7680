// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-verify-budget

// A parked value takes bytes of the host, and none of the device: 256 of the
// argument, 256 of the result and three values at once, in place of four.
func.func @parked(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 1280 : i64, remat.host_budget = 256 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = remat.park %a : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  %c = math.cos %a : tensor<64xf32>
  %p = remat.await %h : tensor<64xf32>
  %d = arith.addf %b, %c : tensor<64xf32>
  %e = math.tanh %d : tensor<64xf32>
  %f = remat.fetch %p : tensor<64xf32>
  %a1 = remat.await %f : tensor<64xf32>
  %g = arith.addf %e, %a1 : tensor<64xf32>
  return %g : tensor<64xf32>
}

// -----

// Without an await, it leaves after its last reader.
func.func @not_awaited(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 1280 : i64, remat.host_budget = 256 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = remat.park %a : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  %c = math.cos %a : tensor<64xf32>
  %d = arith.addf %b, %c : tensor<64xf32>
  %e = math.tanh %d : tensor<64xf32>
  %f = remat.fetch %h : tensor<64xf32>
  %g = arith.addf %e, %f : tensor<64xf32>
  return %g : tensor<64xf32>
}

// -----

// The bytes of a fetch count from where it begins.
// expected-note @+2 {{what would help: budget=1536 for this pass}}
// expected-error @+1 {{'fetched_early' does not fit its budget of 1280 bytes (1.25 KiB): it needs 1536 bytes (1.5 KiB), 256 bytes more}}
func.func @fetched_early(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 1280 : i64, remat.host_budget = 256 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = remat.park %a : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  %c = math.cos %a : tensor<64xf32>
  %p = remat.await %h : tensor<64xf32>
  %t = math.sin %c : tensor<64xf32>
  %f = remat.fetch %p : tensor<64xf32>
  // expected-note @+4 {{most is alive here, at arith.addf: 1536 bytes (1.5 KiB) at once, 512 bytes of them resident}}
  // expected-note-re @+3 {{alive: 256 bytes, tensor<64xf32>, %a, math.exp at {{.*}}}}
  // expected-note-re @+2 {{alive: 256 bytes, tensor<64xf32>, %b, math.tanh at {{.*}}}}
  // expected-note-re @+1 {{alive: 256 bytes, tensor<64xf32>, %t, math.sin at {{.*}}}}
  %d = arith.addf %b, %t : tensor<64xf32>
  %g = arith.addf %d, %f : tensor<64xf32>
  return %g : tensor<64xf32>
}

// -----

// expected-error @+1 {{'too_much_on_the_host' does not fit its host budget of 255 bytes: it parks 256 bytes at once, 1 byte more; set remat.host_budget to 256, or plan the step again for this host-budget}}
func.func @too_much_on_the_host(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 2048 : i64, remat.host_budget = 255 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = remat.park %a : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  %c = math.cos %b : tensor<64xf32>
  %f = remat.fetch %h : tensor<64xf32>
  %g = arith.addf %c, %f : tensor<64xf32>
  return %g : tensor<64xf32>
}

// -----

// A pass that merges values undoes a plan.
func.func @read_while_away(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 2048 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = remat.park %a : tensor<64xf32>
  %p = remat.await %h : tensor<64xf32>
  %b = math.tanh %x : tensor<64xf32>
  %c = math.cos %b : tensor<64xf32>
  // expected-error @+1 {{fetches a value that is read on the device while it is away; let its readers read what was fetched}}
  %f = remat.fetch %p : tensor<64xf32>
  %g = arith.addf %c, %f : tensor<64xf32>
  %i = arith.addf %g, %a : tensor<64xf32>
  return %i : tensor<64xf32>
}

// -----

func.func @parks_an_argument(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 2048 : i64} {
  // expected-error @+1 {{parks a value that has no storage of its own to give up: an argument}}
  %h = remat.park %x : tensor<64xf32>
  %b = math.tanh %x : tensor<64xf32>
  %f = remat.fetch %h : tensor<64xf32>
  %g = arith.addf %b, %f : tensor<64xf32>
  return %g : tensor<64xf32>
}

// -----

// What StableHLO itself places on the host: 256 bytes of the argument, 256 of the
// result, and two values at once; without the calls it would be three.
func.func @placed(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 1024 : i64, remat.host_budget = 256 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = "stablehlo.custom_call"(%a) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<64xf32>) -> tensor<64xf32>
  %b = math.tanh %x : tensor<64xf32>
  %c = math.cos %b : tensor<64xf32>
  %d = math.sin %c : tensor<64xf32>
  %o:2 = "stablehlo.optimization_barrier"(%h, %d) : (tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
  %y = "stablehlo.custom_call"(%o#0) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<64xf32>) -> tensor<64xf32>
  %g = arith.addf %o#1, %y : tensor<64xf32>
  return %g : tensor<64xf32>
}

// -----

// The same with a byte less on the host.
// expected-error @+1 {{'placed_too_much' does not fit its host budget of 255 bytes: it parks 256 bytes at once, 1 byte more}}
func.func @placed_too_much(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 1024 : i64, remat.host_budget = 255 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = "stablehlo.custom_call"(%a) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "pinned_host"}} : (tensor<64xf32>) -> tensor<64xf32>
  %b = math.tanh %x : tensor<64xf32>
  %c = math.cos %b : tensor<64xf32>
  %d = math.sin %c : tensor<64xf32>
  %o:2 = "stablehlo.optimization_barrier"(%h, %d) : (tensor<64xf32>, tensor<64xf32>) -> (tensor<64xf32>, tensor<64xf32>)
  %y = "stablehlo.custom_call"(%o#0) <{call_target_name = "annotate_device_placement", has_side_effect = true}> {mhlo.frontend_attributes = {_xla_buffer_placement = "device"}} : (tensor<64xf32>) -> tensor<64xf32>
  %g = arith.addf %o#1, %y : tensor<64xf32>
  return %g : tensor<64xf32>
}

// -----

// Targets that park nothing keep the bytes.
// expected-note @+2 {{what would help: budget=1280 for this pass}}
// expected-error @+1 {{'on_the_cpu' does not fit its budget of 1279 bytes (1.25 KiB): it needs 1280 bytes (1.25 KiB), 1 byte more}}
func.func @on_the_cpu(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.budget = 1279 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = remat.park %a : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  %c = math.cos %a : tensor<64xf32>
  %p = remat.await %h : tensor<64xf32>
  // expected-note @+4 {{most is alive here}}
  // expected-note-re @+3 {{alive: 256 bytes, tensor<64xf32>, %a, math.exp at {{.*}}}}
  // expected-note-re @+2 {{alive: 256 bytes, tensor<64xf32>, %b, math.tanh at {{.*}}}}
  // expected-note-re @+1 {{alive: 256 bytes, tensor<64xf32>, %c, math.cos at {{.*}}}}
  %d = arith.addf %b, %c : tensor<64xf32>
  %e = math.tanh %d : tensor<64xf32>
  %f = remat.fetch %p : tensor<64xf32>
  %g = arith.addf %e, %f : tensor<64xf32>
  return %g : tensor<64xf32>
}

// -----

func.func @never_fetched(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 2048 : i64} {
  %a = math.exp %x : tensor<64xf32>
  // expected-error @+1 {{parks a value that no remat.fetch copies back; erase it (--canonicalize)}}
  %h = remat.park %a : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  return %b : tensor<64xf32>
}

// -----

func.func @parked_twice(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 2048 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = remat.park %a : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  // expected-error @+1 {{parks a value that is on its way to the host already; fetch it before}}
  %i = remat.park %a : tensor<64xf32>
  %c = math.cos %b : tensor<64xf32>
  %f = remat.fetch %h : tensor<64xf32>
  %g = arith.addf %c, %f : tensor<64xf32>
  return %g : tensor<64xf32>
}

// -----

// The second park reads the original, which is away by then.
func.func @parked_again_after_it_left(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 4096 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = remat.park %a : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  %p = remat.await %h : tensor<64xf32>
  %c = math.cos %b : tensor<64xf32>
  // expected-error @+1 {{fetches a value that is read on the device while it is away; let its readers read what was fetched}}
  %f = remat.fetch %p : tensor<64xf32>
  %d = arith.addf %c, %f : tensor<64xf32>
  %i = remat.park %a : tensor<64xf32>
  %e = math.sin %d : tensor<64xf32>
  %g = remat.fetch %i : tensor<64xf32>
  %r = arith.addf %e, %g : tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

// What was fetched may be parked again.
func.func @parked_again(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 4096 : i64, remat.host_budget = 256 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = remat.park %a : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  %p = remat.await %h : tensor<64xf32>
  %c = math.cos %b : tensor<64xf32>
  %f = remat.fetch %p : tensor<64xf32>
  %d = arith.addf %c, %f : tensor<64xf32>
  %i = remat.park %f : tensor<64xf32>
  %e = math.sin %d : tensor<64xf32>
  %k = math.sin %e : tensor<64xf32>
  %g = remat.fetch %i : tensor<64xf32>
  %r = arith.addf %k, %g : tensor<64xf32>
  return %r : tensor<64xf32>
}

// -----

func.func @fetched_for_none(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 2048 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = remat.park %a : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  %c = math.cos %b : tensor<64xf32>
  // expected-error @+1 {{fetches a value that no later op reads; erase it (--canonicalize)}}
  %f = remat.fetch %h : tensor<64xf32>
  return %c : tensor<64xf32>
}

// -----

func.func @not_parked(%x: tensor<64xf32>) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 2048 : i64} {
  %a = math.exp %x : tensor<64xf32>
  // expected-error @+1 {{C1: the operand is not on the host: no remat.park is behind it}}
  %f = remat.fetch %a : tensor<64xf32>
  %b = math.tanh %f : tensor<64xf32>
  return %b : tensor<64xf32>
}

// -----

func.func @fetched_inside(%x: tensor<64xf32>, %p: i1) -> tensor<64xf32> attributes {remat.target = "xla-gpu", remat.budget = 4096 : i64} {
  %a = math.exp %x : tensor<64xf32>
  %h = remat.park %a : tensor<64xf32>
  %b = math.tanh %a : tensor<64xf32>
  %c = scf.if %p -> tensor<64xf32> {
    // expected-error @+1 {{is nested in another operation; values are parked only in the function's own block}}
    %f = remat.fetch %h : tensor<64xf32>
    scf.yield %f : tensor<64xf32>
  } else {
    scf.yield %b : tensor<64xf32>
  }
  return %c : tensor<64xf32>
}
