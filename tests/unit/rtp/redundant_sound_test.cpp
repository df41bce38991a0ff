#include "core/rtp/redundant_sound.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace evenkeel;

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t opus = 111;

Bytes of(std::span<const std::uint8_t> bytes) { return {bytes.begin(), bytes.end()}; }

}  // namespace

TEST_CASE("A packet of sound with a copy of the one before, byte by byte") {
  const Bytes primary{7, 8}, copy{1, 2, 3};
  Bytes out(64);
  out.resize(write_redundant_sound({primary, {copy, 960}}, opus, out));
  // F and type; 14 bits of age, 10 of length; type (RFC 2198, section 3).
  CHECK(out == Bytes{0x80 | 111, 0x0F, 0x00, 0x03, 111, 1, 2, 3, 7, 8});
  const auto sound = parse_redundant_sound(out, opus);
  REQUIRE(sound);
  CHECK(of(sound->primary) == primary);
  CHECK(of(sound->copy.bytes) == copy);
  CHECK(sound->copy.age == 960);
}

TEST_CASE("What does not fit the header or the packet is not written") {
  const Bytes primary(10), copy(SoundCopy::max_size), longer(SoundCopy::max_size + 1);
  Bytes out(2000);
  CHECK(write_redundant_sound({primary, {copy, SoundCopy::max_age}}, opus, out) == 5 + 10 + SoundCopy::max_size);
  CHECK(write_redundant_sound({primary, {longer, 960}}, opus, out) == 0);
  CHECK(write_redundant_sound({primary, {copy, SoundCopy::max_age + 1}}, opus, out) == 0);
  CHECK(write_redundant_sound({primary, {copy, 960}}, opus, std::span(out).first(5 + 9 + SoundCopy::max_size)) == 0);
}

TEST_CASE("Of what others write the last block plays, and the newest before it is the copy") {
  struct Row {
    const char* what;
    Bytes bytes;
    bool read;
    Bytes primary, copy;
    std::uint16_t age;
  };
  const auto row = GENERATE(values<Row>({
      {"no copy", {111, 9, 8}, true, {9, 8}, {}, 0},
      {"two copies", {0xEF, 0x1E, 0, 1, 0xEF, 0x0F, 0, 2, 111, 1, 2, 3, 4}, true, {4}, {2, 3}, 960},
      {"an empty copy, as of a pause", {0xEF, 0x0F, 0, 0, 111, 5}, true, {5}, {}, 0},
      {"a copy by another codec", {0xE0, 0x0F, 0, 1, 111, 1, 5}, true, {5}, {}, 0},
      {"an empty primary", {111}, true, {}, {}, 0},
      {"a primary by another codec", {0xEF, 0x0F, 0, 1, 96, 1, 5}, false, {}, {}, 0},
      {"nothing", {}, false, {}, {}, 0},
      {"a header cut off", {0xEF, 0x0F, 0}, false, {}, {}, 0},
      {"no last header", {0xEF, 0x0F, 0, 0}, false, {}, {}, 0},
      {"a copy that is longer than the packet", {0xEF, 0x0F, 0, 3, 111, 1, 2}, false, {}, {}, 0},
      {"without end", Bytes(64, 0xEF), false, {}, {}, 0},
  }));
  INFO(row.what);
  const auto sound = parse_redundant_sound(row.bytes, opus);
  REQUIRE(sound.has_value() == row.read);
  if (!sound) return;
  CHECK(of(sound->primary) == row.primary);
  CHECK(of(sound->copy.bytes) == row.copy);
  CHECK(sound->copy.age == row.age);
}
