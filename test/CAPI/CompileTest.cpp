//===- CompileTest.cpp - programs of the C API ----------------------------===//
#include "CAPIFixture.h"
#include <thread>

namespace {

std::string getText(const ProgramPtr &program, const char *name) {
  const char *text = nullptr;
  size_t size = 0;
  EXPECT_EQ(mcf_program_get_text(program.get(), name, &text, &size), MCF_OK)
      << name << ": " << mcf_last_error();
  return text ? std::string(text, size) : "";
}

TEST(CAPICompile, ShowsEveryStage) {
  ProgramPtr program = compileOk(gemmChain);
  mcf_program_info info;
  ASSERT_EQ(mcf_program_get_info(program.get(), &info), MCF_OK);
  EXPECT_EQ(info.function_count, 1u);
  EXPECT_EQ(info.chain_count, 1u);
  EXPECT_EQ(info.kernel_count, 1u);
  EXPECT_STREQ(info.device, "H200");
  EXPECT_STREQ(info.arch, "sm_90a");
  EXPECT_EQ(info.stopped_early, 0);
  struct {
    const char *name, *part;
  } parts[] = {
      {"input", "linalg.matmul"},   {"chain", "mcf.contract"},
      {"schedule", "mcf.schedule"}, {"tile-program", "mcf.tile_program"},
      {"block-vectors", "vector<"}, {"gpu", "gpu.func"},
      {"nvvm", "llvm.func"},        {"llvm", "define ptx_kernel"},
      {"ptx", ".target sm_90a"},    {"plan", "\"kernels\""},
      {"report", "chain 0, in @f"}, {"remarks", "test.mlir:7:8: remark: fused 2 contractions"},
      {"tuning", "\"chains\""}};
  for (const auto &[name, part] : parts)
    EXPECT_TRUE(has(getText(program, name), part)) << name;
  // The same text again, at the same place.
  const char *first = nullptr, *second = nullptr;
  ASSERT_EQ(mcf_program_get_text(program.get(), "ptx", &first, nullptr), MCF_OK);
  ASSERT_EQ(mcf_program_get_text(program.get(), "ptx", &second, nullptr), MCF_OK);
  EXPECT_EQ(first, second);
  size_t size = 1;
  EXPECT_FAILS(mcf_program_get_text(program.get(), "asm", &first, &size), MCF_INVALID_ARGUMENT,
               "expected one of the texts input, chain");
  EXPECT_EQ(first, nullptr);
  EXPECT_EQ(size, 0u);
}

TEST(CAPICompile, EveryTextThatIsListedIsKnown) {
  ProgramPtr program = compileOk(gemmChain);
  for (size_t i = 0; i < mcf_text_count(); ++i) {
    const char *text = nullptr;
    mcf_status status = mcf_program_get_text(program.get(), mcf_text_name(i), &text, nullptr);
    EXPECT_TRUE(status == MCF_OK || status == MCF_UNAVAILABLE) << mcf_text_name(i);
    EXPECT_STRNE(mcf_text_help(i), "");
  }
}

TEST(CAPICompile, KernelsHaveAPlanOfTheirOwn) {
  ProgramPtr program = compileOk(gemmChain);
  const char *name = nullptr, *plan = nullptr;
  ASSERT_EQ(mcf_program_get_kernel(program.get(), 0, &name, &plan), MCF_OK);
  EXPECT_STREQ(name, "f_chain_0");
  mcfrt_plan *parsed = nullptr;
  ASSERT_EQ(mcfrt_plan_parse(plan, std::string(plan).size(), &parsed), MCFRT_OK);
  EXPECT_EQ(mcfrt_plan_get_kernel_count(parsed), 1u);
  mcfrt_plan_destroy(parsed);
  EXPECT_FAILS(mcf_program_get_kernel(program.get(), 1, &name, &plan), MCF_INVALID_ARGUMENT,
               "expected the number of a kernel below 1, but got 1");
  EXPECT_EQ(name, nullptr);
}

TEST(CAPICompile, StagesAreMadeWhenTheyAreAskedFor) {
  ProgramPtr program = compileOk(gemmChain, {{"tiling", "default"}, {"up-to", "chain"}});
  mcf_function_info function;
  ASSERT_EQ(mcf_program_get_function(program.get(), 0, &function), MCF_OK);
  EXPECT_EQ(function.kernel_count, 1u);
  EXPECT_EQ(function.is_launchable, 0);
  EXPECT_TRUE(has(function.not_launchable_because, "stage 'tile-program'"));
  EXPECT_TRUE(has(getText(program, "ptx"), ".visible .entry"));
  ASSERT_EQ(mcf_program_get_function(program.get(), 0, &function), MCF_OK);
  EXPECT_EQ(function.is_launchable, 1) << function.not_launchable_because;
}

TEST(CAPICompile, RemarksGrowAndOldOnesStay) {
  ProgramPtr program = compileOk(gemmChain, {{"up-to", "chain"}});
  const char *before = nullptr, *after = nullptr;
  ASSERT_EQ(mcf_program_get_text(program.get(), "remarks", &before, nullptr), MCF_OK);
  std::string copy = before;
  EXPECT_EQ(copy.find("search priced"), std::string::npos);
  getText(program, "schedule");
  ASSERT_EQ(mcf_program_get_text(program.get(), "remarks", &after, nullptr), MCF_OK);
  EXPECT_TRUE(has(after, "search priced"));
  EXPECT_EQ(copy, before);
}

TEST(CAPICompile, WhatIsPastLinalgIsAnInput) {
  ProgramPtr program = compileOk(gemmChain);
  for (const char *stage : {"input", "chain", "schedule", "tile-program", "nvvm"}) {
    ProgramPtr again = compileOk(getText(program, stage));
    ASSERT_TRUE(again) << stage;
    mcf_program_info info;
    ASSERT_EQ(mcf_program_get_info(again.get(), &info), MCF_OK);
    EXPECT_EQ(info.kernel_count, 1u) << stage;
    EXPECT_TRUE(has(getText(again, "ptx"), ".visible .entry f_chain_0")) << stage;
    getText(again, "report");
  }
}

TEST(CAPICompile, AScheduleIsATuningRecord) {
  ProgramPtr searched = compileOk(gemmChain, {});
  std::string record = getText(searched, "schedule");
  EXPECT_TRUE(has(getText(searched, "tuning"), "\"candidates_priced\""));
  ProgramPtr program = compileOk(gemmChain, {{"tuning-record", record.c_str()}});
  EXPECT_EQ(getText(program, "ptx"), getText(searched, "ptx"));
  EXPECT_TRUE(has(getText(program, "report"), "the schedule of 1 chain is from the option"));
  EXPECT_TRUE(has(getText(program, "tuning"), "\"given\": true"));
  ProgramPtr none;
  EXPECT_FAILS(compileTo(none, gemmChain, {{"tuning-record", "func.func"}}), MCF_INVALID_OPTION,
               "tuning-record:1:");
  EXPECT_FAILS(compileTo(none, gemmChain, {{"tuning-record", "module {}"}}), MCF_COMPILE_FAILED,
               "schedule");
  EXPECT_FAILS(compileTo(none, gemmChain, {{"tuning-record", "module {}"}, {"tiling", "default"}}),
               MCF_INVALID_OPTION, "expected option 'tiling' or 'tuning-record', but got both");
}

TEST(CAPICompile, NothingFusedIsAProgramWithoutKernels) {
  ProgramPtr program = compileOk(onlyOneProduct, {});
  mcf_program_info info;
  ASSERT_EQ(mcf_program_get_info(program.get(), &info), MCF_OK);
  EXPECT_EQ(info.chain_count, 0u);
  EXPECT_EQ(info.kernel_count, 0u);
  const char *text = nullptr;
  for (const char *name : {"ptx", "plan", "gpu", "llvm", "cubin"})
    EXPECT_FAILS(mcf_program_get_text(program.get(), name, &text, nullptr), MCF_NOTHING_FUSED,
                 "remark: ");
  EXPECT_TRUE(has(getText(program, "report"), "nothing was fused"));
  EXPECT_TRUE(has(getText(program, "tile-program"), "linalg.matmul"));
  EXPECT_TRUE(has(getText(program, "remarks"), "test.mlir:"));
  mcf_executable *executable = nullptr;
  EXPECT_FAILS(mcf_load(program.get(), 0, &executable), MCF_NOTHING_FUSED, "nothing was fused");
}

TEST(CAPICompile, DiagnosticsHaveLineColumnAndSource) {
  ProgramPtr program;
  EXPECT_FAILS(compileTo(program, "func.func @f(%a: tensor<4xf33>)"), MCF_COMPILE_FAILED,
               "test.mlir:1:27: error: ");
  EXPECT_TRUE(has(mcf_last_error(), "func.func @f(%a: tensor<4xf33>)\n"));
  // A pass.
  EXPECT_FAILS(compileTo(program, gemmChain, {{"tiling", "mn(k,h){m=16,q=16}"}}),
               MCF_COMPILE_FAILED, "test.mlir:11:8: error: tiling expression");
  EXPECT_FAILS(compileTo(program, gemmChain, {{"arch", "sm_80"}, {"ptx-version", "7.9"}}),
               MCF_INVALID_OPTION, "PTX ISA version");
}

TEST(CAPICompile, GarbageIsAnError) {
  ProgramPtr program;
  EXPECT_FAILS(compileTo(program, ""), MCF_COMPILE_FAILED, "'test.mlir' is empty");
  EXPECT_FAILS(compileTo(program, " \n\t"), MCF_COMPILE_FAILED, "'test.mlir' is empty");
  EXPECT_FAILS(compileTo(program, "ML\xEFR\x01\x02"), MCF_COMPILE_FAILED, "but got bytecode");
  EXPECT_FAILS(compileTo(program, "module {\n" + std::string(64, '\0')), MCF_COMPILE_FAILED,
               "test.mlir:2:1: error: expected text, but got a zero byte");
  EXPECT_FAILS(compileTo(program, "\xff\xfe garbage"), MCF_COMPILE_FAILED, "test.mlir:1:1");
  // Random bytes, and the program with bytes changed.
  uint32_t state = 1;
  auto next = [&] { return (state = state * 1664525u + 1013904223u) >> 24; };
  for (int round = 0; round < 200; ++round) {
    std::string text = round % 2 ? gemmChain : std::string(300, ' ');
    for (int change = 0; change < (round % 2 ? 3 : 300); ++change)
      text[(next() << 8 | next()) % text.size()] = static_cast<char>(next());
    (void)compileTo(program, text, {{"tiling", "default"}, {"up-to", "chain"}});
  }
}

TEST(CAPICompile, DeepTextsDoNotOverflowAStack) {
  ProgramPtr program;
  size_t deep = 2000000;
  EXPECT_FAILS(compileTo(program, std::string(deep, '(')), MCF_COMPILE_FAILED,
               "test.mlir:1:1001: error: expected brackets and signs to nest at most 1000 deep");
  EXPECT_FAILS(compileTo(program, "#m = affine_map<(d0) -> (" + std::string(deep, '-')),
               MCF_COMPILE_FAILED, "nest at most 1000 deep");
  EXPECT_FAILS(compileTo(program, "\n\n// (((\n\"(((\"" + std::string(deep, '[')),
               MCF_COMPILE_FAILED, "test.mlir:4:1006: error: ");
  // As deep as is allowed.
  std::string text =
      "#m = affine_map<(d0) -> (" + std::string(900, '(') + "d0" + std::string(900, ')') + ")>\n";
  EXPECT_EQ(compileTo(program, text), MCF_OK) << mcf_last_error();
  // Long, not deep.
  std::string large = gemmChain;
  large.append(size_t(8) << 20, '\n');
  EXPECT_EQ(compileTo(program, large), MCF_OK) << mcf_last_error();
}

TEST(CAPICompile, NullIsRefusedByName) {
  ProgramPtr program = compileOk(gemmChain, {{"tiling", "default"}, {"up-to", "chain"}});
  mcf_program *made = nullptr;
  size_t number = 0;
  EXPECT_FAILS(mcf_compile(nullptr, nullptr, 1, "x", &made), MCF_INVALID_ARGUMENT, "'text'");
  EXPECT_FAILS(mcf_compile(nullptr, "x", 1, "x", nullptr), MCF_INVALID_ARGUMENT, "'program'");
  EXPECT_FAILS(mcf_compile(nullptr, "x", 1, nullptr, &made), MCF_COMPILE_FAILED, "input:1:1");
  EXPECT_FAILS(mcf_tune(nullptr, "x", 1, "x", nullptr, nullptr, nullptr), MCF_INVALID_ARGUMENT,
               "'program'");
  EXPECT_FAILS(mcf_program_get_info(program.get(), nullptr), MCF_INVALID_ARGUMENT, "'info'");
  EXPECT_FAILS(mcf_program_get_info(nullptr, nullptr), MCF_INVALID_ARGUMENT, "'program'");
  EXPECT_FAILS(mcf_program_get_text(program.get(), "ptx", nullptr, nullptr), MCF_INVALID_ARGUMENT,
               "'text'");
  EXPECT_FAILS(mcf_program_get_text(nullptr, "ptx", nullptr, nullptr), MCF_INVALID_ARGUMENT,
               "'program'");
  EXPECT_FAILS(mcf_program_get_kernel(nullptr, 0, nullptr, nullptr), MCF_INVALID_ARGUMENT,
               "'program'");
  EXPECT_FAILS(mcf_program_get_function(program.get(), 0, nullptr), MCF_INVALID_ARGUMENT, "'info'");
  EXPECT_FAILS(mcf_program_get_input(nullptr, 0, 0, nullptr), MCF_INVALID_ARGUMENT, "'program'");
  EXPECT_FAILS(mcf_program_get_output(program.get(), 0, 0, nullptr), MCF_INVALID_ARGUMENT,
               "'info'");
  EXPECT_FAILS(mcf_program_find_function(program.get(), nullptr, &number), MCF_INVALID_ARGUMENT,
               "'name'");
  EXPECT_FAILS(mcf_load(nullptr, 0, nullptr), MCF_INVALID_ARGUMENT, "'program'");
  EXPECT_FAILS(mcf_launch(nullptr, 0, nullptr, 0, nullptr, 0, nullptr), MCF_INVALID_ARGUMENT,
               "'executable'");
  EXPECT_FAILS(mcf_synchronize(nullptr), MCF_INVALID_ARGUMENT, "'executable'");
  EXPECT_FAILS(mcf_executable_get_runtime(nullptr, nullptr, nullptr, nullptr), MCF_INVALID_ARGUMENT,
               "'executable'");
  mcf_program_destroy(nullptr);
  mcf_executable_destroy(nullptr);
}

TEST(CAPICompile, FunctionsAreFoundByNameAndNumber) {
  ProgramPtr program = compileOk(gemmChain, {{"tiling", "default"}, {"up-to", "chain"}});
  size_t number = 9;
  EXPECT_FAILS(mcf_program_find_function(program.get(), "h", &number), MCF_INVALID_ARGUMENT,
               "expected a function of f, but got 'h'");
  EXPECT_EQ(number, 9u);
  mcf_function_info function;
  EXPECT_FAILS(mcf_program_get_function(program.get(), 1, &function), MCF_INVALID_ARGUMENT,
               "expected the number of a function below 1, but got 1");
  mcf_value_info value;
  EXPECT_FAILS(mcf_program_get_input(program.get(), 0, 3, &value), MCF_INVALID_ARGUMENT,
               "expected the number of an input of 'f' below 3, but got 3");
  EXPECT_FAILS(mcf_program_get_output(program.get(), 0, 1, &value), MCF_INVALID_ARGUMENT,
               "expected the number of an output of 'f' below 1, but got 1");
}

/// The error of a thread is its own, and programs of several threads do not meet.
TEST(CAPICompile, ThreadsDoNotMeet) {
  std::string expected = getText(compileOk(gemmChain), "ptx");
  std::vector<std::thread> threads;
  std::vector<std::string> texts(6), errors(6);
  for (int i = 0; i < 6; ++i)
    threads.emplace_back([&, i] {
      ProgramPtr program;
      std::string wrong = "bad" + std::to_string(i);
      EXPECT_EQ(compileTo(program, wrong), MCF_COMPILE_FAILED);
      program = compileOk(gemmChain);
      texts[i] = getText(program, "ptx");
      errors[i] = mcf_last_error();
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < 6; ++i) {
    EXPECT_EQ(texts[i], expected);
    EXPECT_TRUE(has(errors[i], "bad" + std::to_string(i)));
  }
}

/// A program may go from one thread to another between calls.
TEST(CAPICompile, AProgramMayChangeThreads) {
  ProgramPtr program = compileOk(gemmChain, {{"tiling", "default"}, {"up-to", "chain"}});
  std::thread([&] { EXPECT_TRUE(has(getText(program, "ptx"), ".entry")); }).join();
  EXPECT_TRUE(has(getText(program, "llvm"), "define"));
}

} // namespace
