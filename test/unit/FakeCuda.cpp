//===- FakeCuda.cpp - a CUDA driver for tests, without a GPU --------------===//
// The runtime opens it in place of libcuda.so.1 (MCF_CUDA_DRIVER). Device memory is host
// memory. Of its kernels "kernel" writes its grid, block and workgroup bytes to the first
// parameter, "copy" copies bytes from the first parameter to the second, and "map" copies the
// tensor map that is its second parameter to the first. FAKE_CUDA_* variables choose what fails. A
// stream is an int that counts launches, and -1 once it is destroyed.
#include "FakeTensorMap.h"
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <unistd.h>
#include <vector>

static int getVariable(const char *name, int otherwise) {
  const char *value = std::getenv(name);
  return value ? static_cast<int>(std::strtol(value, nullptr, 10)) : otherwise;
}

namespace {
/// A launch that was recorded and not run. Kernels have two pointers at most.
struct RecordedLaunch {
  void *function;
  unsigned sizes[7];
  unsigned long long parameters[2];
  alignas(64) unsigned char map[sizeof(FakeTensorMap)];
};
using Graph = std::vector<RecordedLaunch>;
} // namespace

// What a capture has recorded; null while there is none.
static Graph *capture = nullptr;
#ifndef FAKE_CUDA_IS_OLD
static std::atomic<int> numEncodedTensorMaps{0};
static std::atomic<int> numProgrammaticLaunches{0};

namespace {
// As in cuda.h.
struct LaunchAttribute {
  unsigned id;
  char pad[8 - sizeof(unsigned)];
  union {
    char pad[64];
    int programmaticStreamSerializationAllowed;
    void *event;
  } value;
};
struct LaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ, blockDimX, blockDimY, blockDimZ, sharedMemBytes;
  void *hStream;
  LaunchAttribute *attrs;
  unsigned numAttrs;
};
} // namespace
#endif

/// With FAKE_CUDA_FORK, as the real one: a process that was forked from one that has used the
/// driver is refused.
static int refuseForked() {
  static pid_t user = 0;
  if (!getVariable("FAKE_CUDA_FORK", 0))
    return 0;
  if (!user)
    user = getpid();
  return user != getpid() ? 3 : 0;
}

