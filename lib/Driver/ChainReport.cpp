//===- ChainReport.cpp - what is said about a chain -----------------------===//
#include "MCFuser/Driver/ChainReport.h"
#include "MCFuser/Analysis/StatementVolume.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mcf;

std::string mcf::formatCount(uint64_t count) {
  std::string digits = std::to_string(count);
  for (int at = static_cast<int>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(at, ",");
  return digits;
}

ChainReport::ChainReport(ChainOp chain, ChainOp unplaced) : chain(chain), unplaced(unplaced) {
  nameValues();
  ScheduleOp schedule = chain.getSchedule();
  if (!schedule || !schedule.getPlaced())
    return;
  // What cannot be planned is refused where it is lowered.
  ScopedDiagnosticHandler handler(chain.getContext(), [](Diagnostic &) { return success(); });
  analysis::TilePlan plan(chain);
  if (succeeded(plan.compute()))
    skipped = std::make_unique<analysis::SkippedTiles>(chain, plan);
}

/// The trips of all loops around the body of a loop.
static uint64_t countAllTrips(ScheduleOp schedule, LoopOp loop) {
  uint64_t trips = 1;
  for (; loop; loop = loop->getParentOfType<LoopOp>())
    trips = llvm::SaturatingMultiply<uint64_t>(trips, schedule.getTypicalTripCount(loop.getDim()));
  return trips;
}

/// Letters in the order in which the program meets its arrays: A B -> C, as in the paper.
void ChainReport::nameValues() {
  unsigned next = 0;
  auto name = [&](Value value) {
    if (!isa<NamedType>(value.getType()) || names.contains(value))
      return;
    std::string text(1, static_cast<char>('A' + next % 26));
    if (next >= 26)
      text += std::to_string(next / 26);
    names[value] = text;
    ++next;
  };
  for (Operation &op : *chain.getBodyBlock()) {
    if (!isa<ChainOpInterface>(op))
      continue;
    llvm::for_each(op.getOperands(), name);
    llvm::for_each(op.getResults(), name);
  }
}

std::string ChainReport::getArrayText(Value value) {
  auto type = cast<NamedType>(value.getType());
  std::string text = names.lookup(value) + "[";
  llvm::raw_string_ostream os(text);
  llvm::interleave(type.getDims(), os, [&](StringAttr dim) { os << dim.getValue(); }, ",");
  os << "]";
  return text;
}

/// The ops of a map without what only feeds them: `subf, exp`.
static std::string describeBody(MapOp map) {
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Operation &op : map.getBody().front()) {
    if (op.hasTrait<OpTrait::ConstantLike>() || op.hasTrait<OpTrait::IsTerminator>())
      continue;
    os << (text.empty() ? "" : ", ") << op.getName().stripDialect();
  }
  return text.empty() ? "constant" : text;
}

void ChainReport::printExpression(Operation *op, llvm::raw_ostream &os) {
  std::string text;
  llvm::raw_string_ostream line(text);
  Value result = op->getResult(0);
  line << "  " << getArrayText(result) << " = ";
  auto printSummedDims = [&] {
    llvm::interleave(
        cast<ChainOpInterface>(op).getReductionDims(), line,
        [&](StringAttr dim) { line << dim.getValue(); }, ",");
  };
  if (auto contract = dyn_cast<ContractOp>(op)) {
    line << "sum over ";
    printSummedDims();
    line << " of " << getArrayText(contract.getLhs()) << " " << getArrayText(contract.getRhs());
  } else if (auto reduce = dyn_cast<ReduceOp>(op)) {
    line << vector::stringifyCombiningKind(reduce.getKind()) << " over ";
    printSummedDims();
    line << " of " << getArrayText(reduce.getInput());
  } else {
    auto map = cast<MapOp>(op);
    line << describeBody(map) << " of ";
    llvm::interleaveComma(map.getInputs(), line, [&](Value input) { line << getArrayText(input); });
  }
  os << llvm::left_justify(text, 58) << " " << cast<NamedType>(result.getType()).getElementType()
     << "\n";
}

