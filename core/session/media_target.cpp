#include "core/session/media_target.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr double correction_time = 0.25;  // s in which a surplus of backlog is to be gone
constexpr double least_correction = 0.6;
constexpr double largest_correction = 1.04;
constexpr double smoothing = 0.1;

}  // namespace

void MediaTarget::on_frame(DataSize payload, DataSize wire, Duration backlog) {
  if (wire <= bytes(0)) return;
  payload_share_ += smoothing * (payload / wire - payload_share_);
  const double surplus = to_seconds(backlog - wanted_backlog);
  correction_ = std::clamp(1 - surplus / correction_time, least_correction, largest_correction);
}

}  // namespace evenkeel
