//===- MCFAttributes.cpp - parsing, printing, checking of mcf attributes --===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mcf;

#define GET_ATTRDEF_CLASSES
#include "MCFuser/Dialect/MCF/IR/MCFAttributes.cpp.inc"

void MCFDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "MCFuser/Dialect/MCF/IR/MCFAttributes.cpp.inc"
      >();
}

bool mcf::isDimName(StringRef name) {
  return !name.empty() && (llvm::isAlpha(name.front()) || name.front() == '_') &&
         llvm::all_of(name,
                      [](char c) { return llvm::isAlnum(c) || StringRef("_$.").contains(c); });
}

//===----------------------------------------------------------------------===//
// DimAttr
//===----------------------------------------------------------------------===//

DimAttr DimAttr::get(MLIRContext *context, StringRef name, int64_t size) {
  return get(context, StringAttr::get(context, name), size, size, size, {});
}

DimAttr DimAttr::getDynamic(MLIRContext *context, StringRef name) {
  return get(context, StringAttr::get(context, name), ShapedType::kDynamic, 0, largestSize, {});
}

FailureOr<DimAttr> DimAttr::parseBody(AsmParser &parser) {
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  int64_t size = ShapedType::kDynamic, minSize = 0, maxSize = 0;
  SmallVector<int64_t> likely;
  if (parser.parseKeyword(&name) || parser.parseEqual())
    return failure();
  if (succeeded(parser.parseOptionalQuestion())) {
    maxSize = largestSize;
    if (succeeded(parser.parseOptionalKeyword("in")) &&
        (parser.parseLSquare() || parser.parseInteger(minSize) || parser.parseComma() ||
         parser.parseInteger(maxSize) || parser.parseRSquare()))
      return failure();
    if (succeeded(parser.parseOptionalKeyword("likely"))) {
      auto parseSize = [&]() { return parser.parseInteger(likely.emplace_back()); };
      if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseSize))
        return failure();
    }
  } else {
    if (parser.parseInteger(size))
      return failure();
    minSize = maxSize = size;
  }
  auto attr = parser.getChecked<DimAttr>(loc, parser.getContext(),
                                         StringAttr::get(parser.getContext(), name), size, minSize,
                                         maxSize, likely);
  if (!attr)
    return failure();
  return attr;
}

void DimAttr::printBody(AsmPrinter &printer) const {
  printer << getName().getValue() << " = ";
  if (!isDynamic()) {
    printer << getSize();
    return;
  }
  printer << "?";
  if (getMinSize() != 0 || getMaxSize() != largestSize)
    printer << " in [" << getMinSize() << ", " << getMaxSize() << "]";
  if (!getLikelySizes().empty()) {
    printer << " likely [";
    llvm::interleaveComma(getLikelySizes(), printer.getStream());
    printer << "]";
  }
}

Attribute DimAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<DimAttr> attr = parseBody(parser);
  if (failed(attr) || parser.parseGreater())
    return {};
  return *attr;
}

void DimAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printBody(printer);
  printer << ">";
}

LogicalResult DimAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringAttr name,
                              int64_t size, int64_t minSize, int64_t maxSize,
                              ArrayRef<int64_t> likelySizes) {
  if (!isDimName(name.getValue()))
    return emitError() << "expected a dim name, but got '" << name.getValue() << "'";
  if (!ShapedType::isDynamic(size)) {
    if (size < 0)
      return emitError() << "expected a size of at least 0 for dim '" << name.getValue()
                         << "', but got " << size;
    if (minSize != size || maxSize != size || !likelySizes.empty())
      return emitError() << "expected no range for dim '" << name.getValue() << "' of static size "
                         << size;
    return success();
  }
  if (minSize < 0 || maxSize < minSize)
    return emitError() << "expected a range 0 <= min <= max for dim '" << name.getValue()
                       << "', but got [" << minSize << ", " << maxSize << "]";
  for (int64_t likely : likelySizes)
    if (likely < minSize || likely > maxSize)
      return emitError() << "expected likely sizes of dim '" << name.getValue() << "' in ["
                         << minSize << ", " << maxSize << "], but got " << likely;
  return success();
}

//===----------------------------------------------------------------------===//
// DimsAttr
//===----------------------------------------------------------------------===//

