#include "core/rtp/vp8_payload.h"

#include <catch2/catch.hpp>

#include "tests/unit/rtp/bytes.h"

using namespace evenkeel;
using namespace evenkeel::test;

TEST_CASE("The examples of RFC 7741, section 4.6") {
  struct Row {
    const char* section;
    const char* bytes;
    bool start;
    int partition;
    int picture_id;  // -1: none
    bool key;
  };
  const auto row = GENERATE(values<Row>({{"4.6.1", "908011 100000", true, 0, 17, true},
                                         {"4.6.2", "10 110000", true, 0, -1, false},
                                         {"4.6.3, second", "918011 110000", true, 1, 17, false},
                                         {"4.6.4, third", "818011 110000", false, 1, 17, false},
                                         {"4.6.5", "90809267 110000", true, 0, 4711, false}}));
  INFO(row.section);
  const Bytes bytes = hex(row.bytes);
  const auto parsed = parse_vp8_payload(bytes);
  REQUIRE(parsed);
  const auto& d = parsed->descriptor;
  CHECK(d.start_of_partition == row.start);
  CHECK(d.partition == row.partition);
  CHECK(d.starts_frame() == (row.start && row.partition == 0));
  CHECK(d.picture_id.has_value() == (row.picture_id >= 0));
  if (d.picture_id) CHECK(*d.picture_id == row.picture_id);
  CHECK(parsed->data.size() == 3);
  CHECK(is_vp8_key_frame(parsed->data) == row.key);

  Bytes again(6);
  again.resize(write_vp8_descriptor(d, again));
  CHECK(again + to_bytes(parsed->data) == bytes);
}

TEST_CASE("Every field of the descriptor survives the wire") {
  const auto picture_id = GENERATE(as<std::optional<std::uint16_t>>{}, std::nullopt, 0, 0x7F, 0x80, 0x7FFF);
  const auto tl0 = GENERATE(as<std::optional<std::uint8_t>>{}, std::nullopt, 0, 255);
  const auto tid = GENERATE(as<std::optional<std::uint8_t>>{}, std::nullopt, 0, 3);
  const auto key_index = GENERATE(as<std::optional<std::uint8_t>>{}, std::nullopt, 0, 31);
  if (tl0 && !tid) return;  // not allowed by section 4.2
  Vp8Descriptor d{true, true, 7, picture_id, !picture_id || *picture_id > 0x7F, tl0, tid, tid || key_index, key_index};
  Bytes bytes(7, 0xEE);
  const std::size_t size = write_vp8_descriptor(d, bytes);
  REQUIRE(size > 0);
  REQUIRE(size <= 6);
  CHECK(write_vp8_descriptor(d, std::span(bytes).first(size - 1)) == 0);
  bytes.resize(size + 1);
  const auto parsed = parse_vp8_payload(bytes);
  REQUIRE(parsed);
  CHECK(parsed->data.size() == 1);
  const auto& p = parsed->descriptor;
  CHECK(p.non_reference);
  CHECK(p.partition == 7);
  CHECK(p.picture_id == picture_id);
  CHECK(p.tl0_picture_index == tl0);
  CHECK(p.temporal_index == tid);
  CHECK(p.layer_sync == (tid || key_index));
  CHECK(p.key_index == key_index);
  for (std::size_t cut = 0; cut <= size; ++cut) CHECK_FALSE(parse_vp8_payload(prefix(bytes, cut)));
}

TEST_CASE("A field that L demands is written with it") {
  Vp8Descriptor d;
  d.tl0_picture_index = 5;
  Bytes bytes(6);
  bytes.resize(write_vp8_descriptor(d, bytes));
  CHECK(bytes == hex("80 60 05 00"));
}

TEST_CASE("The VP8 header tells key frames and their size") {
  struct Row {
    const char* bytes;
    bool known;
    int width, height;
  };
  const auto row = GENERATE(values<Row>({{"5020009D012A 8002 E001", true, 640, 480},
                                         {"5020009D012A 8042 E0C1", true, 640, 480},  // with scales
                                         {"5120009D012A 8002 E001", false, 0, 0},
                                         {"5020009D012B 8002 E001", false, 0, 0},
                                         {"5020009D012A 8002 E0", false, 0, 0},
                                         {"", false, 0, 0}}));
  const auto size = vp8_key_frame_dimensions(hex(row.bytes));
  REQUIRE(size.has_value() == row.known);
  if (!size) return;
  CHECK(size->width == row.width);
  CHECK(size->height == row.height);
}

TEST_CASE("Nothing is neither a key frame nor another") { CHECK_FALSE(is_vp8_key_frame({})); }
