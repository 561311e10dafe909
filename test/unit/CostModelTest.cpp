//===- CostModelTest.cpp - the paper's formula, summed by hand ------------===//
#include "MCFuser/CostModel/LatencyCostModel.h"
#include "gtest/gtest.h"

using namespace mcf;
using namespace mcf::cost;

using Kind = StatementForm::Kind;

static StatementForm getTransfer(Kind kind, llvm::ArrayRef<unsigned> tileDims,
                                 llvm::ArrayRef<unsigned> loopDims) {
  StatementForm form;
  form.kind = kind;
  form.tileDims.assign(tileDims.begin(), tileDims.end());
  form.loopDims.assign(loopDims.begin(), loopDims.end());
  form.elementBits = 16;
  return form;
}

static StatementForm getContraction(llvm::ArrayRef<unsigned> tileDims,
                                    llvm::ArrayRef<unsigned> loopDims) {
  StatementForm form = getTransfer(Kind::Compute, tileDims, loopDims);
  form.flopsPerPoint = 2;
  form.rateType = hw::ElementType::F16;
  return form;
}

/// `mhnk` with m on blocks, placed; M = N = 1024, K = H = 512, f16, all tiles 64.
static ScheduleForm getForm() {
  enum { m, n, k, h };
  ScheduleForm form;
  form.dimNames = {"m", "n", "k", "h"};
  form.dimSizes = {1024, 1024, 512, 512};
  form.blockDims = {m};
  form.tiles = {64, 64, 64, 64};
  form.statements = {
      getTransfer(Kind::Load, {m, k}, {m, h, n, k}), getTransfer(Kind::Load, {k, n}, {m, h, n, k}),
      getContraction({m, k, n}, {m, h, n, k}),       getTransfer(Kind::Load, {n, h}, {m, h, n}),
      getContraction({m, n, h}, {m, h, n}),          getTransfer(Kind::Store, {m, h}, {m, h})};
  return form;
}

/// 1 TB/s, 100 TFLOP/s, 16 SMs.
static hw::DeviceSpec getDevice() {
  hw::DeviceSpec device = *hw::lookupDevice("A100");
  device.numSMs = 16;
  device.bandwidthBytesPerSec = 1e12;
  device.tensorF16FlopPerSec = 1e14;
  return device;
}

TEST(PaperCostModel, SumsByHand) {
  ScheduleForm form = getForm();
  CostBreakdown cost = PaperCostModel().estimate(form, form.tiles, getDevice());
  ASSERT_EQ(cost.statements.size(), 6u);
  // Trips of m and n: 16, of k and h: 8. A and B: 64 * 64 * 2 = 8,192 bytes,
  // 16 * 8 * 16 * 8 = 16,384 times: 134,217,728 bytes, 134.217728 us at 1 TB/s.
  EXPECT_EQ(cost.statements[0].tileBytes, 8192);
  EXPECT_EQ(cost.statements[0].trips, 16384);
  EXPECT_DOUBLE_EQ(cost.statements[0].seconds, 134.217728e-6);
  // C: 2 * 64^3 = 524,288 flops, 16,384 times: 8,589,934,592 flops, 85.89934592 us at 100 TFLOP/s.
  EXPECT_EQ(cost.statements[2].tileFlops, 524288);
  EXPECT_DOUBLE_EQ(cost.statements[2].seconds, 85.89934592e-6);
  // D: 16 * 8 * 16 = 2,048 times: 16,777,216 bytes.
  EXPECT_EQ(cost.statements[3].trips, 2048);
  // E: 2,048 times 524,288 = 1,073,741,824 flops; stored 16 * 8 = 128 times: 1,048,576 bytes.
  EXPECT_EQ(cost.statements[5].trips, 128);
  // 134,217,728 * 2 + 16,777,216 + 1,048,576.
  EXPECT_EQ(cost.memoryBytes, 286261248);
  // 8,589,934,592 + 1,073,741,824.
  EXPECT_EQ(cost.computeFlops, 9663676416);
  EXPECT_DOUBLE_EQ(cost.terms[0].seconds, 286.261248e-6);
  EXPECT_DOUBLE_EQ(cost.terms[1].seconds, 96.63676416e-6);
  // (16 + 16) / 16.
  EXPECT_EQ(cost.numBlocks, 16);
  EXPECT_DOUBLE_EQ(cost.terms[2].seconds, (286.261248 + 96.63676416) * 1e-6);
  // (286.261248 + 96.63676416) * 2.
  EXPECT_DOUBLE_EQ(cost.totalSeconds, 765.79602432e-6);
}

