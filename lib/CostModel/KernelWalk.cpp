//===- KernelWalk.cpp - a block program as the kernel runs it -------------===//
#include "KernelWalk.h"

using namespace mcf;
using namespace mcf::cost;
using namespace mcf::mcfg;

using Kind = BlockOp::Kind;
using Role = OpFragments::Role;

KernelWalk::KernelWalk(const BlockProgram &program, const BlockFragments &fragments)
    : program(program), fragments(fragments), instances(program.vectors.size()), blocks(1),
      late(program.vectors.size()) {
  for (size_t i = 0; i < instances.size(); ++i)
    instances[i].assign(fragments.getNumTiles(i), 0);
}

void KernelWalk::run() {
  walk(0, program.ops.size());
  // Where each tile is wanted.
  for (const BufferPlace &tile : tileBuffers)
    wanted.push_back(tile.last);
  finishReads();
  if (fragments.getDepth() > 1) {
    startAhead();
    addBarriers();
  }
}

unsigned KernelWalk::findEnd(unsigned begin) const {
  unsigned end = begin + 1;
  while (program.ops[end].kind != Kind::LoopEnd || program.ops[end].begin != begin)
    ++end;
  return end;
}

void KernelWalk::walk(unsigned from, unsigned to) {
  for (unsigned i = from; i < to; ++i) {
    if (program.ops[i].kind == Kind::LoopBegin) {
      unsigned end = findEnd(i);
      walkLoop(i, end);
      i = end;
      continue;
    }
    visit(i);
    position += isTop();
  }
}

void KernelWalk::walkLoop(unsigned begin, unsigned end) {
  const BlockOp &op = program.ops[begin], &last = program.ops[end];
  bool isBlock = !op.isUnrolled && fragments.hasLoop(op.dims[0]);
  addConversions(begin);
  for (auto [init, arg] : llvm::zip(op.operands, op.results)) {
    instances[arg] = instances[init];
    for (unsigned &instance : instances[arg])
      instance = isBlock ? ++numInstances : instance;
  }
  if (isBlock) {
    group = -1;
    int64_t begin = position;
    // What starts before the loop stands between what is there and the loop.
    position += 2 * isTop();
    OpenBlock &block = blocks.emplace_back();
    block.id = numBlocks++;
    block.dim = op.dims[0];
    block.begin = begin + 1;
  }
  for (int64_t copy = 0, e = fragments.getCopies(op); copy < e; ++copy) {
    if (!isBlock)
      copies.push_back({op.dims[0], copy});
    walk(begin + 1, end);
    addConversions(end);
    if (!isBlock)
      copies.pop_back();
    for (auto [yielded, arg] : llvm::zip(last.operands, op.results))
      instances[arg] = instances[fragments.resolve(yielded)];
  }
  if (isBlock) {
    blocks.pop_back();
    group = -1;
    position += isTop();
  }
  for (auto [arg, result] : llvm::zip(op.results, last.results)) {
    instances[result] = instances[arg];
    for (unsigned &instance : instances[result])
      instance = isBlock ? ++numInstances : instance;
  }
}

void KernelWalk::visit(unsigned index) {
  const BlockOp &op = program.ops[index];
  switch (op.kind) {
  case Kind::Read:
    return visitRead(index);
  case Kind::Constant:
    instances[op.results[0]].assign(instances[op.results[0]].size(), number({index}));
    return;
  case Kind::Alias:
    return visitAlias(op);
  case Kind::Write:
    for (unsigned operand : op.operands)
      use(index, operand);
    // What is read after it is read again.
    for (OpenBlock &block : blocks)
      block.knownReads.clear();
    group = -1;
    return;
  default:
    return visitCompute(index);
  }
}

/// The number of what is computed by this key; one that stands before is taken.
unsigned KernelWalk::number(std::vector<unsigned> key) {
  for (OpenBlock &block : blocks)
    if (auto it = block.known.find(key); it != block.known.end())
      return it->second;
  return blocks.back().known[std::move(key)] = ++numInstances;
}

