#include "tests/calls/one_way.h"

#include <algorithm>

#include "core/net/clock.h"
#include "tests/calls/flow_of.h"

namespace evenkeel::calls {
namespace {

constexpr std::uint64_t reordering_seed = 0x9e3779b97f4a7c15U;  // or the chances would be those of the link's losses

}  // namespace

OneWay::OneWay(std::string_view name, const LinkConfig& link, const Reordering& reordering, TunDevice& from,
               TunDevice& to, PacketLog& log, LocalTime now)
    : name_(name),
      capacity_(link.capacity),
      link_(link, now),
      reordering_(reordering),
      chance_(link.seed ^ reordering_seed),
      from_(from),
      to_(to),
      log_(log),
      start_(now) {}

void OneWay::begin(LocalTime now) {
  begun_ = true;
  start_ = now;
  link().set_capacity(capacity_, now);
}

void OneWay::take(const std::function<void(LocalTime)>& first) {
  while (const auto packet = from_.read()) {
    const LocalTime now = monotonic_now();
    const std::string_view flow = flow_of(*packet);
    if (!begun_ && flow != "other") first(now);
    take(*packet, flow, now);
  }
}

void OneWay::take(std::span<const std::uint8_t> packet, std::string_view flow, LocalTime now) {
  const auto rtp = flow.starts_with("media") ? rtp_mark(packet) : std::nullopt;
  const OnTheWay entry{flow, packet.size(), now, link_.state(now).queue_delay, rtp};
  const auto number = passed_ + static_cast<std::uint32_t>(inside_.size());
  if (link_.send(packet, bytes(0), number, now)) {
    inside_.push_back(entry);
  } else {
    report(entry, {}, "dropped");
  }
}

std::optional<LocalTime> OneWay::next_wake() const {
  const std::optional<LocalTime> next = link_.next_wake();
  if (late_.empty()) return next;
  return std::min(late_.front().due, next.value_or(late_.front().due));
}

void OneWay::deliver() {
  while (const auto arrival = link_.poll(monotonic_now())) {
    // The link keeps the order, so those before it that did not come were lost.
    for (; passed_ != arrival->tag; ++passed_, inside_.pop_front()) report(inside_.front(), {}, "lost");
    pass(*arrival);
    ++passed_;
    inside_.pop_front();
  }
  for (; !late_.empty() && late_.front().due <= monotonic_now(); late_.pop_front()) {
    hand_over(late_.front().packet, late_.front().bytes, late_.front().due);
  }
}

void OneWay::pass(const DatagramLink::Arrival& arrival) {
  if (!hold_back()) return hand_over(inside_.front(), arrival.datagram, arrival.at);
  const std::vector<std::uint8_t> copy(arrival.datagram.begin(), arrival.datagram.end());
  late_.push_back({inside_.front(), copy, arrival.at + reordering_.held_back});
}

void OneWay::hand_over(const OnTheWay& packet, std::span<const std::uint8_t> bytes, LocalTime due) {
  to_.write(bytes);
  const LocalTime now = monotonic_now();
  lateness_.push_back(now - due);
  report(packet, now, "passed");
}

void OneWay::report(const OnTheWay& packet, LocalTime left, std::string_view fate) {
  if (!begun_ || packet.came < start_) return;
  const Duration until = left == LocalTime{} ? Duration::zero() : left - start_;
  log_.write({packet.came - start_, name_, packet.flow, packet.size, packet.wait, until, fate, packet.rtp});
}

}  // namespace evenkeel::calls
