#include "core/control/darc/darc.h"

#include <algorithm>
#include <utility>

namespace evenkeel {
namespace {

constexpr Duration threshold_above_target = 15ms;
constexpr double least_known_share = 0.4;  // of the bottleneck, for the threshold: with less a/B would be any queue
constexpr double alone_share = 0.75;       // of the bottleneck: with less while a queue stands we are not alone
constexpr double squeezed_share = 0.7;     // of the bottleneck
constexpr int crowd = 8;                   // of our kind on one bottleneck: more are taken for a TCP
constexpr Duration nobody_there = 700ms;   // a queue that is short for so long is nobody's
constexpr double most_loss_of_route = 0.1;
constexpr Duration late_reports = 210ms;  // in the window: 60 ms of queue, and two reports that were lost

DataSize packets_of(int n) { return bytes(1228) * n; }

}  // namespace

RateUpdate Darc::start(const RateLimits& limits, std::uint64_t seed, LocalTime now) {
  const DarcParameters parameters = parameters_;
  *this = Darc();
  parameters_ = parameters;
  limits_ = limits;
  rate_ = limits.clamp(limits.start);
  start_ = darc::Start(rate_);
  source_.start(rate_);
  capacity_ = darc::CapacityEstimate(limits.clamp(limits.call_start.value_or(limits.start)));
  path_.start(now);
  low_delay_ = darc::LowDelay(seed);
  low_delay_.enter(now);
  updated_ = now;
  show_state();
  return current();
}

void Darc::on_sent(const SentPacket& packet) {
  path_.on_sent(packet);
  outage_.on_sent(packet.sent, timeout());
  probe_.on_sent(packet, parameters_.padding);
}

Duration Darc::timeout() const { return std::max<Duration>(3 * path_.path_time(), 300ms); }

Duration Darc::target_queue(DataRate capacity) const {
  const Duration share = capacity > DataRate() ? parameters_.a / capacity : Duration::zero();
  return parameters_.q0 + share + path_.jitter();
}

// What arrives is measured over shorter windows where the queue is long: the capacity has fallen, and each report
// counts.
Duration Darc::delivery_time() const {
  const Duration high = target_queue() + 30ms;
  if (path_.queue() > high || predicted_ > 2 * high) return 80ms;
  return std::max<Duration>(150ms, path_.path_time() * 4 / 5);
}

void Darc::observe(const PathReport& report) {
  path_.on_report(report);
  if (report.false_queue > Duration::zero()) on_false_queue(report.now);
  outage_.on_report(path_.arrived(), path_.queue_step(), std::max(rate_, limits_.minimum), report.now,
                    report.min_round_trip_time);
  for (const PacketResult& packet : report.packets) probe_.on_result(packet);
  for (const auto& packet : path_.seen()) {
    route_.on_delay(packet.delay);
    low_delay_.on_packet(packet.sent, packet.on_floor);
  }
}

void Darc::estimate(LocalTime now) {
  delivered_ = path_.delivery().over(delivery_time());
  if (!delivered_) return;
  darc::CapacityEstimate::Circumstances circumstances;
  circumstances.standing = darc::PathView::noise + target_queue() / 10 + path_.jitter() * 7 / 10;
  circumstances.limited = source_.limited(path_.sent(), now);
  circumstances.keeps_restart = circumstances.limited && mode_ == Mode::low_delay;
  // Of the few packets of a source that limits itself all may be late by chance, and that they arrive as they were sent
  // tells nothing then.
  const bool few = probe_.holds(now) || delivered_->rate < capacity_.restart();
  if (circumstances.keeps_restart && few) {
    circumstances.standing = target_queue(std::max(capacity_.rate(), capacity_.restart())) + threshold_above_target;
  }
  const auto pairs = path_.pairs().rate(now);
  const bool alone = pairs && capacity_.rate() > alone_share * *pairs;
  const bool shared = sharing_.active(now);
  auto parameters = parameters_.capacity;
  if (shared) parameters.rise = parameters_.shared_rise;
  const bool passes = (pairs && *pairs >= capacity_.rate()) || probe_.holds(now);
  circumstances.validated = passes && !shared;
  if (pairs) circumstances.most_restart = *pairs;
  capacity_.on_window(*delivered_, circumstances, now, parameters);
  // What a source that limits itself sends behind a queue tells nothing of the bottleneck.
  renewal_.on_estimate(capacity_.rate(), capacity_.backlogged() && !circumstances.limited, now);
  sharing_.on_estimate(pairs && capacity_.backlogged() && !alone, now);
}

DataRate Darc::bottleneck(LocalTime now) const {
  if (mode_ == Mode::competition) return competition_.bottleneck();
  return bottleneck_.rate(path_.pairs().rate(now), capacity_.rate());
}

void Darc::probe(LocalTime now) {
  darc::PaddingProbe::Report report;
  report.now = now;
  const auto pairs = path_.pairs().rate(now);
  report.usable = mode_ == Mode::low_delay && parameters_.padding > 0 && !sharing_.active(now) && !outage_.jumped();
  report.told = pairs && *pairs >= capacity_.rate();
  report.limited = source_.limited(path_.sent(), now);
  report.queued = path_.queue() > target_queue();
  report.jitter = path_.jitter();
  report.capacity = capacity_.rate();
  report.most = limits_.maximum;
  if (const auto found = probe_.on_report(report)) capacity_.set(*found);
}

void Darc::run_start(LocalTime now) {
  if (rate_ >= limits_.maximum) return enter_low_delay(now);  // a source that cannot use it would never meet a queue
  const auto next = start_.next(rate_, {capacity_.rate(), path_.pairs().rate(now)}, parameters_.start_growth);
  if (!next) return enter_low_delay(now);
  rate_ = *next;
}

void Darc::run_low_delay(LocalTime now) {
  darc::LowDelay::Report report;
  report.now = now;
  report.queue = path_.queue();
  report.predicted = predicted_;
  report.target = target_queue();
  report.path = path_.path_time();
  report.capacity = capacity_.rate();
  report.pairs = path_.pairs().rate(now);
  report.shared = sharing_.active(now);
  report.source_limited = source_.limited(path_.sent(), now);
  rate_ = low_delay_.rate(report, parameters_);
  if (low_delay_.short_for(now) > nobody_there + report.path) sharing_.forget();  // others would not leave it empty
  std::optional<DataRate> delivered;
  if (delivered_ && !report.source_limited) delivered = delivered_->rate;
  bottleneck_.on_report(delivered, report.queue < 2 * report.target, now);
}

void Darc::run_competition(LocalTime now) {
  rate_ = competition_.rate(path_.pairs(), now);
  switch (competition_.judge({now, path_.queue(), target_queue(), capacity_.rate(), delivered_})) {
    case darc::Competition::Verdict::goes_on:
      return;
    case darc::Competition::Verdict::narrower:
      return on_narrower_bottleneck();
    case darc::Competition::Verdict::they_left:
      enter_low_delay(now);
  }
}

void Darc::look_for_others(LocalTime now) {
  const DataRate known = bottleneck(now);
  darc::CompetitionDetector::Report report;
  report.now = now;
  report.newest_sent = path_.newest_sent();
  report.queue = path_.queue();
  report.threshold = parameters_.q0 + path_.jitter() + threshold_above_target +
                     parameters_.a / std::max(capacity_.rate(), least_known_share * known);
  report.outage = outage_.jumped();
  report.yielding = std::max(0.0, 1 - rate_ / capacity_.rate());
  report.path = path_.path_time();
  const auto& pairs = path_.pairs();
  if (pairs.rate(now)) {
    report.squeezed = capacity_.rate() < squeezed_share * std::min(known, pairs.newest().value_or(known));
  }
  report.squeezing = report.threshold;
  // So many of our kind would let each have more, at a shorter queue.
  if (crowd * capacity_.rate() < known) {
    const Duration crowded = parameters_.q0 + path_.jitter() + crowd * (parameters_.a / known);
    report.squeezing = std::min(report.threshold, crowded);
  }
  if (detector_.on_report(report)) return enter_competition(now);
  if (detector_.is_ours() && renewal_.outdated(pairs)) on_narrower_bottleneck();
}

// Nobody else is there: what was known is of before, and what passes now is all that there is.
void Darc::on_narrower_bottleneck() {
  renewal_.settle();
  bottleneck_.forget();
  path_.forget_pairs();
}

void Darc::look_for_route_change(LocalTime now) {
  const DataRate known = bottleneck(now);
  const Duration packet = packets_of(1) / std::max(known, limits_.minimum);
  // A full buffer keeps the delay still as well, but loses.
  const bool lossless = !delivered_ || delivered_->loss < most_loss_of_route;
  const bool could_be = path_.queue() > 20ms && rate_ < 0.9 * known && lossless;
  const Duration patience = mode_ == Mode::competition ? 1s : 400ms;
  if (!route_.on_report(could_be, packet * 9 / 10, patience, now)) return;
  path_.on_route_change(now);
  predicted_ = Duration::zero();
  enter_low_delay(now);
}

void Darc::on_false_queue(LocalTime now) {
  path_.forget_base();
  route_.reset();
  if (mode_ != Mode::start) enter_low_delay(now);
}

void Darc::enter_low_delay(LocalTime now) {
  mode_ = Mode::low_delay;
  path_.thaw_base(now);
  detector_.reset();
  low_delay_.enter(now);
  bottleneck_.resume(now);
}

void Darc::enter_competition(LocalTime now) {
  competition_.enter(bottleneck(now), capacity_.rate(), rate_, now);
  mode_ = Mode::competition;
  path_.freeze_base();
  const auto& pairs = path_.pairs();
  const auto known = pairs.rate(now);
  if (!known || *pairs.newest() < squeezed_share * *known) path_.forget_pairs();  // new ones at once
}

void Darc::run(LocalTime now) {
  if (mode_ == Mode::start && path_.queue() > parameters_.start_queue) enter_low_delay(now);
  probe(now);
  if (mode_ == Mode::start)
    run_start(now);
  else if (mode_ == Mode::low_delay)
    run_low_delay(now);
  else
    run_competition(now);
  if (mode_ == Mode::low_delay) look_for_others(now);
  if (mode_ != Mode::start) look_for_route_change(now);
  rate_ = limits_.clamp(rate_);
}

std::optional<RateUpdate> Darc::on_report(const PathReport& report) {
  const auto update = follow(report);
  show_state();
  return update;
}

std::optional<RateUpdate> Darc::follow(const PathReport& report) {
  updated_ = report.now;
  observe(report);
  estimate(report.now);
  // What is sent beyond B to try for more would be a queue only if there is no more.
  const DataRate passes = capacity_.known() ? (1 + low_delay_.acceleration()) * capacity_.rate() : rate_;
  predicted_ = path_.predicted_queue(passes, report.now);
  if (mode_ == Mode::competition) competition_.on_report(report);
  if (!capacity_.known() || !path_.arrived()) return std::nullopt;
  run(report.now);
  show_terms();
  const RateUpdate update = current();
  source_.on_target(update.target);
  return update;
}

std::optional<LocalTime> Darc::next_tick() const {
  const auto silence = outage_.next_tick();
  const auto end = probe_.next_tick();
  return silence && end ? std::min(silence, end) : silence ? silence : end;
}

std::optional<RateUpdate> Darc::on_tick(LocalTime now) {
  const bool train_ended = probe_.on_tick(now);  // at the moment of the silence too, both are due
  if (!outage_.on_tick(now, timeout())) return train_ended ? std::optional(current()) : std::nullopt;
  probe_.forget();
  low_delay_.on_silence();
  rate_ = limits_.clamp(rate_ / 2);
  show_state();
  return current();
}

void Darc::show_terms() {
  terms_[0].value = capacity_.known() ? rate_ / capacity_.rate() - 1 : 0;
  terms_[1].value = mode_ == Mode::low_delay ? low_delay_.acceleration() : 0;
  terms_[2].value = to_milliseconds(path_.jitter());
}

void Darc::show_state() {
  state_ = {.mode = mode()};
  if (!capacity_.known()) return;
  state_.capacity = capacity_.rate();
  state_.predicted_queue = predicted_;
  // In competition the queue is the other's to decide.
  if (mode_ != Mode::competition) state_.target_queue = target_queue();
}

std::optional<Duration> Darc::equilibrium_delay() const {
  if (mode_ != Mode::low_delay || !path_.base().known()) return std::nullopt;
  return path_.base().base() + path_.assumed_propagation() + target_queue();
}

RateUpdate Darc::current() const {
  RateUpdate update;
  update.padding = probe_.rate();
  update.padding_share = parameters_.padding;
  update.pacing = std::max(rate_, update.padding);
  DataRate target = rate_;
  if (mode_ == Mode::low_delay && capacity_.known()) {
    const DataRate most = (1 + std::min(low_delay_.acceleration() + 0.06, 0.4)) * capacity_.rate();
    target = std::min(rate_ + low_delay_.withheld(), most);
  }
  if (mode_ != Mode::start) update.idle_share = parameters_.idle;
  update.target = limits_.clamp(target);
  update.pair_interval = renewal_.due(path_.pairs()) ? 30ms : 300ms;
  if (capacity_.known() && mode_ == Mode::low_delay && !outage_.unsettled(path_.newest_sent())) {
    update.window = capacity_.rate() * (path_.round_trip() + path_.backward_queue() + late_reports) + packets_of(2);
  }
  return update;
}

}  // namespace evenkeel
