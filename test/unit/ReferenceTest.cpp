//===- ReferenceTest.cpp - tests of the executor and the comparison --------===//
#include "MCFuser/Reference/Reference.h"
#include "MCFuser/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace mlir;
using namespace mcf;

namespace {
constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

struct ReferenceTest : testing::Test {
  ReferenceTest() : context(makeRegistry()) {}
  static DialectRegistry makeRegistry() {
    DialectRegistry registry;
    mcf::registerAllDialects(registry);
    return registry;
  }
  OwningOpRef<ModuleOp> parse(StringRef text) {
    return parseSourceString<ModuleOp>(text, &context);
  }
  Type f16() { return Float16Type::get(&context); }
  Type bf16() { return BFloat16Type::get(&context); }
  Type f32() { return Float32Type::get(&context); }
  Type f64() { return Float64Type::get(&context); }

  /// A GEMM chain with a cast and a start value.
  std::string chain() {
    return R"(
      func.func @f(%a: tensor<13x9xf16>, %b: tensor<9x18xf16>, %d: tensor<18x16xf16>,
                   %init: tensor<13x16xf32>) -> tensor<13x16xf32> {
        %z = arith.constant 0.0 : f32
        %e = tensor.empty() : tensor<13x18xf32>
        %c0 = linalg.fill ins(%z : f32) outs(%e : tensor<13x18xf32>) -> tensor<13x18xf32>
        %c = linalg.matmul ins(%a, %b : tensor<13x9xf16>, tensor<9x18xf16>)
                           outs(%c0 : tensor<13x18xf32>) -> tensor<13x18xf32>
        %p = arith.truncf %c : tensor<13x18xf32> to tensor<13x18xf16>
        %r = linalg.matmul ins(%p, %d : tensor<13x18xf16>, tensor<18x16xf16>)
                           outs(%init : tensor<13x16xf32>) -> tensor<13x16xf32>
        return %r : tensor<13x16xf32>
      })";
  }
  MLIRContext context;
};

TEST_F(ReferenceTest, HostArrayRoundsToNearestEven) {
  HostArray half(f16(), {8});
  double values[] = {1.0 + 0x1p-11, 1.0 + 0x1.8p-10, 65519, 65520, 0x1p-25, 0x1.8p-25, -0.1, kNaN};
  double expected[] = {1.0, 1.0 + 0x1p-9, 65504, kInf, 0, 0x1p-24, -0.0999755859375, kNaN};
  for (int i = 0; i < 8; ++i) {
    half.set(i, values[i]);
    if (std::isnan(expected[i]))
      EXPECT_TRUE(std::isnan(half.get(i)));
    else
      EXPECT_EQ(half.get(i), expected[i]) << values[i];
  }
  HostArray brain(bf16(), {3});
  brain.set(0, 1.0 + 0x1p-8);
  brain.set(1, 1.0 + 0x1.8p-7);
  brain.set(2, -1e39);
  EXPECT_EQ(brain.get(0), 1.0);
  EXPECT_EQ(brain.get(1), 1.0 + 0x1p-6);
  EXPECT_EQ(brain.get(2), -kInf);
  EXPECT_EQ(getUnitInLastPlace(f16()), 0x1p-10);
  EXPECT_EQ(getUnitInLastPlace(bf16()), 0x1p-7);
  EXPECT_EQ(getUnitInLastPlace(f32()), 0x1p-23);
}

