#include "app/sound/device_choice.h"

#include <utility>

namespace evenkeel {
namespace {

const char* word(DeviceChoice::Direction direction) {
  return direction == DeviceChoice::Direction::microphone ? "microphone" : "loudspeaker";
}

// It stands within a sentence then.
std::string as_reason(std::string sentence) {
  while (sentence.ends_with('.')) sentence.pop_back();
  return sentence;
}

}  // namespace

const std::vector<SoundDevice>& DeviceChoice::of(const SoundDevices& all) const {
  return direction_ == Direction::microphone ? all.microphones : all.loudspeakers;
}

Parsed<SoundDevice> DeviceChoice::find() const {
  const SoundDevices all = list_sound_devices();
  if (!all.error.empty()) return {std::nullopt, as_reason(all.error)};
  const auto& devices = of(all);
  const SoundDevice* const found = name_ ? find_sound_device(devices, *name_) : choose_sound_device(devices);
  if (found != nullptr) return {*found, ""};
  return {std::nullopt, name_ ? "it is not plugged in" : std::string("there is no ") + word(direction_)};
}

std::string DeviceChoice::check(const SoundDevice& meant, const std::string& current) const {
  if (current.empty() || current == meant.name) return {};
  if (name_) return "it is not plugged in";
  const bool none = current.starts_with("auto_null") || current.ends_with(".monitor");
  return none ? std::string("there is no ") + word(direction_) : "";
}

SoundDevice DeviceChoice::describe(const std::string& current) const {
  const SoundDevices all = list_sound_devices();
  const SoundDevice* const found = find_sound_device(of(all), current);
  return found != nullptr ? *found : SoundDevice{.name = current, .display = current};
}

std::string DeviceChoice::text() const {
  if (!name_) return std::string("the system's ") + word(direction_);
  return std::string(word(direction_)) + " '" + *name_ + "'";
}

}  // namespace evenkeel
