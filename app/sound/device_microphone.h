#pragma once

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "app/capture/pipeline.h"
#include "app/sound/block_assembler.h"
#include "app/sound/device_choice.h"
#include "app/sound/device_state.h"
#include "app/sound/microphone.h"

namespace evenkeel {

/// A microphone of the sound service, of any rate and number of channels. One that is unplugged, or whose service
/// ends, is lost; it is looked for once a second, and resumes by itself. No other one ever replaces one that was named.
class DeviceMicrophone final : public Microphone {
 public:
  /// `name`: nullopt for the system's choice, also where that changes.
  explicit DeviceMicrophone(std::optional<std::string> name);
  ~DeviceMicrophone() override { stop(); }

  void start(SoundSink sink) override;
  void stop() override;
  SourceState state() const override { return state_.get(); }
  bool hears_room() const override { return true; }

 private:
  void run(const std::stop_token& stop, const SoundSink& sink);
  std::unique_ptr<Pipeline> open(SoundDevice& device, std::string& error) const;
  std::string record(const std::stop_token& stop, const SoundSink& sink, Pipeline& pipeline, const SoundDevice& device);
  void deliver(GstSample* sample, const SoundSink& sink);

  const DeviceChoice choice_;
  DeviceState state_;
  BlockAssembler assembler_;
  std::jthread thread_;
};

}  // namespace evenkeel
