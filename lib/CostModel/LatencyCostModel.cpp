//===- LatencyCostModel.cpp - what a block waits for, in order ------------===//
#include "MCFuser/CostModel/LatencyCostModel.h"
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Hardware/WarpgroupMma.h"
#include "OverlapForm.h"
#include "ProducerForm.h"
#include "llvm/Support/MathExtras.h"

using namespace mcf;
using namespace mcf::cost;
using mcf::mcfg::ContractionSizes;
using mcf::mcfg::LoweringLimits;

namespace {
enum Term {
  Launch,
  Copies,
  Contractions,
  Elementwise,
  Transfers,
  FurtherWaves,
  Contention,
  NumTerms
};
constexpr llvm::StringLiteral termNames[NumTerms] = {"launch",
                                                     "copies to shared memory",
                                                     "contractions",
                                                     "reductions and maps",
                                                     "loads and stores of registers",
                                                     "further waves",
                                                     "contention on an SM"};

/// What the statements of one block take.
class BlockCost {
public:
  BlockCost(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles, const Mapping &mapping,
            const hw::DeviceSpec &device, const LoweringCycles &lowering)
      : form(form), tiles(tiles), device(device), lowering(lowering),
        depth(mapping.stages.value_or(LoweringLimits::copyDepth)),
        contractionOf(form.values.size(), -1), isStaged(form.values.size(), false),
        loadLoop(form.values.size(), -1) {
    for (unsigned i = 0; i < form.values.size(); ++i)
      if (form.values[i].kind == ValueForm::Kind::Contraction)
        addContraction(i);
    numWarps = placeWarps(contractions, mapping);
    for (const ContractionForm &contraction : contractions)
      onWarpgroups.push_back(fitsWarpgroups(form, contraction, numWarps, device));
    if (mapping.overlap.value_or(0) != 0)
      findOverlapped(*mapping.overlap);
    if (canProduce(form, tiles, contractions, onWarpgroups))
      producers = mapping.producers.value_or(0);
    for (const StatementForm &statement : form.statements)
      if (statement.kind == StatementForm::Kind::Load)
        loadLoop[statement.value] = statement.loop;
  }

  int64_t getThreads() const { return numWarps * device.warpSize; }
  int64_t getWarpsOfBlock() const { return numWarps + producers; }
  double getStagedBytes() const { return stagedBytes; }
  /// Copies that nothing runs ahead of: the first ones; and what warps that only copy take before
  /// that.
  double getFirstCopies() const {
    double cycles = copiesAhead ? lowering.firstCopy : 0;
    cycles += lowering.firstKilobyte * firstBytes / 1024;
    return cycles + (producers > 1 ? lowering.handOver : 0);
  }
  double getBusyCycles() const { return busyCycles; }
  /// Cycles of the L2 cache.
  double getCacheCycles() const { return cacheCycles; }
  /// Of a thread, at most what the device has.
  double getRegisters() const {
    double registers = lowering.otherRegisters + sumRegisters + carriedRegisters;
    return std::min<double>(registers, getMostRegisters(getWarpsOfBlock(), device));
  }

  /// Cycles that a rotated loop takes less, all statements being added: in each trip but one, the
  /// contractions that run beside what threads compute, or the other way round.
  double getHiddenCycles() const {
    if (rotated < 0)
      return 0;
    double trips = getTrips(rotated);
    double more = isAhead ? lowering.ahead + lowering.carriedElement * carried : lowering.behind;
    return (trips - 1) * (std::min(overlappedCycles, besideCycles) / trips - more);
  }

