#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>

#include "core/base/quantity.h"
#include "gui/store/event_words.h"
#include "gui/store/step_response.h"

namespace evenkeel {
namespace {

constexpr Duration one_step = 500ms;
constexpr double least_capacity_change = 0.05;
constexpr Duration before = 1s;  // the time before a step that measure_step() uses
constexpr std::size_t all_rows = std::numeric_limits<std::size_t>::max();

/// A change at one time: an event, or a change of the capacity.
struct Cause {
  Duration at{};
  std::string text;  ///< of an event
  bool of_link = false;
  struct Capacity {
    double before_bps = 0;
    double after_bps = 0;
  };
  std::optional<Capacity> capacity;  ///< seen in the rows, without an event
};

struct Step {
  Duration at{};
  Duration last{};
  std::vector<Cause> causes;
};

bool is_step(const RunEvent& event, const FlowName& flow) {
  const bool changes_loop = event.kind == RunEvent::Kind::parameter || event.kind == RunEvent::Kind::algorithm ||
                            event.kind == RunEvent::Kind::link;
  return changes_loop && (event.flow == FlowName() || event.flow == flow);
}

void add_capacity_changes(const SampleStore& store, const FlowName& flow, std::vector<Cause>& causes) {
  std::vector<CurvePoint> curve;
  store.curve(flow, &Sample::link_capacity_bps, store.extent(), all_rows, curve);
  std::erase_if(curve, [](const CurvePoint& point) { return std::isnan(point.value); });
  for (std::size_t i = 1; i < curve.size(); ++i) {
    const double was = curve[i - 1].value;
    const double is = curve[i].value;
    if (std::abs(is - was) > least_capacity_change * std::abs(was))
      causes.push_back({from_seconds(curve[i].time_s), "", true, Cause::Capacity{was, is}});
  }
}

std::vector<Cause> find_causes(const RunData& run, const FlowName& flow) {
  std::vector<Cause> causes;
  for (const RunEvent& event : run.events)
    if (is_step(event, flow)) causes.push_back({event.time, event.text, event.kind == RunEvent::Kind::link, {}});
  add_capacity_changes(run.store, flow, causes);
  std::stable_sort(causes.begin(), causes.end(), [](const Cause& a, const Cause& b) { return a.at < b.at; });
  return causes;
}

std::vector<Step> join(std::vector<Cause> causes) {
  std::vector<Step> steps;
  for (Cause& cause : causes) {
    if (steps.empty() || cause.at - steps.back().last > one_step) steps.push_back({cause.at, cause.at, {}});
    steps.back().last = cause.at;
    steps.back().causes.push_back(std::move(cause));
  }
  return steps;
}

/// "ldcc.T_r" of "ldcc.T_r = 80ms"; other texts completely, so that none replaces another.
std::string_view subject(std::string_view text) { return text.substr(0, text.find(" = ")); }

std::string rate_text(double bps) { return format_rate(bits_per_second(bps), 3); }

std::string capacity_text(const std::vector<Cause>& causes) {
  const auto of_capacity = [](const Cause& cause) { return cause.capacity.has_value(); };
  const auto first = std::find_if(causes.begin(), causes.end(), of_capacity);
  const auto last = std::find_if(causes.rbegin(), causes.rend(), of_capacity);
  if (first == causes.end()) return {};
  return "capacity " + rate_text(first->capacity->before_bps) + " to " + rate_text(last->capacity->after_bps);
}

/// The texts of events; of a parameter that was set several times only the last.
std::vector<std::string_view> event_texts(const std::vector<Cause>& causes) {
  std::vector<std::string_view> texts;
  std::set<std::string_view> subjects;
  for (std::size_t i = causes.size(); i-- > 0;) {
    const Cause& cause = causes[i];
    if (!cause.capacity && subjects.insert(subject(cause.text)).second) texts.push_back(cause.text);
  }
  std::reverse(texts.begin(), texts.end());
  return texts;
}

/// A change of the capacity is mentioned only if no event describes the link.
std::string describe(const std::vector<Cause>& causes) {
  std::string what;
  for (const std::string_view text : event_texts(causes)) what += (what.empty() ? "" : ", ") + std::string(text);
  if (std::any_of(causes.begin(), causes.end(), [](const Cause& c) { return c.of_link && !c.capacity; })) return what;
  const std::string capacity = capacity_text(causes);
  return what.empty() || capacity.empty() ? what + capacity : what + ", " + capacity;
}

using Field = std::optional<double> Sample::*;

std::optional<StepResponse> measure(const SampleStore& store, const FlowName& flow, Duration at, Duration end,
                                    Field field, Field expected_field) {
  std::vector<CurvePoint> curve;
  store.curve(flow, field, {at - before, end}, all_rows, curve);
  // The curve has an extra point at either side.
  std::erase_if(curve, [&](const CurvePoint& point) { return from_seconds(point.time_s) > end; });
  std::optional<double> expected;
  if (const auto last = store.last_value(flow, expected_field, end); last && last->time_s >= to_seconds(at))
    expected = last->value;
  return measure_step(curve, to_seconds(at), expected);
}

StepReport report(const RunData& run, const FlowName& flow, const Step& step, Duration end) {
  StepReport report;
  report.at = step.at;
  report.observed = end - step.at;
  report.what = event_words(describe(step.causes));
  report.rate = measure(run.store, flow, step.at, end, &Sample::send_bitrate_bps, &Sample::link_capacity_bps);
  report.delay = measure(run.store, flow, step.at, end, &Sample::one_way_delay_ms, &Sample::predicted_delay_ms);
  return report;
}

}  // namespace

std::vector<StepReport> find_steps(const RunData& run, const FlowName& flow, std::size_t most) {
  const std::vector<Step> steps = join(find_causes(run, flow));
  const auto last_row = run.store.last_row(flow);
  std::vector<StepReport> reports;
  for (std::size_t i = steps.size() - std::min(most, steps.size()); i < steps.size(); ++i) {
    // The row at the time of the next step may already show that step's effect.
    const Duration end =
        i + 1 < steps.size() ? steps[i + 1].at - Duration(1) : (last_row ? last_row->time : Duration());
    reports.push_back(report(run, flow, steps[i], std::max(end, steps[i].at)));
  }
  return reports;
}

const std::vector<StepReport>& StepWatch::look(const RunData& run, const FlowName& flow) {
  const auto now = std::tuple(flow, run.store.changes(), run.events.size());
  if (now == std::tie(flow_, store_changes_, events_)) return reports_;
  std::tie(flow_, store_changes_, events_) = now;
  ++measured_;
  return reports_ = find_steps(run, flow, most_);
}

}  // namespace evenkeel
