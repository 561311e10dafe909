//===- Outcome.h - what a call of the C API ends with -----------*- C++ -*-===//
#ifndef MCFUSER_LIB_CAPI_OUTCOME_H
#define MCFUSER_LIB_CAPI_OUTCOME_H

#include "MCFuser-c/MCFuser.h"
#include <string>

namespace mcf::capi {

/// A status, and what to say if it is not ok. Work on other threads hands it back.
struct Outcome {
  mcf_status status = MCF_OK;
  std::string text = {};
  bool isOk() const { return status == MCF_OK; }
};

inline Outcome ok() { return {}; }
inline Outcome fail(mcf_status status, std::string text) { return {status, std::move(text)}; }

/// The outcome of a call of the runtime that failed, with its text. What it calls an invalid
/// argument is `invalid`.
Outcome failOnDevice(mcfrt_status status, mcf_status invalid = MCF_DEVICE_ERROR);

/// Makes an outcome that of the calling thread: its text is `mcf_last_error` from here on if it is
/// a failure.
mcf_status finish(const Outcome &outcome);

} // namespace mcf::capi

/// Refuses a null argument of a function of the API.
#define MCF_REQUIRE(pointer)                                                                       \
  if (!(pointer))                                                                                  \
  return mcf::capi::finish(mcf::capi::fail(                                                        \
      MCF_INVALID_ARGUMENT, std::string(__func__) + ": expected '" #pointer "', but got null"))

#endif
