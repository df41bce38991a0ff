#include "app/lab/judge/judged_scenario.h"

#include <catch2/catch.hpp>

#include "tests/unit/lab/folders.h"

using namespace evenkeel::lab;
using namespace evenkeel::lab::test;
using evenkeel::test::is_one_sentence;

namespace {

const Scenario& first() { return scenarios().front(); }

/// A folder with runs of the first scenario by these names, all of one second.
std::vector<FoundScenario> runs_of_first(const TemporaryFolder& folder, const std::vector<std::string>& names) {
  for (const std::string& name : names) write_run(folder.path(first().id + '/' + name), first().id);
  return find_runs({folder.path(first().id)}).scenarios;
}

}  // namespace

TEST_CASE("a scenario is judged by the runs that are there") {
  const TemporaryFolder folder;
  const auto found = runs_of_first(folder, {"nonsense"});
  REQUIRE(found.size() == 1);
  const auto judged = judge_found(found[0]);
  INFO(judged.error);
  REQUIRE(judged);
  CHECK(judged.value->scenario == &first());
  CHECK(judged.value->found == 1);
  CHECK_FALSE(judged.value->full);
  CHECK(judged.value->choices.controller == "arc");
}

TEST_CASE("the command that makes the runs again has what was chosen") {
  JudgedScenario judged;
  judged.scenario = &first();
  CHECK(command_of(judged) == "evenkeel-sim run " + first().id);
  judged.choices.controller = "arc";
  judged.choices.settings = {{"arc.k", "0.4"}, {"rmc.k_r", "1"}};
  judged.choices.seed = 2;
  judged.choices.duration = std::chrono::seconds(90);
  judged.choices.quick = true;
  CHECK(command_of(judged) == "evenkeel-sim run " + first().id +
                                  " --controller arc --set arc.k=0.4 --set rmc.k_r=1 --seed 2 --duration 90s --quick");
}

TEST_CASE("runs of a scenario that is not known, and damaged ones, end in one sentence") {
  const TemporaryFolder folder;
  write_run(folder.path("X-1/main"), "X-1");
  CHECK(is_one_sentence(judge_found(find_runs({folder.path("X-1")}).scenarios[0]).error));
  const auto found = runs_of_first(folder, {"main"});
  folder.write(first().id + "/main/telemetry.csv", "nonsense");
  CHECK(is_one_sentence(judge_found(found[0]).error));
}

TEST_CASE("scenarios come in the order of the list, those that are not known last") {
  std::vector<FoundScenario> found{{"nonsense", "", {}}, {scenarios().back().id, "", {}}, {first().id, "", {}}};
  found = in_order(found);
  CHECK(found[0].id == first().id);
  CHECK(found[1].id == scenarios().back().id);
  CHECK(found[2].id == "nonsense");
}