TEST_F(ReferenceTest, BooleansAreBytes) {
  Type i1 = IntegerType::get(&context, 1);
  HostArray array(i1, {3});
  EXPECT_EQ(array.getByteSize(), 3);
  array.set(0, 1);
  EXPECT_EQ(array.get(0), 1);
  EXPECT_EQ(array.get(1), 0);
  // What nothing wrote shows.
  array.poison();
  EXPECT_NE(array.get(0), 0);
  EXPECT_NE(array.get(0), 1);
  OwningOpRef<ModuleOp> module = parse(R"(
    func.func @f(%a: tensor<100xi1>, %b: i1) -> (tensor<100xi1>, tensor<100xi1>) {
      %init = tensor.empty() : tensor<100xi1>
      %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>,
                                            affine_map<(d0) -> (d0)>],
                           iterator_types = ["parallel"]}
          ins(%a, %b : tensor<100xi1>, i1) outs(%init : tensor<100xi1>) {
      ^bb0(%x: i1, %y: i1, %out: i1):
        %z = arith.xori %x, %y : i1
        linalg.yield %z : i1
      } -> tensor<100xi1>
      return %r, %a : tensor<100xi1>, tensor<100xi1>
    })");
  auto executor = cpu::Executor::create(*module);
  ASSERT_TRUE(succeeded(executor));
  FunctionType signature = (*executor)->getFunctionType("f");
  auto inputs = makeInputs(signature, {}, module->getLoc());
  ASSERT_TRUE(succeeded(inputs));
  (*inputs)[1].set(0, 1);
  std::vector<HostArray> out{HostArray(signature.getResult(0)), HostArray(signature.getResult(1))};
  ASSERT_TRUE(succeeded((*executor)->run("f", *inputs, out)));
  int64_t numSet = 0;
  for (int64_t i = 0; i < 100; ++i) {
    numSet += (*inputs)[0].get(i) == 1;
    EXPECT_EQ(out[0].get(i), 1 - (*inputs)[0].get(i)) << i;
    EXPECT_EQ(out[1].get(i), (*inputs)[0].get(i)) << i;
  }
  EXPECT_GT(numSet, 25);
  EXPECT_LT(numSet, 75);
}

TEST_F(ReferenceTest, ExecutesEveryType) {
  for (const char *type : {"f64", "f32", "f16", "bf16"}) {
    std::string t = type, array = "tensor<3x5x" + t + ">";
    OwningOpRef<ModuleOp> module =
        parse("func.func @f(%a: " + array + ", %s: " + t + ") -> (" + array + ", " + t + R"() {
        %e = tensor.empty() : )" +
              array + R"(
        %b = tensor.splat %s : )" +
              array + R"(
        %r = linalg.add ins(%a, %b : )" +
              array + ", " + array + ") outs(%e : " + array + ") -> " + array + R"(
        %t = arith.addf %s, %s : )" +
              t + "\n return %r, %t : " + array + ", " + t + "}");
    ASSERT_TRUE(module);
    auto executor = cpu::Executor::create(*module);
    ASSERT_TRUE(succeeded(executor));
    FunctionType signature = (*executor)->getFunctionType("f");
    std::vector<HostArray> in{HostArray(signature.getInput(0)), HostArray(signature.getInput(1))};
    std::vector<HostArray> out{HostArray(signature.getResult(0)),
                               HostArray(signature.getResult(1))};
    for (int i = 0; i < 15; ++i)
      in[0].set(i, i);
    in[1].set(0, 0.5);
    out[0].poison();
    ASSERT_TRUE(succeeded((*executor)->run("f", in, out)));
    for (int i = 0; i < 15; ++i)
      EXPECT_EQ(out[0].get(i), i + 0.5) << type;
    EXPECT_EQ(out[1].get(0), 1.0) << type;
  }
}

TEST_F(ReferenceTest, ExecutesConversionsAndIntegers) {
  OwningOpRef<ModuleOp> module = parse(R"(
    func.func @f(%x: tensor<4xf64>, %n: tensor<4xi8>) -> (tensor<4xf16>, tensor<4xbf16>, tensor<4xi32>) {
      %a = arith.truncf %x : tensor<4xf64> to tensor<4xf16>
      %b = arith.truncf %x : tensor<4xf64> to tensor<4xbf16>
      %w = arith.extsi %n : tensor<4xi8> to tensor<4xi32>
      %s = arith.muli %w, %w : tensor<4xi32>
      return %a, %b, %s : tensor<4xf16>, tensor<4xbf16>, tensor<4xi32>
    })");
  auto executor = cpu::Executor::create(*module);
  ASSERT_TRUE(succeeded(executor));
  FunctionType signature = (*executor)->getFunctionType("f");
  std::vector<HostArray> in{HostArray(signature.getInput(0)), HostArray(signature.getInput(1))};
  std::vector<HostArray> out;
  for (Type t : signature.getResults())
    out.emplace_back(t);
  // The first would round twice through f32: a tie there, above the tie here.
  double x[] = {1.0 + 0x1p-11 + 0x1p-40, -kInf, 1e-9, 3.14159};
  for (int i = 0; i < 4; ++i) {
    in[0].set(i, x[i]);
    in[1].set(i, -10 * i);
  }
  ASSERT_TRUE(succeeded((*executor)->run("f", in, out)));
  for (int i = 0; i < 4; ++i) {
    HostArray h(f16(), {1}), b(bf16(), {1});
    h.set(0, x[i]);
    b.set(0, x[i]);
    EXPECT_EQ(out[0].get(i), h.get(0)) << i;
    EXPECT_EQ(out[1].get(i), b.get(0)) << i;
    EXPECT_EQ(out[2].get(i), 100 * i * i);
  }
}

