//===- CompilerThread.h - runs the compiler so that it can fail -*- C++ -*-===//
#ifndef MCFUSER_LIB_CAPI_COMPILERTHREAD_H
#define MCFUSER_LIB_CAPI_COMPILERTHREAD_H

#include "Outcome.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mcf::capi {

/// Says to the thread that called the API how far a job is.
class ProgressChannel {
public:
  virtual ~ProgressChannel();
  /// False where nobody listens.
  virtual bool isOpen() const = 0;
  /// Calls the caller's callback on the caller's thread. Returns false if the job is to stop.
  virtual bool report(const mcf_progress &progress) = 0;
};

struct JobResult {
  Outcome outcome;
  /// LLVM gave up, or an exception went through code that knows none: what the job worked on may
  /// not be touched any more, not even to be freed.
  bool isBroken = false;
};

/// Runs a job on a thread of its own and waits for it. That thread has a large stack, for text that
/// nests deeply, and is where LLVM's fatal errors end: its handler may not return, so the thread
/// sleeps for ever, and the caller goes on (docs/adr/0022).
JobResult runOnCompilerThread(llvm::function_ref<Outcome(ProgressChannel &)> job,
                              mcf_progress_callback callback = nullptr, void *user = nullptr);

/// Runs a job on this thread; exceptions become outcomes. For jobs that do not call LLVM.
Outcome catchExceptions(llvm::function_ref<Outcome()> job);

} // namespace mcf::capi

#endif
