#include "app/bench/native/child_process.h"

#include <poll.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <cerrno>

#include "app/bench/native/busy_processes.h"
#include "app/bench/native/cpu_affinity.h"

using namespace evenkeel;
using namespace evenkeel::bench;

namespace {

bool has_children() { return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

int status_of(ChildProcess& child) {
  for (int i = 0; i < 1000; ++i) {
    if (const auto status = child.exit_status()) return *status;
    poll(nullptr, 0, 10);
  }
  return -2;
}

SendPlan busy_plan() {
  SendPlan plan;
  plan.busy_from = 1s;
  plan.busy_to = 2s;
  return plan;
}

}  // namespace

TEST_CASE("a child ends with its status") {
  auto good = ChildProcess::run({"true"}, {});
  auto bad = ChildProcess::run({"false"}, {});
  auto missing = ChildProcess::run({"/no/such/program"}, {});
  auto elsewhere = ChildProcess::run({"true"}, {100'000, false, -1});
  CHECK(status_of(good) == 0);
  CHECK(status_of(bad) == 1);
  CHECK(status_of(missing) == 127);
  CHECK(status_of(elsewhere) == 127);
  CHECK_FALSE(has_children());
}

TEST_CASE("a child does not outlive its object") {
  {
    auto child = ChildProcess::run({"sleep", "1000"}, {});
    auto moved = std::move(child);
    CHECK_FALSE(child.started());
    CHECK(moved.started());
    CHECK_FALSE(moved.exit_status());
  }
  CHECK_FALSE(has_children());
}

TEST_CASE("busy processes are busy in the planned time and then end") {
  BusyProcesses busy(3, 0);
  CHECK(busy.failure().empty());
  const SendPlan plan = busy_plan();
  busy.follow(plan, 0s);
  CHECK_FALSE(busy.busy());
  CHECK(has_children());
  busy.follow(plan, 1s);
  CHECK(busy.busy());
  busy.follow(plan, 2s);
  CHECK_FALSE(busy.busy());
  CHECK_FALSE(has_children());
  busy.follow(plan, 1s);
  CHECK_FALSE(busy.busy());
}

TEST_CASE("busy processes end with their object, also while they wait") {
  { const BusyProcesses busy(2, 0); }
  CHECK_FALSE(has_children());
  {
    BusyProcesses busy(2, 0);
    busy.follow(busy_plan(), 1500ms);
  }
  CHECK_FALSE(has_children());
}

TEST_CASE("no busy processes are never busy") {
  BusyProcesses busy(0, 0);
  busy.follow(busy_plan(), 1500ms);
  CHECK_FALSE(busy.busy());
}

TEST_CASE("a processor that is not there is named") {
  CHECK_FALSE(has_processor(-1));
  CHECK_FALSE(has_processor(100'000));
  CHECK(check_processor(100'000).find("100000") != std::string::npos);
}
