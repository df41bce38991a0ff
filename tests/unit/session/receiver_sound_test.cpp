#include <catch2/catch.hpp>
#include <set>

#include "core/rtp/audio_level.h"
#include "core/session/drivers.h"
#include "core/session/receiver.h"
#include "joined_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

constexpr std::uint32_t sound_ssrc = 0xC1C2C3C4;

ReceiverConfig listening() {
  ReceiverConfig config = receiver_config();
  config.features = {.retransmission = true, .repair = true, .references = true, .sound = true};
  return config;
}

/// A peer that sends packets of its own making to a Receiver.
struct Talk {
  explicit Talk(const ReceiverConfig& config = listening()) : receiver(config, t0) {
    Negotiated negotiated;
    negotiated.features = config.features;
    receiver.on_new_peer(negotiated);
    receiver.set_sync_record(&record);
  }

  struct Packet {
    std::uint8_t type = audio_payload_type;
    std::uint32_t ssrc = sound_ssrc;
    std::uint16_t number = 0;
    std::uint32_t timestamp = 0;
    std::size_t payload = 80;
    std::uint8_t level_id = audio_level_id;
    AudioLevel level = {30, true};
  };
  void send(const Packet& p, LocalTime at) {
    const auto level = encode_audio_level(p.level);
    const std::array<RtpExtension, 1> extensions{{{p.level_id, level}}};
    std::vector<std::uint8_t> bytes(1500, 0x10);
    const std::size_t size = write_rtp_header({true, p.type, p.number, p.timestamp, p.ssrc}, extensions, bytes);
    bytes.resize(size + p.payload);
    receiver.on_rtp(bytes, at, at);
  }
  void sound(std::uint16_t number, LocalTime at, std::uint32_t ssrc = sound_ssrc) {
    const int place = static_cast<std::int16_t>(number);  // goes on where the number wraps
    send({.ssrc = ssrc, .number = number, .timestamp = static_cast<std::uint32_t>(960 * place)}, at);
  }
  void video(std::uint16_t number, LocalTime at) {
    send({.type = video_payload_type, .ssrc = media_ssrc, .number = number}, at);
  }
  std::vector<ReceivedSound> drain() {
    std::vector<ReceivedSound> all;
    while (const auto one = receiver.poll_sound()) all.push_back(*one);
    return all;
  }
  /// What it reports at that time, which must be due.
  RtcpCompound report(LocalTime at) {
    const auto datagram = receiver.poll(at);
    REQUIRE(datagram);
    CHECK(datagram->size() <= 1200);
    RtcpCompound out;
    REQUIRE(parse_rtcp(*datagram, out));
    return out;
  }

  SyncRecord record;
  Receiver receiver;
};

const StreamFeedback* feedback_on(std::uint32_t ssrc, const RtcpCompound& report) {
  for (const auto& feedback : report.feedbacks) {
    for (const auto& stream : feedback.streams) {
      if (stream.ssrc == ssrc) return &stream;
    }
  }
  return nullptr;
}

}  // namespace

TEST_CASE("Sound comes out, and one report covers it beside the video") {
  Talk talk;
  talk.video(1, t0);
  for (std::uint16_t i = 0; i < 4; ++i) {
    if (i != 2) talk.sound(static_cast<std::uint16_t>(65534 + i), t0 + i * 20ms);
  }
  const auto out = talk.drain();
  REQUIRE(out.size() == 3);
  CHECK(out[0].new_source);
  CHECK(out[0].speech);
  CHECK(out[0].size == 80);
  CHECK(talk.receiver.sound_stream() == sound_ssrc);
  CHECK(talk.receiver.stats().sound_packets == 3);

  const RtcpCompound report = talk.report(t0 + 200ms);
  CHECK(report.feedbacks.size() == 1);
  CHECK(feedback_on(media_ssrc, report) != nullptr);
  const StreamFeedback* sound = feedback_on(sound_ssrc, report);
  REQUIRE(sound != nullptr);
  CHECK(sound->begin_sequence == 65534);
  REQUIRE(sound->metrics.size() == 4);
  CHECK_FALSE(sound->metrics[2].received);
  CHECK(to_milliseconds(sound->metrics[3].arrival_before_report.value()) == Approx(140).margin(1));
  REQUIRE(report.reports.size() == 2);
  CHECK(report.reports[1].ssrc == sound_ssrc);
  CHECK(report.reports[1].cumulative_lost == 1);
  CHECK(report.reports[1].fraction_lost == 64);
  CHECK(report.reports[1].jitter == 0);  // of its own clock

  Sample sample;
  talk.receiver.sample(t0 + 1s, sample);
  CHECK(sample.audio_packets_received == 3);
  CHECK(sample.audio_packets_lost == 1);
}

