//===- ChainInputs.cpp - how the inputs of a chain are spelled -------------===//
#include "ChainGenerator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mcf::fuzz;

/// An input with these dims, in this order, by whatever ops.
Array ChainGenerator::input(const std::string &p, const std::string &dims,
                            const std::string &element) {
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
    return w.slice(dims, element, c.below(p + "offset", 3), 1 + c.pick(p + "stride", {60, 40}),
                   c.below(p + "margin", 3));
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
