#include "app/lab/scenarios/rfc8867/parts.h"

namespace evenkeel::lab {
namespace {

constexpr DataRate r = megabits_per_second(1);

TcpPlan long_tcp() {  // segments of 1500 bytes as RFC 8868, 4.6.1 expects of today's TCP; SACK and delayed ACKs
  TcpPlan tcp;
  tcp.segment = bytes(1500);
  tcp.sack = true;
  return tcp;
}

Rfc8867Case case_5_5() {
  Rfc8867Case test;
  test.section = "5.5";
  test.title = "Round-trip time fairness";
  test.shows = "five flows of different round-trip times share fairly";
  test.duration = 300s;
  // One way 10, 25, 50, 100, 150 ms: the hop takes 10 of them.
  const std::vector<Duration> access{0ms, 15ms, 40ms, 90ms, 140ms};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < access.size(); ++i) {
    names.push_back("s" + std::to_string(i + 1));
    test.media.push_back({names.back(), 0, 1, access[i], {{static_cast<int>(i) * 10s, 299s}}});
  }
  test.variants = {{"", {{rfc8867_hop({{0s, 4 * r}}, 10ms, 300ms)}}, {}}};
  test.phases = {{50s, 299s, 4 * r, names}};
  return test;
}

Rfc8867Case case_5_6() {
  Rfc8867Case test;
  test.section = "5.6";
  test.title = "Media flow competing with a long TCP flow";
  test.shows = "the media flow does not collapse; at worst it keeps its least rate";
  test.duration = 120s;
  test.media = {{"s1", 0, 1, {}, {{5s, 119s}}}};
  FlowPlan tcp;
  tcp.name = "tcp";
  tcp.active = {{0s, 119s}};
  tcp.traffic = long_tcp();
  for (const Duration queue : {Duration(300ms), Duration(1000ms)}) {
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(queue).count();
    test.variants.push_back(
        {"queue=" + std::to_string(milliseconds) + "ms", {{rfc8867_hop({{0s, 2 * r}}, 50ms, queue)}}, {tcp}});
  }
  test.phases = {{5s, 119s, 2 * r, {"s1"}}};
  return test;
}

Rfc8867Case case_5_7() {
  Rfc8867Case test;
  test.section = "5.7";
  test.title = "Media flows competing with short TCP flows";
  test.shows = "two media flows are not starved by ten short TCP flows, and recover after their bursts";
  test.duration = 300s;
  test.media = {{"s1", 0, 1, {}, {{5s, 299s}}}, {"s2", 0, 1, {}, {{5s, 299s}}}};
  std::vector<FlowPlan> others;
  for (int i = 1; i <= 10; ++i) {
    FlowPlan flow;
    flow.name = "tcp" + std::to_string(i);
    flow.active = {{0s, 299s}};
    ShortTcpPlan plan;
    plan.tcp = long_tcp();
    plan.begins_at_once = i <= 2;
    flow.traffic = plan;
    others.push_back(flow);
  }
  test.variants = {{"", {{rfc8867_hop({{0s, 2 * r}}, 50ms, 300ms)}}, others}};
  test.phases = {{5s, 299s, 2 * r, {"s1", "s2"}}};
  return test;
}

// Its prose speaks of the third stream, its table pauses the second: as in the table.
Rfc8867Case case_5_8() {
  Rfc8867Case test;
  test.section = "5.8";
  test.title = "Media pause and resume";
  test.shows = "while a flow is paused the others take its share, and give it back when it resumes";
  test.duration = 120s;
  test.media = {
      {"s1", 0, 1, {}, {{0s, 119s}}}, {"s2", 0, 1, {}, {{0s, 40s}, {60s, 119s}}}, {"s3", 0, 1, {}, {{0s, 119s}}}};
  test.variants = {{"", {{rfc8867_hop({{0s, 3.5 * r}}, 50ms, 300ms)}}, {}}};
  test.phases = {{0s, 40s, 3.5 * r, {"s1", "s2", "s3"}},
                 {40s, 60s, 3.5 * r, {"s1", "s3"}},
                 {60s, 119s, 3.5 * r, {"s1", "s2", "s3"}}};
  return test;
}

}  // namespace

std::vector<Rfc8867Case> rfc8867_competition_cases() { return {case_5_5(), case_5_6(), case_5_7(), case_5_8()}; }

}  // namespace evenkeel::lab
