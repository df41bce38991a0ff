#include "core/control/arc.h"

#include <algorithm>

// What the paper leaves open, and how it is read here:
// * Windows are bytes; the packet of eq. 3 and of qthresh is 1500 bytes, as in the paper, whatever ours measure.
// * out is the literal integral of what was sent over the last round-trip sample, from the send log.
// * The first window gives the start rate at an empty path. Where another law sent before the start, which the first
//   report tells, it is taken to have sent at the start rate.
// * A sample of used bandwidth needs T <= tau/2; on longer round trips it is taken every tau/4.
// * The timeout is twice the time in which a report has to come. The paper's receiver reports at least every SRTT; ours
//   every 50 ms where the round trip is shorter than that, or not known to it.
// * What a cut took is given back where all packets that it was for come late: there was no loss.
// * The window does not grow while the encoder uses less than 85 % of the rate.

namespace evenkeel {
namespace {

constexpr Duration evaluation_interval = 5ms;
constexpr Duration least_sample_time = 20ms;
constexpr Duration first_round_trip_time = 100ms;  // before it is known
constexpr Duration report_interval = 50ms;         // of a receiver that knows no shorter one
constexpr Duration limit_horizon = 1s;
constexpr Duration least_limit_horizon = 300ms;
constexpr double used_fraction = 0.85;

}  // namespace

void Arc::visit_parameters(ParameterVisitor& v) {
  v.visit({"k", "k", "1/s", 0.01, 10, "gain from the free window to the rate (eq. 1)"}, parameters_.k);
  v.visit({"alpha", "alpha", "", 0.001, 10, "time in which the window grows by one packet (eq. 3)"}, parameters_.alpha);
  v.visit({"qthresh", "q_thresh", "packets", 1, 1000, "backlog at which the window stops growing"},
          parameters_.qthresh);
  v.visit({"tau", "tau", "", 0.05, 10, "time constant of the used-bandwidth filter (section 3.1.3)"}, parameters_.tau);
  v.visit({"packet", "P", "", 100, 9000, "size of the packet that alpha and qthresh count"}, parameters_.packet);
}

RateUpdate Arc::start(const RateLimits& limits, std::uint64_t, LocalTime now) {
  limits_ = limits;
  rate_ = limits.clamp(limits.start);
  window_ = rate_.bytes_per_second() / parameters_.k;
  backlog_ = 0;
  carried_ = DataRate();
  started_ = grown_ = now;
  next_tick_ = now + evaluation_interval;
  losses_.reset();
  round_trip_time_ = smoothed_round_trip_time_ = min_round_trip_time_ = Duration::zero();
  bandwidth_.reset();
  sent_.reset();
  timeout_ = FeedbackTimeout();
  return {rate_, rate_, std::nullopt};
}

void Arc::on_sent(const SentPacket& packet) {
  sent_.on_sent(packet);
  timeout_.on_sent(packet.sent, timeout());
}

Duration Arc::timeout() const {  // section 3.2
  const bool known = smoothed_round_trip_time_ > Duration::zero();
  return 2 * (known ? std::max(smoothed_round_trip_time_, report_interval) : first_round_trip_time);
}

Duration Arc::sample_time() const {
  const Duration srtt = std::max(smoothed_round_trip_time_, least_sample_time);
  return srtt <= parameters_.tau / 2 ? srtt : parameters_.tau / 4;
}

std::optional<RateUpdate> Arc::on_report(const PathReport& report) {
  timeout_.on_report(report);
  grow_window(report.now);
  learn(report);
  const auto losses = losses_.on_report(report.packets, smoothed_round_trip_time_, LocalTime::min(), report.now);
  if (losses.taken_back) window_ = std::max(window_, window_before_cut_);
  if (losses.begins) go_to_measured_rate();
  return evaluate(report.now);
}

void Arc::learn(const PathReport& report) {
  const bool first = round_trip_time_ == Duration::zero();
  if (report.round_trip_time) round_trip_time_ = *report.round_trip_time;
  smoothed_round_trip_time_ = report.smoothed_round_trip_time;
  min_round_trip_time_ = report.min_round_trip_time;
  // Eq. 1 at the start rate with nothing queued: the window also covers what is on its way.
  if (first) {
    window_ += rate_.bytes_per_second() * to_seconds(round_trip_time_);
    const auto earlier = [&](const PacketResult& p) { return p.sent < started_; };
    if (std::any_of(report.packets.begin(), report.packets.end(), earlier)) carried_ = rate_;
  }
  for (const PacketResult& packet : report.packets) {
    if (packet.arrival) bandwidth_.on_arrival(*packet.arrival, packet.size, sample_time(), parameters_.tau);
  }
  const Duration queueing = round_trip_time_ - min_round_trip_time_;  // Tq
  backlog_ = bandwidth_.estimate().value_or(DataRate()).bytes_per_second() * to_seconds(queueing);
}

void Arc::grow_window(LocalTime now) {  // eq. 3
  const double threshold = parameters_.qthresh * static_cast<double>(parameters_.packet.bytes());
  if (backlog_ < threshold && !application_limited(now)) {
    const double packets = to_seconds(now - grown_) / to_seconds(parameters_.alpha);
    window_ += packets * static_cast<double>(parameters_.packet.bytes());
  }
  grown_ = now;
}

void Arc::go_to_measured_rate() {  // eq. 2
  window_before_cut_ = window_;
  if (!bandwidth_.estimate()) return;
  window_ = bandwidth_.estimate()->bytes_per_second() * (to_seconds(min_round_trip_time_) + 1 / parameters_.k);
}

bool Arc::application_limited(LocalTime now) const {
  const Duration horizon = std::min(limit_horizon, now - started_);
  if (horizon < least_limit_horizon) return false;
  return sent_.rate_over(horizon, now) < rate_ * used_fraction;
}

double Arc::outstanding(LocalTime now) const {  // out of eq. 1, bytes
  const Duration before_start = std::max<Duration>(round_trip_time_ - (now - started_), Duration::zero());
  const DataSize own = sent_.sent_after(now - round_trip_time_);
  return static_cast<double>(own.bytes()) + carried_.bytes_per_second() * to_seconds(before_start);
}

RateUpdate Arc::evaluate(LocalTime now) {  // eq. 1
  terms_[0].value = window_;
  terms_[1].value = outstanding(now);
  terms_[2].value = backlog_;
  const double free_window = std::max(0.0, window_ - backlog_ - terms_[1].value);
  rate_ = limits_.clamp(bits_per_second(8 * parameters_.k * free_window));
  return {rate_, rate_, std::nullopt};
}

std::optional<RateUpdate> Arc::on_tick(LocalTime now) {
  if (now < next_tick_) return std::nullopt;
  next_tick_ = now + evaluation_interval;
  if (timeout_.expired(now, timeout())) go_to_measured_rate();
  if (round_trip_time_ == Duration::zero()) return std::nullopt;  // nothing known yet: the start rate stays
  grow_window(now);
  return evaluate(now);
}

}  // namespace evenkeel
