// RUN: split-file %s %t
// RUN: mcf-opt %t/gemm.mlir --mcf-apply-tiling='tiling=mn(k,h){m=16,n=8,k=32,h=32}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=FULL
// RUN: mcf-opt %t/gemm.mlir --mcf-apply-tiling='tiling=mn(k,h){m=16,n=8,k=16,h=16}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=FLAT
// RUN: mcf-opt %t/gemm.mlir --mcf-apply-tiling='tiling=mhnk{m=16,n=8,k=16,h=16}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=DEEP
// RUN: mcf-opt %t/gemm.mlir --mcf-apply-tiling='tiling=|knmh{m=16,n=8,k=16,h=16}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=KEPT
// RUN: mcf-opt %t/odd.mlir --mcf-apply-tiling='tiling=mn(k,h){m=16,n=8,k=16,h=16}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=ODD
// RUN: mcf-opt %t/odd.mlir --mcf-apply-tiling='tiling=mnkh{m=16,n=1,k=1,h=1}' --mcf-hoist-statements --convert-mcf-to-scf -canonicalize -cse | FileCheck %s --check-prefix=UNIT

// Tiles that cover k and h: one loop over n, in blocks over m. The operand that does not
// depend on n is loaded before it.
// FULL-LABEL: func.func @f(
// FULL:         %[[E:.*]] = tensor.empty() : tensor<48x32xf16>
// FULL:         call @f_chain_0(%arg0, %arg1, %arg2, %[[E]])
// FULL-LABEL: func.func private @f_chain_0(
// FULL-SAME:      attributes {mcf.tile_program}
// FULL:         scf.forall (%[[M:.*]]) in (3) shared_outs(%[[OUT:.*]] = %arg3) -> (tensor<48x32xf16>)
// FULL-DAG:       %[[OM:.*]] = affine.apply #{{.*}}(%[[M]])
// FULL-DAG:       %[[A:.*]] = tensor.extract_slice %arg0[%[[OM]], 0] [16, 32] [1, 1]
// FULL-DAG:       %[[ACC0:.*]] = linalg.fill {{.*}} outs({{.*}} : tensor<16x32xf32>)
// FULL:           %[[ACC:.*]] = scf.for %[[N:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ACCI:.*]] = %[[ACC0]]) -> (tensor<16x32xf32>)
// FULL:             %[[B:.*]] = tensor.extract_slice %arg1[0, %{{.*}}] [32, 8] [1, 1]
// FULL:             %[[C0:.*]] = linalg.fill {{.*}} outs({{.*}} : tensor<16x8xf32>)
// FULL:             %[[C:.*]] = linalg.contract {{.*}} ins(%[[A]], %[[B]] : tensor<16x32xf16>, tensor<32x8xf16>) outs(%[[C0]] : tensor<16x8xf32>)
// FULL:             %[[C16:.*]] = linalg.generic {{.*}} ins(%[[C]] : tensor<16x8xf32>) outs({{.*}} : tensor<16x8xf16>)
// FULL:               arith.truncf
// FULL:             %[[D:.*]] = tensor.extract_slice %arg2[%{{.*}}, 0] [8, 32] [1, 1]
// FULL:             %[[NEXT:.*]] = linalg.contract {{.*}} ins(%[[C16]], %[[D]] : tensor<16x8xf16>, tensor<8x32xf16>) outs(%[[ACCI]] : tensor<16x32xf32>)
// FULL:             scf.yield %[[NEXT]]
// A result that is spelled f16 is rounded once, when it is complete.
// FULL:           %[[R:.*]] = linalg.generic {{.*}} ins(%[[ACC]] : tensor<16x32xf32>) outs({{.*}} : tensor<16x32xf16>)
// FULL:             arith.truncf
// FULL:           scf.forall.in_parallel
// FULL:             tensor.parallel_insert_slice %[[R]] into %[[OUT]][%[[OM]], 0] [16, 32] [1, 1]

// The flat form: the accumulator of E keeps a tile for each trip of h.
// FLAT-LABEL: func.func private @f_chain_0(
// FLAT:         scf.forall
// FLAT:           %[[E0:.*]] = linalg.fill {{.*}} outs({{.*}} : tensor<2x16x16xf32>)
// FLAT:           %[[E:.*]] = scf.for {{.*}} iter_args(%[[EN:[^ ]*]] = %[[E0]]) -> (tensor<2x16x16xf32>)
// FLAT:             %[[C:.*]] = scf.for {{.*}} -> (tensor<16x8xf32>)
// FLAT:               linalg.contract
// FLAT:             arith.truncf
// FLAT:             scf.for %[[H:[^ ]*]] = {{.*}} iter_args(%[[EH:[^ ]*]] = %[[EN]]) -> (tensor<2x16x16xf32>)
// FLAT:               %[[TILE:.*]] = tensor.extract_slice %[[EH]][%[[H]], 0, 0] [1, 16, 16] [1, 1, 1] : tensor<2x16x16xf32> to tensor<16x16xf32>
// FLAT:               %[[NEW:.*]] = linalg.contract {{.*}} outs(%[[TILE]] : tensor<16x16xf32>)
// FLAT:               tensor.insert_slice %[[NEW]] into %[[EH]][%[[H]], 0, 0] [1, 16, 16] [1, 1, 1]
// The stores carry the block's part of the result.
// FLAT:           scf.for {{.*}} -> (tensor<16x32xf16>)
// FLAT:             tensor.extract_slice %[[E]]
// FLAT:             arith.truncf
// FLAT:             tensor.insert_slice {{.*}} tensor<16x16xf16> into tensor<16x32xf16>

