#include "core/session/audio_send_stream.h"

#include <catch2/catch.hpp>

#include "core/rtp/opus_payload.h"
#include "sound_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

RtpSendStreamConfig stream_config() {
  RtpSendStreamConfig config;
  config.ssrc = sound_ssrc;
  config.first_timestamp = 0xFFFF'FF00;
  config.clock_rate = opus_clock_rate;
  config.payload_type = &MediaFormat::audio;
  return config;
}

/// A stream and its transport.
struct Sending {
  explicit Sending(const MediaFormat& format = {}) : transport({}, make_controller("fixed"), make_pacer("rmc")) {
    transport.set_format(format);
    transport.start(t0);
    stream.start();
  }
  /// What leaves, but for the sender's reports.
  std::vector<std::vector<std::uint8_t>> leave(LocalTime now) {
    std::vector<std::vector<std::uint8_t>> out;
    SendTransport::Datagram datagram;
    while (transport.poll_batch(now, {&datagram, 1}) == 1) {
      if (!is_rtcp(datagram)) out.emplace_back(datagram.begin(), datagram.end());
      transport.on_batch_sent(1, now);
      transport.take_left([&](const OutgoingPacket& packet, auto) { stream.on_left(packet, now); });
    }
    return out;
  }
  RtpPacketView only_packet(LocalTime now = t0) {
    left = leave(now);
    REQUIRE(left.size() == 1);
    return *parse_rtp(left.front());
  }

  SendTransport transport;
  AudioSendStream stream{stream_config(), transport};
  std::vector<std::vector<std::uint8_t>> left;
};

ReportBlock block(std::uint8_t lost, std::uint32_t highest) {
  return {.ssrc = sound_ssrc, .fraction_lost = lost, .extended_highest_sequence = highest};
}

}  // namespace

