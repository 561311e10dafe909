//===- TuningSizes.cpp - which sizes to tune for --------------------------===//
#include "MCFuser/Search/TuningSizes.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::search;

llvm::Expected<TuningSizes> TuningSizes::parse(StringRef text) {
  auto fail = [&] {
    return llvm::createStringError(
        "expected sizes to tune for such as m=512:1024,n=1..4096, but got '" + text + "'");
  };
  // Whoever asks for a tile of 2^40 elements means something else.
  auto read = [](StringRef number, int64_t &size) {
    return !number.getAsInteger(10, size) && size >= 0 && size <= DimAttr::largestSize;
  };
  TuningSizes sizes;
  SmallVector<StringRef> parts;
  text.split(parts, ',');
  for (StringRef part : parts) {
    auto [name, value] = part.split('=');
    Entry entry;
    entry.dim = name.str();
    if (value.contains("..")) {
      auto [low, high] = value.split("..");
      if (!read(low, entry.minSize) || !read(high, entry.maxSize) || entry.maxSize < entry.minSize)
        return fail();
    } else {
      SmallVector<StringRef> numbers;
      value.split(numbers, ':');
      for (StringRef number : numbers)
        if (!read(number, entry.likelySizes.emplace_back()))
          return fail();
    }
    if (!isDimName(name))
      return fail();
    if (llvm::any_of(sizes.entries, [&](const Entry &other) { return other.dim == entry.dim; }))
      return llvm::createStringError("expected sizes to tune for once, but got '" + name +
                                     "' twice");
    sizes.entries.push_back(std::move(entry));
  }
  return sizes;
}

LogicalResult mcf::search::setTuningSizes(ArrayRef<ChainOp> chains, const TuningSizes &sizes,
                                          Location loc) {
  for (const TuningSizes::Entry &entry : sizes.entries) {
    bool found = false;
    for (ChainOp chain : chains) {
      SmallVector<DimAttr> dims(chain.getDims().getDims());
      for (DimAttr &dim : dims) {
        if (dim.getName().getValue() != entry.dim || !dim.isDynamic())
          continue;
        found = true;
        dim = DimAttr::get(chain.getContext(), dim.getName(), dim.getSize(), entry.minSize,
                           entry.maxSize, entry.likelySizes);
      }
      chain.setDimsAttr(DimsAttr::get(chain.getContext(), dims));
    }
    if (!found)
      return emitError(loc)
             << "expected sizes to tune for of dims of unknown size, but got some of '" << entry.dim
             << "'";
  }
  return success();
}
