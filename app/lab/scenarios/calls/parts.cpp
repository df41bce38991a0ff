#include "app/lab/scenarios/calls/parts.h"

#include <utility>

#include "app/lab/scenarios/builders.h"

namespace evenkeel::lab {

CallsVariant calls_alone(std::string name, Duration length, DataRate rate, Duration delay, Duration buffer) {
  CallsVariant variant;
  variant.name = std::move(name);
  variant.length = length;
  variant.network = dumbbell(rate, delay, drop_tail(buffer));
  variant.measured = {{calls_settling, length}};
  return variant;
}

CallsVariant calls_alone(std::string name, Duration length) {
  return calls_alone(std::move(name), length, calls_rate, calls_delay);
}

LinkPlan& forward_of(CallsVariant& variant) { return variant.network.hops.front().forward; }

const LinkPlan& forward_of(const CallsVariant& variant) { return variant.network.hops.front().forward; }

TcpPlan calls_tcp(TcpVariant variant) {
  TcpPlan tcp;
  tcp.variant = variant;
  tcp.segment = bytes(1500);
  tcp.sack = true;
  return tcp;
}

FlowPlan calls_media(const CallsVariant& variant, const CallsVariant::Media& media, const std::string& controller) {
  FlowPlan flow = with_access(media_flow(media.name, controller), media.access_delay);
  flow.active = media.active;
  MediaPlan& plan = media_of(flow);
  plan.limits = {megabits_per_second(1), kilobits_per_second(50), variant.max_media};
  plan.source = MediaPlan::Source::video;
  plan.packet = bytes(1200);
  plan.delay_kind = DelayKind::estimated;
  plan.limited = variant.limited;
  plan.clock_skew = variant.clock_skew;
  return flow;
}

}  // namespace evenkeel::lab
