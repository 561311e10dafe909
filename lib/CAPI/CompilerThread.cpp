//===- CompilerThread.cpp - runs the compiler so that it can fail ---------===//
// Compiled with exceptions, unlike the rest of the library, to catch what the standard library
// throws.
#include "CompilerThread.h"
#include "llvm/Support/ErrorHandling.h"
#include <condition_variable>
#include <csignal>
#include <cxxabi.h>
#include <memory>
#include <mutex>
#include <new>
#include <pthread.h>
#include <stdexcept>
#include <unistd.h>

using namespace mcf::capi;

ProgressChannel::~ProgressChannel() = default;

// Address space, of which what is used is touched. Less where there is not that much.
static constexpr size_t stackBytes[] = {size_t(256) << 20, size_t(64) << 20, size_t(16) << 20};

namespace {
/// What the two threads share. A thread that sleeps for ever keeps its part.
struct Job final : ProgressChannel {
  bool isOpen() const override { return hasCallback; }
  bool report(const mcf_progress &progress) override {
    if (!hasCallback)
      return true;
    std::unique_lock<std::mutex> lock(mutex);
    asked = &progress;
    changed.notify_all();
    changed.wait(lock, [&] { return asked == nullptr; });
    return goesOn;
  }
  void end(Outcome with, bool broken) {
    std::lock_guard<std::mutex> lock(mutex);
    result = {std::move(with), broken};
    isDone = true;
    changed.notify_all();
  }

  llvm::function_ref<Outcome(ProgressChannel &)> run;
  bool hasCallback = false;
  std::mutex mutex;
  std::condition_variable changed;
  pid_t process = ::getpid();
  const mcf_progress *asked = nullptr;
  bool goesOn = true, isDone = false;
  JobResult result;
};
} // namespace

static thread_local Job *current = nullptr;

/// Where LLVM would end the process.
static void sleepForEver(mcf_status status, const char *what, const char *reason) {
  Job *job = current;
  if (!job) {
    // Not a call of ours: LLVM does as it would have without us.
    std::string text = std::string("LLVM ERROR: ") + reason + "\n";
    (void)!::write(STDERR_FILENO, text.data(), text.size());
    return;
  }
  // A forked process has nobody who waits in it.
  if (job->process != ::getpid())
    ::_exit(1);
  job->end(fail(status, std::string(what) + reason), /*broken=*/true);
  for (;;)
    ::pause();
}

static void handleFatalError(void *, const char *reason, bool) {
  sleepForEver(MCF_INTERNAL_ERROR, "LLVM gave up: ", reason);
}

static void handleBadAlloc(void *, const char *reason, bool) {
  sleepForEver(MCF_OUT_OF_MEMORY, "out of memory: ", reason);
}

static void installHandlers() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::install_fatal_error_handler(handleFatalError);
    llvm::install_bad_alloc_error_handler(handleBadAlloc);
  });
}

/// Runs a function; `caught` says whether an exception came out of it.
template <typename Function> static Outcome callAndCatch(Function function, bool &caught) {
  caught = false;
  try {
    return function();
  } catch (const abi::__forced_unwind &) {
    throw; // the thread is cancelled
  } catch (const std::bad_alloc &) {
    caught = true;
    return fail(MCF_OUT_OF_MEMORY, "out of memory");
  } catch (const std::length_error &) {
    caught = true;
    return fail(MCF_OUT_OF_MEMORY, "out of memory: an array would be larger than any can be");
  } catch (const std::exception &exception) {
    caught = true;
    return fail(MCF_INTERNAL_ERROR, std::string("unexpected exception: ") + exception.what());
  } catch (...) {
    caught = true;
    return fail(MCF_INTERNAL_ERROR, "unexpected exception");
  }
}

Outcome mcf::capi::catchExceptions(llvm::function_ref<Outcome()> job) {
  bool caught;
  return callAndCatch(job, caught);
}

static void *runJob(void *pointer) {
  std::shared_ptr<Job> job = *static_cast<std::shared_ptr<Job> *>(pointer);
  current = job.get();
  bool caught;
  Outcome outcome = callAndCatch([&] { return job->run(*job); }, caught);
  job->end(std::move(outcome), caught);
  return nullptr;
}

/// Starts the thread. It takes no signals: they are for the caller's threads.
static int start(pthread_t &thread, std::shared_ptr<Job> &job) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  int error = 0;
  for (size_t bytes : stackBytes) {
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, bytes);
    error = pthread_create(&thread, &attributes, runJob, &job);
    pthread_attr_destroy(&attributes);
    if (!error)
      break;
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  return error;
}

/// Answers the job's questions until it is done.
static JobResult wait(Job &job, mcf_progress_callback callback, void *user) {
  std::unique_lock<std::mutex> lock(job.mutex);
  for (;;) {
    job.changed.wait(lock, [&] { return job.isDone || job.asked; });
    if (job.isDone)
      return std::move(job.result);
    const mcf_progress *progress = job.asked;
    lock.unlock();
    bool goesOn = callback(progress, user) == 0;
    lock.lock();
    job.goesOn = goesOn;
    job.asked = nullptr;
    job.changed.notify_all();
  }
}

JobResult mcf::capi::runOnCompilerThread(llvm::function_ref<Outcome(ProgressChannel &)> run,
                                         mcf_progress_callback callback, void *user) {
  JobResult result;
  bool caught;
  result.outcome = callAndCatch(
      [&] {
        installHandlers();
        auto job = std::make_shared<Job>();
        job->run = run;
        job->hasCallback = callback != nullptr;
        pthread_t thread;
        if (int error = start(thread, job))
          return fail(MCF_UNAVAILABLE,
                      "cannot start a thread for the compiler: error " + std::to_string(error));
        JobResult done = wait(*job, callback, user);
        if (done.isBroken)
          // It may be asleep.
          pthread_detach(thread);
        else
          pthread_join(thread, nullptr);
        result.isBroken = done.isBroken;
        return std::move(done.outcome);
      },
      caught);
  return result;
}
