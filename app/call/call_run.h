#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <set>
#include <string>
#include <vector>

#include "app/call/call_sound.h"
#include "app/call/call_sources.h"
#include "app/call/caller_number.h"
#include "app/call/capacity_steps.h"
#include "app/call/event_limit.h"
#include "app/call/invitation.h"
#include "app/call/limit_warning.h"
#include "app/call/link_offer.h"
#include "app/call/outside_addresses.h"
#include "app/call/peer.h"
#include "app/call/peer_recording.h"
#include "app/call/peer_sound.h"
#include "app/call/run_description.h"
#include "app/call/source_watch.h"
#include "app/capture/mute_switch.h"
#include "app/record/recorder.h"
#include "app/record/recording_place.h"
#include "app/record/run_writer.h"
#include "core/net/clock.h"
#include "core/telemetry/run_event.h"

namespace evenkeel {

struct JoinedCall;

/// What demo, listen and call have in common, with a window or without: the source, the peers of this process, the run
/// folder, and the messages about them. One thread owns it and calls step() every few tens of milliseconds.
class CallRun {
 public:
  struct Watchers {                                     // called from within the functions below
    std::function<void(const Sample&)> on_sample;       ///< from one thread: a part of a row
    std::function<void(const Sample&)> on_row;          ///< complete, 300 ms later
    std::function<void(const RunEvent&)> on_event;      ///< also written to events.csv
    std::function<void(const std::string&)> on_notice;  ///< a message for people that is not an event of the call
    /// A recording that ended or pictures that are refused, in a sentence or two, at once; on_event gets it too.
    std::function<void(const std::string&)> on_failure;
    /// A missed call, or a reply code that led nowhere; on_event gets it too.
    std::function<void(const std::string&)> on_attention;
    /// A listener's link is another than before, because of the router; both have the same secret.
    std::function<void(const std::string&)> on_link;
    PictureSink on_own_picture;  ///< from the source's thread
    /// From any thread: step() has an event of the call to report.
    std::function<void()> on_news{};
  };
  struct NamedPeer {
    std::string name;  ///< prefix of its messages: "a: "; empty if there is only one peer
    FlowName sends;
    FlowName receives;
    std::unique_ptr<Peer> peer;
    int breaker_state = 0;
    std::string address;                            ///< of the other end; empty until it is known
    std::optional<LinkConfig> link = std::nullopt;  ///< emulated link at the start of the call
    std::vector<Endpoint> callees{};                ///< of a secure call, where it goes to
    EventLimit call_events{};                       ///< of what the other end, or a stranger, can cause
    EventLimit breaker_events{};
    LimitWarning limit_warning{};
    EventLimit path_events{};
    int packet_size = 0;  ///< SenderSignals::packet_size
    std::int64_t packets_given_up = 0;
    LocalTime told_given_up{};
    bool told_silence = false;  ///< that nothing answers, while the call goes on
    bool offered_reply_code = false;
    bool refusal_is_known = false;     ///< that pictures of the other end are refused
    CallerNumber number{};             ///< that both ends of a secure call compare
    Sha256Digest caller{};             ///< whose number that is
    EventLimit beginnings{};           ///< of calls, with their numbers
    std::optional<CallEvent> begun{};  ///< not reported yet, since its number is not known
  };

  CallRun(const CallOptions& options, std::vector<std::string> command_line, Watchers watchers);
  ~CallRun();

  /// Takes what find_sources() found, and claims the files and folders for recordings. Returns an empty string, or one
  /// sentence that says what failed.
  std::string open(CallSources sources);
  /// The call begins only now: who was asked for it has just agreed. Before add_peer().
  void restart_clock() { start_ = monotonic_now(); }
  /// Adds one end of the call. Returns an empty string, or one sentence that says what failed.
  std::string add_peer(const Peer::Config& config, const std::string& name);
  /// Asks the servers that tell or lend addresses, for the peer that was added last. To be called once.
  void ask_servers(const OutsideAddresses::Servers& servers) { outside_.begin(servers, monotonic_now()); }
  /// Makes the link to a listener that is bound there, serves the page that it leads to, and writes --link-file; with
  /// --map-port only once a router was asked, by step(). Returns what failed, or an empty string.
  std::string invite(const Invitation& invitation, const Endpoint& bound);
  /// See LinkOffer::set_told(); before invite().
  void set_told_addresses(std::vector<Endpoint> told) { link_.set_told(std::move(told)); }
  /// Not null: what the listeners of the program before this run have left. Before a listener is set up.
  void use_link_memory(std::shared_ptr<LinkMemory> memory) { link_memory_ = std::move(memory); }
  LinkMemory& link_memory() { return *link_memory_; }
  /// The link of a listener; empty where there is none, or none yet.
  const std::string& invitation_link() const { return link_.link(); }
  const LinkOffer& link_offer() const { return link_; }
  /// What failed when the link was given out last, as that --link-file cannot be written; it has been reported.
  const std::string& link_error() const { return link_error_; }
  /// Whether a call waits until somebody accepts it.
  bool asks_before_answering() const;
  /// Keeps a call by a media server until it ends.
  void keep(std::unique_ptr<JoinedCall> server);
  /// Null unless a media server is between.
  const JoinedCall* server() const { return server_.get(); }
  /// Tells people something that is no event of the call.
  void notice(const std::string& text) const;
  /// Starts the source, which delivers to all peers, and the run folder. Returns what failed, or an empty string.
  std::string begin();
  /// Drains telemetry and reports what happened.
  void step();
  /// Hangs up and drains the remaining telemetry. Returns an empty string, or one sentence about what could not be
  /// written.
  std::string finish();
  /// See LinkOffer::leaving_router(): to be called after finish().
  std::function<std::string()> leaving_router() const { return link_.leaving_router(); }

