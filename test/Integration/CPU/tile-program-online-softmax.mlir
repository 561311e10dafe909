// A tile program with a running maximum that is read after its successor is computed
// (bufferization needs a fresh buffer per trip), and a sum beside it. The last tile of
// columns is partial: its tail is replaced by -inf.
// RUN: split-file %s %t
// RUN: mcf-compare %t/unfused.mlir %t/fused.mlir | FileCheck %s

// CHECK: f: right, error

//--- unfused.mlir
func.func @f(%S: tensor<6x10xf32>, %D: tensor<10x5xf32>) -> tensor<6x5xf32> {
  %zero = arith.constant 0.0 : f32
  %es = tensor.empty() : tensor<6x10xf32>
  %p = linalg.softmax dimension(1) ins(%S : tensor<6x10xf32>) outs(%es : tensor<6x10xf32>) -> tensor<6x10xf32>
  %e = tensor.empty() : tensor<6x5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6x5xf32>) -> tensor<6x5xf32>
  %r = linalg.matmul ins(%p, %D : tensor<6x10xf32>, tensor<10x5xf32>) outs(%f : tensor<6x5xf32>) -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}

//--- fused.mlir
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#vec = affine_map<(d0) -> (d0)>
func.func @f(%S: tensor<6x10xf32>, %D: tensor<10x5xf32>) -> tensor<6x5xf32> {
  %e = tensor.empty() : tensor<6x5xf32>
  %r = call @f_chain_0(%S, %D, %e) : (tensor<6x10xf32>, tensor<10x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32>
  return %r : tensor<6x5xf32>
}
func.func private @f_chain_0(%S: tensor<6x10xf32>, %D: tensor<10x5xf32>, %out: tensor<6x5xf32>)
    -> tensor<6x5xf32> attributes {mcf.tile_program} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %result = scf.forall (%i) in (2) shared_outs(%o = %out) -> (tensor<6x5xf32>) {
    %m = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
    %ms = affine.min affine_map<(d0) -> (-d0 + 6, 4)>(%m)
    %pm = affine.apply affine_map<(d0) -> (4 - d0)>(%ms)
    %ev = tensor.empty() : tensor<4xf32>
    %ea = tensor.empty() : tensor<4x5xf32>
    %m0 = linalg.fill ins(%low : f32) outs(%ev : tensor<4xf32>) -> tensor<4xf32>
    %el = tensor.empty() : tensor<4xf32>
    %l0 = linalg.fill ins(%zero : f32) outs(%el : tensor<4xf32>) -> tensor<4xf32>
    %a0 = linalg.fill ins(%zero : f32) outs(%ea : tensor<4x5xf32>) -> tensor<4x5xf32>
    %acc:3 = scf.for %j = %c0 to %c3 step %c1 iter_args(%max = %m0, %sum = %l0, %a = %a0)
        -> (tensor<4xf32>, tensor<4xf32>, tensor<4x5xf32>) {
      %n = affine.apply affine_map<(d0) -> (d0 * 4)>(%j)
      %ns = affine.min affine_map<(d0) -> (-d0 + 10, 4)>(%n)
      %pn = affine.apply affine_map<(d0) -> (4 - d0)>(%ns)
      %ss = tensor.extract_slice %S[%m, %n] [%ms, %ns] [1, 1] : tensor<6x10xf32> to tensor<?x?xf32>
      %st = tensor.pad %ss low[0, 0] high[%pm, %pn] {
      ^bb0(%u: index, %v: index):
        tensor.yield %zero : f32
      } : tensor<?x?xf32> to tensor<4x4xf32>
      %ds = tensor.extract_slice %D[%n, 0] [%ns, 5] [1, 1] : tensor<10x5xf32> to tensor<?x5xf32>
      %dt = tensor.pad %ds low[0, 0] high[%pn, 0] {
      ^bb0(%u: index, %v: index):
        tensor.yield %zero : f32
      } : tensor<?x5xf32> to tensor<4x5xf32>
      %em = tensor.empty() : tensor<4x4xf32>
      %masked = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
          ins(%st : tensor<4x4xf32>) outs(%em : tensor<4x4xf32>) {
      ^bb0(%x: f32, %y: f32):
        %col = linalg.index 1 : index
        %in = arith.cmpi slt, %col, %ns : index
        %z = arith.select %in, %x, %low : f32
        linalg.yield %z : f32
      } -> tensor<4x4xf32>
      %newMax = linalg.reduce { arith.maximumf } ins(%masked : tensor<4x4xf32>) outs(%max : tensor<4xf32>) dimensions = [1]
      %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
          ins(%masked, %newMax : tensor<4x4xf32>, tensor<4xf32>) outs(%em : tensor<4x4xf32>) {
      ^bb0(%x: f32, %t: f32, %y: f32):
        %d = arith.subf %x, %t : f32
        %z = math.exp %d : f32
        linalg.yield %z : f32
      } -> tensor<4x4xf32>
      %eg = tensor.empty() : tensor<4xf32>
      %g = linalg.generic {indexing_maps = [#vec, #vec, #vec], iterator_types = ["parallel"]}
          ins(%max, %newMax : tensor<4xf32>, tensor<4xf32>) outs(%eg : tensor<4xf32>) {
      ^bb0(%x: f32, %t: f32, %y: f32):
        %d = arith.subf %x, %t : f32
        %z = math.exp %d : f32
        linalg.yield %z : f32
      } -> tensor<4xf32>
      %scaledSum = linalg.generic {indexing_maps = [#vec, #vec], iterator_types = ["parallel"]}
          ins(%g : tensor<4xf32>) outs(%sum : tensor<4xf32>) {
      ^bb0(%x: f32, %y: f32):
        %z = arith.mulf %x, %y : f32
        linalg.yield %z : f32
      } -> tensor<4xf32>
      %newSum = linalg.reduce { arith.addf } ins(%p : tensor<4x4xf32>) outs(%scaledSum : tensor<4xf32>) dimensions = [1]
      %scaledA = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
          ins(%g : tensor<4xf32>) outs(%a : tensor<4x5xf32>) {
      ^bb0(%x: f32, %y: f32):
        %z = arith.mulf %x, %y : f32
        linalg.yield %z : f32
      } -> tensor<4x5xf32>
      %newA = linalg.contract indexing_maps = [affine_map<(m, n, h) -> (m, n)>,
          affine_map<(m, n, h) -> (n, h)>, affine_map<(m, n, h) -> (m, h)>]
          ins(%p, %dt : tensor<4x4xf32>, tensor<4x5xf32>) outs(%scaledA : tensor<4x5xf32>) -> tensor<4x5xf32>
      scf.yield %newMax, %newSum, %newA : tensor<4xf32>, tensor<4xf32>, tensor<4x5xf32>
    }
    %er = tensor.empty() : tensor<4x5xf32>
    %final = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%acc#2, %acc#1 : tensor<4x5xf32>, tensor<4xf32>) outs(%er : tensor<4x5xf32>) {
    ^bb0(%x: f32, %t: f32, %y: f32):
      %z = arith.divf %x, %t : f32
      linalg.yield %z : f32
    } -> tensor<4x5xf32>
    %valid = tensor.extract_slice %final[0, 0] [%ms, 5] [1, 1] : tensor<4x5xf32> to tensor<?x5xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %valid into %o[%m, 0] [%ms, 5] [1, 1] : tensor<?x5xf32> into tensor<6x5xf32>
    }
  }
  return %result : tensor<6x5xf32>
}
