//===- TuningCacheTest.cpp - entries that are kept, found and refused -----===//
#include "CacheFixture.h"
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {
class TuningCacheTest : public CacheFixture {
protected:
  TuningCache getCache(CacheMode mode = CacheMode::On) { return TuningCache(mode, folder); }

  /// Keeps an entry, and gives the path of its file.
  std::string keep(const TuningChooser &chooser, double measuredSeconds = 3e-6,
                   const char *tiling = "mn|k{m=32,n=16,k=16}", bool isComplete = true) {
    ChainOp chain = getChain();
    TuningEntry entry = tile(chain, chooser, measuredSeconds, tiling);
    entry.isComplete = isComplete;
    TuningCache cache = getCache();
    EXPECT_EQ(cache.keep(chain, entry), "");
    return cache.getFolder().getPath(TuningCache::getFileName(entry.key));
  }

  /// What a new chain gets from the cache.
  std::optional<TuningEntry> look(const TuningChooser &chooser) {
    diagnostics.clear();
    ChainOp chain = getChain();
    std::optional<TuningEntry> found = getCache().apply(chain, TuningKey::get(chain, chooser));
    EXPECT_EQ(found.has_value(), static_cast<bool>(chain.getSchedule()));
    EXPECT_TRUE(succeeded(chain->getParentOfType<ModuleOp>().verify()));
    return found;
  }

  /// The entry of the file is not taken, for a reason that has these words.
  void expectRefused(const std::string &words) {
    EXPECT_FALSE(look(getMeasuredChooser()));
    ASSERT_EQ(diagnostics.size(), 1u);
    EXPECT_NE(diagnostics[0].find("the tuning cache leaves out '"), std::string::npos)
        << diagnostics[0];
    EXPECT_NE(diagnostics[0].find(words), std::string::npos) << diagnostics[0];
  }
};
} // namespace

TEST_F(TuningCacheTest, AnEntryComesBackAsItWas) {
  EXPECT_FALSE(look(getMeasuredChooser()));
  EXPECT_TRUE(diagnostics.empty());
  ChainOp chain = getChain();
  TuningEntry entry = tile(chain, getMeasuredChooser());
  ASSERT_EQ(getCache().keep(chain, entry), "");
  std::optional<TuningEntry> found = look(getMeasuredChooser());
  ASSERT_TRUE(found);
  EXPECT_TRUE(diagnostics.empty());
  EXPECT_EQ(found->key.getHash(), entry.key.getHash());
  EXPECT_TRUE(found->isComplete);
  ASSERT_EQ(found->candidates.size(), 3u);
  EXPECT_EQ(found->getWinner().tiling, "mn|k{m=32,n=16,k=16}");
  EXPECT_NEAR(*found->getWinner().estimateSeconds, 2.5e-6, 1e-12);
  const search::Measurement &time = *found->getWinner().measurement;
  EXPECT_NEAR(time.medianSeconds, 3e-6, 1e-12);
  EXPECT_NEAR(time.lowSeconds, 1.5e-6, 1e-12);
  EXPECT_NEAR(time.highSeconds, 6e-6, 1e-12);
  EXPECT_EQ(time.numSamples, 25u);
  EXPECT_EQ(time.registersPerThread, 40);
  EXPECT_FALSE(time.localBytesPerThread);
  EXPECT_FALSE(found->candidates[1].measurement);
  EXPECT_EQ(found->candidates[2].measurement->error, "ptxas: \"no\" \\ way\n");
  EXPECT_FALSE(found->candidates[2].estimateSeconds);
  EXPECT_EQ(found->describeWinner(), "mn|k{m=32,n=16,k=16}, measured 3.000 us");
  // Written again it is the same bytes.
  EXPECT_EQ(found->print(chain), entry.print(chain));
}

TEST_F(TuningCacheTest, WhatWasMeasuredServesTheModel) {
  keep(getMeasuredChooser());
  TuningChooser otherSeed = getChooser();
  otherSeed.seed = 7;
  EXPECT_TRUE(look(getChooser()));
  EXPECT_TRUE(look(otherSeed));
  // But not another model, and no measurement that is asked for.
  TuningChooser otherModel = getChooser(), otherDriver = getMeasuredChooser();
  otherModel.model = "paper";
  otherDriver.method->driverVersion = 13000;
  EXPECT_FALSE(look(otherModel));
  EXPECT_FALSE(look(otherDriver));
}

