//===- HostArrays.h - a caller's arrays and dense ones ----------*- C++ -*-===//
#ifndef MCFUSER_LIB_CAPI_HOSTARRAYS_H
#define MCFUSER_LIB_CAPI_HOSTARRAYS_H

#include "MCFuser-c/MCFuser.h"
#include "MCFuser/Target/CPU/HostArray.h"

namespace mcf::capi {

/// A dense array of the same elements.
HostArray readArray(const mcf_array &array, mlir::Type elementType);
/// Writes the elements of a dense array of the same sizes to the caller's.
void writeArray(const HostArray &from, const mcf_array &array);

} // namespace mcf::capi

#endif
