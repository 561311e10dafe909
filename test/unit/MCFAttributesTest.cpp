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

TEST_F(MCFAttributes, AsManyTileSizesAsNames) {
  EXPECT_TRUE(
      failed(TilesAttr::verify(emit(), ArrayRef<StringAttr>{name("m")}, ArrayRef<int64_t>{1, 2})));
  EXPECT_EQ(error, "expected as many names as sizes, but got 1 and 2");
}
} // namespace
