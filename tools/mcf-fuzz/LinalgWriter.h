//===- LinalgWriter.h - text of programs over named dims -------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_LINALGWRITER_H
#define MCFUSER_TOOLS_MCF_FUZZ_LINALGWRITER_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"
#include <map>
#include <string>
#include <vector>

namespace mcf::fuzz {

/// An SSA value: a tensor whose axes are dims of one letter each.
struct Array {
  std::string name, dims, element;
  /// The type where it is not that of the dims.
  std::string type = {};
  /// About the root mean square of its elements.
  double size = 1;

  Array() = default;
  Array(std::string name, std::string dims, std::string element, double size = 1)
      : name(std::move(name)), dims(std::move(dims)), element(std::move(element)), size(size) {}

  bool hasDim(char dim) const { return dims.find(dim) != std::string::npos; }
};

class LinalgWriter;

inline bool isInteger(llvm::StringRef element) { return element.starts_with("i"); }

/// The body of a generic op, or scalars anywhere.
class Scalars {
public:
  Scalars(LinalgWriter &writer, llvm::raw_ostream &os, std::string loops)
      : writer(writer), os(os), loops(std::move(loops)) {}

  /// `op a, b, ... : type`. An op on floats stands for the one on integers if `type` is one.
  std::string op(llvm::StringRef name, llvm::ArrayRef<std::string> operands, llvm::StringRef type);
  std::string constant(double value, llvm::StringRef type);
  std::string integer(int64_t value, llvm::StringRef type);
  /// Position along a loop, as an index.
  std::string index(char dim);
  /// To another type, or the value itself.
  std::string cast(std::string value, llvm::StringRef from, llvm::StringRef to);
  std::string select(const std::string &condition, const std::string &a, const std::string &b,
                     llvm::StringRef type);
  std::string compare(llvm::StringRef predicate, const std::string &a, const std::string &b,
                      llvm::StringRef type);

private:
  LinalgWriter &writer;
  llvm::raw_ostream &os;
  std::string loops;
};

/// How a contraction is spelled.
enum class ContractionForm { Named, Contract, Generic };

/// Appends ops to a function.
class LinalgWriter {
public:
  LinalgWriter() : os(body) {}

  char addDim(int64_t size);
  int64_t getSize(char dim) const { return sizes.at(dim); }
  int64_t getVolume(llvm::StringRef dims) const;
  std::string getType(const Array &array) const {
    return array.type.empty() ? getType(array.dims, array.element) : array.type;
  }
  std::string getType(llvm::StringRef dims, llvm::StringRef element) const;
  std::string fresh() { return "%v" + std::to_string(numValues++); }

  Array argument(const std::string &dims, const std::string &element);
  Array empty(const std::string &dims, const std::string &element);
  Array filled(double value, const std::string &dims, const std::string &element);

  using Body = llvm::function_ref<std::vector<std::string>(Scalars &, std::vector<std::string>)>;
  /// A linalg.generic. `outs` are its start values; the body gets a scalar for each of both.
  std::vector<Array> generic(const std::string &loops, llvm::StringRef reduced,
                             llvm::ArrayRef<Array> ins, llvm::ArrayRef<Array> outs, Body body);
  /// An elementwise generic with the dims of the first input.
  Array map(llvm::ArrayRef<Array> ins, const std::string &element,
            llvm::function_ref<std::string(Scalars &, std::vector<std::string>)> body);
  /// `linalg.reduce { op }`.
  Array reduce(const Array &x, char dim, const Array &init, llvm::StringRef op);
  Array softmax(const Array &x, char dim);
  Array transpose(const Array &x, const std::string &dims);
  /// linalg.broadcast to dims in this order, without those of `x` in another order.
  Array broadcast(const Array &x, const std::string &dims);
  /// Two neighbouring dims as one, which is new the first time.
  std::string mergeDims(std::string dims, size_t first);
  /// The same done to an array.
  Array collapse(const Array &x, size_t first);
  /// Inverse of `collapse`.
  Array expand(const Array &x, char merged);
  /// An op of arith or math on whole tensors of one type. See `Scalars::op`.
  Array elementwise(llvm::StringRef op, llvm::ArrayRef<Array> operands, llvm::StringRef element);
  /// The part of a larger argument.
  Array slice(const std::string &dims, const std::string &element, int64_t offset, int64_t stride,
              int64_t margin);
  /// `init + lhs * rhs` with the dims of `init`; what fits no named op becomes linalg.contract.
  Array contract(const Array &lhs, const Array &rhs, const Array &init, ContractionForm form,
                 const std::string &loops);

  /// A larger argument with `x` put into it.
  Array insertSlice(const Array &x, int64_t offset, int64_t stride, int64_t margin);

  /// `func.func @` and then the name, and this.
  std::string finish(llvm::ArrayRef<Array> results) const;
  llvm::raw_ostream &getStream() { return os; }

private:
  /// An argument that holds an array of these dims from an offset on, and how to say where.
  Array largerArgument(const std::string &dims, const std::string &element, int64_t offset,
                       int64_t stride, int64_t margin, std::string &where);
  std::string mapOf(llvm::StringRef space, llvm::StringRef dims) const;
  void printMaps(llvm::StringRef space, llvm::ArrayRef<Array> arrays);
  void printList(llvm::StringRef word, llvm::ArrayRef<Array> arrays);

  std::map<char, int64_t> sizes;
  std::map<std::string, char> mergedDims;
  std::vector<Array> arguments;
  std::string body;
  llvm::raw_string_ostream os;
  int numValues = 0;
};

} // namespace mcf::fuzz

#endif
