#include "core/session/repair_need.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};
constexpr Duration interval = 33'333'333ns;

/// 30 seconds of frames of 10 packets.
class History {
 public:
  History() {
    for (std::int64_t i = 0; i < 750; ++i) on_frame(i, false);
  }
  /// Of the frames from `first` on, each `step`th loses so many packets.
  History& lose(std::int64_t first, std::int64_t step, int packets) {
    for (std::int64_t frame = first; frame < 750; frame += step) {
      for (int i = 0; i < packets; ++i) losses_.on_lost(frame * 10 + i);
    }
    return *this;
  }
  /// Each 50th frame is an important one.
  History& with_important() {
    losses_.clear();
    for (std::int64_t i = 0; i < 750; ++i) on_frame(i, i % 50 == 0);
    return *this;
  }
  double share(Duration round_trip = 100ms, std::size_t window = 4) const {
    RepairNeed need;
    return RepairNeed::shares[need.of(losses_, {round_trip, interval, window}, t0 + 750 * interval)];
  }

 private:
  void on_frame(std::int64_t i, bool important) {
    losses_.on_frame({i * 10, 10, 0, bytes(12'000), important, t0 + i * interval});
  }
  FrameLosses losses_;
};

}  // namespace

TEST_CASE("No loss needs no repair") { CHECK(History().share() == 0); }

TEST_CASE("Losses that always come alike need just what mends them") {
  struct Row {
    const char* what;
    std::int64_t each;
    int lost;
    std::size_t window;
    double share;
  };
  const auto row = GENERATE(values<Row>({
      {"one packet of each 10th frame, one repair packet in 4 frames", 10, 1, 4, 0.03},
      {"two", 10, 2, 4, 0.08},
      {"three", 10, 3, 4, 0.11},
      {"six", 10, 6, 4, 0.18},
      {"more than any share mends", 10, 20, 4, 0},
      {"one, a narrower window", 10, 1, 2, 0.05},
      {"two, a window wider than a freeze allows", 10, 2, 6, 0.08},
      {"one packet of each frame", 1, 1, 4, 0.14},
  }));
  INFO(row.what);
  CHECK(History().lose(5, row.each, row.lost).share(100ms, row.window) == row.share);
}

TEST_CASE("Seldom losses are let go, at long round trips hardly any") {
  struct Row {
    std::int64_t each;  // frames
    Duration round_trip;
    bool needs_repair;
  };
  const auto row = GENERATE(values<Row>({
      {400, 130ms, false},  // twice in 750 frames, 0.3 % of which are 2.25
      {240, 130ms, true},
      {750, 131ms, true},  // once, and 0.1 % are less than one
  }));
  INFO(row.each << " at " << to_milliseconds(row.round_trip) << " ms");
  CHECK((History().lose(100, row.each, 1).share(row.round_trip) > 0) == row.needs_repair);
}

TEST_CASE("Two losses in the last three seconds are one too many, four get more than mends them") {
  CHECK(History().lose(740, 100, 1).share() == 0);
  CHECK(History().lose(690, 30, 1).share() == 0.03);
  const double four = History().lose(685, 15, 1).share();
  CHECK(four == 0.05);
}

TEST_CASE("Repair behind important frames counts") {
  // The frames that lose packets are followed by an important one, whose 25 % are 2 repair packets.
  CHECK(History().lose(49, 50, 2).share() == 0.05);
  CHECK(History().with_important().lose(49, 50, 2).share() == 0);
}

TEST_CASE("Behind important frames comes twice the share, and a quarter at least") {
  CHECK(RepairNeed::important_share(0) == 0.25);
  CHECK(RepairNeed::important_share(0.11) == 0.25);
  CHECK(RepairNeed::important_share(0.14) == 0.28);
  CHECK(RepairNeed::important_share(0.34) == 0.68);
}

TEST_CASE("Strange numbers do no harm") {
  FrameLosses losses;
  for (std::int64_t i = 0; i < 100; ++i) {
    losses.on_frame({i * 10, 10, 0, bytes(i % 2 == 0 ? 0 : -1), false, t0});
    losses.on_lost(i * 10);
  }
  RepairNeed need;
  for (const std::size_t window : {0u, 1u, 1000u}) {
    CHECK(need.of(losses, {{}, 0ms, window}, t0) <= RepairNeed::last_step);
    CHECK(need.of(losses, {-1s, -1s, window}, t0 - 1h) <= RepairNeed::last_step);
  }
}
