#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/call/sound_player.h"
#include "app/call/sound_sender.h"
#include "app/call/video_player.h"
#include "app/call/video_sender.h"
#include "app/cli/call_options.h"
#include "app/record/call/call_recorder.h"
#include "core/net/emulated_link.h"
#include "core/net/event_loop.h"
#include "core/net/network_thread.h"
#include "core/net/pacer_thread.h"

namespace evenkeel {

/// What packets of our media are known by, as far as `seed` draws it.
struct SourceNames {
  std::uint32_t ssrc = 0;
  std::uint32_t retransmission_ssrc = 0;  ///< RFC 4588
  std::uint32_t sound_ssrc = 0;
  std::string cname;
};
SourceNames source_names(std::uint64_t seed);

/// One end of a call: socket, emulated link if any, and the threads that pace, receive, encode and decode.
class Peer {
 public:
  struct Config {
    Endpoint bind;
    bool binds_everywhere = false;   ///< at the port of `bind`, at all addresses of both families
    std::optional<Endpoint> callee;  ///< of a call in plain RTP
    std::optional<SecureChannel::Config> secure;
    bool offers_reply_code = false;    ///< where nothing answers
    std::function<void()> on_event{};  ///< NetworkThread::Config's
    FlowName sends;                    ///< names of the flows in telemetry
    FlowName receives;
    bool reports_received_pictures = true;  ///< false if the other end is in this process too
    LocalTime run_start{};
    std::optional<LinkConfig> link;
    std::uint64_t seed = 1;                                          ///< of SSRC and first numbers
    std::string record;                                              ///< WebM or IVF file; empty: none
    std::function<void(std::shared_ptr<const Picture>)> on_picture;  ///< of the other end, now to be shown
  };

  /// On failure error() is one sentence, and the peer must not be used.
  Peer(const Config& config, const CallOptions& options);
  ~Peer();

  const std::string& error() const { return error_; }
  Endpoint local() const { return socket_.local(); }
  /// Of the thread that sends.
  SchedulingClass scheduling() const { return pacer_->scheduling(); }

  /// Null if nothing is sent.
  VideoSender* video_sender() { return video_sender_.get(); }
  /// Null if nothing is sent.
  SoundSender* sound_sender() { return sound_sender_.get(); }
  /// Null if nothing is received. It is pulled from outside: nobody may do so any more once the peer hangs up.
  SoundPlayer* sound_player() { return sound_player_.get(); }
  /// What is captured is silence for the other end, which is told.
  void mute_sound(bool muted);
  PacerThread& pacer() { return *pacer_; }
  NetworkThread& network() { return *network_; }
  UdpSocket& socket() { return socket_; }
  EmulatedLink* link() { return link_.get(); }

  /// All telemetry rings of this end.
  std::vector<SampleRing*> samples();
  /// For pictures.csv. Null if nothing is received.
  SpscRing<PictureRecord>* pictures() { return player_ ? &player_->pictures() : nullptr; }

  /// See VideoPlayer::refused_picture().
  std::optional<PictureSize> refused_picture() const { return player_ ? player_->refused_picture() : std::nullopt; }

  /// Sends BYE and ends all threads. Telemetry stays readable.
  void hang_up();
  /// After hang_up(). Null if nothing is received.
  const DelaySums* end_to_end_delays() const { return player_ ? &player_->end_to_end_delays() : nullptr; }
  /// In both halves, each in its thread. Takes effect between two packets, or two frames.
  void set_recovery(const RecoveryParameters& parameters);
  /// Records received pictures; from any thread.
  CallRecorder& recorder() { return recorder_; }

 private:
  std::string open(const Config& config);
  void start_threads(const Config& config, const CallOptions& options);
  void start_sending(const Config& config, const CallOptions& options);
  void start_receiving(const Config& config, const CallOptions& options, const PlayoutLimits& playout);
  SoundPlayer::Callbacks sound_callbacks();

  EventLoop io_;
  UdpSocket socket_{io_.context()};
  std::unique_ptr<EmulatedLink> link_;
  std::unique_ptr<SealingSink> sealing_;  // of what the pacer sends
  std::unique_ptr<PacerThread> pacer_;
  std::unique_ptr<NetworkThread> network_;
  CallRecorder recorder_;
  std::unique_ptr<VideoSender> video_sender_;
  std::unique_ptr<SoundSender> sound_sender_;
  std::unique_ptr<VideoPlayer> player_;
  std::unique_ptr<SoundPlayer> sound_player_;
  SyncFollower sync_follower_;  // of the thread that pulls sound
  std::string error_;
};

// Changes during a call; each takes effect between two packets.

/// "ldcc.T_r", "80ms". Does nothing if that algorithm does not run; the text must be valid.
void change_parameter(PacerThread& pacer, const std::string& key, const std::string& text);
void change_controller(PacerThread& pacer, std::unique_ptr<RateController> controller);
void change_shadows(PacerThread& thread, std::vector<std::unique_ptr<RateController>> shadows);
void change_send_loop(PacerThread& thread, std::unique_ptr<Pacer> pacer);

}  // namespace evenkeel
