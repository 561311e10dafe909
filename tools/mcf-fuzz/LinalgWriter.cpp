//===- LinalgWriter.cpp - text of programs over named dims -----------------===//
#include "LinalgWriter.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace mlir;
using namespace mcf::fuzz;

int64_t LinalgWriter::getVolume(StringRef dims) const {
  int64_t volume = 1;
  for (char dim : dims)
    volume *= getSize(dim);
  return volume;
}

std::string LinalgWriter::getType(StringRef dims, StringRef element) const {
  std::string type = "tensor<";
  for (char dim : dims)
    type += (isOpen(dim) ? "?" : std::to_string(getSize(dim))) + "x";
  return type + element.str() + ">";
}

std::string LinalgWriter::mapOf(StringRef space, StringRef dims) const {
  std::string text = "affine_map<(";
  for (size_t i = 0; i < space.size(); ++i)
    text += (i ? ", d" : "d") + std::to_string(i);
  text += ") -> (";
  for (size_t i = 0; i < dims.size(); ++i)
    text += (i ? ", d" : "d") + std::to_string(space.find(dims[i]));
  return text + ")>";
}

void LinalgWriter::printMaps(StringRef space, ArrayRef<Array> arrays) {
  os << "indexing_maps = [";
  llvm::interleaveComma(arrays, os, [&](const Array &a) { os << mapOf(space, a.dims); });
  os << "]";
}

void LinalgWriter::printList(StringRef word, ArrayRef<Array> arrays) {
  os << " " << word << "(";
  llvm::interleaveComma(arrays, os, [&](const Array &a) { os << a.name; });
  os << " : ";
  llvm::interleaveComma(arrays, os, [&](const Array &a) { os << getType(a); });
  os << ")";
}

Array LinalgWriter::empty(const std::string &dims, const std::string &element) {
  std::string open = openSizesOf(dims);
  Array a{fresh(), dims, element};
  os << "  " << a.name << " = tensor.empty" << (open.empty() ? "()" : open) << " : " << getType(a)
     << "\n";
  return a;
}

Array LinalgWriter::filled(double value, const std::string &dims, const std::string &element) {
  Scalars scalars(*this, os, "");
  std::string scalar = scalars.constant(value, element);
  Array start = empty(dims, element), a{fresh(), dims, element};
  os << "  " << a.name << " = linalg.fill ins(" << scalar << " : " << element << ") outs("
     << start.name << " : " << getType(start) << ") -> " << getType(a) << "\n";
  return a;
}

std::vector<Array> LinalgWriter::generic(const std::string &loops, StringRef reduced,
                                         ArrayRef<Array> ins, ArrayRef<Array> outs, Body body) {
  std::vector<Array> all(ins), results;
  all.insert(all.end(), outs.begin(), outs.end());
  std::string name = fresh();
  os << "  " << name;
  if (outs.size() > 1)
    os << ":" << outs.size();
  os << " = linalg.generic {";
  printMaps(loops, all);
  os << ", iterator_types = [";
  llvm::interleaveComma(loops, os, [&](char loop) {
    os << (reduced.contains(loop) ? "\"reduction\"" : "\"parallel\"");
  });
  os << "]}";
  if (!ins.empty())
    printList("ins", ins);
  printList("outs", outs);
  os << " {\n  ^bb0(";
  std::vector<std::string> args;
  llvm::interleaveComma(all, os, [&](const Array &a) {
    args.push_back(fresh());
    os << args.back() << ": " << a.element;
  });
  os << "):\n";
  Scalars scalars(*this, os, loops);
  std::vector<std::string> yielded = body(scalars, args);
  os << "    linalg.yield ";
  llvm::interleaveComma(yielded, os);
  os << " : ";
  llvm::interleaveComma(outs, os, [&](const Array &a) { os << a.element; });
  os << "\n  } -> ";
  if (outs.size() > 1)
    os << "(";
  llvm::interleaveComma(outs, os, [&](const Array &a) { os << getType(a); });
  os << (outs.size() > 1 ? ")\n" : "\n");
  for (auto [i, out] : llvm::enumerate(outs))
    results.push_back({outs.size() > 1 ? name + "#" + std::to_string(i) : name, out.dims,
                       out.element, ins.empty() ? 1.0 : ins[0].size});
  return results;
}

Array LinalgWriter::map(ArrayRef<Array> ins, const std::string &element,
                        function_ref<std::string(Scalars &, std::vector<std::string>)> body) {
  Array out = empty(ins[0].dims, element);
  return generic(ins[0].dims, "", ins, out,
                 [&](Scalars &scalars, std::vector<std::string> args) {
                   return std::vector<std::string>{body(scalars, args)};
                 })
      .front();
}

Array LinalgWriter::reduce(const Array &x, char dim, const Array &init, StringRef op) {
  Array result{fresh(), init.dims, x.element, x.size};
  os << "  " << result.name << " = linalg.reduce { " << opFor(op, x.element) << " }";
  printList("ins", x);
  printList("outs", init);
  os << " dimensions = [" << x.dims.find(dim) << "]\n";
  return result;
}

