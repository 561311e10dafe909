//===- EmitLinalg.cpp - the text of a case ---------------------------------===//
#include "Case.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mcf::fuzz;

namespace {
/// An SSA value whose axes are dims of one letter each.
struct Array {
  std::string name, dims, element;
};

class Emitter {
public:
  Emitter(const Case &c, int64_t number) : c(c), number(number), os(body) {}

  std::string emit() {
    std::string narrow = elementName(), acc = c.wide ? "f32" : narrow;
    Array current = emitFirst(narrow, acc);
    current = emitBetween(current, c.between[0], c.swapped[0], narrow);
    std::vector<Array> results;
    Array kept = current;
    current = emitNext(current, 0, 'n', 'h', narrow, acc);
    if (c.contractions == 3) {
      current = emitBetween(current, c.between[1], c.swapped[1], narrow);
      current = emitNext(current, 1, 'h', 'p', narrow, acc);
    }
    current = emitEpilogue(current, narrow);
    results.push_back(current);
    if (c.keep)
      results.push_back(kept);
    return wrap(results);
  }

private:
  std::string elementName() const {
    switch (Element(c.element)) {
    case Element::F32:
      return "f32";
    case Element::F16:
      return "f16";
    case Element::BF16:
      return "bf16";
    }
    return "f32";
  }
  int64_t sizeOf(char dim) const {
    switch (dim) {
    case 'b':
      return c.batch;
    case 'm':
      return c.m;
    case 'n':
      return c.n;
    case 'k':
      return c.k;
    case 'h':
      return c.h;
    default:
      return c.p;
    }
  }
  std::string typeOf(const Array &a) const {
    std::string type = "tensor<";
    for (char dim : a.dims)
      type += std::to_string(sizeOf(dim)) + "x";
    return type + a.element + ">";
  }
  std::string fresh() { return "%v" + std::to_string(next++); }
  Array argument(std::string dims, std::string element) {
    Array a{"%arg" + std::to_string(arguments.size()), dims, element};
    arguments.push_back(a);
    return a;
  }
  Array empty(std::string dims, std::string element) {
    Array a{fresh(), dims, element};
    os << "  " << a.name << " = tensor.empty() : " << typeOf(a) << "\n";
    return a;
  }
  std::string constant(StringRef value, StringRef element) {
    std::string name = fresh();
    os << "  " << name << " = arith.constant " << value << " : " << element << "\n";
    return name;
  }
  Array filled(StringRef value, std::string dims, std::string element) {
    std::string scalar = constant(value, element);
    Array e = empty(dims, element), a{fresh(), dims, element};
    os << "  " << a.name << " = linalg.fill ins(" << scalar << " : " << element << ") outs("
       << e.name << " : " << typeOf(e) << ") -> " << typeOf(a) << "\n";
    return a;
  }
  static std::string negativeInfinity(StringRef element) {
    return element == "f32" ? "0xFF800000" : element == "f16" ? "0xFC00" : "0xFF80";
  }
  std::string withBatch(std::string dims) const { return (c.batch ? "b" : "") + dims; }

  /// `(d0, ...)` in the order of `space`.
  static std::string mapOf(StringRef space, StringRef dims) {
    std::string text = "affine_map<(";
    for (size_t i = 0; i < space.size(); ++i)
      text += (i ? ", d" : "d") + std::to_string(i);
    text += ") -> (";
    for (size_t i = 0; i < dims.size(); ++i)
      text += (i ? ", d" : "d") + std::to_string(space.find(dims[i]));
    return text + ")>";
  }

  Array startValue(int64_t start, std::string dims, std::string element) {
    switch (Start(start)) {
    case Start::Zero:
      return filled("0.0", dims, element);
    case Start::Constant:
      return filled("0.5", dims, element);
    case Start::Argument:
      return argument(dims, element);
    }
    return {};
  }

