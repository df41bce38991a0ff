#include "app/lab/scenarios/rfc8867/parts.h"

namespace evenkeel::lab {
namespace {

constexpr DataRate r = megabits_per_second(1);  // the reference capacity of section 4.1
constexpr DataRate udp_link = megabits_per_second(4);

// Variants of a single bottleneck: its rate changes, or UDP takes the difference.
Rfc8867Case::Variant by_link(const std::vector<CapacityStep>& steps, Duration delay, std::string name) {
  return {std::move(name), {{rfc8867_hop(steps, delay, 300ms)}}, {}};
}

Rfc8867Case::Variant by_udp(const std::vector<CapacityStep>& steps, Duration delay, Duration duration,
                            std::string name) {
  return {
      std::move(name), {{rfc8867_hop({{0s, udp_link}}, delay, 300ms)}}, rfc8867_background(udp_link, steps, duration)};
}

Rfc8867Case case_5_1() {
  const std::vector<CapacityStep> steps{{0s, r}, {40s, 2.5 * r}, {60s, 0.6 * r}, {80s, r}};
  Rfc8867Case test;
  test.section = "5.1";
  test.title = "Variable available capacity with a single flow";
  test.shows = "the flow follows the capacity up and down and does not oscillate";
  test.duration = 100s;
  test.media = {{"s1", 0, 1, {}, {{0s, 99s}}}};
  test.variants = {by_link(steps, 50ms, "delay=50ms"), by_link(steps, 100ms, "delay=100ms"),
                   by_udp(steps, 50ms, 100s, "delay=50ms,udp"), by_udp(steps, 100ms, 100s, "delay=100ms,udp")};
  test.phases = rfc8867_phases(steps, 99s, {"s1"});
  return test;
}

Rfc8867Case case_5_2() {
  const DataRate two = 2 * r;
  const std::vector<CapacityStep> steps{{0s, 2 * two}, {25s, two}, {50s, 1.75 * two}, {75s, 0.5 * two}, {100s, two}};
  Rfc8867Case test;
  test.section = "5.2";
  test.title = "Variable available capacity with multiple flows";
  test.shows = "two flows follow the capacity up and down and share it fairly";
  test.duration = 125s;
  test.media = {{"s1", 0, 1, {}, {{0s, 124s}}}, {"s2", 0, 1, {}, {{0s, 124s}}}};
  test.variants = {by_link(steps, 50ms, ""), by_udp(steps, 50ms, 125s, "udp")};
  test.phases = rfc8867_phases(steps, 124s, {"s1", "s2"});
  return test;
}

Rfc8867Case case_5_3() {
  const std::vector<CapacityStep> forward{{0s, 2 * r}, {20s, r}, {40s, 0.5 * r}, {60s, 2 * r}};
  const std::vector<CapacityStep> backward{{0s, 2 * r}, {35s, 0.8 * r}, {70s, 2 * r}};
  Rfc8867Case test;
  test.section = "5.3";
  test.title = "Congested feedback link with bidirectional media flows";
  test.shows = "late and lost feedback is coped with; compared with a way back that nothing impairs";
  test.duration = 100s;
  test.media = {{"s1", 0, 1, {}, {{0s, 99s}}}, {"s2", 1, 0, {}, {{0s, 99s}}}};
  std::vector<FlowPlan> udp = rfc8867_background(udp_link, forward, 100s);
  for (FlowPlan& flow : rfc8867_background(udp_link, backward, 100s, true)) udp.push_back(flow);
  test.variants = {{"", {{rfc8867_hop(forward, backward, 50ms, 300ms)}}, {}},
                   {"unimpaired", {{rfc8867_hop(forward, {{0s, udp_link}}, 50ms, 300ms)}}, {}},
                   {"udp", {{rfc8867_hop({{0s, udp_link}}, 50ms, 300ms)}}, udp}};
  test.phases = rfc8867_phases(forward, 99s, {"s1"});
  for (const Rfc8867Phase& phase : rfc8867_phases(backward, 99s, {"s2"})) test.phases.push_back(phase);
  return test;
}

Rfc8867Case case_5_4() {
  Rfc8867Case test;
  test.section = "5.4";
  test.title = "Competing media flows with the same congestion control algorithm";
  test.shows = "flows that join later get their fair share, at low delay and loss";
  test.duration = 120s;
  test.media = {{"s1", 0, 1, {}, {{0s, 119s}}}, {"s2", 0, 1, {}, {{20s, 119s}}}, {"s3", 0, 1, {}, {{40s, 119s}}}};
  const std::vector<CapacityStep> constant{{0s, 3.5 * r}};
  test.variants = {by_link(constant, 50ms, "")};
  test.phases = {
      {0s, 20s, 3.5 * r, {"s1"}}, {20s, 40s, 3.5 * r, {"s1", "s2"}}, {40s, 119s, 3.5 * r, {"s1", "s2", "s3"}}};
  return test;
}

}  // namespace

std::vector<Rfc8867Case> rfc8867_single_bottleneck_cases() { return {case_5_1(), case_5_2(), case_5_3(), case_5_4()}; }

}  // namespace evenkeel::lab
