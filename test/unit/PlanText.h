//===- PlanText.h - launch plans with a piece replaced ----------*- C++ -*-===//
#ifndef MCFUSER_TEST_UNIT_PLANTEXT_H
#define MCFUSER_TEST_UNIT_PLANTEXT_H

#include "gtest/gtest.h"
#include <string>

/// The text with one piece replaced; the piece must be there.
inline std::string replacePiece(std::string text, const std::string &from, const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

#endif
