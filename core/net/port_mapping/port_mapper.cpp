#include "core/net/port_mapping/port_mapper.h"

#include <algorithm>

#include "core/signal/call_address.h"

namespace evenkeel {

using Kind = MappingAnswer::Kind;

MappingAnswer PortMapper::try_ports(Router& router, std::uint16_t first) {
  std::uint16_t port = first;
  std::chrono::seconds lifetime = lease;
  MappingAnswer answer;
  for (int ports = 1; !config_.stop();) {
    answer = router.map(port, lifetime);
    note({&router, port}, answer);
    if (answer.kind == Kind::permanent_only && lifetime.count() > 0) {
      lifetime = {};
    } else if (answer.kind == Kind::taken && ports < max_ports) {
      ++ports;
      port = config_.draw_port();
    } else if (answer.kind == Kind::mapped && !is_callable(answer.lease.external)) {  // a link takes no other
      const std::uint16_t mapped = answer.lease.external.port;
      if (!router.unmap(mapped)) note({&router, mapped}, {Kind::unknown});
      return {Kind::refused, {}, "it has no public address"};
    } else {
      return answer;
    }
  }
  return answer;
}

// What is mapped has its holder, and a router that says no has nothing for that port.
void PortMapper::note(Doubt asked, const MappingAnswer& answer) {
  const bool is_open = answer.kind == Kind::unknown || answer.kind == Kind::silent;
  if (!is_open) std::erase(doubts_, asked);
  const bool is_new = std::ranges::find(doubts_, asked) == doubts_.end();
  if (answer.kind == Kind::unknown && is_new && doubts_.size() < max_doubts) doubts_.push_back(asked);
}

/// Whether the router maps the port now.
bool PortMapper::take(Router& router, const MappingAnswer& answer, LocalTime now) {
  if (answer.kind != Kind::mapped) return false;
  holder_ = &router;
  mapping_ = {answer.lease.external, std::string(router.protocol()), answer.lease.lifetime.count() == 0, ""};
  const Duration granted = mapping_.permanent ? lease : std::min(answer.lease.lifetime, lease);
  end_ = now + granted;
  next_ = now + std::max(granted / 2, shortest_wait);
  return true;
}

/// Whether what the router maps is still what holds.
bool PortMapper::renew(LocalTime now) {
  const auto answer = try_ports(*holder_, mapping_.external->port);
  if (take(*holder_, answer, now)) return true;
  next_ = now + retry;
  // A router that is busy, or starts anew, still has its word to keep.
  return holder_ != nullptr && (mapping_.permanent || now < end_) && answer.kind != Kind::taken;
}

const PortMapping& PortMapper::ask(LocalTime now) {
  if (holder_ != nullptr && renew(now)) return mapping_;
  holder_ = nullptr;
  PortMapping none;
  for (const auto& router : config_.routers) {
    if (config_.stop()) break;
    const auto answer = try_ports(*router, config_.internal_port);
    if (take(*router, answer, now)) return mapping_;
    if (answer.kind == Kind::silent || !none.refusal.empty()) continue;
    none.protocol = router->protocol();
    none.refusal = answer.reason;
  }
  mapping_ = none;
  if (next_) next_ = now + retry;  // it was mapped once
  return mapping_;
}

bool PortMapper::undo() {
  bool gone = holder_ == nullptr || std::exchange(holder_, nullptr)->unmap(mapping_.external->port);
  for (const Doubt& doubt : std::exchange(doubts_, {})) gone = doubt.router->unmap(doubt.port) && gone;
  return gone;
}

}  // namespace evenkeel
