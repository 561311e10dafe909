//===- NeutralElement.cpp - what a reduction starts from ------------------===//
#include "MCFuser/Analysis/NeutralElement.h"

using namespace mlir;

TypedAttr mcf::analysis::getNeutral(vector::CombiningKind kind, Type type) {
  Builder builder(type.getContext());
  if (auto floatType = dyn_cast<FloatType>(type)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    switch (kind) {
    case vector::CombiningKind::MUL:
      return builder.getFloatAttr(type, 1.0);
    case vector::CombiningKind::MAXIMUMF:
    case vector::CombiningKind::MAXNUMF:
      return builder.getFloatAttr(type, APFloat::getInf(semantics, /*Negative=*/true));
    case vector::CombiningKind::MINIMUMF:
    case vector::CombiningKind::MINNUMF:
      return builder.getFloatAttr(type, APFloat::getInf(semantics));
    default:
      return builder.getFloatAttr(type, 0.0);
    }
  }
  unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  switch (kind) {
  case vector::CombiningKind::MUL:
    return builder.getIntegerAttr(type, APInt(width, 1));
  case vector::CombiningKind::MAXSI:
    return builder.getIntegerAttr(type, APInt::getSignedMinValue(width));
  case vector::CombiningKind::MINSI:
    return builder.getIntegerAttr(type, APInt::getSignedMaxValue(width));
  case vector::CombiningKind::MINUI:
  case vector::CombiningKind::AND:
    return builder.getIntegerAttr(type, APInt::getAllOnes(width));
  default:
    return builder.getIntegerAttr(type, APInt(width, 0));
  }
}
