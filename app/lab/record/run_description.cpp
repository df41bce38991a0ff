#include "app/lab/record/run_description.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>

#include "app/lab/plan/settings.h"
#include "app/record/result_files.h"
#include "core/base/quantity.h"
#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/parameters/parameter_list.h"
#include "core/telemetry/sample.h"

namespace evenkeel::lab {
namespace {

using Json = nlohmann::ordered_json;

Json describe(const Choices& choices) {
  Json json;
  json["controller"] = choices.controller;
  json["settings"] = Json::array();
  for (const auto& [key, value] : choices.settings) json["settings"].push_back(key + '=' + value);
  json["seed"] = choices.seed;
  json["duration"] = format_duration(choices.duration);
  json["quick"] = choices.quick;
  if (!choices.link_trace.empty()) json["linkTrace"] = choices.link_trace;
  return json;
}

/// Hash of the running program: a different build makes different runs.
const std::string& build() {
  static const std::string hash = file_hash("/proc/self/exe");
  return hash;
}

/// The part of run.json that determines a run's results, without host and command line.
std::string identity_key(const Json& run) {
  Json json;
  for (const char* key : {"version", "build", "scenario", "run", "seed", "configuration"}) {
    if (run.contains(key)) json[key] = run[key];
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

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

/// Rarely used properties, which are left out of the description if unset.
void describe_rarities(const LinkPlan& link, Json& json) {
  for (const DelayStep& step : link.delay_steps) {
    json["delaySteps"].push_back({{"at", format_duration(step.at)}, {"delay", format_duration(step.delay)}});
  }
  if (link.reordering > 0) {
    json["reordering"] = format_ratio(link.reordering);
    json["heldBack"] = format_duration(link.held_back);
  }
  if (link.scatter > Duration::zero()) json["scatter"] = format_duration(link.scatter);
  if (link.duplicates > 0) json["duplicates"] = format_ratio(link.duplicates);
  if (link.dips.every > Duration::zero()) {
    json["dips"] = {{"every", format_duration(link.dips.every)},
                    {"length", format_duration(link.dips.length)},
                    {"delay", format_duration(link.dips.delay)}};
  }
  if (link.mtu > DataSize()) json["mtu"] = format_size(link.mtu);
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

Json describe(const NetworkPlan& network) {
  Json json;
  json["hops"] = Json::array();
  for (const HopPlan& hop : network.hops) {
    json["hops"].push_back({{"forward", describe(hop.forward)}, {"backward", describe(hop.backward)}});
  }
  return json;
}

/// Null if there is no such algorithm; the run itself reports that.
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

/// Describes a flow's traffic; the first entry names the kind.
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
            {"mostMedia", format_rate(p.max_media)},
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

Json describe_run(const RunIdentity& identity, const RunPlan& plan, const std::vector<std::string>& command_line) {
  // Without the commit, which would change the program's hash, and so repeat all runs, with each commit.
  Json json = describe_program("evenkeel-sim", "", command_line);
  json["build"] = build();
  json["scenario"] = identity.scenario;
  json["run"] = plan.name;
  json["choices"] = describe(identity.choices);
  json["planned"] = format_duration(identity.planned);
  json["configuration"] = describe_plan(plan);
  json["seed"] = plan.seed;
  return json;
}

bool holds_run(const std::string& folder, const Json& run) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(folder + "/summary.json", unknown)) return false;
  if (!std::filesystem::is_regular_file(folder + "/run.json", unknown)) return false;
  std::ifstream file(folder + "/run.json", std::ios::binary);
  const Json there = file ? Json::parse(file, nullptr, false) : Json();
  return there.is_object() && identity_key(there) == identity_key(run);
}

Json describe_plan(const RunPlan& plan) {
  Json json;
  json["duration"] = format_duration(plan.duration);
  const auto* network = std::get_if<NetworkRun>(&plan.what);
  if (network == nullptr) return json;
  json["network"] = describe(network->network);
  json["flows"] = Json::array();
  for (const FlowPlan& flow : network->flows) json["flows"].push_back(describe(flow));
  json["packets"] = network->log_packets;
  json["settling"] = format_duration(network->settling);
  for (const ActiveTime& time : network->measured) json["measured"].push_back(describe(time));
  return json;
}

std::string file_hash(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return {};
  std::uint64_t hash = 0xcbf29ce484222325;
  std::array<char, 1 << 16> block;
  while (file.read(block.data(), block.size()) || file.gcount() > 0) {
    for (std::streamsize i = 0; i < file.gcount(); ++i) {
      hash = (hash ^ static_cast<unsigned char>(block[static_cast<std::size_t>(i)])) * 0x100000001b3;
    }
  }
  std::array<char, 17> digits;
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
  return digits.data();
}

}  // namespace evenkeel::lab
