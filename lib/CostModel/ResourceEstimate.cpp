//===- ResourceEstimate.cpp - what a block of a schedule takes ------------===//
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "KernelWalk.h"
#include "MCFuser/Dialect/MCFG/IR/WarpRegisters.h"
#include "OverlapForm.h"
#include "ThreadOps.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::cost;
using namespace mcf::mcfg;

using Kind = BlockOp::Kind;
using Role = OpFragments::Role;

namespace {
/// Registers by liveness: what is in use between two ops, at its largest.
class RegisterWalk {
public:
  RegisterWalk(const BlockProgram &program, const BlockFragments &fragments,
               const KernelWalk &kernel)
      : program(program), fragments(fragments), kernel(kernel), begins(program.vectors.size(), -1),
        ends(program.vectors.size(), -1), registers(program.vectors.size(), 0) {}

  /// Of the operands of the largest contraction on tensor cores.
  double getOperandRegisters() const {
    double most = 0;
    for (unsigned i = 0; i < program.ops.size(); ++i)
      if (const OpFragments &op = fragments.getOp(i);
          op.role == Role::Contraction && op.anchor.sizes.tensorCores)
        most = std::max(most, getOperandRegisters(op));
    return most;
  }

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
      most = std::max(most, std::max(before, after) + getStepRegisters(i));
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
        bool isFree =
            op.kind == Kind::Constant || kernel.isLate(result) || program.vectors[result].isStep;
        if (!isFree && fragments.getOp(i).role != Role::Nothing)
          registers[home] = std::max(registers[home],
                                     fragments.getRegisters(result) * fragments.getNumTiles(home));
      }
    }
  }

  /// What a contraction holds of operands that it reads step by step, and what comes out of a
  /// conversion.
  double getStepRegisters(unsigned index) const {
    const OpFragments &op = fragments.getOp(index);
    double sum = 0;
    for (const FragmentConversion &conversion : op.conversions)
      if (conversion.bytes && !conversion.isLate)
        sum += fragments.getRegisters(conversion.target,
                                      program.vectors[conversion.vector].elementType);
    // wgmma reads its operands where they lie.
    if (op.role != Role::Contraction || fragments.isSwizzled(fragments.resolve(op.columns)))
      return sum;
    const ContractionSizes &sizes = op.anchor.sizes;
    return sum + getOperandRegisters(op) / (double(sizes.k) / sizes.getStep());
  }
  double getOperandRegisters(const OpFragments &op) const {
    const ContractionSizes &sizes = op.anchor.sizes;
    int64_t warps = fragments.getNumWarps();
    Type type = program.vectors[op.rows].elementType;
    return fragments.getRegisters(getOperandALayout(sizes, warps), type) +
           fragments.getRegisters(getOperandBLayout(sizes, warps), type);
  }

  const BlockProgram &program;
  const BlockFragments &fragments;
  const KernelWalk &kernel;
  /// By home.
  std::vector<int> begins, ends;
  std::vector<double> registers;
};
} // namespace

/// What addresses, loop counters and the copies take beside the fragments.
static constexpr double otherRegisters = 40;
/// More for each copy in a kernel on multiply-adds, whose loads ptxas moves far ahead: then it
/// spills.
static constexpr double copyRegistersOfMultiplyAdds = 10;

int64_t mcf::cost::getNeededRegisters(double fragmentRegisters) {
  return std::llround(std::ceil(otherRegisters + fragmentRegisters));
}

int64_t mcf::cost::getMostRegisters(int64_t warps, const hw::DeviceSpec &device) {
  // An SM gives a warp whole units.
  int64_t perWarp = llvm::alignDown(device.registersPerSM / std::max<int64_t>(1, warps),
                                    device.registerAllocationUnit);
  return std::min(device.maxRegistersPerThread, perWarp / device.warpSize);
}

bool mcf::cost::fitRegisters(int64_t neededRegisters, int64_t mostRegisters) {
  return double(neededRegisters) <= double(mostRegisters) * registerTolerance;
}

bool mcf::cost::mayFitRegisters(double bits, const hw::DeviceSpec &device) {
  for (int64_t warps = 1; warps <= Mapping::maxWarps; warps *= 2)
    if (fitRegisters(getNeededRegisters(bits / (32.0 * double(warps * device.warpSize))),
                     getMostRegisters(warps, device)))
      return true;
  return false;
}

