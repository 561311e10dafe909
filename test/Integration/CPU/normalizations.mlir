// Row statistics between and after two contractions: what is fused online and what in a second loop is right under any tiling. Each function has
// the dims m, n, k, h.
// RUN: mcfc %s --run=cpu --tiling='m.n(k,h){m=4,n=5,k=3,h=2}' | FileCheck %s --check-prefix=RIGHT
// RUN: mcfc %s --run=cpu --tiling='h.n.k.m{m=7,n=4,k=5,h=2}' | FileCheck %s --check-prefix=RIGHT
// RIGHT-COUNT-15: right
// RUN: mcfc %s --emit=chain | mcf-opt --mcf-print-dependent-reductions -o /dev/null 2>&1 | FileCheck %s


// Softmax in f32: online.
// CHECK: accumulated with exponential quotient pending
func.func @softmax(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c1 = arith.constant dense<0xFF800000> : tensor<13xf32>
  %c2 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %c3 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%c0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %1 = linalg.reduce {arith.maximumf} ins(%0 : tensor<13x19xf32>) outs(%c1 : tensor<13xf32>) dimensions = [1]
  %2 = tensor.empty() : tensor<13x19xf32>
  %3 = linalg.broadcast ins(%1 : tensor<13xf32>) outs(%2 : tensor<13x19xf32>) dimensions = [1]
  %4 = arith.subf %0, %3 : tensor<13x19xf32>
  %5 = math.exp %4 : tensor<13x19xf32>
  %6 = linalg.reduce {arith.addf} ins(%5 : tensor<13x19xf32>) outs(%c2 : tensor<13xf32>) dimensions = [1]
  %7 = linalg.broadcast ins(%6 : tensor<13xf32>) outs(%2 : tensor<13x19xf32>) dimensions = [1]
  %8 = arith.divf %5, %7 : tensor<13x19xf32>
  %9 = linalg.matmul ins(%8, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%c3 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %9 : tensor<13x5xf32>
}

// exp(s - (m + log l)): online, as a quotient.
// CHECK: accumulated with exponential quotient pending
func.func @log_sum(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c1 = arith.constant dense<0xFF800000> : tensor<13xf32>
  %c2 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %c3 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%c0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %1 = linalg.reduce {arith.maximumf} ins(%0 : tensor<13x19xf32>) outs(%c1 : tensor<13xf32>) dimensions = [1]
  %2 = tensor.empty() : tensor<13x19xf32>
  %3 = linalg.broadcast ins(%1 : tensor<13xf32>) outs(%2 : tensor<13x19xf32>) dimensions = [1]
  %4 = arith.subf %0, %3 : tensor<13x19xf32>
  %5 = math.exp %4 : tensor<13x19xf32>
  %6 = linalg.reduce {arith.addf} ins(%5 : tensor<13x19xf32>) outs(%c2 : tensor<13xf32>) dimensions = [1]
  %7 = math.log %6 : tensor<13xf32>
  %8 = arith.addf %1, %7 : tensor<13xf32>
  %9 = linalg.broadcast ins(%8 : tensor<13xf32>) outs(%2 : tensor<13x19xf32>) dimensions = [1]
  %10 = arith.subf %0, %9 : tensor<13x19xf32>
  %11 = math.exp %10 : tensor<13x19xf32>
  %12 = linalg.matmul ins(%11, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%c3 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %12 : tensor<13x5xf32>
}

// exp((s - m) - log l): online, as a quotient.
// CHECK: accumulated with exponential quotient pending
func.func @log_softmax(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c1 = arith.constant dense<0xFF800000> : tensor<13xf32>
  %c2 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %c3 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%c0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %1 = linalg.reduce {arith.maximumf} ins(%0 : tensor<13x19xf32>) outs(%c1 : tensor<13xf32>) dimensions = [1]
  %2 = tensor.empty() : tensor<13x19xf32>
  %3 = linalg.broadcast ins(%1 : tensor<13xf32>) outs(%2 : tensor<13x19xf32>) dimensions = [1]
  %4 = arith.subf %0, %3 : tensor<13x19xf32>
  %5 = math.exp %4 : tensor<13x19xf32>
  %6 = linalg.reduce {arith.addf} ins(%5 : tensor<13x19xf32>) outs(%c2 : tensor<13xf32>) dimensions = [1]
  %7 = math.log %6 : tensor<13xf32>
  %8 = linalg.broadcast ins(%7 : tensor<13xf32>) outs(%2 : tensor<13x19xf32>) dimensions = [1]
  %9 = arith.subf %4, %8 : tensor<13x19xf32>
  %10 = math.exp %9 : tensor<13x19xf32>
  %11 = linalg.matmul ins(%10, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%c3 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %11 : tensor<13x5xf32>
}

// A maximum that is replaced by 0 where it is infinite is not monotone: a second loop.
// CHECK: has to wait: the statistic is not a monotone function of one maximum
func.func @guarded_log_sum(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c1 = arith.constant dense<0xFF800000> : tensor<13xf32>
  %c2 = arith.constant dense<0x7F800000> : tensor<13xf32>
  %c3 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %c4 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%c0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %1 = linalg.reduce {arith.maximumf} ins(%0 : tensor<13x19xf32>) outs(%c1 : tensor<13xf32>) dimensions = [1]
  %2 = math.absf %1 : tensor<13xf32>
  %3 = arith.cmpf oeq, %2, %c2 : tensor<13xf32>
  %4 = arith.select %3, %c3, %1 : tensor<13xi1>, tensor<13xf32>
  %5 = tensor.empty() : tensor<13x19xf32>
  %6 = linalg.broadcast ins(%4 : tensor<13xf32>) outs(%5 : tensor<13x19xf32>) dimensions = [1]
  %7 = arith.subf %0, %6 : tensor<13x19xf32>
  %8 = math.exp %7 : tensor<13x19xf32>
  %9 = linalg.reduce {arith.addf} ins(%8 : tensor<13x19xf32>) outs(%c3 : tensor<13xf32>) dimensions = [1]
  %10 = math.log %9 : tensor<13xf32>
  %11 = arith.addf %10, %4 : tensor<13xf32>
  %12 = linalg.broadcast ins(%11 : tensor<13xf32>) outs(%5 : tensor<13x19xf32>) dimensions = [1]
  %13 = arith.subf %0, %12 : tensor<13x19xf32>
  %14 = math.exp %13 : tensor<13x19xf32>
  %15 = linalg.matmul ins(%14, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%c4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %15 : tensor<13x5xf32>
}

// Softmax that is returned too: a second loop.
// CHECK: has to wait: its result is returned
func.func @softmax_returned(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> (tensor<13x5xf32>, tensor<13x19xf32>) {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c1 = arith.constant dense<0xFF800000> : tensor<13xf32>
  %c2 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %c3 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%c0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %1 = linalg.reduce {arith.maximumf} ins(%0 : tensor<13x19xf32>) outs(%c1 : tensor<13xf32>) dimensions = [1]
  %2 = tensor.empty() : tensor<13x19xf32>
  %3 = linalg.broadcast ins(%1 : tensor<13xf32>) outs(%2 : tensor<13x19xf32>) dimensions = [1]
  %4 = arith.subf %0, %3 : tensor<13x19xf32>
  %5 = math.exp %4 : tensor<13x19xf32>
  %6 = linalg.reduce {arith.addf} ins(%5 : tensor<13x19xf32>) outs(%c2 : tensor<13xf32>) dimensions = [1]
  %7 = linalg.broadcast ins(%6 : tensor<13xf32>) outs(%2 : tensor<13x19xf32>) dimensions = [1]
  %8 = arith.divf %5, %7 : tensor<13x19xf32>
  %9 = linalg.matmul ins(%8, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%c3 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %9, %8 : tensor<13x5xf32>, tensor<13x19xf32>
}

// Softmax without the maximum: a quotient.
// CHECK: accumulated with quotient pending
func.func @sum_of_exponentials(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c1 = arith.constant dense<1.250000e-01> : tensor<13x19xf32>
  %c2 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %c3 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%c0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %1 = arith.mulf %0, %c1 : tensor<13x19xf32>
  %2 = math.exp %1 : tensor<13x19xf32>
  %3 = linalg.reduce {arith.addf} ins(%2 : tensor<13x19xf32>) outs(%c2 : tensor<13xf32>) dimensions = [1]
  %4 = tensor.empty() : tensor<13x19xf32>
  %5 = linalg.broadcast ins(%3 : tensor<13xf32>) outs(%4 : tensor<13x19xf32>) dimensions = [1]
  %6 = arith.divf %2, %5 : tensor<13x19xf32>
  %7 = linalg.matmul ins(%6, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%c3 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %7 : tensor<13x5xf32>
}

// Divided by the sum of absolute values: a quotient.
// CHECK: accumulated with quotient pending
func.func @sum_of_absolutes(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c1 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %c2 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%c0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %1 = math.absf %0 : tensor<13x19xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : tensor<13x19xf32>) outs(%c1 : tensor<13xf32>) dimensions = [1]
  %3 = tensor.empty() : tensor<13x19xf32>
  %4 = linalg.broadcast ins(%2 : tensor<13xf32>) outs(%3 : tensor<13x19xf32>) dimensions = [1]
  %5 = arith.divf %0, %4 : tensor<13x19xf32>
  %6 = linalg.matmul ins(%5, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%c2 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}

// Divided by the largest absolute value: a quotient.
// CHECK: accumulated with quotient pending
func.func @largest_absolute(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c1 = arith.constant dense<0xFF800000> : tensor<13xf32>
  %c2 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%c0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %1 = math.absf %0 : tensor<13x19xf32>
  %2 = linalg.reduce {arith.maximumf} ins(%1 : tensor<13x19xf32>) outs(%c1 : tensor<13xf32>) dimensions = [1]
  %3 = tensor.empty() : tensor<13x19xf32>
  %4 = linalg.broadcast ins(%2 : tensor<13xf32>) outs(%3 : tensor<13x19xf32>) dimensions = [1]
  %5 = arith.divf %0, %4 : tensor<13x19xf32>
  %6 = linalg.matmul ins(%5, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%c2 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %6 : tensor<13x5xf32>
}

// Multiplied by the inverse root of the mean square: a product.
// CHECK: accumulated with product pending
func.func @root_mean_square(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c1 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %c2 = arith.constant dense<1.900000e+01> : tensor<13xf32>
  %c3 = arith.constant dense<1.000000e-05> : tensor<13xf32>
  %c4 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%c0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %1 = arith.mulf %0, %0 : tensor<13x19xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : tensor<13x19xf32>) outs(%c1 : tensor<13xf32>) dimensions = [1]
  %3 = arith.divf %2, %c2 : tensor<13xf32>
  %4 = arith.addf %3, %c3 : tensor<13xf32>
  %5 = math.rsqrt %4 : tensor<13xf32>
  %6 = tensor.empty() : tensor<13x19xf32>
  %7 = linalg.broadcast ins(%5 : tensor<13xf32>) outs(%6 : tensor<13x19xf32>) dimensions = [1]
  %8 = arith.mulf %0, %7 : tensor<13x19xf32>
  %9 = linalg.matmul ins(%8, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%c4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %9 : tensor<13x5xf32>
}

// The mean is subtracted, which is no factor: a second loop.
// CHECK: has to wait: the statistic is not a factor of the result
func.func @layer_norm(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c1 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %c2 = arith.constant dense<1.900000e+01> : tensor<13xf32>
  %c3 = arith.constant dense<1.000000e-05> : tensor<13xf32>
  %c4 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%c0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %1 = linalg.reduce {arith.addf} ins(%0 : tensor<13x19xf32>) outs(%c1 : tensor<13xf32>) dimensions = [1]
  %2 = arith.divf %1, %c2 : tensor<13xf32>
  %3 = tensor.empty() : tensor<13x19xf32>
  %4 = linalg.broadcast ins(%2 : tensor<13xf32>) outs(%3 : tensor<13x19xf32>) dimensions = [1]
  %5 = arith.subf %0, %4 : tensor<13x19xf32>
  %6 = arith.mulf %5, %5 : tensor<13x19xf32>
  %7 = linalg.reduce {arith.addf} ins(%6 : tensor<13x19xf32>) outs(%c1 : tensor<13xf32>) dimensions = [1]
  %8 = arith.addf %7, %c3 : tensor<13xf32>
  %9 = math.rsqrt %8 : tensor<13xf32>
  %10 = linalg.broadcast ins(%9 : tensor<13xf32>) outs(%3 : tensor<13x19xf32>) dimensions = [1]
  %11 = arith.mulf %5, %10 : tensor<13x19xf32>
  %12 = linalg.matmul ins(%11, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%c4 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %12 : tensor<13x5xf32>
}

// Softmax along the rows: the loop over m has no accumulation after it.
func.func @columns(%arg0: tensor<13x8xf32>, %arg1: tensor<8x19xf32>, %arg2: tensor<19x5xf32>) -> tensor<13x5xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c1 = arith.constant dense<0xFF800000> : tensor<19xf32>
  %c2 = arith.constant dense<0.000000e+00> : tensor<19xf32>
  %c3 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x19xf32>) outs(%c0 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %1 = tensor.empty() : tensor<19x13xf32>
  %2 = linalg.transpose ins(%0 : tensor<13x19xf32>) outs(%1 : tensor<19x13xf32>) permutation = [1, 0]
  %3 = linalg.reduce {arith.maximumf} ins(%2 : tensor<19x13xf32>) outs(%c1 : tensor<19xf32>) dimensions = [1]
  %4 = linalg.broadcast ins(%3 : tensor<19xf32>) outs(%1 : tensor<19x13xf32>) dimensions = [1]
  %5 = arith.subf %2, %4 : tensor<19x13xf32>
  %6 = math.exp %5 : tensor<19x13xf32>
  %7 = linalg.reduce {arith.addf} ins(%6 : tensor<19x13xf32>) outs(%c2 : tensor<19xf32>) dimensions = [1]
  %8 = linalg.broadcast ins(%7 : tensor<19xf32>) outs(%1 : tensor<19x13xf32>) dimensions = [1]
  %9 = arith.divf %6, %8 : tensor<19x13xf32>
  %10 = tensor.empty() : tensor<13x19xf32>
  %11 = linalg.transpose ins(%9 : tensor<19x13xf32>) outs(%10 : tensor<13x19xf32>) permutation = [1, 0]
  %12 = linalg.matmul ins(%11, %arg2 : tensor<13x19xf32>, tensor<19x5xf32>) outs(%c3 : tensor<13x5xf32>) -> tensor<13x5xf32>
  return %12 : tensor<13x5xf32>
}

// Softmax at the end with a weighted sum of each row after it: online.
// CHECK: accumulated with exponential quotient pending
func.func @sum_after(%arg0: tensor<13x8xf32>, %arg1: tensor<8x5xf32>, %arg2: tensor<5x19xf32>, %arg3: tensor<19xf32>) -> tensor<13xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %c1 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c2 = arith.constant dense<0xFF800000> : tensor<13xf32>
  %c3 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x5xf32>) outs(%c0 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %1 = linalg.matmul ins(%0, %arg2 : tensor<13x5xf32>, tensor<5x19xf32>) outs(%c1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.reduce {arith.maximumf} ins(%1 : tensor<13x19xf32>) outs(%c2 : tensor<13xf32>) dimensions = [1]
  %3 = tensor.empty() : tensor<13x19xf32>
  %4 = linalg.broadcast ins(%2 : tensor<13xf32>) outs(%3 : tensor<13x19xf32>) dimensions = [1]
  %5 = arith.subf %1, %4 : tensor<13x19xf32>
  %6 = math.exp %5 : tensor<13x19xf32>
  %7 = linalg.reduce {arith.addf} ins(%6 : tensor<13x19xf32>) outs(%c3 : tensor<13xf32>) dimensions = [1]
  %8 = linalg.broadcast ins(%7 : tensor<13xf32>) outs(%3 : tensor<13x19xf32>) dimensions = [1]
  %9 = arith.divf %6, %8 : tensor<13x19xf32>
  %10 = linalg.broadcast ins(%arg3 : tensor<19xf32>) outs(%3 : tensor<13x19xf32>) dimensions = [0]
  %11 = arith.mulf %9, %10 : tensor<13x19xf32>
  %12 = linalg.reduce {arith.addf} ins(%11 : tensor<13x19xf32>) outs(%c3 : tensor<13xf32>) dimensions = [1]
  return %12 : tensor<13xf32>
}

// Softmax at the end: a second loop for what is returned.
// CHECK: has to wait: its result is returned
func.func @last(%arg0: tensor<13x8xf32>, %arg1: tensor<8x5xf32>, %arg2: tensor<5x19xf32>) -> tensor<13x19xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %c1 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c2 = arith.constant dense<0xFF800000> : tensor<13xf32>
  %c3 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x5xf32>) outs(%c0 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %1 = linalg.matmul ins(%0, %arg2 : tensor<13x5xf32>, tensor<5x19xf32>) outs(%c1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.reduce {arith.maximumf} ins(%1 : tensor<13x19xf32>) outs(%c2 : tensor<13xf32>) dimensions = [1]
  %3 = tensor.empty() : tensor<13x19xf32>
  %4 = linalg.broadcast ins(%2 : tensor<13xf32>) outs(%3 : tensor<13x19xf32>) dimensions = [1]
  %5 = arith.subf %1, %4 : tensor<13x19xf32>
  %6 = math.exp %5 : tensor<13x19xf32>
  %7 = linalg.reduce {arith.addf} ins(%6 : tensor<13x19xf32>) outs(%c3 : tensor<13xf32>) dimensions = [1]
  %8 = linalg.broadcast ins(%7 : tensor<13xf32>) outs(%3 : tensor<13x19xf32>) dimensions = [1]
  %9 = arith.divf %6, %8 : tensor<13x19xf32>
  return %9 : tensor<13x19xf32>
}

// Layer norm at the end.
func.func @layer_norm_last(%arg0: tensor<13x8xf32>, %arg1: tensor<8x5xf32>, %arg2: tensor<5x19xf32>, %arg3: tensor<19xf32>, %arg4: tensor<19xf32>) -> tensor<13x19xf32> {
  %c0 = arith.constant dense<0.000000e+00> : tensor<13x5xf32>
  %c1 = arith.constant dense<0.000000e+00> : tensor<13x19xf32>
  %c2 = arith.constant dense<0.000000e+00> : tensor<13xf32>
  %c3 = arith.constant dense<1.900000e+01> : tensor<13xf32>
  %c4 = arith.constant dense<9.99999974E-6> : tensor<13xf32>
  %0 = linalg.matmul ins(%arg0, %arg1 : tensor<13x8xf32>, tensor<8x5xf32>) outs(%c0 : tensor<13x5xf32>) -> tensor<13x5xf32>
  %1 = linalg.matmul ins(%0, %arg2 : tensor<13x5xf32>, tensor<5x19xf32>) outs(%c1 : tensor<13x19xf32>) -> tensor<13x19xf32>
  %2 = linalg.reduce {arith.addf} ins(%1 : tensor<13x19xf32>) outs(%c2 : tensor<13xf32>) dimensions = [1]
  %3 = arith.divf %2, %c3 : tensor<13xf32>
  %4 = tensor.empty() : tensor<13x19xf32>
  %5 = linalg.broadcast ins(%3 : tensor<13xf32>) outs(%4 : tensor<13x19xf32>) dimensions = [1]
  %6 = arith.subf %1, %5 : tensor<13x19xf32>
  %7 = arith.mulf %6, %6 : tensor<13x19xf32>
  %8 = linalg.reduce {arith.addf} ins(%7 : tensor<13x19xf32>) outs(%c2 : tensor<13xf32>) dimensions = [1]
  %9 = arith.divf %8, %c3 : tensor<13xf32>
  %10 = arith.addf %9, %c4 : tensor<13xf32>
  %11 = math.rsqrt %10 : tensor<13xf32>
  %12 = linalg.broadcast ins(%11 : tensor<13xf32>) outs(%4 : tensor<13x19xf32>) dimensions = [1]
  %13 = arith.mulf %6, %12 : tensor<13x19xf32>
  %14 = linalg.broadcast ins(%arg3 : tensor<19xf32>) outs(%4 : tensor<13x19xf32>) dimensions = [0]
  %15 = arith.mulf %13, %14 : tensor<13x19xf32>
  %16 = linalg.broadcast ins(%arg4 : tensor<19xf32>) outs(%4 : tensor<13x19xf32>) dimensions = [0]
  %17 = arith.addf %15, %16 : tensor<13x19xf32>
  return %17 : tensor<13x19xf32>
}
