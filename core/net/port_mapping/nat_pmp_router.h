#pragma once

#include <functional>

#include "core/net/port_mapping/router.h"
#include "core/net/port_mapping/uplink.h"

namespace evenkeel {

/// By NAT-PMP (RFC 6886), of the router that packets to the Internet leave by.
class NatPmpRouter final : public Router {
 public:
  static constexpr std::uint16_t server_port = 5351;
  /// Nobody is waited for longer; requests are repeated within.
  static constexpr std::chrono::milliseconds patience{2000};

  struct Config {
    FindUplink find_uplink;  ///< asked before each request, since it may change
    std::uint16_t internal_port = 0;
    PortProtocol protocol = PortProtocol::udp;  ///< of that port
    std::function<bool()> stop;                 ///< whether map() should give up
    std::uint16_t server_port = NatPmpRouter::server_port;
  };
  explicit NatPmpRouter(Config config) : config_(std::move(config)) {}

  std::string_view protocol() const override { return "NAT-PMP"; }
  MappingAnswer map(std::uint16_t external_port, std::chrono::seconds lifetime) override;
  /// `external_port` plays no part: a mapping is known by the port that it leads to.
  bool unmap(std::uint16_t external_port) override;

 private:
  Config config_;
};

}  // namespace evenkeel
