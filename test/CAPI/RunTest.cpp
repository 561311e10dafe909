//===- RunTest.cpp - functions over host arrays, through the C API --------===//
#include "CAPIFixture.h"
#include <thread>

namespace {

mcf_status run(const ProgramPtr &program, const std::vector<mcf_array> &inputs,
               const std::vector<mcf_array> &outputs, mcf_where where = MCF_FUSED_ON_CPU,
               size_t function = 0) {
  return mcf_program_run(program.get(), function, where, inputs.data(), inputs.size(),
                         outputs.data(), outputs.size());
}

class CAPIRun : public ::testing::Test {
protected:
  ProgramPtr program = compileOk(gemmChain, {{"tiling", "default"}, {"up-to", "tile-program"}});
  ChainArrays arrays;
  std::vector<mcf_array> inputs = arrays.getInputs();
  TestArray result{{48, 16}, -1};
  std::vector<mcf_array> outputs = {result.get()};
};

TEST_F(CAPIRun, FusedAndUnfusedAreWhatTheyShouldBe) {
  for (mcf_where where : {MCF_FUSED_ON_CPU, MCF_UNFUSED_ON_CPU}) {
    std::fill(result.data.begin(), result.data.end(), -1.0f);
    ASSERT_EQ(run(program, inputs, outputs, where), MCF_OK) << mcf_last_error();
    EXPECT_EQ(result.data, arrays.getExpected());
  }
}

TEST_F(CAPIRun, StridesMayBeNegativeOrZeroInInputs) {
  // Rows of A from the last to the first; all rows of D the same.
  int64_t backwards[] = {-24, 1}, repeated[] = {0, 1};
  ChainArrays turned = arrays;
  for (int m = 0; m < 48; ++m)
    for (int k = 0; k < 24; ++k)
      turned.a.data[m * 24 + k] = arrays.a.data[(47 - m) * 24 + k];
  for (int n = 0; n < 40; ++n)
    for (int h = 0; h < 16; ++h)
      turned.d.data[n * 16 + h] = arrays.d.data[h];
  inputs[0].data = arrays.a.data.data() + 47 * 24;
  inputs[0].strides = backwards;
  inputs[2].strides = repeated;
  ASSERT_EQ(run(program, inputs, outputs), MCF_OK) << mcf_last_error();
  EXPECT_EQ(result.data, turned.getExpected());
}

TEST_F(CAPIRun, ThreadsRunTheirOwnPrograms) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([] {
      ProgramPtr own = compileOk(gemmChain, {{"tiling", "default"}, {"up-to", "tile-program"}});
      ChainArrays ownArrays;
      TestArray ownResult({48, 16});
      for (mcf_where where : {MCF_FUSED_ON_CPU, MCF_UNFUSED_ON_CPU, MCF_FUSED_ON_CPU}) {
        EXPECT_EQ(run(own, ownArrays.getInputs(), {ownResult.get()}, where), MCF_OK)
            << mcf_last_error();
        EXPECT_EQ(ownResult.data, ownArrays.getExpected());
      }
    });
  for (std::thread &thread : threads)
    thread.join();
}