TEST_F(TuningCacheTest, TheFastestThatWasMeasuredIsTaken) {
  TuningChooser other = getMeasuredChooser();
  other.method->driverVersion = 13000;
  keep(getChooser(), 0, "mn|k{m=64,n=16,k=16}");
  EXPECT_EQ(look(getChooser())->getWinner().tiling, "mn|k{m=64,n=16,k=16}");
  keep(getMeasuredChooser(), 4e-6, "mn|k{m=16,n=16,k=16}");
  EXPECT_EQ(look(getChooser())->getWinner().tiling, "mn|k{m=16,n=16,k=16}");
  keep(other, 3e-6, "mn|k{m=32,n=48,k=16}");
  EXPECT_EQ(look(getChooser())->getWinner().tiling, "mn|k{m=32,n=48,k=16}");
  EXPECT_EQ(look(getMeasuredChooser())->getWinner().tiling, "mn|k{m=16,n=16,k=16}");
}

TEST_F(TuningCacheTest, WhatTheModelChoseServesThisKeyAlone) {
  TuningChooser other = getChooser();
  other.seed = 2;
  keep(getChooser());
  EXPECT_TRUE(look(getChooser()));
  EXPECT_FALSE(look(other));
  EXPECT_FALSE(look(getMeasuredChooser()));
}

TEST_F(TuningCacheTest, AnIncompleteEntryIsTunedAgain) {
  keep(getMeasuredChooser(), 5e-6, "mn|k{m=16,n=16,k=16}", /*isComplete=*/false);
  EXPECT_FALSE(look(getMeasuredChooser()));
  // It is better than no measurement.
  EXPECT_TRUE(look(getChooser()));
  keep(getMeasuredChooser(), 4e-6);
  EXPECT_TRUE(look(getMeasuredChooser()));
  keep(getMeasuredChooser(), 3e-6, "mn|k{m=16,n=16,k=16}", /*isComplete=*/false);
  EXPECT_EQ(look(getMeasuredChooser())->getWinner().tiling, "mn|k{m=32,n=16,k=16}");
}

TEST_F(TuningCacheTest, Modes) {
  ChainOp chain = getChain();
  TuningEntry entry = tile(chain, getChooser());
  for (CacheMode mode : {CacheMode::Off, CacheMode::Read})
    EXPECT_EQ(getCache(mode).keep(chain, entry), "");
  EXPECT_TRUE(getCache().listFiles().empty());
  EXPECT_EQ(getCache().keep(chain, entry), "");
  EXPECT_EQ(getCache().listFiles().size(), 1u);
  ChainOp other = getChain();
  EXPECT_FALSE(getCache(CacheMode::Off).apply(other, entry.key));
  EXPECT_TRUE(getCache(CacheMode::Read).apply(other, entry.key));
}

TEST_F(TuningCacheTest, ModesByName) {
  unsetenv("MCFUSER_CACHE");
  EXPECT_EQ(llvm::cantFail(parseCacheMode("auto")), CacheMode::On);
  setenv("MCFUSER_CACHE", "read", 1);
  EXPECT_EQ(llvm::cantFail(parseCacheMode("auto")), CacheMode::Read);
  EXPECT_EQ(llvm::cantFail(parseCacheMode("off")), CacheMode::Off);
  setenv("MCFUSER_CACHE", "never", 1);
  EXPECT_EQ(llvm::toString(parseCacheMode("auto").takeError()),
            "environment variable MCFUSER_CACHE: expected on, read or off, but got 'never'");
  EXPECT_EQ(llvm::toString(parseCacheMode("of").takeError()),
            "expected auto, on, read or off, but got 'of'");
  unsetenv("MCFUSER_CACHE");
}

TEST_F(TuningCacheTest, Folders) {
  setenv("MCFUSER_CACHE_DIR", "/a", 1);
  setenv("XDG_CACHE_HOME", "/b", 1);
  EXPECT_EQ(CacheFolder::getDefaultPath(), "/a");
  unsetenv("MCFUSER_CACHE_DIR");
  EXPECT_EQ(CacheFolder::getDefaultPath(), "/b/mcfuser");
  setenv("XDG_CACHE_HOME", "relative", 1);
  std::string home = getenv("HOME") ? getenv("HOME") : "";
  setenv("HOME", "/c", 1);
  EXPECT_EQ(CacheFolder::getDefaultPath(), "/c/.cache/mcfuser");
  unsetenv("XDG_CACHE_HOME");
  EXPECT_EQ(CacheFolder::getDefaultPath(), "/c/.cache/mcfuser");
  home.empty() ? unsetenv("HOME") : setenv("HOME", home.c_str(), 1);
}

//===----------------------------------------------------------------------===//
// Entries that are not taken
//===----------------------------------------------------------------------===//

