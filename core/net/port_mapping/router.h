#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/endpoint.h"

namespace evenkeel {

enum class PortProtocol : std::uint8_t { udp, tcp };

/// A port of the router that leads to one of this machine.
struct PortLease {
  Endpoint external;                 ///< where others reach it
  std::chrono::seconds lifetime{0};  ///< 0: until it is taken back
};

/// What a router says to a wish for a port.
struct MappingAnswer {
  enum class Kind {
    mapped,
    silent,          ///< nobody speaks the protocol
    taken,           ///< somebody else has that external port
    permanent_only,  ///< it maps for no limited time
    refused,
    unknown,  ///< it was asked, and no answer was read: it may have mapped the port
  };
  Kind kind = Kind::silent;
  PortLease lease{};     ///< where mapped
  std::string reason{};  ///< where refused or unknown, for people: "error 606: not authorized"
};

/// A router, by one of the protocols for mapping ports, and the one port of this machine that it is asked for. Both
/// functions block, for some seconds at most where the network keeps to its word; they are for a thread that may.
class Router {
 public:
  virtual ~Router() = default;
  virtual std::string_view protocol() const = 0;
  /// Asks for a mapping from `external_port`, or renews it. The router may grant another port, and less time. 0 s: for
  /// as long as nobody takes it back.
  virtual MappingAnswer map(std::uint16_t external_port, std::chrono::seconds lifetime) = 0;
  /// Takes the mapping back. False: the router did not say that it is gone.
  virtual bool unmap(std::uint16_t external_port) = 0;
};

}  // namespace evenkeel
