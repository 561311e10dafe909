//===- FragmentLayoutTest.cpp - layouts, checked element by element -------===//
#include "MCFuser/Dialect/MCFG/IR/FragmentLayout.h"
#include "gtest/gtest.h"
#include <map>
#include <vector>

using namespace mcf::mcfg;
using Coords = std::vector<int64_t>;

static Coords toCoords(llvm::ArrayRef<int64_t> coords) {
  return Coords(coords.begin(), coords.end());
}

static bool isValid(const FragmentLayout &layout) {
  std::string message;
  bool ok = layout.verify([&](const llvm::Twine &text) { message = text.str(); });
  EXPECT_TRUE(ok) << message;
  return ok;
}

/// Every coordinate is held, no register of a thread twice, and findRegister is the inverse.
static void checkWhole(const FragmentLayout &layout) {
  ASSERT_TRUE(isValid(layout));
  std::map<Coords, int> held;
  int64_t size = 1;
  for (int64_t extent : layout.getShape())
    size *= extent;
  for (int64_t warp = 0; warp < layout.getNumWarps(); ++warp)
    for (int64_t lane = 0; lane < FragmentLayout::kLanes; ++lane) {
      std::map<Coords, int64_t> own;
      for (int64_t reg = 0; reg < layout.getNumRegisters(); ++reg) {
        auto coords = layout.getCoordinates(reg, lane, warp);
        for (size_t dim = 0; dim < coords.size(); ++dim) {
          ASSERT_GE(coords[dim], 0);
          ASSERT_LT(coords[dim], layout.getShape()[dim]);
        }
        ASSERT_TRUE(own.insert({toCoords(coords), reg}).second);
        ASSERT_EQ(layout.findRegister(coords, lane, warp), reg);
        ++held[toCoords(coords)];
      }
    }
  EXPECT_EQ(int64_t(held.size()), size);
  // All elements are held equally often.
  for (auto &entry : held)
    EXPECT_EQ(entry.second, held.begin()->second);
}

TEST(FragmentLayout, AccumulatorIsWhatTheInstructionHolds) {
  // The PTX manual: rows lane/4 and lane/4 + 8, columns 2 (lane % 4) and the next.
  FragmentLayout layout = FragmentLayout::mmaAccumulator(16, 8, 1);
  for (int64_t lane = 0; lane < 32; ++lane)
    for (int64_t reg = 0; reg < 4; ++reg)
      EXPECT_EQ(toCoords(layout.getCoordinates(reg, lane, 0)),
                (Coords{lane / 4 + (reg >= 2 ? 8 : 0), 2 * (lane % 4) + reg % 2}));
}

TEST(FragmentLayout, OperandsAreWhatTheInstructionTakes) {
  FragmentLayout a = FragmentLayout::mmaOperandA(16, 16, 1);
  FragmentLayout b = FragmentLayout::mmaOperandB(16, 8, 16, 1);
  for (int64_t lane = 0; lane < 32; ++lane) {
    for (int64_t reg = 0; reg < 8; ++reg) {
      int64_t row = lane / 4 + (reg / 2 % 2 ? 8 : 0);
      EXPECT_EQ(toCoords(a.getCoordinates(reg, lane, 0)),
                (Coords{row, 2 * (lane % 4) + reg % 2 + (reg >= 4 ? 8 : 0)}));
    }
    for (int64_t reg = 0; reg < 4; ++reg)
      EXPECT_EQ(toCoords(b.getCoordinates(reg, lane, 0)),
                (Coords{2 * (lane % 4) + reg % 2 + (reg >= 2 ? 8 : 0), lane / 4}));
  }
}

