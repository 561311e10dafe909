//===- LinalgSizes.cpp - dims, arguments, and sizes that are not known -----===//
#include "LinalgWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mcf::fuzz;

char LinalgWriter::addDim(int64_t size, bool isOpen) {
  size_t n = sizes.size();
  char dim = char(n < 26 ? 'a' + n : 'A' + (n - 26));
  sizes[dim] = size;
  if (isOpen)
    openDims += dim;
  return dim;
}

char LinalgWriter::addAlias(char dim) {
  char alias = addDim(getSize(dim), isOpen(dim));
  aliases[alias] = dim;
  return alias;
}

std::string LinalgWriter::getFreeDims() const {
  std::string dims;
  for (char dim : openDims)
    if (!aliases.count(dim) &&
        llvm::none_of(mergedDims, [&](auto &entry) { return entry.second == dim; }))
      dims += dim;
  return dims;
}

int64_t LinalgWriter::evaluate(char dim, const std::map<char, int64_t> &chosen) const {
  if (auto alias = aliases.find(dim); alias != aliases.end())
    return evaluate(alias->second, chosen);
  for (auto &[pair, merged] : mergedDims)
    if (merged == dim)
      return evaluate(pair[0], chosen) * evaluate(pair[1], chosen);
  auto it = chosen.find(dim);
  return it != chosen.end() ? it->second : getSize(dim);
}

/// An axis whose size the program takes for that of the dim.
static bool isPlain(const Axis &axis) {
  return axis.dims.size() == 1 && axis.scale == 1 && axis.more == 0;
}

void LinalgWriter::raiseToLeast(std::map<char, int64_t> &chosen) const {
  for (const std::vector<Axis> &argument : axes)
    for (const Axis &axis : argument)
      if (isPlain(axis))
        if (auto it = chosen.find(axis.dims[0]); it != chosen.end())
          it->second = std::max(it->second, axis.least);
}

std::vector<SmallVector<int64_t>>
LinalgWriter::getShapes(const std::map<char, int64_t> &chosen) const {
  std::vector<SmallVector<int64_t>> shapes;
  for (const std::vector<Axis> &argument : axes) {
    SmallVector<int64_t> &shape = shapes.emplace_back();
    for (const Axis &axis : argument) {
      int64_t size = axis.scale;
      for (char dim : axis.dims)
        size *= evaluate(dim, chosen);
      shape.push_back(std::max(axis.least, size + axis.more));
    }
  }
  return shapes;
}

Array LinalgWriter::argument(const std::string &dims, const std::string &element) {
  std::vector<Axis> plain;
  for (char dim : dims)
    plain.push_back({std::string(1, dim)});
  return argument(plain, dims, element);
}

Array LinalgWriter::argument(ArrayRef<Axis> argumentAxes, const std::string &dims,
                             const std::string &element) {
  Array a{"%arg" + std::to_string(arguments.size()), dims, element};
  axes.push_back(argumentAxes);
  a.type = "tensor<";
  SmallVector<int64_t> shape = getShapes({}).back();
  for (auto [axis, size] : llvm::zip_equal(argumentAxes, shape))
    a.type +=
        (llvm::any_of(axis.dims, [&](char dim) { return isOpen(dim); }) ? "?"
                                                                        : std::to_string(size)) +
        "x";
  a.type += element + ">";
  arguments.push_back(a);
  // Who names other dims gets another type.
  if (llvm::all_of(argumentAxes, [&](const Axis &axis) {
        return isPlain(axis) && axis.least <= getSize(axis.dims[0]);
      }))
    a.type.clear();
  return a;
}

std::string LinalgWriter::sizeOf(char dim) {
  if (!isOpen(dim))
    return std::to_string(getSize(dim));
  if (auto it = openSizes.find(dim); it != openSizes.end())
    return it->second;
  std::string size;
  auto merged = llvm::find_if(mergedDims, [&](auto &entry) { return entry.second == dim; });
  if (auto alias = aliases.find(dim); alias != aliases.end()) {
    size = sizeOf(alias->second);
  } else if (merged != mergedDims.end()) {
    std::string factors[2];
    for (int i = 0; i < 2; ++i) {
      char part = merged->first[i];
      factors[i] = sizeOf(part);
      if (!isOpen(part)) {
        std::string constant = fresh();
        os << "  " << constant << " = arith.constant " << factors[i] << " : index\n";
        factors[i] = constant;
      }
    }
    size = fresh();
    os << "  " << size << " = arith.muli " << factors[0] << ", " << factors[1] << " : index\n";
  } else {
    // An argument that has it as an axis, or one that is there for nothing else.
    auto isThatDim = [&](const Axis &axis) {
      return axis.dims == std::string(1, dim) && axis.scale == 1 && axis.more == 0;
    };
    size_t number = 0, position = 0;
    for (; number < axes.size(); ++number)
      if (auto it = llvm::find_if(axes[number], isThatDim); it != axes[number].end()) {
        position = it - axes[number].begin();
        break;
      }
    if (number == axes.size())
      argument(std::string(1, dim), "i8");
    std::string index = fresh();
    size = fresh();
    os << "  " << index << " = arith.constant " << position << " : index\n  " << size
       << " = tensor.dim " << arguments[number].name << ", " << index << " : "
       << arguments[number].type << "\n";
  }
  return openSizes[dim] = size;
}

std::string LinalgWriter::sizesOf(StringRef dims) {
  std::vector<std::string> list;
  for (char dim : dims)
    list.push_back(sizeOf(dim));
  return "[" + llvm::join(list, ", ") + "]";
}

std::string LinalgWriter::openSizesOf(StringRef dims) {
  std::vector<std::string> list;
  for (char dim : dims)
    if (isOpen(dim))
      list.push_back(sizeOf(dim));
  return list.empty() ? std::string() : "(" + llvm::join(list, ", ") + ")";
}
