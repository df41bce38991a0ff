#include "core/theory/predictions.h"

#include <catch2/catch.hpp>

#include "core/control/factory/controller_factory.h"
#include "core/parameters/parameter_list.h"

using namespace evenkeel;

namespace {

PathConditions known(double kbps = 2500, Duration forward = 50ms) {
  PathConditions path;
  path.rate = kilobits_per_second(kbps);
  path.propagation_delay = forward;
  path.backward_delay = forward;
  path.min_round_trip_time = 2 * forward;
  path.round_trip_time = 2 * forward + 63ms;
  return path;
}

Prediction find(const Tunable& algorithm, const PathConditions& path, const std::string& name) {
  for (const Prediction& p : predictions(algorithm, path)) {
    if (p.name == name) return p;
  }
  FAIL("no prediction of " << name);
  return {};
}

}  // namespace

TEST_CASE("LDCC's predictions with the paper's constants") {
  const auto ldcc = make_controller("ldcc");
  const auto value = [&](const std::string& name) { return find(*ldcc, known(), name).value; };
  CHECK(value("equilibrium delay") == "113 ms");
  CHECK(value("lowest rate") == "200 kbps");
  CHECK(value("rate cap") == "none");
  CHECK(value("climb") == "80 kbps per s");
  CHECK(value("phase margin") == "54.3 deg");
  CHECK(value("gain margin") == "3.77 times");
  CHECK(value("gain margin, sampled") == "2.37 times");
  for (const Prediction& p : predictions(*ldcc, known())) CHECK_FALSE(p.alarming);
}

TEST_CASE("The equilibrium of a running call is the one that its telemetry has") {
  PathConditions path = known();
  path.equilibrium = 115'300us;
  for (const char* name : {"ldcc", "arc", "nada", "nada-2013"}) {
    CAPTURE(name);
    CHECK(find(*make_controller(name), path, "equilibrium delay").value == "115 ms");
  }
  path = known(150);
  path.equilibrium = 115'300us;  // a row late
  CHECK(find(*make_controller("ldcc"), path, "equilibrium delay").value == "none");
}

TEST_CASE("Where the law does not set the rate it is said to come to rest nowhere") {
  PathConditions path = known(150);
  path.bound = RateBound::source;
  for (const char* name : {"ldcc", "arc", "nada", "nada-2013", "darc"}) {
    CAPTURE(name);
    const Prediction p = find(*make_controller(name), path, "equilibrium delay");
    CHECK(p.value == "-");
    CHECK_FALSE(p.alarming);
    CHECK(p.meaning.find("the source limits the rate") == 0);
  }
  path.bound = RateBound::maximum;
  CHECK(find(*make_controller("darc"), path, "target queue").meaning.find("the maximum limits the rate") == 0);
  CHECK(find(*make_controller("ldcc"), path, "lowest rate").value == "200 kbps");  // is no matter of the present rate
}

TEST_CASE("LDCC below w/beta: no equilibrium, and it is said") {
  const auto ldcc = make_controller("ldcc");
  const PathConditions path = known(150);
  for (const char* name : {"equilibrium delay", "phase margin", "gain margin", "gain margin, sampled"}) {
    const Prediction p = find(*ldcc, path, name);
    CHECK(p.value == "none");
    CHECK(p.alarming);
    CHECK(p.meaning.find("150 kbps is not above w/beta") != std::string::npos);
  }
  CHECK(find(*ldcc, path, "lowest rate").alarming);
  CHECK_FALSE(delay_prediction(*ldcc, path).equilibrium);
  CHECK(delay_prediction(*ldcc, path).threshold == 100ms);
}

TEST_CASE("LDCC on a path longer than T_r: the cap alarms where the link has more") {
  const auto ldcc = make_controller("ldcc");
  Prediction cap = find(*ldcc, known(2500, 150ms), "rate cap");
  CHECK(cap.value == "1.2 Mbps");
  CHECK(cap.alarming);
  CHECK(find(*ldcc, known(2500, 150ms), "equilibrium delay").value == "150 ms");
  CHECK(find(*ldcc, known(2500, 150ms), "phase margin").value == "none");
  CHECK(delay_prediction(*ldcc, known(2500, 150ms)).equilibrium == 150ms);
  cap = find(*ldcc, known(1000, 150ms), "rate cap");
  CHECK(cap.value == "1.2 Mbps");
  CHECK_FALSE(cap.alarming);
  CHECK(find(*ldcc, known(1000, 150ms), "equilibrium delay").value == "162 ms");  // (150 0.2 + 100)/0.8
}

TEST_CASE("LDCC's margins alarm where the loop is unstable") {
  const auto ldcc = make_controller("ldcc");
  REQUIRE(set_parameter(*ldcc, "beta", "10").empty());
  for (const char* name : {"phase margin", "gain margin", "gain margin, sampled"}) {
    const Prediction p = find(*ldcc, known(), name);
    CHECK(p.alarming);
    CHECK(p.meaning.find("unstable") == 0);
  }
  REQUIRE(set_parameter(*ldcc, "beta", "0.1").empty());
  REQUIRE(set_parameter(*ldcc, "eta", "1").empty());
  CHECK_FALSE(find(*ldcc, known(), "gain margin").alarming);  // the fluid law
  CHECK(find(*ldcc, known(), "gain margin, sampled").alarming);
}

TEST_CASE("ARC's predictions with the paper's constants") {
  const auto arc = make_controller("arc");
  const auto value = [&](const std::string& name) { return find(*arc, known(), name).value; };
  CHECK(value("ramp") == "1.59 packets/s^2, 19 kbps per s");
  CHECK(value("steepest ramp") == "1.67 packets/s^2, 20 kbps per s");
  CHECK(value("equilibrium delay") == "107 ms");
  CHECK(value("window") == "692 kB");  // 2 11.79 1500 + 312500 (0.1 + 2)
  CHECK(value("time constant") == "1 s");
  CHECK(to_milliseconds(*delay_prediction(*arc, known()).threshold) == Approx(98));
  CHECK(to_milliseconds(*delay_prediction(*arc, known()).equilibrium) == Approx(106.6).margin(0.05));
}

TEST_CASE("What waits for the path says so, and alarms nobody") {
  const std::string name = GENERATE("ldcc", "arc", "fixed");
  const auto controller = make_controller(name);
  PathConditions path;
  SECTION("nothing known") {}
  SECTION("only the rate") { path.rate = megabits_per_second(1); }
  SECTION("only the path") {
    path = known();
    path.rate.reset();
  }
  SECTION("a rate of zero") { path.rate = DataRate(); }
  int waiting = 0;
  const auto all = predictions(*controller, path);
  CHECK_FALSE(all.empty());
  for (const Prediction& p : all) {
    CAPTURE(name, p.name, p.value, p.meaning);
    CHECK_FALSE(p.name.empty());
    CHECK_FALSE(p.value.empty());
    CHECK_FALSE(p.meaning.empty());
    if (p.value != "-") continue;
    ++waiting;
    CHECK(p.meaning.find("awaits") == 0);
    CHECK_FALSE(p.alarming);
  }
  CHECK((waiting > 0) == (name != "fixed"));
  CHECK_FALSE(delay_prediction(*controller, path).equilibrium);
}

TEST_CASE("A fixed rate has no equilibrium to offer") {
  const auto all = predictions(*make_controller("fixed"), known());
  REQUIRE(all.size() == 1);
  CHECK(all[0].value == "none");
}
