//===- TilingExpressionText.cpp - text form of tiling expressions ---------===//
#include "MCFuser/Analysis/TilingExpression.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::analysis;

namespace {
class Parser {
public:
  Parser(StringRef text, ArrayRef<std::string> dims, std::string &error)
      : text(text), dims(dims), error(error) {}

  bool parse(TilingExpression &expression) {
    if (!parseNode(expression.root, &expression.numBlockLoops))
      return false;
    if (peek() == '{' && !parseTiles(expression))
      return false;
    if (peek() == '[' && !parseMapping(expression.mapping))
      return false;
    return peek() == '\0' || fail("a dim, '(', '{', '[' or the end");
  }

private:
  /// The next character that is no separator, or 0 at the end.
  char peek() {
    while (pos < text.size() && (llvm::isSpace(text[pos]) || text[pos] == '.'))
      ++pos;
    return pos < text.size() ? text[pos] : '\0';
  }

  bool consume(char c) {
    if (peek() != c)
      return false;
    ++pos;
    return true;
  }

  bool fail(const Twine &expected) {
    char next = peek();
    error = ("at column " + Twine(pos + 1) + ": expected " + expected + ", but got " +
             (next ? "'" + std::string(1, next) + "'" : std::string("the end")))
                .str();
    return false;
  }

  bool failAt(size_t where, const Twine &message) {
    error = ("at column " + Twine(where + 1) + ": " + message).str();
    return false;
  }

  bool fail(const char *expected) { return fail(Twine(expected)); }

  std::string listDims() const {
    return dims.empty() ? "the chain has none" : llvm::join(dims, ", ");
  }

  /// Matches the longest name of a dim.
  bool parseDim(std::string &dim) {
    peek();
    dim.clear();
    for (const std::string &name : dims)
      if (text.substr(pos).starts_with(name) && name.size() > dim.size())
        dim = name;
    if (dim.empty())
      return fail("a dim (" + listDims() + ")");
    pos += dim.size();
    return true;
  }

  bool parseNode(ExpressionNode &node, std::optional<unsigned> *numBlockLoops) {
    bool isRoot = numBlockLoops != nullptr;
    while (true) {
      char next = peek();
      if (next == '|') {
        if (!isRoot)
          return failAt(pos, "expected '|' before any split, but got it in a part");
        if (*numBlockLoops)
          return failAt(pos, "expected '|' once at most");
        *numBlockLoops = node.loops.size();
        ++pos;
        continue;
      }
      if (next == '\0' || StringRef("(),{}[]=").contains(next))
        break;
      size_t start = pos;
      if (!parseDim(node.loops.emplace_back()))
        return false;
      if (!seen.insert(node.loops.back()).second)
        return failAt(start, "expected each dim once, but got '" + node.loops.back() + "' again");
    }
    if (!isRoot && node.loops.empty())
      return fail("a dim (" + listDims() + ")");
    if (!consume('('))
      return true;
    do {
      if (!parseNode(node.parts.emplace_back(), nullptr))
        return false;
    } while (consume(','));
    if (node.parts.size() < 2)
      return fail("',' and another part");
    return consume(')') || fail("',' or ')'");
  }

  bool parseTiles(TilingExpression &expression) {
    consume('{');
    if (consume('}'))
      return true;
    do {
      std::string dim;
      size_t start = (peek(), pos);
      if (!parseDim(dim))
        return false;
      if (expression.getTile(dim))
        return failAt(start, "expected one tile size per dim, but got '" + dim + "' again");
      if (!consume('='))
        return fail("'='");
      StringRef digits = peekDigits();
      int64_t size = 0;
      if (digits.empty())
        return fail("a tile size");
      if (digits.getAsInteger(10, size) || size < 1 || size > INT32_MAX)
        return failAt(pos,
                      "expected a tile size from 1 to " + Twine(INT32_MAX) + ", but got " + digits);
      pos += digits.size();
      expression.tiles.emplace_back(dim, size);
    } while (consume(','));
    return consume('}') || fail("',' or '}'");
  }

  bool parseMapping(Mapping &mapping) {
    consume('[');
    do {
      size_t start = (peek(), pos);
      StringRef name = text.substr(pos).take_while([](char c) { return llvm::isAlpha(c); });
      std::optional<int64_t> *field = mapping.lookup(name);
      if (!field)
        return fail(Mapping::getFieldNames().str());
      if (*field)
        return failAt(start, "expected each field once, but got '" + name + "' again");
      pos += name.size();
      if (!consume('='))
        return fail("'='");
      StringRef digits = peekDigits();
      if (digits.empty())
        return fail("a number");
      int64_t value = 0;
      if (digits.getAsInteger(10, value))
        return failAt(pos, "expected a number of 64 bits, but got " + digits);
      *field = value;
      if (std::string wrong = mapping.check(); !wrong.empty())
        return failAt(pos, wrong);
      pos += digits.size();
    } while (consume(','));
    return consume(']') || fail("',' or ']'");
  }

  /// The digits of the number that comes next.
  StringRef peekDigits() {
    peek();
    return text.substr(pos).take_while([](char c) { return llvm::isDigit(c); });
  }

  StringRef text;
  ArrayRef<std::string> dims;
  std::string &error;
  size_t pos = 0;
  llvm::StringSet<> seen;
};

/// What stands between two names: nothing where all are single letters.
const char *getSeparator(const ExpressionNode &node) {
  const char *separator = "";
  for (const std::string &loop : node.loops) {
    if (StringRef(loop).contains('.'))
      return " ";
    if (loop.size() > 1)
      separator = ".";
  }
  for (const ExpressionNode &part : node.parts) {
    StringRef inner = getSeparator(part);
    if (inner == " ")
      return " ";
    if (inner == ".")
      separator = ".";
  }
  return separator;
}

void printNode(llvm::raw_ostream &os, const ExpressionNode &node, StringRef separator,
               std::optional<unsigned> numBlockLoops) {
  for (size_t i = 0; i <= node.loops.size(); ++i) {
    if (numBlockLoops == i)
      os << '|';
    else if (i != 0 && i != node.loops.size())
      os << separator;
    if (i != node.loops.size())
      os << node.loops[i];
  }
  if (node.parts.empty())
    return;
  os << '(';
  llvm::interleave(
      node.parts, os, [&](const auto &part) { printNode(os, part, separator, std::nullopt); }, ",");
  os << ')';
}
} // namespace

FailureOr<TilingExpression> TilingExpression::parse(StringRef text, ArrayRef<std::string> dims,
                                                    std::string &error) {
  TilingExpression expression;
  if (!Parser(text, dims, error).parse(expression))
    return failure();
  return expression;
}

void TilingExpression::print(llvm::raw_ostream &os) const {
  printNode(os, root, getSeparator(root), numBlockLoops);
  if (!tiles.empty()) {
    os << '{';
    llvm::interleave(
        tiles, os, [&](const auto &tile) { os << tile.first << '=' << tile.second; }, ",");
    os << '}';
  }
  if (!mapping.isEmpty()) {
    os << '[';
    mapping.print(os, "=", ",");
    os << ']';
  }
}

std::string TilingExpression::str() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  print(os);
  return text;
}
