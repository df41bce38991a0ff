#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <vector>

#include "core/base/time.h"
#include "core/session/frame_losses.h"

namespace evenkeel {

/// The shares of repair that there are, in bytes of repair per byte of media, and which of them losses need: the least
/// one with which the picture would have broken seldom enough. Losses that the largest share could not have mended
/// raise nothing. Work and memory are bounded by FrameLosses::capacity.
class RepairNeed {
 public:
  using Step = std::size_t;  ///< index of a share

  static constexpr std::array shares{0.0, 0.03, 0.05, 0.08, 0.11, 0.14, 0.18, 0.22, 0.28, 0.34};
  static constexpr Step last_step = shares.size() - 1;
  /// Behind important frames.
  static constexpr double important_share(double share) { return share > 0.125 ? 2 * share : 0.25; }

  /// Losses older than this tell nothing.
  static constexpr Duration memory = 30s;

  struct Path {
    std::optional<Duration> round_trip_time;
    Duration frame_interval{};
    std::size_t window = 2;     ///< frames that a repair packet covers
    bool small_frames = false;  ///< so few packets in each that the window is counted in these
  };

  RepairNeed() { frames_.reserve(FrameLosses::capacity); }

  /// Of frames that are no older than `memory`; 0 where none has losses.
  Step of(const FrameLosses& losses, const Path& path, LocalTime now);

 private:
  struct Frame {
    int lost = 0;
    bool important = false;
    double repair = 0;  // packets of it that a share of 1 pays for
  };
  struct Part {
    std::size_t from = 0;  // index of its first frame
    double loss = 0;       // part of its packets
  };
  void prepare(const FrameLosses& losses);
  Step least_for_all(const Part& all, const Path& path) const;
  Step least_for_recent(const Part& recent, bool losses_begin) const;
  int breaks(Step step, const Part& part, double phase) const;

  std::vector<Frame> frames_;
  std::size_t window_ = 2;
};

}  // namespace evenkeel
