#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "app/lab/scenarios/catalogue.h"
#include "app/lab/scenarios/findings.h"
#include "app/lab/scenarios/scenario_math.h"
#include "app/lab/scenarios/tfrc/cbr_runs.h"
#include "app/lab/scenarios/tfrc/equation_runs.h"
#include "app/lab/scenarios/tfrc/loss_event_theory.h"
#include "app/lab/scenarios/tfrc/measures.h"
#include "app/lab/scenarios/tfrc/setup.h"
#include "tests/unit/lab/hand_made_runs.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using evenkeel::test::compute;
using evenkeel::test::find_claim;
using evenkeel::test::hand_made_run;

namespace {

const Scenario& scenario_of(const std::vector<Scenario>& scenarios, const std::string& id) {
  const auto found = std::find_if(scenarios.begin(), scenarios.end(), [&](const Scenario& s) { return s.id == id; });
  REQUIRE(found != scenarios.end());
  return *found;
}

Findings findings_of(const std::string& id, const RunRecords& records) {
  const auto scenarios = tfrc_scenarios();
  return scenario_of(scenarios, id).judge(records);
}

int count_of(const NetworkRun& run, const std::string& prefix) {
  return static_cast<int>(std::count_if(run.flows.begin(), run.flows.end(),
                                        [&](const FlowPlan& flow) { return flow.name.rfind(prefix, 0) == 0; }));
}

/// What the network says of a flow.
struct Seen {
  double rate = 100e3;
  double p = 0.02;
  double loss = 0.03;
};

void add(RunRecord& run, const std::string& flow, const Seen& seen) {
  const bool tcp = flow.rfind("tcp", 0) == 0;
  run.results.push_back({"meanSendBitrate", flow, seen.rate});
  run.results.push_back({"lossEventRate", flow, seen.p});
  if (tcp) run.results.push_back({"congestionEventRate", flow, seen.p});
  run.results.push_back({"lossRate", flow, seen.loss});
  run.results.push_back({"rttMean", flow, 120});
}

/// Five flows of TFRC and five of TCP.
RunRecord tested(const std::string& name, const Seen& tfrc, const Seen& tcp) {
  RunRecord run = hand_made_run(name, tfrc_duration);
  for (const std::string& flow : tested_tfrc()) add(run, flow, tfrc);
  for (const std::string& flow : tested_tcp()) add(run, flow, tcp);
  return run;
}

/// Loss events of a flow of that rate as section 4.1 has them, with a round trip of 120 ms, where nobody responds.
double theory(double rate, double loss) { return loss_event_rate_of_constant_window(rate * 0.12 / 8e3, loss); }

/// Figs 1 to 4 as theory and the paper have them: TFRC sends less than TCP, and slow flows see more events.
RunRecords paper_like() {
  RunRecords records;
  for (std::size_t i = 0; i < tfrc_loads().size(); ++i) {
    const double loss = 0.02 * static_cast<double>(i + 1);
    const double tcp_rate = std::vector<double>{600e3, 165e3, 100e3, 60e3, 40e3}[i];
    const double factor = 2 + 0.3 * static_cast<double>(i);
    const Seen tcp{tcp_rate, theory(250e3, loss), loss};
    const Seen tfrc{tcp_rate / factor, theory(tcp_rate, loss) * (1.1 + 0.1 * static_cast<double>(i)), loss};
    RunRecord run = tested(tfrc_run_name(tfrc_loads()[i], 1), tfrc, tcp);
    int number = 0;
    for (const DataRate rate : tfrc_cbr_rates()) {
      add(run, "cbr" + std::to_string(++number), {rate.bps(), theory(rate.bps(), loss), loss});
    }
    add(run, "ping", {5120, loss, loss});
    records.runs.push_back(std::move(run));
  }
  return records;
}

}  // namespace

TEST_CASE("tfrc scenarios: the theorem and all fifteen figures, in order") {
  std::vector<std::string> expected{"T-Th4.1"};
  for (int figure = 1; figure <= 15; ++figure) expected.push_back("T-Fig" + std::to_string(figure));
  std::vector<std::string> ids;
  for (const Scenario& scenario : tfrc_scenarios()) ids.push_back(scenario.id);
  CHECK(ids == expected);
}

