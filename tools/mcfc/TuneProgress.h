//===- TuneProgress.h - how far mcfc tune is --------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_TUNEPROGRESS_H
#define MCFUSER_TOOLS_MCFC_TUNEPROGRESS_H

#include "MCFuser/Driver/Tuner.h"

namespace mcf::mcfc {

/// Says on standard error how far tuning is: on a terminal in one line that changes, else in a
/// line for each step.
class TuneProgress {
public:
  explicit TuneProgress(bool always);
  ~TuneProgress();
  void show(const TuningProgress &progress);
  /// Takes the line away, so that other text can follow.
  void clear();

private:
  bool isTerminal, isShown;
  std::string last;
};

/// From here on the first Ctrl-C sets a flag, and the second ends the process.
void catchInterrupt();
bool isInterrupted();

} // namespace mcf::mcfc

#endif
