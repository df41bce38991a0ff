#pragma once

#include <optional>

#include "core/base/data_rate.h"
#include "core/base/time.h"

namespace evenkeel {

/// What sound takes of the rate: it has the first claim on every bit. From 200 kbit/s on 32 kbit/s of Opus in packets
/// of 20 ms; below, 24 kbit/s in packets of 40 ms, whose headers take half as much. Below 100 kbit/s the picture pauses
/// and sound has all of it, until there have been 150 kbit/s for 3 s. The way back takes more, and longer, so that
/// neither flaps.
///
/// A rate that the source does not use is no measure of the link: with the camera off, controllers come down to the
/// little that is sent, and nothing is to follow from that.
class SoundPlan {
 public:
  void start() { *this = SoundPlan(); }
  /// The rate in force, IP packets; to be told with each report. `used`: most of it is sent. Of the time between two
  /// reports 500 ms count at most, so that a silence of the peer alone pauses nothing.
  void on_rate(DataRate rate, bool used, LocalTime now);

  DataRate bitrate() const { return kilobits_per_second(saves_.on ? 24 : 32); }  ///< of Opus, without headers
  Duration packet() const { return saves_.on ? 40ms : 20ms; }
  bool video_paused() const { return pauses_.on; }

 private:
  struct Limits {
    DataRate on_below;
    Duration on_after;
    DataRate off_from;
    Duration off_after;
  };
  struct Switch {
    bool on = false;
    Duration time{};  // for which the rate has spoken for the other state
    void follow(const Limits& limits, DataRate rate, bool used, Duration passed);
  };
  static constexpr Limits saving{kilobits_per_second(200), 500ms, kilobits_per_second(240), 3s};
  static constexpr Limits pausing{kilobits_per_second(100), 500ms, kilobits_per_second(150), 3s};

  std::optional<LocalTime> told_;
  Switch saves_;
  Switch pauses_;
};

}  // namespace evenkeel