TEST_F(TuningCacheTest, ACutOffEntryIsNotTaken) {
  std::string path = keep(getMeasuredChooser()), text = readFile(path);
  for (size_t size : {size_t(0), size_t(5), text.size() / 4, text.size() / 2, text.size() - 1}) {
    writeFile(path, llvm::StringRef(text).take_front(size));
    expectRefused("it ");
  }
  writeFile(path, text);
  EXPECT_TRUE(look(getMeasuredChooser()));
}

TEST_F(TuningCacheTest, NoChangedByteIsTaken) {
  std::string path = keep(getMeasuredChooser()), text = readFile(path);
  for (size_t at = 0; at < text.size(); at += 7) {
    std::string damaged = text;
    damaged[at] ^= 1;
    writeFile(path, damaged);
    expectRefused("it ");
  }
}

TEST_F(TuningCacheTest, ForeignFilesAreNotTaken) {
  std::string path = keep(getMeasuredChooser());
  writeFile(path, "hello\n");
  expectRefused("it does not start as a tuning entry does");
  writeFile(path, "// MCFuser tuning entry 2, SHA-256 of the lines below: 0\n");
  expectRefused("it is of another version of MCFuser");
  // Whole, but of another driver.
  TuningChooser other = getMeasuredChooser();
  other.method->driverVersion = 13000;
  std::string text = readFile(keep(other));
  std::string otherPath = getCache().getFolder().getPath(TuningCache::getFileName(getKey(other)));
  ASSERT_EQ(::remove(otherPath.c_str()), 0);
  writeFile(path, text);
  expectRefused("it is the entry of another key");
}

TEST_F(TuningCacheTest, WhatCannotBeReadIsNotTaken) {
  std::string path = keep(getMeasuredChooser());
  ASSERT_EQ(::remove(path.c_str()), 0);
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  expectRefused("it is no regular file");
  ASSERT_EQ(::remove(path.c_str()), 0);
  ASSERT_FALSE(llvm::sys::fs::create_directory(path));
  expectRefused("it is no regular file");
  ASSERT_EQ(::remove(path.c_str()), 0);
  writeFile(path, "x");
  ASSERT_EQ(truncate(path.c_str(), 1 << 30), 0);
  expectRefused("expected at most 16777216 bytes, but got 1073741824");
  if (geteuid() == 0)
    return;
  ASSERT_EQ(truncate(path.c_str(), 1), 0);
  ASSERT_EQ(chmod(path.c_str(), 0), 0);
  expectRefused("Permission denied");
}

//===----------------------------------------------------------------------===//
// Entries that cannot be kept
//===----------------------------------------------------------------------===//

TEST_F(TuningCacheTest, AFolderThatCannotBeWrittenIsSaidOnce) {
  // A file where the folder is to be: so it also fails for root.
  writeFile(folder + "/tuning", "in the way");
  ChainOp chain = getChain();
  TuningEntry entry = tile(chain, getChooser());
  TuningCache cache = getCache();
  EXPECT_NE(cache.keep(chain, entry), "");
  EXPECT_NE(cache.keep(chain, entry), "");
  ASSERT_EQ(diagnostics.size(), 1u);
  EXPECT_NE(diagnostics[0].find("the tuning cache keeps nothing: cannot make the folder '"),
            std::string::npos)
      << diagnostics[0];
  // Nor does anything come from it.
  EXPECT_FALSE(look(getChooser()));
}

TEST_F(TuningCacheTest, AReadOnlyFolder) {
  if (geteuid() == 0)
    GTEST_SKIP() << "root may write everywhere";
  keep(getMeasuredChooser());
  ASSERT_EQ(chmod((folder + "/tuning").c_str(), 0500), 0);
  ChainOp chain = getChain({{"64", "80"}});
  TuningCache cache = getCache();
  EXPECT_NE(cache.keep(chain, tile(chain, getChooser())), "");
  EXPECT_EQ(diagnostics.size(), 1u);
  EXPECT_TRUE(look(getChooser()));
  ASSERT_EQ(chmod((folder + "/tuning").c_str(), 0700), 0);
}

TEST_F(TuningCacheTest, AFullDiskLeavesWhatWasThere) {
  std::string path = keep(getMeasuredChooser()), text = readFile(path);
  ChainOp chain = getChain();
  TuningEntry entry = tile(chain, getMeasuredChooser(), 1e-6);
  rlimit before;
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  auto handler = signal(SIGXFSZ, SIG_IGN);
  rlimit small = {100, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  TuningCache cache = getCache();
  std::string error = cache.keep(chain, entry);
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, handler);
  EXPECT_NE(error.find("cannot write '"), std::string::npos) << error;
  EXPECT_EQ(readFile(path), text);
  // Nothing half done stays.
  EXPECT_EQ(cache.listFiles().size(), 1u);
  EXPECT_EQ(cache.getFolder().list().size(), 1u);
}
