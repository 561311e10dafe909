//===- Placeholder.cpp - placeholder until the library lands --===//
namespace mcf {}
