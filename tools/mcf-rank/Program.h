//===- Program.h - a program with one chain ---------------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_RANK_PROGRAM_H
#define MCFUSER_TOOLS_MCF_RANK_PROGRAM_H

#include "MCFuser/Analysis/TilingExpression.h"
#include "MCFuser/Hardware/DeviceSpec.h"
#include "MCFuser/Search/ChainShape.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mcf::rank {

/// A program and its one chain.
struct Program {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  ChainOp chain;
  search::ChainShape shape;
  std::vector<std::string> dimNames;

  /// Reads text in linalg or with an `mcf.chain`. Diagnoses what cannot be read and anything but
  /// one chain.
  static mlir::FailureOr<Program> parse(llvm::StringRef text, llvm::StringRef name,
                                        const hw::DeviceSpec &device, mlir::MLIRContext &context);

  /// `m=512,n=256,k=64,h=64`: what candidates of the chain are over.
  std::string getSignature() const;
  /// Reads a candidate and fills in what it leaves out. On failure `error` says why.
  mlir::FailureOr<analysis::TilingExpression> parseCandidate(llvm::StringRef text,
                                                             std::string &error) const;
};

/// What a sample is drawn from and how.
struct SampleOptions {
  uint64_t count = 120, seed = 1;
};

/// Random candidates of the space that a search has: no two of them with the same schedule.
mlir::FailureOr<std::vector<analysis::TilingExpression>>
sample(const Program &program, const hw::DeviceSpec &device, const SampleOptions &options);

/// What a search by this model picks of the whole space.
mlir::FailureOr<analysis::TilingExpression>
getModelChoice(const Program &program, const hw::DeviceSpec &device, llvm::StringRef model);

/// The candidate that the compiler takes without a search.
mlir::FailureOr<analysis::TilingExpression> getDefaultCandidate(const Program &program);

} // namespace mcf::rank

#endif
