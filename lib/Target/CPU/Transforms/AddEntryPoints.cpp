//===- AddEntryPoints.cpp - functions that a host program can call --------===//
#include "MCFuser/Target/CPU/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mcf {
#define GEN_PASS_DEF_ADDENTRYPOINTSPASS
#include "MCFuser/Target/CPU/Passes.h.inc"
} // namespace mcf

using namespace mlir;

namespace {
bool isPassable(Type type) {
  return isa<RankedTensorType, FloatType, IntegerType, IndexType>(type);
}

LogicalResult addEntryPoint(func::FuncOp func, SymbolTable &symbols) {
  FunctionType type = func.getFunctionType();
  for (Type t : llvm::concat<const Type>(type.getInputs(), type.getResults()))
    if (!isPassable(t))
      return func.emitError("expected arguments and results to be ranked tensors or scalars, but "
                            "got ")
             << t;
  std::string name = ("mcf_entry_" + func.getName()).str();
  if (symbols.lookup(name))
    return func.emitError("expected the name '")
           << name << "' to be free for the entry point, but it is taken";

  OpBuilder builder(func.getContext());
  builder.setInsertionPointAfter(func);
  Location loc = func.getLoc();
  SmallVector<Type> inputs(type.getInputs());
  for (Type t : type.getResults()) {
    auto tensor = dyn_cast<RankedTensorType>(t);
    inputs.push_back(tensor ? MemRefType::get(tensor.getShape(), tensor.getElementType())
                            : MemRefType::get({}, t));
  }
  auto entry = func::FuncOp::create(builder, loc, name, builder.getFunctionType(inputs, {}));
  entry->setAttr("llvm.emit_c_interface", builder.getUnitAttr());
  for (auto [i, t] : llvm::enumerate(type.getInputs()))
    if (isa<TensorType>(t))
      entry.setArgAttr(i, bufferization::BufferizationDialect::kWritableAttrName,
                       builder.getBoolAttr(false));
  Block *body = entry.addEntryBlock();
  builder.setInsertionPointToStart(body);
  unsigned numInputs = type.getNumInputs();
  auto call = func::CallOp::create(builder, loc, func, body->getArguments().take_front(numInputs));
  for (auto [result, dest] :
       llvm::zip_equal(call.getResults(), body->getArguments().drop_front(numInputs))) {
    if (isa<TensorType>(result.getType()))
      bufferization::MaterializeInDestinationOp::create(builder, loc, Type(), result, dest,
                                                        /*restrict=*/true, /*writable=*/true);
    else
      memref::StoreOp::create(builder, loc, result, dest);
  }
  func::ReturnOp::create(builder, loc);
  symbols.insert(entry);
  func.setPrivate();
  return success();
}

struct AddEntryPoints : mcf::impl::AddEntryPointsPassBase<AddEntryPoints> {
  void runOnOperation() override {
    SymbolTable symbols(getOperation());
    for (auto func : llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>()))
      if (func.isPublic() && !func.isExternal() && failed(addEntryPoint(func, symbols)))
        return signalPassFailure();
    // A function may have the name of one of libm, which calls of that would find.
    for (auto func : llvm::to_vector(getOperation().getOps<func::FuncOp>())) {
      if (func.isExternal() || func.getName().starts_with("mcf_entry_"))
        continue;
      std::string name = ("mcf_body_" + func.getName()).str();
      if (symbols.lookup(name) || failed(symbols.rename(func, name))) {
        func.emitError("expected the name '") << name << "' to be free, but it is taken";
        return signalPassFailure();
      }
    }
  }
};
} // namespace
