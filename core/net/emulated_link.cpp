#include "core/net/emulated_link.h"

#include "core/base/ip_overhead.h"
#include "core/net/clock.h"
#include "core/net/realtime.h"

namespace evenkeel {

EmulatedLink::EmulatedLink(const LinkConfig& config, DatagramSink& behind, LocalTime start,
                           std::function<void()> on_rebind)
    : behind_(behind), on_rebind_(std::move(on_rebind)), link_(config, start), thread_([this] { run(); }) {}

EmulatedLink::~EmulatedLink() {
  stop_ = true;
  wakeup_.wake();
  thread_.join();
}

bool EmulatedLink::send(std::span<const std::uint8_t> datagram, const Route& to, std::uint8_t ecn) {
  return send_batch({&datagram, 1}, to, ecn) == 1;
}

// What the link has no room for is lost on it, so all of them are taken.
std::size_t EmulatedLink::send_batch(std::span<const Datagram> datagrams, const Route& to, std::uint8_t ecn) {
  bool earlier = false;
  {
    const std::lock_guard lock(mutex_);
    const auto tag = routes_.tag_of(to, [this](std::uint32_t t) { return link_.carries(t); });
    if (!tag) return datagrams.size();
    const LocalTime now = monotonic_now();
    const DataSize headers = ip_overhead(to.to) + (to.relayed ? relay_overhead : DataSize());
    for (const Datagram& datagram : datagrams) link_.send(datagram, headers, *tag, now, ecn);
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

void EmulatedLink::follow_mapping(std::uint32_t mapping) {
  if (mapping == mapping_) return;
  mapping_ = mapping;
  if (on_rebind_) on_rebind_();
}

void EmulatedLink::run() {
  RealtimeThread realtime;
  realtime.enter();
  while (!stop_) {
    LocalTime wake;
    {
      const std::lock_guard lock(mutex_);
      while (const auto arrival = link_.poll(monotonic_now())) {
        follow_mapping(arrival->mapping);
        behind_.send(arrival->datagram, routes_[arrival->tag], arrival->ecn);
      }
      wake = armed_ = link_.next_wake().value_or(LocalTime::max());
    }
    wakeup_.wait_until(wake);
  }
}

}  // namespace evenkeel
