#include "core/control/darc/padding_probe.h"

#include <catch2/catch.hpp>
#include <deque>
#include <vector>

#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

/// A source of 1 Mbit/s and what fills it up over a link that passes on `link` and queues the rest, reports each 30 ms.
class Call {
 public:
  darc::PaddingProbe::Report report = [] {
    darc::PaddingProbe::Report r;
    r.usable = r.limited = true;
    r.capacity = megabits_per_second(4);
    r.most = megabits_per_second(50);
    return r;
  }();
  DataRate link = megabits_per_second(100);
  double share = 0.05;

  void run(Duration length) {
    for (const LocalTime end = now + length; now < end; now += 100us) step();
  }

  darc::PaddingProbe probe;
  LocalTime now = t0;
  std::vector<LocalTime> begun;
  std::vector<DataRate> rates;
  std::vector<DataRate> found;
  double padding = 0;
  double media = 0;

 private:
  void step() {
    if (probe.next_tick() && *probe.next_tick() <= now) probe.on_tick(now);
    if (now >= next_media_) next_media_ = send(false, megabits_per_second(1));
    if (probe.rate() > DataRate() && now >= next_padding_) next_padding_ = send(true, probe.rate());
    if (now < next_report_) return;
    next_report_ = now + 30ms;
    for (; !path_.empty() && *path_.front().arrival - r0 < now - t0; path_.pop_front()) probe.on_result(path_.front());
    report.now = now;
    const bool open = probe.rate() > DataRate();
    if (const auto rate = probe.on_report(report)) {
      report.capacity = *rate;
      found.push_back(*rate);
    }
    if (open || probe.rate() <= DataRate()) return;
    begun.push_back(now);
    rates.push_back(probe.rate());
  }
  LocalTime send(bool filler, DataRate rate) {
    probe.on_sent({sequence_, size, now, filler}, share);
    (filler ? padding : media) += static_cast<double>(size.bytes());
    arrival_ = std::max(arrival_, r0 + (now - t0)) + size / link;
    path_.push_back({sequence_++, size, now, true, arrival_, 20ms});
    return now + size / rate;
  }

  static constexpr DataSize size = bytes(1228);
  static constexpr RemoteTime r0{7000s};
  RemoteTime arrival_ = r0;
  std::deque<PacketResult> path_;
  std::int64_t sequence_ = 0;
  LocalTime next_media_ = t0;
  LocalTime next_padding_ = t0;
  LocalTime next_report_ = t0;
};

}  // namespace

TEST_CASE("A probe comes when the media has paid for it, and finds what the bottleneck has") {
  Call call;
  call.run(30s);
  REQUIRE(call.found.size() >= 3);
  CHECK(call.rates[0].kbps() == Approx(8000));
  CHECK(call.found[0].kbps() == Approx(9000).margin(1000));  // media is not held back here, as in a call
  CHECK(call.rates[1] > 1.5 * call.rates[0]);
  CHECK(call.padding > 0.02 * call.media);
  CHECK(call.padding <= 0.05 * call.media + 1);
}

TEST_CASE("A probe that meets the bottleneck's rate tells it, and the next one tries little more") {
  Call call;
  call.link = megabits_per_second(5);
  call.run(40s);
  REQUIRE(call.found.size() >= 2);
  for (const DataRate rate : call.found) CHECK(rate.kbps() == Approx(5000).epsilon(0.03));
  for (std::size_t i = 1; i < call.rates.size(); ++i) CHECK(call.rates[i].kbps() == Approx(7500).epsilon(0.03));
  for (std::size_t i = 1; i < call.begun.size(); ++i) CHECK(call.begun[i] - call.begun[i - 1] >= 5s);
}

TEST_CASE("A bottleneck that has lost most of its rate is found out") {
  Call call;
  call.link = megabits_per_second(2);
  call.run(12s);
  REQUIRE_FALSE(call.found.empty());
  CHECK(call.found[0].kbps() == Approx(2000).epsilon(0.03));
}

TEST_CASE("No probe goes beyond what the source could use") {
  Call call;
  call.report.most = megabits_per_second(5);
  call.run(30s);
  REQUIRE_FALSE(call.rates.empty());
  for (const DataRate rate : call.rates) CHECK(rate <= megabits_per_second(5));
  for (std::size_t i = 1; i < call.begun.size(); ++i) CHECK(call.begun[i] - call.begun[i - 1] >= 5s);
}

TEST_CASE(
    "Nothing is probed where the source is free, pairs tell, a queue stands, others share, or nothing may be spent") {
  Call call;
  SECTION("free") { call.report.limited = false; }
  SECTION("told") { call.report.told = true; }
  SECTION("queued") { call.report.queued = true; }
  SECTION("shared") { call.report.usable = false; }
  SECTION("no share") { call.share = 0; }
  call.run(30s);
  CHECK(call.begun.empty());
  CHECK(call.padding == 0);
  CHECK_FALSE(call.probe.holds(call.now));
}

TEST_CASE("A source that is limited for less than a second is not probed") {
  Call call;
  for (int i = 0; i < 30; ++i) {
    call.report.limited = true;
    call.run(900ms);
    call.report.limited = false;
    call.run(60ms);
  }
  CHECK(call.begun.empty());
}

TEST_CASE("A queue ends a probe at the next report, the end of its time without one") {
  Call call;
  call.report.most = megabits_per_second(2);  // 59 ms for 12 packets
  while (call.begun.empty()) call.run(100us);
  const LocalTime begun = call.now;
  SECTION("a queue") {
    call.report.queued = true;
    call.run(30ms);
    CHECK(call.probe.rate() == DataRate());
  }
  SECTION("its time") {
    REQUIRE(call.probe.next_tick());
    CHECK(to_milliseconds(*call.probe.next_tick() - begun) == Approx(59).margin(0.2));
    CHECK_FALSE(call.probe.on_tick(begun));
    CHECK(call.probe.on_tick(begun + 60ms));
    CHECK(call.probe.rate() == DataRate());
    CHECK_FALSE(call.probe.next_tick());
  }
}

TEST_CASE("What a probe told holds for a quarter of a minute, and for two seconds of a free source") {
  Call call;
  while (call.found.empty()) call.run(1ms);
  const LocalTime found = call.now;
  CHECK(call.probe.holds(found));
  SECTION("the source stays limited, and the budget is gone") {
    call.share = 0;
    CHECK(call.probe.holds(found + 14900ms));
    CHECK_FALSE(call.probe.holds(found + 15s));
  }
  SECTION("the source is free for a moment") {
    call.report.limited = false;
    call.run(1900ms);
    CHECK(call.probe.holds(call.now));
    call.report.limited = true;
    call.run(1s);
    CHECK(call.probe.holds(call.now));
  }
  SECTION("the source stays free") {
    call.report.limited = false;
    call.run(2100ms);
    CHECK_FALSE(call.probe.holds(call.now));
  }
  SECTION("others come") {
    call.report.usable = false;
    call.run(30ms);
    CHECK_FALSE(call.probe.holds(call.now));
  }
}
