//===- Record.cpp - measured candidates as JSON ---------------------------===//
#include "Record.h"
#include "llvm/Support/JSON.h"

using namespace mcf;
using namespace mcf::rank;
using namespace mcf::search;

static constexpr int64_t recordVersion = 1;

std::string Record::print() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, /*IndentSize=*/1);
  json.object([&] {
    json.attribute("version", recordVersion);
    json.attribute("name", name);
    json.attribute("chain", chain);
    json.attribute("device", device);
    json.attribute("driver_device", driverDevice);
    json.attribute("driver_version", driverVersion);
    json.attribute("arch", arch);
    json.attribute("assembler", assembler);
    json.attribute("commit", commit);
    json.attribute("command", command);
    json.attribute("date", date);
    json.attribute("seed", seed);
    json.attribute("program", program);
    json.attributeArray("candidates", [&] {
      for (const RecordEntry &entry : entries)
        json.object([&] {
          const Measurement &m = entry.measurement;
          json.attribute("tiling", entry.tiling);
          json.attribute("kind", entry.kind);
          auto optional = [&](llvm::StringRef key, std::optional<int64_t> value) {
            if (value)
              json.attribute(key, *value);
          };
          if (m.numSamples > 0) {
            json.attribute("median_seconds", m.medianSeconds);
            json.attribute("low_seconds", m.lowSeconds);
            json.attribute("high_seconds", m.highSeconds);
            json.attribute("samples", m.numSamples);
          }
          optional("registers_per_thread", m.registersPerThread);
          optional("local_bytes_per_thread", m.localBytesPerThread);
          optional("workgroup_bytes_per_block", m.workgroupBytesPerBlock);
          optional("threads_per_block", m.threadsPerBlock);
          optional("blocks", m.numBlocks);
          if (m.compileSeconds > 0)
            json.attribute("compile_seconds", m.compileSeconds);
          if (!m.error.empty())
            json.attribute("error", m.error);
        });
    });
  });
  os << "\n";
  return text;
}

static bool parseEntry(const llvm::json::Value &value, RecordEntry &entry, llvm::json::Path path) {
  llvm::json::ObjectMapper map(value, path);
  Measurement &m = entry.measurement;
  int64_t samples = 0;
  if (!map || !map.map("tiling", entry.tiling) || !map.map("kind", entry.kind) ||
      !map.mapOptional("median_seconds", m.medianSeconds) ||
      !map.mapOptional("low_seconds", m.lowSeconds) ||
      !map.mapOptional("high_seconds", m.highSeconds) || !map.mapOptional("samples", samples) ||
      !map.mapOptional("compile_seconds", m.compileSeconds) || !map.mapOptional("error", m.error))
    return false;
  const std::pair<llvm::StringLiteral, std::optional<int64_t> *> numbers[] = {
      {"registers_per_thread", &m.registersPerThread},
      {"local_bytes_per_thread", &m.localBytesPerThread},
      {"workgroup_bytes_per_block", &m.workgroupBytesPerBlock},
      {"threads_per_block", &m.threadsPerBlock},
      {"blocks", &m.numBlocks}};
  for (auto [key, target] : numbers)
    if (value.getAsObject()->get(key)) {
      int64_t number = 0;
      if (!map.map(key, number))
        return false;
      *target = number;
    }
  if (samples < 0 || samples > (1 << 30)) {
    path.field("samples").report("expected a count");
    return false;
  }
  m.numSamples = static_cast<unsigned>(samples);
  if (samples > 0 && !(m.medianSeconds > 0)) {
    path.field("median_seconds").report("expected a time above 0 s");
    return false;
  }
  return true;
}

static std::optional<Record> parseRecord(const llvm::json::Value &value, llvm::StringRef name,
                                         std::string &error) {
  Record record;
  int64_t version = 0;
  llvm::json::Path::Root root(name);
  llvm::json::ObjectMapper map(value, root);
  auto fail = [&] {
    error = llvm::toString(root.getError());
    return std::nullopt;
  };
  if (!map || !map.map("version", version))
    return fail();
  if (version != recordVersion) {
    error = "expected a record of version " + std::to_string(recordVersion) + ", but got " +
            std::to_string(version);
    return std::nullopt;
  }
  if (!map.map("name", record.name) || !map.map("chain", record.chain) ||
      !map.map("device", record.device) || !map.map("driver_device", record.driverDevice) ||
      !map.mapOptional("driver_version", record.driverVersion) ||
      !map.mapOptional("arch", record.arch) || !map.mapOptional("assembler", record.assembler) ||
      !map.mapOptional("commit", record.commit) || !map.mapOptional("command", record.command) ||
      !map.mapOptional("date", record.date) || !map.map("program", record.program))
    return fail();
  const llvm::json::Array *candidates = value.getAsObject()->getArray("candidates");
  if (!candidates) {
    error = "expected an array of candidates in the record of '" + record.name + "'";
    return std::nullopt;
  }
  llvm::json::Path path(root);
  for (auto [index, candidate] : llvm::enumerate(*candidates))
    if (!parseEntry(candidate, record.entries.emplace_back(),
                    path.field("candidates").index(index)))
      return fail();
  return record;
}

std::optional<std::vector<Record>> Record::parse(llvm::StringRef text, std::string &error) {
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(text);
  if (!value) {
    error = llvm::toString(value.takeError());
    return std::nullopt;
  }
  std::vector<Record> records;
  auto add = [&](const llvm::json::Value &element, llvm::StringRef name) {
    std::optional<Record> record = parseRecord(element, name, error);
    if (record)
      records.push_back(std::move(*record));
    return record.has_value();
  };
  if (const llvm::json::Array *array = value->getAsArray()) {
    if (array->empty()) {
      error = "expected a record, but got an empty list";
      return std::nullopt;
    }
    for (auto [index, element] : llvm::enumerate(*array))
      if (!add(element, "record " + std::to_string(index)))
        return std::nullopt;
  } else if (!add(*value, "record")) {
    return std::nullopt;
  }
  return records;
}
