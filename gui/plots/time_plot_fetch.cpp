#include <algorithm>
#include <cmath>

#include "gui/plots/curve_style.h"
#include "gui/plots/time_plot.h"
#include "gui/store/counter_growth.h"
#include "gui/store/event_words.h"
#include "gui/store/run_data.h"

// What a plot takes from the stores of the runs.
namespace evenkeel {
namespace {

constexpr double widest_marks_s = 1200;  // marks of counters in a longer range would hide the curves

constexpr std::size_t law_terms = 3;

constexpr double usual_share = 0.9;  // of the values: higher ones count as peaks if the plot cuts peaks
constexpr double max_above_usual = 2;

/// The values may be in any order, and are reordered.
double without_peaks(std::vector<double>& values) {
  const auto usual = values.begin() + static_cast<std::ptrdiff_t>(usual_share * static_cast<double>(values.size() - 1));
  std::ranges::nth_element(values, usual);
  return std::min(max_above_usual * *usual, std::ranges::max(values));
}

/// "w [bytes]" has the unit "bytes".
QString unit_in(const QString& term) {
  const auto open = term.lastIndexOf(QChar('['));
  return open < 0 ? QString() : term.mid(open + 1).chopped(1);
}

/// Losses are marked by packet; their column is that of loss events, so that hiding them does not hide "lost in total".
std::optional<double> Sample::*counter_of(const CurveSpec& mark) {
  return mark.mark == CurveSpec::Mark::loss ? &Sample::packets_lost : find_column(mark.column)->member;
}

EventMarks::Event event_of(const RunEvent& event, double offset_s, const QColor& color, const CurveMarker& marker,
                           const Theme& theme) {
  const bool strong = event.kind == RunEvent::Kind::problem || event.kind == RunEvent::Kind::camera ||
                      event.kind == RunEvent::Kind::sound;
  return {.time_s = to_seconds(event.time) + offset_s,
          .text = text_of(event_words(event)),
          .color = strong ? theme.warning : color,
          .strong = strong,
          .marker = marker};
}

}  // namespace

FlowName TimePlot::flow_of(const RunData& run) const { return matching_flow(run.store, flow_); }

FlowName TimePlot::flow_of(const RunData& run, const CurveSpec& curve) const {
  return curve.flow.view().empty() ? flow_of(run) : matching_flow(run.store, curve.flow);
}

CurveSource TimePlot::source(std::size_t run, std::size_t curve) const {
  const CurveSpec& spec = spec_.curves[curve];
  return {&runs_[run]->store, flow_of(*runs_[run], spec), find_column(spec.column), spec.scale, spec.growth,
          offsets_[run]};
}

void TimePlot::fetch(TimeRange range, std::optional<double> now_s) {
  canvas_->take_size();
  name_law_terms();
  name_delay_kind();
  name_what_is_known();
  name_shadows();
  Extremes left;
  Extremes right;
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    for (std::size_t curve = 0; curve < spec_.curves.size(); ++curve) {
      if (graph(run, curve) == nullptr || !shown(curve) || !run_shown_[run]) continue;
      if (!drawn(run, curve)) {
        graph(run, curve)->data()->clear();
        continue;
      }
      fetch_curve(run, curve, range, spec_.curves[curve].right ? right : left);
    }
  }
  fetch_events();
  fetch_counts(range);
  fetch_modes(range);
  canvas_->set_right_axis_shown(right_axis_);
  if (!autoscaled_) return;
  fit(left_scale_, left, now_s);
  fit(right_scale_, right, now_s);
  canvas_->yAxis->setRange(left_scale_.low(), left_scale_.high());
  canvas_->yAxis2->setRange(right_scale_.low(), right_scale_.high());
}

void TimePlot::fit(YScale& scale, const Extremes& extremes, std::optional<double> now_s) {
  if (!extremes.any) return;
  if (now_s) {
    scale.follow(extremes.low, extremes.high, *now_s);
  } else {
    scale.fit(extremes.low, extremes.high);
  }
}