TEST_F(CAPIRun, WrongArraysAreNamed) {
  auto expectWrong = [&](const std::string &part) {
    EXPECT_FAILS(run(program, inputs, outputs), MCF_INVALID_ARRAY, part);
    EXPECT_EQ(result.data[0], -1) << "outputs are as they were";
    inputs = arrays.getInputs();
    outputs = {result.get()};
  };
  inputs[1].type = MCF_F16;
  expectWrong("input 1 of 'f': expected elements of f32, but got f16");
  inputs[1].type = static_cast<mcf_type>(99);
  expectWrong("input 1 of 'f': expected elements of f32, but got type 99, which is none");
  inputs[0].rank = 1;
  expectWrong("input 0 of 'f': expected rank 2 (tensor<48x24xf32>), but got 1");
  int64_t sizes[] = {40, 17};
  inputs[2].sizes = sizes;
  expectWrong("input 2 of 'f': expected size 16 along axis 1 (tensor<40x16xf32>), but got 17");
  inputs[2].sizes = nullptr;
  expectWrong("input 2 of 'f': expected sizes, but got null");
  inputs[2].data = nullptr;
  expectWrong("input 2 of 'f': expected data, but got null");
  outputs[0].data = nullptr;
  expectWrong("output 0 of 'f': expected data, but got null");
  int64_t same[] = {0, 1}, far[] = {INT64_MAX / 2, 1}, least[] = {INT64_MIN, 1};
  outputs[0].strides = same;
  expectWrong("output 0 of 'f': expected strides that keep elements apart");
  inputs[0].strides = far;
  expectWrong("input 0 of 'f': expected an array that can be addressed");
  inputs[0].strides = least;
  expectWrong("input 0 of 'f': expected an array that can be addressed");
  inputs.pop_back();
  expectWrong("expected 3 inputs of 'f', but got 2");
  outputs.clear();
  expectWrong("expected 1 outputs of 'f', but got 0");
  EXPECT_FAILS(mcf_program_run(program.get(), 0, MCF_FUSED_ON_CPU, nullptr, 3, outputs.data(), 1),
               MCF_INVALID_ARGUMENT, "expected 3 inputs of 'f', but got null");
  EXPECT_FAILS(run(program, inputs, outputs, static_cast<mcf_where>(3)), MCF_INVALID_ARGUMENT,
               "expected a value of mcf_where, but got 3");
  EXPECT_FAILS(run(program, inputs, outputs, MCF_FUSED_ON_CPU, 7), MCF_INVALID_ARGUMENT,
               "expected the number of a function below 1, but got 7");
  // It can still be used.
  EXPECT_EQ(run(program, inputs, outputs), MCF_OK) << mcf_last_error();
}

const char *const openChain = R"(
func.func @f(%a: tensor<?x?xf32>, %b: tensor<?x8xf32>, %d: tensor<8x4xf32>) -> tensor<?x4xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %c_empty = tensor.empty(%m) : tensor<?x8xf32>
  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<?x8xf32>) -> tensor<?x8xf32>
  %c = linalg.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x8xf32>)
      outs(%c_zero : tensor<?x8xf32>) -> tensor<?x8xf32>
  %e_empty = tensor.empty(%m) : tensor<?x4xf32>
  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<?x4xf32>) -> tensor<?x4xf32>
  %e = linalg.matmul ins(%c, %d : tensor<?x8xf32>, tensor<8x4xf32>)
      outs(%e_zero : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %e : tensor<?x4xf32>
}
)";

/// Where there is a plan, nothing has to run for it.
TEST(CAPIRunOpen, ThePlanSaysSizesOfOutputs) {
  ProgramPtr program = compileOk(openChain);
  TestArray a({5, 3}), b({3, 8}), d({8, 4}), other({4, 8});
  std::vector<mcf_array> inputs = {a.get(), b.get(), d.get()};
  int64_t sizes[2] = {};
  ASSERT_EQ(mcf_program_get_output_sizes(program.get(), 0, inputs.data(), 3, 0, sizes, 2), MCF_OK)
      << mcf_last_error();
  EXPECT_EQ(sizes[0], 5);
  EXPECT_EQ(sizes[1], 4);
  inputs[1] = other.get();
  EXPECT_FAILS(mcf_program_get_output_sizes(program.get(), 0, inputs.data(), 3, 0, sizes, 2),
               MCF_INVALID_ARRAY,
               "input 1 of 'f': expected size 3 of dim k, as in input 0, but got 4");
}

