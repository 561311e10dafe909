//===- FragmentDistributor.cpp - what the rules of distribution share -----===//
#include "FragmentDistributor.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "SwizzledTile.h"

using namespace mlir;
using namespace mcf::mcfg;

static constexpr auto kNoWrap = arith::IntegerOverflowFlags::nsw | arith::IntegerOverflowFlags::nuw;

FragmentDistributor::FragmentDistributor(gpu::GPUFuncOp func, int64_t numWarps)
    : func(func), numWarps(numWarps), builder(func.getContext()), loc(func.getLoc()) {
  builder.setInsertionPointToStart(&func.getBody().front());
  Value thread = gpu::ThreadIdOp::create(builder, loc, gpu::Dimension::x,
                                         builder.getIndexAttr(numWarps * FragmentLayout::kLanes));
  Value mask = arith::ConstantIndexOp::create(builder, loc, FragmentLayout::kLanes - 1);
  Value shift = arith::ConstantIndexOp::create(builder, loc, FragmentLayout::kLaneBits);
  lane = arith::AndIOp::create(builder, loc, thread, mask);
  warp = arith::ShRUIOp::create(builder, loc, thread, shift);
  prologueEnd = warp.getDefiningOp();
}

FailureOr<FragmentLayout> FragmentDistributor::getLayout(Value value, Operation *op) {
  auto it = fragments.find(value);
  if (it != fragments.end())
    return it->second.layout;
  auto type = dyn_cast<VectorType>(value.getType());
  Operation *def = value.getDefiningOp();
  if (type && def) {
    auto layouts = def->getAttrOfType<ArrayAttr>(kLayoutsAttrName);
    unsigned index = cast<OpResult>(value).getResultNumber();
    auto layout =
        layouts && index < layouts.size() ? dyn_cast<LayoutAttr>(layouts[index]) : LayoutAttr();
    if (layout && layout.getShape() == type.getShape() &&
        layout.getLayout().getNumWarps() == numWarps)
      return layout.getLayout();
  }
  return op->emitOpError("expected a layout for each vector (run mcf-assign-layouts before), but "
                         "got none that fits ")
         << value.getType();
}

Value FragmentDistributor::getRegister(Value vector, int64_t reg) {
  Fragment &fragment = fragments.find(vector)->second;
  if (!fragment.registers[reg])
    fragment.load(fragment, reg);
  return fragment.registers[reg];
}

void FragmentDistributor::setFragment(Value vector, const FragmentLayout &layout,
                                      SmallVector<Value> registers) {
  fragments[vector] = Fragment{layout, std::move(registers), {}, {}};
}

Value FragmentDistributor::constantIndex(int64_t value) {
  Value &constant = constants[value];
  if (!constant) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&func.getBody().front());
    constant = arith::ConstantIndexOp::create(builder, loc, value);
  }
  return constant;
}

Value FragmentDistributor::addConstant(Value value, int64_t constant) {
  if (constant == 0)
    return value;
  return arith::AddIOp::create(builder, loc, value, constantIndex(constant), kNoWrap);
}

SmallVector<Value> FragmentDistributor::getThreadOffset(const FragmentLayout &layout) {
  for (auto &[known, offsets] : threadOffsets)
    if (known.sameThreads(layout) && known.getRank() == layout.getRank())
      return offsets;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(prologueEnd);
  SmallVector<Value> sums(layout.getRank());
  auto addDigits = [&](ArrayRef<LayoutDigit> digits, Value index) {
    for (unsigned bit = 0; bit < digits.size();) {
      const LayoutDigit &first = digits[bit];
      if (first.stride == 0) {
        ++bit;
        continue;
      }
      // Neighbouring bits that count on are taken out of the index together.
      unsigned end = bit + 1;
      while (end < digits.size() && digits[end].dim == first.dim &&
             digits[end].stride == first.stride << (end - bit))
        ++end;
      Value part = index;
      if (bit != 0)
        part = arith::ShRUIOp::create(builder, loc, part, constantIndex(bit));
      if (end != digits.size())
        part = arith::AndIOp::create(builder, loc, part,
                                     constantIndex((int64_t(1) << (end - bit)) - 1));
      if (first.stride != 1)
        part = arith::MulIOp::create(builder, loc, part, constantIndex(first.stride), kNoWrap);
      Value &sum = sums[first.dim];
      sum = sum ? arith::AddIOp::create(builder, loc, sum, part, kNoWrap) : part;
      bit = end;
    }
  };
  addDigits(layout.getLanes(), lane);
  addDigits(layout.getWarps(), warp);
  for (Value &sum : sums)
    if (!sum)
      sum = constantIndex(0);
  prologueEnd = &*std::prev(builder.getInsertionPoint());
  threadOffsets.push_back({layout, sums});
  return sums;
}

