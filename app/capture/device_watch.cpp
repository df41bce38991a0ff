#include "app/capture/device_watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <string_view>
#include <utility>

namespace evenkeel {
namespace {

// Of a new node udev changes the owner a moment later.
constexpr std::uint32_t comings_and_goings = IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_TO | IN_MOVED_FROM;
constexpr std::string_view sound_folder = "snd";

}  // namespace

DeviceWatch::DeviceWatch(std::string folder)
    : folder_(std::move(folder)), notices_(inotify_init1(IN_NONBLOCK | IN_CLOEXEC)) {
  if (notices_ < 0) return;
  cameras_ = inotify_add_watch(notices_, folder_.c_str(), comings_and_goings);
  watch_sound();
}

DeviceWatch::~DeviceWatch() {
  if (notices_ >= 0) close(notices_);
}

/// The folder comes with the first card.
void DeviceWatch::watch_sound() {
  sound_ = inotify_add_watch(notices_, (folder_ + '/' + std::string(sound_folder)).c_str(), comings_and_goings);
}

bool DeviceWatch::take_changes() {
  bool changed = false;
  alignas(inotify_event) std::array<char, 4096> buffer;
  for (ssize_t size = 0; (size = read(notices_, buffer.data(), buffer.size())) > 0;) {
    for (const char* at = buffer.data(); at < buffer.data() + size;) {
      inotify_event event;
      std::memcpy(&event, at, sizeof event);
      const std::string_view name = event.len > 0 ? at + sizeof event : "";
      // What was lost in an overflow may be anything, also that the folder of sound came.
      const bool overflow = (event.mask & IN_Q_OVERFLOW) != 0;
      if (overflow || (event.wd == cameras_ && name == sound_folder)) watch_sound();
      changed |= overflow || event.wd == sound_ || name == sound_folder || name.starts_with("video");
      at += sizeof event + event.len;
    }
  }
  return changed;
}

bool DeviceWatch::step(LocalTime now) {
  if (notices_ < 0) return false;
  if (take_changes()) {
    last_change_ = now;
    if (!first_change_) first_change_ = now;
  }
  if (!first_change_ || (now - *last_change_ < settling && now - *first_change_ < max_settling)) return false;
  first_change_.reset();
  return true;
}

}  // namespace evenkeel
