//===- mcf-fuzz.cpp - random chains, tilings and sizes against the reference ===//
#include "Case.h"
#include "Expressions.h"
#include "Fuzzer.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::fuzz;
namespace cl = llvm::cl;

namespace {
enum class Tiles { Auto, Any, Multiples };

struct Options {
  cl::OptionCategory category{"mcf-fuzz options"};
  cl::opt<int64_t> seed{"seed", cl::desc("Seed: the same seed gives the same cases everywhere"),
                        cl::init(1), cl::cat(category)};
  cl::opt<int64_t> first{"first", cl::desc("Number of the first case"), cl::init(0),
                         cl::cat(category)};
  cl::opt<int64_t> count{"count", cl::desc("How many cases"), cl::init(100), cl::cat(category)};
  cl::list<std::string> kinds{
      "kinds", cl::CommaSeparated, cl::cat(category),
      cl::desc("What to generate: gemm2, softmax2, gemm3, softmax3, special (default: all of "
               "these), large, or chain")};
  cl::opt<Target> run{"run", cl::desc("Where the fused program runs"),
                      cl::values(clEnumValN(Target::CPU, "cpu", "the CPU, compiled in memory"),
                                 clEnumValN(Target::GPU, "gpu", "the GPU"),
                                 clEnumValN(Target::PTX, "ptx", "nowhere: only compile to PTX"),
                                 clEnumValN(Target::Cubin, "cubin",
                                            "nowhere: compile to PTX and have ptxas assemble it")),
                      cl::init(Target::CPU), cl::cat(category)};
  cl::opt<int> gpu{"gpu", cl::desc("Number of the device"), cl::init(0), cl::cat(category)};
  cl::opt<Tiles> tiles{
      "tiles", cl::desc("Tile sizes"), cl::cat(category), cl::init(Tiles::Auto),
      cl::values(clEnumValN(Tiles::Auto, "auto", "any on the CPU, multiples on the GPU"),
                 clEnumValN(Tiles::Any, "any", "any, 1 and primes among them"),
                 clEnumValN(Tiles::Multiples, "multiples", "16, 32, 64 and 128"))};
  cl::opt<std::string> reproduce{"reproduce", cl::cat(category), cl::value_desc("line"),
                                 cl::desc("Run one case, as a failure has printed it")};
  cl::opt<bool> print{"print", cl::cat(category),
                      cl::desc("With --reproduce: print the program after each step")};
  cl::opt<bool> shrink{"shrink", cl::init(true), cl::cat(category),
                       cl::desc("Make a failing case smaller before it is printed")};
  cl::opt<int64_t> batch{"batch", cl::init(16), cl::cat(category),
                         cl::desc("Cases that are compiled together")};
  cl::opt<int64_t> jobs{"jobs", cl::init(1), cl::cat(category),
                        cl::desc("Processes that run cases at the same time")};
  cl::opt<int64_t> timeout{"timeout", cl::init(60), cl::cat(category),
                           cl::desc("Seconds of the processor that one case may take")};
  cl::opt<int64_t> maxFailures{"max-failures", cl::init(10), cl::cat(category),
                               cl::desc("Stop after so many")};
  cl::opt<bool> listExpressions{"list-expressions", cl::cat(category),
                                cl::desc("Print the expressions of two and three contractions")};
  cl::opt<std::string> stopAfter{
      "until", cl::value_desc("pass"), cl::cat(category),
      cl::desc("Run nothing: only see that the passes up to this one accept every case")};
  cl::opt<int64_t> minFused{
      "min-fused", cl::value_desc("percent"), cl::init(0), cl::cat(category),
      cl::desc("With --kinds=chain: fail if fewer of the contractions become part of a chain")};
  cl::opt<bool> quiet{"quiet", cl::cat(category), cl::desc("No progress, failures only")};
  cl::opt<bool> verbose{"verbose", cl::cat(category), cl::desc("One line for every case")};

  FuzzOptions get() const {
    FuzzOptions result;
    result.seed = seed, result.first = first, result.count = count;
    result.kinds = {kinds.begin(), kinds.end()};
    result.run = run, result.gpu = gpu;
    result.multiples = tiles == Tiles::Multiples || (tiles == Tiles::Auto && run != Target::CPU);
    result.shrink = shrink, result.quiet = quiet, result.verbose = verbose;
    result.batch = batch, result.jobs = jobs, result.timeout = timeout;
    result.maxFailures = maxFailures, result.minFused = minFused;
    result.stopAfter = stopAfter;
    return result;
  }
};

} // namespace

