//===- HostArrays.cpp - a caller's arrays and dense ones ------------------===//
#include "HostArrays.h"
#include "Parameters.h"
#include <cstring>

using namespace mcf;
using namespace mcf::capi;

namespace {
/// Walks over a strided array and a dense one together.
class Copier {
public:
  Copier(const mcf_array &array, char *dense, bool toDense)
      : array(array), strides(getStrides(array)), dense(dense), toDense(toDense),
        elementBytes(static_cast<int64_t>(mcf_type_bytes(array.type))) {
    // Innermost axes that are dense move at once.
    runBytes = elementBytes;
    for (numOuter = array.rank; numOuter > 0; --numOuter) {
      size_t axis = numOuter - 1;
      if (array.sizes[axis] != 1 && strides[axis] * elementBytes != runBytes)
        break;
      runBytes *= array.sizes[axis];
    }
  }

  void run() {
    if (!llvm::is_contained(llvm::ArrayRef(array.sizes, array.rank), 0))
      copy(0, static_cast<char *>(array.data));
  }

private:
  void copy(size_t axis, char *at) {
    if (axis == numOuter) {
      toDense ? std::memcpy(dense, at, runBytes) : std::memcpy(at, dense, runBytes);
      dense += runBytes;
      return;
    }
    for (int64_t i = 0; i < array.sizes[axis]; ++i)
      copy(axis + 1, at + i * strides[axis] * elementBytes);
  }

  const mcf_array &array;
  llvm::SmallVector<int64_t> strides;
  char *dense;
  bool toDense;
  int64_t elementBytes, runBytes;
  size_t numOuter;
};
} // namespace

HostArray mcf::capi::readArray(const mcf_array &array, mlir::Type elementType) {
  HostArray result(elementType, llvm::ArrayRef(array.sizes, array.rank));
  Copier(array, static_cast<char *>(result.getData()), /*toDense=*/true).run();
  return result;
}

void mcf::capi::writeArray(const HostArray &from, const mcf_array &array) {
  auto *dense = static_cast<char *>(const_cast<void *>(from.getData()));
  Copier(array, dense, /*toDense=*/false).run();
}
