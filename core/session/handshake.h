#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/base/time.h"

namespace evenkeel {

enum class SrtpProfile : std::uint16_t {
  aes128_cm_sha1_80 = 0x0001,  ///< RFC 5764, section 4.1.2
  aead_aes_128_gcm = 0x0007    ///< RFC 7714, section 14.2
};

/// "AEAD_AES_128_GCM", "AES_CM_128_HMAC_SHA1_80": W3C's srtpCipher.
constexpr std::string_view name_of(SrtpProfile profile) {
  return profile == SrtpProfile::aead_aes_128_gcm ? "AEAD_AES_128_GCM" : "AES_CM_128_HMAC_SHA1_80";
}
/// Bytes that sealing adds to an RTP packet.
constexpr std::size_t srtp_tag_size(SrtpProfile profile) { return profile == SrtpProfile::aead_aes_128_gcm ? 16 : 10; }

/// Keys of one direction: the master key, and behind it the salt (12 bytes for GCM, 14 else). Whoever held it wipes it.
struct SrtpKey {
  std::array<std::uint8_t, 30> bytes{};
  std::size_t size = 0;
};

/// What a handshake yields (RFC 5764, section 4.2).
struct SrtpKeys {
  SrtpProfile profile{};
  SrtpKey local;   ///< seals what we send
  SrtpKey remote;  ///< opens what the peer sends
};

/// A DTLS handshake over datagrams that somebody else carries. Between start() and done it is to be driven: datagrams
/// of the peer in, poll() until it is empty after each call, on_timer() at next_wake().
class Handshake {
 public:
  enum class State {
    idle,
    under_way,
    done,    ///< the peer's certificate is the expected one, and there are keys
    failed,  ///< failure() says why; poll() may still have an alert
    closed   ///< the peer said close_notify
  };
  using Datagram = std::span<const std::uint8_t>;
  virtual ~Handshake() = default;

  /// The client's first message goes out; a server waits for it.
  virtual void start(LocalTime now) = 0;
  /// Of the peer; anything: what is no DTLS is ignored.
  virtual void on_datagram(Datagram datagram, LocalTime now) = 0;
  virtual void on_timer(LocalTime now) = 0;
  /// When to call on_timer(); max() for never.
  virtual LocalTime next_wake() const = 0;
  /// The next datagram to send; valid until the next call.
  virtual std::optional<Datagram> poll() = 0;
  /// Says close_notify; to be polled once more.
  virtual void close() = 0;

  virtual State state() const = 0;
  /// One clause: "the certificate is another than the link names". Empty unless failed.
  virtual std::string_view failure() const = 0;
  /// The peer showed a certificate of which the fingerprint is another than the expected one.
  virtual bool wrong_certificate() const = 0;
  /// Once, when done; the keys are wiped here.
  virtual std::optional<SrtpKeys> take_keys() = 0;
  /// "ECDHE-ECDSA-AES128-GCM-SHA256"; empty before done: W3C's dtlsCipher.
  virtual std::string_view cipher() const = 0;
};

}  // namespace evenkeel
