//===- Measuring.h - progress and measurements of mcf_tune ------*- C++ -*-===//
#ifndef MCFUSER_LIB_CAPI_MEASURING_H
#define MCFUSER_LIB_CAPI_MEASURING_H

#include "CompilerThread.h"
#include "MCFuser/Driver/ChooseSchedules.h"
#include "MCFuser/Driver/Compiler.h"
#include "Options.h"
#include <map>

namespace mcf::capi {

/// What mcf_tune adds to a compile: it reports, may be stopped, and measures.
class ChainTuner {
public:
  ChainTuner(const Compiler &compiler, const mcf_options &options, ProgressChannel &channel);
  ~ChainTuner();

  /// Fills in the request. Fails if the options ask for measurements that cannot be made.
  Outcome prepare(ScheduleRequest &request);
  /// By chain: candidates that failed, and why.
  std::map<size_t, std::vector<std::pair<std::string, std::string>>> takeDropped() {
    return std::move(dropped);
  }

private:
  class Measurer;
  bool report(mcf_progress progress);

  const Compiler &compiler;
  const mcf_options &options;
  ProgressChannel &channel;
  std::chrono::steady_clock::time_point start;
  std::unique_ptr<Measurer> measurer;
  std::map<size_t, std::vector<std::pair<std::string, std::string>>> dropped;
  bool isStopped = false;
  /// Of the search, as it was last reported.
  mcf_progress last = {};
};

} // namespace mcf::capi

#endif
