#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "app/capture/device_watch.h"
#include "app/capture/devices.h"
#include "app/process/detached_task.h"
#include "app/sound/sound_devices.h"

namespace evenkeel {

/// The lists of cameras and sound devices for the window: when it asks, and, where it wants to follow, when devices
/// come or go. Threads of their own make them, since a camera or the sound service may be slow. Owned by one thread.
class DeviceLists {
 public:
  /// How often it is looked for what has no node of the kernel, as a headset by radio.
  static constexpr Duration sound_interval = std::chrono::seconds(10);

  /// Tests replace these.
  struct System {
    std::function<CameraList()> cameras = [] { return list_cameras(); };
    std::function<SoundDevices()> sound = [] { return list_sound_devices(); };
    std::string folder = "/dev";
  };

  DeviceLists() : DeviceLists(System()) {}
  explicit DeviceLists(System system) : system_(std::move(system)), watch_(system_.folder) {}

  /// Both lists are given as soon as they are known, whatever they are.
  void ask();
  /// To list cameras opens them all, which is not to be done in a call unless somebody asks: changes wait until then.
  /// `on` looks for what has no node at the next step, also where it follows already.
  void follow(bool on);
  void step(LocalTime now);

  /// A list that is new, once.
  std::optional<CameraList> take_cameras() { return cameras_.take(); }
  /// Nullopt also where nobody asked, and it is as before or the service did not answer.
  std::optional<SoundDevices> take_sound();

 private:
  void list_cameras_and_sound();
  void list_sound();

  System system_;
  DeviceWatch watch_;
  DetachedTask<CameraList> cameras_;
  DetachedTask<SoundDevices> sound_;
  bool follows_ = false;
  bool changed_ = false;  ///< and is not listed yet
  bool sound_asked_for_ = false;
  SoundDevices told_sound_;
  LocalTime sound_listed_{};
};

}  // namespace evenkeel
