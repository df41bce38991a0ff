#include "app/lab/scenarios/rfc8867/parts.h"

namespace evenkeel::lab {
namespace {

constexpr DataRate r = megabits_per_second(1);

Rfc8867Case case_6_1() {
  Rfc8867Case test;
  test.section = "6.1";
  test.title = "Media flows with priority";
  test.shows =
      "a flow of weight 2 gets about twice the share of the others; only darc (a), ldcc (w) and nada (PRIO) have "
      "weights";
  test.duration = 120s;
  test.media = {{"s1", 0, 1, {}, {{0s, 119s}}, 2}, {"s2", 0, 1, {}, {{20s, 119s}}}, {"s3", 0, 1, {}, {{40s, 119s}}}};
  test.variants = {{"", {{rfc8867_hop({{0s, 3.5 * r}}, 50ms, 300ms)}}, {}}};
  test.phases = {{40s, 119s, 3.5 * r, {"s1", "s2", "s3"}}};
  return test;
}

// One way 100 ms for the flow over all hops, 40 ms for those over one: 20 ms each hop, the rest between host and
// router.
Rfc8867Case case_6_3() {
  Rfc8867Case test;
  test.section = "6.3";
  test.title = "Multiple bottlenecks";
  test.shows = "both bottlenecks are used, and the flow that passes both is not starved";
  test.duration = 300s;
  test.media = {{"s1", 0, 3, 40ms, {{0s, 299s}}}, {"s2", 0, 1, 20ms, {{0s, 299s}}}, {"s3", 2, 3, 20ms, {{0s, 299s}}}};
  const auto hop = [](DataRate rate) { return rfc8867_hop({{0s, rate}}, 20ms, 300ms); };
  test.variants = {{"", {{hop(2 * r), hop(8 * r), hop(1.5 * r)}}, {}}};
  test.phases = {{0s, 299s, 2 * r, {"s1", "s2"}}, {0s, 299s, 1.5 * r, {"s1", "s3"}}};
  return test;
}

}  // namespace

std::vector<Rfc8867Case> rfc8867_optional_cases() { return {case_6_1(), case_6_3()}; }

}  // namespace evenkeel::lab
