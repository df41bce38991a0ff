#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/base/endpoint.h"

namespace evenkeel::test {

/// The four kinds of RFC 3489, in terms of RFC 4787: mapping (full_cone, restricted, port_restricted:
/// endpoint-independent; symmetric: address and port-dependent) and filtering (none, by address, by address and port,
/// by address and port).
enum class NatKind { full_cone, restricted, port_restricted, symmetric };

class Nat {
 public:
  Nat(NatKind kind, const IpAddress& external) : kind_(kind), external_(external) {}

  const IpAddress& external() const { return external_; }
  NatKind kind() const { return kind_; }
  void set_kind(NatKind kind) { kind_ = kind; }

  /// What a datagram from inside bears as source outside.
  Endpoint outbound(const Endpoint& inside, const Endpoint& to) {
    auto found = std::find_if(mappings_.begin(), mappings_.end(), [&](const Mapping& mapping) {
      return mapping.inside == inside && (kind_ != NatKind::symmetric || mapping.sent_to.front() == to);
    });
    if (found == mappings_.end()) {
      mappings_.push_back({inside, static_cast<std::uint16_t>(next_port_ += 7), {}});
      found = mappings_.end() - 1;
    }
    if (std::find(found->sent_to.begin(), found->sent_to.end(), to) == found->sent_to.end())
      found->sent_to.push_back(to);
    return {external_, found->port};
  }

  /// Who inside gets a datagram from outside; nullopt: nobody.
  std::optional<Endpoint> inbound(const Endpoint& from, std::uint16_t port) const {
    for (const Mapping& mapping : mappings_)
      if (mapping.port == port && lets_in(mapping, from)) return mapping.inside;
    return std::nullopt;
  }

 private:
  struct Mapping {
    Endpoint inside;
    std::uint16_t port;
    std::vector<Endpoint> sent_to;
  };
  bool lets_in(const Mapping& mapping, const Endpoint& from) const {
    if (kind_ == NatKind::full_cone) return true;
    return std::any_of(mapping.sent_to.begin(), mapping.sent_to.end(), [&](const Endpoint& to) {
      return kind_ == NatKind::restricted ? to.same_host(from) : to == from;
    });
  }

  NatKind kind_;
  IpAddress external_;
  std::vector<Mapping> mappings_;
  unsigned next_port_ = 30'000;
};

}  // namespace evenkeel::test
