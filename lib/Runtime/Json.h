//===- Json.h - a small JSON reader -----------------------------*- C++ -*-===//
// The runtime links nothing, so it reads its own JSON.
#ifndef MCFUSER_LIB_RUNTIME_JSON_H
#define MCFUSER_LIB_RUNTIME_JSON_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mcf::runtime {

/// A JSON value. Numbers are integers: a launch plan has no others.
struct Json {
  enum class Kind { Null, Bool, Integer, String, Array, Object };
  Kind kind = Kind::Null;
  bool boolean = false;
  int64_t integer = 0;
  std::string string;
  std::vector<Json> elements;
  std::vector<std::pair<std::string, Json>> members;

  /// Member of an object, or null.
  const Json *find(const std::string &key) const;
  /// Reads a whole text. On failure `error` gives line, column and reason.
  static std::optional<Json> parse(const std::string &text, std::string &error);
};

/// The text as a JSON string, with quotes.
std::string quoteJson(const std::string &text);

} // namespace mcf::runtime

#endif
