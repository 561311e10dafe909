//===- ResolveReshapes.cpp - tensor.reshape as merged and split axes ------===//
#include "ResolveReshapes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include <algorithm>

using namespace mlir;

namespace {
/// A number times sizes that are not known: each is an axis of a tensor or some other value.
class SizeProduct {
public:
  static SizeProduct get(Value value) {
    SizeProduct product;
    product.multiplyBy(value);
    return product;
  }
  static SizeProduct getAxis(Value tensor, int64_t axis) {
    SizeProduct product;
    product.multiplyByAxis(tensor, axis);
    return product;
  }

  bool operator==(const SizeProduct &other) const {
    return number == other.number && factors == other.factors;
  }
  void operator*=(const SizeProduct &other) {
    multiplyBy(other.number);
    llvm::append_range(factors, other.factors);
    llvm::sort(factors);
  }
  /// True if `other` is this times something.
  bool divides(const SizeProduct &other) const {
    return number != 0 && other.number % number == 0 &&
           std::includes(other.factors.begin(), other.factors.end(), factors.begin(),
                         factors.end());
  }
  int64_t getStaticSize() const { return factors.empty() ? number : ShapedType::kDynamic; }

private:
  void multiplyBy(Value value) {
    IntegerAttr constant;
    Operation *op = value.getDefiningOp();
    if (matchPattern(value, m_Constant(&constant))) {
      multiplyBy(constant.getInt());
    } else if (isa_and_nonnull<arith::IndexCastOp>(op)) {
      multiplyBy(op->getOperand(0));
    } else if (isa_and_nonnull<arith::MulIOp>(op)) {
      multiplyBy(op->getOperand(0));
      multiplyBy(op->getOperand(1));
    } else if (auto dim = dyn_cast_or_null<tensor::DimOp>(op); dim && dim.getConstantIndex()) {
      multiplyByAxis(dim.getSource(), *dim.getConstantIndex());
    } else {
      addFactor(value, -1);
    }
  }

  /// Goes to where the size comes from, so that the same sizes look the same.
  void multiplyByAxis(Value tensor, int64_t axis) {
    auto type = cast<RankedTensorType>(tensor.getType());
    if (!type.isDynamicDim(axis)) {
      multiplyBy(type.getDimSize(axis));
      return;
    }
    Operation *op = tensor.getDefiningOp();
    if (auto destination = dyn_cast_or_null<DestinationStyleOpInterface>(op))
      multiplyByAxis(destination.getTiedOpOperand(cast<OpResult>(tensor))->get(), axis);
    else if (auto empty = dyn_cast_or_null<tensor::EmptyOp>(op))
      multiplyBy(empty.getDynamicSize(axis));
    else if (auto merged = dyn_cast_or_null<tensor::CollapseShapeOp>(op))
      for (int64_t from : merged.getReassociationIndices()[axis])
        multiplyByAxis(merged.getSrc(), from);
    else if (auto split = dyn_cast_or_null<tensor::ExpandShapeOp>(op);
             split && isa<Value>(split.getMixedOutputShape()[axis]))
      multiplyBy(cast<Value>(split.getMixedOutputShape()[axis]));
    else
      addFactor(tensor, axis);
  }

  /// Products that overflow belong to no array that there is.
  void multiplyBy(int64_t other) {
    number = static_cast<int64_t>(static_cast<uint64_t>(number) * static_cast<uint64_t>(other));
  }

  void addFactor(Value value, int64_t axis) {
    factors.push_back({value.getAsOpaquePointer(), axis});
    llvm::sort(factors);
  }

  int64_t number = 1;
  SmallVector<std::pair<const void *, int64_t>> factors;
};

/// Axes on both sides whose products are the same.
struct AxisGroups {
  SmallVector<ReassociationIndices> source, result;
};
} // namespace

/// Groups at the start of both lists whose products agree.
static AxisGroups matchPrefix(ArrayRef<SizeProduct> source, ArrayRef<SizeProduct> result) {
  AxisGroups groups;
  unsigned i = 0, j = 0;
  while (i < source.size() && j < result.size()) {
    SizeProduct left = source[i], right = result[j];
    ReassociationIndices from{int64_t(i++)}, to{int64_t(j++)};
    while (!(left == right)) {
      if (left.divides(right) && i < source.size()) {
        left *= source[i];
        from.push_back(i++);
      } else if (right.divides(left) && j < result.size()) {
        right *= result[j];
        to.push_back(j++);
      } else {
        return groups;
      }
    }
    groups.source.push_back(std::move(from));
    groups.result.push_back(std::move(to));
  }
  return groups;
}

