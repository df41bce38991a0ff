#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/cryptography.h"
#include "core/base/endpoint.h"
#include "core/base/random_bytes.h"
#include "core/base/time.h"
#include "core/ice/check_list.h"
#include "core/ice/request_limits.h"
#include "core/ice/stun_message.h"

namespace evenkeel {

/// The password is wiped wherever they end.
struct IceCredentials {
  std::string ufrag;     ///< 4 to 256 ice-chars; both ends' at most 511 together
  std::string password;  ///< 22 to 256 ice-chars

  ~IceCredentials() { wipe(password); }
};

/// "host", "srflx", "prflx", "relay": W3C's RTCIceCandidateType.
std::string_view name_of(CandidateType type);

/// One end of a connectivity check (RFC 8445, full) over one socket that is bound to all addresses, so that a pair is a
/// Route: a remote address and the local one by which datagrams come. One component; consent by RFC 7675.
///
/// What a stranger can make it do is bounded. An unauthenticated datagram gets no answer. Requests are authenticated at
/// most 1000 times per second. An address that only sent requests gets, answers included, at most three times the bytes
/// that it sent, until it answers a check; a request that comes again, from wherever, gets its answer, 20 times per
/// second at most, and no check.
class IceAgent {
 public:
  enum class Role { controlling, controlled };
  struct Config {
    Role role{};
    IceCredentials local;
    IceCredentials remote;
    /// What we understand, told with each answer to a check; of a peer that knows the attribute.
    std::optional<std::uint32_t> features{};
  };
  struct Outgoing {
    std::vector<std::uint8_t> datagram;
    Route route;
  };

  IceAgent(const Config& config, const Cryptography& cryptography, const RandomBytes& random, LocalTime now);

  /// At most 16 are kept. Checks to it begin at once. Those added first are preferred, and all of them to addresses
  /// that are learnt from requests. `type`: as the peer's description names it, where that does.
  void add_remote_candidate(const Endpoint& candidate, LocalTime now, CandidateType type = CandidateType::host);

  /// What a TURN server lends us, of each family at most one; empty: nothing any more. Every address that the peer's
  /// description names is checked over it, too.
  void set_relayed_addresses(const std::vector<Endpoint>& lent, LocalTime now);

  /// A STUN message came by `route`. False where it is not of this call, forged or malformed: it gets no answer.
  bool on_stun(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now);
  /// Media of `size` bytes came by `route`, sealed with the peer's key and for the first time. By another way than the
  /// selected one: a NAT drew another port, perhaps, and a check goes there at once. Only where that is answered, while
  /// by the selected pair neither an answer nor media come, that pair takes its place: a copied packet moves nothing.
  void on_media(const Route& route, std::size_t size, LocalTime now);
  /// The addresses of this machine changed: a check goes out at once on the pair in use, from whichever address the
  /// kernel takes now.
  void on_addresses_changed(LocalTime now);

  /// Asks at once whether the selected pair still answers, instead of when consent needs it; repeated until it does.
  void ask_again(LocalTime now);

  /// The next message to send; nullopt: none now.
  std::optional<Outgoing> poll(LocalTime now);
  /// When poll() has something to do; max() for never.
  LocalTime next_wake() const;

  /// It answered a check of ours: whoever is there has the peer's password, and receives what we send.
  bool is_validated(const Route& route) const;
  /// The pair that media take: the nominated one, and before any nomination the last that became valid; nullopt before
  /// there is any.
  const std::optional<Route>& selected() const { return selected_; }
  /// Nothing on the selected pair answered for 30 s (RFC 7675, section 5.1): nothing more may be sent there. Checks go
  /// on elsewhere; another pair that answers is selected, and has consent.
  bool consent_lost() const { return consent_lost_; }
  /// Of the last check that was answered on the selected pair; zero before.
  Duration round_trip_time() const;
  /// When it was answered; nullopt before.
  std::optional<LocalTime> last_answered() const;
  /// When the peer last nominated a pair; nullopt before.
  const std::optional<LocalTime>& last_nominated() const { return last_nominated_; }
  /// What the peer's answers say of it; nullopt where none did.
  const std::optional<std::uint32_t>& peer_features() const { return peer_features_; }
  /// Where the peer of the selected pair sees us; nullopt before there is any.
  std::optional<Endpoint> mapped_address() const;
  /// Of the selected pair; nullopt before there is any. Ours is peer-reflexive where the peer sees us at another
  /// address, the peer's where its description did not name it.
  std::optional<CandidateType> local_candidate_type() const;
  std::optional<CandidateType> remote_candidate_type() const;
  /// Another than the configured one after a role conflict (RFC 8445, section 7.3.1.1).
  Role role() const { return role_; }

