// Attention of which batch, number of queries and number of keys are not known, causal from the
// bottom right: the offset of the diagonal is computed by the program. Compiled once, run at many sizes.
// RUN: mcfc %s --run=cpu --tiling=default --sizes=b=2,m=77,n=77 --sizes=b=3,m=1,n=65 --sizes=b=1,m=64,n=129 --sizes=b=1,m=1,n=1 --sizes=b=2,m=65,n=31 --sizes=b=1,m=13,n=197 | FileCheck %s
// CHECK-COUNT-6: right
// CHECK-NOT: wrong
// RUN: mcfc %s --run=cpu '--tiling=mnkh{m=16,n=32,k=16,h=16}' --sizes=b=2,m=33,n=77 --sizes=b=1,m=16,n=64 | FileCheck %s --check-prefix=SMALL
// SMALL-COUNT-2: right

// No keys: a sum of nothing is 0 and not 0 / 0, as in the unfused program. Nothing else at all.
// RUN: mcfc %s --run=cpu --tiling=default --sizes=b=2,m=5,n=0 --sizes=b=0,m=5,n=5 --sizes=b=2,m=0,n=5 --sizes=b=0,m=0,n=0 | FileCheck %s --check-prefix=EMPTY
// EMPTY: at b = 2, m = 5, n = 0
// EMPTY: 0             480           0    0.00e+00    0.00e+00
// EMPTY-COUNT-4: right

// Dynamic batch, query and key lengths; bottom-right causal mask; scale; f16 in, f32 statistics.
#q = affine_map<(b, m, n, d) -> (b, m, d)>
#k = affine_map<(b, m, n, d) -> (b, n, d)>
#s = affine_map<(b, m, n, d) -> (b, m, n)>
#id = affine_map<(b, m, n) -> (b, m, n)>
func.func @attention(%q: tensor<?x?x40xf16>, %k: tensor<?x?x40xf16>, %v: tensor<?x?x48xf16>) -> tensor<?x?x48xf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %scale = arith.constant 0.158 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %b = tensor.dim %q, %c0 : tensor<?x?x40xf16>
  %m = tensor.dim %q, %c1 : tensor<?x?x40xf16>
  %n = tensor.dim %k, %c1 : tensor<?x?x40xf16>
  %off = arith.subi %n, %m : index
  %e = tensor.empty(%b, %m, %n) : tensor<?x?x?xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
     ins(%q, %k : tensor<?x?x40xf16>, tensor<?x?x40xf16>) outs(%f : tensor<?x?x?xf32>) {
  ^bb0(%x: f16, %y: f16, %acc: f32):
    %x32 = arith.extf %x : f16 to f32
    %y32 = arith.extf %y : f16 to f32
    %p = arith.mulf %x32, %y32 : f32
    %r = arith.addf %acc, %p : f32
    linalg.yield %r : f32
  } -> tensor<?x?x?xf32>
  %masked = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
     ins(%s : tensor<?x?x?xf32>) outs(%e : tensor<?x?x?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %i = linalg.index 1 : index
    %j = linalg.index 2 : index
    %last = arith.addi %i, %off : index
    %ok = arith.cmpi sle, %j, %last : index
    %xs = arith.mulf %x, %scale : f32
    %r = arith.select %ok, %xs, %ninf : f32
    linalg.yield %r : f32
  } -> tensor<?x?x?xf32>
  %p = linalg.softmax dimension(2) ins(%masked : tensor<?x?x?xf32>) outs(%e : tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %eh = tensor.empty(%b, %m, %n) : tensor<?x?x?xf16>
  %p16 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
     ins(%p : tensor<?x?x?xf32>) outs(%eh : tensor<?x?x?xf16>) {
  ^bb0(%x: f32, %o: f16):
    %r = arith.truncf %x : f32 to f16
    linalg.yield %r : f16
  } -> tensor<?x?x?xf16>
  %eo = tensor.empty(%b, %m) : tensor<?x?x48xf32>
  %fo = linalg.fill ins(%zero : f32) outs(%eo : tensor<?x?x48xf32>) -> tensor<?x?x48xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<?x?x?xf16>, tensor<?x?x48xf16>) outs(%fo : tensor<?x?x48xf32>) -> tensor<?x?x48xf32>
  %o16 = arith.truncf %o : tensor<?x?x48xf32> to tensor<?x?x48xf16>
  return %o16 : tensor<?x?x48xf16>
}