  /// One contraction; `sum` is the dim that goes.
  Array contract(const Array &lhs, const Array &rhs, const std::string &out, char sum,
                 const std::string &acc, int which) {
    Array init = startValue(c.start[which], out, acc), result{fresh(), out, acc};
    auto has = [](const Array &a, char dim) { return a.dims.find(dim) != std::string::npos; };
    char row = 0, column = 0;
    for (char dim : out)
      if (dim != 'b')
        (has(lhs, dim) ? row : column) = dim;
    std::string batch = c.batch ? "b" : "";
    // Named ops: result [b, row, column], every operand with the batch dim.
    bool canBeNamed = out == batch + row + column && has(lhs, 'b') == has(rhs, 'b');
    Form form = Form(c.form[which]);
    if (form == Form::Named && !canBeNamed)
      form = Form::Contract;
    std::string space = batch + row + column + sum;
    if (form == Form::Generic) // another loop order
      space = std::string(1, sum) + batch + column + row;
    std::string maps = "indexing_maps = [" + mapOf(space, lhs.dims) + ", " +
                       mapOf(space, rhs.dims) + ", " + mapOf(space, out) + "]";
    std::string operands = "ins(" + lhs.name + ", " + rhs.name + " : " + typeOf(lhs) + ", " +
                           typeOf(rhs) + ") outs(" + init.name + " : " + typeOf(init) + ")";
    os << "  " << result.name << " = linalg.";
    if (form == Form::Named) {
      bool plain = lhs.dims == batch + row + sum && rhs.dims == batch + sum + column;
      os << (c.batch ? "batch_matmul " : "matmul ") << (plain ? "" : maps + " ") << operands;
    } else if (form == Form::Contract) {
      os << "contract " << maps << " " << operands;
    } else {
      os << "generic {" << maps << ", iterator_types = [";
      for (size_t i = 0; i < space.size(); ++i)
        os << (i ? ", " : "") << (space[i] == sum ? "\"reduction\"" : "\"parallel\"");
      os << "]} " << operands << " {\n  ^bb0(%x: " << lhs.element << ", %y: " << rhs.element
         << ", %z: " << acc << "):\n";
      std::string x = "%x", y = "%y";
      if (lhs.element != acc)
        os << "    %xe = arith.extf %x : " << lhs.element << " to " << acc << "\n", x = "%xe";
      if (rhs.element != acc)
        os << "    %ye = arith.extf %y : " << rhs.element << " to " << acc << "\n", y = "%ye";
      os << "    %p = arith.mulf " << x << ", " << y << " : " << acc << "\n"
         << "    %s = arith.addf %z, %p : " << acc << "\n    linalg.yield %s : " << acc << "\n  }";
    }
    os << " -> " << typeOf(result) << "\n";
    return result;
  }

  Array emitFirst(const std::string &narrow, const std::string &acc) {
    Array a = argument(withBatch(c.transposed[0] ? "km" : "mk"), narrow);
    std::string dims = c.transposed[1] ? "nk" : "kn";
    Array b = argument(c.sharedOperand ? dims : withBatch(dims), narrow);
    return contract(a, b, withBatch(c.transposedOut ? "nm" : "mn"), 'k', acc, 0);
  }

  Array emitNext(const Array &lhs, int which, char sum, char column, const std::string &narrow,
                 const std::string &acc) {
    std::string sumColumn = {sum, column}, columnSum = {column, sum};
    if (c.swapped[which]) {
      Array d = argument(withBatch(c.transposed[2 + which] ? sumColumn : columnSum), narrow);
      return contract(d, lhs, withBatch(std::string{column, 'm'}), sum, acc, 1 + which);
    }
    Array d = argument(withBatch(c.transposed[2 + which] ? columnSum : sumColumn), narrow);
    return contract(lhs, d, withBatch(std::string{'m', column}), sum, acc, 1 + which);
  }

  /// An elementwise generic; `code` computes `%r` from `%x`, and `%y` if there is a second input.
  Array map(const Array &x, const Array *y, const std::string &element, const std::string &code) {
    Array out = empty(x.dims, element), result{fresh(), x.dims, element};
    os << "  " << result.name << " = linalg.generic {indexing_maps = [" << mapOf(x.dims, x.dims);
    if (y)
      os << ", " << mapOf(x.dims, y->dims);
    os << ", " << mapOf(x.dims, x.dims) << "], iterator_types = [";
    for (size_t i = 0; i < x.dims.size(); ++i)
      os << (i ? ", " : "") << "\"parallel\"";
    os << "]} ins(" << x.name << (y ? ", " + y->name : "") << " : " << typeOf(x)
       << (y ? ", " + typeOf(*y) : "") << ") outs(" << out.name << " : " << typeOf(out)
       << ") {\n  ^bb0(%x: " << x.element << (y ? ", %y: " + y->element : "") << ", %o: " << element
       << "):\n"
       << code << "    linalg.yield %r : " << element << "\n  } -> " << typeOf(result) << "\n";
    return result;
  }
  Array reduce(const Array &x, char dim, StringRef start, StringRef op) {
    std::string dims = x.dims;
    dims.erase(dims.find(dim), 1);
    Array init = filled(start, dims, x.element), result{fresh(), dims, x.element};
    os << "  " << result.name << " = linalg.reduce { " << op << " } ins(" << x.name << " : "
       << typeOf(x) << ") outs(" << init.name << " : " << typeOf(init) << ") dimensions = ["
       << x.dims.find(dim) << "]\n";
    return result;
  }
  Array softmax(const Array &x, char dim, bool asGenerics) {
    const std::string &t = x.element;
    if (!asGenerics) {
      Array out = empty(x.dims, t), result{fresh(), x.dims, t};
      os << "  " << result.name << " = linalg.softmax dimension(" << x.dims.find(dim) << ") ins("
         << x.name << " : " << typeOf(x) << ") outs(" << out.name << " : " << typeOf(out) << ") -> "
         << typeOf(result) << "\n";
      return result;
    }
    Array max = reduce(x, dim, negativeInfinity(t), "arith.maximumf");
    Array exp = map(x, &max, t,
                    "    %d = arith.subf %x, %y : " + t + "\n    %r = math.exp %d : " + t + "\n");
    Array sum = reduce(exp, dim, "0.0", "arith.addf");
    return map(exp, &sum, t, "    %r = arith.divf %x, %y : " + t + "\n");
  }