TEST_CASE("Sound goes as RFC 7587 has it, with its level, and the timestamp counts samples") {
  Sending sending;
  sending.stream.push(sound_packet(960), t0);
  const RtpPacketView packet = sending.only_packet();
  CHECK(packet.header.payload_type == audio_payload_type);
  CHECK(packet.header.ssrc == sound_ssrc);
  CHECK(packet.header.timestamp == 0xFFFF'FF00u + 960);  // wraps
  CHECK(packet.payload.size() == 80);
  CHECK(packet.payload[0] == 0x5A);
  const auto level = packet.extension(audio_level_id);
  REQUIRE(level);
  CHECK(decode_audio_level(*level) == AudioLevel{30, true});
}

TEST_CASE("The marker begins what follows a gap, and the first packet does") {
  Sending sending;
  const auto marker_of = [&](std::int64_t sample) {
    sending.stream.push(sound_packet(sample), t0);
    return sending.only_packet().header.marker;
  };
  CHECK(marker_of(0));
  CHECK_FALSE(marker_of(960));
  CHECK_FALSE(marker_of(1920));
  CHECK(marker_of(48'000));
  CHECK_FALSE(marker_of(48'960));
  sending.stream.start();
  CHECK(marker_of(49'920));
}

TEST_CASE("Numbers that count all streams stand first, and a format without levels has none") {
  MediaFormat format;
  format.audio = 109;
  format.audio_level_id = GENERATE(as<std::uint8_t>{}, 0, 10);
  format.transport_wide_id = 3;
  Sending sending(format);
  for (std::uint16_t i = 0; i < 3; ++i) {
    sending.stream.push(sound_packet(960 * i), t0);
    const RtpPacketView packet = sending.only_packet();
    CHECK(packet.header.payload_type == 109);
    CHECK(read_transport_wide_number(sending.left.front(), 3) == i);
    CHECK(packet.extension_count == (format.audio_level_id == 0 ? 1 : 2));
    CHECK(packet.extension(10).has_value() == (format.audio_level_id == 10));
    CHECK(packet.payload.size() == 80);
  }
}

TEST_CASE("While packets get lost, one without a copy by the codec has the one before beside it") {
  struct Row {
    const char* what;
    bool understood, loses, has_copy;
    std::int64_t from;  // of the second packet
    std::size_t samples, size, first_size;
    bool copied;
  };
  const auto row = GENERATE(values<Row>({
      {"a pause", true, true, false, 960, 960, 80, 60, true},
      {"the peer does not take them", false, true, false, 960, 960, 80, 60, false},
      {"nothing gets lost", true, false, false, 960, 960, 80, 60, false},
      {"words, of which the codec makes them", true, true, true, 960, 960, 80, 60, false},
      {"what follows a gap", true, true, false, 1920, 960, 80, 60, false},
      {"packets of 40 ms", true, true, false, 960, 1920, 80, 60, false},
      {"two that fit one packet", true, true, false, 960, 960, 250, 850, true},
      {"two that do not", true, true, false, 960, 960, 300, 980, false},
      {"two that fit one packet of Opus, but not of the network", true, true, false, 960, 960, 350, 850, false},
      {"one before that is too long for a copy", true, true, false, 960, 960, 80, 1100, false},
  }));
  INFO(row.what);
  Sending sending;
  sending.stream.set_copies(row.understood);
  sending.stream.on_report(block(0, 0));
  sending.stream.on_report(block(row.loses ? 3 : 0, 50));
  sending.stream.push(sound_packet(0, row.first_size), t0);
  CHECK(sending.only_packet().header.payload_type == audio_payload_type);  // of what was nothing is known

  EncodedSound second = sound_packet(row.from, row.size);
  second.has_copy = row.has_copy;
  second.samples = row.samples;
  second.bytes[0] = 0x33;
  sending.stream.push(second, t0);
  const RtpPacketView packet = sending.only_packet();
  CHECK(packet.header.timestamp == static_cast<std::uint32_t>(0xFFFF'FF00 + row.from));
  CHECK(packet.header.payload_type == (row.copied ? redundant_audio_payload_type : audio_payload_type));
  RedundantSound sound{packet.payload, {}};
  if (row.copied) sound = parse_redundant_sound(packet.payload, audio_payload_type).value();
  CHECK(std::ranges::equal(sound.primary, second.payload()));
  CHECK(sound.copy.bytes.size() == (row.copied ? row.first_size : 0));
  CHECK(sound.copy.age == (row.copied ? 960 : 0));
}

TEST_CASE("What the last peer was sent is not told to the next one") {
  Sending sending;
  sending.stream.set_copies(true);
  sending.stream.push(sound_packet(0), t0);
  sending.stream.start();
  sending.stream.on_report(block(0, 0));
  sending.stream.on_report(block(30, 50));
  (void)sending.leave(t0);
  sending.stream.push(sound_packet(960), t0);
  CHECK(sending.only_packet().header.payload_type == audio_payload_type);
}

TEST_CASE("What is no packet of Opus, or none that fits one of ours, is left out") {
  const auto size = GENERATE(as<std::size_t>{}, 0, 1250, 1275, 1276, 5000);
  Sending sending;
  EncodedSound sound = sound_packet(0);
  sound.size = std::min<std::size_t>(size, sound.bytes.size());
  sending.stream.push(sound, t0);
  CHECK(sending.leave(t0).empty());
  sending.stream.push(sound_packet(960, 1150), t0);
  CHECK(sending.only_packet().payload.size() == 1150);
}

TEST_CASE("Reports map times to samples as the card counts them, whatever clock it has") {
  const double ppm = GENERATE(-500.0, 0.0, 500.0);
  Sending sending;
  const auto captured = [&](std::int64_t sample) {
    return t0 + from_seconds(static_cast<double>(sample) / 48'000 * (1 + ppm * 1e-6));
  };
  for (std::int64_t sample = 0; sample < 600 * 48'000; sample += 960) {
    EncodedSound sound = sound_packet(sample);
    sound.captured = captured(sample);
    sending.stream.push(sound, sound.captured + 20ms);
    sending.leave(sound.captured + 20ms);
  }
  const std::int64_t last = 600 * 48'000 - 960;
  const auto told = [&](LocalTime t) { return sending.stream.rtp().report(t).rtp_timestamp - 0xFFFF'FF00u; };
  CHECK(told(captured(last)) == last);
  CHECK(static_cast<double>(told(captured(last) + 100ms)) == Approx(last + 4800).margin(1));
  CHECK(static_cast<double>(told(captured(last) - 10ms)) == Approx(last - 480).margin(1));
}

TEST_CASE("The rate of sound is that of what was pushed lately, with all headers") {
  Sending sending;
  CHECK(sending.stream.rate(t0) == DataRate());
  CHECK_FALSE(sending.stream.flows(t0));
  LocalTime now = t0;
  for (int i = 0; i < 250; ++i, now += 20ms) {
    sending.stream.push(sound_packet(960 * i), now);
    sending.leave(now);
  }
  const double wire = (80 + 12 + 8 + 28) * 8 / 0.020;
  CHECK(sending.stream.rate(now).bps() == Approx(wire).epsilon(0.03));
  CHECK(sending.stream.flows(now + 900ms));
  CHECK_FALSE(sending.stream.flows(now + 1s));
  CHECK(sending.stream.rate(now + 5s).bps() < 10);
}

TEST_CASE("The loss that reports tell is smoothed over 200 packets, whatever they say") {
  struct Row {
    std::vector<ReportBlock> blocks;
    double loss;
  };
  const auto row = GENERATE(values<Row>({
      {{}, 0},
      {{block(255, 100)}, 0},                                             // of nobody knows how many packets
      {{block(0, 100), block(128, 100)}, 0},                              // of none
      {{block(0, 100), block(128, 300)}, 0.5 * (1 - 0.367879)},           // a time constant
      {{block(0, 100), block(128, 99)}, 0},                               // backwards
      {{block(0, 100), block(255, 0x7FFF'0000)}, 0.9143},                 // counts as 500 packets
      {{block(0, 0xFFFF'FFF0), block(128, 0xB8)}, 0.5 * (1 - 0.367879)},  // a wrap
  }));
  Sending sending;
  for (const ReportBlock& b : row.blocks) sending.stream.on_report(b);
  CHECK(sending.stream.loss() == Approx(row.loss).margin(1e-3));
  sending.stream.start();
  CHECK(sending.stream.loss() == 0);
}

TEST_CASE("The longest wait for the pacer is reported once") {
  Sending sending;
  CHECK_FALSE(sending.stream.take_longest_wait());
  sending.stream.push(sound_packet(0), t0);
  sending.stream.push(sound_packet(960), t0 + 3ms);
  sending.leave(t0 + 5ms);
  CHECK(sending.stream.take_longest_wait() == Duration(5ms));
  CHECK_FALSE(sending.stream.take_longest_wait());
}
