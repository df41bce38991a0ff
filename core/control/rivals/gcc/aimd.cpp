#include "core/control/rivals/gcc/aimd.h"

#include <algorithm>
#include <cmath>

namespace evenkeel::gcc {
namespace {

constexpr double weight = 0.05;
constexpr double least_deviation = 0.4;
constexpr double largest_deviation = 2.5;

constexpr double frames_per_second = 30;
constexpr DataSize largest_packet = bytes(1200);
constexpr DataRate least_slope = kilobits_per_second(4);
constexpr DataRate least_multiplicative_slope = kilobits_per_second(10);
constexpr Duration longest_step = 1s;
constexpr Duration shortest_between_decreases = 10ms;
constexpr Duration longest_between_decreases = 200ms;

double packet_bits(DataRate rate) {
  const double frame = rate.bps() / frames_per_second;
  return frame / std::max(1.0, std::ceil(frame / static_cast<double>(largest_packet.bits())));
}

}  // namespace

void LinkCapacity::on_overuse(DataRate acknowledged) {
  if (!estimate_) {
    estimate_ = acknowledged;
    return;
  }
  estimate_ = (1 - weight) * *estimate_ + weight * acknowledged;
  const double error = (*estimate_ - acknowledged).kbps();
  const double sample = error * error / std::max(estimate_->kbps(), 1.0);
  deviation_ = std::clamp((1 - weight) * deviation_ + weight * sample, least_deviation, largest_deviation);
}

DataRate LinkCapacity::three_deviations() const {
  return kilobits_per_second(3 * std::sqrt(deviation_ * estimate_->kbps()));
}

DataRate LinkCapacity::lowest() const {
  return estimate_ ? std::max(DataRate(), *estimate_ - three_deviations()) : DataRate();
}

DataRate LinkCapacity::highest() const { return estimate_ ? *estimate_ + three_deviations() : DataRate::unlimited(); }

DataRate additive_slope(DataRate rate, Duration round_trip_time, const AimdParameters& p) {
  const double response = std::max(0.001, to_seconds(round_trip_time + p.response_margin));
  return std::max(least_slope, bits_per_second(packet_bits(rate) / (2 * response)));
}

Duration recovery_time(DataRate rate, Duration round_trip_time, const AimdParameters& p) {
  return from_seconds((1 - p.beta) * rate / additive_slope(rate, round_trip_time, p));
}

void Aimd::start(DataRate rate, LocalTime now) {
  *this = Aimd();
  rate_ = rate;
  updated_ = now;
}

DataRate Aimd::update(const Input& input, const RateLimits& limits, const AimdParameters& p) {
  if (input.usage == Usage::overuse) {
    state_ = State::decrease;
    decrease(input, p);
  } else if (input.usage == Usage::underuse) {
    state_ = State::hold;
  } else if (state_ != State::increase) {
    state_ = state_ == State::decrease ? State::hold : State::increase;  // grows from the next update on
  } else {
    increase(input, p);
  }
  updated_ = input.now;
  return rate_ = limits.clamp(rate_);
}

void Aimd::increase(const Input& input, const AimdParameters& p) {
  if (!input.acknowledged) return;
  if (*input.acknowledged > link_capacity_.highest()) link_capacity_.reset();
  const double dt = to_seconds(std::clamp<Duration>(input.now - updated_, Duration::zero(), longest_step));
  const DataRate grown = std::max(rate_ * std::pow(p.eta, dt), rate_ + dt * least_multiplicative_slope);
  const DataRate added = rate_ + dt * additive_slope(rate_, input.round_trip_time, p);
  const DataRate limit = p.headroom * *input.acknowledged + p.headroom_base;
  rate_ = std::max(rate_, std::min(limit, link_capacity_.estimate() ? added : grown));
}

void Aimd::decrease(const Input& input, const AimdParameters& p) {
  if (!may_decrease(input)) return;
  decreased_ = input.now;
  if (!input.acknowledged) {
    rate_ = p.beta * rate_;
    return;
  }
  if (*input.acknowledged < link_capacity_.lowest()) link_capacity_.reset();
  link_capacity_.on_overuse(*input.acknowledged);
  rate_ = std::min(rate_, p.beta * *input.acknowledged - p.margin);
}

bool Aimd::may_decrease(const Input& input) const {
  const Duration interval = std::clamp(input.round_trip_time, shortest_between_decreases, longest_between_decreases);
  if (!decreased_ || input.now - *decreased_ >= interval) return true;
  return input.acknowledged && *input.acknowledged < rate_ / 2;
}

}  // namespace evenkeel::gcc
