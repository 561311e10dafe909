//===- Registry.cpp - dialects and passes of the library ------------------===//
#include "Registry.h"
#include "MCFuser/InitAll.h"
#include "MCFuser/Target/PTX/PTXTarget.h"

const mlir::DialectRegistry &mcf::capi::getRegistry() {
  static const mlir::DialectRegistry *registry = [] {
    auto *made = new mlir::DialectRegistry();
    mcf::registerAllDialects(*made);
    mcf::registerPTXTranslations(*made);
    mcf::registerAllPasses();
    return made;
  }();
  return *registry;
}
