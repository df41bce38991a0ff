#include "core/control/scream/queue_delay.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr Duration longest = 24h;  // beyond is nonsense; differences of such values stay well within a Duration

Duration scaled(Duration d, double factor) { return from_seconds(to_seconds(d) * factor); }

}  // namespace

void ScreamQueueDelay::on_feedback(const PathReport& report) {
  for (const PacketResult& p : report.packets) {
    if (!p.one_way_delay) continue;
    const Duration delay = std::clamp<Duration>(*p.one_way_delay, -longest, longest);
    base_.add(report.now, delay);
    latest_ = std::clamp<Duration>(delay - *base_.minimum(), Duration::zero(), longest);
  }
}

void ScreamDelayAverage::add(Duration sample, double gain) {
  deviation_ += (std::chrono::abs(sample - average_) - deviation_) / 16;
  average_ = sample < average_ ? sample : average_ + scaled(sample - average_, gain);
}

}  // namespace evenkeel
