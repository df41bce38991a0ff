#include "gui/store/run_alignment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

namespace evenkeel {
namespace {

constexpr double changed_by = 0.05;
constexpr std::size_t most_texts = 20;

constexpr std::array event_kinds{RunEvent::Kind::link,   RunEvent::Kind::parameter, RunEvent::Kind::algorithm,
                                 RunEvent::Kind::camera, RunEvent::Kind::sound,     RunEvent::Kind::call,
                                 RunEvent::Kind::note,   RunEvent::Kind::problem};

std::optional<Duration> first_capacity_change(const RunData& run, const FlowName& flow) {
  std::vector<CurvePoint> curve;
  run.store.curve(matching_flow(run.store, flow), &Sample::link_capacity_bps, run.store.extent(),
                  std::numeric_limits<std::size_t>::max(), curve);
  std::optional<double> before;
  for (const CurvePoint& point : curve) {
    if (std::isnan(point.value)) continue;
    if (before && std::abs(point.value - *before) > changed_by * *before) return from_seconds(point.time_s);
    before = point.value;
  }
  return std::nullopt;
}

std::size_t runs_with(const std::vector<const RunData*>& runs, const FlowName& flow, const RunAnchor& anchor) {
  return static_cast<std::size_t>(std::count_if(
      runs.begin(), runs.end(), [&](const RunData* run) { return anchor_time(*run, flow, anchor).has_value(); }));
}

/// In how many runs each text occurs.
std::map<std::string, std::size_t> text_holders(const std::vector<const RunData*>& runs) {
  std::map<std::string, std::size_t> holders;
  for (const RunData* run : runs) {
    std::set<std::string> texts;
    for (const RunEvent& event : run->events) texts.insert(event.text);
    for (const std::string& text : texts) ++holders[text];
  }
  return holders;
}

std::vector<RunAnchor> text_anchors(const std::vector<const RunData*>& runs) {
  std::map<std::string, std::size_t> holders = text_holders(runs);
  std::vector<RunAnchor> anchors;
  for (const RunData* run : runs) {
    for (const RunEvent& event : run->events) {
      const auto found = holders.find(event.text);
      if (found == holders.end() || found->second < 2 || anchors.size() == most_texts) continue;
      anchors.push_back({.kind = RunAnchor::Kind::text, .text = event.text});
      holders.erase(found);
    }
  }
  return anchors;
}

}  // namespace

std::optional<Duration> anchor_time(const RunData& run, const FlowName& flow, const RunAnchor& anchor) {
  if (anchor.kind == RunAnchor::Kind::start) return Duration::zero();
  if (anchor.kind == RunAnchor::Kind::capacity) return first_capacity_change(run, flow);
  const auto found = std::find_if(run.events.begin(), run.events.end(), [&](const RunEvent& event) {
    return anchor.kind == RunAnchor::Kind::event ? event.kind == anchor.event : event.text == anchor.text;
  });
  return found == run.events.end() ? std::nullopt : std::optional(found->time);
}

std::vector<RunAnchor> common_anchors(const std::vector<const RunData*>& runs, const FlowName& flow) {
  std::vector<RunAnchor> candidates{{.kind = RunAnchor::Kind::capacity}};
  for (const RunEvent::Kind kind : event_kinds) candidates.push_back({.kind = RunAnchor::Kind::event, .event = kind});
  std::vector<RunAnchor> anchors{{.kind = RunAnchor::Kind::start}};
  for (const RunAnchor& candidate : candidates)
    if (runs_with(runs, flow, candidate) > 1) anchors.push_back(candidate);
  for (RunAnchor& text : text_anchors(runs)) anchors.push_back(std::move(text));
  return anchors;
}

std::vector<Duration> alignment_offsets(const std::vector<const RunData*>& runs, const FlowName& flow,
                                        const RunAnchor& anchor) {
  std::optional<Duration> common;
  std::vector<Duration> offsets;
  for (const RunData* run : runs) {
    const auto time = anchor_time(*run, flow, anchor);
    if (!common) common = time;
    offsets.push_back(time ? *common - *time : Duration::zero());
  }
  return offsets;
}

}  // namespace evenkeel
