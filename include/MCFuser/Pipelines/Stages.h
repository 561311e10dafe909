//===- Stages.h - the stages of a whole compile -----------------*- C++ -*-===//
#ifndef MCFUSER_PIPELINES_STAGES_H
#define MCFUSER_PIPELINES_STAGES_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace mlir {
class OpPassManager;
} // namespace mlir

namespace mcf {

/// The levels that a module goes through, in order.
enum class Stage { Input, Chain, Schedule, TileProgram, BlockVectors, GPU, NVVM };

/// What the passes of the stages need to know.
struct StageOptions {
  /// What `hw::resolveDevice` reads: a known device, a device file, or its JSON.
  std::string device = "H200";
  /// Text form of the tiling expression, such as `mn(k,h){m=64,n=32,k=16,h=64}`. `default`: a plain
  /// one. Empty: each chain that has no schedule is searched.
  std::string tiling;
  /// How to search (`mcf-choose-tiling`): auto, exhaustive, evolutionary; or none, which is the
  /// same as the tiling `default`.
  std::string search = "auto";
  std::string model = "latency";
  /// Contractions of f32 may round their operands to TF32.
  bool tf32 = false;
  uint64_t seed = 1;
  std::optional<double> timeLimitSeconds;
  /// Sizes to tune for, `m=512:1024,n=1..4096`; empty: as the chains say.
  std::string tuneFor;

  /// Whether chains without a schedule are searched.
  bool searches() const { return tiling.empty() && search != "none"; }
};

/// Name of a stage in options and in pipeline names: `tile-program`.
llvm::StringRef getStageName(Stage stage);
/// One line on what a stage makes.
llvm::StringRef getStageDescription(Stage stage);
/// The stage of this name, or nothing.
std::optional<Stage> parseStage(llvm::StringRef name);
/// All stages but the input, in order.
llvm::ArrayRef<Stage> getStages();

/// Adds the first pass of stage `Schedule`: the given or the best tiling, with no statement
/// hoisted.
void addTilingPass(mlir::OpPassManager &pm, const StageOptions &options);

/// Adds the passes that take a module from `from` to `to`. Fails if a pass is not registered or
/// refuses its options; `error` says why.
mlir::LogicalResult buildStages(mlir::OpPassManager &pm, Stage from, Stage to,
                                const StageOptions &options, std::string &error);

/// Registers `mcf-<stage>-pipeline` for each stage: all passes from linalg to it.
void registerStagePipelines();

} // namespace mcf

#endif
