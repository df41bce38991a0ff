#include "core/parameters/parameter_list.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace evenkeel;

namespace {

class Toy : public Tunable {
 public:
  DataRate w = kilobits_per_second(20);
  Duration window = 50ms;
  DataSize burst = bytes(1500);
  double gain = 0.5;
  double threshold = 0.02;
  int history = 8;

  Toy() : Tunable({"toy", "for this test only"}) {}
  void visit_parameters(ParameterVisitor& v) override {
    const double infinity = std::numeric_limits<double>::infinity();
    v.visit({"w", "w", "", 1e3, 1e6, "added per step"}, w);
    v.visit({"window", "T", "", 0.001, infinity, "looked back on"}, window);
    v.visit({"burst", "B", "", 0, 1e6, "allowed at once"}, burst);
    v.visit({"gain", "k_r", "1/s", 0, 10, "of the loop"}, gain);
    v.visit({"threshold", "p", "", 0, 1, "of loss"}, threshold);
    v.visit({"history", "n", "", 1, 16, "intervals kept"}, history);
  }
};

class Bare : public Tunable {
 public:
  Bare() : Tunable({"bare", "has nothing to set"}) {}
  void visit_parameters(ParameterVisitor&) override {}
};

}  // namespace

TEST_CASE("parameters are listed in order, in base units and as text") {
  Toy toy;
  const auto list = list_parameters(toy);
  REQUIRE(list.size() == 6);
  CHECK(list[0].info.name == "w");
  CHECK(list[0].kind == ParameterKind::rate);
  CHECK(list[0].value == 20e3);
  CHECK(list[0].text == "20kbps");
  CHECK(list[1].kind == ParameterKind::duration);
  CHECK(list[1].value == 0.05);
  CHECK(list[1].text == "50ms");
  CHECK(list[2].kind == ParameterKind::size);
  CHECK(list[2].text == "1.5kB");
  CHECK(list[3].kind == ParameterKind::number);
  CHECK(list[3].text == "0.5");
  CHECK(list[5].kind == ParameterKind::integer);
  CHECK(list[5].text == "8");
}

TEST_CASE("every parameter takes the text that it lists") {
  Toy toy;
  for (const auto& parameter : list_parameters(toy))
    CHECK(set_parameter(toy, parameter.info.name, parameter.text).empty());
}

TEST_CASE("parameters are set from text") {
  Toy toy;
  CHECK(set_parameter(toy, "w", "30kbps").empty());
  CHECK(toy.w == kilobits_per_second(30));
  CHECK(set_parameter(toy, "window", "2s").empty());
  CHECK(toy.window == 2s);
  CHECK(set_parameter(toy, "burst", "3kB").empty());
  CHECK(toy.burst == bytes(3000));
  CHECK(set_parameter(toy, "gain", "1").empty());
  CHECK(toy.gain == 1);
  CHECK(set_parameter(toy, "gain", "2/s").empty());
  CHECK(toy.gain == 2);
  CHECK(set_parameter(toy, "threshold", "10%").empty());
  CHECK(toy.threshold == 0.1);
  CHECK(set_parameter(toy, "history", "16").empty());
  CHECK(toy.history == 16);
}

TEST_CASE("a parameter that is not set keeps its value and one sentence says why") {
  Toy toy;
  CHECK(set_parameter(toy, "x", "1") == "toy has no parameter 'x'; it has w, window, burst, gain, threshold, history.");
  CHECK(set_parameter(toy, "w", "30") == "toy.w: '30' has no unit: write a rate as 2500kbps or 2.5Mbps.");
  CHECK(set_parameter(toy, "w", "2Mbps") == "toy.w: '2Mbps' is outside the range, from 1kbps to 1Mbps.");
  CHECK(set_parameter(toy, "window", "0s") == "toy.window: '0s' is outside the range, at least 1ms.");
  CHECK(set_parameter(toy, "gain", "5%") == "toy.gain: '5%' is not a number: write it as 0.5 or 20.");
  CHECK(set_parameter(toy, "gain", "nan") == "toy.gain: 'nan' is not a number: write it as 0.5 or 20.");
  CHECK(set_parameter(toy, "gain", "-1") == "toy.gain: '-1' is outside the range, from 0 to 10.");
  CHECK(set_parameter(toy, "history", "2.5") == "toy.history: '2.5' is not a whole number: write it as 5.");
  CHECK(set_parameter(toy, "history", "99999999999") ==
        "toy.history: '99999999999' is not a whole number: write it as 5.");
  CHECK(toy.w == kilobits_per_second(20));
  CHECK(toy.window == 50ms);
  CHECK(toy.gain == 0.5);
  CHECK(toy.history == 8);
  Bare bare;
  CHECK(set_parameter(bare, "x", "1") == "bare has no parameter 'x' and none at all.");
}

TEST_CASE("ranges can be shown, limits included") {
  CHECK(format_parameter(ParameterKind::rate, 1e6) == "1Mbps");
  CHECK(format_parameter(ParameterKind::duration, std::numeric_limits<double>::infinity()) == "unlimited");
  CHECK(format_parameter(ParameterKind::duration, 1e300) == "9000000000s");
  CHECK(format_parameter(ParameterKind::size, 1e300) == "9000000000GB");
  CHECK(format_parameter(ParameterKind::number, 0.25) == "0.25");
}
