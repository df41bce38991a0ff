#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/sound/sound_devices.h"
#include "core/base/parsed.h"

namespace evenkeel {

/// Which device is meant, each time anew: devices come and go, and the system's choice changes.
class DeviceChoice {
 public:
  enum class Direction { microphone, loudspeaker };
  /// `name`: nullopt for the system's choice.
  DeviceChoice(Direction direction, std::optional<std::string> name) : direction_(direction), name_(std::move(name)) {}

  /// The device as it is there now; otherwise why not, without a full stop. Blocks for up to two seconds.
  Parsed<SoundDevice> find() const;
  /// Empty if what plays or records now, by the service's word, is what was meant: services move streams elsewhere when
  /// a device disappears, and nobody is to hear by surprise. Otherwise what is wrong.
  std::string check(const SoundDevice& meant, const std::string& current) const;

  /// The device of that name, without a display name of its own where it is not known. Blocks as find() does.
  SoundDevice describe(const std::string& current) const;
  /// "microphone 'desk'", "the system's loudspeaker".
  std::string text() const;
  const std::optional<std::string>& name() const { return name_; }

 private:
  const std::vector<SoundDevice>& of(const SoundDevices& all) const;

  Direction direction_;
  std::optional<std::string> name_;
};

}  // namespace evenkeel
