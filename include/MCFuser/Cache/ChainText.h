//===- ChainText.h - a chain as a module of its own -------------*- C++ -*-===//
#ifndef MCFUSER_CACHE_CHAINTEXT_H
#define MCFUSER_CACHE_CHAINTEXT_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mcf::cache {

/// A module with one function that is this chain and nothing else: no locations, no names of the
/// program that it is from. `keepsSchedule`: with the schedule of the chain, if it has one.
mlir::OwningOpRef<mlir::ModuleOp> isolateChain(ChainOp chain, bool keepsSchedule);

/// The function of such a module as text: the same for chains that are the same, whatever options
/// of MLIR say about printing.
std::string printIsolated(mlir::ModuleOp module);

/// The text of a module with this chain, without its schedule.
std::string printChainText(ChainOp chain);

} // namespace mcf::cache

#endif
