#include "gui/plots/plot_stack.h"

#include <QScrollBar>
#include <QSplitter>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "gui/plots/curve_style.h"
#include "gui/plots/run_row.h"
#include "gui/plots/time_axis_strip.h"
#include "gui/plots/time_plot.h"
#include "gui/theme/accessible_role.h"
#include "gui/theme/vertical_scroll_area.h"

// Which runs and which time are drawn, and when.
namespace evenkeel {
namespace {

// Pause in multiples of the last drawing time: if drawing is slow, as on a display of 200 %, plots are redrawn less
// often instead of using more of the thread.
constexpr double pause_per_redraw = 3;
constexpr int longest_pause_ms = 50;
constexpr double row_s = 0.1;

}  // namespace

PlotStack::PlotStack(QWidget* parent)
    : QWidget(parent),
      splitter_(new QSplitter(Qt::Vertical)),
      run_row_(new RunRow(this)),
      scroll_(new VerticalScrollArea(splitter_, this)),  // where they need more height than there is
      time_axis_(new TimeAxisStrip([this] { return labelled_canvas(); }, this)) {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(1, 1, 1, 1);  // the mark of the keyboard focus
  column->setSpacing(0);
  column->addWidget(run_row_);
  column->addWidget(scroll_, 1);
  column->addWidget(time_axis_);
  connect_time_axis();
  splitter_->setChildrenCollapsible(false);
  splitter_->setHandleWidth(5);
  setFocusPolicy(Qt::StrongFocus);
  set_accessible_role(*this, QAccessible::Chart);
  setAccessibleName(tr("Plots"));
  setAccessibleDescription(
      tr("Left and Right pan, plus and minus zoom, Home shows all, End follows, Shift with Left and Right moves the "
         "cursor, Enter sets it and Z zooms to two that are set, Up and Down choose a plot, Escape goes back"));
  clock_.start();
  turn_.setSingleShot(true);
  connect(&turn_, &QTimer::timeout, this, &PlotStack::redraw_one);
  values_turn_.setSingleShot(true);
  connect(&values_turn_, &QTimer::timeout, this, &PlotStack::show_values);
  for (std::size_t i = 0; i < plot_specs().size(); ++i) add_plot(i);
  connect(run_row_, &RunRow::run_toggled, this, [this](std::size_t run, bool on) {
    for (TimePlot* plot : plots_) plot->set_run_shown(run, on);
    request_redraw(true);
    Q_EMIT curves_changed();
  });
  connect(run_row_, &RunRow::anchor_chosen, this, &PlotStack::align);
  apply_theme();
  arrange();
  share_height();
}

/// It takes height from the plots, which must not make them need it. Queued: a range changes while the layout is at
/// work, which would not make room for what appears meanwhile.
void PlotStack::connect_time_axis() {
  time_axis_->hide();
  const QScrollBar* const bar = scroll_->verticalScrollBar();
  const auto show_if_scrolled = [this, bar] {
    time_axis_->setVisible(bar->maximum() > (time_axis_->isHidden() ? 0 : time_axis_->height()));
  };
  connect(bar, &QScrollBar::rangeChanged, this, show_if_scrolled, Qt::QueuedConnection);
  connect(bar, &QScrollBar::valueChanged, time_axis_, qOverload<>(&QWidget::update));
}

void PlotStack::add_plot(std::size_t index) {
  const PlotSpec& spec = plot_specs()[index];
  auto* added = new TimePlot(spec, this);
  plots_.push_back(added);
  pending_.emplace_back();
  shown_.push_back(spec.shown_by_default);
  splitter_->addWidget(added);
  splitter_->setStretchFactor(static_cast<int>(index), spec.stretch);
  added->setVisible(spec.shown_by_default);
  connect(added, &TimePlot::curve_toggled, this, &PlotStack::set_curve_shown);
  connect(added, &TimePlot::column_dropped, this,
          [this, added](const ColumnChoice& choice) { add_curve(text_of(added->spec().id), choice); });
  connect(added, &TimePlot::curves_changed, this, [this] {
    arrange();
    request_redraw(true);
    Q_EMIT curves_changed();
  });
  connect_canvas(*added);
}

void PlotStack::connect_canvas(TimePlot& plot) {
  PlotCanvas* canvas = &plot.canvas();
  connect(canvas, &PlotCanvas::zoom_asked, this, [this](double factor, double around_s) {
    const bool was = following();
    view_.zoom(factor, around_s);
    view_changed(was);
  });
  connect(canvas, &PlotCanvas::pan_asked, this, [this](double by_s) {
    const bool was = following();
    view_.pan(by_s);
    view_changed(was);
  });
  connect(canvas, &PlotCanvas::box_drawn, this, [this, at = &plot](const PlotCanvas::Box& box) { zoom_to(*at, box); });
  connect(canvas, &PlotCanvas::back_asked, this, [this, at = &plot] {
    if (!zoom_back()) at->autoscale();
  });
  connect(canvas, &PlotCanvas::cursor_set, this, [this](double time_s) { set_cursor_at(from_seconds(time_s)); });
  connect(canvas, &PlotCanvas::hovered, this, &PlotStack::hover);
  connect(canvas, &PlotCanvas::left, this, &PlotStack::end_hover);
  connect(canvas, &PlotCanvas::pressed, this, [this, at = &plot] {
    setFocus(Qt::MouseFocusReason);
    select_plot(text_of(at->spec().id));
  });
  connect(canvas, &PlotCanvas::resized, this, [this] { request_redraw(true); });
}

void PlotStack::set_runs(std::vector<const RunData*> runs) {
  runs_ = std::move(runs);
  if (runs_.size() > max_runs) runs_.resize(max_runs);
  live_ = false;
  cursor_.reset();
  fixed_.clear();
  before_.clear();
  for (TimePlot* plot : plots_) plot->set_runs(runs_);
  run_row_->set_runs(runs_, theme_of(palette()));
  run_row_->follow_in_tab_order(this);
  place_runs();
  show_fixed();
  take_new_rows();
  view_.set_now(TimeView::usual_span_s);
  arrange();
  request_redraw(true);
  Q_EMIT curves_changed();
}

void PlotStack::set_flow(FlowName flow) {
  flow_ = flow;
  for (TimePlot* plot : plots_) plot->set_flow(flow);
  request_redraw(true);
  Q_EMIT curves_changed();
}

Duration PlotStack::newest() const {
  Duration end{};
  for (std::size_t i = 0; i < runs_.size(); ++i) end = std::max(end, runs_[i]->store.extent().to + offsets_[i]);
  return end;
}

Duration PlotStack::oldest() const {
  return offsets_.empty() ? Duration::zero() : std::min(Duration::zero(), *std::ranges::min_element(offsets_));
}

bool PlotStack::take_new_rows() {
  std::size_t rows = 0;
  for (const RunData* run : runs_) {
    for (const FlowName& flow : run->store.flows()) rows += run->store.rows(flow) + run->store.dropped_rows(flow);
  }
  view_.set_data(to_seconds(oldest()), to_seconds(newest()));
  return std::exchange(rows_, rows) != rows;
}

double PlotStack::pixel_s() const {
  const TimePlot* any = reference_plot();
  const double width = any == nullptr ? 1000 : any->canvas().time_axis_width() * any->devicePixelRatioF();
  return view_.span_s() / std::max(100.0, width);
}

// The axis scrolls by whole pixels, which keeps lines sharp and avoids redraws that change nothing.
void PlotStack::set_now(Duration now) {
  if (!std::exchange(live_, true)) place_notes();
  const double before = view_.to_s();
  const double step_s = view_.growing() ? std::max(pixel_s(), row_s) : pixel_s();  // no row needs another axis
  view_.set_now(std::ceil(to_seconds(now) / step_s) * step_s);
  const bool moved = view_.to_s() != before;
  // With a long span, a row is a small part of a pixel.
  const bool due = clock_.elapsed() - curves_read_ms_ > static_cast<qint64>(std::min(1000.0, 500 * pixel_s()));
  const bool curves = due && (take_new_rows() || to_seconds(newest()) > read_to_s_);
  if (curves) curves_read_ms_ = clock_.elapsed();
  if (moved || curves) request_redraw(curves);
}

void PlotStack::request_redraw(bool curves) {
  for (Pending& pending : pending_) {
    pending.picture = true;
    pending.curves = pending.curves || curves;
  }
  if (!turn_.isActive()) turn_.start(0);
}

// Other events, above all decoded pictures, are handled between two plots.
void PlotStack::redraw_one() {
  for (std::size_t tried = 0; tried < plots_.size(); ++tried) {
    const std::size_t index = next_;
    next_ = (next_ + 1) % plots_.size();
    if (!pending_[index].picture || !shown_[index] || plots_[index]->visibleRegion().isEmpty()) continue;
    QElapsedTimer cost;
    cost.start();
    redraw(index, pending_[index].curves);
    const auto pause_ms = pause_per_redraw * static_cast<double>(cost.nsecsElapsed()) / 1e6;
    return turn_.start(std::min(longest_pause_ms, static_cast<int>(pause_ms)));
  }
}

void PlotStack::redraw(std::size_t index, bool curves) {
  TimePlot& plot = *plots_[index];
  pending_[index] = {};
  if (curves) {
    const auto calm = live_ && following() ? std::optional(static_cast<double>(clock_.elapsed()) / 1e3) : std::nullopt;
    plot.fetch(view_.range(), calm);
    read_to_s_ = view_.to_s();
  }
  plot.set_cursor(cursor_instant());
  if (curves || cursor_) request_values();
  plot.redraw(view_.from_s(), view_.to_s());
  time_axis_->update();
  ++redraws_;
}

void PlotStack::refresh() {
  take_new_rows();
  if (!live_) view_.set_now(std::max(view_.span_s(), to_seconds(newest())));
  for (std::size_t i = 0; i < plots_.size(); ++i)
    if (shown_[i]) redraw(i, true);
  show_values();
}

void PlotStack::set_following(bool on) {
  if (on == following()) return;
  view_.set_following(on);
  view_changed(!on);
}

void PlotStack::set_span(Duration span) {
  view_.set_span(to_seconds(span));
  view_changed(following());
}

void PlotStack::show_all() {
  const bool was = following();
  take_new_rows();
  view_.show_all();
  view_changed(was);
}

void PlotStack::view_changed(bool was_following) {
  place_notes();
  request_redraw(true);
  if (was_following != following()) Q_EMIT following_changed(following());
  Q_EMIT range_changed();
}

}  // namespace evenkeel
