#include <catch2/catch.hpp>
#include <map>

#include "app/lab/scenarios/calls/measures.h"
#include "app/lab/scenarios/calls/parts.h"
#include "app/lab/scenarios/rfc8867/mobile.h"
#include "tests/unit/lab/calls_records.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using namespace evenkeel::lab::test;

namespace {

const LinkPlan& forward_of(const NetworkRun& run) { return run.network.hops.front().forward; }

void check_link(const NetworkRun& run, double rate, Duration delay, Duration buffer) {
  for (const LinkPlan* link : {&run.network.hops.front().forward, &run.network.hops.front().backward}) {
    CHECK(link->rate.bps() == rate);
    CHECK(link->delay == delay);
    CHECK(link->queue.kind == QueuePlan::Kind::drop_tail);
    CHECK(std::get<Duration>(link->queue.limit) == buffer);
  }
  CHECK(run.network.hops.size() == 1);
}

/// The flow begins at most half a second later than it would alone.
void check_times(const FlowPlan& flow, Duration from, Duration to) {
  REQUIRE(flow.active.size() == 1);
  CHECK(flow.active.front().from > from);
  CHECK(flow.active.front().from < from + 500ms);
  CHECK(flow.active.front().to == to);
}

}  // namespace

TEST_CASE("calls: a scenario for each case of the table") {
  std::vector<std::string> ids;
  for (const Scenario& scenario : all_calls()) ids.push_back(scenario.id);
  CHECK(ids == std::vector<std::string>{"C-a", "C-b", "C-c", "C-d", "C-e", "C-f", "C-g", "C-h", "C-i", "C-j", "C-k",
                                        "C-l", "C-m", "C-n", "C-random-alone", "C-random-tcp"});
}

TEST_CASE("calls: five controllers on ten seeds, each run named after both") {
  std::vector<std::string> names;
  for (const RunPlan& run : scenario_of("C-a").runs) names.push_back(run.name);
  CHECK(names.size() == 5 * 10);
  CHECK(names.front() == "darc,s=01");
  CHECK(names[9] == "darc,s=10");
  CHECK(names[10] == "ldcc,s=01");
  CHECK(names.back() == "scream,s=10");
  CHECK(plan_of("C-a", "darc,s=01").seed == 1);
  CHECK(plan_of("C-a", "darc,s=10").seed == 10);
  CHECK(plan_of("C-d", "gcc,cubic,buffer=300ms,s=02").seed == 2);
  CHECK(scenario_of("C-d").runs.size() == 14 * 50);
}

TEST_CASE("calls: every flow under test is a call's video") {
  for (const Scenario& scenario : all_calls()) {
    for (const RunPlan& plan : scenario.runs) {
      INFO(scenario.id << "/" << plan.name);
      const auto& flow = network_of(plan).flows.front();
      const auto& media = std::get<MediaPlan>(flow.traffic);
      const bool wide = plan.name.find("20Mbps") != std::string::npos;
      const bool random = scenario.id.starts_with("C-random");
      const double maximum = wide ? 30e6 : random ? 15e6 : 8e6;
      CHECK(media.controller == plan.name.substr(0, plan.name.find(',')));
      CHECK(media.source == MediaPlan::Source::video);
      CHECK(media.packet == bytes(1200));
      CHECK(media.delay_kind == DelayKind::estimated);
      CHECK(media.limits.start.bps() == 1e6);
      CHECK(media.limits.minimum.bps() == 50e3);
      CHECK(media.limits.maximum.bps() == maximum);
      CHECK_FALSE(network_of(plan).measured.empty());
    }
  }
}

TEST_CASE("calls: the quick form is darc in four cases, with all seeds, since a goal is judged by their median") {
  std::map<std::string, int> quick;
  for (const Scenario& scenario : all_calls()) {
    for (const RunPlan& plan : scenario.runs) {
      if (plan.quick) ++quick[scenario.id + "/" + plan.name.substr(0, plan.name.rfind(",s="))];
    }
  }
  CHECK(quick == std::map<std::string, int>{
                     {"C-a/darc", 10}, {"C-c/darc", 10}, {"C-d/darc,cubic,buffer=300ms", 10}, {"C-g/darc,loss=1", 10}});
}

