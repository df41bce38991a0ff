#pragma once

#include <algorithm>
#include <vector>

#include "tests/unit/session/secure_call.h"

namespace evenkeel::test {

using Kind = SecureSession::Event::Kind;

inline const Endpoint listens = address_of(1);
inline const Endpoint calls = address_of(2, 40000);
inline const Endpoint elsewhere = address_of(3, 40000);

inline bool has(const SecureNetwork::End& end, Kind kind) {
  return std::ranges::find(end.events, kind) != end.events.end();
}
inline auto count(const SecureNetwork::End& end, Kind kind) { return std::ranges::count(end.events, kind); }

/// Two ends, both of which talk as soon as they may.
struct Call {
  SecureNetwork network;
  SecureNetwork::End& listener_end;
  SecureNetwork::End& caller_end;

  explicit Call(bool asks = false, double loss = 0, std::uint64_t seed = 1)
      : network(loss, seed),
        listener_end(network.add(listens, listener(1, asks))),
        caller_end(network.add(calls, caller(2, link_to(1, listens), network.now))) {
    listener_end.talks = caller_end.talks = true;
  }
  SecureSession& listening() { return *listener_end.session; }
  SecureSession& calling() { return *caller_end.session; }
  bool both_in_call() { return listening().state() == CallState::in_call && calling().state() == CallState::in_call; }
};

/// The first check with a knock that went over the wire.
inline std::vector<std::uint8_t> recorded_knock(const SecureNetwork& network) {
  for (const auto& sent : network.record) {
    if (sent.from == calls && sent.datagram.front() == 0) return sent.datagram;
  }
  return {};
}

}  // namespace evenkeel::test
