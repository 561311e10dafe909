// RUN: mcf-opt %s --convert-mcf-to-scf -split-input-file -verify-diagnostics

func.func @none(%x: tensor<20xf32>) -> tensor<20xf32> {
  // expected-error @below {{expected a placed schedule, but got none: run mcf-apply-tiling and mcf-hoist-statements before convert-mcf-to-scf}}
  %f = mcf.chain <m = 20> ins(%x : tensor<20xf32>) -> (tensor<20xf32>) {
  ^bb0(%X: !mcf.named<[m], f32>):
    %Y = mcf.map ins(%X : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%xe: f32):
      %a = arith.negf %xe : f32
      mcf.yield %a : f32
    }
    mcf.yield %Y : !mcf.named<[m], f32>
  }
  return %f : tensor<20xf32>
}

// -----

func.func @raw(%x: tensor<20xf32>) -> tensor<20xf32> {
  %f = mcf.chain <m = 20> ins(%x : tensor<20xf32>) -> (tensor<20xf32>) {
  ^bb0(%X: !mcf.named<[m], f32>):
    %Y = mcf.map ins(%X : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%xe: f32):
      %a = arith.negf %xe : f32
      mcf.yield %a : f32
    }
    // expected-error @below {{expected a placed schedule, but got a raw one: run mcf-hoist-statements before convert-mcf-to-scf}}
    mcf.schedule <m = 32> {
      mcf.load %X : !mcf.named<[m], f32>
      mcf.compute %Y : !mcf.named<[m], f32>
      mcf.store %Y : !mcf.named<[m], f32>
    }
    mcf.yield %Y : !mcf.named<[m], f32>
  }
  return %f : tensor<20xf32>
}

// -----

func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %f = mcf.chain <m = ? in [1, 64]> ins(%x : tensor<?xf32>) -> (tensor<?xf32>) {
  ^bb0(%X: !mcf.named<[m], f32>):
    %Y = mcf.map ins(%X : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%xe: f32):
      %a = arith.negf %xe : f32
      mcf.yield %a : f32
    }
    mcf.schedule <m = 64> placed {
      // expected-error @below {{expected a loop over 'm' around it, but got none}}
      mcf.load %X : !mcf.named<[m], f32>
      mcf.compute %Y : !mcf.named<[m], f32>
      mcf.store %Y : !mcf.named<[m], f32>
    }
    mcf.yield %Y : !mcf.named<[m], f32>
  }
  return %f : tensor<?xf32>
}

// -----

func.func @empty(%x: tensor<0xf32>) -> tensor<0xf32> {
  // expected-error @below {{expected dims of at least one element, but got 0 for dim 'm'}}
  %f = mcf.chain <m = 0> ins(%x : tensor<0xf32>) -> (tensor<0xf32>) {
  ^bb0(%X: !mcf.named<[m], f32>):
    %Y = mcf.map ins(%X : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%xe: f32):
      %a = arith.negf %xe : f32
      mcf.yield %a : f32
    }
    mcf.schedule <m = 64> placed {
      mcf.load %X : !mcf.named<[m], f32>
      mcf.compute %Y : !mcf.named<[m], f32>
      mcf.store %Y : !mcf.named<[m], f32>
    }
    mcf.yield %Y : !mcf.named<[m], f32>
  }
  return %f : tensor<0xf32>
}

// -----

func.func @cluster(%x: tensor<20xf32>) -> tensor<20xf32> {
  %f = mcf.chain <m = 20> ins(%x : tensor<20xf32>) -> (tensor<20xf32>) {
  ^bb0(%X: !mcf.named<[m], f32>):
    %Y = mcf.map ins(%X : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%xe: f32):
      %a = arith.negf %xe : f32
      mcf.yield %a : f32
    }
    mcf.schedule <m = 8> placed {
      // expected-error @below {{expected a block or a serial loop, but got a cluster loop, which is not supported yet}}
      mcf.loop "m" cluster {
        mcf.load %X : !mcf.named<[m], f32>
        mcf.compute %Y : !mcf.named<[m], f32>
        mcf.store %Y : !mcf.named<[m], f32>
      }
    }
    mcf.yield %Y : !mcf.named<[m], f32>
  }
  return %f : tensor<20xf32>
}

// -----

// What mcf-hoist-statements checks is checked here too.
func.func @unloaded(%x: tensor<20xf32>) -> tensor<20xf32> {
  %f = mcf.chain <m = 20> ins(%x : tensor<20xf32>) -> (tensor<20xf32>) {
  ^bb0(%X: !mcf.named<[m], f32>):
    %Y = mcf.map ins(%X : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%xe: f32):
      %a = arith.negf %xe : f32
      mcf.yield %a : f32
    }
    mcf.schedule <m = 32> placed {
      // expected-error @below {{expected a load of operand 0 of its op before it}}
      mcf.compute %Y : !mcf.named<[m], f32>
      mcf.store %Y : !mcf.named<[m], f32>
    }
    mcf.yield %Y : !mcf.named<[m], f32>
  }
  return %f : tensor<20xf32>
}