static int listExpressions() {
  std::vector<std::string> two = enumerateExpressions({{"m", "n", "k"}, {"m", "h", "n"}});
  std::vector<std::string> three =
      enumerateExpressions({{"m", "n", "k"}, {"m", "h", "n"}, {"m", "p", "h"}});
  for (const auto *list : {&two, &three}) {
    llvm::outs() << list->size() << " expressions:";
    for (const std::string &text : *list)
      llvm::outs() << " " << text;
    llvm::outs() << "\n";
  }
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(
      argc, argv,
      "Generates random chains of contractions, fuses each with a random tiling, runs the result,\n"
      "and compares it with the unfused program in f64. A failure prints one line that runs the\n"
      "case again. The exit code is 0 if all are right, 1 if one is wrong, 2 for a bad command.\n\n"
      "  mcf-fuzz --count=1000 --jobs=2          a thousand cases of every kind\n"
      "  mcf-fuzz --kinds=softmax2 --seed=7      two contractions with a softmax between\n"
      "  mcf-fuzz --reproduce=\"seed=7,case=12\"   one case again, with its figures\n"
      "  mcf-fuzz --reproduce=\"seed=7,case=12,m=1\" --print\n"
      "                                          the same with m = 1, the IR after each step\n"
      "  mcf-fuzz --kinds=chain --count=1000     a thousand random programs\n"
      "  mcf-fuzz --kinds=chain --reproduce=\"seed=1,case=2,c1.kind=0\"\n"
      "                                          one of them, with one decision changed\n\n"
      "Fields for --reproduce: sizes m, n, k, h, p, batch (0: none); contractions; element\n"
      "(0 f32, 1 f16, 2 bf16); wide (accumulate in f32); between0, between1 (0 none, 1 relu,\n"
      "2 scale, 3 bias, 4 exp, 5 softmax, 6 softmax as generics, 7 causal softmax, 8 softmax of\n"
      "the other dim); start0..2 (0 zero, 1 constant, 2 argument); form0..2 (0 named op, 1 "
      "contract,\n"
      "2 generic); transposed0..3; swapped0..1; transposed-out; shared-operand; keep; epilogue\n"
      "(0 none, 1 cast, 2 residual, 3 relu); data (0 normal, 1 large, 2 infinities, 3 NaN,\n"
      "4 masked rows); expression (position in the list, --list-expressions); tile0..5 (dims in\n"
      "the chain's order); batch-tile (0: not named); binding (0 default, 1 no loop on blocks);\n"
      "warps, stages, overlap, producers (the mapping; 0: the tiling does not say).\n\n"
      "With --kinds=chain the fields are the decisions of the generator (docs/Reference.md): "
      "those\n"
      "of contraction i are c<i>.*, of the steps after it t<i>.*, of the steps at the end end.*, "
      "of\n"
      "the tiling tiling.*; simple=1 makes each that is not listed 0, the simplest.\n");
  if (options.listExpressions)
    return listExpressions();
  FuzzOptions fuzz = options.get();
  bool isChain = fuzz.kinds == std::vector<std::string>{"chain"};
  for (const std::string &kind : fuzz.kinds)
    if (!isChain && llvm::none_of(getKinds(), [&](auto &entry) { return entry.first == kind; })) {
      if (kind == "chain")
        llvm::errs() << "mcf-fuzz: expected kind chain alone, but got others too\n";
      else
        llvm::errs() << "mcf-fuzz: expected a kind (gemm2, softmax2, gemm3, softmax3, special, "
                     << "large, chain), but got '" << kind << "'\n";
      return 2;
    }
  Fuzzer fuzzer(fuzz);
  if (options.reproduce.empty())
    return fuzzer.runMany();
  std::string error;
  FailureOr<TestCasePtr> c = fuzzer.read(options.reproduce, error);
  if (failed(c)) {
    llvm::errs() << "mcf-fuzz: --reproduce: " << error << "\n";
    return 2;
  }
  return fuzzer.runOne(*c, options.print);
}
