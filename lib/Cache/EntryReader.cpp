//===- EntryReader.cpp - reads what TuningEntry prints --------------------===//
#include "EntryFormat.h"
#include "MCFuser/Cache/ChainText.h"
#include "MCFuser/Cache/TuningEntry.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mcf;
using namespace mcf::cache;

namespace {
/// Reads the attributes of an entry. What is missing or of another type is said in `error`.
class Reader {
public:
  explicit Reader(std::string &error) : error(error) {}

  template <typename AttrType>
  AttrType get(DictionaryAttr dictionary, StringRef name, const char *what) {
    auto attribute = dictionary ? dictionary.getAs<AttrType>(name) : AttrType();
    if (!attribute && error.empty())
      error = "expected '" + name.str() + "' to be " + what;
    return attribute;
  }
  std::string getText(DictionaryAttr dictionary, StringRef name) {
    auto text = get<StringAttr>(dictionary, name, "a text");
    return text ? text.str() : "";
  }
  double getSeconds(DictionaryAttr dictionary, StringRef name) {
    auto number = get<FloatAttr>(dictionary, name, "a number");
    return number ? number.getValueAsDouble() * 1e-6 : 0;
  }
  int64_t getInteger(DictionaryAttr dictionary, StringRef name) {
    auto number = get<IntegerAttr>(dictionary, name, "an integer");
    return number && number.getValue().isSignedIntN(64) ? number.getValue().getSExtValue() : 0;
  }

  TimedCandidate readCandidate(DictionaryAttr dictionary);
  std::vector<TuningKey::Part> readParts(DictionaryAttr dictionary, StringRef name,
                                         ArrayRef<StringRef> order);

private:
  std::string &error;
};
} // namespace

TimedCandidate Reader::readCandidate(DictionaryAttr dictionary) {
  TimedCandidate candidate;
  candidate.tiling = getText(dictionary, field::tiling);
  if (dictionary.contains(field::estimate))
    candidate.estimateSeconds = getSeconds(dictionary, field::estimate);
  if (dictionary.contains(field::error)) {
    candidate.measurement.emplace().error = getText(dictionary, field::error);
    candidate.measurement->wasGivenUp = dictionary.contains(field::wasGivenUp);
  } else if (dictionary.contains(field::median)) {
    search::Measurement &m = candidate.measurement.emplace();
    m.medianSeconds = getSeconds(dictionary, field::median);
    m.lowSeconds = getSeconds(dictionary, field::low);
    m.highSeconds = getSeconds(dictionary, field::high);
    m.numSamples = static_cast<unsigned>(getInteger(dictionary, field::samples));
    auto readOptional = [&](StringRef name, std::optional<int64_t> &number) {
      if (dictionary.contains(name))
        number = getInteger(dictionary, name);
    };
    readOptional(field::registers, m.registersPerThread);
    readOptional(field::localBytes, m.localBytesPerThread);
    readOptional(field::workgroupBytes, m.workgroupBytesPerBlock);
  }
  return candidate;
}

/// The parts in the order of a key: a dictionary has none. What a key does not have is refused.
std::vector<TuningKey::Part> Reader::readParts(DictionaryAttr dictionary, StringRef name,
                                               ArrayRef<StringRef> order) {
  std::vector<TuningKey::Part> parts;
  auto inner = get<DictionaryAttr>(dictionary, name, "a dictionary");
  if (!inner)
    return parts;
  for (StringRef part : order)
    if (inner.contains(part))
      parts.push_back({part.str(), getText(inner, part)});
  if (parts.size() != inner.size() && error.empty())
    error = "expected nothing else in '" + name.str() + "' than what a key has";
  return parts;
}

/// The lines below the first, if they are what was once written.
static std::optional<StringRef> checkWhole(StringRef text, std::string &error) {
  auto [firstLine, rest] = text.split('\n');
  if (!firstLine.consume_front(firstLineStart)) {
    error = firstLine.starts_with("// MCFuser tuning entry")
                ? "it is of another version of MCFuser"
                : "it does not start as a tuning entry does";
    return std::nullopt;
  }
  if (firstLine != getChecksum(rest)) {
    error = "it is not as it was written: damaged, cut off, or edited (an edited entry can be "
            "given as a tuning record)";
    return std::nullopt;
  }
  return rest;
}

std::optional<StoredEntry> StoredEntry::parse(StringRef text, MLIRContext &context,
                                              std::string &error) {
  error.clear();
  std::optional<StringRef> rest = checkWhole(text, error);
  if (!rest)
    return std::nullopt;
  StoredEntry stored;
  {
    ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
      if (error.empty())
        error = diagnostic.str();
      return success();
    });
    stored.module = parseSourceString<ModuleOp>(*rest, &context);
  }
  if (!stored.module) {
    if (error.empty())
      error = "it cannot be read";
    return std::nullopt;
  }
  error.clear();
  unsigned numChains = 0;
  stored.module->walk([&](ChainOp chain) {
    stored.chain = chain;
    ++numChains;
  });
  if (numChains != 1 || !stored.chain.getSchedule()) {
    error = "expected one chain with a schedule";
    return std::nullopt;
  }

  Reader reader(error);
  TuningEntry &entry = stored.entry;
  auto tuning = (*stored.module)->getAttrOfType<DictionaryAttr>(field::tuning);
  entry.key.target =
      reader.readParts(tuning, field::target, {"compiler", "device", "search", "model"});
  entry.key.target.push_back({chainPartName.str(), printChainText(stored.chain)});
  entry.key.method = reader.readParts(tuning, field::method,
                                      {"seed", "gpu", "driver", "measured", "assembler", "code"});
  if (auto complete = reader.get<BoolAttr>(tuning, field::complete, "true or false"))
    entry.isComplete = complete.getValue();
  if (auto candidates = reader.get<ArrayAttr>(tuning, field::candidates, "an array"))
    for (Attribute candidate : candidates) {
      if (auto dictionary = dyn_cast<DictionaryAttr>(candidate))
        entry.candidates.push_back(reader.readCandidate(dictionary));
      else if (error.empty())
        error = "expected candidates to be dictionaries";
    }
  if (error.empty() && entry.candidates.empty())
    error = "expected a candidate, but got none";
  if (error.empty() && entry.key.isMeasured() && !entry.getWinner().getMeasuredSeconds())
    error = "expected a measured time of the winner";
  if (!error.empty())
    return std::nullopt;
  return stored;
}
