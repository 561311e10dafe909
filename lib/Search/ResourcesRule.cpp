//===- ResourcesRule.cpp - what a block of the device can hold ------------===//
#include "MCFuser/CostModel/BlockProgram.h"
#include "MCFuser/CostModel/ResourceEstimate.h"
#include "MCFuser/Dialect/MCFG/IR/WorkgroupBuffers.h"
#include "MCFuser/Search/ScheduleRule.h"

using namespace mcf;
using namespace mcf::cost;
using namespace mcf::search;

ScheduleRule::~ScheduleRule() = default;
ScheduleBound::~ScheduleBound() = default;

std::string ResourcesRule::getRefusal(const ScheduleForm &form, llvm::ArrayRef<int64_t> tiles,
                                      const Mapping &mapping, const hw::DeviceSpec &device) const {
  return estimateResources(form, tiles, device, mapping).refusal;
}

namespace {
/// `factor` times the tile sizes of some dims.
struct Product {
  double factor = 1;
  llvm::SmallVector<unsigned, 3> dims;

  double get(llvm::ArrayRef<int64_t> tiles) const {
    double product = factor;
    for (unsigned dim : dims)
      product *= static_cast<double>(tiles[dim]);
    return product;
  }
};

/// Sums that are there at the same time in registers, and operands that are there at the same time
/// in shared memory. It counts some of what `estimateResources` counts, as if all
/// warps of a block could share it.
class ResourcesBound : public ScheduleBound {
public:
  ResourcesBound(const ScheduleForm &form, const hw::DeviceSpec &device)
      : form(form), device(device) {
    for (const StatementForm &statement : form.statements)
      if (isContraction(statement))
        addSums(statement);
    addOperands();
  }

  bool mayFit(llvm::ArrayRef<int64_t> tiles) const override {
    auto getSum = [&](llvm::ArrayRef<Product> list) {
      double sum = 0;
      for (const Product &product : list)
        sum += product.get(tiles);
      return sum;
    };
    return llvm::all_of(sumBits,
                        [&](llvm::ArrayRef<Product> list) {
                          return mayFitRegisters(getSum(list), device);
                        }) &&
           llvm::all_of(operandBits, [&](llvm::ArrayRef<Product> list) {
             return getSum(list) <= 8.0 * device.smemPerBlockBytes;
           });
  }

private:
  bool isContraction(const StatementForm &statement) const {
    return statement.kind == StatementForm::Kind::Compute &&
           form.values[statement.value].kind == ValueForm::Kind::Contraction;
  }

  /// The loops around the statement, innermost first.
  llvm::SmallVector<int> getLoops(const StatementForm &statement) const {
    llvm::SmallVector<int> loops;
    for (int loop = statement.loop; loop >= 0; loop = form.loops[loop].parent)
      loops.push_back(loop);
    return loops;
  }
  /// The outermost loop that the value is summed over; -1 if there is none.
  int getSummingLoop(const StatementForm &statement) const {
    int outermost = -1;
    for (int loop : getLoops(statement))
      if (llvm::is_contained(form.values[statement.value].reducedDims, form.loops[loop].dim))
        outermost = loop;
    return outermost;
  }
  /// True if the loop runs over tiles of the value that are all kept while it is summed.
  bool isKeptOver(const StatementForm &statement, int loop) const {
    int summing = getSummingLoop(statement);
    return summing >= 0 && loop != summing && form.isAround(summing, loop) &&
           llvm::is_contained(form.values[statement.value].dims, form.loops[loop].dim);
  }
  /// Bits of the sums of a contraction, in all kept tiles.
  Product getSumBits(const StatementForm &statement) const {
    Product product;
    // Narrow types are summed in 32 bits; wider sums are more.
    product.factor = 32;
    llvm::SmallVector<unsigned> kept;
    for (int loop : getLoops(statement))
      if (isKeptOver(statement, loop))
        kept.push_back(form.loops[loop].dim);
    for (unsigned dim : form.values[statement.value].dims)
      if (llvm::is_contained(kept, dim))
        product.factor *= static_cast<double>(form.dimSizes[dim]);
      else
        product.dims.push_back(dim);
    return product;
  }

  /// What is being summed while this contraction runs.
  void addSums(const StatementForm &statement) {
    std::vector<Product> list = {getSumBits(statement)};
    for (const StatementForm &other : form.statements) {
      if (!isContraction(other) || other.value == statement.value)
        continue;
      int summing = getSummingLoop(other);
      if (summing >= 0 && statement.loop >= 0 && form.isAround(summing, statement.loop))
        list.push_back(getSumBits(other));
    }
    sumBits.push_back(std::move(list));
  }

  /// The outermost loop inside of a block around the statement; -1 if there is none, or if it is
  /// unrolled because it runs over kept tiles.
  int getTopLoop(const StatementForm &statement) const {
    int top = -1;
    for (int loop : getLoops(statement))
      if (!form.loops[loop].isBlock)
        top = loop;
    if (top >= 0 && form.program)
      for (const BlockOp &op : form.program->ops)
        if (op.isUnrolled && op.dims[0] == form.loops[top].dim)
          return -1;
    return top;
  }

  /// Operands of two types are brought to one in registers.
  bool isCopied(unsigned value) const {
    return llvm::any_of(form.values, [&](const ValueForm &user) {
      return user.kind == ValueForm::Kind::Contraction &&
             llvm::is_contained(user.operands, value) &&
             form.values[user.operands[0]].elementBits == form.values[user.operands[1]].elementBits;
    });
  }

  /// What is loaded in one loop is in shared memory at the same time, and each operand by itself.
  void addOperands() {
    std::map<int, std::vector<Product>> ofLoop;
    for (const StatementForm &statement : form.statements) {
      if (statement.kind != StatementForm::Kind::Load || !isCopied(statement.value))
        continue;
      const ValueForm &value = form.values[statement.value];
      Product product{double(value.elementBits), {value.dims.begin(), value.dims.end()}};
      if (int top = getTopLoop(statement); top >= 0)
        ofLoop[top].push_back(std::move(product));
      else
        operandBits.push_back({std::move(product)});
    }
    for (auto &[loop, list] : ofLoop)
      operandBits.push_back(std::move(list));
  }

  const ScheduleForm &form;
  const hw::DeviceSpec &device;
  /// Each list: what is there at the same time.
  std::vector<std::vector<Product>> sumBits, operandBits;
};
} // namespace

std::unique_ptr<ScheduleBound> ResourcesRule::getBound(const ScheduleForm &form,
                                                       const hw::DeviceSpec &device) const {
  return std::make_unique<ResourcesBound>(form, device);
}