void TimePlot::fetch_curve(std::size_t run, std::size_t curve, TimeRange range, Extremes& extremes) {
  const CurveSpec& spec = spec_.curves[curve];
  const auto member = find_column(spec.column)->member;
  const auto buckets = static_cast<std::size_t>(std::max(50, canvas_->axisRect()->width()));
  runs_[run]->store.curve(flow_of(*runs_[run], spec), member, on_run(run, range), buckets, points_);
  if (spec.shadow > 0) {
    const FlowName flow = flow_of(*runs_[run], spec);
    std::erase_if(points_, [&, slot = static_cast<std::size_t>(spec.shadow)](const CurvePoint& point) {
      return !runs_[run]->shadows.has(flow, slot, from_seconds(point.time_s));
    });
  }
  least_growth_ = std::max<Duration>((range.to - range.from) / static_cast<int>(buckets), 1ms);
  if (spec.growth) to_growth(points_, to_seconds(least_growth_));
  for (CurvePoint& point : points_) point.time_s += offset_s(run);
  data_.resize(0);
  visible_.clear();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const CurvePoint& point = points_[i];
    const bool visible = point.time_s >= to_seconds(range.from) && point.time_s <= to_seconds(range.to);
    if (visible && std::isfinite(point.value)) visible_.push_back(point.value * spec.scale);
    // The cost of a line is its number of points: a level stretch is drawn as one segment.
    const bool level =
        i > 0 && i + 1 < points_.size() && points_[i - 1].value == point.value && points_[i + 1].value == point.value;
    if (!level) data_.push_back(QCPGraphData(point.time_s, point.value * spec.scale));
  }
  graph(run, curve)->data()->set(data_, true);
  if (visible_.empty()) return;
  extremes.add(std::ranges::min(visible_));
  extremes.add(spec_.cuts_peaks ? without_peaks(visible_) : std::ranges::max(visible_));
}

TimePlot::EventsRead TimePlot::events_to_read() const {
  EventsRead now{runs_, {}, offsets_, {}, run_shown_, theme_};
  for (const RunData* run : runs_) {
    now.flows.push_back(flow_of(*run));
    now.counts.push_back(run->events.size());
  }
  return now;
}

void TimePlot::add_events(std::size_t run, std::size_t first, std::vector<EventMarks::Event>& events) const {
  const FlowName flow = flow_of(*runs_[run]);
  const QColor color = runs_.size() > 1 ? run_color(run, *theme_) : theme_->faint_text;
  const CurveMarker marker = runs_.size() > 1 ? run_look(run, *theme_).marker : CurveMarker{};
  const std::vector<RunEvent>& all = runs_[run]->events;
  for (std::size_t i = first; i < all.size(); ++i)
    if (all[i].flow.view().empty() || all[i].flow == flow)
      events.push_back(event_of(all[i], offset_s(run), color, marker, *theme_));
}

// A slider that is dragged for minutes makes thousands: of a run that is alone only the new ones are read.
void TimePlot::fetch_events() {
  EventsRead now = events_to_read();
  if (now == events_read_) return;
  EventsRead grown = events_read_;
  grown.counts = now.counts;
  const bool only_more = now.counts.size() == 1 && grown == now && events_read_.counts[0] < now.counts[0];
  const std::size_t first = only_more ? events_read_.counts[0] : 0;
  std::vector<EventMarks::Event> events = only_more ? canvas_->marks().take_events() : std::vector<EventMarks::Event>();
  for (std::size_t run = 0; run < runs_.size(); ++run)
    if (run_shown_[run]) add_events(run, first, events);
  if (!std::ranges::is_sorted(events, {}, &EventMarks::Event::time_s))
    std::ranges::stable_sort(events, {}, &EventMarks::Event::time_s);
  canvas_->marks().set_events(std::move(events));
  events_read_ = std::move(now);
}

