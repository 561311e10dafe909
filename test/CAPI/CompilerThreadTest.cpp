//===- CompilerThreadTest.cpp - what LLVM gives up on ----------------------===//
#include "../../lib/CAPI/CompilerThread.h"
#include "llvm/Support/ErrorHandling.h"
#include "gtest/gtest.h"
#include <csignal>
#include <pthread.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

using namespace mcf::capi;

namespace {

TEST(CompilerThread, HandsBackWhatTheJobSays) {
  std::thread::id ran;
  JobResult result = runOnCompilerThread([&](ProgressChannel &channel) {
    ran = std::this_thread::get_id();
    EXPECT_FALSE(channel.isOpen());
    return fail(MCF_UNAVAILABLE, "not today");
  });
  EXPECT_EQ(result.outcome.status, MCF_UNAVAILABLE);
  EXPECT_EQ(result.outcome.text, "not today");
  EXPECT_FALSE(result.isBroken);
  EXPECT_NE(ran, std::this_thread::get_id());
}

TEST(CompilerThread, AFatalErrorIsAnOutcome) {
  for (int round = 0; round < 3; ++round) {
    JobResult result = runOnCompilerThread(
        [&](ProgressChannel &) -> Outcome { llvm::report_fatal_error("cannot select this"); });
    EXPECT_EQ(result.outcome.status, MCF_INTERNAL_ERROR);
    EXPECT_EQ(result.outcome.text, "LLVM gave up: cannot select this");
    EXPECT_TRUE(result.isBroken);
  }
  // Others go on.
  EXPECT_TRUE(runOnCompilerThread([](ProgressChannel &) { return ok(); }).outcome.isOk());
}

// So that an array is not optimised away.
void *volatile sink;

TEST(CompilerThread, ExceptionsAreOutcomes) {
  // Sanitizers end the process where memory is out, so this one is of the other kind.
  auto askForTooMuch = [] {
    std::vector<char> large;
    large.reserve(SIZE_MAX);
    sink = large.data();
    return ok();
  };
  JobResult result = runOnCompilerThread([&](ProgressChannel &) { return askForTooMuch(); });
  EXPECT_EQ(result.outcome.status, MCF_OUT_OF_MEMORY);
  EXPECT_TRUE(result.isBroken);
  EXPECT_EQ(catchExceptions(askForTooMuch).status, MCF_OUT_OF_MEMORY);
#if !__has_feature(address_sanitizer)
  Outcome outcome = catchExceptions([] {
    std::vector<char> large;
    large.reserve(size_t(1) << 62);
    sink = large.data();
    return ok();
  });
  EXPECT_EQ(outcome.status, MCF_OUT_OF_MEMORY);
#endif
}

/// Frames of a kilobyte, as deep as asked.
[[gnu::noinline]] int recurse(int depth) {
  volatile char frame[1024];
  frame[depth % 1024] = static_cast<char>(depth);
  return depth == 0 ? frame[0] : recurse(depth - 1) + frame[depth % 1024] % 2;
}

TEST(CompilerThread, HasALargeStack) {
  int sum = -1;
  ASSERT_TRUE(runOnCompilerThread([&](ProgressChannel &) {
                sum = recurse(40000); // 40 MB
                return ok();
              }).outcome.isOk());
  EXPECT_NE(sum, -1);
}

TEST(CompilerThread, ProgressIsReportedByTheCaller) {
  struct Seen {
    int count = 0;
    std::thread::id thread;
  } seen;
  auto callback = [](const mcf_progress *progress, void *user) {
    auto &seen = *static_cast<Seen *>(user);
    seen.thread = std::this_thread::get_id();
    return static_cast<int>(++seen.count == 3 && progress->done == 2);
  };
  int asked = 0;
  JobResult result = runOnCompilerThread(
      [&](ProgressChannel &channel) {
        mcf_progress progress = {};
        while (channel.report(progress) && asked < 100)
          progress.done = static_cast<uint64_t>(++asked);
        return ok();
      },
      callback, &seen);
  EXPECT_TRUE(result.outcome.isOk());
  EXPECT_EQ(seen.count, 3);
  EXPECT_EQ(asked, 2);
  EXPECT_EQ(seen.thread, std::this_thread::get_id());
}

TEST(CompilerThread, TakesNoSignals) {
  sigset_t blocked;
  sigemptyset(&blocked);
  runOnCompilerThread([&](ProgressChannel &) {
    pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
    return ok();
  });
  EXPECT_TRUE(sigismember(&blocked, SIGINT));
  pthread_sigmask(SIG_SETMASK, nullptr, &blocked);
  EXPECT_FALSE(sigismember(&blocked, SIGINT));
}

/// A process that a job forks has nobody who waits for an outcome.
TEST(CompilerThread, AForkedProcessEnds) {
  int status = -1;
  runOnCompilerThread([&](ProgressChannel &) {
    pid_t child = fork();
    if (child == 0)
      llvm::report_fatal_error("in a child");
    waitpid(child, &status, 0);
    return ok();
  });
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
}

} // namespace
