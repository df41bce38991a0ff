#include <catch2/catch.hpp>

#include "sound_call.h"
#include "window_controller.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

RtcpCompound next_report(Sender& sender, LocalTime now) {
  RtcpCompound rtcp;
  for (const auto& datagram : drain(sender, now)) {
    if (is_rtcp(datagram)) REQUIRE(parse_rtcp(datagram, rtcp));
  }
  return rtcp;
}

}  // namespace

TEST_CASE("Sound leaves before a frame that waits, at once") {
  SoundCall sound;
  Sender& sender = *sound.call.sender;
  drain(sender, t0);
  sender.push_frame(frame(30'000, t0), t0);
  drain(sender, t0 + 20ms);
  REQUIRE(sender.queue().packets() > 10);
  sender.push_sound(sound_packet(0), t0 + 21ms);
  CHECK(sender.next_wake() <= t0 + 21ms);
  const auto left = drain(sender, t0 + 21ms);
  REQUIRE_FALSE(left.empty());
  CHECK(is_sound(left.front()));
}

TEST_CASE("What sound took is made up for: the rate stays") {
  SoundCall sound;
  sound.call.frame_size = 20'000;  // more than the rate
  sound.run(5s);
  const auto before = sound.call.sender->transport().counters().wire_bytes_sent;
  sound.run(10s);
  const auto bytes_sent = sound.call.sender->transport().counters().wire_bytes_sent - before;
  CHECK(static_cast<double>(bytes_sent) * 8 / 10 == Approx(1e6).epsilon(0.003));
}

TEST_CASE("The pacer owes no more than two packets for sound, however much of it there is") {
  SoundCall sound;
  sound.told->rate = kilobits_per_second(60);
  sound.sound_size = 1000;  // 400 kbit/s
  sound.run(5s);
  Sender& sender = *sound.call.sender;
  CHECK(sender.pacer().mismatch_bytes(sound.call.now) > -3.1 * 1228);
  const auto sent = sender.transport().counters().wire_bytes_sent;
  CHECK(static_cast<double>(sent) * 8 / 5 < 120e3);
  CHECK(sender.queue().packets(PacketClass::audio) <= 11);  // 200 ms of it; the rest was too old
}

TEST_CASE("A window that is full holds no sound back") {
  Sender sender(sender_config(), std::make_unique<WindowController>(bytes(3000)), make_pacer("rmc"));
  sender.set_negotiated(with_sound());
  sender.start(t0);
  sender.push_frame(frame(20'000, t0), t0);
  drain(sender, t0 + 100ms);
  REQUIRE(sender.path().history().in_flight() >= bytes(3000));
  for (int i = 0; i < 50; ++i) {
    const LocalTime now = t0 + 100ms + i * 3ms;
    sender.push_sound(sound_packet(960 * i), now);
    const auto left = drain(sender, now);
    REQUIRE(left.size() == 1);
    CHECK(is_sound(left.front()));
  }
}

TEST_CASE("Sound is no half of a pair, and controllers know it from the rest") {
  SoundCall sound;
  sound.told->pairs = Duration::zero();  // as often as can be
  sound.run(2s);
  auto& sent = sound.told->sent;
  int together = 0;
  for (std::size_t i = 1; i < sent.size(); ++i) {
    if (sent[i].sound || sent[i - 1].sound || sent[i].sent != sent[i - 1].sent) continue;
    ++together;
  }
  CHECK(together > 50);
  const auto of_sound = std::ranges::count(sent, true, &SentPacket::sound);
  CHECK(of_sound == 100);
  CHECK(std::ranges::count(sound.told->results, true, &PacketResult::sound) > 90);
  CHECK(std::ranges::all_of(sent, [](const SentPacket& p) { return p.sound == (p.size < bytes(200)); }));
}

TEST_CASE("Sound that feedback does not cover leaves without a number, and no controller sees it") {
  Negotiated negotiated;
  negotiated.format.feedback = ArrivalFeedback::transport_wide;
  negotiated.format.transport_wide_id = 3;
  negotiated.format.feedback_of_sound = false;
  SoundCall sound(negotiated);
  Sender& sender = *sound.call.sender;
  std::vector<std::uint16_t> numbers;
  int of_sound = 0;
  for (int i = 0; i < 50; ++i) {
    const LocalTime now = t0 + i * 20ms;
    sender.push_frame(frame(2000, now), now);
    sender.push_sound(sound_packet(960 * i), now);
    for (const auto& datagram : drain(sender, now + 19ms)) {
      if (is_rtcp(datagram)) continue;
      const auto number = read_transport_wide_number(datagram, 3);
      CHECK(number.has_value() != is_sound(datagram));
      if (number) numbers.push_back(*number);
      of_sound += is_sound(datagram);
    }
  }
  CHECK(of_sound == 50);
  REQUIRE(numbers.size() > 50);
  CHECK(numbers.back() - numbers.front() == static_cast<int>(numbers.size()) - 1);  // no gap
  CHECK(sound.told->sent.size() == numbers.size());
  CHECK(std::ranges::count(sound.told->sent, true, &SentPacket::sound) == 0);
}

TEST_CASE("A peer that receives no sound gets none") {
  Negotiated negotiated;
  if (GENERATE(false, true)) {
    negotiated.peer_receives_sound = false;
  } else {
    negotiated.format.audio = 0;
  }
  SoundCall sound(negotiated);
  sound.run(1s);
  CHECK_FALSE(sound.call.sender->wants_sound());
  CHECK(sound.call.sender->sound().rtp().packets_sent() == 0);
  CHECK(sound.call.frames > 20);
  Sample sample;
  sound.call.sender->sample(sound.call.now, sample);
  CHECK_FALSE(sample.sound_bitrate_bps);
  CHECK_FALSE(sample.video_paused);
}

TEST_CASE("A peer that receives no video gets sound") {
  Negotiated negotiated;
  negotiated.peer_receives_video = false;
  SoundCall sound(negotiated);
  sound.run(1s);
  CHECK_FALSE(sound.call.sender->wants_video());
  CHECK(sound.call.sender->wants_sound());
  CHECK(sound.call.sender->video().rtp().packets_sent() == 0);
  CHECK(sound.call.sender->sound().rtp().packets_sent() == 50);
}

TEST_CASE("Sender reports cover the sound as soon as there is some, in samples") {
  SoundCall sound;
  Sender& sender = *sound.call.sender;
  std::vector<std::uint8_t> report;
  for (const auto& datagram : drain(sender, t0)) report = datagram;
  CHECK(report.size() > 28);
  CHECK(report[4 * 7 + 1] != 200);  // one source
  sound.run(500ms);
  report.clear();
  LocalTime now = sound.call.now;
  for (; report.empty() && now < t0 + 3s; now += 1ms) {
    for (const auto& datagram : drain(sender, now)) {
      if (is_rtcp(datagram)) report = datagram;
    }
  }
  // Two sender reports, 28 bytes each, in one datagram.
  REQUIRE(report.size() > 56);
  CHECK(report[29] == 200);
  CHECK((report[32] << 24 | report[33] << 16 | report[34] << 8 | report[35]) == static_cast<int>(sound_ssrc));
  const std::uint32_t timestamp = static_cast<std::uint32_t>(report[44]) << 24 |
                                  static_cast<std::uint32_t>(report[45] << 16 | report[46] << 8 | report[47]);
  CHECK(timestamp == Approx(48 * to_milliseconds(now - 1ms - t0)).margin(2));
}

TEST_CASE("Sound that is lost is no loss of the video, and its encoder learns of it") {
  SoundCall sound;
  int n = 0;
  sound.call.loses = [&](std::span<const std::uint8_t> packet) { return is_sound(packet) && ++n % 5 == 0; };
  sound.run(20s);
  Sender& sender = *sound.call.sender;
  CHECK(sender.path().history().packets_lost() > 150);
  CHECK(sender.path().history().packets_lost(sound_ssrc) == sender.path().history().packets_lost());
  CHECK(sender.sound().loss() == Approx(0.2).margin(0.03));
  Sample sample;
  sender.sample(sound.call.now, sample);
  CHECK(sample.video_packets_lost == 0);
  CHECK(sender.repair().share() < 0.03);
}

TEST_CASE("The encoder of video gets what sound leaves") {
  SoundCall sound;
  sound.talks = false;
  sound.run(2s);
  const double without = sound.call.sender->media_target().bps();
  sound.talks = true;
  sound.run(3s);
  const double wire = (80 + 12 + 8 + 28) * 8 / 0.020;
  CHECK(sound.call.sender->media_target().bps() == Approx(without * (1 - wire / 1e6)).epsilon(0.01));
}

TEST_CASE("The peer learns soon that the microphone is muted, and of a call without sound nothing") {
  SoundCall sound;
  Sender& sender = *sound.call.sender;
  CHECK_FALSE(next_report(sender, t0).sound_muted);  // no sound yet
  sender.push_sound(sound_packet(0), t0);
  sender.set_sound_muted(true);
  sender.push_sound(sound_packet(960), t0 + 20ms);
  CHECK_FALSE(next_report(sender, t0 + 50ms).sound_muted);
  CHECK(next_report(sender, t0 + 100ms).sound_muted == true);
  CHECK(next_report(sender, t0 + 1100ms).sound_muted == true);
  Sample sample;
  sender.sample(t0 + 1100ms, sample);
  CHECK(sample.sound_muted == 1);
  sender.set_sound_muted(false);
  sender.push_sound(sound_packet(1920), t0 + 1150ms);
  CHECK(next_report(sender, t0 + 1200ms).sound_muted == false);

  Negotiated without;
  without.peer_receives_sound = false;
  sender.set_sound_muted(true);
  sender.set_negotiated(without);
  sender.start(t0 + 2s);
  sender.push_sound(sound_packet(2880), t0 + 2s);
  CHECK_FALSE(next_report(sender, t0 + 2s).sound_muted);
}

TEST_CASE("Below 100 kbit/s the picture pauses, and comes back with a key frame") {
  SoundCall sound;
  Sender& sender = *sound.call.sender;
  sound.run(2s);
  CHECK(sender.sound_plan().packet() == 20ms);
  sound.told->rate = kilobits_per_second(90);
  sound.run(2s);
  CHECK(sender.video_paused());
  CHECK(sender.sound_plan().packet() == 40ms);
  CHECK(sender.wants_video());
  CHECK(sender.media_target() == sender_config().limits.minimum);
  Sample sample;
  sender.sample(sound.call.now, sample);
  CHECK(sample.video_paused == 1);
  sound.run(20s);  // what waited has left
  const int frames = sound.call.frames;
  sound.run(1s);
  CHECK(sound.call.frames == frames);
  sound.told->rate = kilobits_per_second(160);
  const int key_frames = sound.call.key_frames;
  sound.run(2900ms);
  CHECK(sender.video_paused());
  sound.run(500ms);
  CHECK_FALSE(sender.video_paused());
  CHECK(sound.call.key_frames > key_frames);
  CHECK(sound.call.key_frames <= key_frames + 2);  // the peer may ask while the first is on its way
}

TEST_CASE("While the picture pauses packets that carry nothing stand for it, up to 200 kbit/s") {
  struct Row {
    double kbps, sent;
  };
  const auto row = GENERATE(values<Row>({{90, 90}, {140, 140}}));
  SoundCall sound;
  sound.told->rate = kilobits_per_second(90);
  sound.run(20s);
  REQUIRE(sound.call.sender->video_paused());
  sound.told->rate = kilobits_per_second(row.kbps);
  sound.run(1s);
  sound.told->sent.clear();
  const auto before = sound.call.sender->transport().counters();
  sound.run(10s);
  const auto after = sound.call.sender->transport().counters();
  const auto rate = static_cast<double>(after.wire_bytes_sent - before.wire_bytes_sent) * 8 / 10e3;
  CHECK(rate == Approx(row.sent).epsilon(0.03));
  CHECK(after.padding_packets > before.padding_packets + 100);
  CHECK(
      std::ranges::none_of(sound.told->sent, &SentPacket::padding));  // the controller sees a source that uses its rate
  CHECK(std::ranges::all_of(sound.told->sent, [](const SentPacket& p) { return p.size <= bytes(188); }));
}

TEST_CASE("Where no sound comes, the picture does not pause") {
  SoundCall sound;
  sound.talks = false;
  sound.told->rate = kilobits_per_second(80);
  sound.run(5s);
  CHECK_FALSE(sound.call.sender->video_paused());
  sound.talks = true;
  sound.run(2s);
  CHECK(sound.call.sender->video_paused());
  sound.talks = false;
  sound.run(2s);
  CHECK_FALSE(sound.call.sender->video_paused());
}

TEST_CASE("A new path, and a new call, begin with a picture") {
  SoundCall sound;
  sound.told->rate = kilobits_per_second(80);
  sound.run(3s);
  Sender& sender = *sound.call.sender;
  REQUIRE(sender.video_paused());
  sender.take_key_frame_request();
  if (GENERATE(false, true)) {
    sender.change_path(sound.call.now);
  } else {
    sender.start(sound.call.now);
  }
  CHECK_FALSE(sender.video_paused());
  CHECK(sender.take_key_frame_request());
}

TEST_CASE("Suspended or stopped by the circuit breaker nothing of the sound leaves") {
  SoundCall sound;
  Sender& sender = *sound.call.sender;
  sound.run(1s);
  if (GENERATE(false, true)) {
    sender.suspend();
  } else {
    sound.call.reports_get_through = false;
    for (int i = 0; i < 20; ++i) sound.run(1s);
    REQUIRE(sender.circuit_breaker().state() == CircuitBreaker::State::open);
  }
  const auto sent = sender.sound().rtp().packets_sent();
  CHECK_FALSE(sender.wants_sound());
  sound.run(500ms);
  CHECK(sender.sound().rtp().packets_sent() == sent);
}
