#include "codecs/resolution_ladder.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <ostream>
#include <random>
#include <vector>

using namespace evenkeel;

namespace evenkeel {

std::ostream& operator<<(std::ostream& out, const Rung& rung) {
  return out << rung.width << 'x' << rung.height << '@' << rung.frames_per_second;
}

}  // namespace evenkeel

namespace {

constexpr LocalTime start{1s};

// An encoder of camera pictures: its step width is inverse to the bits there are for a picture. `difficulty` 1 needs
// the coarsest quantizer of 56 at 430 kbit/s in 1280x720.
struct Model {
  double difficulty = 1;
  double noise = 0;  // standard deviation of the quantizer
  std::mt19937 random{1};

  int quantizer(const Rung& rung, DataRate target) {
    const double pixels = static_cast<double>(rung.width) * rung.height / (1280 * 720);
    const double needed = 430e3 * difficulty * std::pow(pixels, 0.75) * std::pow(rung.frames_per_second / 30, 0.5);
    const double step = 185 * needed / target.bps();
    const double found = step > 66 ? 40 + std::log(step / 66) / 0.0635 : (step - 4) / 1.25;
    // Not std::normal_distribution, which differs between standard libraries.
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += static_cast<double>(random()) * 0x1p-32;
    return static_cast<int>(std::lround(std::clamp(found + noise * sum, 2.0, 56.0)));
  }
};

struct Switch {
  double seconds;
  Rung to;
};

// Runs from `from` to `to` seconds and returns the changes of the rung.
std::vector<Switch> run(ResolutionLadder& ladder, Model& model, double from, double to, DataRate target,
                        double target_noise = 0) {
  std::vector<Switch> switches;
  Rung last = ladder.rung();
  for (double t = from; t < to; t += 1 / last.frames_per_second) {
    const LocalTime now = start + from_seconds(t);
    const double wobble = target_noise * (static_cast<double>(model.random()) * 0x1p-31 - 1);
    const DataRate wobbling = target * (1 + wobble);
    ladder.on_picture(now, wobbling);
    ladder.on_frame(now, wobbling, model.quantizer(ladder.rung(), wobbling));
    if (!(ladder.rung() == last)) switches.push_back({t, ladder.rung()});
    last = ladder.rung();
  }
  return switches;
}

ResolutionLadder ladder_720p(DataRate target) {
  ResolutionLadder ladder;
  ladder.set_source(1280, 720, target);
  return ladder;
}

}  // namespace

TEST_CASE("resolution ladder: starts at what the target carries") {
  CHECK(ladder_720p(megabits_per_second(2)).rung() == Rung{1280, 720, 30});
  CHECK(ladder_720p(kilobits_per_second(300)).rung() == Rung{960, 540, 30});
  CHECK(ladder_720p(kilobits_per_second(170)).rung() == Rung{640, 360, 30});
  CHECK(ladder_720p(kilobits_per_second(62)).rung() == Rung{320, 180, 30});
  CHECK(ladder_720p(kilobits_per_second(45)).rung() == Rung{320, 180, 15});
  CHECK(ladder_720p(kilobits_per_second(10)).rung() == Rung{320, 180, 10});
}

TEST_CASE("resolution ladder: keeps sizes even below the source, and never goes below 160x90 or up") {
  ResolutionLadder ladder;
  ladder.set_source(641, 361, kilobits_per_second(50));
  CHECK(ladder.rung().width % 2 == 0);
  CHECK(ladder.rung().height % 2 == 0);
  ladder.set_source(641, 361, megabits_per_second(5));
  CHECK(ladder.rung() == Rung{641, 361, 30});
  ladder.set_source(1, 1, DataRate());
  CHECK(ladder.rung().width == 1);
  ladder.set_source(160, 90, kilobits_per_second(1));
  CHECK(ladder.rung() == Rung{160, 90, 10});
}

TEST_CASE("resolution ladder: no hunting at any constant target, whatever the content and the noise") {
  const double difficulty = GENERATE(0.5, 1.0, 2.0);
  const double noise = GENERATE(0.0, 4.0);
  const double target_noise = GENERATE(0.0, 0.15);
  for (double kbps = 50; kbps <= 5000; kbps *= 1.2) {
    CAPTURE(kbps, difficulty, noise, target_noise);
    Model model{difficulty, noise};
    const DataRate target = kilobits_per_second(kbps);
    ResolutionLadder ladder = ladder_720p(target);
    run(ladder, model, 0, 60, target, target_noise);
    // In the five minutes after it has settled: the doubled waits leave a few tries.
    CHECK(run(ladder, model, 60, 360, target, target_noise).size() <= 4);
  }
}

TEST_CASE("resolution ladder: down within a second of an abrupt drop") {
  const double kbps = GENERATE(60.0, 150.0, 250.0, 400.0);
  CAPTURE(kbps);
  Model model;
  ResolutionLadder ladder = ladder_720p(megabits_per_second(3));
  CHECK(run(ladder, model, 0, 10, megabits_per_second(3)).empty());
  const auto switches = run(ladder, model, 10, 20, kilobits_per_second(kbps));
  REQUIRE_FALSE(switches.empty());
  CHECK(switches[0].seconds < 11);
}

TEST_CASE("resolution ladder: down within a second where the content becomes too difficult") {
  Model model;
  ResolutionLadder ladder = ladder_720p(megabits_per_second(1));
  CHECK(run(ladder, model, 0, 10, megabits_per_second(1)).empty());
  model.difficulty = 4;
  const auto switches = run(ladder, model, 10, 20, megabits_per_second(1));
  REQUIRE_FALSE(switches.empty());
  CHECK(switches[0].seconds < 11);
  CHECK(switches[0].to == Rung{960, 540, 30});
}

