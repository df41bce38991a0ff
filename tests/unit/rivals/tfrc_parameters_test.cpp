#include "core/parameters/parameter_list.h"

#include <catch2/catch.hpp>

#include "core/control/rivals/tfrc/tfrc.h"
#include "core/theory/predictions.h"

using namespace evenkeel;

TEST_CASE("TFRC's parameters: defaults within their ranges, each can be set to itself and to its ends") {
  Tfrc tfrc;
  CHECK(list_parameters(tfrc).size() == 9);
  for (const ParameterValue& p : list_parameters(tfrc)) {
    CAPTURE(p.info.name);
    CHECK(p.value >= p.info.minimum);
    CHECK(p.value <= p.info.maximum);
    CHECK(set_parameter(tfrc, p.info.name, p.text).empty());
    CHECK(set_parameter(tfrc, p.info.name, format_parameter(p.kind, p.info.minimum)).empty());
    CHECK(set_parameter(tfrc, p.info.name, format_parameter(p.kind, p.info.maximum)).empty());
  }
}

TEST_CASE("TFRC's predictions name the loss that the equation takes for the rate") {
  Tfrc tfrc;
  tfrc.start({}, 1, LocalTime(1000s));
  CHECK(predictions(tfrc, {}).front().value == "-");
  PathConditions path;
  path.rate = kilobits_per_second(898.658);
  path.min_round_trip_time = path.round_trip_time = 100ms;
  path.packet = bytes(1000);
  const auto all = predictions(tfrc, path);
  REQUIRE(all.size() == 3);
  CHECK(all[0].value == "1 %");
  CHECK(all[1].value == "none");
  CHECK(all[2].value == "35.2 packets");
}