TEST(FragmentLayout, OperandsOfOtherWidthsAreWhatTheInstructionTakes) {
  // PTX ISA, m16n8k32 with .s8 and m16n8k8 with .tf32: 256 bits of k, four or one to a register.
  for (int64_t bits : {8, 32}) {
    int64_t packed = 32 / bits, half = 4 * packed;
    FragmentLayout a = FragmentLayout::mmaOperandA(16, 2 * half, 1, bits);
    FragmentLayout b = FragmentLayout::mmaOperandB(16, 8, 2 * half, 1, bits);
    ASSERT_EQ(a.getNumRegisters(), 4 * packed);
    ASSERT_EQ(b.getNumRegisters(), 2 * packed);
    for (int64_t lane = 0; lane < 32; ++lane) {
      for (int64_t reg = 0; reg < 4 * packed; ++reg)
        EXPECT_EQ(toCoords(a.getCoordinates(reg, lane, 0)),
                  (Coords{lane / 4 + (reg / packed % 2 ? 8 : 0),
                          packed * (lane % 4) + reg % packed + (reg >= 2 * packed ? half : 0)}));
      for (int64_t reg = 0; reg < 2 * packed; ++reg)
        EXPECT_EQ(
            toCoords(b.getCoordinates(reg, lane, 0)),
            (Coords{packed * (lane % 4) + reg % packed + (reg >= packed ? half : 0), lane / 4}));
    }
  }
}

TEST(FragmentLayout, CoversEveryTile) {
  for (int64_t m : {16, 32, 48, 176})
    for (int64_t n : {8, 24, 32, 80})
      for (int64_t warps : {1, 2, 4, 8, 16}) {
        checkWhole(FragmentLayout::mmaAccumulator(m, n, warps));
        checkWhole(FragmentLayout::mmaOperandA(m, 16, warps));
        checkWhole(FragmentLayout::mmaOperandB(m, n, 32, warps));
      }
  checkWhole(FragmentLayout::mmaAccumulator(16, 256, 16));
  for (int64_t bits : {8, 32}) {
    checkWhole(FragmentLayout::mmaOperandA(96, 96, 4, bits));
    checkWhole(FragmentLayout::mmaOperandB(16, 96, 64, 4, bits));
  }
  for (int64_t m : {1, 3, 8, 17, 64})
    for (int64_t n : {1, 2, 5, 16, 80})
      for (int64_t warps : {1, 4}) {
        checkWhole(FragmentLayout::fmaAccumulator(m, n, warps));
        checkWhole(FragmentLayout::fmaOperandA(m, n, 7, warps));
        checkWhole(FragmentLayout::fmaOperandB(m, n, 7, warps));
        checkWhole(FragmentLayout::blocked({m, n}, warps));
      }
  checkWhole(FragmentLayout::blocked({}, 4));
  checkWhole(FragmentLayout::blocked({23}, 4));
  checkWhole(FragmentLayout::blocked({3, 16, 32}, 4));
}

TEST(FragmentLayout, WarpsStandAlongTheRowsFirst) {
  auto getGrid = [](int64_t m, int64_t n, int64_t warps) {
    WarpGrid grid = FragmentLayout::mmaWarps(m, n, warps);
    return std::make_pair(grid.rows, grid.columns);
  };
  using Grid = std::pair<int64_t, int64_t>;
  EXPECT_EQ(getGrid(96, 64, 2), Grid(2, 1));
  EXPECT_EQ(getGrid(128, 256, 4), Grid(4, 1));
  EXPECT_EQ(getGrid(128, 256, 16), Grid(8, 2));
  EXPECT_EQ(getGrid(16, 256, 8), Grid(1, 8));
  EXPECT_EQ(getGrid(48, 64, 4), Grid(1, 4));
  // A warp has 16 columns at least, of whole fragments.
  EXPECT_EQ(getGrid(16, 64, 8), Grid(1, 4));
  EXPECT_EQ(getGrid(16, 48, 8), Grid(1, 2));
  EXPECT_EQ(getGrid(16, 40, 8), Grid(1, 1));
  EXPECT_EQ(getGrid(16, 8, 8), Grid(1, 1));
}

TEST(FragmentLayout, RowTilesOfManyWarpsLieNextToEachOther) {
  // 16 rows in each warp, the next row tile behind those of all warps.
  for (int64_t warps : {4, 8}) {
    FragmentLayout acc = FragmentLayout::mmaAccumulator(16 * warps * 2, 64, warps);
    for (int64_t warp = 0; warp < warps; ++warp)
      EXPECT_EQ(toCoords(acc.getCoordinates(0, 0, warp)), (Coords{16 * warp, 0}));
    EXPECT_EQ(toCoords(acc.getCoordinates(acc.getNumRegisters() / 2, 0, 0)),
              (Coords{16 * warps, 0}));
  }
}

