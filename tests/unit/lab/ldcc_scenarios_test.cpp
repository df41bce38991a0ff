#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "app/lab/scenarios/catalogue.h"
#include "app/lab/scenarios/ldcc/oracles.h"
#include "hand_made_runs.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using namespace evenkeel::test;

namespace {

Scenario scenario(const std::string& id) {
  for (Scenario& s : ldcc_scenarios()) {
    if (s.id == id) return std::move(s);
  }
  FAIL("no scenario " << id);
  return {};
}

/// Fig. 5 as the oracle has it.
RunRecord ideal_fig5() {
  RunRecord run = hand_made_run("true-delay", 300s);
  for (const std::string flow : {"ldcc1", "ldcc2"}) {
    add_steady(run, flow, {2s, 13s, 1.0e6, 30});
    add_steady(run, flow, {13s, 100s, 1.5e6, 119.2});
    add_steady(run, flow, {100s, 145s, 1.1e6, 131});
    add_steady(run, flow, {145s, 261s, 1.0e6, 131.2});
    add_steady(run, flow, {261s, 300s, 1.5e6, 119.2});
  }
  add_steady(run, "ldcc3", {100s, 145s, 0.8e6, 131});
  add_steady(run, "ldcc3", {145s, 260s, 1.0e6, 131.2});
  return run;
}

/// A flow of L-Fig14 that is steady at a rate and a delay.
RunRecord steady_alone(const std::string& name, double delay) {
  RunRecord run = hand_made_run(name, 100s);
  add_steady(run, name, {0s, 100s, 1.5e6, delay});
  return run;
}

/// The simplified GCC: a sawtooth of 15 % and a queue that comes and goes.
RunRecord sawtooth() {
  RunRecord run = hand_made_run("gcc", 100s);
  for (Duration t{}; t < 100s; t += 10s) {
    add_steady(run, "gcc", {t, t + 7s, 1.3e6, 28});
    add_steady(run, "gcc", {t + 7s, t + 10s, 1.6e6, 50});
  }
  return run;
}

}  // namespace

TEST_CASE("lab: each figure of the LDCC paper has its scenario, in order") {
  std::vector<std::string> ids;
  for (const Scenario& s : ldcc_scenarios()) ids.push_back(s.id);
  CHECK(ids == std::vector<std::string>{"L-Fig2", "L-Fig5", "L-Fig6", "L-Fig7", "L-Fig8", "L-Fig10", "L-Fig11",
                                        "L-Fig12", "L-Fig13", "L-Fig14"});
}

TEST_CASE("lab: runs and flows have names of their own that files can bear") {
  std::vector<Scenario> all = ldcc_scenarios();
  for (Scenario& s : rmc_scenarios()) all.push_back(std::move(s));
  for (const Scenario& s : all) {
    INFO(s.id);
    REQUIRE(s.judge != nullptr);
    CHECK_FALSE(s.runs.empty());
    std::set<std::string> runs;
    for (const RunPlan& plan : s.runs) {
      INFO(plan.name);
      CHECK(runs.insert(plan.name).second);
      CHECK(plan.name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-+.,=_") ==
            std::string::npos);
      CHECK(plan.duration > 0s);
      CHECK(plan.quick_duration <= plan.duration);
      const auto* network = std::get_if<NetworkRun>(&plan.what);
      if (network == nullptr) continue;
      std::set<std::string> flows;
      for (const FlowPlan& flow : network->flows) {
        CHECK(flows.insert(flow.name).second);
        CHECK(flow.name.size() <= 15);
        CHECK(static_cast<std::size_t>(flow.to) <= network->network.hops.size());
        CHECK(flow.access_delay >= 0s);
      }
    }
  }
}

TEST_CASE("lab: without runs nothing is judged, and known failures do not fail a check") {
  std::vector<Scenario> all = ldcc_scenarios();
  for (Scenario& s : rmc_scenarios()) all.push_back(std::move(s));
  for (const Scenario& s : all) {
    INFO(s.id);
    const Findings findings = s.judge({});
    CHECK_FALSE(findings.claims.empty());
    for (const Claim& claim : findings.claims) {
      INFO(claim.statement);
      CHECK_FALSE(claim.judged);
      CHECK(is_as_known(claim));
    }
  }
}

TEST_CASE("lab: LDCC's equilibrium with several flows is that of the published table") {
  const DataRate left = megabits_per_second(3);
  const LdccFlow near{25ms, 25ms};
  const LdccShares two = ldcc_delay_mode({near, near}, left);
  CHECK(to_milliseconds(two.delays[0]) == Approx(119.23).margin(0.01));
  CHECK(two.rates[0].kbps() == Approx(1500));
  const LdccShares three = ldcc_delay_mode({near, near, near}, left);
  CHECK(to_milliseconds(three.delays[2]) == Approx(131.25).margin(0.01));
  CHECK(three.rates[2].kbps() == Approx(1000));
}

