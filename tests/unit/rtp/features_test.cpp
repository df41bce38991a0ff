#include "core/rtp/features.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("Features are a bit each, and bits without a name are passed over") {
  for (unsigned bits = 0; bits < 32; ++bits) {
    CHECK(to_bits(features_of_bits(static_cast<std::uint8_t>(bits))) == bits);
    CHECK(features_of_bits(static_cast<std::uint8_t>(bits | 0xE0)) ==
          features_of_bits(static_cast<std::uint8_t>(bits)));
  }
  CHECK(to_bits({.retransmission = true}) == 1);
  CHECK(to_bits({.sound_copies = true}) == 16);
}

TEST_CASE("What a peer understands comes back from its text") {
  for (unsigned bits = 0; bits < 32; ++bits) {
    const PeerFeatures features{(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, (bits & 8) != 0, (bits & 16) != 0};
    CAPTURE(to_text(features));
    CHECK(parse_features(to_text(features)) == features);
  }
  CHECK(to_text({true, true, true, true, true}) == "rtx repair refs sound red");
  CHECK(to_text({}).empty());
}

TEST_CASE("Of a text from outside, whole known tokens count and all else is passed over") {
  struct Row {
    const char* text;
    PeerFeatures features;
  };
  const auto row = GENERATE(values<Row>({
      {"", {}},
      {" ", {}},
      {"rtx", {.retransmission = true}},
      {"  refs  opus rtx ", {.retransmission = true, .references = true}},
      {"rtx rtx", {.retransmission = true}},
      {"rtxrepair", {}},
      {"rt", {}},
      {"RTX", {}},
      {"rtx,repair", {}},
      {"rtx sound", {.retransmission = true, .sound = true}},
      {"sound red", {.sound = true, .sound_copies = true}},
      {"sounds", {}},
      {"\xff\x01 repair", {.repair = true}},
  }));
  CAPTURE(row.text);
  CHECK(parse_features(row.text) == row.features);
}

TEST_CASE("Both understand what each of them does; sound mends no losses") {
  constexpr PeerFeatures everything{true, true, true, true, true}, sound{.sound = true};
  CHECK(common(everything, sound) == sound);
  CHECK(common(everything, everything) == everything);
  CHECK(common(everything, {}) == PeerFeatures{});
  CHECK(everything.mends_losses());
  CHECK_FALSE(sound.mends_losses());
}
