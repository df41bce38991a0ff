#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <string>

namespace evenkeel {

/// From now on Ctrl+C, SIGTERM and SIGHUP (the terminal was closed; not under nohup) only set stop_requested(). A
/// second Ctrl+C or SIGTERM ends the program at once; a second SIGHUP does not, because a shell may send one too.
void catch_stop_signals();
/// From now on writing to a pipe without a reader fails instead of ending the program.
void survive_broken_pipes();
/// Large blocks are given back to the system as soon as they are freed. To be called before any thread starts: glibc
/// raises the size from which it does that with each such block it frees, up to 32 MB (mallopt(3), M_MMAP_THRESHOLD),
/// and small objects keep the heaps that have them instead from shrinking.
void return_large_blocks();
void request_stop();
bool stop_requested();
/// Can be read once a stop is requested; for poll(2). -1 before catch_stop_signals().
int stop_file();
/// The flag behind stop_requested(), for lower layers that poll it.
const std::atomic<bool>& stop_flag();

/// Prints one sentence about a failure of the environment on standard error; returns its exit status, 1.
int fail(const std::string& sentence);
/// The same of a wrong command line, or of a file named there that cannot be used; returns 2.
int refuse(const std::string& sentence);

/// One sentence about an unhandled exception: usually the machine has no threads, file descriptors or memory left.
std::string exception_text(const std::exception& error);

/// Held by a thread that nobody joins. While one exists the program must not end through exit(), which destroys objects
/// that the thread may still use.
class DetachedWork {
 public:
  DetachedWork();
  ~DetachedWork();
  DetachedWork(const DetachedWork&) = delete;
  DetachedWork& operator=(const DetachedWork&) = delete;
};

bool has_detached_work();

/// Held by a thread that nobody joins and that puts something right at the end: end_program() waits for it, for
/// `patience` at most, and says `news` once where that takes a while. It is detached work too.
class PromisedWork {
 public:
  explicit PromisedWork(std::chrono::milliseconds patience = std::chrono::seconds(3), std::string news = "");
  ~PromisedWork();
  PromisedWork(const PromisedWork&) = delete;
  PromisedWork& operator=(const PromisedWork&) = delete;

  /// What it puts right begins now: whoever waits for it before the end of the program does so out of its patience.
  /// Only the first time counts.
  void wait_from_now();

  std::chrono::milliseconds patience() const { return patience_; }
  /// What of its patience is over, for who began to wait that long ago, also before it was promised.
  std::chrono::steady_clock::duration waited(std::chrono::steady_clock::duration at_the_end) const;
  const std::string& news() const { return news_; }

 private:
  std::chrono::milliseconds patience_;
  std::string news_;
  std::chrono::steady_clock::time_point made_ = std::chrono::steady_clock::now();
  std::atomic<std::chrono::steady_clock::time_point> since_{std::chrono::steady_clock::time_point::max()};
  DetachedWork detached_;
};

/// The last call in main(): waits for promised work, then returns the status, or ends the process with it at once if
/// detached work still runs. Where standard output could not be written (a full disk), it says so and the status is at
/// least 1.
int end_program(int status);

}  // namespace evenkeel
