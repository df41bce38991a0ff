#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/bench/send_run.h"
#include "core/pacing/pacer.h"

namespace evenkeel::bench {

/// What SendPlan::loop may be: the send loops, "bare", "iperf3".
std::vector<std::string> bench_loop_names();

/// The send loop that a plan names, with its parameters; of "bare" the rmc whose ticks it has. Null,
/// with one sentence, where there is none or a parameter is wrong.
struct PlannedLoop {
  std::unique_ptr<Pacer> loop;
  std::string error;
};
PlannedLoop make_planned_loop(const SendPlan& plan);

/// What the anti-windup of rmc dropped; of other pacers nothing.
DataSize forgiven_by(const Pacer& pacer);

}  // namespace evenkeel::bench
