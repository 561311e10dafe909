//===- KernelBench.cpp - the time of kernels on a GPU ---------------------===//
#include "KernelBench.h"
#include "MCFuser/Support/Statistics.h"
#include <algorithm>
#include <cstring>
#include <random>

using namespace mcf;
using runtime::Access;

// All sets of operands together take no more.
static constexpr uint64_t maxOperandBytes = uint64_t(4) << 30;
// NaN in every float format.
static constexpr uint8_t poisonValue = 0xFF;
// An idle device needs time to raise its clocks.
static constexpr double firstWarmUpSeconds = 0.5, warmUpSeconds = 0.002;
// A slow kernel takes fewer launches a sample and fewer samples.
static constexpr double maxSampleSeconds = 0.02, maxSamplingSeconds = 0.3;
static constexpr unsigned minSamples = 5, minWarmUps = 3;

#define MCF_CHECK(call)                                                                            \
  if (call)                                                                                        \
  return std::string(mcfrt_last_error())

KernelBench::~KernelBench() {
  freeOperands();
  mcfrt_event_destroy(begin);
  mcfrt_event_destroy(end);
  mcfrt_stream_destroy(stream);
  mcfrt_device_close(device);
}

std::string KernelBench::open() {
  if (device)
    return "";
  MCF_CHECK(mcfrt_device_open(options.ordinal, &device));
  MCF_CHECK(mcfrt_device_get_info(device, &deviceInfo));
  MCF_CHECK(mcfrt_stream_create(device, &stream));
  MCF_CHECK(mcfrt_event_create(device, &begin));
  MCF_CHECK(mcfrt_event_create(device, &end));
  return "";
}

void KernelBench::freeOperands() {
  for (const auto &set : operands)
    for (mcfrt_pointer pointer : set)
      if (pointer)
        mcfrt_memory_free(device, pointer);
  operands.clear();
  operandPlans.clear();
}

/// Random bits that are numbers of ordinary size: the sign and the fraction of each element, and an
/// exponent from a few below that of 1.
template <typename Bits>
static void fillFloats(std::vector<uint8_t> &bytes, unsigned fractionBits, Bits bias,
                       std::mt19937_64 &random) {
  const Bits sign = Bits(1) << (8 * sizeof(Bits) - 1), fraction = (Bits(1) << fractionBits) - 1;
  for (size_t at = 0; at + sizeof(Bits) <= bytes.size(); at += sizeof(Bits)) {
    uint64_t draw = random();
    Bits exponent = Bits(bias - 4 + (draw >> 62));
    Bits value = Bits((Bits(draw) & (sign | fraction)) | Bits(exponent << fractionBits));
    std::memcpy(bytes.data() + at, &value, sizeof(Bits));
  }
}

static void fillRandom(std::vector<uint8_t> &bytes, const std::string &type,
                       std::mt19937_64 &random) {
  if (type == "f16")
    return fillFloats<uint16_t>(bytes, 10, 15, random);
  if (type == "bf16")
    return fillFloats<uint16_t>(bytes, 7, 127, random);
  if (type == "f32")
    return fillFloats<uint32_t>(bytes, 23, 127, random);
  if (type == "f64")
    return fillFloats<uint64_t>(bytes, 52, 1023, random);
  for (uint8_t &byte : bytes)
    byte = random() & 1;
}

static bool isSameOperand(const runtime::OperandPlan &a, const runtime::OperandPlan &b) {
  return a.elementType == b.elementType && a.shape == b.shape && a.access == b.access &&
         a.strides == b.strides;
}

std::string KernelBench::prepareOperands(const runtime::KernelPlan &kernel) {
  if (!operands.empty() && operandPlans.size() == kernel.operands.size() &&
      std::equal(operandPlans.begin(), operandPlans.end(), kernel.operands.begin(), isSameOperand))
    return "";
  freeOperands();
  uint64_t setBytes = 1;
  for (const runtime::OperandPlan &operand : kernel.operands)
    setBytes += operand.access == Access::Value ? 0 : operand.getBytes();
  uint64_t numSets =
      std::clamp<uint64_t>(maxOperandBytes / setBytes, 1, std::max(1u, options.numOperandSets));
  // The same operands in every run. NOLINTNEXTLINE(bugprone-random-generator-seed)
  std::mt19937_64 random(1);
  for (uint64_t i = 0; i < numSets; ++i) {
    auto &set = operands.emplace_back();
    for (const runtime::OperandPlan &operand : kernel.operands) {
      mcfrt_pointer &pointer = set.emplace_back(0);
      if (operand.access == Access::Value)
        continue;
      size_t size = operand.getBytes();
      MCF_CHECK(mcfrt_memory_alloc(device, size, &pointer));
      if (operand.access == Access::Write) {
        MCF_CHECK(mcfrt_memory_fill(device, pointer, poisonValue, size));
        continue;
      }
      std::vector<uint8_t> bytes(size);
      fillRandom(bytes, operand.elementType, random);
      MCF_CHECK(mcfrt_copy_to_device(device, pointer, bytes.data(), size));
    }
  }
  operandPlans = kernel.operands;
  return "";
}

