#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "app/lab/scenarios/arc/chain.h"
#include "app/lab/scenarios/arc/lossy_chain.h"
#include "app/lab/scenarios/arc/measures.h"
#include "app/lab/scenarios/arc/parts.h"
#include "app/lab/scenarios/catalogue.h"
#include "app/lab/scenarios/scenario_math.h"
#include "tests/unit/lab/hand_made_runs.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using evenkeel::test::find_claim;
using evenkeel::test::hand_made_run;

namespace {

const NetworkRun& network_of(const RunPlan& run) { return std::get<NetworkRun>(run.what); }

const Scenario& scenario_of(const std::vector<Scenario>& scenarios, const std::string& id) {
  const auto found = std::find_if(scenarios.begin(), scenarios.end(), [&](const Scenario& s) { return s.id == id; });
  REQUIRE(found != scenarios.end());
  return *found;
}

/// Rows each 100 ms after `from`, sent and received at rate(t) bit/s, t in seconds.
template <class Rate>
void add_flow(RunRecord& run, const std::string& name, Rate rate, Duration from = Duration::zero()) {
  for (Duration t = from + 100ms; t <= run.duration; t += 100ms) {
    Sample row;
    row.time = t;
    row.flow = FlowName(name);
    row.send_bitrate_bps = row.receive_bitrate_bps = rate(to_seconds(t));
    run.flows[name].push_back(row);
  }
}

const auto constant = [](double rate) { return [rate](double) { return rate; }; };

/// Without queues: access link and the hops between, both ways.
Duration round_trip_of(const NetworkRun& run, const FlowPlan& flow) {
  Duration one_way = flow.access_delay;
  for (int hop = std::min(flow.from, flow.to); hop < std::max(flow.from, flow.to); ++hop) {
    one_way += run.network.hops[static_cast<std::size_t>(hop)].forward.delay;
  }
  return 2 * one_way;
}

const FlowPlan& flow_of(const NetworkRun& run, const std::string& name) {
  const auto found =
      std::find_if(run.flows.begin(), run.flows.end(), [&](const FlowPlan& f) { return f.name == name; });
  REQUIRE(found != run.flows.end());
  return *found;
}

int queue_of(const NetworkRun& run) { return std::get<PacketCount>(run.network.hops[0].forward.queue.limit).packets; }

const RunPlan& run_of(const Scenario& scenario, const std::string& name) {
  const auto found =
      std::find_if(scenario.runs.begin(), scenario.runs.end(), [&](const RunPlan& r) { return r.name == name; });
  REQUIRE(found != scenario.runs.end());
  return *found;
}

/// Ten flows that share what UDP leaves evenly after 50 s, or nine of which get little in the first 200 s.
RunRecord on_off(const std::string& name, bool fair, Duration duration = 1000s) {
  RunRecord run = hand_made_run(name, duration);
  for (const std::string& flow : numbered("rate", 10)) {
    const auto rate = [&](double t) {
      const double left = std::fmod(t - 0.05, 400) < 200 ? 5e6 : 10e6;
      const double share = !fair && flow != "rate1" && t <= 200 ? 0.01 : 0.1;
      const double early = flow == "rate1" && t <= 50 ? 1.2 : 1;
      return early * share * (fair ? 1 : 1 + 0.8 * std::sin(t)) * left;
    };
    add_flow(run, flow, rate, 10s);
  }
  return run;
}

RunRecord chain_record(const ArcChain& chain, int seed, double goodput) {
  RunRecord run = hand_made_run(name_of(chain, seed), arc_chain_duration);
  add_flow(run, "c1", constant(goodput), arc_chain_start);
  return run;
}

}  // namespace

TEST_CASE("arc scenarios: all of the paper's figures, in order") {
  std::vector<std::string> ids;
  for (const Scenario& scenario : arc_scenarios()) ids.push_back(scenario.id);
  CHECK(ids == std::vector<std::string>{"A-Fig3", "A-Fig4", "A-Fig5", "A-Fig7a", "A-Fig7b", "A-Fig7c", "A-Fig7d"});
}

TEST_CASE("arc scenarios: the queue holds 250 ms of packets") {
  CHECK(std::get<PacketCount>(arc_queue(megabits_per_second(10)).limit).packets == 208);
  CHECK(std::get<PacketCount>(arc_queue(megabits_per_second(2)).limit).packets == 42);
  CHECK(std::get<PacketCount>(arc_queue(megabits_per_second(1)).limit).packets == 21);
}

