#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/session/call_state.h"
#include "core/session/declined_callers.h"
#include "core/session/joining.h"
#include "core/session/negotiation.h"
#include "core/session/secure_attempt.h"
#include "core/session/used_nonces.h"
#include "core/signal/knock.h"
#include "core/signal/link.h"
#include "core/signal/reply_code.h"

namespace evenkeel {

/// Decides who the peer of a secure call is: by keys, where PeerLock goes by addresses. A caller knocks by the link
/// that it was given, a listener opens knocks, and who joins a media server knows it by its answer; both check the
/// path, shake hands over it and know each other's certificate before there are keys for media. What does not open gets
/// no answer.
class SecureSession {
 public:
  static constexpr Duration silence = 2500ms;
  /// From a knock to keys; then the listener forgets it, and the caller knocks anew.
  static constexpr Duration handshake_timeout = 5s;
  /// How long a caller waits to be accepted.
  static constexpr Duration ringing_timeout = 60s;
  /// How long a listener keeps its place for a silent peer, and who joins looks for the server.
  static constexpr Duration patience = 30s;
  /// Callers that meet silence are told of this seldom, however many they are.
  static constexpr Duration turned_away_interval = 5s;
  /// A caller that heard nothing for so long knocks again beside the path that it has.
  static constexpr Duration knock_again_after = 5s;
  static constexpr std::size_t max_knocks = 4;  ///< under way at a time
  /// So many attempts that had to give way to others within that time, and the listener gets an event.
  static constexpr int crowd = 8;
  static constexpr Duration crowd_interval = 1min;
  /// Nobody rings for so long after a caller hung up before it was answered.
  static constexpr Duration pause_after_ring = 3s;
  /// A caller that no check of its own was answered for so long offers a reply code, and goes on for so long.
  static constexpr Duration reply_code_after = 6s, reply_patience = 10min;
  /// How often it knocks anew meanwhile, beside the knock in the code.
  static constexpr Duration knock_interval_offering = 20s;
  /// How long a listener tries the addresses of a reply code.
  static constexpr Duration reply_timeout = 30s;
  /// Who joined a server and heard nothing for so long wants an ICE restart, if the server takes one: by then the path
  /// in use is known to be broken, and no other answered.
  static constexpr Duration restart_after = 5s;
  /// Another is wanted after so long, or as soon as the addresses of this machine change; so many in one silence.
  static constexpr Duration restart_interval = 10s;
  /// After the last of several changes of our addresses.
  static constexpr Duration restart_settling = 1s;
  static constexpr int max_restarts = 4;
  /// So many, and a caller takes the other side for an impostor.
  static constexpr int max_wrong_certificates = 2;

  struct Tools {
    const Cryptography* cryptography = nullptr;
    RandomBytes random;
    /// With our certificate and role; expects the peer's fingerprint.
    std::function<std::unique_ptr<Handshake>(const Sha256Digest& expected)> make_handshake;
  };
  struct Listening {
    LinkSecret secret{};
    bool asks = false;  ///< a call rings until accept() or decline(); else it is accepted at once
    /// Of the link, where somebody has waited by it before. No two sessions may use it at a time; null: a new one.
    std::shared_ptr<KnockMemory> knocks = nullptr;
    /// What we understand, told in the answer to a knock that tells the same; nullopt: our reports tell.
    std::optional<PeerFeatures> features{};
  };
  struct Calling {
    CallLink link;
    Knock knock;  ///< what we offer; our ice password is chosen here
  };
  SecureSession(const Tools& tools, const Listening& listening);
  SecureSession(const Tools& tools, const Calling& calling, LocalTime now);
  /// Of a media server: the call begins with the keys, without ringing. The one attempt is all there is, since an
  /// answer is for one offer.
  SecureSession(const Tools& tools, const Joining& joining, LocalTime now);

