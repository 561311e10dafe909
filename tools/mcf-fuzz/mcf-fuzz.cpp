//===- mcf-fuzz.cpp - random chains, tilings and sizes against the reference ===//
#include "Case.h"
#include "Expressions.h"
#include "MCFuser/InitAll.h"
#include "RunCases.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstring>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mcf;
using namespace mcf::fuzz;
namespace cl = llvm::cl;

namespace {
enum class Target { CPU, GPU, PTX };
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
      cl::desc("What to generate (default: all): gemm2, softmax2, gemm3, softmax3, special")};
  cl::opt<Target> run{"run", cl::desc("Where the fused program runs"),
                      cl::values(clEnumValN(Target::CPU, "cpu", "the CPU, compiled in memory"),
                                 clEnumValN(Target::GPU, "gpu", "the GPU"),
                                 clEnumValN(Target::PTX, "ptx", "nowhere: only compile to PTX")),
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
  cl::opt<bool> quiet{"quiet", cl::cat(category), cl::desc("No progress, failures only")};
  cl::opt<bool> verbose{"verbose", cl::cat(category), cl::desc("One line for every case")};
};

class Fuzzer {
public:
  explicit Fuzzer(Options &options)
      : options(options), kinds(options.kinds.begin(), options.kinds.end()) {
    void *shared = mmap(nullptr, sizeof(*numRefused), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    numRefused = new (shared == MAP_FAILED ? ::operator new(sizeof(*numRefused)) : shared)
        std::atomic<int64_t>(0);
    mcf::registerAllDialects(registry);
    mcf::registerAllPasses();
  }

  int runMany();
  int runOne(const Case &c);
  const std::vector<std::string> &getKindNames() const { return kinds; }

private:
  std::string commandOf(const Case &c) const {
    std::string command = "mcf-fuzz ";
    if (!kinds.empty())
      command += "--kinds=" + llvm::join(kinds, ",") + " ";
    if (options.run != Target::CPU)
      command += options.run == Target::GPU ? "--run=gpu " : "--run=ptx ";
    return command + "--reproduce=\"" + c.toLine(kinds) + "\"";
  }
  Case generate(int64_t index) const {
    Case c = Case::generate(options.seed, index, kinds);
    if (options.tiles == Tiles::Multiples ||
        (options.tiles == Tiles::Auto && options.run != Target::CPU))
      c.useMultiples();
    return c;
  }
  std::vector<Outcome> run(ArrayRef<Case> cases) {
    MLIRContext context(registry, MLIRContext::Threading::DISABLED);
    RunOptions runOptions;
    runOptions.stopAfter = options.stopAfter;
    if (options.run != Target::CPU) {
      runOptions.makeRunner =
          getGPURunner(options.run == Target::GPU ? std::optional<int>(options.gpu) : std::nullopt);
      runOptions.oneByOne = true;
    }
    return runCases(context, cases, runOptions);
  }
  void reportFailure(const Case &c, const Outcome &outcome);
  Case makeSmaller(Case c, Outcome &outcome);
  int64_t runBatch(ArrayRef<Case> cases);
  pid_t startBatch(ArrayRef<Case> cases);
  int64_t finishBatch(ArrayRef<Case> cases, int status);

  Options &options;
  /// Shared with the child processes.
  std::atomic<int64_t> *numRefused;
  std::vector<std::string> kinds;
  DialectRegistry registry;
};
} // namespace

/// Takes the first smaller case that fails too, again and again.
Case Fuzzer::makeSmaller(Case c, Outcome &outcome) {
  auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(10);
  for (bool changed = true; changed;) {
    changed = false;
    for (const Case &smaller : c.getSmaller()) {
      if (std::chrono::steady_clock::now() > deadline)
        return c;
      Outcome next = run(smaller).front();
      if (next.failure.empty())
        continue;
      c = smaller;
      outcome = next;
      changed = true;
      break;
    }
  }
  return c;
}

