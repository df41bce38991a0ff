#include <array>
#include <catch2/catch.hpp>

#include "core/rtp/rtcp.h"

using namespace evenkeel;

// What a peer says of itself in one figure.

TEST_CASE("Whether a microphone is muted is read where it is said in one figure") {
  struct Row {
    std::string_view text;
    std::optional<bool> muted;
  };
  const auto row = GENERATE(values<Row>({{"", {}}, {"1", true}, {"0", false}, {"2", {}}, {"10", {}}, {"yes", {}}}));
  CAPTURE(row.text);
  std::array<std::uint8_t, 200> buffer{};
  RtcpWriter writer(buffer);
  REQUIRE(writer.receiver_report(1, {}));
  REQUIRE(writer.source_description(1, "alice", "c10c", {}, "rtx", row.text));
  RtcpCompound out;
  out.sound_muted = true;  // of the datagram before
  REQUIRE(parse_rtcp(std::span(buffer).first(writer.size()), out));
  CHECK(out.sound_muted == row.muted);
  CHECK(out.features == "rtx");
}

TEST_CASE("Whether the peer records is read beside whether it is muted") {
  const std::string_view text = GENERATE("", "1", "0", "?");
  std::array<std::uint8_t, 200> buffer{};
  RtcpWriter writer(buffer);
  REQUIRE(writer.receiver_report(1, {}));
  REQUIRE(writer.source_description(1, "alice", "", {}, "", "0", text));
  RtcpCompound out;
  out.records = true;  // of the datagram before
  REQUIRE(parse_rtcp(std::span(buffer).first(writer.size()), out));
  CHECK(out.records == (text == "1" ? std::optional(true) : text == "0" ? std::optional(false) : std::nullopt));
  CHECK(out.sound_muted == false);
}

TEST_CASE("Whether the peer shows a screen is read beside whether it records") {
  const std::string_view text = GENERATE("", "1", "0", "?");
  std::array<std::uint8_t, 200> buffer{};
  RtcpWriter writer(buffer);
  REQUIRE(writer.receiver_report(1, {}));
  REQUIRE(writer.source_description(1, "alice", "", {}, "", "", "1", text));
  RtcpCompound out;
  out.shows_screen = true;  // of the datagram before
  REQUIRE(parse_rtcp(std::span(buffer).first(writer.size()), out));
  CHECK(out.shows_screen == (text == "1" ? std::optional(true) : text == "0" ? std::optional(false) : std::nullopt));
  CHECK(out.records == true);
}
