//===- LaunchRecipeTest.cpp - functions that are one launch ---------------===//
#include "MCFuser/Driver/LaunchRecipe.h"
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/InitAll.h"
#include "MCFuser/Reference/Reference.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <cctype>
#include <cstring>

using namespace mlir;
using namespace mcf;

namespace {

TEST(ViewStep, CollapsesWhatIsDense) {
  ArrayView view{3, {2, 4, 5, 1}, {40, 5, 1, 77}};
  // 4 and 5 follow each other densely, and an axis of size 1 lies anywhere.
  EXPECT_EQ(applyStep(CollapseView{{{0}, {1, 2, 3}}}, view), "");
  EXPECT_EQ(view.offset, 3);
  EXPECT_EQ(view.sizes, (SmallVector<int64_t>{2, 20}));
  EXPECT_EQ(view.strides, (SmallVector<int64_t>{40, 1}));
  EXPECT_NE(applyStep(CollapseView{{{0, 1}}}, view), "");
}

TEST(ViewStep, ExpandsByOneUnknownSize) {
  ArrayView view{0, {6, 20}, {32, 1}};
  int64_t open = ShapedType::kDynamic;
  EXPECT_EQ(applyStep(ExpandView{{{0, 1}, {2}}, {open, 3, 20}}, view), "");
  EXPECT_EQ(view.sizes, (SmallVector<int64_t>{2, 3, 20}));
  EXPECT_EQ(view.strides, (SmallVector<int64_t>{96, 32, 1}));
  EXPECT_EQ(applyStep(ExpandView{{{0}, {1}, {2, 3}}, {2, 3, 7, 3}}, view),
            "expected axis 2 to be a multiple of 21, but got 20");
  EXPECT_EQ(applyStep(ExpandView{{{0}, {1}, {2, 3}}, {2, 3, open, 3}}, view),
            "expected axis 2 to be a multiple of 3, but got 20");
}

TEST(ViewStep, CutsParts) {
  ArrayView view{1, {8, 10, 3}, {60, 3, 1}};
  EXPECT_EQ(applyStep(SliceView{{2, 1, 2}, {3, 4, 1}, {1, 2, 1}, {false, false, true}}, view), "");
  EXPECT_EQ(view.offset, 1 + 2 * 60 + 1 * 3 + 2);
  EXPECT_EQ(view.sizes, (SmallVector<int64_t>{3, 4}));
  EXPECT_EQ(view.strides, (SmallVector<int64_t>{60, 6}));
  EXPECT_EQ(applyStep(SliceView{{0, 2}, {3, 3}, {1, 1}, {false, false}}, view),
            "expected axis 1 to have more than 4 elements, but got 4");
}

class LaunchRecipeTest : public ::testing::Test {
protected:
  LaunchRecipeTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
  }
  /// The recipe of a function `@f` with this head and body.
  LaunchRecipe get(const std::string &function) {
    module = parseSourceString<ModuleOp>(R"(
func.func private @k(%a: tensor<4x6xf32>, %s: f32, %o: tensor<4x6xf32>, %p: tensor<4xf32>)
    -> (tensor<4x6xf32>, tensor<4xf32>) attributes {mcf.tile_program} {
  return %o, %p : tensor<4x6xf32>, tensor<4xf32>
}
)" + function,
                                         &context);
    EXPECT_TRUE(module);
    return LaunchRecipe::get(module->lookupSymbol<func::FuncOp>("f"));
  }
  MLIRContext context{MLIRContext::Threading::DISABLED};
  OwningOpRef<ModuleOp> module;
};

const std::string empties = R"(
  %o = tensor.empty() : tensor<4x6xf32>
  %p = tensor.empty() : tensor<4xf32>
)";
const std::string callTypes =
    "(tensor<4x6xf32>, f32, tensor<4x6xf32>, tensor<4xf32>) -> (tensor<4x6xf32>, tensor<4xf32>)\n";

