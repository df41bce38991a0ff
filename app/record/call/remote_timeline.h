#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.h"
#include "core/session/sync_record.h"

namespace evenkeel {

/// The least delay of the last seconds, as what lies between two clocks. It follows slowly, so that nothing that is
/// placed by it is torn; a clock that was set jumps, once that has held for as long.
class LeastDelay {
 public:
  void observe(Duration delay, LocalTime now);
  std::optional<Duration> value() const { return value_; }

 private:
  void follow(Duration goal, LocalTime now);

  std::optional<Duration> value_;
  LocalTime began_{}, followed_{}, window_{};
  Duration newest_least_{}, previous_least_{};  // of this window, and of the one before
};

/// Says where on this machine's clock received pictures and sound belong, both by one rule, so that they are in step:
/// when they were captured, by the sender's reports (RFC 3550, section 6.4.1), and the least delay of the way. Before
/// there are reports of both, each is placed by its own timestamps and arrivals.
class RemoteTimeline {
 public:
  enum class Stream { picture, sound };

  void set_reports(const SyncRecord::Reports& reports);
  /// Something with this RTP timestamp came then.
  void on_arrival(Stream stream, std::uint32_t rtp_timestamp, LocalTime arrival);
  /// The arrival itself where timestamps or reports make no sense of it: far before it, or after it.
  LocalTime time_of(Stream stream, std::uint32_t rtp_timestamp, LocalTime arrival) const;

 private:
  struct OwnClock {
    std::optional<std::uint32_t> first;
    LeastDelay delay;
  };
  bool has_both() const { return reports_.has_picture && reports_.has_sound; }
  Duration captured(Stream stream, std::uint32_t rtp_timestamp) const;
  Duration on_own_clock(Stream stream, std::uint32_t rtp_timestamp) const;
  OwnClock& own(Stream stream) { return stream == Stream::picture ? picture_ : sound_; }
  const OwnClock& own(Stream stream) const { return stream == Stream::picture ? picture_ : sound_; }

  SyncRecord::Reports reports_;
  std::optional<std::uint64_t> first_ntp_;
  LeastDelay delay_;  // of both, by their reports
  OwnClock picture_, sound_;
};

}  // namespace evenkeel
