#include "core/control/darc/darc.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <deque>
#include <string>
#include <vector>

#include "core/parameters/parameter_list.h"
#include "packet_feed.h"

using namespace evenkeel;
using namespace evenkeel::test;

namespace {

RateLimits limits_from(DataRate start) { return {start, kilobits_per_second(50), megabits_per_second(50)}; }

/// A source that sends as fast as it may over a link with a queue, to a receiver that reports each 30 ms.
class Link {
 public:
  explicit Link(Darc& darc, DataRate start = kilobits_per_second(300)) : darc_(darc) {
    update = darc.start(limits_from(start), 1, t0);
  }

  DataRate capacity = megabits_per_second(3);
  Duration there = 20ms;
  Duration back = 20ms;
  Duration others{};  ///< the queue that somebody else keeps up
  DataRate source = DataRate::unlimited();
  bool pairs = true;  ///< they are sent where they are asked for

  void run(Duration length) {
    for (const LocalTime end = now + length; now < end;) {
      now = std::min({next_send_, next_report_, end});
      if (const auto tick = darc_.next_tick(); tick && *tick <= now) take(darc_.on_tick(now));
      if (now >= next_report_) report();
      if (now >= next_send_) send();
    }
  }
  void forget_figures() {
    sent = DataSize();
    packets_ = 0;
    queues_ = 0;
    longest_queue = 0ms;
    since_ = now;
  }
  DataRate mean_rate() const { return sent / (now - since_); }
  Duration mean_queue() const { return from_seconds(queues_ / packets_); }

  LocalTime now = t0;
  RateUpdate update;
  DataSize sent;
  Duration longest_queue{};
  std::vector<double> rates;  ///< kbit/s, of each update

 private:
  static constexpr DataSize size = bytes(1228);

  void take(const std::optional<RateUpdate>& u) {
    if (!u) return;
    update = *u;
    rates.push_back(u->pacing.kbps());
    next_send_ = std::max(now, last_send_ + due_ / std::min(update.pacing, source));
  }
  void send() {
    due_ = DataSize();
    if (pairs && update.pair_interval && now >= next_pair_) {
      next_pair_ = now + *update.pair_interval;
      send_one();
    }
    send_one();
    last_send_ = now;
    next_send_ = now + due_ / std::min(update.pacing, source);
  }
  void send_one() {
    const LocalTime begin = std::max(std::max(now, free_), now + others);
    free_ = begin + size / capacity;
    longest_queue = std::max(longest_queue, begin - now);
    queues_ += to_seconds(begin - now);
    ++packets_;
    under_way_.push_back({sequence_, size, now, true, free_ + there});
    darc_.on_sent({sequence_++, size, now});
    sent += size;
    due_ += size;
  }
  void report() {
    next_report_ += 30ms;
    std::vector<PacketResult> packets;
    for (; !under_way_.empty() && under_way_.front().arrived <= now - back; under_way_.pop_front()) {
      const Packet& p = under_way_.front();
      const Duration since_boot = p.arrived.time_since_epoch();
      const Duration told = from_seconds(std::floor(to_seconds(since_boot) * 1024) / 1024);  // RFC 8888
      packets.push_back({p.sequence, p.size, p.sent, true, RemoteTime(told + 6000s), told - p.sent.time_since_epoch()});
      round_trip_ = p.arrived + back - p.sent;
      least_round_trip_ = std::min(least_round_trip_, round_trip_);
    }
    if (packets.empty()) return;
    PathReport report;
    report.now = now;
    report.packets = packets;
    report.round_trip_time = report.smoothed_round_trip_time = round_trip_;
    report.min_round_trip_time = least_round_trip_;
    take(darc_.on_report(report));
  }

  struct Packet {
    std::int64_t sequence;
    DataSize size;
    LocalTime sent;
    bool received;
    LocalTime arrived;
  };
  Darc& darc_;
  std::deque<Packet> under_way_;
  std::int64_t sequence_ = 0;
  LocalTime next_send_ = t0;
  LocalTime last_send_ = t0;
  LocalTime next_pair_ = t0;
  LocalTime next_report_ = t0 + 30ms;
  LocalTime since_ = t0;
  LocalTime free_ = t0;
  DataSize due_;
  Duration round_trip_{};
  Duration least_round_trip_ = 1h;
  double queues_ = 0;
  int packets_ = 0;
};

}  // namespace

TEST_CASE("DARC starts at the start rate within the limits and knows nothing") {
  struct Row {
    double start;  // kbit/s, of limits 100 and 2000
    double expected;
  };
  const auto row = GENERATE(values<Row>({{300, 300}, {20, 100}, {9000, 2000}}));
  Darc darc;
  const RateUpdate update =
      darc.start({kilobits_per_second(row.start), kilobits_per_second(100), kilobits_per_second(2000)}, 1, t0);
  CHECK(update.target.kbps() == row.expected);
  CHECK(update.pacing == update.target);
  CHECK_FALSE(update.window);
  CHECK(update.pair_interval);
  CHECK(darc.mode() == Darc::Mode::start);
  CHECK(darc.capacity() == DataRate());
  CHECK_FALSE(darc.next_tick());
}

