#include "app/lab/record/network_description.h"

#include <nlohmann/json.hpp>
#include <string>

#include "core/units/quantity.h"

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
  if (queue.min_threshold > 0) json["minThreshold"] = queue.min_threshold;
  if (queue.max_threshold > 0) json["maxThreshold"] = queue.max_threshold;
  return json;
}

Json describe(const LinkPlan& link) {
  Json json;
  json["rate"] = format_rate(link.rate);
  for (const CapacityStep& step : link.steps) {
    json["steps"].push_back({{"at", format_duration(step.at)}, {"rate", format_rate(step.rate)}});
  }
  if (!link.trace.empty()) json["trace"] = link.trace;
  json["delay"] = format_duration(link.delay);
  json["queue"] = describe(link.queue);
  json["loss"] = format_ratio(link.loss);
  json["jitterSigma"] = format_duration(link.jitter_sigma);
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
