//===- Registry.cpp - dialects and passes of the library ------------------===//
#include "Registry.h"
#include "MCFuser/InitAll.h"
#include "MCFuser/Target/PTX/PTXTarget.h"
#include "llvm/Support/DynamicLibrary.h"

const mlir::DialectRegistry &mcf::capi::getRegistry() {
  static const mlir::DialectRegistry *registry = [] {
    auto *made = new mlir::DialectRegistry();
    mcf::registerAllDialects(*made);
    mcf::registerPTXTranslations(*made);
    mcf::registerAllPasses();
    // Compiled programs call its functions. A host that opens this library for itself alone shows
    // them to nobody.
    llvm::sys::DynamicLibrary::LoadLibraryPermanently("libm.so.6");
    return made;
  }();
  return *registry;
}
