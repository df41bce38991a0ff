#pragma once

#include <string>
#include <vector>

#include "app/bench/native/child_process.h"
#include "app/bench/send_run.h"

namespace evenkeel::bench {

/// Processes that keep one processor busy: the load of the papers' experiments. They are forked at once and wait, so
/// that forking does not disturb the measurement.
class BusyProcesses {
 public:
  BusyProcesses(int count, int cpu);
  ~BusyProcesses();
  BusyProcesses(const BusyProcesses&) = delete;
  BusyProcesses& operator=(const BusyProcesses&) = delete;

  /// Empty, or one sentence that says what failed.
  const std::string& failure() const { return failure_; }
  /// Call often: starts the load at plan.busy_from and ends the processes at plan.busy_to.
  void follow(const SendPlan& plan, Duration elapsed);
  void end();
  bool busy() const { return busy_; }

 private:
  void make(int count, int cpu);
  void begin();

  int gate_ = -1;  // closing it starts them
  std::vector<ChildProcess> children_;
  bool busy_ = false;
  std::string failure_;
};

}  // namespace evenkeel::bench
