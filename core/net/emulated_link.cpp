#include "core/net/emulated_link.h"

#include <algorithm>

#include "core/net/clock.h"

namespace evenkeel {

EmulatedLink::EmulatedLink(const LinkConfig& config, DatagramSink& behind, DataSize ip_overhead, LocalTime start)
    : behind_(behind), ip_overhead_(ip_overhead), link_(config, start), thread_([this] { run(); }) {}

EmulatedLink::~EmulatedLink() {
  stop_ = true;
  wakeup_.wake();
  thread_.join();
}

std::uint32_t EmulatedLink::tag_of(const Endpoint& endpoint) {
  const auto found = std::find(endpoints_.begin(), endpoints_.end(), endpoint);
  if (found != endpoints_.end()) return static_cast<std::uint32_t>(found - endpoints_.begin());
  endpoints_.push_back(endpoint);
  return static_cast<std::uint32_t>(endpoints_.size() - 1);
}

bool EmulatedLink::send(std::span<const std::uint8_t> datagram, const Endpoint& to, std::uint8_t ecn) {
  return send_batch({&datagram, 1}, to, ecn) == 1;
}

// What the link has no room for is lost on it, so all of them are taken.
std::size_t EmulatedLink::send_batch(std::span<const Datagram> datagrams, const Endpoint& to, std::uint8_t ecn) {
  bool earlier = false;
  {
    const std::lock_guard lock(mutex_);
    const std::uint32_t tag = tag_of(to);
    const LocalTime now = monotonic_now();
    for (const Datagram& datagram : datagrams) link_.send(datagram, ip_overhead_, tag, now, ecn);
    const auto wake = link_.next_wake();
    earlier = wake && *wake < armed_;
    if (earlier) armed_ = *wake;
  }
  if (earlier) wakeup_.wake();
  return datagrams.size();
}

LinkState EmulatedLink::state() {
  const std::lock_guard lock(mutex_);
  return link_.state(monotonic_now());
}

void EmulatedLink::run() {
  enter_realtime_class();
  while (!stop_) {
    LocalTime wake;
    {
      const std::lock_guard lock(mutex_);
      while (const auto arrival = link_.poll(monotonic_now()))
        behind_.send(arrival->datagram, endpoints_[arrival->tag], arrival->ecn);
      wake = armed_ = link_.next_wake().value_or(LocalTime::max());
    }
    wakeup_.wait_until(wake);
  }
}

}  // namespace evenkeel
