//===- OptionsTest.cpp - options of the C API -----------------------------===//
#include "CAPIFixture.h"
#include <set>

namespace {

TEST(CAPIOptions, AreListedWithDefaultsThatTheyTake) {
  std::set<std::string> names;
  OptionsPtr options = makeOptions({});
  for (size_t i = 0; i < mcf_option_count(); ++i) {
    mcf_option_info info;
    ASSERT_EQ(mcf_option_get_info(i, &info), MCF_OK);
    names.insert(info.name);
    EXPECT_STRNE(info.type, "") << info.name;
    EXPECT_STRNE(info.help, "") << info.name;
    const char *value = nullptr;
    ASSERT_EQ(mcf_options_get(options.get(), info.name, &value), MCF_OK);
    EXPECT_STREQ(value, info.default_value) << info.name;
    EXPECT_EQ(mcf_options_set(options.get(), info.name, info.default_value), MCF_OK) << info.name;
  }
  for (const char *name : {"device", "gpu", "arch", "ptx-version", "precision", "opt-level",
                           "tiling", "tuning-record", "search", "model", "seed",
                           "search-time-limit", "tune-for", "measure", "measure-count", "up-to"})
    EXPECT_TRUE(names.count(name)) << name;
  mcf_option_info info;
  EXPECT_FAILS(mcf_option_get_info(mcf_option_count(), &info), MCF_INVALID_ARGUMENT,
               "expected the number of an option below");
}

TEST(CAPIOptions, RefuseWhatTheyCannotBe) {
  OptionsPtr options = makeOptions({});
  struct {
    const char *name, *value, *error;
  } cases[] = {
      {"devise", "H200", "unknown option 'devise', did you mean 'device'?"},
      {"quite-another", "1", "unknown option 'quite-another', expected one of device, gpu"},
      {"", "1", "unknown option ''"},
      {"device", "GTX1", "option 'device': expected a device of"},
      {"device", "{\"name\": 1}", "option 'device': "},
      {"arch", "sm_70", "expected an architecture out of sm_80"},
      {"ptx-version", "eight", "expected a version such as 8.0, but got 'eight'"},
      {"precision", "half", "expected full or tf32, but got 'half'"},
      {"search", "best", "expected auto, exhaustive, evolutionary or none, but got 'best'"},
      {"model", "best", "expected a cost model of latency, paper, but got 'best'"},
      {"search-time-limit", "0", "expected a time limit from 0.001 to 86400 s, but got '0'"},
      {"search-time-limit", "nan", "but got 'nan'"},
      {"seed", "-1", "expected a number from 0 to 18446744073709551615, but got '-1'"},
      {"gpu", "1024", "expected a number from 0 to 1023, but got '1024'"},
      {"opt-level", "4", "expected a number from 0 to 3, but got '4'"},
      {"tune-for", "m", "option 'tune-for': "},
      {"measure", "cpu", "expected one of none, gpu, gpu-in-process, but got 'cpu'"},
      {"measure-count", "0", "expected at least 1, but got 0"},
      {"up-to", "asm", "expected one of chain, schedule"},
  };
  for (const auto &[name, value, error] : cases)
    EXPECT_FAILS(mcf_options_set(options.get(), name, value), MCF_INVALID_OPTION, error);
  // As it was, and empty is the default again.
  const char *value = nullptr;
  ASSERT_EQ(mcf_options_set(options.get(), "precision", "tf32"), MCF_OK);
  ASSERT_EQ(mcf_options_set(options.get(), "precision", "half"), MCF_INVALID_OPTION);
  ASSERT_EQ(mcf_options_get(options.get(), "precision", &value), MCF_OK);
  EXPECT_STREQ(value, "tf32");
  ASSERT_EQ(mcf_options_set(options.get(), "precision", ""), MCF_OK);
  ASSERT_EQ(mcf_options_get(options.get(), "precision", &value), MCF_OK);
  EXPECT_STREQ(value, "full");
}

TEST(CAPIOptions, OfADeviceMayNestAsDeepAsTheyLike) {
  OptionsPtr options = makeOptions({});
  std::string deep = "{\"name\": " + std::string(1000000, '[');
  EXPECT_FAILS(mcf_options_set(options.get(), "device", deep.c_str()), MCF_INVALID_OPTION,
               "nest at most 1000 deep");
  char *json = nullptr;
  EXPECT_FAILS(mcf_describe_device(deep.c_str(), 0, &json), MCF_INVALID_ARGUMENT,
               "nest at most 1000 deep");
}

TEST(CAPIOptions, KnownDevicesAreDescribed) {
  ASSERT_GT(mcf_known_device_count(), 0u);
  EXPECT_EQ(mcf_known_device_name(mcf_known_device_count()), nullptr);
  OptionsPtr options = makeOptions({});
  for (size_t i = 0; i < mcf_known_device_count(); ++i) {
    char *json = nullptr;
    ASSERT_EQ(mcf_describe_device(mcf_known_device_name(i), 0, &json), MCF_OK) << mcf_last_error();
    EXPECT_TRUE(has(json, mcf_known_device_name(i)));
    EXPECT_EQ(mcf_options_set(options.get(), "device", json), MCF_OK) << mcf_last_error();
    mcf_string_free(json);
  }
  char *json = nullptr;
  EXPECT_FAILS(mcf_describe_device("Z80", 0, &json), MCF_INVALID_ARGUMENT, "'Z80'");
  EXPECT_EQ(json, nullptr);
}

TEST(CAPIOptions, NullIsRefusedByName) {
  OptionsPtr options = makeOptions({});
  const char *value = nullptr;
  EXPECT_FAILS(mcf_options_create(nullptr), MCF_INVALID_ARGUMENT,
               "mcf_options_create: expected 'options', but got null");
  EXPECT_FAILS(mcf_options_set(nullptr, "seed", "1"), MCF_INVALID_ARGUMENT, "'options'");
  EXPECT_FAILS(mcf_options_set(options.get(), nullptr, "1"), MCF_INVALID_ARGUMENT, "'name'");
  EXPECT_FAILS(mcf_options_set(options.get(), "seed", nullptr), MCF_INVALID_ARGUMENT, "'value'");
  EXPECT_FAILS(mcf_options_get(options.get(), "seed", nullptr), MCF_INVALID_ARGUMENT, "'value'");
  EXPECT_FAILS(mcf_options_get(nullptr, "seed", &value), MCF_INVALID_ARGUMENT, "'options'");
  EXPECT_FAILS(mcf_option_get_info(0, nullptr), MCF_INVALID_ARGUMENT, "'info'");
  EXPECT_FAILS(mcf_describe_device(nullptr, 0, nullptr), MCF_INVALID_ARGUMENT, "'device'");
  mcf_options_destroy(nullptr);
  mcf_string_free(nullptr);
}

TEST(CAPIStatus, HasTextsForAllAndForNone) {
  std::set<std::string> texts;
  for (int status = MCF_OK; status <= MCF_INTERNAL_ERROR; ++status)
    texts.insert(mcf_status_text(static_cast<mcf_status>(status)));
  EXPECT_EQ(texts.size(), size_t(MCF_INTERNAL_ERROR) + 1);
  EXPECT_STREQ(mcf_status_text(static_cast<mcf_status>(15)), "unknown status");
  EXPECT_EQ(mcf_type_name(MCF_NO_TYPE), nullptr);
  EXPECT_EQ(mcf_type_bytes(static_cast<mcf_type>(15)), 0u);
  EXPECT_STREQ(mcf_type_name(MCF_BF16), "bf16");
  EXPECT_EQ(mcf_type_bytes(MCF_INDEX), 8u);
  EXPECT_EQ(mcf_text_name(mcf_text_count()), nullptr);
  EXPECT_EQ(mcf_text_help(mcf_text_count()), nullptr);
  EXPECT_EQ(mcf_abi_version() >> 16, uint32_t(MCF_ABI_VERSION_MAJOR));
  EXPECT_TRUE(has(mcf_llvm_version(), "22."));
}

} // namespace
