#include "app/lab/scenarios/calls/measures.h"
#include "app/lab/scenarios/calls/parts.h"
#include "app/lab/scenarios/rfc8867/mobile.h"

namespace evenkeel::lab {
namespace {

constexpr const char* start_column = "80 % of capacity [s]";
constexpr std::uint64_t mobile_seed = 5;  // X-Mobile's

double mean_of(const std::vector<CapacityStep>& steps) {
  double sum = 0;
  for (const CapacityStep& step : steps) sum += step.rate.bps();
  return sum / static_cast<double>(steps.size());
}

CallsCase case_a() {
  CallsCase test{"a", "2.5 Mbit/s, 50 ms each way",
                 "the link is full at a queue of a few milliseconds, from the first second on"};
  test.variants = {calls_alone("", 60s)};
  test.variants.front().quick = true;
  test.measures = calls_basics();
  test.measures.push_back(calls_time_to_rate(start_column, 0s));
  test.measures.push_back(calls_sender_queue());
  test.goals = {at_least("utilisation [%]", 98), at_most("queue p95 [ms]", 20), at_most("queue p99 [ms]", 30),
                at_most(start_column, 1)};
  return test;
}

CallsCase case_b() {
  CallsCase test{"b", "1 Mbit/s, 25 ms each way", "a narrow link is full at a low queue"};
  test.variants = {calls_alone("", 60s, megabits_per_second(1), 25ms)};
  test.measures = calls_basics();
  test.measures.push_back(calls_sender_queue());
  test.goals = {at_least("utilisation [%]", 97), at_most("queue p95 [ms]", 25)};
  return test;
}

CallsCase case_c() {
  CallsCase test{"c", "2.5, 1 and again 2.5 Mbit/s", "the flow is down within a second and up within two"};
  CallsVariant variant = calls_alone("", 120s);
  forward_of(variant).steps = {{40s, megabits_per_second(1)}, {80s, calls_rate}};
  variant.measured = {{10s, 40s}, {50s, 80s}, {90s, 120s}};
  variant.quick = true;
  test.variants = {variant};
  test.measures = calls_basics();
  test.measures.push_back(calls_time_to_queue("queue below 50 ms after the drop [s]", 40s, 50));
  test.measures.push_back(calls_time_to_rate("80 % after the rise [s]", 80s));
  test.measures.push_back(calls_queue_of_rows("queue p95 with the steps [ms]", 95, 10s));
  test.goals = {at_least("utilisation [%]", 97), at_most("queue below 50 ms after the drop [s]", 0.8),
                at_most("80 % after the rise [s]", 2)};
  return test;
}

// X-Mobile's link, and others generated the same way: one per seed, the same for each controller.
void set_mobile(CallsVariant& variant, std::uint64_t seed) {
  LinkPlan& link = forward_of(variant);
  link.steps = synthetic_mobile_link(mobile_seed + seed - 1, variant.length);
  link.steps.front().at = 1ms;  // before that the mean rate, which sets the queue's size
  link.rate = bits_per_second(mean_of(link.steps));
}

CallsCase case_f() {
  CallsCase test{"f", "a mobile link", "most of what a mobile link has, at a delay that a call can bear"};
  CallsVariant variant = calls_alone("", 120s, megabits_per_second(2.5), 25ms);
  variant.network.hops.front().backward.rate = megabits_per_second(100);
  forward_of(variant).traceable = true;
  variant.with_seed = set_mobile;
  set_mobile(variant, 1);
  test.variants = {variant};
  test.measures = calls_basics();
  test.measures.front() = calls_use_of_rows();
  test.measures.push_back(calls_sender_queue());
  test.measures.push_back(calls_oracle_use());
  test.measures.push_back(calls_oracle_queue());
  test.goals = {at_least("utilisation [%]", 60), at_most("queue p95 [ms]", 75)};
  return test;
}

CallsCase case_j() {
  CallsCase test{"j", "0.3 and 20 Mbit/s", "a very narrow and a wide link are full, and the wide one soon"};
  test.variants = {calls_alone("rate=0.3Mbps", 60s, kilobits_per_second(300), calls_delay),
                   calls_alone("rate=20Mbps", 30s, megabits_per_second(20), calls_delay)};
  test.variants.back().max_media = megabits_per_second(30);
  test.drawn = "rate=20Mbps";
  test.measures = calls_basics();
  test.measures.push_back(calls_time_to_rate(start_column, 0s));
  CallsGoal start = at_most(start_column, 1.5);
  start.variants = {"rate=20Mbps"};
  test.goals = {at_least("utilisation [%]", 95), start};
  return test;
}

CallsCase case_n() {
  CallsCase test{"n", "a source of 0.5 Mbit/s for 30 s, then free", "what was not tried is not taken for granted"};
  CallsVariant variant = calls_alone("", 60s);
  variant.limited = SourceLimit{{0s, 30s}, kilobits_per_second(500)};
  variant.measured = {{30s, 60s}};
  test.variants = {variant};
  test.measures = calls_basics();
  test.measures.push_back(calls_queue_peak());
  test.measures.push_back(calls_time_to_rate("80 % once free [s]", 30s));
  test.goals = {at_most("queue peak [ms]", 60)};
  return test;
}

}  // namespace

std::vector<CallsCase> calls_alone_cases() { return {case_a(), case_b(), case_c(), case_f(), case_j(), case_n()}; }

}  // namespace evenkeel::lab
