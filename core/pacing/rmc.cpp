#include "core/pacing/rmc.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace evenkeel {
namespace {

// A packet that fits exactly must not wait for another iteration because of rounding.
constexpr double tolerance_bytes = 1e-6;

double bytes_of(DataSize size) { return static_cast<double>(size.bytes()); }

}  // namespace

void RmcParameters::visit(ParameterVisitor& visitor) {
  visitor.visit({"k_r", "k_r", "", 0.01, 1.99, "gain of the mismatch; below 1 slower, above 1 oscillating (eq. 10)"},
                k_r);
  visitor.visit({"N", "N", "", 1, 1000, "iterations per round trip: T_s = max(T_s,min, min(RTT_min/N, b P/r_c))"}, n);
  visitor.visit({"T_s_min", "T_s,min", "", 1e-4, 0.1, "shortest time between iterations; not below the timer's"},
                t_s_min);
  visitor.visit(
      {"b", "b", "", 0, 1000, "longest T_s, in packets at the present rate; 0: by the round trip alone, as published"},
      packets_gathered);
  visitor.visit({"c_max", "c_max", "", 0, 1e6, "sent at once after a pause, if more than r_c T_s; ours"}, idle_credit);
  visitor.visit({"B_max", "B_max", "", 0, 10, "lateness made up for, up to the round trip; 0: all, as published"},
                burst_limit);
  visitor.visit({"B_min", "B_min", "", 0, 10, "lateness made up for, however short the round trip; ours"}, burst_floor);
}

Duration rmc_sampling_time(const RmcParameters& p, std::optional<Duration> min_round_trip_time, DataRate rate,
                           DataSize packet) {
  Duration fraction = min_round_trip_time.value_or(Duration::zero()) / std::max(p.n, 1);
  if (p.packets_gathered > 0 && rate > DataRate() && packet > DataSize()) {
    const double gathering = p.packets_gathered * static_cast<double>(packet.bits()) / rate.bps();
    fraction = from_seconds(std::min(to_seconds(fraction), gathering));
  }
  return std::max({fraction, p.t_s_min, Duration(1us)});
}

// A rate of zero stops the sender at once; any other one lets the iteration under way send what it was allowed.
void Rmc::set_rate(DataRate rate, LocalTime now) {
  mismatch_.set_rate(rate, now);
  if (mismatch_.rate() <= DataRate()) budget_ = 0;
  idle_credit_ = idle_credit();
}

// The anti-windup of an empty queue need not run before its end: d_c - d_e only grows in between.
void Rmc::on_queue(std::optional<DataSize> head, LocalTime now) {
  waiting_ = head.has_value();
  if (!head) {
    budget_ = 0;
    return;
  }
  packet_ = *head;
  idle_credit_ = idle_credit();
  mismatch_.advance(now);
  mismatch_.limit(idle_credit_);
  head_since_ = now;
}

std::size_t Rmc::due(std::span<const DataSize> waiting, LocalTime now) {
  packet_ = waiting.front();
  if (iteration_due(now)) begin_iteration(now);
  std::size_t count = 0;
  for (DataSize sum; count < waiting.size(); ++count) {
    sum += waiting[count];
    if (!fits(sum)) break;
  }
  return count;
}

// eq. 9, packet by packet. An empty queue ends the iteration: what comes later waits for the next.
void Rmc::on_sent(DataSize size, std::optional<DataSize> next, LocalTime) {
  mismatch_.on_sent(size);
  budget_ = next ? budget_ - bytes_of(size) : 0;
  waiting_ = next.has_value();
  packet_ = next.value_or(size);
  if (!next) idle_credit_ = idle_credit();
}

bool Rmc::iterates_each_sampling_time() const { return parameters_.packets_gathered <= 0; }

// An iteration in which not even the head may leave would change nothing, so it is not worth waking for; the paper
// does.
std::optional<LocalTime> Rmc::next_wake(DataSize head) const {
  if (parameters_.k_r <= 0) return std::nullopt;
  if (iterates_each_sampling_time()) {
    if (mismatch_.rate() <= DataRate()) return std::nullopt;
    return iteration_ ? std::max(*iteration_ + sampling_time(head), head_since_) : head_since_;
  }
  auto wake = mismatch_.time_of(bytes_of(head) / parameters_.k_r);
  if (!wake) return std::nullopt;
  if (iteration_) wake = std::max(*wake, *iteration_ + sampling_time(head));
  return std::max(*wake, head_since_);
}

void Rmc::reset(LocalTime now) {
  mismatch_.reset(now);
  budget_ = 0;
}

DataSize Rmc::forgiven() const { return bytes(std::llround(forgiven_)); }

Duration Rmc::sampling_time(DataSize packet) const {
  return rmc_sampling_time(parameters_, min_rtt_, mismatch_.rate(), packet);
}

double Rmc::bytes_in(Duration time) const { return mismatch_.rate().bytes_per_second() * to_seconds(time); }

double Rmc::idle_credit() const {
  double credit = bytes_of(parameters_.idle_credit);
  if (longest_idle_) credit = std::min(credit, bytes_in(*longest_idle_));
  return std::max(credit, bytes_in(sampling_time()));
}

// r_c B_max alone would stop a sender for ever whose packets are larger, and would forgive what a slow one owes for the
// packet that did not fit last time; so the cap leaves that packet, one late interval and the idle credit in any case.
double Rmc::largest_mismatch() const {
  if (parameters_.burst_limit <= Duration::zero()) return std::numeric_limits<double>::infinity();
  auto one_late = std::max(2 * sampling_time(), parameters_.burst_floor);
  auto b_max = std::max(one_late, std::min(min_rtt_.value_or(parameters_.burst_limit), parameters_.burst_limit));
  double next_packet = (bytes_of(packet_) + bytes_in(one_late)) / parameters_.k_r;
  return std::max({bytes_in(b_max), next_packet, idle_credit()});
}

bool Rmc::iteration_due(LocalTime now) const { return !iteration_ || now >= *iteration_ + sampling_time(); }

// Not begun where the head does not fit: an iteration that sends nothing would only put off the next one.
void Rmc::begin_iteration(LocalTime now) {
  budget_ = allowed(mismatch_.bytes_at(now));
  if (!iterates_each_sampling_time() && !fits(packet_)) return;
  iteration_ = now;
  mismatch_.advance(now);
  forgiven_ += mismatch_.limit(largest_mismatch());
  budget_ = allowed(mismatch_.bytes());
}

// eq. 10
double Rmc::allowed(double mismatch) const { return mismatch_.rate() > DataRate() ? parameters_.k_r * mismatch : 0; }

bool Rmc::fits(DataSize sum) const {
  if (std::isinf(mismatch_.rate().bps())) return true;
  return bytes_of(sum) <= budget_ + tolerance_bytes;
}

}  // namespace evenkeel
