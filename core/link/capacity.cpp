#include "core/link/capacity.h"

#include <algorithm>
#include <cmath>

namespace evenkeel {
namespace {

using Completion = Capacity::Completion;
using Steps = std::vector<CapacityStep>;

constexpr double kOpportunityBits = static_cast<double>(MahimahiTrace::kOpportunity.bits());
constexpr double kNever = 100 * 365.25 * 86400 * 1e9;  // ns

double nanoseconds(Duration d) { return static_cast<double>(d.count()); }

bool unlimited(const CapacityStep& step) { return std::isinf(step.rate.bps()); }

double bits_in(const CapacityStep& step, Duration time) {
  if (time <= Duration::zero()) return 0;  // also of an infinite rate
  return step.rate.bps() * nanoseconds(time) / 1e9;
}

// The step that holds at t: the last one that has begun, or the first.
std::size_t step_at(const Steps& steps, Duration t) {
  auto later = std::upper_bound(steps.begin(), steps.end(), t, [](Duration d, const auto& s) { return d < s.at; });
  return later == steps.begin() ? 0 : static_cast<std::size_t>(later - steps.begin()) - 1;
}

// The work ends while the step holds.
std::optional<Completion> serve_within(const CapacityStep& step, Duration from, double bits) {
  if (unlimited(step)) return Completion{from, 0};
  double exact = bits * 1e9 / step.rate.bps();
  if (!(exact < kNever)) return std::nullopt;
  Duration rounded(std::llround(exact));
  return Completion{from + rounded, step.rate.bps() * nanoseconds(rounded) / 1e9 - bits};
}

std::optional<Completion> serve(const Steps& steps, Duration from, double bits) {
  auto i = step_at(steps, from);
  for (; i + 1 < steps.size(); ++i) {
    double available = bits_in(steps[i], steps[i + 1].at - from);
    if (bits <= available) break;
    bits -= available;
    from = steps[i + 1].at;
  }
  return serve_within(steps[i], from, bits);
}

double bits_between(const Steps& steps, Duration from, Duration to) {
  double sum = 0;
  auto i = step_at(steps, from);
  for (; i + 1 < steps.size() && steps[i + 1].at < to; ++i) {
    sum += bits_in(steps[i], steps[i + 1].at - from);
    from = steps[i + 1].at;
  }
  return sum + bits_in(steps[i], to - from);
}

double bits_between(const MahimahiTrace& trace, Duration from, Duration to) {
  return static_cast<double>(trace.opportunities_until(to) - trace.opportunities_until(from)) * kOpportunityBits;
}

// The surplus counts all of the instant's opportunities: of several, those not needed are open to the next packet.
std::optional<Completion> serve(const MahimahiTrace& trace, Duration from, double bits) {
  auto needed = static_cast<std::int64_t>(std::ceil(bits / kOpportunityBits));
  auto at = trace.time_of(trace.opportunities_until(from) + needed - 1);
  return Completion{at, bits_between(trace, from, at) - bits};
}

DataRate rate_at(const Steps& steps, Duration t) { return steps[step_at(steps, t)].rate; }

DataRate rate_at(const MahimahiTrace& trace, Duration t) {
  t = std::max(t, Duration::zero());
  auto begin = t - 500ms;
  auto end = t + 500ms;
  auto width = end - std::max(begin, Duration::zero());
  return bits_per_second(bits_between(trace, begin, end) / to_seconds(width));
}

}  // namespace

Capacity Capacity::schedule(std::vector<CapacityStep> steps) {
  if (steps.empty()) steps.push_back({Duration::zero(), DataRate::unlimited()});
  for (auto& step : steps) {
    if (!(step.rate.bps() > 0)) step.rate = DataRate();
  }
  std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.at < b.at; });
  return Capacity(std::move(steps));
}

std::optional<Completion> Capacity::serve(Duration from, double bits) const {
  if (bits <= 0) return Completion{from, -bits};
  return std::visit([&](const auto& what) { return evenkeel::serve(what, from, bits); }, what_);
}

double Capacity::bits_between(Duration from, Duration to) const {
  if (to <= from) return 0;
  return std::visit([&](const auto& what) { return evenkeel::bits_between(what, from, to); }, what_);
}

std::span<const CapacityStep> Capacity::steps() const {
  const Schedule* const steps = std::get_if<Schedule>(&what_);
  return steps != nullptr ? std::span<const CapacityStep>(*steps) : std::span<const CapacityStep>();
}

DataRate Capacity::rate_at(Duration t) const {
  return std::visit([&](const auto& what) { return evenkeel::rate_at(what, t); }, what_);
}

}  // namespace evenkeel
