// RUN: mcf-opt %s --split-input-file --verify-diagnostics

func.func @outputs(%x: tensor<2x3xi64>) {
  // expected-error @below {{expected one input, an output and an accumulator, and a result for each, but got 1, 1 and 1}}
  %r = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x3xi64>) outs(%x : tensor<2x3xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a : i64
  } -> tensor<2x3xi64>
  return
}

// -----

func.func @dimension(%x: tensor<2x3xi64>, %l: tensor<2xi64>) {
  // expected-error @below {{expected a dimension of the input, but got 2}}
  %r:2 = tm_tensor.scan dimension(2) inclusive(true) ins(%x : tensor<2x3xi64>) outs(%x, %l : tensor<2x3xi64>, tensor<2xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a : i64
  } -> tensor<2x3xi64>, tensor<2xi64>
  return
}

// -----

func.func @accumulator(%x: tensor<2x3xi64>, %l: tensor<3xi64>) {
  // expected-error @below {{expected outputs of 'tensor<2x3xi64>' and of the same without the dimension, but got 'tensor<3xi64>'}}
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x3xi64>) outs(%x, %l : tensor<2x3xi64>, tensor<3xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a : i64
  } -> tensor<2x3xi64>, tensor<3xi64>
  return
}

// -----

func.func @results(%x: tensor<2x3xi64>, %l: tensor<2xi64>) {
  // expected-error @below {{expected results of the types of the outputs, but got 'tensor<?xi64>'}}
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x3xi64>) outs(%x, %l : tensor<2x3xi64>, tensor<2xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a : i64
  } -> tensor<2x3xi64>, tensor<?xi64>
  return
}

// -----

func.func @arguments(%x: tensor<2x3xi64>, %l: tensor<2xi64>) {
  // expected-error @below {{expected a region that takes two of 'i64'}}
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x3xi64>) outs(%x, %l : tensor<2x3xi64>, tensor<2xi64>) {
  ^bb0(%a: i64):
    tm_tensor.yield %a : i64
  } -> tensor<2x3xi64>, tensor<2xi64>
  return
}

// -----

func.func @yields(%x: tensor<2x3xi64>, %l: tensor<2xi64>) {
  // expected-error @below {{expected a region that yields one 'i64'}}
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x3xi64>) outs(%x, %l : tensor<2x3xi64>, tensor<2xi64>) {
  ^bb0(%a: i64, %b: i64):
    tm_tensor.yield %a, %b : i64, i64
  } -> tensor<2x3xi64>, tensor<2xi64>
  return
}