TEST_CASE("DARC grows from the start until it meets a queue or its pairs tell the rate") {
  const double mbps = GENERATE(0.5, 3.0, 20.0);
  CAPTURE(mbps);
  Darc darc;
  Link link(darc);
  link.capacity = megabits_per_second(mbps);
  for (int i = 0; i < 300 && darc.mode() == Darc::Mode::start; ++i) link.run(10ms);
  CHECK(darc.mode() == Darc::Mode::low_delay);
  // Each rate is at most twice the one before it, which is the growth per report, and all are those of the law.
  double before = 300;
  for (const double rate : link.rates) {
    if (before >= 0.5 * 1000 * mbps) break;
    CHECK(rate <= 2 * before);
    CHECK(rate >= 0.999 * before);
    before = rate;
  }
  CHECK(before >= 0.5 * 1000 * mbps);
  CHECK(link.longest_queue < 300ms);
  link.run(3s);
  CHECK(darc.capacity() / link.capacity == Approx(1).margin(0.1));
}

TEST_CASE("DARC alone fills the link with a queue about as long as its target") {
  const double mbps = GENERATE(0.5, 1.0, 3.0, 10.0);
  const Duration way = GENERATE(5ms, 20ms, 75ms);
  CAPTURE(mbps, to_milliseconds(way));
  Darc darc;
  Link link(darc);
  link.capacity = megabits_per_second(mbps);
  link.there = link.back = way;
  link.run(15s);
  link.forget_figures();
  link.run(10s);
  CHECK(darc.mode() == Darc::Mode::low_delay);
  CHECK(link.mean_rate() / link.capacity > 0.9);
  CHECK(darc.capacity() / link.capacity == Approx(1).margin(0.05));
  CHECK(link.mean_queue() < 1.5 * darc.target_queue());
  CHECK(link.mean_queue() > darc.target_queue() / 4);
  REQUIRE(link.update.window);
  CHECK(*link.update.window > link.capacity * (2 * way));  // it does not hold back what is in flight
}

TEST_CASE("DARC's target queue is a packet or so on a slow link and short on a fast one") {
  Duration last = 1h;
  for (const double mbps : {0.5, 1.0, 3.0, 10.0}) {
    Darc darc;
    Link link(darc);
    link.capacity = megabits_per_second(mbps);
    link.run(10s);
    const auto& p = darc.parameters();
    CHECK(to_milliseconds(darc.target_queue()) >= to_milliseconds(p.q0 + p.a / darc.capacity()) - 0.001);
    CHECK(darc.target_queue() < last);
    last = darc.target_queue();
  }
}

TEST_CASE("DARC now and then sends at half the rate for a moment so that the queue empties") {
  // Each 4 to 6 s and 40 to 300 ms long: at least twice in 14 s and at most three times, each time for a report or
  // more.
  Darc darc;
  Link link(darc);
  link.run(10s);
  int moments = 0;
  bool before = false;
  for (int i = 0; i < 1400; ++i) {
    link.run(10ms);
    const bool slow = link.update.pacing < 0.7 * link.capacity;
    moments += slow && !before ? 1 : 0;
    before = slow;
    CHECK(link.update.pacing > 0.2 * link.capacity);
  }
  CHECK(moments >= 2);
  CHECK(moments <= 4);
}

TEST_CASE("DARC follows a capacity that falls and rises again") {
  Darc darc;
  Link link(darc);
  link.capacity = megabits_per_second(4);
  link.run(10s);
  link.capacity = megabits_per_second(1);
  link.run(2s);
  link.forget_figures();
  link.run(3s);
  CHECK(link.mean_rate() / link.capacity == Approx(1).margin(0.1));
  CHECK(link.longest_queue < 100ms);
  link.capacity = megabits_per_second(4);
  link.run(5s);
  link.forget_figures();
  link.run(3s);
  CHECK(link.mean_rate() / link.capacity > 0.85);
  CHECK(link.longest_queue < 100ms);
}

TEST_CASE("DARC takes a share beside somebody who keeps the queue full and all of it when he has gone") {
  Darc darc;
  Link link(darc);
  link.capacity = megabits_per_second(3);
  link.run(15s);
  // 100 to 200 ms, up by 50 ms a second and down at once, as a TCP's.
  int competing = 0;
  for (int i = 0; i < 2000; ++i) {
    link.others = 100ms + i % 200 * 500us;
    if (i == 1000) link.forget_figures();
    link.run(10ms);
    competing += darc.mode() == Darc::Mode::competition ? 1 : 0;
  }
  CHECK(competing > 1500);
  CHECK(link.mean_rate() / link.capacity > 0.2);
  CHECK(link.mean_rate() / link.capacity < 0.6);
  link.others = 0ms;
  link.run(10s);
  CHECK(darc.mode() == Darc::Mode::low_delay);
  link.forget_figures();
  link.run(3s);
  CHECK(link.mean_rate() / link.capacity > 0.9);
}

