//===- TuneProgress.cpp - how far mcfc tune is ----------------------------===//
#include "TuneProgress.h"
#include "MCFuser/Driver/ChainReport.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <csignal>

using namespace mcf;
using namespace mcf::mcfc;

static volatile std::sig_atomic_t interrupted = 0;

void mcf::mcfc::catchInterrupt() {
  // LLVM calls this once, and takes its own handlers away before.
  llvm::sys::SetInterruptFunction([] {
    interrupted = 1;
    std::signal(SIGINT, SIG_DFL);
  });
}

bool mcf::mcfc::isInterrupted() { return interrupted != 0; }

TuneProgress::TuneProgress(bool always)
    : isTerminal(llvm::errs().is_displayed()), isShown(isTerminal || always) {}

TuneProgress::~TuneProgress() { clear(); }

void TuneProgress::clear() {
  if (isTerminal && !last.empty())
    llvm::errs() << "\r\033[K";
  last.clear();
}

void TuneProgress::show(const TuningProgress &progress) {
  if (!isShown)
    return;
  std::string text = "mcfc: chain " + std::to_string(progress.chain);
  if (progress.numChains > 1)
    text += " (of " + std::to_string(progress.numChains) + ")";
  if (progress.phase == "search") {
    text += ": search: " + formatCount(progress.numDone) + " candidates priced";
    if (std::isfinite(progress.bestSeconds))
      text += llvm::formatv(", best {0:f3} us", progress.bestSeconds * 1e6);
  } else {
    text += llvm::formatv(": {0}: {1} of {2}", progress.phase, progress.numDone, progress.numAll);
    if (progress.numFailed)
      text += llvm::formatv(", {0} failed", progress.numFailed);
  }
  if (text == last && !isTerminal)
    return;
  last = text;
  if (isTerminal)
    llvm::errs() << "\r" << text << llvm::formatv(", {0:f1} s", progress.elapsedSeconds)
                 << "\033[K";
  else
    llvm::errs() << text << "\n";
}
