//===- Registration.h - named pipelines ------------------------------*- C++ -*-===//
#ifndef MCFUSER_PIPELINES_REGISTRATION_H
#define MCFUSER_PIPELINES_REGISTRATION_H

namespace mcf {
/// Registers every named pipeline with MLIR's global registry.
void registerMCFuserPipelines();
} // namespace mcf

#endif
