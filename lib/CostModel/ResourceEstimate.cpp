//===- ResourceEstimate.cpp - what a block of a schedule takes ------------===//
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "BlockFragments.h"
#include "MCFuser/CostModel/BlockProgram.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::cost;
using namespace mcf::mcfg;

using Kind = BlockOp::Kind;
using Role = OpFragments::Role;

namespace {
/// Walks over the kernel as the unroller leaves it, and notes each buffer with the ops at the top
/// of the kernel between which it is in use.
class BufferWalk {
public:
  BufferWalk(const BlockProgram &program, const BlockFragments &fragments)
      : program(program), fragments(fragments), bufferOf(program.vectors.size(), -1) {}

  /// Bytes of all buffers, sharing what is not in use together; none beyond 64 bits.
  std::optional<int64_t> run() {
    walk(0, program.ops.size(), /*isTop=*/true);
    return packBuffers(buffers);
  }

private:
  unsigned findEnd(unsigned begin) const {
    unsigned end = begin + 1;
    while (program.ops[end].kind != Kind::LoopEnd || program.ops[end].begin != begin)
      ++end;
    return end;
  }

  void walk(unsigned from, unsigned to, bool isTop) {
    for (unsigned i = from; i < to; ++i) {
      const BlockOp &op = program.ops[i];
      if (op.kind != Kind::LoopBegin) {
        visit(i);
        position += isTop;
        continue;
      }
      unsigned end = findEnd(i);
      bool isLoop = !op.isUnrolled && fragments.isRepeatedLoop(op);
      // What a loop is entered with stands before it.
      addConversions(i);
      position += isTop;
      for (int64_t copy = 0, copies = fragments.getCopies(op); copy < copies; ++copy) {
        walk(i + 1, end, isTop && !isLoop);
        addConversions(end);
      }
      position += isTop;
      i = end;
    }
  }

  int addBuffer(int64_t bytes) {
    buffers.push_back({bytes, position, position});
    return buffers.size() - 1;
  }

  void addConversions(unsigned index) {
    for (const FragmentConversion &conversion : fragments.getOp(index).conversions)
      if (conversion.bytes)
        addBuffer(conversion.bytes);
  }

  void visit(unsigned index) {
    const BlockOp &op = program.ops[index];
    if (op.kind == Kind::Read && fragments.getTileBytes(op.results[0])) {
      // Neighbouring reads are copied together, where the last of them stands.
      bufferOf[op.results[0]] = addBuffer(fragments.getTileBytes(op.results[0]));
      if (!isGroupOpen(index))
        groupBegin = buffers.size() - 1;
      for (size_t i = groupBegin; i < buffers.size(); ++i)
        buffers[i].first = buffers[i].last = position;
    }
    addConversions(index);
    if (fragments.getOp(index).reductionBytes)
      addBuffer(fragments.getOp(index).reductionBytes);
    for (unsigned operand : op.operands) {
      unsigned vector = fragments.resolve(operand);
      if (bufferOf[vector] >= 0 && fragments.isLate(vector))
        buffers[bufferOf[vector]].last = position;
    }
  }

  /// True if nothing between the read and the one before it ends the group.
  bool isGroupOpen(unsigned index) const {
    SmallVector<unsigned> used;
    for (unsigned i = index; i-- > 0;) {
      const BlockOp &op = program.ops[i];
      if (op.kind == Kind::LoopBegin || op.kind == Kind::LoopEnd || op.kind == Kind::Write)
        return false;
      if (op.kind == Kind::Read && fragments.getTileBytes(op.results[0]))
        return !llvm::is_contained(used, op.results[0]);
      for (unsigned operand : op.operands)
        used.push_back(fragments.resolve(operand));
    }
    return false;
  }

  const BlockProgram &program;
  const BlockFragments &fragments;
  std::vector<BufferPlace> buffers;
  std::vector<int> bufferOf;
  size_t groupBegin = 0;
  int64_t position = 0;
};

/// Registers by liveness: what is in use between two ops, at its largest.
class RegisterWalk {
public:
  RegisterWalk(const BlockProgram &program, const BlockFragments &fragments)
      : program(program), fragments(fragments), begins(program.vectors.size(), -1),
        ends(program.vectors.size(), -1), registers(program.vectors.size(), 0) {}

  double run() {
    findLifetimes();
    // Changes before and at each op.
    std::vector<double> starts(program.ops.size() + 1), stops(program.ops.size() + 1);
    for (size_t i = 0; i < begins.size(); ++i)
      if (begins[i] >= 0 && registers[i] > 0) {
        starts[begins[i]] += registers[i];
        stops[std::max(ends[i], begins[i])] += registers[i];
      }
    double live = 0, most = 0;
    for (unsigned i = 0; i < program.ops.size(); ++i) {
      // An op writes its result over what it is the last to read, register by register.
      double before = live, after = live + starts[i] - stops[i];
      most = std::max(most, std::max(before, after) + getOperandRegisters(i));
      live = after;
    }
    return most;
  }

private:
  unsigned getHome(unsigned vector) const {
    return program.vectors[fragments.resolve(vector)].home;
  }

