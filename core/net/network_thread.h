#pragma once

#include <atomic>
#include <deque>
#include <string>
#include <thread>

#include "core/net/address_watch.h"
#include "core/net/bounded_queue.h"
#include "core/net/clock_id.h"
#include "core/net/frame_queue.h"
#include "core/net/pacer_thread.h"
#include "core/net/secure_channel.h"
#include "core/net/udp_socket.h"
#include "core/session/drivers.h"
#include "core/session/peer_lock.h"
#include "core/session/sync_record.h"
#include "core/telemetry/spsc_ring.h"

namespace evenkeel {

/// Something that happened to a call, for people and logs.
struct CallEvent {
  enum class Kind {
    ringing,                ///< somebody calls, and asks to be accepted
    connected,              ///< the peer answered, or called
    peer_silent,            ///< nothing came from it for PeerLock::silence
    peer_returned,          ///< after a silence
    peer_moved,             ///< it is reached another way
    peer_left,              ///< it hung up
    peer_lost,              ///< a media server from which nothing came for long
    declined,               ///< the call was not accepted
    turned_away,            ///< another caller met silence, since a call is on
    crowded,                ///< somebody with the link knocks again and again, and completes no call
    offers_reply_code,      ///< nothing answers: SecurityStatus has a reply code for the other side
    reply_code_unanswered,  ///< the reply code that was given led to no call
    wait_failed,            ///< datagrams cannot be waited for, `reason` says why: they are polled for
    failed                  ///< the call can never begin: SecurityStatus says why
  };
  Kind kind{};
  LocalTime at{};
  Endpoint peer;
  std::string reason{};  ///< SecureSession::Event's, or the system's
};

/// Packets of sound from the network thread to the one that plays them, as many as the jitter buffer holds.
using SoundRing = SpscRing<ReceivedSound>;

/// The thread that alone owns the Receiver and reads the socket. Frames and sound go out through queues; reports go to
/// the peer at once; what concerns the sender goes to the pacer thread.
class NetworkThread {
 public:
  struct Config {
    FlowName flow;
    LocalTime run_start{};
    ReceiverConfig receiver;
    std::optional<Endpoint> callee;               ///< of a call in plain RTP, the peer to call; nullopt: a listener
    std::optional<SecureChannel::Config> secure;  ///< of all other calls
    /// A caller that nothing answers makes a reply code with the addresses of this machine.
    bool offers_reply_code = false;
    std::function<void()> on_event{};  ///< from this thread: events() has one; may be empty
  };
  /// The socket must be open, on `io`, which this thread runs. `sink` leads to it; it and `pacer` must outlive this.
  NetworkThread(const Config& config, boost::asio::io_context& io, UdpSocket& socket, DatagramSink& sink,
                PacerThread& pacer);
  ~NetworkThread();

  /// Says goodbye to the peer and ends; called by the destructor too.
  void hang_up();

  // From any thread:
  void request_key_frame();
  void set_recovery(const RecoveryParameters& parameters);
  FrameQueue& frames() { return frames_; }
  /// For one thread alone, which takes all that has come each 10 ms, or what comes then is dropped.
  SoundRing& sound() { return sound_; }
  /// Packets of sound that are not in sound(): no Opus, of a stray number, or nobody took them in time.
  std::uint64_t sound_discarded() const { return sound_discarded_.load(std::memory_order_relaxed); }
  /// Sound of the peer has come, of a source that has not ended.
  bool peer_has_sound() const { return peer_has_sound_.load(std::memory_order_relaxed); }
  /// As the peer says, or, where it says nothing of it as browsers do, by the levels of its sound: digital silence is
  /// what a muted end sends. Nullopt until one of them tells, also after each return.
  std::optional<bool> peer_muted() const { return as_told(peer_muted_); }
  /// This end records what it receives, of which the peer is told.
  void set_recording(bool records) { records_.store(records, std::memory_order_relaxed); }
  /// The peer says that it records, or does not: a courtesy, since nothing makes it. Nullopt until it says something,
  /// also after each return.
  std::optional<bool> peer_records() const { return as_told(peer_records_); }
  /// This end sends a screen or a window, of which the peer is told.
  void set_shows_screen(bool shows) { shows_screen_.store(shows, std::memory_order_relaxed); }
  /// The peer says that it does.
  bool peer_shows_screen() const { return peer_shows_screen_.load(std::memory_order_relaxed); }
  SyncRecord& sync() { return sync_; }
  BoundedQueue<CallEvent>& events() { return events_; }
  SampleRing& samples() { return samples_; }
  CallState state() const { return state_.load(); }
  /// How often the kernel said that addresses, routes or links of this machine changed.
  std::uint64_t address_changes() const { return address_changes_.load(std::memory_order_relaxed); }
  std::uint64_t ignored_datagrams() const { return ignored_.load(std::memory_order_relaxed); }
  /// To whoever rings with this certificate (SecurityStatus::caller); nothing happens where it is another.
  void accept(const Sha256Digest& caller);
  void decline(const Sha256Digest& caller);
  /// A listener goes by another link and certificate, and declines who rings; waits for this thread. False where a call
  /// is on.
  bool renew(const SecureChannel::Config& config);
  /// See SecureSession::take_reply_code(); waits for this thread.
  std::string take_reply_code(const std::string& text);
  /// Asks these servers from now on, for addresses that SecurityStatus has then; those of before are forgotten. Does
  /// nothing in plain RTP.
  void use_servers(const IceServers::Config& servers);
  // Of who joined a media server: see SecureSession.
  void restart_ice(const IceRestart& restart);
  void refuse_restarts();
  void end_by_server();
  /// Nullopt in plain RTP.
  std::optional<SecurityStatus> security() const;
  /// The peer reads the same clock as we do, so that its timestamps are ours.
  bool same_clock() const { return same_clock_.load(); }

