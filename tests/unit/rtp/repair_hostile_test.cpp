#include <catch2/catch.hpp>

#include "core/base/byte_writer.h"
#include "tests/unit/rtp/repair_stream.h"

using namespace evenkeel;
using namespace evenkeel::test;

// These tests are worth most under the address sanitizer.

namespace {

/// What is given out is at least a media packet of the stream.
std::size_t drain(RepairDecoder& decoder) {
  std::size_t count = 0;
  while (const auto packet = decoder.poll()) {
    ++count;
    const Bytes bytes = to_bytes(packet->bytes);
    const auto view = parse_rtp(bytes);
    REQUIRE(view);
    REQUIRE(view->header.payload_type == media_payload_type);
    REQUIRE(view->header.ssrc == media_ssrc);
    REQUIRE(view->header.sequence_number == static_cast<std::uint16_t>(packet->sequence));
    REQUIRE(bytes.size() <= RepairSymbol::max_packet);
  }
  return count;
}

void require_sound(RepairDecoder& decoder) {
  const auto& stats = decoder.stats();
  REQUIRE(stats.received == stats.used + stats.discarded);
  REQUIRE(decoder.deficit() <= RepairSolver::max_unknowns);
}

Bytes random_repair(std::mt19937& random) {
  Bytes payload = random_bytes(random, random() % 40);
  if (payload.size() < 8 || random() % 4 == 0) return payload;
  ByteWriter writer(payload);
  writer.u16(static_cast<std::uint16_t>(1000 + random() % 300));
  writer.u8(static_cast<std::uint8_t>(random() % 20));
  writer.u8(0);
  writer.u16(static_cast<std::uint16_t>(random() % 3));
  writer.u16(static_cast<std::uint16_t>(payload.size() - 8));
  return payload;
}

}  // namespace

TEST_CASE("Repair packets of random bytes do no harm") {
  std::mt19937 random(3);
  RepairDecoder decoder;
  decoder.start(media_ssrc, media_payload_type);
  for (int i = 0; i < 20'000; ++i) {
    const auto sequence = static_cast<std::int64_t>(1000 + random() % 300);
    if (random() % 3 == 0) {
      decoder.on_media(sequence, random_bytes(random, random() % 30));
    } else {
      decoder.on_repair(random_repair(random), sequence);
    }
    drain(decoder);
    require_sound(decoder);
  }
  CHECK(decoder.stats().used > 300);
  CHECK(decoder.stats().implausible > 100);
}

TEST_CASE("Any bit of a repair packet may be wrong") {
  RepairSender sender;
  sender.send_many(10, 40);
  const Bytes good = sender.repair(0, 10);
  const Bytes second = sender.repair(0, 10);
  for (std::size_t bit = 0; bit < good.size() * 8; ++bit) {
    Bytes bad = good;
    bad[bit / 8] ^= static_cast<std::uint8_t>(1 << bit % 8);
    RepairDecoder decoder;
    decoder.start(media_ssrc, media_payload_type);
    for (std::size_t i = 0; i < 10; ++i) {
      if (i != 4 && i != 7) decoder.on_media(sender.unwrapped(i), sender.packets()[i]);
    }
    const std::int64_t highest = sender.unwrapped(9);
    for (const Bytes& payload : {bad, second, good}) {
      decoder.on_repair(payload, highest);
      drain(decoder);
    }
    require_sound(decoder);
  }
}

TEST_CASE("A result that is no media packet of the stream is dropped and counted") {
  struct Row {
    const char* what;
    std::size_t byte;  // of the packet that is lost
    std::uint8_t value;
  };
  const auto row = GENERATE(values<Row>({
      {"another version", 0, 0x40},
      {"more CSRCs than fit", 0, 0x8F},
      {"an extension that does not fit", 0, 0x90},
      {"padding that does not fit", 0, 0xA0},
      {"another payload type", 1, 97},
      {"RTCP", 1, 200},
  }));
  INFO(row.what);
  RepairSender sender;
  sender.send_many(5, 40);
  Bytes odd(40, 0xFF);
  write_rtp_header({false, media_payload_type, sender.number(5), 1, media_ssrc}, {}, odd);
  odd[row.byte] = row.value;
  sender.send(odd);
  RepairReceiver receiver(sender);
  receiver.media(0, 5, {2});
  receiver.repair(sender.repair(4, 2));
  CHECK(receiver.recovered().empty());
  CHECK(receiver.stats().implausible == 1);
  // All that was held is gone, and the stream goes on.
  receiver.repair(sender.repair(0, 5));
  CHECK(receiver.recovered() == std::set<std::size_t>{2});
}

TEST_CASE("A repair packet whose symbol is smaller than a packet that came is discarded") {
  RepairSender sender;
  sender.send(100);
  sender.send(50);
  RepairReceiver receiver(sender);
  receiver.media(0);
  Bytes payload = sender.repair(1, 1);
  payload[1] = static_cast<std::uint8_t>(payload[1] - 1);  // says that it is over both
  payload[2] = 2;
  receiver.repair(payload);
  CHECK(receiver.stats().discarded == 1);
}

TEST_CASE("A packet that comes and contradicts what is held ends that") {
  RepairSender sender;
  sender.send_many(3, 50);
  RepairReceiver receiver(sender);
  receiver.media(0);
  receiver.repair(sender.repair(0, 3));
  CHECK(receiver.decoder().deficit() == 1);
  receiver.decoder().on_media(sender.unwrapped(1), Bytes(51, 0x80));  // larger than the sum of all
  CHECK(receiver.decoder().deficit() == 0);
  CHECK_FALSE(receiver.decoder().poll());
}

TEST_CASE("Repair packets that contradict each other are dropped, all of them") {
  RepairSender sender;
  sender.send_many(4, 50);
  RepairReceiver receiver(sender);
  receiver.media(0, 4, {1, 2});
  const Bytes repair = sender.repair(0, 4);
  receiver.repair(repair);
  Bytes other = repair;
  other.back() ^= 1;
  receiver.repair(other);
  CHECK(receiver.stats().discarded == 1);
  CHECK(receiver.decoder().deficit() == 0);
  receiver.repair(sender.repair(0, 4));
  CHECK(receiver.recovered().empty());
  receiver.repair(sender.repair(0, 4));
  CHECK(receiver.recovered().size() == 2);
}

TEST_CASE("Media packets that no symbol holds are passed over") {
  RepairSender sender;
  sender.send_many(4, 50);
  RepairReceiver receiver(sender);
  receiver.media(0);
  for (const std::size_t size : {0u, 11u, 1217u, 3000u}) {
    receiver.decoder().on_media(sender.unwrapped(1), Bytes(size, 0x80));
  }
  receiver.media(2, 4);
  receiver.repair(sender.repair(0, 4));
  CHECK(receiver.recovered() == std::set<std::size_t>{1});
}
