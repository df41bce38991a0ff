#pragma once

#include <algorithm>

#include "tests/unit/ice/stun_bytes.h"

namespace evenkeel::test {

inline const IceCredentials left_credentials{"LEFT", "password-of-the-left-end"};
inline const IceCredentials right_credentials{"RIGHT", "password-of-the-right-end"};
inline const Endpoint peer_address{ipv4(192, 0, 2, 1), 40000};
inline const IpAddress own_address = ipv4(10, 0, 0, 1);

inline bool is_request(const IceAgent::Outgoing& sent) {
  return parse_stun(sent.datagram)->message_class == StunClass::request;
}

/// One agent, the left one; the test plays its peer.
class LoneAgent {
 public:
  explicit LoneAgent(IceAgent::Role role) : LoneAgent(role, 1) {}
  LoneAgent(IceAgent::Role role, unsigned seed)
      : agent({role, left_credentials, right_credentials}, openssl_cryptography(), seeded_random(seed), now) {}

  /// All that the agent sends now.
  std::vector<IceAgent::Outgoing> drain() {
    std::vector<IceAgent::Outgoing> out;
    while (auto sent = agent.poll(now)) out.push_back(std::move(*sent));
    return out;
  }
  /// All that it sends within this time when nothing comes.
  std::vector<IceAgent::Outgoing> wait(Duration time) {
    const LocalTime end = now + time;
    auto out = drain();
    while (agent.next_wake() <= end) {
      now = std::max(now, agent.next_wake());
      for (auto& sent : drain()) out.push_back(std::move(sent));
    }
    now = end;
    return out;
  }
  bool give(const Bytes& datagram, const Route& route) { return agent.on_stun(datagram, route, now); }

  /// The peer's answer to a check; false where the agent does not take it.
  bool give_answer(const IceAgent::Outgoing& check, const Route& route,
                   std::string_view password = right_credentials.password) {
    const auto request = parse_stun(check.datagram);
    StunWriter answer(StunClass::success, request->id);
    return give(answer.mapped_address({own_address, 5004}).finish(password, openssl_cryptography()), route);
  }
  /// A valid request of the peer.
  Bytes request(bool use_candidate = false, std::uint64_t tie_breaker = 1) {
    StunTransactionId id{};
    id[0] = static_cast<std::uint8_t>(++requests_);
    id[1] = static_cast<std::uint8_t>(requests_ >> 8);
    StunWriter writer(StunClass::request, id);
    writer.username(right_credentials.ufrag, left_credentials.ufrag).priority(1);
    if (agent.role() == IceAgent::Role::controlling)
      writer.controlled(tie_breaker);
    else
      writer.controlling(tie_breaker);
    if (use_candidate) writer.use_candidate();
    return writer.finish(left_credentials.password, openssl_cryptography());
  }
  /// Validates the way to the peer's address, as if it had been told of it.
  void connect(const Endpoint& remote = peer_address, const IpAddress& local = own_address) {
    agent.add_remote_candidate(remote, now);
    for (const auto& sent : wait(50ms))
      if (is_request(sent) && sent.route.to == remote) give_answer(sent, {remote, local});
  }

  LocalTime now{1h};
  IceAgent agent;

 private:
  unsigned requests_ = 0;
};

inline std::size_t count_requests(const std::vector<IceAgent::Outgoing>& sent) {
  return static_cast<std::size_t>(std::count_if(sent.begin(), sent.end(), is_request));
}
inline std::size_t bytes_to(const std::vector<IceAgent::Outgoing>& sent, const Endpoint& to) {
  std::size_t bytes = 0;
  for (const auto& one : sent) bytes += one.route.to == to ? one.datagram.size() : 0;
  return bytes;
}

inline const Route way{peer_address, own_address};

inline Endpoint stranger(unsigned number) {
  return {ipv4(203, 0, 113, static_cast<std::uint8_t>(number)), static_cast<std::uint16_t>(1024 + number)};
}

}  // namespace evenkeel::test
