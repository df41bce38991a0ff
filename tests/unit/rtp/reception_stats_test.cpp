#include "core/rtp/reception_stats.h"

#include <catch2/catch.hpp>
#include <vector>

#include "tracked.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{100'000s};

struct Expected {
  int fraction;
  std::int32_t cumulative;
  std::uint32_t highest;
};

void check(const ReportBlock& block, const Expected& expected) {
  CHECK(block.fraction_lost == expected.fraction);
  CHECK(block.cumulative_lost == expected.cumulative);
  CHECK(block.extended_highest_sequence == expected.highest);
}

}  // namespace

TEST_CASE("Loss is counted as RFC 3550, A.3, has it") {
  struct Row {
    const char* what;
    std::vector<std::vector<std::uint16_t>> arrivals;  // before each report
    std::vector<Expected> reports;
  };
  const auto row = GENERATE(values<Row>({
      {"nothing", {{}}, {{0, 0, 0}}},
      {"no loss", {{1, 2, 3, 4}, {5}}, {{0, 0, 4}, {0, 0, 5}}},
      {"a quarter, then none", {{1, 2, 4}, {5, 6}, {}}, {{64, 1, 4}, {0, 1, 6}, {0, 1, 6}}},
      {"late ones make up for it", {{1, 3}, {2, 4}}, {{85, 1, 3}, {0, 0, 4}}},
      {"duplicates", {{1, 1, 1, 2}}, {{0, -2, 2}}},
      {"wrap", {{65534, 65535, 1}}, {{64, 1, 65537}}},
      {"a stray packet", {{1, 40000, 2}}, {{0, 0, 2}}},
      {"a new beginning", {{1, 3}, {40000, 40001, 40002}}, {{85, 1, 3}, {0, 0, 40002}}},
      {"nearly all", {{1, 16001}, {}}, {{255, 15999, 16001}, {0, 15999, 16001}}},
  }));
  INFO(row.what);
  test::Tracked<ReceptionStats> stats;
  for (std::size_t i = 0; i < row.arrivals.size(); ++i) {
    for (const auto number : row.arrivals[i]) stats.on_packet(number, 0, t0);
    const auto block = stats.report(42, t0);
    CHECK(block.ssrc == 42);
    check(block, row.reports[i]);
  }
}

TEST_CASE("Jitter is the smoothed difference of transit times, in units of the 90 kHz clock") {
  test::Tracked<ReceptionStats> stats;
  LocalTime arrival = t0;
  std::uint32_t timestamp = 0xFFFFF000;  // wraps on the way
  for (std::uint16_t i = 0; i < 1000; ++i, timestamp += 3000) {
    stats.on_packet(i, timestamp, arrival);
    arrival += Duration(33'333'333);
  }
  CHECK(stats.report(1, t0).jitter <= 1);
  for (std::uint16_t i = 1000; i < 2000; ++i, timestamp += 3000) {
    stats.on_packet(i, timestamp, arrival + (i % 2 == 0 ? 10ms : 0ms));  // each differs from the one before by 900
    arrival += Duration(33'333'333);
  }
  CHECK(stats.report(1, t0).jitter == Approx(900).margin(2));
}

TEST_CASE("Jitter of sound is in units of its clock, also of another source") {
  test::Tracked<ReceptionStats> stats(48'000);
  for (int source = 0; source < 2; ++source) {
    for (std::uint16_t i = 0; i < 1000; ++i) {
      const LocalTime sent = t0 + i * 20ms;
      stats.on_packet(i, 960u * i, sent + (i % 2 == 0 ? 10ms : 0ms));  // each differs from the one before by 480
    }
    CHECK(stats.report(1, t0).jitter == Approx(480).margin(1));
    stats.reset();
  }
}

TEST_CASE("One packet out of time raises the jitter by a sixteenth") {
  test::Tracked<ReceptionStats> stats;
  stats.on_packet(1, 0, t0);
  stats.on_packet(2, 0, t0 + 160ms);
  CHECK(stats.report(1, t0).jitter == 900);
}

TEST_CASE("The wildest timestamps keep the jitter within 32 bits") {
  test::Tracked<ReceptionStats> stats;
  for (std::uint16_t i = 0; i < 2000; ++i) stats.on_packet(i, i % 2 == 0 ? 0 : 0x80000000, t0);
  CHECK(stats.report(1, t0).jitter == Approx(2147483648.0).epsilon(1e-6));
}

TEST_CASE("The last sender report and the delay since") {
  struct Row {
    Duration delay;
    std::uint32_t units;
  };
  const auto row =
      GENERATE(values<Row>({{0s, 0}, {500ms, 32768}, {5250ms, 344064}, {-1s, 0}, {1000h, 18u * 3600 * 65536}}));
  test::Tracked<ReceptionStats> stats;
  CHECK(stats.report(1, t0).last_sr == 0);
  stats.on_sender_report(0xB7052000, t0);
  const auto block = stats.report(1, t0 + row.delay);
  CHECK(block.last_sr == 0xB7052000);
  CHECK(block.delay_since_last_sr == row.units);
}

TEST_CASE("Reset forgets") {
  test::Tracked<ReceptionStats> stats;
  stats.on_packet(1, 0, t0);
  stats.on_packet(3, 0, t0 + 1s);
  stats.on_sender_report(5, t0);
  CHECK(stats.packets_received() == 2);
  stats.reset();
  CHECK(stats.packets_received() == 0);
  const auto block = stats.report(1, t0);
  check(block, {0, 0, 0});
  CHECK((block.jitter == 0 && block.last_sr == 0));
}
