// RUN: remat-opt %s --remat-isolate-destinations --split-input-file \
// RUN:   --verify-diagnostics

func.func @unranked(%a: tensor<*xf32>) -> tensor<4xf32> {
  // expected-error@+1 {{has an operand of type 'tensor<*xf32>': tensors without a rank have no size to plan with; give them a static shape}}
  %0 = tensor.cast %a : tensor<*xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @use(tensor<4xf32>)
func.func @unranked_in_loop(%a: tensor<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = tensor.cast %a : tensor<4xf32> to tensor<*xf32>
    // expected-error@+1 {{tensors without a rank have no size}}
    %1 = tensor.cast %0 : tensor<*xf32> to tensor<4xf32>
    func.call @use(%1) : (tensor<4xf32>) -> ()
  }
  return
}