  /// Cycles of all trips in a block, and the term that they belong to.
  std::pair<double, Term> add(const StatementForm &statement) {
    const ValueForm &value = form.values[statement.value];
    double trips = getTrips(statement.loop);
    if (statement.kind == StatementForm::Kind::Load && isStaged[statement.value])
      return {addCopy(value, statement.loop, trips), Copies};
    if (statement.kind != StatementForm::Kind::Compute) {
      double elements = getElementsPerThread(value.dims), each = lowering.loadedElement;
      if (statement.kind == StatementForm::Kind::Store) {
        each = lowering.storedElement;
        elements = std::ceil(elements / double(getStoredTogether(value)));
      }
      return {trips * (lowering.transfer + each * elements), Transfers};
    }
    switch (value.kind) {
    case ValueForm::Kind::Contraction:
      addSums(value, statement.loop);
      return {addContraction(contractions[contractionOf[statement.value]], statement.loop, trips),
              Contractions};
    case ValueForm::Kind::Reduction: {
      llvm::SmallVector<unsigned> reduced(value.dims);
      reduced.append(value.reducedDims);
      // Four lanes share a row of a fragment, so each of them has its result.
      double cycles = lowering.reducedElement * getElementsPerThread(reduced) +
                      lowering.reducedResult * 4 * getElementsPerThread(value.dims);
      addBusyOperations(trips, getElements(reduced));
      if (int64_t columns = getWarps(reduced).columns; columns > 1)
        cycles += lowering.warpReduction + lowering.reducedWarp * columns;
      return {addBeside(statement, trips * cycles), Elementwise};
    }
    default: {
      double operations =
          lowering.mapOperation * (statement.flopsPerPoint - statement.slowOpsPerPoint) +
          lowering.slowOperation * statement.slowOpsPerPoint;
      if (statement.isDeferred)
        operations = 0;
      else
        addBusyOperations(trips * statement.flopsPerPoint, getElements(value.dims));
      return {addBeside(statement, trips * operations * getElementsPerThread(value.dims)),
              Elementwise};
    }
    }
  }

private:
  /// Trips of the loops around, within a block.
  double getTrips(int loop) const { return form.getRunsPerBlock(loop, tiles); }

  double getElements(llvm::ArrayRef<unsigned> dims) const {
    double elements = 1;
    for (unsigned dim : dims)
      elements *= tiles[dim];
    return elements;
  }

  /// The warps that share a tile: along the rows and columns that a contraction splits.
  mcfg::WarpGrid getWarps(llvm::ArrayRef<unsigned> dims) const {
    auto hasTile = [&](llvm::ArrayRef<unsigned> operandDims, int64_t size) {
      return llvm::any_of(operandDims, [&](unsigned dim) {
        return tiles[dim] > 1 && llvm::is_contained(dims, dim) && tiles[dim] == size;
      });
    };
    std::optional<int64_t> rows;
    for (const ContractionForm &contraction : contractions) {
      if (!hasTile(form.values[contraction.a].dims, contraction.sizes.m))
        continue;
      if (hasTile(contraction.columnDims, contraction.sizes.n))
        return contraction.warps;
      rows = rows.value_or(contraction.warps.rows);
    }
    return {rows.value_or(numWarps), 1};
  }
  double getSharedElements(llvm::ArrayRef<unsigned> dims) const {
    mcfg::WarpGrid warps = getWarps(dims);
    return getElements(dims) / double(warps.rows * warps.columns * device.warpSize);
  }
  /// Elements of a tile that a thread holds.
  double getElementsPerThread(llvm::ArrayRef<unsigned> dims) const {
    return std::max(getSharedElements(dims), 1.0);
  }

  /// The contractions that run beside what threads compute, by the rotation of their loop.
  void findOverlapped(int64_t rotation) {
    isOverlapped.assign(contractions.size(), false);
    llvm::SmallVector<int, 4> loops(contractions.size(), -1);
    for (const StatementForm &statement : form.statements)
      if (int i = contractionOf[statement.value];
          i >= 0 && statement.kind == StatementForm::Kind::Compute)
        loops[i] = statement.loop;
    std::optional<OverlapForm> overlap =
        findOverlap(form, tiles, contractions, loops, numWarps, device);
    if (!overlap)
      return;
    for (unsigned i : rotation == 1 ? overlap->first : overlap->last)
      isOverlapped[i] = true;
    rotated = overlap->loop;
    isAhead = rotation == 1;
    // Sums of two trips, or operands of two trips in 16 bits: see `getOverlapRegisters`.
    for (unsigned i : overlap->first)
      carriedRegisters += double(contractions[i].sizes.m * contractions[i].sizes.n) /
                          double(getThreads() * (isAhead ? 1 : 2));
  }
  bool isBulk(const ValueForm &value) const {
    return isBulkCopy(form, tiles, contractions, onWarpgroups,
                      static_cast<unsigned>(&value - form.values.data()));
  }
  /// Cycles of a tile's way through shared memory to threads that hold other parts of it.
  double getExchange(llvm::ArrayRef<unsigned> dims) const {
    return lowering.exchange + lowering.exchangedElement * getElementsPerThread(dims);
  }

