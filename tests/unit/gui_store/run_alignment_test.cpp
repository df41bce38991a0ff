#include "gui/store/run_alignment.h"

#include <catch2/catch.hpp>

#include "tests/unit/gui_store/rows.h"

using namespace evenkeel;

namespace {

/// A run whose capacity falls at a time, with an event of the link there.
RunData run_with_change(Duration at, const std::string& text) {
  RunData run;
  for (Duration time{}; time < 60s; time += 100ms)
    run.store.add(row(time, &Sample::link_capacity_bps, time < at ? 2e6 : 1e6));
  run.events = {{1s, RunEvent::Kind::call, {}, "connected"}, {at + 200ms, RunEvent::Kind::link, {}, text}};
  return run;
}

const RunAnchor capacity{.kind = RunAnchor::Kind::capacity};

}  // namespace

TEST_CASE("Runs are laid over each other where the capacity changes") {
  const RunData one = run_with_change(30s, "capacity 1Mbps");
  const RunData two = run_with_change(12s, "capacity 1Mbps");
  CHECK(anchor_time(one, "up", capacity) == Duration(30s));
  CHECK(alignment_offsets({&one, &two}, "up", capacity) == std::vector<Duration>{0s, 18s});
  CHECK(alignment_offsets({&two, &one}, "up", capacity) == std::vector<Duration>{0s, -18s});
}

TEST_CASE("A run without the anchor stays, and the others follow the first that has it") {
  RunData none;
  none.store.add(row(0s, &Sample::link_capacity_bps, 1e6));
  const RunData one = run_with_change(30s, "a");
  const RunData two = run_with_change(12s, "b");
  CHECK(alignment_offsets({&none, &one, &two}, "up", capacity) == std::vector<Duration>{0s, 0s, 18s});
  CHECK(alignment_offsets({&none, &none}, "up", capacity) == std::vector<Duration>{0s, 0s});
  CHECK(alignment_offsets({}, "up", capacity).empty());
}

TEST_CASE("Runs are aligned on the first event of a kind, or with a text") {
  const RunData one = run_with_change(30s, "a");
  const RunData two = run_with_change(12s, "b");
  const RunAnchor link{.kind = RunAnchor::Kind::event, .event = RunEvent::Kind::link};
  CHECK(alignment_offsets({&one, &two}, "up", link)[1] == Duration(18s));
  const RunAnchor text{.kind = RunAnchor::Kind::text, .text = "b"};
  CHECK(anchor_time(one, "up", text) == std::nullopt);
  CHECK(anchor_time(two, "up", text) == Duration(12200ms));
}

TEST_CASE("Offered is what at least two runs have") {
  const RunData one = run_with_change(30s, "a");
  const RunData two = run_with_change(12s, "b");
  const auto anchors = common_anchors({&one, &two}, "up");
  const std::vector<RunAnchor> expected{{.kind = RunAnchor::Kind::start},
                                        capacity,
                                        {.kind = RunAnchor::Kind::event, .event = RunEvent::Kind::link},
                                        {.kind = RunAnchor::Kind::event, .event = RunEvent::Kind::call},
                                        {.kind = RunAnchor::Kind::text, .text = "connected"}};
  CHECK(anchors == expected);
  CHECK(common_anchors({&one}, "up") == std::vector<RunAnchor>{{}});
}

TEST_CASE("A run with thousands of events offers few of their texts") {
  RunData one;
  for (int i = 0; i < 5000; ++i) one.events.push_back({i * 1ms, RunEvent::Kind::parameter, {}, std::to_string(i)});
  CHECK(common_anchors({&one, &one}, "up").size() == 22);
}
