//===- ScheduleFormsTest.cpp - a kept form is that of the hoisted IR ------===//
#include "MCFuser/Search/ScheduleForms.h"
#include "MCFuser/CostModel/CostModel.h"
#include "MCFuser/Dialect/MCF/Transforms/Tiling.h"
#include "MCFuser/Search/Enumeration.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mcf;

static const char *const program = R"(
func.func @f(%a: tensor<100x72xf16>, %b: tensor<72x90xf16>, %d: tensor<90x40xf16>) -> tensor<100x40xf32> {
  %r = mcf.chain <m = 100, n = 90, k = 72, h = 40>
      ins(%a, %b, %d : tensor<100x72xf16>, tensor<72x90xf16>, tensor<90x40xf16>) -> (tensor<100x40xf32>) {
  ^bb0(%A: !mcf.named<[m, k], f16>, %B: !mcf.named<[k, n], f16>, %D: !mcf.named<[n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[m, k], f16>, !mcf.named<[k, n], f16> -> !mcf.named<[m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f16> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %r : tensor<100x40xf32>
}
)";

namespace {
class ScheduleFormsTest : public testing::Test {
protected:
  ScheduleFormsTest() {
    context.loadDialect<MCFDialect, func::FuncDialect>();
    module = parseSourceString<ModuleOp>(program, &context);
    module->walk([&](ChainOp op) { chain = op; });
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
  ChainOp chain;
};
} // namespace

TEST_F(ScheduleFormsTest, AgreesWithHoistedSchedules) {
  std::vector<analysis::TilingExpression> expressions = search::enumerateExpressions(chain);
  ASSERT_EQ(expressions.size(), 26u);
  search::ScheduleForms forms(chain, expressions);
  std::unique_ptr<cost::CostModel> model = cantFail(cost::lookupCostModel("paper"));
  hw::DeviceSpec device = cantFail(hw::lookupDevice("A100"));
  std::mt19937_64 random(7);
  for (int round = 0; round < 200; ++round) {
    unsigned index = random() % expressions.size();
    SmallVector<int64_t> tiles;
    std::vector<std::pair<std::string, int64_t>> named;
    for (DimAttr dim : chain.getDims().getDims()) {
      tiles.push_back(16 * (1 + random() % llvm::divideCeil(dim.getSize(), 16)));
      named.push_back({dim.getName().getValue().str(), tiles.back()});
    }
    FailureOr<const cost::ScheduleForm *> form = forms.get(index, tiles);
    ASSERT_TRUE(succeeded(form));
    EXPECT_TRUE((*form)->covers(tiles));

    OwningOpRef<ChainOp> copy = cast<ChainOp>(chain->clone());
    FailureOr<ScheduleOp> schedule =
        applyTiling(*copy, search::withTiles(expressions[index], named));
    ASSERT_TRUE(succeeded(schedule) && succeeded(hoistStatements(*schedule)));
    FailureOr<cost::ScheduleForm> expected = cost::ScheduleForm::get(copy->getSchedule());
    ASSERT_TRUE(succeeded(expected));
    EXPECT_EQ(model->estimate(**form, tiles, device).totalSeconds,
              model->estimate(*expected, tiles, device).totalSeconds);
    ASSERT_EQ((*form)->statements.size(), expected->statements.size());
    for (auto [one, other] : llvm::zip((*form)->statements, expected->statements)) {
      EXPECT_EQ(one.value, other.value);
      EXPECT_EQ(one.loop, other.loop);
    }
  }
  // At most one form for each expression and set of one-trip loops.
  EXPECT_LE(forms.getNumForms(), 26u * 16);
  EXPECT_FALSE(chain.getSchedule());
}

TEST_F(ScheduleFormsTest, SaysWhoReadsWhat) {
  analysis::TilingExpression expression;
  expression.root.loops = {"m", "n"};
  expression.root.parts = {{{"k"}, {}}, {{"h"}, {}}};
  search::ScheduleForms forms(chain, {expression});
  FailureOr<const cost::ScheduleForm *> result = forms.get(0, {64, 32, 16, 16});
  ASSERT_TRUE(succeeded(result));
  const cost::ScheduleForm &form = **result;
  enum { m, n, k, h };
  // A, B, D, C, E.
  ASSERT_EQ(form.values.size(), 5u);
  EXPECT_EQ(form.values[3].kind, cost::ValueForm::Kind::Contraction);
  EXPECT_EQ(form.values[3].operands, (SmallVector<unsigned>{0, 1}));
  EXPECT_EQ(form.values[3].reducedDims, (SmallVector<unsigned>{k}));
  EXPECT_EQ(form.values[4].operands, (SmallVector<unsigned>{3, 2}));
  EXPECT_EQ(form.values[4].elementBits, 32u);
  EXPECT_TRUE(form.values[4].isResult && !form.values[3].isResult);
  // m { n { k { A B C } h { D E } } h { store E } }.
  ASSERT_GE(form.loops.size(), 4u);
  EXPECT_TRUE(form.loops[0].isBlock && form.loops[0].parent == -1);
  EXPECT_EQ(form.loops[2].dim, unsigned(k));
  EXPECT_EQ(form.loops[2].parent, 1);
  EXPECT_TRUE(form.isAround(0, 2) && form.isAround(-1, 0) && !form.isAround(2, 3));
}

TEST_F(ScheduleFormsTest, RefusesExpressionsOfOtherChains) {
  analysis::TilingExpression expression;
  expression.root.loops = {"m", "n"};
  search::ScheduleForms forms(chain, {expression});
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  EXPECT_TRUE(failed(forms.get(0, {64, 32, 16, 16})));
  EXPECT_NE(message.find("tiling expression"), std::string::npos) << message;
}

TEST(ScheduleForm, TellsDivisionsThatWait) {
  static const char *const softmax = R"(
func.func @f(%s: tensor<64x64xf32>, %d: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %r = mcf.chain <m = 64, n = 64, h = 64>
      ins(%s, %d : tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<64x64xf32>) {
  ^bb0(%S: !mcf.named<[m, n], f32>, %D: !mcf.named<[n, h], f32>):
    %l = mcf.reduce <add> %S : !mcf.named<[m, n], f32> -> !mcf.named<[m], f32>
    %p = mcf.map ins(%S, %l : !mcf.named<[m, n], f32>, !mcf.named<[m], f32>) -> !mcf.named<[m, n], f32> {
    ^bb0(%x: f32, %y: f32):
      %q = arith.divf %x, %y : f32
      mcf.yield %q : f32
    }
    %E = mcf.contract %p, %D : !mcf.named<[m, n], f32>, !mcf.named<[n, h], f32> -> !mcf.named<[m, h], f32>
    mcf.yield %E : !mcf.named<[m, h], f32>
  }
  return %r : tensor<64x64xf32>
}
)";
  MLIRContext context;
  context.loadDialect<MCFDialect, func::FuncDialect, arith::ArithDialect>();
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(softmax, &context);
  ASSERT_TRUE(module);
  ChainOp chain;
  module->walk([&](ChainOp op) { chain = op; });
  analysis::TilingExpression expression;
  expression.root.loops = {"m", "n", "h"};
  search::ScheduleForms forms(chain, {expression});
  auto getDivision = [&](int64_t n) {
    const cost::ScheduleForm &form = **forms.get(0, {16, n, 64});
    return *llvm::find_if(form.statements, [](const cost::StatementForm &statement) {
      return statement.slowOpsPerPoint > 0;
    });
  };
  // In a loop over n the quotient is left to the sums; with all of n in one tile it is not.
  EXPECT_EQ(getDivision(16).slowOpsPerPoint, 1);
  EXPECT_TRUE(getDivision(16).isDeferred);
  EXPECT_FALSE(getDivision(64).isDeferred);
}
