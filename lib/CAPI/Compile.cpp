//===- Compile.cpp - the C ABI: programs and their functions --------------===//
#include "MCFuser/Driver/NativeDevice.h"
#include "MCFuser/Hardware/DeviceFile.h"
#include "Nesting.h"
#include "Program.h"
#include <cstring>

using namespace mcf;
using namespace mcf::capi;

uint32_t mcf_abi_version(void) { return MCF_ABI_VERSION_MAJOR << 16 | MCF_ABI_VERSION_MINOR; }
const char *mcf_version(void) { return MCFUSER_VERSION; }
const char *mcf_llvm_version(void) { return LLVM_VERSION_STRING; }

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

size_t mcf_known_device_count(void) { return hw::getKnownDevices().size(); }

const char *mcf_known_device_name(size_t index) {
  llvm::ArrayRef<hw::DeviceSpec> devices = hw::getKnownDevices();
  return index < devices.size() ? devices[index].name.c_str() : nullptr;
}

mcf_status mcf_describe_device(const char *device, int gpu, char **json) {
  MCF_REQUIRE(device);
  MCF_REQUIRE(json);
  *json = nullptr;
  JobResult result = runOnCompilerThread([&](ProgressChannel &) {
    if (std::string error = checkNesting(device, "device"); !error.empty())
      return fail(MCF_INVALID_ARGUMENT, error);
    llvm::Expected<hw::DeviceSpec> spec = resolveDeviceOrNative(device, gpu);
    if (!spec)
      return fail(MCF_INVALID_ARGUMENT, llvm::toString(spec.takeError()));
    *json = strdup(hw::toJSON(*spec).c_str());
    return *json ? ok() : fail(MCF_OUT_OF_MEMORY, "out of memory");
  });
  return finish(result.outcome);
}

//===----------------------------------------------------------------------===//
// Programs
//===----------------------------------------------------------------------===//

static mcf_status compile(const mcf_options *options, const char *text, size_t size,
                          const char *name, mcf_progress_callback callback, void *user, bool tunes,
                          mcf_program **program) {
  *program = nullptr;
  mcf_program *made = nullptr;
  JobResult result = runOnCompilerThread(
      [&](ProgressChannel &channel) {
        made = new mcf_program(options ? *options : mcf_options(), name ? name : "input");
        return made->compile(llvm::StringRef(text, size), channel, tunes);
      },
      callback, user);
  // What LLVM gave up on is never freed.
  if (!result.isBroken && !result.outcome.isOk())
    mcf_program_destroy(made);
  else if (!result.isBroken)
    *program = made;
  return finish(result.outcome);
}

mcf_status mcf_compile(const mcf_options *options, const char *text, size_t size, const char *name,
                       mcf_program **program) {
  MCF_REQUIRE(text);
  MCF_REQUIRE(program);
  return compile(options, text, size, name, nullptr, nullptr, /*tunes=*/false, program);
}

mcf_status mcf_tune(const mcf_options *options, const char *text, size_t size, const char *name,
                    mcf_progress_callback callback, void *user, mcf_program **program) {
  MCF_REQUIRE(text);
  MCF_REQUIRE(program);
  return compile(options, text, size, name, callback, user, /*tunes=*/true, program);
}

void mcf_program_destroy(mcf_program *program) {
  if (!program || program->isBroken)
    return;
  (void)runOnCompilerThread([&](ProgressChannel &) {
    delete program;
    return ok();
  });
}

mcf_status mcf_program_get_info(const mcf_program *program, mcf_program_info *info) {
  MCF_REQUIRE(program);
  MCF_REQUIRE(info);
  *info = {program->functions.size(), program->numChains,    program->numKernels,
           program->searchSeconds,    program->stoppedEarly, program->deviceName.c_str(),
           program->arch.c_str()};
  return MCF_OK;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

static Outcome checkNumber(const std::string &what, size_t count, size_t number) {
  if (number < count)
    return ok();
  return fail(MCF_INVALID_ARGUMENT, "expected the number of " + what + " below " +
                                        std::to_string(count) + ", but got " +
                                        std::to_string(number));
}

Outcome mcf::capi::findFunction(const mcf_program &program, size_t number,
                                const Function *&function) {
  if (program.functions.empty() && !program.whyNoFunctions.empty())
    return fail(MCF_INVALID_ARGUMENT, "no function can be run: " + program.whyNoFunctions);
  Outcome outcome = checkNumber("a function", program.functions.size(), number);
  if (outcome.isOk())
    function = &program.functions[number];
  return outcome;
}

mcf_status mcf_program_get_function(const mcf_program *program, size_t function,
                                    mcf_function_info *info) {
  MCF_REQUIRE(program);
  MCF_REQUIRE(info);
  return finish(catchExceptions([&] {
    const Function *found = nullptr;
    Outcome outcome = findFunction(*program, function, found);
    if (outcome.isOk())
      *info = {found->name.c_str(),          found->inputs.size(),
               found->outputs.size(),        found->recipe.numKernels,
               found->recipe.isLaunchable(), found->recipe.reason.c_str()};
    return outcome;
  }));
}

mcf_status mcf_program_find_function(const mcf_program *program, const char *name,
                                     size_t *function) {
  MCF_REQUIRE(program);
  MCF_REQUIRE(name);
  MCF_REQUIRE(function);
  return finish(catchExceptions([&] {
    std::string names;
    for (size_t i = 0; i < program->functions.size(); ++i) {
      if (program->functions[i].name == name) {
        *function = i;
        return ok();
      }
      names += (names.empty() ? "" : ", ") + program->functions[i].name;
    }
    if (!program->whyNoFunctions.empty())
      return fail(MCF_INVALID_ARGUMENT, "no function can be run: " + program->whyNoFunctions);
    return fail(MCF_INVALID_ARGUMENT, "expected a function of " + (names.empty() ? "none" : names) +
                                          ", but got '" + name + "'");
  }));
}

static mcf_status getValue(const mcf_program &program, size_t function, bool isOutput,
                           size_t number, mcf_value_info *info) {
  return finish(catchExceptions([&] {
    const Function *found = nullptr;
    if (Outcome outcome = findFunction(program, function, found); !outcome.isOk())
      return outcome;
    const std::vector<Parameter> &values = isOutput ? found->outputs : found->inputs;
    Outcome outcome = checkNumber(
        (isOutput ? "an output of '" : "an input of '") + found->name + "'", values.size(), number);
    if (outcome.isOk())
      *info = values[number].getInfo();
    return outcome;
  }));
}

mcf_status mcf_program_get_input(const mcf_program *program, size_t function, size_t input,
                                 mcf_value_info *info) {
  MCF_REQUIRE(program);
  MCF_REQUIRE(info);
  return getValue(*program, function, /*isOutput=*/false, input, info);
}

mcf_status mcf_program_get_output(const mcf_program *program, size_t function, size_t output,
                                  mcf_value_info *info) {
  MCF_REQUIRE(program);
  MCF_REQUIRE(info);
  return getValue(*program, function, /*isOutput=*/true, output, info);
}
