//===- CommandLine.cpp - options and their help, as data ------------------===//
#include "CommandLine.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mcf;
using namespace mcf::mcfc;

std::function<std::string(llvm::StringRef)> mcf::mcfc::setsText(std::string &target) {
  return [&target](llvm::StringRef value) {
    target = value.str();
    return std::string();
  };
}

std::function<std::string(llvm::StringRef)> mcf::mcfc::setsFlag(bool &target) {
  return [&target](llvm::StringRef) {
    target = true;
    return std::string();
  };
}

Option mcf::mcfc::makeOption(llvm::StringRef name, CompileSettings &settings) {
  const CompileSetting *found = findCompileSetting(name);
  return {found->name, found->valueName, found->help, [&settings, found](llvm::StringRef value) {
            settings.*found->text = value.str();
            // Numbers are needed before all is checked together.
            return found->type == "integer" ? found->check(value) : std::string();
          }};
}

/// The option that the user may have meant, or an empty text.
static std::string findNearest(llvm::StringRef name, llvm::ArrayRef<OptionGroup> groups) {
  std::string nearest;
  unsigned best = 3;
  for (const OptionGroup &group : groups)
    for (const Option &option : group.options) {
      unsigned distance = name.edit_distance(option.name, true, best);
      if (option.set && distance < best) {
        best = distance;
        nearest = option.name.str();
      }
    }
  return nearest;
}

std::string mcf::mcfc::readArguments(llvm::ArrayRef<const char *> arguments,
                                     llvm::ArrayRef<OptionGroup> groups, OtherArguments &others) {
  bool onlyFiles = false;
  for (size_t i = 0; i < arguments.size(); ++i) {
    llvm::StringRef argument(arguments[i]);
    if (!onlyFiles && argument == "--") {
      onlyFiles = true;
      continue;
    }
    if (onlyFiles || argument == "-" || !argument.starts_with("-")) {
      others.files.push_back(argument.str());
      continue;
    }
    llvm::StringRef body = argument.drop_front(argument.starts_with("--") ? 2 : 1);
    if (body.starts_with("mlir-")) {
      others.mlirOptions.push_back("--" + body.str());
      continue;
    }
    auto [name, value] = body.split('=');
    bool hasValue = body.contains('=');
    if (name == "h")
      name = "help";
    const Option *found = nullptr;
    for (const OptionGroup &group : groups)
      for (const Option &option : group.options)
        if (option.name == name && option.set)
          found = &option;
    if (!found) {
      std::string nearest = findNearest(name, groups);
      return "unknown option '" + argument.str() + "'" +
             (nearest.empty() ? "" : ", did you mean '--" + nearest + "'?");
    }
    if (found->value.empty() && hasValue)
      return "option '--" + name.str() + "' takes no value";
    if (!found->value.empty() && !hasValue) {
      if (i + 1 >= arguments.size())
        return "option '" + argument.str() + "' needs a value: " + found->value.str();
      value = arguments[++i];
    }
    if (std::string error = found->set(value); !error.empty())
      return "option '--" + name.str() + "': " + error;
    // Such as a variable of a script that is not set: not the same as no option.
    if (!found->value.empty() && value.empty())
      return (name.size() == 1 ? "option '-" : "option '--") + name.str() + "': expected " +
             found->value.str() + ", but got ''";
  }
  return "";
}

void mcf::mcfc::printOptions(llvm::ArrayRef<OptionGroup> groups, llvm::raw_ostream &os) {
  for (const OptionGroup &group : groups) {
    os << "\n" << group.title << ":\n";
    for (const Option &option : group.options) {
      llvm::SmallString<64> head(option.name.size() == 1 ? "  -" : "  --");
      head += option.name;
      if (!option.value.empty()) {
        head += option.name.size() == 1 ? " " : "=";
        head += option.value;
      }
      llvm::SmallVector<llvm::StringRef> lines;
      option.help.split(lines, '\n');
      if (head.size() >= 24) {
        os << head << "\n";
        head.clear();
      }
      for (llvm::StringRef line : lines) {
        os << llvm::left_justify(head, 24) << line << "\n";
        head.clear();
      }
    }
  }
}
