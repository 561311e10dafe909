//===- Shrink.cpp - makes failing cases smaller ----------------------------===//
#include "Fuzzer.h"
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace mlir;
using namespace mcf::fuzz;

using Clock = std::chrono::steady_clock;

static Clock::time_point getDeadline(bool isChain) {
  return Clock::now() + std::chrono::seconds(isChain ? 30 : 10);
}

/// The text without numbers: two failures with one text are taken for the same.
static std::string kindOf(const Outcome &outcome) {
  if (!outcome.report.isRight())
    return StringRef(outcome.failure).contains("relative error") ||
                   StringRef(outcome.failure).contains("further off")
               ? "error"
               : "special";
  std::string kind;
  for (char c : StringRef(outcome.failure).take_front(60))
    if (!isdigit(c))
      kind += c;
  return kind;
}

/// Takes the first smaller case that fails too, again and again.
TestCasePtr Fuzzer::makeSmaller(TestCasePtr c, Outcome &outcome) {
  Clock::time_point deadline = getDeadline(isChain());
  std::string kind = kindOf(outcome);
  for (bool changed = true; changed;) {
    changed = false;
    for (const TestCasePtr &smaller : c->getSmaller()) {
      if (Clock::now() > deadline)
        return c;
      Outcome next = run(smaller).front();
      if (next.failure.empty() || kindOf(next) != kind)
        continue;
      c = smaller;
      outcome = next;
      changed = true;
      break;
    }
  }
  return c;
}

/// The status of a process of its own, whose output nobody sees.
int Fuzzer::runInChild(const TestCasePtr &c, StringRef stopAfter) {
  pid_t child = fork();
  if (child == 0) {
    int null = open("/dev/null", O_WRONLY);
    dup2(null, STDOUT_FILENO);
    dup2(null, STDERR_FILENO);
    rlim_t seconds = options.timeout;
    rlimit limit = {seconds, seconds + 5};
    setrlimit(RLIMIT_CPU, &limit);
    signal(SIGXCPU, SIG_DFL);
    (void)run(c, stopAfter);
    _exit(0);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return status;
}

/// The same for a case that ends its process with the same signal.
TestCasePtr Fuzzer::makeSmallerCrash(TestCasePtr c) {
  Clock::time_point deadline = getDeadline(isChain());
  // What a case decides, it decides in a child process. Here it does so again as far as that
  // is safe, since only what was decided can be made smaller.
  auto decide = [&](const TestCasePtr &next) {
    if (WIFEXITED(runInChild(next, "mcf-apply-tiling")))
      (void)run(next, "mcf-apply-tiling");
  };
  int status = runInChild(c, "");
  if (!WIFSIGNALED(status))
    return c;
  decide(c);
  for (bool changed = true; changed;) {
    changed = false;
    for (const TestCasePtr &smaller : c->getSmaller()) {
      if (Clock::now() > deadline)
        return c;
      int next = runInChild(smaller, "");
      if (!WIFSIGNALED(next) || WTERMSIG(next) != WTERMSIG(status))
        continue;
      c = smaller;
      decide(c);
      changed = true;
      break;
    }
  }
  return c;
}
