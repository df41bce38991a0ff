#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/endpoint.h"
#include "core/net/port_mapping/port_mapper.h"

namespace evenkeel {

/// A port of this machine that the router maps while this object lives. A thread of its own asks the router, renews the
/// mapping, and takes it back at the end; nobody waits for that thread but the end of the program, for a short time.
/// One of such threads begins when that of the call before has ended, or is stopped while it waits for that: what takes
/// back an old mapping cannot hit a new one.
class MappedPort {
 public:
  using MakeRouters =
      std::function<std::vector<std::unique_ptr<Router>>(const Endpoint& bound, const std::function<bool()>& stop)>;

  /// Of a socket that is bound there. Begins at once, and does not block.
  explicit MappedPort(const Endpoint& bound, const MakeRouters& make_routers);
  ~MappedPort() { end(); }
  MappedPort(const MappedPort&) = delete;
  MappedPort& operator=(const MappedPort&) = delete;

  /// What came of it, once for each time that it changes.
  std::optional<PortMapping> take();
  /// Begins to take the mapping back; does not block.
  void end();
  enum class Ended { gone, stays, unknown };
  /// Waits until it is taken back, for a time at most: gone, or still there because the router did not confirm it, or
  /// unknown because it did not answer in time.
  Ended wait_until_gone(Duration at_most);

 private:
  struct Shared;
  std::shared_ptr<Shared> shared_;
};

}  // namespace evenkeel