TEST_CASE("DARC halves its rate in silence again and again down to the minimum") {
  const bool from_start = GENERATE(false, true);
  Darc darc;
  Link link(darc);
  if (from_start) {
    darc.start(limits_from(kilobits_per_second(300)), 1, t0);
  } else {
    link.run(10s);
  }
  LocalTime now = link.now;
  std::int64_t sequence = 1'000'000;
  double expected = from_start ? 300 : link.update.pacing.kbps();
  for (int i = 0; i < 12; ++i) {
    darc.on_sent({sequence++, bytes(1228), now});
    darc.on_sent({sequence++, bytes(1228), now + 1ms});
    REQUIRE(darc.next_tick());
    const LocalTime tick = *darc.next_tick();
    CHECK(tick > now);
    CHECK(tick <= now + 2s);
    CHECK_FALSE(darc.on_tick(tick - 1ns));
    const auto update = darc.on_tick(tick);
    REQUIRE(update);
    expected = std::max(expected / 2, 50.0);
    CHECK(update->pacing.kbps() == Approx(expected));
    CHECK(update->target <= 2 * update->pacing);
    now = tick;
  }
  CHECK(expected == 50);  // 50 000/2^12 is less
}

TEST_CASE("DARC takes reports of nothing but losses for silence") {
  Darc darc;
  Link link(darc);
  link.run(10s);
  LocalTime now = link.now;
  const double before = link.update.pacing.kbps();
  std::int64_t sequence = 1'000'000;
  double rate = before;
  for (int i = 0; i < 60; ++i) {  // 3 s, each 50 ms
    now += 50ms;
    darc.on_sent({sequence, bytes(1228), now});
    PacketResult lost{sequence++, bytes(1228), now, false, {}, {}};
    PathReport report;
    report.now = now;
    report.packets = {&lost, 1};
    CHECK_FALSE(darc.on_report(report));
    if (const auto update = darc.on_tick(now)) rate = update->pacing.kbps();
  }
  CHECK(darc.mode() == Darc::Mode::outage);
  CHECK(rate == 50);  // the minimum, from 3000 or so
  CHECK(before > 2000);
}

TEST_CASE("DARC's next tick is ahead where a train of padding and the silence end before it is asked") {
  Darc darc;
  Link link(darc);
  link.pairs = false;
  link.run(10s);
  link.source = kilobits_per_second(500);  // the picture stands still
  for (int i = 0; i < 3000 && link.update.padding <= DataRate(); ++i) link.run(10ms);
  REQUIRE(link.update.padding > DataRate());
  const LocalTime late = link.now + 10s;
  const auto update = darc.on_tick(late);
  REQUIRE(update);
  CHECK(update->padding <= DataRate());
  CHECK(darc.next_tick().value_or(LocalTime::max()) > late);
}

TEST_CASE("DARC needs no report where nothing was sent") {
  Darc darc;
  Link link(darc);
  link.run(5s);
  for (int i = 0; i < 100 && darc.next_tick(); ++i) darc.on_tick(*darc.next_tick());
  CHECK_FALSE(darc.next_tick());
}

TEST_CASE("DARC that starts again does as if it were new and keeps its parameters") {
  Darc used;
  used.parameters().q0 = 5ms;
  {
    Link link(used);
    link.run(10s);
    link.others = 150ms;
    link.run(3s);
  }
  used.on_sent({1'000'000, bytes(1000), t0 + 20s});
  Darc fresh;
  fresh.parameters().q0 = 5ms;
  Link again(used);
  Link first(fresh);
  CHECK(used.mode() == Darc::Mode::start);
  CHECK_FALSE(used.next_tick());
  CHECK(used.capacity() == DataRate());
  CHECK(used.target_queue() == 5ms);
  for (const LawTerm& term : used.terms()) CHECK(term.value == 0);
  again.run(8s);
  first.run(8s);
  CHECK(again.rates.size() > 200);
  CHECK(again.rates == first.rates);
  CHECK(again.sent == first.sent);
}

TEST_CASE("DARC's parameters are in their ranges and can be set to themselves") {
  Darc darc;
  const auto parameters = list_parameters(darc);
  CHECK(parameters.size() > 5);
  for (const ParameterValue& p : parameters) {
    CAPTURE(p.info.name);
    CHECK(p.value >= p.info.minimum);
    CHECK(p.value <= p.info.maximum);
    CHECK_FALSE(p.info.meaning.empty());
    CHECK(set_parameter(darc, p.info.name, p.text).empty());
  }
}

TEST_CASE("DARC's terms keep their names and tell what the law adds to the capacity, beside what its state tells") {
  Darc darc;
  std::vector<std::string> names;
  for (const LawTerm& term : darc.terms()) names.emplace_back(term.name);
  Link link(darc);
  link.run(10s);
  REQUIRE(darc.terms().size() == names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    CHECK(darc.terms()[i].name == names[i]);
  }
  const ControllerState state = darc.state();
  CHECK(state.target_queue == darc.target_queue());
  CHECK(state.capacity == darc.capacity());
  CHECK(link.rates.back() / darc.capacity().kbps() == Approx(1 + darc.terms()[0].value));
  CHECK(darc.terms()[1].value >= 0);
  CHECK(darc.terms()[2].value <= 15);  // ms, J at most
}