TEST_F(ReferenceTest, LeavesInputsAloneAndFreesBuffers) {
  OwningOpRef<ModuleOp> module = parse(chain());
  auto executor = cpu::Executor::create(*module);
  ASSERT_TRUE(succeeded(executor));
  FunctionType signature = (*executor)->getFunctionType("f");
  auto inputs = makeInputs(signature, {}, module->getLoc());
  ASSERT_TRUE(succeeded(inputs));
  // A copy on purpose: the call gets pointers into the inputs.
  std::vector<HostArray> before = *inputs; // NOLINT(performance-unnecessary-copy-initialization)
  std::vector<HostArray> out{HostArray(signature.getResult(0))};
  int64_t live = cpu::Executor::getNumLiveBuffers();
  ASSERT_TRUE(succeeded((*executor)->run("f", *inputs, out)));
  EXPECT_EQ(cpu::Executor::getNumLiveBuffers(), live);
  for (size_t k = 0; k < before.size(); ++k)
    for (int64_t i = 0; i < before[k].getNumElements(); ++i)
      ASSERT_EQ(before[k].get(i), (*inputs)[k].get(i));
}

TEST_F(ReferenceTest, EndsARunWhereAnAssertionFails) {
  OwningOpRef<ModuleOp> module = parse(R"mlir(
func.func @f(%x: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %y = math.sqrt %x : tensor<8xf32>
  %at = tensor.extract %y[%i] : tensor<8xf32>
  %all = tensor.splat %at : tensor<8xf32>
  %z = arith.addf %y, %all : tensor<8xf32>
  return %z : tensor<8xf32>
})mlir");
  auto executor = cpu::Executor::create(*module);
  ASSERT_TRUE(succeeded(executor));
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &d) {
    message = d.str();
    return success();
  });
  std::vector<HostArray> in{HostArray(f32(), {8}), HostArray(IndexType::get(&context), {})};
  std::vector<HostArray> out{HostArray(f32(), {8})};
  for (int64_t i = 0; i < 8; ++i)
    in[0].set(i, double(i * i));
  int64_t live = cpu::Executor::getNumLiveBuffers();
  for (double outside : {8.0, -1.0}) {
    in[1].set(0, outside);
    EXPECT_TRUE(failed((*executor)->run("f", in, out)));
    EXPECT_EQ(message, "expected an index inside of axis 0, which has size 8, which is not so for "
                       "the inputs of this run");
    EXPECT_EQ(cpu::Executor::getNumLiveBuffers(), live);
  }
  // The next run is as any other.
  in[1].set(0, 3);
  ASSERT_TRUE(succeeded((*executor)->run("f", in, out)));
  EXPECT_EQ(out[0].get(2), 5);
}

TEST_F(ReferenceTest, RefusesWrongCalls) {
  OwningOpRef<ModuleOp> module = parse(chain());
  auto executor = cpu::Executor::create(*module);
  ASSERT_TRUE(succeeded(executor));
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &d) {
    message = d.str();
    return success();
  });
  std::vector<HostArray> none;
  EXPECT_TRUE(failed((*executor)->run("g", none, none)));
  EXPECT_EQ(message, "expected a public function 'g', but there is none");
  EXPECT_TRUE(failed((*executor)->run("f", none, none)));
  EXPECT_EQ(message, "expected 4 inputs and 1 outputs for 'f', but got 0 and 0");
  auto inputs = makeInputs((*executor)->getFunctionType("f"), {}, module->getLoc());
  std::vector<HostArray> out{HostArray(f32(), {16, 13})};
  EXPECT_TRUE(failed((*executor)->run("f", *inputs, out)));
  EXPECT_EQ(message, "expected output 0 of 'f' to be 'tensor<13x16xf32>'");
}

TEST_F(ReferenceTest, AcceptsTheProgramItself) {
  OwningOpRef<ModuleOp> module = parse(chain());
  auto reference = Reference::create(*module);
  auto runner = CPUFusedRunner::create(*module);
  ASSERT_TRUE(succeeded(reference) && succeeded(runner));
  auto report = (*reference)->compare("f", **runner);
  ASSERT_TRUE(succeeded(report));
  EXPECT_TRUE(report->isRight()) << report->toLine();
  EXPECT_GT(report->results[0].unfusedError, 0); // the reference is not the program itself
  EXPECT_LT(report->results[0].unfusedError, 1e-3);
}

