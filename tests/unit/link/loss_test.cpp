#include "core/link/impairments.h"

#include <catch2/catch.hpp>
#include <vector>

using namespace evenkeel;

namespace {

struct Losses {
  double share = 0;
  double mean_burst = 0;
};

Losses measure(LossProcess process, int packets = 400'000) {
  int lost = 0;
  int bursts = 0;
  bool before = false;
  for (int i = 0; i < packets; ++i) {
    bool now = process.next();
    lost += now;
    bursts += now && !before;
    before = now;
  }
  return {static_cast<double>(lost) / packets, bursts > 0 ? static_cast<double>(lost) / bursts : 0};
}

}  // namespace

TEST_CASE("no loss, and loss of everything") {
  CHECK(measure({NoLoss{}, 1}).share == 0);
  CHECK(measure({IndependentLoss{0}, 1}).share == 0);
  CHECK(measure({IndependentLoss{1}, 1}).share == 1);
}

TEST_CASE("independent losses have their probability, and bursts of 1/(1-p)") {
  auto p = GENERATE(0.01, 0.05, 0.1, 0.2);
  auto losses = measure({IndependentLoss{p}, 42});
  CHECK(losses.share == Approx(p).epsilon(0.05));
  CHECK(losses.mean_burst == Approx(1 / (1 - p)).epsilon(0.02));
}

TEST_CASE("a Gilbert-Elliott chain loses in bursts of 1/bad_to_good") {
  struct Row {
    double good_to_bad, bad_to_good;
  };
  auto row = GENERATE(Row{0.01, 0.25}, Row{0.002, 0.1}, Row{0.05, 0.5});
  auto losses = measure({GilbertElliottLoss{row.good_to_bad, row.bad_to_good}, 42});
  CHECK(losses.mean_burst == Approx(1 / row.bad_to_good).epsilon(0.05));
  CHECK(losses.share == Approx(row.good_to_bad / (row.good_to_bad + row.bad_to_good)).epsilon(0.08));
}

TEST_CASE("a Gilbert-Elliott chain loses in either state as told") {
  auto losses = measure({GilbertElliottLoss{0.02, 0.08, 0.01, 0.5}, 7});
  CHECK(losses.share == Approx(0.8 * 0.01 + 0.2 * 0.5).epsilon(0.05));
}

TEST_CASE("the seed decides, and nothing else") {
  auto sequence = [](std::uint64_t seed) {
    LossProcess process(IndependentLoss{0.3}, seed);
    std::vector<bool> lost;
    for (int i = 0; i < 200; ++i) lost.push_back(process.next());
    return lost;
  };
  CHECK(sequence(1) == sequence(1));
  CHECK(sequence(1) != sequence(2));
}

TEST_CASE("the model may change") {
  LossProcess process(GilbertElliottLoss{1, 0}, 1);
  CHECK(process.next());
  process.set_model(NoLoss{});
  CHECK_FALSE(process.next());
  process.set_model(GilbertElliottLoss{0, 0});  // in the good state again
  CHECK_FALSE(process.next());
}