TEST_CASE("resolution ladder: a dip of the target that is short and shallow changes nothing") {
  Model model{0.5};
  ResolutionLadder ladder = ladder_720p(kilobits_per_second(600));
  run(ladder, model, 0, 10, kilobits_per_second(600));
  CHECK(run(ladder, model, 10, 10.25, kilobits_per_second(350)).empty());
  CHECK(run(ladder, model, 10.25, 30, kilobits_per_second(600)).empty());
}

TEST_CASE("resolution ladder: up again to the full size after a recovery") {
  Model model;
  ResolutionLadder ladder = ladder_720p(kilobits_per_second(60));
  run(ladder, model, 0, 20, kilobits_per_second(60));
  const auto switches = run(ladder, model, 20, 40, megabits_per_second(2.5));
  CHECK(ladder.rung() == Rung{1280, 720, 30});
  CHECK(switches.size() <= 2);  // not through all the sizes: each costs a key frame
  CHECK(switches[0].seconds > 22);
}

TEST_CASE("resolution ladder: the frame rate falls last, to 15 and then 10, and comes back first") {
  Model model{3};
  ResolutionLadder ladder = ladder_720p(kilobits_per_second(200));
  const auto down = run(ladder, model, 0, 60, kilobits_per_second(45));
  for (const Switch& s : down) CHECK((s.to.frames_per_second == 30 || s.to.width == 320));
  CHECK(ladder.rung() == Rung{320, 180, 10});
  const auto up = run(ladder, model, 60, 90, kilobits_per_second(400));
  CHECK(ladder.rung().frames_per_second == 30);
  CHECK(up.size() <= 3);
}

TEST_CASE("resolution ladder: a step up that fails doubles the wait, and a higher target resets it") {
  // The prediction believes in the full size, but the quantizer is stuck as soon as it gets there.
  ResolutionLadder ladder = ladder_720p(kilobits_per_second(400));
  std::vector<double> ups;
  Rung last = ladder.rung();
  const auto advance = [&](double from, double to, DataRate target) {
    for (double t = from; t < to; t += 1 / 30.0) {
      const LocalTime now = start + from_seconds(t);
      ladder.on_picture(now, target);
      ladder.on_frame(now, target, ladder.rung().width == 1280 ? 55 : 30);
      if (ladder.rung().width > last.width) ups.push_back(t);
      last = ladder.rung();
    }
  };
  advance(0, 130, kilobits_per_second(800));
  REQUIRE(ups.size() >= 4);
  for (std::size_t i = 2; i < ups.size(); ++i) CHECK(ups[i] - ups[i - 1] > 1.5 * (ups[i - 1] - ups[i - 2]));
  CHECK(ladder.up_wait() >= 48s);
  advance(130, 134, kilobits_per_second(1600));
  CHECK(ladder.up_wait() == 3s);
}

TEST_CASE("resolution ladder: a fall of the target that is over soon is taken back at once, a long one is not") {
  struct Row {
    double fall;  // s
    double least;
    double most;  // s from its end to the full size
  };
  const auto row = GENERATE(values<Row>({{0.5, 0.2, 0.5}, {5, 0.2, 0.5}, {30, 2, 10}}));
  CAPTURE(row.fall);
  Model model;
  ResolutionLadder ladder = ladder_720p(megabits_per_second(3));
  run(ladder, model, 0, 10, megabits_per_second(3));
  run(ladder, model, 10, 10 + row.fall, kilobits_per_second(100));
  REQUIRE(ladder.rung().width == 320);
  const auto up = run(ladder, model, 10 + row.fall, 30 + row.fall, megabits_per_second(2.6));
  REQUIRE_FALSE(up.empty());
  CHECK(up.back().to == Rung{1280, 720, 30});
  CHECK(up.back().seconds - 10 - row.fall > row.least);
  CHECK(up.back().seconds - 10 - row.fall < row.most);
}

TEST_CASE(
    "resolution ladder: of a target that falls by stages the first counts, and less than was there is not taken") {
  Model model;
  ResolutionLadder ladder = ladder_720p(megabits_per_second(3));
  run(ladder, model, 0, 10, megabits_per_second(3));
  run(ladder, model, 10, 11, kilobits_per_second(250));
  run(ladder, model, 11, 12, kilobits_per_second(80));
  const Rung low = ladder.rung();
  CHECK(run(ladder, model, 12, 14, megabits_per_second(2.2)).empty());  // below 0.8 of 3
  CHECK(ladder.rung() == low);
  const auto up = run(ladder, model, 14, 14.5, megabits_per_second(2.5));
  REQUIRE(up.size() == 1);
  CHECK(up[0].to == Rung{1280, 720, 30});
}

TEST_CASE("resolution ladder: no hunting where a target settles a little below what a size takes") {
  Model model{0.5};
  ResolutionLadder ladder = ladder_720p(kilobits_per_second(450));
  REQUIRE(run(ladder, model, 0, 10, kilobits_per_second(450)).empty());
  CHECK(run(ladder, model, 10, 70, kilobits_per_second(400)).size() <= 1);
}

TEST_CASE("resolution ladder: a deep fall costs the size at once, pictures only after a second") {
  Model model;
  ResolutionLadder ladder = ladder_720p(megabits_per_second(3));
  run(ladder, model, 0, 10, megabits_per_second(3));
  const auto down = run(ladder, model, 10, 13, kilobits_per_second(30));
  REQUIRE(down.size() >= 2);
  CHECK(down[0].seconds < 10.1);
  CHECK(down[0].to == Rung{320, 180, 30});
  CHECK(down[1].seconds > 10.9);
  CHECK(down.back().to.frames_per_second == 10);
}
