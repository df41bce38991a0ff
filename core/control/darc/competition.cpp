#include "core/control/darc/competition.h"

#include <algorithm>

namespace evenkeel::darc {
namespace {

constexpr double over_pairs = 1.1;  // the bottleneck, at most
constexpr Duration short_for_them_to_have_left = 1200ms;
constexpr Duration shortest_queue = 10ms;  // of theirs
constexpr Duration longest_short_queue = 20ms;
constexpr Duration judged_after = 1200ms;
constexpr Duration failing_for_none = 1s;
constexpr double arriving = 0.75;  // of what is sent
constexpr double most_loss = 0.15;
constexpr int first_pairs = 2;  // by which the bottleneck is known afresh
constexpr Duration first_pairs_time = 2500ms;
constexpr double cautious_over_ours = 1.5;  // until then
constexpr double cautious_share = 0.12;

// Since when a condition has held without a break.
void note(std::optional<LocalTime>& since, bool holds, LocalTime now) {
  if (!holds)
    since.reset();
  else if (!since)
    since = now;
}

}  // namespace

void Competition::enter(DataRate bottleneck, DataRate ours, DataRate rate, LocalTime now) {
  *this = Competition();
  bottleneck_ = bottleneck;
  ours_at_entry_ = ours;
  since_ = now;
  fair_.start(rate, now);
}

DataRate Competition::rate(const PacketPairs& pairs, LocalTime now) {
  if (const auto known = pairs.rate(now)) bottleneck_ = std::min(bottleneck_, over_pairs * *known);
  std::optional<DataRate> most;
  if (pairs.since(since_) < first_pairs && now - since_ < first_pairs_time) {
    most = std::max(cautious_over_ours * ours_at_entry_, cautious_share * bottleneck_);
  }
  return fair_.update(bottleneck_, most, now);
}

Competition::Verdict Competition::judge(const Report& report) {
  note(short_since_, report.queue < std::clamp(report.target, shortest_queue, longest_short_queue), report.now);
  const bool failing = report.delivered && report.now - since_ > judged_after && !report.source_limited &&
                       (report.delivered->rate < arriving * fair_.rate() || report.delivered->loss > most_loss);
  note(failing_since_, failing, report.now);
  if (short_since_ && report.now - *short_since_ > short_for_them_to_have_left) return Verdict::they_left;
  if (failing_since_ && report.now - *failing_since_ > failing_for_none) return Verdict::was_none;
  return Verdict::goes_on;
}

}  // namespace evenkeel::darc
