#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "app/lab/scenarios/calls/case.h"
#include "tests/unit/lab/calls_records.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using namespace evenkeel::lab::test;
using evenkeel::test::find_claim;
using evenkeel::test::hand_made_run;

namespace {

std::string columns_of(const Table& table) {
  std::string text;
  for (const std::string& column : table.columns) text += column + '|';
  return text;
}

/// Alone on the link of case a; from `begun` on it has all of it.
RunRecord alone(const std::string& name, double rate, double p95, double p99, double begun) {
  RunRecord run = hand_made_run(name, 60s);
  add_rows(
      run, "s1", [&](double t) { return t < begun ? 0.79 * 2.5e6 : 0.81 * 2.5e6; }, constant(5));
  add_results(run, "s1", rate, p95, p99);
  return run;
}

std::string seed_name(int seed) { return "darc,s=" + std::string(seed < 10 ? "0" : "") + std::to_string(seed); }

}  // namespace

TEST_CASE("calls: goal a holds at its limits and not beyond") {
  const Findings good = judged("C-a", {alone("darc,s=01", 0.981 * 2.5e6, 20, 30, 1)});
  CHECK(holds(good, "utilisation"));
  CHECK(holds(good, "queue p95"));
  CHECK(holds(good, "queue p99"));
  CHECK(holds(good, "80 % of capacity"));
  CHECK(find_claim(good, "utilisation").measured == "98.1 %, worst 98.1");
  CHECK(find_claim(good, "utilisation").source == "goal a");
  const Findings bad = judged("C-a", {alone("darc,s=01", 0.979 * 2.5e6, 20.1, 30.1, 1.1)});
  CHECK_FALSE(holds(bad, "utilisation"));
  CHECK_FALSE(holds(bad, "queue p95"));
  CHECK_FALSE(holds(bad, "queue p99"));
  CHECK_FALSE(holds(bad, "80 % of capacity"));
  CHECK(find_claim(bad, "80 % of capacity").measured == "1.1 s, worst 1.1");
}

TEST_CASE("calls: the median of the seeds is judged, and the worst said") {
  std::vector<RunRecord> runs;
  for (int seed = 1; seed <= 10; ++seed) {
    runs.push_back(alone(seed_name(seed), (0.985 - (seed == 1 ? 0.2 : 0)) * 2.5e6, seed == 10 ? 90 : 10, 20, 0.5));
  }
  const Findings findings = judged("C-a", runs);
  CHECK(holds(findings, "utilisation"));
  CHECK(find_claim(findings, "utilisation").measured == "98.5 %, worst 78.5");
  CHECK(find_claim(findings, "queue p95").measured == "10.0 ms, worst 90.0");
  const Table& table = findings.tables.front();
  CHECK(table.name == "metrics");
  CHECK(columns_of(table).starts_with("run|utilisation [%]|worst utilisation [%]|queue p50 [ms]|queue p95 [ms]|"));
  CHECK(table.rows.size() == 1);
  CHECK(cell_of(table, "darc", "utilisation [%]") == "98.5");
  CHECK(cell_of(table, "darc", "worst queue p95 [ms]") == "90.0");
  CHECK(cell_of(table, "darc", "loss [%]") == "0.00");
  CHECK(cell_of(table, "darc", "sender queue p95 [ms]") == "10.0");
}

TEST_CASE("calls: rivals are in the table and in no claim") {
  const Findings findings = judged("C-a", {alone("gcc,s=02", 2e6, 50, 60, 0.5)});
  CHECK(cell_of(findings.tables.front(), "gcc", "utilisation [%]") == "80.0");
  for (const Claim& claim : findings.claims) CHECK_FALSE(claim.judged);
}

TEST_CASE("calls: a run that is too short is not judged") {
  RunRecord run = alone("darc,s=01", 2.5e6, 10, 20, 0.5);
  run.duration = 59s;
  for (const Claim& claim : judged("C-a", {run}).claims) CHECK_FALSE(claim.judged);
}

TEST_CASE("calls: another controller in darc's place is not judged") {
  RunRecord run = alone("darc,s=01", 2.5e6, 10, 20, 0.5);
  run.controller = "nada";
  for (const Claim& claim : judged("C-a", {run}).claims) CHECK_FALSE(claim.judged);
  run.controller = "darc";
  for (const Claim& claim : judged("C-a", {run}).claims) CHECK(claim.holds);
}

TEST_CASE("calls: goal b is of 1 Mbit/s") {
  const auto narrow = [](double rate, double p95) {
    RunRecord run = hand_made_run("darc,s=01", 60s);
    add_rows(run, "s1", constant(1e6), constant(5));
    add_results(run, "s1", rate, p95, 50);
    return judged("C-b", {run});
  };
  CHECK(holds(narrow(971e3, 25), "utilisation"));
  CHECK(holds(narrow(971e3, 25), "queue p95"));
  CHECK_FALSE(holds(narrow(969e3, 25.1), "utilisation"));
  CHECK_FALSE(holds(narrow(969e3, 25.1), "queue p95"));
}

