#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "core/session/handshake.h"

namespace evenkeel {

/// Bytes that sealing may add at most: the tag, and what SRTCP has behind it.
inline constexpr std::size_t srtp_max_growth = 16 + 4;

/// Tells RTCP from RTP on one port, sealed or plain, by the second byte (RFC 5761, section 4).
constexpr bool is_rtcp_by_type(std::span<const std::uint8_t> packet) {
  return packet.size() >= 2 && packet[1] >= 192 && packet[1] <= 223;
}

/// Seals RTP and RTCP (RFC 3711, RFC 7714) of the SSRCs of one thread: each SSRC must have one sealer only, else an
/// index is used twice.
class SrtpSealer {
 public:
  SrtpSealer(SrtpProfile profile, const SrtpKey& key);
  ~SrtpSealer();
  SrtpSealer(SrtpSealer&&) noexcept;
  SrtpSealer& operator=(SrtpSealer&&) noexcept;

  /// Seals into `out`, which has srtp_max_growth bytes more than `plain`; RTCP or RTP is told by the second byte (RFC
  /// 5761). Returns the size; 0 where the library refuses (a sequence number that was sealed before, a header that is
  /// none, more than 2048 bytes): the packet is lost then. Allocates nothing of its own after the first packet of an
  /// SSRC; libsrtp over NSS, as Debian has it, takes and gives back a few small blocks.
  std::size_t seal(std::span<const std::uint8_t> plain, std::span<std::uint8_t> out);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

/// Opens what the peer sealed, with a replay window of 1024; of SRTCP it is libsrtp's of 128.
class SrtpOpener {
 public:
  SrtpOpener(SrtpProfile profile, const SrtpKey& key);
  ~SrtpOpener();
  SrtpOpener(SrtpOpener&&) noexcept;
  SrtpOpener& operator=(SrtpOpener&&) noexcept;

  enum class Verdict { opened, forged, replayed };
  struct Opened {
    Verdict verdict{};
    std::span<std::uint8_t> plain;  ///< a part of what was given
  };
  /// In place. Streams of SSRCs that it has not seen are opened too. Of 64 libsrtp knows what came; of the one that is
  /// silent longest only the highest indices are kept then, so that no packet of before opens again and the stream may
  /// return. They are kept for 4096 SSRCs: packets of more are forged.
  Opened open(std::span<std::uint8_t> sealed);

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

}  // namespace evenkeel
