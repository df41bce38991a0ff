#include "core/control/rivals/gcc/gcc_2016.h"

namespace evenkeel {
namespace {

constexpr Duration feedback_timeout_2016 = 2s;
constexpr Duration stream_timeout_2016 = 2s;  // without packets: what the filter knew is of another time

}  // namespace

RateUpdate Gcc2016::start(const RateLimits& limits, std::uint64_t, LocalTime now) {
  reset_filter();
  decision_.start(limits, now, parameters_.decision);
  timeout_ = FeedbackTimeout();
  reported_.reset();
  show_terms();
  return current();
}

void Gcc2016::reset_filter() {
  groups_.reset();
  filter_.reset();
  detector_ = gcc::OveruseDetector(parameters_.detector);
}

void Gcc2016::on_sent(const SentPacket& packet) { timeout_.on_sent(packet.sent, feedback_timeout_2016); }

std::optional<RateUpdate> Gcc2016::on_report(const PathReport& report) {
  if (!timeout_.on_report(report)) return std::nullopt;
  filter(report);
  const DataRate before = decision_.rate();
  decision_.update(detector_.usage(), report, parameters_.decision);
  show_terms();
  if (decision_.rate() == before) return std::nullopt;
  return current();
}

void Gcc2016::filter(const PathReport& report) {
  if (reported_ && report.now - *reported_ > stream_timeout_2016) reset_filter();
  reported_ = report.now;
  for (const PacketResult& packet : report.packets) {
    decision_.add(packet);
    const auto delta = groups_.add(packet, report.now);
    if (!delta) continue;
    filter_.add(*delta, parameters_.filter);
    detector_.update(filter_.modified(), delta->sending, delta->arrival, parameters_.detector);
  }
}

std::optional<RateUpdate> Gcc2016::on_tick(LocalTime now) {
  if (!timeout_.expired(now, feedback_timeout_2016)) return std::nullopt;
  decision_.halve(now);
  return current();
}

RateUpdate Gcc2016::current() const { return {decision_.rate(), parameters_.pacing * decision_.rate(), std::nullopt}; }

void Gcc2016::show_terms() {
  terms_[0].value = filter_.modified();
  terms_[1].value = detector_.threshold();
  terms_[2].value = decision_.acknowledged().value_or(DataRate()).bps();
}

}  // namespace evenkeel
