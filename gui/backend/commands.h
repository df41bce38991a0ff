#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/cryptography.h"
#include "core/base/data_rate.h"
#include "core/base/time.h"
#include "gui/backend/algorithm_catalog.h"

namespace evenkeel {

enum class CallKind { demo, call, listen };

/// What goes from this end to the other, and what comes from there: picture and sound.
enum class Direction { both, receive, send };

/// An emulated link, both directions alike.
struct LinkSettings {
  DataRate capacity = kilobits_per_second(2500);
  Duration delay = std::chrono::milliseconds(50);    ///< propagation, one way
  Duration buffer = std::chrono::milliseconds(300);  ///< at the capacity of the moment
  double loss = 0;                                   ///< 0 to below 1
  Duration jitter{};                                 ///< standard deviation

  bool operator==(const LinkSettings&) const = default;
};

/// Ends the running call, if any, and starts another.
struct StartCall {
  CallKind kind = CallKind::demo;
  std::string address;  ///< of call: a link, "whip:URL" or "whep:URL", or HOST[:PORT] of a call in plain RTP; of
                        ///< listen: ADDRESS:PORT, or :PORT; what is left out is as on the command line
  std::optional<std::string> source;  ///< as for --source; nullopt: as on the command line
  TuningState tuning;
  /// As for --audio; empty: the system's microphone; nullopt: as on the command line.
  std::optional<std::string> audio = std::nullopt;
  /// As for --speaker; empty: the system's loudspeaker; nullopt: as on the command line.
  std::optional<std::string> speaker = std::nullopt;
  double volume = 1;  ///< see SetVolume
  /// Nullopt: as on the command line. A demo and a media server have their own.
  std::optional<Direction> direction = std::nullopt;
  /// Emulated in a call over the real network, where the command line names none; nullopt: none.
  std::optional<LinkSettings> link = std::nullopt;
  /// See SetShadows; nullopt: as on the command line.
  std::optional<std::vector<std::string>> shadows = std::nullopt;
};
struct HangUp {};
struct SetParameter {
  std::string key;   ///< "ldcc.T_r"
  std::string text;  ///< "80ms"
};
struct SetController {
  std::string name;  ///< starts with the parameters of the backend's tuning state
};
struct SetSendLoop {
  std::string name;
};
/// Up to three controllers that see what the running one sees and decide nothing; none: an empty list. Their targets
/// are evenkeelShadow1TargetBitrate to 3.
struct SetShadows {
  std::vector<std::string> names;
};
/// A new capacity ends a schedule or trace.
struct SetLink {
  LinkSettings settings;
};
struct SetLinkSchedule {
  std::string text;  ///< "0s:2.5Mbps,10s:1Mbps", from now on
};
struct SetLinkTrace {
  std::string path;
};
/// Closes the camera and sends a still notice instead, so that the peer sees that nothing is broken.
struct MuteVideo {
  bool muted = false;
};
/// Sends silence at once, whatever the microphone hears; the other side is told.
struct MuteSound {
  bool muted = false;
};
/// Of the other side's sound: what its samples are multiplied by, 0 to 1.
struct SetVolume {
  double volume = 1;
};
/// Another picture for the call that runs.
struct ChoosePicture {
  std::string source;  ///< as for --source
};
/// Another microphone for the call that runs.
struct ChooseMicrophone {
  std::string audio;  ///< as for --audio: "mic:NAME", "test", "none"; empty: the system's
};
struct ChooseLoudspeaker {
  std::string speaker;  ///< as for --speaker: a name, "none"; empty: the system's
};
/// Plays a short sound, in a call by what the call is heard by.
struct TestLoudspeaker {
  std::string speaker;  ///< without a call, as for --speaker; empty: the system's
  double volume = 1;    ///< see SetVolume
};
/// To whoever rings (CallStatus::Phase::ringing).
struct AnswerCall {
  bool accept = false;
  Sha256Digest caller{};  ///< CallStatus::caller; nothing happens where another took that one's place
};
/// Of a listener that waits: another link, the one before opens nothing any more.
struct RenewLink {};
/// Of a listener that waits: what somebody pasted as a caller's reply code.
struct TakeReplyCode {
  std::string text;
};
/// Records picture and sound (call.webm) and the run into the folder, from now on.
struct StartRecording {
  std::string folder;
};
struct StopRecording {};
struct AddNote {
  std::string text;
};
/// Shows a source in the own picture without a call; nullopt ends the preview.
struct Preview {
  std::optional<std::string> source;
};
/// Listens without a call, for the level meter alone: CallStatus::sound has the level and what is wrong. Nullopt ends
/// it.
struct PreviewSound {
  std::optional<std::string> audio;  ///< as for --audio; empty: the system's microphone
};
/// The lists of cameras, microphones and loudspeakers come with later polls, each as soon as it is known.
struct ListDevices {};
/// Of lists that are in sight: they come anew, without being asked for, where devices came or went.
struct FollowDevices {
  bool on = false;
};

using CallCommand =
    std::variant<StartCall, HangUp, SetParameter, SetController, SetSendLoop, SetShadows, SetLink, SetLinkSchedule,
                 SetLinkTrace, MuteVideo, MuteSound, SetVolume, ChoosePicture, ChooseMicrophone, ChooseLoudspeaker,
                 TestLoudspeaker, AnswerCall, RenewLink, TakeReplyCode, StartRecording, StopRecording, AddNote, Preview,
                 PreviewSound, ListDevices, FollowDevices>;

}  // namespace evenkeel
