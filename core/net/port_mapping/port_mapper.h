#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.h"
#include "core/net/port_mapping/router.h"

namespace evenkeel {

/// What came of asking for a port.
struct PortMapping {
  std::optional<Endpoint> external;  ///< where others reach the port; nullopt: nobody maps it
  std::string protocol;              ///< of who maps it, or of who refused
  bool permanent = false;            ///< it stays until it is taken back, even if the program is killed
  std::string refusal;               ///< why nobody maps it; empty where nobody answered

  bool operator==(const PortMapping&) const = default;
};

/// Has a port of this machine mapped by the first of several routers that does, and kept. Time is an argument; what
/// blocks are the routers.
class PortMapper {
 public:
  /// Short, because a program that is killed leaves its mapping for as long. At most the 2 hours that RFC 6886
  /// recommends.
  static constexpr std::chrono::seconds lease{1800};
  static constexpr int max_ports = 10;            ///< that are tried where others have them
  static constexpr Duration shortest_wait = 10s;  ///< between two requests, whatever lease a router grants
  static constexpr Duration retry = 60s;          ///< where a renewal failed

  struct Config {
    std::vector<std::unique_ptr<Router>> routers;  ///< in the order in which they are asked
    std::uint16_t internal_port = 0;               ///< the external port that is asked for first
    std::function<std::uint16_t()> draw_port;      ///< another one, where that is taken
    std::function<bool()> stop;                    ///< whether to ask no more
  };
  explicit PortMapper(Config config) : config_(std::move(config)) {}

  /// Asks for the port, or renews it.
  const PortMapping& ask(LocalTime now);
  /// When to ask next; nullopt: never, since nobody ever mapped it.
  std::optional<LocalTime> next() const { return next_; }
  /// Takes back what was mapped, and what may have been, as no answer was read. False: a router did not confirm it.
  bool undo();

 private:
  /// A mapping that a router may have made.
  struct Doubt {
    Router* router = nullptr;
    std::uint16_t port = 0;
    bool operator==(const Doubt&) const = default;
  };
  static constexpr std::size_t max_doubts = 16;

  MappingAnswer try_ports(Router& router, std::uint16_t first);
  void note(Doubt asked, const MappingAnswer& answer);
  bool take(Router& router, const MappingAnswer& answer, LocalTime now);
  bool renew(LocalTime now);

  Config config_;
  PortMapping mapping_;
  Router* holder_ = nullptr;  // of the mapping
  LocalTime end_{};           // of the lease
  std::vector<Doubt> doubts_;
  std::optional<LocalTime> next_;
};

}  // namespace evenkeel
