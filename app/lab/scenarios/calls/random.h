#pragma once

#include <vector>

#include "app/lab/scenarios/calls/case.h"

namespace evenkeel::lab {

constexpr int calls_random_count = 100;

/// Random link number 1 to 100: 0.5 to 10 Mbit/s, uniform in the logarithm; round trip of 10 to 300 ms; drop tail of 50
/// to 1000 ms; 60 to 100 s; every other link has one to three steps to other rates. `with_tcp`: a different set of
/// links, each with a CUBIC or NewReno flow from 20 s until 20 s before the end. The name is "n=001". Measured from 10
/// s on; with TCP, from 10 s after it starts until it ends.
CallsVariant calls_random_link(int number, bool with_tcp);

/// The measured times without the 10 s after each step; rates are measured in these.
std::vector<ActiveTime> calls_settled_times(const CallsVariant& link);

/// C-random-alone and C-random-tcp.
std::vector<Scenario> calls_random_scenarios();

/// Percentiles over the links for each controller, as a table and as curves, and the goals. Goals are judged only if
/// all links were run in full.
Findings judge_calls_alone(const RunRecords& records);
Findings judge_calls_with_tcp(const RunRecords& records);

}  // namespace evenkeel::lab
