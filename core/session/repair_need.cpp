#include "core/session/repair_need.h"

#include <algorithm>

#include "core/session/repair_replay.h"

namespace evenkeel {
namespace {

// How often the picture may break in all that is remembered, as a part of the frames.
constexpr double tolerated = 0.003;
constexpr double tolerated_at_long_round_trips = 0.001;  // where a packet that is sent again comes too late
constexpr Duration long_round_trip = 130ms;

// And in the last seconds, since the whole memory dilutes what has just begun: once, or never where so many frames are
// hit that more will follow.
constexpr Duration recent = 3s;
constexpr int many_hit = 4;
// The share that is just enough for a few losses is on average too little for the next ones.
constexpr Duration few_losses = 10s;

// A picture that stands for 150 ms beyond its time is a freeze (W3C's freezeCount): a frame that is whole again later
// has been seen to miss. Of small frames no share brings so many packets in that time.
constexpr Duration freeze = 150ms;

std::size_t whole_within(const RepairNeed::Path& path) {  // frames
  const auto patience = static_cast<std::size_t>(freeze / std::max<Duration>(path.frame_interval, 1ms));
  const std::size_t most = path.small_frames ? RepairReplay::max_window : std::max<std::size_t>(patience, 2);
  return std::clamp<std::size_t>(path.window, 1, std::min(most, RepairReplay::max_window));
}

double packet_size(const SentFrame& frame) { return static_cast<double>(frame.size.bytes()) / frame.packets; }

// The least step with so few breaks as are allowed, or about as few as with the largest share.
template <class Breaks>
RepairNeed::Step least_step(const Breaks& breaks, int allowed) {
  const int unavoidable = breaks(RepairNeed::last_step);
  const int tolerable = std::max(allowed, unavoidable + unavoidable / 4);
  RepairNeed::Step step = 0;
  while (step < RepairNeed::last_step && breaks(step) > tolerable) ++step;
  return step;
}

}  // namespace

RepairNeed::Step RepairNeed::of(const FrameLosses& losses, const Path& path, LocalTime now) {
  const std::size_t first_loss = losses.first_loss();
  if (first_loss == losses.size()) return 0;
  window_ = whole_within(path);
  prepare(losses);
  const std::size_t from = losses.first_since(now - recent);
  const bool begin = losses.frames_hit(from) >= many_hit && losses[first_loss].sent > now - few_losses;
  return std::max(least_for_all({0, losses.lost_part(0)}, path),
                  least_for_recent({from, losses.lost_part(from)}, begin));
}

// A repair packet is as large as the largest packet that it covers.
void RepairNeed::prepare(const FrameLosses& losses) {
  frames_.clear();
  for (std::size_t i = 0; i < losses.size(); ++i) {
    double size = 0;
    for (std::size_t j = i - std::min(i, window_ - 1); j <= i; ++j) size = std::max(size, packet_size(losses[j]));
    const double repair = size > 0 ? static_cast<double>(losses[i].size.bytes()) / size : 0;
    frames_.push_back({losses[i].lost, losses[i].important, repair});
  }
}

// Where the repair packets fall among few losses is chance: two ways are tried.
RepairNeed::Step RepairNeed::least_for_all(const Part& all, const Path& path) const {
  const bool is_long = path.round_trip_time && *path.round_trip_time > long_round_trip;
  const double frames = to_seconds(memory) / to_seconds(std::max<Duration>(path.frame_interval, 1ms));
  const double allowed = (is_long ? tolerated_at_long_round_trips : tolerated) * frames;
  const auto of_both = [&](Step step) { return breaks(step, all, 0) + breaks(step, all, 0.5); };
  return least_step(of_both, static_cast<int>(2 * allowed));
}

// Of even fewer losses the worst of four.
RepairNeed::Step RepairNeed::least_for_recent(const Part& recent_part, bool losses_begin) const {
  const auto worst = [&](Step step) {
    int most = 0;
    for (const double phase : {0.0, 0.25, 0.5, 0.75}) most = std::max(most, breaks(step, recent_part, phase));
    return most;
  };
  const Step step = least_step(worst, losses_begin ? 0 : 1);
  return losses_begin ? std::min(step + 1, last_step) : step;
}

int RepairNeed::breaks(Step step, const Part& part, double phase) const {
  const double share = shares[step];
  const double important = important_share(share);
  RepairReplay replay({window_, part.loss, phase});  // repair packets are lost as media is
  for (std::size_t i = part.from; i < frames_.size(); ++i) {
    const Frame& frame = frames_[i];
    replay.on_frame(frame.lost, frame.repair * (frame.important ? important : share));
  }
  return replay.breaks();
}

}  // namespace evenkeel
