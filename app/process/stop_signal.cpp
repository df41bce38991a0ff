#include "app/process/stop_signal.h"

#include <csignal>

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

void on_stop(int) { stop = true; }

bool is_ignored(int signal) {
  struct sigaction now {};
  return sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

void catch_stop_signals() {
  handle(SIGINT, on_stop, SA_RESETHAND);
  handle(SIGTERM, on_stop, SA_RESETHAND);
  if (!is_ignored(SIGHUP)) handle(SIGHUP, on_stop, 0);
}

/// By a handler that does nothing: that a signal is ignored would be passed on to programs that we start.
void survive_broken_pipes() {
  handle(
      SIGPIPE, [](int) {}, SA_RESTART);
}

void request_stop() { stop = true; }

bool stop_requested() { return stop; }

const std::atomic<bool>& stop_flag() { return stop; }

}  // namespace evenkeel
