#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/net/port_mapping/router.h"
#include "core/net/port_mapping/uplink.h"
#include "core/net/port_mapping/upnp_action.h"

namespace evenkeel {

/// By UPnP: an Internet gateway device of version 1 or 2, looked for in the local network.
class UpnpRouter final : public Router {
 public:
  struct Config {
    FindUplink find_uplink;  ///< the network that is searched, and the address that the port is mapped to
    std::uint16_t internal_port = 0;
    PortProtocol protocol = PortProtocol::udp;  ///< of that port
    std::function<bool()> stop;                 ///< whether map() should give up between two requests
  };
  explicit UpnpRouter(Config config) : config_(std::move(config)) {}

  std::string_view protocol() const override { return "UPnP"; }
  MappingAnswer map(std::uint16_t external_port, std::chrono::seconds lifetime) override;
  bool unmap(std::uint16_t external_port) override;

 private:
  enum class Entry { none, ours, of_others };
  std::optional<IpAddress> external_address() const;
  Entry entry_of(const std::string& port, const IpAddress& local, const ExchangeLimit& limit) const;
  MappingAnswer add(std::uint16_t port, const IpAddress& local, std::chrono::seconds lifetime);

  Config config_;
  std::optional<UpnpConnection> connection_;  // once one was found
  IpAddress client_{};                        // that was mapped to
};

}  // namespace evenkeel