KernelBench::LoadedKernel::~LoadedKernel() {
  mcfrt_module_unload(module);
  mcfrt_plan_destroy(plan);
}

std::string KernelBench::launch(const LoadedKernel &kernel, size_t set) {
  std::vector<const void *> parameters;
  for (const mcfrt_pointer &pointer : operands[set % operands.size()])
    parameters.push_back(&pointer);
  MCF_CHECK(mcfrt_plan_launch(kernel.plan, 0, kernel.module, parameters.data(), parameters.size(),
                              stream));
  return "";
}

std::string KernelBench::timeReplay(mcfrt_graph *graph, double &seconds) {
  double elapsedNs = 0;
  MCF_CHECK(mcfrt_event_record(begin, stream));
  MCF_CHECK(mcfrt_graph_launch(graph, stream));
  MCF_CHECK(mcfrt_event_record(end, stream));
  MCF_CHECK(mcfrt_event_elapsed(begin, end, &elapsedNs));
  seconds = elapsedNs * 1e-9;
  return "";
}

namespace {
/// A graph that goes away with its owner.
struct Graph {
  mcfrt_graph *graph = nullptr;
  ~Graph() { mcfrt_graph_destroy(graph); }
};
} // namespace

std::string KernelBench::takeSamples(const LoadedKernel &kernel, search::Measurement &measurement) {
  // One launch that is waited for: whether it runs, and about how long.
  double elapsedNs = 0;
  for (int i = 0; i < 2; ++i) {
    MCF_CHECK(mcfrt_event_record(begin, stream));
    if (std::string error = launch(kernel, i); !error.empty())
      return error;
    MCF_CHECK(mcfrt_event_record(end, stream));
    MCF_CHECK(mcfrt_event_elapsed(begin, end, &elapsedNs));
  }
  double most = maxSampleSeconds / std::max(elapsedNs * 1e-9, 1e-9);
  unsigned numLaunches =
      static_cast<unsigned>(std::clamp<double>(most, 1, std::max(1u, options.launchesPerSample)));

  Graph graph;
  MCF_CHECK(mcfrt_capture_begin(stream));
  std::string error;
  for (unsigned i = 0; i < numLaunches && error.empty(); ++i)
    error = launch(kernel, i);
  // A capture that was begun must be ended, whatever came of it.
  mcfrt_status status = mcfrt_capture_end(stream, &graph.graph);
  if (!error.empty())
    return error;
  MCF_CHECK(status);

  double warm = 0, seconds = 0, needed = isWarm ? warmUpSeconds : firstWarmUpSeconds;
  for (unsigned i = 0; i < minWarmUps || warm < needed; ++i) {
    if (error = timeReplay(graph.graph, seconds); !error.empty())
      return error;
    warm += std::max(seconds, 1e-6);
  }
  isWarm = true;
  std::vector<double> samples;
  double total = 0;
  while (samples.size() < std::max(options.numSamples, 1u) &&
         (samples.size() < minSamples || total < maxSamplingSeconds)) {
    if (error = timeReplay(graph.graph, seconds); !error.empty())
      return error;
    total += seconds;
    samples.push_back(seconds / numLaunches);
  }
  measurement.medianSeconds = getQuantile(samples, 0.5);
  measurement.lowSeconds = getQuantile(samples, 0.1);
  measurement.highSeconds = getQuantile(samples, 0.9);
  measurement.numSamples = samples.size();
  return "";
}

std::string KernelBench::measure(llvm::StringRef image, const runtime::LaunchPlan &plan,
                                 search::Measurement &measurement, bool &isBroken) {
  isBroken = true;
  if (std::string error = open(); !error.empty())
    return error;
  const runtime::KernelPlan &kernel = plan.kernels.front();
  if (!kernel.isStatic()) {
    isBroken = false;
    return "kernel '" + kernel.name +
           "' is given sizes or strides at launch: only static kernels are measured";
  }
  if (std::string error = prepareOperands(kernel); !error.empty())
    return error;
  LoadedKernel loaded;
  std::string text = plan.print();
  if (mcfrt_plan_parse(text.data(), text.size(), &loaded.plan) ||
      mcfrt_module_load(device, image.data(), image.size(), &loaded.module)) {
    isBroken = false;
    return mcfrt_last_error();
  }
  mcfrt_kernel *handle = nullptr;
  mcfrt_kernel_info info = {};
  std::string error;
  if (mcfrt_module_get_kernel(loaded.module, kernel.name.c_str(), &handle) ||
      mcfrt_kernel_get_info(handle, &info))
    error = mcfrt_last_error();
  if (error.empty()) {
    measurement.registersPerThread = info.registers_per_thread;
    measurement.localBytesPerThread = info.local_bytes_per_thread;
    measurement.workgroupBytesPerBlock =
        int64_t(kernel.dynamicWorkgroupBytes) + info.static_workgroup_bytes;
    error = takeSamples(loaded, measurement);
  }
  // A failed launch can leave the context unusable for ever.
  isBroken = !error.empty();
  return error;
}