TEST(PaperCostModel, OneFormPricesOtherTiles) {
  ScheduleForm form = getForm();
  llvm::SmallVector<int64_t> tiles = {128, 64, 64, 64};
  ASSERT_TRUE(form.covers(tiles));
  CostBreakdown cost = PaperCostModel().estimate(form, tiles, getDevice());
  // m has 8 trips. A: as before; B: half.
  EXPECT_EQ(cost.statements[0].tileBytes * cost.statements[0].trips, 134217728);
  EXPECT_EQ(cost.statements[1].tileBytes * cost.statements[1].trips, 67108864);
  // (8 + 16) / 8 = 3 times both.
  EXPECT_DOUBLE_EQ(cost.terms[2].seconds, 2 * (cost.terms[0].seconds + cost.terms[1].seconds));
}

TEST(PaperCostModel, TripsRoundUp) {
  ScheduleForm form = getForm();
  // ceil(1024 / 176) = 6.
  EXPECT_EQ(form.getTrips(0, {176, 64, 64, 64}), 6);
}

TEST(ScheduleForm, CoversTilesWithTheSameLoops) {
  ScheduleForm form = getForm();
  EXPECT_TRUE(form.covers({16, 16, 16, 16}));
  // k would have one trip, and its loop would go.
  EXPECT_FALSE(form.covers({64, 64, 512, 64}));
}

/// One block that multiplies two matrices of f16 and stores the sums in f32, all in one tile.
static ScheduleForm getOneBlock(llvm::ArrayRef<int64_t> sizes) {
  enum { m, n, k };
  ScheduleForm form;
  form.dimNames = {"m", "n", "k"};
  form.dimSizes.assign(sizes.begin(), sizes.end());
  form.tiles = {64, 64, 64};
  form.values.resize(3);
  form.values[0].dims = {m, k};
  form.values[1].dims = {k, n};
  form.values[2].dims = {m, n};
  form.values[0].elementBits = form.values[1].elementBits = 16;
  form.values[2].kind = ValueForm::Kind::Contraction;
  form.values[2].elementBits = 32;
  form.values[2].mmaBits = 16;
  form.values[2].operands = {0, 1};
  form.values[2].reducedDims = {k};
  form.statements = {getTransfer(Kind::Load, {m, k}, {}), getTransfer(Kind::Load, {k, n}, {}),
                     getContraction({m, n, k}, {}), getTransfer(Kind::Store, {m, n}, {})};
  for (unsigned value : {0, 1, 2})
    form.statements[value].value = value;
  form.statements[3].value = 2;
  return form;
}

/// Numbers that are easily told apart in a sum.
static LoweringCycles getRoundCycles() {
  LoweringCycles cycles;
  cycles.firstCopy = 0;
  cycles.copy = 100;
  cycles.chunk = 10;
  cycles.busyKilobyte = 0;
  cycles.contraction = 1000;
  cycles.matrixRead = 5;
  cycles.transfer = 300;
  cycles.storedElement = 7;
  cycles.busyMma = 2;
  cycles.cacheKilobyte = cycles.cacheChunkKilobyte = 0;
  return cycles;
}

TEST(LatencyCostModel, SumsByHand) {
  LoweringCycles cycles = getRoundCycles();
  cycles.busyChunk = 4;
  cycles.cacheChunkKilobyte = 13;
  hw::DeviceSpec device = *hw::lookupDevice("A100");
  ScheduleForm form = getOneBlock({64, 64, 64});
  CostBreakdown cost = LatencyCostModel(cycles).estimate(form, form.tiles, device);
  double cycle = 1 / device.model.tensorClockHz;
  // 4 warps. Rows of 8 chunks of 16 bytes: 16 rows at a time, 4 chunks for each thread in a batch.
  EXPECT_DOUBLE_EQ(cost.statements[0].seconds, (100 + 4 * 10) * cycle);
  EXPECT_DOUBLE_EQ(cost.statements[1].seconds, (100 + 4 * 10) * cycle);
  // A warp has one tile of rows and 8 of columns, 4 steps: 4 reads of A, 4 * 4 of pairs of B.
  EXPECT_DOUBLE_EQ(cost.statements[2].seconds, (1000 + 20 * 5) * cycle);
  // 4096 elements, 32 of a thread, in pairs.
  EXPECT_DOUBLE_EQ(cost.statements[3].seconds, (300 + 16 * 7) * cycle);
  // 32 mma.sync and 8 chunks in each of 4 warps; 16 KiB from the cache.
  EXPECT_DOUBLE_EQ(cost.terms.back().seconds, (4 * (32 * 2 + 8 * 4) + 16 * 13) * cycle);
}

