#pragma once

#include <vector>

#include "app/lab/scenarios/calls/case.h"

namespace evenkeel::lab {

constexpr int calls_random_count = 100;

/// Number 1 to 100 of the links drawn: 0.5 to 10 Mbit/s, evenly in its logarithm; a round trip of 10 to 300 ms; a drop
/// tail of 50 to 1000 ms; 60 to 100 s; on every other link one to three steps to other rates. `with_tcp`: other links,
/// each with a CUBIC or a NewReno from 20 s on until 20 s before the end. The name is "n=001". Measured is all from
/// 10 s on; with TCP, from 10 s after it came until it goes.
CallsVariant calls_random_link(int number, bool with_tcp);

/// What of the measured time is at least 10 s after each step and counts for rates.
std::vector<ActiveTime> calls_settled_times(const CallsVariant& link);

/// C-random-alone and C-random-tcp.
std::vector<Scenario> calls_random_scenarios();

/// Percentiles over the links, of each controller as a table and as curves, and the goals. A goal is judged where all
/// links were run in full.
Findings judge_calls_alone(const RunRecords& records);
Findings judge_calls_with_tcp(const RunRecords& records);

}  // namespace evenkeel::lab
