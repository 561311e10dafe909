// RUN: mcf-opt %s -verify-diagnostics -split-input-file -allow-unregistered-dialect

// Attributes and types.
// expected-error @+1 {{expected a size of at least 0 for dim 'm', but got -1}}
func.func private @f() attributes {a = #mcf.dim<m = -1>}

// -----

func.func @tf32(%a: tensor<4x8xf16>, %b: tensor<8x4xf16>) -> tensor<4x4xf32> {
  %r = mcf.chain #mcf.dims<m = 4, n = 4, k = 8> ins(%a, %b : tensor<4x8xf16>, tensor<8x4xf16>) -> (tensor<4x4xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    // expected-error @+1 {{expected operands and a result of f32 with tf32, but got 'f16'}}
    %C = mcf.contract %A, %B {tf32} : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return %r : tensor<4x4xf32>
}

// -----

// expected-error @+1 {{expected a range 0 <= min <= max for dim 'm', but got [8, 4]}}
func.func private @f() attributes {a = #mcf.dim<m = ? in [8, 4]>}

// -----

// expected-error @+1 {{expected likely sizes of dim 'm' in [4, 8], but got 9}}
func.func private @f() attributes {a = #mcf.dim<m = ? in [4, 8] likely [4, 9]>}

// -----

// expected-error @+1 {{expected integer value}}
func.func private @f() attributes {a = #mcf.dim<m = x>}

// -----

// expected-error @+1 {{integer value too large}}
func.func private @f() attributes {a = #mcf.dim<m = 99999999999999999999>}

// -----

// expected-error @+1 {{expected distinct dims, but got 'm' twice}}
func.func private @f() attributes {a = #mcf.dims<m = 1, m = 2>}

// -----

// expected-error @+1 {{expected one tile size per dim, but got 'm' twice}}
func.func private @f() attributes {a = #mcf.tiles<m = 1, m = 2>}

// -----

// expected-error @+1 {{expected a tile size from 1 to 2147483647 for dim 'm', but got 0}}
func.func private @f() attributes {a = #mcf.tiles<m = 0>}

// -----

// expected-error @+1 {{expected a tile size from 1 to 2147483647 for dim 'm', but got 2147483648}}
func.func private @f() attributes {a = #mcf.tiles<m = 2147483648>}

// -----

// expected-error @+1 {{expected a signless integer or float element type, but got 'index'}}
func.func private @f(!mcf.named<[m], index>)

// -----

// expected-error @+1 {{expected a signless integer or float element type, but got 'ui8'}}
func.func private @f(!mcf.named<[m], ui8>)

// -----

// expected-error @+1 {{expected distinct dims, but got 'm' twice}}
func.func private @f(!mcf.named<[m, m], f32>)

// -----

// The chain.
func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{expected the body to end with mcf.yield}}
  "mcf.chain"(%a) <{dims = #mcf.dims<m = 4>}> ({
  ^bb0(%A: !mcf.named<[m], f32>):
    "test.end"() : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

// A block loop asks the chain for its results, so the chain is checked first.
func.func @f(%a: tensor<4xf32>) {
  "mcf.chain"(%a) <{dims = #mcf.dims<m = 4>}> ({
  ^bb0(%A: !mcf.named<[m], f32>):
    // expected-error @+1 {{block with no terminator}}
    "mcf.schedule"() <{tiles = #mcf.tiles<m = 4>}> ({
      "mcf.loop"() <{dim = "m", binding = #mcf<binding block>}> ({
      ^bb0:
      }) : () -> ()
    }) : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{expected the body to end with mcf.yield}}
  "mcf.chain"(%a) <{dims = #mcf.dims<m = 4>}> ({
  ^bb0(%A: !mcf.named<[m], f32>):
    "mcf.schedule"() <{tiles = #mcf.tiles<m = 4>}> ({
      "mcf.loop"() <{dim = "m", binding = #mcf<binding block>}> ({
      ^bb0:
      }) : () -> ()
    }) : () -> ()
    "test.end"() : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
  "mcf.chain"(%a) <{dims = #mcf.dims<m = 4>}> ({}) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: memref<4xf32>) {
  // expected-error @+1 {{operand #0 must be variadic of ranked tensor of any type values or floating-point or signless integer, but got 'memref<4xf32>'}}
  "mcf.chain"(%a) <{dims = #mcf.dims<m = 4>}> ({
  ^bb0(%A: !mcf.named<[m], f32>):
    mcf.yield
  }) : (memref<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{Invalid attribute `dims` in property conversion: 4 : i32}}
  "mcf.chain"(%a) <{dims = 4 : i32}> ({
  ^bb0(%A: !mcf.named<[m], f32>):
    mcf.yield
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+1 {{expected arrays with named dims in a chain, but got 'tensor<4xf32>'}}
  "mcf.chain"(%a) <{dims = #mcf.dims<m = 4>}> ({
  ^bb0(%A: tensor<4xf32>):
    mcf.yield
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  // expected-error @+1 {{expected a dim of the chain, but got 'x'}}
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, x], f32>, %B: !mcf.named<[k, n], f32>):
    mcf.yield %B : !mcf.named<[k, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    // expected-error @+1 {{expected a dim of the chain, but got 'x'}}
    %p = mcf.map -> !mcf.named<[x], f32> {
      %0 = arith.constant 1.0 : f32
      mcf.yield %0 : f32
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    // expected-error @+1 {{expected only mcf.contract, mcf.map, mcf.reduce and mcf.schedule in a chain}}
    %x = arith.constant 1.0 : f32
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  // expected-error @+1 {{expected at most one schedule, but got 2}}
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.schedule <m = 4, n = 8, k = 2> {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  // expected-error @+1 {{expected 2 block arguments, but got 1}}
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    mcf.yield %A : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  // expected-error @+1 {{expected input 0 to have element type 'f16', but got 'f32'}}
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f32>):
    mcf.yield %B : !mcf.named<[k, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  // expected-error @+1 {{expected input 0 to have rank 1, but got 2}}
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>, %B: !mcf.named<[k, n], f32>):
    mcf.yield %B : !mcf.named<[k, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  // expected-error @+1 {{expected axis 1 of input 0 to have the size of dim 'k', 3, but got 2}}
  %r = mcf.chain <m = 4, n = 8, k = 3> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    mcf.yield %B : !mcf.named<[k, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  // expected-error @+1 {{expected 2 yielded values, but got 1}}
  %r:2 = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  // expected-error @+1 {{expected axis 1 of result 0 to have the size of dim 'n', 8, but got 9}}
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x9xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  // expected-error @+1 {{expected result 0 to have element type 'f32', but got 'f16'}}
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  // expected-error @+1 {{expected dims of at most 1099511627776 elements, but got 'x' of 1099511627777}}
  %r = mcf.chain <m = 4, n = 8, k = 2, x = 1099511627777> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %x: tensor<4xf32>) {
  // expected-note @+1 {{required by region isolation constraints}}
  %r = mcf.chain <m = 4> ins(%a : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    // expected-error @+1 {{'mcf.yield' op using value defined outside the region}}
    mcf.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @f(%a: f32) {
  // expected-error @+1 {{expects parent op to be one of 'mcf.chain, mcf.map'}}
  mcf.yield %a : f32
}

// -----

// Contractions.
func.func @f(%a: tensor<4x2xf32>, %b: tensor<2xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k], f32>):
    // expected-error @+1 {{expected every dim of the result in an operand, but got 'n' in neither}}
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k], f32> -> !mcf.named<[m, n], f32>
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    // expected-error @+1 {{expected a reduced dim in both operands, but got 'n' in one}}
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m], f32>
    mcf.yield %C : !mcf.named<[m], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %b: tensor<8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4xf32>, tensor<8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>, %B: !mcf.named<[n], f32>):
    // expected-error @+1 {{expected a dim to reduce over, but got none}}
    %C = mcf.contract %A, %B : !mcf.named<[m], f32>, !mcf.named<[n], f32> -> !mcf.named<[m, n], f32>
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xi8>, %b: tensor<2x8xi8>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xi8>, tensor<2x8xi8>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], i8>, %B: !mcf.named<[k, n], i8>):
    // expected-error @+1 {{expected operands and result to be all floats or all integers, but got 'i8' and 'f32'}}
    %C = mcf.contract %A, %B : !mcf.named<[m, k], i8>, !mcf.named<[k, n], i8> -> !mcf.named<[m, n], f32>
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf16>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf16>) -> (tensor<4x8xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f16>):
    // expected-error @+1 {{expected a result element type at least as wide as the operands', but got 'f16' from 'f32'}}
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    mcf.yield %C : !mcf.named<[m, n], f16>
  }
  return
}

// -----

func.func @f(%a: !mcf.named<[m, k], f32>) {
  // expected-error @+1 {{expects parent op 'mcf.chain'}}
  %C = mcf.contract %a, %a : !mcf.named<[m, k], f32>, !mcf.named<[m, k], f32> -> !mcf.named<[m], f32>
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  %r = mcf.chain <m = 4> ins(%a : tensor<4xf32>) -> (tensor<f32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    %0 = arith.constant 1.0 : f32
    // expected-error @+1 {{operand #1 must be an array whose dims have names, but got 'f32'}}
    %C = "mcf.contract"(%A, %0) : (!mcf.named<[m], f32>, f32) -> !mcf.named<[], f32>
    mcf.yield %C : !mcf.named<[], f32>
  }
  return
}

// -----

// Maps.
func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    // expected-error @+1 {{expected every dim of an operand in the result, but got 'k' in an operand only}}
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      mcf.yield %x : f32
    }
    mcf.yield %p : !mcf.named<[m], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    // expected-error @+1 {{expected 1 block arguments, but got 2}}
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m, k], f32> {
    ^bb0(%x: f32, %y: f32):
      mcf.yield %x : f32
    }
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    // expected-error @+1 {{expected block argument 0 to be of type 'f32', but got 'f16'}}
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m, k], f32> {
    ^bb0(%x: f16):
      %y = arith.constant 1.0 : f32
      mcf.yield %y : f32
    }
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    // expected-error @+1 {{expected the body to end with mcf.yield of one value}}
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m, k], f32> {
    ^bb0(%x: f32):
      mcf.yield %x, %x : f32, f32
    }
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    // expected-error @+1 {{expected the body to end with mcf.yield of one value}}
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m, k], f32> {
    ^bb0(%x: f32):
      "test.end"() : () -> ()
    }
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    // expected-error @+1 {{expected the body to yield 'f32', but got 'f16'}}
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m, k], f32> {
    ^bb0(%x: f32):
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m, k], f32> {
    ^bb0(%x: f32):
      // expected-error @+1 {{expected a pure scalar op in the body of mcf.map}}
      %y = "test.op"() : () -> f32
      mcf.yield %y : f32
    }
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m, k], f32> {
    ^bb0(%x: f32):
      %c = arith.constant true
      // expected-error @+1 {{expected a pure scalar op in the body of mcf.map}}
      %y = scf.if %c -> f32 {
        scf.yield %x : f32
      } else {
        scf.yield %x : f32
      }
      mcf.yield %y : f32
    }
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m, k], f32> {
    ^bb0(%x: f32):
      // expected-error @+1 {{expected an op of arith or math or mcf.index in the body of mcf.map}}
      %y = vector.broadcast %x : f32 to vector<4xf32>
      mcf.yield %x : f32
    }
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m, k], f32> {
    ^bb0(%x: f32):
      // expected-error @+1 {{expected scalars in the body of mcf.map}}
      %y = arith.constant dense<1.0> : vector<4xf32>
      mcf.yield %x : f32
    }
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    %one = arith.constant 1.0 : f32
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m, k], f32> {
    ^bb0(%x: f32):
      // expected-error @+1 {{expected operands from the body of mcf.map only}}
      %0 = arith.addf %x, %one : f32
      mcf.yield %0 : f32
    }
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    %one = arith.constant 1.0 : f32
    // expected-error @+1 {{expected the body to yield a value of its own}}
    %p = mcf.map ins(%A : !mcf.named<[m, k], f32>) -> !mcf.named<[m, k], f32> {
    ^bb0(%x: f32):
      mcf.yield %one : f32
    }
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4xf32>, %s: f32) {
  %r = mcf.chain <m = 4> ins(%a : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    %p = mcf.map ins(%A : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      // expected-error @+1 {{expected a dim of the enclosing map's result, but got 'n'}}
      %i = mcf.index "n"
      mcf.yield %x : f32
    }
    mcf.yield %p : !mcf.named<[m], f32>
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expects parent op 'mcf.map'}}
  %i = mcf.index "n"
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  %r = mcf.chain <m = 4> ins(%a : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    // expected-error @+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
    %p = "mcf.map"(%A) ({}) : (!mcf.named<[m], f32>) -> !mcf.named<[m], f32>
    mcf.yield %p : !mcf.named<[m], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  %r = mcf.chain <m = 4> ins(%a : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    // expected-error @+1 {{expects a non-empty block}}
    %p = "mcf.map"(%A) ({
    ^bb0(%x: f32):
    }) : (!mcf.named<[m], f32>) -> !mcf.named<[m], f32>
    mcf.yield %p : !mcf.named<[m], f32>
  }
  return
}

