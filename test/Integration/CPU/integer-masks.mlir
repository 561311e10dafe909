// Masks of integers: i1 takes a byte that is 0 or 1, wider ones are compared with 0. They are inputs of the
// chain as they are, with the dims that they have.
// RUN: mcfc %s --run=cpu --tiling='mn(k,h){m=16,n=16,k=32,h=32}' | FileCheck %s --check-prefix=RIGHT
// RUN: mcfc %s --emit=chain | FileCheck %s
// RUN: mcfc %s --emit=plan --tiling='mn(k,h){m=16,n=16,k=32,h=32}' | FileCheck %s --check-prefix=PLAN
// RUN: mcfc %s --emit=ptx --tiling='mn(k,h){m=16,n=16,k=32,h=32}' | FileCheck %s --check-prefix=PTX
// RIGHT-COUNT-4: right
// RIGHT-NOT: wrong

// CHECK-LABEL: func.func @of_columns
// CHECK: mcf.chain {{.*}} ins(%{{.*}} : {{.*}}, tensor<2x45xi1>, {{.*}}) -> (tensor<2x50x20xf32>)
// PLAN: "name": "of_columns_chain_0"
// PLAN: {"element_type": "i1", "shape": [2, 45], "access": "read"}
// PTX: .entry of_columns_chain_0(
// PTX: ld.global.b8
#q = affine_map<(b, m, n, k) -> (b, m, k)>
#k = affine_map<(b, m, n, k) -> (b, n, k)>
#s = affine_map<(b, m, n, k) -> (b, m, n)>
#full = affine_map<(b, m, n) -> (b, m, n)>
#columns = affine_map<(b, m, n) -> (b, n)>
#rows = affine_map<(b, m, n) -> (m)>
#shared = affine_map<(b, m, n) -> (m, n)>
func.func @of_columns(%q: tensor<2x50x24xf16>, %k: tensor<2x45x24xf16>, %v: tensor<2x45x20xf16>,
                      %mask: tensor<2x45xi1>) -> tensor<2x50x20xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<2x50x24xf16>, tensor<2x45x24xf16>) outs(%s0 : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #columns, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x50x45xf32>, tensor<2x45xi1>) outs(%e : tensor<2x50x45xf32>) {
  ^bb0(%x: f32, %allowed: i1, %out: f32):
    %y = arith.select %allowed, %x, %inf : f32
    linalg.yield %y : f32
  } -> tensor<2x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x50x45xf32>) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %p16 = arith.truncf %p : tensor<2x50x45xf32> to tensor<2x50x45xf16>
  %oe = tensor.empty() : tensor<2x50x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x50x45xf16>, tensor<2x45x20xf16>) outs(%o0 : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  return %o : tensor<2x50x20xf32>
}