void Fuzzer::reportFailure(const Case &c, const Outcome &outcome) {
  llvm::outs() << "FAILED: " << outcome.failure << "\n";
  if (!outcome.tiling.empty())
    llvm::outs() << "  tiling: " << outcome.tiling << "\n";
  llvm::outs() << "  reproduce: " << commandOf(c) << "\n";
  if (options.shrink) {
    Outcome small = outcome;
    Case smaller = makeSmaller(c, small);
    llvm::outs() << "  smaller: " << commandOf(smaller) << "\n    " << small.failure << "\n";
    if (!small.tiling.empty())
      llvm::outs() << "    tiling: " << small.tiling << "\n";
  }
  llvm::outs().flush();
}

/// In the child process: the number of failures.
int64_t Fuzzer::runBatch(ArrayRef<Case> cases) {
  int64_t failures = 0;
  std::vector<Outcome> outcomes = run(cases);
  for (auto [c, outcome] : llvm::zip_equal(cases, outcomes)) {
    if (outcome.failure.empty()) {
      if (!outcome.refusal.empty()) {
        ++*numRefused;
        if (!options.quiet)
          llvm::outs() << "refused: " << outcome.refusal << "\n  tiling: " << outcome.tiling
                       << "\n  reproduce: " << commandOf(c) << "\n";
      } else if (options.verbose)
        llvm::outs() << c.toLine(kinds) << ": " << outcome.tiling << ": " << outcome.report.toLine()
                     << "\n";
      continue;
    }
    ++failures;
    reportFailure(c, outcome);
  }
  llvm::outs().flush();
  return failures;
}

/// A process of its own, so that a crash or an endless loop is one failure and not the end.
pid_t Fuzzer::startBatch(ArrayRef<Case> cases) {
  llvm::outs().flush();
  pid_t child = fork();
  if (child != 0)
    return child;
  // Of the processor, since a busy machine is no failure; and much more of the clock, for
  // what waits for ever.
  rlim_t seconds = options.timeout * (cases.size() == 1 ? 1 : 2);
  rlimit limit = {seconds, seconds + 5};
  setrlimit(RLIMIT_CPU, &limit);
  signal(SIGXCPU, SIG_DFL); // no stack trace
  alarm(unsigned(10 * seconds));
  int64_t failures = runBatch(cases);
  _exit(failures > 100 ? 100 : int(failures));
}

static bool isTimeout(int status) {
  int signal = WTERMSIG(status);
  return signal == SIGALRM || signal == SIGXCPU || signal == SIGKILL;
}

/// The number of failures of a batch whose process has ended.
int64_t Fuzzer::finishBatch(ArrayRef<Case> cases, int status) {
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  if (cases.size() > 1) { // which of them was it?
    int64_t failures = 0;
    for (const Case &c : cases) {
      pid_t child = startBatch(c);
      int one = 0;
      waitpid(child, &one, 0);
      failures += finishBatch(c, one);
    }
    // Cases that are only slow together are no failure.
    if (failures > 0 || isTimeout(status))
      return failures;
  }
  Outcome outcome;
  outcome.failure = isTimeout(status)
                        ? llvm::formatv("did not end within {0} s", int64_t(options.timeout)).str()
                        : std::string("crashed: ") + strsignal(WTERMSIG(status));
  llvm::outs() << "FAILED: " << outcome.failure << "\n  reproduce: " << commandOf(cases.front())
               << "\n";
  return 1;
}

