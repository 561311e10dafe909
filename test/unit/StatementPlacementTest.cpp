//===- StatementPlacementTest.cpp - every expression can be placed --------===//
#include "MCFuser/Analysis/StatementPlacement.h"
#include "MCFuser/Dialect/MCF/Transforms/Tiling.h"
#include "MCFuser/InitAll.h"
#include "MCFuser/Search/Enumeration.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"
#include <random>

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

namespace {
/// Shorthand for chain programs: `E[m,h] = C[m,n] * D[n,h]` contracts, `r[m] = max C[m,n]` and
/// `l[m] = sum p[m,n]` reduce, `p[m,n] = exp C[m,n] r[m]`, `w[m,n] = div p[m,n] l[m]` and
/// `w[m,n] = mul p[m,n] l[m]`, `q[m,n] = add p[m,n] l[m]` and `i[m] = neg l[m]` map.
/// Names on the right side without a left side are inputs; `return` lists the results.
class ChainText {
public:
  ChainText(std::vector<std::pair<std::string, int64_t>> dims) : dims(std::move(dims)) {}

  std::string build(StringRef program) {
    SmallVector<StringRef> lines;
    program.split(lines, ';');
    for (StringRef line : lines)
      addLine(line.trim());
    std::string text =
        "func.func @f(" +
        join(inputs, [&](auto &v) { return "%i" + v.first + ": " + tensor(v.second); }) +
        ") {\n  %r:" + std::to_string(results.size()) + " = mcf.chain <" +
        join(dims, [](auto &d) { return d.first + " = " + std::to_string(d.second); }) + ">";
    if (!inputs.empty())
      text += " ins(" + join(inputs, [](auto &v) { return "%i" + v.first; }) + " : " +
              join(inputs, [&](auto &v) { return tensor(v.second); }) + ")";
    text += " -> (" + join(results, [&](auto &v) { return tensor(v.second); }) + ") {\n";
    if (!inputs.empty())
      text += "^bb0(" +
              join(inputs, [&](auto &v) { return "%" + v.first + ": " + named(v.second); }) +
              "):\n";
    text += body + "mcf.yield " + join(results, [](auto &v) { return "%" + v.first; }) + " : " +
            join(results, [&](auto &v) { return named(v.second); }) + "\n}\nreturn\n}\n";
    return text;
  }

private:
  using Array = std::pair<std::string, std::string>; // name, dims

  template <typename Range, typename Function>
  static std::string join(const Range &range, Function function) {
    std::string text;
    for (auto &item : range)
      text += (text.empty() ? "" : ", ") + function(item);
    return text;
  }

  std::string named(const std::string &of) {
    std::string text;
    for (char dim : of)
      text += (text.empty() ? "" : ", ") + std::string(1, dim);
    return "!mcf.named<[" + text + "], f32>";
  }

  std::string tensor(const std::string &of) {
    std::string text = "tensor<";
    for (char dim : of)
      for (auto &[name, size] : dims)
        if (name[0] == dim)
          text += std::to_string(size) + "x";
    return text + "f32>";
  }

  static Array parseArray(StringRef text) {
    auto [name, rest] = text.trim().split('[');
    std::string list;
    for (char c : rest)
      if (c != ',' && c != ']')
        list += c;
    return {name.str(), list};
  }

  void addLine(StringRef line) {
    if (line.consume_front("return ")) {
      SmallVector<StringRef> names;
      line.split(names, ' ');
      for (StringRef name : names)
        results.push_back(parseArray(name));
      return;
    }
    auto [left, right] = line.split(" = ");
    Array result = parseArray(left);
    SmallVector<StringRef> words;
    right.split(words, ' ', -1, false);
    bool isContract = words[1] == "*";
    StringRef kind = isContract ? "*" : words[0];
    SmallVector<Array> operands;
    for (auto [i, word] : llvm::enumerate(words))
      if (i != (isContract ? 1 : 0))
        operands.push_back(parseArray(word));
    for (const Array &operand : operands)
      if (!llvm::is_contained(defined, operand.first)) {
        defined.push_back(operand.first);
        inputs.push_back(operand);
      }
    defined.push_back(result.first);
    std::string names = join(operands, [](auto &v) { return "%" + v.first; });
    std::string types = join(operands, [&](auto &v) { return named(v.second); });
    body += "%" + result.first + " = ";
    if (kind == "*") {
      body += "mcf.contract " + names + " : " + types + " -> " + named(result.second) + "\n";
    } else if (kind == "max" || kind == "sum") {
      body += std::string("mcf.reduce <") + (kind == "max" ? "maximumf" : "add") + "> " + names +
              " : " + types + " -> " + named(result.second) + "\n";
    } else {
      body += "mcf.map ins(" + names + " : " + types + ") -> " + named(result.second) +
              " {\n^bb0(" +
              std::string(operands.size() == 1 ? "%lhs: f32" : "%lhs: f32, %rhs: f32") + "):\n";
      if (kind == "neg")
        body += "%out = arith.negf %lhs : f32\n";
      else if (kind == "exp")
        body += "%dif = arith.subf %lhs, %rhs : f32\n%out = math.exp %dif : f32\n";
      else
        body += "%out = arith." + kind.str() + "f %lhs, %rhs : f32\n";
      body += "mcf.yield %out : f32\n}\n";
    }
  }

