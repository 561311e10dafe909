//===- StatisticsTest.cpp - quantiles and correlations --------------------===//
#include "MCFuser/Support/Statistics.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace mcf;

TEST(StatisticsTest, Quantiles) {
  EXPECT_DOUBLE_EQ(getQuantile({3, 1, 2}, 0.5), 2);
  EXPECT_DOUBLE_EQ(getQuantile({4, 1, 2, 3}, 0.5), 2.5);
  // Position 0.1 * 4 = 0.4 between 10 and 20.
  EXPECT_DOUBLE_EQ(getQuantile({50, 40, 30, 20, 10}, 0.1), 14);
  EXPECT_DOUBLE_EQ(getQuantile({7}, 0.9), 7);
  EXPECT_DOUBLE_EQ(getQuantile({1, 2}, 2), 2);
  EXPECT_TRUE(std::isnan(getQuantile({}, 0.5)));
}

TEST(StatisticsTest, RanksShareTies) {
  EXPECT_EQ(getRanks({10, 30, 20}), (std::vector<double>{1, 3, 2}));
  // 5 stands at 2, 3 and 4.
  EXPECT_EQ(getRanks({5, 1, 5, 5, 9}), (std::vector<double>{3, 1, 3, 3, 5}));
}

TEST(StatisticsTest, SpearmanOfKnownValues) {
  EXPECT_DOUBLE_EQ(*getSpearman({1, 2, 3}, {1, 10, 100}), 1);
  EXPECT_DOUBLE_EQ(*getSpearman({1, 2, 3}, {3, 2, 1}), -1);
  // d = 1, 1, 1, 1, 0: 1 - 6 * 4 / (5 * 24) = 0.8.
  EXPECT_NEAR(*getSpearman({1, 2, 3, 4, 5}, {2, 1, 4, 3, 5}), 0.8, 1e-12);
}

TEST(StatisticsTest, SpearmanWithTies) {
  // Ranks 1, 2.5, 2.5, 4 and 1, 2, 3, 4 about 2.5: 4.5 / sqrt(4.5 * 5).
  EXPECT_NEAR(*getSpearman({1, 2, 2, 3}, {1, 2, 3, 4}), 4.5 / std::sqrt(22.5), 1e-12);
}

TEST(StatisticsTest, Kendall) {
  // 8 of 10 pairs agree, 2 do not.
  EXPECT_NEAR(*getKendall({1, 2, 3, 4, 5}, {2, 1, 4, 3, 5}), 0.6, 1e-12);
  // 5 pairs agree, one is tied in x: 5 / sqrt(5 * 6).
  EXPECT_NEAR(*getKendall({1, 2, 2, 3}, {1, 2, 3, 4}), 5 / std::sqrt(30.0), 1e-12);
}

TEST(StatisticsTest, NothingToCorrelate) {
  EXPECT_FALSE(getPearson({}, {}));
  EXPECT_FALSE(getSpearman({1}, {2}));
  EXPECT_FALSE(getSpearman({1, 1, 1}, {1, 2, 3}));
  EXPECT_FALSE(getPearson({1, 2, 3}, {0.1, 0.1, 0.1}));
  EXPECT_FALSE(getKendall({1, 2}, {3, 3}));
}
