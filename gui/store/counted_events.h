#pragma once

#include <vector>

#include "gui/store/run_data.h"

namespace evenkeel {

/// What the counters of telemetry tell: a key frame was sent, packets were lost.
struct CountedEvent {
  enum class Kind { key_frame, loss };
  Kind kind{};
  Duration time{};  ///< of the row that counted it
  int count = 1;    ///< key frames encoded, or packets lost, in that row
};

/// Those of a flow within a range, in the order of time.
std::vector<CountedEvent> counted_events(const SampleStore& store, const FlowName& flow, TimeRange range);

}  // namespace evenkeel
