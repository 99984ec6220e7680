// RUN: remat-opt %s -split-input-file -verify-diagnostics

func.func @pretty(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{custom op 'stablehlo.add' is read in generic form only; print the module with get_asm(print_generic_op_form=True) in Python, or with --mlir-print-op-generic in a tool that has the dialect}}
  %0 = stablehlo.add %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// expected-error@+1 {{custom op 'sdy.no_such_operation' is read in generic form only}}
sdy.no_such_operation @mesh

// -----

// expected-error@+1 {{'stablehlo.constant' op is a constant: it has no operand, one result and an attribute 'value'}}
%0 = "stablehlo.constant"() : () -> tensor<f32>

// -----

func.func @operand(%x: tensor<f32>) {
  // expected-error@+1 {{'chlo.constant' op is a constant: it has no operand, one result and an attribute 'value'}}
  %0 = "chlo.constant"(%x) {value = dense<0.0> : tensor<f32>} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @middle(%x: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.return' op must be the last operation in the parent block}}
  "stablehlo.return"() : () -> ()
  return
}

// -----

// expected-error@+1 {{unbalanced '[' character in pretty dialect name}}
"stablehlo.no_such_operation"() <{a = #stablehlo.dot<[}> : () -> ()

// -----

// The namespaces are only these.
// expected-error@+1 {{operation being parsed with an unregistered dialect}}
"stable.add"() : () -> ()

// -----

// Nothing comes in from outside but by operands, as the real dialect has it.
func.func @isolated(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-note@+1 {{required by region isolation constraints}}
  %0 = "sdy.manual_computation"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    // expected-error@+1 {{'sdy.return' op using value defined outside the region}}
    "sdy.return"(%x) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
