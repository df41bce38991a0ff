#pragma once

#include <boost/asio/io_context.hpp>
#include <catch2/catch.hpp>
#include <thread>

#include "core/control/factory/controller_factory.h"
#include "core/net/clock.h"
#include "core/net/emulated_link.h"
#include "core/net/network_thread.h"
#include "core/pacing/pacer_factory.h"

namespace evenkeel::test {

inline constexpr auto loopback = "127.0.0.1:0";

/// One end of a call with both its threads; sends frames when told to.
struct End {
  boost::asio::io_context io;
  UdpSocket socket{io};
  std::unique_ptr<EmulatedLink> link;
  std::unique_ptr<SealingSink> sealing;
  std::unique_ptr<PacerThread> pacer;
  std::unique_ptr<NetworkThread> network;
  std::optional<std::uint64_t> captured;  ///< when the last frame that came was captured

  /// In plain RTP.
  End(std::uint32_t ssrc, std::optional<Endpoint> callee, std::optional<LinkConfig> emulated = std::nullopt)
      : End(ssrc, callee, std::nullopt, emulated) {}
  /// Secure.
  End(std::uint32_t ssrc, const SecureChannel::Config& secure) : End(ssrc, std::nullopt, secure, std::nullopt) {}
  ~End() {
    network->hang_up();
    pacer->stop();
  }

 private:
  End(std::uint32_t ssrc, std::optional<Endpoint> callee, const std::optional<SecureChannel::Config>& secure,
      std::optional<LinkConfig> emulated) {
    REQUIRE(socket.open(*resolve(loopback, 0)).empty());
    const LocalTime start = monotonic_now();
    DatagramSink* sink = &socket;
    if (emulated) {
      link = std::make_unique<EmulatedLink>(*emulated, socket, start);
      sink = link.get();
    }
    SenderConfig sender;
    sender.ssrc = ssrc;
    sender.cname = "end";
    const std::uint32_t reports = ssrc + 1000;
    sender.clock_id = clock_id(reports);
    sender.ntp_clock = ntp_clock(reports);
    sender.limits.start = megabits_per_second(4);
    sender.keep_packet_results = true;
    if (secure) sealing = std::make_unique<SealingSink>(*sink);
    PacerThread::Config pacing{"out", start, true, {}, sealing.get()};
    if (link) pacing.link_state = [this] { return link->state(); };
    pacer = std::make_unique<PacerThread>(pacing,
                                          std::make_unique<Sender>(sender, make_controller("fixed"), make_pacer("rmc")),
                                          sealing ? static_cast<DatagramSink&>(*sealing) : *sink);
    NetworkThread::Config config;
    config.flow = "in";
    config.run_start = start;
    config.receiver.ssrc = reports;
    config.receiver.cname = "end";
    config.receiver.features.sound = true;
    config.receiver.clock_id = sender.clock_id;
    config.receiver.ntp_clock = sender.ntp_clock;
    config.callee = callee;
    config.secure = secure;
    network = std::make_unique<NetworkThread>(config, io, socket, *sink, *pacer);
  }

 public:
  bool push_frame() {
    EncodedFrame frame;
    frame.key_frame = pacer->signals().key_frame_wanted.exchange(false);
    frame.data.assign(3000, 1);
    frame.data[0] = frame.key_frame ? 0x10 : 0x11;
    frame.capture_time = monotonic_now();
    return pacer->push_frame(std::move(frame));
  }
  int take_frames() {
    int count = 0;
    while (const auto frame = network->frames().try_pop()) {
      captured = frame->capture_ntp;
      ++count;
    }
    return count;
  }
  std::optional<CallEvent::Kind> event() {
    const auto e = network->events().pop(5s);
    if (!e) return std::nullopt;
    return e->kind;
  }
};

inline std::chrono::steady_clock::time_point to_steady(LocalTime t) {
  return std::chrono::steady_clock::time_point(t.time_since_epoch());
}

/// Both send 30 frames a second for so long; returns how many came to each.
inline std::pair<int, int> talk(End& a, End& b, Duration length) {
  std::pair<int, int> came;
  const LocalTime end = monotonic_now() + length;
  while (monotonic_now() < end) {
    for (End* e : {&a, &b}) {
      if (e->pacer->signals().running) e->push_frame();
    }
    std::this_thread::sleep_for(33ms);
    came.first += a.take_frames();
    came.second += b.take_frames();
  }
  return came;
}

/// Some tens of packets left, each with a delay that is one of this machine.
inline void check_sent_packets(End& end) {
  int packets = 0;
  while (const auto record = end.pacer->packets().pop()) {
    REQUIRE(record->one_way_delay);
    CHECK(*record->one_way_delay > -2ms);
    CHECK(*record->one_way_delay < 1s);
    ++packets;
  }
  CHECK(packets > 30);
}

}  // namespace evenkeel::test
