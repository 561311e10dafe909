//===- DefaultModel.cpp - model constants from the rates of a device ------===//
#include "MCFuser/Hardware/DeviceSpec.h"

using namespace mcf::hw;

ModelConstants mcf::hw::getDefaultModel(const DeviceSpec &device) {
  const ModelConstants h200;
  ModelConstants model;
  bool isHopper = device.computeCapability / 10 == 9;

  // White papers: an SM of 8.0 has 64 lanes for f32, others from 8.6 on 128.
  model.fmaPerCyclePerSM = device.computeCapability == 80 ? 64 : 128;
  model.smClockHz = device.f32FlopPerSec / (2 * model.fmaPerCyclePerSM * device.numSMs);

  // Whether other chips lower their clock as Hopper does is not known: no drop.
  model.tensorClockHz =
      isHopper ? h200.tensorClockHz * model.smClockHz / h200.smClockHz : model.smClockHz;
  if (!isHopper)
    model.tensorLaunchSeconds = 0;
  return model;
}