TEST_F(LaunchRecipeTest, SaysWhereOperandsComeFrom) {
  LaunchRecipe recipe = get(
      "func.func @f(%s: f32, %a: tensor<24xf32>) -> (tensor<4xf32>, tensor<2x12xf32>) {" + empties +
      R"(
  %e = tensor.expand_shape %a [[0, 1]] output_shape [4, 6] : tensor<24xf32> into tensor<4x6xf32>
  %r:2 = func.call @k(%e, %s, %o, %p) : )" +
      callTypes + R"(
  %c = tensor.collapse_shape %r#0 [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  %x = tensor.expand_shape %c [[0, 1]] output_shape [2, 12] : tensor<24xf32> into tensor<2x12xf32>
  return %r#1, %x : tensor<4xf32>, tensor<2x12xf32>
})");
  ASSERT_EQ(recipe.reason, "");
  EXPECT_EQ(recipe.numKernels, 1u);
  EXPECT_EQ(recipe.kernel, "k");
  ASSERT_EQ(recipe.operands.size(), 4u);
  auto expectSource = [&](unsigned operand, bool isOutput, unsigned position, size_t numSteps) {
    EXPECT_EQ(recipe.operands[operand].isOutput, isOutput) << operand;
    EXPECT_EQ(recipe.operands[operand].position, position) << operand;
    EXPECT_EQ(recipe.operands[operand].steps.size(), numSteps) << operand;
  };
  expectSource(0, false, 1, 1);
  expectSource(1, false, 0, 0);
  expectSource(2, true, 1, 2);
  expectSource(3, true, 0, 0);
  // From the caller's 2x12 to the kernel's 4x6.
  ArrayView view{0, {2, 12}, {12, 1}};
  for (const ViewStep &step : recipe.operands[2].steps)
    EXPECT_EQ(applyStep(step, view), "");
  EXPECT_EQ(view.sizes, (SmallVector<int64_t>{4, 6}));
  EXPECT_EQ(view.strides, (SmallVector<int64_t>{6, 1}));
}

TEST_F(LaunchRecipeTest, SaysWhyThereIsNone) {
  auto getReason = [&](const std::string &results, const std::string &body) {
    LaunchRecipe recipe = get("func.func @f(%a: tensor<4x6xf32>, %s: f32) -> (" + results + ") {" +
                              empties + body + "}");
    EXPECT_FALSE(recipe.isLaunchable());
    EXPECT_TRUE(recipe.operands.empty());
    return recipe.reason;
  };
  std::string call = "  %r:2 = func.call @k(%a, %s, %o, %p) : " + callTypes;
  EXPECT_EQ(getReason("tensor<4x6xf32>", "return %a : tensor<4x6xf32>\n"),
            "nothing in it was fused");
  EXPECT_EQ(getReason("tensor<4x6xf32>", call + "return %r#0 : tensor<4x6xf32>\n"),
            "the kernel computes an array that is no output");
  EXPECT_EQ(getReason("tensor<4x6xf32>, tensor<4x6xf32>, tensor<4xf32>",
                      call + "return %r#0, %r#0, %r#1 : tensor<4x6xf32>, tensor<4x6xf32>, "
                             "tensor<4xf32>\n"),
            "output 1 is the same as another");
  EXPECT_EQ(getReason("tensor<4x6xf32>, tensor<4xf32>, tensor<4x6xf32>",
                      call + "return %r#0, %r#1, %a : tensor<4x6xf32>, tensor<4xf32>, "
                             "tensor<4x6xf32>\n"),
            "output 2 is an input");
  std::string second = "  %t:2 = func.call @k(%r#0, %s, %o, %p) : " + callTypes;
  EXPECT_EQ(getReason("tensor<4x6xf32>, tensor<4xf32>",
                      call + second + "return %t#0, %t#1 : tensor<4x6xf32>, tensor<4xf32>\n"),
            "it is 2 kernels");
  std::string negated = "  %n = arith.negf %a : tensor<4x6xf32>\n"
                        "  %r:2 = func.call @k(%n, %s, %o, %p) : " +
                        callTypes;
  EXPECT_NE(getReason("tensor<4x6xf32>, tensor<4xf32>",
                      negated + "return %r#0, %r#1 : tensor<4x6xf32>, tensor<4xf32>\n")
                .find("an operand of its kernel is made by arith.negf"),
            std::string::npos);
  std::string constant = "  %one = arith.constant 1.0 : f32\n"
                         "  %r:2 = func.call @k(%a, %one, %o, %p) : " +
                         callTypes;
  EXPECT_NE(getReason("tensor<4x6xf32>, tensor<4xf32>",
                      constant + "return %r#0, %r#1 : tensor<4x6xf32>, tensor<4xf32>\n")
                .find("made by arith.constant"),
            std::string::npos);
  std::string loop = "  %c0 = arith.constant 0 : index\n  %c1 = arith.constant 1 : index\n"
                     "  %l = scf.for %i = %c0 to %c1 step %c1 iter_args(%x = %a) -> "
                     "(tensor<4x6xf32>) {\n" +
                     call + "    scf.yield %r#0 : tensor<4x6xf32>\n  }\n";
  EXPECT_NE(getReason("tensor<4x6xf32>", loop + "return %l : tensor<4x6xf32>\n")
                .find("its kernel is launched inside of scf.for"),
            std::string::npos);
}