  std::vector<std::pair<std::string, int64_t>> dims;
  std::vector<Array> inputs, results;
  std::vector<std::string> defined;
  std::string body;
};

struct Placement : testing::Test {
  Placement() {
    DialectRegistry registry;
    registerMCFuserDialects(registry);
    registry.insert<func::FuncDialect>();
    context.appendDialectRegistry(registry);
  }

  /// Places every expression of the chain, up to `limit` of them, under random tile vectors.
  void placeAll(std::vector<std::pair<std::string, int64_t>> dims, StringRef program,
                unsigned numVectors = 6, size_t limit = 2000) {
    std::string text = ChainText(dims).build(program);
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ASSERT_TRUE(module) << text;
    ChainOp chain;
    module->walk([&](ChainOp op) { chain = op; });
    std::vector<TilingExpression> expressions = search::enumerateExpressions(chain);
    ASSERT_FALSE(expressions.empty());
    std::mt19937 random(1);
    std::shuffle(expressions.begin(), expressions.end(), random);
    expressions.resize(std::min(expressions.size(), limit));
    SmallVector<StringAttr> batch = chain.getBatchDims();
    for (TilingExpression &expression : expressions)
      for (unsigned i = 0; i < numVectors; ++i) {
        for (auto &[dim, size] : dims)
          if (!llvm::is_contained(batch, StringAttr::get(&context, dim))) {
            // One trip, two trips, many trips, a tile beyond everything.
            int64_t choices[] = {std::max<int64_t>(1, size), std::max<int64_t>(1, (size + 1) / 2),
                                 1, 16, 1 << 30};
            expression.setTile(dim, i == 0 ? 1 : choices[random() % 5]);
          }
        // Bindings: the default, none.
        expression.numBlockLoops = i % 2 ? std::nullopt : std::optional<unsigned>(0);
        FailureOr<ScheduleOp> schedule = applyTiling(chain, expression);
        ASSERT_TRUE(succeeded(schedule)) << expression.str();
        ASSERT_TRUE(succeeded(verify(*schedule))) << expression.str();
        // Checks the placement, too.
        ASSERT_TRUE(succeeded(hoistStatements(*schedule))) << expression.str() << "\n" << text;
        ASSERT_TRUE(succeeded(verify(chain))) << expression.str();
        schedule->erase();
      }
  }

