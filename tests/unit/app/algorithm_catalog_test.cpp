#include "app/cli/algorithm_catalog.h"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace evenkeel;

TEST_CASE("The catalog knows every algorithm with the paper's values") {
  const auto catalog = make_algorithm_catalog();
  CHECK(catalog->controllers().front().name == "darc");
  CHECK(catalog->send_loops().front().name == "rmc");
  const auto& controllers = catalog->controllers();
  const auto ldcc = std::find_if(controllers.begin(), controllers.end(), [](auto& c) { return c.name == "ldcc"; });
  REQUIRE(ldcc != controllers.end());
  const auto& parameters = ldcc->parameters;
  const auto found = std::find_if(parameters.begin(), parameters.end(), [](auto& p) { return p.info.name == "T_r"; });
  REQUIRE(found != parameters.end());
  CHECK(found->text == "100ms");
  CHECK(ldcc->law_terms.size() == 3);
}

TEST_CASE("Texts are checked and valued as --set does") {
  const auto catalog = make_algorithm_catalog();
  CHECK(catalog->check("ldcc.T_r", "80ms").empty());
  CHECK(catalog->value_of("ldcc.T_r", "80ms") == 0.08);
  CHECK(catalog->value_of("rmc.k_r", "0.5") == 0.5);
  CHECK_THAT(catalog->check("ldcc.T_r", "80"), Catch::Contains("has no unit"));
  CHECK_FALSE(catalog->check("ldcc.nonsense", "1").empty());
  CHECK_FALSE(catalog->check("nonsense", "1").empty());
  CHECK_FALSE(catalog->value_of("nonsense", "1"));
  CHECK_FALSE(catalog->value_of("ldcc.T_r", "-1ms"));
}

TEST_CASE("The catalog has the parameters of loss recovery beside the algorithms") {
  const auto catalog = make_algorithm_catalog();
  CHECK(catalog->recovery().name == "recovery");
  CHECK(catalog->recovery().parameters.size() == 11);
  CHECK(catalog->recovery().law_terms.empty());
  CHECK(catalog->check("recovery.backlog", "5ms").empty());
  CHECK(catalog->value_of("recovery.backlog", "5ms") == 0.005);
  CHECK_THAT(catalog->check("recovery.backlog", "5"), Catch::Contains("recovery.backlog: '5' has no unit"));
  CHECK_FALSE(catalog->value_of("recovery.backlog", "5s"));
}

TEST_CASE("Theory follows what is tuned") {
  const auto catalog = make_algorithm_catalog();
  PathConditions path;
  path.rate = kilobits_per_second(2500);
  path.propagation_delay = path.backward_delay = 50ms;
  path.min_round_trip_time = path.round_trip_time = 100ms;
  const auto equilibrium = [&](TuningState tuning) {
    for (const Prediction& p : catalog->theory(tuning, path).controller) {
      if (p.source.find("19") != std::string::npos) return p.value;
    }
    return std::string("nothing");
  };
  TuningState tuning{"ldcc", "rmc", {}};
  const std::string with_100 = equilibrium(tuning);
  CHECK_THAT(with_100, Catch::Contains("113"));  // (50 a + 100) / (1 - a) with a = 0.08: 113.04 ms
  tuning.settings["ldcc.T_r"] = "80ms";
  CHECK_THAT(equilibrium(tuning), Catch::Contains("91.3"));
  tuning.settings["ldcc.T_r"] = "nonsense";
  CHECK(catalog->theory(tuning, path).controller.empty());
}

TEST_CASE("Options become a tuning state and come back") {
  CallOptions options;
  options.controller = "arc";
  options.settings = {{"arc.k", "0.7"}, {"arc.k", "0.8"}};
  const TuningState tuning = tuning_of(options);
  CHECK(tuning.settings == std::map<std::string, std::string>{{"arc.k", "0.8"}});
  CallOptions back;
  apply_tuning(tuning, back);
  CHECK(back.controller == "arc");
  CHECK(tuning_of(back) == tuning);
}
