#include "core/rtp/repair_encoder.h"

#include <catch2/catch.hpp>

#include "tests/unit/rtp/repair_stream.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

void send(RepairEncoder& encoder, std::mt19937& random, int first, int count, std::size_t size = 100) {
  for (int i = first; i < first + count; ++i) {
    const auto number = static_cast<std::uint16_t>(i);
    encoder.on_media(number, media_packet(random, number, size));
  }
}

bool can_write(RepairEncoder& encoder, RepairRange range) {
  Bytes out(2000);
  const std::size_t size = encoder.write(range, 1, out);
  CHECK(size == encoder.payload_size(range));
  if (size > 1) CHECK(encoder.write(range, 1, std::span(out).first(size - 1)) == 0);
  return size > 0;
}

}  // namespace

TEST_CASE("The newest packets are as many as asked for, held and allowed") {
  std::mt19937 random(1);
  RepairEncoder encoder;
  CHECK(encoder.newest(10).count == 0);
  send(encoder, random, 65'530, 10);
  CHECK(encoder.newest(0).count == 0);
  CHECK(encoder.newest(6) == RepairRange{65'534, 6});
  CHECK(encoder.newest(10) == RepairRange{65'530, 10});
  CHECK(encoder.newest(11) == RepairRange{65'530, 10});
  send(encoder, random, 65'540, 200);
  CHECK(encoder.newest(1000) == RepairRange{static_cast<std::uint16_t>(65'740 - 128), 128});
}

TEST_CASE("Repair packets are made over what is held and nothing else") {
  std::mt19937 random(1);
  RepairEncoder encoder;
  CHECK_FALSE(can_write(encoder, {0, 1}));
  send(encoder, random, 1000, 200);  // 1072 to 1199 are held
  struct Row {
    RepairRange range;
    bool good;
  };
  for (const auto& row : std::vector<Row>{{{1072, 128}, true},
                                          {{1072, 1}, true},
                                          {{1199, 1}, true},
                                          {{1100, 50}, true},
                                          {{1100, 0}, false},
                                          {{1071, 1}, false},
                                          {{1071, 128}, false},
                                          {{1073, 128}, false},
                                          {{1199, 2}, false},
                                          {{1200, 1}, false},
                                          {{1200, 0}, false},
                                          {{1072, 255}, false},
                                          {{0, 128}, false},
                                          {{65'535, 1}, false}}) {
    INFO(row.range.base << " + " << int{row.range.count});
    CHECK(can_write(encoder, row.range) == row.good);
  }
}

TEST_CASE("A payload has the size of the largest packet and four bytes more") {
  std::mt19937 random(1);
  RepairEncoder encoder;
  send(encoder, random, 1, 1, 300);
  send(encoder, random, 2, 1, 1216);
  send(encoder, random, 3, 1, 12);
  CHECK(encoder.payload_size({1, 3}) == 1220);
  CHECK(encoder.payload_size({1, 1}) == 304);
  CHECK(encoder.payload_size({3, 1}) == 16);
}

TEST_CASE("Ranges do not reach over what breaks the stream") {
  std::mt19937 random(1);
  RepairEncoder encoder;
  send(encoder, random, 10, 10);
  SECTION("a packet that is too large") {
    send(encoder, random, 20, 1, 1217);
    CHECK(encoder.newest(100).count == 0);
    send(encoder, random, 21, 3);
    CHECK(encoder.newest(100) == RepairRange{21, 3});
  }
  SECTION("a gap") {
    send(encoder, random, 21, 3);
    CHECK(encoder.newest(100) == RepairRange{21, 3});
  }
  SECTION("a number that comes again") {
    send(encoder, random, 19, 2);
    CHECK(encoder.newest(100) == RepairRange{19, 2});
  }
  SECTION("a new start") {
    encoder.start();
    CHECK(encoder.newest(100).count == 0);
    send(encoder, random, 20, 3);
    CHECK(encoder.newest(100) == RepairRange{20, 3});
  }
}