void KernelWalk::visitRead(unsigned index) {
  unsigned vector = program.ops[index].results[0];
  std::vector<unsigned> key{index};
  for (auto [dim, copy] : copies)
    if (llvm::is_contained(program.vectors[vector].tileDims, dim))
      key.push_back(copy);
  auto [it, isNew] = blocks.back().knownReads.try_emplace(key, numInstances + 1);
  instances[vector].assign(1, it->second);
  if (!isNew)
    return;
  ++numInstances;
  if (!fragments.getTileBytes(vector))
    return;
  // Neighbouring reads are copied together, where the last of them stands.
  int buffer = tileBuffers.size();
  int64_t slots = isTop() ? 1 : fragments.getSlots(blocks.back().dim);
  BufferPlace &place = tileBuffers.emplace_back();
  place.bytes = slots * fragments.getTileBytes(vector);
  place.alignment = fragments.getTileAlignment(vector);
  // Slots that are filled again have a second barrier.
  bool isAgain = !isTop() && fragments.fillsSlotsAgain(blocks.back().dim);
  bulkTiles.push_back({fragments.fitsBulkCopies(vector), isAgain ? 2 * slots : slots});
  tileItems.push_back(getItem(/*isNewGroup=*/group < 0));
  if (group < 0)
    group = buffer;
  for (size_t i = group; i < tileBuffers.size(); ++i)
    tileBuffers[i].first = tileBuffers[i].last = position;
  tileOrder.push_back({group, fragments.isWholeArray(vector)});
  reads[it->second] = {vector, blocks.back().id, buffer};
}

llvm::SmallVector<unsigned> KernelWalk::getPicked(unsigned storage) const {
  // All tiles, the last dim fastest, of which each dim with an open loop keeps one.
  llvm::SmallVector<unsigned> picked{0};
  for (unsigned dim : program.vectors[storage].tripDims) {
    unsigned trips = fragments.getTrips(dim);
    auto open = llvm::find_if(copies, [&](auto &copy) { return copy.first == dim; });
    llvm::SmallVector<unsigned> next;
    for (unsigned base : picked)
      for (unsigned trip = 0; trip < trips; ++trip)
        if (open == copies.end() || open->second == trip)
          next.push_back(base * trips + trip);
    picked = next;
  }
  return picked;
}

void KernelWalk::visitAlias(const BlockOp &op) {
  unsigned storage = op.operands[0], result = op.results[0];
  llvm::SmallVector<unsigned> picked = getPicked(storage);
  if (op.operands.size() == 1) {
    for (auto [i, tile] : llvm::enumerate(picked))
      instances[result][i] = instances[storage][tile];
    return;
  }
  instances[result] = instances[storage];
  for (auto [i, tile] : llvm::enumerate(picked))
    instances[result][tile] = instances[fragments.resolve(op.operands[1])][i];
}

void KernelWalk::visitCompute(unsigned index) {
  const BlockOp &op = program.ops[index];
  const OpFragments &opFragments = fragments.getOp(index);
  unsigned result = op.results[0];
  if (opFragments.role == Role::Nothing) {
    instances[result] = instances[fragments.resolve(result)];
    return;
  }
  bool isNew = false;
  for (size_t tile = 0; tile < instances[result].size(); ++tile) {
    std::vector<unsigned> key{index};
    for (unsigned operand : op.operands) {
      const Instances &from = instances[fragments.resolve(operand)];
      key.push_back(from[std::min(tile, from.size() - 1)]);
    }
    if (op.kind != Kind::Contraction && op.kind != Kind::Reduction)
      for (auto [dim, copy] : copies)
        if (llvm::is_contained(op.dims, dim))
          key.push_back(copy);
    unsigned before = numInstances;
    instances[result][tile] = number(std::move(key));
    isNew |= instances[result][tile] > before;
  }
  if (!isNew)
    return;
  addUnsure(op);
  for (unsigned operand : op.operands)
    use(index, fragments.resolve(operand));
  addConversions(index);
  if (opFragments.reductionBytes)
    addBuffer(opFragments.reductionBytes);
}

/// Statistics of rows, and positions, which the program leaves out: layouts of vectors with one dim
/// hang on the order of the ops on them. Each may be converted once more than is known.
void KernelWalk::addUnsure(const BlockOp &op) {
  if (op.kind == Kind::Reduction) {
    const BlockVector &statistic = program.vectors[op.results[0]];
    unsureBytes += fragments.getColumnBytes(statistic.tileDims, getBits(statistic.elementType));
  } else if (op.kind == Kind::Map) {
    for (unsigned dim : op.dims) {
      auto open = llvm::find_if(copies, [&](auto &copy) { return copy.first == dim; });
      unsigned copy = open == copies.end() ? 0 : open->second;
      if (positions.insert({blocks.back().id, dim, copy}).second)
        unsureBytes += fragments.getColumnBytes(dim);
    }
  }
}

