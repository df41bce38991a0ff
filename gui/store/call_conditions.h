#pragma once

#include <optional>

#include "gui/store/sample_store.h"

namespace evenkeel {

/// How a call was over the last seconds, in what its two people notice. Shares are 0 to 1; nullopt where nothing tells
/// it.
struct CallConditions {
  std::optional<double> concealed{};      ///< of the samples of sound that were played
  std::optional<double> frozen{};         ///< of the time, W3C's totalFreezesDuration
  std::optional<double> lost_incoming{};  ///< of the packets of sound: a receiver cannot count others that are lost
  std::optional<double> lost_outgoing{};  ///< of all packets
  std::optional<double> delay_ms{};       ///< captured there to shown, or heard, here: the longer of the two
  std::optional<double> round_trip_ms{};
  std::optional<double> target_bps{};  ///< of this end
  // Pictures a second, from conditions_counted after the first one on.
  std::optional<double> received_fps{};   ///< came whole from the other side
  std::optional<double> shown_fps{};      ///< of these, were decoded and shown
  std::optional<double> overtaken_fps{};  ///< of these, were decoded too late to be shown
  std::optional<double> lost_fps{};       ///< did not come whole, or came and refer to one that did not
  std::optional<double> decoding{};       ///< share of the time in which the decoder was at work
  /// The most that came in the last minute, of the whole time in which pictures came. Absent where those of the last
  /// seconds are not shown at even intervals: a desktop sends pictures where something changes.
  std::optional<double> expected_fps{};
  std::optional<double> sent_fps{};     ///< were encoded here
  std::optional<double> skipped_fps{};  ///< were not encoded, to keep the sender's queue short
  std::optional<double> encoding{};     ///< share of the time in which the encoder was at work
  bool operator==(const CallConditions&) const = default;
};

/// Counters are compared over this time, so that a share of a packet in a hundred can be told.
constexpr Duration conditions_counted = std::chrono::seconds(5);
/// Gauges are averaged over this one.
constexpr Duration conditions_averaged = std::chrono::seconds(3);
/// The rate of the other side's source is that of its best conditions_counted in this time.
constexpr Duration conditions_remembered = std::chrono::seconds(60);

CallConditions conditions_at(const SampleStore& store, const FlowName& outgoing, const FlowName& incoming,
                             Duration now);

}  // namespace evenkeel
