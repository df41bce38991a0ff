#include "codecs/rate_control.h"

#include <catch2/catch.hpp>

using namespace evenkeel;

namespace {

constexpr Duration interval = 33'333'333ns;

// An encoder that is off by a constant factor, from which nothing but the loop around it can save us.
double emitted(RateCorrector& corrector, double factor, DataRate target, int frames,
               QuantizerBound bound = QuantizerBound::none) {
  double sum = 0;
  for (int i = 0; i < frames; ++i) {
    const DataSize size = factor * corrector.corrected(target) * interval;
    corrector.on_frame(size, interval, target, bound);
    sum += static_cast<double>(size.bits());
  }
  return sum / (frames * to_seconds(interval)) / target.bps();
}

}  // namespace

TEST_CASE("rate corrector: leaves an exact encoder alone") {
  RateCorrector corrector;
  CHECK(emitted(corrector, 1, megabits_per_second(1), 300) == Approx(1).epsilon(0.001));
  CHECK(corrector.corrected(megabits_per_second(1)).bps() == Approx(1e6).epsilon(0.001));
}

TEST_CASE("rate corrector: reduces a constant error of the encoder") {
  const double factor = GENERATE(0.93, 0.97, 1.03, 1.07);
  RateCorrector corrector;
  emitted(corrector, factor, megabits_per_second(1), 60);
  const double error = emitted(corrector, factor, megabits_per_second(1), 60) - 1;
  CHECK(std::abs(error) < 0.5 * std::abs(factor - 1));
}

TEST_CASE("rate corrector: the correction is bounded and gone soon") {
  RateCorrector corrector;
  emitted(corrector, 3, megabits_per_second(1), 60);
  CHECK(corrector.corrected(megabits_per_second(1)).bps() == Approx(850e3));
  for (int i = 0; i < 60; ++i)
    corrector.on_frame(megabits_per_second(1) * interval, interval, megabits_per_second(1), {});
  CHECK(corrector.corrected(megabits_per_second(1)).bps() > 970e3);
}

TEST_CASE("rate corrector: an excess counts in seconds, whatever the target becomes") {
  RateCorrector corrector;
  corrector.on_frame(megabits_per_second(2) * (interval + 40ms), interval, megabits_per_second(2), {});
  const double excess = corrector.excess();
  CHECK(excess == Approx(0.04).epsilon(0.01));
  CHECK(corrector.corrected(megabits_per_second(2)) / megabits_per_second(2) ==
        Approx(corrector.corrected(megabits_per_second(1)) / megabits_per_second(1)));
}

TEST_CASE("rate corrector: what plain content leaves unused is no credit for later") {
  RateCorrector corrector;
  emitted(corrector, 0.3, megabits_per_second(1), 300, QuantizerBound::finest);
  CHECK(corrector.corrected(megabits_per_second(1)).bps() == Approx(1e6));
}

TEST_CASE("rate corrector: what the coarsest quantizer exceeds is held against it by half the bound only") {
  RateCorrector corrector;
  emitted(corrector, 3, megabits_per_second(1), 300, QuantizerBound::coarsest);
  CHECK(corrector.corrected(megabits_per_second(1)).bps() == Approx(925e3));
}

TEST_CASE("rate corrector: a pause grants no more than half a second") {
  RateCorrector corrector;
  corrector.on_frame(bytes(4000), 60s, megabits_per_second(1), {});
  CHECK(corrector.excess() >= -0.1);
}
