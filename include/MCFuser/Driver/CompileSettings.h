//===- CompileSettings.h - what a compile is told, as texts -----*- C++ -*-===//
#ifndef MCFUSER_DRIVER_COMPILESETTINGS_H
#define MCFUSER_DRIVER_COMPILESETTINGS_H

#include "MCFuser/Cache/TuningCache.h"
#include "MCFuser/Driver/Compiler.h"
#include "MCFuser/Driver/NativeDevice.h"

namespace mcf {

/// What the command line of a tool or a caller of the C API says about a compile.
struct CompileSettings {
  std::string device = "H200";
  /// Number of the GPU, for the device `native` and to run on.
  std::string gpu = "0";
  /// Empty: that of the device.
  std::string arch;
  /// Empty: what the kernels need.
  std::string ptxVersion;
  std::string precision = "full";
  std::string tiling;
  std::string search = "auto";
  /// Sizes to tune for; empty: as the chains say.
  std::string tuneFor;
  std::string model = "latency";
  /// In seconds; empty: none.
  std::string searchTimeLimit;
  std::string seed = "1";
  std::string optLevel = "3";
  /// Whether results of tuning are looked up and kept, and in which folder; empty: the default one.
  std::string cache = "auto";
  std::string cacheDir;

  // Numbers that were checked.
  int getGPU() const;
  uint64_t getSeed() const;
};

/// One of the settings.
struct CompileSetting {
  /// As an option of mcfc, without dashes.
  llvm::StringRef name;
  /// What stands for its value in a help text, and what a value is: `text`, `integer`, `seconds`,
  /// or the values that there are, `full|tf32`.
  llvm::StringRef valueName, type;
  /// Lines of at most 80 columns.
  llvm::StringRef help;
  std::string CompileSettings::*text;
  /// What is wrong with a text, whatever the other settings are; empty if nothing is.
  std::string (*check)(llvm::StringRef text);
};

/// All of them, in the order of a help text.
llvm::ArrayRef<CompileSetting> getCompileSettings();
/// The one of this name, or null.
const CompileSetting *findCompileSetting(llvm::StringRef name);

/// Reads a whole number from 0 to `max`. The error says what was expected.
llvm::Expected<uint64_t> parseNumber(llvm::StringRef text, uint64_t max);

/// Checks all settings, alone and together, and makes options of them. Returns what is wrong, or an
/// empty text; `prefix` stands before names there.
/// `process` is who asks the driver for the device `native`.
std::string makeCompilerOptions(const CompileSettings &settings, llvm::StringRef prefix,
                                CompilerOptions &options,
                                DriverProcess process = DriverProcess::This);

/// The cache of tuning results that settings ask for. They have been checked.
cache::TuningCache makeTuningCache(const CompileSettings &settings);

} // namespace mcf

#endif
