//===- LaunchPlanAttr.cpp - how a kernel is launched, as an attribute -----===//
#include "KernelParameters.h"
#include "MCFuser/Dialect/MCFG/IR/MCFGDialect.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mcf::mcfg;

/// Attributes whose body also stands alone, without `#mcfg.name<>` around it.
template <typename Attr> static Attribute parseInAngles(AsmParser &parser) {
  if (parser.parseLess())
    return {};
  FailureOr<Attr> attr = Attr::parseBody(parser);
  if (failed(attr) || parser.parseGreater())
    return {};
  return *attr;
}

template <typename Attr> static void printInAngles(AsmPrinter &printer, Attr attr) {
  printer << "<";
  attr.printBody(printer);
  printer << ">";
}

static ParseResult parseSymbol(AsmParser &parser, StringAttr &symbol) {
  std::string name;
  if (parser.parseKeywordOrString(&name))
    return failure();
  symbol = parser.getBuilder().getStringAttr(name);
  return success();
}

/// The attribute, or null and an error at `loc` where its verifier refuses it.
template <typename Attr, typename... Args>
static Attr getCheckedAt(AsmParser &parser, SMLoc loc, Args... args) {
  // An exact match: what is inherited needs the storage class, which another file defines.
  auto emit = [&] { return parser.emitError(loc); };
  return Attr::getChecked(function_ref<InFlightDiagnostic()>(emit), parser.getContext(), args...);
}

/// `[...]` of attributes.
template <typename Attr>
static ParseResult parseBodies(AsmParser &parser, SmallVectorImpl<Attr> &attrs) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
    FailureOr<Attr> attr = Attr::parseBody(parser);
    if (failed(attr))
      return failure();
    attrs.push_back(*attr);
    return success();
  });
}

template <typename Attr> static void printBodies(AsmPrinter &printer, ArrayRef<Attr> attrs) {
  printer << "[";
  llvm::interleaveComma(attrs, printer.getStream(), [&](Attr attr) { attr.printBody(printer); });
  printer << "]";
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
  SmallVector<int64_t> shape, strides;
  SmallVector<StringAttr> symbols;
  Type elementType;
  if (parser.parseDimensionList(shape, /*allowDynamic=*/true) || parser.parseType(elementType))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("sizes")) &&
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     [&]() { return parseSymbol(parser, symbols.emplace_back()); }))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("strides")) &&
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&]() -> ParseResult {
        if (succeeded(parser.parseOptionalQuestion())) {
          strides.push_back(ShapedType::kDynamic);
          return success();
        }
        return parser.parseInteger(strides.emplace_back());
      }))
    return failure();
  auto attr = getCheckedAt<KernelOperandAttr>(parser, loc, *access, ArrayRef(shape), elementType,
                                              ArrayRef(symbols), ArrayRef(strides));
  if (!attr)
    return failure();
  return attr;
}

void KernelOperandAttr::printBody(AsmPrinter &printer) const {
  auto print = [&](int64_t number) {
    if (ShapedType::isDynamic(number))
      printer << "?";
    else
      printer << number;
  };
  printer << stringifyAccess(getAccess()) << " ";
  for (int64_t size : getShape()) {
    print(size);
    printer << "x";
  }
  printer << getElementType();
  if (!getSymbols().empty()) {
    printer << " sizes [";
    llvm::interleaveComma(getSymbols(), printer.getStream(), [&](StringAttr symbol) {
      printer.printKeywordOrString(symbol.getValue());
    });
    printer << "]";
  }
  if (!getStrides().empty()) {
    printer << " strides [";
    llvm::interleaveComma(getStrides(), printer.getStream(), print);
    printer << "]";
  }
}

Attribute KernelOperandAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<KernelOperandAttr>(parser);
}

void KernelOperandAttr::print(AsmPrinter &printer) const { printInAngles(printer, *this); }

