//===- DeviceTest.cpp - kernels on a device, through the C API ------------===//
#include "CAPIFixture.h"
#include "GPUTest.h"
#include <thread>

namespace {

/// The driver of test/unit/FakeCuda.cpp: it takes launches and computes nothing.
class CAPIFakeDevice : public ::testing::Test {
protected:
  CAPIFakeDevice() {
    setenv("MCF_CUDA_DRIVER", FAKE_CUDA_PATH, 1);
    setenv("FAKE_CUDA_ANY_KERNEL", "1", 1);
  }
  ~CAPIFakeDevice() override {
    for (const char *name : {"MCF_CUDA_DRIVER", "FAKE_CUDA_ANY_KERNEL", "FAKE_CUDA_LAUNCH",
                             "FAKE_CUDA_LOAD", "FAKE_CUDA_DEVICES", "FAKE_CUDA_VERSION"})
      unsetenv(name);
  }
  ExecutablePtr load(const ProgramPtr &program) {
    mcf_executable *executable = nullptr;
    EXPECT_EQ(mcf_load(program.get(), 0, &executable), MCF_OK) << mcf_last_error();
    return ExecutablePtr(executable);
  }
  static mcf_status launch(const ExecutablePtr &executable, const std::vector<mcf_array> &inputs,
                           const std::vector<mcf_array> &outputs, size_t function = 0,
                           void *stream = nullptr) {
    return mcf_launch(executable.get(), function, inputs.data(), inputs.size(), outputs.data(),
                      outputs.size(), stream);
  }
};

TEST_F(CAPIFakeDevice, LaunchesAndOutlivesItsProgram) {
  ProgramPtr program = compileOk(gemmChain);
  ExecutablePtr executable = load(program);
  program.reset();
  ChainArrays arrays;
  TestArray result({48, 16});
  EXPECT_EQ(launch(executable, arrays.getInputs(), {result.get()}), MCF_OK) << mcf_last_error();
  int stream = 0;
  EXPECT_EQ(launch(executable, arrays.getInputs(), {result.get()}, 0, &stream), MCF_OK);
  EXPECT_EQ(stream, 1) << "a launch on the stream of the caller";
  EXPECT_EQ(mcf_synchronize(executable.get()), MCF_OK);
  mcfrt_device *device = nullptr;
  mcfrt_plan *plan = nullptr;
  ASSERT_EQ(mcf_executable_get_runtime(executable.get(), &device, nullptr, &plan), MCF_OK);
  EXPECT_NE(device, nullptr);
  EXPECT_EQ(mcfrt_plan_get_kernel_count(plan), 1u);
}

TEST_F(CAPIFakeDevice, ManyThreadsLaunch) {
  ExecutablePtr executable = load(compileOk(gemmChain));
  std::vector<std::thread> threads;
  std::vector<int> streams(4);
  for (int &stream : streams)
    threads.emplace_back([&] {
      ChainArrays arrays;
      TestArray result({48, 16});
      for (int i = 0; i < 200; ++i)
        EXPECT_EQ(launch(executable, arrays.getInputs(), {result.get()}, 0, &stream), MCF_OK);
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(streams, std::vector<int>(4, 200));
}

TEST_F(CAPIFakeDevice, LaunchesCheckArrays) {
  ExecutablePtr executable = load(compileOk(gemmChain));
  ChainArrays arrays;
  TestArray result({48, 16});
  std::vector<mcf_array> inputs = arrays.getInputs();
  inputs[2].type = MCF_BF16;
  EXPECT_FAILS(launch(executable, inputs, {result.get()}), MCF_INVALID_ARRAY,
               "input 2 of 'f': expected elements of f32, but got bf16");
  int64_t apart[] = {32, 1};
  inputs = arrays.getInputs();
  inputs[0].strides = apart;
  EXPECT_FAILS(launch(executable, inputs, {result.get()}), MCF_INVALID_ARRAY,
               "operand 0 is input 0");
  EXPECT_FAILS(launch(executable, arrays.getInputs(), {}), MCF_INVALID_ARRAY,
               "expected 1 outputs of 'f', but got 0");
  EXPECT_FAILS(launch(executable, arrays.getInputs(), {result.get()}, 5), MCF_INVALID_ARGUMENT,
               "expected the number of a function below 1, but got 5");
}

TEST_F(CAPIFakeDevice, ViewsOfArraysAreLaunchedWithThem) {
  // The argument is a row of heads; the result has two axes merged.
  ProgramPtr program = compileOk(R"(
func.func @f(%x: tensor<2x4x48xf32>, %b: tensor<24x40xf32>, %d: tensor<40x16xf32>)
    -> tensor<2x4x16xf32> {
  %part = tensor.extract_slice %x[0, 0, 0] [2, 4, 48] [1, 1, 1]
      : tensor<2x4x48xf32> to tensor<2x4x48xf32>
  %rows = tensor.expand_shape %part [[0], [1], [2, 3]] output_shape [2, 4, 2, 24]
      : tensor<2x4x48xf32> into tensor<2x4x2x24xf32>
  %flat = tensor.collapse_shape %rows [[0, 1, 2], [3]]
      : tensor<2x4x2x24xf32> into tensor<16x24xf32>
  %zero = arith.constant 0.0 : f32
  %c_empty = tensor.empty() : tensor<16x40xf32>
  %c_zero = linalg.fill ins(%zero : f32) outs(%c_empty : tensor<16x40xf32>) -> tensor<16x40xf32>
  %c = linalg.matmul ins(%flat, %b : tensor<16x24xf32>, tensor<24x40xf32>)
      outs(%c_zero : tensor<16x40xf32>) -> tensor<16x40xf32>
  %e_empty = tensor.empty() : tensor<16x8xf32>
  %e_zero = linalg.fill ins(%zero : f32) outs(%e_empty : tensor<16x8xf32>) -> tensor<16x8xf32>
  %half = tensor.extract_slice %d[0, 0] [40, 8] [1, 1] : tensor<40x16xf32> to tensor<40x8xf32>
  %e = linalg.matmul ins(%c, %half : tensor<16x40xf32>, tensor<40x8xf32>)
      outs(%e_zero : tensor<16x8xf32>) -> tensor<16x8xf32>
  %r = tensor.expand_shape %e [[0, 1], [2]] output_shape [8, 2, 8]
      : tensor<16x8xf32> into tensor<8x2x8xf32>
  %s = tensor.collapse_shape %r [[0], [1, 2]] : tensor<8x2x8xf32> into tensor<8x16xf32>
  %t = tensor.expand_shape %s [[0, 1], [2]] output_shape [2, 4, 16]
      : tensor<8x16xf32> into tensor<2x4x16xf32>
  return %t : tensor<2x4x16xf32>
}
)");
  mcf_function_info function;
  ASSERT_EQ(mcf_program_get_function(program.get(), 0, &function), MCF_OK);
  ASSERT_EQ(function.is_launchable, 1) << function.not_launchable_because;
  ExecutablePtr executable = load(program);
  TestArray x({2, 4, 48}), b({24, 40}), d({40, 16}), out({2, 4, 16});
  EXPECT_EQ(launch(executable, {x.get(), b.get(), d.get()}, {out.get()}), MCF_OK)
      << mcf_last_error();
  // Rows of X that lie apart are not one axis.
  int64_t apart[] = {400, 96, 1};
  std::vector<mcf_array> inputs = {x.get(), b.get(), d.get()};
  inputs[0].strides = apart;
  EXPECT_FAILS(launch(executable, inputs, {out.get()}), MCF_INVALID_ARRAY,
               "input 0 of 'f': axes of it are to be one, but their strides do not allow that");
}

TEST_F(CAPIFakeDevice, WhatIsMoreThanALaunchIsRefused) {
  std::string two = gemmChain;
  std::string second = gemmChain;
  second.replace(second.find("@f"), 2, "@g");
  ProgramPtr both = compileOk(two + second);
  mcf_program_info info;
  ASSERT_EQ(mcf_program_get_info(both.get(), &info), MCF_OK);
  EXPECT_EQ(info.kernel_count, 2u);
  // What follows the chain reads backwards, which is no view.
  std::string reversed = gemmChain;
  reversed.replace(reversed.find("-> tensor<48x16xf32>"), 20, "-> tensor<16x48xf32>");
  reversed.resize(reversed.find("  return"));
  ProgramPtr program = compileOk(reversed + R"(
  %pad = tensor.pad %e low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<48x16xf32> to tensor<48x16xf32>
  %t_empty = tensor.empty() : tensor<16x48xf32>
  %reversed = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (47 - j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%pad : tensor<48x16xf32>) outs(%t_empty : tensor<16x48xf32>) {
  ^bb0(%in: f32, %unused: f32):
    linalg.yield %in : f32
  } -> tensor<16x48xf32>
  return %reversed : tensor<16x48xf32>
}
)");
  mcf_function_info function;
  ASSERT_EQ(mcf_program_get_function(program.get(), 0, &function), MCF_OK);
  EXPECT_EQ(function.kernel_count, 1u);
  ASSERT_EQ(function.is_launchable, 0);
  EXPECT_TRUE(has(function.not_launchable_because, "output 0 is made by linalg.generic at line"));
  ExecutablePtr executable = load(program);
  ChainArrays arrays;
  TestArray result({16, 48});
  EXPECT_FAILS(launch(executable, arrays.getInputs(), {result.get()}), MCF_NOT_LAUNCHABLE,
               "expected 'f' to be one launch of one kernel, but output 0 is made by");
}

TEST_F(CAPIFakeDevice, FailuresOfADriverHaveStatuses) {
  ProgramPtr program = compileOk(gemmChain);
  mcf_executable *executable = nullptr;
  EXPECT_FAILS(mcf_load(program.get(), 3, &executable), MCF_NO_DEVICE,
               "expected a device number below 1");
  EXPECT_FAILS(mcf_load(program.get(), -1, &executable), MCF_NO_DEVICE, "but got -1");
  setenv("FAKE_CUDA_LOAD", "218", 1);
  EXPECT_FAILS(mcf_load(program.get(), 0, &executable), MCF_DEVICE_ERROR, "");
  unsetenv("FAKE_CUDA_LOAD");
  ExecutablePtr loaded = load(program);
  setenv("FAKE_CUDA_LAUNCH", "700", 1);
  ChainArrays arrays;
  TestArray result({48, 16});
  EXPECT_FAILS(launch(loaded, arrays.getInputs(), {result.get()}), MCF_DEVICE_ERROR, "'f': ");
}

TEST(CAPINoDevice, HasAStatus) {
  setenv("MCF_CUDA_DRIVER", "/nowhere/libcuda.so.1", 1);
  ProgramPtr program = compileOk(gemmChain);
  mcf_executable *executable = nullptr;
  EXPECT_FAILS(mcf_load(program.get(), 0, &executable), MCF_NO_DRIVER, "no CUDA driver");
  EXPECT_EQ(executable, nullptr);
  ChainArrays arrays;
  TestArray result({48, 16});
  std::vector<mcf_array> inputs = arrays.getInputs();
  mcf_array output = result.get();
  EXPECT_FAILS(mcf_program_run(program.get(), 0, MCF_FUSED_ON_GPU, inputs.data(), 3, &output, 1),
               MCF_NO_DRIVER, "no CUDA driver");
  OptionsPtr options = makeOptions({{"device", "native"}});
  mcf_program *made = nullptr;
  EXPECT_FAILS(mcf_compile(options.get(), gemmChain, std::string(gemmChain).size(), "x", &made),
               MCF_INVALID_OPTION, "option 'device': cannot ask the driver");
  unsetenv("MCF_CUDA_DRIVER");
}

TEST(CAPIGPU, ALaunchComputesWhatTheCPUDoes) {
  mcfrt_device *device = openGPU();
  if (!device)
    return;
  ProgramPtr program = compileOk(gemmChain, {{"device", "native"}});
  mcf_executable *made = nullptr;
  ASSERT_EQ(mcf_load(program.get(), 0, &made), MCF_OK) << mcf_last_error();
  ExecutablePtr executable(made);
  ChainArrays arrays;
  TestArray result({48, 16});
  std::vector<mcf_array> inputs = arrays.getInputs();
  std::vector<mcf_array> onDevice = inputs;
  onDevice.push_back(result.get());
  std::vector<size_t> bytes = {arrays.a.data.size() * 4, arrays.b.data.size() * 4,
                               arrays.d.data.size() * 4, result.data.size() * 4};
  for (size_t i = 0; i < onDevice.size(); ++i) {
    mcfrt_pointer pointer = 0;
    ASSERT_EQ(mcfrt_memory_alloc(device, bytes[i], &pointer), MCFRT_OK);
    ASSERT_EQ(mcfrt_copy_to_device(device, pointer, onDevice[i].data, bytes[i]), MCFRT_OK);
    onDevice[i].data = reinterpret_cast<void *>(static_cast<uintptr_t>(pointer));
  }
  ASSERT_EQ(mcf_launch(executable.get(), 0, onDevice.data(), 3, &onDevice[3], 1, nullptr), MCF_OK)
      << mcf_last_error();
  ASSERT_EQ(mcf_synchronize(executable.get()), MCF_OK);
  mcfrt_pointer out = reinterpret_cast<uintptr_t>(onDevice[3].data);
  ASSERT_EQ(mcfrt_copy_to_host(device, result.data.data(), out, bytes[3]), MCFRT_OK);
  EXPECT_EQ(result.data, arrays.getExpected());
  for (const mcf_array &array : onDevice)
    mcfrt_memory_free(device, reinterpret_cast<uintptr_t>(array.data));
  mcfrt_device_close(device);
  // The same over host arrays.
  std::fill(result.data.begin(), result.data.end(), 0.0f);
  mcf_array output = result.get();
  ASSERT_EQ(mcf_program_run(program.get(), 0, MCF_FUSED_ON_GPU, inputs.data(), 3, &output, 1),
            MCF_OK)
      << mcf_last_error();
  EXPECT_EQ(result.data, arrays.getExpected());
}

} // namespace
