//===- ChainInputs.cpp - how the inputs of a chain are spelled -------------===//
#include "ChainGenerator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mcf::fuzz;

/// An input with these dims, in this order, by whatever ops.
Array ChainGenerator::input(const std::string &p, const std::string &dims,
                            const std::string &element) {
  if (!dims.empty() && c.chance(p + "outer", 12))
    return outerView(p, dims, element);
  switch (c.pick(p + "input", {66, 8, 6, 6, 8, 6})) {
  case 1: { // a transposed argument
    std::string order = dims;
    if (order.size() > 1)
      std::swap(order[order.size() - 1], order[c.below(p + "with", order.size() - 1)]);
    if (order == dims)
      break;
    return w.transpose(w.argument(order, element), dims);
  }
  case 2: { // an argument with two axes in one
    if (dims.size() < 2)
      break;
    size_t first = c.below(p + "merged", dims.size() - 1);
    std::string merged = w.mergeDims(dims, first);
    return w.expand(w.argument(merged, element), merged[first]);
  }
  case 3: // a part of a larger argument
    return w.slice(dims, element, std::vector<Place>(dims.size(), pickPlace(p)));
  case 4: { // an argument that lacks a dim
    if (dims.size() < 2)
      break;
    std::string less = dims;
    less.erase(c.below(p + "lacks", dims.size()), 1);
    return w.broadcast(w.argument(less, element), dims);
  }
  case 5: // an argument of another type
    if (isInteger(element))
      break;
    return castTo(p, w.argument(dims, element == "f32" ? "f16" : "f32"), element);
  }
  return w.argument(dims, element);
}

Place ChainGenerator::pickPlace(const std::string &p) {
  return {c.below(p + "offset", 3), 1 + c.pick(p + "stride", {60, 40}), c.below(p + "margin", 3)};
}

/// A view of an argument in which the elements of a row stay together and rows do not.
Array ChainGenerator::outerView(const std::string &p, const std::string &dims,
                                const std::string &element) {
  if (w.getVolume(dims) == 0) // MLIR takes no part of an axis of size 0, not even all of it
    return w.argument(dims, element);
  size_t axis = c.below(p + "axis", dims.size());
  int64_t count = 2 + c.below(p + "count", 2), position = c.below(p + "position", count);
  std::vector<Place> places(dims.size());
  switch (c.pick(p + "outer-kind", {30, 30, 15, 25})) {
  case 0: // every second or third row
    places[axis] = {c.below(p + "offset", 3), count, c.below(p + "margin", 3)};
    return w.slice(dims, element, places);
  case 1: // queries, keys and values in one, along an axis of its own
    return w.unpack(dims, element, axis, count, position, /*merged=*/false);
  case 2: // the same, side by side
    return w.unpack(dims, element, axis, count, position, /*merged=*/!w.isOpen(dims[axis]));
  default: // one row again and again
    places[axis] = {c.below(p + "offset", 3), 0, c.below(p + "margin", 3)};
    return w.slice(dims, element, places);
  }
}

/// Where a contraction starts.
Array ChainGenerator::startValue(const std::string &p, const std::string &dims,
                                 const std::string &element) {
  switch (c.pick(p + "value", {76, 8, 8, 8})) {
  case 1:
    return w.filled(isInteger(element) ? 3 : 0.5, dims, element);
  case 2:
    return w.argument(dims, element);
  case 3: { // a bias, repeated
    if (dims.size() < 2)
      break;
    std::string bias(1, dims[c.below(p + "bias", dims.size())]);
    return w.broadcast(w.argument(bias, element), dims);
  }
  }
  return w.filled(0, dims, element);
}
