//===- LinalgWriter.h - text of programs over named dims -------------*- C++ -*-===//
#ifndef MCFUSER_TOOLS_MCF_FUZZ_LINALGWRITER_H
#define MCFUSER_TOOLS_MCF_FUZZ_LINALGWRITER_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
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
inline bool isSmallFloat(llvm::StringRef element) { return element.starts_with("f8"); }
/// The op on integers where the type is one.
std::string opFor(llvm::StringRef name, llvm::StringRef type);

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

/// An axis of an argument: `scale` times the product of some dims, plus `more`, but not less than
/// `least`.
struct Axis {
  std::string dims;
  int64_t scale = 1, more = 0, least = 0;
};

/// Where an array lies in a larger one, per axis.
struct Place {
  int64_t offset = 0, stride = 1, margin = 0;
};

/// Appends ops to a function. A dim may be open: types have `?` for it, and its size comes from an
/// argument.
class LinalgWriter {
public:
  LinalgWriter() : os(body) {}

  char addDim(int64_t size, bool isOpen = false);
  /// Another dim that always has the size of this one.
  char addAlias(char dim);
  /// The size of an open dim is what a program is made for.
  int64_t getSize(char dim) const { return sizes.at(dim); }
  int64_t getVolume(llvm::StringRef dims) const;
  bool isOpen(char dim) const { return llvm::is_contained(openDims, dim); }
  /// The open dims whose sizes can be chosen.
  std::string getFreeDims() const;
  /// Makes sizes as large as all axes that have just that dim need it.
  void raiseToLeast(std::map<char, int64_t> &chosen) const;
  /// Shapes of the arguments where these dims have other sizes.
  std::vector<llvm::SmallVector<int64_t>> getShapes(const std::map<char, int64_t> &chosen) const;
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
  /// The part of a larger argument, with a place for each axis.
  Array slice(const std::string &dims, const std::string &element, llvm::ArrayRef<Place> places);
  /// One of several arrays that an argument holds along an axis of its own, or, if `merged`, along
  /// an axis that it has in common with the dim there.
  Array unpack(const std::string &dims, const std::string &element, size_t axis, int64_t count,
               int64_t position, bool merged);
  /// `init + lhs * rhs` with the dims of `init`; what fits no named op becomes linalg.contract.
  Array contract(const Array &lhs, const Array &rhs, const Array &init, ContractionForm form,
                 const std::string &loops);

  /// A larger argument with `x` put into it.
  Array insertSlice(const Array &x, const Place &place);

  /// `func.func @` and then the name, and this.
  std::string finish(llvm::ArrayRef<Array> results) const;
  llvm::raw_ostream &getStream() { return os; }

private:
  /// An argument with these axes.
  Array argument(llvm::ArrayRef<Axis> axes, const std::string &dims, const std::string &element);
  /// One that holds an array of these dims, and how to say where.
  Array largerArgument(const std::string &dims, const std::string &element,
                       llvm::ArrayRef<Place> places, std::string &where);
  /// The size of a dim, as a number or an index that is computed.
  std::string sizeOf(char dim);
  std::string sizesOf(llvm::StringRef dims);
  /// The same for those dims that are open, as `(%a, %b)`; empty if none is.
  std::string openSizesOf(llvm::StringRef dims);
  int64_t evaluate(char dim, const std::map<char, int64_t> &chosen) const;
  std::string mapOf(llvm::StringRef space, llvm::StringRef dims) const;
  void printMaps(llvm::StringRef space, llvm::ArrayRef<Array> arrays);
  void printList(llvm::StringRef word, llvm::ArrayRef<Array> arrays);

  std::map<char, int64_t> sizes;
  std::map<std::string, char> mergedDims;
  std::string openDims;
  std::map<char, char> aliases;
  /// Indices that hold the sizes of open dims.
  std::map<char, std::string> openSizes;
  std::vector<Array> arguments;
  /// What the sizes of each argument are.
  std::vector<std::vector<Axis>> axes;
  std::string body;
  llvm::raw_string_ostream os;
  int numValues = 0;
};

} // namespace mcf::fuzz

#endif