Value FragmentDistributor::getOwnerPredicate(const FragmentLayout &layout,
                                             int64_t distinctWarpBits) {
  auto freeBits = [](ArrayRef<LayoutDigit> digits) {
    int64_t mask = 0;
    for (auto [bit, digit] : llvm::enumerate(digits))
      if (digit.stride == 0)
        mask |= int64_t(1) << bit;
    return mask;
  };
  std::pair<int64_t, int64_t> masks{freeBits(layout.getLanes()),
                                    freeBits(layout.getWarps()) & ~distinctWarpBits};
  if (masks.first == 0 && masks.second == 0)
    return {};
  for (auto &[known, predicate] : ownerPredicates)
    if (known == masks)
      return predicate;
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(prologueEnd);
  Value predicate;
  for (auto [index, mask] : {std::pair<Value, int64_t>{lane, masks.first}, {warp, masks.second}}) {
    if (mask == 0)
      continue;
    Value bits = arith::AndIOp::create(builder, loc, index, constantIndex(mask));
    Value zero =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, bits, constantIndex(0));
    predicate = predicate ? arith::AndIOp::create(builder, loc, predicate, zero) : zero;
  }
  prologueEnd = predicate.getDefiningOp();
  ownerPredicates.push_back({masks, predicate});
  return predicate;
}

Value FragmentDistributor::allocateWorkgroup(ArrayRef<int64_t> shape, Type elementType) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(prologueEnd);
  auto space =
      gpu::AddressSpaceAttr::get(func.getContext(), gpu::GPUDialect::getWorkgroupAddressSpace());
  auto alloc = memref::AllocOp::create(
      builder, loc, MemRefType::get(shape, elementType, MemRefLayoutAttrInterface(), space));
  prologueEnd = alloc;
  return alloc;
}

Value FragmentDistributor::getRootBuffer(Value buffer) {
  while (Operation *op = buffer.getDefiningOp()) {
    // Views of a buffer of this kernel, and arrays made of a pointer and strides.
    if (!isa<memref::SubViewOp, memref::ReinterpretCastOp, memref::CastOp, TileViewOp>(op))
      break;
    buffer = op->getOperand(0);
  }
  return buffer;
}

/// May `op` itself (not the ops in it) write to the buffer? None: a buffer that only its own op
/// writes.
static bool mayWrite(Operation *op, Value root) {
  if (!root || isMemoryEffectFree(op) || op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() ||
      isa<gpu::BarrierOp, CommitCopiesOp, WaitCopiesOp, WaitTileOp, ReleaseTileOp, InitBarriersOp>(
          op))
    return false;
  Value target;
  if (auto copy = dyn_cast<CopyTileOp>(op))
    target = copy.getTarget();
  else if (auto bulk = dyn_cast<BulkCopyTileOp>(op))
    target = bulk.getTarget();
  else if (auto write = dyn_cast<vector::TransferWriteOp>(op))
    target = write.getBase();
  if (target) {
    target = FragmentDistributor::getRootBuffer(target);
    bool distinct = target.getDefiningOp<memref::AllocOp>() || isa<BlockArgument>(target);
    return target == root || !distinct || !root.getDefiningOp<memref::AllocOp>();
  }
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return !effects || effects.hasEffect<MemoryEffects::Write>() ||
         effects.hasEffect<MemoryEffects::Free>();
}

bool FragmentDistributor::staysUntil(Operation *op, Operation *user, Value buffer) {
  auto isWritten = [&](Operation *outer) {
    return outer
        ->walk([&](Operation *inner) {
          return mayWrite(inner, buffer) ? WalkResult::interrupt() : WalkResult::advance();
        })
        .wasInterrupted();
  };
  Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
  if (!ancestor)
    return false;
  // Barriers need not be looked at: a later writer of the buffer comes after one, and so after the
  // late load.
  for (Operation *between = op->getNextNode(); between != ancestor;
       between = between->getNextNode())
    if (isWritten(between))
      return false;
  return ancestor == user || !isWritten(ancestor);
}

