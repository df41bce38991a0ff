#include "app/lab/record/run_record.h"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "tests/unit/lab/records.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using namespace evenkeel::lab::test;

namespace {

constexpr auto rate = &Sample::send_bitrate_bps;
constexpr auto sent = &Sample::packets_sent;

double same(double seconds) { return std::round(seconds * 10); }  // 1, 2, 3, ...

}  // namespace

TEST_CASE("a span takes the rows that end within it") {
  const RunRecord run = record_of(10s, "a", same);
  CHECK(run.values("a", rate, 1s, 1500ms) == std::vector<double>{11, 12, 13, 14, 15});
  CHECK(run.values("a", rate, 0s, 200ms) == std::vector<double>{1, 2});
  CHECK(run.values("a", rate, 9800ms, 10s) == std::vector<double>{99, 100});
}

TEST_CASE("measures of a span") {
  const RunRecord run = record_of(10s, "a", same);
  CHECK(run.mean("a", rate, 0s, 10s) == Approx(50.5));
  CHECK(run.deviation("a", rate, 0s, 400ms) == Approx(std::sqrt(1.25)));
  CHECK(run.percentile("a", rate, 95, 0s, 10s) == 95);
  CHECK(run.percentile("a", rate, 50, 0s, 10s) == 50);
  CHECK(run.percentile("a", rate, 0, 0s, 10s) == 1);
  CHECK(run.percentile("a", rate, 100, 0s, 10s) == 100);
  CHECK(run.maximum("a", rate, 0s, 5s) == 50);
}

TEST_CASE("measures without data are NaN") {
  const RunRecord run = record_of(10s, "a", same);
  const RunRecord none;
  for (const auto& [flow, from, to] : std::vector<std::tuple<std::string, Duration, Duration>>{
           {"b", 0s, 10s}, {"a", 0s, 10s + 1ns}, {"a", 5s, 5s}, {"a", 6s, 5s}, {"a", -1s, 5s}, {"a", 110ms, 120ms}}) {
    CHECK(run.values(flow, rate, from, to).empty());
    CHECK(std::isnan(run.mean(flow, rate, from, to)));
    CHECK(std::isnan(run.deviation(flow, rate, from, to)));
    CHECK(std::isnan(run.percentile(flow, rate, 50, from, to)));
    CHECK(std::isnan(run.maximum(flow, rate, from, to)));
  }
  CHECK(std::isnan(run.mean("a", &Sample::link_queue_ms, 0s, 10s)));
  CHECK(std::isnan(run.percentile("a", rate, 101, 0s, 10s)));
  CHECK(std::isnan(run.percentile("a", rate, std::nan(""), 0s, 10s)));
  CHECK(std::isnan(none.mean("a", rate, 0s, 1s)));
  CHECK(std::isnan(none.result("x")));
  CHECK(none.curve("x") == nullptr);
}

TEST_CASE("counters grow from the start of their flow") {
  RunRecord run;
  run.duration = 10s;
  for (int i = 3; i <= 10; ++i) {
    Sample sample = row("a", i * 1s, 0);
    if (i != 7) sample.packets_sent = 100 * i;
    run.flows["a"].push_back(sample);
  }
  CHECK(run.growth("a", sent, 4s, 6s) == 200);
  CHECK(run.growth("a", sent, 0s, 5s) == 500);
  CHECK(run.growth("a", sent, 6s, 7s) == 0);  // no value in it: none that is known to have come
  CHECK(run.growth("a", sent, 7s, 8s) == 200);
  CHECK(std::isnan(run.growth("a", sent, 0s, 2s)));
  CHECK(std::isnan(run.growth("a", sent, 0s, 11s)));
  CHECK(std::isnan(run.growth("b", sent, 0s, 5s)));
}

