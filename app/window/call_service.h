#pragma once

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/call_options.h"
#include "app/media/devices.h"
#include "app/window/outbox.h"
#include "app/window/window_call.h"
#include "core/net/bounded_queue.h"

namespace evenkeel {

/// The calls behind the window: a thread that carries out its commands one after the other, drains the telemetry of
/// the call that runs, and writes its run folder. However long the window stands still, this goes on.
class CallService final : public CallBackend {
 public:
  CallService(const CallOptions& options, std::vector<std::string> command_line);
  /// Hangs up.
  ~CallService() override;

  void send(CallCommand command) override;
  void poll(CallUpdates& updates) override { outbox_.take(updates); }
  PictureSlot& remote_pictures() override { return remote_pictures_; }
  PictureSlot& own_pictures() override { return own_pictures_; }

 private:
  void run();
  void guarded(const std::function<void()>& action);
  void step();
  void carry_out(const StartCall& command);
  void carry_out(const HangUp&);
  void carry_out(const Preview& command);
  void carry_out(const ListCameras&);
  /// Everything else concerns the call that runs; without one it is too late, or an old click.
  template <class CommandForCall>
  void carry_out(const CommandForCall& command) {
    if (call_) call_->carry_out(command);
  }
  void end_call(const std::string& how);
  void publish();
  void take_cameras();

  CallOptions options_;
  std::vector<std::string> command_line_;
  Outbox outbox_;
  PictureSlot remote_pictures_;
  PictureSlot own_pictures_;
  BoundedQueue<CallCommand> commands_{1024};
  std::uint64_t calls_ = 0;
  std::unique_ptr<WindowCall> call_;
  std::unique_ptr<VideoSource> preview_;
  std::future<std::vector<CameraInfo>> cameras_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace evenkeel