TEST_CASE("calls: a, b and c are one flow on a link") {
  check_link(run_of("C-a", "gcc,s=01"), 2.5e6, 50ms, 300ms);
  check_link(run_of("C-b", "arc,s=01"), 1e6, 25ms, 300ms);
  CHECK(plan_of("C-a", "darc,s=01").duration == 60s);
  CHECK(plan_of("C-b", "darc,s=01").duration == 60s);
  CHECK(times_of(run_of("C-a", "darc,s=01").measured) == Times{{10s, 60s}});
  const NetworkRun& c = run_of("C-c", "darc,s=01");
  check_link(c, 2.5e6, 50ms, 300ms);
  REQUIRE(forward_of(c).steps.size() == 2);
  CHECK(forward_of(c).steps[0].at == 40s);
  CHECK(forward_of(c).steps[0].rate.bps() == 1e6);
  CHECK(forward_of(c).steps[1].at == 80s);
  CHECK(forward_of(c).steps[1].rate.bps() == 2.5e6);
  CHECK(times_of(c.measured) == Times{{10s, 40s}, {50s, 80s}, {90s, 120s}});
  CHECK(plan_of("C-c", "darc,s=01").duration == 120s);
}

TEST_CASE("calls: d has one TCP from 20 to 80 s, or there first, or two, or BBR") {
  for (const auto& [buffer, text] : {std::pair(Duration(100ms), "100ms"), std::pair(Duration(300ms), "300ms"),
                                     std::pair(Duration(600ms), "600ms")}) {
    for (const auto& [name, variant] :
         {std::pair("cubic", TcpVariant::cubic), std::pair("reno", TcpVariant::new_reno)}) {
      const std::string end = std::string(",buffer=") + text + ",s=01";
      const NetworkRun& later = run_of("C-d", std::string("darc,") + name + end);
      check_link(later, 2.5e6, 50ms, buffer);
      REQUIRE(later.flows.size() == 2);
      CHECK(later.flows[0].active.empty());
      check_times(later.flows[1], 20s, 80s);
      CHECK(tcp_of(later.flows[1]) == variant);
      CHECK(times_of(later.measured) == Times{{30s, 80s}});
      CHECK(plan_of("C-d", std::string("darc,") + name + end).duration == 100s);
      const NetworkRun& first = run_of("C-d", std::string("darc,") + name + ",first" + end);
      check_link(first, 2.5e6, 50ms, buffer);
      CHECK(times_of(first.flows[0].active) == Times{{10s, 80s}});
      check_times(first.flows[1], 0s, 80s);
      CHECK(tcp_of(first.flows[1]) == variant);
      CHECK(times_of(first.measured) == Times{{20s, 80s}});
    }
  }
  const auto& bbr = run_of("C-d", "darc,bbr,buffer=300ms,s=01");
  CHECK(tcp_of(bbr.flows[1]) == TcpVariant::bbr);
  const auto& two = run_of("C-d", "darc,two-cubic,buffer=300ms,s=01");
  REQUIRE(two.flows.size() == 3);
  for (const std::size_t i : {std::size_t{1}, std::size_t{2}}) {
    check_times(two.flows[i], 20s, 80s);
    CHECK(tcp_of(two.flows[i]) == TcpVariant::cubic);
    CHECK(std::get<TcpPlan>(two.flows[i].traffic).segment == bytes(1500));
    CHECK(std::get<TcpPlan>(two.flows[i].traffic).sack);
  }
}

TEST_CASE("calls: seeds differ in when the others begin") {
  const auto& one = run_of("C-d", "darc,cubic,buffer=300ms,s=01");
  const auto& two = run_of("C-d", "darc,cubic,buffer=300ms,s=02");
  const auto& rival = run_of("C-d", "gcc,cubic,buffer=300ms,s=02");
  CHECK(one.flows[1].active.front().from != two.flows[1].active.front().from);
  CHECK(rival.flows[1].active.front().from == two.flows[1].active.front().from);
}

