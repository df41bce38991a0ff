#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/controller_mode.h"
#include "core/parameters/parameter.h"
#include "core/path/path_monitor.h"

namespace evenkeel {

/// What a controller decides. Rates count IP packets.
struct RateUpdate {
  DataRate target;                 ///< what the encoder and its overhead may use
  DataRate pacing;                 ///< at which the send loop sends
  std::optional<DataSize> window;  ///< most bytes in flight; nothing: no limit
  /// So often two packets leave together, for estimates by packet pairs. The mean rate stays, but with
  /// loops that count from when a packet really left (rfc3448, rfc3448-burst). Nothing: never.
  std::optional<Duration> pair_interval{};
  /// Where media leaves the pacer idle, packets that carry nothing fill up to this rate; no more of them than
  /// PaddingBudget allows with padding_share. Zero: never.
  DataRate padding{};
  double padding_share = 0;  ///< of the media's bytes, at most PaddingBudget::most_share
  /// Share of the time in which the pacer may have nothing to send while the source can use the rate: the encoder gets
  /// a little more or less than the target, so that as much media waits as that takes. Nothing: as the encoder does it.
  std::optional<double> idle_share{};
  /// The codepoint that media leaves with (RFC 3168): 1 ECT(1), 2 ECT(0). 0, not capable, for controllers that do not
  /// answer marks: a queue that marks instead of dropping would tell them in vain, and grow.
  std::uint8_t ecn = 0;
};

/// Bounds and start of every controller's rate.
struct RateLimits {
  DataRate start = kilobits_per_second(1000);
  DataRate minimum = kilobits_per_second(50);
  DataRate maximum = megabits_per_second(8);
  /// Where `start` is what another controller came to: the rate at which the call began.
  std::optional<DataRate> call_start{};

  DataRate clamp(DataRate rate) const { return rate < minimum ? minimum : rate > maximum ? maximum : rate; }
};

/// One term of a running law, for the plots: "w/x", 0.008.
struct LawTerm {
  std::string_view name;
  std::string_view unit;
  double value = 0;
};

/// What a controller that models the bottleneck believes; absent where it has no such thing or does not know it yet.
struct ControllerState {
  std::optional<ControllerMode> mode{};
  std::optional<DataRate> capacity{};         ///< what the bottleneck has for this flow, IP packets
  std::optional<Duration> target_queue{};     ///< the time that a packet should wait there
  std::optional<Duration> predicted_queue{};  ///< the time that a packet sent now will wait there
};

/// A rate control law. It receives facts about packets and nothing else: no socket, no encoder, no clock.
/// Calls come in the order of time: start() first, then any of the others; times never decrease.
class RateController : public Tunable {
 public:
  /// Forgets everything and begins at the start rate; also after a pause of the call. Two flows that start with the
  /// same `seed` at the same time draw the same random numbers.
  virtual RateUpdate start(const RateLimits& limits, std::uint64_t seed, LocalTime now) = 0;
  virtual void on_sent(const SentPacket& packet) = 0;
  /// Returns nullopt where nothing changes, as do the ticks.
  virtual std::optional<RateUpdate> on_report(const PathReport& report) = 0;
  /// To be called at or after next_tick().
  virtual std::optional<RateUpdate> on_tick(LocalTime now) = 0;
  virtual std::optional<LocalTime> next_tick() const = 0;

  /// The terms of the law at its last update; their number and names do not change.
  std::span<const LawTerm> terms() const { return std::span(terms_).first(term_count_); }
  /// As of the last update.
  const ControllerState& state() const { return state_; }

 protected:
  static constexpr std::size_t max_terms = 3;  // as many as a row of telemetry has columns for

  /// At most `max_terms` terms.
  explicit RateController(const AlgorithmInfo& info, std::initializer_list<LawTerm> terms = {})
      : Tunable(info), term_count_(std::min(terms.size(), max_terms)) {
    std::copy_n(terms.begin(), term_count_, terms_.begin());
  }

  // What the law keeps up to date for those who watch it.
  std::array<LawTerm, max_terms> terms_{};
  ControllerState state_;

 private:
  std::size_t term_count_;
};

}  // namespace evenkeel