namespace {

/// Down to 1 Mbit/s at 40 s, up at 80 s: the queue is high until so long after the one, the rate low after the other.
Findings up_and_down(double high, double low, double rate = 2e6) {
  RunRecord run = hand_made_run("darc,s=01", 120s);
  add_rows(
      run, "s1", [&](double t) { return t >= 40 && t < 80 + low - 1e-6 ? 1.9e6 : 2.1e6; },
      [&](double t) { return t >= 40 - 1e-6 && t < 40 + high - 1e-6 ? 50 : 49; });
  add_results(run, "s1", rate, 5, 5);
  return judged("C-c", {run});
}

}  // namespace

TEST_CASE("calls: goal c holds at its limits and not beyond") {
  CHECK(holds(up_and_down(0.7, 1.9, 0.971 * 2e6), "utilisation"));
  CHECK(holds(up_and_down(0.7, 1.9), "queue below 50 ms after the drop"));
  CHECK(holds(up_and_down(0.7, 1.9), "80 % after the rise"));
  CHECK_FALSE(holds(up_and_down(0.7, 1.9, 0.969 * 2e6), "utilisation"));
  CHECK_FALSE(holds(up_and_down(0.8, 1.9), "queue below 50 ms after the drop"));
  CHECK_FALSE(holds(up_and_down(0.7, 2.2), "80 % after the rise"));
  CHECK(find_claim(up_and_down(0.7, 60), "80 % after the rise").measured == "40.0 s, worst 40.0");
}

namespace {

RunRecord beside_tcp(const std::string& variant, double share, double high) {
  RunRecord run = hand_made_run("darc," + variant + ",s=01", 100s);
  add_rows(
      run, "s1", [](double t) { return t > 79.95 && t < 89.95 ? 1e6 : 2e6; },
      [&](double t) { return t >= 30 && t < 80 + high - 1e-6 ? 40 : 39; });
  add_results(run, "s1", share * 2.5e6, 250, 300);
  return run;
}

bool shares(const std::string& variant, double share) {
  return holds(judged("C-d", {beside_tcp(variant, share, 1)}), "darc," + variant + ": share");
}

}  // namespace

TEST_CASE("calls: goal d is 40 to 60 % against one and 0.8 of a third against two") {
  for (const char* variant : {"cubic,buffer=100ms", "reno,buffer=600ms", "bbr,buffer=300ms"}) {
    INFO(variant);
    CHECK(shares(variant, 0.401));
    CHECK(shares(variant, 0.599));
    CHECK_FALSE(shares(variant, 0.399));
    CHECK_FALSE(shares(variant, 0.601));
  }
  CHECK(shares("two-cubic,buffer=300ms", 0.267));
  CHECK(shares("two-cubic,buffer=300ms", 0.9));
  CHECK_FALSE(shares("two-cubic,buffer=300ms", 0.266));
}

TEST_CASE("calls: goal d wants low delay within five seconds of TCP's end") {
  const auto again = [](double high) { return judged("C-d", {beside_tcp("cubic,buffer=300ms", 0.5, high)}); };
  const std::string words = "darc,cubic,buffer=300ms: low delay again";
  CHECK(holds(again(4.9), words));
  CHECK_FALSE(holds(again(5.0), words));
  CHECK(cell_of(again(1).tables.front(), "darc,cubic,buffer=300ms", "use after [%]") == "80.0");
  CHECK_FALSE(find_claim(again(1), "darc,reno,buffer=300ms: low delay again").judged);
  CHECK_THROWS(find_claim(again(1), "first,buffer=300ms: low delay again"));
}

namespace {

/// Three flows of which the second, and later the third, has so much of the first's rate.
Findings three_flows(double second, double third, double p95) {
  RunRecord run = hand_made_run("darc,s=01", 60s);
  add_rows(run, "s1", constant(1e6), constant(5));
  add_rows(
      run, "s2", [&](double t) { return t < 25   ? 1
                                        : t < 30 ? second * 1e6
                                                 : 1e6; }, constant(5), 15s);
  add_rows(
      run, "s3", [&](double t) { return t < 40 ? 1 : third * 1e6; }, constant(5), 30s);
  add_results(run, "s1", 1e6, 5, 5);
  add_results(run, "s2", 1e6, p95, 5);
  add_results(run, "s3", 1e6, 5, 5);
  return judged("C-e", {run});
}

}  // namespace

