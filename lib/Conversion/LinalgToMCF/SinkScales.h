//===- SinkScales.h - factors of operands become factors of products -*- C++ -*-===//
// Internal to convert-linalg-to-mcf. A program may widen or scale an operand before it is
// multiplied, `sum (c a) b`. The chain reads the operand as it is and has `c sum a b`: nothing is
// written that only a contraction reads, and operands of 16 bits stay such.
#ifndef MCFUSER_LIB_CONVERSION_LINALGTOMCF_SINKSCALES_H
#define MCFUSER_LIB_CONVERSION_LINALGTOMCF_SINKSCALES_H

#include "ChainGroups.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"

namespace mcf::frontend {

/// True for a map that takes an array to a wider float type and multiplies it by finite constants,
/// and does no more. `mayWiden`: else the type stays.
bool isScale(const MatchedOp &matched, bool mayWiden);

/// The array that the map scales, if it is such a map.
mlir::Value getScaled(const MatchedOp &matched, bool mayWiden);

/// True if only contractions of the group that sum in f32 or f64 use the value, through views and
/// scales.
bool feedsSums(const ChainGroup &group, mlir::Value value, bool mayWiden);

/// Takes scales of the chain's inputs out of the contractions that read them, and leaves
/// intermediates in the narrower type that they have before a contraction reads them.
void sinkScales(ChainOp chain);

} // namespace mcf::frontend

#endif
