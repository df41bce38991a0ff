#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/cryptography.h"
#include "core/base/endpoint.h"
#include "core/base/random_bytes.h"
#include "core/base/time.h"

namespace evenkeel {

struct IceCredentials {
  std::string ufrag;     ///< 4 to 256 ice-chars
  std::string password;  ///< 22 to 256 ice-chars
};

/// One end of a connectivity check (RFC 8445, full) over one socket that is bound to all addresses, so that a pair is a
/// Route: a remote address and the local one by which datagrams come. One component; consent by RFC 7675.
class IceAgent {
 public:
  enum class Role { controlling, controlled };
  struct Config {
    Role role{};
    IceCredentials local;
    IceCredentials remote;
  };
  struct Outgoing {
    std::vector<std::uint8_t> datagram;
    Route route;
  };

  IceAgent(const Config& config, const Cryptography& cryptography, const RandomBytes& random, LocalTime now);

  /// At most 16 are kept. Checks to it begin at once.
  void add_remote_candidate(const Endpoint& candidate, LocalTime now);

  /// A STUN message came by `route`. False where it is not of this call, forged or malformed: it gets no answer.
  bool on_stun(std::span<const std::uint8_t> datagram, const Route& route, LocalTime now);
  /// The addresses of this machine changed: a check goes out at once on the pair in use, from whichever address the
  /// kernel takes now.
  void on_addresses_changed(LocalTime now);

  /// The next message to send; nullopt: none now.
  std::optional<Outgoing> poll(LocalTime now);
  LocalTime next_wake() const;

  /// It answered a check of ours: whoever is there has the peer's password, and receives what we send.
  bool is_validated(const Route& route) const;
  /// The pair that media take: the nominated one; nullopt before there is any.
  const std::optional<Route>& selected() const;
  /// Nothing on the selected pair answered for 30 s (RFC 7675, section 5.1): nothing more may be sent there.
  bool consent_lost() const;
  /// Of the last check that was answered on the selected pair; zero before.
  Duration round_trip_time() const;

  // Counted since the beginning.
  struct Counters {
    std::uint64_t requests_sent = 0, responses_received = 0, requests_received = 0, responses_sent = 0;
    std::uint64_t consent_requests_sent = 0;
    std::uint64_t selected_pair_changes = 0;
    std::uint64_t discarded = 0;  ///< forged, malformed, or of nobody's
  };
  const Counters& counters() const;
};

}  // namespace evenkeel