TEST_CASE("calls: goal e is of the least index and the worst flow") {
  CHECK(holds(three_flows(1, 1, 25), "Jain"));
  CHECK(holds(three_flows(0.82, 0.81, 25), "Jain"));
  CHECK_FALSE(holds(three_flows(0.8, 1, 25), "Jain"));
  CHECK_FALSE(holds(three_flows(1, 0.79, 25), "Jain"));
  CHECK(holds(three_flows(1, 1, 25), "queue p95"));
  CHECK_FALSE(holds(three_flows(1, 1, 25.1), "queue p95"));
  CHECK(find_claim(three_flows(0.5, 1, 5), "Jain").measured == "0.900, worst 0.900");
}

TEST_CASE("calls: goal f is of the capacity in the rows") {
  const auto mobile = [](double rate, double p95) {
    RunRecord run = hand_made_run("darc,s=01", 120s);
    add_rows(run, "s1", constant(2e6), constant(5));
    add_results(run, "s1", rate, p95, 100);
    return judged("C-f", {run});
  };
  CHECK(holds(mobile(0.601 * 2.5e6, 75), "utilisation"));
  CHECK(holds(mobile(0.601 * 2.5e6, 75), "queue p95"));
  CHECK_FALSE(holds(mobile(0.599 * 2.5e6, 75.1), "utilisation"));
  CHECK_FALSE(holds(mobile(0.599 * 2.5e6, 75.1), "queue p95"));
}

namespace {

/// One flow for 60 s on case a's link, of which it has a share in the mean and one and the same rate, or two by turns.
Findings on_impaired(const std::string& id, const std::string& variant, double use, double swing = 0) {
  RunRecord run = hand_made_run("darc," + variant + ",s=01", 60s);
  add_rows(
      run, "s1", [&](double t) { return 2e6 * (1 + (std::fmod(t + 0.05, 2) < 1 ? swing : -swing)); }, constant(5));
  add_results(run, "s1", use * 2.5e6, 5, 5);
  return judged(id, {run});
}

}  // namespace

TEST_CASE("calls: goals g, h, l and m are of use") {
  struct {
    const char* id;
    const char* variant;
    double minimum;
  } const goals[]{{"C-g", "loss=3", 0.9},       {"C-g", "loss=5", 0.9},      {"C-h", "jitter=5ms", 0.9},
                  {"C-h", "reordering=1", 0.9}, {"C-l", "red", 0.85},        {"C-l", "bucket=64kB", 0.85},
                  {"C-m", "reverse", 0.85},     {"C-m", "route+60ms", 0.85}, {"C-m", "skew=100ppm", 0.85}};
  for (const auto& goal : goals) {
    INFO(goal.id << " " << goal.variant);
    const std::string words = std::string("darc,") + goal.variant + ": utilisation";
    CHECK(holds(on_impaired(goal.id, goal.variant, goal.minimum + 0.001), words));
    CHECK_FALSE(holds(on_impaired(goal.id, goal.variant, goal.minimum - 0.001), words));
  }
}

TEST_CASE("calls: goal l allows rates of a second to swing by 15 %") {
  CHECK(holds(on_impaired("C-l", "codel", 0.9, 0.149), "darc,codel: oscillation"));
  CHECK_FALSE(holds(on_impaired("C-l", "codel", 0.9, 0.151), "darc,codel: oscillation"));
}

TEST_CASE("calls: goal i is an index of 0.9") {
  const auto round_trips = [](double third) {
    RunRecord run = hand_made_run("darc,s=01", 60s);
    for (const char* flow : {"s1", "s2"}) add_rows(run, flow, constant(1e6), constant(5));
    add_rows(run, "s3", constant(third * 1e6), constant(5));
    for (const char* flow : {"s1", "s2", "s3"}) add_results(run, flow, 1e6, 5, 5);
    return judged("C-i", {run});
  };
  CHECK(holds(round_trips(0.44), "Jain"));
  CHECK_FALSE(holds(round_trips(0.41), "Jain"));
}

TEST_CASE("calls: goal j is of both links, and of the wide one's start") {
  const auto link = [](const std::string& variant, Duration length, double rate, double begun) {
    RunRecord run = hand_made_run("darc," + variant + ",s=01", length);
    add_rows(
        run, "s1", [&](double t) { return t < begun - 1e-6 ? 1e6 : 17e6; }, constant(5));
    add_results(run, "s1", rate, 5, 5);
    return judged("C-j", {run});
  };
  CHECK(holds(link("rate=0.3Mbps", 60s, 286e3, 0), "rate=0.3Mbps: utilisation"));
  CHECK_FALSE(holds(link("rate=0.3Mbps", 60s, 284e3, 0), "rate=0.3Mbps: utilisation"));
  CHECK(holds(link("rate=20Mbps", 30s, 19.1e6, 1.4), "rate=20Mbps: utilisation"));
  CHECK_FALSE(holds(link("rate=20Mbps", 30s, 18.9e6, 1.4), "rate=20Mbps: utilisation"));
  CHECK(holds(link("rate=20Mbps", 30s, 19e6, 1.4), "rate=20Mbps: 80 % of capacity"));
  CHECK_FALSE(holds(link("rate=20Mbps", 30s, 19e6, 1.5), "rate=20Mbps: 80 % of capacity"));
  CHECK_THROWS(find_claim(link("rate=20Mbps", 30s, 19e6, 1), "rate=0.3Mbps: 80 % of capacity"));
}

