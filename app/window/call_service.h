#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/capture/devices.h"
#include "app/cli/call_options.h"
#include "app/window/left_behind.h"
#include "app/window/outbox.h"
#include "app/window/preparation.h"
#include "app/window/window_call.h"
#include "core/net/bounded_queue.h"

namespace evenkeel {

/// The calls behind the window: a thread that carries out its commands one after the other, drains the telemetry of
/// the call that runs, and writes its run folder. However long the window stands still, this goes on. It waits neither
/// for a camera that is looked for nor for the resolver: meanwhile it can be hung up, and be ended.
class CallService final : public CallBackend {
 public:
  CallService(const CallOptions& options, std::vector<std::string> command_line, Preparations preparations = {});
  /// Hangs up.
  ~CallService() override { stop(); }

  /// Hangs up and ends. Returns nothing, or one sentence about what could not be written of a call that ran until now.
  std::string stop();

  /// What calls are told, unless the window chooses otherwise. From any thread.
  CallOptions options() const;
  /// From the next call on.
  void set_options(CallOptions options);

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
  void carry_out(const MuteVideo& command);
  /// Everything else concerns the call that runs, or that opens; without one it is too late, or an old click.
  template <class CommandForCall>
  void carry_out(const CommandForCall& command) {
    if (call_) call_->carry_out(command);
    if (opening_.wanted()) commands_for_call_.emplace_back(command);
  }
  void open_call(Preparation prepared);
  void end_call(const WindowCall::Ending& how);
  void publish();
  void publish_end(const WindowCall::Ending& how);
  void take_cameras();
  void take_preview();

  mutable std::mutex options_mutex_;
  CallOptions options_;  // under options_mutex_
  std::vector<std::string> command_line_;
  Outbox outbox_;
  PictureSlot remote_pictures_;
  PictureSlot own_pictures_;
  BoundedQueue<CallCommand> commands_{1024};
  std::uint64_t calls_ = 0;
  Preparations preparations_;
  LeftBehind<Preparation> opening_;
  std::unique_ptr<WindowCall> next_call_;       ///< while opening_
  std::vector<CallCommand> commands_for_call_;  ///< came meanwhile
  std::unique_ptr<WindowCall> call_;
  LeftBehind<Preparation> preparing_preview_;
  std::unique_ptr<VideoSource> preview_;
  LeftBehind<CameraList> cameras_;
  std::string failed_at_stop_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace evenkeel
