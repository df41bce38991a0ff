#pragma once

#include <optional>

#include "core/parameters/prediction.h"
#include "gui/backend/call_backend.h"
#include "gui/store/run_data.h"

namespace evenkeel {

/// The running call, or the last one, in the window.
class LiveRun {
 public:
  LiveRun() { data_.name = "live"; }

  /// Applies the updates of a poll. True if another call has begun, which replaces all data.
  bool apply(const CallUpdates& updates);

  RunData& data() { return data_; }
  const RunData& data() const { return data_; }
  const CallStatus& status() const { return status_; }
  /// The path of a flow as measured over the last second, what its controller made of it last, and whether that sets
  /// the rate; for theory.
  PathConditions path(const FlowName& flow) const;
  /// The last mode of a flow's controller; nullopt if it is older than a second.
  std::optional<ControllerMode> mode(const FlowName& flow) const;

 private:
  RunData data_;
  CallStatus status_;
  std::map<FlowName, double> min_round_trip_ms_;
};

}  // namespace evenkeel
