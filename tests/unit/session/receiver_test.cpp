#include "core/rtp/ntp.h"
#include "receiver_peer.h"

using namespace evenkeel;
using namespace evenkeel::test;
using Peer = ReceiverPeer;

TEST_CASE("Another source takes the stream over after a second of silence, not before") {
  constexpr std::uint32_t other = 7;
  Peer peer;
  peer.rtp(t0);
  for (Duration t{}; t < 5s; t += 100ms) {
    peer.rtp(t0 + t);
    peer.rtp(t0 + t, other);
  }
  CHECK(peer.receiver.stream() == media_ssrc);
  CHECK(peer.receiver.stats().foreign == 50);
  CHECK(peer.receiver.stats().packets == 51);
  const LocalTime last = t0 + 4900ms;
  peer.rtp(last + 999ms, other);
  CHECK(peer.receiver.stream() == media_ssrc);
  peer.rtp(last + 1s, other);
  CHECK(peer.receiver.stream() == other);
  const auto report = peer.poll(last + 2s);
  REQUIRE(report);
  CHECK(report->reports[0].ssrc == other);
  CHECK(report->feedbacks[0].streams[0].metrics.size() == 1);
}

TEST_CASE("BYE of the stream frees it, that of another does not") {
  Peer peer;
  peer.rtp(t0);
  RtcpCompound bye;
  bye.byes = {7};
  peer.receiver.on_rtcp(bye, t0);
  CHECK(peer.receiver.stream() == media_ssrc);
  bye.byes = {7, media_ssrc};
  peer.receiver.on_rtcp(bye, t0);
  CHECK_FALSE(peer.receiver.stream());
  peer.rtp(t0 + 1ms, 7);
  CHECK(peer.receiver.stream() == 7u);
}

TEST_CASE("A peer that was started anew may have any source") {
  Peer peer;
  peer.rtp(t0);
  peer.receiver.on_new_peer();
  CHECK_FALSE(peer.receiver.stream());
  peer.sequence = 60'000;
  peer.rtp(t0 + 1ms, 7);
  CHECK(peer.receiver.stream() == 7u);
  CHECK(peer.frames == 2);
}

TEST_CASE(
    "A stream has max(300 ms, RTT + 100 ms) to begin with a key frame; then one is asked for as often, until it "
    "comes") {
  struct Row {
    std::optional<Duration> rtt;
    Duration interval;
  };
  const auto row = GENERATE(values<Row>({{std::nullopt, 300ms}, {50ms, 300ms}, {400ms, 500ms}}));
  Peer peer;
  peer.poll(t0);
  if (row.rtt) peer.receiver.set_round_trip_time(*row.rtt);
  std::vector<Duration> asked;
  for (Duration t = 1ms; t < 2s; t += 1ms) {
    if (t % 20ms == 1ms) peer.rtp(t0 + t, media_ssrc, false);
    while (const auto report = peer.poll(t0 + t)) {
      if (report->picture_losses.empty()) continue;
      CHECK(report->picture_losses[0].media_ssrc == media_ssrc);
      asked.push_back(t);
    }
  }
  std::vector<Duration> expected;
  for (Duration t = 1ms + row.interval; t < 2s; t += row.interval) expected.push_back(t);
  CHECK(asked == expected);
  CHECK(peer.receiver.key_frames_asked() == expected.size());
  peer.rtp(t0 + 2s, media_ssrc, true);
  for (Duration t = 2s; t < 4s; t += 1ms) {
    while (const auto report = peer.poll(t0 + t)) CHECK(report->picture_losses.empty());
  }
}

TEST_CASE("A key frame is asked for at once where a frame is lost in the call") {
  Peer peer;
  peer.rtp(t0);
  peer.poll(t0);
  ++peer.sequence;
  LocalTime now = t0 + 1s;
  for (int i = 0; i < 5; ++i, now += 20ms) peer.rtp(now, media_ssrc, false);
  CHECK(peer.receiver.next_wake() <= now);
  const auto report = peer.poll(now);
  REQUIRE(report);
  CHECK(report->picture_losses.size() == 1);
}

TEST_CASE("The decoder may ask for a key frame, which only a key frame answers") {
  Peer peer;
  peer.rtp(t0 - 1s);
  peer.poll(t0);
  peer.receiver.request_key_frame();
  CHECK(peer.receiver.next_wake() <= t0);
  auto report = peer.poll(t0 + 1ms);
  REQUIRE(report);
  CHECK(report->picture_losses.size() == 1);
  peer.rtp(t0 + 10ms, media_ssrc, false);
  report = peer.poll(t0 + 301ms);
  REQUIRE(report);
  CHECK(report->picture_losses.size() == 1);
  peer.rtp(t0 + 310ms, media_ssrc, true);
  report = peer.poll(t0 + 1s);
  REQUIRE(report);
  CHECK(report->picture_losses.empty());
}

TEST_CASE("Without a stream there is nobody to ask for a key frame") {
  Peer peer;
  peer.receiver.request_key_frame();
  const auto greeting = peer.poll(t0);
  REQUIRE(greeting);
  CHECK(greeting->picture_losses.empty());
  CHECK_FALSE(peer.poll(t0 + 1ms));
}

TEST_CASE("What is no RTP of ours is counted and passed over") {
  Peer peer;
  peer.rtp(t0, media_ssrc, true, 97);
  peer.receiver.on_rtp({}, t0, t0);
  const std::vector<std::uint8_t> garbage(40, 0xFF);
  peer.receiver.on_rtp(garbage, t0, t0);
  CHECK(peer.receiver.stats().malformed == 3);
  CHECK(peer.receiver.stats().packets == 0);
  CHECK_FALSE(peer.receiver.stream());
}

TEST_CASE("Counters of telemetry go on where another source takes the stream over") {
  Peer peer;
  for (int i = 0; i < 3; ++i) peer.rtp(t0 + i * 10ms);
  peer.sequence += 2;  // lost
  peer.rtp(t0 + 30ms);
  while (peer.receiver.poll_frame(t0 + 1s)) {
  }
  Sample before;
  peer.receiver.sample(t0 + 1s, before);
  CHECK(*before.frames_received == 4);
  peer.receiver.on_new_peer();
  peer.sequence = 40'000;
  peer.rtp(t0 + 2s, 7);
  Sample after;
  peer.receiver.sample(t0 + 2s, after);
  CHECK(*after.frames_received == 5);
  CHECK(*after.frames_dropped == *before.frames_dropped);
}

TEST_CASE("Who shows no pictures asks for no key frame, but reports as ever") {
  ReceiverConfig config = receiver_config();
  config.wants_frames = GENERATE(true, false);
  Peer peer;
  peer.receiver = Receiver(config, t0);
  peer.rtp(t0);
  peer.sequence += 3;  // lost
  peer.rtp(t0 + 10ms, media_ssrc, false);
  peer.receiver.request_key_frame();
  int asked = 0;
  int reports = 0;
  for (Duration t = 10ms; t < 3s; t += 1ms) {
    while (const auto out = peer.poll(t0 + t)) {
      asked += static_cast<int>(out->picture_losses.size());
      reports += static_cast<int>(out->feedbacks.size());
    }
  }
  CHECK((asked > 0) == config.wants_frames);
  CHECK(reports > 0);
}
