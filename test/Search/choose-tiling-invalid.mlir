// RUN: split-file %s %t
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=device=TPU 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=model=best 2>&1 | FileCheck %s --check-prefix=MODEL
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=algorithm=best 2>&1 | FileCheck %s --check-prefix=ALGORITHM
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=seed=-1 2>&1 | FileCheck %s --check-prefix=SEED
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=seed=18446744073709551616 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=seed=x 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=time-limit-ms=0 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=time-limit-ms=nan 2>&1 | FileCheck %s --check-prefix=NAN
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=tune-for=m=64 2>&1 | FileCheck %s --check-prefix=KNOWN
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=tune-for=m=64:x 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=tune-for=m=9..8 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not mcf-opt %t/chain.mlir --mcf-choose-tiling=tune-for=m=9,m=8 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not mcf-opt %t/type.mlir --mcf-choose-tiling 2>&1 | FileCheck %s --check-prefix=TYPE
// What cannot be searched takes the plain default, if that is asked for.
// RUN: mcf-opt %t/type.mlir --mcf-choose-tiling=fall-back 2>&1 | FileCheck %s --check-prefix=FALLTYPE

// DEVICE: error: expected a device of {{.*}}H200, or a JSON file, but got 'TPU'
// MODEL: error: expected a cost model of latency, paper, but got 'best'
// ALGORITHM: error: expected an algorithm of auto, exhaustive, evolutionary, but got 'best'
// SEED: error: expected a seed from 0 to 18446744073709551615, but got '-1'
// LARGE: error: expected a seed from 0 to 18446744073709551615, but got '18446744073709551616'
// TEXT: error: expected a seed from 0 to 18446744073709551615, but got 'x'
// ZERO: error: expected a time limit from 1 to 86400000 ms, but got '0'
// NAN: error: expected a time limit from 1 to 86400000 ms, but got 'nan'
// KNOWN: error: expected sizes to tune for of dims of unknown size, but got some of 'm'
// SIZES: error: expected sizes to tune for such as m=512:1024,n=1..4096, but got 'm=64:x'
// RANGE: error: expected sizes to tune for such as m=512:1024,n=1..4096, but got 'm=9..8'
// TWICE: error: expected sizes to tune for once, but got 'm' twice
// TYPE: error: expected a contraction of f8, f16, bf16, f32, f64 or integers of at most 64 bits to estimate a time, but got 'f80'
// FALLTYPE: remark: takes the plain default tiling: expected a contraction of f8, f16,
// FALLTYPE: mcf.schedule <m = 64, n = 64, k = 64> {

//--- chain.mlir
func.func @f(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %c = mcf.chain <m = 64, n = 64, k = 64> ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) -> (tensor<64x64xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    mcf.yield %C : !mcf.named<[m, n], f16>
  }
  return %c : tensor<64x64xf16>
}
//--- type.mlir
func.func @f(%a: tensor<64x64xf80>, %b: tensor<64x64xf80>) -> tensor<64x64xf80> {
  %c = mcf.chain <m = 64, n = 64, k = 64> ins(%a, %b : tensor<64x64xf80>, tensor<64x64xf80>) -> (tensor<64x64xf80>) {
  ^bb0(%A: !mcf.named<[m, k], f80>, %B: !mcf.named<[k, n], f80>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f80>, !mcf.named<[k, n], f80> -> !mcf.named<[m, n], f80>
    mcf.yield %C : !mcf.named<[m, n], f80>
  }
  return %c : tensor<64x64xf80>
}