Array LinalgWriter::softmax(const Array &x, char dim) {
  Array out = empty(x.dims, x.element), result{fresh(), x.dims, x.element};
  os << "  " << result.name << " = linalg.softmax dimension(" << x.dims.find(dim) << ")";
  printList("ins", x);
  printList("outs", out);
  os << " -> " << getType(result) << "\n";
  return result;
}

Array LinalgWriter::transpose(const Array &x, const std::string &dims) {
  Array out = empty(dims, x.element), result{fresh(), dims, x.element, x.size};
  os << "  " << result.name << " = linalg.transpose";
  printList("ins", x);
  printList("outs", out);
  os << " permutation = [";
  llvm::interleaveComma(dims, os, [&](char dim) { os << x.dims.find(dim); });
  os << "]\n";
  return result;
}

Array LinalgWriter::broadcast(const Array &x, const std::string &dims) {
  Array out = empty(dims, x.element), result{fresh(), dims, x.element, x.size};
  os << "  " << result.name << " = linalg.broadcast";
  printList("ins", x);
  printList("outs", out);
  os << " dimensions = [";
  std::vector<size_t> added;
  for (auto [i, dim] : llvm::enumerate(dims))
    if (!x.hasDim(dim))
      added.push_back(i);
  llvm::interleaveComma(added, os);
  os << "]\n";
  return result;
}

Array LinalgWriter::elementwise(StringRef op, ArrayRef<Array> operands, StringRef element) {
  Array result{fresh(), operands[0].dims, element.str(), operands[0].size};
  os << "  " << result.name << " = " << opFor(op, element) << " ";
  llvm::interleaveComma(operands, os, [&](const Array &a) { os << a.name; });
  os << " : " << getType(operands[0]);
  if (operands[0].element != element)
    os << " to " << getType(result);
  os << "\n";
  return result;
}

Array LinalgWriter::contract(const Array &lhs, const Array &rhs, const Array &init,
                             ContractionForm form, const std::string &loops) {
  std::string batch, row, column, sum;
  for (char dim : loops) {
    bool left = lhs.hasDim(dim), right = rhs.hasDim(dim);
    (!init.hasDim(dim) ? sum : left && right ? batch : left ? row : column) += dim;
  }
  double size = lhs.size * rhs.size * std::sqrt(double(getVolume(sum)));
  if (form == ContractionForm::Generic) {
    auto body = [&](Scalars &s, std::vector<std::string> args) {
      const std::string &t = init.element;
      std::string a = s.cast(args[0], lhs.element, t), b = s.cast(args[1], rhs.element, t);
      std::string product = s.op("arith.mulf", {a, b}, t);
      return std::vector<std::string>{s.op("arith.addf", {args[2], product}, t)};
    };
    Array result = generic(loops, sum, {lhs, rhs}, init, body).front();
    result.size = size;
    return result;
  }
  Array result{fresh(), init.dims, init.element, size};
  std::string name;
  bool plain = false;
  // Named ops have the batch dim in front.
  auto isNamed = [&](const Array &a) { return batch.empty() || a.dims[0] == batch[0]; };
  if (form == ContractionForm::Named && row.size() == 1 && column.size() == 1 && sum.size() == 1 &&
      batch.size() <= 1 && init.dims == batch + row + column && isNamed(lhs) && isNamed(rhs)) {
    name = batch.empty() ? "matmul" : "batch_matmul";
    plain = lhs.dims == batch + row + sum && rhs.dims == batch + sum + column;
  } else if (form == ContractionForm::Named && column.empty() && row.size() == 1 &&
             sum.size() == 1 && batch.size() <= 1 && init.dims == batch + row &&
             lhs.dims == batch + row + sum && rhs.dims == batch + sum) {
    name = batch.empty() ? "matvec" : "batch_matvec";
    plain = true;
  } else {
    name = "contract";
  }
  os << "  " << result.name << " = linalg." << name;
  if (!plain) {
    // In the order in which named ops have their loops.
    os << " ";
    printMaps(batch + row + column + sum, {lhs, rhs, init});
  }
  printList("ins", {lhs, rhs});
  printList("outs", init);
  os << " -> " << getType(result) << "\n";
  return result;
}

std::string LinalgWriter::finish(ArrayRef<Array> results) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "(";
  llvm::interleaveComma(arguments, out,
                        [&](const Array &a) { out << a.name << ": " << getType(a); });
  out << ") -> (";
  llvm::interleaveComma(results, out, [&](const Array &a) { out << getType(a); });
  out << ") {\n" << body << "  return ";
  llvm::interleaveComma(results, out, [&](const Array &a) { out << a.name; });
  out << " : ";
  llvm::interleaveComma(results, out, [&](const Array &a) { out << getType(a); });
  out << "\n}\n";
  return text;
}
