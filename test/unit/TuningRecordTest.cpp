//===- TuningRecordTest.cpp - which chains are the same -------------------===//
#include "MCFuser/Dialect/MCF/Transforms/TuningRecord.h"
#include "ChainPrograms.h"
#include "MCFuser/Dialect/MCF/Transforms/Tiling.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mcf;

// Sizes, types, names and the body are replaced in the tests.
static const char *const program = roundedProduct;

namespace {
class TuningRecordTest : public testing::Test {
protected:
  TuningRecordTest() {
    context.loadDialect<MCFDialect, func::FuncDialect, arith::ArithDialect>();
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      diagnostics.push_back(diagnostic.str());
      return success();
    });
  }

  ModuleOp parse(ArrayRef<std::pair<std::string, std::string>> replacements = {}) {
    std::string text = program;
    for (const auto &[from, to] : replacements)
      for (size_t at = text.find(from); at != std::string::npos;
           at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    modules.push_back(parseSourceString<ModuleOp>(text, &context));
    EXPECT_TRUE(modules.back()) << text;
    return *modules.back();
  }
  static ChainOp getChain(ModuleOp module) {
    ChainOp chain;
    module.walk([&](ChainOp op) { chain = op; });
    return chain;
  }
  std::string getDifference(ArrayRef<std::pair<std::string, std::string>> replacements) {
    ChainOp expected = getChain(parse());
    return describeDifference(expected, getChain(parse(replacements)));
  }

  MLIRContext context;
  std::vector<OwningOpRef<ModuleOp>> modules;
  std::vector<std::string> diagnostics;
};
} // namespace

TEST_F(TuningRecordTest, NamesDoNotMatter) {
  EXPECT_EQ(getDifference({}), "");
  EXPECT_EQ(getDifference({{"@f", "@other"}, {"%A", "%left"}, {"%C", "%sum"}, {"%x", "%y"}}), "");
}

TEST_F(TuningRecordTest, SaysWhatIsDifferent) {
  EXPECT_EQ(getDifference({{"64", "80"}}),
            "expected dims <m = 64, n = 48, k = 32>, but got <m = 80, n = 48, k = 32>");
  EXPECT_EQ(getDifference({{"[k, n], f16", "[n, k], f16"}, {"32x48", "48x32"}}),
            "expected input 1 of type !mcf.named<[k, n], f16>, but got !mcf.named<[n, k], f16>");
  EXPECT_EQ(getDifference({{"arith.truncf %x : f32 to f16", "arith.constant 0.0 : f16"}}),
            "op 1: expected another body or other attributes");
  EXPECT_EQ(getDifference(
                {{"mcf.yield %D : !mcf.named<[m, n], f16>\n  }",
                  "%E = mcf.map ins(%D : !mcf.named<[m, n], f16>) -> !mcf.named<[m, n], f16> {\n"
                  "    ^bb0(%y: f16):\n mcf.yield %y : f16\n }\n"
                  "mcf.yield %E : !mcf.named<[m, n], f16>\n  }"}}),
            "op 2: expected 'mcf.yield', but got 'mcf.map'");
}

TEST_F(TuningRecordTest, CopiesSchedules) {
  ModuleOp record = parse(), module = parse({{"@f", "@g"}});
  std::string error;
  FailureOr<analysis::TilingExpression> tiling =
      analysis::TilingExpression::parse("mn|k{m=32,n=16,k=16}", {"m", "n", "k"}, error);
  ASSERT_TRUE(succeeded(applyTiling(getChain(record), *tiling)));
  // A schedule is no difference.
  EXPECT_EQ(describeDifference(getChain(record), getChain(module)), "");
  FailureOr<unsigned> count = applyTuningRecord(module, record);
  ASSERT_TRUE(succeeded(count));
  EXPECT_EQ(*count, 1u);
  ASSERT_TRUE(getChain(module).getSchedule());
  EXPECT_TRUE(succeeded(module.verify()));
  // One that is there stays.
  EXPECT_EQ(*applyTuningRecord(module, record), 0u);
}

TEST_F(TuningRecordTest, Refuses) {
  ModuleOp record = parse(), module = parse({{"64", "80"}});
  EXPECT_TRUE(failed(applyTuningRecord(module, record)));
  EXPECT_EQ(diagnostics.back(),
            "expected a chain with a schedule in a tuning record, but got none");
  ChainOp chain = getChain(record);
  ASSERT_TRUE(succeeded(applyTiling(chain, analysis::TilingExpression::getDefault(chain))));
  EXPECT_TRUE(failed(applyTuningRecord(module, record)));
  EXPECT_EQ(diagnostics.back(),
            "tuning record of another chain: expected dims <m = 64, n = 48, k = 32>, but got "
            "<m = 80, n = 48, k = 32>");
  OwningOpRef<ModuleOp> empty = ModuleOp::create(UnknownLoc::get(&context));
  EXPECT_TRUE(failed(applyTuningRecord(*empty, record)));
  EXPECT_EQ(diagnostics.back(), "tuning record of another chain: the input has no chain");
}