TEST_CASE("lab: LDCC's parking lot is that of the published table") {
  const LdccFlow one_link{25ms, 25ms};
  const LdccShares before = ldcc_delay_mode({{50ms, 50ms}, one_link}, megabits_per_second(2));
  CHECK(before.rates[0].kbps() == Approx(800).epsilon(1e-4));
  CHECK(before.rates[1].kbps() == Approx(1200).epsilon(1e-4));
  CHECK(to_milliseconds(before.delays[0]) == Approx(150).margin(0.01));
  const LdccShares during = ldcc_delay_mode({{50ms, 50ms, 100ms, 2}, one_link}, megabits_per_second(2));
  CHECK(during.rates[0].kbps() == Approx(420).margin(5));
  CHECK(during.rates[1].kbps() == Approx(1580).margin(5));
  CHECK(to_milliseconds(during.delays[0]) == Approx(236).margin(1));
  CHECK(to_milliseconds(during.delays[1]) == Approx(118).margin(0.5));
}

TEST_CASE("lab: LDCC's fairness with different delays is that of the published table") {
  struct Row {
    double capacity;
    double wide;    // 25, 42, 58, 75 ms
    double narrow;  // 20, 25, 30, 35 ms
  };
  const auto row = GENERATE(
      values<Row>({{2, 0.999, 1.000}, {3, 0.974, 0.997}, {4, 0.914, 0.989}, {5, 0.833, 0.976}, {6, 0.751, 0.958}}));
  const DataRate capacity = megabits_per_second(row.capacity);
  const auto jain = [&](Duration a, Duration b, Duration c, Duration d) {
    return jain_of(ldcc_delay_mode({{a, a}, {b, b}, {c, c}, {d, d}}, capacity).rates);
  };
  CHECK(jain(25ms, 42ms, 58ms, 75ms) == Approx(row.wide).margin(0.0011));
  CHECK(jain(20ms, 25ms, 30ms, 35ms) == Approx(row.narrow).margin(0.0011));
}

TEST_CASE("lab: LDCC's slowest and fastest flow at 6 Mbit/s are those of the published table") {
  const LdccShares shares =
      ldcc_delay_mode({{25ms, 25ms}, {42ms, 42ms}, {58ms, 58ms}, {75ms, 75ms}}, megabits_per_second(6));
  const auto [minimum, maximum] = std::minmax_element(shares.rates.begin(), shares.rates.end());
  CHECK(minimum->kbps() == Approx(793).margin(5));
  CHECK(maximum->kbps() == Approx(2970).margin(15));
}

TEST_CASE("lab: LDCC's loss mode is that of the published table") {
  const LdccLossMode two = ldcc_loss_mode(2, kilobits_per_second(500), megabits_per_second(3.5));
  CHECK(two.rate.kbps() == Approx(1523).margin(1));
  CHECK(two.loss == Approx(0.0130).margin(0.0001));
  const LdccLossMode three = ldcc_loss_mode(3, kilobits_per_second(500), megabits_per_second(3.5));
  CHECK(three.rate.kbps() == Approx(1023).margin(1));
  CHECK(three.loss == Approx(0.0192).margin(0.0001));
}

TEST_CASE("lab: L-Fig2 holds for the controller's own price") {
  const Scenario fig2 = scenario("L-Fig2");
  const Findings findings = fig2.judge(compute(fig2));
  for (const Claim& claim : findings.claims) {
    INFO(claim.statement << ": " << claim.measured);
    CHECK(claim.judged);
    CHECK(claim.holds);
  }
  REQUIRE(findings.figures.size() == 1);
  CHECK(findings.figures[0].panels[0].series.size() == 4);
}

TEST_CASE("lab: L-Fig5 holds for a run that is as the oracle says, and breaks where it is not") {
  const Scenario fig5 = scenario("L-Fig5");
  RunRecords records;
  records.runs.push_back(ideal_fig5());
  for (const Claim& claim : fig5.judge(records).claims) {
    INFO(claim.statement << ": " << claim.measured);
    if (claim.statement.find("estimated") != std::string::npos) {
      CHECK_FALSE(claim.judged);
      continue;
    }
    CHECK(claim.judged);
    CHECK(claim.holds);
  }
  SECTION("a late comer that gets 4 % more") {
    for (Sample& row : records.runs[0].flows["ldcc3"]) row.send_bitrate_bps = 1.04 * *row.send_bitrate_bps;
    const Findings findings = fig5.judge(records);
    CHECK_FALSE(find_claim(findings, "three flows: rate of ldcc3").holds);
    CHECK_FALSE(find_claim(findings, "early nor late").holds);
    CHECK(find_claim(findings, "three flows: rate of ldcc1").holds);
  }
  SECTION("a packet is lost") {
    for (Sample& row : records.runs[0].flows["ldcc3"]) row.packets_lost = 1;
    const Findings findings = fig5.judge(records);
    CHECK_FALSE(find_claim(findings, "no packet is lost from then on").holds);
    CHECK(find_claim(findings, "no packet is lost until").holds);
  }
  SECTION("one of two flows loses a packet early") {
    for (Sample& row : records.runs[0].flows["ldcc1"]) row.packets_lost = row.time > 50s ? 1 : 0;
    const Findings findings = fig5.judge(records);
    CHECK_FALSE(find_claim(findings, "no packet is lost until").holds);
    CHECK(find_claim(findings, "no packet is lost from then on").holds);
  }
  SECTION("it never settles") {
    for (Sample& row : records.runs[0].flows["ldcc3"]) {
      if (row.time > 258s) row.target_bitrate_bps = 5e5;
    }
    const Claim claim = find_claim(fig5.judge(records), "after 45 s");
    CHECK(claim.judged);
    CHECK_FALSE(claim.holds);
  }
  SECTION("it climbs more slowly") {
    for (Sample& row : records.runs[0].flows["ldcc1"]) {
      if (row.time < 15s) row.target_bitrate_bps = 1.0e6;
    }
    CHECK_FALSE(find_claim(fig5.judge(records), "climbs").holds);
  }
  SECTION("another controller was chosen: claims about LDCC are not judged") {
    records.runs[0].controller = "gcc";
    for (const Claim& claim : fig5.judge(records).claims) CHECK_FALSE(claim.judged);
  }
  SECTION("the quick form judges its own runs") {
    records.runs[0].duration = 100s;
    const Findings findings = fig5.judge(records);
    CHECK(find_claim(findings, "two flows: rate of ldcc1").judged);
    CHECK_FALSE(find_claim(findings, "three flows: rate of ldcc1").judged);
  }
}