/// Every wrong program below must be seen as wrong.
struct WrongProgramTest : ReferenceTest {
  using Spoil = std::function<void(HostArray &)>;
  std::string verdict(Spoil spoil) {
    OwningOpRef<ModuleOp> module = parse(chain());
    auto reference = Reference::create(*module);
    auto runner = CPUFusedRunner::create(*module);
    EXPECT_TRUE(succeeded(reference) && succeeded(runner));
    CallbackFusedRunner wrong(
        [&](StringRef f, ArrayRef<HostArray> in, MutableArrayRef<HostArray> out) {
          if (failed((*runner)->run(f, in, out)))
            return failure();
          spoil(out[0]);
          return success();
        });
    auto report = (*reference)->compare("f", wrong);
    auto together = (*reference)->compareTogether("f", wrong, {}, 8);
    EXPECT_TRUE(succeeded(report) && succeeded(together));
    EXPECT_EQ(report->isRight(), together->isRight());
    return report->toLine();
  }
  bool isWrong(Spoil spoil) { return StringRef(verdict(spoil)).starts_with("f: wrong"); }
};

TEST_F(WrongProgramTest, Unspoiled) {
  EXPECT_FALSE(isWrong([](HostArray &) {}));
}
TEST_F(WrongProgramTest, ElementNotWritten) {
  EXPECT_TRUE(isWrong([](HostArray &a) { a.set(200, kNaN); }));
}
TEST_F(WrongProgramTest, RowsShiftedByOne) {
  EXPECT_TRUE(isWrong([](HostArray &a) {
    for (int64_t i = 0; i + 16 < a.getNumElements(); ++i)
      a.set(i, a.get(i + 16));
  }));
}
TEST_F(WrongProgramTest, OneElementTaken) {
  EXPECT_TRUE(isWrong([](HostArray &a) { a.set(100, a.get(101)); }));
}
TEST_F(WrongProgramTest, OneElementZero) {
  EXPECT_TRUE(isWrong([](HostArray &a) { a.set(7, 0); }));
}
TEST_F(WrongProgramTest, Infinity) {
  EXPECT_TRUE(isWrong([](HostArray &a) { a.set(7, kInf); }));
}
TEST_F(WrongProgramTest, RoundedTooMuch) {
  EXPECT_TRUE(isWrong([&](HostArray &a) { a = a.castTo(bf16()).castTo(f32()); }));
}
TEST_F(WrongProgramTest, OperandsSwapped) {
  OwningOpRef<ModuleOp> module = parse(R"(
    func.func @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %e: tensor<8x8xf32>) -> tensor<8x8xf32> {
      %r = linalg.matmul ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
      return %r : tensor<8x8xf32>
    })");
  OwningOpRef<ModuleOp> swapped = parse(R"(
    func.func @f(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %e: tensor<8x8xf32>) -> tensor<8x8xf32> {
      %r = linalg.matmul ins(%b, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
      return %r : tensor<8x8xf32>
    })");
  auto reference = Reference::create(*module);
  auto runner = CPUFusedRunner::create(*swapped);
  ASSERT_TRUE(succeeded(reference) && succeeded(runner));
  auto report = (*reference)->compare("f", **runner);
  ASSERT_TRUE(succeeded(report));
  EXPECT_FALSE(report->isRight());
}

TEST_F(ReferenceTest, ComparesSpecialValuesByTheUnfusedProgram) {
  HostArray exact(f64(), {4}), unfused(f16(), {4}), fused(f16(), {4});
  double x[] = {1, 70000, kNaN, 2}, u[] = {1, kInf, kNaN, 2};
  for (int i = 0; i < 4; ++i) {
    exact.set(i, x[i]);
    unfused.set(i, u[i]);
    fused.set(i, u[i]);
  }
  EXPECT_TRUE(compareResult(exact, unfused, fused).isRight());
  EXPECT_EQ(compareResult(exact, unfused, fused).numNonFinite, 2);
  fused.set(1, -kInf);
  EXPECT_FALSE(compareResult(exact, unfused, fused).isRight());
  fused.set(1, 65504);
  EXPECT_FALSE(compareResult(exact, unfused, fused).isRight());
  fused.set(1, kInf);
  fused.set(2, 0);
  EXPECT_FALSE(compareResult(exact, unfused, fused).isRight());
}

