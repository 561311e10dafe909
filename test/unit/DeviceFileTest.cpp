//===- DeviceFileTest.cpp - devices as JSON -------------------------------===//
#include "MCFuser/Hardware/DeviceFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace mcf::hw;

static std::string getH200() { return toJSON(llvm::cantFail(lookupDevice("H200"))); }

/// The H200 with one text in its JSON replaced.
static std::string edit(llvm::StringRef from, llvm::StringRef to) {
  std::string text = getH200();
  size_t at = text.find(from.str());
  EXPECT_NE(at, std::string::npos) << from.str();
  if (at != std::string::npos)
    text.replace(at, from.size(), to.str());
  return text;
}

/// What is wrong with a device, without the source.
static std::string getError(llvm::StringRef json) {
  llvm::Expected<DeviceSpec> device = parseDevice(json, "file");
  if (device)
    return "no error";
  std::string message = llvm::toString(device.takeError());
  llvm::StringRef rest = message;
  EXPECT_TRUE(rest.consume_front("file: ")) << message;
  return rest.str();
}

TEST(DeviceFileTest, KnownDevicesRoundTrip) {
  for (const DeviceSpec &device : getKnownDevices())
    for (bool isOneLine : {false, true}) {
      std::string text = toJSON(device, isOneLine);
      EXPECT_EQ(text.find('\n') == std::string::npos, isOneLine);
      llvm::Expected<DeviceSpec> back = parseDevice(text, "text");
      ASSERT_TRUE(bool(back)) << llvm::toString(back.takeError());
      EXPECT_EQ(toJSON(*back, isOneLine), text);
      EXPECT_EQ(back->model.tensorClockHz, device.model.tensorClockHz);
      EXPECT_EQ(back->bandwidthBytesPerSec, device.bandwidthBytesPerSec);
      EXPECT_EQ(back->measured, device.measured);
    }
}

TEST(DeviceFileTest, NumbersAreShort) {
  std::string text = getH200();
  EXPECT_NE(text.find("\"num_sms\": 132,\n"), std::string::npos);
  EXPECT_NE(text.find("\"fma_per_cycle_per_sm\": 128,\n"), std::string::npos);
  EXPECT_NE(text.find("\"launch_seconds\": 4.9e-07,\n"), std::string::npos);
  EXPECT_NE(text.find("\"bandwidth_bytes_per_sec\": 4.3e+12,\n"), std::string::npos);
}

static constexpr llvm::StringLiteral smallDevice = R"({
  "name": "Mine", "sm_arch": "sm_80", "compute_capability": 86, "num_sms": 20,
  "smem_per_block_bytes": 101376, "smem_per_sm_bytes": 102400, "registers_per_sm": 65536,
  "max_registers_per_thread": 255, "max_threads_per_block": 1024, "max_threads_per_sm": 1536,
  "max_cluster_blocks": 1, "l2_bytes": 2097152, "bandwidth_bytes_per_sec": 3e11,
  "tensor_f16_flop_per_sec": 1.6e13, "tensor_bf16_flop_per_sec": 1.6e13,
  "tensor_i8_op_per_sec": 6.4e13, "f32_flop_per_sec": 8e12, "f64_flop_per_sec": 1.25e11
)";

TEST(DeviceFileTest, OptionalFieldsHaveDefaults) {
  llvm::Expected<DeviceSpec> device = parseDevice((smallDevice + "}").str(), "file 'x'");
  ASSERT_TRUE(bool(device)) << llvm::toString(device.takeError());
  EXPECT_EQ(device->numSMs, 20);
  EXPECT_EQ(device->maxBlocksPerSM, 32);
  EXPECT_EQ(device->smemReservedPerBlockBytes, 1024);
  // 8 TFLOP/s over 20 SMs of 128 lanes with 2 flop each.
  EXPECT_DOUBLE_EQ(device->model.smClockHz, 8e12 / (20 * 256));
  EXPECT_EQ(device->model.launchSeconds, ModelConstants().launchSeconds);
  EXPECT_EQ(device->getMeasuredLabel(), "not measured");
  EXPECT_EQ(device->source, "file 'x'");

  device = parseDevice(
      (smallDevice + R"(, "launch_seconds": 3e-6, "measured": ["launch_seconds"]})").str(), "file");
  ASSERT_TRUE(bool(device)) << llvm::toString(device.takeError());
  EXPECT_EQ(device->model.launchSeconds, 3e-6);
  EXPECT_EQ(device->getMeasuredLabel(), "partly measured");
}

