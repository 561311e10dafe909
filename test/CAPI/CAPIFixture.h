//===- CAPIFixture.h - programs for the tests of the C API ------*- C++ -*-===//
#ifndef MCFUSER_TEST_CAPI_CAPIFIXTURE_H
#define MCFUSER_TEST_CAPI_CAPIFIXTURE_H

#include "MCFuser-c/MCFuser.h"
#include "gtest/gtest.h"
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

/// Tests see no cache of tuning results but their own.
inline const bool hasNoCache = setenv("MCFUSER_CACHE", "off", 1) == 0;

/// (A B) D in f32.
inline const char *const gemmChain = R"(
func.func @f(%a: tensor<48x24xf32>, %b: tensor<24x40xf32>, %d: tensor<40x16xf32>)
    -> tensor<48x16xf32> {
  %zero = arith.constant 0.0 : f32
  %c_empty = tensor.empty() : tensor<48x40xf32>
  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<48x40xf32>) -> tensor<48x40xf32>
  %c = linalg.matmul ins(%a, %b : tensor<48x24xf32>, tensor<24x40xf32>)
      outs(%c_zero : tensor<48x40xf32>) -> tensor<48x40xf32>
  %e_empty = tensor.empty() : tensor<48x16xf32>
  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<48x16xf32>) -> tensor<48x16xf32>
  %e = linalg.matmul ins(%c, %d : tensor<48x40xf32>, tensor<40x16xf32>)
      outs(%e_zero : tensor<48x16xf32>) -> tensor<48x16xf32>
  return %e : tensor<48x16xf32>
}
)";

/// One product: no chain.
inline const char *const onlyOneProduct = R"(
func.func @g(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %empty = tensor.empty() : tensor<8x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%empty : tensor<8x8xf32>) -> tensor<8x8xf32>
  %c = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x8xf32>)
      outs(%zeros : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %c : tensor<8x8xf32>
}
)";

struct OptionsDeleter {
  void operator()(mcf_options *options) const { mcf_options_destroy(options); }
};
struct ProgramDeleter {
  void operator()(mcf_program *program) const { mcf_program_destroy(program); }
};
struct ExecutableDeleter {
  void operator()(mcf_executable *executable) const { mcf_executable_destroy(executable); }
};
using OptionsPtr = std::unique_ptr<mcf_options, OptionsDeleter>;
using ProgramPtr = std::unique_ptr<mcf_program, ProgramDeleter>;
using ExecutablePtr = std::unique_ptr<mcf_executable, ExecutableDeleter>;

using OptionList = std::vector<std::pair<const char *, const char *>>;

inline OptionsPtr makeOptions(const OptionList &list) {
  mcf_options *options = nullptr;
  EXPECT_EQ(mcf_options_create(&options), MCF_OK);
  for (auto [name, value] : list)
    EXPECT_EQ(mcf_options_set(options, name, value), MCF_OK) << mcf_last_error();
  return OptionsPtr(options);
}

/// Compiles by a plain tiling unless the list says otherwise.
inline mcf_status compileTo(ProgramPtr &program, const std::string &text,
                            const OptionList &list = {{"tiling", "default"}}) {
  OptionsPtr options = makeOptions(list);
  mcf_program *made = nullptr;
  mcf_status status = mcf_compile(options.get(), text.data(), text.size(), "test.mlir", &made);
  EXPECT_EQ(made != nullptr, status == MCF_OK);
  program.reset(made);
  return status;
}

inline ProgramPtr compileOk(const std::string &text,
                            const OptionList &list = {{"tiling", "default"}}) {
  ProgramPtr program;
  EXPECT_EQ(compileTo(program, text, list), MCF_OK) << mcf_last_error();
  return program;
}

/// True if the text has the part; says both if not.
inline ::testing::AssertionResult has(const std::string &text, const std::string &part) {
  if (text.find(part) != std::string::npos)
    return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << "no '" << part << "' in: " << text;
}

/// The call fails with this status, and its text has the part.
#define EXPECT_FAILS(call, status, part)                                                           \
  do {                                                                                             \
    EXPECT_EQ((call), (status)) << mcf_last_error();                                               \
    EXPECT_TRUE(has(mcf_last_error(), (part)));                                                    \
  } while (false)

/// An array that owns its elements and sizes.
struct TestArray {
  explicit TestArray(std::vector<int64_t> shape, float value = 0) : sizes(std::move(shape)) {
    size_t count = 1;
    for (int64_t size : sizes)
      count *= static_cast<size_t>(size);
    data.assign(count, value);
  }
  mcf_array get() { return {data.data(), MCF_F32, sizes.size(), sizes.data(), nullptr}; }
  std::vector<int64_t> sizes;
  std::vector<float> data;
};

/// Arrays for `gemmChain`, with numbers that f32 sums exactly.
struct ChainArrays {
  ChainArrays() {
    for (TestArray *array : {&a, &b, &d})
      for (size_t i = 0; i < array->data.size(); ++i)
        array->data[i] = static_cast<float>(static_cast<int>(i * 7 % 5) - 2);
  }
  std::vector<mcf_array> getInputs() { return {a.get(), b.get(), d.get()}; }
  std::vector<float> getExpected() const {
    std::vector<float> c(48 * 40), e(48 * 16);
    for (int m = 0; m < 48; ++m)
      for (int n = 0; n < 40; ++n)
        for (int k = 0; k < 24; ++k)
          c[m * 40 + n] += a.data[m * 24 + k] * b.data[k * 40 + n];
    for (int m = 0; m < 48; ++m)
      for (int h = 0; h < 16; ++h)
        for (int n = 0; n < 40; ++n)
          e[m * 16 + h] += c[m * 40 + n] * d.data[n * 16 + h];
    return e;
  }
  TestArray a{{48, 24}}, b{{24, 40}}, d{{40, 16}};
};

#endif
