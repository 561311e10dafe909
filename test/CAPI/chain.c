/*===- chain.c - a chain from text to numbers, in C11 -----------------------===*\
|* Compiles (A B) D with an open number of rows, runs it fused and unfused on    *|
|* the CPU over rows that lie apart, and compares.                               *|
\*===------------------------------------------------------------------------===*/
#include "MCFuser-c/MCFuser.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *program_text =
    "func.func @chain(%a: tensor<?x24xf32>, %b: tensor<24x40xf32>, %d: tensor<40x20xf32>)\n"
    "    -> tensor<?x20xf32> {\n"
    "  %zero = arith.constant 0.0 : f32\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %m = tensor.dim %a, %c0 : tensor<?x24xf32>\n"
    "  %c_empty = tensor.empty(%m) : tensor<?x40xf32>\n"
    "  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<?x40xf32>)\n"
    "      -> tensor<?x40xf32>\n"
    "  %c = linalg.matmul ins(%a, %b : tensor<?x24xf32>, tensor<24x40xf32>)\n"
    "      outs(%c_zero : tensor<?x40xf32>) -> tensor<?x40xf32>\n"
    "  %e_empty = tensor.empty(%m) : tensor<?x20xf32>\n"
    "  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<?x20xf32>)\n"
    "      -> tensor<?x20xf32>\n"
    "  %e = linalg.matmul ins(%c, %d : tensor<?x40xf32>, tensor<40x20xf32>)\n"
    "      outs(%e_zero : tensor<?x20xf32>) -> tensor<?x20xf32>\n"
    "  return %e : tensor<?x20xf32>\n"
    "}\n";

enum { M = 33, K = 24, N = 40, H = 20, ROW = 32 };

static int failures = 0;

static void check(int holds, const char *what) {
  if (!holds) {
    printf("not so: %s (%s)\n", what, mcf_last_error());
    ++failures;
  }
}
#define CHECK(what) check((what) != 0, #what)

static void fill(float *data, size_t count, unsigned seed) {
  for (size_t i = 0; i < count; ++i) {
    seed = seed * 1664525u + 1013904223u;
    data[i] = (float)(seed >> 20) / 2048.0f - 1.0f;
  }
}

int main(void) {
  CHECK(mcf_abi_version() >> 16 == MCF_ABI_VERSION_MAJOR);
  mcf_options *options = NULL;
  mcf_program *program = NULL;
  CHECK(mcf_options_create(&options) == MCF_OK);
  CHECK(mcf_options_set(options, "up-to", "tile-program") == MCF_OK);
  CHECK(mcf_compile(options, program_text, strlen(program_text), "chain.mlir", &program) == MCF_OK);
  mcf_options_destroy(options);
  if (!program)
    return 1;

  mcf_program_info info;
  CHECK(mcf_program_get_info(program, &info) == MCF_OK);
  CHECK(info.function_count == 1 && info.chain_count == 1 && info.kernel_count == 1);
  size_t function = 99;
  CHECK(mcf_program_find_function(program, "chain", &function) == MCF_OK && function == 0);
  mcf_value_info value;
  CHECK(mcf_program_get_input(program, function, 0, &value) == MCF_OK);
  CHECK(value.type == MCF_F32 && value.rank == 2 && value.sizes[0] == MCF_DYNAMIC_SIZE &&
        value.sizes[1] == K && strcmp(value.text, "tensor<?x24xf32>") == 0);

  static float a[M * ROW], b[K * N], d[N * H], fused[M * H], unfused[M * H];
  fill(a, M * ROW, 1);
  fill(b, K * N, 2);
  fill(d, N * H, 3);
  /* Rows of A lie apart, and B is stored by columns. */
  const int64_t a_sizes[] = {M, K}, a_strides[] = {ROW, 1}, b_sizes[] = {K, N},
                b_strides[] = {1, K}, d_sizes[] = {N, H}, out_sizes[] = {M, H};
  const mcf_array inputs[] = {{a, MCF_F32, 2, a_sizes, a_strides},
                              {b, MCF_F32, 2, b_sizes, b_strides},
                              {d, MCF_F32, 2, d_sizes, NULL}};
  int64_t sizes[2] = {0, 0};
  CHECK(mcf_program_get_output_sizes(program, function, inputs, 3, 0, sizes, 2) == MCF_OK);
  CHECK(sizes[0] == M && sizes[1] == H);
  mcf_array output = {fused, MCF_F32, 2, out_sizes, NULL};
  CHECK(mcf_program_run(program, function, MCF_FUSED_ON_CPU, inputs, 3, &output, 1) == MCF_OK);
  output.data = unfused;
  CHECK(mcf_program_run(program, function, MCF_UNFUSED_ON_CPU, inputs, 3, &output, 1) == MCF_OK);

  double worst = 0, worst_unfused = 0;
  for (int m = 0; m < M; ++m)
    for (int h = 0; h < H; ++h) {
      double sum = 0;
      for (int n = 0; n < N; ++n) {
        double c = 0;
        for (int k = 0; k < K; ++k)
          c += (double)a[m * ROW + k] * b[n * K + k];
        sum += c * d[n * H + h];
      }
      worst = fmax(worst, fabs(sum - fused[m * H + h]));
      worst_unfused = fmax(worst_unfused, fabs(sum - unfused[m * H + h]));
    }
  printf("off by %g fused, %g unfused\n", worst, worst_unfused);
  CHECK(worst < 1e-3);
  CHECK(worst_unfused < 1e-3);

  /* Outputs may lie apart, too, and nothing between their elements is touched. */
  static float spread[M * 2 * H];
  for (int i = 0; i < M * 2 * H; ++i)
    spread[i] = -7.0f;
  const int64_t spread_strides[] = {2 * H, 2};
  output = (mcf_array){spread, MCF_F32, 2, out_sizes, spread_strides};
  CHECK(mcf_program_run(program, function, MCF_FUSED_ON_CPU, inputs, 3, &output, 1) == MCF_OK);
  int wrong = 0;
  for (int m = 0; m < M; ++m)
    for (int h = 0; h < H; ++h)
      wrong +=
          spread[m * 2 * H + 2 * h] != fused[m * H + h] || spread[m * 2 * H + 2 * h + 1] != -7.0f;
  CHECK(wrong == 0);
  mcf_program_destroy(program);
  return failures != 0;
}
