#include "app/bench/send_run.h"

#include <algorithm>

namespace evenkeel::bench {

DataRate SendPlan::rate_at(Duration time) const {
  DataRate now = rate;
  for (const RateStep& step : steps) {
    if (step.at <= time) now = step.rate;
  }
  return now;
}

double SendPlan::due_bytes(Duration time) const {
  double due = 0;
  Duration since{};
  DataRate now = rate;
  const auto add_until = [&](Duration until) {
    if (until > since) due += now.bytes_per_second() * to_seconds(until - since);
    since = std::max(since, until);
  };
  for (const RateStep& step : steps) {
    add_until(std::min(step.at, time));
    if (step.at <= time) now = step.rate;
  }
  add_until(time);
  return due;
}

// Packets that were on the way at the end count, since they were sent within the duration.
double SendRun::relative_error() const {
  const double due = plan.due_bytes(plan.duration);
  return due > 0 ? 1 - arrivals.bytes_at(Duration::max()) / due : 0;
}

}  // namespace evenkeel::bench
