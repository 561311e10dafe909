//===- CacheProcessesTest.cpp - many processes and one cache --------------===//
#include "CacheFixture.h"
#include <sys/wait.h>
#include <unistd.h>

// So many processes, each writing and reading so often, over so many keys.
static constexpr unsigned numProcesses = 16, numRounds = 40, numKeys = 4;

namespace {
class CacheProcessesTest : public CacheFixture {
protected:
  TuningChooser getChooserOf(unsigned number) {
    TuningChooser chooser = getMeasuredChooser();
    chooser.method->count = number + 1;
    return chooser;
  }

  /// Writes and reads entries of all keys. Returns what went wrong. Who writes says by the time of
  /// the winner who wrote, and the second time must be of the same writer.
  std::string work(unsigned process, bool removes) {
    TuningCache cache(CacheMode::On, folder);
    for (unsigned round = 0; round < numRounds; ++round) {
      unsigned number = (process + round) % numKeys;
      ChainOp chain = getChain();
      TuningEntry entry = tile(chain, getChooserOf(number), 1e-6 * (process + 1));
      if (std::string error = cache.keep(chain, entry); !error.empty())
        return error;
      ChainOp other = getChain();
      std::optional<TuningEntry> found = cache.apply(other, entry.key);
      if (!diagnostics.empty())
        return diagnostics.front();
      if (found && found->key.getHash() != entry.key.getHash())
        return "the entry of another key";
      if (!found && !removes)
        return "an entry was there and is gone";
      if (found) {
        const search::Measurement &time = *found->getWinner().measurement;
        if (std::abs(time.highSeconds - 4 * time.lowSeconds) > 1e-9)
          return "an entry of two writers";
      }
      if (removes && round % 5 == process % 5)
        if (std::string error = cache.getFolder().remove(TuningCache::getFileName(entry.key));
            !error.empty())
          return error;
    }
    return "";
  }

  /// Runs the work of so many processes; all of them must return an empty text.
  static void runAll(unsigned count, llvm::function_ref<std::string(unsigned)> work) {
    std::vector<pid_t> children;
    for (unsigned i = 0; i < count; ++i) {
      pid_t child = fork();
      ASSERT_GE(child, 0);
      if (child == 0) {
        std::string error = work(i);
        if (!error.empty())
          fprintf(stderr, "process %u: %s\n", i, error.c_str());
        _exit(error.empty() ? 0 : 1);
      }
      children.push_back(child);
    }
    for (pid_t child : children) {
      int status = 0;
      ASSERT_EQ(waitpid(child, &status, 0), child);
      EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
  }
};
} // namespace

TEST_F(CacheProcessesTest, NoneSeesATornEntry) {
  runAll(numProcesses, [&](unsigned process) { return work(process, /*removes=*/false); });
  TuningCache cache(CacheMode::On, folder);
  EXPECT_EQ(cache.listFiles().size(), numKeys);
  for (const CacheFolder::File &file : cache.listFiles()) {
    std::string error;
    EXPECT_FALSE(file.isTemporary);
    EXPECT_TRUE(cache.read(file.name, context, error)) << error;
  }
}

TEST_F(CacheProcessesTest, EntriesMayBeRemovedMeanwhile) {
  runAll(numProcesses, [&](unsigned process) { return work(process, /*removes=*/true); });
}

TEST_F(CacheProcessesTest, FoldersComeAndGo) {
  // Whoever removes the last file of a folder removes the folder, under the hands of the others.
  runAll(4, [&](unsigned) {
    CacheFolder files(folder);
    for (unsigned round = 0; round < 2000; ++round) {
      if (std::string error = files.write("a/b", "text"); !error.empty())
        return error;
      if (std::string error = files.remove("a/b"); !error.empty())
        return error;
    }
    return std::string();
  });
}
