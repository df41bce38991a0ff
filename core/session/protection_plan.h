#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/base/time.h"
#include "core/session/frame_losses.h"
#include "core/session/repair_need.h"

namespace evenkeel {

struct ProtectionConfig {
  /// Bytes of repair per byte of media, whatever is lost; 0: no repair; nullopt: what the losses need.
  std::optional<double> fixed_share;
};

struct ProtectionLimits {
  static constexpr int min_window = 2;
  double min_in_competition = 0.09;  ///< bytes of repair per byte of media; does not apply to a fixed share
  int max_window = 6;                ///< frames that a repair packet covers, where they have 3 packets or more
};

/// How much repair the video gets, and over how many frames. Twice a second the losses of the last 30 seconds are
/// replayed with several shares of repair to find the need, see RepairNeed. It is met at once where it grows; where it
/// falls the share goes down one step per 10 seconds, and to 0 when nothing was lost for 30. Memory and work per second
/// are bounded, and all memory is taken at the start.
class ProtectionPlan {
 public:
  static constexpr double max_share = RepairNeed::shares.back();

  struct Path {
    std::optional<Duration> round_trip_time;
    Duration frame_interval = 33'333'333ns;
    bool in_competition = false;  ///< others share the bottleneck, as far as the controller can tell
  };

  explicit ProtectionPlan(const ProtectionConfig& config) : config_(config) {}

  /// The window follows with the next update().
  void set_limits(const ProtectionLimits& limits) { limits_ = limits; }

  /// The last packet of a frame has left.
  void on_frame(const SentFrame& frame) { losses_.on_frame(frame); }
  /// A report tells that a packet of the video stream is lost, with this unwrapped RTP sequence number. Whether it was
  /// repaired or sent again does not matter. To be told once.
  void on_lost(std::int64_t sequence) { losses_.on_lost(sequence); }
  /// A packet that counted as lost came late: what was raised for it goes at once, with the next update().
  void on_found(std::int64_t sequence) {
    losses_.on_found(sequence);
    overrated_ = true;
  }

  /// To be called at least twice a second, such as with each report.
  void update(const Path& path, LocalTime now);

  /// Bytes of repair per byte of media, to be sent behind each frame: 0 to max_share, or as fixed.
  double share() const;
  /// The same behind an important frame: twice as much, at least 0.25; or as fixed.
  double important_share() const;

  /// Frames that a repair packet covers, the newest and those before it: 2 to the limit of 6, and up to 12 of less than
  /// 3 packets. That may be more packets than a RepairRange has.
  std::size_t window() const { return window_; }

  /// The path is another one, and what was lost says nothing of it.
  void reset();

 private:
  std::size_t window_of(const Path& path) const;
  double mean_packets() const;
  bool has_small_frames() const;
  void go_to(RepairNeed::Step needed, LocalTime now);

  ProtectionConfig config_;
  ProtectionLimits limits_;
  FrameLosses losses_;
  RepairNeed need_;
  RepairNeed::Step step_ = 0;
  std::size_t window_ = 2;
  bool in_competition_ = false;
  bool overrated_ = false;  // losses that were none have come back since the last replay
  std::optional<LocalTime> next_replay_;
  LocalTime needed_{};  // when the present step was needed, or come down to
};

}  // namespace evenkeel