//===----------------------------------------------------------------------===//
// Programs as exporters write them: the recipe against the function itself
//===----------------------------------------------------------------------===//

/// Calls `visit` with the index of each element of a view in the whole array, in row-major order.
void forEachElement(const ArrayView &view, llvm::function_ref<void(int64_t, int64_t)> visit) {
  SmallVector<int64_t> index(view.sizes.size());
  int64_t count = 1;
  for (int64_t size : view.sizes)
    count *= size;
  for (int64_t i = 0; i < count; ++i) {
    int64_t rest = i, at = view.offset;
    for (size_t axis = view.sizes.size(); axis-- > 0; rest /= view.sizes[axis])
      at += rest % view.sizes[axis] * view.strides[axis];
    visit(i, at);
  }
}

class ProgramRecipeTest : public ::testing::TestWithParam<const char *> {
protected:
  static void SetUpTestSuite() { registerAllPasses(); }
  ProgramRecipeTest() {
    DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
  }
  ArrayView view(const OperandSource &source, const HostArray &array) {
    ArrayView result{0, SmallVector<int64_t>(array.getShape()), {}};
    result.strides.assign(result.sizes.size(), 1);
    for (size_t axis = result.sizes.size(); axis-- > 1;)
      result.strides[axis - 1] = result.strides[axis] * result.sizes[axis];
    for (const ViewStep &step : source.steps)
      EXPECT_EQ(applyStep(step, result), "");
    return result;
  }
  MLIRContext context{MLIRContext::Threading::DISABLED};
};

TEST_P(ProgramRecipeTest, ALaunchOnViewsIsTheFunction) {
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(std::string(PROGRAMS) + "/" + GetParam(), &context);
  ASSERT_TRUE(module);
  CompilerOptions options;
  options.stages.tiling = "default";
  ASSERT_TRUE(succeeded(Compiler(options).run(*module, Stage::Input, Stage::TileProgram)));
  auto function = *module->getOps<func::FuncOp>().begin();
  std::string name = function.getName().str();
  LaunchRecipe recipe = LaunchRecipe::get(function);
  ASSERT_EQ(recipe.reason, "");
  module->lookupSymbol<func::FuncOp>(recipe.kernel).setPublic();
  auto executor = cpu::Executor::create(*module);
  ASSERT_TRUE(succeeded(executor));
  FunctionType type = (*executor)->getFunctionType(name);
  auto inputs = makeInputs(type, InputOptions(), module->getLoc());
  ASSERT_TRUE(succeeded(inputs));
  std::vector<HostArray> expected, got;
  for (Type result : type.getResults()) {
    expected.emplace_back(result);
    got.emplace_back(result);
  }
  ASSERT_TRUE(succeeded((*executor)->run(name, *inputs, expected)));

  // The same by the recipe: operands are gathered, and what the kernel writes is spread.
  FunctionType kernel = (*executor)->getFunctionType(recipe.kernel);
  std::vector<HostArray> operands, results;
  for (auto [source, operandType] : llvm::zip_equal(recipe.operands, kernel.getInputs())) {
    HostArray operand(operandType);
    const HostArray &array = (source.isOutput ? got : *inputs)[source.position];
    ArrayView from = view(source, array);
    EXPECT_EQ(ArrayRef(from.sizes), operand.getShape());
    forEachElement(from, [&](int64_t i, int64_t at) { operand.set(i, array.get(at)); });
    operands.push_back(std::move(operand));
    if (source.isOutput)
      results.emplace_back(operandType);
  }
  ASSERT_TRUE(succeeded((*executor)->run(recipe.kernel, operands, results)));
  size_t numInputs = operands.size() - results.size();
  for (size_t i = 0; i < results.size(); ++i) {
    const OperandSource &source = recipe.operands[numInputs + i];
    HostArray &array = got[source.position];
    forEachElement(view(source, array),
                   [&](int64_t from, int64_t at) { array.set(at, results[i].get(from)); });
  }
  for (auto [g, e] : llvm::zip_equal(got, expected))
    EXPECT_EQ(std::memcmp(g.getData(), e.getData(), e.getByteSize()), 0);
}

INSTANTIATE_TEST_SUITE_P(Programs, ProgramRecipeTest,
                         ::testing::Values("mlp-bf16.mlir", "packed-qkv.mlir", "t5-attention.mlir",
                                           "torch-attention.mlir", "vit-attention.mlir"),
                         [](const auto &info) {
                           std::string name = info.param;
                           for (char &c : name)
                             c = std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
                           return name;
                         });

} // namespace
