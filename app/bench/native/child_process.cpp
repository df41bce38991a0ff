#include "app/bench/native/child_process.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <csignal>
#include <utility>

#include "app/bench/native/cpu_affinity.h"

namespace evenkeel::bench {
namespace {

constexpr int not_started = 127;

void keep_only(int kept) {
  if (kept > 3) close_range(3, static_cast<unsigned>(kept) - 1, 0);
  close_range(static_cast<unsigned>(std::max(kept, 2)) + 1, UINT_MAX, 0);
}

void enter_class(bool realtime) {
  sched_param parameters{};
  if (realtime) parameters.sched_priority = 10;
  sched_setscheduler(0, realtime ? SCHED_FIFO : SCHED_OTHER, &parameters);
}

// In the child, between fork and exec: must not allocate. Compares the parent's id, in case it died before prctl().
void settle(pid_t parent, const ChildSetup& setup, int kept) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(not_started);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  const int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, STDIN_FILENO);
  dup2(setup.output >= 0 ? setup.output : nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  keep_only(kept);
  if (setup.cpu && !pin_to_processor(*setup.cpu)) _exit(not_started);
  enter_class(setup.realtime);
}

}  // namespace

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
  std::swap(pid_, other.pid_);
  return *this;
}

ChildProcess ChildProcess::run(const std::vector<std::string>& command, const ChildSetup& setup) {
  std::vector<char*> arguments;
  for (const std::string& argument : command) arguments.push_back(const_cast<char*>(argument.c_str()));
  arguments.push_back(nullptr);
  const pid_t parent = getpid();
  ChildProcess child;
  child.pid_ = fork();
  if (child.pid_ != 0) return child;
  settle(parent, setup, -1);
  execvp(arguments.front(), arguments.data());
  _exit(not_started);
}

ChildProcess ChildProcess::fork_into(void (*body)(int kept), int kept, const ChildSetup& setup) {
  const pid_t parent = getpid();
  ChildProcess child;
  child.pid_ = fork();
  if (child.pid_ != 0) return child;
  settle(parent, setup, kept);
  body(kept);
  _exit(0);
}

std::optional<int> ChildProcess::exit_status() {
  int status = 0;
  if (pid_ <= 0 || waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
  pid_ = -1;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void ChildProcess::signal_end() {
  if (pid_ > 0) kill(pid_, SIGKILL);
}

void ChildProcess::end() {
  if (pid_ <= 0) return;
  signal_end();
  while (waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
  pid_ = -1;
}

}  // namespace evenkeel::bench