  /// Elements that a thread stores at once, where they stand in a row of the result and rows are
  /// aligned for it: sums of tensor cores are pairs of columns, and lanes swap such pairs as far as
  /// their warp has columns (`mcfg::getLaneSwaps`).
  int64_t getStoredTogether(const ValueForm &value) const {
    if (value.dims.empty())
      return 1;
    unsigned row = value.dims.back();
    bool hasPairs = llvm::any_of(contractions, [&](const ContractionForm &contraction) {
      return contraction.sizes.tensorCores &&
             !llvm::is_contained(form.values[contraction.a].dims, row);
    });
    int64_t columns = tiles[row] / getWarps(value.dims).columns, together = 1;
    int64_t most = hasPairs ? std::min<int64_t>(8, 128 / value.elementBits) : 1;
    auto fits = [&](int64_t count) {
      bool isAligned = form.dimSizes[row] % count == 0 && columns % count == 0;
      return isAligned && (count == 2 || (value.elementBits == 16 && columns % (4 * count) == 0));
    };
    while (2 * together <= most && fits(2 * together))
      together *= 2;
    return together;
  }

  void addContraction(unsigned index) {
    ContractionForm contraction = ContractionForm::get(form, index, tiles);
    const ValueForm &value = form.values[index];
    if (value.isFloat && value.elementBits == 64)
      contraction.slowness = device.f32FlopPerSec / device.f64FlopPerSec;
    for (unsigned operand : {contraction.a, contraction.b})
      isStaged[operand] = form.values[operand].kind == ValueForm::Kind::Input;
    contractionOf[index] = contractions.size();
    contractions.push_back(std::move(contraction));
  }

  /// Chunks of a copy by threads: a thread has one column of chunks and walks down the rows, as
  /// mcf-lower-tile-copies does it.
  double countChunks(const ValueForm &value) const {
    // A chunk is as much as rows of the array and of the tile are aligned for.
    int64_t chunk = std::max<int64_t>(1, 128 / value.elementBits);
    int64_t row = value.dims.empty() ? 1 : tiles[value.dims.back()];
    if (!value.dims.empty() && form.hasOpenSize(value.dims.back()))
      chunk = 1;
    while (chunk > 1 && (row % chunk || form.dimSizes[value.dims.back()] % chunk))
      chunk /= 2;
    int64_t columns = row / chunk, lanes = std::min(columns, getThreads());
    double strips = std::ceil(double(columns) / lanes);
    int64_t rowsPerTrip = getThreads() / lanes;
    return strips * std::ceil(getElements(value.dims) / row / double(rowsPerTrip));
  }

  /// How often copies in this loop begin anew, so that the first tiles are waited for: at the top
  /// of the block they begin with all others.
  double countStarts(int loop) const {
    int parent = loop < 0 ? -1 : form.loops[loop].parent;
    bool isTop = loop < 0 || form.loops[loop].isBlock || parent < 0 || form.loops[parent].isBlock;
    return isTop ? 0 : getTrips(parent);
  }

  /// Cycles of all copies of a tile to shared memory.
  double addCopy(const ValueForm &value, int loop, double trips) {
    double bytes = getElements(value.dims) * value.elementBits / 8;
    bool inLoop = loop >= 0 && !form.loops[loop].isBlock;
    double slots = inLoop ? std::min<double>(depth, form.getTrips(form.loops[loop].dim, tiles)) : 1;
    stagedBytes += slots * bytes;
    // With a slot for each trip no warp waits for another one to leave it.
    bool isAway = producers || !inLoop || slots >= form.getTrips(form.loops[loop].dim, tiles);
    double each = isAway ? lowering.producedCopy : lowering.bulkCopy;
    each += bytes / 1024 * (isAway ? lowering.producedKilobyte : lowering.bulkKilobyte);
    double starts = depth > 1 ? countStarts(loop) : trips;
    copiesAhead |= depth > 1;
    firstBytes += bytes;
    if (!isBulk(value)) {
      double chunks = countChunks(value);
      each = lowering.copy + lowering.chunk * chunks;
      busyCycles += trips * chunks * numWarps * lowering.busyChunk;
    }
    busyCycles += trips * bytes / 1024 * lowering.busyKilobyte;
    cacheCycles += trips * bytes / 1024 *
                   (isBulk(value) ? lowering.cacheKilobyte : lowering.cacheChunkKilobyte);
    return trips * each + starts * lowering.firstCopy;
  }

