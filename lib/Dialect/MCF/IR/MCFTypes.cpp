//===- MCFTypes.cpp - parsing, printing and checking of mcf types ---------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mcf;

#define GET_TYPEDEF_CLASSES
#include "MCFuser/Dialect/MCF/IR/MCFTypes.cpp.inc"

void MCFDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "MCFuser/Dialect/MCF/IR/MCFTypes.cpp.inc"
      >();
}

NamedType NamedType::get(MLIRContext *context, ArrayRef<StringRef> dims, Type elementType) {
  SmallVector<StringAttr> names;
  for (StringRef dim : dims)
    names.push_back(StringAttr::get(context, dim));
  return get(context, names, elementType);
}

Type NamedType::parse(AsmParser &parser) {
  SmallVector<StringAttr> dims;
  Type elementType;
  SMLoc loc = parser.getCurrentLocation();
  auto parseDim = [&]() -> ParseResult {
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    dims.push_back(StringAttr::get(parser.getContext(), name));
    return success();
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim) ||
      parser.parseComma() || parser.parseType(elementType) || parser.parseGreater())
    return {};
  return parser.getChecked<NamedType>(loc, parser.getContext(), dims, elementType);
}

void NamedType::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getDims(), printer.getStream(),
                        [&](StringAttr dim) { printer << dim.getValue(); });
  printer << "], " << getElementType() << ">";
}

LogicalResult NamedType::verify(function_ref<InFlightDiagnostic()> emitError,
                                ArrayRef<StringAttr> dims, Type elementType) {
  if (!elementType.isSignlessIntOrFloat())
    return emitError() << "expected a signless integer or float element type, but got "
                       << elementType;
  llvm::SmallSet<StringRef, 8> seen;
  for (StringAttr dim : dims) {
    if (!isDimName(dim.getValue()))
      return emitError() << "expected a dim name, but got '" << dim.getValue() << "'";
    if (!seen.insert(dim.getValue()).second)
      return emitError() << "expected distinct dims, but got '" << dim.getValue() << "' twice";
  }
  return success();
}
