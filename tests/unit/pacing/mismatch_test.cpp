#include "core/pacing/mismatch.h"

#include <catch2/catch.hpp>
#include <limits>

using namespace evenkeel;

TEST_CASE("each piece of time is billed at the rate that held in it") {
  Mismatch mismatch;
  LocalTime start(5h);
  mismatch.set_rate(kilobits_per_second(800), start);
  mismatch.set_rate(kilobits_per_second(8000), start + 490ms);
  mismatch.advance(start + 500ms);
  // Backward Euler (eq. 8) would say 500,000.
  CHECK(mismatch.bytes() == Approx(49'000 + 10'000));
}

TEST_CASE("the mismatch is what was due less what was sent, and may be negative") {
  Mismatch mismatch;
  LocalTime start(5h);
  mismatch.set_rate(kilobits_per_second(80), start);
  mismatch.on_sent(bytes(1500));
  mismatch.advance(start + 100ms);
  CHECK(mismatch.bytes() == Approx(-500));
  CHECK(mismatch.bytes_at(start + 150ms) == Approx(0));
  CHECK(mismatch.limit(100) == 0);
  mismatch.advance(start + 200ms);
  CHECK(mismatch.limit(100) == Approx(400));
  CHECK(mismatch.bytes() == Approx(100));
  mismatch.reset(start + 1s);
  CHECK(mismatch.bytes_at(start + 1s) == 0);
}

TEST_CASE("the time at which so many bytes are due is the first nanosecond at which they are") {
  Mismatch mismatch;
  LocalTime start(5h);
  CHECK_FALSE(mismatch.time_of(0));
  mismatch.set_rate(bits_per_second(8e9 / 7), start);
  CHECK(mismatch.time_of(1) == start + 7ns);
  CHECK(mismatch.time_of(1.01) == start + 8ns);
  CHECK(mismatch.time_of(0) == start);
  CHECK(mismatch.time_of(-5) == start);
  for (double bytes = 0.1; bytes < 1e7; bytes *= 1.37) {
    CHECK(mismatch.bytes_at(*mismatch.time_of(bytes)) >= bytes - 1e-6);
    CHECK(mismatch.bytes_at(*mismatch.time_of(bytes) - 1ns) < bytes);
  }
  mismatch.set_rate(bits_per_second(1e-9), start);
  CHECK(mismatch.time_of(1) == start + 24h);
  mismatch.set_rate(DataRate::unlimited(), start);
  CHECK(mismatch.time_of(1e9) == start);
  mismatch.set_rate(DataRate(), start);
  CHECK_FALSE(mismatch.time_of(1));
}

TEST_CASE("rates that are none make nothing due") {
  Mismatch mismatch;
  auto rate = GENERATE(as<double>(), -1e6, 0, std::numeric_limits<double>::quiet_NaN(),
                       std::numeric_limits<double>::infinity());
  mismatch.set_rate(bits_per_second(rate), LocalTime(1s));
  mismatch.advance(LocalTime(2s));
  CHECK(mismatch.bytes() == 0);
}

TEST_CASE("after a day at 80 Gbit/s not a byte is missing") {
  Mismatch mismatch;
  auto rate = bits_per_second(8e10 / 7);
  LocalTime now(10'000h);
  mismatch.set_rate(rate, now);
  std::int64_t sent = 0;
  const auto step = 10'000'003ns;
  const std::int64_t steps = 8'640'000;
  for (std::int64_t i = 0; i < steps; ++i) {
    now += step;
    mismatch.advance(now);
    auto whole = bytes(static_cast<std::int64_t>(mismatch.bytes()));
    mismatch.on_sent(whole);
    sent += whole.bytes();
  }
  auto due = static_cast<long double>(rate.bytes_per_second()) * step.count() * steps / 1e9L;
  CHECK(static_cast<double>(due - static_cast<long double>(sent)) == Approx(mismatch.bytes()).margin(0.05));
}