TEST(CAPIRunOpen, SizesOfOutputsFollowFromInputs) {
  ProgramPtr program = compileOk(openChain, {{"tiling", "default"}, {"up-to", "tile-program"}});
  TestArray a({5, 3}, 1), b({3, 8}, 1), d({8, 4}, 1), e({5, 4}), wrong({6, 4}, -1);
  std::vector<mcf_array> inputs = {a.get(), b.get(), d.get()};
  int64_t sizes[2] = {};
  // Elements are not read for that.
  inputs[0].data = nullptr;
  ASSERT_EQ(mcf_program_get_output_sizes(program.get(), 0, inputs.data(), 3, 0, sizes, 2), MCF_OK)
      << mcf_last_error();
  EXPECT_EQ(sizes[0], 5);
  EXPECT_EQ(sizes[1], 4);
  EXPECT_FAILS(mcf_program_get_output_sizes(program.get(), 0, inputs.data(), 3, 0, sizes, 1),
               MCF_INVALID_ARGUMENT, "output 0 of 'f': expected room for 2 sizes, but got 1");
  EXPECT_FAILS(mcf_program_get_output_sizes(program.get(), 0, inputs.data(), 3, 1, sizes, 2),
               MCF_INVALID_ARGUMENT, "expected the number of an output of 'f' below 1");
  EXPECT_FAILS(mcf_program_get_output_sizes(program.get(), 0, nullptr, 3, 0, sizes, 2),
               MCF_INVALID_ARGUMENT, "but got null");
  inputs[0] = a.get();
  ASSERT_EQ(run(program, inputs, {e.get()}), MCF_OK) << mcf_last_error();
  EXPECT_EQ(e.data, std::vector<float>(20, 24));
  EXPECT_FAILS(run(program, inputs, {wrong.get()}), MCF_INVALID_ARRAY,
               "output 0 of 'f': expected size 5 along axis 0 for these inputs, but got 6");
  EXPECT_EQ(wrong.data[0], -1);
  // Two operands differ in the size of a dim.
  TestArray other({4, 8}, 1);
  inputs[1] = other.get();
  EXPECT_FAILS(run(program, inputs, {e.get()}, MCF_UNFUSED_ON_CPU), MCF_INVALID_ARRAY,
               "test.mlir:8:");
#if !__has_feature(address_sanitizer)
  // More than there is: the same element again and again.
  int64_t many[] = {int64_t(1) << 50, 3}, same[] = {0, 0};
  mcf_array huge = {a.data.data(), MCF_F32, 2, many, same};
  EXPECT_FAILS(run(program, {huge, b.get(), d.get()}, {e.get()}), MCF_OUT_OF_MEMORY,
               "no memory for the 13510798882111488 bytes of input 0 of 'f'");
#endif
  // No rows at all.
  TestArray none({0, 3}), empty({0, 4});
  inputs = {none.get(), b.get(), d.get()};
  EXPECT_EQ(run(program, inputs, {empty.get()}), MCF_OK) << mcf_last_error();
  int64_t negative[] = {-1, 3};
  inputs[0].sizes = negative;
  EXPECT_FAILS(run(program, inputs, {empty.get()}), MCF_INVALID_ARRAY,
               "expected size 0 or more along axis 0 (tensor<?x?xf32>), but got -1");
}

TEST(CAPIRunTypes, OutputsAreWrittenMemrefsToo) {
  ProgramPtr program = compileOk(R"(
func.func @f(%x: memref<4x6xf32, strided<[?, 1]>>, %y: memref<6x8xf32>, %w: memref<8x2xf32>,
             %out: memref<4x2xf32, strided<[?, 1]>>) {
  %a = bufferization.to_tensor %x restrict : memref<4x6xf32, strided<[?, 1]>> to tensor<4x6xf32>
  %b = bufferization.to_tensor %y restrict : memref<6x8xf32> to tensor<6x8xf32>
  %d = bufferization.to_tensor %w restrict : memref<8x2xf32> to tensor<8x2xf32>
  %zero = arith.constant 0.0 : f32
  %c_empty = tensor.empty() : tensor<4x8xf32>
  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  %c = linalg.matmul ins(%a, %b : tensor<4x6xf32>, tensor<6x8xf32>)
      outs(%c_zero : tensor<4x8xf32>) -> tensor<4x8xf32>
  %e_empty = tensor.empty() : tensor<4x2xf32>
  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<4x2xf32>) -> tensor<4x2xf32>
  %e = linalg.matmul ins(%c, %d : tensor<4x8xf32>, tensor<8x2xf32>)
      outs(%e_zero : tensor<4x2xf32>) -> tensor<4x2xf32>
  bufferization.materialize_in_destination %e in restrict writable %out
      : (tensor<4x2xf32>, memref<4x2xf32, strided<[?, 1]>>) -> ()
  return
}
)",
                                 {{"tiling", "default"}, {"up-to", "tile-program"}});
  mcf_function_info function;
  ASSERT_EQ(mcf_program_get_function(program.get(), 0, &function), MCF_OK);
  EXPECT_EQ(function.input_count, 3u);
  EXPECT_EQ(function.output_count, 1u);
  EXPECT_EQ(function.is_launchable, 1) << function.not_launchable_because;
  mcf_value_info value;
  ASSERT_EQ(mcf_program_get_output(program.get(), 0, 0, &value), MCF_OK);
  EXPECT_STREQ(value.text, "memref<4x2xf32, strided<[?, 1]>>");
  ASSERT_NE(value.strides, nullptr);
  EXPECT_EQ(value.strides[0], MCF_DYNAMIC_STRIDE);
  EXPECT_EQ(value.strides[1], 1);
  ASSERT_EQ(mcf_program_get_input(program.get(), 0, 1, &value), MCF_OK);
  EXPECT_EQ(value.strides, nullptr);
  TestArray x({4, 6}, 1), y({6, 8}, 1), w({8, 2}, 1), out({4, 2});
  ASSERT_EQ(run(program, {x.get(), y.get(), w.get()}, {out.get()}), MCF_OK) << mcf_last_error();
  EXPECT_EQ(out.data, std::vector<float>(8, 48));
}