TEST(DeviceFileTest, NotJSON) {
  EXPECT_EQ(getError("{\n  \"name\": nope\n}"),
            "line 2, column 12: not JSON: Invalid JSON value (null?)");
  EXPECT_EQ(getError(""), "line 1, column 0: not JSON: Unexpected EOF");
  EXPECT_EQ(getError(edit("\"num_sms\": 132", "\"num_sms\": NaN")),
            "line 5, column 14: not JSON: Invalid JSON value");
  EXPECT_EQ(getError("[1, 2]"), "expected a JSON object, but got an array");
  EXPECT_EQ(getError(std::string(100000, '[')),
            "expected JSON nested at most 8 deep, but got more");
}

TEST(DeviceFileTest, MissingFields) {
  EXPECT_EQ(getError(edit("\"num_sms\": 132,", "")), "missing field 'num_sms'");
  EXPECT_TRUE(llvm::StringRef(getError("{}")).starts_with("missing fields 'name', 'sm_arch', "));
}

TEST(DeviceFileTest, UnknownFieldNamesTheNearest) {
  EXPECT_EQ(getError(edit("\"num_sms\": 132", "\"num_sm\": 132")),
            "unknown field 'num_sm', did you mean 'num_sms'?");
  EXPECT_EQ(getError(edit("\"l2_bytes\"", "\"l2bytes\"")),
            "unknown field 'l2bytes', did you mean 'l2_bytes'?");
  // Nothing is like it.
  EXPECT_EQ(getError(edit("\"l2_bytes\"", "\"foo\"")), "unknown field 'foo'");
  EXPECT_EQ(getError(edit("\"num_sms\": 132", "\"num_sms\": 132, \"num_sms\" : 999")),
            "field 'num_sms': expected once, but got it again");
  EXPECT_EQ(getError(edit("\"compute_capability\": 90", "\"compute_capability\": 70")),
            "field 'compute_capability': expected a whole number from 80 to 999, but got 70");
  // Names of fields within texts and lists are none.
  EXPECT_EQ(getError(edit("\"name\": \"H200\"", "\"name\": \"\\\"num_sms\\\": 1\"")), "no error");
}

TEST(DeviceFileTest, WrongTypes) {
  EXPECT_EQ(getError(edit("\"num_sms\": 132", "\"num_sms\": \"132\"")),
            "field 'num_sms': expected a whole number, but got a string");
  EXPECT_EQ(getError(edit("\"num_sms\": 132", "\"num_sms\": null")),
            "field 'num_sms': expected a whole number, but got null");
  EXPECT_EQ(getError(edit("\"fma_per_cycle_per_sm\": 128", "\"fma_per_cycle_per_sm\": [128]")),
            "field 'fma_per_cycle_per_sm': expected a number, but got an array");
  EXPECT_EQ(getError(edit("\"name\": \"H200\"", "\"name\": 200")),
            "field 'name': expected a string, but got a number");
  EXPECT_EQ(getError(edit("\"name\": \"H200\"", "\"name\": \" \"")),
            "field 'name': expected printable text, but got none");
  EXPECT_EQ(getError(edit("\"name\": \"H200\"", "\"name\": \"H\\n200\"")),
            "field 'name': expected printable text, but got other characters");
  EXPECT_EQ(getError((smallDevice + ", \"measured\": true}").str()),
            "field 'measured': expected an array of names of fields, but got a boolean");
  EXPECT_EQ(getError((smallDevice + ", \"measured\": [{}]}").str()),
            "field 'measured': expected names of fields, but got an object");
  EXPECT_EQ(getError((smallDevice + ", \"measured\": [\"clock\"]}").str()),
            "field 'measured': expected names of fields with numbers, but got 'clock'");
}

TEST(DeviceFileTest, AbsurdNumbers) {
  EXPECT_EQ(getError(edit("\"num_sms\": 132", "\"num_sms\": 0")),
            "field 'num_sms': expected a whole number from 1 to 4096, but got 0");
  EXPECT_EQ(getError(edit("\"num_sms\": 132", "\"num_sms\": -132")),
            "field 'num_sms': expected a whole number from 1 to 4096, but got -132");
  EXPECT_EQ(getError(edit("\"num_sms\": 132", "\"num_sms\": 131.5")),
            "field 'num_sms': expected a whole number from 1 to 4096, but got 131.5");
  EXPECT_EQ(getError(edit("\"num_sms\": 132", "\"num_sms\": 1e300")),
            "field 'num_sms': expected a whole number from 1 to 4096, but got 1e+300");
  EXPECT_EQ(getError(edit("4.3e+12", "1e300")),
            "field 'bandwidth_bytes_per_sec': expected a number from 1e+09 to 1e+15, but got "
            "1e+300");
  // Too large for a number at all.
  EXPECT_EQ(getError(edit("4.3e+12", "1e999")),
            "field 'bandwidth_bytes_per_sec': expected a number from 1e+09 to 1e+15, but got inf");
  EXPECT_EQ(getError(edit("\"sm_clock_hz\": 1.98e+09", "\"sm_clock_hz\": 1.98")),
            "field 'sm_clock_hz': expected a number from 1e+08 to 1e+11, but got 1.98");
  EXPECT_EQ(getError(edit("\"launch_seconds\": 4.9e-07", "\"launch_seconds\": -1")),
            "field 'launch_seconds': expected a number from 0 to 1, but got -1");
}

