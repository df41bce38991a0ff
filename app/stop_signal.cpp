#include "app/stop_signal.h"

#include <csignal>

namespace evenkeel {
namespace {

volatile std::sig_atomic_t stop = 0;

void on_signal(int) { stop = 1; }

}  // namespace

void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool stop_requested() { return stop != 0; }

}  // namespace evenkeel
