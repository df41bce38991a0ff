#include "app/lab/tuning/recorded_path.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/lab/claims/statistics.h"
#include "core/base/quantity.h"

namespace evenkeel::tuning {
namespace {

using Member = std::optional<double> Sample::*;

constexpr double same_rate = 0.02;
constexpr double full_buffer = 0.8;
constexpr Duration least_buffer = 300ms;
constexpr Duration least_span = 5s;
// The median of |X - Y| of two independent values of Jitter, in sigma.
constexpr double median_difference = 0.53;
constexpr double least_difference_ms = 0.5;  // below it, what the sender's timer and the kernel do

std::vector<double> values_of(const std::vector<Sample>& rows, Member member) {
  std::vector<double> values;
  for (const Sample& row : rows) {
    if (row.*member) values.push_back(*(row.*member));
  }
  return values;
}

std::vector<Sample> last_part(const std::vector<Sample>& rows, Duration span) {
  if (rows.empty()) return {};
  const Duration from = rows.back().time - span;
  const auto first = std::find_if(rows.begin(), rows.end(), [&](const Sample& row) { return row.time > from; });
  return {first, rows.end()};
}

/// By seconds: their median, and a new step where it differs.
std::vector<CapacityStep> steps_of(const std::vector<Sample>& rows, Member member) {
  std::vector<CapacityStep> steps;
  const Duration begin = rows.front().time;
  for (std::size_t i = 0; i < rows.size();) {
    const Duration second = std::chrono::floor<std::chrono::seconds>(rows[i].time - begin);
    std::vector<double> values;
    for (; i < rows.size() && rows[i].time - begin < second + 1s; ++i) {
      if (rows[i].*member) values.push_back(*(rows[i].*member));
    }
    if (values.empty()) continue;
    const double rate = median_of(std::move(values));
    const bool differs =
        steps.empty() || std::abs(rate - steps.back().rate.bps()) > same_rate * steps.back().rate.bps();
    if (differs) steps.push_back({second, bits_per_second(rate)});
  }
  return steps;
}

struct FoundCapacity {
  std::vector<CapacityStep> steps;
  const char* source = "";
};

FoundCapacity capacity_of(const std::vector<Sample>& rows) {
  const struct {
    Member member;
    const char* source;
  } sources[] = {{&Sample::link_capacity_bps, "as the link had it"},
                 {&Sample::capacity_estimate_bps, "as the controller believed"},
                 {&Sample::receive_bitrate_bps, "what arrived, so the link has as much at least"}};
  for (const auto& [member, source] : sources) {
    auto steps = steps_of(rows, member);
    const bool any = std::any_of(steps.begin(), steps.end(), [](const CapacityStep& s) { return s.rate.bps() > 0; });
    if (any) return {std::move(steps), source};
  }
  return {};
}

double longest_queue_ms(const std::vector<Sample>& rows) {
  double longest = 0;
  for (const Sample& row : rows) {
    longest = std::max({longest, row.link_queue_ms.value_or(0), row.queueing_delay_ms.value_or(0)});
  }
  return longest;
}

double growth(const std::vector<Sample>& rows, Member member) {
  const auto values = values_of(rows, member);
  return values.size() < 2 ? 0 : std::max(0.0, values.back() - values.front());
}

/// Losses of rows whose queue is at least so long count as those of a full buffer.
struct Losses {
  double sent = 0;
  double random = 0;
  double of_full_buffer = 0;
};

Losses losses_of(const std::vector<Sample>& rows, double full_ms) {
  Losses losses;
  losses.sent = growth(rows, &Sample::packets_sent);
  const double all = growth(rows, &Sample::packets_lost);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    const double more = rows[i].packets_lost.value_or(0) - rows[i - 1].packets_lost.value_or(0);
    // A report on a loss comes up to a round trip after the queue that caused it.
    const std::size_t first = i < 5 ? 0 : i - 5;
    const std::vector<Sample> before(rows.begin() + static_cast<std::ptrdiff_t>(first),
                                     rows.begin() + static_cast<std::ptrdiff_t>(i + 1));
    if (more > 0 && longest_queue_ms(before) >= full_ms) losses.of_full_buffer += more;
  }
  losses.of_full_buffer = std::min(losses.of_full_buffer, all);
  losses.random = all - losses.of_full_buffer;
  return losses;
}

std::vector<PacketRecord> packets_since(const std::vector<PacketRecord>& packets, Duration from) {
  std::vector<PacketRecord> part;
  std::copy_if(packets.begin(), packets.end(), std::back_inserter(part),
               [&](const PacketRecord& p) { return p.send_time >= from; });
  return part;
}

double mean_burst(const std::vector<PacketRecord>& packets) {
  double lost = 0;
  double bursts = 0;
  bool in_burst = false;
  for (const PacketRecord& p : packets) {
    const bool gone = !p.arrival_time;
    lost += gone ? 1 : 0;
    bursts += gone && !in_burst ? 1 : 0;
    in_burst = gone;
  }
  return bursts > 0 ? lost / bursts : 1;
}

std::vector<double> delay_differences_of(const std::vector<PacketRecord>& packets) {
  std::vector<double> differences;
  for (std::size_t i = 1; i < packets.size(); ++i) {
    const auto& a = packets[i - 1].one_way_delay;
    const auto& b = packets[i].one_way_delay;
    if (a && b) differences.push_back(std::abs(to_milliseconds(*b - *a)));
  }
  return differences;
}

/// Returns nullopt if neither packets nor rows have a delay variation.
std::optional<Duration> jitter_of(const std::vector<PacketRecord>& packets, const std::vector<Sample>& rows) {
  auto differences = delay_differences_of(packets);
  if (differences.empty()) differences = values_of(rows, &Sample::delay_variation_ms);
  if (differences.empty()) return std::nullopt;
  const double median = median_of(std::move(differences));
  return median < least_difference_ms ? Duration{} : from_seconds(median / median_difference / 1e3);
}

LossModel loss_model(double share, double burst) {
  if (share <= 0) return NoLoss{};
  if (burst < 1.5) return IndependentLoss{share};
  GilbertElliottLoss model;
  model.bad_to_good = 1 / burst;
  model.good_to_bad = std::min(1.0, share / (burst * (1 - share)));
  return model;
}

std::string rates_text(const std::vector<CapacityStep>& steps) {
  std::vector<double> rates;
  for (const CapacityStep& step : steps) rates.push_back(step.rate.bps());
  const auto [low, high] = std::minmax_element(rates.begin(), rates.end());
  const auto text = [](double rate) { return format_rate(bits_per_second(rate), 3); };
  if (steps.size() == 1) return text(*low);
  return text(*low) + " to " + text(*high) + " in " + std::to_string(steps.size()) + " steps";
}

std::string buffer_text(const BufferLimit& buffer) {
  if (const auto* size = std::get_if<DataSize>(&buffer)) return format_size(*size, 3);
  return format_duration(std::get<Duration>(buffer), 3);
}

}  // namespace

