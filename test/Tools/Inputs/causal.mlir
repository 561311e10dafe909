// Causal attention, with -inf and with a finite value.
#q = affine_map<(b, m, n, k) -> (b, m, k)>
#k = affine_map<(b, m, n, k) -> (b, n, k)>
#s = affine_map<(b, m, n, k) -> (b, m, n)>
#full = affine_map<(b, m, n) -> (b, m, n)>
func.func @causal(%q: tensor<1x64x24xf16>, %k: tensor<1x61x24xf16>, %v: tensor<1x61x20xf16>) -> tensor<1x64x20xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x64x61xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x61xf32>) -> tensor<1x64x61xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<1x64x24xf16>, tensor<1x61x24xf16>) outs(%s0 : tensor<1x64x61xf32>) -> tensor<1x64x61xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x64x61xf32>) outs(%e : tensor<1x64x61xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %c = arith.cmpi ugt, %n, %m : index
    %y = arith.select %c, %ninf, %x : f32
    linalg.yield %y : f32
  } -> tensor<1x64x61xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<1x64x61xf32>) outs(%e : tensor<1x64x61xf32>) -> tensor<1x64x61xf32>
  %p16 = arith.truncf %p : tensor<1x64x61xf32> to tensor<1x64x61xf16>
  %oe = tensor.empty() : tensor<1x64x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<1x64x20xf32>) -> tensor<1x64x20xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<1x64x61xf16>, tensor<1x61x20xf16>) outs(%o0 : tensor<1x64x20xf32>) -> tensor<1x64x20xf32>
  return %o : tensor<1x64x20xf32>
}

func.func @finite(%q: tensor<1x64x24xf16>, %k: tensor<1x61x24xf16>, %v: tensor<1x61x20xf16>) -> tensor<1x64x20xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x64x61xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x64x61xf32>) -> tensor<1x64x61xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<1x64x24xf16>, tensor<1x61x24xf16>) outs(%s0 : tensor<1x64x61xf32>) -> tensor<1x64x61xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x64x61xf32>) outs(%e : tensor<1x64x61xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %low = arith.constant -1.0e9 : f32
    %c = arith.cmpi ugt, %n, %m : index
    %y = arith.select %c, %low, %x : f32
    linalg.yield %y : f32
  } -> tensor<1x64x61xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<1x64x61xf32>) outs(%e : tensor<1x64x61xf32>) -> tensor<1x64x61xf32>
  %p16 = arith.truncf %p : tensor<1x64x61xf32> to tensor<1x64x61xf16>
  %oe = tensor.empty() : tensor<1x64x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<1x64x20xf32>) -> tensor<1x64x20xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<1x64x61xf16>, tensor<1x61x20xf16>) outs(%o0 : tensor<1x64x20xf32>) -> tensor<1x64x20xf32>
  return %o : tensor<1x64x20xf32>
}
