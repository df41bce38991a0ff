#include "core/control/darc/darc.h"

#include <algorithm>
#include <utility>

namespace evenkeel {
namespace {

constexpr Duration report_time = 30ms;      // of D: what reports add to the round trip in the mean
constexpr double least_adjustment = -0.65;  // of u
constexpr double drained_share = 0.5;       // of B, while draining
constexpr Duration overdue = 12ms;          // a packet that is later than this meets a queue
constexpr double used_share = 0.75;         // of its target: a source that uses less limits itself
constexpr Duration use_measured_over = 300ms;
constexpr double offered_weight = 0.15;  // of a report in the mean of the targets, about as long
constexpr double least_probe = 0.05;     // pairs are no more exact than that
constexpr double alone_share = 0.75;     // of the bottleneck: with less while a queue stands we are not alone
constexpr Duration shared_long_enough = 800ms;
constexpr Duration shared_memory = 10s;
constexpr Duration nobody_there = 700ms;    // a queue that is short for so long is nobody's
constexpr double start_over_delivered = 3;  // x, at most
constexpr double start_over_pairs = 0.9;
constexpr Duration threshold_above_target = 15ms;
constexpr Duration queue_noise = 2500us;  // reports round to 1 ms, and the base is the least of many
constexpr Duration late_reports = 210ms;  // in the window: 60 ms of queue, and two reports that were lost
constexpr double comparable_size = 0.75;  // of the largest packet lately: what delays are taken of
constexpr Duration jump = 70ms;           // between reports: the link stood still
constexpr double squeezed_share = 0.7;    // of the reference
constexpr int crowd = 5;                  // of our kind on one bottleneck: more are taken for a TCP
constexpr Duration clean_enough = 5s;     // in low delay, to know the bottleneck by what it passed on
constexpr Duration settling = 1200ms;     // of what the other begins with
constexpr Duration losing_for_narrower = 1s;
constexpr double least_left = 0.05;  // of the reference at once
constexpr double most_loss = 0.15;
constexpr double most_loss_of_route = 0.1;
constexpr Duration first_pairs_time = 2500ms;

DataSize packets_of(int n) { return bytes(1228) * n; }

}  // namespace

void Darc::visit_parameters(ParameterVisitor& v) {
  v.visit({"q_0", "q_0", "", 0, 0.1, "target queue on a fast link"}, parameters_.q0);
  v.visit({"a", "a", "", 0, 1e5, "target queue a/B that flows share by"}, parameters_.a);
  v.visit({"T_up", "T_up", "", 0.02, 5, "time in which a queue that is too short is made up for"}, parameters_.t_up);
  v.visit({"T_down", "T_down", "", 0.02, 5, "time in which a queue that is too long is drained"}, parameters_.t_down);
  v.visit({"probe", "probe", "", 0, 4, "most that is added to B while the queue is short, times B"}, parameters_.probe);
  v.visit({"probe_shared", "probe, shared", "", 0, 4, "the same while others share the bottleneck"},
          parameters_.shared_probe);
  v.visit({"rise_shared", "rise, shared", "", 0.01, 1, "of the way to a larger measurement, while others share"},
          parameters_.shared_rise);
  v.visit({"probe_wait", "probe wait", "", 0, 10, "round trips that the queue is short before more is tried"},
          parameters_.probe_wait);
  v.visit({"T_probe", "T_probe", "", 0.01, 5, "time in which that is reached"}, parameters_.probe_rise);
  v.visit({"start_growth", "start growth", "", 1, 4, "of the rate, per report, until a queue is seen"},
          parameters_.start_growth);
  v.visit({"q_start", "q_start", "", 0.001, 0.2, "queue that ends the start"}, parameters_.start_queue);
  v.visit({"encoder", "encoder share", "", 0.5, 1.2, "of the rate that the encoder gets"}, parameters_.encoder_share);
  v.visit({"T_B", "T_B", "", 0.1, 100, "time in which B falls while no queue stands"}, parameters_.capacity.forgetting);
}

RateUpdate Darc::start(const RateLimits& limits, LocalTime now) {
  const DarcParameters parameters = parameters_;
  *this = Darc();
  parameters_ = parameters;
  limits_ = limits;
  rate_ = offered_ = limits.clamp(limits.start);
  empty_since_ = updated_ = newest_sent_ = now;
  return current();
}

void Darc::on_sent(const SentPacket& packet) {
  sent_.on_sent(packet);
  timeout_.on_sent(packet.sent, timeout());
}

Duration Darc::timeout() const { return std::max<Duration>(3 * path_time(), 300ms); }

Duration Darc::path_time() const { return min_round_trip_ + added_round_trip_ + report_time; }

Duration Darc::target_queue() const {
  const Duration share = capacity_.known() ? parameters_.a / capacity_.rate() : Duration::zero();
  return parameters_.q0 + share + jitter_.allowance();
}

Duration Darc::window() const {
  const Duration high = target_queue() + 30ms;
  if (queue_ > high || predicted_ > 2 * high) return 80ms;
  return std::max<Duration>(150ms, path_time() * 4 / 5);
}

void Darc::observe(const PacketResult& packet, LocalTime now) {
  pairs_.on_result(packet, now);
  if (!packet.received || !packet.arrival || !packet.one_way_delay) {
    if (!packet.received) delivery_.on_lost(packet.size);
    return;
  }
  const Duration delay = *packet.one_way_delay;
  const bool comparable = is_comparable(packet.size, now);
  if (comparable || !base_.known()) base_.on_delay(delay, packet.sent);
  const Duration queue = base_.queue(delay);
  delivery_.on_arrival(*packet.arrival, packet.size, comparable ? queue : Duration::max());
  if (packet.sent >= newest_sent_) {
    newest_sent_ = packet.sent;
    queue_ = queue;
  }
  if (!comparable) return;
  jitter_.on_queue(queue);
  route_.on_delay(delay);
  drain_.on_packet(packet.sent, queue < queue_noise + jitter_.allowance());
}

// A small packet takes less time on the link, and would make a queue of what a large one takes.
bool Darc::is_comparable(DataSize size, LocalTime now) {
  largest_.add(now, -size.bytes());
  return static_cast<double>(size.bytes()) >= comparable_size * static_cast<double>(-*largest_.minimum());
}

void Darc::observe(const PathReport& report) {
  const Duration before = queue_;
  for (const PacketResult& packet : report.packets) observe(packet, report.now);
  if (report.min_round_trip_time > Duration::zero()) {
    if (report.min_round_trip_time != min_round_trip_) added_round_trip_ = Duration::zero();
    min_round_trip_ = report.min_round_trip_time;
  }
  if (report.round_trip_time) {
    const Duration queues = *report.round_trip_time - min_round_trip_ - added_round_trip_;
    backward_queue_ = std::max(queues - queue_, Duration::zero());
  }
  outage_ = queue_ > before + jump + packets_of(4) / std::max(rate_, limits_.minimum);
}

void Darc::estimate(LocalTime now) {
  window_ = delivery_.over(window());
  if (!window_) return;
  const Duration standing = queue_noise + target_queue() / 10 + jitter_.allowance() * 7 / 10;
  const auto pairs = pairs_.rate(now);
  const bool alone = pairs && capacity_.rate() > alone_share * *pairs;
  auto parameters = parameters_.capacity;
  if (shares(now)) parameters.rise = parameters_.shared_rise;
  const bool validated = pairs && *pairs >= capacity_.rate() && !shares(now);
  capacity_.on_window(*window_, standing, validated, now, parameters);
  const Duration passed = std::min<Duration>(now - std::exchange(estimated_, now), 250ms);
  sharing_ = std::max(sharing_ + (pairs && capacity_.backlogged() && !alone ? passed : -passed / 2), Duration::zero());
  if (sharing_ > shared_long_enough) shared_ = now;
}

// A packet that should have been reported and was not is late by at least as much: the queue has grown since.
void Darc::predict(LocalTime now) {
  // What is sent beyond B to try for more would be a queue only if there is no more.
  const DataRate capacity = capacity_.known() ? (1 + acceleration_) * capacity_.rate() : rate_;
  const DataSize since = sent_.sent_after(newest_sent_);
  predicted_ = std::max(queue_ + since / capacity - (now - newest_sent_), Duration::zero());
  const LocalTime due = now - min_round_trip_ - added_round_trip_ - backward_queue_;
  if (due <= newest_sent_ + overdue || min_round_trip_ <= Duration::zero()) return;
  if (sent_.sent_after(newest_sent_) > sent_.sent_after(due - overdue))
    predicted_ = std::max(predicted_, due - newest_sent_);
}

bool Darc::source_limited(LocalTime now) const {
  return sent_.sent_after(now - use_measured_over) / use_measured_over < used_share * offered_;
}

bool Darc::shares(LocalTime now) const { return shared_ && now - *shared_ < shared_memory; }

// Who shares the bottleneck tries little, for the others try as well. Else no further than to what packet pairs say of
// the bottleneck, where they say anything.
double Darc::most_acceleration(LocalTime now) const {
  const auto pairs = pairs_.rate(now);
  if (shares(now)) return parameters_.shared_probe;
  return pairs ? std::clamp(*pairs / capacity_.rate() - 0.97, least_probe, parameters_.probe) : parameters_.probe;
}

void Darc::accelerate(LocalTime now) {
  if (queue_ > target_queue() * 6 / 10 || source_limited(now)) empty_since_ = now;
  // Others of our kind would not leave it empty.
  if (now - empty_since_ > nobody_there + path_time()) {
    shared_.reset();
    sharing_ = Duration::zero();
  }
  const double time = to_seconds(now - empty_since_) - parameters_.probe_wait * to_seconds(path_time());
  const double most = most_acceleration(now);
  acceleration_ = most * std::clamp(time / to_seconds(parameters_.probe_rise), 0.0, 1.0);
}

void Darc::run_start() {
  DataRate most = start_over_delivered * capacity_.rate();
  if (const auto pairs = pairs_.rate(updated_)) {
    most = std::min(most, start_over_pairs * *pairs);
    if (rate_ >= most) return enter_low_delay(updated_);
  }
  rate_ = std::max(std::min(parameters_.start_growth * rate_, std::max(most, limits_.start)), rate_ * 0.5);
}

void Darc::run_low_delay(LocalTime now) {
  const LocalTime since = std::exchange(controlled_, now);
  accelerate(now);
  const Duration target = target_queue();
  const double distance = to_seconds(target - predicted_);
  const Duration time =
      distance > 0 ? std::max(parameters_.t_up, path_time()) : std::max(parameters_.t_down, path_time() * 9 / 10);
  const double most = to_seconds(target) / to_seconds(time);
  const double u = std::clamp(distance / to_seconds(time), least_adjustment, most) + acceleration_;
  rate_ = (1 + u) * capacity_.rate();
  if (drain_.active(now)) rate_ = std::min(rate_, drained_share * capacity_.rate());
  if (source_limited(now) || !window_) return;
  good_.add(now, -window_->rate.bps());
  if (queue_ < 2 * target) clean_ += now - since;
}

// What we had at best is less than the bottleneck has where somebody was there all the time.
DataRate Darc::reference(LocalTime now) const {
  const auto best = good_.minimum();
  const auto pairs = pairs_.rate(now);
  if (pairs && (!best || clean_ < clean_enough)) return *pairs;
  const DataRate known = best ? bits_per_second(-*best) : capacity_.rate();
  return pairs ? darc::reconcile(known, *pairs) : known;
}

void Darc::look_for_others(LocalTime now) {
  const DataRate known = reference(now);
  const DataRate slowest = std::max(capacity_.rate(), 0.4 * known);
  darc::CompetitionDetector::Report report;
  report.now = now;
  report.newest_sent = newest_sent_;
  report.queue = queue_;
  report.threshold = parameters_.q0 + jitter_.allowance() + parameters_.a / slowest + threshold_above_target;
  report.outage = outage_;
  report.yielding = std::max(0.0, 1 - rate_ / capacity_.rate());
  report.path = path_time();
  if (pairs_.rate(now)) {
    report.squeezed = capacity_.rate() < squeezed_share * std::min(known, pairs_.newest().value_or(known));
  }
  report.squeezing = report.threshold;
  // So many of our kind would let each have more, at a shorter queue.
  if (crowd * capacity_.rate() < known) {
    const Duration crowded = parameters_.q0 + jitter_.allowance() + crowd * (parameters_.a / known);
    report.squeezing = std::min(report.threshold, crowded);
  }
  if (detector_.on_report(report)) enter_competition(now);
}

void Darc::look_for_route_change(LocalTime now) {
  const DataRate known = mode_ == Mode::competition ? reference_ : reference(now);
  const Duration packet = packets_of(1) / std::max(known, limits_.minimum);
  // A full buffer keeps the delay still as well, but loses.
  const bool lossless = !window_ || window_->loss < most_loss_of_route;
  const bool could_be = queue_ > 20ms && rate_ < 0.9 * known && lossless;
  const Duration patience = mode_ == Mode::competition ? 1s : 400ms;
  if (!route_.on_report(could_be, packet * 9 / 10, patience, now)) return;
  base_.thaw(now);
  base_.rise(queue_, now);
  added_round_trip_ += queue_;
  queue_ = predicted_ = Duration::zero();
  enter_low_delay(now);
}

void Darc::enter_low_delay(LocalTime now) {
  mode_ = Mode::low_delay;
  detector_.reset();
  base_.thaw(now);
  controlled_ = now;
  drain_.start(now);
  empty_since_ = now;
  acceleration_ = 0;
}

void Darc::enter_competition(LocalTime now) {
  mode_ = Mode::competition;
  reference_ = reference(now);
  departure_.start(now, reference_);
  base_.freeze();
  fair_.start(rate_, now);
  const auto pairs = pairs_.rate(now);
  if (!pairs || *pairs_.newest() < squeezed_share * *pairs) pairs_.reset();  // new ones at once
  begin_competition(now);
}

void Darc::begin_competition(LocalTime now) {
  competition_since_ = now;
  rate_at_entry_ = capacity_.rate();
  narrowing_.reset();
  losing_since_.reset();
}

void Darc::run_competition(LocalTime now) {
  if (const auto pairs = pairs_.rate(now)) reference_ = darc::reconcile(reference_, *pairs);
  std::optional<DataRate> most;
  const bool answered = pairs_.rate(now) && pairs_.since(competition_since_) >= 2;
  if (!answered && now - competition_since_ < first_pairs_time) {
    most = std::max(1.5 * rate_at_entry_, 0.12 * reference_);
  }
  rate_ = fair_.update(reference_, most, now);

  const Duration short_queue = std::clamp<Duration>(target_queue(), 10ms, 20ms);
  if (departure_.on_report(queue_ < short_queue, reference_, now)) return enter_low_delay(now);
  if (now - competition_since_ < settling) narrowing_.reset();
  if (const auto left = narrowing_.on_report(queue_, now)) return follow_fall(*left, now);
  if (!window_ || window_->loss < most_loss)
    losing_since_.reset();
  else if (!losing_since_)
    losing_since_ = now;
  if (losing_since_ && now - *losing_since_ > losing_for_narrower) follow_fall(1 - window_->loss, now);
}

// The bottleneck has become narrower, to all that share it by as much. Pairs that say so are on their way behind the
// queue, and those that are known are of before.
void Darc::follow_fall(double left, LocalTime now) {
  reference_ = std::clamp(left, least_left, 1.0) * reference_;
  good_.reset();
  clean_ = Duration::zero();
  pairs_.reset();
  begin_competition(now);
}

std::optional<RateUpdate> Darc::on_feedback(const PathReport& report) {
  if (!report.packets.empty()) timeout_.on_feedback();  // else the peer is there, and the way to it may be dead
  updated_ = report.now;
  observe(report);
  estimate(report.now);
  predict(report.now);
  if (mode_ == Mode::competition) fair_.on_report(report);
  if (!capacity_.known()) return std::nullopt;
  if (mode_ == Mode::start && queue_ > parameters_.start_queue) enter_low_delay(report.now);
  if (mode_ == Mode::start)
    run_start();
  else if (mode_ == Mode::low_delay)
    run_low_delay(report.now);
  else
    run_competition(report.now);
  if (mode_ == Mode::low_delay) look_for_others(report.now);
  if (mode_ != Mode::start) look_for_route_change(report.now);
  rate_ = limits_.clamp(rate_);
  show_terms();
  const RateUpdate update = current();
  offered_ += (update.target - offered_) * offered_weight;
  return update;
}

std::optional<RateUpdate> Darc::on_tick(LocalTime now) {
  if (!timeout_.expired(now, timeout())) return std::nullopt;
  rate_ = limits_.clamp(rate_ / 2);
  return current();
}

void Darc::show_terms() {
  terms_[0].value = to_milliseconds(predicted_);
  terms_[1].value = to_milliseconds(target_queue());
  terms_[2].value = capacity_.rate().bps() / 1e6;
}

RateUpdate Darc::current() const {
  RateUpdate update;
  update.pacing = rate_;
  DataRate target = rate_;
  if (mode_ == Mode::low_delay && capacity_.known()) {
    target = std::min(rate_, (1 + std::min(acceleration_ + 0.06, 0.4)) * capacity_.rate());
  }
  if (mode_ != Mode::start) target = parameters_.encoder_share * target;
  update.target = limits_.clamp(target);
  update.pair_interval = pairs_.full() ? 300ms : 30ms;
  // After a silence none: what is in flight may be what no report will ever tell of.
  if (capacity_.known() && mode_ == Mode::low_delay && timeout_.expirations() == 0) {
    update.window =
        capacity_.rate() * (min_round_trip_ + added_round_trip_ + backward_queue_ + late_reports) + packets_of(2);
  }
  return update;
}

}  // namespace evenkeel
