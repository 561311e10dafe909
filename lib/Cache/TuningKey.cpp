//===- TuningKey.cpp - what a tuning result depends on --------------------===//
#include "MCFuser/Cache/TuningKey.h"
#include "MCFuser/Cache/ChainText.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/SHA256.h"

using namespace mcf;
using namespace mcf::cache;

std::string mcf::cache::getCompilerText() {
  return "MCFuser " MCFUSER_VERSION ", LLVM " LLVM_VERSION_STRING;
}

TuningKey TuningKey::get(ChainOp chain, const TuningChooser &chooser) {
  // Where its numbers come from changes no choice: a GPU that the driver describes is the known one
  // if its numbers are.
  hw::DeviceSpec device = chooser.device;
  device.measured.clear();
  device.source.clear();
  TuningKey key;
  key.target = {{"compiler", getCompilerText()},
                {"device", hw::toJSON(device, /*isOneLine=*/true)},
                {"search", chooser.search},
                {"model", chooser.model},
                {chainPartName.str(), printChainText(chain)}};
  key.method = {{"seed", std::to_string(chooser.seed)}};
  if (const std::optional<MeasuringMethod> &method = chooser.method) {
    key.method.push_back(
        {"gpu", llvm::formatv("{0}, compute capability {1}.{2}", method->gpu,
                              method->computeCapability / 10, method->computeCapability % 10)});
    key.method.push_back({"driver", llvm::formatv("CUDA {0}.{1}", method->driverVersion / 1000,
                                                  method->driverVersion % 1000 / 10)});
    key.method.push_back({"measured", std::to_string(method->count)});
    key.method.push_back({"assembler", method->assembler});
    key.method.push_back({"code", method->code});
  }
  return key;
}

llvm::StringRef TuningKey::getText(llvm::StringRef name) const {
  for (const auto *parts : {&target, &method})
    for (const Part &part : *parts)
      if (part.name == name)
        return part.text;
  return "";
}

/// With lengths, so that no two lists of parts give the same bytes.
static void add(llvm::SHA256 &hash, llvm::ArrayRef<TuningKey::Part> parts) {
  for (const TuningKey::Part &part : parts)
    hash.update(llvm::formatv("{0} {1} {2}\n", part.name, part.text.size(), part.text).str());
}

std::string TuningKey::getTargetHash() const {
  llvm::SHA256 hash;
  hash.update("MCFuser tuning target 1\n");
  add(hash, target);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

std::string TuningKey::getHash() const {
  llvm::SHA256 hash;
  hash.update("MCFuser tuning key 1\n");
  add(hash, target);
  hash.update("method\n");
  add(hash, method);
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}