static unsigned countAxes(ArrayRef<ReassociationIndices> groups) {
  unsigned count = 0;
  for (const ReassociationIndices &group : groups)
    count += group.size();
  return count;
}

/// Cuts both lists where products agree, from both ends. What is left in the middle agrees since
/// the whole does: a reshape keeps the number of elements. (Of an empty tensor it may not, and a
/// check of the sizes says so.)
static FailureOr<AxisGroups> findGroups(ArrayRef<SizeProduct> source,
                                        ArrayRef<SizeProduct> result) {
  AxisGroups groups = matchPrefix(source, result);
  unsigned numSource = countAxes(groups.source), numResult = countAxes(groups.result);
  source = source.drop_front(numSource);
  result = result.drop_front(numResult);
  AxisGroups mirrored =
      matchPrefix(llvm::to_vector(llvm::reverse(source)), llvm::to_vector(llvm::reverse(result)));
  unsigned restSource = source.size() - countAxes(mirrored.source);
  unsigned restResult = result.size() - countAxes(mirrored.result);
  auto add = [](SmallVector<ReassociationIndices> &list, unsigned first, unsigned count) {
    list.push_back(llvm::to_vector<2>(llvm::seq<int64_t>(first, first + count)));
  };
  if (restSource > 0 && restResult > 0) {
    add(groups.source, numSource, restSource);
    add(groups.result, numResult, restResult);
  } else if (restSource + restResult > 0) {
    // One side is used up: the others are of size 1 and join a neighbour.
    if (groups.source.empty())
      return failure();
    for (unsigned i = 0; i < restSource; ++i)
      groups.source.back().push_back(numSource + i);
    for (unsigned j = 0; j < restResult; ++j)
      groups.result.back().push_back(numResult + j);
  }
  numSource += restSource;
  numResult += restResult;
  for (auto [from, to] : llvm::reverse(llvm::zip_equal(mirrored.source, mirrored.result))) {
    add(groups.source, numSource, from.size());
    add(groups.result, numResult, to.size());
    numSource += from.size();
    numResult += to.size();
  }
  return groups;
}

static void resolve(tensor::ReshapeOp op) {
  auto elements = op.getShape().getDefiningOp<tensor::FromElementsOp>();
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!elements || !source || !type || type.getRank() != int64_t(elements.getElements().size()))
    return;
  SmallVector<SizeProduct> from, to;
  for (int64_t axis = 0; axis < source.getRank(); ++axis)
    from.push_back(SizeProduct::getAxis(op.getSource(), axis));
  for (auto [size, known] : llvm::zip_equal(elements.getElements(), type.getShape())) {
    to.push_back(SizeProduct::get(size));
    if (!ShapedType::isDynamic(known) && to.back().getStaticSize() != known)
      return;
  }
  FailureOr<AxisGroups> groups = findGroups(from, to);
  if (failed(groups))
    return;
  OpBuilder builder(op);
  Value value = op.getSource();
  auto isSplit = [](const ReassociationIndices &group) { return group.size() > 1; };
  if (llvm::any_of(groups->source, isSplit))
    value = tensor::CollapseShapeOp::create(builder, op.getLoc(), value, groups->source);
  if (llvm::any_of(groups->result, isSplit)) {
    SmallVector<OpFoldResult> sizes;
    for (auto [size, known] : llvm::zip_equal(elements.getElements(), type.getShape())) {
      if (!ShapedType::isDynamic(known)) {
        sizes.push_back(builder.getIndexAttr(known));
        continue;
      }
      Value index = size;
      if (!index.getType().isIndex())
        index = builder.createOrFold<arith::IndexCastOp>(op.getLoc(), builder.getIndexType(), size);
      sizes.push_back(index);
    }
    value = tensor::ExpandShapeOp::create(builder, op.getLoc(), type, value, groups->result, sizes);
  }
  if (value.getType() != type)
    value = tensor::CastOp::create(builder, op.getLoc(), type, value);
  op.replaceAllUsesWith(value);
  op.erase();
}

void mcf::frontend::resolveReshapes(Operation *root) { root->walk(resolve); }
