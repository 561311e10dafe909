//===- Functions.cpp - the functions of a program -------------------------===//
#include "Functions.h"
#include "MCFuser/Dialect/MCF/IR/MCFDialect.h"
#include "MCFuser/Driver/Compiler.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::capi;

// On arguments of a copy, while their number changes.
static constexpr StringLiteral positionName = "mcf.position";

/// What a launch takes for an argument as the program spells it.
static std::optional<std::vector<int64_t>> readStrides(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!memref || memref.getLayout().isIdentity() ||
      failed(memref.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  return std::vector<int64_t>(strides.begin(), strides.end());
}

/// `spelled`: the type in the program, which may be a memref where `type` is a tensor.
static Parameter readParameter(Type type, Type spelled) {
  Parameter value;
  value.type = getElementType(getElementTypeOrSelf(type)).value_or(MCF_NO_TYPE);
  llvm::raw_string_ostream(value.text) << spelled;
  value.strides = readStrides(spelled);
  auto tensor = dyn_cast<RankedTensorType>(type);
  value.isScalar = !isa<ShapedType>(type);
  if (tensor)
    for (int64_t size : tensor.getShape())
      value.sizes.push_back(ShapedType::isDynamic(size) ? MCF_DYNAMIC_SIZE : size);
  else if (!value.isScalar)
    value.type = MCF_NO_TYPE; // an unranked tensor or the like
  return value;
}

static bool isEntry(func::FuncOp function) { return function.isPublic() && !function.isExternal(); }

FailureOr<std::vector<Function>> mcf::capi::readFunctions(ModuleOp program) {
  OwningOpRef<ModuleOp> marked = program.clone();
  for (auto function : marked->getOps<func::FuncOp>())
    if (isEntry(function))
      for (unsigned i = 0; i < function.getNumArguments(); ++i)
        function.setArgAttr(i, positionName,
                            IntegerAttr::get(IndexType::get(program.getContext()), i));
  FailureOr<OwningOpRef<ModuleOp>> onTensors = passArraysAsTensors(*marked);
  if (failed(onTensors))
    return failure();
  std::vector<Function> functions;
  for (auto spelled : program.getOps<func::FuncOp>()) {
    if (!isEntry(spelled))
      continue;
    auto function = (*onTensors)->lookupSymbol<func::FuncOp>(spelled.getName());
    Function &entry = functions.emplace_back();
    entry.name = spelled.getName().str();
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
      auto position = function.getArgAttrOfType<IntegerAttr>(i, positionName);
      entry.inputs.push_back(readParameter(type, spelled.getArgumentTypes()[position.getInt()]));
    }
    SmallVector<Type> written(spelled.getResultTypes());
    for (BlockArgument argument : spelled.getArguments())
      if (llvm::any_of(argument.getUsers(), [&](Operation *user) {
            auto write = dyn_cast<bufferization::MaterializeInDestinationOp>(user);
            return write && write.getDest() == argument;
          }))
        written.push_back(argument.getType());
    for (auto [type, asSpelled] : llvm::zip_equal(function.getResultTypes(), written))
      entry.outputs.push_back(readParameter(type, asSpelled));
    // Until there are tile programs.
    function.walk([&](ChainOp) { ++entry.recipe.numKernels; });
    entry.recipe.reason = "what is launched is known once stage 'tile-program' is made";
  }
  return functions;
}

void mcf::capi::readRecipes(ModuleOp tilePrograms, std::vector<Function> &functions) {
  for (Function &function : functions)
    if (auto found = tilePrograms.lookupSymbol<func::FuncOp>(function.name))
      function.recipe = LaunchRecipe::get(found);
}