bool FragmentDistributor::canLoadLate(Operation *op, Value buffer, const FragmentLayout &layout) {
  if (!op->getResult(0).hasOneUse())
    return false;
  Operation *user = *op->getResult(0).user_begin();
  if (!isa<vector::ContractionOp>(user) || !staysUntil(op, user, buffer))
    return false;
  if (op->getBlock() == user->getBlock())
    return true;
  // Inside a loop every trip would load again: only what takes too many registers to stay in them.
  Type elementType = getElementTypeOrSelf(op->getResult(0).getType());
  int64_t bits = elementType.isIntOrFloat() ? elementType.getIntOrFloatBitWidth() : 64;
  return layout.getNumRegisters() * bits > LoweringLimits::maxHeldBits;
}

void FragmentDistributor::loadRegisters(Fragment &fragment, int64_t reg, Value buffer,
                                        ArrayRef<Value> indices, ArrayRef<unsigned> dims,
                                        int64_t alignment) {
  if (loadMatrices(fragment, reg, buffer, indices, dims, alignment))
    return;
  const FragmentLayout &layout = fragment.layout;
  Type elementType = cast<MemRefType>(buffer.getType()).getElementType();
  int64_t width = 1;
  if (!dims.empty() && dims.back() + 1 == indices.size() && elementType.isIntOrFloat() &&
      elementType.getIntOrFloatBitWidth() >= 8) {
    int64_t limit = std::min<int64_t>(alignment, 128 / elementType.getIntOrFloatBitWidth());
    while (2 * width <= limit && layout.getContiguousRegisters() % (2 * width) == 0)
      width *= 2;
  }
  int64_t first = reg - reg % width;
  SmallVector<int64_t> offset = layout.getRegisterOffset(first);
  SmallVector<Value> thread = getThreadOffset(layout), position(indices);
  for (auto [i, dim] : llvm::enumerate(dims)) {
    Value index = addConstant(thread[i], offset[i]);
    position[dim] = getConstantIntValue(position[dim]) == 0
                        ? index
                        : Value(arith::AddIOp::create(builder, loc, position[dim], index, kNoWrap));
  }
  auto [base, place] = locate(builder, loc, buffer, position);
  if (width == 1) {
    Value loaded = memref::LoadOp::create(builder, loc, base, place);
    fragment.registers[reg] = loaded;
    return;
  }
  auto type = VectorType::get({width}, elementType);
  Value loaded =
      vector::LoadOp::create(builder, loc, type, base, place, /*nontemporal=*/false,
                             llvm::MaybeAlign(width * elementType.getIntOrFloatBitWidth() / 8));
  for (int64_t i = 0; i < width; ++i)
    fragment.registers[first + i] =
        vector::ExtractOp::create(builder, loc, loaded, ArrayRef<int64_t>{i});
}

void FragmentDistributor::storeRegisters(Value vector, Value buffer) {
  const FragmentLayout layout = fragments.find(vector)->second.layout;
  auto bufferType = cast<MemRefType>(buffer.getType());
  Type elementType = bufferType.getElementType();
  SmallVector<Value> thread = getThreadOffset(layout);
  int64_t width = 1;
  if (elementType.isIntOrFloat() && layout.getRank() > 0)
    while (2 * width * elementType.getIntOrFloatBitWidth() <= 128 &&
           layout.getContiguousRegisters() % (2 * width) == 0 &&
           bufferType.getShape().back() % (2 * width) == 0)
      width *= 2;
  SmallVector<Value> registers;
  for (int64_t reg = 0, e = layout.getNumRegisters(); reg < e; ++reg) {
    Value value = getRegister(vector, reg);
    if (value.getType() != elementType)
      value = arith::ExtUIOp::create(builder, loc, elementType, value);
    registers.push_back(value);
  }
  OpBuilder::InsertionGuard guard(builder);
  if (Value owner = getOwnerPredicate(layout)) {
    auto branch = scf::IfOp::create(builder, loc, owner, /*withElseRegion=*/false);
    builder.setInsertionPoint(branch.thenYield());
  }
  for (int64_t reg = 0, e = registers.size(); reg < e; reg += width) {
    SmallVector<int64_t> offset = layout.getRegisterOffset(reg);
    SmallVector<Value> position;
    for (auto [base, add] : llvm::zip(thread, offset))
      position.push_back(addConstant(base, add));
    if (width == 1) {
      memref::StoreOp::create(builder, loc, registers[reg], buffer, position);
      continue;
    }
    Value packed = vector::FromElementsOp::create(
        builder, loc, VectorType::get({width}, elementType), ArrayRef(registers).slice(reg, width));
    vector::StoreOp::create(builder, loc, packed, buffer, position, /*nontemporal=*/false,
                            llvm::MaybeAlign(width * elementType.getIntOrFloatBitWidth() / 8));
  }
}