TEST_CASE("Where there was no sound its columns are empty") {
  Talk talk;
  talk.video(1, t0);
  Sample sample;
  talk.receiver.sample(t0 + 1s, sample);
  CHECK_FALSE(sample.audio_packets_received);
  CHECK_FALSE(sample.audio_packets_lost);
}

TEST_CASE("Sound alone is reported too, as a call whose picture pauses has it") {
  Talk talk;
  int named = 0;
  for (int i = 0; i < 100; ++i) {
    const LocalTime now = t0 + i * 20ms;
    talk.sound(static_cast<std::uint16_t>(i), now);
    while (const auto datagram = talk.receiver.poll(now)) {
      RtcpCompound report;
      REQUIRE(parse_rtcp(*datagram, report));
      if (const auto* sound = feedback_on(sound_ssrc, report)) named += static_cast<int>(sound->metrics.size());
    }
  }
  CHECK(named > 150);  // each twice
  CHECK(talk.drain().size() <= AudioReceiveStream::max_waiting);
}

TEST_CASE("Only sound of the negotiated types is taken, and by the id of the offer its level is known") {
  struct Row {
    const char* what;
    Knock knock;
    std::uint8_t type, level_id;
    enum { nothing, silence, speech } heard;  // nothing told: speech
  };
  Knock browser;
  browser.vp8 = 96;
  browser.opus = 109;
  browser.audio_level_id = 9;
  browser.receives_audio = true;
  Knock without_level = browser, without_sound = browser;
  without_level.audio_level_id = 0;
  without_sound.opus = 0;
  const auto row = GENERATE_COPY(values<Row>({{"as offered", browser, 109, 9, Row::silence},
                                              {"with our numbers", browser, audio_payload_type, 9, Row::nothing},
                                              {"with our id of the level", browser, 109, audio_level_id, Row::speech},
                                              {"no level offered", without_level, 109, audio_level_id, Row::speech},
                                              {"no sound offered", without_sound, 109, 9, Row::nothing},
                                              {"none, by type 0", without_sound, 0, 9, Row::nothing}}));
  INFO(row.what);
  Talk talk;
  talk.receiver.on_new_peer(negotiate(row.knock));
  talk.send({.type = row.type, .level_id = row.level_id, .level = {127, false}}, t0);
  const auto out = talk.drain();
  REQUIRE(out.size() == (row.heard == Row::nothing ? 0 : 1));
  if (row.heard != Row::nothing) CHECK(out[0].speech == (row.heard == Row::speech));
  CHECK(talk.receiver.stats().malformed == (row.heard == Row::nothing ? 1 : 0));
}

TEST_CASE("A server's sound is taken by the numbers of our offer and by those of its answer") {
  SdpAnswer answer;
  answer.vp8 = 100;
  answer.opus = 96;  // which in our offer is VP8
  Talk talk;
  talk.receiver.on_new_peer(negotiate(answer));
  talk.send({.type = offered::opus, .number = 1}, t0);
  CHECK(talk.drain().size() == 1);
  talk.send({.type = offered::vp8, .ssrc = media_ssrc, .number = 1}, t0);  // of our offer, before anything else
  CHECK(talk.drain().empty());
  CHECK(talk.receiver.stream() == media_ssrc);
}

TEST_CASE("Who understands no sound takes none for anything") {
  ReceiverConfig config = listening();
  config.features.sound = false;
  Talk talk(config);
  talk.sound(1, t0);
  CHECK(talk.drain().empty());
  CHECK_FALSE(talk.receiver.sound_stream());
  CHECK(talk.receiver.stats().malformed == 1);
  CHECK(talk.receiver.stats().packets == 0);
}

TEST_CASE("Sound of another source is foreign until ours is silent for a second, then it begins anew") {
  Talk talk;
  talk.sound(1, t0);
  talk.sound(500, t0 + 900ms, 7);
  CHECK(talk.receiver.stats().foreign == 1);
  CHECK(talk.drain().size() == 1);
  talk.sound(501, t0 + 1001ms, 7);
  const auto out = talk.drain();
  REQUIRE(out.size() == 1);
  CHECK(out[0].new_source);
  CHECK(talk.receiver.sound_stream() == 7u);
  CHECK(talk.receiver.sound_stats().lost == 0);
}

TEST_CASE("Sound does not keep another source of video out, nor the other way") {
  Talk talk;
  for (std::uint16_t i = 0; i < 100; ++i) talk.sound(i, t0 + i * 20ms);
  talk.video(1, t0 + 2s);
  CHECK(talk.receiver.stream() == media_ssrc);
  CHECK(talk.receiver.stats().foreign == 0);
}

