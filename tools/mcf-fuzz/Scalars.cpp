//===- Scalars.cpp - text of scalar ops ------------------------------------===//
#include "LinalgWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace mlir;
using namespace mcf::fuzz;

std::string mcf::fuzz::opFor(StringRef name, StringRef type) {
  if (!isInteger(type) || type.contains("index") || !name.consume_back("f"))
    return name.str();
  if (name == "arith.maximum" || name == "arith.maxnum")
    return "arith.maxsi";
  if (name == "arith.minimum" || name == "arith.minnum")
    return "arith.minsi";
  return name.str() + "i";
}

std::string Scalars::op(StringRef name, ArrayRef<std::string> operands, StringRef type) {
  std::string result = writer.fresh();
  os << "    " << result << " = " << opFor(name, type) << " ";
  llvm::interleaveComma(operands, os);
  os << " : " << type << "\n";
  return result;
}

std::string Scalars::constant(double value, StringRef type) {
  if (isInteger(type))
    return integer(std::isinf(value) ? -100 : int64_t(value), type);
  std::string result = writer.fresh();
  os << "    " << result << " = arith.constant ";
  if (std::isinf(value) && value < 0)
    os << (type == "f64"   ? "0xFFF0000000000000"
           : type == "f32" ? "0xFF800000"
           : type == "f16" ? "0xFC00"
                           : "0xFF80");
  else
    os << llvm::format("%.9e", value);
  os << " : " << type << "\n";
  return result;
}

std::string Scalars::integer(int64_t value, StringRef type) {
  std::string result = writer.fresh();
  os << "    " << result << " = arith.constant " << value << " : " << type << "\n";
  return result;
}

std::string Scalars::index(char dim) {
  std::string result = writer.fresh();
  os << "    " << result << " = linalg.index " << loops.find(dim) << " : index\n";
  return result;
}

std::string Scalars::cast(std::string value, StringRef from, StringRef to) {
  if (from == to)
    return value;
  auto width = [](StringRef type) {
    return type == "i8" || isSmallFloat(type) ? 8
           : type.ends_with("64")             ? 64
           : type.ends_with("32")             ? 32
                                              : 16;
  };
  if (isInteger(from)) {
    std::string result = writer.fresh();
    os << "    " << result << " = arith."
       << (!isInteger(to)            ? "sitofp "
           : width(from) < width(to) ? "extsi "
                                     : "trunci ")
       << value << " : " << from << " to " << to << "\n";
    return result;
  }
  if (width(from) == width(to)) // f16 and bf16
    return cast(cast(value, from, "f32"), "f32", to);
  std::string result = writer.fresh();
  os << "    " << result << " = arith." << (width(from) < width(to) ? "extf " : "truncf ") << value
     << " : " << from << " to " << to << "\n";
  return result;
}

std::string Scalars::select(const std::string &condition, const std::string &a,
                            const std::string &b, StringRef type) {
  return op("arith.select", {condition, a, b}, type);
}

std::string Scalars::compare(StringRef predicate, const std::string &a, const std::string &b,
                             StringRef type) {
  bool isFloat = type.contains('f');
  return op((isFloat ? "arith.cmpf " : "arith.cmpi ") + predicate.str() + ",", {a, b}, type);
}