LogicalResult KernelOperandAttr::verify(function_ref<InFlightDiagnostic()> emitError, Access access,
                                        ArrayRef<int64_t> shape, Type elementType,
                                        ArrayRef<StringAttr> symbols, ArrayRef<int64_t> strides) {
  if (!elementType.isIntOrIndexOrFloat())
    return emitError() << "expected a number type as element type, but got " << elementType;
  if (access == Access::Value && !shape.empty())
    return emitError() << "expected no shape for an operand passed by value, but got "
                       << shape.size() << " dims";
  for (int64_t size : shape)
    if (!ShapedType::isDynamic(size) && size < 1)
      return emitError() << "expected sizes of at least 1, but got " << size;
  size_t dynamic = llvm::count_if(shape, ShapedType::isDynamic);
  if (symbols.size() != dynamic)
    return emitError() << "expected a symbol for each of " << dynamic
                       << " sizes given at launch, but got " << symbols.size();
  if (strides.empty())
    return success();
  if (strides.size() != shape.size())
    return emitError() << "expected a stride for each of " << shape.size() << " dims, but got "
                       << strides.size();
  for (auto [size, stride] : llvm::zip(shape, strides)) {
    if (ShapedType::isDynamic(stride))
      continue;
    if (stride < 0)
      return emitError() << "expected strides of at least 0, but got " << stride;
    if (access == Access::Write && stride == 0 && size != 1)
      return emitError()
             << "expected strides of at least 1 for an array that is written, but got 0";
  }
  return success();
}

StringAttr KernelOperandAttr::getSymbol(unsigned dim) const {
  if (!ShapedType::isDynamic(getShape()[dim]))
    return {};
  return getSymbols()[llvm::count_if(getShape().take_front(dim), ShapedType::isDynamic)];
}

//===----------------------------------------------------------------------===//
// KernelParameterAttr
//===----------------------------------------------------------------------===//

FailureOr<KernelParameterAttr> KernelParameterAttr::parseBody(AsmParser &parser) {
  StringRef keyword;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<ParameterKind> kind = symbolizeParameterKind(keyword);
  if (!kind)
    return parser.emitError(loc, "expected pointer, value, size, stride or tensor_map, but got '")
           << keyword << "'";
  unsigned operand = 0, dim = 0;
  StringAttr symbol;
  if (*kind == ParameterKind::Size ? parseSymbol(parser, symbol) : parser.parseInteger(operand))
    return failure();
  if (*kind == ParameterKind::Stride && (parser.parseColon() || parser.parseInteger(dim)))
    return failure();
  SmallVector<int64_t> box;
  if (*kind == ParameterKind::TensorMap &&
      (parser.parseKeyword("box") ||
       parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                      [&] { return parser.parseInteger(box.emplace_back()); })))
    return failure();
  return get(parser.getContext(), *kind, operand, dim, symbol, box);
}

void KernelParameterAttr::printBody(AsmPrinter &printer) const {
  printer << stringifyParameterKind(getKind()) << " ";
  if (getKind() == ParameterKind::Size)
    printer.printKeywordOrString(getSymbol().getValue());
  else
    printer << getOperand();
  if (getKind() == ParameterKind::Stride)
    printer << ":" << getDim();
  if (getKind() == ParameterKind::TensorMap) {
    printer << " box [";
    llvm::interleaveComma(getBox(), printer.getStream());
    printer << "]";
  }
}

Attribute KernelParameterAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<KernelParameterAttr>(parser);
}

void KernelParameterAttr::print(AsmPrinter &printer) const { printInAngles(printer, *this); }

//===----------------------------------------------------------------------===//
// TripCountAttr
//===----------------------------------------------------------------------===//

FailureOr<TripCountAttr> TripCountAttr::parseBody(AsmParser &parser) {
  StringAttr symbol;
  int64_t tileSize = 0;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword("ceil_div") || parser.parseLParen() || parseSymbol(parser, symbol) ||
      parser.parseComma() || parser.parseInteger(tileSize) || parser.parseRParen())
    return failure();
  auto attr = getCheckedAt<TripCountAttr>(parser, loc, symbol, tileSize);
  if (!attr)
    return failure();
  return attr;
}

void TripCountAttr::printBody(AsmPrinter &printer) const {
  printer << "ceil_div(";
  printer.printKeywordOrString(getSymbol().getValue());
  printer << ", " << getTileSize() << ")";
}

Attribute TripCountAttr::parse(AsmParser &parser, Type) {
  return parseInAngles<TripCountAttr>(parser);
}

void TripCountAttr::print(AsmPrinter &printer) const { printInAngles(printer, *this); }

LogicalResult TripCountAttr::verify(function_ref<InFlightDiagnostic()> emitError, StringAttr symbol,
                                    int64_t tileSize) {
  if (tileSize < 1)
    return emitError() << "expected a tile size of at least 1, but got " << tileSize;
  return success();
}

//===----------------------------------------------------------------------===//
// LaunchPlanAttr
//===----------------------------------------------------------------------===//

