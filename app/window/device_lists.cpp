#include "app/window/device_lists.h"

#include <algorithm>
#include <utility>

namespace evenkeel {
namespace {

bool same_devices(const SoundDevices& a, const SoundDevices& b) {
  const auto same = [](const SoundDevice& one, const SoundDevice& other) {
    return one.name == other.name && one.display == other.display;
  };
  return std::ranges::equal(a.microphones, b.microphones, same) &&
         std::ranges::equal(a.loudspeakers, b.loudspeakers, same);
}

}  // namespace

void DeviceLists::ask() {
  sound_asked_for_ = true;
  if (!cameras_.wanted() && !sound_.wanted()) changed_ = false;  // what is listed now has it
  list_cameras_and_sound();
}

void DeviceLists::follow(bool on) {
  follows_ = on;
  if (on) sound_listed_ = {};
}

void DeviceLists::list_cameras_and_sound() {
  if (!cameras_.wanted()) cameras_ = DetachedTask<CameraList>(system_.cameras);
  list_sound();
}

void DeviceLists::list_sound() {
  if (!sound_.wanted()) sound_ = DetachedTask<SoundDevices>(system_.sound);
}

/// A list that is under way may be one of before the change. The watch is asked in calls too, or its queue overflows.
void DeviceLists::step(LocalTime now) {
  changed_ |= watch_.step(now);
  if (!follows_) return;
  if (changed_ && !cameras_.wanted() && !sound_.wanted()) {
    changed_ = false;
    list_cameras_and_sound();
  }
  if (now - sound_listed_ < sound_interval) return;
  sound_listed_ = now;
  list_sound();
}

/// One slow answer of the service takes no device away; who asks is told that there is none.
std::optional<SoundDevices> DeviceLists::take_sound() {
  auto list = sound_.take();
  if (!list) return std::nullopt;
  const bool asked_for = std::exchange(sound_asked_for_, false);
  if (!asked_for && (!list->error.empty() || same_devices(*list, told_sound_))) return std::nullopt;
  told_sound_ = *list;
  return list;
}

}  // namespace evenkeel