// mhnk: no kept tiles, C is computed anew for each h.
// DEEP-LABEL: func.func private @f_chain_0(
// DEEP:         scf.forall (%{{.*}}, %{{.*}}) in (3, 2)
// DEEP:           scf.for {{.*}} -> (tensor<16x16xf32>)
// DEEP:             scf.for {{.*}} -> (tensor<16x8xf32>)
// DEEP-NOT:     scf.for %

// knmh with k outermost: all of C is kept, and all of E.
// KEPT-LABEL: func.func private @f_chain_0(
// KEPT:           %[[C:.*]] = scf.for {{.*}} -> (tensor<3x3x16x8xf32>)
// KEPT:             scf.for {{.*}} -> (tensor<3x3x16x8xf32>)
// KEPT:               scf.for {{.*}} -> (tensor<3x3x16x8xf32>)
// KEPT:                 tensor.extract_slice %{{.*}}[%{{.*}}, %{{.*}}, 0, 0] [1, 1, 16, 8] [1, 1, 1, 1]
// KEPT:                 linalg.contract
// KEPT:                 tensor.insert_slice
// KEPT:           scf.for {{.*}} -> (tensor<3x2x16x16xf32>)

// Sizes that no tile divides: loads are padded with zeros, the computed operand's tail is
// replaced before it is summed over, and only the valid part is stored.
// ODD-LABEL: func.func private @f_chain_0(
// ODD:         scf.forall {{.*}} shared_outs(%[[OUT:.*]] = %arg3)
// ODD:           %[[VM:.*]] = affine.min #{{.*}}(%{{.*}})
// ODD:           tensor.extract_slice %[[OUT]][%{{.*}}, 0] [%[[VM]], 19]
// ODD:           scf.for
// ODD:             scf.for
// ODD:               tensor.extract_slice %arg0[%{{.*}}, %{{.*}}] [%[[VM]], %{{.*}}] [1, 1] : tensor<50x23xf16> to tensor<?x?xf16>
// ODD:               tensor.pad %{{.*}} low[0, 0] high[%{{.*}}, %{{.*}}]
// ODD:                 tensor.yield %[[ZERO:.*]] : f16
// ODD:               : tensor<?x?xf16> to tensor<16x16xf16>
// ODD:               linalg.contract
// ODD:             arith.truncf
// ODD:             scf.for
// ODD:               tensor.pad
// ODD:               linalg.generic
// ODD:                 %[[I:.*]] = linalg.index 1 : index
// ODD:                 %[[POS:.*]] = arith.addi %{{.*}}, %[[I]] : index
// ODD:                 %[[IN:.*]] = arith.cmpi slt, %[[POS]], %c37
// ODD:                 arith.select %[[IN]], %{{.*}}, %[[ZERO]] : f16
// ODD:               linalg.contract
// ODD:           tensor.extract_slice %{{.*}}[0, 0] [%[[VM]], %{{.*}}] [1, 1]
// ODD:           tensor.insert_slice

// Unit tiles have no axis. Where all that is reduced has none, linalg.contract has nothing
// to reduce over: a multiply and add.
// UNIT-LABEL: func.func private @f_chain_0(
// UNIT:         tensor.extract_slice %arg0[%{{.*}}, %{{.*}}] [%{{.*}}, 1] [1, 1] : tensor<50x23xf16> to tensor<?xf16>
// UNIT:         tensor.extract_slice %arg1[%{{.*}}, %{{.*}}] [1, 1] [1, 1] : tensor<23x37xf16> to tensor<f16>
// UNIT:         linalg.generic {{.*}} ins(%{{.*}}, %{{.*}} : tensor<16xf16>, tensor<f16>) outs(%{{.*}} : tensor<16xf32>)
// UNIT:           arith.extf
// UNIT:           arith.extf
// UNIT:           arith.mulf
// UNIT:           arith.addf
// UNIT-NOT:     linalg.contract

//--- gemm.mlir
func.func @f(%a: tensor<48x32xf16>, %b: tensor<32x24xf16>, %d: tensor<24x32xf16>) -> tensor<48x32xf16> {
  %e = mcf.chain <m = 48, n = 24, k = 32, h = 32>
      ins(%a, %b, %d : tensor<48x32xf16>, tensor<32x24xf16>, tensor<24x32xf16>) -> (tensor<48x32xf16>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f16>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f16>
    mcf.yield %E : !mcf.named<[m, h], f16>
  }
  return %e : tensor<48x32xf16>
}

//--- odd.mlir
func.func @f(%a: tensor<50x23xf16>, %b: tensor<23x37xf16>, %d: tensor<37x19xf16>) -> tensor<50x19xf32> {
  %e = mcf.chain <m = 50, n = 37, k = 23, h = 19>
      ins(%a, %b, %d : tensor<50x23xf16>, tensor<23x37xf16>, tensor<37x19xf16>) -> (tensor<50x19xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %C16 = mcf.map ins(%C : !mcf.named<[m, n], f32>) -> !mcf.named<[m, n], f16> {
    ^bb0(%x: f32):
      %y = arith.truncf %x : f32 to f16
      mcf.yield %y : f16
    }
    %E = mcf.contract %C16, %D : !mcf.named<[m, n], f16>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %e : tensor<50x19xf32>
}
