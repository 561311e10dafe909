//===- DeviceFile.cpp - devices as JSON -----------------------------------===//
#include "MCFuser/Hardware/DeviceFile.h"
#include "DeviceFields.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cmath>

using namespace llvm;
using namespace mcf::hw;

/// The shortest decimal that reads back as the same number; small whole numbers without exponent.
static std::string printNumber(double value) {
  if (std::abs(value) < 1e6 && value == std::floor(value))
    return std::to_string(static_cast<int64_t>(value));
  std::string text;
  for (int digits = 1; digits <= 17; ++digits) {
    text.clear();
    raw_string_ostream(text) << format("%.*g", digits, value);
    double back;
    if (!StringRef(text).getAsDouble(back) && back == value)
      break;
  }
  return text;
}

std::string mcf::hw::toJSON(const DeviceSpec &device, bool isOneLine) {
  std::string text;
  raw_string_ostream os(text);
  json::OStream json(os, isOneLine ? 0 : 2);
  json.object([&] {
    json.attribute("name", device.name);
    json.attribute("sm_arch", device.smArch);
    for (const DeviceField &field : getDeviceFields()) {
      json.attributeBegin(field.name);
      double value = field.get(device);
      json.rawValue(field.isInteger() ? std::to_string(static_cast<int64_t>(value))
                                      : printNumber(value));
      json.attributeEnd();
    }
    json.attributeArray("measured", [&] {
      for (const std::string &name : device.measured)
        json.value(name);
    });
    json.attribute("source", device.source);
  });
  return text;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

namespace {
/// Reads one device; the first error stays.
class DeviceReader {
public:
  DeviceReader(StringRef source) : source(source) {}

  Expected<DeviceSpec> read(StringRef text);

private:
  Error fail(const Twine &message) const { return createStringError(source + ": " + message); }
  Error failField(StringRef field, const Twine &message) const {
    return fail("field '" + field + "': " + message);
  }

  Error checkNesting(StringRef text) const;
  Error checkRepeated(StringRef text) const;
  Error checkNames(const json::Object &object) const;
  Expected<std::string> readText(const json::Object &object, StringRef name) const;
  Error readNumber(const json::Object &object, const DeviceField &field, DeviceSpec &device) const;
  Error readMeasured(const json::Object &object, DeviceSpec &device) const;
  Error checkArch(const DeviceSpec &device) const;
  Error checkLimits(const DeviceSpec &device) const;

  StringRef source;
};
} // namespace

static StringRef describeKind(const json::Value &value) {
  switch (value.kind()) {
  case json::Value::Null:
    return "null";
  case json::Value::Boolean:
    return "a boolean";
  case json::Value::Number:
    return "a number";
  case json::Value::String:
    return "a string";
  case json::Value::Array:
    return "an array";
  case json::Value::Object:
    return "an object";
  }
  return "something else";
}

/// The parser recurses, so deep nesting must not reach it.
Error DeviceReader::checkNesting(StringRef text) const {
  constexpr unsigned mostDepth = 8;
  unsigned depth = 0;
  bool inString = false;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (inString && c == '\\')
      ++i;
    else if (c == '"')
      inString = !inString;
    else if (!inString && (c == '{' || c == '['))
      ++depth;
    else if (!inString && (c == '}' || c == ']') && depth)
      --depth;
    if (depth > mostDepth)
      return fail("expected JSON nested at most " + Twine(mostDepth) + " deep, but got more");
  }
  return Error::success();
}

/// The parser keeps one of two fields of the same name. The text is known to be JSON.
Error DeviceReader::checkRepeated(StringRef text) const {
  StringSet<> names;
  unsigned depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '{' || c == '[')
      ++depth;
    else if (c == '}' || c == ']')
      --depth;
    if (c != '"')
      continue;
    size_t begin = ++i;
    while (text[i] != '"')
      i += text[i] == '\\' ? 2 : 1;
    StringRef name = text.slice(begin, i);
    if (depth == 1 && text.drop_front(i + 1).ltrim().starts_with(":") && !names.insert(name).second)
      return failField(name, "expected once, but got it again");
  }
  return Error::success();
}

static constexpr StringLiteral textFields[] = {"name", "sm_arch", "measured", "source"};

