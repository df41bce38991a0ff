#include "core/control/rivals/gcc/gcc.h"

#include <algorithm>

namespace evenkeel {
namespace {

constexpr Duration feedback_timeout = 2s;
constexpr Duration stream_timeout = 2s;  // without packets: what the filter knew is of another time
constexpr Duration limit_horizon = 1s;
constexpr double limited_share = 0.65;  // a source that uses less than this of its target is limited by itself

}  // namespace

RateUpdate Gcc::start(const RateLimits& limits, std::uint64_t, LocalTime now) {
  reset_filter();
  decision_.start(limits, now, parameters_.decision);
  probing_.start(decision_.rate(), limits.maximum, now, parameters_.probing);
  sent_.reset();
  timeout_ = FeedbackTimeout();
  started_ = now;
  reported_.reset();
  show_terms();
  // The first probe begins with the first tick, which is due at once.
  return told_ = {decision_.rate(), decision_.rate(), std::nullopt};
}

void Gcc::reset_filter() {
  groups_.reset();
  trendline_.reset();
  detector_ = gcc::OveruseDetector(parameters_.detector);
}

void Gcc::on_sent(const SentPacket& packet) {
  timeout_.on_sent(packet.sent, feedback_timeout);
  sent_.on_sent(packet);
  probing_.on_sent(packet);
}

std::optional<RateUpdate> Gcc::on_report(const PathReport& report) {
  if (!timeout_.on_report(report)) return std::nullopt;
  filter(report);
  decision_.update(detector_.usage(), report, parameters_.decision);
  if (const auto result = probing_.on_feedback(report, parameters_.probing)) decision_.on_probe(*result, report.now);
  look_for_limited_source(report.now);
  show_terms();
  return changed();
}

void Gcc::filter(const PathReport& report) {
  if (reported_ && report.now - *reported_ > stream_timeout) reset_filter();
  reported_ = report.now;
  for (const PacketResult& packet : report.packets) {
    decision_.add(packet);
    const auto delta = groups_.add(packet, report.now);
    if (!delta) continue;
    trendline_.add(*delta, parameters_.trendline);
    detector_.update(trendline_.modified(parameters_.trendline), delta->sending, delta->arrival, parameters_.detector);
  }
}

void Gcc::look_for_limited_source(LocalTime now) {
  if (now - started_ < limit_horizon) return;
  const bool limited = sent_.rate_over(limit_horizon, now) < limited_share * decision_.rate();
  if (limited) probing_.on_limited_source(decision_.rate(), now, parameters_.probing);
}

std::optional<RateUpdate> Gcc::on_tick(LocalTime now) {
  if (timeout_.expired(now, feedback_timeout)) decision_.halve(now);
  if (probing_.next_tick() && *probing_.next_tick() <= now) probing_.on_tick(now);
  return changed();
}

std::optional<LocalTime> Gcc::next_tick() const {
  const auto probe = probing_.next_tick();
  const auto silence = timeout_.deadline();
  if (!probe || !silence) return probe ? probe : silence;
  return std::min(*probe, *silence);
}

RateUpdate Gcc::current() const {
  const DataRate pacing = parameters_.pacing * decision_.rate();
  return {decision_.rate(), std::max(pacing, probing_.rate().value_or(pacing)), std::nullopt};
}

std::optional<RateUpdate> Gcc::changed() {
  const RateUpdate update = current();
  if (update.target == told_.target && update.pacing == told_.pacing) return std::nullopt;
  return told_ = update;
}

void Gcc::show_terms() {
  terms_[0].value = trendline_.modified(parameters_.trendline);
  terms_[1].value = detector_.threshold();
  terms_[2].value = decision_.acknowledged().value_or(DataRate()).bps();
}

}  // namespace evenkeel