TEST_CASE("tfrc scenarios: only what needs no network is quick") {
  for (const Scenario& scenario : tfrc_scenarios()) {
    for (const RunPlan& run : scenario.runs) CHECK(run.quick == std::holds_alternative<Computation>(run.what));
  }
}

TEST_CASE("tfrc scenarios: the set-up is that of section 3") {
  TfrcSetup setup = tfrc_cbr_setup();
  setup.load = 35;
  setup.scales = {4};
  const RunPlan plan = tfrc_run("x", setup);
  const auto& run = std::get<NetworkRun>(plan.what);
  CHECK(run.settling == 60s);
  CHECK(run.network.hops[0].forward.delay == 50ms);
  CHECK(run.network.hops[0].forward.queue.kind == QueuePlan::Kind::adaptive_red);
  CHECK(std::get<PacketCount>(run.network.hops[0].forward.queue.limit).packets == 540);  // 2 * 20 Mbit/s * 108 ms
  CHECK(count_of(run, "tfrc") == 5);
  CHECK(count_of(run, "tcp") == 5);
  CHECK(count_of(run, "cbr") == 14);
  CHECK(count_of(run, "long") == 35);
  CHECK(count_of(run, "x4-") == 2);
  int with_telemetry = 0;
  for (const FlowPlan& flow : run.flows) {
    CHECK((flow.access_delay >= 2ms && flow.access_delay <= 6ms));
    with_telemetry += flow.telemetry ? 1 : 0;
  }
  CHECK(with_telemetry == 2);
}

TEST_CASE("tfrc scenarios: the constant-rate flows are 14 of 16 kbit/s to 1 Mbit/s, about 2 Mbit/s together") {
  DataRate sum;
  for (const DataRate rate : tfrc_cbr_rates()) sum += rate;
  CHECK(tfrc_cbr_rates().size() == 14);
  CHECK(sum.kbps() == Approx(2000).epsilon(0.2));
  CHECK(cbr_number(kilobits_per_second(16)) == 1);
  CHECK(cbr_number(kilobits_per_second(195)) == 12);
  CHECK(cbr_number(kilobits_per_second(17)) == 0);
}

TEST_CASE("tfrc scenarios: seeds change access delays and when flows begin") {
  TfrcSetup one;
  TfrcSetup two;
  two.seed = 2;
  const auto first_access = [](const TfrcSetup& setup) {
    return std::get<NetworkRun>(tfrc_run("x", setup).what).flows.front().access_delay;
  };
  CHECK(first_access(one) == first_access(one));
  CHECK(first_access(one) != first_access(two));
}

TEST_CASE("tfrc scenarios: theorem 4.1 has no exception among thousands of random flows") {
  const auto scenarios = tfrc_scenarios();
  const Scenario& scenario = scenario_of(scenarios, "T-Th4.1");
  const Findings findings = scenario.judge(compute(scenario));
  CHECK(findings.claims.size() == 4);
  for (const Claim& claim : findings.claims) {
    INFO(claim.statement << ": " << claim.measured);
    CHECK(claim.judged);
    CHECK(claim.holds);
  }
}

TEST_CASE("tfrc scenarios: the equation's values of Figs 12 and 13") {
  const auto scenarios = tfrc_scenarios();
  for (const std::string id : {"T-Fig12", "T-Fig13"}) {
    const Scenario& scenario = scenario_of(scenarios, id);
    for (const Claim& claim : scenario.judge(compute(scenario)).claims) {
      INFO(claim.statement << ": " << claim.measured << ", expected " << claim.expected);
      CHECK(claim.judged);
      CHECK(claim.holds == claim.must_hold);
    }
  }
}

TEST_CASE("tfrc scenarios: Figs 1 to 4 hold of what the paper describes") {
  const RunRecords records = paper_like();
  for (const std::string id : {"T-Fig1", "T-Fig2", "T-Fig3", "T-Fig4"}) {
    for (const Claim& claim : findings_of(id, records).claims) {
      INFO(id << ": " << claim.statement << ": " << claim.measured << ", expected " << claim.expected);
      CHECK(claim.judged);
    }
  }
  CHECK(find_claim(findings_of("T-Fig1", records), "ping").holds);
  CHECK(find_claim(findings_of("T-Fig2", records), "16-30 kbit/s over").holds);
  CHECK(find_claim(findings_of("T-Fig2", records), "500 kbit/s is below").holds);
  CHECK(find_claim(findings_of("T-Fig3", records), "TFRC sends less").holds);
  CHECK(find_claim(findings_of("T-Fig4", records), "the greatest factor").holds);
}

