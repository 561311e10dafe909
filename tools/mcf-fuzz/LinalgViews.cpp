//===- LinalgViews.cpp - the same elements in other places -----------------===//
#include "LinalgWriter.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mcf::fuzz;

/// `[[0], [1, 2], [3]]`: axes of the larger rank, with `first` and the one after it together.
static std::string groupsOf(size_t rank, size_t first) {
  std::string text = "[";
  for (size_t i = 0; i < rank; ++i) {
    text += (i ? ", [" : "[") + std::to_string(i);
    if (i == first)
      text += ", " + std::to_string(++i);
    text += "]";
  }
  return text + "]";
}

std::string LinalgWriter::mergeDims(std::string dims, size_t first) {
  std::string pair = dims.substr(first, 2);
  if (!mergedDims.count(pair)) {
    char merged = addDim(getVolume(pair), isOpen(pair[0]) || isOpen(pair[1]));
    mergedDims[pair] = merged;
  }
  return dims.replace(first, 2, std::string(1, mergedDims[pair]));
}

Array LinalgWriter::collapse(const Array &x, size_t first) {
  Array result{fresh(), mergeDims(x.dims, first), x.element, x.size};
  os << "  " << result.name << " = tensor.collapse_shape " << x.name << " "
     << groupsOf(x.dims.size(), first) << " : " << getType(x) << " into " << getType(result)
     << "\n";
  return result;
}

Array LinalgWriter::expand(const Array &x, char merged) {
  auto it = llvm::find_if(mergedDims, [&](auto &entry) { return entry.second == merged; });
  size_t first = x.dims.find(merged);
  std::string dims = x.dims;
  dims.replace(first, 1, it->first);
  std::string shape = sizesOf(dims);
  Array result{fresh(), dims, x.element, x.size};
  os << "  " << result.name << " = tensor.expand_shape " << x.name << " "
     << groupsOf(dims.size(), first) << " output_shape " << shape << " : " << getType(x) << " into "
     << getType(result) << "\n";
  return result;
}

Array LinalgWriter::largerArgument(const std::string &dims, const std::string &element,
                                   ArrayRef<Place> places, std::string &where) {
  std::vector<Axis> axes;
  for (auto [dim, place] : llvm::zip_equal(dims, places))
    axes.push_back({std::string(1, dim), place.stride,
                    place.offset - place.stride + 1 + place.margin, place.offset + 1});
  Array larger = argument(axes, dims, element);
  auto list = [&](int64_t Place::*member) {
    std::string text;
    for (const Place &place : places)
      text += (text.empty() ? "" : ", ") + std::to_string(place.*member);
    return "[" + text + "]";
  };
  where = list(&Place::offset) + " " + sizesOf(dims) + " " + list(&Place::stride);
  return larger;
}

Array LinalgWriter::slice(const std::string &dims, const std::string &element,
                          ArrayRef<Place> places) {
  std::string where;
  Array larger = largerArgument(dims, element, places, where);
  Array result{fresh(), dims, element};
  os << "  " << result.name << " = tensor.extract_slice " << larger.name << where << " : "
     << getType(larger) << " to " << getType(result) << "\n";
  return result;
}

Array LinalgWriter::unpack(const std::string &dims, const std::string &element, size_t axis,
                           int64_t count, int64_t position, bool merged) {
  std::vector<Axis> axes;
  std::string offsets, shape, strides;
  auto append = [](std::string &list, const std::string &text) {
    list += (list.empty() ? "" : ", ") + text;
  };
  for (size_t i = 0; i < dims.size(); ++i) {
    std::string offset = "0";
    if (i == axis && merged) {
      axes.push_back({dims.substr(i, 1), count, 0});
      offset = std::to_string(position * getSize(dims[i]));
    } else {
      if (i == axis) {
        axes.push_back({"", count, 0});
        append(offsets, std::to_string(position));
        append(shape, "1");
        append(strides, "1");
      }
      axes.push_back({dims.substr(i, 1), 1, 0});
    }
    append(offsets, offset);
    append(shape, sizeOf(dims[i]));
    append(strides, "1");
  }
  Array packed = argument(axes, dims, element), result{fresh(), dims, element};
  os << "  " << result.name << " = tensor.extract_slice " << packed.name << "[" << offsets << "] ["
     << shape << "] [" << strides << "] : " << getType(packed) << " to " << getType(result) << "\n";
  return result;
}

Array LinalgWriter::insertSlice(const Array &x, const Place &place) {
  std::string where;
  Array larger = largerArgument(x.dims, x.element, std::vector<Place>(x.dims.size(), place), where);
  Array result = larger;
  result.name = fresh();
  os << "  " << result.name << " = tensor.insert_slice " << x.name << " into " << larger.name
     << where << " : " << getType(x) << " into " << getType(larger) << "\n";
  return result;
}
