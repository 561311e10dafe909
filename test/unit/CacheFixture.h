//===- CacheFixture.h - chains and folders for tests of the cache -*- C++ -*-===//
#ifndef MCFUSER_TEST_UNIT_CACHEFIXTURE_H
#define MCFUSER_TEST_UNIT_CACHEFIXTURE_H

#include "ChainPrograms.h"
#include "MCFuser/Cache/TuningCache.h"
#include "MCFuser/Dialect/MCF/Transforms/Tiling.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"
#include <fstream>
#include <sstream>

using namespace mlir;
using namespace mcf;
using namespace mcf::cache;

inline const char *const cachedProgram = roundedProduct;

inline std::string readFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

inline void writeFile(const std::string &path, llvm::StringRef text) {
  std::ofstream(path, std::ios::binary) << text.str();
}

/// Parses chains, keeps what is diagnosed, and has a folder that is empty.
class CacheFixture : public testing::Test {
protected:
  CacheFixture() {
    context.loadDialect<MCFDialect, func::FuncDialect, arith::ArithDialect>();
    context.getDiagEngine().registerHandler([&](Diagnostic &diagnostic) {
      diagnostics.push_back(diagnostic.str());
      return success();
    });
    llvm::SmallString<128> made;
    EXPECT_FALSE(llvm::sys::fs::createUniqueDirectory("mcfuser-cache-test", made));
    folder = made.str().str();
  }
  ~CacheFixture() override {
    (void)llvm::sys::fs::setPermissions(folder, llvm::sys::fs::owner_all);
    EXPECT_FALSE(llvm::sys::fs::remove_directories(folder));
  }

  using Replacements = std::vector<std::pair<std::string, std::string>>;
  ChainOp getChain(const Replacements &replacements = {}) {
    std::string text = cachedProgram;
    for (const auto &[from, to] : replacements)
      for (size_t at = text.find(from); at != std::string::npos;
           at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
    modules.push_back(parseSourceString<ModuleOp>(text, &context));
    EXPECT_TRUE(modules.back()) << text;
    ChainOp chain;
    modules.back()->walk([&](ChainOp op) { chain = op; });
    return chain;
  }

  static TuningChooser getChooser() {
    return {llvm::cantFail(hw::lookupDevice("H200")), "auto", "latency", 1};
  }
  static TuningChooser getMeasuredChooser() {
    TuningChooser chooser = getChooser();
    chooser.method = MeasuringMethod{"Fake", 90, 12040, 8, "ptxas", "sm_90a -O3"};
    return chooser;
  }
  TuningKey getKey(const TuningChooser &chooser, const Replacements &replacements = {}) {
    return TuningKey::get(getChain(replacements), chooser);
  }

  /// Tiles the chain, and an entry that says that this won; in a measured one after so long.
  TuningEntry tile(ChainOp chain, const TuningChooser &chooser, double measuredSeconds = 3e-6,
                   const char *tiling = "mn|k{m=32,n=16,k=16}") {
    TuningEntry entry{TuningKey::get(chain, chooser), /*isComplete=*/true, {}};
    std::string error;
    FailureOr<analysis::TilingExpression> expression =
        analysis::TilingExpression::parse(tiling, {"m", "n", "k"}, error);
    EXPECT_TRUE(succeeded(applyTiling(chain, *expression)));
    entry.candidates = {{tiling, 2.5e-6}, {"mn|k{m=16,n=16,k=16}", 2.75e-6}, {"other", {}}};
    if (chooser.method) {
      search::Measurement time;
      time.medianSeconds = measuredSeconds;
      time.lowSeconds = measuredSeconds / 2;
      time.highSeconds = measuredSeconds * 2;
      time.numSamples = 25;
      time.registersPerThread = 40;
      search::Measurement failure;
      failure.error = "ptxas: \"no\" \\ way\n";
      entry.candidates[0].measurement = time;
      entry.candidates[2].measurement = failure;
    }
    return entry;
  }

  MLIRContext context;
  std::vector<OwningOpRef<ModuleOp>> modules;
  std::vector<std::string> diagnostics;
  std::string folder;
};

#endif
