//===- CommandLine.h - options and their help, as data ----------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_COMMANDLINE_H
#define MCFUSER_TOOLS_MCFC_COMMANDLINE_H

#include "MCFuser/Driver/CompileSettings.h"
#include "llvm/ADT/ArrayRef.h"
#include <functional>

namespace mcf::mcfc {

/// One option: its name, what stands for its value in the help (empty: it takes none), its help,
/// and what it does. `set` returns what is wrong with the value, or an empty text.
struct Option {
  llvm::StringRef name;
  llvm::StringRef value;
  llvm::StringRef help;
  std::function<std::string(llvm::StringRef)> set;
};

struct OptionGroup {
  llvm::StringRef title;
  std::vector<Option> options;
};

/// What sets a text, or a flag.
std::function<std::string(llvm::StringRef)> setsText(std::string &target);
std::function<std::string(llvm::StringRef)> setsFlag(bool &target);
/// A setting of a compile as an option.
Option makeOption(llvm::StringRef setting, CompileSettings &settings);

/// What else is on a command line.
struct OtherArguments {
  /// What is no option. All that is behind `--` is none.
  std::vector<std::string> files;
  /// `--mlir-...`, for MLIR.
  std::vector<std::string> mlirOptions;
};

/// Reads arguments: options may have one dash or two, and take their value behind `=` or from the
/// next argument. Returns what is wrong, or an empty text.
std::string readArguments(llvm::ArrayRef<const char *> arguments,
                          llvm::ArrayRef<OptionGroup> groups, OtherArguments &others);

/// The part of a help text that lists the options.
void printOptions(llvm::ArrayRef<OptionGroup> groups, llvm::raw_ostream &os);

} // namespace mcf::mcfc

#endif
