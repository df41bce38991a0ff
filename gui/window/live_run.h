#pragma once

#include <optional>

#include "core/parameters/prediction.h"
#include "gui/backend/call_backend.h"
#include "gui/store/run_data.h"

namespace evenkeel {

/// The call that runs, or the last one, as the window has it.
class LiveRun {
 public:
  LiveRun() { data_.name = "live"; }

  /// Takes over what a poll brought. True where another call has begun, and what was there is gone.
  bool apply(const CallUpdates& updates);

  RunData& data() { return data_; }
  const RunData& data() const { return data_; }
  const CallStatus& status() const { return status_; }
  /// What was measured of a flow's path, over the last second; for theory.
  PathConditions path(const FlowName& flow) const;
  /// That the controller of a flow was in at the last row that has one, if that is not older than a second.
  std::optional<ControllerMode> mode(const FlowName& flow) const;

 private:
  RunData data_;
  CallStatus status_;
  std::map<FlowName, double> min_round_trip_ms_;
};

}  // namespace evenkeel