void ChainReport::printBlock(Block &block, unsigned depth, llvm::raw_ostream &os) {
  ScheduleOp schedule = chain.getSchedule();
  for (Operation &op : block) {
    std::string text(2 + 2 * depth, ' ');
    if (auto loop = dyn_cast<LoopOp>(op)) {
      int64_t trips = schedule.getTypicalTripCount(loop.getDim());
      text += loop.getBinding() == Binding::Serial ? "for each tile of "
                                                   : "on a block for each tile of ";
      os << text << loop.getDim() << " (" << trips << " of " << schedule.getTileSize(loop.getDim())
         << ")\n";
      if (skipped && skipped->getLoops().contains(loop)) {
        const analysis::SkippedTiles::LoopSkip &skip = skipped->getLoops().find(loop)->second;
        os << std::string(4 + 2 * depth, ' ');
        if (skip.reason.empty())
          os << "masked: " << formatCount(skipped->countTrips(loop)) << " of "
             << formatCount(countAllTrips(schedule, loop)) << " tiles run, where "
             << skip.live.toString(skipped->getConstants().getDimNames()) << "\n";
        else
          os << "masked, but each tile runs: " << skip.reason << "\n";
      }
      printBlock(loop.getBody().front(), depth + 1, os);
      continue;
    }
    bool computes = isa<ComputeOp>(op);
    text += op.getName().stripDialect().str() + " " + names.lookup(op.getOperand(0));
    analysis::StatementVolume volume = analysis::getVolume(schedule, &op, skipped.get());
    os << llvm::left_justify(text, 36) << llvm::right_justify(formatCount(volume.perTile), 11)
       << (computes ? " flop" : " byte") << " x "
       << llvm::right_justify(formatCount(volume.trips), 7) << " = "
       << llvm::right_justify(formatCount(volume.getTotal()), 13) << "\n";
  }
}

static uint64_t sumTraffic(ScheduleOp schedule, const analysis::SkippedTiles *skipped) {
  uint64_t bytes = 0;
  schedule.walk([&](Operation *op) {
    if (isa<LoadOp, StoreOp>(op))
      bytes += analysis::getVolume(schedule, op, skipped).getTotal();
  });
  return bytes;
}

static uint64_t getArrayBytes(ChainOp chain, Value value) {
  auto type = cast<NamedType>(value.getType());
  uint64_t bytes = llvm::divideCeil(type.getElementType().getIntOrFloatBitWidth(), 8);
  for (StringAttr dim : type.getDims())
    bytes *= chain.getTypicalSize(dim.getValue());
  return bytes;
}

void ChainReport::printTraffic(llvm::raw_ostream &os) {
  uint64_t unfused = 0;
  for (Operation &op : *chain.getBodyBlock()) {
    if (!isa<ChainOpInterface>(op))
      continue;
    for (Value value : op.getOperands())
      unfused += getArrayBytes(chain, value);
    unfused += getArrayBytes(chain, op.getResult(0));
  }
  os << "  global memory: " << formatCount(sumTraffic(chain.getSchedule(), skipped.get()))
     << " bytes";
  if (unplaced && unplaced.getSchedule())
    os << " (" << formatCount(sumTraffic(unplaced.getSchedule(), nullptr))
       << " if no load or store left its innermost loop,";
  os << "\n                 " << formatCount(unfused) << " with a kernel for each line above)\n";
}