  // Counted since the beginning, those received only where they are authentic.
  struct Counters {
    std::uint64_t requests_sent = 0;  ///< but those for consent
    std::uint64_t responses_received = 0, requests_received = 0, responses_sent = 0;
    std::uint64_t consent_requests_sent = 0;  ///< all that go to the selected pair
    std::uint64_t selected_pair_changes = 0;
    std::uint64_t discarded = 0;  ///< forged, malformed, or of nobody's
    bool operator==(const Counters&) const = default;
  };
  const Counters& counters() const { return counters_; }
  /// After an ICE restart: counts on from where the agent before it was.
  void count_on(const Counters& before) { counters_ = before; }

 private:
  struct Budgets {
    RequestBudget all{authenticated_requests};
    RequestBudget repeated{repeated_requests};
  };

  // The peer's requests.
  bool on_request(const StunMessage& request, std::size_t size, const Route& route);
  Budgets& budgets_of(const Route& route) { return pairs_.knows(route.to) ? from_known_ : from_strangers_; }
  bool is_ours(const StunMessage& request, const Route& route);
  bool has_role_conflict(const StunMessage& request);
  std::size_t answer(StunWriter& response, const Route& route);
  void learn(const StunMessage& request, std::size_t unspent, const Route& route);
  void follow_nomination(CandidatePair& pair);

  // Answers to ours.
  bool on_response(const StunMessage& response, const Route& route);
  CandidatePair* asked_pair(const StunMessage& response, const Route& route);
  void on_error(CandidatePair& pair, const SentCheck& check, int code);
  void on_answer(CandidatePair& asked, const SentCheck& check, const Endpoint& mapped, const Route& route);

  // Which pair is selected.
  bool is_wanted(const CandidatePair& answered, const SentCheck& check, bool is_new) const;
  bool may_move() const;
  void select(CandidatePair& pair);
  CandidatePair* best_answered_since(LocalTime time);
  void leave_broken_pair();
  void follow_media();
  void lose_consent(CandidatePair& pair);
  void set_role(Role role);

  // When checks leave (ice_agent_checks.cpp).
  void check_relayed();
  void renew_relayed(const IpAddress& lent);
  void trigger(CandidatePair& pair);
  void probe(CandidatePair& pair);
  void restart_checks(CandidatePair& pair, Duration retry);
  void wake_all();
  void schedule_after_sending(CandidatePair& pair);
  void schedule_after_answer(CandidatePair& pair);
  Duration unanswered_wait(CandidatePair& pair);
  LocalTime due_time(const CandidatePair& pair) const;
  CandidatePair* due_pair();
  bool may_send(const CandidatePair& pair) const;
  Outgoing send_check(CandidatePair& pair);
  std::vector<std::uint8_t> check_message(const StunTransactionId& id, bool nominating) const;
  bool nominates(const CandidatePair& pair) const;

  std::uint64_t random_number();
  Duration between(Duration least, Duration most);
  void advance(LocalTime now);

  Config config_;
  const Cryptography& cryptography_;
  RandomBytes random_;
  Role role_;
  std::uint64_t tie_breaker_;
  std::string expected_username_;
  std::size_t max_check_size_;

  CheckList pairs_;
  std::vector<Endpoint> lent_;  // by a TURN server
  std::optional<Route> selected_;
  bool consent_lost_ = false;
  bool recovering_ = false;          // the selected pair is broken: another that answers takes its place
  LocalTime first_selected_{never};  // when there was a pair for the first time
  LocalTime moved_until_{};          // the addresses of this machine changed not long before
  LocalTime moved_at_{never};
  std::uint64_t nominations_ = 0;  // of the peer's
  std::optional<LocalTime> last_nominated_;
  std::optional<std::uint32_t> peer_features_;

  LocalTime now_;
  LocalTime next_ordinary_{};  // pacing: Ta (RFC 8445, section 14)
  std::deque<Outgoing> answers_;
  Budgets from_known_, from_strangers_;
  SeenRequests seen_;
  Counters counters_;
};

}  // namespace evenkeel
