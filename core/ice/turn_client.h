#pragma once

#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "core/base/cryptography.h"
#include "core/base/random_bytes.h"
#include "core/ice/turn_channels.h"

namespace evenkeel {

/// Where a TURN server is, and as whom it knows us. The password is wiped.
struct TurnServer {
  std::vector<Endpoint> servers;  ///< addresses of one server, the likeliest first: one of them is used
  std::string username;           ///< at most 508 bytes (RFC 8489, section 14.3)
  std::string password;

  ~TurnServer() { wipe(password); }
};

/// Borrows an address of a TURN server for the socket of a call (RFC 8656, over UDP): of both families where the server
/// has both. Each peer gets a channel, which is its permission as well, and nothing goes to a peer before its channel
/// is bound; so the way through the relay costs four bytes a datagram, and whoever answers over it can be sent media at
/// once. Long-term credentials with MD5 (RFC 8489, section 9.2); a server that names another one is followed once.
/// Where an address of the server does not answer, the next one is tried soon.
///
/// What the server or others send is bounded: 16 peers, a few datagrams that wait for a channel, one request at a time
/// for the allocation and each channel. A success that the server did not sign counts for nothing.
class TurnClient {
 public:
  struct Outgoing {
    std::vector<std::uint8_t> datagram;
    Route route;
  };
  enum class State {
    allocating,
    allocated,
    waiting,  ///< it failed, and is tried again later, from the next address on
    refused,  ///< for good: the credentials are wrong
    closed    ///< or about to be
  };

  TurnClient(const TurnServer& server, const Cryptography& cryptography, const RandomBytes& random, LocalTime now);
  ~TurnClient();
  TurnClient(const TurnClient&) = delete;
  TurnClient& operator=(const TurnClient&) = delete;

  enum class Kind {
    not_ours,
    handled,
    relayed  ///< `data` came from `peer`
  };
  struct Received {
    Kind kind = Kind::not_ours;
    std::span<std::uint8_t> data{};
    Endpoint peer{};
  };
  Received on_datagram(std::span<std::uint8_t> datagram, const Route& route, LocalTime now);
  /// To a peer, over the relay: as soon as it has a channel. Lost where there is none to be had.
  void send(std::span<const std::uint8_t> datagram, const Endpoint& peer, LocalTime now);
  /// The server may see us at another address: then the allocation is lost, and there is another soon.
  void on_addresses_changed(LocalTime now);
  /// Gives the allocation back; to be polled until is_closed().
  void close(LocalTime now);
  /// Nothing is left to be said.
  bool is_closed() const { return state_ == State::closed && !request_.is_under_way() && out_.empty(); }

  std::optional<Outgoing> poll(LocalTime now);
  LocalTime next_wake() const;

  State state() const { return state_; }
  /// Where it is now: after another server was named, that.
  const Endpoint& server() const { return server_; }
  /// What the server lends us; empty before there is an allocation.
  const std::vector<Endpoint>& relayed_addresses() const { return relayed_; }
  /// Those that datagrams may take.
  std::vector<TurnChannel> bound_channels() const { return channels_.bound(); }
  /// Counts changes of allocations and channels: while it stays, so do they.
  std::uint64_t version() const { return channels_.version(); }
  /// A clause about why there is no allocation; empty where nothing failed since the last one.
  const std::string& failure() const { return failure_; }
  /// Requests sent, without their retransmissions.
  std::uint64_t requests() const { return requests_; }

 private:
  enum class Request { allocate, refresh, release };

  void begin(LocalTime now);
  void use(const Endpoint& server);
  void start(Request what, LocalTime now);
  StunTransaction::Effort effort(Request what) const;
  StunTransactionId new_id();
  std::vector<std::uint8_t> finish(StunWriter& writer) const;
  void authenticate(const StunMessage& challenge);
  bool is_signed(const StunMessage& answer) const;

  Received on_stun(std::span<std::uint8_t> datagram, LocalTime now);
  Received on_indication(const StunMessage& message, std::span<std::uint8_t> datagram) const;
  Received on_channel_data(std::span<std::uint8_t> datagram, LocalTime now);
  bool on_answer(const StunMessage& answer, LocalTime now);
  void on_success(const StunMessage& answer, LocalTime now);
  void on_allocated(const StunMessage& answer, LocalTime now);
  void on_error(const StunMessage& answer, LocalTime now);
  void on_refresh_error(const StunMessage& answer, LocalTime now);
  void on_timeout(LocalTime now);
  bool is_believable(const StunMessage& error) const;
  bool answer_challenge(const StunMessage& answer, LocalTime now);
  bool try_otherwise(const StunMessage& answer, LocalTime now);
  void fail(const std::string& why, LocalTime now);
  void lose(const std::string& why, LocalTime now);
  void restart(const std::string& why, LocalTime now);
  void retry_later(LocalTime now);
  void set_refresh(const StunMessage& answer, LocalTime now);

  // Channels (turn_client_channels.cpp).
  bool on_bind_answer(const StunMessage& answer, LocalTime now);
  void on_bound(TurnChannels::Entry& entry, LocalTime now);
  void on_bind_error(TurnChannels::Entry& entry, const StunMessage& answer, LocalTime now);
  void start_binds(LocalTime now);
  void bind(TurnChannels::Entry& entry, LocalTime now);
  void push(const TurnChannels::Entry& entry, std::span<const std::uint8_t> datagram);

  std::vector<Endpoint> servers_;
  std::size_t first_ = 0;  // of servers_, where the next round begins
  std::size_t tried_ = 0;  // of them without an answer, in this round
  Endpoint server_;
  std::string username_, password_;
  const Cryptography& cryptography_;
  RandomBytes random_;

  State state_ = State::allocating;
  std::string realm_, nonce_, key_;  // the key is empty before the server asked for it
  Request asked_{};
  StunTransaction request_;
  unsigned challenges_ = 0;                    // answered in a row
  bool unsigned_ = false;                      // a success came before a challenge: anybody could have sent it
  bool moved_ = false;                         // the server named another one
  bool released_ = false;                      // an allocation of before was given back to get this one
  unsigned families_ = 0;                      // which to ask for: of family_plans
  LocalTime allocated_at_ = LocalTime::min();  // last
  LocalTime next_refresh_{}, allocation_ends_{};
  LocalTime retry_at_ = LocalTime::max();
  Duration retry_wait_;
  std::vector<Endpoint> relayed_;
  TurnChannels channels_;
  std::deque<Outgoing> out_;
  std::string failure_;
  std::uint64_t requests_ = 0;
};

}  // namespace evenkeel