namespace {

/// UDP has 0.5 Mbit/s in the mean; darc is in competition for so long, and has been for a second before.
Findings beside_udp(double rate, double competing) {
  RunRecord run = hand_made_run("darc,on-off,s=01", 70s);
  add_rows(run, "s1", constant(2e6), constant(5));
  for (Sample& row : run.flows["s1"]) {
    const double t = to_seconds(row.time) - 0.05;
    const bool competes = (t > 20 && t < 21) || (t > 30 && t < 30 + competing);
    row.controller_mode = competes ? ControllerMode::competition
                          : t < 1  ? ControllerMode::start
                                   : ControllerMode::low_delay;
  }
  add_results(run, "s1", rate, 5, 5);
  run.results.push_back({"measuredBitrate", "udp", 0.5e6});
  return judged("C-k", {run});
}

}  // namespace

TEST_CASE("calls: goal k is of what UDP leaves, and of competition without a break") {
  CHECK(holds(beside_udp(1.861e6, 2), "on-off: utilisation"));
  CHECK_FALSE(holds(beside_udp(1.859e6, 2), "on-off: utilisation"));
  CHECK(holds(beside_udp(1.9e6, 2), "on-off: competition"));
  CHECK_FALSE(holds(beside_udp(1.9e6, 2.1), "on-off: competition"));
}

TEST_CASE("calls: telemetry without modes gives no competition time") {
  RunRecord run = hand_made_run("darc,on-off,s=01", 70s);
  add_rows(run, "s1", constant(2e6), constant(5));
  add_results(run, "s1", 1.9e6, 5, 5);
  run.results.push_back({"measuredBitrate", "udp", 0.5e6});
  CHECK_FALSE(find_claim(judged("C-k", {run}), "on-off: competition").judged);
}

TEST_CASE("calls: goal n is of the longest wait") {
  const auto freed = [](double p99) {  // the longest is 1 ms more
    RunRecord run = hand_made_run("darc,s=01", 60s);
    add_rows(run, "s1", constant(2e6), constant(5));
    add_results(run, "s1", 2e6, 5, p99);
    return judged("C-n", {run});
  };
  CHECK(holds(freed(59), "queue peak"));
  CHECK_FALSE(holds(freed(59.1), "queue peak"));
}

TEST_CASE("calls: the figure shows darc, ldcc and gcc beside each other, or all of darc's own flows") {
  const Findings one = judged(
      "C-a", {alone("darc,s=01", 2e6, 5, 5, 0), alone("ldcc,s=01", 2e6, 5, 5, 0), alone("gcc,s=01", 2e6, 5, 5, 0)});
  REQUIRE(one.figures.size() == 1);
  CHECK(one.figures[0].name == "calls-a");
  REQUIRE(one.figures[0].panels.size() == 2);
  const auto& series = one.figures[0].panels[0].series;
  REQUIRE(series.size() == 4);
  CHECK(series[0].label == "darc");
  CHECK(series[2].label == "gcc");
  CHECK(series[3].label == "capacity");
  CHECK(series[3].y.front() == Approx(2.5));
  CHECK(one.figures[0].panels[1].series.size() == 3);
  CHECK(one.figures[0].panels[1].series[0].y.front() == Approx(5));
  const Findings three = three_flows(1, 1, 5);
  REQUIRE(three.figures.size() == 1);
  CHECK(three.figures[0].panels[0].series[2].label == "s3");
  CHECK(judged("C-a", {}).figures.empty());
}

TEST_CASE("calls: every case has a figure and goals on what it measures") {
  for (const auto& cases : {calls_alone_cases(), calls_shared_cases(), calls_impaired_cases()}) {
    for (const CallsCase& test : cases) {
      INFO(test.letter);
      const auto is_drawn = [&](const CallsVariant& variant) { return variant.name == test.drawn; };
      CHECK(std::any_of(test.variants.begin(), test.variants.end(), is_drawn));
      CHECK_FALSE(test.goals.empty());
      for (const CallsGoal& goal : test.goals) {
        const auto is_it = [&](const CallsMeasure& measure) { return measure.column == goal.column; };
        CHECK(std::any_of(test.measures.begin(), test.measures.end(), is_it));
      }
    }
  }
}
