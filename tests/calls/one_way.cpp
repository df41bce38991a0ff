#include "tests/calls/one_way.h"

#include "core/net/clock.h"
#include "tests/calls/flow_of.h"

namespace evenkeel::calls {
OneWay::OneWay(std::string_view name, const LinkConfig& link, TunDevice& from, TunDevice& to, PacketLog& log,
               LocalTime now)
    : name_(name), capacity_(link.capacity), link_(link, now), from_(from), to_(to), log_(log), start_(now) {}

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
  const auto number = gone_ + static_cast<std::uint32_t>(inside_.size());
  if (link_.send(packet, bytes(0), number, now)) {
    inside_.push_back(entry);
  } else {
    report(entry, {}, "dropped");
  }
}

std::optional<LocalTime> OneWay::next_wake() const { return link_.next_wake(); }

void OneWay::deliver() {
  while (const auto arrival = link_.poll(monotonic_now())) hand_over(inside_[arrival->tag - gone_], *arrival);
  forget_gone();
}

void OneWay::hand_over(OnTheWay& packet, const DatagramLink::Arrival& arrival) {
  to_.write(arrival.datagram);
  const LocalTime now = monotonic_now();
  lateness_.push_back(now - arrival.at);
  if (!packet.passed) report(packet, now, "passed");  // of duplicates the first
  packet.passed = true;
}

// What is no longer on the link and did not come was lost.
void OneWay::forget_gone() {
  for (; !inside_.empty() && !link_.carries(gone_); ++gone_, inside_.pop_front()) {
    if (!inside_.front().passed) report(inside_.front(), {}, "lost");
  }
}

void OneWay::report(const OnTheWay& packet, LocalTime left, std::string_view fate) {
  if (!begun_ || packet.came < start_) return;
  const Duration until = left == LocalTime{} ? Duration::zero() : left - start_;
  log_.write({packet.came - start_, name_, packet.flow, packet.size, packet.wait, until, fate, packet.rtp});
}

}  // namespace evenkeel::calls
