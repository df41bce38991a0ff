#include "core/control/darc/competition.h"

#include <algorithm>

namespace evenkeel::darc {
namespace {

constexpr Duration shortest_queue = 10ms;  // of theirs
constexpr Duration longest_short_queue = 20ms;
constexpr Duration settling = 1200ms;  // of what the other begins with
constexpr Duration losing_for_narrower = 1s;
constexpr double most_loss = 0.15;
constexpr double least_left = 0.05;  // of the bottleneck at once
constexpr int first_pairs = 2;       // by which the bottleneck is known afresh
constexpr Duration first_pairs_time = 2500ms;
constexpr double cautious_over_ours = 1.5;  // until then
constexpr double cautious_share = 0.12;

}  // namespace

void Competition::enter(DataRate bottleneck, DataRate ours, DataRate rate, LocalTime now) {
  bottleneck_ = bottleneck;
  departure_.start(now, bottleneck);
  fair_.start(rate, now);
  begin(ours, now);
}

void Competition::begin(DataRate ours, LocalTime now) {
  since_ = now;
  ours_at_begin_ = ours;
  narrowing_.reset();
  losing_since_.reset();
}

DataRate Competition::rate(const PacketPairs& pairs, LocalTime now) {
  const auto known = pairs.rate(now);
  if (known) bottleneck_ = reconcile(bottleneck_, *known);
  std::optional<DataRate> most;
  const bool answered = known && pairs.since(since_) >= first_pairs;
  if (!answered && now - since_ < first_pairs_time) {
    most = std::max(cautious_over_ours * ours_at_begin_, cautious_share * bottleneck_);
  }
  return fair_.update(bottleneck_, most, now);
}

Competition::Verdict Competition::judge(const Report& report) {
  const Duration short_queue = std::clamp(report.target, shortest_queue, longest_short_queue);
  if (departure_.on_report(report.queue < short_queue, bottleneck_, report.now)) return Verdict::they_left;
  const auto left = left_of_bottleneck(report);
  if (!left) return Verdict::goes_on;
  bottleneck_ = std::clamp(*left, least_left, 1.0) * bottleneck_;
  begin(report.capacity, report.now);
  return Verdict::narrower;
}

std::optional<double> Competition::left_of_bottleneck(const Report& report) {
  if (report.now - since_ < settling) narrowing_.reset();
  if (const auto left = narrowing_.on_report(report.queue, report.now)) return left;
  if (!report.delivered || report.delivered->loss < most_loss)
    losing_since_.reset();
  else if (!losing_since_)
    losing_since_ = report.now;
  if (!losing_since_ || report.now - *losing_since_ <= losing_for_narrower) return std::nullopt;
  return 1 - report.delivered->loss;
}

}  // namespace evenkeel::darc
