#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/byte_writer.h"
#include "core/base/cryptography.h"
#include "core/base/endpoint.h"

namespace evenkeel {

/// Longer messages are not read: one datagram of an Ethernet.
inline constexpr std::size_t max_stun_size = 1500;
/// RFC 8489, section 14.3.
inline constexpr std::size_t max_stun_username_size = 512;
/// Of a realm or nonce: 128 characters of UTF-8, or what servers took for that (RFC 5389, section 15.7).
inline constexpr std::size_t max_stun_text_size = 763;
inline constexpr std::uint16_t stun_binding_method = 1;
/// RFC 8656, section 17.
namespace turn_method {
inline constexpr std::uint16_t allocate = 3;
inline constexpr std::uint16_t refresh = 4;
inline constexpr std::uint16_t data = 7;
inline constexpr std::uint16_t channel_bind = 9;
}  // namespace turn_method

using StunTransactionId = std::array<std::uint8_t, 12>;

/// RFC 8489, section 5.
enum class StunClass : std::uint8_t { request = 0, indication = 1, success = 2, error = 3 };

/// RFC 8489, section 14.8, RFC 8445, section 7, and RFC 8656, section 19.
namespace stun_error {
inline constexpr int try_alternate = 300;
inline constexpr int bad_request = 400;
inline constexpr int unauthenticated = 401;
inline constexpr int forbidden = 403;
inline constexpr int allocation_mismatch = 437;
inline constexpr int stale_nonce = 438;
inline constexpr int address_family_not_supported = 440;
inline constexpr int wrong_credentials = 441;
inline constexpr int unsupported_transport = 442;
inline constexpr int allocation_quota_reached = 486;
inline constexpr int insufficient_capacity = 508;
inline constexpr int unknown_attribute = 420;
inline constexpr int role_conflict = 487;
}  // namespace stun_error

/// What a message says that came from the network (RFC 8489; attributes of RFC 8445, section 16.1). It refers to the
/// bytes that were read, which must outlive it. Nothing in it is trusted before has_integrity() was asked.
struct StunMessage {
  /// Attributes that a receiver must understand, and that we do not; more of them are counted as one.
  static constexpr std::size_t max_unknown = 8;

  StunClass message_class{};
  std::uint16_t method = 0;
  StunTransactionId id{};

  std::optional<std::string_view> username;  ///< at most max_stun_username_size bytes
  std::optional<std::uint32_t> priority;
  std::optional<std::uint64_t> controlling, controlled;  ///< the sender's tie-breaker
  bool use_candidate = false;
  std::optional<Endpoint> mapped_address;  ///< XOR-MAPPED-ADDRESS
  std::optional<std::uint32_t> evenkeel_features;
  int error_code = 0;  ///< 300 to 699; 0: none
  // Of servers:
  std::optional<std::string_view> realm, nonce;
  std::optional<Endpoint> alternate_server;
  // Of TURN servers, read where the method is not binding (RFC 8656, section 18):
  std::array<Endpoint, 2> relayed{};  ///< XOR-RELAYED-ADDRESS, of each family at most one
  std::size_t relayed_count = 0;
  std::optional<std::uint32_t> lifetime;  ///< in seconds
  std::optional<Endpoint> peer_address;   ///< XOR-PEER-ADDRESS
  std::optional<std::span<const std::uint8_t>> data;

  bool has_fingerprint = false;  ///< one that is right: with a wrong one there is no message

  std::array<std::uint16_t, max_unknown> unknown{};
  std::size_t unknown_count = 0;

  std::span<const std::uint8_t> before_integrity;  ///< header and attributes that MESSAGE-INTEGRITY covers
  std::span<const std::uint8_t> integrity;         ///< 20 bytes; empty: none
};

/// Whether a datagram on a port with DTLS and RTP is STUN (RFC 7983: the first byte; and the magic cookie).
bool is_stun(std::span<const std::uint8_t> datagram);

/// Nullopt for what is no whole STUN message of at most max_stun_size bytes, or has a wrong FINGERPRINT. Of attributes
/// that come twice the first counts; behind MESSAGE-INTEGRITY only FINGERPRINT does, which must be the last one.
std::optional<StunMessage> parse_stun(std::span<const std::uint8_t> datagram);

/// The USERNAME of a binding request with a right FINGERPRINT, unchecked otherwise: for those who have to find out
/// which call it belongs to. It refers to the datagram.
std::optional<std::string_view> username_of_request(std::span<const std::uint8_t> datagram);

/// Whether MESSAGE-INTEGRITY is there and was made with this password (short-term credentials).
bool has_integrity(const StunMessage& message, std::string_view password, const Cryptography& cryptography);

/// Writes one message: attributes in the order of the calls. Attributes that do not fit into max_stun_size end in an
/// empty result of finish().
class StunWriter {
 public:
  StunWriter(StunClass message_class, const StunTransactionId& id, std::uint16_t method = stun_binding_method);

  StunWriter& username(std::string_view local, std::string_view remote);  ///< "remote:local", as the remote reads it
  StunWriter& priority(std::uint32_t value);
  StunWriter& controlling(std::uint64_t tie_breaker);
  StunWriter& controlled(std::uint64_t tie_breaker);
  StunWriter& use_candidate();
  StunWriter& mapped_address(const Endpoint& endpoint);
  StunWriter& error(int code);
  StunWriter& unknown_attributes(std::span<const std::uint16_t> types);
  StunWriter& text(std::uint16_t type, std::string_view value);
  StunWriter& number(std::uint16_t type, std::uint32_t value);
  StunWriter& xor_address(std::uint16_t type, const Endpoint& endpoint);

  /// Without either of what follows.
  std::vector<std::uint8_t> finish();
  /// With MESSAGE-INTEGRITY and FINGERPRINT. `password`: the key; of long-term credentials their hash (RFC 8489,
  /// section 9.2.2).
  std::vector<std::uint8_t> finish(std::string_view password, const Cryptography& cryptography);

 private:
  void attribute(std::uint16_t type, std::size_t size);
  void set_length(std::size_t attributes);

  StunTransactionId id_;
  std::array<std::uint8_t, max_stun_size> buffer_;
  ByteWriter writer_{buffer_};
};

}  // namespace evenkeel
