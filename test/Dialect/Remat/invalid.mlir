// RUN: remat-opt %s -split-input-file -verify-diagnostics

// remat.forward C1, also of remat.backward.
func.func @empty_label() {
  // expected-error @+1 {{C1: the label is empty}}
  remat.forward @""()
  return
}

// -----

func.func @empty_label_of_backward() {
  // expected-error @+1 {{C1: the label is empty}}
  remat.backward @""()
  return
}

// -----

// remat.forward C2.
func.func @two_blocks() {
  // expected-error @+1 {{C2: the body is one block, but has 2}}
  "remat.forward"() <{label = "a"}> ({
    cf.br ^bb1
  ^bb1:
    remat.yield
  }) : () -> ()
  return
}

// -----

func.func @no_yield() {
  // expected-error @+1 {{C2: the body ends with remat.yield}}
  "remat.forward"() <{label = "a"}> ({
    llvm.unreachable
  }) : () -> ()
  return
}

// -----

func.func @no_terminator() {
  // expected-error @+1 {{C2: the body ends with remat.yield}}
  "remat.backward"() <{label = "a"}> ({
    %0 = arith.constant 0 : i32
  }) : () -> ()
  return
}

// -----

// remat.forward C3.
func.func @too_few_arguments(%x: tensor<4xf32>) {
  // expected-error @+1 {{C3: the body has 0 arguments, but there are 1 operands}}
  "remat.forward"(%x) <{label = "a"}> ({
    remat.yield
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @wrong_argument_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{C3: argument 0 of the body is 'tensor<8xf32>', but operand 0 is 'tensor<4xf32>'}}
  "remat.forward"(%x) <{label = "a"}> ({
  ^bb0(%a: tensor<8xf32>):
    remat.yield
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

// remat.forward C4.
func.func @nested(%x: tensor<4xf32>) {
  remat.forward @a() {
    // expected-error @+1 {{C4: lies within another task}}
    remat.forward @b()
    remat.yield
  }
  return
}

// -----

func.func @nested_deeply(%c: i1) {
  remat.forward @a(%d = %c : i1) {
    scf.if %d {
      // expected-error @+1 {{C4: lies within another task}}
      remat.backward @b()
    }
    remat.yield
  }
  return
}

// -----

// remat.backward C5.
func.func @no_forward() {
  // expected-error @+1 {{C5: differentiates '@a', but no remat.forward of that label stands before it in the same block}}
  remat.backward @b of @a()
  return
}

// -----

func.func @forward_comes_later() {
  remat.forward @first()
  // expected-error @+1 {{C5: differentiates '@a', but no remat.forward of that label stands before it}}
  remat.backward @b of @a()
  remat.forward @a()
  return
}

// -----

func.func @names_a_backward() {
  remat.backward @a()
  // expected-error @+1 {{C5: differentiates '@a'}}
  remat.backward @b of @a()
  return
}

// -----

func.func @forward_in_another_block(%c: i1) {
  remat.forward @a()
  scf.if %c {
    // expected-error @+1 {{C5: differentiates '@a'}}
    remat.backward @b of @a()
  }
  return
}

// -----

// Tasks are isolated.
func.func @captures(%x: tensor<4xf32>) {
  // expected-note @+1 {{required by region isolation constraints}}
  %y = remat.forward @a() -> tensor<4xf32> {
    // expected-error @+1 {{using value defined outside the region}}
    remat.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @body_without_argument_names(%x: tensor<4xf32>) {
  // expected-error @+1 {{a task with a body names the body's arguments: '(%argument = %input : type, ...)'}}
  remat.forward @a(%x : tensor<4xf32>) {
    remat.yield
  }
  return
}

// -----

// remat.yield C1.
func.func @yields_too_little() {
  %0 = remat.forward @a() -> f32 {
    // expected-error @+1 {{C1: yields 0 values, but the task has 1 results}}
    remat.yield
  }
  return
}

// -----

func.func @yields_another_type(%x: f64) {
  %0 = remat.forward @a(%y = %x : f64) -> f32 {
    // expected-error @+1 {{C1: yields 'f64' as result 0, which is 'f32'}}
    remat.yield %y : f64
  }
  return
}

// -----

func.func @yield_outside_of_a_task() {
  // expected-error @+1 {{expects parent op to be one of 'remat.forward, remat.backward'}}
  remat.yield
}

// -----

// remat.barrier C1.
func.func @barrier_with_too_few_results(%x: f32) {
  // expected-error @+1 {{C1: has 1 inputs but 0 results; result i is input i}}
  "remat.barrier"(%x) <{operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> ()
  return
}

// -----

func.func @barrier_that_converts(%x: f32) {
  // expected-error @+1 {{C1: result 0 is 'f64', but input 0 is 'f32'}}
  %0 = "remat.barrier"(%x) <{operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f64
  return
}

// -----

// remat.release C1.
func.func @release_of_nothing() {
  // expected-error @+1 {{C1: releases at least one value, but has none}}
  "remat.release"() : () -> ()
  return
}

// -----

func.func @release_of_a_scalar(%x: f32) {
  // expected-error @+1 {{operand #0 must be variadic of tensor of any type values or}}
  remat.release %x : f32
  return
}

// -----

// remat.release C2.
func.func @use_after_release(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C2: operand 1 is used after it is released; run -remat-lifetimes again after passes that merge or fold tensors}}
  remat.release %y, %x : tensor<4xf32>, tensor<4xf32>
  // expected-note @+1 {{used here}}
  %0 = math.tanh %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @nested_use_after_release(%x: tensor<4xf32>, %c: i1) {
  // expected-error @+1 {{C2: operand 0 is used after it is released}}
  remat.release %x : tensor<4xf32>
  scf.if %c {
    // expected-note @+1 {{used here}}
    %0 = math.tanh %x : tensor<4xf32>
  }
  return
}

// -----

func.func @released_twice(%x: tensor<4xf32>) {
  // expected-error @+1 {{C2: operand 0 is released twice by the same operation}}
  remat.release %x, %x : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @released_again(%x: tensor<4xf32>) {
  // expected-error @+1 {{C2: operand 0 is used after it is released}}
  remat.release %x : tensor<4xf32>
  // expected-note @+1 {{used here}}
  remat.release %x : tensor<4xf32>
  return
}

// -----

// remat.with_workspace C1.
func.func @two_users(%a: memref<4xf32>, %w: memref<256xi8>) {
  // expected-error @+1 {{holds more than one op; a workspace is for one}}
  remat.with_workspace %w : memref<256xi8> {
    linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
    linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  }
  return
}

// -----

func.func @no_user(%w: memref<256xi8>) {
  // expected-error @+1 {{holds no op; a workspace is for one}}
  "remat.with_workspace"(%w) ({
  ^bb0:
  }) : (memref<256xi8>) -> ()
  return
}

// -----

func.func @results(%w: memref<256xi8>) {
  // expected-error @+1 {{holds an op with results}}
  remat.with_workspace %w : memref<256xi8> {
    %0 = arith.constant 1 : index
  }
  return
}

// -----

// remat.park C1.
func.func @read_on_the_host(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C1: the bytes on the host are read before a remat.fetch copies them back}}
  %h = remat.park %x : tensor<4xf32>
  // expected-note @+1 {{read here}}
  %y = math.tanh %h : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @returned_on_the_host(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C1: the bytes on the host are read}}
  %h = remat.park %x : tensor<4xf32>
  %p = remat.await %h : tensor<4xf32>
  %b:2 = remat.barrier %y, %p : tensor<4xf32>, tensor<4xf32>
  // expected-note @+1 {{read here}}
  return %b#1 : tensor<4xf32>
}

// -----

// What only waits for the host is not there.
func.func @waits_for_the_host(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %h = remat.park %x : tensor<4xf32>
  %b = remat.barrier %y after(%h : tensor<4xf32>) : tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----

// remat.fetch C1.
func.func @fetches_from_the_device(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{C1: the operand is not on the host: no remat.park is behind it}}
  %y = remat.fetch %x : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @fetches_twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %h = remat.park %x : tensor<4xf32>
  %y = remat.fetch %h : tensor<4xf32>
  // expected-error @+1 {{C1: the operand is not on the host}}
  %z = remat.fetch %y : tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

// remat.await C1.
func.func @awaits_nothing(%x: tensor<4xf32>) -> tensor<4xf32> {
  %b = remat.barrier %x : tensor<4xf32>
  // expected-error @+1 {{C1: nothing copies the operand: neither a remat.park nor a remat.fetch is behind it}}
  %y = remat.await %b : tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

func.func @changes_the_type(%x: tensor<4xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{failed to verify that all of {source, result} have same type}}
  %h = "remat.park"(%x) : (tensor<4xf32>) -> tensor<2xf32>
  return %h : tensor<2xf32>
}

// -----

// remat.copy_start C1.
func.func @copies_another_shape(%x: memref<4xf32>, %h: memref<2x2xf32, #remat.host>) {
  // expected-error @+1 {{C1: source and target have the same shape and element type, but are 'memref<4xf32>' and 'memref<2x2xf32, #remat.host>'}}
  remat.copy_start %x to %h : memref<4xf32> to memref<2x2xf32, #remat.host>
  return
}

// -----

// remat.copy_start C2.
func.func @copies_on_the_device(%x: memref<4xf32>, %y: memref<4xf32>) {
  // expected-error @+1 {{C2: one of source and target is in the host's memory (#remat.host), but they are 'memref<4xf32>' and 'memref<4xf32>'}}
  remat.copy_start %x to %y : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @copies_on_the_host(%x: memref<4xf32, #remat.host>, %y: memref<4xf32, #remat.host>) {
  // expected-error @+1 {{C2: one of source and target is in the host's memory}}
  remat.copy_done %x to %y : memref<4xf32, #remat.host> to memref<4xf32, #remat.host>
  return
}

// -----

func.func @copies_an_unknown_size(%x: memref<?xf32>, %h: memref<?xf32, #remat.host>) {
  // expected-error @+1 {{operand #0 must be statically shaped memref of any type values}}
  remat.copy_done %x to %h : memref<?xf32> to memref<?xf32, #remat.host>
  return
}

// -----

func.func @parks_an_unknown_size(%x: tensor<?xf32>) {
  // expected-error @+1 {{operand #0 must be statically shaped tensor of any type values}}
  %h = remat.park %x : tensor<?xf32>
  return
}