void TimePlot::fetch_counts(TimeRange range) {
  std::vector<EventMarks::Count> counts;
  for (std::size_t curve = 0; curve < spec_.curves.size(); ++curve) {
    const CurveSpec::Mark mark = spec_.curves[curve].mark;
    const bool counts_rises = mark != CurveSpec::Mark::none && mark != CurveSpec::Mark::mode;
    if (!counts_rises || !shown(curve) || to_seconds(range.to - range.from) > widest_marks_s) continue;
    const auto counter = counter_of(spec_.curves[curve]);
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      if (!run_shown_[run]) continue;
      const TimeRange of_run = on_run(run, range);
      for (const CountedEvent& event : counted_events(runs_[run]->store, flow_of(*runs_[run]), counter, of_run))
        counts.push_back(
            {to_seconds(event.time) + offset_s(run), mark, curve_color(curve, run), static_cast<int>(run)});
    }
  }
  canvas_->marks().set_counts(std::move(counts));
}

// Terms with the same unit share an axis, however different: they are summands of one law, and the plot shows which one
// dominates. Terms with another unit use the right-hand axis.
void TimePlot::name_law_terms() {
  if (spec_.id != "law" || runs_.empty()) return;
  const std::vector<std::string>& terms = runs_.front()->law_terms;
  const QString left = terms.empty() ? QString() : unit_in(text_of(terms.front()));
  QString right;
  for (std::size_t i = 0; i < law_terms; ++i) {
    const std::size_t term = law_terms - 1 - i;  // the first lies on top
    const QString name = term < terms.size() ? text_of(terms[term]) : tr("term %1").arg(term + 1);
    const bool other = term < terms.size() && unit_in(name) != left;
    if (other) right = unit_in(name).isEmpty() ? QStringLiteral("1") : unit_in(name);
    spec_.curves[i].right = other;
    legend_->item(i).set_right_axis(other);
    legend_->item(i).set_name(name.section(QStringLiteral(" ["), 0, 0));
    for (std::size_t run = 0; run < runs_.size(); ++run)
      graph(run, i)->setValueAxis(other ? canvas_->yAxis2 : canvas_->yAxis);
  }
  const QString added = right_units(spec_);
  if (!added.isEmpty()) right += (right.isEmpty() ? QString() : QStringLiteral(", ")) + added;
  right_axis_ = !right.isEmpty();
  legend_->set_units(left, right);
}

std::vector<std::string> TimePlot::shadow_names(std::size_t run, std::size_t curve) const {
  const CurveSpec& spec = spec_.curves[curve];
  return runs_[run]->shadows.names(flow_of(*runs_[run], spec), static_cast<std::size_t>(spec.shadow));
}

/// A curve has one name for all runs: that of the first one which has such a shadow; empty: none has.
std::vector<std::string> TimePlot::shadow_names(std::size_t curve) const {
  for (std::size_t run = 0; run < runs_.size(); ++run)
    if (auto names = shadow_names(run, curve); !names.empty()) return names;
  return {};
}

bool TimePlot::drawn(std::size_t run, std::size_t curve) const {
  return spec_.curves[curve].shadow == 0 || shadow_names(run, curve) == shadow_names(curve);
}

// What never acted must not look as if it had.
void TimePlot::name_shadows() {
  for (std::size_t i = 0; i < spec_.curves.size(); ++i) {
    if (spec_.curves[i].shadow == 0 || spec_.curves[i].added || runs_.empty()) continue;
    QStringList names;
    for (const std::string& name : shadow_names(i)) names << text_of(name);
    if (names.isEmpty()) {
      legend_->item(i).setVisible(false);
    } else {
      legend_->item(i).set_name(tr("%1 (not in the loop)").arg(names.join(tr(", then "))));
    }
  }
}

// An estimated delay must not look like a true one.
void TimePlot::name_delay_kind() {
  if (spec_.id != "delay" || runs_.empty()) return;
  const auto row = runs_.front()->store.last_row(flow_of(*runs_.front()));
  if (!row || !row->one_way_delay_kind) return;
  for (std::size_t i = 0; i < spec_.curves.size(); ++i) {
    if (spec_.curves[i].column != "oneWayDelay" || spec_.curves[i].added) continue;
    const QString kind = text_of(to_string(*row->one_way_delay_kind));
    legend_->item(i).set_name(QStringLiteral("%1 (%2)").arg(words_of(spec_.curves[i].label), kind));
  }
}

}  // namespace evenkeel
