// Two products of f8 with a scale and a cast between them; the sizes divide nothing.
#id = affine_map<(i, j) -> (i, j)>
func.func @e4m3(%a: tensor<33x77xf8E4M3FN>, %b: tensor<77x45xf8E4M3FN>, %d: tensor<45x36xf8E4M3FN>) -> tensor<33x36xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33x45xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<33x45xf32>) -> tensor<33x45xf32>
  %c = linalg.matmul ins(%a, %b : tensor<33x77xf8E4M3FN>, tensor<77x45xf8E4M3FN>) outs(%f : tensor<33x45xf32>) -> tensor<33x45xf32>
  %e8 = tensor.empty() : tensor<33x45xf8E4M3FN>
  %c8 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<33x45xf32>) outs(%e8 : tensor<33x45xf8E4M3FN>) {
  ^bb0(%x: f32, %o: f8E4M3FN):
    %scale = arith.constant 0.25 : f32
    %s = arith.mulf %x, %scale : f32
    %y = arith.truncf %s : f32 to f8E4M3FN
    linalg.yield %y : f8E4M3FN
  } -> tensor<33x45xf8E4M3FN>
  %e2 = tensor.empty() : tensor<33x36xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<33x36xf32>) -> tensor<33x36xf32>
  %r = linalg.matmul ins(%c8, %d : tensor<33x45xf8E4M3FN>, tensor<45x36xf8E4M3FN>) outs(%f2 : tensor<33x36xf32>) -> tensor<33x36xf32>
  return %r : tensor<33x36xf32>
}
// E5M2 times E4M3FN, softmax in f32, V in f8 too; arithmetic on f8 (relu) at the end.
func.func @mixed(%q: tensor<40x64xf8E5M2>, %k: tensor<70x64xf8E4M3FN>, %v: tensor<70x32xf8E5M2>) -> tensor<40x32xf8E5M2> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40x70xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<40x70xf32>) -> tensor<40x70xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%q, %k : tensor<40x64xf8E5M2>, tensor<70x64xf8E4M3FN>) outs(%f : tensor<40x70xf32>) {
  ^bb0(%x: f8E5M2, %y: f8E4M3FN, %acc: f32):
    %xe = arith.extf %x : f8E5M2 to f32
    %ye = arith.extf %y : f8E4M3FN to f32
    %p = arith.mulf %xe, %ye : f32
    %sum = arith.addf %acc, %p : f32
    linalg.yield %sum : f32
  } -> tensor<40x70xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<40x70xf32>) outs(%e : tensor<40x70xf32>) -> tensor<40x70xf32>
  %p8 = arith.truncf %p : tensor<40x70xf32> to tensor<40x70xf8E5M2>
  %e2 = tensor.empty() : tensor<40x32xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<40x32xf32>) -> tensor<40x32xf32>
  %o = linalg.matmul ins(%p8, %v : tensor<40x70xf8E5M2>, tensor<70x32xf8E5M2>) outs(%f2 : tensor<40x32xf32>) -> tensor<40x32xf32>
  %e3 = tensor.empty() : tensor<40x32xf8E5M2>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%o : tensor<40x32xf32>) outs(%e3 : tensor<40x32xf8E5M2>) {
  ^bb0(%x: f32, %out: f8E5M2):
    %y = arith.truncf %x : f32 to f8E5M2
    %zero = arith.constant 0.0 : f8E5M2
    %relu = arith.maximumf %y, %zero : f8E5M2
    linalg.yield %relu : f8E5M2
  } -> tensor<40x32xf8E5M2>
  return %r : tensor<40x32xf8E5M2>
}
