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
  double clockRatio = model.smClockHz / h200.smClockHz;
  for (double ModelConstants::*clock :
       {&ModelConstants::tensorDipClockHz, &ModelConstants::tensorRampClockHz,
        &ModelConstants::tensorClockHz, &ModelConstants::tensorGapClockHz})
    model.*clock = isHopper ? h200.*clock * clockRatio : model.smClockHz;
  if (!isHopper) {
    model.tensorLaunchSeconds = 0;
    model.tensorDipClockPerSMHz = 0;
    model.tensorClockPerSMHz = 0;
  }

  // As many bytes per cycle and SM as on the H200 with all SMs busy.
  constexpr double h200SMs = 132;
  double bytesPerCycle = h200.l2BandwidthBytesPerSec / (h200SMs * h200.smClockHz);
  model.l2BandwidthBytesPerSec = bytesPerCycle * device.numSMs * model.smClockHz;

  // An m16n8k16 is 4096 flop. On Hopper mma.sync reaches two thirds of the rate of wgmma, which the
  // sheets state: 6.1 cycles where wgmma takes 4.
  constexpr double mmaFlop = 2 * 16 * 8 * 16;
  double flopPerCycle =
      device.tensorF16FlopPerSec / (device.numSMs * device.subcoresPerSM * model.smClockHz);
  model.mmaCycles = mmaFlop / flopPerCycle * (isHopper ? h200.mmaCycles / 4 : 1);
  model.mmaOneWarpCycles =
      isHopper ? model.mmaCycles * h200.mmaOneWarpCycles / h200.mmaCycles : model.mmaCycles;
  return model;
}
