#pragma once

#include <functional>
#include <optional>
#include <string>

#include "core/net/port_mapping/router.h"
#include "core/net/port_mapping/uplink.h"

namespace evenkeel {

/// By UPnP: an Internet gateway device of version 1 or 2, looked for in the local network.
class UpnpRouter final : public Router {
 public:
  struct Config {
    FindUplink find_uplink;  ///< the network that is searched, and the address that the port is mapped to
    std::uint16_t internal_port = 0;
    std::function<bool()> stop;  ///< whether map() should give up between two requests
  };
  explicit UpnpRouter(Config config) : config_(std::move(config)) {}

  std::string_view protocol() const override { return "UPnP"; }
  MappingAnswer map(std::uint16_t external_port, std::chrono::seconds lifetime) override;
  bool unmap(std::uint16_t external_port) override;

  /// A connection to the Internet that a device offers (WANIPConnection or WANPPPConnection), to be spoken to by SOAP.
  struct Connection {
    std::string control_url;
    std::string type;
    IpAddress external{};  ///< as it said when it was found
  };

 private:
  enum class Entry { none, ours, of_others };
  std::optional<IpAddress> external_address() const;
  Entry entry_of(const std::string& port, const IpAddress& local) const;
  MappingAnswer add(std::uint16_t port, const IpAddress& local, std::chrono::seconds lifetime);

  Config config_;
  std::optional<Connection> connection_;  // once one was found
  IpAddress client_{};                    // that was mapped to
};

}  // namespace evenkeel
