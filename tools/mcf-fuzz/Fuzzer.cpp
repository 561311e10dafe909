//===- Fuzzer.cpp - many cases, in processes of their own ------------------===//
#include "Fuzzer.h"
#include "ChainCase.h"
#include "FixedCase.h"
#include "MCFuser/InitAll.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <csignal>
#include <cstring>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mcf;
using namespace mcf::fuzz;

Fuzzer::Fuzzer(const FuzzOptions &options) : options(options) {
  mcf::registerAllDialects(registry);
  mcf::registerAllPasses();
}

std::string Fuzzer::commandOf(const TestCase &c) const {
  std::string command = "mcf-fuzz ";
  if (!options.kinds.empty())
    command += "--kinds=" + llvm::join(options.kinds, ",") + " ";
  if (options.run != Target::CPU)
    command += options.run == Target::GPU   ? "--run=gpu "
               : options.run == Target::PTX ? "--run=ptx "
                                            : "--run=cubin ";
  return command + "--reproduce=\"" + c.toLine() + "\"";
}

TestCasePtr Fuzzer::generate(int64_t index) const {
  if (isChain()) {
    Choices choices(options.seed, index);
    if (options.multiples)
      choices.set(ChainCase::multiples, 1);
    return std::make_shared<ChainCase>(std::move(choices));
  }
  Case c = Case::generate(options.seed, index, options.kinds);
  if (options.multiples)
    c.useMultiples();
  return std::make_shared<FixedCase>(c, options.kinds);
}

FailureOr<TestCasePtr> Fuzzer::read(StringRef line, std::string &error) const {
  if (isChain()) {
    FailureOr<Choices> choices = Choices::fromLine(line, error);
    if (failed(choices))
      return failure();
    return TestCasePtr(std::make_shared<ChainCase>(std::move(*choices)));
  }
  FailureOr<Case> c = Case::fromLine(line, options.kinds, error);
  if (failed(c))
    return failure();
  return TestCasePtr(std::make_shared<FixedCase>(*c, options.kinds));
}

std::vector<Outcome> Fuzzer::run(ArrayRef<TestCasePtr> cases, StringRef stopAfter) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  RunOptions runOptions;
  runOptions.stopAfter = stopAfter.empty() ? options.stopAfter : stopAfter.str();
  if (options.run != Target::CPU) {
    runOptions.makeRunner =
        getGPURunner(options.run == Target::GPU ? std::optional<int>(options.gpu) : std::nullopt,
                     options.run == Target::Cubin);
    runOptions.oneByOne = true;
  }
  return runCases(context, cases, runOptions);
}

void Fuzzer::count(const TestCase &c, const Outcome &outcome) {
  if (!outcome.refusal.empty()) {
    counts.add("refused");
    counts.add("refused: " + outcome.refusal);
  }
  int64_t all = c.getNumContractions();
  counts.add("contractions", all);
  counts.add("contractions in chains", outcome.numFused);
  counts.add(outcome.numFused == 0 ? "unfused" : outcome.numFused == all ? "whole" : "partly");
  for (const std::string &reason : outcome.unfused)
    counts.add("not fused: " + reason);
}

/// What was fused and what not. False if that is too little.
bool Fuzzer::printCounts(int64_t finished) {
  for (auto &[reason, count] : counts.getAll("refused: "))
    llvm::outs() << llvm::formatv("  {0,6} refused: {1}\n", count, reason);
  if (counts.get("refused") == finished && finished > 0) {
    llvm::outs() << "every case was refused: nothing has been tested\n";
    return false;
  }
  if (!isChain())
    return true;
  int64_t all = counts.get("contractions"), fused = counts.get("contractions in chains");
  llvm::outs() << llvm::formatv(
      "programs fused as a whole {0}, in part {1}, not at all {2}; {3} of "
      "{4} contractions are in chains\n",
      counts.get("whole"), counts.get("partly"), counts.get("unfused"), fused, all);
  for (auto &[reason, count] : counts.getAll("not fused: "))
    llvm::outs() << llvm::formatv("  {0,6} not fused: {1}\n", count, reason);
  if (fused * 100 >= all * options.minFused)
    return true;
  llvm::outs() << llvm::formatv("expected {0} % of the contractions in chains\n", options.minFused);
  return false;
}

