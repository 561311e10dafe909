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
// KernelOperandAttr
//===----------------------------------------------------------------------===//

FailureOr<KernelOperandAttr> KernelOperandAttr::parseBody(AsmParser &parser) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Access> access = symbolizeAccess(keyword);
  if (!access)
    return parser.emitError(loc, "expected read, write or value, but got '") << keyword << "'";
  SmallVector<int64_t> shape;
  Type elementType;
  if (parser.parseDimensionList(shape, /*allowDynamic=*/false) || parser.parseType(elementType))
    return failure();
  auto attr =
      parser.getChecked<KernelOperandAttr>(loc, parser.getContext(), *access, shape, elementType);
  if (!attr)
    return failure();
  return attr;
}

void KernelOperandAttr::printBody(AsmPrinter &printer) const {
  printer << stringifyAccess(getAccess()) << " ";
  for (int64_t size : getShape())
    printer << size << "x";
  printer << getElementType();
}

Attribute KernelOperandAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<KernelOperandAttr> attr = parseBody(parser);
  if (failed(attr) || parser.parseGreater())
    return {};
  return *attr;
}

void KernelOperandAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printBody(printer);
  printer << ">";
}

LogicalResult KernelOperandAttr::verify(function_ref<InFlightDiagnostic()> emitError, Access access,
                                        ArrayRef<int64_t> shape, Type elementType) {
  if (!elementType.isIntOrIndexOrFloat())
    return emitError() << "expected a number type as element type, but got " << elementType;
  if (access == Access::Value && !shape.empty())
    return emitError() << "expected no shape for an operand passed by value, but got "
                       << shape.size() << " dims";
  for (int64_t size : shape)
    if (size < 1)
      return emitError() << "expected sizes of at least 1, but got " << size;
  return success();
}

//===----------------------------------------------------------------------===//
// LaunchPlanAttr
//===----------------------------------------------------------------------===//

Attribute LaunchPlanAttr::parse(AsmParser &parser, Type) {
  int64_t grid, block, workgroupBytes;
  SmallVector<KernelOperandAttr> operands;
  SMLoc loc = parser.getCurrentLocation();
  auto parseOperand = [&]() -> ParseResult {
    FailureOr<KernelOperandAttr> operand = KernelOperandAttr::parseBody(parser);
    if (failed(operand))
      return failure();
    operands.push_back(*operand);
    return success();
  };
  if (parser.parseLess() || parser.parseKeyword("grid") || parser.parseEqual() ||
      parser.parseInteger(grid) || parser.parseComma() || parser.parseKeyword("block") ||
      parser.parseEqual() || parser.parseInteger(block) || parser.parseComma() ||
      parser.parseKeyword("workgroup_bytes") || parser.parseEqual() ||
      parser.parseInteger(workgroupBytes) || parser.parseComma() ||
      parser.parseKeyword("operands") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseOperand) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<LaunchPlanAttr>(loc, parser.getContext(), grid, block, workgroupBytes,
                                           operands);
}

void LaunchPlanAttr::print(AsmPrinter &printer) const {
  printer << "<grid = " << getGrid() << ", block = " << getBlock()
          << ", workgroup_bytes = " << getWorkgroupBytes() << ", operands = [";
  llvm::interleaveComma(getOperands(), printer.getStream(),
                        [&](KernelOperandAttr operand) { operand.printBody(printer); });
  printer << "]>";
}

LogicalResult LaunchPlanAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t grid,
                                     int64_t block, int64_t workgroupBytes,
                                     ArrayRef<KernelOperandAttr> operands) {
  if (grid < 1 || grid > getMaxGrid())
    return emitError() << "expected a grid of 1 to " << getMaxGrid() << " blocks, but got " << grid;
  if (block < 0 || block > 1024)
    return emitError() << "expected a block of at most 1024 threads, but got " << block;
  if (workgroupBytes < 0)
    return emitError() << "expected workgroup memory of at least 0 bytes, but got "
                       << workgroupBytes;
  return success();
}

LaunchPlanAttr LaunchPlanAttr::withBlock(int64_t threads, int64_t workgroupBytes) const {
  return get(getContext(), getGrid(), threads, workgroupBytes, getOperands());
}