int Fuzzer::runMany() {
  auto begin = std::chrono::steady_clock::now();
  int64_t failures = 0, finished = 0, next = 0;
  std::vector<Case> cases;
  for (int64_t i = 0; i < options.count; ++i)
    cases.push_back(generate(options.first + i));
  ArrayRef<Case> all = cases;
  std::vector<std::pair<pid_t, ArrayRef<Case>>> running;
  auto lastProgress = begin;
  while ((next < options.count && failures < options.maxFailures) || !running.empty()) {
    while (int64_t(running.size()) < std::max<int64_t>(1, options.jobs) && next < options.count &&
           failures < options.maxFailures) {
      ArrayRef<Case> batch =
          all.slice(next, std::min(std::max<int64_t>(1, options.batch), options.count - next));
      next += batch.size();
      running.push_back({startBatch(batch), batch});
    }
    int status = 0;
    pid_t ended = waitpid(-1, &status, 0);
    auto it = llvm::find_if(running, [&](auto &entry) { return entry.first == ended; });
    if (it == running.end())
      continue;
    ArrayRef<Case> batch = it->second;
    running.erase(it);
    failures += finishBatch(batch, status);
    finished += batch.size();
    auto now = std::chrono::steady_clock::now();
    if (!options.quiet && now - lastProgress > std::chrono::seconds(5)) {
      lastProgress = now;
      llvm::outs() << llvm::formatv("{0} of {1} cases, {2} failed\n", finished,
                                    int64_t(options.count), failures);
      llvm::outs().flush();
    }
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  std::string refused = *numRefused ? std::to_string(*numRefused) + " refused, " : std::string();
  llvm::outs() << llvm::formatv("{0} cases, {1} failed, {2}{3:f1} s (seed {4})\n", finished,
                                failures, refused, seconds, int64_t(options.seed));
  if (*numRefused == finished && finished > 0) {
    llvm::outs() << "every case was refused: nothing has been tested\n";
    return 1;
  }
  return failures ? 1 : 0;
}

int Fuzzer::runOne(const Case &c) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  if (options.print)
    printStages(context, c, llvm::outs());
  Outcome outcome = run(c).front();
  llvm::outs() << "tiling: " << outcome.tiling << "\n";
  if (!outcome.report.results.empty())
    llvm::outs() << outcome.report.toTable();
  if (!outcome.refusal.empty()) {
    llvm::outs() << "refused: " << outcome.refusal << "\n";
    return 0;
  }
  if (outcome.failure.empty()) {
    if (!outcome.report.results.empty())
      llvm::outs() << outcome.report.toLine() << "\n";
    return 0;
  }
  reportFailure(c, outcome);
  return 1;
}

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
      "                                          the same with m = 1, the IR after each step\n\n"
      "Fields for --reproduce: sizes m, n, k, h, p, batch (0: none); contractions; element\n"
      "(0 f32, 1 f16, 2 bf16); wide (accumulate in f32); between0, between1 (0 none, 1 relu,\n"
      "2 scale, 3 bias, 4 exp, 5 softmax, 6 softmax as generics, 7 causal softmax, 8 softmax of\n"
      "the other dim); start0..2 (0 zero, 1 constant, 2 argument); form0..2 (0 named op, 1 "
      "contract,\n"
      "2 generic); transposed0..3; swapped0..1; transposed-out; shared-operand; keep; epilogue\n"
      "(0 none, 1 cast, 2 residual, 3 relu); data (0 normal, 1 large, 2 infinities, 3 NaN,\n"
      "4 masked rows); expression (position in the list, --list-expressions); tile0..5 (dims in\n"
      "the chain's order); batch-tile (0: not named); binding (0 default, 1 no loop on blocks).\n");
  if (options.listExpressions)
    return listExpressions();
  for (const std::string &kind : options.kinds)
    if (llvm::none_of(getKinds(), [&](auto &entry) { return entry.first == kind; })) {
      llvm::errs() << "mcf-fuzz: expected a kind (gemm2, softmax2, gemm3, softmax3, special), but "
                   << "got '" << kind << "'\n";
      return 2;
    }
  Fuzzer fuzzer(options);
  if (options.reproduce.empty())
    return fuzzer.runMany();
  std::string error;
  FailureOr<Case> c = Case::fromLine(options.reproduce, fuzzer.getKindNames(), error);
  if (failed(c)) {
    llvm::errs() << "mcf-fuzz: --reproduce: " << error << "\n";
    return 2;
  }
  return fuzzer.runOne(*c);
}