/// ptxas reads ahead as far as registers go: operands of tensor cores, addresses of the next
/// copies. Multiply-adds of a contraction are one long row, of which it overlaps as much as it
/// likes. Fitted to what ptxas 13.0 gives the threads of kernels that do not spill
/// (docs/CostModel.md).
static int64_t getExpectedRegisters(const ResourceEstimate &estimate, int64_t mostRegisters) {
  double registers = 1.35 * estimate.fragmentRegisters + 1.05 * estimate.operandRegisters +
                     8.5 * double(estimate.numCopies) - 25;
  if (estimate.operandRegisters == 0)
    registers += 100;
  // Fewer than this nothing takes.
  return std::clamp<int64_t>(std::llround(registers), 24, mostRegisters);
}

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

/// What a thread that computes gets from warps that only copy.
static std::optional<int64_t> getHandedOver(const ResourceEstimate &estimate,
                                            const hw::DeviceSpec &device) {
  int64_t copy = estimate.producers * FragmentLayout::kLanes;
  return getRaisedRegisters(device.registersPerSM, estimate.threadsPerBlock - copy, copy);
}

ResourceEstimate mcf::cost::estimateResources(const ScheduleForm &form, ArrayRef<int64_t> tiles,
                                              const hw::DeviceSpec &device,
                                              const Mapping &mapping) {
  ResourceEstimate estimate;
  if (!form.program)
    return estimate;
  const BlockProgram &program = *form.program;
  estimate.refusal = program.refusal;
  BlockFragments fragments(form, tiles, mapping, device.hasWarpgroupMma());
  if (estimate.fits())
    estimate.refusal = fragments.compute();
  if (!estimate.fits())
    return estimate;
  KernelWalk kernel(program, fragments);
  kernel.run();
  estimate.producers = kernel.getProducers();
  int64_t numWarps = fragments.getNumWarps() + estimate.producers;
  estimate.threadsPerBlock = numWarps * FragmentLayout::kLanes;
  std::optional<int64_t> bytes = kernel.getBytes();
  estimate.workgroupBytesPerBlock = bytes.value_or(INT64_MAX);
  estimate.mostWorkgroupBytesPerBlock =
      bytes ? *bytes + std::min(kernel.getUnsureBytes(), INT64_MAX - *bytes) : INT64_MAX;
  estimate.threadOps = countThreadOps(program, fragments, kernel);
  RegisterWalk registers(program, fragments, kernel);
  estimate.fragmentRegisters = registers.run();
  estimate.operandRegisters = registers.getOperandRegisters();
  estimate.numCopies = kernel.getNumCopies();
  if (mapping.overlap)
    if (auto overlap = getOverlapRegisters(form, tiles, mapping, device))
      estimate.fragmentRegisters += overlap->carried;
  double needed = estimate.fragmentRegisters;
  if (estimate.operandRegisters == 0)
    needed += copyRegistersOfMultiplyAdds * double(estimate.numCopies);
  estimate.neededRegistersPerThread = getNeededRegisters(needed);
  int64_t mostRegisters = getMostRegisters(numWarps, device);
  // ptxas gives an equal share where threads hand registers over.
  std::optional<int64_t> raised = getHandedOver(estimate, device);
  estimate.registersPerThread =
      raised ? mostRegisters : getExpectedRegisters(estimate, mostRegisters);
  mostRegisters = raised.value_or(mostRegisters);

  auto refuse = [&](llvm::StringRef what, int64_t most, int64_t got) {
    if (estimate.fits() && got > most)
      estimate.refusal =
          ("expected at most " + llvm::Twine(most) + " " + what + ", but got " + llvm::Twine(got))
              .str();
  };
  refuse("threads in a block", device.maxThreadsPerBlock, estimate.threadsPerBlock);
  // Nothing that the compiler then refuses.
  refuse("ops, about, in the program of a thread", LoweringLimits::maxSearchedThreadOps,
         estimate.threadOps);
  refuse("bytes of workgroup memory in a block", device.getMostWorkgroupBytes(),
         estimate.mostWorkgroupBytesPerBlock);
  refuse("registers of 32 bits in a thread",
         static_cast<int64_t>(double(mostRegisters) * registerTolerance),
         estimate.neededRegistersPerThread);
  if (estimate.fits())
    estimate.residentBlocksPerSM = getResidentBlocks(estimate, device);
  return estimate;
}