TEST_CASE("calls: e joins three flows fifteen seconds apart") {
  const NetworkRun& run = run_of("C-e", "scream,s=03");
  check_link(run, 3e6, 50ms, 300ms);
  REQUIRE(run.flows.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(times_of(run.flows[i].active) == Times{{static_cast<int>(i) * 15s, 60s}});
    CHECK(std::get<MediaPlan>(run.flows[i].traffic).controller == "scream");
  }
  CHECK(times_of(run.measured) == Times{{10s, 15s}, {25s, 30s}, {40s, 60s}});
}

TEST_CASE("calls: f has X-Mobile's link first and others of its law after it") {
  const LinkPlan& first = forward_of(run_of("C-f", "darc,s=01"));
  const auto steps = synthetic_mobile_link(5, 120s);
  REQUIRE(first.steps.size() == steps.size());
  double sum = steps[0].rate.bps();
  CHECK(first.steps[0].at == 1ms);
  for (std::size_t i = 1; i < steps.size(); ++i) {
    CHECK(first.steps[i].at == steps[i].at);
    CHECK(first.steps[i].rate == steps[i].rate);
    sum += steps[i].rate.bps();
  }
  CHECK(first.rate.bps() == Approx(sum / static_cast<double>(steps.size())));
  CHECK(first.delay == 25ms);
  CHECK(first.traceable);
  CHECK(std::get<Duration>(first.queue.limit) == 300ms);
  const LinkPlan& third = forward_of(run_of("C-f", "darc,s=03"));
  CHECK(third.steps[7].rate == synthetic_mobile_link(7, 120s)[7].rate);
  CHECK(third.steps[7].rate == forward_of(run_of("C-f", "gcc,s=03")).steps[7].rate);
}

TEST_CASE("calls: g loses and h jitters or reorders") {
  for (const int percent : {1, 3, 5}) {
    const NetworkRun& run = run_of("C-g", "darc,loss=" + std::to_string(percent) + ",s=01");
    check_link(run, 2.5e6, 50ms, 300ms);
    CHECK(forward_of(run).loss == Approx(0.01 * percent));
    CHECK(run.network.hops.front().backward.loss == 0);
  }
  const LinkPlan& jitter = forward_of(run_of("C-h", "darc,jitter=5ms,s=01"));
  CHECK(jitter.jitter_sigma == 5ms);
  CHECK(jitter.reordering == 0);
  const LinkPlan& reordering = forward_of(run_of("C-h", "darc,reordering=1,s=01"));
  CHECK(reordering.jitter_sigma == 0ms);
  CHECK(reordering.reordering == Approx(0.01));
  CHECK(reordering.held_back == 10ms);
}

TEST_CASE("calls: i shares 4 Mbit/s among round trips of 20, 100 and 200 ms") {
  const NetworkRun& run = run_of("C-i", "darc,s=01");
  check_link(run, 4e6, 10ms, 300ms);
  REQUIRE(run.flows.size() == 3);
  const Duration round_trips[]{20ms, 100ms, 200ms};
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(2 * (run.flows[i].access_delay + forward_of(run).delay) == round_trips[i]);
    CHECK(run.flows[i].active.empty());
  }
}

TEST_CASE("calls: j is narrow and wide") {
  check_link(run_of("C-j", "darc,rate=0.3Mbps,s=01"), 0.3e6, 50ms, 300ms);
  check_link(run_of("C-j", "darc,rate=20Mbps,s=01"), 20e6, 50ms, 300ms);
}

