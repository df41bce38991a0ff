#include "core/link/link.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace evenkeel {
namespace {

// Impairments must not share a sequence: switching one on would change the others.
constexpr std::uint64_t kJitterSeed = 0x9e3779b97f4a7c15;
constexpr std::uint64_t kReorderingSeed = 0xbf58476d1ce4e5b9;
constexpr std::uint64_t kDuplicateSeed = 0x94d049bb133111eb;
// What the rounding of service times to nanoseconds may add to a backlog that fits exactly: half a nanosecond's bits.
constexpr double kToleranceBits = 0.75;

// Orders a heap with the earliest in front, and of equal times the one pushed first.
constexpr auto kLater = [](const auto& a, const auto& b) {
  return std::tie(a.delivery.at, a.number) > std::tie(b.delivery.at, b.number);
};

Duration not_negative(Duration d) { return std::max(d, Duration::zero()); }

double bits_of(DataSize size) { return static_cast<double>(size.bits()); }

double limit_bits(DataSize limit, DataRate) { return bits_of(limit); }
double limit_bits(Duration limit, DataRate rate) {
  return limit > Duration::zero() ? rate.bps() * to_seconds(limit) : 0;
}

}  // namespace

Link::Link(const LinkConfig& config, LocalTime start)
    : capacity_(config.capacity),
      capacity_start_(start),
      propagation_delay_(not_negative(config.propagation_delay)),
      buffer_(config.buffer),
      mark_above_(config.mark_above),
      loss_(config.loss, config.seed),
      jitter_(config.jitter_sigma, config.seed ^ kJitterSeed),
      reordering_(config.reordering, config.seed ^ kReorderingSeed),
      duplicates_(config.duplicates),
      duplicate_(config.seed ^ kDuplicateSeed),
      dips_(config.dips),
      mtu_(config.mtu),
      start_(start),
      now_(start),
      last_delivery_(start) {}

bool Link::push(PacketRef packet, LocalTime now) {
  advance(now);
  if (!fits(packet)) {
    ++dropped_;
    return false;
  }
  waiting_.push({packet, marks()});
  waiting_size_ += packet.size;
  if (waiting_.size() == 1) begin_service(now_, 0);
  return true;
}

std::optional<LinkDelivery> Link::poll(LocalTime now) {
  advance(now);
  if (in_flight_.empty() || in_flight_.front().delivery.at > now_) return std::nullopt;
  std::ranges::pop_heap(in_flight_, kLater);
  auto [delivery, number] = in_flight_.back();
  in_flight_.pop_back();
  delivery.last = !comes_again(number);
  if (delivery.lost) ++lost_;
  return delivery;
}

std::optional<LocalTime> Link::next_wake() const {
  std::optional<LocalTime> wake;
  if (!in_flight_.empty()) wake = in_flight_.front().delivery.at;
  if (waiting_.empty() || !head_.served) return wake;
  // What is behind the head may overtake it by a delay that is drawn when its own service begins.
  const bool overtaken = reordering_.exists() && waiting_.size() > 1;
  const LocalTime head = overtaken ? *head_.served : in_order(head_) + head_.extra;
  return wake ? std::min(*wake, head) : head;
}

LinkState Link::state(LocalTime now) const {
  now = std::max(now, now_);
  auto from = now - capacity_start_;
  double backlog = backlog_bits(now);
  auto end = capacity_.serve(from, backlog);
  LinkState state;
  state.capacity = capacity_.rate_at(from);
  state.queue = bytes(static_cast<std::int64_t>(std::ceil((backlog - kToleranceBits) / 8)));
  state.queue_delay = end ? std::min<Duration>(end->at - from, 1h) : 1h;
  state.dropped = dropped_;
  state.lost = lost_;
  return state;
}

void Link::set_capacity(Capacity capacity, LocalTime now) {
  advance(now);
  double served = capacity_.bits_between(head_.since - capacity_start_, now_ - capacity_start_);
  capacity_ = std::move(capacity);
  capacity_start_ = now_;
  if (waiting_.empty()) return;
  head_.bits_left = std::max(0.0, head_.bits_left - served);
  head_.since = now_;
  schedule_head();
}

