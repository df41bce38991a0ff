#include "app/lab/scenarios/rfc8867/parts.h"

#include <algorithm>
#include <utility>

namespace evenkeel::lab {
namespace {

LinkPlan link_of(std::vector<CapacityStep> steps, Duration delay, Duration queue) {
  LinkPlan link;
  link.rate = steps.front().rate;
  link.steps = {steps.begin() + 1, steps.end()};
  link.delay = delay;
  link.queue.limit = queue;
  link.queue.follows_rate = true;
  link.jitter_sigma = rfc8867_jitter;
  return link;
}

}  // namespace

HopPlan rfc8867_hop(std::vector<CapacityStep> forward, std::vector<CapacityStep> backward, Duration delay,
                    Duration queue) {
  return {link_of(std::move(forward), delay, queue), link_of(std::move(backward), delay, queue)};
}

HopPlan rfc8867_hop(std::vector<CapacityStep> forward, Duration delay, Duration queue) {
  const auto less = [](const CapacityStep& a, const CapacityStep& b) { return a.rate < b.rate; };
  const DataRate widest = std::max_element(forward.begin(), forward.end(), less)->rate;
  return rfc8867_hop(std::move(forward), {{0s, widest}}, delay, queue);
}

std::vector<FlowPlan> rfc8867_background(DataRate link, const std::vector<CapacityStep>& left, Duration duration,
                                         bool backward) {
  std::vector<FlowPlan> flows;
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (left[i].rate >= link) continue;
    FlowPlan flow;
    flow.name = (backward ? "udp back " : "udp ") + std::to_string(i + 1);
    flow.from = backward ? 1 : 0;
    flow.to = backward ? 0 : 1;
    flow.active = {{left[i].at, i + 1 < left.size() ? left[i + 1].at : duration}};
    flow.traffic = CbrPlan{link - left[i].rate, bytes(1500), false};
    flows.push_back(std::move(flow));
  }
  return flows;
}

std::vector<Rfc8867Phase> rfc8867_phases(const std::vector<CapacityStep>& steps, Duration end,
                                         std::vector<std::string> flows) {
  std::vector<Rfc8867Phase> phases;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    phases.push_back({steps[i].at, i + 1 < steps.size() ? steps[i + 1].at : end, steps[i].rate, flows});
  }
  return phases;
}

namespace {

FlowPlan flow_of(const Rfc8867Case::Media& media) {
  FlowPlan flow;
  flow.name = media.name;
  flow.from = media.from;
  flow.to = media.to;
  flow.access_delay = media.access_delay;
  flow.active = media.active;
  return flow;
}

}  // namespace

FlowPlan rfc8867_video(const Rfc8867Case::Media& media, const std::string& controller) {
  MediaPlan plan;
  plan.controller = controller;
  plan.limits = {kilobits_per_second(150), kilobits_per_second(150), rfc8867_max_media};
  plan.source = MediaPlan::Source::video;
  plan.max_media = rfc8867_max_media;
  plan.encoder_reaction = 100ms;
  plan.packet = bytes(1200);
  if (media.weight != 1 && controller == "ldcc")
    plan.settings = {{"ldcc.w", std::to_string(20 * static_cast<int>(media.weight)) + "kbps"}};
  if (media.weight != 1 && controller == "darc")
    plan.settings = {{"darc.a", std::to_string(1650 * static_cast<int>(media.weight)) + "B"}};
  if (media.weight != 1 && controller == "nada")
    plan.settings = {{"nada.PRIO", std::to_string(static_cast<int>(media.weight))}};
  FlowPlan flow = flow_of(media);
  flow.traffic = plan;
  return flow;
}

FlowPlan rfc8867_audio(const Rfc8867Case::Media& media) {
  FlowPlan flow = flow_of(media);
  flow.name += " audio";
  flow.traffic = CbrPlan{rfc8867_audio_rate, bytes(100), false};
  return flow;
}

}  // namespace evenkeel::lab