  /// What threads compute in the rotated loop.
  double addBeside(const StatementForm &statement, double cycles) {
    if (rotated >= 0 && statement.loop == rotated)
      besideCycles += cycles;
    return cycles;
  }

  /// The warps of a block as an SM sees them: its parts work on warps of their own, so a block of
  /// fewer warps is not done sooner.
  double getBusyWarps() const {
    return double(std::max<int64_t>(numWarps, hw::DeviceSpec::partsPerSM));
  }

  /// Instructions of all warps, whoever computes the elements.
  void addBusyOperations(double operations, double elements) {
    busyCycles +=
        operations * elements / double(getThreads()) * getBusyWarps() * lowering.busyOperation;
  }

  /// Registers for the sums of a contraction. Tiles of loops inside of the one that is summed over
  /// are kept.
  void addSums(const ValueForm &value, int loop) {
    double kept = 1, inside = 1;
    for (; loop >= 0; loop = form.loops[loop].parent) {
      const LoopForm &around = form.loops[loop];
      if (llvm::is_contained(value.reducedDims, around.dim))
        kept = inside;
      else if (!around.isBlock && llvm::is_contained(value.dims, around.dim))
        inside *= form.getTrips(around.dim, tiles);
    }
    sumRegisters += kept * getSharedElements(value.dims);
  }

  double addContraction(const ContractionForm &contraction, int loop, double trips) {
    const ContractionSizes &sizes = contraction.sizes;
    double cycles = trips * lowering.contraction;
    double mmas = 0, readsA = 0, readsB = 0, heldA = 0, heldB = 0;
    if (sizes.tensorCores) {
      double rows = sizes.m / 16.0 / contraction.warps.rows,
             columns = sizes.n / 8.0 / contraction.warps.columns,
             steps = sizes.k / double(sizes.getStep());
      mmas = rows * columns * steps;
      if (onWarpgroups[&contraction - contractions.data()]) {
        // Four warps, 8 columns and a step of the sum at a time; few columns take as long as these.
        mmas *= std::max(1.0, hw::leastWarpgroupColumns / (8 * columns));
        busyCycles += trips * mmas * numWarps / 4 * lowering.busyWarpgroup;
        return getWarpgroupCycles(contraction, mmas, trips) + getComputedRows(contraction, trips);
      }
      heldA = rows * steps * 4 * 32;
      heldB = columns * steps * 2 * 32;
      // 8-bit floats are read one by one and converted to 16 bits.
      if (sizes.operandBits == 16 && form.values[contraction.a].elementBits == 16) {
        // Four matrices of 8 x 8 at once.
        readsA = lowering.matrixRead * rows * steps;
        readsB = lowering.matrixRead * std::ceil(columns / 2) * steps;
      } else {
        // Neighbours along the summed dim are one 32-bit read where they are stored so.
        double packed = 32 / sizes.operandBits;
        readsA = lowering.fragmentRead * rows * steps * (sizes.transposedA ? 4 * packed : 4);
        readsB = lowering.fragmentRead * columns * steps * (sizes.transposedB ? 2 : 2 * packed);
      }
      busyCycles += trips * mmas * getBusyWarps() * lowering.busyMma;
    } else {
      double perThread = double(sizes.m) * sizes.n / (contraction.warps.rows * device.warpSize);
      cycles +=
          trips * lowering.multiplyAdd * std::max(perThread, 1.0) * sizes.k * contraction.slowness;
      busyCycles += trips * perThread * sizes.k * contraction.slowness * numWarps *
                    device.warpSize / device.model.fmaPerCyclePerSM;
    }
    addReads(contraction.a, readsA, heldA, loop, trips, cycles);
    addReads(contraction.b, readsB, heldB, loop, trips, cycles);
    return cycles + getComputedRows(contraction, trips);
  }

  /// Notes those that run beside what threads compute.
  double getWarpgroupCycles(const ContractionForm &contraction, double mmas, double trips) {
    double each = lowering.warpgroups + lowering.warpgroupStep * mmas;
    if (!isOverlapped.empty() && isOverlapped[&contraction - contractions.data()]) {
      overlappedCycles += trips * each;
      carried += double(contraction.sizes.m * contraction.sizes.n) / double(getThreads());
    }
    return trips * each;
  }

