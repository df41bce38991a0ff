#pragma once

#include <optional>
#include <string>

#include "core/base/time.h"

namespace evenkeel {

/// Tells when cameras or sound cards come or go, by the nodes of the kernel. Devices of a service alone, as a headset
/// by radio, have none. Owned by one thread, which it never blocks.
class DeviceWatch {
 public:
  /// udev and the sound service need that long until what came can be listed.
  static constexpr Duration settling = 700ms;
  /// A node that never settles, as of a camera that resets itself over and over, hides the others no longer than that.
  static constexpr Duration max_settling = 3s;

  /// `folder`: where "video0" and "snd/" are.
  explicit DeviceWatch(std::string folder = "/dev");
  ~DeviceWatch();
  DeviceWatch(const DeviceWatch&) = delete;
  DeviceWatch& operator=(const DeviceWatch&) = delete;

  /// True once for all that changed, when it has settled. Never where the system does not tell.
  bool step(LocalTime now);

 private:
  void watch_sound();
  bool take_changes();

  std::string folder_;
  int notices_ = -1;
  int cameras_ = -1, sound_ = -1;                        ///< watches of inotify(7)
  std::optional<LocalTime> first_change_, last_change_;  ///< of those that are not told yet
};

}  // namespace evenkeel