  enum class Kind {
    ignored,
    handled,
    media  ///< of a call that has keys: to be opened, and on_authenticated() told if that succeeds
  };
  Kind on_datagram(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now);
  /// What came by `route` in `size` bytes was sealed with the peer's key, and came for the first time.
  void on_authenticated(const Route& route, std::size_t size, LocalTime now);
  /// The peer said BYE, sealed; or a media server says by HTTP that the call is over.
  void on_bye(LocalTime now);
  void on_addresses_changed(LocalTime now);
  /// See IceAgent::set_relayed_addresses(): of all ways to a peer, now and later.
  void set_relayed_addresses(const std::vector<Endpoint>& lent, LocalTime now);
  /// Whoever rings with this certificate. Nothing happens where another took its place meanwhile.
  void accept(const Sha256Digest& caller, LocalTime now);
  void decline(const Sha256Digest& caller, LocalTime now);
  /// A listener goes by another link and certificate from now on: knocks of the old one do not open, and who rings is
  /// declined. False, and nothing changes, where a call is on.
  bool renew(const Tools& tools, const Listening& listening, LocalTime now);
  /// A caller's, the likeliest first: without any it offers no reply code. Where they are others than before, the code
  /// is written anew, and the one before still leads here by what is left of its addresses.
  void set_own_addresses(const std::vector<Endpoint>& addresses);
  /// A listener was given this text: it looks for the caller at the addresses in it. Returns why not, in one sentence,
  /// or nothing. A code that led to no call may be given again.
  std::string take_reply_code(std::string_view text, LocalTime now);
  /// How often an ICE restart was wanted so far, of a server that takes one: whoever speaks to it asks for one whenever
  /// this grows.
  std::uint64_t wanted_restarts() const { return wanted_restarts_; }
  /// The server agreed: checks go by these credentials from now on, and those of before are dead. Keys stay.
  void restart(const IceRestart& restart, LocalTime now);
  /// The server takes none: none is wanted any more.
  void refuse_restarts();
  /// Says close_notify to the peer; to be polled until there is nothing to send.
  void hang_up();

  std::optional<SecureAttempt::Outgoing> poll(LocalTime now);
  LocalTime next_wake() const;

  struct Event {
    enum class Kind {
      keys,                   ///< take_keys() has those of a new peer, or new ones of the same: earlier ones are void
      ringing,                ///< somebody calls: accept() or decline()
      connected,              ///< the call begins
      route,                  ///< the peer is reached another way
      silent,                 ///< nothing came for `silence`
      returned,               ///< from the same peer, after a silence
      left,                   ///< it hung up, or did not wait to be accepted
      lost,                   ///< a media server from which nothing came for `patience`
      declined,               ///< by the peer, or nobody accepted in time
      turned_away,            ///< another caller met silence, since a call is on
      crowded,                ///< somebody with the link knocks again and again, and completes no call
      offers_reply_code,      ///< reply_code() is there, or another than before
      reply_code_unanswered,  ///< the code that take_reply_code() took led to no call
      failed                  ///< failure() says why; the call can never begin
    };
    Kind kind{};
    Route route;           ///< of the peer, where there is one
    std::string reason{};  ///< a clause: why nobody was found by a reply code; empty where it is not known
  };
  std::optional<Event> take_event();
  /// Whoever takes them wipes them.
  std::optional<SrtpKeys> take_keys();

  CallState state() const { return state_; }
  /// It went to the other side, by a link or to a server.
  bool is_caller() const { return !listening_.has_value(); }
  /// By an answer of a media server.
  bool is_joined() const { return joining_.has_value(); }
  /// A caller's, for as long as it goes on for it; empty where there is none.
  const std::string& reply_code() const;
  /// Where media go; nullopt without a peer, and where its consent is lost (RFC 7675).
  std::optional<Route> route() const;
  /// Of the peer whose keys are in use; null without one.
  const Sha256Digest* peer() const { return current_ ? &current_->peer() : nullptr; }
  bool is_shaking_hands() const;
  /// The way to the peer whose keys are in use, for figures of its checks and its handshake; null without one.
  const SecureAttempt* current() const { return current_.get(); }
  /// What stood in the knock of the peer: of a listener in a call.
  const std::optional<Knock>& peer_knock() const { return peer_knock_; }
  /// What the knock or the answer of the peer led to.
  Negotiated negotiated() const;

  /// How far a caller got.
  enum class Step { check, handshake, accepted, media };
  Step step() const { return step_; }
  /// The other side showed another certificate than the link or the answer names, and the right one did not come.
  bool wrong_certificate() const { return wrong_certificates_ >= max_wrong_certificates; }
  /// The call ended because nothing came from the media server any more.
  bool lost() const { return lost_; }
  /// A clause about the last handshake that failed; empty if none did.
  const std::string& failure() const { return failure_; }

  struct Counters {
    std::uint64_t forged_knocks = 0;     ///< that do not open
    std::uint64_t replayed_knocks = 0;   ///< whose nonce was taken before
    std::uint64_t surplus_knocks = 0;    ///< while a call is on, or from who was declined or gave up just before
    std::uint64_t displaced_knocks = 0;  ///< that had answered no check, or filled all places from one network
    std::uint64_t discarded_checks = 0;
    std::uint64_t unchecked_handshakes = 0;  ///< from addresses that answered no check
    std::uint64_t unexpected = 0;            ///< without keys, or neither STUN, DTLS nor SRTP
    bool operator==(const Counters&) const = default;
  };
  const Counters& counters() const { return counters_; }

 private:
  struct Candidate {
    std::unique_ptr<SecureAttempt> attempt;
    std::optional<Knock> knock = {};  // of a listener, and its nonce
    GcmNonce nonce{};
    bool by_reply_code = false;
    IpAddress network{};  // that the knock came from
  };