/// Names what is missing and what nobody knows.
Error DeviceReader::checkNames(const json::Object &object) const {
  SmallVector<StringRef> known(std::begin(textFields), std::end(textFields));
  for (const DeviceField &field : getDeviceFields())
    known.push_back(field.name);
  // The order of an object is that of a hash table: report the first by name.
  SmallVector<StringRef> unknown;
  for (const auto &member : object)
    if (!is_contained(known, StringRef(member.first)))
      unknown.push_back(member.first);
  if (!unknown.empty()) {
    StringRef name = *min_element(unknown);
    auto distance = [&](StringRef other) { return name.edit_distance(other); };
    StringRef nearest = *min_element(
        known, [&](StringRef lhs, StringRef rhs) { return distance(lhs) < distance(rhs); });
    bool isAlike = 2 * distance(nearest) <= name.size();
    return fail("unknown field '" + name + "'" +
                (isAlike ? ", did you mean '" + nearest.str() + "'?" : ""));
  }
  SmallVector<std::string> missing;
  for (StringRef name : {"name", "sm_arch"})
    if (!object.get(name))
      missing.push_back(("'" + name + "'").str());
  for (const DeviceField &field : getDeviceFields())
    if (field.isRequired && !object.get(field.name))
      missing.push_back(("'" + field.name + "'").str());
  if (!missing.empty())
    return fail(Twine(missing.size() == 1 ? "missing field " : "missing fields ") +
                join(missing, ", "));
  return Error::success();
}

Expected<std::string> DeviceReader::readText(const json::Object &object, StringRef name) const {
  const json::Value &value = *object.get(name);
  std::optional<StringRef> text = value.getAsString();
  if (!text)
    return failField(name, "expected a string, but got " + describeKind(value));
  // It ends up in messages of one line.
  if (text->trim().empty() || !all_of(*text, isPrint))
    return failField(name, "expected printable text, but got " +
                               Twine(text->trim().empty() ? "none" : "other characters"));
  return text->str();
}

Error DeviceReader::readNumber(const json::Object &object, const DeviceField &field,
                               DeviceSpec &device) const {
  const json::Value *value = object.get(field.name);
  if (!value)
    return Error::success();
  StringRef kind = field.isInteger() ? "a whole number" : "a number";
  std::optional<double> number = value->getAsNumber();
  if (!number)
    return failField(field.name, "expected " + kind + ", but got " + describeKind(*value));
  // Written so that NaN is out of range too.
  bool isInRange = *number >= field.least && *number <= field.most;
  if (!isInRange || (field.isInteger() && *number != std::floor(*number)))
    return failField(field.name, "expected " + kind + " from " + printNumber(field.least) + " to " +
                                     printNumber(field.most) + ", but got " + printNumber(*number));
  field.set(device, *number);
  return Error::success();
}

Error DeviceReader::readMeasured(const json::Object &object, DeviceSpec &device) const {
  const json::Value *value = object.get("measured");
  if (!value)
    return Error::success();
  const json::Array *names = value->getAsArray();
  if (!names)
    return failField("measured",
                     "expected an array of names of fields, but got " + describeKind(*value));
  for (const json::Value &element : *names) {
    std::optional<StringRef> name = element.getAsString();
    if (!name)
      return failField("measured", "expected names of fields, but got " + describeKind(element));
    if (none_of(getDeviceFields(), [&](const DeviceField &field) { return field.name == *name; }))
      return failField("measured",
                       "expected names of fields with numbers, but got '" + *name + "'");
    device.measured.push_back(name->str());
  }
  return Error::success();
}

Error DeviceReader::checkArch(const DeviceSpec &device) const {
  if (!getArchNumber(device.smArch))
    return failField("sm_arch",
                     "expected an architecture such as sm_90a, but got '" + device.smArch + "'");
  if (!device.runs(device.smArch))
    return failField("sm_arch", "expected an architecture of compute capability " +
                                    Twine(device.computeCapability) + ", but got '" +
                                    device.smArch + "'");
  return Error::success();
}

