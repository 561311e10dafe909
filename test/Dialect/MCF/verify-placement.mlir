// RUN: mcf-opt %s --mcf-hoist-statements -verify-diagnostics -split-input-file -o /dev/null

// Placed schedules written by hand are checked: everything is there when it is used, and complete
// unless the use can be deferred. 4 trips over each dim.
// The tiles of C are kept; E is complete when it is stored.
func.func @kept(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "k" serial {
          mcf.load %A : !mcf.named<[m, k], f32>
          mcf.loop "n" serial {
            mcf.load %B : !mcf.named<[k, n], f32>
            mcf.compute %C : !mcf.named<[m, n], f32>
          }
        }
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.load %D : !mcf.named<[n, h], f32>
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// The exponential runs on the running maximum; w stands before the reciprocal that it takes.
func.func @deferred(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %r = mcf.reduce <maximumf> %C : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %p = mcf.map ins(%C, %r : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.subf %x, %y : f32
      %1 = math.exp %0 : f32
      mcf.yield %1 : f32
    }
    %l = mcf.reduce <add> %p : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %i = mcf.map ins(%l : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      %one = arith.constant 1.0 : f32
      %0 = arith.divf %one, %x : f32
      mcf.yield %0 : f32
    }
    %w = mcf.map ins(%p, %i : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.mulf %x, %y : f32
      mcf.yield %0 : f32
    }
    %E = mcf.contract %w, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.loop "k" serial {
              mcf.load %A : !mcf.named<[m, k], f32>
              mcf.load %B : !mcf.named<[k, n], f32>
              mcf.compute %C : !mcf.named<[m, n], f32>
            }
            mcf.compute %r : !mcf.named<[m], f32>
            mcf.compute %p : !mcf.named<[m, n], f32>
            mcf.compute %l : !mcf.named<[m], f32>
            mcf.compute %w : !mcf.named<[m, n], f32>
            mcf.load %D : !mcf.named<[n, h], f32>
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
          mcf.compute %i : !mcf.named<[m], f32>
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// Each dim needs a loop, or a tile that covers it.
func.func @no_loop(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "n" serial {
          // expected-error @+1 {{expected a loop over 'k' of 4 trips around it, but got none}}
          mcf.compute %C : !mcf.named<[m, n], f32>
          mcf.load %D : !mcf.named<[n, h], f32>
          mcf.loop "h" serial {
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
        }
        mcf.loop "h" serial {
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// Also a load.
func.func @no_loop_around_load(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        // expected-error @+1 {{expected a loop over 'k' of 4 trips around it, but got none}}
        mcf.load %A : !mcf.named<[m, k], f32>
        mcf.loop "n" serial {
          mcf.loop "k" serial {
            mcf.load %B : !mcf.named<[k, n], f32>
            mcf.compute %C : !mcf.named<[m, n], f32>
          }
          mcf.loop "h" serial {
            mcf.load %D : !mcf.named<[n, h], f32>
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
        }
        mcf.loop "h" serial {
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// And a store.
func.func @no_loop_around_store(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "n" serial {
          mcf.loop "k" serial {
            mcf.load %A : !mcf.named<[m, k], f32>
            mcf.load %B : !mcf.named<[k, n], f32>
            mcf.compute %C : !mcf.named<[m, n], f32>
          }
          mcf.loop "h" serial {
            mcf.load %D : !mcf.named<[n, h], f32>
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
        }
        // expected-error @+1 {{expected a loop over 'h' of 4 trips around it, but got none}}
        mcf.store %E : !mcf.named<[m, h], f32>
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// The number of trips over a symbol is not known.
func.func @no_loop_over_symbol(%a: tensor<?x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<?x64xf32> {
  %e = mcf.chain <m = ? in [1, 64], n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<?x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<?x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "n" serial {
        mcf.loop "k" serial {
          // expected-error @+1 {{expected a loop over 'm' around it, but got none}}
          mcf.load %A : !mcf.named<[m, k], f32>
          mcf.load %B : !mcf.named<[k, n], f32>
          mcf.compute %C : !mcf.named<[m, n], f32>
        }
        mcf.loop "h" serial {
          mcf.load %D : !mcf.named<[n, h], f32>
          mcf.compute %E : !mcf.named<[m, h], f32>
        }
      }
      mcf.loop "h" serial {
        mcf.store %E : !mcf.named<[m, h], f32>
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<?x64xf32>
}

// -----

// Each trip over h would add the same terms to C again.
func.func @adds_again(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "k" serial {
          mcf.loop "h" serial {
            mcf.loop "n" serial {
              mcf.load %A : !mcf.named<[m, k], f32>
              mcf.load %B : !mcf.named<[k, n], f32>
              // expected-error @+1 {{expected only loops over its dims inside the loop over 'k', which it sums over, but got one over 'h'}}
              mcf.compute %C : !mcf.named<[m, n], f32>
            }
          }
        }
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.load %D : !mcf.named<[n, h], f32>
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// C starts anew in each trip over h, so after it there is no complete C.
func.func @used_outside(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.loop "k" serial {
              mcf.load %A : !mcf.named<[m, k], f32>
              mcf.load %B : !mcf.named<[k, n], f32>
              // expected-error @+1 {{expected all that uses it to stand in the loop over 'h', in each trip of which it is recomputed}}
              mcf.compute %C : !mcf.named<[m, n], f32>
            }
          }
        }
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.load %D : !mcf.named<[n, h], f32>
            // expected-note @+1 {{used outside of it here}}
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

func.func @no_load(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "n" serial {
          mcf.loop "k" serial {
            mcf.load %A : !mcf.named<[m, k], f32>
            mcf.load %B : !mcf.named<[k, n], f32>
            mcf.compute %C : !mcf.named<[m, n], f32>
          }
          mcf.loop "h" serial {
            // expected-error @+1 {{expected a load of operand 1 of its op before it, in a loop around it, but got none}}
            mcf.compute %E : !mcf.named<[m, h], f32>
            mcf.load %D : !mcf.named<[n, h], f32>
          }
        }
        mcf.loop "h" serial {
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// The load over there has been and gone.
func.func @load_in_other_loop(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "n" serial {
          mcf.loop "h" serial {
            mcf.load %D : !mcf.named<[n, h], f32>
          }
          mcf.loop "k" serial {
            mcf.load %A : !mcf.named<[m, k], f32>
            mcf.load %B : !mcf.named<[k, n], f32>
            mcf.compute %C : !mcf.named<[m, n], f32>
          }
          mcf.loop "h" serial {
            // expected-error @+1 {{expected a load of operand 1 of its op before it, in a loop around it, but got none}}
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
        }
        mcf.loop "h" serial {
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// C is still summed over k.
func.func @incomplete(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "k" serial {
          mcf.loop "n" serial {
            mcf.load %A : !mcf.named<[m, k], f32>
            mcf.load %B : !mcf.named<[k, n], f32>
            // expected-note @+1 {{the value is computed here}}
            mcf.compute %C : !mcf.named<[m, n], f32>
            mcf.loop "h" serial {
              mcf.load %D : !mcf.named<[n, h], f32>
              // expected-error @+1 {{expected to stand outside of the loop over 'k', over which a value it reads is still summed}}
              mcf.compute %E : !mcf.named<[m, h], f32>
            }
          }
          mcf.loop "h" serial {
            mcf.store %E : !mcf.named<[m, h], f32>
          }
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// E is still summed over n.
func.func @incomplete_store(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "n" serial {
          mcf.loop "k" serial {
            mcf.load %A : !mcf.named<[m, k], f32>
            mcf.load %B : !mcf.named<[k, n], f32>
            mcf.compute %C : !mcf.named<[m, n], f32>
          }
          mcf.loop "h" serial {
            mcf.load %D : !mcf.named<[n, h], f32>
            // expected-note @+1 {{the value is computed here}}
            mcf.compute %E : !mcf.named<[m, h], f32>
            // expected-error @+1 {{expected to stand outside of the loop over 'n', over which a value it reads is still summed}}
            mcf.store %E : !mcf.named<[m, h], f32>
          }
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

func.func @too_early(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "n" serial {
          mcf.loop "h" serial {
            mcf.load %D : !mcf.named<[n, h], f32>
            // expected-error @+1 {{expected to stand after the compute of a value it reads}}
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
          mcf.loop "k" serial {
            mcf.load %A : !mcf.named<[m, k], f32>
            mcf.load %B : !mcf.named<[k, n], f32>
            // expected-note @+1 {{the value is computed here}}
            mcf.compute %C : !mcf.named<[m, n], f32>
          }
        }
        mcf.loop "h" serial {
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// The running maximum must have seen the tile before the exponential.
func.func @exponential_before_maximum(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %r = mcf.reduce <maximumf> %C : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %p = mcf.map ins(%C, %r : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.subf %x, %y : f32
      %1 = math.exp %0 : f32
      mcf.yield %1 : f32
    }
    %l = mcf.reduce <add> %p : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %i = mcf.map ins(%l : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      %one = arith.constant 1.0 : f32
      %0 = arith.divf %one, %x : f32
      mcf.yield %0 : f32
    }
    %w = mcf.map ins(%p, %i : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.mulf %x, %y : f32
      mcf.yield %0 : f32
    }
    %E = mcf.contract %w, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.loop "k" serial {
              mcf.load %A : !mcf.named<[m, k], f32>
              mcf.load %B : !mcf.named<[k, n], f32>
              mcf.compute %C : !mcf.named<[m, n], f32>
            }
            // expected-error @+1 {{expected to stand outside of the loop over 'n', over which a value it reads is still summed}}
            mcf.compute %p : !mcf.named<[m, n], f32>
            // expected-note @+1 {{the value is computed here}}
            mcf.compute %r : !mcf.named<[m], f32>
            mcf.compute %l : !mcf.named<[m], f32>
            mcf.compute %w : !mcf.named<[m, n], f32>
            mcf.load %D : !mcf.named<[n, h], f32>
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
          mcf.compute %i : !mcf.named<[m], f32>
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// p is computed with the running maximum: outside of the loop its tiles would not fit together.
func.func @deferred_use_outside(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %r = mcf.reduce <maximumf> %C : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %p = mcf.map ins(%C, %r : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.subf %x, %y : f32
      %1 = math.exp %0 : f32
      mcf.yield %1 : f32
    }
    %l = mcf.reduce <add> %p : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %i = mcf.map ins(%l : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      %one = arith.constant 1.0 : f32
      %0 = arith.divf %one, %x : f32
      mcf.yield %0 : f32
    }
    %w = mcf.map ins(%p, %i : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.mulf %x, %y : f32
      mcf.yield %0 : f32
    }
    %E = mcf.contract %w, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.loop "k" serial {
              mcf.load %A : !mcf.named<[m, k], f32>
              mcf.load %B : !mcf.named<[k, n], f32>
              mcf.compute %C : !mcf.named<[m, n], f32>
            }
            mcf.compute %r : !mcf.named<[m], f32>
            mcf.compute %p : !mcf.named<[m, n], f32>
            mcf.compute %l : !mcf.named<[m], f32>
          }
          mcf.compute %i : !mcf.named<[m], f32>
          mcf.loop "n" serial {
            // expected-error @+1 {{expected to stand in the loop over 'n', in which a factor of its operand is deferred}}
            mcf.compute %w : !mcf.named<[m, n], f32>
            mcf.load %D : !mcf.named<[n, h], f32>
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// Who reads E applies the factor that was left out.
func.func @factor_too_late(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %r = mcf.reduce <maximumf> %C : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %p = mcf.map ins(%C, %r : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.subf %x, %y : f32
      %1 = math.exp %0 : f32
      mcf.yield %1 : f32
    }
    %l = mcf.reduce <add> %p : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %i = mcf.map ins(%l : !mcf.named<[m], f32>) -> !mcf.named<[m], f32> {
    ^bb0(%x: f32):
      %one = arith.constant 1.0 : f32
      %0 = arith.divf %one, %x : f32
      mcf.yield %0 : f32
    }
    %w = mcf.map ins(%p, %i : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32, %y: f32):
      %0 = arith.mulf %x, %y : f32
      mcf.yield %0 : f32
    }
    %E = mcf.contract %w, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> placed {
      mcf.loop "m" block {
        mcf.loop "h" serial {
          mcf.loop "n" serial {
            mcf.loop "k" serial {
              mcf.load %A : !mcf.named<[m, k], f32>
              mcf.load %B : !mcf.named<[k, n], f32>
              mcf.compute %C : !mcf.named<[m, n], f32>
            }
            mcf.compute %r : !mcf.named<[m], f32>
            mcf.compute %p : !mcf.named<[m, n], f32>
            mcf.compute %l : !mcf.named<[m], f32>
            mcf.compute %w : !mcf.named<[m, n], f32>
            mcf.load %D : !mcf.named<[n, h], f32>
            mcf.compute %E : !mcf.named<[m, h], f32>
          }
          // expected-error @+1 {{expected to stand after the compute of the deferred factor of what it reads}}
          mcf.store %E : !mcf.named<[m, h], f32>
          // expected-note @+1 {{the factor is computed here}}
          mcf.compute %i : !mcf.named<[m], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}

// -----

// A raw schedule must have the loops that its statements need.
func.func @raw_without_loop(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = mcf.chain <m = 64, n = 64, k = 64, h = 64>
      ins(%a, %b, %d : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f32>, %B: !mcf.named<[k, n], f32>, %D: !mcf.named<[n, h], f32>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f32>, !mcf.named<[k, n], f32> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.schedule <m = 16, n = 16, k = 16, h = 16> {
      mcf.loop "m" block {
        mcf.loop "n" serial {
          mcf.load %A : !mcf.named<[m, k], f32>
          mcf.load %B : !mcf.named<[k, n], f32>
          mcf.load %D : !mcf.named<[n, h], f32>
          // expected-error @+1 {{expected a loop over 'k' around it, or a tile that covers the dim, but got neither}}
          mcf.compute %C : !mcf.named<[m, n], f32>
          mcf.compute %E : !mcf.named<[m, h], f32>
          mcf.store %E : !mcf.named<[m, h], f32>
        }
      }
    }
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<64x64xf32>
}