  /// What operands that are computed take more.
  double getComputedRows(const ContractionForm &contraction, double trips) const {
    double cycles = 0;
    for (unsigned operand : {contraction.a, contraction.b})
      if (form.values[operand].kind != ValueForm::Kind::Input &&
          !form.values[operand].hasZeroTail && hasTail(contraction, operand))
        cycles += trips * lowering.maskedElement * getSharedElements(form.values[operand].dims);
    // Warps of other columns need all of the rows.
    const ValueForm &rows = form.values[contraction.a];
    if (rows.kind != ValueForm::Kind::Input && getWarps(rows.dims).columns > 1) {
      cycles += trips * getExchange(rows.dims);
      if (onWarpgroups[&contraction - contractions.data()])
        cycles += trips * lowering.warpgroupExchange;
    }
    return cycles;
  }

  /// Reads of an operand from shared memory. One that stands still stays in registers.
  void addReads(unsigned operand, double readCycles, double heldBits, int loop, double trips,
                double &cycles) const {
    if (!isStaged[operand])
      return;
    double times = heldBits <= LoweringLimits::maxHeldBits ? getTrips(loadLoop[operand]) : trips;
    cycles += times * readCycles;
  }

  /// True if the tiles of a dim that is summed over stick out of it.
  bool hasTail(const ContractionForm &contraction, unsigned operand) const {
    unsigned other = operand == contraction.a ? contraction.b : contraction.a;
    return llvm::any_of(form.values[operand].dims, [&](unsigned dim) {
      return form.hasTail(dim, tiles) && llvm::is_contained(form.values[other].dims, dim);
    });
  }

  const ScheduleForm &form;
  llvm::ArrayRef<int64_t> tiles;
  const hw::DeviceSpec &device;
  const LoweringCycles &lowering;
  int64_t depth;
  llvm::SmallVector<ContractionForm, 4> contractions;
  llvm::SmallVector<int, 16> contractionOf;
  llvm::SmallVector<bool, 16> isStaged;
  llvm::SmallVector<int, 16> loadLoop;
  int64_t numWarps = 1;
  /// Warps beside these, which only copy.
  int64_t producers = 0;
  llvm::SmallVector<bool, 4> onWarpgroups, isOverlapped;
  /// The loop that is rotated (-1: none), and whether its first contractions run ahead.
  int rotated = -1;
  bool isAhead = false;
  double overlappedCycles = 0, besideCycles = 0, carried = 0;
  bool copiesAhead = false;
  double stagedBytes = 0, firstBytes = 0, cacheCycles = 0, busyCycles = 0;
  double sumRegisters = 0, carriedRegisters = 0;
};
} // namespace

/// Fills `result` where there is one.
static double estimateTime(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                           const Mapping &mapping, const hw::DeviceSpec &device,
                           const LoweringCycles &lowering, CostBreakdown *result) {
  BlockCost block(form, tiles, mapping, device, lowering);
  double blocks = 1;
  for (unsigned dim : form.blockDims)
    blocks *= form.getTrips(dim, tiles);

  double cycles[NumTerms] = {}, blockCycles = 0;
  double secondsPerCycle = 1 / device.model.tensorClockHz;
  for (const StatementForm &statement : form.statements) {
    auto [taken, term] = block.add(statement);
    cycles[term] += taken;
    blockCycles += taken;
    if (!result)
      continue;
    StatementCost &cost = result->statements.emplace_back();
    cost.trips = form.getRuns(statement, tiles);
    double elements = 1;
    for (unsigned dim : statement.tileDims)
      elements *= tiles[dim];
    if (statement.kind == StatementForm::Kind::Compute)
      cost.tileFlops = elements * statement.flopsPerPoint;
    else
      cost.tileBytes = elements * statement.elementBits / 8;
    cost.seconds = taken * secondsPerCycle;
    result->memoryBytes += cost.tileBytes * cost.trips;
    result->computeFlops += cost.tileFlops * cost.trips;
  }

  double hidden = block.getHiddenCycles();
  cycles[Contractions] -= hidden;
  blockCycles -= hidden;
  cycles[Copies] += block.getFirstCopies();
  blockCycles += block.getFirstCopies();
  // How many blocks an SM works on at a time, as far as that can be said in a microsecond.
  double perSM = std::ceil(blocks / device.numSMs);
  int64_t registers =
      block.getWarpsOfBlock() *
      llvm::alignTo(int64_t(block.getRegisters()) * device.warpSize, device.registerAllocationUnit);
  double residents =
      std::min(device.maxBlocksPerSM, device.registersPerSM / std::max<int64_t>(1, registers));
  // Swizzled tiles may cost their alignment.
  double blockBytes =
      block.getStagedBytes() + mcfg::kSwizzleAlignment + device.smemReservedPerBlockBytes;
  residents = std::min(residents, std::floor(device.smemPerSMBytes / blockBytes));
  residents = std::max(1.0, std::min(residents, perSM));
  cycles[FurtherWaves] = (std::ceil(perSM / residents) - 1) * blockCycles;
  cycles[Contention] = perSM * block.getBusyCycles() + blocks * block.getCacheCycles();

  double seconds[NumTerms], total = 0;
  seconds[Launch] = device.hasProgrammaticLaunch()
                        ? device.model.dependentLaunchSeconds
                        : device.model.launchSeconds + device.model.storeDrainSeconds +
                              device.model.tensorLaunchSeconds;
  for (unsigned term = Launch + 1; term < NumTerms; ++term)
    seconds[term] = cycles[term] * secondsPerCycle;
  for (double part : seconds)
    total += part;
  if (result) {
    for (unsigned term = 0; term < NumTerms; ++term)
      result->terms.push_back({termNames[term], seconds[term]});
    result->numBlocks = blocks;
    result->totalSeconds = total;
  }
  return total;
}

