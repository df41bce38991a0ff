#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/call/call_run.h"
#include "app/call/ringing.h"
#include "app/window/link_control.h"
#include "app/window/outbox.h"
#include "app/window/picture_control.h"
#include "app/window/preparation.h"
#include "app/window/sound_control.h"

namespace evenkeel {

/// One call of the window, from start to end. Owned by the call's thread.
class WindowCall {
 public:
  struct Context {
    const std::vector<std::string>& command_line;
    Outbox& outbox;
    PictureSlot& remote_pictures;
    PictureSlot& own_pictures;
    std::shared_ptr<LinkMemory> link;
    std::function<void()> on_news{};  ///< step() has something to do; from any thread
  };
  /// How a call ended, in words, and whether that is a failure.
  struct Ending {
    std::string text;
    bool failed = false;
  };
  /// `told`: the options of the program, which `start` overrides.
  WindowCall(StartCall start, std::uint64_t number, const CallOptions& told, const Context& context);

  /// Returns what failed, or an empty string.
  std::string open(Preparation prepared);
  void step();
  /// Not nullopt if the call has ended by itself.
  std::optional<Ending> ending();
  /// Returns what could not be written (the window knows already), or an empty string.
  std::string finish();
  /// See CallRun::leaving_router().
  std::function<std::string()> leaving_router() const { return run_.leaving_router(); }
  void write_status(CallStatus& status);
  const CallOptions& options() const { return run_.options(); }
  /// Somebody calls, and waits for an answer of this end; or this end for one of the other side.
  Ringing::Where rings();
  /// For somebody who calls: nobody is there, and step() has little to do before there are news.
  bool waits();
  /// Somebody is there, and is heard.
  bool hears() const { return run_.sound()->running(); }

  void carry_out(const SetParameter& command);
  void carry_out(const SetController& command);
  void carry_out(const SetSendLoop& command);
  void carry_out(const SetShadows& command);
  void carry_out(const SetLink& command);
  void carry_out(const SetLinkSchedule& command);
  void carry_out(const SetLinkTrace& command);
  void carry_out(const MuteVideo& command);
  void carry_out(const MuteSound& command);
  void carry_out(const SetVolume& command);
  void carry_out(const ChoosePicture& command);
  void carry_out(const ChooseMicrophone& command);
  void carry_out(const ChooseLoudspeaker& command);
  void carry_out(const TestLoudspeaker& command);
  void carry_out(const AnswerCall& command);
  void carry_out(const RenewLink& command);
  void carry_out(const TakeReplyCode& command);
  void carry_out(const StartRecording& command);
  void carry_out(const StopRecording& command);
  void carry_out(const AddNote& command);

 private:
  CallRun::Watchers watchers() const;
  std::string set_up(Preparation& prepared);
  void fail(const std::string& sentence);
  void begin_shadows();
  bool adopt(const std::function<void(CallOptions&)>& change);
  std::string record_run();
  bool records_pictures() const;
  void record_pictures();
  void watch_recording();
  void stop_told_recording();
  std::string state_in_words(CallState state);
  std::string server_name() const;
  void write_security(CallStatus& status);

  StartCall start_;
  std::uint64_t number_;
  Context context_;
  CallRun run_;
  std::optional<LinkControl> link_;
  std::optional<LocalTime> silent_since_;
  Ringing ringing_;
  std::string recording_;
  RecordingPlace pictures_place_;
  bool folder_is_recording_ = false;
  bool muted_ = false;
  SoundControl sound_;
  PictureControl picture_;
};

}  // namespace evenkeel
