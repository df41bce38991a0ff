#pragma once

#include <string>
#include <vector>

#include "app/bench/native/child_process.h"
#include "app/bench/send_run.h"

namespace evenkeel::bench {

/// Processes that want all of one processor: the load of the papers' experiments. They are made at once and wait, so
/// that copying this process does not disturb what is measured later.
class BusyProcesses {
 public:
  BusyProcesses(int count, int cpu);
  ~BusyProcesses();
  BusyProcesses(const BusyProcesses&) = delete;
  BusyProcesses& operator=(const BusyProcesses&) = delete;

  /// Nothing, or one sentence.
  const std::string& failure() const { return failure_; }
  /// They are busy from plan.busy_from to plan.busy_to, if this is called often. Gone for good after that.
  void follow(const SendPlan& plan, Duration elapsed);
  void end();
  bool busy() const { return busy_; }

 private:
  void make(int count, int cpu);
  void begin();

  int gate_ = -1;  // they start when it is closed
  std::vector<ChildProcess> children_;
  bool busy_ = false;
  std::string failure_;
};

}  // namespace evenkeel::bench
