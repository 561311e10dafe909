// Masks by conditions on positions: tiles that are masked whole are left out, and the result is that of the
// program, with NaN in rows that are masked whole. The order and the sizes of tiles do not matter.
// RUN: mcfc %s --run=cpu --tiling='mn(k,h){m=16,n=16,k=16,h=32}' | FileCheck %s --check-prefix=RIGHT
// RUN: mcfc %s --run=cpu --tiling='hmnk{m=7,n=5,k=8,h=9}' | FileCheck %s --check-prefix=RIGHT
// RIGHT-COUNT-12: right
// RIGHT-NOT: wrong

#q = affine_map<(b, m, n, k) -> (b, m, k)>
#k = affine_map<(b, m, n, k) -> (b, n, k)>
#s = affine_map<(b, m, n, k) -> (b, m, n)>
#full = affine_map<(b, m, n) -> (b, m, n)>
#columns = affine_map<(b, m, n) -> (b, n)>

// Top-left.
func.func @causal(%q: tensor<2x50x24xf16>, %k: tensor<2x45x24xf16>, %v: tensor<2x45x20xf16>) -> tensor<2x50x20xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<2x50x24xf16>, tensor<2x45x24xf16>) outs(%s0 : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x50x45xf32>) outs(%e : tensor<2x50x45xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %c = arith.cmpi ugt, %n, %m : index
    %y = arith.select %c, %ninf, %x : f32
    linalg.yield %y : f32
  } -> tensor<2x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x50x45xf32>) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %p16 = arith.truncf %p : tensor<2x50x45xf32> to tensor<2x50x45xf16>
  %oe = tensor.empty() : tensor<2x50x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x50x45xf16>, tensor<2x45x20xf16>) outs(%o0 : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  return %o : tensor<2x50x20xf32>
}

// Bottom-right, more rows than columns: the first five rows are masked whole and NaN.
func.func @bottom_right(%q: tensor<2x50x24xf16>, %k: tensor<2x45x24xf16>, %v: tensor<2x45x20xf16>) -> tensor<2x50x20xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<2x50x24xf16>, tensor<2x45x24xf16>) outs(%s0 : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x50x45xf32>) outs(%e : tensor<2x50x45xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %off = arith.constant -5 : index
    %ms = arith.addi %m, %off : index
    %c = arith.cmpi sle, %n, %ms : index
    %y = arith.select %c, %x, %ninf : f32
    linalg.yield %y : f32
  } -> tensor<2x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x50x45xf32>) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %p16 = arith.truncf %p : tensor<2x50x45xf32> to tensor<2x50x45xf16>
  %oe = tensor.empty() : tensor<2x50x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x50x45xf16>, tensor<2x45x20xf16>) outs(%o0 : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  return %o : tensor<2x50x20xf32>
}

// Bottom-right, more columns than rows.
func.func @longer(%q: tensor<2x29x24xf16>, %k: tensor<2x61x24xf16>, %v: tensor<2x61x20xf16>) -> tensor<2x29x20xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x29x61xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x29x61xf32>) -> tensor<2x29x61xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<2x29x24xf16>, tensor<2x61x24xf16>) outs(%s0 : tensor<2x29x61xf32>) -> tensor<2x29x61xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x29x61xf32>) outs(%e : tensor<2x29x61xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %off = arith.constant 32 : index
    %ms = arith.addi %m, %off : index
    %c = arith.cmpi sle, %n, %ms : index
    %y = arith.select %c, %x, %ninf : f32
    linalg.yield %y : f32
  } -> tensor<2x29x61xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x29x61xf32>) outs(%e : tensor<2x29x61xf32>) -> tensor<2x29x61xf32>
  %p16 = arith.truncf %p : tensor<2x29x61xf32> to tensor<2x29x61xf16>
  %oe = tensor.empty() : tensor<2x29x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x29x20xf32>) -> tensor<2x29x20xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x29x61xf16>, tensor<2x61x20xf16>) outs(%o0 : tensor<2x29x20xf32>) -> tensor<2x29x20xf32>
  return %o : tensor<2x29x20xf32>
}

// A sliding window.
func.func @window(%q: tensor<1x67x16xf16>, %k: tensor<1x67x16xf16>, %v: tensor<1x67x16xf16>) -> tensor<1x67x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x67x67xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x67x67xf32>) -> tensor<1x67x67xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<1x67x16xf16>, tensor<1x67x16xf16>) outs(%s0 : tensor<1x67x67xf32>) -> tensor<1x67x67xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x67x67xf32>) outs(%e : tensor<1x67x67xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %w = arith.constant 20 : index
    %nw = arith.addi %n, %w : index
    %c0 = arith.cmpi sle, %n, %m : index
    %c1 = arith.cmpi sgt, %nw, %m : index
    %c = arith.andi %c0, %c1 : i1
    %y = arith.select %c, %x, %ninf : f32
    linalg.yield %y : f32
  } -> tensor<1x67x67xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<1x67x67xf32>) outs(%e : tensor<1x67x67xf32>) -> tensor<1x67x67xf32>
  %p16 = arith.truncf %p : tensor<1x67x67xf32> to tensor<1x67x67xf16>
  %oe = tensor.empty() : tensor<1x67x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<1x67x16xf32>) -> tensor<1x67x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<1x67x67xf16>, tensor<1x67x16xf16>) outs(%o0 : tensor<1x67x16xf32>) -> tensor<1x67x16xf32>
  return %o : tensor<1x67x16xf32>
}

