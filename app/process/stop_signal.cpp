#include "app/process/stop_signal.h"

#include <csignal>

namespace evenkeel {
namespace {

static_assert(std::atomic<bool>::is_always_lock_free);  // set in a signal handler
std::atomic<bool> stop{false};

void on_signal(int) { stop = true; }

}  // namespace

void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool stop_requested() { return stop; }

const std::atomic<bool>& stop_flag() { return stop; }

}  // namespace evenkeel
