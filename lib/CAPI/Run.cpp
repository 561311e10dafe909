//===- Run.cpp - the C ABI: functions over arrays in host memory ----------===//
#include "HostArrays.h"
#include "OutputSizes.h"
#include "Program.h"
#include "mlir/IR/TypeUtilities.h"
#include <cstdlib>

using namespace mlir;
using namespace mcf;
using namespace mcf::capi;

Outcome mcf_program::getExecutor(mcf_where where, cpu::Executor *&executor) {
  bool isUnfused = where == MCF_UNFUSED_ON_CPU;
  std::unique_ptr<cpu::Executor> &cached = isUnfused ? unfusedExecutor : fusedExecutor;
  if (!cached) {
    ModuleOp module;
    if (Outcome outcome = getModule(isUnfused ? Stage::Input : Stage::TileProgram, module);
        !outcome.isOk())
      return outcome;
    if (isUnfused && module->walk([](ChainOp) { return WalkResult::interrupt(); }).wasInterrupted())
      return fail(MCF_INVALID_ARGUMENT,
                  "the program is past linalg: it has chains, and there is no unfused one");
    startDiagnostics();
    FailureOr<OwningOpRef<ModuleOp>> onTensors = passArraysAsTensors(module);
    if (failed(onTensors))
      return failWithDiagnostics(MCF_COMPILE_FAILED);
    FailureOr<std::unique_ptr<cpu::Executor>> made = cpu::Executor::create(**onTensors);
    if (failed(made))
      return failWithDiagnostics(MCF_COMPILE_FAILED);
    cached = std::move(*made);
  }
  executor = cached.get();
  return ok();
}

/// Why the device cannot be opened, with a status that says more than a diagnostic.
static Outcome checkDevice(int gpu) {
  mcfrt_device *device = nullptr;
  if (mcfrt_status status = mcfrt_device_open(gpu, &device))
    return failOnDevice(status);
  mcfrt_device_close(device);
  return ok();
}

Outcome mcf_program::getGPURunner(GPUFusedRunner *&runner) {
  if (!gpuRunner) {
    GPURunOptions runOptions;
    runOptions.ordinal = options.compile.getGPU();
    if (Outcome outcome = checkDevice(runOptions.ordinal); !outcome.isOk())
      return outcome;
    const CompiledKernels *made;
    ModuleOp module;
    if (Outcome outcome = getKernels(made); !outcome.isOk())
      return outcome;
    if (Outcome outcome = getModule(Stage::TileProgram, module); !outcome.isOk())
      return outcome;
    startDiagnostics();
    FailureOr<OwningOpRef<ModuleOp>> onTensors = passArraysAsTensors(module);
    if (failed(onTensors))
      return failWithDiagnostics(MCF_COMPILE_FAILED);
    FailureOr<std::unique_ptr<GPUFusedRunner>> created =
        GPUFusedRunner::create(**onTensors, *made, runOptions);
    if (failed(created))
      return failWithDiagnostics(MCF_DEVICE_ERROR);
    gpuRunner = std::move(*created);
  }
  runner = gpuRunner.get();
  return ok();
}

namespace {
/// One run of a function.
class Run {
public:
  Run(mcf_program &program, const Function &function, mcf_where where)
      : program(program), function(function), where(where) {}

  Outcome checkAndRead(ArrayRef<mcf_array> arrays);
  /// The sizes of the outputs.
  Outcome findShapes();
  ArrayRef<int64_t> getShape(size_t output) const { return shapes[output]; }
  Outcome checkOutputs(ArrayRef<mcf_array> arrays) const;
  Outcome execute(ArrayRef<mcf_array> arrays);

private:
  mcf_program &program;
  const Function &function;
  mcf_where where;
  cpu::Executor *executor = nullptr;
  std::vector<HostArray> inputs;
  cpu::ResultShapes shapes;
};
} // namespace

/// Says so if there is no memory for a dense array of these sizes. Were it found out by who makes
/// the array, the program would be lost.
static Outcome checkMemory(mcf_type type, ArrayRef<int64_t> sizes, const std::string &what) {
  size_t bytes = mcf_type_bytes(type);
  for (int64_t size : sizes)
    bytes *= static_cast<size_t>(size);
  if (void *memory = std::malloc(bytes + 1)) {
    // A compiler may leave out memory that nobody touches.
    *static_cast<volatile char *>(memory) = 0;
    std::free(memory);
    return ok();
  }
  return fail(MCF_OUT_OF_MEMORY,
              "no memory for the " + std::to_string(bytes) + " bytes of " + what);
}

Outcome Run::checkAndRead(ArrayRef<mcf_array> arrays) {
  for (auto [i, array] : llvm::enumerate(arrays))
    if (Outcome outcome = checkMemory(array.type, {array.sizes, array.rank},
                                      function.describe(/*isOutput=*/false, i));
        !outcome.isOk())
      return outcome;
  if (Outcome outcome = program.getExecutor(where, executor); !outcome.isOk())
    return outcome;
  FunctionType type = executor->getFunctionType(function.name);
  if (!type)
    return fail(MCF_INTERNAL_ERROR, "the compiled program has no function '" + function.name + "'");
  for (auto [array, argument] : llvm::zip_equal(arrays, type.getInputs()))
    inputs.push_back(readArray(array, getElementTypeOrSelf(argument)));
  return ok();
}

