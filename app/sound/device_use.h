#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <utility>

#include "app/capture/pipeline.h"
#include "app/sound/device_choice.h"
#include "app/sound/device_state.h"
#include "core/net/realtime.h"

namespace evenkeel {

/// The use of a device of the sound service, from start() to stop() of a microphone or a loudspeaker. Its thread opens
/// the device, watches it, and opens it again once a second after it was lost. A service that hangs holds the thread up
/// wherever that talks to it, so nobody waits for the thread: it owns this object, and is left behind with it.
class DeviceUse : public std::enable_shared_from_this<DeviceUse> {
 public:
  virtual ~DeviceUse() = default;
  DeviceUse(const DeviceUse&) = delete;
  DeviceUse& operator=(const DeviceUse&) = delete;

  /// Once.
  void begin();
  /// The function of the call is not called any more. Waits for the device to be closed, but not for long.
  void end();
  SourceState state() const { return state_.get(); }

 protected:
  struct Config {
    std::string pipeline;  ///< its element for the device has the name `device`
    std::int64_t filling;  ///< so many blocks come to pass whether or not the device runs
    std::string silence;   ///< what is wrong where there are no blocks: "nothing comes from it"
  };
  DeviceUse(DeviceChoice choice, Config config)
      : choice_(std::move(choice)), config_(std::move(config)), state_(choice_.text()) {}

  /// Before a pipeline is started: sets what it calls, on GStreamer's threads, which get the real-time class.
  virtual void connect(Pipeline& pipeline) = 0;
  /// Nothing is played or recorded any more for now.
  virtual void on_lost() {}
  /// Cuts off the function of the call.
  virtual void cut() = 0;

  /// Of the pipeline that is in use. One that was given up may still call, until it is closed.
  std::int64_t use() const { return use_; }
  void count_block() { ++blocks_; }
  /// Of the thread that brings or takes blocks.
  SchedulingClass scheduling() const { return scheduling_of(device_thread_); }

 private:
  void run();
  std::shared_ptr<Pipeline> open(SoundDevice& device, std::string& error);
  void listen(Pipeline& pipeline);
  std::string watch(const std::shared_ptr<Pipeline>& pipeline, SoundDevice device);
  static GstBusSyncReply on_message(GstBus* bus, GstMessage* message, gpointer self);

  const DeviceChoice choice_;
  const Config config_;
  DeviceState state_;
  std::stop_source stop_;
  std::atomic<std::int64_t> use_{0};
  std::atomic<std::int64_t> blocks_{0};  // of all pipelines
  std::atomic<bool> changed_{false};     // the stream, by the service's word
  std::atomic<pid_t> device_thread_{0};
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = true;  // under mutex_
};

/// The use of a device, replaced by its owner and read by any thread.
template <class Use>
class CurrentUse {
 public:
  explicit CurrentUse(std::shared_ptr<Use> use) : use_(std::move(use)) {}
  std::shared_ptr<Use> get() const {
    const std::lock_guard lock(mutex_);
    return use_;
  }
  void replace(std::shared_ptr<Use> use) {
    get()->end();
    const std::lock_guard lock(mutex_);
    use_.swap(use);
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<Use> use_;
};

}  // namespace evenkeel
