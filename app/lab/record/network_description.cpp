#include "app/lab/record/network_description.h"

#include <nlohmann/json.hpp>
#include <string>

#include "app/lab/record/file_hash.h"
#include "core/base/quantity.h"

namespace evenkeel::lab {
namespace {

using Json = nlohmann::ordered_json;

const char* name_of(QueuePlan::Kind kind) {
  switch (kind) {
    case QueuePlan::Kind::drop_tail:
      return "dropTail";
    case QueuePlan::Kind::red:
      return "red";
    case QueuePlan::Kind::adaptive_red:
      return "adaptiveRed";
    case QueuePlan::Kind::codel:
      return "codel";
    case QueuePlan::Kind::fq_codel:
      return "fqCodel";
  }
  return "";
}

struct LimitText {
  std::string operator()(PacketCount count) const { return std::to_string(count.packets) + " packets"; }
  std::string operator()(Duration time) const { return format_duration(time); }
  std::string operator()(DataSize size) const { return format_size(size); }
};

Json describe(const QueuePlan& queue) {
  Json json{{"kind", name_of(queue.kind)}, {"limit", std::visit(LimitText(), queue.limit)}};
  if (queue.follows_rate) json["followsRate"] = true;
  if (queue.min_threshold > 0) json["minThreshold"] = queue.min_threshold;
  if (queue.max_threshold > 0) json["maxThreshold"] = queue.max_threshold;
  return json;
}

/// What few links have: the others' descriptions are without it.
void describe_rarities(const LinkPlan& link, Json& json) {
  for (const DelayStep& step : link.delay_steps) {
    json["delaySteps"].push_back({{"at", format_duration(step.at)}, {"delay", format_duration(step.delay)}});
  }
  if (link.reordering > 0) {
    json["reordering"] = format_ratio(link.reordering);
    json["heldBack"] = format_duration(link.held_back);
  }
  if (link.burst_interval > Duration::zero()) json["burstInterval"] = format_duration(link.burst_interval);
  if (link.bucket > DataSize()) json["bucket"] = format_size(link.bucket);
}

Json describe(const LinkPlan& link) {
  Json json;
  json["rate"] = format_rate(link.rate);
  for (const CapacityStep& step : link.steps) {
    json["steps"].push_back({{"at", format_duration(step.at)}, {"rate", format_rate(step.rate)}});
  }
  if (!link.trace.empty()) json["trace"] = {{"file", link.trace}, {"hash", file_hash(link.trace)}};
  json["delay"] = format_duration(link.delay);
  json["queue"] = describe(link.queue);
  json["loss"] = format_ratio(link.loss);
  json["jitterSigma"] = format_duration(link.jitter_sigma);
  describe_rarities(link, json);
  return json;
}

}  // namespace

Json describe_network(const NetworkPlan& network) {
  Json json;
  json["hops"] = Json::array();
  for (const HopPlan& hop : network.hops) {
    json["hops"].push_back({{"forward", describe(hop.forward)}, {"backward", describe(hop.backward)}});
  }
  return json;
}

}  // namespace evenkeel::lab
