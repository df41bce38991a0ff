#pragma once

#include <gst/app/gstappsrc.h>

#include <atomic>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "app/capture/pipeline.h"
#include "app/sound/device_choice.h"
#include "app/sound/device_state.h"
#include "app/sound/least_held.h"
#include "app/sound/timed_pull.h"

namespace evenkeel {

/// A loudspeaker of the sound service, of any rate and number of channels. One that is unplugged, or whose service
/// ends, is lost; it is looked for once a second, and resumes by itself. Meanwhile a timer takes the blocks.
class DeviceLoudspeaker final : public Loudspeaker {
 public:
  /// `name`: nullopt for the system's choice, also where that changes.
  explicit DeviceLoudspeaker(std::optional<std::string> name);
  ~DeviceLoudspeaker() override { stop(); }

  void start(SoundPull pull) override;
  void stop() override;
  SourceState state() const override { return state_.get(); }
  bool realtime() const override;

 private:
  void run(const std::stop_token& stop);
  std::unique_ptr<Pipeline> open(SoundDevice& device, std::string& error);
  std::string play(const std::stop_token& stop, Pipeline& pipeline, const SoundDevice& device);
  void connect(Pipeline& pipeline);
  static void on_need_data(GstAppSrc* source, guint bytes, gpointer self);
  void push_block(GstAppSrc* source);
  Duration held();

  const DeviceChoice choice_;
  DeviceState state_;
  TimedPull timer_;
  // Of the pipeline that plays, used by its thread only but for the atomics.
  ObjectHandle<GstElement> sink_;
  LeastHeld least_;
  std::int64_t pushed_ = 0;  // blocks
  bool entered_ = false;
  std::atomic<bool> realtime_{false};
  std::atomic<std::int64_t> taken_{0};  // blocks, of all pipelines
  std::jthread thread_;
};

}  // namespace evenkeel