Parsed<RecordedPath> recorded_path(const RecordedFlow& flow, const RateLimits& limits, Duration span) {
  const std::vector<Sample> rows = last_part(flow.rows, span);
  if (rows.size() < 2 || rows.back().time - rows.front().time < least_span) {
    return {std::nullopt, "There are less than 5 s of this flow: record a longer call."};
  }
  const FoundCapacity capacity = capacity_of(rows);
  const auto propagation = values_of(rows, &Sample::propagation_delay_ms);
  if (capacity.steps.empty() || propagation.empty()) {
    return {std::nullopt, "This flow tells no rate or no delay of its path: take one that sends media."};
  }
  RecordedPath found;
  TuningPath& path = found.path;
  path.limits = limits;
  path.span = rows.back().time - rows.front().time;
  path.link.capacity = Capacity::schedule(capacity.steps);
  const double forward_ms = median_of(propagation);
  auto round_trips = values_of(rows, &Sample::round_trip_time_ms);
  const double round_trip_ms = round_trips.empty() ? 2 * forward_ms : percentile_of(std::move(round_trips), 0.02);
  path.link.propagation_delay = from_seconds(forward_ms / 1e3);
  path.backward_delay = from_seconds(std::max(0.0, round_trip_ms - forward_ms) / 1e3);
  path.delay_kind = rows.back().one_way_delay_kind.value_or(DelayKind::estimated);

  const double longest = longest_queue_ms(rows);
  const auto* known = flow.buffer ? std::get_if<Duration>(&*flow.buffer) : nullptr;
  const double full_ms = full_buffer * (known != nullptr ? to_milliseconds(*known) : longest);
  const bool queues = longest > to_milliseconds(least_buffer) / 10;  // a shorter queue is no full buffer
  const Losses losses = losses_of(rows, queues ? full_ms : std::numeric_limits<double>::infinity());
  const bool was_full = losses.of_full_buffer > 0;
  const Duration guess =
      was_full ? from_seconds(longest / 1e3) : std::max(least_buffer, from_seconds(3 * longest / 1e3));
  path.link.buffer = flow.buffer.value_or(guess);

  const auto packets = packets_since(flow.packets, rows.front().time);
  const double share = losses.sent > 0 ? std::min(0.5, losses.random / losses.sent) : 0;
  path.link.loss = loss_model(share, mean_burst(packets));
  const auto jitter = jitter_of(packets, rows);
  path.link.jitter_sigma = jitter.value_or(Duration::zero());

  found.text = rates_text(capacity.steps) + " (" + capacity.source + "), " +
               format_duration(path.link.propagation_delay, 3) + " there and " +
               format_duration(path.backward_delay, 3) + " back, a buffer of " + buffer_text(path.link.buffer) +
               (flow.buffer ? ""
                : was_full  ? " (as long as the queue when packets were lost)"
                            : " (a guess)") +
               ", loss " + format_ratio(share, 2) + ", " +
               (jitter ? "jitter " + format_duration(*jitter, 2) : "jitter not known") + ", for " +
               format_duration(path.span, 3);
  return {std::move(found), ""};
}

}  // namespace evenkeel::tuning