extern "C" {
int cuInit(unsigned) { return refuseForked() ? refuseForked() : getVariable("FAKE_CUDA_INIT", 0); }
int cuDriverGetVersion(int *version) {
  *version = getVariable("FAKE_CUDA_VERSION", 12040);
  return 0;
}
int cuGetErrorName(int error, const char **name) {
  *name = error == 2   ? "CUDA_ERROR_OUT_OF_MEMORY"
          : error == 3 ? "CUDA_ERROR_NOT_INITIALIZED"
                       : "CUDA_ERROR_FAKE";
  return 0;
}
int cuGetErrorString(int, const char **text) {
  *text = "made up";
  return 0;
}
int cuDeviceGetCount(int *count) {
  *count = getVariable("FAKE_CUDA_DEVICES", 1);
  return 0;
}
int cuDeviceGet(int *device, int ordinal) {
  *device = ordinal;
  return 0;
}
int cuDeviceGetName(char *name, int size, int) {
  const char *chosen = std::getenv("FAKE_CUDA_NAME");
  std::strncpy(name, chosen ? chosen : "Fake", size);
  return 0;
}
int cuDeviceGetAttribute(int *value, int attribute, int) {
  // Those of an H200.
  static constexpr int values[][2] = {{1, 1024},  {13, 1980000},  {16, 132},   {36, 3201000},
                                      {37, 6144}, {38, 60 << 20}, {39, 2048},  {75, 9},
                                      {76, 0},    {81, 233472},   {82, 65536}, {97, 232448},
                                      {106, 32},  {111, 1024},    {120, 1}};
  // FAKE_CUDA_UNKNOWN: an attribute that this driver does not know.
  if (attribute == getVariable("FAKE_CUDA_UNKNOWN", -1))
    return 1;
  for (auto [known, its] : values)
    if (known == attribute) {
      *value = known == 16 ? getVariable("FAKE_CUDA_SMS", its) : its;
      return 0;
    }
  return 1;
}
int cuDeviceTotalMem_v2(size_t *bytes, int) {
  *bytes = size_t(1) << 30;
  return 0;
}
int cuDevicePrimaryCtxRetain(void **context, int) {
  if (int error = refuseForked())
    return error;
  *context = reinterpret_cast<void *>(&getVariable);
  return 0;
}
int cuDevicePrimaryCtxRelease_v2(int) { return 0; }
int cuCtxPushCurrent_v2(void *) { return 0; }
int cuCtxPopCurrent_v2(void **) { return 0; }
int cuCtxSynchronize() { return getVariable("FAKE_CUDA_SYNCHRONIZE", 0); }
int cuMemAlloc_v2(unsigned long long *pointer, size_t bytes) {
  if (bytes > (size_t(1) << 30))
    return 2;
  *pointer = reinterpret_cast<uintptr_t>(std::malloc(bytes));
  return 0;
}
int cuMemFree_v2(unsigned long long pointer) {
  std::free(reinterpret_cast<void *>(static_cast<uintptr_t>(pointer)));
  return 0;
}
int cuMemcpyHtoD_v2(unsigned long long to, const void *from, size_t bytes) {
  std::memcpy(reinterpret_cast<void *>(static_cast<uintptr_t>(to)), from, bytes);
  return 0;
}
int cuMemcpyDtoH_v2(void *to, unsigned long long from, size_t bytes) {
  std::memcpy(to, reinterpret_cast<void *>(static_cast<uintptr_t>(from)), bytes);
  return 0;
}
int cuMemsetD8_v2(unsigned long long to, unsigned char value, size_t bytes) {
  std::memset(reinterpret_cast<void *>(static_cast<uintptr_t>(to)), value, bytes);
  return 0;
}
int cuModuleLoadDataEx(void **module, const void *image, unsigned, int *, void **values) {
  // PTX, or what ptxas makes of it.
  bool isElf = std::memcmp(image, "\177ELF", 4) == 0;
  if (!isElf && !std::strstr(static_cast<const char *>(image), ".version")) {
    std::strcpy(static_cast<char *>(values[0]), "ptxas: fake error");
    return 218;
  }
  *module = reinterpret_cast<void *>(&getVariable);
  return getVariable("FAKE_CUDA_LOAD", 0);
}
int cuModuleUnload(void *) { return 0; }
int cuModuleGetFunction(void **function, void *, const char *name) {
  bool isCopy = std::strcmp(name, "copy") == 0;
  bool isMap = std::strcmp(name, "map") == 0;
  *function = isCopy  ? reinterpret_cast<void *>(&cuInit)
              : isMap ? reinterpret_cast<void *>(&cuDriverGetVersion)
                      : reinterpret_cast<void *>(&getVariable);
  // With FAKE_CUDA_ANY_KERNEL others do nothing.
  if (getVariable("FAKE_CUDA_ANY_KERNEL", 0))
    *function = nullptr;
  return isCopy || isMap || std::strcmp(name, "kernel") == 0 || !*function ? 0 : 500;
}
int cuFuncGetAttribute(int *value, int, void *) {
  *value = 32;
  return 0;
}
int cuFuncSetAttribute(void *, int, int value) { return value > 232448 ? 1 : 0; }
int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
                   unsigned bz, unsigned bytes, void *stream, void **parameters, void **) {
  if (stream)
    ++*static_cast<int *>(stream);
  auto address = [&](int i) {
    auto value = *static_cast<unsigned long long *>(parameters[i]);
    return reinterpret_cast<void *>(static_cast<uintptr_t>(value));
  };
  bool isMap = function == reinterpret_cast<void *>(&cuDriverGetVersion);
  // The driver does not ask for it, but the tensor memory accelerator does.
  if (isMap && reinterpret_cast<uintptr_t>(parameters[1]) % 64 != 0)
    return 1;
  if (capture && function) {
    RecordedLaunch launch = {function, {gx, gy, gz, bx, by, bz, bytes}, {}, {}};
    if (isMap)
      std::memcpy(launch.map, parameters[1], sizeof(launch.map));
    // The first kernel has one pointer.
    for (int i = 0; i < (function == reinterpret_cast<void *>(&cuInit) ? 2 : 1); ++i)
      launch.parameters[i] = *static_cast<unsigned long long *>(parameters[i]);
    capture->push_back(launch);
    return getVariable("FAKE_CUDA_LAUNCH", 0);
  }
  if (!function)
    return getVariable("FAKE_CUDA_LAUNCH", 0);
  const unsigned values[] = {gx, gy, gz, bx, by, bz, bytes};
  if (function == reinterpret_cast<void *>(&cuInit))
    std::memcpy(address(1), address(0), getVariable("FAKE_CUDA_COPY_BYTES", 16));
  else if (isMap)
    std::memcpy(address(0), parameters[1], sizeof(FakeTensorMap));
  else
    std::memcpy(address(0), values, sizeof(values));
  return getVariable("FAKE_CUDA_LAUNCH", 0);
}
#ifndef FAKE_CUDA_IS_OLD
int cuLaunchKernelEx(const LaunchConfig *config, void *function, void **parameters, void **extra) {
  // Programmatic stream serialization, and nothing else.
  if (config->numAttrs != 1 || config->attrs[0].id != 6 ||
      config->attrs[0].value.programmaticStreamSerializationAllowed != 1)
    return 1;
  ++numProgrammaticLaunches;
  return cuLaunchKernel(function, config->gridDimX, config->gridDimY, config->gridDimZ,
                        config->blockDimX, config->blockDimY, config->blockDimZ,
                        config->sharedMemBytes, config->hStream, parameters, extra);
}
/// How many launches might start before those before them ended.
int fakeCudaGetNumProgrammatic() { return numProgrammaticLaunches; }
int cuTensorMapEncodeTiled(void *map, int dataType, uint32_t rank, void *address,
                           const uint64_t *sizes, const uint64_t *strides, const uint32_t *box,
                           const uint32_t *elementStrides, int interleave, int swizzle,
                           int promotion, int fill) {
  ++numEncodedTensorMaps;
  if (reinterpret_cast<uintptr_t>(map) % 64 != 0 || reinterpret_cast<uintptr_t>(address) % 16 != 0)
    return 1;
  FakeTensorMap encoded = {};
  encoded.pointer = reinterpret_cast<uintptr_t>(address);
  for (uint32_t i = 0; i < rank; ++i) {
    encoded.sizes[i] = sizes[i];
    if (i + 1 < rank)
      encoded.strides[i] = strides[i];
    encoded.box[i] = static_cast<uint16_t>(box[i]);
    encoded.elementStrides += elementStrides[i];
  }
  const int modes[] = {dataType, static_cast<int>(rank), interleave, swizzle, promotion, fill};
  for (int i = 0; i < 6; ++i)
    encoded.modes[i] = static_cast<uint8_t>(modes[i]);
  std::memcpy(map, &encoded, sizeof(encoded));
  return getVariable("FAKE_CUDA_ENCODE", 0);
}
/// For tests: how often tensor maps have been encoded.
int fakeCudaGetNumEncoded() { return numEncodedTensorMaps; }
#endif
int cuStreamCreate(void **stream, unsigned) {
  static int created = 0;
  *stream = &created;
  return 0;
}
int cuStreamDestroy_v2(void *stream) {
  *static_cast<int *>(stream) = -1;
  return 0;
}
int cuStreamSynchronize(void *) { return 0; }
int cuStreamBeginCapture_v2(void *, int) {
  if (int error = getVariable("FAKE_CUDA_CAPTURE", 0))
    return error;
  if (capture)
    return 900;
  capture = new Graph;
  return 0;
}
int cuStreamEndCapture(void *, void **graph) {
  if (!capture)
    return 901;
  *graph = capture;
  capture = nullptr;
  return 0;
}
int cuGraphInstantiateWithFlags(void **executable, void *graph, unsigned long long) {
  if (int error = getVariable("FAKE_CUDA_GRAPH", 0))
    return error;
  *executable = new Graph(*static_cast<Graph *>(graph));
  return 0;
}
int cuGraphDestroy(void *graph) {
  delete static_cast<Graph *>(graph);
  return 0;
}
int cuGraphExecDestroy(void *executable) {
  delete static_cast<Graph *>(executable);
  return 0;
}
int cuGraphLaunch(void *executable, void *stream) {
  for (RecordedLaunch &l : *static_cast<Graph *>(executable)) {
    void *parameters[] = {&l.parameters[0], &l.parameters[1]};
    if (l.function == reinterpret_cast<void *>(&cuDriverGetVersion))
      parameters[1] = l.map;
    if (int error = cuLaunchKernel(l.function, l.sizes[0], l.sizes[1], l.sizes[2], l.sizes[3],
                                   l.sizes[4], l.sizes[5], l.sizes[6], stream, parameters, nullptr))
      return error;
  }
  return getVariable("FAKE_CUDA_GRAPH_LAUNCH", 0);
}
int cuEventCreate(void **event, unsigned) {
  *event = reinterpret_cast<void *>(&getVariable);
  return 0;
}
int cuEventDestroy_v2(void *) { return 0; }
int cuEventRecord(void *, void *) { return 0; }
int cuEventSynchronize(void *) {
  // FAKE_CUDA_SLEEP_MS: kernels take so long.
  if (int milliseconds = getVariable("FAKE_CUDA_SLEEP_MS", 0))
    usleep(milliseconds * 1000);
  return 0;
}
int cuEventElapsedTime(float *milliseconds, void *, void *) {
  *milliseconds = 1.5f;
  return 0;
}
}
