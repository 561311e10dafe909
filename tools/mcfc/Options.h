//===- Options.h - the command line of mcfc ---------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_OPTIONS_H
#define MCFUSER_TOOLS_MCFC_OPTIONS_H

#include "MCFuser/Driver/CompileSettings.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mcf::mcfc {

/// What `--emit` asks for.
enum class Emit { Chain, Schedule, TileProgram, BlockVectors, GPU, NVVM, LLVM, PTX, Plan, Cubin };

/// Where `--run` executes.
enum class Run { CPU, GPU };

struct Options {
  CompileSettings compile;
  std::string input;
  std::optional<Emit> emit;
  std::optional<Run> run;
  std::string output;
  std::string planOutput;
  bool listDevices = false;
  /// Empty: none.
  std::string printDevice;
  /// A file of IR with schedules for chains of the input; empty: none.
  std::string tuningRecord;
  /// The report of the main job is one JSON document.
  bool reportAsJSON = false;
  bool reportGiven = false;
  bool progress = false;
  std::string function;
  unsigned repeat = 0;
  bool noCompare = false;
  std::string results;
  /// Sizes to run at that the types leave open: each a text for `parseSizes`.
  std::vector<std::string> sizes;
  bool remarks = false;
  bool timing = false;
  bool help = false;
  bool version = false;
  std::string crashReproducer;
  /// Options of MLIR itself, such as `--mlir-print-ir-after-all`.
  std::vector<std::string> mlirOptions;
};

/// Reads the arguments after the program's name. Returns what is wrong with them, or an empty text.
std::string parseOptions(llvm::ArrayRef<const char *> arguments, Options &options);
/// The text of `--help`.
std::string getHelp();

} // namespace mcf::mcfc

#endif
