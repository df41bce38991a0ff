#include "gui/plots/time_plot.h"

#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "gui/plots/curve_style.h"

namespace evenkeel {

void TimePlot::Extremes::add(double value) {
  low = any ? std::min(low, value) : value;
  high = any ? std::max(high, value) : value;
  any = true;
}

TimePlot::TimePlot(const PlotSpec& spec, QWidget* parent)
    : QWidget(parent),
      spec_(spec),
      legend_(new PlotLegend(spec, this)),
      canvas_(new PlotCanvas(this)),
      left_scale_(spec.from_zero),
      right_scale_(spec.from_zero),
      right_axis_(!spec.right_unit.empty()) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(legend_);
  column->addWidget(canvas_, 1);
  setAccessibleName(words_of(spec.title));
  canvas_->setAccessibleName(tr("%1 over time").arg(words_of(spec.title)));
  setAcceptDrops(true);
  connect_legend();
  connect(legend_, &PlotLegend::remove_asked, this, &TimePlot::remove_curve);
  connect(canvas_, &PlotCanvas::scale_asked, this, &TimePlot::zoom_values);
}

void TimePlot::connect_legend() {
  for (std::size_t i = 0; i < spec_.curves.size(); ++i) {
    connect(&legend_->item(i), &LegendItem::toggled, this,
            [this, i](bool on) { Q_EMIT curve_toggled(text_of(spec_.curves[i].column), on); });
  }
}

void TimePlot::apply_theme(const Theme& theme) {
  theme_ = &theme;
  canvas_->apply_theme(theme);
  for (std::size_t i = 0; i < spec_.curves.size(); ++i) {
    legend_->item(i).set_look(legend_look(i));
    legend_->item(i).set_right_axis(spec_.curves[i].right);
    for (std::size_t run = 0; run < runs_.size(); ++run) dress_graph(run, i);
  }
  for (std::size_t i = 0; runs_.size() < 2 && i < spec_.curves.size(); ++i) {
    if (spec_.curves[i].right) canvas_->set_right_axis_color(curve_color(i, 0));
  }
}

void TimePlot::dress_graph(std::size_t run, std::size_t curve) {
  if (graph(run, curve) == nullptr) return;
  const CurveLook of_curve = look(curve, run);
  graph(run, curve)->setPen(of_curve.pen);
  graph(run, curve)
      ->set_marker(of_curve.marker, marker_ink(of_curve.pen.color(), *theme_),
                   marker_phase(spec_, curve, run, runs_.size()));
}

CurveLook TimePlot::look(std::size_t curve, std::size_t run) const {
  return curve_look(spec_, curve, run, runs_.size(), *theme_);
}

QColor TimePlot::curve_color(std::size_t curve, std::size_t run) const {
  if (spec_.curves[curve].mark == CurveSpec::Mark::loss) return theme_->danger;
  if (spec_.curves[curve].mark == CurveSpec::Mark::repaired) return theme_->good;
  return look(curve, run).pen.color();
}

// With several runs colours and markers distinguish runs, so the legend shows a curve by its dashes alone.
CurveLook TimePlot::legend_look(std::size_t curve) const {
  const CurveSpec::Mark mark = spec_.curves[curve].mark;
  const bool of_runs = runs_.size() > 1 && mark != CurveSpec::Mark::loss && mark != CurveSpec::Mark::repaired;
  if (of_runs) return look_without_run(spec_, curve, *theme_);
  CurveLook of_curve = look(curve, 0);
  of_curve.pen.setColor(curve_color(curve, 0));
  return of_curve;
}

void TimePlot::set_runs(std::vector<const RunData*> runs) {
  runs_ = std::move(runs);
  for (std::size_t i = 0; i < spec_.curves.size(); ++i) legend_->item(i).reset_width();
  run_shown_.assign(runs_.size(), true);
  offsets_.assign(runs_.size(), Duration::zero());
  events_read_ = {};
  make_graphs();
  show_graphs();
  autoscaled_ = true;
  left_scale_ = YScale(spec_.from_zero);
  right_scale_ = YScale(spec_.from_zero);
  apply_theme(*theme_);
}

void TimePlot::make_graphs() {
  canvas_->clearGraphs();
  graphs_.clear();
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    for (const CurveSpec& curve : spec_.curves) {
      graphs_.push_back(nullptr);
      if (curve.mark != CurveSpec::Mark::none) continue;
      auto* graph = new MarkedGraph(canvas_->xAxis, curve.right ? canvas_->yAxis2 : canvas_->yAxis);
      graph->setLineStyle(curve.step ? QCPGraph::lsStepLeft : QCPGraph::lsLine);
      graph->setSelectable(QCP::stNone);
      graphs_.back() = graph;
    }
  }
}

