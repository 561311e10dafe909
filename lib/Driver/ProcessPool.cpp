//===- ProcessPool.cpp - jobs in processes of their own -------------------===//
#include "ProcessPool.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>
#ifdef __linux__
#include <sys/prctl.h>
#endif

using namespace mcf;
using Clock = std::chrono::steady_clock;

namespace {
/// What stands before each reply.
struct ReplyHeader {
  uint64_t numBytes;
  bool endsProcess;
};

struct Worker {
  pid_t process = -1;
  int jobs = -1, replies = -1;
  std::optional<size_t> job;
  Clock::time_point started;
  std::string buffer;
};
} // namespace

static bool writeAll(int file, const void *data, size_t size) {
  const char *bytes = static_cast<const char *>(data);
  while (size > 0) {
    ssize_t written = write(file, bytes, size);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return false;
    bytes += written;
    size -= static_cast<size_t>(written);
  }
  return true;
}

static bool readAll(int file, void *data, size_t size) {
  char *bytes = static_cast<char *>(data);
  while (size > 0) {
    ssize_t got = read(file, bytes, size);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    bytes += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

/// In the child: jobs until there are no more.
static void serve(int jobs, int replies, llvm::function_ref<std::string(size_t, bool &)> work) {
  size_t job = 0;
  while (readAll(jobs, &job, sizeof(job))) {
    bool endProcess = false;
    std::string reply = work(job, endProcess);
    ReplyHeader header = {reply.size(), endProcess};
    if (!writeAll(replies, &header, sizeof(header)) ||
        !writeAll(replies, reply.data(), reply.size()) || endProcess)
      return;
  }
}

static bool start(Worker &worker, llvm::ArrayRef<Worker> others,
                  llvm::function_ref<std::string(size_t, bool &)> work) {
  int jobs[2], replies[2];
  if (pipe(jobs) != 0)
    return false;
  if (pipe(replies) != 0) {
    close(jobs[0]);
    close(jobs[1]);
    return false;
  }
  llvm::outs().flush();
  pid_t child = fork();
  if (child == 0) {
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    // A crash is one failed candidate: no stack trace, no core file in the way.
    for (int number : {SIGSEGV, SIGABRT, SIGBUS, SIGILL, SIGFPE})
      signal(number, SIG_DFL);
    close(jobs[1]);
    close(replies[0]);
    for (const Worker &other : others)
      if (other.process > 0) {
        close(other.jobs);
        close(other.replies);
      }
    serve(jobs[0], replies[1], work);
    // No destructors and no handlers: they belong to the parent.
    _exit(0);
  }
  close(jobs[0]);
  close(replies[1]);
  if (child < 0) {
    close(jobs[1]);
    close(replies[0]);
    return false;
  }
  worker = Worker();
  worker.process = child;
  worker.jobs = jobs[1];
  worker.replies = replies[0];
  return true;
}

/// Ends the process, if need be by force, and says how it ended.
static std::string stop(Worker &worker, bool byForce) {
  if (worker.process <= 0)
    return "";
  if (byForce)
    kill(worker.process, SIGKILL);
  close(worker.jobs);
  close(worker.replies);
  int status = 0;
  while (waitpid(worker.process, &status, 0) < 0 && errno == EINTR)
    ;
  worker = Worker();
  if (WIFSIGNALED(status))
    return std::string("crashed: ") + strsignal(WTERMSIG(status));
  return llvm::formatv("ended with exit code {0}", WEXITSTATUS(status)).str();
}

static double secondsBetween(Clock::time_point from, Clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

/// Reads what there is. False: the process has ended.
static bool receive(Worker &worker) {
  char bytes[1 << 16];
  ssize_t got = read(worker.replies, bytes, sizeof(bytes));
  if (got < 0)
    return errno == EINTR || errno == EAGAIN;
  worker.buffer.append(bytes, static_cast<size_t>(got));
  return got > 0;
}

static constexpr llvm::StringLiteral timeIsUp = "the time limit has passed",
                                     wasStopped = "it was stopped";

/// Why no more is done, or an empty text.
static std::string findReasonToStop(const ProcessPoolOptions &options) {
  if (options.deadline && Clock::now() > *options.deadline)
    return timeIsUp.str();
  return options.isStopped && options.isStopped() ? wasStopped.str() : "";
}

static void runHere(size_t numJobs, const ProcessPoolOptions &options,
                    llvm::function_ref<std::string(size_t, bool &)> work,
                    llvm::function_ref<void(size_t, JobOutcome)> done) {
  bool isBroken = false;
  for (size_t job = 0; job < numJobs; ++job) {
    if (isBroken)
      done(job, {"not started: one before it left the process unfit", ""});
    else if (std::string reason = findReasonToStop(options); !reason.empty())
      done(job, {"not started: " + reason, "", /*wasGivenUp=*/true});
    else
      done(job, {"", work(job, isBroken)});
  }
}

void mcf::runJobs(size_t numJobs, const ProcessPoolOptions &options,
                  llvm::function_ref<std::string(size_t, bool &)> work,
                  llvm::function_ref<void(size_t, JobOutcome)> done) {
  if (options.inThisProcess)
    return runHere(numJobs, options, work, done);
  // A process that died must show as a failed write and not end this one.
  auto *oldHandler = signal(SIGPIPE, SIG_IGN);
  std::vector<Worker> workers(
      std::min<size_t>(std::max(1u, options.numProcesses), std::max<size_t>(1, numJobs)));
  size_t next = 0;
  std::string whyLate;
  auto isLate = [&] {
    if (whyLate.empty())
      whyLate = findReasonToStop(options);
    return !whyLate.empty();
  };
  while (true) {
    for (Worker &worker : workers) {
      if (worker.job || next == numJobs || isLate())
        continue;
      if (worker.process <= 0 && !start(worker, workers, work)) {
        done(next++, {"cannot start a process: " + std::string(strerror(errno)), ""});
        continue;
      }
      size_t job = next++;
      worker.job = job;
      worker.started = Clock::now();
      if (!writeAll(worker.jobs, &job, sizeof(job)))
        done(job, {stop(worker, /*byForce=*/true), ""});
    }
    if (llvm::none_of(workers, [](const Worker &worker) { return worker.job.has_value(); })) {
      if (next == numJobs || isLate())
        break;
      continue;
    }
    std::vector<pollfd> files;
    for (Worker &worker : workers)
      files.push_back({worker.job ? worker.replies : -1, POLLIN, 0});
    poll(files.data(), files.size(), /*timeout=*/100);
    for (auto [worker, file] : llvm::zip_equal(workers, files)) {
      if (!worker.job)
        continue;
      size_t job = *worker.job;
      if (file.revents && !receive(worker)) {
        std::string error = stop(worker, /*byForce=*/false);
        done(job, {error, ""});
        continue;
      }
      ReplyHeader header;
      if (worker.buffer.size() >= sizeof(header)) {
        std::memcpy(&header, worker.buffer.data(), sizeof(header));
        if (worker.buffer.size() >= sizeof(header) + header.numBytes) {
          JobOutcome outcome{"", worker.buffer.substr(sizeof(header), header.numBytes)};
          worker.buffer.clear();
          worker.job.reset();
          if (header.endsProcess)
            stop(worker, /*byForce=*/false);
          done(job, std::move(outcome));
          continue;
        }
      }
      if (isLate() || secondsBetween(worker.started, Clock::now()) > options.jobLimitSeconds) {
        std::string error =
            isLate() ? "given up: " + whyLate
                     : llvm::formatv("did not end within {0:f0} s", options.jobLimitSeconds).str();
        stop(worker, /*byForce=*/true);
        done(job, {error, "", /*wasGivenUp=*/isLate()});
      }
    }
  }
  while (next < numJobs)
    done(next++, {"not started: " + whyLate, "", /*wasGivenUp=*/true});
  for (Worker &worker : workers)
    stop(worker, /*byForce=*/false);
  signal(SIGPIPE, oldHandler);
}
