#include <catch2/catch.hpp>

#include "core/control/rivals/tfrc/allowance.h"
#include "core/control/rivals/tfrc/receive_rate.h"

using namespace evenkeel;

namespace {

constexpr LocalTime start{100s};
constexpr RemoteTime far_start{7s};
constexpr Duration rtt = 100ms;

DataRate kbps(double n) { return kilobits_per_second(n); }

}  // namespace

TEST_CASE("TFRC's X_recv is what arrived in the last round trip") {
  TfrcReceiveRate rate;
  CHECK(rate.over(rtt) == DataRate());
  rate.on_arrival(std::nullopt, bytes(1000));
  CHECK(rate.over(rtt) == DataRate());
  for (int i = 0; i < 100; ++i) rate.on_arrival(far_start + i * 10ms, bytes(1000));
  CHECK(rate.over(rtt).kbps() == Approx(800));
  CHECK(rate.over(5ms).kbps() == Approx(1600));  // one packet at least
  CHECK(rate.over(10s).kbps() == Approx(80));    // younger than that
  CHECK(rate.over(0ms) == DataRate());
  CHECK(rate.over(-5ms) == DataRate());
  rate.on_arrival(std::nullopt, bytes(1000));  // with the one before
  CHECK(rate.over(rtt).kbps() == Approx(880));
  rate.reset();
  CHECK(rate.over(rtt) == DataRate());
}

TEST_CASE("TFRC's X_recv with packets out of order, with a clock set back, and with more than the ring holds") {
  TfrcReceiveRate rate;
  for (int i = 0; i < 100; ++i) rate.on_arrival(far_start + (i ^ 1) * 10ms, bytes(1000));
  CHECK(rate.over(rtt).kbps() == Approx(800).margin(81));
  for (int i = 0; i < 5; ++i) rate.on_arrival(far_start - 1h + i * 10ms, bytes(1000));
  CHECK(rate.over(rtt).kbps() == Approx(400));
  for (int i = 0; i < 20'000; ++i) rate.on_arrival(far_start, bytes(1000));
  CHECK(rate.over(rtt).kbps() == Approx(80.0 * 8192));
}

TEST_CASE("TFRC's X_recv_set: updated, it holds two round trips, of three values at most") {
  TfrcReceiveRateSet set;
  CHECK(set.maximum() == DataRate::unlimited());
  set.start(start);
  set.update(kbps(100), start + rtt, rtt);
  CHECK(set.maximum() == DataRate::unlimited());
  set.update(kbps(300), start + 2 * rtt, rtt);
  CHECK(set.maximum() == DataRate::unlimited());
  set.update(kbps(200), start + 3 * rtt, rtt);
  CHECK(set.maximum() == kbps(300));
  set.update(kbps(200), start + 4 * rtt, rtt);
  CHECK(set.maximum() == kbps(300));
  CHECK(set.size() == 3);
  set.update(kbps(200), start + 4 * rtt + 1ms, rtt);  // a loss event in between: still three
  CHECK(set.size() == 3);
  set.update(kbps(200), start + 5 * rtt, rtt);
  CHECK(set.maximum() == kbps(200));
  set.update(kbps(50), start + 10 * rtt, rtt);
  CHECK(set.size() == 1);
  CHECK(set.maximum() == kbps(50));
}

TEST_CASE("TFRC's X_recv_set: maximised, it holds the largest value alone, and no more the first one") {
  TfrcReceiveRateSet set;
  set.start(start);
  set.maximize(kbps(100), start + rtt);
  CHECK(set.maximum() == kbps(100));
  set.update(kbps(300), start + 2 * rtt, rtt);
  set.maximize(kbps(200), start + 3 * rtt);
  CHECK(set.size() == 1);
  CHECK(set.maximum() == kbps(300));
  set.update(kbps(10), start + 5 * rtt, rtt);  // the time of the largest is that of its maximising
  CHECK(set.maximum() == kbps(300));
  set.halve();
  CHECK(set.maximum() == kbps(150));
  set.replace(kbps(7), start);
  CHECK(set.maximum() == kbps(7));
}

TEST_CASE("TFRC's data-limited intervals: clearly less was sent than was allowed") {
  struct Row {
    Duration spacing;  // of packets of 1000 bytes; 10 ms are all that is allowed
    bool limited;
  };
  const auto row = GENERATE(values<Row>({{9ms, false}, {10ms, false}, {11ms, false}, {14ms, true}, {50ms, true}}));
  TfrcAllowance allowance;
  allowance.on_rate(kbps(800), start);
  std::int64_t n = 0;
  for (; n * row.spacing < 5s; ++n) allowance.on_sent({n, bytes(1000), start + n * row.spacing});
  const LocalTime last = start + (n - 1) * row.spacing;
  CHECK(allowance.data_limited(last - 1s, last) == row.limited);
  CHECK_FALSE(allowance.data_limited(last, last));
  CHECK_FALSE(allowance.data_limited(last + 1s, last + 2s));
  CHECK_FALSE(allowance.data_limited(start - 2s, start - 1s));
  allowance.reset();
  CHECK_FALSE(allowance.data_limited(last - 1s, last));
}

TEST_CASE("TFRC's data-limited intervals: the allowance is that of the time, and lumps of a frame do no harm") {
  TfrcAllowance allowance;
  allowance.on_rate(kbps(400), start);
  std::int64_t n = 0;
  for (; n < 100; ++n) allowance.on_sent({n, bytes(1000), start + n * 20ms});
  allowance.on_rate(kbps(4000), start + 2s);
  CHECK_FALSE(allowance.data_limited(start + 1s, start + 1980ms));
  for (; n < 200; ++n) allowance.on_sent({n, bytes(1000), start + n * 20ms});
  CHECK_FALSE(allowance.data_limited(start + 1s, start + 1980ms));
  CHECK(allowance.data_limited(start + 3s, start + 3980ms));
  allowance.reset();
  allowance.on_rate(kbps(800), start);
  for (n = 0; n < 200; ++n) allowance.on_sent({n, bytes(1000), start + n / 4 * 40ms + n % 4 * 2ms});
  CHECK_FALSE(allowance.data_limited(start + 1500ms, start + 1606ms));
  CHECK_FALSE(allowance.data_limited(start + 1s, start + 1966ms));
}

TEST_CASE("TFRC's data-limited intervals: what fell out of the ring is unknown") {
  TfrcAllowance allowance;
  allowance.on_rate(kbps(80'000), start);
  for (std::int64_t n = 0; n < 20'000; ++n) allowance.on_sent({n, bytes(1000), start + n * 1ms});
  CHECK(allowance.data_limited(start + 15s, start + 19s));
  CHECK_FALSE(allowance.data_limited(start + 1s, start + 19s));
}
