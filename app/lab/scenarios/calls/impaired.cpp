#include "app/lab/scenarios/builders.h"
#include "app/lab/scenarios/calls/measures.h"
#include "app/lab/scenarios/calls/parts.h"

namespace evenkeel::lab {
namespace {

CallsVariant with_loss(int percent) {
  CallsVariant variant = calls_alone("loss=" + std::to_string(percent), 60s);
  forward_of(variant).loss = percent / 100.0;
  return variant;
}

CallsCase case_g() {
  CallsCase test{"g", "random loss", "losses that no queue makes do not slow a call down"};
  test.variants = {with_loss(1), with_loss(3), with_loss(5)};
  test.variants.front().quick = true;
  test.drawn = "loss=5";
  test.measures = calls_basics();
  test.goals = {at_least("utilisation [%]", 90)};
  return test;
}

CallsCase case_h() {
  CallsCase test{"h", "jitter of 5 ms, and reordering of 1 %", "neither is taken for a queue or for loss"};
  CallsVariant jitter = calls_alone("jitter=5ms", 60s);
  forward_of(jitter).jitter_sigma = 5ms;
  CallsVariant reordering = calls_alone("reordering=1", 60s);
  forward_of(reordering).reordering = 0.01;
  test.variants = {jitter, reordering};
  test.drawn = jitter.name;
  test.measures = calls_basics();
  test.measures.push_back(calls_oscillation());
  test.goals = {at_least("utilisation [%]", 90)};
  return test;
}

CallsVariant with_queue(const std::string& name, QueuePlan::Kind kind) {
  CallsVariant variant = calls_alone(name, 60s);
  forward_of(variant).queue.kind = kind;
  return variant;
}

CallsCase case_l() {
  CallsCase test{"l", "managed queues, aggregation, a token bucket", "the call works on them without swinging"};
  CallsVariant bursts = calls_alone("bursts=5ms", 60s);
  forward_of(bursts).burst_interval = 5ms;
  CallsVariant bucket = calls_alone("bucket=64kB", 60s);
  forward_of(bucket).bucket = bytes(64'000);
  test.variants = {with_queue("fq-codel", QueuePlan::Kind::fq_codel), with_queue("codel", QueuePlan::Kind::codel),
                   with_queue("red", QueuePlan::Kind::red), bursts, bucket};
  test.drawn = "codel";
  test.measures = calls_basics();
  test.measures.push_back(calls_oscillation());
  test.goals = {at_least("utilisation [%]", 85), at_most("oscillation [%]", 15)};
  return test;
}

/// A CUBIC flow on the way back, so that reports wait in its queue.
CallsVariant with_reverse() {
  CallsVariant variant = calls_alone("reverse", 60s);
  variant.others = {routed(active(tcp_flow("tcp", calls_tcp(TcpVariant::cubic)), 20s), 1, 0)};
  variant.measured = {{30s, 60s}};
  return variant;
}

CallsVariant with_feedback_loss() {
  CallsVariant variant = calls_alone("feedback-loss=20", 60s);
  variant.network.hops.front().backward.loss = 0.2;
  return variant;
}

CallsVariant with_skew() {
  CallsVariant variant = calls_alone("skew=100ppm", 60s);
  variant.clock_skew = 100e-6;
  return variant;
}

/// The forward path has another delay from 30 s on.
CallsVariant with_route(const std::string& name, Duration delay) {
  CallsVariant variant = calls_alone(name, 60s);
  forward_of(variant).delay_steps = {{30s, delay}};
  variant.measured = {{40s, 60s}};
  return variant;
}

CallsCase case_m() {
  CallsCase test{"m", "feedback late and lost, clocks, routes",
                 "ten seconds after a change of the path all is well again"};
  test.variants = {with_reverse(), with_feedback_loss(), with_skew(), with_route("route+60ms", 110ms),
                   with_route("route-30ms", 20ms)};
  test.drawn = "route+60ms";
  test.measures = calls_basics();
  test.measures.push_back(calls_oscillation());
  test.goals = {at_least("utilisation [%]", 85)};
  return test;
}

}  // namespace

std::vector<CallsCase> calls_impaired_cases() { return {case_g(), case_h(), case_l(), case_m()}; }

}  // namespace evenkeel::lab
