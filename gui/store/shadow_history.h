#pragma once

#include <map>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/telemetry/flow_name.h"

namespace evenkeel {

/// The names of the shadow controllers of a run, whose targets are evenkeelShadow1TargetBitrate to 3. They may be
/// others from some time on, and of one flow alone.
class ShadowHistory {
 public:
  /// Of all flows from a time on, later than those before.
  void change(Duration from, const std::vector<std::string>& names);
  /// Of one flow, for the whole run.
  void replace(const FlowName& flow, const std::vector<std::string>& names);
  void clear();

  /// Those at the end.
  std::vector<std::string> last(const FlowName& flow) const;
  /// Of a slot, 1 to 3: who had it, one after the other.
  std::vector<std::string> names(const FlowName& flow, std::size_t slot) const;
  /// Whether somebody had a slot at a time.
  bool has(const FlowName& flow, std::size_t slot, Duration time) const;

 private:
  using Spans = std::map<Duration, std::vector<std::string>>;  ///< by their beginning
  const Spans& spans_of(const FlowName& flow) const;

  Spans all_;
  std::map<FlowName, Spans> of_flow_;
};

}  // namespace evenkeel
