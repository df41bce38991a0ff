#include "app/lab/sim/command/scenario_choice.h"

#include <catch2/catch.hpp>

#include "tests/unit/app/temporary_folder.h"

using namespace evenkeel;
using namespace evenkeel::sim;

namespace {

const std::vector<lab::Scenario>& known() {
  static const auto made = [] {
    std::vector<lab::Scenario> all;
    for (const char* id : {"L-Fig1", "L-Fig10", "L-Fig12", "A-Fig7a", "A-Fig7b", "8867-5.1"}) {
      all.emplace_back().id = id;
    }
    return all;
  }();
  return made;
}

std::vector<std::string> ids_of(const std::vector<std::string>& words) {
  std::vector<std::string> ids;
  for (const auto* scenario : choose_scenarios(known(), words).scenarios) ids.push_back(scenario->id);
  return ids;
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("an id means one scenario, even if other ids begin with it") {
  CHECK(ids_of({"L-Fig1"}) == Ids{"L-Fig1"});
  CHECK(ids_of({"l-fig12"}) == Ids{"L-Fig12"});
}

TEST_CASE("the beginning of ids means all of them") {
  CHECK(ids_of({"L"}) == Ids{"L-Fig1", "L-Fig10", "L-Fig12"});
  CHECK(ids_of({"a-fig7"}) == Ids{"A-Fig7a", "A-Fig7b"});
  CHECK(ids_of({"all"}).size() == known().size());
}

TEST_CASE("each scenario is chosen once, in the order of the list") {
  CHECK(ids_of({"8867", "L-Fig10", "L", "l-fig10"}) == Ids{"L-Fig1", "L-Fig10", "L-Fig12", "8867-5.1"});
}

TEST_CASE("an unknown scenario gets a message with similar names") {
  const auto chosen = choose_scenarios(known(), {"L", "A-Fg7a"});
  CHECK(chosen.scenarios.empty());
  CHECK(evenkeel::test::is_one_sentence(chosen.error));
  CHECK_THAT(chosen.error, Catch::Contains("'A-Fg7a': did you mean A-Fig7a, A-Fig7b"));
  CHECK_FALSE(choose_scenarios(known(), {""}).error.empty());
  CHECK_FALSE(choose_scenarios({}, {"all"}).error.empty());
}
