//===- Options.h - the options of the C API ---------------------*- C++ -*-===//
#ifndef MCFUSER_LIB_CAPI_OPTIONS_H
#define MCFUSER_LIB_CAPI_OPTIONS_H

#include "MCFuser-c/MCFuser.h"
#include "MCFuser/Driver/CompileSettings.h"

/// Texts that have been checked, each alone.
struct mcf_options {
  mcf::CompileSettings compile;
  /// IR with schedules; empty: none.
  std::string tuningRecord;
  /// A stage, or `ptx`.
  std::string upTo = "ptx";
  std::string measure = "none";
  std::string measureCount = "8";
};

namespace mcf::capi {

/// The last stage that `upTo` asks for, and whether that is not all.
struct LastStage {
  Stage stage = Stage::NVVM;
  bool makesPTX = true;
};
LastStage getLastStage(const mcf_options &options);

/// Who measures candidates.
enum class Measuring { None, InProcesses, InThisProcess };
Measuring getMeasuring(const mcf_options &options);
unsigned getMeasureCount(const mcf_options &options);

} // namespace mcf::capi

#endif
