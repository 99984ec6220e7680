// RUN: remat-opt %s --split-input-file --verify-diagnostics --remat-print-graph=target=xla-gpu -o /dev/null

// expected-error @+1 {{the sharding of argument #0 (sdy.sharding) is over the mesh @mesh, which the module does not have (sdy.mesh): #sdy.sharding<@mesh, [{"x"}]>}}
func.func @no_mesh(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

"sdy.mesh"() <{mesh = #sdy.mesh<["x"=4]>, sym_name = "mesh"}> : () -> ()
// expected-error @+1 {{names the axis "y", which its mesh does not have}}
func.func @no_axis(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

"sdy.mesh"() <{mesh = #sdy.mesh<["x"=4]>, sym_name = "mesh"}> : () -> ()
// expected-error @+1 {{argument #0 (sdy.sharding) uses an axis twice}}
func.func @axis_twice(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"x":(2)2}]>}) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

// -----

"sdy.mesh"() <{mesh = #sdy.mesh<["x"=4]>, sym_name = "mesh"}> : () -> ()
// expected-error @+1 {{takes 2 after 4 of the axis "x", which has 4}}
func.func @part_of_axis(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x":(4)2}]>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

"sdy.mesh"() <{mesh = #sdy.mesh<["x"=4]>, sym_name = "mesh"}> : () -> ()
// expected-error @+1 {{argument #0 (sdy.sharding) is for 2 dimensions of a tensor of 1}}
func.func @rank(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

"sdy.mesh"() <{mesh = #sdy.mesh<["x"=0]>, sym_name = "mesh"}> : () -> ()
// expected-error @+1 {{is over the mesh @mesh, which cannot be read: expected a number from 1 to 2^31}}
func.func @empty_axis(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

"sdy.mesh"() <{mesh = #sdy.mesh<["x"=2147483648, "y"=2147483648, "z"=2147483648]>, sym_name = "mesh"}> : () -> ()
// expected-error @+1 {{is over a mesh of more than 2^31 devices}}
func.func @large_mesh(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument #0 (mhlo.sharding) expected 'devices=', 'replicated', 'maximal', 'manual', 'unknown' or 'unreduced' before}}
func.func @word(%x: tensor<4xf32> {mhlo.sharding = "{sideways}"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument #0 (mhlo.sharding) expected '{' at '17 : i64'}}
func.func @no_string(%x: tensor<4xf32> {mhlo.sharding = 17}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{has tiles for 4 devices and names another number of them}}
func.func @iota(%x: tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[8]}"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{has tiles for 4 devices and lists 3}}
func.func @listed(%x: tensor<4xf32> {mhlo.sharding = "{devices=[4]0,1,2}"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{expected a permutation of its 2 axes after 'T'}}
func.func @permutation(%x: tensor<4xf32> {mhlo.sharding = "{devices=[4]<=[2,2]T(1,1)}"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{splits 2 dimensions of a tensor of 1}}
func.func @tiles(%x: tensor<4xf32> {mhlo.sharding = "{devices=[2,2]<=[4]}"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument #0 (mhlo.sharding) is for 2 tensors where there are 1}}
func.func @tuple(%x: tensor<4xf32> {mhlo.sharding = "{{replicated}, {replicated}}"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{argument #0 (mhlo.sharding) expected '}' at its end}}
func.func @unfinished(%x: tensor<4xf32> {mhlo.sharding = "{replicated"}) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{the sharding of result #0 (mhlo.sharding) expected its end at '!'}}
func.func @result(%x: tensor<4xf32>) -> (tensor<4xf32> {mhlo.sharding = "{replicated}!"}) {
  return %x : tensor<4xf32>
}

// -----

func.func @constraint(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{the sharding of 'sdy.sharding_constraint' (sharding) is over the mesh @mesh, which the module does not have}}
  %0 = "sdy.sharding_constraint"(%x) <{sharding = #sdy.sharding<@mesh, [{"x"}]>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