void Fuzzer::reportFailure(TestCasePtr c, const Outcome &outcome) {
  llvm::outs() << "FAILED: " << outcome.failure << "\n";
  if (!outcome.tiling.empty())
    llvm::outs() << "  tiling: " << outcome.tiling << "\n";
  llvm::outs() << "  reproduce: " << commandOf(*c) << "\n";
  if (options.shrink) {
    Outcome small = outcome;
    TestCasePtr smaller = makeSmaller(c, small);
    llvm::outs() << "  smaller: " << commandOf(*smaller) << "\n    " << small.failure << "\n";
    if (!small.tiling.empty())
      llvm::outs() << "    tiling: " << small.tiling << "\n";
  }
  llvm::outs().flush();
}

/// In the child process: the number of failures.
int64_t Fuzzer::runBatch(ArrayRef<TestCasePtr> cases) {
  int64_t failures = 0;
  std::vector<Outcome> outcomes = run(cases);
  for (auto [c, outcome] : llvm::zip_equal(cases, outcomes)) {
    count(*c, outcome);
    if (outcome.failure.empty()) {
      if (!outcome.refusal.empty()) {
        if (!options.quiet)
          llvm::outs() << "refused: " << outcome.refusal << "\n  tiling: " << outcome.tiling
                       << "\n  reproduce: " << commandOf(*c) << "\n";
      } else if (options.verbose)
        llvm::outs() << c->toLine() << ": " << outcome.tiling << ": " << outcome.report.toLine()
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
pid_t Fuzzer::startBatch(ArrayRef<TestCasePtr> cases) {
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
int64_t Fuzzer::finishBatch(ArrayRef<TestCasePtr> cases, int status) {
  if (WIFEXITED(status))
    return WEXITSTATUS(status);
  if (cases.size() > 1) { // which of them was it?
    int64_t failures = 0;
    for (const TestCasePtr &c : cases) {
      pid_t child = startBatch(c);
      int one = 0;
      waitpid(child, &one, 0);
      failures += finishBatch(c, one);
    }
    // Cases that are only slow together are no failure.
    if (failures > 0 || isTimeout(status))
      return failures;
  }
  bool crashed = !isTimeout(status);
  llvm::outs() << "FAILED: "
               << (crashed ? std::string("crashed: ") + strsignal(WTERMSIG(status))
                           : llvm::formatv("did not end within {0} s", options.timeout).str())
               << "\n  reproduce: " << commandOf(*cases.front()) << "\n";
  if (crashed && options.shrink)
    llvm::outs() << "  smaller: " << commandOf(*makeSmallerCrash(cases.front())) << "\n";
  return 1;
}

int Fuzzer::runMany() {
  auto begin = std::chrono::steady_clock::now();
  int64_t failures = 0, finished = 0, next = 0;
  std::vector<TestCasePtr> cases;
  for (int64_t i = 0; i < options.count; ++i)
    cases.push_back(generate(options.first + i));
  ArrayRef<TestCasePtr> all = cases;
  std::vector<std::pair<pid_t, ArrayRef<TestCasePtr>>> running;
  auto lastProgress = begin;
  while ((next < options.count && failures < options.maxFailures) || !running.empty()) {
    while (int64_t(running.size()) < std::max<int64_t>(1, options.jobs) && next < options.count &&
           failures < options.maxFailures) {
      ArrayRef<TestCasePtr> batch =
          all.slice(next, std::min(std::max<int64_t>(1, options.batch), options.count - next));
      next += batch.size();
      running.push_back({startBatch(batch), batch});
    }
    int status = 0;
    pid_t ended = waitpid(-1, &status, 0);
    auto it = llvm::find_if(running, [&](auto &entry) { return entry.first == ended; });
    if (it == running.end())
      continue;
    ArrayRef<TestCasePtr> batch = it->second;
    running.erase(it);
    failures += finishBatch(batch, status);
    finished += batch.size();
    auto now = std::chrono::steady_clock::now();
    if (!options.quiet && now - lastProgress > std::chrono::seconds(5)) {
      lastProgress = now;
      llvm::outs() << llvm::formatv("{0} of {1} cases, {2} failed\n", finished, options.count,
                                    failures);
      llvm::outs().flush();
    }
  }
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  int64_t numRefused = counts.get("refused");
  std::string refused = numRefused ? std::to_string(numRefused) + " refused, " : std::string();
  llvm::outs() << llvm::formatv("{0} cases, {1} failed, {2}{3:f1} s (seed {4})\n", finished,
                                failures, refused, seconds, options.seed);
  return printCounts(finished) && failures == 0 ? 0 : 1;
}

int Fuzzer::runOne(TestCasePtr c, bool print) {
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  if (print)
    printStages(context, *c, llvm::outs());
  Outcome outcome = run(c).front();
  llvm::outs() << "tiling: " << outcome.tiling << "\n";
  for (const std::string &reason : outcome.unfused)
    llvm::outs() << "not fused: " << reason << "\n";
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
