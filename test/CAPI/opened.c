/*===- opened.c - the library opened at run time, as ctypes does ------------===*\
|* opened LIBRARY: nothing of it, nor of what it needs, is in the scope of the   *|
|* process; compiled code must find the functions of libm all the same.          *|
\*===------------------------------------------------------------------------===*/
#include "MCFuser-c/MCFuser.h"
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const char *program_text = "func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                                  "  %y = math.exp %x : tensor<4xf32>\n"
                                  "  return %y : tensor<4xf32>\n"
                                  "}\n";

/** A function of the library; ISO C knows no way from an object to a function but this. */
#define FIND(library, name)                                                                        \
  __typeof__(&name) find_##name = NULL;                                                            \
  *(void **)&find_##name = dlsym(library, #name)

int main(int argc, char **argv) {
  void *library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (!library) {
    printf("cannot open the library: %s\n", argc == 2 ? dlerror() : "no path");
    return 1;
  }
  FIND(library, mcf_compile);
  FIND(library, mcf_last_error);
  FIND(library, mcf_program_run);
  FIND(library, mcf_program_destroy);
  float x[4] = {0, 0, 0, 0}, y[4] = {0, 0, 0, 0};
  const int64_t sizes[] = {4};
  const mcf_array input = {x, MCF_F32, 1, sizes, NULL}, output = {y, MCF_F32, 1, sizes, NULL};
  mcf_program *program = NULL;
  if (find_mcf_compile(NULL, program_text, strlen(program_text), "exp.mlir", &program) ||
      find_mcf_program_run(program, 0, MCF_FUSED_ON_CPU, &input, 1, &output, 1)) {
    printf("%s\n", find_mcf_last_error());
    return 1;
  }
  find_mcf_program_destroy(program);
  return y[0] == 1 && y[3] == 1 ? 0 : 1;
}
