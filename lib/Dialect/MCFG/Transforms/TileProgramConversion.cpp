//===- TileProgramConversion.cpp - functions and loops on tiles -----------===//
#include "TileProgramConversion.h"
#include "TileConverter.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using mcf::mcfg::Converted;
using mcf::mcfg::TileConverter;

static bool isTensor(Value value) { return isa<TensorType>(value.getType()); }

LogicalResult TileConverter::convert(scf::ForOp op) {
  SmallVector<Value> inits;
  // For each tensor that is carried as vectors: how many.
  SmallVector<Converted> carried;
  for (auto [init, argument] : llvm::zip(op.getInitArgs(), op.getRegionIterArgs())) {
    Converted value;
    if (!isTensor(init)) {
      inits.push_back(mapping.lookupOrDefault(init));
    } else if (tensors.lookup(init).kind == Converted::Kind::Array &&
               tensors.lookup(init).isDestination) {
      value = tensors.lookup(init);
    } else {
      FailureOr<Converted> tile = getTile(op, init, ranks.lookup(argument));
      if (failed(tile))
        return failure();
      value = *tile;
      llvm::append_range(inits, tile->vectors);
    }
    carried.push_back(value);
  }
  auto loop = scf::ForOp::create(builder, op.getLoc(), mapping.lookupOrDefault(op.getLowerBound()),
                                 mapping.lookupOrDefault(op.getUpperBound()),
                                 mapping.lookupOrDefault(op.getStep()), inits);
  if (Operation *end = loop.getBody()->empty() ? nullptr : &loop.getBody()->back())
    end->erase();
  // Binds the old values to the new ones, in the same order as `inits`.
  auto bind = [&](ValueRange olds, ValueRange news) {
    for (auto [old, value] : llvm::zip(olds, carried)) {
      if (!isTensor(old)) {
        mapping.map(old, news.front());
        news = news.drop_front();
      } else if (value.kind == Converted::Kind::Array) {
        tensors[old] = value;
      } else {
        size_t count = value.vectors.size();
        tensors[old] = Converted::tile(llvm::to_vector(news.take_front(count)), value.kept);
        news = news.drop_front(count);
      }
    }
  };
  mapping.map(op.getInductionVar(), loop.getInductionVar());
  bind(op.getRegionIterArgs(), loop.getRegionIterArgs());
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToEnd(loop.getBody());
  if (failed(convertBlock(*op.getBody())))
    return failure();
  SmallVector<Value> yields;
  for (auto [yielded, argument, value] :
       llvm::zip(op.getYieldedValues(), op.getRegionIterArgs(), carried)) {
    if (!isTensor(yielded)) {
      yields.push_back(mapping.lookupOrDefault(yielded));
    } else if (value.kind == Converted::Kind::Array) {
      if (tensors.lookup(yielded).memref != value.memref)
        return op.emitOpError() << "expected a carried destination to be updated in place";
    } else {
      FailureOr<Converted> tile = getTile(op, yielded, ranks.lookup(argument));
      if (failed(tile))
        return failure();
      llvm::append_range(yields, tile->vectors);
    }
  }
  scf::YieldOp::create(builder, op.getLoc(), yields);
  bind(op.getResults(), loop.getResults());
  return success();
}

LogicalResult TileConverter::convert(scf::ForallOp op) {
  for (auto [output, argument, result] :
       llvm::zip(op.getOutputs(), op.getRegionIterArgs(), op.getResults())) {
    auto blockArgument = dyn_cast<BlockArgument>(output);
    if (!blockArgument || blockArgument.getOwner() != &function.getBody().front())
      return op.emitOpError() << "expected arguments of the function as destinations";
    Converted destination = Converted::array(tensors[output].memref, /*isDestination=*/true);
    // From here on nobody may read it through the argument either.
    tensors[output] = tensors[argument] = tensors[result] = destination;
  }
  auto forall = scf::ForallOp::create(builder, op.getLoc(), remap(op.getMixedLowerBound()),
                                      remap(op.getMixedUpperBound()), remap(op.getMixedStep()),
                                      ValueRange(), op.getMapping());
  mapping.map(op.getInductionVars(), forall.getInductionVars());
  blockBody = forall.getBody();
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(forall.getTerminator());
  if (failed(convertBlock(*op.getBody())))
    return failure();
  for (Operation &end : op.getTerminator().getYieldingOps()) {
    auto insert = dyn_cast<tensor::ParallelInsertSliceOp>(end);
    if (!insert)
      return end.emitOpError() << "expected tensor.parallel_insert_slice";
    if (failed(convertInsert(insert, insert.getSource(), insert.getDest(), Value(),
                             remap(insert.getMixedOffsets()), remap(insert.getMixedSizes()),
                             insert.getMixedStrides(), insert.getDroppedDims())))
      return failure();
  }
  return success();
}

