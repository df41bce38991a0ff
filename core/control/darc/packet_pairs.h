#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "core/base/data_rate.h"
#include "core/path/packet_result.h"

namespace evenkeel::darc {

/// The bottleneck's rate, whichever other flows use it: packets that left together arrive as far apart as the second
/// takes there, in a queue that serves in order of arrival. Sound is no half of a pair: it comes when it comes. Where
/// another sender's packet comes between, or the link sends in bursts, pairs differ; then nothing is believed.
class PacketPairs {
 public:
  void on_result(const PacketResult& packet, LocalTime now);

  /// The median of the latest eight, where half of them are within 25 % of it and the last one is no older than 5 s.
  std::optional<DataRate> rate(LocalTime now) const;
  /// The median of the latest three, however much they differ: what may have changed just now. Infinite where they came
  /// at once, none before there are three.
  std::optional<DataRate> newest() const;
  /// As many pairs as are looked at.
  bool full() const { return size_ == count; }
  /// All that are looked at are newer than that.
  bool renewed_since(LocalTime time) const { return full() && since(time) == static_cast<int>(count); }
  /// Pairs since then.
  int since(LocalTime time) const;
  void reset() { *this = PacketPairs(); }

 private:
  static constexpr std::size_t count = 8;
  static constexpr Duration together = 200us;
  static constexpr Duration freshness = 5s;
  struct Pair {
    LocalTime time{};
    double bits = 0;
    double seconds = 0;
  };
  std::optional<PacketResult> previous_;
  std::array<Pair, count> pairs_{};
  std::size_t next_ = 0;
  std::size_t size_ = 0;
};

/// Whether the bottleneck may be another than pairs tell: what it passes on has fallen to less than half while a queue
/// stands. Then new ones are asked for at once, as at the beginning of a call.
class PairRenewal {
 public:
  /// Once per estimate of the capacity, B.
  void on_estimate(DataRate capacity, bool backlogged, LocalTime now) {
    const bool fell = backlogged && capacity < fallen * reference_;
    if (fell) since_ = now;
    reference_ = fell ? capacity : std::max(reference_, capacity);
  }
  /// Pairs are still those of before.
  bool outdated(const PacketPairs& pairs) const { return since_ && !pairs.renewed_since(*since_); }
  bool due(const PacketPairs& pairs) const { return !pairs.full() || outdated(pairs); }
  /// It is another: they have been forgotten.
  void settle() { since_.reset(); }

 private:
  static constexpr double fallen = 0.5;
  DataRate reference_;  // the largest capacity since it fell last
  std::optional<LocalTime> since_;
};

/// What is believed of the bottleneck's rate, given what pairs say of it now: they are no more exact than a tenth.
inline DataRate reconcile(DataRate believed, DataRate pairs) { return std::clamp(believed, 0.9 * pairs, 1.1 * pairs); }

}  // namespace evenkeel::darc
