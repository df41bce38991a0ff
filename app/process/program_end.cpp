#include "app/process/program_end.h"

#include <malloc.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <boost/system/system_error.hpp>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace evenkeel {
namespace {

static_assert(std::atomic<bool>::is_always_lock_free);  // set in a signal handler
std::atomic<bool> stop{false};

void handle(int signal, void (*handler)(int), unsigned flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(flags);
  sigaction(signal, &action, nullptr);
}

int stop_event = -1;

void on_stop(int) {
  stop = true;
  const int error = errno;
  const std::uint64_t one = 1;
  if (stop_event >= 0 && write(stop_event, &one, sizeof one) < 0) errno = error;
}

bool is_ignored(int signal) {
  struct sigaction now {};
  return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

/// As errno; 0 if unknown.
int reason_of(const std::exception& error) {
  if (dynamic_cast<const std::bad_alloc*>(&error) != nullptr) return ENOMEM;
  if (const auto* standard = dynamic_cast<const std::system_error*>(&error)) return standard->code().value();
  if (const auto* boost = dynamic_cast<const boost::system::system_error*>(&error)) return boost->code().value();
  return 0;
}

bool is_of_limits(int reason) {
  return reason == EMFILE || reason == ENFILE || reason == EAGAIN || reason == ENOMEM || reason == ENOBUFS;
}

std::atomic<int> left{0};

// Never destroyed: a thread that is left behind may outlast main().
struct Promises {
  std::mutex mutex;
  std::vector<const PromisedWork*> all;  // under mutex
};

Promises& promises() {
  static auto* const made = new Promises;
  return *made;
}

/// A reader that ends (`| head`) and a terminal that closes are no failure.
bool has_reader(int output) {
  pollfd asked{output, 0, 0};
  return poll(&asked, 1, 0) <= 0 || (asked.revents & (POLLERR | POLLHUP)) == 0;
}

/// Whether all that was printed arrived; errno has the reason where it did not and the reason is known.
bool flush_output() {
  errno = 0;
  const bool flushed = std::fflush(stdout) == 0;
  const int reason = errno;
  const bool arrived = (flushed && std::ferror(stdout) == 0) || !has_reader(STDOUT_FILENO);
  errno = flushed ? 0 : reason;
  return arrived;
}

constexpr std::chrono::milliseconds a_while{300};

/// What there is to say of each promise that is still waited for, after so long.
std::vector<std::string> news_of_promises(std::chrono::steady_clock::duration waited) {
  const std::lock_guard lock(promises().mutex);
  std::vector<std::string> news;
  for (const PromisedWork* work : promises().all) {
    if (work->waited(waited) < work->patience()) news.push_back(work->news());
  }
  return news;
}

bool tell_one(const std::vector<std::string>& news) {
  const auto one = std::ranges::find_if(news, [](const std::string& text) { return !text.empty(); });
  if (one != news.end()) std::fprintf(stderr, "%s\n", one->c_str());
  return one != news.end();
}

void wait_for_promises() {
  const auto begin = std::chrono::steady_clock::now();
  for (bool told = false;; std::this_thread::sleep_for(std::chrono::milliseconds(10))) {
    const auto waited = std::chrono::steady_clock::now() - begin;
    const auto news = news_of_promises(waited);
    if (news.empty()) return;
    if (!told && waited >= a_while) told = tell_one(news);
  }
}

int fail_to_print() {
  const std::string reason = errno == 0 ? "" : std::string(": ") + std::strerror(errno);
  return fail("Cannot write all of the output" + reason + "; send it to another place.");
}

}  // namespace

void catch_stop_signals() {
  if (stop_event < 0) stop_event = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  handle(SIGINT, on_stop, SA_RESETHAND);
  handle(SIGTERM, on_stop, SA_RESETHAND);
  if (!is_ignored(SIGHUP)) handle(SIGHUP, on_stop, 0);
}

/// By a handler that does nothing: programs that we start would inherit an ignored signal.
void return_large_blocks() { mallopt(M_MMAP_THRESHOLD, 256 * 1024); }

void survive_broken_pipes() {
  handle(
      SIGPIPE, [](int) {}, SA_RESTART);
}

void request_stop() { on_stop(0); }

bool stop_requested() { return stop; }

int stop_file() { return stop_event; }

const std::atomic<bool>& stop_flag() { return stop; }

int fail(const std::string& sentence) {
  std::fprintf(stderr, "%s\n", sentence.c_str());
  return 1;
}

int refuse(const std::string& sentence) {
  fail(sentence);
  return 2;
}

std::string exception_text(const std::exception& error) {
  const int reason = reason_of(error);
  if (!is_of_limits(reason)) {
    return std::string("Evenkeel cannot go on (") + error.what() + "): please report how this came about.";
  }
  return std::string("This machine gives Evenkeel no more threads, files or memory (") + std::strerror(reason) +
         "): end other programs, or raise the limits that 'ulimit -a' shows.";
}

DetachedWork::DetachedWork() { ++left; }

DetachedWork::~DetachedWork() { --left; }

bool has_detached_work() { return left > 0; }

PromisedWork::PromisedWork(std::chrono::milliseconds patience, std::string news)
    : patience_(patience), news_(std::move(news)) {
  const std::lock_guard lock(promises().mutex);
  promises().all.push_back(this);
}

PromisedWork::~PromisedWork() {
  const std::lock_guard lock(promises().mutex);
  std::erase(promises().all, this);
}

void PromisedWork::wait_from_now() {
  auto never = std::chrono::steady_clock::time_point::max();
  since_.compare_exchange_strong(never, std::chrono::steady_clock::now());
}

std::chrono::steady_clock::duration PromisedWork::waited(std::chrono::steady_clock::duration at_the_end) const {
  const auto now = std::chrono::steady_clock::now();
  // What is promised while the program waits for another promise has all of its patience.
  const auto here = std::min(at_the_end, now - made_);
  const auto since = since_.load();
  return since == std::chrono::steady_clock::time_point::max() ? here : std::max(here, now - since);
}

int end_program(int status) {
  if (!flush_output()) status = std::max(status, fail_to_print());
  wait_for_promises();
  if (!has_detached_work()) return status;
  std::fflush(nullptr);
  std::_Exit(status);
}

}  // namespace evenkeel
