#include <catch2/catch.hpp>

#include "gui/store/last_loss.h"
#include "tests/unit/gui_store/rows.h"

using namespace evenkeel;

namespace {

/// A counter grows in a row.
struct Growth {
  Duration time;
  Field counter;
  int by = 1;
};

SampleStore store_of(const std::vector<Growth>& growths, const std::vector<Field>& counters, Duration end) {
  SampleStore store;
  std::vector<int> counts(counters.size());
  for (Duration time = 100ms; time <= end; time += 100ms) {
    for (std::size_t i = 0; i < counters.size(); ++i) {
      for (const Growth& growth : growths)
        if (growth.time == time && growth.counter == counters[i]) counts[i] += growth.by;
      store.add(row(time, counters[i], counts[i]));
    }
  }
  return store;
}

constexpr Field lost = &Sample::video_packets_lost;
constexpr Field repaired = &Sample::packets_repaired;
constexpr Field again = &Sample::retransmitted_packets_sent;
constexpr Field asked = &Sample::nack_count;
constexpr Field jumps = &Sample::reference_jumps;
constexpr Field key_frames = &Sample::key_frames_encoded;
const std::vector<Field> both_ends{lost, repaired, again, asked, jumps, key_frames};

struct Case {
  const char* name;
  std::vector<Growth> growths;
  LossOutcome expected;
};

}  // namespace

TEST_CASE("The last loss of a flow, at 20 s") {
  const LossOutcome nothing;
  const Case cases[] = {
      {"none at all", {}, nothing},
      {"a key frame and a jump are none", {{18s, key_frames}, {18s, jumps}}, nothing},
      {"repaired before its report came",
       {{18s, repaired, 2}, {18200ms, lost, 3}, {18300ms, again}, {18300ms, asked}},
       {3, 2, 1, 1, 0, 0}},
      {"mended by a jump", {{18s, lost}, {18600ms, jumps}}, {1, 0, 0, 0, 1, 0}},
      {"only the last one counts",
       {{10s, lost, 7}, {12s, jumps}, {16s, lost}, {16900ms, lost}, {17s, repaired}},
       {2, 1, 0, 0, 0, 0}},
      {"over for long", {{14s, lost}, {14900ms, repaired}}, nothing},
      {"just not over", {{14s, lost}, {14900ms, repaired}, {15s, again}}, {1, 1, 1, 0, 0, 0}},
  };
  for (const Case& one : cases) {
    CAPTURE(one.name);
    CHECK(last_loss(store_of(one.growths, both_ends, 20s), "up", 20s) == one.expected);
  }
}

TEST_CASE("A loss that does not end covers ten seconds") {
  std::vector<Growth> growths;
  for (Duration time = 100ms; time <= 30s; time += 500ms) growths.push_back({time, lost, 2});
  CHECK(last_loss(store_of(growths, both_ends, 30s), "up", 30s).lost == 40);
}

TEST_CASE("What nobody counts is not told, and a run before there were these counters has losses only") {
  const std::vector<Growth> growths{{18s, lost, 3}, {18s, repaired, 2}, {18s, again}, {18s, asked}};
  const LossOutcome sender = last_loss(store_of(growths, {lost, again, jumps, key_frames}, 20s), "up", 20s);
  CHECK(sender == LossOutcome{.lost = 3, .sent_again = 1, .jumps = 0, .key_frames = 0});
  const LossOutcome receiver = last_loss(store_of(growths, {repaired, asked}, 20s), "up", 20s);
  CHECK(receiver == LossOutcome{.repaired = 2, .asked_for = 1});
  const LossOutcome old = last_loss(store_of(growths, {lost, key_frames}, 20s), "up", 20s);
  CHECK(old == LossOutcome{.lost = 3, .key_frames = 0});
  CHECK(last_loss(store_of(growths, both_ends, 20s), "down", 20s) == LossOutcome());
  CHECK(last_loss(SampleStore(), "up", 20s) == LossOutcome());
}

TEST_CASE("Counts beyond all measure stay numbers") {
  const auto huge = [](Duration time, double value) { return row(time, lost, value); };
  SampleStore store;
  store.add(huge(1s, 1e300));
  store.add(huge(1100ms, 1.7e308));
  CHECK(last_loss(store, "up", 2s).lost == 1'000'000'000);
}
