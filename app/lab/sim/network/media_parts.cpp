#include "app/lab/sim/network/media_parts.h"

#include <algorithm>

#include "app/lab/closed_loop/greedy_encoder.h"
#include "app/lab/closed_loop/synthetic_encoder.h"
#include "core/control/factory/controller_factory.h"
#include "core/pacing/pacer_factory.h"
#include "core/parameters/parameter_list.h"

namespace evenkeel::sim {
namespace {

std::unique_ptr<FrameSource> greedy(const lab::MediaPlan& plan, LocalTime start) {
  GreedyEncoderConfig config;
  config.target = plan.limits.start;
  config.unit = plan.packet - media_headers;
  config.start = start;
  return std::make_unique<GreedyEncoder>(config);
}

std::unique_ptr<FrameSource> video(const lab::MediaPlan& plan, LocalTime start, std::uint64_t seed) {
  SyntheticEncoderConfig config;
  config.target = plan.limits.start;
  config.frames_per_second = plan.frames_per_second;
  config.max_rate = std::min(plan.max_media, config.max_rate);
  config.min_rate = std::min(config.min_rate, config.max_rate);
  config.reaction = plan.encoder_reaction;
  config.seed = seed;
  config.start = start;
  return std::make_unique<SyntheticEncoder>(config);
}

std::string joined(std::span<const std::string_view> names) {
  std::string text;
  for (const auto name : names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

MediaAlgorithms failure(std::string error) { return {nullptr, nullptr, std::move(error)}; }

/// The object a setting applies to: the algorithm in use if it has that name, otherwise a spare one for checking.
std::string apply(MediaAlgorithms& in_use, const std::string& key, const std::string& value) {
  const auto dot = key.find('.');
  if (dot == std::string::npos) return "'" + key + "' names no parameter: the form is ldcc.w.";
  const std::string name = key.substr(0, dot);
  const std::string parameter = key.substr(dot + 1);
  if (in_use.controller->name() == name) return set_parameter(*in_use.controller, parameter, value);
  if (in_use.send_loop->name() == name) return set_parameter(*in_use.send_loop, parameter, value);
  if (const auto controller = make_controller(name)) return set_parameter(*controller, parameter, value);
  if (const auto send_loop = make_pacer(name)) return set_parameter(*send_loop, parameter, value);
  return "There is no '" + name + "' to set: known are " + joined(controller_names()) + ", " + joined(pacer_names()) +
         ".";
}

}  // namespace

std::unique_ptr<FrameSource> make_media_source(const lab::MediaPlan& plan, LocalTime start, std::uint64_t seed) {
  return plan.source == lab::MediaPlan::Source::video ? video(plan, start, seed) : greedy(plan, start);
}

MediaAlgorithms make_media_algorithms(const lab::MediaPlan& plan) {
  MediaAlgorithms made{make_controller(plan.controller), make_pacer(plan.send_loop), ""};
  if (!made.controller) {
    return failure("There is no controller '" + plan.controller + "': known are " + joined(controller_names()) + ".");
  }
  if (!made.send_loop) {
    return failure("There is no send loop '" + plan.send_loop + "': known are " + joined(pacer_names()) + ".");
  }
  for (const auto& [key, value] : plan.settings) {
    const std::string error = apply(made, key, value);
    if (!error.empty()) return failure(error);
  }
  return made;
}

}  // namespace evenkeel::sim
