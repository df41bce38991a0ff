#include "app/process/job_process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstring>
#include <exception>

#include "app/process/program_end.h"

namespace evenkeel {
namespace {

constexpr int failed_status = 1;
constexpr int stopped_status = 3;
constexpr auto report_interval = 100ms;

// A job writes lines: "p" and its progress in ns, or "e" and an error sentence.

void say(int output, char kind, const std::string& text) {
  const std::string line = kind + text + '\n';
  for (std::size_t at = 0; at < line.size();) {
    const ssize_t written = write(output, line.data() + at, line.size() - at);
    if (written > 0) at += static_cast<std::size_t>(written);
    if (written <= 0 && errno != EINTR) return;
  }
}

class Reporter {
 public:
  explicit Reporter(int output) : output_(output) {}

  bool operator()(Duration done) {
    told_ = told_ || stop_requested();
    const auto now = std::chrono::steady_clock::now();
    if (now >= next_) {
      next_ = now + report_interval;
      say(output_, 'p', std::to_string(done.count()));
    }
    return !told_;
  }
  bool was_told() const { return told_; }

 private:
  int output_;
  bool told_ = false;
  std::chrono::steady_clock::time_point next_{};
};

std::string one_line(std::string text) {
  for (char& c : text)
    if (c == '\n' || c == '\r') c = ' ';
  return text;
}

std::string run_body(const ProcessJob& job, Reporter& reporter) {
  try {
    return job.body([&reporter](Duration done) { return reporter(done); });
  } catch (const std::exception& thrown) {
    return std::string("It ended by an exception: ") + thrown.what() + ".";
  } catch (...) {
    return "It ended by an exception that is not known.";
  }
}

/// Detects by its id a parent that died before prctl().
[[noreturn]] void be_child(const ProcessJob& job, int output, pid_t parent) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(failed_status);
  catch_stop_signals();
  Reporter reporter(output);
  const std::string error = run_body(job, reporter);
  if (!error.empty()) say(output, 'e', one_line(error));
  std::fflush(nullptr);
  if (reporter.was_told()) _exit(stopped_status);
  _exit(error.empty() ? 0 : failed_status);
}

std::string cannot_start() { return std::string("Cannot start a process: ") + std::strerror(errno) + "."; }

}  // namespace

std::optional<JobProcess> JobProcess::start(const ProcessJob& job, std::string& error) {
  std::array<int, 2> ends{};
  if (pipe2(ends.data(), O_CLOEXEC) != 0) {
    error = cannot_start();
    return std::nullopt;
  }
  std::fflush(nullptr);  // or the child would write it again
  const pid_t parent = getpid();
  const pid_t pid = fork();
  if (pid == 0) {
    close(ends[0]);
    be_child(job, ends[1], parent);
  }
  close(ends[1]);
  if (pid > 0) return JobProcess(pid, ends[0]);
  error = cannot_start();
  close(ends[0]);
  return std::nullopt;
}

std::optional<Duration> JobProcess::read(bool& ended) {
  std::array<char, 4096> buffer{};
  const ssize_t count = ::read(output_, buffer.data(), buffer.size());
  ended = count == 0 || (count < 0 && errno != EINTR);
  if (count > 0) text_.append(buffer.data(), static_cast<std::size_t>(count));
  std::optional<Duration> progress;
  for (std::size_t end = text_.find('\n'); end != std::string::npos; end = text_.find('\n')) {
    Duration::rep done = 0;
    if (text_[0] == 'e') error_ = text_.substr(1, end - 1);
    if (text_[0] == 'p' && std::from_chars(text_.data() + 1, text_.data() + end, done).ec == std::errc()) {
      progress = Duration(done);
    }
    text_.erase(0, end + 1);
  }
  return progress;
}

JobEnd JobProcess::end(bool stopping) {
  close(output_);
  int status = 0;
  while (waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFSIGNALED(status)) {
    if (stopping) return {JobEnd::How::stopped, ""};
    const int number = WTERMSIG(status);
    return {JobEnd::How::crashed, "Signal " + std::to_string(number) + " (" + strsignal(number) + ") ended it."};
  }
  if (WEXITSTATUS(status) == 0) return {JobEnd::How::done, ""};
  if (WEXITSTATUS(status) == stopped_status) return {JobEnd::How::stopped, ""};
  if (!error_.empty()) return {JobEnd::How::failed, error_};
  return {JobEnd::How::crashed, "It ended with exit status " + std::to_string(WEXITSTATUS(status)) + "."};
}

void JobProcess::signal(int number) const { kill(pid_, number); }

}  // namespace evenkeel
