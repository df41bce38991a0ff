#pragma once

#include <cstdint>
#include <optional>

#include "core/base/time.h"

namespace evenkeel {

/// Keeps sound in step with the picture. Sender reports put both on the sender's clock; what was captured at the same
/// time should be heard and seen at the same time. Sound that is at most 20 ms early or 60 ms late is left alone (EBU
/// R37 allows 40 and 60). Beyond, what is early is held back, by at most 10 ms more or less per second, which nobody
/// hears or sees; the picture only where sound is more than 80 ms late.
class AvSync {
 public:
  /// A sender report of a stream: these RTP and NTP timestamps are of the same instant.
  void on_sound_report(std::uint64_t ntp, std::uint32_t rtp_timestamp) { sound_.report = {ntp, rtp_timestamp}; }
  void on_picture_report(std::uint64_t ntp, std::uint32_t rtp_timestamp) { picture_.report = {ntp, rtp_timestamp}; }

  /// The sample of that timestamp is heard at that time.
  void on_sound(std::uint32_t rtp_timestamp, LocalTime heard) { sound_.last = {rtp_timestamp, heard}; }
  /// Time goes on. Where either has stopped for a second what the other one is held back for it goes, by as much per
  /// second. To be called some times a second.
  void on_time(LocalTime now);
  /// The picture of that timestamp is seen at that time.
  void on_picture(std::uint32_t rtp_timestamp, LocalTime seen);

  /// When the sample of that timestamp was captured, on the clock of the reports; nullopt before the first.
  std::optional<std::uint64_t> sound_captured(std::uint32_t rtp_timestamp) const;

  /// How much later than the picture sound is, smoothed over ten pictures; negative: it is early. Nullopt until both
  /// were reported and played, and while reports say more than 10 s, which they cannot mean.
  std::optional<Duration> skew() const { return skew_; }
  /// What each is to be held back beside what its own delays need, 0 to 500 ms.
  Duration sound_hold() const { return sound_hold_; }
  Duration picture_hold() const { return picture_hold_; }
  void reset() { *this = {}; }

 private:
  struct Report {
    std::uint64_t ntp = 0;  // 32.32 fixed point
    std::uint32_t rtp_timestamp = 0;
  };
  struct Played {
    std::uint32_t rtp_timestamp = 0;
    LocalTime at{};
  };
  struct Stream {
    std::optional<Report> report;
    std::optional<Played> last;
  };
  static double since_report(const Stream& stream, double clock_rate);
  std::optional<Duration> measure() const;
  void correct(Duration skew, Duration step);
  /// How much a hold may change since the last time.
  Duration step_until(LocalTime now);

  Stream sound_;
  Stream picture_;
  std::optional<Duration> skew_;
  std::optional<LocalTime> corrected_;
  Duration sound_hold_{};
  Duration picture_hold_{};
};

}  // namespace evenkeel