  void report(RunEvent::Kind kind, const std::string& text);
  /// The emulated links have another capacity since `start`: its steps are reported when they come.
  void follow_capacity(const Capacity& capacity, LocalTime start);
  /// Closes the source, or opens it again; while it is closed the peers see a notice that the video is muted. Returns
  /// at once. This and mute_sound() are reported, what is muted at begin() then.
  void mute(bool muted);
  /// Another picture from now on, which is reported. Not null, and only where pictures are sent.
  void replace(std::unique_ptr<VideoSource> source);
  bool sends_pictures() const { return source_ != nullptr; }
  /// Sends silence in place of what the microphone hears, from now on; the other ends are told.
  void mute_sound(bool muted);
  bool sound_muted() const { return sound_muted_; }
  /// What other ends send is heard that loud, 0 to 1.
  void set_volume(double volume);
  /// What hears and what is heard. Null until open().
  const CallSound* sound() const { return sound_.get(); }
  /// Not before open(): see CallSound.
  void play_test(double volume) { sound_->play_test(volume); }
  /// Of the peer that was added last.
  const PeerSound& peer_sound() const { return peer_sound_; }
  /// The other end of the peer that was added last says that it records.
  bool peer_records() const { return peer_recording_.records(); }
  /// Another device from now on, which is reported. Not null.
  void replace(std::unique_ptr<Microphone> microphone);
  void replace(std::unique_ptr<Loudspeaker> loudspeaker);
  /// Writes the run into a claimed folder, from `origin` on. Both return what failed and was not reported yet, or an
  /// empty string.
  std::string open_folder(RecordingPlace place, Duration origin = {});
  std::string close_folder();

  LocalTime start() const { return start_; }
  const CallOptions& options() const { return options_; }
  /// For changes during the call.
  CallOptions& options() { return options_; }
  std::vector<NamedPeer>& peers() { return peers_; }
  Peer& peer(std::size_t index) { return *peers_[index].peer; }
  /// Nullopt if nothing is sent.
  std::optional<SourceState> source_state() const;
  /// Why the run folder can no longer be written; empty while it can.
  std::string folder_error() const { return folder_ ? folder_->error() : ""; }

  /// Whether a failure was reported in the call.
  bool was_reported(const std::string& failure) const { return reported_problems_.contains(failure); }

  // After finish():
  RunSummary summary() const { return recorder_.summary(); }
  const PictureDelays& delays() const { return delays_; }

 private:
  void stop_sources();
  void tell_what_was_heard();
  std::string claim_places();
  void report(const RunEvent& event);
  void write(RunEvent::Kind kind, const std::string& text);
  void watch_capacity();
  void report_line(RunEvent::Kind kind, const std::optional<std::string>& line);
  void follow_caller(NamedPeer& named);
  std::string describe_security(const NamedPeer& named) const;
  void announce(NamedPeer& named);
  void announce_event(NamedPeer& named, const CallEvent& event);
  bool is_said_at_the_end(CallEvent::Kind kind) const;
  void announce_beginning(NamedPeer& named);
  void report_beginning(NamedPeer& named);
  void announce_breaker(NamedPeer& named);
  void announce_packet_size(NamedPeer& named);
  void announce_given_up(NamedPeer& named);
  void announce_held_back();
  void announce_refusal(NamedPeer& named);
  void announce_silence(NamedPeer& named);
  void watch_source();
  void watch_sound();
  void watch_muted_speech();
  void watch_peer_sound();
  std::vector<RunEvent> mutes() const;
  void report_mutes();
  void write_mutes();
  void report_peer_mute(std::optional<bool> muted);
  std::string other_side() const;
  void report_scheduling();
  void report_source(RunEvent::Kind kind, const std::optional<SourceWatch::News>& news);
  void watch_files();
  bool records_heard_sound() const;
  void watch_recordings();
  PeerRecording::Said peer_says() const;
  void report_peer_recording(const PeerRecording::Said& said);
  void watch_link();
  void watch_servers();
  void watch_media_server();
  void report_failure(const std::string& error);
  void report_problem(const std::string& text);  // once
  void tell_problem(const std::string& text);
  nlohmann::ordered_json summary_json() const;
  void close_peers(std::string& error);

  CallOptions options_;
  std::vector<std::string> command_line_;
  Watchers watchers_;
  LocalTime start_;
  bool muted_ = false;
  std::unique_ptr<MuteSwitch> source_;
  SourceWatch source_watch_;
  RecordingPlace heard_;  // of a loudspeaker that is a file; before what writes it
  std::string heard_error_;
  std::vector<std::string> start_notices_;  // told at begin(): a start that fails has its reason alone
  std::string sound_notice_;                // not told yet
  std::unique_ptr<CallSound> sound_;
  bool sound_muted_ = false;
  bool begun_ = false;
  PeerSound peer_sound_;
  EventLimit peer_mutes_;  // which the other end can cause without end
  PeerRecording peer_recording_;
  SourceWatch microphone_watch_, loudspeaker_watch_;
  std::optional<LocalTime> sound_since_;
  bool told_speech_ = false;  // of a muted microphone, since it is muted
  std::string scheduling_;    // as it was reported; empty before
  OutsideAddresses outside_;
  std::shared_ptr<LinkMemory> link_memory_ = std::make_shared<LinkMemory>();
  LinkOffer link_;
  std::string link_error_;
  std::unique_ptr<JoinedCall> server_;
  RecordingPlace recording_place_;
  RecordingPlace folder_place_;
  std::unique_ptr<RunWriter> folder_;
  std::set<std::string> reported_problems_;
  Recorder recorder_;
  CapacitySteps capacity_steps_;
  std::vector<NamedPeer> peers_;
  PictureDelays delays_;
};

}  // namespace evenkeel