TEST_CASE("arc scenarios: ten flows with round trips of 25 to 250 ms, UDP on and off") {
  const auto scenarios = arc_scenarios();
  const NetworkRun& on = network_of(run_of(scenario_of(scenarios, "A-Fig3"), "arc,on-first"));
  CHECK(queue_of(on) == 208);
  for (int i = 1; i <= 10; ++i) {
    const FlowPlan& flow = flow_of(on, "rate" + std::to_string(i));
    CHECK(round_trip_of(on, flow) == 25ms * i);
    CHECK(flow.active.front().from == 10s);
    CHECK(std::get<MediaPlan>(flow.traffic).packet == bytes(1500));
  }
  const FlowPlan& udp = flow_of(on, "udp");
  REQUIRE(udp.active.size() == 3);
  CHECK(udp.active[1].from == 400s);
  CHECK(udp.active[1].to == 600s);
  const NetworkRun& off = network_of(run_of(scenario_of(scenarios, "A-Fig4"), "tfrc,off-first"));
  CHECK(flow_of(off, "udp").active.front().from == 200s);
  const auto& media = std::get<MediaPlan>(flow_of(off, "rate1").traffic);
  CHECK(media.settings == std::vector<std::pair<std::string, std::string>>{{"tfrc.self_clocked", "1"}});
  CHECK(!media.chosen);
}

TEST_CASE("arc scenarios: in a chain of any length C1 has a round trip of 250 ms and the others 50 ms") {
  for (const int hops : arc_chain_hops()) {
    const ArcChain chain{"arc", "reno", hops};
    const NetworkRun run{arc_chain_network(hops), arc_chain_flows(chain, 1)};
    REQUIRE(run.flows.size() == static_cast<std::size_t>(2 * hops + 1));
    CHECK(queue_of(run) == 21);
    CHECK(round_trip_of(run, run.flows[0]) == 250ms);
    CHECK(run.flows[0].to == hops);
    int forward = 0;
    for (std::size_t i = 1; i < run.flows.size(); ++i) {
      CHECK(round_trip_of(run, run.flows[i]) == 50ms);
      CHECK(std::abs(run.flows[i].to - run.flows[i].from) == 1);
      forward += run.flows[i].to > run.flows[i].from ? 1 : 0;
      CHECK(run.flows[i].active.front().from < 1s);
    }
    CHECK(forward == hops);
    CHECK(run.flows[0].active.front().from >= 10s);
  }
}

TEST_CASE("arc scenarios: seeds change only when flows begin") {
  const auto one = arc_chain_flows({"arc", "reno", 2}, 1);
  const auto two = arc_chain_flows({"arc", "reno", 2}, 2);
  CHECK(one[1].active.front().from != two[1].active.front().from);
  CHECK(one[1].access_delay == two[1].access_delay);
}

TEST_CASE("arc scenarios: losses of the last hop both ways, on a link of C1's own") {
  const auto runs = arc_lossy_runs(LossyLink::exit);
  CHECK(runs.size() == std::size_t{3 * 7 * arc_lossy_seeds});
  const NetworkRun& run = network_of(runs.back());
  REQUIRE(run.network.hops.size() == 11);
  CHECK(run.network.hops.back().forward.loss == Approx(0.1));
  CHECK(run.network.hops.back().backward.loss == Approx(0.1));
  CHECK(run.network.hops.front().forward.loss == 0);
  CHECK(run.flows[0].to == 11);
  CHECK(round_trip_of(run, run.flows[0]) == 250ms);
  const NetworkRun& alone = network_of(arc_lossy_runs(LossyLink::alone).back());
  CHECK(alone.flows.size() == 1);
  CHECK(alone.network.hops.front().backward.loss == 0);
}

TEST_CASE("arc scenarios: fair flows pass Figs 3 and 4, starved ones do not") {
  const auto scenarios = arc_scenarios();
  RunRecords records;
  records.runs = {on_off("arc,on-first", true), on_off("tfrc,on-first", false)};
  const Findings fig3 = scenario_of(scenarios, "A-Fig3").judge(records);
  CHECK(find_claim(fig3, "first ON phase").holds);
  CHECK(find_claim(fig3, "worst of the five phases").holds);
  CHECK(find_claim(fig3, "close to each other").holds);
  CHECK(find_claim(fig3, "farther from each other").holds);

  const Findings fig4 = scenario_of(scenarios, "A-Fig4").judge(records);
  CHECK(find_claim(fig4, "0.9 before 100 s").holds);
  CHECK(find_claim(fig4, "comes after 200 s").holds);
  CHECK(find_claim(fig4, "index at 100 s").holds);
  CHECK(find_claim(fig4, "fairer than TFRC at the end").holds);
  CHECK(!find_claim(fig4, "OFF first").judged);

  std::swap(records.runs[0].name, records.runs[1].name);
  const Findings swapped = scenario_of(scenarios, "A-Fig4").judge(records);
  CHECK(!find_claim(swapped, "0.9 before 100 s").holds);
  CHECK(!find_claim(swapped, "index at 100 s").holds);
}

