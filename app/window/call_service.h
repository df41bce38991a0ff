#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/call_options.h"
#include "app/process/detached_task.h"
#include "app/window/device_lists.h"
#include "app/window/outbox.h"
#include "app/window/preparation.h"
#include "app/window/sound_preview.h"
#include "app/window/window_call.h"
#include "core/net/bounded_queue.h"

namespace evenkeel {

/// The calls behind the window: a thread that carries out its commands one after the other, drains the telemetry of the
/// call that runs, and writes its run folder. It goes on while the window is blocked. It does not wait for a camera
/// search or for the resolver: meanwhile the call can be hung up, and the program ended.
class CallService final : public CallBackend {
 public:
  CallService(const CallOptions& options, std::vector<std::string> command_line, Preparations preparations = {});
  /// Hangs up.
  ~CallService() override { stop(); }

  /// Hangs up and ends. Returns an empty string, or one sentence about files of the last call that could not be
  /// written.
  std::string stop();
  /// After that: waits for the router, some seconds at most, to take back what it mapped for the last call. Returns a
  /// sentence where that is not sure.
  std::string leave_router() const { return leaving_router_ ? leaving_router_() : ""; }

  /// The options of calls, except for what the window chooses. From any thread.
  CallOptions options() const;
  /// From the next call on.
  void set_options(CallOptions options);

  void send(CallCommand command) override;
  void poll(CallUpdates& updates) override { outbox_.take(updates); }
  PictureSlot& remote_pictures() override { return remote_pictures_; }
  PictureSlot& own_pictures() override { return own_pictures_; }

 private:
  Duration interval() const;
  std::optional<CallCommand> next_command();
  void run();
  void guarded(const std::function<void()>& action);
  void step();
  void carry_out(const StartCall& command);
  void carry_out(const HangUp&);
  void carry_out(const Preview& command);
  void carry_out(const PreviewSound& command);
  void carry_out(const TestLoudspeaker& command);
  void carry_out(const ListDevices&) { devices_.ask(); }
  void carry_out(const FollowDevices& command) { devices_.follow(command.on); }
  void carry_out(const MuteVideo& command);
  void carry_out(const MuteSound& command);
  /// All other commands concern the call that runs or opens; without one they come too late and are dropped.
  template <class CommandForCall>
  void carry_out(const CommandForCall& command) {
    if (call_) call_->carry_out(command);
    if (opening_.wanted()) commands_for_call_.emplace_back(command);
  }
  void open_call(Preparation prepared);
  void give_up_opening();
  void end_call(const WindowCall::Ending& how);
  std::string finish_call();
  void publish();
  void publish_end(const WindowCall::Ending& how);
  void take_cameras();
  void take_sound_devices();
  void take_preview();
  void ring();
  void begin_ringing(const CallOptions& options, Ringing::Where where);

  mutable std::mutex options_mutex_;
  CallOptions options_;  // under options_mutex_
  std::vector<std::string> command_line_;
  Outbox outbox_;
  PictureSlot remote_pictures_;
  PictureSlot own_pictures_;
  BoundedQueue<CallCommand> commands_{1024};
  std::uint64_t calls_ = 0;
  std::shared_ptr<LinkMemory> link_ = std::make_shared<LinkMemory>();
  Preparations preparations_;
  DetachedTask<Preparation> opening_;
  std::shared_ptr<Cancellation> opening_cancellation_;  ///< of opening_
  std::unique_ptr<WindowCall> next_call_;               ///< while opening_
  std::vector<CallCommand> commands_for_call_;          ///< that came meanwhile
  std::unique_ptr<WindowCall> call_;
  DetachedTask<Preparation> preparing_preview_;
  std::unique_ptr<VideoSource> preview_;
  SoundPreview sound_preview_;
  TonePlayer ring_;
  Ringing::Where rang_ = Ringing::Where::nowhere;  ///< for the call that rings now
  DeviceLists devices_;
  LocalTime last_command_{};
  std::string failed_at_stop_;
  std::function<std::string()> leaving_router_;  // of the last call that ended
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace evenkeel
