//===- FakeTensors.cpp - tensors of the host that say they are on a GPU ----===//
// For tests of launches from Python: with the driver in FakeCuda.cpp the memory of a GPU is that of
// the host. DLPack's C functions of a class of tensors, but for the device and the stream.
#include <cstdint>

namespace {
struct Tensor {
  void *data;
  int32_t deviceType, deviceNumber;
};
struct ExchangeAPI {
  uint32_t major, minor;
  void *previous, *allocate, *fromPython, *toPython;
  int (*tensorFromPython)(void *object, Tensor *result);
  int (*currentStream)(int32_t deviceType, int32_t deviceNumber, void **stream);
};
} // namespace

static ExchangeAPI original, changed;
static void *stream = nullptr;

static int readAsOnGPU(void *object, Tensor *result) {
  int status = original.tensorFromPython(object, result);
  result->deviceType = 2;
  return status;
}

static int getStream(int32_t, int32_t, void **result) {
  *result = stream;
  return 0;
}

extern "C" {
/// The functions of a class as those of one whose tensors are on GPU 0.
const void *fakeCudaGetExchangeAPI(const void *api) {
  original = *static_cast<const ExchangeAPI *>(api);
  changed = original;
  changed.previous = nullptr;
  changed.tensorFromPython = readAsOnGPU;
  changed.currentStream = getStream;
  return &changed;
}
void fakeCudaSetStream(void *current) { stream = current; }
}
