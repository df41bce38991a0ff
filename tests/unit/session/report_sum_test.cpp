#include "core/session/report_sum.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr std::array<std::uint32_t, 3> ours{1, 2, 3};

ReportBlock block(std::uint32_t ssrc, std::uint8_t lost, std::uint32_t highest) {
  ReportBlock b;
  b.ssrc = ssrc;
  b.fraction_lost = lost;
  b.extended_highest_sequence = highest;
  return b;
}

}  // namespace

TEST_CASE("Of one stream the sum is its block") {
  ReportSum sum;
  const std::array reports{block(9, 200, 5), block(1, 26, 1000)};
  const auto joined = sum.of(reports, ours);
  REQUIRE(joined);
  CHECK(joined->fraction_lost == 26);
  CHECK(joined->extended_highest_sequence == 1000);
  CHECK_FALSE(sum.of(std::array{block(9, 200, 5)}, ours));
}

TEST_CASE("Losses of several streams are weighted by their packets, and any of them that advances advances the sum") {
  ReportSum sum;
  sum.of(std::array{block(1, 0, 1000), block(3, 0, 500)}, ours);
  const auto joined = sum.of(std::array{block(1, 10, 1300), block(3, 50, 600)}, ours);
  REQUIRE(joined);
  CHECK(joined->fraction_lost == 20);
  CHECK(joined->extended_highest_sequence == 1900);
  const auto still = sum.of(std::array{block(1, 0, 1300), block(3, 0, 601)}, ours);
  CHECK(still->extended_highest_sequence == 1901);
}

TEST_CASE("A number that jumps back weighs nothing, and where nothing is new the video's fraction stays") {
  ReportSum sum;
  sum.of(std::array{block(1, 0, 0xFFFFFFF0), block(2, 0, 500)}, ours);
  const auto wrapped = sum.of(std::array{block(1, 8, 0x10), block(2, 255, 400)}, ours);
  REQUIRE(wrapped);
  CHECK(wrapped->fraction_lost == 8);
  const auto none = sum.of(std::array{block(1, 8, 0x10), block(2, 255, 400)}, ours);
  CHECK(none->fraction_lost == 8);
}

TEST_CASE("Packets that came late are taken off what is lost later") {
  ReportSum sum;
  const auto told = [&](std::uint8_t lost, std::int32_t cumulative, std::uint32_t highest) {
    ReportBlock b = block(1, lost, highest);
    b.cumulative_lost = cumulative;
    return sum.of(std::array{b}, ours)->fraction_lost;
  };
  CHECK(told(0, 0, 1000) == 0);
  CHECK(told(13, 5, 1100) == 13);  // 5 of 100 are on their way as the report is written,
  CHECK(told(0, 0, 1200) == 0);    // and have come before the next one
  CHECK(told(13, 5, 1300) == 0);
  CHECK(told(0, 0, 1400) == 0);
  CHECK(told(26, 10, 1500) == 13);  // 5 more
}

TEST_CASE("Packets that come twice hide no losses") {
  ReportSum sum;
  const auto told = [&](std::uint8_t lost, std::int32_t cumulative, std::uint32_t highest) {
    ReportBlock b = block(1, lost, highest);
    b.cumulative_lost = cumulative;
    return sum.of(std::array{b}, ours)->fraction_lost;
  };
  told(0, 0, 1000);
  told(0, -500, 2000);
  CHECK(told(26, -490, 2100) == 26);
}
