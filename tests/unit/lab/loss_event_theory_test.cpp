#include "app/lab/scenarios/tfrc/loss_event_theory.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "core/control/loss_events.h"

using namespace evenkeel;

namespace {

using Windows = std::vector<double>;

Windows random_windows(std::mt19937_64& random, int minimum, int maximum) {
  std::uniform_int_distribution<int> window(minimum, maximum);
  Windows windows(50);
  for (double& w : windows) w = window(random);
  return windows;
}

double mean_of(const Windows& windows) {
  double sum = 0;
  for (const double w : windows) sum += w;
  return sum / static_cast<double>(windows.size());
}

double max_of(const Windows& windows) { return *std::max_element(windows.begin(), windows.end()); }

/// Loss events per packet that the detector finds in a constant flow of `window` packets per round trip, each of which
/// is lost with the probability p.
double detected_rate(int window, double p, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::bernoulli_distribution is_lost(p);
  LossEvents events;
  const Duration round_trip_time = 100ms;
  std::vector<PacketResult> round;
  std::int64_t sequence = 0;
  int found = 0;
  constexpr std::int64_t packets = 100'000;
  while (sequence < packets) {
    round.clear();
    for (int i = 0; i < window; ++i, ++sequence) {
      const Duration t = sequence * (round_trip_time / window);
      round.push_back({sequence, bytes(1000), LocalTime(1s) + t, !is_lost(random), std::nullopt, std::nullopt});
      if (round.back().received) round.back().arrival = RemoteTime(7s) + t;
    }
    events.on_report(round);
    for (const PacketResult& r : round) found += !r.received && events.begins_event(r, round_trip_time) ? 1 : 0;
  }
  return found / static_cast<double>(packets);
}

}  // namespace

TEST_CASE("TFRC, Lemma 4.1: the mean of the powers falls with their number") {
  for (const double q : {0.01, 0.5, 0.9, 0.999}) {
    double sum = 0;
    double before = 2;
    for (int m = 1; m <= 200; ++m) {
      sum += std::pow(q, m - 1);
      CHECK(power_sum(m, q) == Approx(sum));
      CHECK(mean_power(m, q) == Approx(sum / m));
      CHECK(mean_power(m, q) < before);
      before = mean_power(m, q);
    }
  }
}

TEST_CASE("TFRC, Lemma 4.2: the mean of G is at most G of the mean") {
  std::mt19937_64 random(1);
  for (int run = 0; run < 200; ++run) {
    const Windows windows = random_windows(random, 0, 1 + run);
    for (const double q : {0.2, 0.9, 0.99}) {
      double sum = 0;
      for (const double w : windows) sum += power_sum(w, q);
      CHECK(sum / static_cast<double>(windows.size()) <= power_sum(mean_of(windows), q) * (1 + 1e-12));
    }
  }
}

TEST_CASE("TFRC, Theorem 4.1: a flow that always sends more than another sees fewer loss events per packet") {
  std::mt19937_64 random(2);
  int cases = 0;
  for (int run = 0; run < 2000; ++run) {
    const Windows tcp = random_windows(random, 0, 5 + run % 60);
    const Windows tfrc = random_windows(random, 1, 1 + run % 40);
    const double p = 0.001 + 0.3 * (run % 97) / 97.0;
    const double p_tcp = loss_event_rate_of_windows(tcp, p);
    const double p_tfrc = loss_event_rate_of_windows(tfrc, p);
    if (mean_of(tcp) > max_of(tfrc)) CHECK(p_tfrc > p_tcp);  // R4
    if (mean_of(tfrc) > max_of(tcp)) CHECK(p_tcp > p_tfrc);  // R5
    cases += mean_of(tcp) > max_of(tfrc) || mean_of(tfrc) > max_of(tcp) ? 1 : 0;
  }
  CHECK(cases > 300);
}

TEST_CASE("TFRC, the condition of Theorem 4.1 is needed: a mean above the other's mean alone decides nothing") {
  const Windows bursts{0, 0, 0, 40};  // mean 10
  const Windows steady{9, 9, 9, 9};
  CHECK(loss_event_rate_of_windows(bursts, 0.1) < loss_event_rate_of_windows(steady, 0.1));
  CHECK(loss_event_rate_of_windows(Windows{11, 11, 11, 11}, 0.1) > loss_event_rate_of_windows(bursts, 0.1));
}

TEST_CASE("TFRC, Corollaries 4.1 and 4.2: the slower of two constant flows sees more loss events, so against TCP") {
  for (const double p : {1e-6, 0.01, 0.1, 0.5}) {
    double before = p * (1 + 1e-9);  // of flows with less than a packet per round trip, as if p were all
    for (double window = 1; window < 3000; window *= 1.3) {
      const double rate = loss_event_rate_of_constant_window(window, p);
      CHECK(rate < before);
      CHECK(rate == Approx(loss_event_rate_of_windows(Windows(7, window), p)));
      before = rate;
    }
  }
  std::mt19937_64 random(3);
  for (int run = 0; run < 200; ++run) {
    const Windows tcp = random_windows(random, 1, 2 + run);
    const double slower = mean_of(tcp) * 0.99;
    CHECK(loss_event_rate_of_constant_window(slower, 0.05) > loss_event_rate_of_windows(tcp, 0.05));
  }
}

TEST_CASE("TFRC: the detector, too, finds fewer loss events per packet in a faster constant flow") {
  const double p = GENERATE(0.01, 0.05);
  double before = 1;
  for (const int window : {1, 2, 4, 8, 16, 32, 64}) {
    const double rate = detected_rate(window, p, 5);
    CAPTURE(window, p);
    CHECK(rate < before);
    // After a loss a round trip's worth of packets passes uncounted, then the next loss is 1/p packets away.
    CHECK(rate == Approx(p / (1 + p * window)).epsilon(0.08));
    before = rate;
  }
}
