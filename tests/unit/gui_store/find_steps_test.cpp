#include <catch2/catch.hpp>
#include <cmath>

#include "gui/store/step_response.h"

using namespace evenkeel;

namespace {

/// Two minutes of a rate that follows the capacity with a time constant of 1 s, in rows of 100 ms.
RunData followed(const std::function<double(double)>& capacity) {
  RunData run;
  double rate = capacity(0);
  for (int i = 1; i <= 1200; ++i) {
    const double t = i * 0.1;
    rate += (capacity(t) - rate) * (1 - std::exp(-0.1));
    Sample sample;
    sample.time = i * 100ms;
    sample.flow = "up";
    sample.link_capacity_bps = capacity(t);
    sample.send_bitrate_bps = rate;
    sample.one_way_delay_ms = t > 60 ? 80 : 60;
    sample.predicted_delay_ms = t > 60 ? 82 : 61;
    run.store.add(sample);
  }
  return run;
}

RunData steady() {
  return followed([](double) { return 1e6; });
}

RunEvent event(Duration time, RunEvent::Kind kind, std::string text, FlowName flow = {}) {
  return {time, kind, flow, std::move(text)};
}

}  // namespace

TEST_CASE("Changes of the capacity are steps") {
  const RunData run = followed([](double t) { return t < 39.95 ? 2.5e6 : t < 79.95 ? 1e6 : 1.04e6; });
  const auto steps = find_steps(run, "up", 10);
  REQUIRE(steps.size() == 1);  // 4 % is none
  CHECK(steps[0].at == 40s);
  CHECK(steps[0].observed == 80s);
  CHECK(steps[0].what == "capacity 2.5 Mbit/s to 1 Mbit/s");
  REQUIRE(steps[0].rate);
  CHECK(steps[0].rate->initial == Approx(2.5e6));
  CHECK(steps[0].rate->final == Approx(1.04e6).epsilon(1e-3));
  CHECK(*steps[0].rate->steady_state_error == Approx(0).margin(1e3));
  CHECK(to_seconds(*steps[0].rate->rise_time) == Approx(std::log(1.354 / 0.186)).margin(0.05));
  REQUIRE(steps[0].delay);
  CHECK(steps[0].delay->final == 80);
  CHECK(*steps[0].delay->steady_state_error == -2);
}

TEST_CASE("An observation ends with the row before the next step") {
  const RunData run = followed([](double t) { return t < 39.95 ? 2.5e6 : t < 59.95 ? 1e6 : 4e6; });
  const auto steps = find_steps(run, "up", 10);
  REQUIRE(steps.size() == 2);
  CHECK(steps[0].observed <= 20s);
  CHECK(steps[0].observed > 19s);
  CHECK(steps[0].rate->final == Approx(1e6).epsilon(1e-3));
  CHECK(*steps[0].rate->steady_state_error == Approx(0).margin(1e4));
  CHECK(steps[0].delay->final == 60);
  CHECK(*steps[0].delay->steady_state_error == -1);
  CHECK(find_steps(run, "up", 1).size() == 1);
  CHECK(find_steps(run, "up", 1)[0].at == 60s);
  CHECK(find_steps(run, "up", 0).empty());
}

TEST_CASE("Events that change the loop are steps, those of other flows and other kinds are not") {
  RunData run = steady();
  run.events = {event(10s, RunEvent::Kind::parameter, "ldcc.T_r = 80ms", "up"),
                event(20s, RunEvent::Kind::parameter, "ldcc.T_r = 90ms", "down"),
                event(30s, RunEvent::Kind::algorithm, "controller arc"),
                event(40s, RunEvent::Kind::note, "look here"),
                event(50s, RunEvent::Kind::camera, "camera lost"),
                event(60s, RunEvent::Kind::link, "delay 100ms")};
  const auto steps = find_steps(run, "up", 10);
  REQUIRE(steps.size() == 3);
  CHECK(steps[0].what == "ldcc.T_r = 80 ms");
  CHECK(steps[1].what == "controller arc");
  CHECK(steps[2].what == "delay 100 ms");
  CHECK(steps[2].at == 60s);
  CHECK(steps[2].observed == 60s);
  CHECK(to_seconds(*steps[2].delay->rise_time) == Approx(0.08));
}

TEST_CASE("A slider that is dragged is one step, with the value it was let go at") {
  RunData run = steady();
  for (int i = 0; i < 30; ++i)
    run.events.push_back(
        event(10s + i * 100ms, RunEvent::Kind::parameter, "ldcc.T_r = " + std::to_string(100 - i) + "ms"));
  run.events.push_back(event(13s, RunEvent::Kind::parameter, "ldcc.beta = 0.5"));
  run.events.push_back(event(13501ms, RunEvent::Kind::parameter, "ldcc.T_r = 50ms"));
  const auto steps = find_steps(run, "up", 10);
  REQUIRE(steps.size() == 2);
  CHECK(steps[0].at == 10s);
  CHECK(steps[0].what == "ldcc.T_r = 71 ms, ldcc.beta = 0.5");
  CHECK(steps[1].what == "ldcc.T_r = 50 ms");
}

TEST_CASE("The event of the link and the capacity that follows it are one step, told by the event") {
  RunData run = followed([](double t) { return t < 40.05 ? 2.5e6 : 1e6; });
  run.events = {event(40030ms, RunEvent::Kind::link, "capacity 1Mbps")};
  auto steps = find_steps(run, "up", 10);
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].at == 40030ms);
  CHECK(steps[0].what == "capacity 1 Mbit/s");
  run.events = {event(39900ms, RunEvent::Kind::parameter, "ldcc.T_r = 80ms")};
  steps = find_steps(run, "up", 10);
  REQUIRE(steps.size() == 1);
  CHECK(steps[0].what == "ldcc.T_r = 80 ms, capacity 2.5 Mbit/s to 1 Mbit/s");
}

TEST_CASE("A step at the very end, before the first row or without rows has no figures") {
  RunData run = steady();
  run.events = {event(0s, RunEvent::Kind::parameter, "a = 1"), event(119500ms, RunEvent::Kind::parameter, "b = 2"),
                event(200s, RunEvent::Kind::parameter, "c = 3")};
  const auto steps = find_steps(run, "up", 10);
  REQUIRE(steps.size() == 3);
  for (const StepReport& step : steps) {
    CHECK_FALSE(step.rate);
    CHECK_FALSE(step.delay);
    CHECK(step.observed >= 0s);
  }
  RunData empty;
  empty.events = run.events;
  CHECK(find_steps(empty, "up", 10).size() == 3);
  CHECK(find_steps(RunData(), "up", 10).empty());
}

TEST_CASE("Steps are measured again where rows, events or another flow came, and only then") {
  RunData run = steady();
  run.events = {event(60s, RunEvent::Kind::link, "delay 100ms")};
  StepWatch watch(10);
  REQUIRE(watch.look(run, "up").size() == 1);
  for (int i = 0; i < 100; ++i) CHECK(watch.look(run, "up").front().observed == 60s);
  CHECK(watch.measured() == 1);
  Sample sample;
  sample.time = 121s;
  sample.flow = "up";
  run.store.add(sample);
  CHECK(watch.look(run, "up").front().observed == 61s);
  CHECK(watch.measured() == 2);
  run.events.push_back(event(90s, RunEvent::Kind::link, "delay 50ms"));
  CHECK(watch.look(run, "up").size() == 2);
  CHECK(watch.look(run, "down").size() == 2);
  CHECK(watch.measured() == 4);
  run.store.clear();
  run.events.clear();
  CHECK(watch.look(run, "down").empty());
}
