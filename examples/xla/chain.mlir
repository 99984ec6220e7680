// Four layers of tanh(y w) and what goes back through them, as JAX would print them:
// StableHLO in generic form. docs/xla.md plans it.

func.func @main(%x: tensor<2048x2048xf32>, %w: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %h0 = "stablehlo.dot_general"(%x, %w) <{
        dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
      : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %y0 = "stablehlo.tanh"(%h0) : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %h1 = "stablehlo.dot_general"(%y0, %w) <{
        dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
      : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %y1 = "stablehlo.tanh"(%h1) : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %h2 = "stablehlo.dot_general"(%y1, %w) <{
        dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
      : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %y2 = "stablehlo.tanh"(%h2) : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %h3 = "stablehlo.dot_general"(%y2, %w) <{
        dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
      : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %y3 = "stablehlo.tanh"(%h3) : (tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %s3 = "stablehlo.multiply"(%y3, %y3) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %g3 = "stablehlo.dot_general"(%s3, %w) <{
        dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
      : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %s2 = "stablehlo.multiply"(%g3, %y2) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %g2 = "stablehlo.dot_general"(%s2, %w) <{
        dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
      : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %s1 = "stablehlo.multiply"(%g2, %y1) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %g1 = "stablehlo.dot_general"(%s1, %w) <{
        dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
      : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %s0 = "stablehlo.multiply"(%g1, %y0) : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %g0 = "stablehlo.dot_general"(%s0, %w) <{
        dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}>
      : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  return %g0 : tensor<2048x2048xf32>
}
