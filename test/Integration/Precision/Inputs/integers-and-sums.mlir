// i8 x i8 -> i32, scaled back to i8, twice; the sizes divide nothing. The second operand is transposed in the second chain,
// whose sums are dequantized to f32 between the products.
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @quantized(%a: tensor<70x97xi8>, %b: tensor<97x83xi8>, %d: tensor<83x41xi8>) -> tensor<70x41xi8> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<70x83xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<70x83xi32>) -> tensor<70x83xi32>
  %c = linalg.matmul ins(%a, %b : tensor<70x97xi8>, tensor<97x83xi8>) outs(%f : tensor<70x83xi32>) -> tensor<70x83xi32>
  %e8 = tensor.empty() : tensor<70x83xi8>
  %q = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c : tensor<70x83xi32>) outs(%e8 : tensor<70x83xi8>) {
  ^bb0(%x: i32, %o: i8):
    %scale = arith.constant 0.11 : f32
    %lo = arith.constant -128.0 : f32
    %hi = arith.constant 127.0 : f32
    %xf = arith.sitofp %x : i32 to f32
    %s = arith.mulf %xf, %scale : f32
    %r = math.roundeven %s : f32
    %m1 = arith.maximumf %r, %lo : f32
    %m2 = arith.minimumf %m1, %hi : f32
    %y = arith.fptosi %m2 : f32 to i8
    linalg.yield %y : i8
  } -> tensor<70x83xi8>
  %e2 = tensor.empty() : tensor<70x41xi32>
  %f2 = linalg.fill ins(%z : i32) outs(%e2 : tensor<70x41xi32>) -> tensor<70x41xi32>
  %r = linalg.matmul ins(%q, %d : tensor<70x83xi8>, tensor<83x41xi8>) outs(%f2 : tensor<70x41xi32>) -> tensor<70x41xi32>
  %e3 = tensor.empty() : tensor<70x41xi8>
  %out = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%r : tensor<70x41xi32>) outs(%e3 : tensor<70x41xi8>) {
  ^bb0(%x: i32, %o: i8):
    %lo = arith.constant -128 : i32
    %hi = arith.constant 127 : i32
    %by = arith.constant 5 : i32
    %s = arith.shrsi %x, %by : i32
    %m1 = arith.maxsi %s, %lo : i32
    %m2 = arith.minsi %m1, %hi : i32
    %y = arith.trunci %m2 : i32 to i8
    linalg.yield %y : i8
  } -> tensor<70x41xi8>
  return %out : tensor<70x41xi8>
}
// Scores of i8 with a scale per row, softmax in f32, and a product in f16.
func.func @dequantized(%a: tensor<45x64xi8>, %b: tensor<77x64xi8>, %scales: tensor<45xf32>, %d: tensor<77x40xf16>) -> tensor<45x40xf32> {
  %z = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<45x77xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<45x77xi32>) -> tensor<45x77xi32>
  %c = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<45x64xi8>, tensor<77x64xi8>) outs(%f : tensor<45x77xi32>) {
  ^bb0(%x: i8, %y: i8, %acc: i32):
    %xe = arith.extsi %x : i8 to i32
    %ye = arith.extsi %y : i8 to i32
    %p = arith.muli %xe, %ye : i32
    %s = arith.addi %acc, %p : i32
    linalg.yield %s : i32
  } -> tensor<45x77xi32>
  %e1 = tensor.empty() : tensor<45x77xf32>
  %s = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %scales : tensor<45x77xi32>, tensor<45xf32>) outs(%e1 : tensor<45x77xf32>) {
  ^bb0(%x: i32, %scale: f32, %o: f32):
    %xf = arith.sitofp %x : i32 to f32
    %y = arith.mulf %xf, %scale : f32
    linalg.yield %y : f32
  } -> tensor<45x77xf32>
  %p = linalg.softmax dimension(1) ins(%s : tensor<45x77xf32>) outs(%e1 : tensor<45x77xf32>) -> tensor<45x77xf32>
  %p16 = arith.truncf %p : tensor<45x77xf32> to tensor<45x77xf16>
  %e2 = tensor.empty() : tensor<45x40xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<45x40xf32>) -> tensor<45x40xf32>
  %r = linalg.matmul ins(%p16, %d : tensor<45x77xf16>, tensor<77x40xf16>) outs(%f2 : tensor<45x40xf32>) -> tensor<45x40xf32>
  return %r : tensor<45x40xf32>
}
// All in f64.
func.func @f64(%a: tensor<33x35xf64>, %b: tensor<35x34xf64>, %d: tensor<34x36xf64>) -> tensor<33x36xf64> {
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<33x34xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<33x34xf64>) -> tensor<33x34xf64>
  %c = linalg.matmul ins(%a, %b : tensor<33x35xf64>, tensor<35x34xf64>) outs(%f : tensor<33x34xf64>) -> tensor<33x34xf64>
  %c1 = arith.addf %c, %c : tensor<33x34xf64>
  %e2 = tensor.empty() : tensor<33x36xf64>
  %f2 = linalg.fill ins(%z : f64) outs(%e2 : tensor<33x36xf64>) -> tensor<33x36xf64>
  %r = linalg.matmul ins(%c1, %d : tensor<33x34xf64>, tensor<34x36xf64>) outs(%f2 : tensor<33x36xf64>) -> tensor<33x36xf64>
  return %r : tensor<33x36xf64>
}
// Sums that the program spells in f16: in f32 and rounded once.
func.func @f16_sums(%a: tensor<33x35xf16>, %b: tensor<35x34xf16>, %d: tensor<34x36xf16>) -> tensor<33x36xf16> {
  %z = arith.constant 0.0 : f16
  %e = tensor.empty() : tensor<33x34xf16>
  %f = linalg.fill ins(%z : f16) outs(%e : tensor<33x34xf16>) -> tensor<33x34xf16>
  %c = linalg.matmul ins(%a, %b : tensor<33x35xf16>, tensor<35x34xf16>) outs(%f : tensor<33x34xf16>) -> tensor<33x34xf16>
  %c1 = arith.addf %c, %c : tensor<33x34xf16>
  %e2 = tensor.empty() : tensor<33x36xf16>
  %f2 = linalg.fill ins(%z : f16) outs(%e2 : tensor<33x36xf16>) -> tensor<33x36xf16>
  %r = linalg.matmul ins(%c1, %d : tensor<33x34xf16>, tensor<34x36xf16>) outs(%f2 : tensor<33x36xf16>) -> tensor<33x36xf16>
  return %r : tensor<33x36xf16>
}
