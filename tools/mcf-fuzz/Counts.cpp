//===- Counts.cpp - counts that processes share ----------------------------===//
#include "Counts.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <atomic>
#include <cstring>
#include <new>
#include <sys/mman.h>

using namespace mlir;
using namespace mcf::fuzz;

namespace {
struct Entry {
  /// 0: free, 1: being written, 2: there.
  std::atomic<int> state{0};
  std::atomic<int64_t> count{0};
  char text[240];
};
} // namespace

struct Counts::Table {
  static constexpr size_t size = 512;
  Entry entries[size];
};

Counts::Counts() {
  void *memory =
      mmap(nullptr, sizeof(Table), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  table = new (memory == MAP_FAILED ? ::operator new(sizeof(Table)) : memory) Table;
}

/// Numbers become `#`, so that sizes make no difference.
static std::string normalize(StringRef text) {
  std::string result;
  for (size_t i = 0; i < text.size() && result.size() < sizeof(Entry::text) - 1; ++i) {
    bool isNumber = llvm::isDigit(text[i]) && (i == 0 || !llvm::isAlpha(text[i - 1]));
    if (!isNumber) {
      result += text[i] == '\n' ? ' ' : text[i];
      continue;
    }
    while (i + 1 < text.size() && llvm::isDigit(text[i + 1]))
      ++i;
    result += '#';
  }
  return result;
}

void Counts::add(StringRef text, int64_t count) {
  std::string key = normalize(text);
  for (Entry &entry : table->entries) {
    int expected = 0;
    if (entry.state.compare_exchange_strong(expected, 1)) {
      std::memcpy(entry.text, key.c_str(), key.size() + 1);
      entry.state = 2;
    }
    // Another process may be writing: a text that is counted twice is added up later.
    if (entry.state == 2 && key == entry.text) {
      entry.count += count;
      return;
    }
  }
}

int64_t Counts::get(StringRef text) const {
  int64_t sum = 0;
  for (Entry &entry : table->entries)
    if (entry.state == 2 && text == entry.text)
      sum += entry.count;
  return sum;
}

std::vector<std::pair<std::string, int64_t>> Counts::getAll(StringRef prefix) const {
  std::vector<std::pair<std::string, int64_t>> all;
  for (Entry &entry : table->entries) {
    StringRef text = entry.state == 2 ? entry.text : "";
    if (!text.consume_front(prefix))
      continue;
    auto it = llvm::find_if(all, [&](auto &other) { return other.first == text; });
    if (it == all.end())
      all.push_back({text.str(), entry.count});
    else
      it->second += entry.count;
  }
  llvm::sort(all, [](auto &a, auto &b) {
    return std::make_pair(-a.second, a.first) < std::make_pair(-b.second, b.first);
  });
  return all;
}