TEST(CAPIRunTypes, NumbersAreScalars) {
  ProgramPtr program = compileOk(R"(
func.func @f(%x: tensor<3xf32>, %scale: f32, %n: index) -> (tensor<3xf32>, index) {
  %empty = tensor.empty() : tensor<3xf32>
  %y = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%x : tensor<3xf32>) outs(%empty : tensor<3xf32>) {
  ^bb0(%in: f32, %unused: f32):
    %z = arith.mulf %in, %scale : f32
    linalg.yield %z : f32
  } -> tensor<3xf32>
  return %y, %n : tensor<3xf32>, index
}
)",
                                 {});
  mcf_value_info value;
  ASSERT_EQ(mcf_program_get_input(program.get(), 0, 1, &value), MCF_OK);
  EXPECT_EQ(value.is_scalar, 1);
  EXPECT_EQ(value.rank, 0u);
  TestArray x({3}, 2), y({3});
  float scale = 1.5f;
  int64_t n = 42, returned = 0;
  std::vector<mcf_array> inputs = {
      x.get(), {&scale, MCF_F32, 0, nullptr, nullptr}, {&n, MCF_I64, 0, nullptr, nullptr}};
  mcf_array number = {&returned, MCF_INDEX, 0, nullptr, nullptr};
  ASSERT_EQ(run(program, inputs, {y.get(), number}), MCF_OK) << mcf_last_error();
  EXPECT_EQ(y.data, std::vector<float>(3, 3));
  EXPECT_EQ(returned, 42);
  inputs[1].type = MCF_F64;
  EXPECT_FAILS(run(program, inputs, {y.get(), number}), MCF_INVALID_ARRAY,
               "input 1 of 'f': expected a number of f32, but got f64");
}

TEST(CAPIRunTypes, WhatNoArrayCanBeIsRefused) {
  ProgramPtr program = compileOk(R"(
func.func @f(%x: tensor<3xi4>) -> tensor<3xi4> {
  return %x : tensor<3xi4>
}
func.func @g(%x: tensor<*xf32>) {
  return
}
)",
                                 {});
  mcf_value_info value;
  ASSERT_EQ(mcf_program_get_input(program.get(), 0, 0, &value), MCF_OK);
  EXPECT_EQ(value.type, MCF_NO_TYPE);
  TestArray x({3});
  EXPECT_FAILS(run(program, {x.get()}, {x.get()}), MCF_INVALID_ARRAY,
               "input 0 of 'f' is tensor<3xi4>, which no array of a caller can be");
  EXPECT_FAILS(run(program, {x.get()}, {}, MCF_FUSED_ON_CPU, 1), MCF_INVALID_ARRAY,
               "input 0 of 'g' is tensor<*xf32>");
}

TEST(CAPIRunTypes, AChainHasNoUnfusedProgram) {
  ProgramPtr program = compileOk(gemmChain, {{"tiling", "default"}, {"up-to", "chain"}});
  const char *text = nullptr;
  ASSERT_EQ(mcf_program_get_text(program.get(), "chain", &text, nullptr), MCF_OK);
  ProgramPtr chain = compileOk(text, {{"tiling", "default"}, {"up-to", "tile-program"}});
  ChainArrays arrays;
  TestArray result({48, 16});
  EXPECT_EQ(run(chain, arrays.getInputs(), {result.get()}), MCF_OK) << mcf_last_error();
  EXPECT_EQ(result.data, arrays.getExpected());
  EXPECT_FAILS(run(chain, arrays.getInputs(), {result.get()}, MCF_UNFUSED_ON_CPU),
               MCF_INVALID_ARGUMENT, "the program is past linalg");
}

} // namespace
