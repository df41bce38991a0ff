#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/endpoint.h"
#include "core/net/port_mapping/port_mapper.h"

namespace evenkeel {

/// A UDP port of this machine that the router maps while this object lives, and with it a TCP port, that of a page. A
/// thread of its own asks the router, renews the mappings, and takes them back at the end; nobody waits for that thread
/// but the end of the program, for a short time. One of such threads begins when that of the call before has ended, or
/// is stopped while it waits for that: what takes back an old mapping cannot hit a new one.
class MappedPort {
 public:
  using MakeRouters = std::function<std::vector<std::unique_ptr<Router>>(const Endpoint& bound, PortProtocol protocol,
                                                                         const std::function<bool()>& stop)>;
  struct Mapped {
    PortMapping port;
    PortMapping page;  ///< asked for only where the port is mapped
    bool operator==(const Mapped&) const = default;
  };

  /// Of sockets that are bound there; `page`: nullopt where there is none. Begins at once, and does not block.
  MappedPort(const Endpoint& bound, const std::optional<Endpoint>& page, const MakeRouters& make_routers);
  ~MappedPort() { end(); }
  MappedPort(const MappedPort&) = delete;
  MappedPort& operator=(const MappedPort&) = delete;

  /// What came of it, once for each time that it changes.
  std::optional<Mapped> take();
  /// Begins to take back what is mapped; does not block.
  void end();
  enum class Ended { gone, stays, unknown };
  /// Waits until that is taken back, for a time at most: gone, or still there because the router did not confirm it, or
  /// unknown because it did not answer in time.
  Ended wait_until_gone(Duration at_most);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace evenkeel