LogicalResult TileConverter::convert(Operation &op) {
  if (auto forall = dyn_cast<scf::ForallOp>(op))
    return convert(forall);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return convert(loop);
  bool hasTensor = op.walk([](Operation *nested) {
                       return llvm::any_of(nested->getOperands(), isTensor) ||
                                      llvm::any_of(nested->getResults(), isTensor)
                                  ? WalkResult::interrupt()
                                  : WalkResult::advance();
                     }).wasInterrupted();
  if (!hasTensor) {
    builder.clone(op, mapping);
    return success();
  }
  return llvm::TypeSwitch<Operation *, LogicalResult>(&op)
      .Case<tensor::PadOp, tensor::ExtractSliceOp, vector::TransferReadOp, vector::TransferWriteOp>(
          [&](auto typed) { return convert(typed); })
      .Case([&](tensor::InsertSliceOp insert) {
        return convertInsert(insert, insert.getSource(), insert.getDest(), insert.getResult(),
                             remap(insert.getMixedOffsets()), remap(insert.getMixedSizes()),
                             insert.getMixedStrides(), insert.getDroppedDims());
      })
      .Case([&](tensor::EmptyOp empty) {
        if (!empty.getType().hasStaticShape())
          return LogicalResult(empty.emitOpError()
                               << "expected a tile of static shape, but got " << empty.getType());
        tensors[empty.getResult()] = Converted();
        return success();
      })
      .Case([&](arith::ConstantOp constant) {
        auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
        if (!elements)
          return LogicalResult(constant.emitOpError() << "expected a dense constant");
        Value vector = arith::ConstantOp::create(
            builder, op.getLoc(), elements.reshape(getVectorType(constant.getResult())));
        tensors[constant.getResult()] = Converted::tile(vector);
        return success();
      })
      .Case([&](tensor::DimOp dim) {
        Converted source = tensors.lookup(dim.getSource());
        if (source.kind != Converted::Kind::Array)
          return LogicalResult(dim.emitOpError() << "expected the size of an array");
        Value size = memref::DimOp::create(builder, op.getLoc(), source.memref,
                                           mapping.lookupOrDefault(dim.getIndex()));
        mapping.map(dim.getResult(), size);
        return success();
      })
      .Case([&](tensor::ExtractOp extract) {
        FailureOr<Value> vector = getVector(extract, extract.getTensor());
        if (failed(vector))
          return LogicalResult(failure());
        SmallVector<OpFoldResult> position = remap(getAsOpFoldResult(extract.getIndices()));
        Value element = vector::ExtractOp::create(builder, op.getLoc(), *vector, position);
        mapping.map(extract.getResult(), element);
        return success();
      })
      .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [&](auto reshape) { return convertReshape(reshape); })
      .Default([&](Operation *other) {
        return other->emitOpError() << "cannot be vectorized in a tile program";
      });
}

LogicalResult TileConverter::convertBlock(Block &block) {
  for (Operation &op : block.without_terminator())
    if (failed(convert(op)))
      return failure();
  return success();
}

FailureOr<mcf::mcfg::ConvertedTileProgram>
TileConverter::run(ArrayRef<MemRefLayoutAttrInterface> layouts) {
  Block &entry = function.getBody().front();
  SmallVector<Type> types;
  for (auto [type, layout] : llvm::zip_equal(function.getArgumentTypes(), layouts)) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (isa<TensorType>(type) && !tensor)
      return function.emitOpError() << "expected arguments of known rank, but got " << type;
    types.push_back(tensor ? MemRefType::get(tensor.getShape(), tensor.getElementType(), layout)
                           : type);
  }
  auto converted = func::FuncOp::create(builder, function.getLoc(), function.getName(),
                                        builder.getFunctionType(types, {}));
  converted.setVisibility(function.getVisibility());
  for (NamedAttribute attribute : function->getDiscardableAttrs())
    converted->setDiscardableAttr(attribute.getName(), attribute.getValue());
  if (ArrayAttr attributes = function.getAllArgAttrs())
    converted.setAllArgAttrs(attributes);
  Block *body = converted.addEntryBlock();
  builder.setInsertionPointToEnd(body);
  for (auto [old, argument] : llvm::zip(entry.getArguments(), body->getArguments())) {
    if (isTensor(old))
      tensors[old] = Converted::array(argument, /*isDestination=*/false);
    else
      mapping.map(old, argument);
  }
  auto convertAll = [&]() -> FailureOr<SmallVector<unsigned>> {
    if (failed(convertBlock(entry)))
      return failure();
    SmallVector<unsigned> destinations;
    auto end = cast<func::ReturnOp>(entry.getTerminator());
    for (Value result : end.getOperands()) {
      Converted value = tensors.lookup(result);
      auto argument = dyn_cast_if_present<BlockArgument>(value.memref);
      if (!argument || !value.isDestination || argument.getOwner() != body)
        return end.emitOpError() << "expected to return a destination that an argument holds";
      destinations.push_back(argument.getArgNumber());
    }
    func::ReturnOp::create(builder, end.getLoc());
    return destinations;
  };
  FailureOr<SmallVector<unsigned>> destinations = convertAll();
  if (failed(destinations)) {
    converted.erase();
    return failure();
  }
  return mcf::mcfg::ConvertedTileProgram{converted, *destinations};
}

FailureOr<mcf::mcfg::ConvertedTileProgram>
mcf::mcfg::convertTileProgram(func::FuncOp function, ArrayRef<MemRefLayoutAttrInterface> layouts) {
  return TileConverter(function).run(layouts);
}
