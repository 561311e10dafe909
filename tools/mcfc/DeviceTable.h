//===- DeviceTable.h - the known devices as a table -------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCFC_DEVICETABLE_H
#define MCFUSER_TOOLS_MCFC_DEVICETABLE_H

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace mcf::mcfc {

/// One line for each known device, and whether its numbers were measured.
void printDeviceTable(llvm::raw_ostream &os);

} // namespace mcf::mcfc

#endif