TEST_F(ReferenceTest, MeasuresWhatOnlyTheUnfusedProgramOverflows) {
  HostArray exact(f64(), {3}), unfused(f16(), {3}), fused(f16(), {3});
  double x[] = {1, 40000, 0}, u[] = {1, kInf, kNaN};
  for (int i = 0; i < 3; ++i) {
    exact.set(i, x[i]);
    unfused.set(i, u[i]);
    fused.set(i, x[i]); // sums in f32 stay finite
  }
  EXPECT_TRUE(compareResult(exact, unfused, fused).isRight());
  EXPECT_EQ(compareResult(exact, unfused, fused).numNonFinite, 2);
  exact.set(2, 70000); // too large for f16
  fused.set(2, kInf);
  EXPECT_TRUE(compareResult(exact, unfused, fused).isRight());
  fused.set(1, 41000);
  EXPECT_FALSE(compareResult(exact, unfused, fused).isRight());
  fused.set(1, -kInf);
  EXPECT_FALSE(compareResult(exact, unfused, fused).isRight());
}

TEST_F(ReferenceTest, AllowsOverflowAsFarAsAnElementMayBeOff) {
  HostArray exact(f64(), {3}), unfused(f16(), {3}), fused(f16(), {3});
  // One element of the unfused program is 1,000 off, so others may be 8,000 off: the largest number
  // is 65,504.
  auto isRight = [&](double first, double fusedFirst) {
    double x[] = {first, 20000, 1}, u[] = {first, 21000, 1}, f[] = {fusedFirst, 20000, 1};
    for (int i = 0; i < 3; ++i) {
      exact.set(i, x[i]);
      unfused.set(i, u[i]);
      fused.set(i, f[i]);
    }
    return compareResult(exact, unfused, fused).isRight();
  };
  EXPECT_TRUE(isRight(60000, kInf));
  EXPECT_TRUE(isRight(-60000, -kInf));
  EXPECT_FALSE(isRight(60000, -kInf));
  EXPECT_FALSE(isRight(60000, kNaN));
  EXPECT_FALSE(isRight(50000, kInf));
  // What the exact result is, rounded, is right whatever the unfused program has.
  exact.set(0, 70000);
  EXPECT_TRUE(compareResult(exact, unfused, fused).isRight());
}

TEST_F(ReferenceTest, AllowsForElementaryFunctionsOnlyWhereTheyAreCalled) {
  HostArray exact(f64(), {2}), unfused(f32(), {2}), fused(f32(), {2});
  for (int i = 0; i < 2; ++i) {
    exact.set(i, 1);
    unfused.set(i, 1);
    fused.set(i, 1 + 0x1p-22);
  }
  RoundingEffect effect{nullptr, {}, false, 4 * 0x1p-23};
  EXPECT_FALSE(compareResult(exact, unfused, fused).isRight());
  EXPECT_TRUE(compareResult(exact, unfused, fused, effect).isRight());
  fused.set(0, 1 + 0x1p-19);
  EXPECT_FALSE(compareResult(exact, unfused, fused, effect).isRight());
}

TEST_F(ReferenceTest, AllowsForFusedMultiplyAdds) {
  // Softmax of large scores amplifies the roundings of the product before it.
  OwningOpRef<ModuleOp> module = parse(R"(
    func.func @f(%a: tensor<13x64xf32>, %b: tensor<64x41xf32>, %d: tensor<41x33xf32>) -> tensor<13x33xf32> {
      %zero = arith.constant 0.0 : f32
      %e0 = tensor.empty() : tensor<13x41xf32>
      %s0 = linalg.fill ins(%zero : f32) outs(%e0 : tensor<13x41xf32>) -> tensor<13x41xf32>
      %s = linalg.matmul ins(%a, %b : tensor<13x64xf32>, tensor<64x41xf32>) outs(%s0 : tensor<13x41xf32>) -> tensor<13x41xf32>
      %p = linalg.softmax dimension(1) ins(%s : tensor<13x41xf32>) outs(%e0 : tensor<13x41xf32>) -> tensor<13x41xf32>
      %e1 = tensor.empty() : tensor<13x33xf32>
      %o0 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<13x33xf32>) -> tensor<13x33xf32>
      %o = linalg.matmul ins(%p, %d : tensor<13x41xf32>, tensor<41x33xf32>) outs(%o0 : tensor<13x33xf32>) -> tensor<13x33xf32>
      return %o : tensor<13x33xf32>
    })");
  ASSERT_TRUE(module);
  auto reference = Reference::create(*module);
  cpu::ExecutorOptions fusing;
  fusing.fuseMultiplyAdds = true;
  auto runner = CPUFusedRunner::create(*module, fusing);
  ASSERT_TRUE(succeeded(reference) && succeeded(runner));
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    InputOptions inputs;
    inputs.seed = seed;
    inputs.scale = 3;
    auto report = (*reference)->compare("f", **runner, inputs);
    ASSERT_TRUE(succeeded(report));
    EXPECT_TRUE(report->isRight()) << seed << "\n" << report->toTable();
  }
}

