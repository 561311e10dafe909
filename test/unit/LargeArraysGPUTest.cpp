//===- LargeArraysGPUTest.cpp - arrays of more than 2^31 elements ---------===//
// The unfused program would take minutes here, so parts of a large result are compared with those
// of a small program with the same rows.
#include "GPUTest.h"
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/InitAll.h"
#include "MCFuser/Runtime/Runtime.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mcf;

namespace {

/// E = (A B) D in f16, with A of `b` matrices of `m` x 16, or one matrix if b is 0.
std::string getProgram(int64_t b, int64_t m) {
  std::string batch = b ? std::to_string(b) + "x" : "", dim = b ? "b, " : "";
  std::string rows = "tensor<" + batch + std::to_string(m) + "x16xf16>";
  std::string named = "!mcf.named<[" + dim + "m, k], f16>";
  auto withDims = [&](std::string dims) { return "!mcf.named<[" + dim + dims + "], f16>"; };
  return "func.func @f(%a: " + rows + ", %b: tensor<16x16xf16>, %d: tensor<16x16xf16>) -> " + rows +
         " {\n  %r = mcf.chain <" + (b ? "b = " + std::to_string(b) + ", " : "") +
         "m = " + std::to_string(m) + ", n = 16, k = 16, h = 16> ins(%a, %b, %d : " + rows +
         ", tensor<16x16xf16>, tensor<16x16xf16>) -> (" + rows +
         ") {\n  ^bb0(%A: " + withDims("m, k") +
         ", %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):\n" +
         "    %C = mcf.contract %A, %B : " + withDims("m, k") + ", !mcf.named<[k, n], f16> -> " +
         withDims("m, n") + "\n    %E = mcf.contract %C, %D : " + withDims("m, n") +
         ", !mcf.named<[n, h], f16> -> " + withDims("m, h") +
         "\n    mcf.yield %E : " + withDims("m, h") + "\n  }\n  return %r : " + rows + "\n}\n";
}

/// A compiled program with its arrays on the device.
class Kernel {
public:
  Kernel(mcfrt_device *device, const CompiledKernels &kernels) : device(device) {
    std::string text = kernels.plan.print();
    check(mcfrt_module_load(device, kernels.ptx.data(), kernels.ptx.size(), &module));
    check(mcfrt_plan_parse(text.data(), text.size(), &plan));
    for (unsigned i = 0; i < 4; ++i) {
      mcfrt_operand_info info = {};
      check(mcfrt_plan_get_operand(plan, 0, i, &info));
      check(mcfrt_memory_alloc(device, info.bytes, &arrays[i]));
      // Poison for the result, zeros for the rest.
      check(mcfrt_memory_fill(device, arrays[i], i == 3 ? 0xff : 0, info.bytes));
      bytes[i] = info.bytes;
    }
  }
  ~Kernel() {
    for (mcfrt_pointer array : arrays)
      mcfrt_memory_free(device, array);
    mcfrt_plan_destroy(plan);
    mcfrt_module_unload(module);
  }
  void write(unsigned array, uint64_t offset, const std::vector<uint16_t> &values) {
    check(mcfrt_copy_to_device(device, arrays[array] + offset, values.data(), 2 * values.size()));
  }
  std::vector<uint16_t> read(uint64_t offset, size_t count) {
    std::vector<uint16_t> values(count);
    check(mcfrt_copy_to_host(device, values.data(), arrays[3] + offset, 2 * count));
    return values;
  }
  void launch() {
    const void *parameters[] = {&arrays[0], &arrays[1], &arrays[2], &arrays[3]};
    check(mcfrt_plan_launch(plan, 0, module, parameters, 4, nullptr));
    check(mcfrt_device_synchronize(device));
  }
  uint64_t getBytes() const { return bytes[0]; }

private:
  static void check(mcfrt_status status) { ASSERT_EQ(status, MCFRT_OK) << mcfrt_last_error(); }

  mcfrt_device *device;
  mcfrt_module *module = nullptr;
  mcfrt_plan *plan = nullptr;
  mcfrt_pointer arrays[4] = {};
  uint64_t bytes[4] = {};
};

class LargeArraysGPUTest : public ::testing::Test {
protected:
  LargeArraysGPUTest() {
    registerAllPasses();
    registerAllDialects(registry);
    registerPTXTranslations(registry);
  }

  FailureOr<CompiledKernels> compile(const std::string &program) {
    MLIRContext context(registry);
    auto module = parseSourceString<ModuleOp>(program, &context);
    CompilerOptions options = CompilerOptions::forDevice(llvm::cantFail(hw::lookupDevice("H200")));
    options.stages.tiling = "default";
    Compiler compiler(options);
    if (!module || failed(compiler.run(*module, Stage::Input, Stage::NVVM)))
      return failure();
    return compiler.emitPTX(*module);
  }

  /// Compares the first and the last rows of the large program with those of the small one, which
  /// has `rows` rows in all.
  void compare(const std::string &largeText, const std::string &smallText, int64_t rows) {
    FailureOr<CompiledKernels> large = compile(largeText), small = compile(smallText);
    ASSERT_TRUE(succeeded(large) && succeeded(small));
    mcfrt_device *device = openGPU();
    if (!device)
      return;
    mcfrt_device_info info = {};
    ASSERT_EQ(mcfrt_device_get_info(device, &info), MCFRT_OK);
    if (info.memory_bytes < (uint64_t(10) << 30)) {
      mcfrt_device_close(device);
      GTEST_SKIP() << "expected a device with 10 GiB of memory";
    }
    {
      Kernel all(device, *large), part(device, *small);
      // f16 between 1/8 and 1.
      std::mt19937 random(7);
      auto draw = [&](size_t count) {
        std::vector<uint16_t> values(count);
        for (uint16_t &value : values)
          value = 0x3000 + random() % 0x0c00;
        return values;
      };
      std::vector<uint16_t> weights = draw(256), first = draw(rows * 16), last = draw(rows * 16);
      for (Kernel *kernel : {&all, &part})
        for (unsigned operand : {1, 2})
          kernel->write(operand, 0, weights);
      uint64_t bytes = rows * 16 * 2, end = all.getBytes() - bytes;
      ASSERT_GT(end / 2, uint64_t(1) << 31);
      all.write(0, 0, first);
      all.write(0, end, last);
      all.launch();
      for (auto &[offset, values] :
           {std::make_pair(uint64_t(0), first), std::make_pair(end, last)}) {
        part.write(0, 0, values);
        part.launch();
        EXPECT_EQ(all.read(offset, rows * 16), part.read(0, rows * 16)) << "at byte " << offset;
      }
      // All else is zero, also beyond 2^32 bytes.
      for (uint64_t offset : {bytes, end / 2 / bytes * bytes, end - bytes})
        EXPECT_EQ(all.read(offset, rows * 16), std::vector<uint16_t>(rows * 16))
            << "at byte " << offset;
    }
    mcfrt_device_close(device);
  }

  DialectRegistry registry;
};

} // namespace

TEST_F(LargeArraysGPUTest, RowsBeyondTwoBillionElements) {
  constexpr int64_t rows = (int64_t(1) << 27) + 192;
  compare(getProgram(0, rows), getProgram(0, 64), 64);
}

TEST_F(LargeArraysGPUTest, MillionsOfBatches) {
  constexpr int64_t batches = (int64_t(1) << 23) + 12;
  compare(getProgram(batches, 16), getProgram(4, 16), 64);
}
