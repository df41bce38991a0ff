#pragma once

#include <catch2/catch.hpp>
#include <deque>
#include <functional>
#include <memory>
#include <vector>

#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/rtp/rtp_packet.h"
#include "core/session/receiver.h"
#include "core/session/sender.h"
#include "sealed_wire.h"

namespace evenkeel::test {

inline constexpr LocalTime t0{1000s};
inline constexpr std::uint32_t media_ssrc = 0xA1A2A3A4;
inline constexpr std::uint32_t reporter_ssrc = 0xB1B2B3B4;

inline SenderConfig sender_config() {
  SenderConfig config;
  config.ssrc = media_ssrc;
  config.first_sequence_number = 65'500;
  config.cname = "alice";
  config.clock_id = "c10c";
  config.probes_packet_size = false;
  return config;
}

inline ReceiverConfig receiver_config() {
  ReceiverConfig config;
  config.ssrc = reporter_ssrc;
  config.cname = "bob";
  return config;
}

inline std::unique_ptr<Sender> make_sender(const SenderConfig& config = sender_config(),
                                           std::string_view controller = "fixed") {
  return std::make_unique<Sender>(config, make_controller(controller), make_pacer("rmc"));
}

inline EncodedFrame frame(std::size_t size, LocalTime captured, bool key = false) {
  EncodedFrame f;
  f.data.assign(size, 0xEE);
  f.data[0] = key ? 0x10 : 0x11;  // the P bit of VP8's payload header
  f.key_frame = key;
  f.capture_time = captured;
  return f;
}

/// Sends whatever the sender has to send at `now`.
inline std::vector<std::vector<std::uint8_t>> drain(Sender& sender, LocalTime now) {
  std::vector<std::vector<std::uint8_t>> out;
  while (const auto datagram = sender.poll(now)) {
    out.emplace_back(datagram->begin(), datagram->end());
    sender.on_sent(now);
  }
  return out;
}

/// A Sender and a Receiver over a path without a bottleneck, in steps of 1 ms. 30 frames a second. Encrypted as every
/// call is; packets count without the tag.
class JoinedCall {
 public:
  explicit JoinedCall(std::unique_ptr<Sender> s, const ReceiverConfig& r = receiver_config())
      : sender(std::move(s)), receiver(r, t0) {
    sender->seal(r.ip_overhead);
  }
  ~JoinedCall() { CHECK(there.refused + back.refused == 0); }

  /// As after another handshake: the order is that of the pacer thread.
  void rekey() {
    there.rekey();
    back.rekey();
    sender->seal(bytes(28));
    sender->on_new_keys();
  }

  std::size_t frame_size = 3000;
  Duration frame_interval = 33'333'333ns;
  Duration path_delay = 25ms;  ///< each way
  Duration reading_delay{};    ///< for which reports wait before the sender reads them
  Duration peer_clock{};       ///< the receiver's clock less the sender's
  std::function<bool()> loses_media = [] { return false; };
  std::function<bool(std::span<const std::uint8_t>)> loses = [](auto) { return false; };  ///< that RTP packet
  std::function<void(EncodedFrame&)> on_encoded = [](EncodedFrame&) {};
  std::function<void(const ReceivedFrame&)> on_given_out = [](const ReceivedFrame&) {};
  std::function<void(std::span<const std::uint8_t>)> on_report_sent = [](auto) {};  ///< the datagram as it leaves
  std::function<void(RtcpCompound&)> on_report = [](RtcpCompound&) {};              ///< what the sender will read
  bool reports_get_through = true;
  bool tells_round_trip = true;                ///< the receiving end sends as well, and so measures it
  std::function<void()> before_calls = [] {};  ///< around the sender's send path
  std::function<void()> after_calls = [] {};

  void run(Duration length) {
    for (const LocalTime end = now + length; now < end; now += 1ms) step();
  }

  /// After a second a report block with heavy loss arrives.
  void report_heavy_loss() {
    reports_get_through = false;
    run(1s);
    const ReportBlock block{.ssrc = media_ssrc, .fraction_lost = 200, .extended_highest_sequence = ++reported_};
    sender->transport().on_report_block(block, frame_interval, now);
  }

  LocalTime now = t0;
  std::unique_ptr<Sender> sender;
  Receiver receiver;
  SealedWire there, back;
  int media = 0;
  int frames = 0;
  int key_frames = 0;  ///< sent

 private:
  struct Datagram {
    LocalTime at;
    std::vector<std::uint8_t> bytes;
  };

  void step() {
    if (now >= next_frame_) {
      EncodedFrame f = frame(frame_size, now, sender->take_key_frame_request());
      on_encoded(f);
      key_frames += f.key_frame ? 1 : 0;
      before_calls();
      sender->push_frame(f, now);
      after_calls();
      next_frame_ += frame_interval;
    }
    for (;;) {
      before_calls();
      const auto datagram = sender->poll(now);
      after_calls();
      if (!datagram) break;
      auto sealed = there.seal(*datagram);
      if (!sealed) break;
      if (is_rtcp(*datagram) || (!loses_media() && !loses(*datagram)))
        there_.push_back({now + path_delay, std::move(*sealed)});
      media += is_rtcp(*datagram) ? 0 : 1;
      before_calls();
      sender->on_sent(now);
      after_calls();
    }
    for (; !there_.empty() && there_.front().at <= now; there_.pop_front())
      at_receiver(there.open(there_.front().bytes));
    while (const auto received = receiver.poll_frame(now + peer_clock)) {
      on_given_out(*received);
      ++frames;
    }
    while (const auto datagram = receiver.poll(now + peer_clock)) {
      on_report_sent(*datagram);
      auto sealed = back.seal(*datagram);
      if (reports_get_through) back_.push_back({now + path_delay, std::move(*sealed)});
    }
    for (; !back_.empty() && back_.front().at + reading_delay <= now; back_.pop_front()) {
      if (!parse_rtcp(back.open(back_.front().bytes), rtcp_)) continue;
      on_report(rtcp_);
      sender->on_rtcp(rtcp_, back_.front().at, now);
    }
  }

  void at_receiver(std::span<const std::uint8_t> datagram) {
    if (datagram.empty()) return;
    if (!is_rtcp(datagram)) return receiver.on_rtp(datagram, now + peer_clock, now + peer_clock);
    if (parse_rtcp(datagram, rtcp_)) receiver.on_rtcp(rtcp_, now + peer_clock);
    const auto rtt = sender->path().round_trip_time().smoothed();  // both ends of a call measure it
    if (rtt && tells_round_trip) receiver.set_round_trip_time(*rtt);
  }

  LocalTime next_frame_ = t0;
  std::uint32_t reported_ = 0;
  std::deque<Datagram> there_;
  std::deque<Datagram> back_;
  RtcpCompound rtcp_;
};

}  // namespace evenkeel::test
