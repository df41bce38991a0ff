#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/calls/measures.h"
#include "app/lab/scenarios/calls/parts.h"

namespace evenkeel::lab {
namespace {

constexpr const char* back_column = "low delay again [s]";
constexpr const char* after_column = "use after [%]";

std::string buffer_name(Duration buffer) {
  return "buffer=" + std::to_string(std::chrono::duration_cast<std::chrono::milliseconds>(buffer).count()) + "ms";
}

FlowPlan tcp(const std::string& name, TcpVariant variant, Duration from, Duration to) {
  return active(tcp_flow(name, calls_tcp(variant)), from, to);
}

/// TCP from 20 to 80 s of 100.
CallsVariant with_tcp(const std::string& name, TcpVariant variant, Duration buffer) {
  CallsVariant with = calls_alone(name + ',' + buffer_name(buffer), 100s, calls_rate, calls_delay, buffer);
  with.others = {tcp("tcp", variant, 20s, 80s)};
  with.measured = {{30s, 80s}};
  return with;
}

/// TCP is active when the call begins.
CallsVariant after_tcp(const std::string& name, TcpVariant variant, Duration buffer) {
  CallsVariant with = calls_alone(name + ",first," + buffer_name(buffer), 80s, calls_rate, calls_delay, buffer);
  with.others = {tcp("tcp", variant, 0s, 80s)};
  with.media.front().active = {{10s, 80s}};
  with.measured = {{20s, 80s}};
  return with;
}

std::vector<CallsVariant> tcp_variants() {
  std::vector<CallsVariant> variants;
  for (const Duration buffer : {100ms, 300ms, 600ms}) {
    variants.push_back(with_tcp("cubic", TcpVariant::cubic, buffer));
    variants.push_back(with_tcp("reno", TcpVariant::new_reno, buffer));
    variants.push_back(after_tcp("cubic", TcpVariant::cubic, buffer));
    variants.push_back(after_tcp("reno", TcpVariant::new_reno, buffer));
  }
  variants.push_back(with_tcp("bbr", TcpVariant::bbr, 300ms));
  variants.push_back(with_tcp("two-cubic", TcpVariant::cubic, 300ms));
  variants.back().others = {tcp("tcp1", TcpVariant::cubic, 20s, 80s), tcp("tcp2", TcpVariant::cubic, 20s, 80s)};
  for (CallsVariant& variant : variants) variant.quick = variant.name == "cubic,buffer=300ms";
  return variants;
}

CallsCase case_d() {
  CallsCase test{"d", "beside TCP on 2.5 Mbit/s", "a fair half beside one TCP, and low delay again when it has gone"};
  test.variants = tcp_variants();
  test.drawn = "cubic,buffer=300ms";
  test.measures = {calls_share(),
                   calls_queue(50),
                   calls_queue(95),
                   calls_queue(99),
                   calls_loss(),
                   calls_time_to_queue(back_column, 80s, 40),
                   calls_use_between(after_column, 90s, 100s)};
  const std::string two = "two-cubic,buffer=300ms";
  CallsGoal half{"share [%]", 40, 60, {}};
  CallsGoal back = at_most(back_column, 5);
  for (const CallsVariant& variant : test.variants) {
    if (variant.name != two) half.variants.push_back(variant.name);
    if (variant.length == 100s) back.variants.push_back(variant.name);
  }
  CallsGoal third = at_least("share [%]", 0.8 * 100 / 3);
  third.variants = {two};
  test.goals = {half, third, back};
  return test;
}

CallsCase case_e() {
  CallsCase test{"e", "three own flows on 3 Mbit/s", "flows that join have their share in ten seconds, at a low queue"};
  CallsVariant variant = calls_alone("", 60s, megabits_per_second(3), calls_delay);
  variant.media = {{"s1", {{0s, 60s}}}, {"s2", {{15s, 60s}}}, {"s3", {{30s, 60s}}}};
  variant.measured = {{10s, 15s}, {25s, 30s}, {40s, 60s}};
  test.variants = {variant};
  test.measures = calls_basics();
  test.measures.push_back(calls_jain());
  test.measures.push_back(calls_queue_of_rows("queue p95 with the joins [ms]", 95, 10s));
  test.goals = {at_least("Jain", 0.99), at_most("queue p95 [ms]", 25)};
  return test;
}

CallsCase case_i() {
  CallsCase test{"i", "round trips of 20, 100 and 200 ms on 4 Mbit/s", "the round trip decides no share"};
  CallsVariant variant = calls_alone("", 60s, megabits_per_second(4), 10ms);
  variant.media = {{"s1", {}, 0ms}, {"s2", {}, 40ms}, {"s3", {}, 90ms}};
  test.variants = {variant};
  test.measures = calls_basics();
  test.measures.push_back(calls_jain());
  test.goals = {at_least("Jain", 0.9)};
  return test;
}

/// 1 Mbit/s for 5 of each 10 s.
CallsVariant beside_on_off() {
  CallsVariant variant = calls_alone("on-off", 70s);
  FlowPlan udp = cbr_flow("udp", megabits_per_second(1), bytes(1200));
  for (Duration t = 10s; t < variant.length; t += 10s) udp = active(udp, t, t + 5s);
  variant.others = {udp};
  return variant;
}

/// Four users that fetch 10 to 100 kB and read for 5 s: 0.35 Mbit/s on average.
CallsVariant beside_web() {
  CallsVariant variant = calls_alone("web", 70s);
  ShortTcpPlan plan;
  plan.tcp = calls_tcp(TcpVariant::cubic);
  plan.smallest = bytes(10'000);
  plan.largest = bytes(100'000);
  plan.mean_pause = 5s;
  for (const char* name : {"web1", "web2", "web3", "web4"}) variant.others.push_back(short_tcp_flow(name, plan));
  return variant;
}

CallsCase case_k() {
  CallsCase test{"k", "beside UDP that comes and goes, and short TCP",
                 "what is left is used, and nobody is taken for a long TCP"};
  test.variants = {beside_on_off(), beside_web()};
  test.drawn = "on-off";
  test.measures = calls_basics();
  test.measures.push_back(calls_competition());
  test.goals = {at_least("utilisation [%]", 93), at_most("competition [s]", 2)};
  return test;
}

}  // namespace

std::vector<CallsCase> calls_shared_cases() { return {case_d(), case_e(), case_i(), case_k()}; }

}  // namespace evenkeel::lab
