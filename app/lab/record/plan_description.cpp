#include "app/lab/record/plan_description.h"

#include <nlohmann/json.hpp>

#include "app/lab/plan/settings.h"
#include "app/lab/record/network_description.h"
#include "core/base/quantity.h"
#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/parameters/parameter_list.h"
#include "core/telemetry/sample.h"

namespace evenkeel::lab {
namespace {

using Json = nlohmann::ordered_json;

/// Null where there is no such algorithm: the run itself says so.
Json parameters_of(std::unique_ptr<Tunable> object, const Settings& settings) {
  if (!object) return nullptr;
  const std::string ignored = apply_settings(*object, settings);
  Json json = Json::object();
  for (const ParameterValue& p : list_parameters(*object)) json[std::string(p.info.name)] = p.text;
  return json;
}

const char* name_of(TcpVariant variant) {
  switch (variant) {
    case TcpVariant::new_reno:
      return "newReno";
    case TcpVariant::cubic:
      return "cubic";
    case TcpVariant::bbr:
      return "bbr";
    case TcpVariant::ledbat:
      return "ledbat";
  }
  return "";
}

Json describe(const ActiveTime& time) {
  return {{"from", format_duration(time.from)},
          {"to", time.to == Duration::max() ? std::string("end") : format_duration(time.to)}};
}

/// What a flow sends; the first entry names the kind.
struct TrafficJson {
  Json operator()(const MediaPlan& p) const {
    Json json = common(p);
    if (p.limited) json["limited"] = {{"when", describe(p.limited->when)}, {"rate", format_rate(p.limited->rate)}};
    if (p.clock_skew != 0) json["clockSkew"] = format_number(p.clock_skew);
    return json;
  }
  static Json common(const MediaPlan& p) {
    return {{"kind", "media"},
            {"controller", p.controller},
            {"controllerParameters", parameters_of(make_controller(p.controller), p.settings)},
            {"sendLoop", p.send_loop},
            {"sendLoopParameters", parameters_of(make_pacer(p.send_loop), p.settings)},
            {"startBitrate", format_rate(p.limits.start)},
            {"minBitrate", format_rate(p.limits.minimum)},
            {"maxBitrate", format_rate(p.limits.maximum)},
            {"source", p.source == MediaPlan::Source::video ? "video" : "greedy"},
            {"mostMedia", format_rate(p.most_media)},
            {"framesPerSecond", p.frames_per_second},
            {"encoderReaction", format_duration(p.encoder_reaction)},
            {"packet", format_size(p.packet)},
            {"oneWayDelayKind", std::string(to_string(p.delay_kind))}};
  }
  Json operator()(const TcpPlan& p) const {
    return {{"kind", "tcp"},
            {"variant", name_of(p.variant)},
            {"segment", format_size(p.segment)},
            {"delayedAck", p.delayed_ack},
            {"sack", p.sack || p.variant != TcpVariant::new_reno},
            {"minRto", format_duration(p.min_rto)}};
  }
  Json operator()(const ShortTcpPlan& p) const {
    Json json = (*this)(p.tcp);
    json["kind"] = "shortTcp";
    json["smallest"] = format_size(p.smallest);
    json["largest"] = format_size(p.largest);
    json["meanPause"] = format_duration(p.mean_pause);
    json["beginsAtOnce"] = p.begins_at_once;
    return json;
  }
  Json operator()(const CbrPlan& p) const {
    return {{"kind", "cbr"},
            {"rate", format_rate(p.rate)},
            {"packet", format_size(p.packet)},
            {"randomized", p.randomized}};
  }
  Json operator()(const ParetoPlan& p) const {
    return {{"kind", "pareto"},
            {"rate", format_rate(p.rate)},
            {"meanBurst", format_duration(p.mean_burst)},
            {"meanPause", format_duration(p.mean_pause)},
            {"shape", p.shape},
            {"packet", format_size(p.packet)}};
  }
};

Json describe(const FlowPlan& flow) {
  Json json{
      {"name", flow.name}, {"from", flow.from}, {"to", flow.to}, {"accessDelay", format_duration(flow.access_delay)}};
  for (const ActiveTime& time : flow.active) json["active"].push_back(describe(time));
  json["traffic"] = std::visit(TrafficJson(), flow.traffic);
  json["telemetry"] = flow.telemetry;
  return json;
}

}  // namespace

Json describe_plan(const RunPlan& plan) {
  Json json;
  json["duration"] = format_duration(plan.duration);
  const auto* network = std::get_if<NetworkRun>(&plan.what);
  if (network == nullptr) return json;
  json["network"] = describe_network(network->network);
  json["flows"] = Json::array();
  for (const FlowPlan& flow : network->flows) json["flows"].push_back(describe(flow));
  json["packets"] = network->log_packets;
  json["settling"] = format_duration(network->settling);
  for (const ActiveTime& time : network->measured) json["measured"].push_back(describe(time));
  return json;
}

}  // namespace evenkeel::lab