void ChainReport::printComputation(llvm::raw_ostream &os) {
  os << "  sizes: ";
  llvm::interleaveComma(chain.getDims().getDims(), os, [&](DimAttr dim) {
    os << dim.getName().getValue() << " = ";
    dim.isDynamic() ? os << "?" : os << dim.getSize();
  });
  os << "\n";
  if (chain.getDims().isDynamic()) {
    os << "  counts below are for ";
    bool isFirst = true;
    for (DimAttr dim : chain.getDims().getDims())
      if (dim.isDynamic()) {
        os << (isFirst ? "" : ", ") << dim.getName().getValue() << " = "
           << chain.getTypicalSize(dim.getName());
        isFirst = false;
      }
    os << "\n";
  }
  for (Operation &op : *chain.getBodyBlock())
    if (isa<ChainOpInterface>(op))
      printExpression(&op, os);
}

void ChainReport::printSchedule(llvm::raw_ostream &os) {
  if (!chain.getSchedule())
    return;
  os << "\n  What runs where: bytes or flops of one tile x how often\n";
  printBlock(chain.getSchedule().getBody().front(), 1, os);
  printTraffic(os);
}

void ChainReport::printMasks(llvm::json::OStream &json) {
  if (!skipped)
    return;
  for (const auto &[loop, skip] : skipped->getLoops())
    json.object([&, loop = LoopOp(loop), &skip = skip]() mutable {
      json.attribute("loop", loop.getDim());
      json.attribute("tiles", countAllTrips(chain.getSchedule(), loop));
      json.attribute("tiles_run", skipped->countTrips(loop));
      if (skip.reason.empty())
        json.attribute("where", skip.live.toString(skipped->getConstants().getDimNames()));
      else
        json.attribute("all_run_because", skip.reason);
    });
}

uint64_t mcf::getContractionFlops(ChainOp chain, int64_t openSize) {
  uint64_t flops = 0;
  chain.walk([&](ContractOp op) {
    uint64_t points = 2;
    for (StringAttr dim : op.getIterationDims())
      points *= chain.getDims().lookup(dim).isDynamic() ? openSize : chain.getDimSize(dim);
    flops += points;
  });
  return flops;
}

void mcf::printKernels(const runtime::LaunchPlan &plan, llvm::raw_ostream &os) {
  for (const runtime::KernelPlan &kernel : plan.kernels) {
    os << "  kernel " << kernel.name << ": " << formatCount(kernel.grid[0]);
    for (const runtime::TripCountPlan &count : kernel.tripCounts)
      os << " * ceil(" << count.symbol << " / " << count.tileSize << ")";
    os << " blocks of " << kernel.block[0] << " threads, "
       << formatCount(kernel.dynamicWorkgroupBytes) << " bytes of workgroup memory\n";
  }
}

StringRef mcf::getFunctionName(ChainOp chain) {
  auto function = chain->getParentOfType<func::FuncOp>();
  return function ? function.getName() : "?";
}

void mcf::printChoice(const search::TilingChoice &choice, llvm::raw_ostream &os) {
  std::string text;
  llvm::raw_string_ostream lines(text);
  if (choice.result)
    choice.result->print(lines);
  else
    lines << "takes the plain default tiling: " << choice.whyDefault << "\n";
  SmallVector<StringRef> split;
  StringRef(text).rtrim().split(split, '\n');
  os << "\n";
  for (StringRef line : split)
    os << (line.empty() ? "" : "  ") << line << "\n";
}

void mcf::printChains(ModuleOp placed, ModuleOp unplaced,
                      ArrayRef<std::optional<search::TilingChoice>> choices,
                      llvm::raw_ostream &os) {
  SmallVector<ChainOp> unplacedChains;
  unplaced.walk([&](ChainOp chain) { unplacedChains.push_back(chain); });
  unsigned index = 0;
  placed.walk([&](ChainOp chain) {
    os << "\nchain " << index << ", in @" << getFunctionName(chain) << "\n";
    ChainReport report(chain, index < unplacedChains.size() ? unplacedChains[index] : ChainOp());
    report.printComputation(os);
    if (index < choices.size() && choices[index])
      printChoice(*choices[index], os);
    report.printSchedule(os);
    ++index;
  });
}