// Multiplicative, shared by the batch.
// PLAN: "name": "product_chain_0"
// PLAN: {"element_type": "i1", "shape": [50, 45], "access": "read"}
func.func @product(%q: tensor<2x50x24xf16>, %k: tensor<2x45x24xf16>, %v: tensor<2x45x20xf16>,
                   %mask: tensor<50x45xi1>) -> tensor<2x50x20xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<2x50x24xf16>, tensor<2x45x24xf16>) outs(%s0 : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %te = tensor.empty() : tensor<2x50x45xf16>
  %t = linalg.generic {indexing_maps = [#full, #shared, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x50x45xf32>, tensor<50x45xi1>) outs(%te : tensor<2x50x45xf16>) {
  ^bb0(%x: f32, %allowed: i1, %out: f16):
    %factor = arith.uitofp %allowed : i1 to f32
    %y = arith.mulf %x, %factor : f32
    %z = arith.truncf %y : f32 to f16
    linalg.yield %z : f16
  } -> tensor<2x50x45xf16>
  %oe = tensor.empty() : tensor<2x50x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  %o = linalg.batch_matmul ins(%t, %v : tensor<2x50x45xf16>, tensor<2x45x20xf16>) outs(%o0 : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  return %o : tensor<2x50x20xf32>
}

// Of rows, i8; whole rows are masked, and NaN stands there.
// PLAN: "name": "of_rows_chain_0"
// PLAN: {"element_type": "i8", "shape": [50], "access": "read"}
func.func @of_rows(%q: tensor<2x50x24xf16>, %k: tensor<2x45x24xf16>, %v: tensor<2x45x20xf16>,
                   %mask: tensor<50xi8>) -> tensor<2x50x20xf32> {
  %zero = arith.constant 0.0 : f32
  %inf = arith.constant 0xFF800000 : f32
  %none = arith.constant 0 : i8
  %e = tensor.empty() : tensor<2x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<2x50x24xf16>, tensor<2x45x24xf16>) outs(%s0 : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #rows, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x50x45xf32>, tensor<50xi8>) outs(%e : tensor<2x50x45xf32>) {
  ^bb0(%x: f32, %value: i8, %out: f32):
    %allowed = arith.cmpi ne, %value, %none : i8
    %y = arith.select %allowed, %x, %inf : f32
    linalg.yield %y : f32
  } -> tensor<2x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x50x45xf32>) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %p16 = arith.truncf %p : tensor<2x50x45xf32> to tensor<2x50x45xf16>
  %oe = tensor.empty() : tensor<2x50x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x50x45xf16>, tensor<2x45x20xf16>) outs(%o0 : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  return %o : tensor<2x50x20xf32>
}

// Additive: i32, 1 where a column is allowed, as exporters of BERT make -10000 of it; and a result of i1.
// PLAN: "name": "padding_chain_0"
// PLAN: {"element_type": "i32", "shape": [2, 45], "access": "read"}
// PLAN: {"element_type": "i1", "shape": [2, 50, 20], "access": "write"}
// PTX: .entry padding_chain_0(
// PTX: st.global.b8
func.func @padding(%q: tensor<2x50x24xf16>, %k: tensor<2x45x24xf16>, %v: tensor<2x45x20xf16>,
                   %mask: tensor<2x45xi32>) -> (tensor<2x50x20xf32>, tensor<2x50x20xi1>) {
  %zero = arith.constant 0.0 : f32
  %penalty = arith.constant -10000.0 : f32
  %none = arith.constant 0 : i32
  %e = tensor.empty() : tensor<2x50x45xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %s = linalg.contract indexing_maps = [#q, #k, #s] ins(%q, %k : tensor<2x50x24xf16>, tensor<2x45x24xf16>) outs(%s0 : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %t = linalg.generic {indexing_maps = [#full, #columns, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%s, %mask : tensor<2x50x45xf32>, tensor<2x45xi32>) outs(%e : tensor<2x50x45xf32>) {
  ^bb0(%x: f32, %value: i32, %out: f32):
    %masked = arith.cmpi eq, %value, %none : i32
    %bias = arith.select %masked, %penalty, %zero : f32
    %y = arith.addf %x, %bias : f32
    linalg.yield %y : f32
  } -> tensor<2x50x45xf32>
  %p = linalg.softmax dimension(2) ins(%t : tensor<2x50x45xf32>) outs(%e : tensor<2x50x45xf32>) -> tensor<2x50x45xf32>
  %p16 = arith.truncf %p : tensor<2x50x45xf32> to tensor<2x50x45xf16>
  %oe = tensor.empty() : tensor<2x50x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  %o = linalg.batch_matmul ins(%p16, %v : tensor<2x50x45xf16>, tensor<2x45x20xf16>) outs(%o0 : tensor<2x50x20xf32>) -> tensor<2x50x20xf32>
  %be = tensor.empty() : tensor<2x50x20xi1>
  %b = linalg.generic {indexing_maps = [#full, #full], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%o : tensor<2x50x20xf32>) outs(%be : tensor<2x50x20xi1>) {
  ^bb0(%x: f32, %out: i1):
    %positive = arith.cmpf ogt, %x, %zero : f32
    linalg.yield %positive : i1
  } -> tensor<2x50x20xi1>
  return %o, %b : tensor<2x50x20xf32>, tensor<2x50x20xi1>
}
