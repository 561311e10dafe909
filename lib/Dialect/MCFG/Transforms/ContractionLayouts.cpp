//===- ContractionLayouts.cpp - what a contraction asks of its operands ---===//
#include "ContractionLayouts.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::mcfg;

FailureOr<ContractionShape> mcf::mcfg::getContractionShape(vector::ContractionOp op) {
  auto accType = dyn_cast<VectorType>(op.getAccType());
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  if (!accType || accType.getRank() != 2 || op.getLhsType().getRank() != 2 ||
      op.getRhsType().getRank() != 2 || maps[0].getNumDims() != 3)
    return op.emitOpError("expected a contraction of two matrices into a matrix, but got ")
           << op.getLhsType() << " and " << op.getRhsType() << " into " << op.getAccType();
  if (op.getKind() != vector::CombiningKind::ADD)
    return op.emitOpError("expected a contraction that adds, but got ")
           << vector::stringifyCombiningKind(op.getKind());
  Type lhs = op.getLhsType().getElementType(), rhs = op.getRhsType().getElementType();
  Type sum = accType.getElementType();
  if (std::string error = checkContractionTypes(lhs, rhs, sum); !error.empty())
    return op.emitOpError(error);

  ContractionShape shape;
  unsigned row = maps[2].getDimPosition(0), column = maps[2].getDimPosition(1);
  auto isMap = [](AffineMap map, unsigned first, unsigned second) {
    return map.getDimPosition(0) == first && map.getDimPosition(1) == second;
  };
  unsigned reduced = 3 - row - column;
  // The operand that holds the rows may stand on either side.
  bool swapped = !maps[0].isFunctionOfDim(row);
  AffineMap mapA = maps[swapped ? 1 : 0], mapB = maps[swapped ? 0 : 1];
  shape.a = swapped ? op.getRhs() : op.getLhs();
  shape.b = swapped ? op.getLhs() : op.getRhs();
  shape.transposedA = isMap(mapA, reduced, row);
  shape.transposedB = isMap(mapB, column, reduced);
  if ((!shape.transposedA && !isMap(mapA, row, reduced)) ||
      (!shape.transposedB && !isMap(mapB, reduced, column)))
    return op.emitOpError("expected one row, one column and one summed dim, but got maps ")
           << AffineMapAttr::get(maps[0]) << ", " << AffineMapAttr::get(maps[1]) << " and "
           << AffineMapAttr::get(maps[2]);
  shape.m = accType.getDimSize(0);
  shape.n = accType.getDimSize(1);
  shape.k = cast<VectorType>(shape.a.getType()).getDimSize(shape.transposedA ? 0 : 1);
  shape.chooseUnit(getMmaBits(lhs, rhs, sum, op->hasAttr(MCFDialect::getTF32AttrName())));
  return shape;
}
