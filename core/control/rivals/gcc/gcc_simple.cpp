#include "core/control/rivals/gcc/gcc_simple.h"

#include <algorithm>
#include <cmath>

// What the paper leaves open, and how it is read here:
// * The slope is the difference of the mean delays of two intervals that follow each other, over the time between them.
// * Lowering goes to a part of the received rate, at once and again in each interval in which the delay still rises; in
//   between the rate is held, until the delay falls. Where there is no queue that could fall, it is held for a second.
// * As in GCC itself the rate does not grow beyond 1.5 times what is received, and 10 kbit/s.
// * Not in the paper: more than 10 % of loss counts as a rising delay, for a queue that is full rises no more; and the
//   rate is halved after 2 s without a report, and after each further 2 s.

namespace evenkeel {
namespace {

constexpr Duration silence = 2s;
constexpr Duration longest_window = 10s;  // an arrival far in the future would keep a window open for ever
constexpr Duration longest_growth = 1s;
constexpr double most_over_received = 1.5;
constexpr DataRate least_headroom = kilobits_per_second(10);

}  // namespace

void GccSimple::visit_parameters(ParameterVisitor& v) {
  v.visit({"threshold", "theta", "", 0.001, 1, "slope of the delay from which on the rate is lowered"},
          parameters_.threshold);
  v.visit({"increase", "eta", "1/s", 0.001, 2, "growth of the rate per second"}, parameters_.increase);
  v.visit({"decrease", "beta", "", 0.1, 1, "lowered to this part of the received rate"}, parameters_.decrease);
  v.visit({"interval", "T", "", 0.02, 2, "over which delays are averaged"}, parameters_.interval);
  v.visit({"longest_hold", "T_h", "", 0.1, 60, "of the lowered rate, where no queue is seen to fall"},
          parameters_.longest_hold);
  v.visit({"loss_limit", "p", "", 0, 1, "loss ratio above which the rate is lowered, too; 1: never"},
          parameters_.loss_limit);
}

RateUpdate GccSimple::start(const RateLimits& limits, std::uint64_t, LocalTime) {
  limits_ = limits;
  rate_ = limits.clamp(limits.start);
  state_ = State::increase;
  held_ = Duration::zero();
  forget_window();
  timeout_ = FeedbackTimeout();
  for (LawTerm& term : terms_) term.value = 0;
  return current();
}

void GccSimple::forget_window() {
  window_.restart();
  last_delay_.reset();
  last_update_.reset();
  sent_ = lost_ = 0;
}

void GccSimple::on_sent(const SentPacket& packet) { timeout_.on_sent(packet.sent, silence); }

std::optional<RateUpdate> GccSimple::on_report(const PathReport& report) {
  const bool was_silent = timeout_.expirations() > 0;
  if (!timeout_.on_report(report)) return std::nullopt;
  if (was_silent) forget_window();
  const DataRate before = rate_;
  for (const PacketResult& packet : report.packets) learn(packet);
  if (rate_ == before) return std::nullopt;
  return current();
}

void GccSimple::learn(const PacketResult& packet) {
  if (!last_update_ || packet.sent > *last_update_ + longest_window) {
    forget_window();
    last_update_ = packet.sent;
  }
  if (packet.late) {
    lost_ = std::max(lost_ - 1, 0);
  } else {
    ++sent_;
    lost_ += packet.received ? 0 : 1;
  }
  const auto averages = window_.add(packet, parameters_.interval);
  if (!averages) return;
  update(*averages);
  last_update_ = packet.sent;
  sent_ = lost_ = 0;
}

void GccSimple::update(const LdccWindow::Averages& averages) {
  const double loss = static_cast<double>(lost_) / sent_;
  const double change = last_delay_ ? to_seconds(averages.one_way_delay) - to_seconds(*last_delay_) : 0;
  const double slope = change / to_seconds(averages.span);
  last_delay_ = averages.one_way_delay;
  terms_[0].value = slope;
  terms_[1].value = averages.received.kbps();
  terms_[2].value = loss;
  follow(slope, loss, averages);
}

void GccSimple::follow(double slope, double loss, const LdccWindow::Averages& averages) {
  held_ += averages.span;
  if (slope > parameters_.threshold || loss > parameters_.loss_limit) {
    decrease(averages.received);
  } else if (state_ == State::increase) {
    increase(averages);
  } else if (slope < -parameters_.threshold || held_ >= parameters_.longest_hold) {
    state_ = State::increase;
  }
}

void GccSimple::increase(const LdccWindow::Averages& averages) {
  const double seconds = to_seconds(std::min(averages.span, longest_growth));
  const DataRate grown = rate_ * std::pow(1 + parameters_.increase, seconds);
  const DataRate most = most_over_received * averages.received + least_headroom;
  rate_ = limits_.clamp(std::max(rate_, std::min(grown, most)));
}

void GccSimple::decrease(DataRate received) {
  rate_ = limits_.clamp(std::min(rate_, parameters_.decrease * received));
  state_ = State::hold;
  held_ = Duration::zero();
}

std::optional<RateUpdate> GccSimple::on_tick(LocalTime now) {
  if (!timeout_.expired(now, silence)) return std::nullopt;
  rate_ = limits_.clamp(rate_ / 2);
  return current();
}

}  // namespace evenkeel
