#pragma once

#include <optional>

#include "core/control/darc/packet_train.h"
#include "core/control/padding_budget.h"

namespace evenkeel::darc {

/// While the source limits itself and nothing else tells of the capacity: now and then a short time at up to twice B,
/// filled up with packets that carry nothing. How fast they arrive is what the bottleneck has at least; B is kept until
/// the next probe can be paid for. A probe costs up to PaddingBudget::burst, of a budget that is a share of the media.
class PaddingProbe {
 public:
  struct Report {
    LocalTime now{};
    bool usable = false;   ///< a probe's result: low delay, nobody shares the bottleneck as far as is known
    bool told = false;     ///< packet pairs tell that the bottleneck has B
    bool limited = false;  ///< the source limits itself
    bool queued = false;   ///< the queue is beyond its target
    Duration jitter{};     ///< J: by so much a train may be longer without a queue
    DataRate capacity;     ///< B
    DataRate most;         ///< what the source could use
  };

  void on_sent(const SentPacket& packet, double share);
  void on_result(const PacketResult& packet) { train_.on_result(packet); }
  /// After the report's packets. B, where a probe has just told of it.
  std::optional<DataRate> on_report(const Report& report);
  /// True where the probe has just ended.
  bool on_tick(LocalTime now);
  std::optional<LocalTime> next_tick() const { return train_.open() ? end_ : std::nullopt; }

  /// The rate to fill up to; zero: no probe is under way.
  DataRate rate() const { return train_.open() ? rate_ : DataRate(); }
  /// A probe has told of the capacity not long ago.
  bool holds(LocalTime now) const { return now < holds_until_; }
  /// What probes told is of another path, or of no use.
  void forget();

 private:
  bool is_wanted(const Report& report);
  DataRate next_rate(const Report& report) const;
  bool due(const Report& report) const;
  void begin(const Report& report);
  void end(LocalTime now);
  std::optional<DataRate> learn(const Report& report);

  PaddingBudget budget_;
  PacketTrain train_;
  DataRate rate_;
  std::optional<LocalTime> end_;     // of the probe under way, or of one whose reports are
  std::optional<DataRate> reached_;  // the bottleneck's rate, where the media or a probe met it
  std::optional<LocalTime> limited_since_;
  LocalTime limited_last_{};
  LocalTime not_before_{};
  LocalTime holds_until_{};
};

}  // namespace evenkeel::darc