TEST_CASE("What is no packet of sound is counted, reported as come, and dropped") {
  struct Row {
    const char* what;
    std::size_t payload;
  };
  const auto row = GENERATE(values<Row>({{"empty", 0}, {"too long", 1276}}));
  INFO(row.what);
  Talk talk;
  talk.send({.number = 5, .payload = row.payload}, t0);
  CHECK(talk.drain().empty());
  CHECK(talk.receiver.sound_stats().discarded == 1);
  const RtcpCompound report = talk.report(t0 + 1s);
  REQUIRE(feedback_on(sound_ssrc, report) != nullptr);
  CHECK(feedback_on(sound_ssrc, report)->metrics.at(0).received);
}

TEST_CASE("Truncated packets of sound do no harm") {
  std::vector<std::uint8_t> bytes(100, 0x90);
  const auto level = encode_audio_level({30, true});
  const std::array<RtpExtension, 1> extensions{{{audio_level_id, level}}};
  write_rtp_header({true, audio_payload_type, 1, 2, sound_ssrc}, extensions, bytes);
  Talk talk;
  for (std::size_t size = 0; size <= bytes.size(); ++size) talk.receiver.on_rtp(std::span(bytes).first(size), t0, t0);
  CHECK(talk.drain().size() <= AudioReceiveStream::max_waiting);
  CHECK(talk.receiver.stats().malformed == 20);  // shorter than its header
}

