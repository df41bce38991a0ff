#include <catch2/catch.hpp>
#include <cstdio>

#include "tests/sound/echo_trial.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

AudioProcessorConfig canceller(EchoSuppression suppression, bool extended, bool agnostic) {
  AudioProcessorConfig config;
  config.automatic_gain = false;  // else the loss is that of the gain as well
  config.suppression = suppression;
  config.extended_filter = extended;
  config.delay_agnostic = agnostic;
  return config;
}

constexpr const char* names[]{"low", "moderate", "high"};

void print_tried(EchoSuppression suppression, bool extended, bool agnostic) {
  double worst = 200, mean = 0, near = 0, worst_near = 0, moved = 0, drift = 200;
  int count = 0, doubles = 0;
  const auto config = canceller(suppression, extended, agnostic);
  for (const Duration room : {60ms, 150ms, 300ms}) {
    for (const Duration delay : {20ms, 100ms, 250ms}) {
      EchoTrial both{.config = config, .room = room, .delay = delay, .near_from = 10};
      const auto r = both.run();
      worst = std::min(worst, r.worst_loss);
      mean += r.mean_loss;
      near += r.near_level;
      worst_near = std::min(worst_near, r.near_level);
      ++count;
      ++doubles;
    }
    EchoTrial moving{.config = config, .seconds = 25, .room = room, .moved_at = 12};
    moved = std::max(moved, moving.run().relearnt_after);
    EchoTrial drifting{.config = config, .seconds = 40, .room = room, .ppm = 100};
    drift = std::min(drift, drifting.run().worst_loss);
  }
  std::printf("| %s | %s | %s | %.0f | %.0f | %.1f | %.1f | %.1f | %.0f |\n", names[static_cast<int>(suppression)],
              extended ? "yes" : "no", agnostic ? "found" : "told", worst, mean / count, near / doubles, worst_near,
              moved, drift);
}

}  // namespace

// `unit_sound "[echo-table]"` prints the tables of docs/results/audio.md.
TEST_CASE("What the canceller makes of echo, by its options", "[.][echo-table]") {
  std::printf(
      "| suppression | extended | delay | worst loss dB | mean | near dB | worst case | relearnt s | 100 ppm |\n");
  std::printf("|---|---|---|---:|---:|---:|---:|---:|---:|\n");
  for (const auto suppression : {EchoSuppression::low, EchoSuppression::moderate, EchoSuppression::high}) {
    for (const bool extended : {false, true}) {
      for (const bool agnostic : {false, true}) print_tried(suppression, extended, agnostic);
    }
  }
}

TEST_CASE("What the canceller makes of echo, by room and delay", "[.][echo-table]") {
  const auto suppression = GENERATE(EchoSuppression::moderate, EchoSuppression::high);
  std::printf("%s suppression, extended filter, delay told\n", names[static_cast<int>(suppression)]);
  std::printf("| room ms | delay ms | worst loss dB | mean | near dB | worst second | relearnt s | 100 ppm: worst |\n");
  std::printf("|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const int room : {60, 100, 150, 200, 300}) {
    for (const int delay : {20, 60, 150, 250}) {
      EchoTrial trial;
      trial.config = canceller(suppression, true, false);
      trial.room = Duration(1ms) * room;
      trial.delay = Duration(1ms) * delay;
      EchoTrial both = trial, moving = trial, drifting = trial;
      both.near_from = 10;
      moving.seconds = 25;
      moving.moved_at = 12;
      drifting.seconds = 40;
      drifting.ppm = 100;
      const auto r = both.run();
      std::printf("| %d | %d | %.0f | %.0f | %.1f | %.1f | %.1f | %.0f |\n", room, delay, r.worst_loss, r.mean_loss,
                  r.near_level, r.worst_near_level, moving.run().relearnt_after, drifting.run().worst_loss);
    }
  }
}

TEST_CASE("What a wrong delay does to echo", "[.][echo-table]") {
  std::printf("| told beside ms | worst loss dB | mean | near dB | cost, ms per block |\n|---:|---:|---:|---:|---:|\n");
  for (const int beside : {-60, -40, -20, 0, 20, 40, 60}) {
    EchoTrial trial;
    trial.config = canceller(EchoSuppression::moderate, true, false);
    trial.delay = 100ms;
    trial.told_beside = Duration(1ms) * beside;
    trial.near_from = 10;
    const auto r = trial.run();
    std::printf("| %d | %.0f | %.0f | %.1f | %.2f |\n", beside, r.worst_loss, r.mean_loss, r.near_level,
                r.milliseconds_per_block);
  }
}
