#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gui/store/run_data.h"

namespace evenkeel {

/// What runs can be laid over each other on.
struct RunAnchor {
  enum class Kind {
    start,     ///< of the run
    capacity,  ///< the first change of the link's capacity
    event,     ///< the first event of a kind
    text       ///< the first event with this text
  };
  Kind kind = Kind::start;
  RunEvent::Kind event = RunEvent::Kind::note;  ///< of Kind::event
  std::string text{};                           ///< of Kind::text

  bool operator==(const RunAnchor&) const = default;
};

/// When a run has the anchor; nullopt if it never does. Capacity: of the flow that matches, at the first row in which
/// it differs by more than 5 % from the row before. Linear in the rows for that one.
std::optional<Duration> anchor_time(const RunData& run, const FlowName& flow, const RunAnchor& anchor);

/// The anchors that at least two of the runs have: the start first, then the change of capacity, kinds of events, and
/// texts in the order of the runs' events; of texts 20 at most.
std::vector<RunAnchor> common_anchors(const std::vector<const RunData*>& runs, const FlowName& flow);

/// By how much each run has to be moved for its anchor to lie at that of the first run that has it. Runs without it
/// stay.
std::vector<Duration> alignment_offsets(const std::vector<const RunData*>& runs, const FlowName& flow,
                                        const RunAnchor& anchor);

}  // namespace evenkeel
