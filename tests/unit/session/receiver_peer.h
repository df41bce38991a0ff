#pragma once

#include <catch2/catch.hpp>

#include "core/session/receiver.h"
#include "joined_call.h"

namespace evenkeel::test {

/// The far end of a Receiver: sends it packets, and counts what it reports.
struct ReceiverPeer {
  Receiver receiver{receiver_config(), t0};
  std::uint16_t sequence = 100;
  std::size_t size = 1000;  ///< of packets, with UDP and IP
  std::size_t report_bytes = 0;
  int reports = 0;
  int compounds = 0;

  /// A key frame in one packet; `key` false: a frame that needs another.
  void rtp(LocalTime at, std::uint32_t ssrc = media_ssrc, bool key = true, std::uint8_t payload_type = 96) {
    std::vector<std::uint8_t> bytes(12);
    write_rtp_header({true, payload_type, sequence++, 90u * static_cast<std::uint32_t>(sequence), ssrc}, {}, bytes);
    for (const int b : {0x10, key ? 0x10 : 0x11, 0, 0}) bytes.push_back(static_cast<std::uint8_t>(b));
    bytes.resize(size - 28);
    receiver.on_rtp(bytes, at, at);
    while (receiver.poll_frame(at)) ++frames;
  }
  /// What goes out at `now`, if anything.
  std::optional<RtcpCompound> poll(LocalTime now) {
    const auto datagram = receiver.poll(now);
    if (!datagram) return std::nullopt;
    CHECK(datagram->size() <= 1200);
    RtcpCompound out;
    REQUIRE(parse_rtcp(*datagram, out));
    CHECK(out.sender_ssrc == reporter_ssrc);
    CHECK(is_rtcp(*datagram));
    report_bytes += datagram->size() + 28;
    if (!out.cname.empty()) ++compounds;
    ++reports;
    return out;
  }
  /// When it reports while a packet comes each `interval`.
  std::vector<Duration> report_times(Duration interval, Duration length) {
    std::vector<Duration> times;
    for (Duration t{}; t < length; t += 1ms) {
      if (t % interval == Duration::zero()) rtp(t0 + t);
      while (poll(t0 + t)) times.push_back(t);
    }
    return times;
  }
  int frames = 0;
};

}  // namespace evenkeel::test
