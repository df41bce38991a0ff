#include <catch2/catch.hpp>

#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

SenderConfig limited() {
  SenderConfig config = sender_config();
  config.limits.start = megabits_per_second(1);
  config.limits.maximum = megabits_per_second(3);
  return config;
}

}  // namespace

TEST_CASE("A peer whose report clock leaps as far as it can with each report: rates keep their limits") {
  const char* const controller = GENERATE("darc", "ldcc", "arc", "fixed");
  INFO(controller);
  JoinedCall call(make_sender(limited(), controller));
  std::uint32_t leap = 0;
  call.on_report = [&](RtcpCompound& rtcp) {
    for (CongestionFeedback& feedback : rtcp.feedbacks) feedback.report_timestamp += leap += 0x7fffffff;
  };
  call.sender->start(t0);
  call.run(1s);
  for (int second = 0; second < 20; ++second) {
    call.run(1s);
    CHECK(call.sender->transport().update().target >= limited().limits.minimum);
    CHECK(call.sender->transport().update().target <= limited().limits.maximum);
  }
}

TEST_CASE("A peer that sends 10,000 tiny frames a second does not make us send much") {
  constexpr std::size_t headers = 28;
  std::size_t received = 0, reported = 0;  // bytes
  std::uint16_t number = 0;
  Receiver receiver(receiver_config(), t0);
  LocalTime now = t0;
  int given_out = 0;
  Packetizer packetizer{PacketizerConfig{.ssrc = 7}};
  for (int i = 0; i < 30'000; ++i) {
    now += 100us;
    const EncodedFrame tiny = frame(10, now, i == 0);
    packetizer.begin(tiny, static_cast<std::uint32_t>(i));
    std::array<std::uint8_t, 1200> packet;
    const std::size_t size = packetizer.next(packet);
    packet[2] = static_cast<std::uint8_t>(number >> 8);
    packet[3] = static_cast<std::uint8_t>(number++);
    received += size + headers;
    receiver.on_rtp(std::span(packet).first(size), now, now);
    while (receiver.poll_frame(now)) ++given_out;
    while (const auto report = receiver.poll(now)) reported += report->size() + headers;
  }
  CHECK(given_out == 30'000);
  CHECK(reported < received / 10);  // a twentieth, and what asks for lost packets, 20 times a second at most
}
