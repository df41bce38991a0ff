#include <catch2/catch.hpp>

#include "core/session/receiver.h"
#include "sound_call.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("A packet with a copy of the one before is both, from a peer that has said so") {
  struct Row {
    const char* what;
    bool understood;
    std::vector<std::uint8_t> payload;
    std::size_t heard, copy;
  };
  const auto row = GENERATE(values<Row>({
      {"a copy", true, {0xEF, 0x0F, 0, 3, 111, 1, 2, 3, 7, 8}, 2, 3},
      {"none", true, {111, 7, 8, 9}, 3, 0},
      {"lengths that do not add up", true, {0xEF, 0x0F, 0, 200, 111, 1, 2}, 0, 0},
      {"a peer that has not said so", false, {0xEF, 0x0F, 0, 3, 111, 1, 2, 3, 7, 8}, 0, 0},
  }));
  INFO(row.what);
  ReceiverConfig config = receiver_config();
  config.features = {.sound = true, .sound_copies = row.understood};
  Receiver receiver(config, t0);
  Negotiated negotiated;
  negotiated.features = config.features;
  receiver.on_new_peer(negotiated);
  std::vector<std::uint8_t> bytes(100);
  bytes.resize(write_rtp_header({true, redundant_audio_payload_type, 1, 960, 0xC1C2C3C4}, {}, bytes));
  bytes.insert(bytes.end(), row.payload.begin(), row.payload.end());
  receiver.on_rtp(bytes, t0, t0);
  const auto out = receiver.poll_sound();
  REQUIRE(out.has_value() == (row.heard > 0));
  CHECK(receiver.stats().malformed == (row.understood ? 0 : 1));
  if (!out) return;
  CHECK(out->rtp_timestamp == 960);
  CHECK(out->payload().size() == row.heard);
  CHECK(out->copy().bytes.size() == row.copy);
}

TEST_CASE("In a call that loses sound, two peers that both take copies send them, and others do not") {
  const bool understood = GENERATE(false, true), loses = GENERATE(false, true);
  CAPTURE(understood, loses);
  Negotiated negotiated;
  negotiated.features = PeerFeatures{.sound = true, .sound_copies = understood};
  SoundCall call(negotiated);
  int sent = 0, redundant = 0;
  call.call.loses = [&](std::span<const std::uint8_t> datagram) {
    if (!is_sound(datagram)) return false;
    redundant += parse_rtp(datagram)->header.payload_type == redundant_audio_payload_type ? 1 : 0;
    return loses && ++sent % 20 == 0;
  };
  call.run(5s);
  int heard = 0, copies = 0;
  while (const auto sound = call.call.receiver.poll_sound()) {
    ++heard;
    copies += sound->copy().bytes.empty() ? 0 : 1;
  }
  CHECK(heard > 0);
  CHECK((redundant > 150) == (understood && loses));
  CHECK((redundant == 0) == !(understood && loses));
  CHECK((copies > 0) == (understood && loses));
  CHECK(call.call.receiver.stats().malformed == 0);
}
