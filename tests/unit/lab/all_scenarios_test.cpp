#include <algorithm>
#include <catch2/catch.hpp>
#include <cctype>
#include <set>

#include "app/lab/plan/scenario.h"
#include "app/lab/plan/settings.h"
#include "app/lab/record/run_record.h"
#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/telemetry/flow_name.h"

using namespace evenkeel;
using namespace evenkeel::lab;

namespace {

bool is_folder_name(const std::string& name) {
  const auto fits = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::string("-+.,=_").find(c) != std::string::npos;
  };
  return !name.empty() && name[0] != '.' && !name.ends_with(".part") && std::all_of(name.begin(), name.end(), fits);
}

void check_flow(const FlowPlan& flow, std::size_t routers) {
  CHECK_FALSE(flow.name.empty());
  CHECK(flow.name.size() <= FlowName::max_length);
  CHECK(flow.from != flow.to);
  CHECK(std::min(flow.from, flow.to) >= 0);
  CHECK(static_cast<std::size_t>(std::max(flow.from, flow.to)) < routers);
  const auto* media = std::get_if<MediaPlan>(&flow.traffic);
  if (media == nullptr) return;
  const auto controller = make_controller(media->controller);
  const auto loop = make_pacer(media->send_loop);
  INFO("controller " << media->controller << ", send loop " << media->send_loop);
  REQUIRE(controller);
  REQUIRE(loop);
  CHECK(apply_settings(*controller, media->settings).empty());
  CHECK(apply_settings(*loop, media->settings).empty());
}

void check_network(const NetworkRun& run) {
  std::set<std::string> names;
  for (const FlowPlan& flow : run.flows) {
    INFO("flow " << flow.name);
    CHECK(names.insert(flow.name).second);
    check_flow(flow, run.network.hops.size() + 1);
  }
}

}  // namespace

TEST_CASE("every scenario can be listed, found and run by its id") {
  std::set<std::string> ids;
  for (const Scenario& scenario : scenarios()) {
    INFO(scenario.id);
    CHECK(is_folder_name(scenario.id));
    CHECK(ids.insert(scenario.id).second);
    CHECK(find_scenario(scenario.id) == &scenario);
    CHECK_FALSE(scenario.source.empty());
    CHECK_FALSE(scenario.shows.empty());
    CHECK(scenario.shows.find('\n') == std::string::npos);
    CHECK_FALSE(scenario.runs.empty());
    CHECK(scenario.judge != nullptr);
  }
  CHECK(find_scenario("l-fig5") == find_scenario("L-Fig5"));
  CHECK(find_scenario("nonsense") == nullptr);
}

TEST_CASE("every run of every scenario is a plan that can be run") {
  for (const Scenario& scenario : scenarios()) {
    std::set<std::string> names;
    for (const RunPlan& plan : scenario.runs) {
      INFO(scenario.id << "/" << plan.name);
      CHECK(is_folder_name(plan.name));
      CHECK(names.insert(plan.name).second);
      CHECK(plan.duration > Duration::zero());
      CHECK(plan.quick_duration <= plan.duration);
      if (const auto* network = std::get_if<NetworkRun>(&plan.what)) check_network(*network);
    }
  }
}

TEST_CASE("every scenario can be judged when nothing was run, and then judges nothing") {
  for (const Scenario& scenario : scenarios()) {
    INFO(scenario.id);
    REQUIRE(scenario.judge != nullptr);
    for (const Claim& claim : scenario.judge(RunRecords()).claims) {
      INFO(claim.statement);
      CHECK_FALSE(claim.judged);
      CHECK_FALSE(claim.holds);
    }
  }
}
