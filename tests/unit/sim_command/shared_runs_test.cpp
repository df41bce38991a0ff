#include "app/lab/sim/command/run_job.h"

#include <catch2/catch.hpp>

using namespace evenkeel;
using namespace evenkeel::sim;

namespace {

lab::Scenario scenario(const std::string& id, std::vector<lab::RunPlan> runs) { return {id, "", "", std::move(runs)}; }

lab::RunPlan network_plan(const std::string& name, std::uint64_t seed) {
  lab::RunPlan plan;
  plan.name = name;
  plan.seed = seed;
  plan.what = lab::NetworkRun{};
  return plan;
}

lab::RunPlan formula(const std::string& name) {
  lab::RunPlan plan;
  plan.name = name;
  plan.what = lab::Computation([](std::uint64_t, lab::RunWriter&) {});
  return plan;
}

SharedRuns shared(const std::vector<const lab::Scenario*>& scenarios) {
  SimCommandLine line;
  line.out = "out";
  return share_runs(plan_jobs(scenarios, line, {}));
}

}  // namespace

TEST_CASE("runs of equal configuration and seed are simulated once, across scenarios") {
  const auto one = scenario("X-1", {network_plan("a", 1), network_plan("b", 2)});
  const auto two = scenario("X-2", {network_plan("c", 2), network_plan("d", 3)});
  const SharedRuns runs = shared({&one, &two});
  REQUIRE(runs.jobs.size() == 3);
  CHECK(runs.jobs[2].name == "X-2/d");
  REQUIRE(runs.copies.size() == 1);
  CHECK(runs.copies[0].job.name == "X-2/c");
  CHECK(runs.copies[0].from == "out/X-1/b");
  CHECK(runs.copies[0].of.at("run") == "b");
}

TEST_CASE("another duration is another run") {
  auto longer = network_plan("b", 1);
  longer.duration = 7s;
  const auto one = scenario("X-1", {network_plan("a", 1), longer});
  CHECK(shared({&one}).copies.empty());
}

TEST_CASE("computations are each made, since their descriptions do not say what they compute") {
  const auto one = scenario("X-1", {formula("a"), formula("b")});
  CHECK(shared({&one}).copies.empty());
}
