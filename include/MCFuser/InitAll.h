//===- InitAll.h - registration of all dialects and passes ------*- C++ -*-===//
#ifndef MCFUSER_INITALL_H
#define MCFUSER_INITALL_H

namespace mlir {
class DialectRegistry;
}

namespace mcf {
/// Our dialects only, for embedders and the plugin.
void registerMCFuserDialects(mlir::DialectRegistry &registry);
/// Our passes and pipelines only.
void registerMCFuserPasses();
/// Our dialects, the upstream dialects that our pipelines use, and their extensions.
void registerAllDialects(mlir::DialectRegistry &registry);
/// Our passes and the upstream passes that go with them.
void registerAllPasses();
} // namespace mcf

#endif
