#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/control/padding_budget.h"
#include "core/path/packet_result.h"

namespace evenkeel::darc {

/// The packets that left between two instants, and how fast they arrived.
class PacketTrain {
 public:
  struct Result {
    DataRate sent;
    DataRate delivered;   ///< no more than was sent: arrivals that lie closer together were held back by something
    bool passed = false;  ///< as fast as it was sent, but for what jitter can do: the bottleneck has more
  };

  void begin(LocalTime now) {
    *this = PacketTrain();
    begin_ = now;
  }
  void end(LocalTime now) { end_ = now; }
  void on_sent(const SentPacket& packet);
  void on_result(const PacketResult& packet);

  bool open() const { return begin_ && !end_; }
  /// A later packet was reported: of the train nothing more is to come, or too late to count.
  bool complete() const { return complete_; }
  /// Nothing where too few came. `jitter`: by so much a train may arrive longer than it left.
  std::optional<Result> result(Duration jitter) const;

 private:
  static constexpr int least_packets = 8;
  static constexpr Duration resolution = 2ms;  // reports round both ends to 1 ms
  static constexpr double passed_share = 0.9;
  std::optional<LocalTime> begin_;
  std::optional<LocalTime> end_;
  bool complete_ = false;
  // Of what was sent and of what arrived the bits behind the first packet count: those that the time between took.
  std::optional<LocalTime> first_sent_;
  LocalTime last_sent_{};
  DataSize sent_;
  int arrivals_ = 0;
  RemoteTime first_arrival_{};
  RemoteTime last_arrival_{};
  DataSize arrived_;
};

/// While the source limits itself and nothing else shows the capacity: now and then a short time at up to twice B,
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
  /// After the report's packets. B, where a probe has just measured it.
  std::optional<DataRate> on_report(const Report& report);
  /// True where the probe has just ended.
  bool on_tick(LocalTime now);
  std::optional<LocalTime> next_tick() const { return train_.open() ? end_ : std::nullopt; }

  /// The rate to fill up to; zero: no probe is under way.
  DataRate rate() const { return train_.open() ? rate_ : DataRate(); }
  /// A probe has measured the capacity recently.
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
