//===- MCFGAttributes.cpp - parsing, printing, checking of mcfg attributes ===//
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mcf::mcfg;

#include "MCFuser/Dialect/MCFG/IR/MCFGEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "MCFuser/Dialect/MCFG/IR/MCFGAttributes.cpp.inc"

void MCFGDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "MCFuser/Dialect/MCFG/IR/MCFGAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// SwizzleAttr
//===----------------------------------------------------------------------===//

LogicalResult SwizzleAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t rows,
                                  int64_t chunk) {
  if (rows <= 0 || rows % 8 != 0)
    return emitError() << "expected a multiple of 8 rows, but got " << rows;
  if (chunk <= 0)
    return emitError() << "expected chunks of at least one element, but got " << chunk;
  return success();
}

AffineMap SwizzleAttr::getAffineMap() const {
  MLIRContext *context = getContext();
  AffineExpr row = getAffineDimExpr(0, context), column = getAffineDimExpr(1, context);
  AffineExpr place = column.floorDiv(getPanelColumns()) * getPanelElements() +
                     row * getPanelColumns() + column % getChunk();
  // Exclusive or, bit by bit: the sum modulo 2.
  for (int64_t bit = 1; bit < kChunks; bit *= 2)
    place =
        place + (column.floorDiv(getChunk() * bit) + row.floorDiv(bit)) % 2 * (getChunk() * bit);
  return AffineMap::get(2, 0, place);
}

//===----------------------------------------------------------------------===//
// LayoutAttr
//===----------------------------------------------------------------------===//

LayoutAttr LayoutAttr::getFor(MLIRContext *context, const FragmentLayout &layout) {
  SmallVector<int64_t> lanes, warps, registers;
  for (const LayoutDigit &digit : layout.getLanes())
    lanes.append({digit.dim, digit.stride});
  for (const LayoutDigit &digit : layout.getWarps())
    warps.append({digit.dim, digit.stride});
  for (const LayoutDigit &digit : layout.getRegisters())
    registers.append({digit.dim, digit.stride, digit.count});
  return LayoutAttr::get(context, layout.getShape(), lanes, warps, registers);
}

static FragmentLayout makeLayout(ArrayRef<int64_t> shape, ArrayRef<int64_t> lanes,
                                 ArrayRef<int64_t> warps, ArrayRef<int64_t> registers) {
  auto digits = [](ArrayRef<int64_t> flat, unsigned width) {
    SmallVector<LayoutDigit> result;
    for (size_t i = 0; i + width <= flat.size(); i += width)
      result.push_back({static_cast<unsigned>(flat[i]), flat[i + 1], width == 3 ? flat[i + 2] : 2});
    return result;
  };
  return FragmentLayout(shape, digits(lanes, 2), digits(warps, 2), digits(registers, 3));
}

FragmentLayout LayoutAttr::getLayout() const {
  return makeLayout(getShape(), getLanes(), getWarps(), getRegisters());
}

LogicalResult LayoutAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 ArrayRef<int64_t> shape, ArrayRef<int64_t> lanes,
                                 ArrayRef<int64_t> warps, ArrayRef<int64_t> registers) {
  for (ArrayRef<int64_t> flat : {shape, lanes, warps, registers})
    for (int64_t value : flat)
      if (value < 0)
        return emitError() << "expected numbers from 0 on, but got " << value;
  if (warps.size() > 10)
    return emitError() << "expected at most 5 warp digits, but got " << warps.size() / 2;
  bool ok = makeLayout(shape, lanes, warps, registers).verify([&](const Twine &message) {
    emitError() << message;
  });
  return success(ok);
}

void LayoutAttr::print(AsmPrinter &printer) const {
  auto list = [&](StringRef name, ArrayRef<int64_t> flat, unsigned width) {
    printer << ", " << name << " = [";
    for (size_t i = 0; i < flat.size(); i += width) {
      if (i != 0)
        printer << ", ";
      if (flat[i + 1] == 0) {
        printer << "_";
        continue;
      }
      printer << flat[i] << ":" << flat[i + 1];
      if (width == 3)
        printer << "*" << flat[i + 2];
    }
    printer << "]";
  };
  printer << "<[";
  llvm::interleaveComma(getShape(), printer.getStream());
  printer << "]";
  list("lanes", getLanes(), 2);
  list("warps", getWarps(), 2);
  list("registers", getRegisters(), 3);
  printer << ">";
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> shape, lanes, warps, registers;
  auto list = [&](StringRef name, SmallVectorImpl<int64_t> &flat, unsigned width) -> ParseResult {
    if (parser.parseComma() || parser.parseKeyword(name) || parser.parseEqual())
      return failure();
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
      if (width == 2 && succeeded(parser.parseOptionalKeyword("_"))) {
        flat.append({0, 0});
        return success();
      }
      int64_t dim = 0, stride = 0, count = 0;
      if (parser.parseInteger(dim) || parser.parseColon() || parser.parseInteger(stride))
        return failure();
      flat.append({dim, stride});
      if (width == 3) {
        if (parser.parseStar() || parser.parseInteger(count))
          return failure();
        flat.push_back(count);
      }
      return success();
    });
  };
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&]() { return parser.parseInteger(shape.emplace_back()); }) ||
      list("lanes", lanes, 2) || list("warps", warps, 2) || list("registers", registers, 3) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<LayoutAttr>(loc, parser.getContext(), shape, lanes, warps, registers);
}