TEST_CASE("arc scenarios: a run of 120 s is judged by what it has") {
  RunRecords records;
  records.runs = {on_off("arc,on-first", true, 120s), on_off("tfrc,on-first", false, 120s)};
  const auto scenarios = arc_scenarios();
  const Findings fig4 = scenario_of(scenarios, "A-Fig4").judge(records);
  CHECK(find_claim(fig4, "0.9 before 100 s").judged);
  CHECK(!find_claim(fig4, "index at 200 s").judged);
  CHECK(!find_claim(fig4, "at the end").judged);
  const Findings fig3 = scenario_of(scenarios, "A-Fig3").judge(records);
  CHECK(find_claim(fig3, "first ON phase").judged);
  CHECK(!find_claim(fig3, "worst of the five phases").judged);
}

TEST_CASE("arc scenarios: claims about ARC are not judged on another controller's runs") {
  RunRecords records;
  records.runs = {on_off("arc,on-first", true), on_off("tfrc,on-first", false)};
  for (RunRecord& run : records.runs) run.controller = "nada";
  const auto scenarios = arc_scenarios();
  for (const Claim& claim : scenario_of(scenarios, "A-Fig4").judge(records).claims) {
    CHECK(!claim.judged);
    CHECK(claim.why.find("nada") != std::string::npos);
  }
}

TEST_CASE("arc scenarios: Fig. 7a holds where ARC gets most on long chains") {
  RunRecords records;
  for (const int hops : arc_chain_hops()) {
    for (int seed = 1; seed <= arc_chain_seeds; ++seed) {
      records.runs.push_back(chain_record({"arc", "reno", hops}, seed, 300e3 / hops));
      records.runs.push_back(chain_record({"tfrc", "reno", hops}, seed, 600e3 / (hops * hops)));
      records.runs.push_back(chain_record({"reno", "reno", hops}, seed, 700e3 / (hops * hops)));
    }
  }
  const auto scenarios = arc_scenarios();
  const Scenario& scenario = scenario_of(scenarios, "A-Fig7a");
  for (const Claim& claim : scenario.judge(records).claims) CHECK((claim.judged && claim.holds));

  for (RunRecord& run : records.runs) {
    if (run.name.rfind("arc-over-reno,n=06", 0) != 0) continue;
    for (Sample& row : run.flows["c1"]) row.receive_bitrate_bps = 1e3;
  }
  CHECK(!find_claim(scenario.judge(records), "ARC's goodput over TFRC's").holds);
}

TEST_CASE("arc scenarios: goodput counts the time before anything arrives") {
  RunRecord late = hand_made_run("x", arc_chain_duration);
  add_flow(late, "c1", constant(1e6), 60s);
  CHECK(arc_chain_goodput(late) == Approx(0.5e6));
  CHECK(std::isnan(arc_chain_goodput(RunRecord())));
}

TEST_CASE("arc scenarios: measures over time") {
  RunRecord run = hand_made_run("x", 20s);
  add_flow(run, "a", [](double t) { return t <= 10.05 ? 1.0 : 3.0; });
  add_flow(run, "b", constant(1));
  const auto column = &Sample::send_bitrate_bps;
  const auto bins = binned(run, "a", column, 5s, 15s);
  REQUIRE(bins.size() == 10);
  CHECK(bins.front() == Approx(1));
  CHECK(bins.back() == Approx(3));
  CHECK(binned(run, "a", column, 5s, 21s).empty());
  CHECK(binned(run, "none", column, 5s, 15s).empty());
  CHECK(oscillation(run, {"a"}, column, 5s, 15s) == Approx(0.5));
  CHECK(spread_among(run, {"a", "b"}, column, 11s, 20s) == Approx(0.5));
  CHECK(total_of(run, {"a", "b"}, column, 11s, 20s) == Approx(4));
  const auto jain = cumulative_jain(run, {"a", "b"}, column, 0s, 20s);
  REQUIRE(jain.size() == 20);
  CHECK(jain[9] == Approx(1));
  CHECK(jain[19] == Approx(60.0 * 60.0 / (2 * (40.0 * 40.0 + 20.0 * 20.0))));
  CHECK(windowed_jain(run, {"a", "b"}, column, 0s, 20s, 10s)[1] == Approx(0.8));
  CHECK(windowed_jain(run, {"a", "none"}, column, 0s, 20s, 10s).empty());
}

TEST_CASE("arc scenarios: numbers brought together") {
  const double nan = std::nan("");
  CHECK(average_of({1, nan, 3}) == 2);
  CHECK(std::isnan(average_of({})));
  CHECK(min_of({2, 1}) == 1);
  CHECK(std::isnan(max_of({2, nan})));
  CHECK(variation_of({1, 3}) == Approx(0.5));
  CHECK(jain_of(std::vector<double>{1, 1, 0, 0}) == Approx(0.5));
  CHECK(std::isnan(jain_of(std::vector<double>{0, 0})));
  const Line line = fitted_line({0, 1, 2, nan}, {1, 3, 5, 9});
  CHECK(line.at(3) == Approx(7));
  CHECK(std::isnan(fitted_line({1, 1}, {1, 2}).slope));
}