std::optional<int64_t> KernelWalk::getBytes() const {
  // The distribution of fragments puts its buffers before those that stand there.
  std::vector<BufferPlace> all = buffers;
  // Arrays that are one tile are read next to their first use, after the other tiles of a group.
  auto order = llvm::to_vector(llvm::seq<unsigned>(0, tileBuffers.size()));
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::make_pair(tileOrder[a], a) < std::make_pair(tileOrder[b], b);
  });
  for (unsigned buffer : order)
    all.push_back(tileBuffers[buffer]);
  return packBuffers(all);
}

void KernelWalk::addConversions(unsigned index) {
  const OpFragments &op = fragments.getOp(index);
  for (const FragmentConversion &conversion : op.conversions) {
    if (!conversion.bytes)
      continue;
    for (unsigned instance : instances[conversion.vector]) {
      auto &converted = blocks.back().converted;
      std::pair<unsigned, FragmentLayout> key{instance, conversion.target};
      if (llvm::is_contained(converted, key))
        continue;
      converted.push_back(key);
      addBuffer(conversion.bytes);
      // What is read at once is over before the next conversion begins.
      if (!conversion.isLate)
        position += isTop();
    }
  }
}

void KernelWalk::use(unsigned index, unsigned vector) {
  for (unsigned instance : instances[vector]) {
    auto it = reads.find(instance);
    if (it == reads.end())
      continue;
    TileRead &read = it->second;
    if (group >= 0 && read.buffer >= group)
      group = -1;
    ++read.numUses;
    read.usePosition = position;
    read.useBlock = blocks.back().id;
    read.isDirect = fragments.takesDirectly(index, vector);
  }
}

int KernelWalk::getItem(bool isNewGroup) {
  if (blocks.size() > 2)
    return -1;
  OpenBlock &block = blocks.back();
  hasRings |= !isTop();
  if (isTop() ? isNewGroup : block.item < 0) {
    block.item = items.size();
    items.push_back(block.begin);
  }
  // A group is copied where the last of its tiles is read.
  if (isTop())
    items[block.item] = position;
  return block.item;
}

bool KernelWalk::canProduce() const {
  return fragments.getDepth() > 1 && hasRings &&
         llvm::none_of(tileItems, [](int item) { return item < 0; }) &&
         llvm::all_of(bulkTiles, [](const auto &tile) { return tile.first; });
}

void KernelWalk::startAhead() {
  int depth = fragments.getDepth();
  bool isAtOnce = getProducers() > 0;
  for (auto [buffer, item] : llvm::zip(tileBuffers, tileItems))
    if (item >= 0)
      buffer.first = isAtOnce || item < depth ? -1 : items[item - depth];
}

void KernelWalk::addBarriers() {
  BufferPlace barriers;
  // Before all copies.
  barriers.first = -2;
  for (size_t i = 0; i < tileBuffers.size(); ++i) {
    if (int(i) != tileOrder[i].first || tileItems[i] < 0)
      continue;
    // Those of a group.
    size_t end = i;
    bool isBulk = true;
    for (; end < tileBuffers.size() && tileOrder[end].first == int(i); ++end)
      isBulk &= bulkTiles[end].first;
    if (!isBulk)
      continue;
    barriers.bytes += 8 * bulkTiles[i].second;
    barriers.last = std::max(barriers.last, wanted[end - 1]);
  }
  if (barriers.bytes)
    buffers.insert(buffers.begin(), barriers);
}

void KernelWalk::finishReads() {
  for (auto &[instance, read] : reads) {
    int64_t bits = fragments.getFragmentBits(read.vector);
    bool isLate = read.numUses == 1 && read.isDirect &&
                  (read.block == read.useBlock || bits > LoweringLimits::maxHeldBits);
    if (!isLate && !fragments.isSwizzled(read.vector))
      continue;
    late[read.vector] = true;
    tileBuffers[read.buffer].last = read.usePosition;
  }
}