Attribute DimsAttr::parse(AsmParser &parser, Type) {
  SmallVector<DimAttr> dims;
  SMLoc loc = parser.getCurrentLocation();
  auto parseDim = [&]() -> ParseResult {
    FailureOr<DimAttr> dim = DimAttr::parseBody(parser);
    if (failed(dim))
      return failure();
    dims.push_back(*dim);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseDim))
    return {};
  return parser.getChecked<DimsAttr>(loc, parser.getContext(), dims);
}

void DimsAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(getDims(), printer.getStream(),
                        [&](DimAttr dim) { dim.printBody(printer); });
  printer << ">";
}

LogicalResult DimsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<DimAttr> dims) {
  llvm::SmallSet<StringRef, 8> seen;
  for (DimAttr dim : dims)
    if (!seen.insert(dim.getName().getValue()).second)
      return emitError() << "expected distinct dims, but got '" << dim.getName().getValue()
                         << "' twice";
  return success();
}

DimAttr DimsAttr::lookup(StringRef name) const {
  for (DimAttr dim : getDims())
    if (dim.getName().getValue() == name)
      return dim;
  return {};
}

bool DimsAttr::isDynamic() const {
  return llvm::any_of(getDims(), [](DimAttr dim) { return dim.isDynamic(); });
}

/// The sizes of one dim to tune for, by point.
static SmallVector<int64_t> getTuningSizes(DimAttr dim) {
  if (!dim.isDynamic())
    return {dim.getSize()};
  if (!dim.getLikelySizes().empty())
    return llvm::map_to_vector(dim.getLikelySizes(),
                               [](int64_t size) { return std::max<int64_t>(1, size); });
  int64_t smallest = std::max<int64_t>(dim.getMinSize(), 1);
  int64_t largest = std::max(smallest, std::min(dim.getMaxSize(), +DimAttr::usualSize));
  return {std::max(smallest, largest / 16), std::max(smallest, largest / 4), largest};
}

SmallVector<SmallVector<int64_t>> DimsAttr::getTuningPoints() const {
  auto lists = llvm::map_to_vector(getDims(), getTuningSizes);
  size_t numPoints = 1;
  for (ArrayRef<int64_t> list : lists)
    numPoints = std::max(numPoints, list.size());
  SmallVector<SmallVector<int64_t>> points(numPoints);
  for (auto [i, point] : llvm::enumerate(points))
    for (ArrayRef<int64_t> list : lists)
      point.push_back(list[std::min(i, list.size() - 1)]);
  return points;
}

//===----------------------------------------------------------------------===//
// TilesAttr
//===----------------------------------------------------------------------===//

Attribute TilesAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  SmallVector<int64_t> sizes;
  SMLoc loc = parser.getCurrentLocation();
  auto parseTile = [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual() ||
        parser.parseInteger(sizes.emplace_back()))
      return failure();
    names.push_back(StringAttr::get(parser.getContext(), name));
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseTile))
    return {};
  return parser.getChecked<TilesAttr>(loc, parser.getContext(), names, sizes);
}

void TilesAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(llvm::zip(getNames(), getSizes()), printer.getStream(), [&](auto tile) {
    printer << std::get<0>(tile).getValue() << " = " << std::get<1>(tile);
  });
  printer << ">";
}

LogicalResult TilesAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<StringAttr> names, ArrayRef<int64_t> sizes) {
  if (names.size() != sizes.size())
    return emitError() << "expected as many names as sizes, but got " << names.size() << " and "
                       << sizes.size();
  llvm::SmallSet<StringRef, 8> seen;
  for (auto [name, size] : llvm::zip(names, sizes)) {
    if (!isDimName(name.getValue()))
      return emitError() << "expected a dim name, but got '" << name.getValue() << "'";
    if (!seen.insert(name.getValue()).second)
      return emitError() << "expected one tile size per dim, but got '" << name.getValue()
                         << "' twice";
    if (size < 1 || size > INT32_MAX)
      return emitError() << "expected a tile size from 1 to " << INT32_MAX << " for dim '"
                         << name.getValue() << "', but got " << size;
  }
  return success();
}

std::optional<int64_t> TilesAttr::lookup(StringRef name) const {
  for (auto [tileName, size] : llvm::zip(getNames(), getSizes()))
    if (tileName.getValue() == name)
      return size;
  return std::nullopt;
}
