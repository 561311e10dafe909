//===- Mapping.cpp - how a block runs its tiles ---------------------------===//
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;

std::optional<int64_t> *Mapping::lookup(StringRef name) {
  if (name == "warps")
    return &warps;
  if (name == "stages")
    return &stages;
  if (name == "overlap")
    return &overlap;
  return name == "producers" ? &producers : nullptr;
}

std::string Mapping::check() const {
  if (warps && (*warps < 1 || *warps > maxWarps || !llvm::isPowerOf2_64(*warps)))
    return "expected warps to be a power of two from 1 to " + std::to_string(maxWarps) +
           ", but got " + std::to_string(*warps);
  if (stages && (*stages < 1 || *stages > maxStages))
    return "expected stages from 1 to " + std::to_string(maxStages) + ", but got " +
           std::to_string(*stages);
  if (overlap && (*overlap < 0 || *overlap > maxOverlap))
    return "expected an overlap from 0 to " + std::to_string(maxOverlap) + ", but got " +
           std::to_string(*overlap);
  if (producers && *producers != 0 && *producers != 1 && *producers != 4)
    return "expected 0, 1 or 4 producers, but got " + std::to_string(*producers);
  return "";
}

void Mapping::print(llvm::raw_ostream &os, StringRef equals, StringRef comma) const {
  StringRef between;
  auto printField = [&](StringRef name, std::optional<int64_t> value) {
    if (!value)
      return;
    os << between << name << equals << *value;
    between = comma;
  };
  printField("warps", warps);
  printField("stages", stages);
  printField("overlap", overlap);
  printField("producers", producers);
}

//===----------------------------------------------------------------------===//
// MappingAttr
//===----------------------------------------------------------------------===//

MappingAttr MappingAttr::get(MLIRContext *context, const Mapping &mapping) {
  return get(context, mapping.warps, mapping.stages, mapping.overlap, mapping.producers);
}

Attribute MappingAttr::parse(AsmParser &parser, Type) {
  Mapping mapping;
  SMLoc loc = parser.getCurrentLocation();
  auto parseField = [&]() -> ParseResult {
    StringRef name;
    SMLoc nameLoc = parser.getCurrentLocation();
    int64_t value = 0;
    if (parser.parseKeyword(&name))
      return failure();
    std::optional<int64_t> *field = mapping.lookup(name);
    if (!field)
      return parser.emitError(nameLoc, "expected ")
             << Mapping::getFieldNames() << ", but got '" << name << "'";
    if (*field)
      return parser.emitError(nameLoc, "expected each field once, but got '") << name << "' again";
    if (parser.parseEqual() || parser.parseInteger(value))
      return failure();
    *field = value;
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseField))
    return {};
  return parser.getChecked<MappingAttr>(loc, parser.getContext(), mapping.warps, mapping.stages,
                                        mapping.overlap, mapping.producers);
}

void MappingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  getMapping().print(printer.getStream(), " = ", ", ");
  printer << ">";
}

LogicalResult MappingAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  std::optional<int64_t> warps, std::optional<int64_t> stages,
                                  std::optional<int64_t> overlap,
                                  std::optional<int64_t> producers) {
  std::string error = Mapping{warps, stages, overlap, producers}.check();
  return error.empty() ? success() : LogicalResult(emitError() << error);
}