TEST(FragmentLayout, WarpsHoldWhatTheirPartOfTheResultIsMadeOf) {
  for (int64_t m = 16; m <= 256; m += 16)
    for (int64_t n = 8; n <= 256; n += 8)
      for (int64_t warps = 1; warps <= 16; warps *= 2) {
        FragmentLayout acc = FragmentLayout::mmaAccumulator(m, n, warps),
                       a = FragmentLayout::mmaOperandA(m, 16, warps),
                       b = FragmentLayout::mmaOperandB(m, n, 16, warps);
        ASSERT_TRUE(isValid(acc) && isValid(a) && isValid(b));
        WarpGrid grid = FragmentLayout::mmaWarps(m, n, warps);
        ASSERT_EQ(acc.getNumRegisters() * 32 * grid.rows * grid.columns, m * n);
        for (int64_t warp = 0; warp < warps; ++warp) {
          ASSERT_EQ(acc.getCoordinates(0, 0, warp)[0], a.getCoordinates(0, 0, warp)[0]);
          ASSERT_EQ(acc.getCoordinates(0, 0, warp)[1], b.getCoordinates(0, 0, warp)[1]);
        }
        for (int64_t reg = 0; reg < acc.getNumRegisters(); ++reg) {
          auto at = acc.getRegisterOffset(reg);
          ASSERT_TRUE(a.findRegister({at[0] - at[0] % 8, 0}).has_value());
          ASSERT_TRUE(b.findRegister({0, at[1] - at[1] % 8}).has_value());
        }
      }
}

TEST(FragmentLayout, AccumulatorFeedsTheNextOperandA) {
  for (int64_t m : {16, 64, 96, 128})
    for (int64_t n : {16, 48, 176})
      for (int64_t warps : {1, 2, 4, 8}) {
        llvm::SmallVector<int64_t> order;
        FragmentLayout acc = FragmentLayout::mmaAccumulator(m, n, warps);
        FragmentLayout a = FragmentLayout::mmaOperandA(m, n, warps);
        if (FragmentLayout::mmaWarps(m, n, warps).columns > 1) {
          // Each warp needs the columns of all of them.
          ASSERT_EQ(getLayoutConversion(acc, a), LayoutConversion::Workgroup);
          continue;
        }
        ASSERT_NE(getLayoutConversion(acc, a, &order), LayoutConversion::Workgroup);
        for (int64_t warp = 0; warp < warps; ++warp)
          for (int64_t lane = 0; lane < 32; ++lane)
            for (int64_t reg = 0; reg < a.getNumRegisters(); ++reg)
              ASSERT_EQ(a.getCoordinates(reg, lane, warp),
                        acc.getCoordinates(order[reg], lane, warp));
      }
}

TEST(FragmentLayout, ConversionSaysWhatItTakes) {
  FragmentLayout acc = FragmentLayout::mmaAccumulator(32, 16, 2);
  EXPECT_EQ(getLayoutConversion(acc, acc), LayoutConversion::Same);
  FragmentLayout order({32, 16}, acc.getLanes(), acc.getWarps(), {{0, 8, 2}, {1, 8, 2}, {1, 1, 2}});
  EXPECT_EQ(getLayoutConversion(acc, order), LayoutConversion::Registers);
  EXPECT_EQ(getLayoutConversion(acc, FragmentLayout::mmaOperandB(16, 16, 32, 2)),
            LayoutConversion::Workgroup);
  // Another arrangement of warps needs the other warps' rows.
  EXPECT_EQ(getLayoutConversion(FragmentLayout::mmaAccumulator(32, 16, 1), acc),
            LayoutConversion::Workgroup);
  // What every thread holds whole can be cut by registers only if no lane needs its own cut.
  FragmentLayout whole({16}, llvm::SmallVector<LayoutDigit>(5), {}, {{0, 1, 16}});
  FragmentLayout reversed({16}, llvm::SmallVector<LayoutDigit>(5), {}, {{0, 4, 4}, {0, 1, 4}});
  EXPECT_EQ(getLayoutConversion(whole, reversed), LayoutConversion::Registers);
  EXPECT_EQ(getLayoutConversion(whole, FragmentLayout::blocked({16}, 1)),
            LayoutConversion::Workgroup);
}