// A prefix that all see.
func.func @prefix(%q: tensor<1x50x16xf16>, %k: tensor<1x45x16xf16>, %v: tensor<1x45x16xf16>) -> tensor<1x50x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<1x50x16xf16>, tensor<1x45x16xf16>) outs(%s0 : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x50x45xf32>) outs(%e : tensor<1x50x45xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %w = arith.constant 17 : index
    %c0 = arith.cmpi ule, %n, %m : index
    %c1 = arith.cmpi slt, %n, %w : index
    %c = arith.ori %c0, %c1 : i1
    %y = arith.select %c, %x, %ninf : f32
    linalg.yield %y : f32
  } -> tensor<1x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<1x50x45xf32>) outs(%e : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %p16 = arith.truncf %p : tensor<1x50x45xf32> to tensor<1x50x45xf16>
  %oe = tensor.empty() : tensor<1x50x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<1x50x16xf32>) -> tensor<1x50x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<1x50x45xf16>, tensor<1x45x16xf16>) outs(%o0 : tensor<1x50x16xf32>) -> tensor<1x50x16xf32>
  return %o : tensor<1x50x16xf32>
}

// Blocks of 16.
func.func @blocks(%q: tensor<1x50x16xf16>, %k: tensor<1x45x16xf16>, %v: tensor<1x45x16xf16>) -> tensor<1x50x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<1x50x16xf16>, tensor<1x45x16xf16>) outs(%s0 : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x50x45xf32>) outs(%e : tensor<1x50x45xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %w = arith.constant 16 : index
    %nb = arith.divui %n, %w : index
    %mb = arith.divui %m, %w : index
    %c0 = arith.cmpi ule, %nb, %mb : index
    %y = arith.select %c0, %x, %ninf : f32
    linalg.yield %y : f32
  } -> tensor<1x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<1x50x45xf32>) outs(%e : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %p16 = arith.truncf %p : tensor<1x50x45xf32> to tensor<1x50x45xf16>
  %oe = tensor.empty() : tensor<1x50x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<1x50x16xf32>) -> tensor<1x50x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<1x50x45xf16>, tensor<1x45x16xf16>) outs(%o0 : tensor<1x50x16xf32>) -> tensor<1x50x16xf32>
  return %o : tensor<1x50x16xf32>
}

// An additive bias of 0 and -inf, in i64.
func.func @bias(%q: tensor<1x50x16xf16>, %k: tensor<1x45x16xf16>, %v: tensor<1x45x16xf16>) -> tensor<1x50x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<1x50x16xf16>, tensor<1x45x16xf16>) outs(%s0 : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x50x45xf32>) outs(%e : tensor<1x50x45xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %mi = arith.index_cast %m : index to i64
    %ni = arith.index_cast %n : index to i64
    %c = arith.cmpi sgt, %ni, %mi : i64
    %bias = arith.select %c, %ninf, %zero : f32
    %y = arith.addf %x, %bias : f32
    linalg.yield %y : f32
  } -> tensor<1x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<1x50x45xf32>) outs(%e : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %p16 = arith.truncf %p : tensor<1x50x45xf32> to tensor<1x50x45xf16>
  %oe = tensor.empty() : tensor<1x50x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<1x50x16xf32>) -> tensor<1x50x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<1x50x45xf16>, tensor<1x45x16xf16>) outs(%o0 : tensor<1x50x16xf32>) -> tensor<1x50x16xf32>
  return %o : tensor<1x50x16xf32>
}

// Positions as floats.
func.func @floats(%q: tensor<1x50x16xf16>, %k: tensor<1x45x16xf16>, %v: tensor<1x45x16xf16>) -> tensor<1x50x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<1x50x16xf16>, tensor<1x45x16xf16>) outs(%s0 : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x50x45xf32>) outs(%e : tensor<1x50x45xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %mi = arith.index_cast %m : index to i32
    %ni = arith.index_cast %n : index to i32
    %mf = arith.sitofp %mi : i32 to f32
    %nf = arith.sitofp %ni : i32 to f32
    %d = arith.subf %nf, %mf : f32
    %half = arith.constant 0.5 : f32
    %c = arith.cmpf ogt, %d, %half : f32
    %true = arith.constant true
    %nc = arith.xori %c, %true : i1
    %y = arith.select %nc, %x, %ninf : f32
    linalg.yield %y : f32
  } -> tensor<1x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<1x50x45xf32>) outs(%e : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %p16 = arith.truncf %p : tensor<1x50x45xf32> to tensor<1x50x45xf16>
  %oe = tensor.empty() : tensor<1x50x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<1x50x16xf32>) -> tensor<1x50x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<1x50x45xf16>, tensor<1x45x16xf16>) outs(%o0 : tensor<1x50x16xf32>) -> tensor<1x50x16xf32>
  return %o : tensor<1x50x16xf32>
}

