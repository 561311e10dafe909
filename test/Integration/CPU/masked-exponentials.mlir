// A mask of elements behind the exponential gives 0 where the row is masked whole and its exponentials are NaN. What lies beyond the
// array is NaN there too, but behind no mask: it must not be taken for the 0 that it is in other rows. (The exponentials are returned, so they are not
// computed under a running maximum, where such rows are not told from others.)
// RUN: mcf-opt %s --convert-linalg-to-mcf -o %t.chain.mlir
// RUN: mcf-opt %t.chain.mlir --mcf-apply-tiling="tiling=mn(k,h){m=16,n=16,k=32,h=32}" --mcf-hoist-statements --convert-mcf-to-scf -o %t.parts.mlir
// RUN: mcf-compare %s %t.parts.mlir | FileCheck %s
// RUN: mcf-opt %t.chain.mlir --mcf-apply-tiling="tiling=mn(k,h){m=16,n=64,k=32,h=32}" --mcf-hoist-statements --convert-mcf-to-scf -o %t.whole.mlir
// RUN: mcf-compare %s %t.whole.mlir | FileCheck %s
// CHECK-COUNT-2: right
#full = affine_map<(m, n) -> (m, n)>
#row = affine_map<(m, n) -> (m)>
func.func @f(%q: tensor<20x24xf32>, %k: tensor<24x45xf32>, %v: tensor<45x20xf32>) -> (tensor<20x20xf32>, tensor<20x45xf32>) {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %five = arith.constant 5 : index
  %e = tensor.empty() : tensor<20x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<20x45xf32>) -> tensor<20x45xf32>
  %s = linalg.matmul ins(%q, %k : tensor<20x24xf32>, tensor<24x45xf32>) outs(%s0 : tensor<20x45xf32>) -> tensor<20x45xf32>
  %me = tensor.empty() : tensor<20x45xi1>
  %mask = linalg.generic {indexing_maps = [#full], iterator_types = ["parallel", "parallel"]} outs(%me : tensor<20x45xi1>) {
  ^bb0(%out: i1):
    %m = linalg.index 0 : index
    %n = linalg.index 1 : index
    %top = arith.cmpi ult, %m, %five : index
    %columns = arith.constant 45 : index
    %inside = arith.cmpi ult, %n, %columns : index
    %c = arith.andi %top, %inside : i1
    linalg.yield %c : i1
  } -> tensor<20x45xi1>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel"]} ins(%s : tensor<20x45xf32>) outs(%e : tensor<20x45xf32>) {
  ^bb0(%x: f32, %out: f32):
    %m = linalg.index 0 : index
    %c = arith.cmpi ult, %m, %five : index
    %y = arith.select %c, %ninf, %x : f32
    linalg.yield %y : f32
  } -> tensor<20x45xf32>
  %re = tensor.empty() : tensor<20xf32>
  %r0 = linalg.fill ins(%ninf : f32) outs(%re : tensor<20xf32>) -> tensor<20xf32>
  %r = linalg.generic {indexing_maps = [#full, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<20x45xf32>) outs(%r0 : tensor<20xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %y = arith.maximumf %x, %acc : f32
    linalg.yield %y : f32
  } -> tensor<20xf32>
  %p = linalg.generic {indexing_maps = [#full, #row, #full, #full], iterator_types = ["parallel", "parallel"]}
      ins(%t, %r, %mask : tensor<20x45xf32>, tensor<20xf32>, tensor<20x45xi1>) outs(%e : tensor<20x45xf32>) {
  ^bb0(%x: f32, %max: f32, %c: i1, %out: f32):
    %d = arith.subf %x, %max : f32
    %exp = math.exp %d : f32
    %y = arith.select %c, %zero, %exp : f32
    linalg.yield %y : f32
  } -> tensor<20x45xf32>
  %oe = tensor.empty() : tensor<20x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<20x20xf32>) -> tensor<20x20xf32>
  %o = linalg.matmul ins(%p, %v : tensor<20x45xf32>, tensor<45x20xf32>) outs(%o0 : tensor<20x20xf32>) -> tensor<20x20xf32>
  return %o, %p : tensor<20x20xf32>, tensor<20x45xf32>
}
