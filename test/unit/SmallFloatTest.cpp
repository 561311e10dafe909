//===- SmallFloatTest.cpp - tests of 8-bit floats on the CPU ---------------===//
#include "MCFuser/InitAll.h"
#include "MCFuser/Target/CPU/Executor.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/APFloat.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mcf;

namespace {
struct SmallFloatTest : testing::TestWithParam<const char *> {
  SmallFloatTest() : context(makeRegistry()) {
    type = cast<FloatType>(parseType(GetParam(), &context));
  }
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    mcf::registerAllDialects(registry);
    return registry;
  }

  /// The number that LLVM has for these bits.
  double decode(uint8_t bits) const {
    APFloat number(type.getFloatSemantics(), APInt(8, bits));
    bool losesInfo;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &losesInfo);
    return number.convertToDouble();
  }
  /// The bits that LLVM rounds to.
  uint8_t encode(double value) const {
    APFloat number(value);
    bool losesInfo;
    number.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven, &losesInfo);
    return uint8_t(number.bitcastToAPInt().getZExtValue());
  }
  bool isNaN(uint8_t bits) const { return std::isnan(decode(bits)); }

  /// All numbers of the format, what lies in the middle between two, and what is next to that.
  std::vector<double> getNumbers(bool asFloat) const {
    std::vector<double> numbers = {1e-30, 1e30, INFINITY, NAN, 447, 449, 463, 465, 61439, 61441};
    for (int bits = 0; bits < 127; ++bits) {
      double low = decode(bits), high = decode(bits + 1);
      if (!std::isfinite(low))
        continue;
      // Beyond the largest number: as if there were one more.
      double middle = std::isfinite(high) ? (low + high) / 2 : low + (low - decode(bits - 1)) / 2;
      numbers.push_back(low);
      numbers.push_back(middle);
      for (double to : {-INFINITY, INFINITY})
        numbers.push_back(asFloat ? double(std::nextafterf(float(middle), float(to)))
                                  : std::nextafter(middle, to));
    }
    for (size_t i = 0, e = numbers.size(); i < e; ++i)
      numbers.push_back(-numbers[i]);
    return numbers;
  }

  /// Runs `op` elementwise.
  HostArray cast1(StringRef op, const HostArray &input, Type to) {
    std::string from, result;
    llvm::raw_string_ostream(from) << input.getElementType();
    llvm::raw_string_ostream(result) << to;
    std::string size = "tensor<" + std::to_string(input.getNumElements()) + "x";
    std::string text = "func.func @f(%a: " + size + from + ">) -> " + size + result + "> {\n" +
                       "  %r = arith." + op.str() + " %a : " + size + from + "> to " + size +
                       result + ">\n  return %r : " + size + result + ">\n}";
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    auto executor = cpu::Executor::create(*module);
    std::vector<HostArray> outputs;
    outputs.emplace_back(to, input.getShape());
    EXPECT_TRUE(succeeded(executor) && succeeded((*executor)->run("f", {input}, outputs)));
    return outputs.front();
  }

  MLIRContext context;
  FloatType type;
};

TEST_P(SmallFloatTest, HostArrayIsWhatLLVMHas) {
  HostArray array(type, {1});
  for (int bits = 0; bits < 256; ++bits) {
    uint8_t byte = bits;
    std::memcpy(array.getData(), &byte, 1);
    if (isNaN(byte))
      EXPECT_TRUE(std::isnan(array.get(0))) << bits;
    else
      EXPECT_EQ(array.get(0), decode(byte)) << bits;
  }
  for (double number : getNumbers(/*asFloat=*/false)) {
    array.set(0, number);
    uint8_t got = *static_cast<const uint8_t *>(array.getData()), expected = encode(number);
    EXPECT_TRUE(got == expected || (isNaN(got) && isNaN(expected))) << number;
  }
}

TEST_P(SmallFloatTest, ExtensionIsExact) {
  HostArray all(type, {256});
  for (int bits = 0; bits < 256; ++bits)
    static_cast<uint8_t *>(all.getData())[bits] = uint8_t(bits);
  for (Type to : {Type(Float16Type::get(&context)), Type(BFloat16Type::get(&context)),
                  Type(Float32Type::get(&context)), Type(Float64Type::get(&context))}) {
    HostArray wide = cast1("extf", all, to);
    for (int bits = 0; bits < 256; ++bits)
      if (isNaN(bits))
        EXPECT_TRUE(std::isnan(wide.get(bits))) << bits;
      else
        EXPECT_EQ(wide.get(bits), decode(bits)) << bits;
  }
}

TEST_P(SmallFloatTest, TruncationRoundsOnce) {
  for (bool asFloat : {true, false}) {
    std::vector<double> numbers = getNumbers(asFloat);
    Type from = asFloat ? Type(Float32Type::get(&context)) : Type(Float64Type::get(&context));
    HostArray wide(from, {int64_t(numbers.size())});
    for (size_t i = 0; i < numbers.size(); ++i)
      wide.set(i, numbers[i]);
    HostArray narrow = cast1("truncf", wide, type);
    for (size_t i = 0; i < numbers.size(); ++i) {
      uint8_t got = static_cast<const uint8_t *>(narrow.getData())[i];
      uint8_t expected = encode(wide.get(i));
      EXPECT_TRUE(got == expected || (isNaN(got) && isNaN(expected)))
          << numbers[i] << ": expected " << int(expected) << ", but got " << int(got);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Types, SmallFloatTest, testing::Values("f8E4M3FN", "f8E5M2"));
} // namespace
