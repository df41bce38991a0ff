#pragma once

#include <atomic>
#include <optional>
#include <string>

#include "tests/calls/one_way.h"

namespace evenkeel::calls {

/// What becomes of the way there at a time of the run.
struct RouteChange {
  Duration at{};
  Duration delay{};
};

struct TunnelConfig {
  std::string near;  ///< names of the devices
  std::string far;
  LinkConfig there;  ///< from near to far
  LinkConfig back;
  std::optional<RouteChange> route;
  std::string packets;  ///< the file that packets are written to
};

/// Passes IP packets between two devices over an emulated link in real time. The clock of a run begins with the first
/// packet of any flow but "other".
class Tunnel {
 public:
  explicit Tunnel(const TunnelConfig& config);

  /// Until `stop` is set. A line on standard output says that the clock began.
  void run(const std::atomic<bool>& stop);

  /// One sentence on how late packets were.
  std::string lateness();
  /// How long the clock has run.
  Duration elapsed() const;

 private:
  void begin(LocalTime now);
  void change_route(LocalTime now);
  void wait();

  TunDevice near_;
  TunDevice far_;
  PacketLog log_;
  OneWay there_;
  OneWay back_;
  std::optional<RouteChange> route_;
  std::optional<LocalTime> start_;
};

}  // namespace evenkeel::calls
