//===- MCFAttributesTest.cpp - checks that no text can reach --------------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mcf;

namespace {
struct MCFAttributes : testing::Test {
  MCFAttributes() : handler(&context, [&](Diagnostic &diag) { error = diag.str(); }) {
    context.loadDialect<MCFDialect>();
  }

  StringAttr name(StringRef text) { return StringAttr::get(&context, text); }
  function_ref<InFlightDiagnostic()> emit() { return emitError; }

  MLIRContext context;
  std::string error;
  ScopedDiagnosticHandler handler;
  std::function<InFlightDiagnostic()> emitError = [this] {
    return mlir::emitError(UnknownLoc::get(&context));
  };
};

TEST_F(MCFAttributes, DimNames) {
  for (const char *good : {"m", "b0", "_x", "a.b", "m$1"})
    EXPECT_TRUE(isDimName(good)) << good;
  for (const char *bad : {"", "0b", "a b", "a-b", ".a", "$", "m|", "\xc3\xa4"})
    EXPECT_FALSE(isDimName(bad)) << bad;

  EXPECT_TRUE(failed(DimAttr::verify(emit(), name("a b"), 1, 1, 1, ArrayRef<int64_t>())));
  EXPECT_EQ(error, "expected a dim name, but got 'a b'");
  EXPECT_TRUE(
      failed(TilesAttr::verify(emit(), ArrayRef<StringAttr>{name("")}, ArrayRef<int64_t>{1})));
  EXPECT_EQ(error, "expected a dim name, but got ''");
  EXPECT_TRUE(failed(
      NamedType::verify(emit(), ArrayRef<StringAttr>{name("0")}, Float32Type::get(&context))));
  EXPECT_EQ(error, "expected a dim name, but got '0'");
}

TEST_F(MCFAttributes, StaticDimsHaveNoRange) {
  EXPECT_TRUE(failed(DimAttr::verify(emit(), name("m"), 4, 1, 8, ArrayRef<int64_t>())));
  EXPECT_EQ(error, "expected no range for dim 'm' of static size 4");
  EXPECT_TRUE(failed(DimAttr::verify(emit(), name("m"), 4, 4, 4, ArrayRef<int64_t>{4})));
  EXPECT_EQ(error, "expected no range for dim 'm' of static size 4");
}

TEST_F(MCFAttributes, TuningPoints) {
  auto open = [&](StringRef dim, int64_t min, int64_t max, ArrayRef<int64_t> likely) {
    return DimAttr::get(&context, name(dim), ShapedType::kDynamic, min, max, likely);
  };
  using Points = SmallVector<SmallVector<int64_t>>;
  auto getPoints = [&](ArrayRef<DimAttr> dims) {
    return DimsAttr::get(&context, dims).getTuningPoints();
  };
  DimAttr k = DimAttr::get(&context, "k", 64);
  EXPECT_EQ(getPoints({k}), (Points{{64}}));
  // Side by side; the shorter list goes on with its last size. No dim is tuned to be empty.
  EXPECT_EQ(getPoints({open("m", 0, 4096, {0, 512, 1024}), k, open("n", 0, 4096, {7, 9})}),
            (Points{{1, 64, 7}, {512, 64, 9}, {1024, 64, 9}}));
  // A range without a list, and none at all.
  EXPECT_EQ(getPoints({open("m", 0, 1024, {})}), (Points{{64}, {256}, {1024}}));
  EXPECT_EQ(getPoints({open("m", 100, 1024, {})}), (Points{{100}, {256}, {1024}}));
  EXPECT_EQ(getPoints({open("m", 5000, 9000, {})}), (Points{{5000}, {5000}, {5000}}));
  EXPECT_EQ(getPoints({DimAttr::getDynamic(&context, "m")}), (Points{{128}, {512}, {2048}}));
}

TEST_F(MCFAttributes, AsManyTileSizesAsNames) {
  EXPECT_TRUE(
      failed(TilesAttr::verify(emit(), ArrayRef<StringAttr>{name("m")}, ArrayRef<int64_t>{1, 2})));
  EXPECT_EQ(error, "expected as many names as sizes, but got 1 and 2");
}
} // namespace
