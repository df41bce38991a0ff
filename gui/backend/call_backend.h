#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/telemetry/run_event.h"
#include "core/telemetry/sample.h"
#include "gui/backend/commands.h"
#include "gui/backend/option_store.h"
#include "gui/backend/picture_slot.h"

namespace evenkeel {

struct CameraChoice {
  std::string source;               ///< for StartCall::source: "camera:046d_C920_1A2B"
  std::string display;              ///< "HD Pro Webcam C920, 1280x720 at 30 fps"
  std::vector<std::string> also{};  ///< sources that mean the same at this moment: "camera:/dev/video0"
};

/// A microphone or loudspeaker that can be chosen.
struct SoundChoice {
  std::string option;   ///< for StartCall::audio or speaker: "mic:alsa_input.usb-desk", "alsa_output.pci-0000"
  std::string display;  ///< "Built-in Audio Analog Stereo"
};

/// The microphone or the loudspeaker of this end.
struct SoundDeviceStatus {
  enum class State {
    unknown,  ///< not opened yet
    running,
    off,      ///< nobody wants one: "none"
    missing,  ///< there is none, or it cannot be opened; `text` says why
    lost,     ///< it disappeared, and may come back
  };
  State state = State::unknown;
  std::string option{};  ///< what was chosen, as in StartCall; empty: the system's
  std::string text{};    ///< its name, or a sentence that says what is wrong and what to do
};

/// The sound of a call; before it, that of the preview.
struct SoundStatus {
  enum class Peer { unknown, none, muted, heard };
  SoundDeviceStatus microphone;
  SoundDeviceStatus loudspeaker;
  bool muted = false;               ///< this end
  bool speaks_while_muted = false;  ///< for some seconds, once per mute, where a muted microphone hears speech
  bool video_paused = false;        ///< the connection is too slow for this end's picture: sound only
  Peer peer = Peer::unknown;        ///< what comes from the other side
  bool peer_takes_none = false;     ///< nobody there would hear this end, whatever its microphone hears
  /// W3C's audioLevel, 0 to 1 of full scale; nullopt while nothing is captured, or this end is muted.
  std::optional<double> capture_level;
  std::optional<double> playing_level;  ///< of the other side; nullopt while it sends nothing
};

/// The state of the call.
struct CallStatus {
  enum class Phase {
    idle,        ///< no call
    opening,     ///< looking for the camera, opening the socket
    waiting,     ///< for somebody to call
    connecting,  ///< nobody has answered yet
    ringing,     ///< somebody calls, or we wait to be accepted
    in_call,
    silent,  ///< the peer is silent; it may return
    ended,   ///< the call is over; `text` says how
  };
  Phase phase = Phase::idle;
  CallKind kind = CallKind::demo;
  bool failed = false;        ///< ended, but neither by a user nor by --duration
  std::string text;           ///< the state in words: "peer silent for 3 s: waiting for it to return"
  std::string peer;           ///< its address; empty while unknown
  std::string listens_at;     ///< "0.0.0.0:5004"
  std::string source_text;    ///< "camera 'desk', 1280x720 at 30 fps"
  std::string source_option;  ///< as for --source; empty: what the program found
  bool source_lost = false;
  bool source_running = false;  ///< it delivers pictures of its own, not a notice
  double source_fps = 0;        ///< as it was opened; 0: not known
  bool encrypted = false;
  std::string server;            ///< of a call by a media server, which sees and hears it: its host
  std::string cipher;            ///< "AEAD_AES_128_GCM"; empty where nothing is encrypted
  std::string local_candidate;   ///< W3C's type of our end of the path, "host" or "prflx"; empty before there is one
  std::string remote_candidate;  ///< of the peer's end
  std::string feedback;    ///< how the peer tells what arrived: "rfc8888", "transport-wide", "none"; empty: not known
  std::string number;      ///< for both ends to compare: "0123 4567 8901"; empty before it is known
  Sha256Digest caller{};   ///< of a listener: the certificate of whoever that number is of
  std::string invitation;  ///< the link that a listener gives to whoever shall call; empty in plain RTP
  std::string reply_code;  ///< for a caller to send back to where the link came from; empty while it needs none
  bool callee_refuses = false;  ///< nobody waits at any of the addresses of the link, or a NAT says so
  /// SHA-256 of the certificate of the page that the link leads to, where browsers warn of it; otherwise empty.
  std::string unknown_certificate;
  bool video_muted = false;
  bool peer_records = false;       ///< as the other side says
  bool peer_shows_screen = false;  ///< or a window; as it says too
  SoundStatus sound;
  bool sends = true;             ///< false with --receive-only
  bool receives = true;          ///< false with --send-only
  bool has_link = false;         ///< a link is emulated: the link panel is enabled
  std::string recording;         ///< the folder, or the file that the command line named; empty: none
  bool records_pictures = true;  ///< false: Record has the run alone
  DataSize recorded;             ///< of its picture and sound so far
  Duration recorded_time{};      ///< of these, from the first to the last that came
  std::uint64_t run = 0;         ///< number of the call to which samples and events belong
  Duration run_time{};           ///< now, on the time axis of the samples
  std::string outgoing;          ///< names of the flows in telemetry
  std::string incoming;
  std::vector<std::string> shadows{};  ///< names of the shadow controllers
  OptionTexts limits{};                ///< of its rates: "start-bitrate", "min-bitrate", "max-bitrate"
  LinkSettings link;                   ///< as last set, where has_link
  std::string link_program;            ///< "schedule 0s:..." or "trace FILE" while one runs; otherwise empty
};

/// Updates since the last poll.
struct CallUpdates {
  CallStatus status;
  std::vector<Sample> samples;  ///< parts of rows: merge those of the same flow and time
  std::vector<RunEvent> events;
  /// Messages that are not events of the call, for example that the pacer has no real-time priority.
  std::vector<std::string> notices;
  std::vector<std::string> failures;  ///< sentences for the message bar: what failed and what to do
  std::optional<std::vector<CameraChoice>> cameras;
  std::optional<std::vector<SoundChoice>> microphones;
  std::optional<std::vector<SoundChoice>> loudspeakers;
};

/// The window's interface to calls. For the window's thread; no function waits for the call.
class CallBackend {
 public:
  virtual ~CallBackend() = default;

  /// Queues a command; the call's thread carries them out in order.
  virtual void send(CallCommand command) = 0;
  /// Returns the updates since the last poll and the present state. To be called about 30 times a second.
  virtual void poll(CallUpdates& updates) = 0;

  virtual PictureSlot& remote_pictures() = 0;
  virtual PictureSlot& own_pictures() = 0;
};

}  // namespace evenkeel
