#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <set>

#include "app/lab/scenarios/calls/measures.h"
#include "app/lab/scenarios/calls/parts.h"
#include "app/lab/scenarios/calls/random.h"
#include "tests/unit/lab/calls_records.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using namespace evenkeel::lab::test;
using evenkeel::test::find_claim;
using evenkeel::test::hand_made_run;

namespace {

const LinkPlan& forward_of(const NetworkRun& run) { return run.network.hops.front().forward; }

}  // namespace

TEST_CASE("calls: random links stay within their ranges and use them") {
  for (const bool with_tcp : {false, true}) {
    std::vector<double> rates;
    std::vector<double> buffers;
    std::vector<double> round_trips;
    int stepped = 0;
    for (int number = 1; number <= calls_random_count; ++number) {
      const CallsVariant link = calls_random_link(number, with_tcp);
      const LinkPlan& plan = lab::forward_of(link);
      rates.push_back(plan.rate.bps());
      for (const CapacityStep& step : plan.steps) {
        rates.push_back(step.rate.bps());
        CHECK(step.at >= 20s);
        CHECK(step.at <= link.length - 20s);
      }
      buffers.push_back(to_milliseconds(std::get<Duration>(plan.queue.limit)));
      round_trips.push_back(2 * to_milliseconds(plan.delay));
      stepped += plan.steps.empty() ? 0 : 1;
      CHECK(link.length >= 60s);
      CHECK(link.length <= 100s);
      CHECK(link.others.size() == (with_tcp ? 1 : 0));
    }
    for (auto* values : {&rates, &buffers, &round_trips}) std::sort(values->begin(), values->end());
    CHECK(rates.front() >= 0.5e6);
    CHECK(rates.front() < 0.6e6);
    CHECK(rates.back() <= 10e6);
    CHECK(rates.back() > 8e6);
    CHECK(rates[rates.size() / 2] == Approx(std::sqrt(5.0) * 1e6).epsilon(0.35));  // of a uniform draw 5 Mbit/s
    CHECK(buffers.front() >= 50);
    CHECK(buffers.front() < 100);
    CHECK(buffers.back() <= 1000);
    CHECK(buffers.back() > 900);
    CHECK(round_trips.front() >= 10);
    CHECK(round_trips.front() < 30);
    CHECK(round_trips.back() <= 300);
    CHECK(round_trips.back() > 270);
    CHECK(stepped >= 45);
    CHECK(stepped <= 50);
  }
}

TEST_CASE("calls: the same random link for each controller, another for each number and set") {
  const NetworkRun& darc = run_of("C-random-tcp", "darc,n=004");
  const NetworkRun& gcc = run_of("C-random-tcp", "gcc,n=004");
  CHECK(forward_of(darc).rate == forward_of(gcc).rate);
  CHECK(forward_of(darc).rate != forward_of(run_of("C-random-tcp", "darc,n=005")).rate);
  CHECK(forward_of(darc).rate != forward_of(run_of("C-random-alone", "darc,n=004")).rate);
  CHECK(plan_of("C-random-tcp", "gcc,n=004").seed == 4);
  CHECK(scenario_of("C-random-tcp").runs.size() == 500);
  CHECK(scenario_of("C-random-alone").runs.size() == 500);
  std::set<TcpVariant> kinds;
  for (int number = 1; number <= calls_random_count; ++number) {
    const CallsVariant link = calls_random_link(number, true);
    const FlowPlan& tcp = link.others.front();
    kinds.insert(tcp_of(tcp));
    CHECK(times_of(tcp.active) == Times{{20s, link.length - 20s}});
    CHECK(times_of(link.measured) == Times{{30s, link.length - 20s}});
  }
  CHECK(kinds == std::set<TcpVariant>{TcpVariant::new_reno, TcpVariant::cubic});
}

