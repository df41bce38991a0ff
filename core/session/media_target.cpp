#include "core/session/media_target.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr Duration correction_time = 250ms;  // in which a surplus of backlog is to be gone
constexpr double least_correction = 0.6;
constexpr double largest_usual_correction = 1.04;
constexpr double largest_correction = 1.12;  // of RFC 8593's encoder a jump by more makes a burst
constexpr double target_smoothing = 0.1;
constexpr double used_share = 0.85;  // an encoder that makes less cannot use the rate, and no stock would change that
constexpr Duration most_learnt = 20ms;  // from one frame
constexpr double largest_use = 2;       // that a key frame is counted as

// Of headroom: 0.5 % more for each frame that finds others waiting, a tenth of that less for each that does not. It
// rests where one in eleven does. What is less than a packet, or HeadroomLimits::usual_wait, does not count: with 3 ms
// instead of 8 the video has 84 % of the rate instead of 95, and a picture comes 7 ms sooner.
constexpr DataSize one_packet = bytes(1250);
constexpr double headroom_up = 0.005;
constexpr double headroom_down = 0.0005;
constexpr Duration repair_correction_time = 100ms;

}  // namespace

void MediaTarget::on_frame(const Frame& frame, std::optional<double> idle_share) {
  if (frame.wire <= bytes(0)) return;
  if (idle_share) {
    learn(frame, *idle_share);
  } else {
    stock_ = usual_stock;
  }
  payload_share_ += target_smoothing * (frame.payload / frame.wire - payload_share_);
  const double largest = idle_share ? largest_correction : largest_usual_correction;
  correction_ =
      std::clamp(1 - to_seconds(frame.backlog - stock_) / to_seconds(correction_time), least_correction, largest);
  media_share_ = 1;
}

void MediaTarget::on_frame_with_repair(const Frame& frame, double repair_share, const HeadroomLimits& limits) {
  if (frame.wire <= bytes(0)) return;
  stock_ = 0ms;
  const bool waits = frame.backlog >
                     std::max(limits.usual_wait, frame.rate > DataRate() ? one_packet / frame.rate : limits.usual_wait);
  learnt_headroom_ = std::clamp(learnt_headroom_ + (waits ? headroom_up : -headroom_down), limits.min, limits.max);
  media_share_ = 1 - std::max(learnt_headroom_, repair_share);
  payload_share_ += target_smoothing * (frame.payload / frame.wire - payload_share_);
  correction_ = std::clamp(1 - to_seconds(frame.backlog) / to_seconds(repair_correction_time), least_correction, 1.0);
}

// An integrator: it rests where the pacer is idle for the share that it may be. A gap of the camera is none of the
// encoder's, and no stock would fill it.
void MediaTarget::learn(const Frame& frame, double idle_share) {
  const DataSize offered = of(frame.rate) * frame.interval;
  if (offered > bytes(0)) used_ += target_smoothing * (std::min(frame.payload / offered, largest_use) - used_);
  if (used_ < used_share) return;
  const Duration allowed = from_seconds(idle_share * to_seconds(frame.interval));
  stock_ = std::clamp<Duration>(stock_ + std::min(frame.idle, most_learnt) - allowed, 0ms, largest_stock);
}

}  // namespace evenkeel
