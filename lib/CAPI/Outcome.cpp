//===- Outcome.cpp - statuses and the error of a thread -------------------===//
#include "Outcome.h"
#include <cstdlib>

using namespace mcf::capi;

static thread_local std::string lastError;

Outcome mcf::capi::failOnDevice(mcfrt_status status, mcf_status invalid) {
  std::string text = mcfrt_last_error();
  switch (status) {
  case MCFRT_NO_DRIVER:
    return fail(MCF_NO_DRIVER, text);
  case MCFRT_NO_DEVICE:
    return fail(MCF_NO_DEVICE, text);
  case MCFRT_DRIVER_TOO_OLD:
    return fail(MCF_DRIVER_TOO_OLD, text);
  case MCFRT_OUT_OF_MEMORY:
    return fail(MCF_OUT_OF_MEMORY, text);
  case MCFRT_INVALID_ARGUMENT:
    return fail(invalid, text);
  default:
    return fail(MCF_DEVICE_ERROR, text);
  }
}

mcf_status mcf::capi::finish(const Outcome &outcome) {
  if (!outcome.isOk())
    lastError = outcome.text;
  return outcome.status;
}

const char *mcf_last_error(void) { return lastError.c_str(); }

const char *mcf_status_text(mcf_status status) {
  switch (status) {
  case MCF_OK:
    return "ok";
  case MCF_INVALID_ARGUMENT:
    return "invalid argument";
  case MCF_INVALID_OPTION:
    return "invalid option";
  case MCF_COMPILE_FAILED:
    return "compile failed";
  case MCF_NOTHING_FUSED:
    return "nothing was fused";
  case MCF_INVALID_ARRAY:
    return "invalid array";
  case MCF_NOT_LAUNCHABLE:
    return "not launchable";
  case MCF_OUT_OF_MEMORY:
    return "out of memory";
  case MCF_NO_DRIVER:
    return "no CUDA driver";
  case MCF_NO_DEVICE:
    return "no CUDA device";
  case MCF_DRIVER_TOO_OLD:
    return "CUDA driver too old";
  case MCF_DEVICE_ERROR:
    return "device error";
  case MCF_UNAVAILABLE:
    return "unavailable";
  case MCF_INTERNAL_ERROR:
    return "internal error";
  }
  return "unknown status";
}

void mcf_string_free(char *text) { std::free(text); }