TEST_F(ReferenceTest, SeesOneWrongElementOfALargeResult) {
  HostArray exact(f64(), {100000}), unfused(bf16(), {100000});
  for (int64_t i = 0; i < exact.getNumElements(); ++i) {
    exact.set(i, std::sin(double(i)));
    unfused.set(i, exact.get(i));
  }
  HostArray fused = unfused;
  EXPECT_TRUE(compareResult(exact, unfused, fused).isRight());
  fused.set(5000, unfused.get(5000) + 0.7);
  ResultComparison result = compareResult(exact, unfused, fused);
  EXPECT_LT(result.fusedError, result.errorBound); // the norm does not see it
  EXPECT_FALSE(result.isRight());
  EXPECT_EQ(result.worstIndex, 5000);
}

TEST_F(ReferenceTest, SeveralInputsForgiveBadLuckOnly) {
  std::vector<ResultComparison> all(8);
  for (ResultComparison &one : all) {
    one.errorBound = one.maxErrorBound = 1e-3;
    one.fusedError = one.fusedMaxError = 1e-4;
  }
  ResultComparison &unlucky = all[3];
  unlucky.fusedError = 2e-3;
  EXPECT_TRUE(compareTogether(all).isRight());
  unlucky.fusedError = 3e-3;
  EXPECT_TRUE(compareTogether(all).isWrongBySize);
  unlucky.fusedError = 1e-4;
  unlucky.fusedMaxError = 1.1e-3;
  EXPECT_TRUE(compareTogether(all).isWrongBySize);
  all[5].maxErrorBound = 1.2e-3;
  EXPECT_TRUE(compareTogether(all).isRight());
  unlucky.failure = "expected 1 at [0], as the unfused program has, but got nan";
  EXPECT_EQ(compareTogether(all).failure, unlucky.failure);
}

TEST_F(ReferenceTest, AllZeroReference) {
  HostArray exact(f64(), {3}), unfused(f32(), {3}), fused(f32(), {3});
  EXPECT_TRUE(compareResult(exact, unfused, fused).isRight());
  fused.set(0, 1e-3);
  EXPECT_FALSE(compareResult(exact, unfused, fused).isRight());
}

TEST_F(ReferenceTest, ComparesIntegersExactly) {
  Type i32 = IntegerType::get(&context, 32);
  HostArray exact(i32, {2, 3}), unfused(i32, {2, 3}), fused(i32, {2, 3});
  EXPECT_TRUE(compareResult(exact, unfused, fused).isRight());
  fused.set(4, 1);
  EXPECT_EQ(compareResult(exact, unfused, fused).failure, "expected 0 at [1, 1], but got 1");
}

TEST_F(ReferenceTest, InputsAreReproducibleAndTakeSpecials) {
  OwningOpRef<ModuleOp> module = parse(chain());
  auto type =
      cast<FunctionType>(cast<FunctionOpInterface>(*module->getBody()->begin()).getFunctionType());
  InputOptions options;
  options.seed = 7;
  options.specialChance = 0.5;
  options.specials = {kInf};
  auto a = makeInputs(type, options, module->getLoc()),
       b = makeInputs(type, options, module->getLoc());
  int specials = 0;
  for (int64_t i = 0; i < (*a)[0].getNumElements(); ++i) {
    EXPECT_EQ((*a)[0].get(i), (*b)[0].get(i));
    specials += (*a)[0].get(i) == kInf;
  }
  EXPECT_GT(specials, 20);
  EXPECT_LT(specials, 100);
}
} // namespace