TEST_CASE("calls: what follows a step by less than ten seconds does not count") {
  CallsVariant link = calls_alone("", 80s);
  lab::forward_of(link).steps = {{12s, megabits_per_second(1)}, {30s, megabits_per_second(2)}};
  CHECK(times_of(calls_settled_times(link)) == Times{{10s, 12s}, {22s, 30s}, {40s, 80s}});
  link.measured = {{30s, 60s}};
  lab::forward_of(link).steps = {{15s, megabits_per_second(1)}, {25s, megabits_per_second(2)}, {45s, DataRate()}};
  CHECK(times_of(calls_settled_times(link)) == Times{{35s, 45s}, {55s, 60s}});
  lab::forward_of(link).steps = {{55s, DataRate()}};
  CHECK(times_of(calls_settled_times(link)) == Times{{30s, 55s}});
  lab::forward_of(link).steps = {{70s, DataRate()}};
  CHECK(times_of(calls_settled_times(link)) == Times{{30s, 60s}});
}

namespace {

/// All links of a set, used to 100 - n/10 % by number n, with a queue of n/10 ms and its double.
RunRecords random_runs(const std::string& controller, bool with_tcp, double offset) {
  RunRecords records;
  for (int number = 1; number <= calls_random_count; ++number) {
    const CallsVariant link = calls_random_link(number, with_tcp);
    RunRecord run = hand_made_run(calls_row_name(controller, link), link.length);
    const double share = (offset - 0.1 * number) / 100;
    add_rows(
        run, "s1",
        [&](double t) {
          const Duration from = from_seconds(t);
          return share * calls_capacity(link, from, from + 100ms);
        },
        constant(5));
    add_results(run, "s1", 1e6, 0.1 * number, 0.2 * number, number);
    records.runs.push_back(std::move(run));
  }
  return records;
}

}  // namespace

TEST_CASE("calls: goals of random links alone") {
  // p10 of the use: the tenth from below, offset - 9.1; median of p95: 5; worst p99: 20.
  const auto judge = [](double offset) { return judge_calls_alone(random_runs("darc", false, offset)); };
  CHECK(holds(judge(99.2), "use, p10"));
  CHECK_FALSE(holds(judge(99.0), "use, p10"));
  CHECK(find_claim(judge(99.2), "use, p10").measured == "90.1 %");
  CHECK(find_claim(judge(99.2), "queue p95, median").measured == "5.0 ms");
  CHECK(find_claim(judge(99.2), "queue p99, worst").measured == "20.0 ms");
  const Findings findings = judge(99.2);
  CHECK(cell_of(findings.tables.front(), "darc", "utilisation [%]") == "94.1");
  CHECK(cell_of(findings.tables.front(), "darc", "utilisation least [%]") == "89.2");
  CHECK(cell_of(findings.tables.front(), "darc", "queue p95 worst [ms]") == "10.0");
  CHECK(cell_of(findings.tables.front(), "darc", "loss worst [%]") == "10.00");
}

TEST_CASE("calls: the limits of random queues") {
  const auto judge = [](double factor) {
    RunRecords records = random_runs("darc", false, 100);
    for (RunRecord& run : records.runs) {
      for (RunResult& result : run.results) result.value *= factor;
    }
    return judge_calls_alone(records);
  };
  CHECK(holds(judge(2.99), "queue p95, median"));
  CHECK_FALSE(holds(judge(3.01), "queue p95, median"));
  CHECK(holds(judge(24.9), "queue p99, worst"));
  CHECK_FALSE(holds(judge(25.1), "queue p99, worst"));
}

TEST_CASE("calls: goals of random links with one TCP") {
  // p10: offset - 9.1; p90: offset - 1.1.
  const auto judge = [](double offset) { return judge_calls_with_tcp(random_runs("darc", true, offset)); };
  CHECK(holds(judge(44.2), "share, p10"));
  CHECK_FALSE(holds(judge(44.0), "share, p10"));
  CHECK(holds(judge(61.0), "share, p90"));
  CHECK_FALSE(holds(judge(61.2), "share, p90"));
}

TEST_CASE("calls: random goals are not judged where a link is missing or the runs are a rival's") {
  RunRecords records = random_runs("darc", false, 100);
  records.runs.pop_back();
  for (const Claim& claim : judge_calls_alone(records).claims) CHECK_FALSE(claim.judged);
  const Findings rival = judge_calls_alone(random_runs("gcc", false, 100));
  for (const Claim& claim : rival.claims) CHECK_FALSE(claim.judged);
  CHECK(cell_of(rival.tables.front(), "gcc", "utilisation least [%]") == "90.0");
}
