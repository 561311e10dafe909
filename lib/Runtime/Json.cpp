//===- Json.cpp - a small JSON reader -------------------------------------===//
#include "Json.h"

using namespace mcf::runtime;

const Json *Json::find(const std::string &key) const {
  for (const auto &[name, value] : members)
    if (name == key)
      return &value;
  return nullptr;
}

namespace {
class Parser {
public:
  Parser(const std::string &text, std::string &error) : text(text), error(error) {}

  std::optional<Json> run() {
    Json value;
    if (!parseValue(value, 0))
      return std::nullopt;
    skipSpace();
    if (position != text.size()) {
      fail("expected the end of the text");
      return std::nullopt;
    }
    return value;
  }

private:
  // Deeper nesting than any plan has; bounds the recursion on hostile text.
  static constexpr int maxDepth = 32;

  bool fail(const std::string &reason) {
    size_t line = 1, column = 1;
    for (size_t i = 0; i < position && i < text.size(); ++i) {
      column = text[i] == '\n' ? 1 : column + 1;
      line += text[i] == '\n';
    }
    error = "line " + std::to_string(line) + ", column " + std::to_string(column) + ": " + reason;
    return false;
  }

  void skipSpace() {
    while (position < text.size() && (text[position] == ' ' || text[position] == '\n' ||
                                      text[position] == '\t' || text[position] == '\r'))
      ++position;
  }

  bool consume(char c) {
    skipSpace();
    if (position >= text.size() || text[position] != c)
      return false;
    ++position;
    return true;
  }

  bool consumeWord(const char *word) {
    std::string expected(word);
    if (text.compare(position, expected.size(), expected) != 0)
      return false;
    position += expected.size();
    return true;
  }

  bool parseValue(Json &value, int depth) {
    if (depth > maxDepth)
      return fail("nested too deep");
    skipSpace();
    if (position >= text.size())
      return fail("expected a value, but the text ends");
    char c = text[position];
    if (c == '{')
      return parseObject(value, depth);
    if (c == '[')
      return parseArray(value, depth);
    if (c == '"') {
      value.kind = Json::Kind::String;
      return parseString(value.string);
    }
    if (c == '-' || (c >= '0' && c <= '9'))
      return parseInteger(value);
    if (consumeWord("true") || consumeWord("false")) {
      value.kind = Json::Kind::Bool;
      value.boolean = c == 't';
      return true;
    }
    if (consumeWord("null"))
      return true;
    return fail("expected a value");
  }

  bool parseObject(Json &value, int depth) {
    value.kind = Json::Kind::Object;
    ++position;
    if (consume('}'))
      return true;
    do {
      skipSpace();
      std::string key;
      if (position >= text.size() || text[position] != '"')
        return fail("expected a member name");
      if (!parseString(key))
        return false;
      if (value.find(key))
        return fail("member \"" + key + "\" stands twice");
      if (!consume(':'))
        return fail("expected ':'");
      value.members.emplace_back(key, Json());
      if (!parseValue(value.members.back().second, depth + 1))
        return false;
    } while (consume(','));
    return consume('}') || fail("expected ',' or '}'");
  }

  bool parseArray(Json &value, int depth) {
    value.kind = Json::Kind::Array;
    ++position;
    if (consume(']'))
      return true;
    do {
      value.elements.emplace_back();
      if (!parseValue(value.elements.back(), depth + 1))
        return false;
    } while (consume(','));
    return consume(']') || fail("expected ',' or ']'");
  }

  bool parseString(std::string &value) {
    ++position;
    while (position < text.size() && text[position] != '"') {
      char c = text[position++];
      if (static_cast<unsigned char>(c) < 0x20)
        return fail("expected no control character in a string");
      if (c != '\\') {
        value += c;
        continue;
      }
      char escaped = position < text.size() ? text[position++] : '\0';
      switch (escaped) {
      case '"':
      case '\\':
      case '/':
        value += escaped;
        break;
      case 'n':
        value += '\n';
        break;
      case 't':
        value += '\t';
        break;
      case 'r':
        value += '\r';
        break;
      default:
        return fail("unsupported escape in a string");
      }
    }
    if (position >= text.size())
      return fail("expected '\"', but the text ends");
    ++position;
    return true;
  }

  bool parseInteger(Json &value) {
    value.kind = Json::Kind::Integer;
    bool negative = text[position] == '-';
    position += negative;
    if (position >= text.size() || text[position] < '0' || text[position] > '9')
      return fail("expected a digit");
    while (position < text.size() && text[position] >= '0' && text[position] <= '9') {
      int digit = text[position] - '0';
      if (__builtin_mul_overflow(value.integer, int64_t(10), &value.integer) ||
          __builtin_add_overflow(value.integer, int64_t(digit), &value.integer))
        return fail("number does not fit 64 bits");
      ++position;
    }
    if (position < text.size() &&
        (text[position] == '.' || text[position] == 'e' || text[position] == 'E'))
      return fail("expected an integer");
    if (negative)
      value.integer = -value.integer;
    return true;
  }

  const std::string &text;
  std::string &error;
  size_t position = 0;
};
} // namespace

std::optional<Json> Json::parse(const std::string &text, std::string &error) {
  return Parser(text, error).run();
}

std::string mcf::runtime::quoteJson(const std::string &text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      quoted += '\\';
    if (c == '\n')
      quoted += "\\n";
    else if (c == '\t')
      quoted += "\\t";
    else if (c == '\r')
      quoted += "\\r";
    else
      quoted += c;
  }
  return quoted + "\"";
}