TEST_CASE("Thousands of packets of sound a second, with timestamps that jump, fill nothing and hold up no video") {
  Talk talk;
  std::uint32_t timestamp = 1;
  std::uint16_t number = 0, video = 0;
  std::size_t out = 0, largest = 0;
  int reports = 0, told = 0;
  for (int ms = 0; ms < 5000; ++ms) {
    const LocalTime now = t0 + ms * 1ms;
    for (int i = 0; i < 20; ++i) {
      talk.send({.number = number++, .timestamp = timestamp *= 2654435761u, .payload = 10}, now);
    }
    if (ms % 10 == 0) talk.video(video++, now);
    out += talk.drain().size();
    while (const auto datagram = talk.receiver.poll(now)) {
      RtcpCompound report;
      REQUIRE(parse_rtcp(*datagram, report));
      largest = std::max(largest, datagram->size());
      told += feedback_on(media_ssrc, report) != nullptr ? 1 : 0;
      ++reports;
    }
  }
  CHECK(out == 100'000);
  CHECK(largest <= 1200);
  CHECK(told == reports);
  CHECK(talk.receiver.sound_stats().lost == 0);
}

TEST_CASE("A report on all four streams at once fits into a packet beside requests, and leaves none out") {
  ReceiverConfig config = listening();
  config.cname = "0123456789abcdef";
  config.clock_id = std::string(32, 'c');
  config.feedback_packets = 100'000;
  Talk talk(config);
  talk.receiver.set_proof(std::string(16, 't'), std::string(16, 'e'));
  talk.receiver.set_round_trip_time(100ms);
  const std::array<std::uint8_t, 4> types{video_payload_type, retransmission_payload_type, repair_payload_type,
                                          audio_payload_type};
  for (std::uint16_t i = 0; i < 1000; ++i) {
    for (const std::uint8_t type : types) {
      const bool lost = type == video_payload_type && i % 20 == 7;  // far apart: as many bytes as there can be
      if (!lost) talk.send({.type = type, .ssrc = 1000u + type, .number = i}, t0 + i * 1us);
    }
  }
  std::set<std::uint32_t> named;
  std::size_t largest = 0, asked = 0;
  for (LocalTime now = t0 + 20ms; now < t0 + 2s; now += 10ms) {
    while (const auto datagram = talk.receiver.poll(now)) {
      RtcpCompound report;
      REQUIRE(parse_rtcp(*datagram, report));
      largest = std::max(largest, datagram->size());
      for (const Nack& nack : report.nacks) asked = std::max(asked, nack.sequence_numbers.size());
      REQUIRE(report.feedbacks.size() == 1);
      for (const auto& stream : report.feedbacks[0].streams) named.insert(stream.ssrc);
    }
  }
  CHECK(named.size() == 4);
  CHECK(asked > 40);
  CHECK(largest > 1000);
  CHECK(largest <= 1200);
}

TEST_CASE("Reports of both streams come back with their delays, and go to the record") {
  Talk talk;
  talk.video(1, t0);
  talk.sound(1, t0);
  RtcpCompound rtcp;
  rtcp.sender_ssrc = media_ssrc;
  rtcp.sender_reports = {{media_ssrc, {0x1122334455667788, 90, 0, 0}},
                         {99, {1, 1, 0, 0}},  // of nobody's
                         {sound_ssrc, {0x1122334466667788, 48, 0, 0}}};
  talk.receiver.on_rtcp(rtcp, t0 + 10ms);
  const RtcpCompound report = talk.report(t0 + 510ms);
  REQUIRE(report.reports.size() == 2);
  CHECK(report.reports[0].last_sr == 0x33445566);
  CHECK(report.reports[1].last_sr == 0x33446666);
  CHECK(report.reports[1].delay_since_last_sr == 32'768);
  const auto reports = talk.record.reports();
  REQUIRE(reports);
  REQUIRE((reports->value.has_picture && reports->value.has_sound));
  CHECK(reports->value.picture.ntp == 0x1122334455667788);
  CHECK(reports->value.picture.rtp_timestamp == 90);
  CHECK(reports->value.sound.ntp == 0x1122334466667788);
  CHECK(reports->value.sound.rtp_timestamp == 48);
}

TEST_CASE("With another source of either stream, and with another peer, the record holds nothing of before") {
  Talk talk;
  talk.video(1, t0);
  talk.sound(1, t0);
  RtcpCompound rtcp;
  rtcp.sender_reports = {{media_ssrc, {5, 6, 0, 0}}, {sound_ssrc, {7, 8, 0, 0}}};
  talk.receiver.on_rtcp(rtcp, t0);
  const std::uint32_t before = talk.record.reports()->value.sources;
  const int which = GENERATE(0, 1, 2, 3);
  CAPTURE(which);
  RtcpCompound goodbye;
  goodbye.byes = {sound_ssrc};
  if (which == 0) talk.sound(1, t0 + 2s, 7);
  if (which == 1) talk.send({.type = video_payload_type, .ssrc = 8}, t0 + 2s);
  if (which == 2) talk.receiver.on_new_peer();
  if (which == 3) talk.receiver.on_rtcp(goodbye, t0);
  const auto after = talk.record.reports()->value;
  CHECK(after.sources != before);
  CHECK_FALSE(after.has_picture);
  CHECK_FALSE(after.has_sound);
}

TEST_CASE("A goodbye of the sound ends the sound alone, one of the video ends both") {
  Talk talk;
  talk.video(1, t0);
  talk.sound(1, t0);
  talk.drain();
  RtcpCompound goodbye;
  goodbye.byes = {77, sound_ssrc};
  talk.receiver.on_rtcp(goodbye, t0);
  CHECK_FALSE(talk.receiver.sound_stream());
  CHECK(talk.receiver.stream() == media_ssrc);
  talk.sound(900, t0 + 20ms, 7);  // at once
  auto out = talk.drain();
  REQUIRE(out.size() == 1);
  CHECK(out[0].new_source);
  goodbye.byes = {media_ssrc};
  talk.receiver.on_rtcp(goodbye, t0);
  CHECK_FALSE(talk.receiver.stream());
  CHECK_FALSE(talk.receiver.sound_stream());
}

TEST_CASE("The driver gives sound away, also where nobody is there to report to") {
  struct Nowhere final : DatagramSink {
    bool send(Datagram, const Route&, std::uint8_t) override { return true; }
  } nowhere;
  Talk talk;
  int heard = 0;
  ReceiveDriver driver(talk.receiver, nowhere,
                       {[](ReceivedFrame&&) {}, [](LocalTime) {}, [&](const ReceivedSound&) { ++heard; }});
  talk.sound(1, t0);
  driver.run(nullptr, t0);
  CHECK(heard == 1);
  const Route peer;
  talk.sound(2, t0);
  driver.run(&peer, t0);
  CHECK(heard == 2);
  ReceiveDriver deaf(talk.receiver, nowhere, {[](ReceivedFrame&&) {}, [](LocalTime) {}});
  talk.sound(3, t0);
  deaf.run(&peer, t0);
  CHECK(talk.drain().empty());
}

TEST_CASE("Sound without a picture has its rates in telemetry, and most reports on it are short ones") {
  Talk talk;
  Sample sample;
  talk.receiver.sample(t0, sample);
  int compounds = 0, reports = 0;
  for (int i = 0; i < 250; ++i) {
    const LocalTime now = t0 + i * 20ms;
    talk.sound(static_cast<std::uint16_t>(i), now);
    while (const auto datagram = talk.receiver.poll(now)) {
      RtcpCompound out;
      REQUIRE(parse_rtcp(*datagram, out));
      ++reports;
      if (!out.cname.empty()) ++compounds;
    }
  }
  talk.receiver.sample(t0 + 5s, sample);
  CHECK(sample.receive_bitrate_bps.value_or(0) > 30'000);
  CHECK(sample.report_bitrate_bps.value_or(0) > 1000);
  CHECK(reports > 60);
  CHECK(compounds <= 12);
}
