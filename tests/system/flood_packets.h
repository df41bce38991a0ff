#pragma once

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "core/ice/stun_message.h"
#include "core/net/secure/dtls_handshake.h"
#include "core/net/secure/openssl_cryptography.h"
#include "core/rtp/rtcp.h"
#include "core/signal/knock.h"

/// What strangers send to the port of a secure call.
namespace evenkeel::flood {

using Bytes = std::vector<std::uint8_t>;

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t n) { return static_cast<std::size_t>(engine_() % n); }
  std::uint32_t word() { return static_cast<std::uint32_t>(engine_()); }
  void fill(std::span<std::uint8_t> bytes) {
    for (auto& b : bytes) b = static_cast<std::uint8_t>(engine_());
  }

 private:
  std::mt19937_64 engine_;
};

/// Of any size; half of them begin as STUN, DTLS or RTP do (RFC 7983).
inline Bytes noise(Random& random) {
  Bytes packet(1 + random.below(1472));
  random.fill(packet);
  constexpr std::uint8_t first[] = {0, 1, 22, 23, 0x80, 0x90};
  if (random.below(2) == 0) packet[0] = first[random.below(std::size(first))];
  return packet;
}

/// Right in all but the keys: sealed and signed with those of another link.
inline Bytes forged_knock(Random& random) {
  AesKey key{};
  GcmNonce nonce{};
  StunTransactionId id{};
  random.fill(key);
  random.fill(nonce);
  random.fill(id);
  Knock knock;
  knock.ice_password = "abcdefghijklmnopqrstuvwx";
  knock.vp8 = 96;
  StunWriter writer(StunClass::request, id);
  writer.username("abcdefgh", seal_knock(knock, key, nonce, openssl_cryptography()));
  writer.priority(random.word()).controlling(random.word());
  return writer.finish("a password that no link has", openssl_cryptography());
}

/// The first message of a genuine client.
inline Bytes client_hello() {
  const auto handshake = make_dtls_handshake(DtlsRole::client, Certificate::make(), {});
  handshake->start({});
  const auto datagram = handshake->poll();
  return datagram ? Bytes(datagram->begin(), datagram->end()) : Bytes();
}

template <class Write>
Bytes plain_rtcp(Write write) {
  Bytes packet(256);
  RtcpWriter writer(packet);
  write(writer);
  packet.resize(writer.size());
  return packet;
}

// RFC 5104, section 4.3.1.
inline Bytes full_intra_request(std::uint32_t ssrc) {
  Bytes packet{0x84, 206, 0, 4};
  for (const std::uint32_t word : {ssrc, 0U, ssrc, 0x01000000U}) {
    for (int shift = 24; shift >= 0; shift -= 8) packet.push_back(static_cast<std::uint8_t>(word >> shift));
  }
  return packet;
}

inline Bytes feedback(std::uint32_t ssrc, Random& random) {
  CongestionFeedback message{ssrc, std::vector<StreamFeedback>(1), random.word()};
  message.streams[0].ssrc = ssrc;
  message.streams[0].begin_sequence = static_cast<std::uint16_t>(random.word());
  message.streams[0].metrics.resize(50);
  return plain_rtcp([&](RtcpWriter& w) { w.congestion_feedback(message); });
}

inline std::uint32_t ssrc_of(const Bytes& datagram) {
  const bool rtcp = datagram[1] >= 192 && datagram[1] <= 223;  // RFC 5761
  const std::size_t at = rtcp ? 4 : 8;
  std::uint32_t ssrc = 0;
  for (std::size_t i = 0; i < 4; ++i) ssrc = ssrc << 8 | datagram[at + i];
  return ssrc;
}

/// What somebody makes of a sealed datagram that he saw pass (of 12 bytes or more), to be sent under the peer's name.
inline Bytes forged_from(const Bytes& genuine, Random& random) {
  const std::uint32_t ssrc = ssrc_of(genuine);
  switch (random.below(8)) {
    case 0:
    case 1:
      return genuine;
    case 2: {
      Bytes flipped = genuine;
      flipped[random.below(flipped.size())] ^= static_cast<std::uint8_t>(1U << random.below(8));
      return flipped;
    }
    case 3:
      return plain_rtcp([&](RtcpWriter& w) {
        w.receiver_report(ssrc, {});
        w.bye(ssrc);
      });
    case 4:
      return plain_rtcp([&](RtcpWriter& w) { w.picture_loss({ssrc, ssrc}); });
    case 5:
      return full_intra_request(ssrc);
    case 6:
      return feedback(ssrc, random);
    default:  // an alert of DTLS 1.2 in plain: close_notify
      return {21, 0xfe, 0xfd, 0, 0, 0, 0, 0, 0, 0, static_cast<std::uint8_t>(random.below(256)), 0, 2, 1, 0};
  }
}

}  // namespace evenkeel::flood
