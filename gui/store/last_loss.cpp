#include "gui/store/last_loss.h"

#include <algorithm>
#include <functional>
#include <vector>

#include "gui/store/run_data.h"

namespace evenkeel {
namespace {

struct Counted {
  std::optional<double> Sample::*counter;
  std::optional<int> LossOutcome::*into;
  bool is_loss;  ///< jumps and key frames alone are none: the first frame is a key frame
};

constexpr Counted counted[] = {{&Sample::video_packets_lost, &LossOutcome::lost, true},
                               {&Sample::packets_repaired, &LossOutcome::repaired, true},
                               {&Sample::retransmitted_packets_sent, &LossOutcome::sent_again, true},
                               {&Sample::nack_count, &LossOutcome::asked_for, true},
                               {&Sample::reference_jumps, &LossOutcome::jumps, false},
                               {&Sample::key_frames_encoded, &LossOutcome::key_frames, false}};

/// When the last loss began; nullopt if there was none lately. Reorders the times.
std::optional<Duration> begin_of_last(std::vector<Duration>& times, Duration now) {
  std::sort(times.begin(), times.end(), std::greater<>());
  if (times.empty() || now - times.front() > loss_shown) return std::nullopt;
  const auto quiet = [](Duration later, Duration earlier) { return later - earlier >= loss_quiet; };
  const auto end = std::adjacent_find(times.begin(), times.end(), quiet);
  return end == times.end() ? times.back() : *end;
}

}  // namespace

LossOutcome last_loss(const SampleStore& store, const FlowName& flow, Duration now) {
  std::vector<Duration> times;
  for (const Counted& one : counted) {
    if (!one.is_loss) continue;
    for (const CountedEvent& event : counted_events(store, flow, one.counter, {now - longest_loss, now}))
      times.push_back(event.time);
  }
  LossOutcome outcome;
  const auto begin = begin_of_last(times, now);
  if (!begin) return outcome;
  for (const Counted& one : counted) {
    if (!store.last_value(flow, one.counter, now)) continue;
    int& sum = (outcome.*one.into).emplace(0);
    for (const CountedEvent& event : counted_events(store, flow, one.counter, {*begin, now}))
      sum = std::min(sum + event.count, 1'000'000'000);
  }
  return outcome;
}

}  // namespace evenkeel