TEST_CASE("tfrc scenarios: Figs 1 to 3 do not hold of the opposite") {
  RunRecords records = paper_like();
  for (RunRecord& run : records.runs) {
    for (RunResult& result : run.results) {
      if (result.flow == "ping" && result.name == "lossRate") result.value *= 2;
      if (result.flow == "cbr1" && result.name == "lossEventRate") result.value /= 100;
      if (result.flow == "cbr2" && result.name == "lossEventRate") result.value /= 100;
      if (result.flow == "cbr3" && result.name == "lossEventRate") result.value /= 100;
      if (result.flow.rfind("tfrc", 0) == 0 && result.name == "meanSendBitrate") result.value *= 10;
    }
  }
  CHECK(!find_claim(findings_of("T-Fig1", records), "ping").holds);
  CHECK(!find_claim(findings_of("T-Fig2", records), "16-30 kbit/s over").holds);
  CHECK(!find_claim(findings_of("T-Fig3", records), "TFRC sends less").holds);
}

TEST_CASE("tfrc scenarios: a load that was not run leaves statements on all loads unjudged") {
  RunRecords records = paper_like();
  records.runs.pop_back();
  CHECK(!find_claim(findings_of("T-Fig1", records), "ping").judged);
  CHECK(!find_claim(findings_of("T-Fig3", records), "TFRC sends less").judged);
}

TEST_CASE("tfrc scenarios: Figs 14 and 15 by their extremes") {
  RunRecords records;
  for (const int load : tfrc_loads()) {
    const double p = 0.02 + 0.0003 * load;
    records.runs.push_back(tested("rtt=010," + tfrc_run_name(load, 1), {21e6 / load, p / 1.6, p}, {1e6 / load, p, p}));
    records.runs.push_back(tested("rtt=500," + tfrc_run_name(load, 1), {1e5, p * 1.5, p}, {10.8e5, p, p}));
  }
  const Findings rates = findings_of("T-Fig14", records);
  CHECK(find_claim(rates, "more than 20 times").holds);
  CHECK(find_claim(rates, "down to ten times less").holds);
  CHECK(!find_claim(rates, "200 ms: less than").judged);
  const Findings events = findings_of("T-Fig15", records);
  CHECK(find_claim(events, "fewer loss events").holds);
  CHECK(find_claim(events, "more loss events at high loss").holds);
}

TEST_CASE("tfrc scenarios: measures of a run") {
  const RunRecord run = tested("x", {80e3, 0.02, 0.03}, {160e3, 0.01, 0.03});
  CHECK(loss_event_rate(run, "tfrc1") == Approx(0.02));
  CHECK(loss_event_rate(run, "tcp1") == Approx(0.01));
  CHECK(sending_rate(run, "tcp5") == Approx(160e3));
  CHECK(mean_rate_of_tfrc(run) == Approx(80e3));
  CHECK(std::isnan(loss_event_rate(run, "none")));
  CHECK(std::isnan(sending_rate(RunRecord(), "tcp1")));
  const double expected = 8000 / (0.12 * std::sqrt(0.04 / 3) + 3 * std::sqrt(0.06 / 8) * 0.02 * (1 + 32 * 0.0004));
  CHECK(equation_of_tfrc(run) == Approx(expected));
  CHECK(std::isnan(equation_rate(run, "tfrc1", 0)));
  CHECK(std::isnan(ratio_of_difference(0, 1)));
  CHECK(ratio_of_difference(1, 4) == Approx(-3));
}

TEST_CASE("tfrc scenarios: claims are of the paper's own controller") {
  Findings findings;
  findings.claims.emplace_back();
  findings.claims[0].holds = true;
  RunRecords records;
  records.runs.emplace_back();
  CHECK(judged_on("tfrc", records, findings).claims[0].judged);
  records.runs[0].controller = "tfrc";
  CHECK(judged_on("tfrc", records, findings).claims[0].holds);
  records.runs[0].controller = "gcc";
  CHECK(!judged_on("tfrc", records, findings).claims[0].judged);
}