TEST_CASE("Jain's index of the means") {
  RunRecord run = record_of(10s, "a", [](double) { return 1e6; });
  run.flows["b"] = record_of(10s, "b", [](double) { return 3e6; }).flows["b"];
  run.flows["idle"] = record_of(10s, "idle", [](double) { return 0; }).flows["idle"];
  CHECK(run.jain({"a", "b"}, rate, 0s, 10s) == Approx(16.0 / 20));
  CHECK(run.jain({"a", "a"}, rate, 5s, 10s) == Approx(1));
  CHECK(run.jain({"a", "idle"}, rate, 0s, 10s) == Approx(0.5));
  CHECK(std::isnan(run.jain({"a", "missing"}, rate, 0s, 10s)));
  CHECK(std::isnan(run.jain({"idle"}, rate, 0s, 10s)));
  CHECK(std::isnan(run.jain({}, rate, 0s, 10s)));
}

TEST_CASE("the settling time of an exponential approach") {
  // 1 - exp(-t/2) is within 10 % of 1 from 4.605 s on; the mean of the second before is there about half a second
  // later.
  const RunRecord run = record_of(30s, "a", [](double t) { return 1e6 * (1 - std::exp(-t / 2)); });
  CHECK(run.settling_time("a", rate, 1e6, 0.1, 0s, 30s) == Approx(5.1).margin(0.2));
  CHECK(run.settling_time("a", rate, 1e6, 0.1, 0s, 30s, 100ms) == Approx(4.7).margin(0.11));
  CHECK(run.settling_time("a", rate, 1e6, 0.1, 10s, 30s) == Approx(0.1));  // already there
  CHECK(std::isnan(run.settling_time("a", rate, 1e6, 0.1, 0s, 3s)));
  CHECK(std::isnan(run.settling_time("a", rate, 2e6, 0.1, 0s, 30s)));
  CHECK(std::isnan(run.settling_time("a", rate, 1e6, 0.1, 0s, 31s)));
  CHECK(std::isnan(run.settling_time("b", rate, 1e6, 0.1, 0s, 30s)));
}

TEST_CASE("what leaves again has not settled") {
  const auto away = [](double t) { return t > 10 && t <= 12 ? 2e6 : 1e6; };
  const RunRecord run = record_of(20s, "a", away);
  CHECK(run.settling_time("a", rate, 1e6, 0.05, 0s, 10s) == Approx(0.1));
  CHECK(run.settling_time("a", rate, 1e6, 0.05, 0s, 20s) == Approx(13));
  CHECK(std::isnan(run.settling_time("a", rate, 1e6, 0.05, 0s, 12s)));
}

TEST_CASE("rows without a value do not unsettle") {
  RunRecord run = record_of(20s, "a", [](double t) { return t > 5 ? 1e6 : 0; });
  for (Sample& sample : run.flows["a"])
    if (sample.time >= 15s) sample.send_bitrate_bps.reset();
  CHECK(run.settling_time("a", rate, 1e6, 0.05, 0s, 20s, 100ms) == Approx(5.1));
  CHECK(run.settling_time("a", rate, 1e6, 0.05, 0s, 15s, 100ms) == Approx(5.1));
  CHECK(std::isnan(run.settling_time("a", rate, 1e6, 0.05, 16s, 20s)));
}

TEST_CASE("results and curves by their names") {
  RunRecord run;
  run.results = {{"p", "tfrc1", 0.02}, {"p", "", 0.5}};
  run.curves = {{"price", {1, 2}, {3, 4}}};
  CHECK(run.result("p", "tfrc1") == 0.02);
  CHECK(run.result("p") == 0.5);
  CHECK(std::isnan(run.result("p", "tfrc2")));
  REQUIRE(run.curve("price") != nullptr);
  CHECK(run.curve("price")->y == std::vector<double>{3, 4});
  CHECK(run.curve("other") == nullptr);
}

TEST_CASE("a run that is not there is empty") {
  RunRecords records;
  records.runs.push_back(record_of(10s, "a", same));
  records.runs.back().name = "main";
  CHECK(records.find("main") == &records.runs[0]);
  CHECK(records.find("other") == nullptr);
  CHECK(records.get("main").mean("a", rate, 0s, 10s) == Approx(50.5));
  CHECK(std::isnan(records.get("other").mean("a", rate, 0s, 10s)));
}