/// What two fields say about each other.
Error DeviceReader::checkLimits(const DeviceSpec &device) const {
  auto checkAtMost = [&](StringRef name, int64_t value, StringRef otherName,
                         int64_t other) -> Error {
    if (value <= other)
      return Error::success();
    return failField(name, "expected at most '" + otherName + "' (" + Twine(other) + "), but got " +
                               Twine(value));
  };
  auto checkWarps = [&](StringRef name, int64_t value) -> Error {
    if (value % device.warpSize == 0)
      return Error::success();
    return failField(name, "expected a multiple of " + Twine(device.warpSize) + ", but got " +
                               Twine(value));
  };
  if (Error error = checkWarps("registers_per_sm", device.registersPerSM))
    return error;
  if (Error error = checkWarps("max_threads_per_block", device.maxThreadsPerBlock))
    return error;
  if (Error error = checkWarps("max_threads_per_sm", device.maxThreadsPerSM))
    return error;
  if (Error error = checkAtMost("smem_per_block_bytes", device.smemPerBlockBytes,
                                "smem_per_sm_bytes", device.smemPerSMBytes))
    return error;
  return checkAtMost("max_threads_per_block", device.maxThreadsPerBlock, "max_threads_per_sm",
                     device.maxThreadsPerSM);
}

Expected<DeviceSpec> DeviceReader::read(StringRef text) {
  if (Error error = checkNesting(text))
    return error;
  Expected<json::Value> value = json::parse(text);
  if (!value) {
    // "[3:5, byte=40]: Expected..." becomes "line 3, column 5: ...".
    std::string message = toString(value.takeError());
    auto [where, what] = StringRef(message).split("]: ");
    auto [line, column] = where.split(',').first.split(':');
    if (!line.consume_front("[") || what.empty())
      return fail("not JSON: " + message);
    return fail("line " + line + ", column " + column + ": not JSON: " + what.rtrim());
  }
  const json::Object *object = value->getAsObject();
  if (!object)
    return fail("expected a JSON object, but got " + describeKind(*value));
  if (Error error = checkRepeated(text))
    return error;
  if (Error error = checkNames(*object))
    return error;
  DeviceSpec device;
  for (auto [name, target] : {std::pair<StringRef, std::string *>("name", &device.name),
                              std::pair<StringRef, std::string *>("sm_arch", &device.smArch),
                              std::pair<StringRef, std::string *>("source", &device.source)}) {
    if (!object->get(name))
      continue;
    Expected<std::string> read = readText(*object, name);
    if (!read)
      return read.takeError();
    *target = *read;
  }
  // The defaults of the model depend on the other fields.
  for (bool isModel : {false, true}) {
    if (isModel)
      device.model = getDefaultModel(device);
    for (const DeviceField &field : getDeviceFields())
      if (std::holds_alternative<double ModelConstants::*>(field.member) == isModel)
        if (Error error = readNumber(*object, field, device))
          return error;
  }
  if (Error error = readMeasured(*object, device))
    return error;
  if (Error error = checkArch(device))
    return error;
  if (Error error = checkLimits(device))
    return error;
  if (device.source.empty())
    device.source = source.str();
  return device;
}

Expected<DeviceSpec> mcf::hw::parseDevice(StringRef json, StringRef source) {
  return DeviceReader(source).read(json);
}

//===----------------------------------------------------------------------===//
// From the text of an option
//===----------------------------------------------------------------------===//

static Expected<DeviceSpec> readFile(StringRef path) {
  auto buffer = MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return createStringError("cannot read device file '" + path +
                             "': " + buffer.getError().message());
  return parseDevice((*buffer)->getBuffer(), ("device file '" + path + "'").str());
}

Expected<DeviceSpec> mcf::hw::resolveDevice(StringRef text) {
  StringRef trimmed = text.trim();
  if (trimmed.starts_with("{"))
    return parseDevice(trimmed, "device text");
  if (trimmed.starts_with("\""))
    return parseDevice(("{" + trimmed + "}").str(), "device text");
  if (trimmed == "native")
    return createStringError("expected a device, but got 'native', which only tools can ask the "
                             "driver for ('mcfc --print-device=native')");
  Expected<DeviceSpec> known = lookupDevice(text);
  if (known)
    return known;
  if (text.ends_with_insensitive(".json") || text.contains('/') || sys::fs::exists(text)) {
    consumeError(known.takeError());
    return readFile(text);
  }
  return known.takeError();
}

std::string mcf::hw::getDeviceText(const DeviceSpec &device) {
  std::string text = toJSON(device, /*isOneLine=*/true);
  for (const DeviceSpec &known : getKnownDevices())
    if (toJSON(known, /*isOneLine=*/true) == text)
      return known.name;
  // The blank makes MLIR print the option in braces, without which it could not be read back.
  return " " + text;
}
