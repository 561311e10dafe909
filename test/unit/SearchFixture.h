//===- SearchFixture.h - problems for the tests of the search ---*- C++ -*-===//
#ifndef MCFUSER_TEST_UNIT_SEARCHFIXTURE_H
#define MCFUSER_TEST_UNIT_SEARCHFIXTURE_H

#include "MCFuser/Search/ChooseTiling.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FormatVariadic.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

struct Sizes {
  int64_t batch, m, n, k, h;
};

// G1 to G12 of the paper as we recall them.
[[maybe_unused]] static const Sizes gemmChains[] = {
    {1, 512, 256, 64, 64},     {1, 512, 256, 64, 128},    {1, 512, 256, 64, 256},
    {1, 512, 512, 256, 256},   {1, 512, 512, 512, 256},   {1, 512, 512, 1024, 256},
    {1, 512, 512, 128, 128},   {1, 1024, 512, 128, 128},  {1, 2048, 512, 128, 128},
    {1, 1024, 1024, 128, 128}, {4, 1024, 1024, 128, 128}, {8, 1024, 1024, 128, 128}};

/// `E[b,m,h] = (A[b,m,k] B[b,k,n]) D[b,n,h]` in f16.
inline std::string getProgram(const Sizes &s) {
  return llvm::formatv(R"(
func.func @f(%a: tensor<{0}x{1}x{3}xf16>, %b: tensor<{0}x{3}x{2}xf16>, %d: tensor<{0}x{2}x{4}xf16>)
    -> tensor<{0}x{1}x{4}xf32> {{
  %r = mcf.chain <b = {0}, m = {1}, n = {2}, k = {3}, h = {4}>
      ins(%a, %b, %d : tensor<{0}x{1}x{3}xf16>, tensor<{0}x{3}x{2}xf16>, tensor<{0}x{2}x{4}xf16>)
      -> (tensor<{0}x{1}x{4}xf32>) {{
  ^bb0(%A: !mcf.named<[b, m, k], f16>, %B: !mcf.named<[b, k, n], f16>, %D: !mcf.named<[b, n, h], f16>):
    %C = mcf.contract %A, %B : !mcf.named<[b, m, k], f16>, !mcf.named<[b, k, n], f16> -> !mcf.named<[b, m, n], f32>
    %E = mcf.contract %C, %D : !mcf.named<[b, m, n], f32>, !mcf.named<[b, n, h], f16> -> !mcf.named<[b, m, h], f32>
    mcf.yield %E : !mcf.named<[b, m, h], f32>
  }
  return %r : tensor<{0}x{1}x{4}xf32>
})",
                       s.batch, s.m, s.n, s.k, s.h);
}

/// Parses chains and makes problems of them; keeps what is diagnosed.
class SearchFixture : public testing::Test {
protected:
  SearchFixture() {
    context.loadDialect<MCFDialect, func::FuncDialect>();
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      diagnostics.push_back(diagnostic.str());
      return success();
    });
  }

  /// Without rules on schedules, so that counts are products.
  std::unique_ptr<TilingProblem> getProblem(const Sizes &sizes) {
    ProblemOptions options = ProblemOptions::get(cantFail(hw::lookupDevice("A100")),
                                                 cantFail(cost::lookupCostModel("paper")));
    options.scheduleRules.clear();
    return getProblem(sizes, options);
  }
  std::unique_ptr<TilingProblem> getProblem(const Sizes &sizes, ProblemOptions options) {
    modules.push_back(parseSourceString<ModuleOp>(getProgram(sizes), &context));
    modules.back()->walk([&](ChainOp op) { chain = op; });
    FailureOr<std::unique_ptr<TilingProblem>> problem =
        TilingProblem::create(chain, std::move(options));
    return failed(problem) ? nullptr : std::move(*problem);
  }

  MLIRContext context;
  std::vector<OwningOpRef<ModuleOp>> modules;
  std::vector<std::string> diagnostics;
  ChainOp chain;
};

#endif
