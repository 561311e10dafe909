//===- HostArray.h - an array in host memory -------------------------*- C++ -*-===//
#ifndef MCFUSER_TARGET_CPU_HOSTARRAY_H
#define MCFUSER_TARGET_CPU_HOSTARRAY_H

#include "mlir/IR/BuiltinTypes.h"
#include <vector>

namespace mcf {

/// A dense row-major array of f64, f32, f16, bf16, f8E4M3FN, f8E5M2, i1, i8, i16, i32 or i64 (index
/// counts as i64), or a scalar (no dims). An i1 takes a byte, which is 0 or 1.
class HostArray {
public:
  HostArray() = default;
  /// `type` is a statically shaped ranked tensor or a scalar. Elements are zero.
  explicit HostArray(mlir::Type type);
  HostArray(mlir::Type elementType, llvm::ArrayRef<int64_t> shape);

  /// True if an array of this type (tensor or scalar) can be held: an element type
  /// of the list above, and a static shape.
  static bool isSupported(mlir::Type type);

  mlir::Type getElementType() const { return elementType; }
  llvm::ArrayRef<int64_t> getShape() const { return shape; }
  int64_t getNumElements() const { return numElements; }
  int64_t getElementBytes() const { return elementBytes; }
  int64_t getByteSize() const { return numElements * elementBytes; }
  bool isFloat() const { return mlir::isa<mlir::FloatType>(elementType); }
  void *getData() { return bytes.data(); }
  const void *getData() const { return bytes.data(); }

  /// Element `i` in row-major order.
  double get(int64_t i) const;
  /// Rounds to nearest even (floats); truncates and wraps (integers).
  void set(int64_t i, double value);
  void fill(double value);

  /// Fills with a value that no computation leaves behind by accident: NaN for
  /// floats, all bits set to 0xA5 for integers.
  void poison();

  /// True if nothing has written behind the array: bytes there are all ones, NaN in every float
  /// format, so that who reads them shows too.
  bool isGuardIntact() const;

  /// The same values in another element type.
  HostArray castTo(mlir::Type newElementType) const;

private:
  enum class Kind { F64, F32, F16, BF16, F8E4M3FN, F8E5M2, I1, I8, I16, I32, I64 };
  static std::optional<Kind> getKind(mlir::Type elementType);

  mlir::Type elementType;
  Kind kind = Kind::F64;
  llvm::SmallVector<int64_t> shape;
  int64_t numElements = 0, elementBytes = 0;
  /// With a guard behind the elements.
  std::vector<char> bytes;
};

/// One unit in the last place of 1.0: 2^-10 for f16. Zero for integers.
double getUnitInLastPlace(mlir::Type elementType);

} // namespace mcf

#endif
