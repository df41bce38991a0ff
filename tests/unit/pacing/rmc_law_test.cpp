// The control law of eqs 8-10 against its closed forms, with packets so small that it is all but fluid, and without the
// anti-windup that the paper does not have.

#include <catch2/catch.hpp>
#include <cmath>

#include "core/pacing/rmc.h"
#include "tests/unit/pacing/virtual_sender.h"

using namespace evenkeel;

namespace {

constexpr auto kTs = 20ms;  // what the paper's experiments had in effect
constexpr auto kGrain = bytes(1);

RmcParameters as_published(double k_r) {
  RmcParameters parameters;
  parameters.k_r = k_r;
  parameters.t_s_min = kTs;
  parameters.burst_limit = 0ms;
  return parameters;
}

double bytes_per_interval(DataRate rate) { return rate.bytes_per_second() * to_seconds(kTs); }

// Runs one iteration and returns the bytes it sent.
double iterate(VirtualSender& sender, Duration interval = kTs) {
  auto before = sender.sent_size;
  sender.sent.clear();
  sender.run_until(sender.now + interval);
  return static_cast<double>((sender.sent_size - before).bytes());
}

}  // namespace

TEST_CASE("the steady backlog is r_c T_s / k_r") {
  auto k_r = GENERATE(0.1, 0.5, 1.0, 1.5, 1.9);
  PacedRmc rmc(as_published(k_r));
  VirtualSender sender(rmc, exact_sleep());
  auto rate = kilobits_per_second(800);
  sender.set_rate(rate);
  sender.keep_full_of(kGrain);
  for (int i = 0; i < 200; ++i) iterate(sender);
  auto next = *rmc.next_wake();
  CHECK(rmc.mismatch_bytes(next) == Approx(bytes_per_interval(rate) / k_r).margin(4));
}

TEST_CASE("a step of the rate settles to 5 % in the number of samples of the formula") {
  struct Row {
    double k_r;
    double from_kbps, to_kbps;
    int samples;
  };
  // ceil(ln(0.05 r_f / |r_i - r_f|) / ln |1 - k_r|); a decrease with k_r > 1 saturates at nothing sent and is not
  // linear.
  auto row = GENERATE(Row{0.2, 8000, 800, 24}, Row{0.2, 800, 8000, 13}, Row{0.5, 8000, 800, 8}, Row{0.5, 800, 8000, 5},
                      Row{0.8, 8000, 800, 4}, Row{1.0, 8000, 800, 1}, Row{1.0, 800, 8000, 1}, Row{1.2, 800, 8000, 2},
                      Row{1.8, 800, 8000, 13});
  auto from = kilobits_per_second(row.from_kbps);
  auto to = kilobits_per_second(row.to_kbps);
  if (row.k_r != 1) {
    auto exact = std::log(0.05 * row.to_kbps / std::abs(row.from_kbps - row.to_kbps)) / std::log(std::abs(1 - row.k_r));
    CHECK(row.samples == static_cast<int>(std::ceil(exact)));
  }

  PacedRmc rmc(as_published(row.k_r));
  VirtualSender sender(rmc, exact_sleep());
  sender.set_rate(from);
  sender.keep_full_of(kGrain);
  sender.run_until(*rmc.next_wake());  // so that the step comes with an iteration, and a sample has one rate
  for (int i = 0; i < 100; ++i) iterate(sender);
  sender.set_rate(to);
  int settled = 0;  // the last sample outside of the band
  for (int i = 1; i <= 60; ++i) {
    if (std::abs(iterate(sender) / bytes_per_interval(to) - 1) > 0.05) settled = i;
  }
  CHECK(settled + 1 == row.samples);
}

TEST_CASE("a stall of half a second is made up for without a cap") {
  PacedRmc rmc(as_published(1));
  VirtualSender sender(rmc, exact_sleep());
  auto rate = megabits_per_second(2);
  sender.set_rate(rate);
  sender.keep_full_of(bytes(100));
  auto start = sender.now;
  sender.run_for(1s);
  sender.stall_for(500ms);
  sender.run_for(1s);
  CHECK(static_cast<double>(sender.sent_size.bytes()) ==
        Approx(rate.bytes_per_second() * to_seconds(sender.now - start)).margin(bytes_per_interval(rate) + 100));
  CHECK(rmc.forgiven() == bytes(0));
}