  void findLifetimes() {
    SmallVector<unsigned> loops;
    std::vector<unsigned> ends0(program.ops.size());
    for (auto [i, op] : llvm::enumerate(program.ops))
      if (op.kind == Kind::LoopEnd)
        ends0[op.begin] = i;
    for (auto [i, op] : llvm::enumerate(program.ops)) {
      for (unsigned operand : op.operands) {
        unsigned home = getHome(operand);
        // What comes from outside of a loop is wanted in its next trip again.
        int end = i;
        for (unsigned loop : loops)
          if (begins[home] < int(loop)) {
            end = ends0[loop];
            break;
          }
        ends[home] = std::max(ends[home], end);
      }
      if (op.kind == Kind::LoopBegin)
        loops.push_back(i);
      else if (op.kind == Kind::LoopEnd)
        loops.pop_back();
      for (unsigned result : op.results) {
        unsigned home = getHome(result);
        if (begins[home] < 0)
          begins[home] = i;
        bool isFree = op.kind == Kind::Constant || fragments.isLate(result);
        if (!isFree && fragments.getOp(i).role != Role::Nothing)
          registers[home] = std::max(registers[home],
                                     fragments.getRegisters(result) * fragments.getNumTiles(home));
      }
    }
  }

  /// What a contraction holds of operands that it reads step by step, and what comes out of a
  /// conversion.
  double getOperandRegisters(unsigned index) const {
    const OpFragments &op = fragments.getOp(index);
    double sum = 0;
    for (const FragmentConversion &conversion : op.conversions)
      if (conversion.bytes && !conversion.isLate)
        sum += fragments.getRegisters(conversion.target,
                                      program.vectors[conversion.vector].elementType);
    if (op.role != Role::Contraction)
      return sum;
    const ContractionSizes &sizes = op.anchor.sizes;
    int64_t warps = fragments.getNumWarps();
    double steps = sizes.tensorCores ? double(sizes.k) / 16 : double(sizes.k);
    Type type = program.vectors[op.rows].elementType;
    return sum + (fragments.getRegisters(getOperandALayout(sizes, warps), type) +
                  fragments.getRegisters(getOperandBLayout(sizes, warps), type)) /
                     steps;
  }

  const BlockProgram &program;
  const BlockFragments &fragments;
  /// By home.
  std::vector<int> begins, ends;
  std::vector<double> registers;
};
} // namespace

/// What addresses, loop counters and the copies take beside the fragments.
static constexpr double otherRegisters = 40;

static int64_t getResidentBlocks(const ResourceEstimate &estimate, const hw::DeviceSpec &device) {
  int64_t warps = llvm::divideCeil(estimate.threadsPerBlock, device.warpSize);
  int64_t perThread = std::min(estimate.registersPerThread, device.maxRegistersPerThread);
  int64_t registers =
      warps * llvm::alignTo(perThread * device.warpSize, device.registerAllocationUnit);
  int64_t bytes = llvm::alignTo(estimate.workgroupBytesPerBlock + device.smemReservedPerBlockBytes,
                                device.smemAllocationUnitBytes);
  int64_t blocks = std::min(device.maxBlocksPerSM,
                            device.maxThreadsPerSM / std::max<int64_t>(1, warps * device.warpSize));
  blocks = std::min(blocks, device.registersPerSM / std::max<int64_t>(1, registers));
  return std::min(blocks, device.smemPerSMBytes / std::max<int64_t>(1, bytes));
}

ResourceEstimate mcf::cost::estimateResources(const ScheduleForm &form, ArrayRef<int64_t> tiles,
                                              const hw::DeviceSpec &device) {
  ResourceEstimate estimate;
  if (!form.program)
    return estimate;
  const BlockProgram &program = *form.program;
  estimate.refusal = program.refusal;
  BlockFragments fragments(form, tiles);
  if (estimate.fits())
    estimate.refusal = fragments.compute();
  if (!estimate.fits())
    return estimate;
  estimate.threadsPerBlock = fragments.getNumWarps() * FragmentLayout::kLanes;
  std::optional<int64_t> bytes = BufferWalk(program, fragments).run();
  estimate.workgroupBytesPerBlock = bytes.value_or(INT64_MAX);
  estimate.registersPerThread =
      std::llround(std::ceil(otherRegisters + RegisterWalk(program, fragments).run()));

  auto refuse = [&](llvm::StringRef what, int64_t most, int64_t got) {
    if (estimate.fits() && got > most)
      estimate.refusal =
          ("expected at most " + llvm::Twine(most) + " " + what + ", but got " + llvm::Twine(got))
              .str();
  };
  refuse("threads in a block", device.maxThreadsPerBlock, estimate.threadsPerBlock);
  refuse("bytes of workgroup memory in a block", device.smemPerBlockBytes,
         estimate.workgroupBytesPerBlock);
  refuse("registers of 32 bits in a thread",
         std::llround(device.maxRegistersPerThread * registerTolerance),
         estimate.registersPerThread);
  if (estimate.fits())
    estimate.residentBlocksPerSM = getResidentBlocks(estimate, device);
  return estimate;
}