void Link::set_delay(Duration propagation_delay, LocalTime now) {
  advance(now);
  propagation_delay_ = not_negative(propagation_delay);
}

void Link::set_buffer(BufferLimit buffer, LocalTime now) {
  advance(now);
  buffer_ = buffer;
}

void Link::set_loss(const LossModel& loss, LocalTime now) {
  advance(now);
  loss_.set_model(loss);
}

void Link::set_jitter(Duration sigma, LocalTime now) {
  advance(now);
  jitter_.set_sigma(sigma);
}

void Link::advance(LocalTime now) {
  now_ = std::max(now_, now);
  while (!waiting_.empty() && head_.served && *head_.served <= now_) finish_head();
}

// Whatever is waiting when the head ends was pushed before that instant, because push() advances first; so it may use
// the surplus without a pause.
void Link::finish_head() {
  const auto [packet, marked] = waiting_.front();
  last_delivery_ = in_order(head_);
  launch({packet, last_delivery_ + head_.extra, head_.lost, marked});
  if (head_.copied) {
    launch({packet, last_delivery_ + *head_.copied, false, marked});
    copied_.push_back(number_);
  }
  ++number_;
  waiting_.pop();
  waiting_size_ -= packet.size;
  if (!waiting_.empty()) begin_service(*head_.served, head_.surplus_bits);
}

void Link::launch(const LinkDelivery& delivery) {
  in_flight_.push_back({delivery, number_});
  std::ranges::push_heap(in_flight_, kLater);
}

bool Link::comes_again(std::uint64_t number) { return std::erase(copied_, number) > 0; }

// All chances are drawn here and not at the end of service, so that next_wake() can be exact.
void Link::begin_service(LocalTime from, double surplus_bits) {
  head_.since = from;
  head_.bits_left = bits_of(waiting_.front().packet.size) - surplus_bits;
  head_.jitter = jitter_.next();
  head_.lost = loss_.next();
  if (mtu_ && waiting_.front().packet.size > *mtu_) head_.lost = true;
  head_.extra = reordering_.next();
  head_.copied.reset();
  if (duplicates_ > 0 && duplicate_.happens(duplicates_) && !head_.lost) head_.copied = reordering_.next();
  schedule_head();
}

void Link::schedule_head() {
  head_.served.reset();
  auto end = capacity_.serve(head_.since - capacity_start_, head_.bits_left);
  if (!end) return;
  head_.served = capacity_start_ + end->at;
  head_.surplus_bits = end->surplus_bits;
}

// Never before its predecessor: the NR-BPDV model of RFC 8868, 4.5.2, but for its serialisation time between the two,
// which would turn the jitter of a saturated link into a constant delay of three sigma.
LocalTime Link::in_order(const Head& head) const {
  const Duration propagation = dips_.cover(*head.served - start_) ? not_negative(dips_.delay) : propagation_delay_;
  return std::max(last_delivery_, *head.served + propagation + head.jitter);
}

double Link::backlog_bits(LocalTime now) const {
  if (waiting_.empty()) return 0;
  double behind = bits_of(waiting_size_ - waiting_.front().packet.size);
  double served = capacity_.bits_between(head_.since - capacity_start_, now - capacity_start_);
  return std::max(0.0, behind + head_.bits_left - served);
}

bool Link::fits(PacketRef packet) const {
  if (waiting_.empty()) return true;
  auto rate = capacity_.rate_at(now_ - capacity_start_);
  double limit = std::visit([&](const auto& l) { return limit_bits(l, rate); }, buffer_);
  return backlog_bits(now_) + bits_of(packet.size) <= limit + kToleranceBits;
}

bool Link::marks() const { return mark_above_ && state(now_).queue_delay > *mark_above_; }

}  // namespace evenkeel