  IceAgent::Config answering(const OpenedKnock& opened, std::string_view knock, std::string_view ufrag) const;
  Kind on_stun(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now);
  Kind on_handshake(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now);
  bool has_consent() const { return current_ && !current_->agent().consent_lost(); }
  void forget_keys();
  void go_on_with(Candidate& found);
  Candidate* shaking_on(const Route& route);
  LocalTime next_knock() const;
  void knock(LocalTime now);
  void on_keys(std::unique_ptr<SecureAttempt> attempt, LocalTime now);
  void on_failed(const SecureAttempt& attempt, LocalTime now);
  void advance(LocalTime now);
  void tick(LocalTime now);
  void tick_caller(LocalTime now);
  LocalTime forgotten_at(const Candidate& candidate) const;
  void end();
  void leave(Event::Kind why, LocalTime now);
  void note(Event::Kind kind, std::string reason = {});
  GcmNonce random_nonce() const;
  IceAgent::Config new_knock() const;

  // Of a listener (secure_session_listening.cpp).
  bool on_knock(std::string_view text, std::string_view caller, std::span<const std::uint8_t> datagram,
                const Route& route, LocalTime now);
  bool is_signed(std::span<const std::uint8_t> datagram) const;
  bool has_room(const OpenedKnock& opened, const Route& route, LocalTime now);
  void make_room(const IpAddress& network, const Route& route, LocalTime now);
  std::vector<Candidate>::iterator displaceable(const IpAddress& network);
  void note_crowd(const Route& route, LocalTime now);
  void turn_away(const Route& route, LocalTime now);
  bool is_rung_by(const Sha256Digest& caller) const;

  // With a reply code (secure_session_reply.cpp).
  void tick_offer(LocalTime now);
  void begin_offer(LocalTime now);
  void write_offer();
  void try_offer(LocalTime now);
  void end_offer();
  LocalTime offer_wake() const;
  std::string why_not(const OpenedKnock& opened) const;
  void spend_nonce();
  bool is_searched_for(const Sha256Digest& caller);
  void end_search(std::string reason);
  std::string failed_handshake_text() const;
  void forget_late_knocks(LocalTime now);

  // Of who joins a media server (secure_session_joining.cpp).
  void begin_joined_call();
  bool shakes_again(SecureAttempt& attempt, LocalTime now);
  void fail_to_join(const SecureAttempt& attempt);
  void tick_joined(LocalTime now);
  void hear_answers(LocalTime now);
  std::unique_ptr<IceAgent> joined_agent(const IceAgent::Config& config, LocalTime now) const;
  void want_restart(LocalTime now);
  LocalTime restart_due() const;
  LocalTime joined_until() const;
  LocalTime joined_wake() const;

  void call(const IceAgent::Config& config, bool by_reply_code, LocalTime now);
  Candidate* find_by_reply_code();
  std::size_t knocks_under_way() const;
  Duration knock_interval() const { return offer_ ? knock_interval_offering : handshake_timeout; }

  struct Offer {
    IceAgent::Config config;  // of all attempts by it: what the code tells
    std::string code;
    std::vector<Endpoint> told;  // in the code
    LocalTime began{};
  };

  Tools tools_;
  std::optional<Listening> listening_;
  std::optional<Calling> calling_;
  std::optional<Joining> joining_;
  LinkKeys link_keys_;
  std::shared_ptr<KnockMemory> knocks_ = std::make_shared<KnockMemory>();
  std::optional<GcmNonce> current_nonce_;
  std::vector<Candidate> candidates_;
  std::unique_ptr<SecureAttempt> current_;
  std::optional<Knock> peer_knock_;
  std::vector<Endpoint> own_addresses_;
  std::optional<Offer> offer_;
  bool offered_ = false;
  std::unique_ptr<SecureAttempt> closing_;  // has its goodbye to send
  std::optional<SrtpKeys> keys_;
  std::optional<Route> told_route_;
  std::vector<Endpoint> lent_;  // by a TURN server
  std::deque<Event> events_;
  CallState state_;
  LocalTime last_heard_{};
  LocalTime began_{}, knocked_{};
  LocalTime turned_away_ = LocalTime::min();  // last told
  DeclinedCallers declined_;
  LocalTime rings_again_ = LocalTime::min();
  LocalTime crowd_since_ = LocalTime::min();
  int crowd_ = 0;
  LocalTime asked_ = LocalTime::min();  // last, whether a server that says nothing is there
  std::uint64_t wanted_restarts_ = 0;
  int restarts_left_ = max_restarts;             // of this silence
  LocalTime restart_wanted_ = LocalTime::min();  // last
  LocalTime restarted_ = LocalTime::min();
  int wrong_certificates_ = 0;
  int failed_handshakes_ = 0;  // of who joins
  bool lost_ = false;
  Step step_ = Step::check;
  std::string failure_;
  Counters counters_;
};

}  // namespace evenkeel
