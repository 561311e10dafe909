//===- Nesting.cpp - how deep a text nests --------------------------------===//
#include "Nesting.h"
#include "llvm/ADT/Twine.h"

// Programs nest some tens deep; a parser takes some kilobytes of stack for each.
static constexpr unsigned maxDepth = 1000;

std::string mcf::capi::checkNesting(llvm::StringRef text, llvm::StringRef name) {
  unsigned depth = 0, numSigns = 0, line = 1;
  size_t lineStart = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    switch (c) {
    case '\n':
      ++line;
      lineStart = i + 1;
      continue;
    case ' ':
    case '\t':
      continue;
    case '"':
      // To the quote that ends it, which stands on the same line.
      for (++i; i < text.size() && text[i] != '"' && text[i] != '\n'; ++i)
        if (text[i] == '\\' && i + 1 < text.size())
          ++i;
      if (i < text.size() && text[i] == '\n')
        --i;
      break;
    case '/':
      if (text.substr(i).starts_with("//")) {
        i = std::min(text.find('\n', i), text.size()) - 1;
        continue;
      }
      break;
    case '-':
      // A sign nests, too: `- - x`. An arrow closes nothing.
      if (text.substr(i).starts_with("->"))
        ++i;
      else
        ++numSigns;
      if (numSigns <= maxDepth)
        continue;
      break;
    case '(':
    case '[':
    case '{':
    case '<':
      ++depth;
      break;
    case ')':
    case ']':
    case '}':
    case '>':
      depth -= depth > 0;
      break;
    default:
      break;
    }
    if (depth > maxDepth || numSigns > maxDepth)
      return (name + ":" + llvm::Twine(line) + ":" + llvm::Twine(i - lineStart + 1) +
              ": error: expected brackets and signs to nest at most " + llvm::Twine(maxDepth) +
              " deep, but got more")
          .str();
    numSigns = 0;
  }
  return "";
}