TEST(DeviceFileTest, FieldsThatContradict) {
  EXPECT_EQ(getError(edit("\"smem_per_block_bytes\": 232448", "\"smem_per_block_bytes\": 300000")),
            "field 'smem_per_block_bytes': expected at most 'smem_per_sm_bytes' (233472), but got "
            "300000");
  EXPECT_EQ(getError(edit("\"registers_per_sm\": 65536", "\"registers_per_sm\": 65530")),
            "field 'registers_per_sm': expected a multiple of 32, but got 65530");
  EXPECT_EQ(getError(edit("\"max_threads_per_block\": 1024", "\"max_threads_per_block\": 1000")),
            "field 'max_threads_per_block': expected a multiple of 32, but got 1000");
  EXPECT_EQ(getError(edit("\"max_threads_per_sm\": 2048", "\"max_threads_per_sm\": 2049")),
            "field 'max_threads_per_sm': expected a multiple of 32, but got 2049");
  EXPECT_EQ(getError(edit("\"max_threads_per_sm\": 2048", "\"max_threads_per_sm\": 512")),
            "field 'max_threads_per_block': expected at most 'max_threads_per_sm' (512), but got "
            "1024");
  for (llvm::StringRef arch : {"gfx90a", "sm_", "sm_9x", "sm_-80", "90"})
    EXPECT_EQ(getError(edit("sm_90a", arch)),
              "field 'sm_arch': expected an architecture such as sm_90a, but got '" + arch.str() +
                  "'");
  for (llvm::StringRef arch : {"sm_100", "sm_80a"})
    EXPECT_EQ(getError(edit("sm_90a", arch)),
              "field 'sm_arch': expected an architecture of compute capability 90, but got '" +
                  arch.str() + "'");
}

TEST(DeviceFileTest, ResolvesNamesTextsAndFiles) {
  EXPECT_EQ(llvm::cantFail(resolveDevice("rtx-3080")).name, "RTX 3080");
  EXPECT_EQ(llvm::cantFail(resolveDevice(getH200())).name, "H200");
  // As MLIR's option parser hands it on.
  EXPECT_EQ(llvm::cantFail(resolveDevice(llvm::StringRef(getH200()).drop_front().drop_back())).name,
            "H200");

  llvm::SmallString<128> path;
  int file;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("device", "json", file, path));
  llvm::raw_fd_ostream(file, /*shouldClose=*/true) << edit("H200", "Mine");
  EXPECT_EQ(llvm::cantFail(resolveDevice(path)).name, "Mine");
  {
    std::error_code error;
    llvm::raw_fd_ostream(path, error) << "{";
  }
  llvm::Expected<DeviceSpec> device = resolveDevice(path);
  ASSERT_FALSE(bool(device));
  EXPECT_TRUE(llvm::StringRef(llvm::toString(device.takeError()))
                  .starts_with(("device file '" + path + "': line 1, column ").str()));
  llvm::sys::fs::remove(path);
  device = resolveDevice(path);
  ASSERT_FALSE(bool(device));
  EXPECT_EQ(llvm::toString(device.takeError()),
            ("cannot read device file '" + path + "': No such file or directory").str());
  device = resolveDevice("native");
  ASSERT_FALSE(bool(device));
  EXPECT_EQ(llvm::toString(device.takeError()),
            "expected a device, but got 'native', which only tools can ask the driver for ('mcfc "
            "--print-device=native')");
}

TEST(DeviceFileTest, TextOfADevice) {
  DeviceSpec device = llvm::cantFail(lookupDevice("h200"));
  EXPECT_EQ(getDeviceText(device), "H200");
  device.numSMs = 66;
  std::string text = getDeviceText(device);
  EXPECT_EQ(text.find('\n'), std::string::npos);
  EXPECT_EQ(llvm::cantFail(resolveDevice(text)).numSMs, 66);
}
