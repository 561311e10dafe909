//===- CudaDriver.cpp - the CUDA driver, found at run time ----------------===//
#include "CudaDriver.h"
#include <cstdlib>
#include <dlfcn.h>
#include <map>
#include <memory>
#include <mutex>

using namespace mcf::runtime;

// PTX ISA 8.0, which the compiler emits, came with CUDA 12.0.
static constexpr int minDriverVersion = 12000;

// cuda.h, CUresult.
static constexpr CUresult cudaOutOfMemory = 2;
static constexpr CUresult cudaStubLibrary = 34;
static constexpr CUresult cudaNeedsNewerDriver = 36;
static constexpr CUresult cudaNoDevice = 100;
static constexpr CUresult cudaInvalidDevice = 101;
static constexpr CUresult cudaUnsupportedPtxVersion = 222;
static constexpr CUresult cudaNotFound = 500;
static constexpr CUresult cudaFirstLaunchError = 700;
static constexpr CUresult cudaLastLaunchError = 720;
static constexpr CUresult cudaDriverMismatch = 803;

static std::string formatVersion(int version) {
  return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

static mcfrt_status classify(CUresult result) {
  switch (result) {
  case 0:
    return MCFRT_OK;
  case cudaOutOfMemory:
    return MCFRT_OUT_OF_MEMORY;
  case cudaStubLibrary:
    return MCFRT_NO_DRIVER;
  case cudaNeedsNewerDriver:
  case cudaUnsupportedPtxVersion:
  case cudaDriverMismatch:
    return MCFRT_DRIVER_TOO_OLD;
  case cudaNoDevice:
  case cudaInvalidDevice:
    return MCFRT_NO_DEVICE;
  case cudaNotFound:
    return MCFRT_NOT_FOUND;
  default:
    return result >= cudaFirstLaunchError && result <= cudaLastLaunchError ? MCFRT_LAUNCH_FAILED
                                                                           : MCFRT_DRIVER_ERROR;
  }
}

mcfrt_status CudaDriver::check(CUresult result, const std::string &what, std::string &error) const {
  if (result == 0)
    return MCFRT_OK;
  const char *name = nullptr, *text = nullptr;
  getErrorName(result, &name);
  getErrorString(result, &text);
  error = what + ": " + (name ? name : "CUDA error " + std::to_string(result)) +
          (text ? std::string(" (") + text + ")" : "");
  return classify(result);
}

mcfrt_status CudaDriver::load(const char *path, std::string &error) {
  // Never closed: the driver starts threads of its own.
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    error = std::string("no CUDA driver on this machine: ") + (reason ? reason : path);
    return MCFRT_NO_DRIVER;
  }
#define MCFRT_LOAD(name, symbol, parameters)                                                       \
  name = reinterpret_cast<CUresult(*) parameters>(dlsym(library, symbol));                         \
  if (!name) {                                                                                     \
    error = std::string("the CUDA driver '") + path + "' is too old: it has no " + symbol +        \
            ", expected CUDA " + formatVersion(minDriverVersion) + " or later";                    \
    return MCFRT_DRIVER_TOO_OLD;                                                                   \
  }
  MCFRT_CUDA_FUNCTIONS(MCFRT_LOAD)
#undef MCFRT_LOAD
#define MCFRT_LOAD_OPTIONAL(name, symbol, parameters)                                              \
  name = reinterpret_cast<CUresult(*) parameters>(dlsym(library, symbol));
  MCFRT_OPTIONAL_CUDA_FUNCTIONS(MCFRT_LOAD_OPTIONAL)
#undef MCFRT_LOAD_OPTIONAL
  if (mcfrt_status status = check(init(0), "cannot initialize the CUDA driver", error))
    return status;
  if (mcfrt_status status = check(driverGetVersion(&version),
                                  "cannot ask the CUDA driver for its "
                                  "version",
                                  error))
    return status;
  if (version < minDriverVersion) {
    error = "the CUDA driver is too old: expected CUDA " + formatVersion(minDriverVersion) +
            " or later, but got " + formatVersion(version);
    return MCFRT_DRIVER_TOO_OLD;
  }
  return MCFRT_OK;
}

mcfrt_status CudaDriver::get(const CudaDriver *&driver, std::string &error) {
  static std::mutex mutex;
  static std::map<std::string, std::unique_ptr<CudaDriver>> drivers;
  const char *variable = std::getenv("MCF_CUDA_DRIVER");
  std::string path = variable && *variable ? variable : "libcuda.so.1";
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<CudaDriver> &cached = drivers[path];
  if (!cached) {
    auto loaded = std::make_unique<CudaDriver>();
    if (mcfrt_status status = loaded->load(path.c_str(), error))
      return status;
    cached = std::move(loaded);
  }
  driver = cached.get();
  return MCFRT_OK;
}
