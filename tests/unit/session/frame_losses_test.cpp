#include "core/session/frame_losses.h"

#include <catch2/catch.hpp>
#include <limits>
#include <optional>

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1000s};

SentFrame frame(std::int64_t first, int packets, LocalTime sent = t0) {
  return {first, packets, 0, bytes(1200) * packets, false, sent};
}

/// Frames of 10, 1 and 5 packets from -5 on, with a gap of 3 packets before the last.
FrameLosses three_frames() {
  FrameLosses losses;
  losses.on_frame(frame(-5, 10));
  losses.on_frame(frame(5, 1, t0 + 1s));
  losses.on_frame(frame(9, 5, t0 + 2s));
  return losses;
}

}  // namespace

TEST_CASE("A lost packet is counted with its frame") {
  struct Row {
    std::int64_t sequence;
    std::optional<std::size_t> frame;
  };
  const auto row = GENERATE(values<Row>({{-6, {}},
                                         {-5, 0},
                                         {4, 0},
                                         {5, 1},
                                         {6, {}},
                                         {8, {}},
                                         {9, 2},
                                         {13, 2},
                                         {14, {}},
                                         {std::numeric_limits<std::int64_t>::min(), {}},
                                         {std::numeric_limits<std::int64_t>::max(), {}}}));
  INFO(row.sequence);
  FrameLosses losses = three_frames();
  losses.on_lost(row.sequence);
  for (std::size_t i = 0; i < 3; ++i) CHECK(losses[i].lost == (row.frame == i ? 1 : 0));
  CHECK(losses.first_loss() == row.frame.value_or(3));
}

TEST_CASE("No more packets of a frame are lost than it has") {
  FrameLosses losses = three_frames();
  losses.on_lost(5);
  losses.on_lost(5);
  CHECK(losses[1].lost == 1);
}

TEST_CASE("A packet that was found is lost no more") {
  FrameLosses losses = three_frames();
  losses.on_lost(9);
  losses.on_lost(10);
  losses.on_found(10);
  CHECK(losses[2].lost == 1);
  losses.on_found(5);  // of a frame without losses
  losses.on_found(14);
  losses.on_found(-6);
  CHECK(losses[1].lost == 0);
  losses.on_found(9);
  CHECK(losses.first_loss() == losses.size());
}

TEST_CASE("Means are over the frames asked for") {
  FrameLosses losses = three_frames();
  losses.on_lost(5);
  losses.on_lost(9);
  losses.on_lost(10);
  CHECK(losses.first_since(t0) == 0);
  CHECK(losses.first_since(t0 + 1s) == 1);
  CHECK(losses.first_since(t0 + 3s) == 3);
  CHECK(losses.mean_packets(0) == Approx(16 / 3.0));
  CHECK(losses.mean_packets(1) == 3);
  CHECK(losses.mean_packets(3) == 0);
  CHECK(losses.lost_part(0) == Approx(3 / 16.0));
  CHECK(losses.lost_part(1) == Approx(0.5));
  CHECK(losses.lost_part(3) == 0);
  CHECK(losses.frames_hit(0) == 2);
  CHECK(losses.frames_hit(2) == 1);
}

TEST_CASE("Old frames are forgotten, and what is lost of them as well") {
  FrameLosses losses = three_frames();
  losses.forget_before(t0 + 1s);
  REQUIRE(losses.size() == 2);
  losses.on_lost(0);
  CHECK(losses.first_loss() == 2);
  losses.on_lost(5);
  CHECK(losses.first_loss() == 0);
  losses.forget_before(t0 + 1h);
  CHECK(losses.size() == 0);
  losses.on_lost(9);
  CHECK(losses.mean_packets(0) == 0);
}

TEST_CASE("The oldest frames give way where there are too many") {
  FrameLosses losses;
  for (std::size_t i = 0; i < 3 * FrameLosses::capacity; ++i) losses.on_frame(frame(static_cast<std::int64_t>(i), 1));
  REQUIRE(losses.size() == FrameLosses::capacity);
  CHECK(losses[0].first_sequence == static_cast<std::int64_t>(2 * FrameLosses::capacity));
  losses.on_lost(static_cast<std::int64_t>(3 * FrameLosses::capacity - 1));
  CHECK(losses.first_loss() == FrameLosses::capacity - 1);
}

TEST_CASE("Frames without packets are passed over, and numbers that go back begin anew") {
  FrameLosses losses = three_frames();
  losses.on_frame(frame(14, 0));
  losses.on_frame(frame(14, -1));
  CHECK(losses.size() == 3);
  losses.on_frame(frame(2, 4));
  CHECK(losses.size() == 1);
}