  MLIRContext context;
};

TEST_F(Placement, TwoContractions) {
  placeAll({{"m", 50}, {"n", 23}, {"k", 7}, {"h", 19}},
           "C[m,n] = A[m,k] * B[k,n]; E[m,h] = C[m,n] * D[n,h]; return E[m,h]", 20);
  placeAll({{"m", 1}, {"n", 23}, {"k", 1}, {"h", 19}},
           "C[m,n] = A[m,k] * B[k,n]; E[m,h] = C[m,n] * D[n,h]; return E[m,h]");
  // No elements: zero trips are not one trip.
  placeAll({{"m", 4}, {"n", 0}, {"k", 8}, {"h", 0}},
           "C[m,n] = A[m,k] * B[k,n]; E[m,h] = C[m,n] * D[n,h]; return E[m,h]");
}

TEST_F(Placement, IntermediateIsReturned) {
  placeAll({{"m", 50}, {"n", 23}, {"k", 7}, {"h", 19}},
           "C[m,n] = A[m,k] * B[k,n]; E[m,h] = C[m,n] * D[n,h]; return C[m,n] E[m,h]", 20);
}

TEST_F(Placement, Softmax) {
  placeAll({{"m", 50}, {"n", 23}, {"k", 7}, {"h", 19}},
           "C[m,n] = A[m,k] * B[k,n]; r[m] = max C[m,n]; p[m,n] = exp C[m,n] r[m];"
           "l[m] = sum p[m,n]; w[m,n] = div p[m,n] l[m]; E[m,h] = w[m,n] * D[n,h]; return E[m,h]",
           20);
}

TEST_F(Placement, SoftmaxWithReciprocalAndStatistics) {
  placeAll({{"b", 3}, {"m", 50}, {"n", 23}, {"k", 7}, {"h", 19}},
           "C[b,m,n] = A[b,m,k] * B[b,k,n]; r[b,m] = max C[b,m,n]; p[b,m,n] = exp C[b,m,n] r[b,m];"
           "l[b,m] = sum p[b,m,n]; i[b,m] = div O[m] l[b,m]; w[b,m,n] = mul p[b,m,n] i[b,m];"
           "E[b,m,h] = w[b,m,n] * D[b,n,h]; return E[b,m,h] r[b,m] l[b,m]",
           20);
}

TEST_F(Placement, SoftmaxThatCannotBeDeferred) {
  placeAll({{"m", 50}, {"n", 23}, {"k", 7}, {"h", 19}},
           "C[m,n] = A[m,k] * B[k,n]; r[m] = max C[m,n]; p[m,n] = exp C[m,n] r[m];"
           "l[m] = sum p[m,n]; w[m,n] = add p[m,n] l[m]; E[m,h] = w[m,n] * D[n,h]; return E[m,h]");
  // The weights are returned.
  placeAll({{"m", 50}, {"n", 23}, {"k", 7}, {"h", 19}},
           "C[m,n] = A[m,k] * B[k,n]; r[m] = max C[m,n]; p[m,n] = exp C[m,n] r[m];"
           "l[m] = sum p[m,n]; w[m,n] = div p[m,n] l[m]; E[m,h] = w[m,n] * D[n,h];"
           "return E[m,h] w[m,n]");
}

TEST_F(Placement, SoftmaxOverTwoDims) {
  placeAll({{"m", 5}, {"n", 23}, {"q", 4}, {"k", 7}, {"h", 19}},
           "C[m,n,q] = A[m,k] * B[k,n,q]; r[m] = max C[m,n,q]; p[m,n,q] = exp C[m,n,q] r[m];"
           "l[m] = sum p[m,n,q]; w[m,n,q] = div p[m,n,q] l[m]; E[m,h] = w[m,n,q] * D[n,q,h];"
           "return E[m,h]");
}

TEST_F(Placement, TwoSoftmaxes) {
  placeAll(
      {{"m", 5}, {"n", 23}, {"k", 7}, {"h", 19}, {"p", 9}},
      "C[m,n] = A[m,k] * B[k,n]; r[m] = max C[m,n]; s[m,n] = exp C[m,n] r[m];"
      "l[m] = sum s[m,n]; w[m,n] = div s[m,n] l[m]; E[m,h] = w[m,n] * D[n,h];"
      "t[m] = max E[m,h]; u[m,h] = exp E[m,h] t[m]; v[m] = sum u[m,h]; x[m,h] = div u[m,h] v[m];"
      "G[m,p] = x[m,h] * F[h,p]; return G[m,p]");
}

TEST_F(Placement, ThreeContractions) {
  placeAll({{"m", 50}, {"n", 23}, {"k", 7}, {"h", 19}, {"p", 9}},
           "C[m,n] = A[m,k] * B[k,n]; E[m,h] = C[m,n] * D[n,h]; G[m,p] = E[m,h] * F[h,p];"
           "return G[m,p]",
           10);
}

TEST_F(Placement, GatedChain) {
  placeAll({{"m", 50}, {"n", 23}, {"k", 7}, {"h", 19}},
           "C[m,n] = A[m,k] * B[k,n]; G[m,n] = A[m,k] * F[k,n]; a[m,n] = neg C[m,n];"
           "g[m,n] = mul a[m,n] G[m,n]; E[m,h] = g[m,n] * D[n,h]; return E[m,h]",
           20);
}

TEST_F(Placement, IndependentContractions) {
  placeAll({{"m", 5}, {"n", 6}, {"k", 7}, {"x", 8}, {"h", 9}, {"q", 4}},
           "C[m,n] = A[m,k] * B[k,n]; E[m,h] = C[m,n] * D[n,h]; T[m,q] = U[m,x] * V[x,q];"
           "return E[m,h] T[m,q]",
           2, 1500);
}

TEST_F(Placement, SomethingRecomputedMeetsAStatistic) {
  placeAll({{"m", 5}, {"n", 6}, {"k", 7}, {"q", 8}, {"h", 9}},
           "s[m,n] = A[m,k] * B[k,n]; P[m,q] = neg X[m,q]; r[m] = max s[m,n];"
           "y[m,n] = add s[m,n] r[m]; S[m,n,q] = add y[m,n] P[m,q]; E[m,h] = S[m,n,q] * D[n,q,h];"
           "return E[m,h]",
           6);
}

TEST_F(Placement, ReductionOfAnInput) {
  // A norm of the input, and an operand that only a later contraction needs.
  placeAll({{"m", 5}, {"n", 6}, {"k", 7}, {"h", 9}},
           "z[m] = sum A[m,k]; a[m,k] = div A[m,k] z[m]; d[n,h] = neg D[n,h];"
           "C[m,n] = a[m,k] * B[k,n]; E[m,h] = C[m,n] * d[n,h]; return E[m,h]",
           10);
}

TEST_F(Placement, NoContraction) {
  placeAll({{"m", 5}, {"n", 6}},
           "r[m] = max X[m,n]; p[m,n] = exp X[m,n] r[m]; l[m] = sum p[m,n];"
           "w[m,n] = div p[m,n] l[m]; return w[m,n]",
           10);
}

TEST_F(Placement, FourContractions) {
  placeAll({{"m", 5}, {"n", 6}, {"k", 7}, {"h", 9}, {"p", 4}, {"q", 3}},
           "C[m,n] = A[m,k] * B[k,n]; E[m,h] = C[m,n] * D[n,h]; G[m,p] = E[m,h] * F[h,p];"
           "I[m,q] = G[m,p] * H[p,q]; return I[m,q]",
           2, 500);
}
TEST_F(Placement, RawSchedulesAreNotPlaced) {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      ChainText({{"m", 8}, {"k", 8}}).build("C[m] = A[m,k] * B[m,k]; return C[m]"), &context);
  ChainOp chain;
  module->walk([&](ChainOp op) { chain = op; });
  ScheduleOp schedule = *applyTiling(chain, TilingExpression::getDefault(chain));
  std::string error;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diag) { error = diag.str(); });
  EXPECT_TRUE(failed(verifyPlacement(schedule)));
  EXPECT_EQ(error, "'mcf.schedule' op expected a placed schedule, but got a raw one");
}