TEST(LatencyCostModel, WarpgroupsAndBulkCopies) {
  LoweringCycles cycles;
  cycles.firstCopy = 5000;
  cycles.firstKilobyte = 100;
  cycles.producedCopy = 3;
  cycles.producedKilobyte = 0.5;
  cycles.warpgroups = 1000;
  cycles.warpgroupStep = 7;
  cycles.busyWarpgroup = 2;
  cycles.busyKilobyte = 11;
  cycles.cacheKilobyte = 17;
  hw::DeviceSpec device = *hw::lookupDevice("H200");
  ScheduleForm form = getOneBlock({64, 64, 64});
  for (unsigned value : {0, 1})
    form.values[value].elementBits = 16;
  CostBreakdown cost = LatencyCostModel(cycles).estimate(form, form.tiles, device);
  double cycle = 1 / device.model.tensorClockHz;
  // Both tiles are swizzled: TMA copies them, each 8 KiB. The first copies of the block are waited
  // for once.
  EXPECT_DOUBLE_EQ(cost.statements[0].seconds, (3 + 4) * cycle);
  EXPECT_NEAR(cost.terms[1].seconds, (5000 + 16 * 100 + 2 * (3 + 4)) * cycle, 1e-15);
  // 8 columns of 8, 4 steps of 16.
  EXPECT_DOUBLE_EQ(cost.statements[2].seconds, (1000 + 32 * 7) * cycle);
  // 32 steps of four warps, and 16 KiB that an SM and the cache move.
  EXPECT_NEAR(cost.terms.back().seconds, (32 * 2 + 16 * (11 + 17)) * cycle, 1e-15);
}

/// The same with what it multiplies A and B to as rows of a second product with 64 columns.
static ScheduleForm getTwoContractions() {
  enum { m, n, k, h };
  ScheduleForm form = getOneBlock({16, 256, 64});
  form.dimNames.push_back("h");
  form.dimSizes.push_back(64);
  form.tiles = {16, 256, 64, 64};
  form.values.resize(5);
  form.values[2].elementBits = 16;
  form.values[3].dims = {n, h};
  form.values[3].elementBits = 16;
  form.values[4].kind = ValueForm::Kind::Contraction;
  form.values[4].dims = {m, h};
  form.values[4].elementBits = 32;
  form.values[4].mmaBits = 16;
  form.values[4].operands = {2, 3};
  form.values[4].reducedDims = {n};
  form.statements[3] = getTransfer(Kind::Load, {n, h}, {});
  form.statements.push_back(getContraction({m, h, n}, {}));
  form.statements.push_back(getTransfer(Kind::Store, {m, h}, {}));
  form.statements[3].value = 3;
  form.statements[4].value = form.statements[5].value = 4;
  return form;
}

TEST(LatencyCostModel, WarpsShareColumns) {
  LoweringCycles cycles = getRoundCycles();
  cycles.busyChunk = 0;
  cycles.exchange = 10000;
  cycles.exchangedElement = 50;
  hw::DeviceSpec device = *hw::lookupDevice("A100");
  ScheduleForm form = getTwoContractions();
  CostBreakdown cost = LatencyCostModel(cycles).estimate(form, form.tiles, device, {8, {}});
  double cycle = 1 / device.model.tensorClockHz;
  // B: 64 rows of 32 chunks, 8 rows at a time by 256 threads.
  EXPECT_DOUBLE_EQ(cost.statements[1].seconds, (100 + 8 * 10) * cycle);
  // A warp has 4 of the 32 column tiles, 4 steps: 4 reads of A, 4 * 2 of B.
  EXPECT_DOUBLE_EQ(cost.statements[2].seconds, (1000 + 12 * 5) * cycle);
  // 2 of 8 column tiles, since a warp has 16 columns at least; 16 steps with a read of B each. The
  // 16 elements that a thread has of C go to all warps.
  EXPECT_DOUBLE_EQ(cost.statements[4].seconds, (1000 + 16 * 5 + 10000 + 16 * 50) * cycle);
  // 16 x 64 over 4 warps: 8 elements of a thread, in pairs.
  EXPECT_DOUBLE_EQ(cost.statements[5].seconds, (300 + 4 * 7) * cycle);
  // Each of 8 warps runs 16 and 32 mma.sync; half of the latter are those of other warps again.
  EXPECT_DOUBLE_EQ(cost.terms.back().seconds, 8 * (16 + 32) * 2 * cycle);
  // By default one warp does it all, and hands itself nothing over. It keeps the others' part of an
  // SM as busy as its own.
  cost = LatencyCostModel(cycles).estimate(form, form.tiles, device);
  EXPECT_DOUBLE_EQ(cost.statements[2].seconds, (1000 + (4 + 4 * 16) * 5) * cycle);
  EXPECT_DOUBLE_EQ(cost.statements[4].seconds, (1000 + 16 * 4 * 5) * cycle);
}

