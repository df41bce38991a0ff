#include "core/control/circuit_breaker.h"

#include <algorithm>

#include "core/control/tcp_throughput.h"

namespace evenkeel {
namespace {

constexpr Duration reporting_interval = 5s;  // T_d with T_min = 5 s
constexpr Duration report_timeout = 3 * reporting_interval;
constexpr int non_reporting_threshold = 5;  // k
constexpr Duration first_wait = 15s;        // at least the triggering interval, section 4.5
constexpr Duration repeated_rest = 3s;      // of a dead path whose breaker trips again: what breaker 2 takes at least
constexpr Duration healthy_time = 1min;     // after which the next trip is the first one again
constexpr int max_doublings = 4;
constexpr Duration probe_interval = 1s;
constexpr std::size_t most_intervals = 4096;
constexpr double allowed = 10;  // times TCP's rate, section 4.3
constexpr double prudent = 7;   // losses are chance: with 8 and 9 it still tripped, at 300 ms and 3 %

}  // namespace

void CircuitBreaker::start(LocalTime now) {
  *this = CircuitBreaker();
  last_report_ = now;
}

void CircuitBreaker::on_media_sent(LocalTime now) {
  if (state_ == State::open) {
    next_probe_ = std::max<LocalTime>(now + probe_interval, trusts_probes_);
    return;
  }
  media_since_report_ = true;
  if (!waiting_for_report_since_) waiting_for_report_since_ = now;
}

void CircuitBreaker::on_report(const ReportBlock& block, const Facts& facts, LocalTime now) {
  if (state_ == State::open) return on_report_while_open(block, now);
  waiting_for_report_since_.reset();
  const Duration length = last_report_ ? now - *last_report_ : reporting_interval;
  last_report_ = now;
  report_interval_ = report_interval_ == Duration::zero() ? length : (report_interval_ * 7 + length) / 8;
  losses_.push_back({block.fraction_lost / 256.0, length});
  if (losses_.size() > most_intervals) losses_.pop_front();
  check_media(block, facts, now);
  check_congestion(block, facts, now);
  media_since_report_ = false;
}

void CircuitBreaker::on_report_while_open(const ReportBlock& block, LocalTime now) {
  // The way back lives again: ask at once whether the way there does.
  if (!last_report_ || now >= *last_report_ + probe_interval) next_probe_ = std::max(now, trusts_probes_);
  last_report_ = now;
  if (advances(block) && now >= trusts_probes_) close(now);
}

bool CircuitBreaker::advances(const ReportBlock& block) {
  const bool advanced = !highest_sequence_ || block.extended_highest_sequence != *highest_sequence_;
  highest_sequence_ = block.extended_highest_sequence;
  return advanced;
}

void CircuitBreaker::check_media(const ReportBlock& block, const Facts& facts, LocalTime now) {  // section 4.2
  if (advances(block) || !media_since_report_) {
    silent_reports_ = 0;
    media_timeout_ = 0;
    return;
  }
  const Duration longest = std::max({facts.frame_interval, facts.round_trip_time, report_interval_});
  // "Reconsidering": while nothing comes through it only grows.
  media_timeout_ = std::max(media_timeout_, intervals_in(non_reporting_threshold * longest));
  if (++silent_reports_ >= media_timeout_) {
    trip(Cause::dead_path, "the peer reports that no picture data reach it", now);
  }
}

std::int64_t CircuitBreaker::intervals_in(Duration time) const {  // rounded up
  const Duration interval = std::max<Duration>(report_interval_, 1ms);
  return (time + interval - 1ns) / interval;
}

std::size_t CircuitBreaker::congestion_intervals(const Facts& facts) const {  // CB_INTERVAL, with G = 1
  const Duration reaction = std::max({10 * facts.frame_interval, 10 * facts.round_trip_time, 3 * report_interval_});
  return static_cast<std::size_t>(intervals_in(std::min<Duration>(reaction, report_timeout)));
}

/// The mean loss fraction, times the share of the time whose reports told of losses. The RFC takes the fraction for
/// want of the loss event rate, which decides what TCP would have: a burst from a full queue is one event, however many
/// packets it takes. Beside a TCP in a queue of a second the fraction alone cuts calls whose share is fair. Where every
/// report has losses this is the mean fraction; where one in n has, sqrt(n) times the rate is allowed.
double CircuitBreaker::lasting_loss(std::size_t intervals) const {
  double lost = 0;
  double lossy = 0;
  double time = 0;
  for (auto i = losses_.rbegin(); i != losses_.rend() && intervals > 0; ++i, --intervals) {
    const double length = to_seconds(i->length);
    lost += i->fraction_lost * length;
    if (i->fraction_lost > 0) lossy += length;
    time += length;
  }
  return time > 0 ? lost / time * (lossy / time) : 0;
}

/// Section 4.3. "Non-zero packet loss fraction" is read as that of the report at hand: where nothing is lost any more,
/// the controller has done what the breaker is there for, however much the average still holds.
void CircuitBreaker::check_congestion(const ReportBlock& block, const Facts& facts, LocalTime now) {
  if (state_ == State::open) return;
  const std::size_t intervals = congestion_intervals(facts);
  while (losses_.size() > intervals + 1) losses_.pop_front();
  if (state_ == State::reduced && ++reports_since_reduction_ <= intervals) return;
  const DataRate tcp =
      reno_rate(lasting_loss(intervals), facts.round_trip_time, static_cast<double>(facts.packet_size.bits()));
  const bool harmless = block.fraction_lost == 0 || facts.sending_rate <= allowed * tcp;
  const bool judged = losses_.size() > intervals;
  if (!judged && state_ == State::reduced) return;
  if (!judged || harmless) {
    state_ = State::closed;
    if (losses_.size() > intervals / 2) limit_ = prudent * tcp;
  } else if (state_ == State::reduced) {
    trip(Cause::congestion, "so much is lost that going on would harm the network", now);
  } else {
    state_ = State::reduced;
    reason_ = "heavy loss: the rate is cut to a tenth";
    limit_ = facts.sending_rate / 10;
    reports_since_reduction_ = 0;
  }
}

void CircuitBreaker::trip(Cause cause, std::string_view reason, LocalTime now) {
  const bool soon = closed_ && now < *closed_ + healthy_time;
  doublings_ = soon ? std::min(doublings_ + 1, max_doublings) : 0;
  state_ = State::open;
  reason_ = reason;
  retry_ = now + first_wait * (1 << doublings_);
  trusts_probes_ = retry_;
  if (cause == Cause::dead_path) trusts_probes_ = soon ? now + repeated_rest * (1 << (doublings_ - 1)) : now;
  next_probe_ = std::max<LocalTime>(now + probe_interval, trusts_probes_);
  losses_.clear();
  waiting_for_report_since_.reset();
}

void CircuitBreaker::close(LocalTime now) {
  const int doublings = doublings_;
  start(now);
  doublings_ = doublings;
  closed_ = now;
}

void CircuitBreaker::on_tick(LocalTime now) {
  if (state_ == State::open && now >= retry_) close(now);
  if (waiting_for_report_since_ && now >= *waiting_for_report_since_ + report_timeout) {  // section 4.1
    trip(Cause::dead_path, "the peer sends no reports", now);
  }
}

std::optional<LocalTime> CircuitBreaker::next_tick() const {
  if (state_ == State::open) return retry_;
  if (waiting_for_report_since_) return *waiting_for_report_since_ + report_timeout;
  return std::nullopt;
}

std::optional<LocalTime> CircuitBreaker::probe_due() const {
  return state_ == State::open && next_probe_ < retry_ ? std::optional(next_probe_) : std::nullopt;
}

}  // namespace evenkeel
