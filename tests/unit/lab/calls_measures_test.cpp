#include <catch2/catch.hpp>
#include <cmath>

#include "app/lab/claims/statistics.h"
#include "app/lab/scenarios/calls/judge.h"
#include "app/lab/scenarios/calls/measures.h"
#include "app/lab/scenarios/calls/parts.h"
#include "app/lab/scenarios/calls/random.h"
#include "tests/unit/lab/calls_records.h"

using namespace evenkeel;
using namespace evenkeel::lab;
using namespace evenkeel::lab::test;
using evenkeel::test::hand_made_run;

TEST_CASE("calls: an even number of values has the mean of the two middle values as median") {
  CHECK(median_of({3, 1, 2}) == 2);
  CHECK(median_of({4, 1, 2, 3}) == 2.5);
  CHECK(std::isnan(median_of({})));
}

TEST_CASE("calls: measures of what was not recorded are not numbers") {
  const CallsVariant variant = calls_alone("", 60s);
  RunRecord empty = hand_made_run("darc", 60s);
  RunRecord rows_only = empty;
  add_rows(rows_only, "s1", constant(1e6), constant(5));
  for (const CallsMeasure& measure :
       {calls_use(), calls_use_of_rows(), calls_share(), calls_queue(95), calls_queue_peak(), calls_loss()}) {
    INFO(measure.column);
    CHECK(std::isnan(measure.of(variant, empty)));
    CHECK(std::isnan(measure.of(variant, rows_only)));
  }
  for (const CallsMeasure& measure :
       {calls_jain(), calls_time_to_rate("", 0s), calls_time_to_queue("", 10s, 5), calls_oscillation(),
        calls_sender_queue(), calls_competition(), calls_use_within("", calls_settled_times), calls_oracle_use(),
        calls_oracle_queue(), calls_queue_of_rows("", 95, 10s), calls_use_between("", 10s, 20s)}) {
    CHECK(std::isnan(measure.of(variant, empty)));
  }
  CHECK(std::isnan(calls_time_to_queue("", 60s, 5).of(variant, rows_only)));
}

TEST_CASE("calls: the oracle fills the link as fast as it was a row ago") {
  const CallsVariant variant = calls_alone("", 60s);
  RunRecord run = hand_made_run("darc", 60s);
  add_rows(run, "s1", constant(1e6), constant(5));
  CHECK(calls_oracle_use().of(variant, run) == Approx(100).epsilon(0.003));
  CHECK(calls_oracle_queue().of(variant, run) == 0);
  bool narrow = false;
  for (Sample& row : run.flows["s1"]) row.link_capacity_bps = (narrow = !narrow) ? 1e6 : 3e6;
  // Into 1 Mbit/s it sends 300 kbit, of which 200 wait for the next row, which passes them on in 67 ms; then nothing.
  CHECK(calls_oracle_use().of(variant, run) == Approx(100.0 * 3 / 4).epsilon(0.01));
  CHECK(calls_oracle_queue().of(variant, run) == Approx(200.0 / 3));
}

TEST_CASE("calls: the oracle sends no more than the media may") {
  CallsVariant variant = calls_alone("", 60s);
  variant.max_media = megabits_per_second(1);
  RunRecord run = hand_made_run("darc", 60s);
  add_rows(run, "s1", constant(1e6), constant(5));
  CHECK(calls_oracle_use().of(variant, run) == Approx(40).epsilon(0.003));
}

TEST_CASE("calls: a rate counts that holds for 300 ms, and a queue for a second") {
  const CallsVariant variant = calls_alone("", 60s);
  RunRecord run = hand_made_run("darc", 60s);
  const auto within = [](double t, double from, double to) { return t > from - 0.05 && t < to - 0.05; };
  add_rows(
      run, "s1", [&](double t) { return within(t, 5, 5.2) || within(t, 20, 20.3) ? 2.2e6 : 0.0; },
      [&](double t) { return within(t, 5, 5.9) || within(t, 20, 21) ? 39.0 : 40.0; });
  CHECK(calls_time_to_rate("", 1s).of(variant, run) == Approx(19.1));
  CHECK(calls_time_to_queue("", 1s, 40).of(variant, run) == Approx(19.1));
  CHECK(calls_time_to_queue("", 1s, 39).of(variant, run) == Approx(59));
  CHECK(calls_time_to_rate("", 21s).of(variant, run) == Approx(39));
}

TEST_CASE("calls: percentiles of rows are of the time that is measured") {
  const CallsVariant variant = calls_alone("", 60s);
  for (const int high : {24, 26}) {  // of 500 rows from 10 s on
    RunRecord run = hand_made_run("darc", 60s);
    add_rows(run, "s1", constant(1e6), [&](double t) { return t < 9.95 || t > 59.95 - 0.1 * high ? 50 : 5; });
    for (Sample& row : run.flows["s1"]) row.pacer_queue_ms = 2 * *row.link_queue_ms;
    CHECK(calls_sender_queue().of(variant, run) == (high > 25 ? 100 : 10));
    CHECK(calls_queue_of_rows("", 95, 10s).of(variant, run) == (high > 25 ? 50 : 5));
  }
}
