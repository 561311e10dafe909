/*===- fuse.c - compiles an MLIR file and runs what became of it ------------===*\
|* fuse FILE: says what was fused and how, runs the first function on the CPU    *|
|* fused and as it was, and compares. It takes functions whose sizes are known.  *|
\*===------------------------------------------------------------------------===*/
#include <MCFuser-c/MCFuser.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Ends with the error of the last call if it failed. */
static void check(mcf_status status) {
  if (status == MCF_OK)
    return;
  fprintf(stderr, "fuse: %s: %s\n", mcf_status_text(status), mcf_last_error());
  exit(1);
}

static char *read_file(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END)) {
    fprintf(stderr, "fuse: cannot read '%s'\n", path);
    exit(1);
  }
  *size = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*size + 1);
  if (!text || fread(text, 1, *size, file) != *size)
    exit(1);
  fclose(file);
  return text;
}

/** A dense array of the type and the sizes of an argument. */
static mcf_array make_array(const mcf_value_info *info, size_t *bytes) {
  *bytes = mcf_type_bytes(info->type);
  for (size_t axis = 0; axis < info->rank; ++axis) {
    if (info->sizes[axis] == MCF_DYNAMIC_SIZE) {
      fprintf(stderr, "fuse: %s leaves sizes open\n", info->text);
      exit(1);
    }
    *bytes *= (size_t)info->sizes[axis];
  }
  mcf_array array = {calloc(1, *bytes + 1), info->type, info->rank, info->sizes, NULL};
  if (!array.data)
    exit(1);
  return array;
}

/** Small numbers: 0, 1/4, 1/2 or 1, in f16 or f32. */
static void fill(mcf_array *array, size_t bytes) {
  static const float values[] = {0.0f, 0.25f, 0.5f, 1.0f};
  static const uint16_t halves[] = {0, 0x3400, 0x3800, 0x3c00};
  unsigned state = 1;
  for (size_t i = 0; i < bytes / mcf_type_bytes(array->type); ++i) {
    state = state * 1664525u + 1013904223u;
    if (array->type == MCF_F32)
      ((float *)array->data)[i] = values[state >> 30];
    else if (array->type == MCF_F16)
      ((uint16_t *)array->data)[i] = halves[state >> 30];
  }
}

static double read_half(uint16_t bits) {
  int exponent = bits >> 10 & 31, fraction = bits & 1023;
  double value = exponent ? ldexp(1024 + fraction, exponent - 25) : ldexp(fraction, -24);
  return bits >> 15 ? -value : value;
}

static double get(const mcf_array *array, size_t i) {
  if (array->type == MCF_F32)
    return ((const float *)array->data)[i];
  return array->type == MCF_F16 ? read_half(((const uint16_t *)array->data)[i]) : 0;
}

int main(int argc, char **argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: fuse FILE\n");
    return 2;
  }
  size_t size;
  char *text = read_file(argv[1], &size);
  mcf_options *options;
  mcf_program *program;
  check(mcf_options_create(&options));
  check(mcf_options_set(options, "device", "H200"));
  check(mcf_compile(options, text, size, argv[1], &program));
  mcf_options_destroy(options);
  free(text);

  const char *report;
  check(mcf_program_get_text(program, "report", &report, NULL));
  fputs(report, stdout);

  mcf_function_info function;
  check(mcf_program_get_function(program, 0, &function));
  printf("\n@%s: %s\n", function.name,
         function.is_launchable ? "one launch of one kernel" : function.not_launchable_because);
  mcf_array inputs[16], fused[16], unfused[16];
  size_t bytes[16];
  if (function.input_count > 16 || function.output_count > 16)
    return 1;
  mcf_value_info value;
  for (size_t i = 0; i < function.input_count; ++i) {
    check(mcf_program_get_input(program, 0, i, &value));
    inputs[i] = make_array(&value, &bytes[i]);
    fill(&inputs[i], bytes[i]);
  }
  for (size_t i = 0; i < function.output_count; ++i) {
    check(mcf_program_get_output(program, 0, i, &value));
    fused[i] = make_array(&value, &bytes[i]);
    unfused[i] = make_array(&value, &bytes[i]);
  }
  check(mcf_program_run(program, 0, MCF_FUSED_ON_CPU, inputs, function.input_count, fused,
                        function.output_count));
  check(mcf_program_run(program, 0, MCF_UNFUSED_ON_CPU, inputs, function.input_count, unfused,
                        function.output_count));
  int status = 0;
  for (size_t i = 0; i < function.output_count; ++i) {
    double difference = 0, norm = 0;
    for (size_t j = 0; j < bytes[i] / mcf_type_bytes(fused[i].type); ++j) {
      double expected = get(&unfused[i], j);
      difference += pow(get(&fused[i], j) - expected, 2);
      norm += expected * expected;
    }
    double off = norm > 0 ? sqrt(difference / norm) : sqrt(difference);
    printf("output %zu: the fused program is off by %.2g of the norm\n", i, off);
    if (!(off < 2e-3))
      status = 1;
    free(fused[i].data);
    free(unfused[i].data);
  }
  for (size_t i = 0; i < function.input_count; ++i)
    free(inputs[i].data);
  mcf_program_destroy(program);
  return status;
}