/// Two products of 64 rows in a loop of two trips over n, with ten operations on each element
/// between.
static ScheduleForm getLoop() {
  enum { m, n, k, h };
  ScheduleForm form = getTwoContractions();
  form.dimSizes[m] = form.tiles[m] = 64;
  form.tiles[n] = 128;
  form.values.resize(6);
  form.values[5].kind = ValueForm::Kind::Map;
  form.values[5].dims = {m, n};
  form.values[5].operands = {2};
  form.values[5].elementBits = 16;
  form.values[4].operands = {5, 3};
  form.loops.push_back({n, /*isBlock=*/false, /*parent=*/-1, nullptr});
  StatementForm map = getContraction({m, n}, {n});
  map.flopsPerPoint = 10;
  map.value = 5;
  form.statements.insert(form.statements.begin() + 3, map);
  for (unsigned i = 1; i <= 5; ++i)
    form.statements[i].loop = 0;
  return form;
}

TEST(LatencyCostModel, WhatRunsBesideEachOther) {
  LoweringCycles cycles = getRoundCycles();
  cycles.warpgroups = 1000;
  cycles.warpgroupStep = 0;
  cycles.mapOperation = 1;
  cycles.ahead = 30;
  cycles.behind = 70;
  cycles.carriedElement = 2;
  hw::DeviceSpec device = *hw::lookupDevice("H200");
  ScheduleForm form = getLoop();
  auto estimate = [&](std::optional<int64_t> overlap, int64_t warps = 4) {
    Mapping mapping;
    mapping.warps = warps;
    mapping.overlap = overlap;
    double seconds = LatencyCostModel(cycles).estimateSeconds(form, form.tiles, device, mapping);
    return seconds * device.model.tensorClockHz;
  };
  // In one of two trips the 64 elements of a thread take 640 cycles beside the 1,000 of a product.
  // Ahead, 64 sums are carried.
  EXPECT_NEAR(estimate({}) - estimate(1), 640 - 30 - 2 * 64, 1e-6);
  EXPECT_NEAR(estimate({}) - estimate(2), 640 - 70, 1e-6);
  EXPECT_EQ(estimate({}), estimate(0));
  // Products that take less than what threads compute hide behind it whole.
  cycles.warpgroups = 200;
  EXPECT_NEAR(estimate({}) - estimate(2), 200 - 70, 1e-6);
  // Warps that share rows exchange them: such a loop is not rotated. Neither is one of one trip.
  EXPECT_EQ(estimate({}, 8), estimate(1, 8));
  form.tiles[1] = 256;
  EXPECT_EQ(estimate({}), estimate(2));
}

TEST(LatencyCostModel, OddRowsAreStoredOneByOne) {
  LoweringCycles cycles;
  cycles.transfer = 300;
  cycles.storedElement = 7;
  hw::DeviceSpec device = *hw::lookupDevice("A100");
  ScheduleForm form = getOneBlock({64, 63, 64});
  CostBreakdown cost = LatencyCostModel(cycles).estimate(form, form.tiles, device);
  EXPECT_DOUBLE_EQ(cost.statements[3].seconds, (300 + 32 * 7) / device.model.tensorClockHz);
}

TEST(CostModel, LookupNamesWhatThereIs) {
  llvm::Expected<std::unique_ptr<CostModel>> model = lookupCostModel("paper");
  ASSERT_TRUE(static_cast<bool>(model));
  EXPECT_EQ((*model)->getName(), "paper");
  llvm::Expected<std::unique_ptr<CostModel>> unknown = lookupCostModel("best");
  ASSERT_FALSE(static_cast<bool>(unknown));
  EXPECT_EQ(llvm::toString(unknown.takeError()),
            "expected a cost model of latency, paper, but got 'best'");
}