TEST(FragmentLayout, SliceDropsDuplicates) {
  FragmentLayout acc = FragmentLayout::mmaAccumulator(64, 48, 4);
  FragmentLayout rows = acc.slice(1), columns = acc.slice(0);
  checkWhole(rows);
  checkWhole(columns);
  EXPECT_EQ(rows.getNumRegisters(), 2);
  EXPECT_EQ(columns.getNumRegisters(), 12);
  // Statistics of the rows do not depend on how many columns there are.
  EXPECT_EQ(rows, FragmentLayout::mmaAccumulator(64, 128, 4).slice(1));
  for (int64_t lane = 0; lane < 32; ++lane)
    for (int64_t reg = 0; reg < acc.getNumRegisters(); ++reg) {
      auto coords = acc.getCoordinates(reg, lane, 2);
      EXPECT_TRUE(rows.findRegister({coords[0]}, lane, 2).has_value());
      EXPECT_TRUE(columns.findRegister({coords[1]}, lane, 2).has_value());
    }
  EXPECT_EQ(acc.collapse(1).reshape({64}), rows);
}

TEST(FragmentLayout, ShapesChangeWithoutMoving) {
  FragmentLayout acc = FragmentLayout::mmaAccumulator(32, 16, 2);
  FragmentLayout transposed = acc.transpose({1, 0});
  checkWhole(transposed);
  EXPECT_EQ(transposed.transpose({1, 0}), acc);
  for (int64_t reg = 0; reg < acc.getNumRegisters(); ++reg) {
    auto from = acc.getCoordinates(reg, 13, 1), to = transposed.getCoordinates(reg, 13, 1);
    EXPECT_EQ(from[0], to[1]);
    EXPECT_EQ(from[1], to[0]);
  }
  auto flat = acc.reshape({512});
  ASSERT_TRUE(flat.has_value());
  checkWhole(*flat);
  for (int64_t reg = 0; reg < acc.getNumRegisters(); ++reg) {
    auto from = acc.getCoordinates(reg, 13, 1);
    EXPECT_EQ(flat->getCoordinates(reg, 13, 1)[0], from[0] * 16 + from[1]);
  }
  EXPECT_EQ(flat->reshape({32, 16}), acc);
  // A digit of three cannot be split into powers of two.
  FragmentLayout three({12}, llvm::SmallVector<LayoutDigit>(5), {}, {{0, 4, 3}, {0, 1, 4}});
  EXPECT_FALSE(three.reshape({2, 6}).has_value());

  FragmentLayout kept = acc.prepend({3});
  checkWhole(kept);
  EXPECT_EQ(kept.dropLeading(1), acc);
  EXPECT_FALSE(acc.dropLeading(1).has_value());
}

TEST(FragmentLayout, NeighboursInRegisters) {
  EXPECT_EQ(FragmentLayout::mmaAccumulator(16, 8, 1).getContiguousRegisters(), 2);
  EXPECT_EQ(FragmentLayout::mmaOperandB(16, 8, 16, 1).getContiguousRegisters(), 1);
  EXPECT_EQ(FragmentLayout::mmaOperandB(16, 8, 16, 1).transpose({1, 0}).getContiguousRegisters(),
            2);
  EXPECT_EQ(FragmentLayout::fmaAccumulator(16, 16, 1).getContiguousRegisters(), 4);
}

TEST(FragmentLayout, VerifyRefusesGapsAndOverlaps) {
  auto refused = [](const FragmentLayout &layout) {
    return !layout.verify([](const llvm::Twine &) {});
  };
  llvm::SmallVector<LayoutDigit> none(5);
  EXPECT_TRUE(refused(FragmentLayout({16}, none, {}, {{0, 2, 8}})));
  EXPECT_TRUE(refused(FragmentLayout({16}, none, {}, {{0, 1, 8}})));
  EXPECT_TRUE(refused(FragmentLayout({16}, none, {}, {{0, 1, 8}, {0, 4, 2}})));
  EXPECT_TRUE(refused(FragmentLayout({16}, none, {}, {{1, 1, 16}})));
  EXPECT_TRUE(refused(FragmentLayout({16}, {}, {}, {{0, 1, 16}})));
}