// -----

// A sum that is still open where it is read, and no factor.
func.func @open(%x: tensor<20x30xf32>) -> tensor<20xf32> {
  %f = mcf.chain <m = 20, n = 30> ins(%x : tensor<20x30xf32>) -> (tensor<20xf32>) {
  ^bb0(%X: !mcf.named<[m, n], f32>):
    %S = mcf.reduce <add> %X : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %Y = mcf.map ins(%X, %S : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%xe: f32, %se: f32):
      %a = arith.addf %xe, %se : f32
      mcf.yield %a : f32
    }
    %T = mcf.reduce <add> %Y : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    mcf.schedule <m = 32, n = 8> placed {
      mcf.loop "n" serial {
        mcf.load %X : !mcf.named<[m, n], f32>
        // expected-note @below {{the value is computed here}}
        mcf.compute %S : !mcf.named<[m], f32>
        // expected-error @below {{expected to stand outside of the loop over 'n'}}
        mcf.compute %Y : !mcf.named<[m, n], f32>
        mcf.compute %T : !mcf.named<[m], f32>
      }
      mcf.store %T : !mcf.named<[m], f32>
    }
    mcf.yield %T : !mcf.named<[m], f32>
  }
  return %f : tensor<20xf32>
}

// -----

// Tiles of all trips are kept: more than any memory holds.
func.func @huge(%x: tensor<1099511627776x4xi8>) -> tensor<1099511627776x4xi8> {
  %f = mcf.chain <m = 1099511627776, n = 4> ins(%x : tensor<1099511627776x4xi8>) -> (tensor<1099511627776x4xi8>) {
  ^bb0(%X: !mcf.named<[m, n], i8>):
    %S = mcf.reduce <add> %X : !mcf.named<[m, n], i8> -> !mcf.named<[m], i8>
    %Y = mcf.map ins(%X, %S : !mcf.named<[m, n], i8>, !mcf.named<[m], i8>) -> !mcf.named<[m, n], i8> {
    ^bb0(%xe: i8, %se: i8):
      %a = arith.addi %xe, %se : i8
      mcf.yield %a : i8
    }
    mcf.schedule <m = 3, n = 1> placed {
      mcf.loop "n" serial {
        mcf.loop "m" serial {
          mcf.load %X : !mcf.named<[m, n], i8>
          // expected-error @below {{expected kept tiles of at most 2^40 elements}}
          mcf.compute %S : !mcf.named<[m], i8>
        }
      }
      mcf.loop "n" serial {
        mcf.loop "m" serial {
          mcf.load %X : !mcf.named<[m, n], i8>
          mcf.compute %Y : !mcf.named<[m, n], i8>
          mcf.store %Y : !mcf.named<[m, n], i8>
        }
      }
    }
    mcf.yield %Y : !mcf.named<[m, n], i8>
  }
  return %f : tensor<1099511627776x4xi8>
}

// -----

func.func @narrow(%x: tensor<20xf8E4M3FNUZ>) -> tensor<20xf8E4M3FNUZ> {
  %f = mcf.chain <m = 20> ins(%x : tensor<20xf8E4M3FNUZ>) -> (tensor<20xf8E4M3FNUZ>) {
  ^bb0(%X: !mcf.named<[m], f8E4M3FNUZ>):
    // expected-error @below {{expected f8E4M3FN, f8E5M2 or float types of at least 16 bits, but got 'f8E4M3FNUZ'}}
    %Y = mcf.map ins(%X : !mcf.named<[m], f8E4M3FNUZ>) -> !mcf.named<[m], f8E4M3FNUZ> {
    ^bb0(%xe: f8E4M3FNUZ):
      %a = arith.negf %xe : f8E4M3FNUZ
      mcf.yield %a : f8E4M3FNUZ
    }
    mcf.schedule <m = 32> placed {
      mcf.load %X : !mcf.named<[m], f8E4M3FNUZ>
      mcf.compute %Y : !mcf.named<[m], f8E4M3FNUZ>
      mcf.store %Y : !mcf.named<[m], f8E4M3FNUZ>
    }
    mcf.yield %Y : !mcf.named<[m], f8E4M3FNUZ>
  }
  return %f : tensor<20xf8E4M3FNUZ>
}

// -----

module {
module @inner {
  func.func @nested(%x: tensor<20xf32>) -> tensor<20xf32> {
    // expected-error @below {{expected chains in functions of the module only}}
    %f = mcf.chain <m = 20> ins(%x : tensor<20xf32>) -> (tensor<20xf32>) {
    ^bb0(%X: !mcf.named<[m], f32>):
      mcf.yield %X : !mcf.named<[m], f32>
    }
    return %f : tensor<20xf32>
  }
}
}
