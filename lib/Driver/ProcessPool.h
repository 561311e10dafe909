//===- ProcessPool.h - jobs in processes of their own -----------*- C++ -*-===//
#ifndef MCFUSER_LIB_DRIVER_PROCESSPOOL_H
#define MCFUSER_LIB_DRIVER_PROCESSPOOL_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace mcf {

struct ProcessPoolOptions {
  unsigned numProcesses = 1;
  /// Time that one job may take. The process that runs a longer one is ended.
  double jobLimitSeconds = 60;
  /// When jobs that have not ended are given up.
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// Asked now and then; true is as if the deadline had passed.
  std::function<bool()> isStopped = {};
  /// Runs jobs one after the other in this process: for a device that another process cannot open.
  /// Nothing contains a job that crashes or takes too long.
  bool inThisProcess = false;
};

/// How a job ended.
struct JobOutcome {
  /// Why there is no reply: it crashed, took too long, or was given up.
  std::string error;
  std::string reply;
  /// Not the job's own fault: there was no time left for it.
  bool wasGivenUp = false;
  bool isOk() const { return error.empty(); }
};

/// Runs `work(job)` for each job below `numJobs` in forked processes and hands what it returns to
/// `done`, in this process, as jobs end. A job that crashes or takes too long ends its process and
/// no other job. Jobs see this process as it was when theirs was forked, and keep what they
/// remember for the next job of the same process. If `work` sets its second argument, the next
/// job gets a fresh process; in this process there is none, and those to come are given up.
void runJobs(size_t numJobs, const ProcessPoolOptions &options,
             llvm::function_ref<std::string(size_t job, bool &endProcess)> work,
             llvm::function_ref<void(size_t job, JobOutcome outcome)> done);

} // namespace mcf

#endif