TEST_CASE("lab: L-Fig6 averages its seeds, and judges none where one is missing") {
  const Scenario fig6 = scenario("L-Fig6");
  RunRecords records;
  for (int seed = 1; seed <= 8; ++seed) {
    RunRecord run = hand_made_run("seed-" + std::to_string(seed), 300s);
    const double off = seed % 2 == 0 ? 1.15 : 0.85;  // each run alone is out of tolerance
    for (const std::string flow : {"ldcc1", "ldcc2"}) {
      const double share = flow == "ldcc1" ? off : 2 - off;
      add_steady(run, flow, {2s, 260s, share * 1.023e6, 79.5, 0.0192});
      add_steady(run, flow, {260s, 300s, share * 1.523e6, 79.5, 0.0130});
    }
    add_steady(run, "ldcc3", {100s, 260s, 1.023e6, 79.5, 0.0192});
    records.runs.push_back(std::move(run));
  }
  for (const Claim& claim : fig6.judge(records).claims) {
    INFO(claim.statement << ": " << claim.measured);
    CHECK(claim.judged == (claim.source == "Fig. 6"));
    if (claim.judged) CHECK(claim.holds);
  }
  records.runs.pop_back();
  for (const Claim& claim : fig6.judge(records).claims) CHECK_FALSE(claim.judged);
}

TEST_CASE("lab: L-Fig12 shows the worse of both rates") {
  const Scenario fig12 = scenario("L-Fig12");
  RunRecord run = hand_made_run("1000B-delack_30", 300s);
  add_steady(run, "ldcc", {0s, 300s, 1.137e6 * 1.05});
  add_steady(run, "tcp", {0s, 300s, 0.863e6 * 0.80});
  RunRecords records;
  records.runs.push_back(run);
  const Findings findings = fig12.judge(records);
  const Claim both = find_claim(findings, "30 packets, 1000 B, delayed ACK: LDCC 1137");
  CHECK(both.judged);
  CHECK_FALSE(both.holds);
  CHECK(both.measured == "-20.0 %");
  CHECK(find_claim(findings, "ahead in short buffers: 30 packets, 1000 B, delayed").holds);
  CHECK_FALSE(find_claim(findings, "30 packets, 1500 B").judged);
}

TEST_CASE("lab: L-Fig13 compares NADA with the closed form on both sides of where they cross") {
  const Findings none = scenario("L-Fig13").judge({});
  CHECK_NOTHROW(find_claim(none, "NADA has more delay than LDCC at 1 Mbit/s"));
  CHECK_NOTHROW(find_claim(none, "LDCC has more delay than NADA at 1.5 Mbit/s"));
  CHECK_NOTHROW(find_claim(none, "more delay than the simplified GCC at 3 Mbit/s"));
}

TEST_CASE("lab: L-Fig14 holds for two that rest and one that swings") {
  RunRecords records;
  records.runs = {steady_alone("ldcc", 119.2), steady_alone("nada5", 101), sawtooth()};
  const Scenario fig14 = scenario("L-Fig14");
  const Findings findings = fig14.judge(records);
  for (const Claim& claim : findings.claims) {
    INFO(claim.statement << ": " << claim.measured);
    CHECK(claim.judged);
    CHECK(claim.holds);
  }
  REQUIRE(findings.figures.size() == 1);
  CHECK(findings.figures[0].panels[0].series.size() == 3);
  CHECK(findings.tables[0].rows.size() == 3);
  records.runs[2] = steady_alone("gcc", 50);
  CHECK_FALSE(find_claim(fig14.judge(records), "no stable rate").holds);
}
