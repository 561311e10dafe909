//===- HostArray.cpp - an array in host memory -----------------------------===//
#include "MCFuser/Target/CPU/HostArray.h"
#include "SmallFloat.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"
#include <cassert>

using namespace mlir;
using namespace mcf;

std::optional<HostArray::Kind> HostArray::getKind(Type type) {
  if (type.isF64())
    return Kind::F64;
  if (type.isF32())
    return Kind::F32;
  if (type.isF16())
    return Kind::F16;
  if (type.isBF16())
    return Kind::BF16;
  if (isa<Float8E4M3FNType>(type))
    return Kind::F8E4M3FN;
  if (isa<Float8E5M2Type>(type))
    return Kind::F8E5M2;
  if (type.isIndex())
    return Kind::I64;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    switch (integer.getWidth()) {
    case 1:
      return Kind::I1;
    case 8:
      return Kind::I8;
    case 16:
      return Kind::I16;
    case 32:
      return Kind::I32;
    case 64:
      return Kind::I64;
    default:
      return std::nullopt;
    }
  }
  return std::nullopt;
}

bool HostArray::isSupported(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.hasStaticShape() && getKind(tensor.getElementType());
  return getKind(type).has_value();
}

/// Some rows of a tile.
static constexpr int64_t guardBytes = 4096;

static int64_t bytesOf(Type type) {
  return type.isIndex() ? 8 : llvm::divideCeil(type.getIntOrFloatBitWidth(), 8);
}

HostArray::HostArray(Type elementType, ArrayRef<int64_t> shape)
    : elementType(elementType), kind(getKind(elementType).value_or(Kind::F64)), shape(shape),
      numElements(1), elementBytes(bytesOf(elementType)) {
  assert(getKind(elementType) && "expected a supported element type");
  for (int64_t size : shape)
    numElements *= size;
  bytes.assign(getByteSize() + guardBytes, char(0xFF));
  std::memset(bytes.data(), 0, getByteSize());
}

HostArray::HostArray(Type type)
    : HostArray(getElementTypeOrSelf(type),
                isa<ShapedType>(type) ? cast<ShapedType>(type).getShape() : ArrayRef<int64_t>()) {}

template <typename T> static T loadAt(const char *data, int64_t i) {
  T value;
  std::memcpy(&value, data + i * sizeof(T), sizeof(T));
  return value;
}
template <typename T> static void storeAt(char *data, int64_t i, T value) {
  std::memcpy(data + i * sizeof(T), &value, sizeof(T));
}

double HostArray::get(int64_t i) const {
  const char *data = bytes.data();
  switch (kind) {
  case Kind::F64:
    return loadAt<double>(data, i);
  case Kind::F32:
    return loadAt<float>(data, i);
  case Kind::F16:
    return Half::decode(loadAt<uint16_t>(data, i));
  case Kind::BF16:
    return BFloat::decode(loadAt<uint16_t>(data, i));
  case Kind::F8E4M3FN:
    return F8E4M3FN::decode(loadAt<uint8_t>(data, i));
  case Kind::F8E5M2:
    return F8E5M2::decode(loadAt<uint8_t>(data, i));
  case Kind::I1:
    // Whatever the byte holds: what is neither 0 nor 1 shows in a comparison.
    return loadAt<uint8_t>(data, i);
  case Kind::I8:
    return loadAt<int8_t>(data, i);
  case Kind::I16:
    return loadAt<int16_t>(data, i);
  case Kind::I32:
    return loadAt<int32_t>(data, i);
  case Kind::I64:
    return double(loadAt<int64_t>(data, i));
  }
  return 0;
}

void HostArray::set(int64_t i, double value) {
  char *data = bytes.data();
  switch (kind) {
  case Kind::F64:
    return storeAt<double>(data, i, value);
  case Kind::F32:
    return storeAt<float>(data, i, float(value));
  case Kind::F16:
    return storeAt<uint16_t>(data, i, Half::encode(value));
  case Kind::BF16:
    return storeAt<uint16_t>(data, i, BFloat::encode(value));
  case Kind::F8E4M3FN:
    return storeAt<uint8_t>(data, i, F8E4M3FN::encode(value));
  case Kind::F8E5M2:
    return storeAt<uint8_t>(data, i, F8E5M2::encode(value));
  case Kind::I1:
    return storeAt<uint8_t>(data, i, uint8_t(int64_t(value) & 1));
  case Kind::I8:
    return storeAt<int8_t>(data, i, int8_t(int64_t(value)));
  case Kind::I16:
    return storeAt<int16_t>(data, i, int16_t(int64_t(value)));
  case Kind::I32:
    return storeAt<int32_t>(data, i, int32_t(int64_t(value)));
  case Kind::I64:
    return storeAt<int64_t>(data, i, int64_t(value));
  }
}

void HostArray::fill(double value) {
  for (int64_t i = 0; i < numElements; ++i)
    set(i, value);
}

void HostArray::poison() {
  if (isFloat())
    return fill(std::numeric_limits<double>::quiet_NaN());
  std::memset(bytes.data(), 0xA5, getByteSize());
}

bool HostArray::isGuardIntact() const {
  return std::all_of(bytes.begin() + getByteSize(), bytes.end(),
                     [](char byte) { return byte == char(0xFF); });
}

HostArray HostArray::castTo(Type newElementType) const {
  if (newElementType == elementType)
    return *this;
  HostArray result(newElementType, shape);
  for (int64_t i = 0; i < numElements; ++i)
    result.set(i, get(i));
  return result;
}

double mcf::getUnitInLastPlace(Type elementType) {
  auto type = dyn_cast<FloatType>(elementType);
  return type ? std::ldexp(1.0, 1 - int(type.getFPMantissaWidth())) : 0.0;
}
