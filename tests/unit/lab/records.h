#pragma once

#include <string>

#include "app/lab/record/run_record.h"

namespace evenkeel::lab::test {

inline Sample row(const std::string& flow, Duration time, double rate) {
  Sample sample;
  sample.time = time;
  sample.flow = FlowName(flow);
  sample.send_bitrate_bps = rate;
  return sample;
}

/// Ten rows a second from 100 ms on, of a rate that depends on the time in seconds.
template <class Rate>
RunRecord record_of(Duration duration, const std::string& flow, Rate rate) {
  RunRecord record;
  record.duration = duration;
  record.planned = duration;
  for (Duration t = 100ms; t <= duration; t += 100ms) record.flows[flow].push_back(row(flow, t, rate(to_seconds(t))));
  return record;
}

}  // namespace evenkeel::lab::test
