#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/sound/device_choice.h"
#include "app/sound/device_use.h"
#include "app/sound/microphone.h"

namespace evenkeel {

/// A microphone of the sound service, of any rate and number of channels. One that is unplugged, or whose service
/// ends, is lost; it is looked for once a second, and resumes by itself. No other one ever replaces one that was named.
class DeviceMicrophone final : public Microphone {
 public:
  /// `name`: nullopt for the system's choice, also where that changes.
  explicit DeviceMicrophone(std::optional<std::string> name);
  ~DeviceMicrophone() override;

  void start(SoundSink sink) override;
  void stop() override;
  SourceState state() const override;
  bool hears_room() const override { return true; }

 private:
  class Recording;

  const DeviceChoice choice_;
  CurrentUse<Recording> recording_;
};

}  // namespace evenkeel
