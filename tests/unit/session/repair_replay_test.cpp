#include "core/session/repair_replay.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace evenkeel;

namespace {

/// Of frames with these losses and some more without, each with the same repair.
int breaks(const RepairReplay::Path& path, double repair, const std::vector<int>& lost) {
  RepairReplay replay(path);
  for (const int packets : lost) replay.on_frame(packets, repair);
  for (std::size_t i = 0; i < RepairReplay::max_window; ++i) replay.on_frame(0, repair);
  return replay.breaks();
}

}  // namespace

TEST_CASE("Losses are mended by as many repair packets as come within the window") {
  struct Row {
    const char* what;
    double repair;
    std::size_t window;
    std::vector<int> lost;
    int breaks;
  };
  const auto row = GENERATE(values<Row>({
      {"no loss", 0, 4, {0, 0, 0}, 0},
      {"no repair", 0, 2, {1, 0, 0, 0, 2}, 2},
      {"no repair, one soon after the other", 0, 2, {1, 0, 0, 2}, 1},
      {"no repair for long", 0, 2, {1, 1, 1, 1, 1, 1, 1, 1, 1}, 3},
      {"one repair packet per frame", 1, 1, {1, 1, 1}, 0},
      {"two lost of a frame, by the next frame's too", 1, 2, {2}, 0},
      {"three lost, a window of two", 1, 2, {3}, 1},
      {"three lost, a window of three", 1, 3, {3}, 0},
      {"two frames at once", 1, 3, {2, 2}, 1},
      {"two frames, a longer window", 1, 4, {2, 2}, 0},
      {"the longest window", 1, 12, {12}, 0},
      {"too much for the longest window", 1, 12, {13}, 1},
      {"each second frame pays one", 0.5, 2, {0, 1}, 0},
      {"none is whole within the window", 0.5, 1, {1}, 1},
      {"what is given up takes repair packets along", 1, 3, {4, 0, 2, 0, 0, 0, 0}, 1},
      {"but none that come later", 1, 2, {9, 1}, 1},
      {"a burst over three frames", 2, 4, {2, 4, 2}, 0},
      {"a larger one", 2, 4, {3, 5, 2}, 1},
  }));
  INFO(row.what);
  CHECK(breaks({row.window, 0, 0}, row.repair, row.lost) == row.breaks);
}

TEST_CASE("Frames that may still be mended are not broken yet") {
  RepairReplay replay({3, 0, 0});
  replay.on_frame(1, 0);
  replay.on_frame(0, 0);
  replay.on_frame(0, 0);
  CHECK(replay.breaks() == 0);
  replay.on_frame(0, 0);
  CHECK(replay.breaks() == 1);
}

TEST_CASE("What was not needed before does not help later") {
  RepairReplay replay({2, 0, 0});
  replay.on_frame(0, 5);
  replay.on_frame(1, 0);
  replay.on_frame(0, 0);
  replay.on_frame(0, 0);
  CHECK(replay.breaks() == 1);
}

TEST_CASE("The lost part of the repair packets does not help") {
  CHECK(breaks({2, 0.5, 0}, 1, {1}) == 0);
  CHECK(breaks({2, 0.5, 0}, 1, {0, 1}) == 0);
  CHECK(breaks({2, 0.5, 0}, 1, {2}) == 1);
  CHECK(breaks({2, 1, 0}, 1, {1}) == 1);
}

TEST_CASE("The phase says when the first repair packet is due") {
  CHECK(breaks({1, 0, 0}, 0.5, {1}) == 1);
  CHECK(breaks({1, 0, 0.5}, 0.5, {1}) == 0);
  CHECK(breaks({1, 0, 0.5}, 0.5, {0, 1}) == 1);
}