/// `2 * ceil_div(m, 64)`: numbers and trip counts in any order.
static ParseResult parseGrid(AsmParser &parser, int64_t &grid,
                             SmallVectorImpl<TripCountAttr> &tripCounts) {
  grid = 1;
  do {
    int64_t number = 0;
    SMLoc loc = parser.getCurrentLocation();
    OptionalParseResult isNumber = parser.parseOptionalInteger(number);
    if (isNumber.has_value()) {
      if (failed(*isNumber))
        return failure();
      if (llvm::MulOverflow(grid, number, grid))
        return parser.emitError(loc, "expected a grid that fits 64 bits");
      continue;
    }
    FailureOr<TripCountAttr> count = TripCountAttr::parseBody(parser);
    if (failed(count))
      return failure();
    tripCounts.push_back(*count);
  } while (succeeded(parser.parseOptionalStar()));
  return success();
}

Attribute LaunchPlanAttr::parse(AsmParser &parser, Type) {
  int64_t grid, block, workgroupBytes;
  SmallVector<TripCountAttr> tripCounts;
  SmallVector<KernelOperandAttr> operands;
  SmallVector<KernelParameterAttr> parameters;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseKeyword("grid") || parser.parseEqual() ||
      parseGrid(parser, grid, tripCounts) || parser.parseComma() || parser.parseKeyword("block") ||
      parser.parseEqual() || parser.parseInteger(block) || parser.parseComma() ||
      parser.parseKeyword("workgroup_bytes") || parser.parseEqual() ||
      parser.parseInteger(workgroupBytes) || parser.parseComma() ||
      parser.parseKeyword("operands") || parser.parseEqual() || parseBodies(parser, operands))
    return {};
  bool programmatic = false;
  while (!programmatic && succeeded(parser.parseOptionalComma())) {
    if (succeeded(parser.parseOptionalKeyword("programmatic")))
      programmatic = true;
    else if (!parameters.empty() || parser.parseKeyword("parameters") || parser.parseEqual() ||
             parseBodies(parser, parameters))
      return {};
  }
  if (parser.parseGreater())
    return {};
  return getCheckedAt<LaunchPlanAttr>(parser, loc, grid, ArrayRef(tripCounts), block,
                                      workgroupBytes, ArrayRef(operands), ArrayRef(parameters),
                                      programmatic);
}

void LaunchPlanAttr::print(AsmPrinter &printer) const {
  printer << "<grid = ";
  if (getGrid() != 1 || getTripCounts().empty())
    printer << getGrid() << (getTripCounts().empty() ? "" : " * ");
  llvm::interleave(
      getTripCounts(), printer.getStream(), [&](TripCountAttr count) { count.printBody(printer); },
      " * ");
  printer << ", block = " << getBlock() << ", workgroup_bytes = " << getWorkgroupBytes()
          << ", operands = ";
  printBodies(printer, getOperands());
  if (!getParameters().empty()) {
    printer << ", parameters = ";
    printBodies(printer, getParameters());
  }
  printer << (getProgrammatic() ? ", programmatic>" : ">");
}

LogicalResult LaunchPlanAttr::verify(function_ref<InFlightDiagnostic()> emitError, int64_t grid,
                                     ArrayRef<TripCountAttr> tripCounts, int64_t block,
                                     int64_t workgroupBytes, ArrayRef<KernelOperandAttr> operands,
                                     ArrayRef<KernelParameterAttr> parameters, bool) {
  if (grid < 1 || grid > getMaxGrid())
    return emitError() << "expected a grid of 1 to " << getMaxGrid() << " blocks, but got " << grid;
  if (block < 0 || block > 1024)
    return emitError() << "expected a block of at most 1024 threads, but got " << block;
  if (workgroupBytes < 0)
    return emitError() << "expected workgroup memory of at least 0 bytes, but got "
                       << workgroupBytes;
  for (TripCountAttr count : tripCounts)
    if (llvm::none_of(operands, [&](KernelOperandAttr operand) {
          return llvm::is_contained(operand.getSymbols(), count.getSymbol());
        }))
      return emitError() << "expected a size of an operand in the grid, but got "
                         << count.getSymbol();
  return verifyParameters(emitError, operands, parameters);
}

LaunchPlanAttr LaunchPlanAttr::withBlock(int64_t threads, int64_t workgroupBytes) const {
  return get(getContext(), getGrid(), getTripCounts(), threads, workgroupBytes, getOperands(),
             getParameters(), getProgrammatic());
}

LaunchPlanAttr LaunchPlanAttr::withProgrammaticLaunch() const {
  return get(getContext(), getGrid(), getTripCounts(), getBlock(), getWorkgroupBytes(),
             getOperands(), getParameters(), /*programmatic=*/true);
}
