#include <catch2/catch.hpp>
#include <set>

#include "app/lab/plan/scenario.h"
#include "app/lab/plan/settings.h"
#include "core/control/factory/controller_factory.h"
#include "core/parameters/parameter_list.h"

using namespace evenkeel;
using namespace evenkeel::lab;

namespace {

FlowPlan media(const std::string& name, bool chosen) {
  FlowPlan flow;
  flow.name = name;
  MediaPlan plan;
  plan.controller = "ldcc";
  plan.settings = {{"ldcc.w", "40kbps"}};
  plan.chosen = chosen;
  flow.traffic = plan;
  return flow;
}

FlowPlan tcp() {
  FlowPlan flow;
  flow.name = "tcp";
  flow.traffic = TcpPlan{};
  return flow;
}

Scenario scenario() {
  Scenario made;
  made.id = "X-1";
  NetworkRun network;
  network.flows = {media("a", true), media("b", false), tcp()};
  made.runs.resize(3);
  made.runs[0].name = "main";
  made.runs[0].duration = 300s;
  made.runs[0].seed = 5;
  made.runs[0].quick_duration = 60s;
  made.runs[0].what = network;
  made.runs[1].name = "long";
  made.runs[1].quick = false;
  made.runs[1].what = network;
  made.runs[2].name = "formula";
  made.runs[2].what = Computation([](std::uint64_t, RunWriter&) {});
  return made;
}

const MediaPlan& media_of(const RunPlan& run, std::size_t flow) {
  return std::get<MediaPlan>(std::get<NetworkRun>(run.what).flows[flow].traffic);
}

Choices controller(const std::string& name) {
  Choices choices;
  choices.controller = name;
  return choices;
}

Choices setting(const std::string& key, const std::string& value) {
  Choices choices;
  choices.settings.emplace_back(key, value);
  return choices;
}

}  // namespace

TEST_CASE("without choices the runs are as planned, each with a seed of its own") {
  const auto runs = planned_runs(scenario(), {});
  REQUIRE(runs.size() == 3);
  CHECK(runs[0].duration == 300s);
  CHECK(runs[0].seed == 5001);
  CHECK(runs[1].seed == 1);
  CHECK(media_of(runs[0], 0).controller == "ldcc");
  CHECK(media_of(runs[0], 0).settings.size() == 1);
}

TEST_CASE("the quick form leaves runs out and shortens others") {
  Choices quick;
  quick.quick = true;
  auto runs = planned_runs(scenario(), quick);
  REQUIRE(runs.size() == 2);
  CHECK(runs[0].duration == 60s);
  CHECK(runs[1].name == "formula");
  quick.duration = 20s;
  CHECK(planned_runs(scenario(), quick)[0].duration == 20s);
}

TEST_CASE("a duration and a seed are those of all runs, but a computation is as long as it is") {
  Choices choices;
  choices.duration = 7s;
  choices.seed = 100;
  const auto runs = planned_runs(scenario(), choices);
  CHECK(runs[0].duration == 7s);
  CHECK(runs[1].duration == 7s);
  CHECK(runs[2].duration == scenario().runs[2].duration);
  CHECK(runs[0].seed == 5100);
  CHECK(runs[2].seed == 100);
}

TEST_CASE("of a scenario that compares controllers a chosen one keeps its own runs, or takes those of the first") {
  Scenario compares = scenario();
  compares.runs.resize(2);
  compares.runs[0].name = "ldcc,delay=50ms";
  compares.runs[1].name = "arc,delay=50ms";
  std::get<MediaPlan>(std::get<NetworkRun>(compares.runs[1].what).flows[0].traffic).controller = "arc";

  const auto own = planned_runs(compares, controller("arc"));
  REQUIRE(own.size() == 1);
  CHECK(own[0].name == "arc,delay=50ms");
  const auto other = planned_runs(compares, controller("gcc-2016"));
  REQUIRE(other.size() == 1);
  CHECK(other[0].name == "gcc-2016,delay=50ms");
  CHECK(media_of(other[0], 0).controller == "gcc-2016");
  CHECK(planned_runs(compares, {}).size() == 2);
}

