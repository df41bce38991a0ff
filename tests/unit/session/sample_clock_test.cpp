#include "core/session/sample_clock.h"

#include <catch2/catch.hpp>
#include <random>

#include "core/frames/sound.h"

using namespace evenkeel;

namespace {

constexpr LocalTime t0{1h};

struct Card {
  double ppm = 0;
  Duration sigma = 0ms;      // of when blocks come; they are late, never early
  Duration jump = 0ms;       // of the card's clock after 30 s
  Duration max_late = 40ms;  // one block in 100
};

struct Seen {
  double worst_error = 0;  // ms, against the card without jitter, from the tenth second to the jump
  double worst_step = 0;   // ms per second, by which reports disagree, from the tenth second on
  double skew = 0;         // ppm
};

Seen run(const Card& card, unsigned seed) {
  SampleClock clock;
  std::mt19937 random(seed);
  std::exponential_distribution<double> late(1 / std::max(1e-9, to_seconds(card.sigma)));
  Seen seen;
  std::optional<double> last_report;
  for (int n = 0; n < 6000; ++n) {
    const double captured = 0.01 * n * (1 + card.ppm * 1e-6);
    double came = captured + (card.sigma > 0ms ? late(random) : 0.0) + (n > 3000 ? to_seconds(card.jump) : 0.0);
    if (card.sigma > 0ms && random() % 100 == 0) came += to_seconds(card.max_late);
    const std::int64_t sample = n * 480;
    clock.on_block(sample, t0 + from_seconds(came));
    const double told = to_seconds(*clock.time_of(sample) - t0);
    if (n > 1000 && n < 3000) seen.worst_error = std::max(seen.worst_error, 1e3 * std::abs(told - captured));
    if (n < 1000 || n % 100 != 0) continue;
    if (last_report) seen.worst_step = std::max(seen.worst_step, 1e3 * std::abs(told - captured - *last_report));
    last_report = told - captured;
  }
  seen.skew = clock.skew() * 1e6;
  return seen;
}

}  // namespace

TEST_CASE("Reports tell the card's clock, whatever its speed and however late its blocks come") {
  struct Row {
    const char* what;
    Card card;
    double max_error;  // ms
    double max_step;   // ms per second
  };
  const auto row = GENERATE(values<Row>({
      {"exact", {}, 0.001, 0.001},
      {"100 ppm", {.ppm = 100}, 0.1, 0.02},
      {"-500 ppm", {.ppm = -500}, 0.2, 0.1},
      {"late by 3 ms in the mean", {.sigma = 3ms}, 5, 0.7},
      {"late by 3 ms, 200 ppm", {.ppm = 200, .sigma = 3ms}, 5, 0.7},
      {"a jump of 30 ms", {.jump = 30ms}, 0.001, 2.1},
      {"a jump of -150 ms, late by 1 ms", {.sigma = 1ms, .jump = -150ms}, 3, 2.1},
  }));
  INFO(row.what);
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Seen seen = run(row.card, seed);
    CAPTURE(seed, seen.worst_error, seen.worst_step, seen.skew);
    CHECK(seen.worst_error <= row.max_error);
    CHECK(seen.worst_step <= row.max_step);
    if (row.card.jump == 0ms) CHECK(seen.skew == Approx(row.card.ppm).margin(60));
  }
}

TEST_CASE("The count of a time is the inverse of the time of a count") {
  SampleClock clock;
  CHECK_FALSE(clock.time_of(0));
  CHECK_FALSE(clock.sample_at(t0));
  for (int n = 0; n < 2000; ++n) clock.on_block(n * 480, t0 + from_seconds(0.01 * n * 1.0003));
  for (const std::int64_t sample : {0L, 100'000L, 960'000L, 1'000'000L})
    CHECK(*clock.sample_at(*clock.time_of(sample)) == Approx(static_cast<double>(sample)).margin(0.01));
}

TEST_CASE("A card that stopped for a second begins anew within half a second") {
  SampleClock clock;
  for (int n = 0; n < 1000; ++n) clock.on_block(n * 480, t0 + n * 10ms);
  for (int n = 1000; n < 1049; ++n) clock.on_block(n * 480, t0 + n * 10ms + 1s);
  CHECK(to_milliseconds(*clock.time_of(1048 * 480) - t0) < 10'480 + 100);
  clock.on_block(1049 * 480, t0 + 1049 * 10ms + 1s);
  CHECK(to_milliseconds(*clock.time_of(1049 * 480) - t0) == Approx(11'490));
}