 private:
  struct Timers;  // Asio's
  void receive();
  void receive_later();
  void take_datagrams();
  void on_datagram(const UdpSocket::Received& received);
  void on_plain(const UdpSocket::Received& received, LocalTime now);
  void on_sealed(const UdpSocket::Received& received, LocalTime now);
  void on_media(const UdpSocket::Received& received, std::span<const std::uint8_t> datagram);
  void ignore();
  void on_rtcp(const UdpSocket::Received& received);
  void answer(const UdpSocket::Received& received);
  bool peer_says_bye() const;
  void note_proof(bool rtcp);
  void set_peer_ssrc(std::uint32_t ssrc);
  void translate_times(RtcpCompound& rtcp) const;
  void on_new_peer(const Route& peer, CallEvent::Kind kind);
  void learn_clock();
  void learn_reporter();
  void follow_session();
  void on_session_event(const SecureSession::Event& event, bool was_in_call);
  void begin_secure_call(const Route& peer);
  Duration checked_round_trip() const;
  std::optional<Route> reports_to() const;
  /// Of a peer; an atomic optional<bool> needs a lock with some compilers.
  enum class Told : unsigned char { nothing, no, yes };
  static std::optional<bool> as_told(const std::atomic<Told>& of_peer) {
    const Told told = of_peer.load(std::memory_order_relaxed);
    return told == Told::nothing ? std::nullopt : std::optional(told == Told::yes);
  }
  void follow_mute();
  void tell_own_addresses();
  void say_goodbye();
  void give_back_relay();
  void follow_relay();
  void follow_servers();
  void on_addresses_changed();
  bool rests() const;
  void tick();
  void drive();
  void on_frame(ReceivedFrame&& frame);
  void on_sound(const ReceivedSound& sound);
  void set_alarm(LocalTime wake);
  void take_sample(LocalTime now);
  void announce(CallEvent&& event);
  void note(CallEvent::Kind kind);

  Config config_;
  boost::asio::io_context& io_;
  UdpSocket& socket_;
  DatagramSink& sink_;
  PacerThread& pacer_;
  SyncRecord sync_;
  Receiver receiver_;
  std::optional<SecureChannel> secure_;
  ReceiveDriver driver_;
  PeerLock lock_;                           // where nothing is secure
  PacerThread::Seal seal_;                  // of a call that has not begun
  std::uint32_t peer_ssrc_ = 0;             // that its reports come from; 0: not known
  std::deque<std::uint32_t> server_ssrcs_;  // likewise of a media server, which has several; the last few
  NtpClock peer_clock_;                     // how it writes our times, where it reads our clock
  std::string echo_;                        // of the token that the peer asks for, until it asks no more
  bool references_broken_ = false;
  bool peer_tells_mute_ = false;                // its reports do
  bool sound_source_untold_ = false;            // the packet that was to tell of it found no room
  std::uint64_t servers_version_ = 0;           // of the addresses that the session knows
  std::optional<std::uint64_t> relay_version_;  // of the channels that the socket knows
  bool by_transport_wide_ = false;              // the peer's feedback is
  RtcpCompound rtcp_;
  FrameQueue frames_{64};
  SoundRing sound_{AudioReceiveStream::max_waiting};
  BoundedQueue<CallEvent> events_{256};
  SampleRing samples_{sample_ring_size};
  SampleGrid grid_;
  double report_rate_bps_ = 0;
  std::unique_ptr<Timers> timers_;
  bool wait_fails_ = false;
  LocalTime rests_from_{};
  AddressWatch address_watch_;
  LocalTime alarm_ = LocalTime::max();  // when the timer goes off
  std::atomic<CallState> state_{CallState::waiting};
  std::atomic<std::uint64_t> ignored_{0}, address_changes_{0};
  std::atomic<std::uint64_t> unknown_media_{0}, foreign_media_{0};
  std::atomic<bool> same_clock_{false};
  std::atomic<std::uint64_t> sound_discarded_{0};
  std::atomic<bool> peer_has_sound_{false};
  std::atomic<bool> key_frame_wanted_{false};
  std::atomic<bool> records_{false}, shows_screen_{false}, peer_shows_screen_{false};
  std::atomic<Told> peer_records_{Told::nothing}, peer_muted_{Told::nothing};
  std::thread thread_;
};

}  // namespace evenkeel