  Array emitBetween(Array x, int64_t between, int64_t swapped, const std::string &narrow) {
    const std::string t = x.element;
    char summed = x.dims.find('n') != std::string::npos ? 'n' : 'h';
    switch (Between(between)) {
    case Between::None:
      break;
    case Between::Relu:
      x = map(x, nullptr, t,
              "    %c = arith.constant 0.0 : " + t + "\n    %r = arith.maximumf %x, %c : " + t +
                  "\n");
      break;
    case Between::Scale:
      x = map(x, nullptr, t,
              "    %c = arith.constant 0.125 : " + t + "\n    %r = arith.mulf %x, %c : " + t +
                  "\n");
      break;
    case Between::Bias: {
      Array bias = argument(std::string(1, summed), t);
      x = map(x, &bias, t, "    %r = arith.addf %x, %y : " + t + "\n");
      break;
    }
    case Between::Exp:
      x = map(x, nullptr, t,
              "    %c = arith.constant 0.0625 : " + t + "\n    %s = arith.mulf %x, %c : " + t +
                  "\n    %r = math.exp %s : " + t + "\n");
      break;
    case Between::Softmax:
      x = softmax(x, summed, false);
      break;
    case Between::SoftmaxGenerics:
      x = softmax(x, summed, true);
      break;
    case Between::CausalSoftmax:
      x = softmax(mask(x, summed), summed, true);
      break;
    case Between::SoftmaxOther:
      x = softmax(x, 'm', c.form[0] == 0);
      break;
    }
    if (x.element != narrow)
      x = map(x, nullptr, narrow, "    %r = arith.truncf %x : " + t + " to " + narrow + "\n");
    return x;
  }

  /// Keeps column <= row; with masked rows in the data, every third row loses all.
  Array mask(const Array &x, char column) {
    const std::string &t = x.element;
    std::string row = std::to_string(x.dims.find('m')), col = std::to_string(x.dims.find(column));
    std::string code = "    %i = linalg.index " + row + " : index\n    %j = linalg.index " + col +
                       " : index\n    %in = arith.cmpi sle, %j, %i : index\n";
    std::string keep = "%in";
    if (Data(c.data) == Data::MaskedRows) {
      code += "    %three = arith.constant 3 : index\n    %rem = arith.remui %i, %three : index\n"
              "    %none = arith.constant 0 : index\n"
              "    %some = arith.cmpi ne, %rem, %none : index\n"
              "    %both = arith.andi %in, %some : i1\n";
      keep = "%both";
    }
    code += "    %low = arith.constant " + negativeInfinity(t) + " : " + t +
            "\n    %r = arith.select " + keep + ", %x, %low : " + t + "\n";
    return map(x, nullptr, t, code);
  }

  Array emitEpilogue(Array x, const std::string &narrow) {
    const std::string t = x.element;
    switch (Epilogue(c.epilogue)) {
    case Epilogue::None:
      return x;
    case Epilogue::Cast:
      if (t == narrow)
        return x;
      return map(x, nullptr, narrow, "    %r = arith.truncf %x : " + t + " to " + narrow + "\n");
    case Epilogue::Residual: {
      Array residual = argument(x.dims, t);
      return map(x, &residual, t, "    %r = arith.addf %x, %y : " + t + "\n");
    }
    case Epilogue::Relu:
      return map(x, nullptr, t,
                 "    %c = arith.constant 0.0 : " + t + "\n    %r = arith.maximumf %x, %c : " + t +
                     "\n");
    }
    return x;
  }

  std::string wrap(ArrayRef<Array> results) {
    std::string text;
    llvm::raw_string_ostream out(text);
    out << "func.func @case_" << number << "(";
    llvm::interleaveComma(arguments, out,
                          [&](const Array &a) { out << a.name << ": " << typeOf(a); });
    out << ") -> (";
    llvm::interleaveComma(results, out, [&](const Array &a) { out << typeOf(a); });
    out << ") {\n" << body << "  return ";
    llvm::interleaveComma(results, out, [&](const Array &a) { out << a.name; });
    out << " : ";
    llvm::interleaveComma(results, out, [&](const Array &a) { out << typeOf(a); });
    out << "\n}\n";
    return text;
  }

  const Case &c;
  int64_t number;
  int next = 0;
  std::vector<Array> arguments;
  std::string body;
  llvm::raw_string_ostream os;
};
} // namespace

std::string mcf::fuzz::emitLinalg(const Case &c, int64_t number) {
  return Emitter(c, number).emit();
}
