#include "codecs/rate_control.h"

#include <catch2/catch.hpp>
#include <random>

using namespace evenkeel;

namespace {

struct Count {
  int passed = 0;
  Duration longest{};
};

// Ten seconds of a camera, with jitter of up to +-`jitter`.
Count run(FrameThinner& thinner, double input_rate, double allowed, Duration jitter = 0ms) {
  std::mt19937 random(1);
  Count count;
  LocalTime last{};
  for (int i = 0; i < static_cast<int>(10 * input_rate); ++i) {
    const double wobble = static_cast<double>(random()) * 0x1p-31 - 1;
    const LocalTime now = LocalTime(1s) + from_seconds(i / input_rate + wobble * to_seconds(jitter));
    if (!thinner.pass(now, allowed)) continue;
    if (++count.passed > 15) count.longest = std::max(count.longest, Duration(now - last));
    last = now;
  }
  return count;
}

}  // namespace

TEST_CASE("frame thinner: lets everything through that is not above the rate allowed, jitter or not") {
  const double rate = GENERATE(5.0, 15.0, 25.0, 29.97, 30.0, 33.0);
  FrameThinner thinner;
  CHECK(run(thinner, rate, 30, 6ms).passed == static_cast<int>(10 * rate));
  CHECK(to_seconds(thinner.interval()) == Approx(1 / rate).epsilon(0.1));
}

TEST_CASE("frame thinner: leaves out evenly") {
  struct Case {
    double input, allowed;
    int passed;
  };
  const auto c = GENERATE(Case{30, 15, 150}, Case{30, 10, 100}, Case{60, 30, 300}, Case{25, 15, 125}, Case{15, 10, 75});
  CAPTURE(c.input, c.allowed);
  FrameThinner thinner;
  const Count count = run(thinner, c.input, c.allowed);
  CHECK(count.passed == Approx(c.passed).margin(8));
  CHECK(to_seconds(count.longest) == Approx(10.0 / c.passed).epsilon(0.01));
  CHECK(to_seconds(thinner.interval()) == Approx(10.0 / c.passed).epsilon(0.01));
}

TEST_CASE("frame thinner: a pause does not change its measure") {
  FrameThinner thinner;
  run(thinner, 30, 30);
  CHECK(thinner.pass(LocalTime(100s), 30));
  CHECK(to_seconds(thinner.interval()) == Approx(1 / 30.0).epsilon(0.02));
}

TEST_CASE("frame thinner: survives capture times that stand still") {
  FrameThinner thinner;
  for (int i = 0; i < 50; ++i) thinner.pass(LocalTime(1s), 30);
  CHECK(thinner.interval() > 0ms);
}