// -----

// Reductions.
func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    // expected-error @+1 {{expected a result of element type 'f32', but got 'f16'}}
    %p = mcf.reduce <add> %A : !mcf.named<[m, k], f32> -> !mcf.named<[m], f16>
    mcf.yield %p : !mcf.named<[m], f16>
  }
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4xf32>) -> (tensor<2xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    // expected-error @+1 {{expected every dim of the result in the input, but got 'k' in the result only}}
    %p = mcf.reduce <add> %A : !mcf.named<[m], f32> -> !mcf.named<[k], f32>
    mcf.yield %p : !mcf.named<[k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    // expected-error @+1 {{expected a dim to reduce over, but got none}}
    %p = mcf.reduce <add> %A : !mcf.named<[m, k], f32> -> !mcf.named<[m, k], f32>
    mcf.yield %p : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xi8>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xi8>) -> (tensor<4xi8>) {
  ^bb0(%A: !mcf.named<[m, k], i8>):
    // expected-error @+1 {{expected a float element type for kind 'maximumf', but got 'i8'}}
    %p = mcf.reduce <maximumf> %A : !mcf.named<[m, k], i8> -> !mcf.named<[m], i8>
    mcf.yield %p : !mcf.named<[m], i8>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>) {
  %r = mcf.chain <m = 4, k = 2> ins(%a : tensor<4x2xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>):
    // expected-error @+1 {{expected an integer element type for kind 'maxsi', but got 'f32'}}
    %p = mcf.reduce <maxsi> %A : !mcf.named<[m, k], f32> -> !mcf.named<[m], f32>
    mcf.yield %p : !mcf.named<[m], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  %r = mcf.chain <m = 4> ins(%a : tensor<4xf32>) -> (tensor<f32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    // expected-error @+1 {{Invalid attribute `kind` in property conversion: "max"}}
    %p = "mcf.reduce"(%A) <{kind = "max"}> : (!mcf.named<[m], f32>) -> !mcf.named<[], f32>
    mcf.yield %p : !mcf.named<[], f32>
  }
  return
}

// -----

// Schedules.
func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    // expected-error @+1 {{expected a tile size for each dim, but got none for 'k'}}
    mcf.schedule <m = 4, n = 8> {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    // expected-error @+1 {{expected tile sizes for dims of the chain only, but got one for 'x'}}
    mcf.schedule <m = 4, n = 8, k = 2, x = 1> {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<3x4x2xf32>) {
  %r = mcf.chain <b = 3, m = 4, k = 2> ins(%a : tensor<3x4x2xf32>) -> (tensor<3xf32>) {
  ^bb0(%A: !mcf.named<[b, m, k], f32>):
    %C = mcf.contract %A, %A : !mcf.named<[b, m, k], f32>, !mcf.named<[b, m, k], f32> -> !mcf.named<[b], f32>
    // expected-error @+1 {{expected tile size 1 for batch dim 'b', but got 2}}
    mcf.schedule <b = 2, m = 4, k = 2> {
      mcf.load %A : !mcf.named<[b, m, k], f32>
      mcf.compute %C : !mcf.named<[b], f32>
      mcf.store %C : !mcf.named<[b], f32>
    }
    mcf.yield %C : !mcf.named<[b], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      // expected-error @+1 {{expected only loops and statements in mcf.schedule}}
      "test.op"() : () -> ()
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    // expected-note @+1 {{for this op}}
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    // expected-error @+1 {{expected one mcf.compute for each op of the chain, but got 0}}
    mcf.schedule <m = 4, n = 8, k = 2> {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    // expected-note @+1 {{for this op}}
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    // expected-error @+1 {{expected one mcf.compute for each op of the chain, but got 2}}
    mcf.schedule <m = 4, n = 8, k = 2> {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    // expected-error @+1 {{expected one mcf.store for each result of the chain, but got 0 for result 0}}
    mcf.schedule <m = 4, n = 8, k = 2> {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    // expected-error @+1 {{expected one mcf.store for each result of the chain, but got 2 for result 0}}
    mcf.schedule <m = 4, n = 8, k = 2> {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

// expected-error @+1 {{expects parent op 'mcf.chain'}}
mcf.schedule <m = 4> {
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    // expected-error @+1 {{Invalid attribute `tiles` in property conversion: #mcf.dims<m = 4>}}
    "mcf.schedule"() <{tiles = #mcf.dims<m = 4>}> ({
    ^bb0:
    }) : () -> ()
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    // expected-error @+1 {{region #0 ('body') failed to verify constraint: region with 1 blocks}}
    "mcf.schedule"() <{tiles = #mcf.tiles<m = 4, n = 8, k = 2>}> ({}) : () -> ()
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    // expected-error @+1 {{region should have no arguments}}
    "mcf.schedule"() <{tiles = #mcf.tiles<m = 4, n = 8, k = 2>}> ({
    ^bb0(%i: index):
    }) : () -> ()
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

// Loops.
func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      // expected-error @+1 {{expected a dim of the chain, but got 'x'}}
      mcf.loop "x" serial {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
      }
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      // expected-error @+1 {{expected a block loop over a parallel dim, but got 'k', which is reduced over or not in every result}}
      mcf.loop "k" block {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
      }
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      mcf.loop "m" block {
      // expected-error @+1 {{expected one loop per dim around a statement, but got two over 'm'}}
      mcf.loop "m" serial {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
      }
      }
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      mcf.loop "n" serial {
      // expected-error @+1 {{expected a block loop to stand in block loops only, but got a serial loop around it}}
      mcf.loop "m" block {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
      }
      }
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      mcf.load %A : !mcf.named<[m, k], f32>
      // expected-error @+1 {{expected a block loop to be alone in its scope}}
      mcf.loop "m" block {
      mcf.load %A : !mcf.named<[m, k], f32>
      mcf.load %B : !mcf.named<[k, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
      }
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

// expected-error @+1 {{expects parent op to be one of 'mcf.schedule, mcf.loop'}}
mcf.loop "m" serial {
}

// -----

func.func @f() {
  // expected-error @+1 {{expects parent op to be one of 'mcf.schedule, mcf.loop'}}
  "mcf.loop"() <{dim = "m", binding = #mcf<binding block>}> ({
  ^bb0:
  }) : () -> ()
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      // expected-error @+1 {{Invalid attribute `binding` in property conversion: 1 : i32}}
      "mcf.loop"() <{dim = "m", binding = 1 : i32}> ({
      ^bb0:
      }) : () -> ()
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      // expected-error @+1 {{Invalid attribute `dim` in property conversion: 1 : i32}}
      "mcf.loop"() <{dim = 1 : i32, binding = #mcf<binding block>}> ({
      ^bb0:
      }) : () -> ()
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

// Statements.
func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      // expected-error @+1 {{expected an input of the chain, but got the result of an op}}
      mcf.load %C : !mcf.named<[m, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      // expected-error @+1 {{expected the result of an op of the chain, but got an input}}
      mcf.compute %A : !mcf.named<[m, k], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      // expected-error @+1 {{expected the result of an op of the chain, but got an input}}
      mcf.store %A : !mcf.named<[m, k], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
      mcf.store %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x2xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      // expected-error @+1 {{expected a value that the chain yields, but got one that it does not}}
      mcf.store %C : !mcf.named<[m, n], f32>
      mcf.compute %C : !mcf.named<[m, n], f32>
    }
    mcf.yield %A : !mcf.named<[m, k], f32>
  }
  return
}

// -----

func.func @f(%a: !mcf.named<[m], f32>) {
  // expected-error @+1 {{expects parent op to be one of 'mcf.schedule, mcf.loop'}}
  mcf.load %a : !mcf.named<[m], f32>
  return
}

// -----

func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x8xf32>) {
  %r = mcf.chain <m = 4, n = 8, k = 2> ins(%a, %b : tensor<4x2xf32>, tensor<2x8xf32>) -> (tensor<4x8xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    mcf.schedule <m = 4, n = 8, k = 2> {
      %0 = "test.op"() : () -> f32
      // expected-error @+1 {{operand #0 must be an array whose dims have names, but got 'f32'}}
      "mcf.compute"(%0) : (f32) -> ()
    }
    mcf.yield %C : !mcf.named<[m, n], f32>
  }
  return
}

// -----

func.func @f(%a: tensor<4xf32>) {
  // expected-error @+2 {{expected ::mcf::MaskedRows to be one of: nan, zero}}
  // expected-error @+1 {{failed to parse MCF_MaskedRowsAttr}}
  %r = mcf.chain <m = 4> masked_rows none ins(%a : tensor<4xf32>) -> (tensor<4xf32>) {
  ^bb0(%A: !mcf.named<[m], f32>):
    mcf.yield %A : !mcf.named<[m], f32>
  }
  return
}

// -----

// expected-error @+1 {{expected warps to be a power of two from 1 to 16, but got 12}}
func.func private @f() attributes {m = #mcf.mapping<warps = 12>}

// -----

// expected-error @+1 {{expected stages from 1 to 8, but got 9}}
func.func private @f() attributes {m = #mcf.mapping<stages = 9>}

// -----

// expected-error @+1 {{expected an overlap from 0 to 2, but got 3}}
func.func private @f() attributes {m = #mcf.mapping<overlap = 3>}

// -----

// expected-error @+1 {{expected an overlap from 0 to 2, but got -1}}
func.func private @f() attributes {m = #mcf.mapping<overlap = -1>}

// -----

// expected-error @+1 {{expected 0, 1 or 4 producers, but got 2}}
func.func private @f() attributes {m = #mcf.mapping<producers = 2>}

// -----

// expected-error @+1 {{expected 'warps', 'stages', 'overlap' or 'producers', but got 'warp'}}
func.func private @f() attributes {m = #mcf.mapping<warp = 8>}

// -----

// expected-error @+1 {{expected each field once, but got 'warps' again}}
func.func private @f() attributes {m = #mcf.mapping<warps = 8, warps = 8>}

// -----

// expected-error @+1 {{expected a #mcf.mapping, but got 8 : i64}}
func.func private @f() attributes {mcf.mapping = 8}

// -----

// expected-error @+1 {{expected 'mcf.constant' without a value, but got 1 : i64}}
func.func private @f(tensor<4xf32> {mcf.constant = 1})

// -----

// expected-error @+1 {{expected an array where an argument is 'mcf.constant', but got argument 1 of another type}}
func.func private @f(tensor<4xf32>, f32 {mcf.constant})

// -----

// expected-error @+1 {{expected 'mcf.constants' to be numbers of operands (array<i64>), but got 3 : i64}}
func.func private @f() attributes {mcf.constants = 3}