// Another diagonal for each batch.
func.func @of_heads(%q: tensor<2x50x16xf16>, %k: tensor<2x45x16xf16>, %v: tensor<2x45x16xf16>) -> tensor<2x50x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<2x50x16xf16>, tensor<2x45x16xf16>) outs(%s0 : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x50x45xf32>) outs(%e : tensor<2x50x45xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %w = arith.constant 20 : index
    %ob = arith.muli %b, %w : index
    %mm = arith.addi %m, %ob : index
    %c = arith.cmpi ule, %n, %mm : index
    %y = arith.select %c, %x, %ninf : f32
    linalg.yield %y : f32
  } -> tensor<2x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x50x45xf32>) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %p16 = arith.truncf %p : tensor<2x50x45xf32> to tensor<2x50x45xf16>
  %oe = tensor.empty() : tensor<2x50x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x50x16xf32>) -> tensor<2x50x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x50x45xf16>, tensor<2x45x16xf16>) outs(%o0 : tensor<2x50x16xf32>) -> tensor<2x50x16xf32>
  return %o : tensor<2x50x16xf32>
}

// A finite mask value skips nothing.
func.func @finite(%q: tensor<1x50x16xf16>, %k: tensor<1x45x16xf16>, %v: tensor<1x45x16xf16>) -> tensor<1x50x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<1x50x16xf16>, tensor<1x45x16xf16>) outs(%s0 : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x50x45xf32>) outs(%e : tensor<1x50x45xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %low = arith.constant -3.40282347E+38 : f32
    %c = arith.cmpi ugt, %n, %m : index
    %y = arith.select %c, %low, %x : f32
    linalg.yield %y : f32
  } -> tensor<1x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<1x50x45xf32>) outs(%e : tensor<1x50x45xf32>) -> tensor<1x50x45xf32>
  %p16 = arith.truncf %p : tensor<1x50x45xf32> to tensor<1x50x45xf16>
  %oe = tensor.empty() : tensor<1x50x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<1x50x16xf32>) -> tensor<1x50x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<1x50x45xf16>, tensor<1x45x16xf16>) outs(%o0 : tensor<1x50x16xf32>) -> tensor<1x50x16xf32>
  return %o : tensor<1x50x16xf32>
}

// Everything is masked.
func.func @all(%q: tensor<1x20x16xf16>, %k: tensor<1x45x16xf16>, %v: tensor<1x45x16xf16>) -> tensor<1x20x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1x20x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<1x20x45xf32>) -> tensor<1x20x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<1x20x16xf16>, tensor<1x45x16xf16>) outs(%s0 : tensor<1x20x45xf32>) -> tensor<1x20x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s : tensor<1x20x45xf32>) outs(%e : tensor<1x20x45xf32>) {
  ^bb0(%x: f32, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %w = arith.constant 1000 : index
    %c = arith.cmpi ult, %n, %w : index
    %y = arith.select %c, %ninf, %x : f32
    linalg.yield %y : f32
  } -> tensor<1x20x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<1x20x45xf32>) outs(%e : tensor<1x20x45xf32>) -> tensor<1x20x45xf32>
  %p16 = arith.truncf %p : tensor<1x20x45xf32> to tensor<1x20x45xf16>
  %oe = tensor.empty() : tensor<1x20x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<1x20x16xf32>) -> tensor<1x20x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<1x20x45xf16>, tensor<1x45x16xf16>) outs(%o0 : tensor<1x20x16xf32>) -> tensor<1x20x16xf32>
  return %o : tensor<1x20x16xf32>
}

// Causal, and a boolean mask of columns besides: rows without any element are NaN.
func.func @with_padding(%q: tensor<2x50x16xf16>, %k: tensor<2x45x16xf16>, %v: tensor<2x45x16xf16>, %mask: tensor<2x45xi1>) -> tensor<2x50x16xf32> {
  %zero = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<2x50x16xf16>, tensor<2x45x16xf16>) outs(%s0 : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #columns, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x50x45xf32>, tensor<2x45xi1>) outs(%e : tensor<2x50x45xf32>) {
  ^bb0(%x: f32, %allowed: i1, %out: f32):
    %b = linalg.index 0 : index
    %m = linalg.index 1 : index
    %n = linalg.index 2 : index
    %c = arith.cmpi ugt, %n, %m : index
    %t = arith.select %c, %ninf, %x : f32
    %y = arith.select %allowed, %t, %ninf : f32
    linalg.yield %y : f32
  } -> tensor<2x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x50x45xf32>) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %p16 = arith.truncf %p : tensor<2x50x45xf32> to tensor<2x50x45xf16>
  %oe = tensor.empty() : tensor<2x50x16xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x50x16xf32>) -> tensor<2x50x16xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x50x45xf16>, tensor<2x45x16xf16>) outs(%o0 : tensor<2x50x16xf32>) -> tensor<2x50x16xf32>
  return %o : tensor<2x50x16xf32>
}
