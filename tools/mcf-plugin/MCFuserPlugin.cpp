//===- MCFuserPlugin.cpp - MCFuser as a plugin for stock mlir-opt ----------===//
// mlir-opt --load-dialect-plugin=MCFuserPlugin.so --load-pass-plugin=MCFuserPlugin.so
#include "MCFuser/InitAll.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/Support/Compiler.h"

extern "C" LLVM_ATTRIBUTE_WEAK mlir::DialectPluginLibraryInfo mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "MCFuser", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) { mcf::registerMCFuserDialects(*registry); }};
}

extern "C" LLVM_ATTRIBUTE_WEAK mlir::PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "MCFuser", LLVM_VERSION_STRING,
          []() { mcf::registerMCFuserPasses(); }};
}