TEST_F(Placement, ShuffledSchedulesAreJudged) {
  // A statement moved anywhere else: mostly wrong, and never a crash.
  std::string text =
      ChainText({{"m", 50}, {"n", 23}, {"k", 7}, {"h", 19}})
          .build("C[m,n] = A[m,k] * B[k,n]; r[m] = max C[m,n]; p[m,n] = exp C[m,n] r[m];"
                 "l[m] = sum p[m,n]; i[m] = neg l[m]; w[m,n] = mul p[m,n] i[m];"
                 "E[m,h] = w[m,n] * D[n,h]; return E[m,h]");
  std::mt19937 random(1);
  unsigned numRight = 0, numWrong = 0;
  ScopedDiagnosticHandler handler(&context, [](Diagnostic &) {});
  for (unsigned i = 0; i < 400; ++i) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(text, &context);
    ChainOp chain;
    module->walk([&](ChainOp op) { chain = op; });
    std::vector<TilingExpression> expressions = search::enumerateExpressions(chain);
    TilingExpression expression = expressions[random() % expressions.size()];
    for (const char *dim : {"m", "n", "k", "h"})
      expression.setTile(dim, random() % 2 ? 4 : 16);
    ScheduleOp schedule = *applyTiling(chain, expression);
    ASSERT_TRUE(succeeded(hoistStatements(schedule)));
    SmallVector<Operation *> statements, all;
    schedule->walk([&](Operation *op) {
      if (isa<LoadOp, ComputeOp, StoreOp>(op))
        statements.push_back(op);
      if (op != schedule)
        all.push_back(op);
    });
    Operation *moved = statements[random() % statements.size()];
    Operation *target = all[random() % all.size()];
    if (moved == target)
      continue;
    if (random() % 2)
      moved->moveBefore(target);
    else
      moved->moveAfter(target);
    bool isRight = succeeded(verify(chain)) && succeeded(verifyPlacement(schedule));
    ++(isRight ? numRight : numWrong);
  }
  EXPECT_GT(numRight, 20u);
  EXPECT_GT(numWrong, 200u);
}
} // namespace
