#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>

#include "core/base/data_size.h"
#include "core/ice/ice_servers.h"
#include "core/net/priority_mutex.h"
#include "core/net/secure/certificate.h"
#include "core/net/secure/sealing_sink.h"
#include "core/session/secure_session.h"

namespace evenkeel {

/// What is known of a secure call, for people and summaries.
struct SecurityStatus {
  Sha256Digest listener{};  ///< fingerprints, for the number that both ends show
  Sha256Digest caller{};
  std::string_view dtls_state = "new";  ///< W3C's RTCDtlsTransportState
  /// Of the call that is on, or over for good; else what follows is of the last call of a listener.
  bool in_use = false;
  std::string dtls_cipher;  ///< empty before there are keys, as is the next
  std::string srtp_cipher;
  SecureSession::Step step{};
  bool wrong_certificate = false;
  bool lost = false;       ///< see SecureSession::lost()
  std::string failure;     ///< a clause about the last handshake that failed
  std::string reply_code;  ///< of a caller, while it has one to offer
  Duration round_trip_time{};
  std::optional<CandidateType> local_candidate, remote_candidate;  ///< of the pair in use
  std::optional<ArrivalFeedback> feedback;  ///< how the peer tells what arrived, once it is known
  IceAgent::Counters checks;
  std::vector<Endpoint> reflexive;    ///< where the STUN servers see us
  std::vector<Endpoint> relayed;      ///< what a TURN server lends us
  std::string relay_failure;          ///< a clause about why it lends nothing; empty where it does
  bool servers_asked = false;         ///< there are some
  bool servers_settled = false;       ///< each has answered, or been given up for a while
  std::uint64_t wanted_restarts = 0;  ///< see SecureSession::wanted_restarts()
  SecureSession::Counters ignored;
  std::uint64_t forged = 0;    ///< SRTP with a wrong tag
  std::uint64_t replayed = 0;  ///< SRTP that came before
  // What the peer sealed, and we have no use for:
  std::uint64_t unknown_media = 0;  ///< no RTP, or of a payload type that was not negotiated
  std::uint64_t foreign_media = 0;  ///< of another source than its video's

  bool operator==(const SecurityStatus&) const = default;
};

/// The secure way in and out of a call: datagrams of anyone become those of the peer, and reports are sealed. Owned by
/// the network thread; status() may be asked by any.
class SecureChannel {
 public:
  struct Config {
    Certificate certificate;
    std::variant<SecureSession::Listening, SecureSession::Calling, Joining> role;
    std::optional<PeerFeatures> features{};  ///< what we understand, told to another Evenkeel before the call
  };
  /// Reports go to `behind`.
  SecureChannel(const Config& config, DatagramSink& behind, LocalTime now);

  SecureSession& session() { return session_; }
  const SecureSession& session() const { return session_; }
  /// A listener's new link and certificate: see SecureSession::renew().
  bool renew(const Config& config, LocalTime now);
  /// Where the receiving half sends its reports.
  DatagramSink& reports() { return reports_; }

  /// The datagram opened, where it is the peer's; all others end here.
  std::optional<std::span<const std::uint8_t>> open(std::span<std::uint8_t> datagram, const Route& route,
                                                    LocalTime now);
  /// What helps to find ways; to be started.
  IceServers& servers() { return servers_; }
  const IceServers& servers() const { return servers_; }
  /// When send_pending() has something to do; max() for never.
  LocalTime next_wake() const { return std::min(session_.next_wake(), servers_.next_wake()); }
  /// What checks, handshakes and requests to servers have to say now.
  void send_pending(DatagramSink& sink, LocalTime now);
  /// To be called at SecureSession::Event::keys. Returns what seals the media: for one thread, as reports have a source
  /// of their own.
  std::unique_ptr<SrtpSealer> take_keys();
  /// Of a packet of the peer's on the wire, without its RTP.
  DataSize overhead() const;
  /// Seals a last report, for another sink than the others.
  void send_last(DatagramSink& sink, std::span<const std::uint8_t> report, const Route& route);

  /// As update_status() published it last.
  std::shared_ptr<const SecurityStatus> status() const;
  void update_status();

 private:
  /// Between what seals reports and where they go.
  struct Outlet final : DatagramSink {
    explicit Outlet(DatagramSink& sink) : target(&sink) {}
    bool send(Datagram datagram, const Route& to, std::uint8_t ecn) override { return target->send(datagram, to, ecn); }
    DatagramSink* target;
  };

  std::optional<std::span<const std::uint8_t>> open_of_peer(std::span<std::uint8_t> datagram, const Route& route,
                                                            LocalTime now);
  std::string_view dtls_state() const;
  std::optional<CandidateType> local_candidate_type() const;
  void describe_call(const SecureAttempt& current);

  Sha256Digest own_;
  SecureSession session_;
  IceServers servers_;
  std::uint64_t servers_version_ = 0;  // as the session knows it
  Outlet outlet_;
  SealingSink reports_{outlet_};
  std::optional<SrtpOpener> opener_;
  SrtpProfile profile_{};
  SecurityStatus status_;
  // Readers copy a pointer under it, so that the network thread waits for none of them.
  mutable PriorityMutex published_mutex_;
  std::shared_ptr<const SecurityStatus> published_;
  std::uint64_t forged_ = 0;
  std::uint64_t replayed_ = 0;
};

}  // namespace evenkeel