llvm::ArrayRef<LoweringCycles::Field> LoweringCycles::getFittedFields() {
  static constexpr Field fields[] = {{"firstCopy", &LoweringCycles::firstCopy},
                                     {"firstKilobyte", &LoweringCycles::firstKilobyte},
                                     {"handOver", &LoweringCycles::handOver},
                                     {"copy", &LoweringCycles::copy},
                                     {"chunk", &LoweringCycles::chunk},
                                     {"bulkCopy", &LoweringCycles::bulkCopy},
                                     {"bulkKilobyte", &LoweringCycles::bulkKilobyte},
                                     {"producedCopy", &LoweringCycles::producedCopy},
                                     {"producedKilobyte", &LoweringCycles::producedKilobyte},
                                     {"warpgroups", &LoweringCycles::warpgroups},
                                     {"warpgroupStep", &LoweringCycles::warpgroupStep},
                                     {"contraction", &LoweringCycles::contraction},
                                     {"matrixRead", &LoweringCycles::matrixRead},
                                     {"maskedElement", &LoweringCycles::maskedElement},
                                     {"multiplyAdd", &LoweringCycles::multiplyAdd},
                                     {"mapOperation", &LoweringCycles::mapOperation},
                                     {"slowOperation", &LoweringCycles::slowOperation},
                                     {"reducedElement", &LoweringCycles::reducedElement},
                                     {"reducedResult", &LoweringCycles::reducedResult},
                                     {"transfer", &LoweringCycles::transfer},
                                     {"loadedElement", &LoweringCycles::loadedElement},
                                     {"exchange", &LoweringCycles::exchange},
                                     {"warpgroupExchange", &LoweringCycles::warpgroupExchange},
                                     {"warpReduction", &LoweringCycles::warpReduction},
                                     {"reducedWarp", &LoweringCycles::reducedWarp},
                                     {"exchangedElement", &LoweringCycles::exchangedElement},
                                     {"busyMma", &LoweringCycles::busyMma},
                                     {"busyWarpgroup", &LoweringCycles::busyWarpgroup},
                                     {"busyOperation", &LoweringCycles::busyOperation},
                                     {"ahead", &LoweringCycles::ahead},
                                     {"behind", &LoweringCycles::behind},
                                     {"carriedElement", &LoweringCycles::carriedElement},
                                     {"busyChunk", &LoweringCycles::busyChunk},
                                     {"busyKilobyte", &LoweringCycles::busyKilobyte},
                                     {"cacheKilobyte", &LoweringCycles::cacheKilobyte},
                                     {"cacheChunkKilobyte", &LoweringCycles::cacheChunkKilobyte}};
  return fields;
}

CostBreakdown LatencyCostModel::estimate(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                         const hw::DeviceSpec &device,
                                         const Mapping &mapping) const {
  CostBreakdown result;
  estimateTime(form, tiles, mapping, device, lowering, &result);
  return result;
}

double LatencyCostModel::estimateSeconds(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                         const hw::DeviceSpec &device,
                                         const Mapping &mapping) const {
  return estimateTime(form, tiles, mapping, device, lowering, nullptr);
}
