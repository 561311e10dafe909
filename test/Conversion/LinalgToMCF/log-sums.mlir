// RUN: mcf-opt %s --convert-linalg-to-mcf --split-input-file 2>/dev/null | FileCheck %s
// RUN: mcf-opt %s --convert-linalg-to-mcf --split-input-file 2>/dev/null -o %t
// RUN: mcf-opt %t --mcf-print-dependent-reductions --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=ONLINE

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// exp(s - (m + log l)) is exp(s - m) / l; the logarithm is returned and stays.
// CHECK-LABEL: func.func @sum_of_statistics
// CHECK: %[[S:.*]] = mcf.contract
// CHECK: %[[M:.*]] = mcf.reduce <maximumf> %[[S]]
// CHECK: %[[P:.*]] = mcf.map ins(%[[S]], %[[M]]
// CHECK: math.exp
// CHECK: %[[L:.*]] = mcf.reduce <add> %[[P]]
// CHECK: %[[T:.*]] = mcf.map ins(%[[M]], %[[L]]
// CHECK: math.log
// CHECK: %[[Q:.*]] = mcf.map ins(%[[P]], %[[L]]
// CHECK-NOT: math.exp
// CHECK: arith.divf
// CHECK: mcf.contract %[[Q]]
// CHECK: mcf.yield {{.*}}%[[T]]
// ONLINE: deferred as exponential
// ONLINE: accumulated with exponential quotient pending
func.func @sum_of_statistics(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>) -> (tensor<5x8xf32>, tensor<5xf32>) {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z1 = arith.constant dense<0.0> : tensor<5xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %low = arith.constant dense<0xFF800000> : tensor<5xf32>
  %s = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %m = linalg.reduce {arith.maximumf} ins(%s : tensor<5x6xf32>) outs(%low : tensor<5xf32>) dimensions = [1]
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %m : tensor<5x6xf32>, tensor<5xf32>) outs(%z : tensor<5x6xf32>) {
  ^bb0(%x: f32, %r: f32, %o: f32):
    %y = arith.subf %x, %r : f32
    %e = math.exp %y : f32
    linalg.yield %e : f32
  } -> tensor<5x6xf32>
  %l = linalg.reduce {arith.addf} ins(%p : tensor<5x6xf32>) outs(%z1 : tensor<5xf32>) dimensions = [1]
  %log = math.log %l : tensor<5xf32>
  %t = arith.addf %m, %log : tensor<5xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %t : tensor<5x6xf32>, tensor<5xf32>) outs(%z : tensor<5x6xf32>) {
  ^bb0(%x: f32, %r: f32, %o: f32):
    %y = arith.subf %x, %r : f32
    %e = math.exp %y : f32
    linalg.yield %e : f32
  } -> tensor<5x6xf32>
  %e = linalg.matmul ins(%q, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e, %t : tensor<5x8xf32>, tensor<5xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// exp2((s - m) - log2 l), with the difference shared, and a cast after it.
// CHECK-LABEL: func.func @log_softmax
// CHECK: %[[P:.*]] = mcf.map
// CHECK: arith.subf
// CHECK-NEXT: math.exp2
// CHECK: %[[L:.*]] = mcf.reduce <add> %[[P]]
// CHECK-NEXT: mcf.map ins(%[[P]], %[[L]]
// CHECK-NEXT: ^bb0
// CHECK-NEXT: arith.divf
// CHECK-NEXT: arith.truncf
// CHECK-NOT: math.
// ONLINE: deferred as exponential
// ONLINE: accumulated with exponential quotient pending
func.func @log_softmax(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf16>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z1 = arith.constant dense<0.0> : tensor<5xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %z16 = arith.constant dense<0.0> : tensor<5x6xf16>
  %low = arith.constant dense<0xFF800000> : tensor<5xf32>
  %s = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %m = linalg.reduce {arith.maximumf} ins(%s : tensor<5x6xf32>) outs(%low : tensor<5xf32>) dimensions = [1]
  %x = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %m : tensor<5x6xf32>, tensor<5xf32>) outs(%z : tensor<5x6xf32>) {
  ^bb0(%in: f32, %r: f32, %o: f32):
    %y = arith.subf %in, %r : f32
    linalg.yield %y : f32
  } -> tensor<5x6xf32>
  %p = math.exp2 %x : tensor<5x6xf32>
  %l = linalg.reduce {arith.addf} ins(%p : tensor<5x6xf32>) outs(%z1 : tensor<5xf32>) dimensions = [1]
  %log = math.log2 %l : tensor<5xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %log : tensor<5x6xf32>, tensor<5xf32>) outs(%z16 : tensor<5x6xf16>) {
  ^bb0(%in: f32, %r: f32, %o: f16):
    %y = arith.subf %in, %r : f32
    %e = math.exp2 %y : f32
    %h = arith.truncf %e : f32 to f16
    linalg.yield %h : f16
  } -> tensor<5x6xf16>
  %e = linalg.matmul ins(%q, %d : tensor<5x6xf16>, tensor<6x8xf16>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Not the maximum of what stands in the exponent: the exponential could overflow, so nothing is rewritten.
// CHECK-LABEL: func.func @another_maximum
// CHECK: math.log
// CHECK: arith.addf
// CHECK: math.exp
// CHECK-NOT: arith.divf
func.func @another_maximum(%a: tensor<5x7xf32>, %b: tensor<7x6xf32>, %d: tensor<6x8xf32>, %m: tensor<5xf32>) -> tensor<5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<5x6xf32>
  %z1 = arith.constant dense<0.0> : tensor<5xf32>
  %z2 = arith.constant dense<0.0> : tensor<5x8xf32>
  %s = linalg.matmul ins(%a, %b : tensor<5x7xf32>, tensor<7x6xf32>) outs(%z : tensor<5x6xf32>) -> tensor<5x6xf32>
  %l = linalg.reduce {arith.addf} ins(%s : tensor<5x6xf32>) outs(%z1 : tensor<5xf32>) dimensions = [1]
  %log = math.log %l : tensor<5xf32>
  %t = arith.addf %m, %log : tensor<5xf32>
  %q = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %t : tensor<5x6xf32>, tensor<5xf32>) outs(%z : tensor<5x6xf32>) {
  ^bb0(%x: f32, %r: f32, %o: f32):
    %y = arith.subf %x, %r : f32
    %e = math.exp %y : f32
    linalg.yield %e : f32
  } -> tensor<5x6xf32>
  %e = linalg.matmul ins(%q, %d : tensor<5x6xf32>, tensor<6x8xf32>) outs(%z2 : tensor<5x8xf32>) -> tensor<5x8xf32>
  return %e : tensor<5x8xf32>
}