void TimePlot::set_curve_shown(std::size_t curve, bool shown) {
  const QString column = text_of(spec_.curves[curve].column);
  hidden_columns_.removeAll(column);
  if (!shown) hidden_columns_ << column;
  legend_->item(curve).setChecked(shown);
  show_graphs();
}

void TimePlot::set_run_shown(std::size_t run, bool shown) {
  run_shown_[run] = shown;
  show_graphs();
}

void TimePlot::show_graphs() {
  for (std::size_t run = 0; run < runs_.size(); ++run) {
    for (std::size_t curve = 0; curve < spec_.curves.size(); ++curve)
      if (graph(run, curve) != nullptr) graph(run, curve)->setVisible(run_shown_[run] && shown(curve));
  }
}

void TimePlot::autoscale() {
  autoscaled_ = true;
  Q_EMIT canvas_->resized();  // asks for new curves, and with them for new scales
}

void TimePlot::zoom_values(double factor, bool right) {
  autoscaled_ = false;
  QCPAxis* axis = right && right_axis_ ? canvas_->yAxis2 : canvas_->yAxis;
  const QCPRange range = axis->range();
  // Scales around zero if it is visible, so that rates and delays still start at the axis.
  const double around = range.contains(0) ? 0 : range.center();
  axis->setRange(around + (range.lower - around) * factor, around + (range.upper - around) * factor);
  canvas_->replot(QCustomPlot::rpQueuedRefresh);
}

void TimePlot::redraw(double from_s, double to_s) {
  canvas_->xAxis->setRange(from_s, to_s);
  canvas_->replot(QCustomPlot::rpQueuedRefresh);
}

std::optional<double> TimePlot::value_at(std::size_t run, std::size_t curve, Duration time) const {
  return drawn(run, curve) ? source(run, curve).value_at(time, least_growth_) : std::nullopt;
}

ValueView TimePlot::value_view() const { return {autoscaled_, canvas_->yAxis->range(), canvas_->yAxis2->range()}; }

void TimePlot::set_value_view(const ValueView& view) {
  if (view.fits) return autoscale();
  autoscaled_ = false;
  canvas_->yAxis->setRange(view.left);
  if (right_axis_) canvas_->yAxis2->setRange(view.right);
}

void TimePlot::set_cursor(std::optional<Duration> time) {
  std::vector<CursorLine::Dot> dots;
  for (std::size_t curve = 0; time && curve < spec_.curves.size(); ++curve) {
    if (spec_.curves[curve].mark != CurveSpec::Mark::none || !shown(curve)) continue;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      const auto value = run_shown_[run] ? value_at(run, curve, *time) : std::nullopt;
      if (value) dots.push_back({*value, look(curve, run), spec_.curves[curve].right});
    }
  }
  canvas_->cursor().set_time(time ? std::optional(to_seconds(*time)) : std::nullopt);
  canvas_->cursor().set_dots(std::move(dots));
}

void TimePlot::show_values(Duration time, std::optional<Duration> compared_with) {
  for (std::size_t curve = 0; curve < spec_.curves.size(); ++curve) {
    if (spec_.curves[curve].mark == CurveSpec::Mark::mode) show_mode(curve, time);
    if (spec_.curves[curve].mark != CurveSpec::Mark::none) continue;
    std::vector<LegendItem::Reading> readings;
    for (std::size_t run = 0; run < runs_.size(); ++run) {
      if (!run_shown_[run]) continue;
      readings.push_back(
          {reading_of(run, curve, time, compared_with), runs_.size() > 1 ? curve_color(curve, run) : theme_->text});
    }
    legend_->item(curve).set_readings(std::move(readings));
  }
}

QString TimePlot::reading_of(std::size_t run, std::size_t curve, Duration time,
                             std::optional<Duration> compared_with) const {
  const auto value = value_at(run, curve, time);
  if (!value) return QStringLiteral("\u2013");
  const auto other = compared_with ? value_at(run, curve, *compared_with) : std::nullopt;
  if (!other) return reading_text(*value);
  return QStringLiteral("%1 (%2)").arg(reading_text(*value), difference_text(*value - *other));
}

}  // namespace evenkeel
