//===- KernelMapping.h - the mapping of a kernel ----------------*- C++ -*-===//
#ifndef MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_KERNELMAPPING_H
#define MCFUSER_LIB_DIALECT_MCFG_TRANSFORMS_KERNELMAPPING_H

#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"

namespace mcf::mcfg {

/// What the schedule of a kernel says about warps and stages; empty if it says nothing.
inline Mapping getMapping(mlir::Operation *kernel) {
  auto attr = kernel->getAttrOfType<MappingAttr>(MCFDialect::getMappingAttrName());
  return attr ? attr.getMapping() : Mapping();
}

} // namespace mcf::mcfg

#endif