TEST_CASE("a rival that has the chosen controller already is run as planned and once") {
  Scenario compares = scenario();
  compares.runs.resize(2);
  compares.runs[0].name = "ldcc";
  compares.runs[1].name = "tfrc";
  auto& rival = std::get<MediaPlan>(std::get<NetworkRun>(compares.runs[1].what).flows[0].traffic);
  rival.controller = "tfrc";
  rival.chosen = false;
  for (FlowPlan& flow : std::get<NetworkRun>(compares.runs[1].what).flows) {
    if (auto* media = std::get_if<MediaPlan>(&flow.traffic)) media->chosen = false;
  }
  const auto runs = planned_runs(compares, controller("tfrc"));
  REQUIRE(runs.size() == 1);
  CHECK(runs[0].name == "tfrc");
}

TEST_CASE("no choice gives two runs of a scenario one name") {
  for (const Scenario& each : scenarios()) {
    for (const char* name : {"", "ldcc", "arc", "tfrc", "scream"}) {
      std::set<std::string> names;
      const auto runs = planned_runs(each, controller(name));
      for (const RunPlan& run : runs) names.insert(run.name);
      INFO(each.id << " with " << name);
      CHECK(names.size() == runs.size());
    }
  }
}

TEST_CASE("a trace replaces the links that follow one") {
  Scenario mobile = scenario();
  CHECK_FALSE(can_follow_trace(mobile));
  std::get<NetworkRun>(mobile.runs[0].what).network.hops = {{}, {}};
  std::get<NetworkRun>(mobile.runs[0].what).network.hops[1].forward.traceable = true;
  CHECK(can_follow_trace(mobile));
  Choices choices;
  choices.link_trace = "lte.up";
  const auto runs = planned_runs(mobile, choices);
  const auto& hops = std::get<NetworkRun>(runs[0].what).network.hops;
  CHECK(hops[1].forward.trace == "lte.up");
  CHECK(hops[1].backward.trace.empty());
  CHECK(hops[0].forward.trace.empty());
}

TEST_CASE("a chosen controller replaces those that can be chosen") {
  const auto runs = planned_runs(scenario(), controller("arc"));
  CHECK(media_of(runs[0], 0).controller == "arc");
  CHECK(media_of(runs[0], 1).controller == "ldcc");
  CHECK(media_of(runs[1], 0).controller == "arc");
}

TEST_CASE("a setting that was typed comes after the planned ones and wins") {
  const auto runs = planned_runs(scenario(), setting("ldcc.w", "10kbps"));
  const MediaPlan& flow = media_of(runs[0], 1);
  REQUIRE(flow.settings.size() == 2);
  auto controller = make_controller(flow.controller);
  CHECK(apply_settings(*controller, flow.settings).empty());
  for (const ParameterValue& parameter : list_parameters(*controller)) {
    if (parameter.info.name == "w") CHECK(parameter.text == "10kbps");
  }
}

TEST_CASE("settings reach only the algorithm that they name") {
  auto arc = make_controller("arc");
  CHECK(apply_settings(*arc, {{"ldcc.w", "10kbps"}, {"rmc.k_r", "0.5"}, {"arcane.x", "1"}}).empty());
  CHECK_FALSE(apply_settings(*arc, {{"arc.nonsense", "1"}}).empty());
}

TEST_CASE("wrong settings are found regardless of the flows") {
  CHECK(check_choices({}).empty());
  CHECK(check_choices(controller("arc")).empty());
  CHECK_THAT(check_choices(controller("nonsense")), Catch::Contains("known are") && Catch::Contains("ldcc"));
  CHECK(check_choices(setting("ldcc.w", "10kbps")).empty());
  CHECK(check_choices(setting("rmc.k_r", "0.5")).empty());
  CHECK_THAT(check_choices(setting("nonsense.w", "10kbps")), Catch::Contains("known are"));
  CHECK_THAT(check_choices(setting("ldcc.nonsense", "1")), Catch::Contains("no parameter"));
  CHECK_THAT(check_choices(setting("ldcc.w", "10")), Catch::Contains("unit"));
  CHECK_FALSE(check_choices(setting("ldcc", "10kbps")).empty());
}
