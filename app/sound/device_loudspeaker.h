#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/sound/device_choice.h"
#include "app/sound/device_use.h"
#include "app/sound/loudspeaker.h"

namespace evenkeel {

/// A loudspeaker of the sound service, of any rate and number of channels. One that is unplugged, or whose service
/// ends, is lost; it is looked for once a second, and resumes by itself. Meanwhile a timer takes the blocks.
class DeviceLoudspeaker final : public Loudspeaker {
 public:
  /// `name`: nullopt for the system's choice, also where that changes.
  explicit DeviceLoudspeaker(std::optional<std::string> name);
  ~DeviceLoudspeaker() override;

  void start(SoundPull pull) override;
  void stop() override;
  SourceState state() const override;
  SchedulingClass scheduling() const override;

 private:
  class Playing;

  const DeviceChoice choice_;
  CurrentUse<Playing> playing_;
};

}  // namespace evenkeel