TEST_CASE("calls: k has UDP for five of each ten seconds or files over TCP") {
  const NetworkRun& on_off = run_of("C-k", "darc,on-off,s=01");
  const FlowPlan& udp = on_off.flows[1];
  CHECK(std::get<CbrPlan>(udp.traffic).rate.bps() == 1e6);
  REQUIRE(udp.active.size() == 6);
  CHECK(udp.active[0].from > 10s);
  CHECK(udp.active[0].from < 10500ms);
  CHECK(udp.active[0].to == 15s);
  CHECK(udp.active[5].from == 60s);
  CHECK(udp.active[5].to == 65s);
  const NetworkRun& web = run_of("C-k", "darc,web,s=01");
  REQUIRE(web.flows.size() == 5);
  const auto& files = std::get<ShortTcpPlan>(web.flows[4].traffic);
  CHECK(files.smallest == bytes(10'000));
  CHECK(files.largest == bytes(100'000));
  CHECK(files.mean_pause == 5s);
  CHECK(files.tcp.variant == TcpVariant::cubic);
}

TEST_CASE("calls: l has managed queues, bursts and a bucket") {
  using Kind = QueuePlan::Kind;
  CHECK(forward_of(run_of("C-l", "darc,fq-codel,s=01")).queue.kind == Kind::fq_codel);
  CHECK(forward_of(run_of("C-l", "darc,codel,s=01")).queue.kind == Kind::codel);
  CHECK(forward_of(run_of("C-l", "darc,red,s=01")).queue.kind == Kind::red);
  CHECK(forward_of(run_of("C-l", "darc,bursts=5ms,s=01")).burst_interval == 5ms);
  CHECK(forward_of(run_of("C-l", "darc,bucket=64kB,s=01")).bucket == bytes(64'000));
  CHECK(forward_of(run_of("C-l", "darc,bursts=5ms,s=01")).bucket == DataSize());
}

TEST_CASE("calls: m disturbs reports, clocks and routes") {
  const NetworkRun& reverse = run_of("C-m", "darc,reverse,s=01");
  CHECK(reverse.flows[1].from == 1);
  CHECK(reverse.flows[1].to == 0);
  CHECK(tcp_of(reverse.flows[1]) == TcpVariant::cubic);
  check_times(reverse.flows[1], 20s, Duration::max());
  CHECK(times_of(reverse.measured) == Times{{30s, 60s}});
  const NetworkRun& lossy = run_of("C-m", "darc,feedback-loss=20,s=01");
  CHECK(lossy.network.hops.front().backward.loss == Approx(0.2));
  CHECK(forward_of(lossy).loss == 0);
  CHECK(std::get<MediaPlan>(run_of("C-m", "darc,skew=100ppm,s=01").flows[0].traffic).clock_skew == Approx(1e-4));
  for (const auto& [name, delay] :
       {std::pair("route+60ms", Duration(110ms)), std::pair("route-30ms", Duration(20ms))}) {
    const NetworkRun& route = run_of("C-m", std::string("darc,") + name + ",s=01");
    CHECK(forward_of(route).delay == 50ms);
    REQUIRE(forward_of(route).delay_steps.size() == 1);
    CHECK(forward_of(route).delay_steps[0].at == 30s);
    CHECK(forward_of(route).delay_steps[0].delay == delay);
    CHECK(times_of(route.measured) == Times{{40s, 60s}});
  }
}

TEST_CASE("calls: n frees its source after 30 s") {
  const NetworkRun& run = run_of("C-n", "darc,s=01");
  check_link(run, 2.5e6, 50ms, 300ms);
  const auto& limited = std::get<MediaPlan>(run.flows[0].traffic).limited;
  REQUIRE(limited);
  CHECK(limited->when.from == 0s);
  CHECK(limited->when.to == 30s);
  CHECK(limited->rate.bps() == 500e3);
  CHECK(times_of(run.measured) == Times{{30s, 60s}});
  CHECK_FALSE(std::get<MediaPlan>(run_of("C-a", "darc,s=01").flows[0].traffic).limited);
}

TEST_CASE("calls: the capacity is that of the measured times") {
  CallsVariant link = calls_alone("", 60s);
  lab::forward_of(link).steps = {{20s, megabits_per_second(1)}};
  CHECK(calls_capacity(link, 10s, 30s) == Approx(1.75e6));
  link.measured = {{10s, 20s}, {30s, 40s}};
  CHECK(calls_capacity(link) == Approx(1.75e6));
  link.measured = {{10s, 20s}};
  CHECK(calls_capacity(link) == Approx(2.5e6));
}
