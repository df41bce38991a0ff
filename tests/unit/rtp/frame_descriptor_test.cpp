#include "core/rtp/frame_descriptor.h"

#include <catch2/catch.hpp>
#include <random>

#include "tests/unit/rtp/bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("Frame descriptors have the bytes of WebRTC's format") {
  struct Row {
    const char* what;
    FrameDependency dependency;
    const char* bytes;
  };
  const auto row = GENERATE(values<Row>({
      {"a key frame", {0, {}, 0}, "B0 01 00 00"},
      {"the id's low byte comes first", {0x1234, {}, 0}, "B0 01 34 12"},
      {"the frame before", {1, {1}, 1}, "B8 01 01 00 04"},
      {"the longest short distance", {1, {63}, 1}, "B8 01 01 00 FC"},
      {"the shortest of two bytes", {1, {64}, 1}, "B8 01 01 00 02 01"},
      {"the longest of two bytes", {1, {0x3FFF}, 1}, "B8 01 01 00 FE FF"},
      {"two", {0xFFFF, {1, 9}, 2}, "B8 01 FF FF 05 24"},
      {"three of both lengths", {7, {1, 100, 2}, 3}, "B8 01 07 00 05 93 01 08"},
  }));
  INFO(row.what);
  const auto bytes = encode_frame_descriptor(row.dependency);
  REQUIRE(bytes);
  CHECK(to_bytes(bytes->used()) == hex(row.bytes));
  CHECK(decode_frame_descriptor(hex(row.bytes)) == row.dependency);
}

TEST_CASE("What the format cannot hold is not written") {
  CHECK_FALSE(encode_frame_descriptor({1, {0}, 1}));
  CHECK_FALSE(encode_frame_descriptor({1, {1, 0, 1}, 3}));
  CHECK_FALSE(encode_frame_descriptor({1, {0x4000}, 1}));
  CHECK_FALSE(encode_frame_descriptor({1, {1, 2, 3}, 4}));
}

TEST_CASE("Descriptors of others are read, wrong ones are refused") {
  struct Row {
    const char* what;
    const char* bytes;
    std::optional<FrameDependency> dependency;
  };
  const auto row = GENERATE(values<Row>({
      {"nothing", "", std::nullopt},
      {"cut short in the id", "B0 01 34", std::nullopt},
      {"not of a first packet", "30", std::nullopt},
      {"not of a first packet, but longer", "30 01 34 12", std::nullopt},
      {"no distance where one is said", "B8 01 34 12", std::nullopt},
      {"half a distance", "B8 01 34 12 02", std::nullopt},
      {"one distance where two are said", "B8 01 34 12 05", std::nullopt},
      {"four distances", "B8 01 34 12 05 09 0D 10", std::nullopt},
      {"the frame itself", "B8 01 34 12 00", std::nullopt},
      {"the frame itself in two bytes", "B8 01 34 12 02 00", std::nullopt},
      {"the frame itself, second", "B8 01 34 12 05 00", std::nullopt},
      {"a frame of one packet, other layers", "C2 03 34 12", FrameDependency{0x1234, {}, 0}},
      {"width and height", "B0 01 34 12 05 00 02 D0", FrameDependency{0x1234, {}, 0}},
      {"a short distance in two bytes", "B8 01 34 12 06 00", FrameDependency{0x1234, {1}, 1}},
      {"something behind", "B8 01 34 12 04 FF FF", FrameDependency{0x1234, {1}, 1}},
  }));
  INFO(row.what);
  CHECK(decode_frame_descriptor(hex(row.bytes)) == row.dependency);
}

TEST_CASE("What is written is read again, whole or not at all") {
  std::mt19937 random(1);
  for (int i = 0; i < 2000; ++i) {
    FrameDependency d;
    d.id = static_cast<std::uint16_t>(random());
    d.references = random() % 4;
    for (std::size_t k = 0; k < d.references; ++k) {
      d.distances[k] = static_cast<std::uint16_t>(1 + random() % (random() % 2 == 0 ? 70 : max_reference_distance));
    }
    const auto bytes = encode_frame_descriptor(d);
    REQUIRE(bytes);
    const Bytes whole = to_bytes(bytes->used());
    REQUIRE(decode_frame_descriptor(whole) == d);
    for (std::size_t size = 0; size < whole.size(); ++size) REQUIRE_FALSE(decode_frame_descriptor(prefix(whole, size)));
  }
}

TEST_CASE("Random bytes for a descriptor are refused or can be written again") {
  std::mt19937 random(2);
  for (int i = 0; i < 20'000; ++i) {
    const auto d = decode_frame_descriptor(random_bytes(random, random() % 14));
    if (!d) continue;
    const auto bytes = encode_frame_descriptor(*d);
    REQUIRE(bytes);
    REQUIRE(decode_frame_descriptor(bytes->used()) == d);
  }
}