Outcome Run::findShapes() {
  program.startDiagnostics();
  FailureOr<cpu::ResultShapes> found = executor->getResultShapes(function.name, inputs);
  if (failed(found))
    return program.failWithDiagnostics(MCF_INVALID_ARRAY);
  shapes = std::move(*found);
  return ok();
}

Outcome Run::checkOutputs(ArrayRef<mcf_array> arrays) const {
  for (auto [i, array] : llvm::enumerate(arrays)) {
    for (size_t axis = 0; axis < array.rank; ++axis)
      if (array.sizes[axis] != shapes[i][axis])
        return fail(MCF_INVALID_ARRAY,
                    function.describe(/*isOutput=*/true, i) + ": expected size " +
                        std::to_string(shapes[i][axis]) + " along axis " + std::to_string(axis) +
                        " for these inputs, but got " + std::to_string(array.sizes[axis]));
    if (Outcome outcome =
            checkMemory(array.type, shapes[i], function.describe(/*isOutput=*/true, i));
        !outcome.isOk())
      return outcome;
  }
  return ok();
}

Outcome Run::execute(ArrayRef<mcf_array> arrays) {
  FunctionType type = executor->getFunctionType(function.name);
  std::vector<HostArray> outputs;
  for (auto [result, shape] : llvm::zip_equal(type.getResults(), shapes)) {
    outputs.emplace_back(getElementTypeOrSelf(result), shape);
    outputs.back().poison();
  }
  if (where == MCF_FUSED_ON_GPU) {
    GPUFusedRunner *runner = nullptr;
    if (Outcome outcome = program.getGPURunner(runner); !outcome.isOk())
      return outcome;
    program.startDiagnostics();
    if (failed(runner->run(function.name, inputs, outputs)))
      return program.failWithDiagnostics(MCF_DEVICE_ERROR);
  } else {
    program.startDiagnostics();
    if (failed(executor->run(function.name, inputs, outputs)))
      return program.failWithDiagnostics(MCF_INVALID_ARRAY);
  }
  for (auto [output, array] : llvm::zip_equal(outputs, arrays))
    writeArray(output, array);
  return ok();
}

mcf_status mcf_program_run(mcf_program *program, size_t function, mcf_where where,
                           const mcf_array *inputs, size_t input_count, const mcf_array *outputs,
                           size_t output_count) {
  MCF_REQUIRE(program);
  return finish(runWith(*program, [&] {
    const Function *found = nullptr;
    if (Outcome outcome = findFunction(*program, function, found); !outcome.isOk())
      return outcome;
    if (where != MCF_FUSED_ON_CPU && where != MCF_UNFUSED_ON_CPU && where != MCF_FUSED_ON_GPU)
      return fail(MCF_INVALID_ARGUMENT, "expected a value of mcf_where, but got " +
                                            std::to_string(static_cast<int>(where)));
    if (Outcome outcome = checkArrays(*found, /*areOutputs=*/false, inputs, input_count);
        !outcome.isOk())
      return outcome;
    if (Outcome outcome = checkArrays(*found, /*areOutputs=*/true, outputs, output_count);
        !outcome.isOk())
      return outcome;
    Run run(*program, *found, where);
    ArrayRef<mcf_array> results(outputs, output_count);
    Outcome outcome = run.checkAndRead({inputs, input_count});
    if (outcome.isOk())
      outcome = run.findShapes();
    if (outcome.isOk())
      outcome = run.checkOutputs(results);
    return outcome.isOk() ? run.execute(results) : outcome;
  }));
}

/// Arrays of the same sizes and numbers, but all elements 0.
static std::vector<mcf_array> withoutElements(const Function &function, ArrayRef<mcf_array> arrays,
                                              std::vector<std::vector<char>> &memory,
                                              std::vector<std::vector<int64_t>> &zeros) {
  std::vector<mcf_array> result(arrays.begin(), arrays.end());
  for (auto [array, value] : llvm::zip_equal(result, function.inputs)) {
    if (value.isScalar)
      continue;
    array.data = memory.emplace_back(mcf_type_bytes(array.type)).data();
    array.strides = zeros.emplace_back(array.rank).data();
  }
  return result;
}

Outcome mcf::capi::runForSizes(mcf_program &program, const Function &function,
                               ArrayRef<mcf_array> inputs, size_t output,
                               MutableArrayRef<int64_t> sizes) {
  std::vector<std::vector<char>> memory;
  std::vector<std::vector<int64_t>> zeros;
  std::vector<mcf_array> empty = withoutElements(function, inputs, memory, zeros);
  Run run(program, function, MCF_FUSED_ON_CPU);
  Outcome outcome = run.checkAndRead(empty);
  if (outcome.isOk())
    outcome = run.findShapes();
  if (outcome.isOk())
    llvm::copy(run.getShape(output), sizes.begin());
  return outcome;
}
