#include "app/bench/native/busy_processes.h"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <atomic>

namespace evenkeel::bench {
namespace {

// Blocks until the gate is closed; then read() returns the end of the file.
void wait_and_spin(int gate) {
  char nothing = 0;
  while (read(gate, &nothing, 1) != 0) {
  }
  std::atomic<unsigned> count{0};  // so that the compiler keeps the loop
  while (true) count.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

BusyProcesses::BusyProcesses(int count, int cpu) {
  if (count > 0) make(count, cpu);
}

BusyProcesses::~BusyProcesses() { end(); }

void BusyProcesses::make(int count, int cpu) {
  std::array<int, 2> pipe{-1, -1};
  if (pipe2(pipe.data(), O_CLOEXEC) != 0) {
    failure_ = "Cannot make a pipe for the busy processes: close other programs.";
    return;
  }
  gate_ = pipe[1];
  for (int i = 0; i < count && failure_.empty(); ++i) {
    children_.push_back(ChildProcess::fork_into(wait_and_spin, pipe[0], {cpu, false, -1}));
    if (!children_.back().started())
      failure_ = "Cannot start busy process " + std::to_string(i + 1) +
                 ": ask for fewer, or raise the limit of processes (ulimit -u).";
  }
  close(pipe[0]);
}

void BusyProcesses::follow(const SendPlan& plan, Duration elapsed) {
  if (elapsed >= plan.busy_to) return end();
  if (elapsed >= plan.busy_from && !busy_) begin();
}

void BusyProcesses::begin() {
  if (gate_ >= 0) close(gate_);
  gate_ = -1;
  busy_ = !children_.empty();
}

void BusyProcesses::end() {
  for (ChildProcess& child : children_) child.signal_end();
  children_.clear();
  if (gate_ >= 0) close(gate_);
  gate_ = -1;
  busy_ = false;
}

}  // namespace evenkeel::bench
