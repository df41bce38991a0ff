#pragma once

#include <optional>

#include "gui/store/sample_store.h"

namespace evenkeel {

/// What became of the last packets of video that a flow lost, as its counters say. Nullopt where nothing counts it: in
/// a call over the network the sender does not know what was repaired, nor the receiver what was lost.
struct LossOutcome {
  std::optional<int> lost{};        ///< packets, so are the next three
  std::optional<int> repaired{};    ///< brought back by repair packets; more than lost where some came late
  std::optional<int> sent_again{};  ///< by the sender; twice what was asked for twice
  std::optional<int> asked_for{};   ///< by the receiver, in the same way
  std::optional<int> jumps{};       ///< frames that refer to an acknowledged one
  std::optional<int> key_frames{};
  bool operator==(const LossOutcome&) const = default;
};

constexpr Duration loss_shown = std::chrono::seconds(5);  ///< after its last packet
constexpr Duration loss_quiet = std::chrono::seconds(1);  ///< ends a loss: asking again takes a round trip each
constexpr Duration longest_loss = std::chrono::seconds(10);

/// The last loss of a flow at `now`: packets that were lost, repaired or sent again with less than loss_quiet between
/// them, as far as they lie within longest_loss. All fields are empty if it was over for loss_shown.
LossOutcome last_loss(const SampleStore& store, const FlowName& flow, Duration now);

}  // namespace evenkeel
