#include <algorithm>

#include "gui/plots/curve_style.h"
#include "gui/plots/plot_stack.h"
#include "gui/plots/run_row.h"
#include "gui/plots/time_plot.h"

// Zooming by a box and back, and the cursors that stay.
namespace evenkeel {
namespace {

constexpr std::size_t most_boxes = 50;
constexpr std::size_t most_cursors = 2;

}  // namespace

void PlotStack::zoom_to(TimePlot& plot, const PlotCanvas::Box& box) {
  const bool was = following();
  before_.push_back({was, view_.from_s(), view_.to_s(), text_of(plot.spec().id), plot.value_view()});
  if (before_.size() > most_boxes) before_.erase(before_.begin());
  if (box.values) plot.set_value_view({false, box.left, box.right});
  view_.show(box.time_s.lower, box.time_s.upper);
  view_changed(was);
}

void PlotStack::zoom_to(const std::vector<Duration>& cursors) {
  TimePlot* selected = plot(selected_plot());
  const auto [from, to] = std::ranges::minmax(cursors);
  if (selected != nullptr && from < to)
    zoom_to(*selected, {.time_s = QCPRange(to_seconds(from), to_seconds(to)), .left = {}, .right = {}});
}

bool PlotStack::zoom_back() {
  if (before_.empty()) return false;
  const Before back = before_.back();
  before_.pop_back();
  const bool was = following();
  if (back.following) {
    view_.set_following(true);
  } else {
    view_.show(back.from_s, back.to_s);
  }
  if (TimePlot* zoomed = plot(back.plot)) zoomed->set_value_view(back.values);
  view_changed(was);
  return true;
}

/// What the user did last goes first.
bool PlotStack::escape() {
  for (TimePlot* plot : plots_) {
    if (!plot->canvas().drawing_box()) continue;
    plot->canvas().cancel_box();
    return true;
  }
  if (cursor_ && !cursor_->share) {
    cursor_.reset();
    cursor_changed();
    return true;
  }
  if (!fixed_.empty()) {
    clear_cursors();
    return true;
  }
  if (zoom_back()) return true;
  if (!cursor_) return false;
  cursor_.reset();
  cursor_changed();
  return true;
}

void PlotStack::set_cursor_at(Duration time) {
  if (fixed_.size() == most_cursors) fixed_.clear();
  fixed_.push_back(time);
  show_fixed();
}

void PlotStack::clear_cursors() {
  fixed_.clear();
  show_fixed();
}

void PlotStack::show_fixed() {
  std::vector<double> times_s;
  for (const Duration time : fixed_) times_s.push_back(to_seconds(time));
  for (TimePlot* plot : plots_) {
    plot->canvas().cursor().set_fixed(times_s);
    for (const std::size_t curve : plot->legend().order()) plot->legend().item(curve).reset_width();
  }
  place_notes();
  show_values();
  Q_EMIT cursors_changed();
}

void PlotStack::go_to(Duration time) {
  const bool was = following();
  const double span_s = view_.span_s();
  const double time_s = to_seconds(time);
  view_.show(time_s - span_s / 2, time_s + span_s / 2);
  cursor_ = Cursor{time_s, std::nullopt};
  view_changed(was);
  cursor_changed();
}

void PlotStack::align(const RunAnchor& anchor) {
  anchor_ = anchor;
  place_runs();
  take_new_rows();
  clear_cursors();
  before_.clear();
  if (live_ && following()) {
    request_redraw(true);
  } else {
    show_all();
  }
  Q_EMIT curves_changed();
}

void PlotStack::place_runs() {
  std::vector<RunAnchor> anchors = common_anchors(runs_, flow_);
  if (std::ranges::find(anchors, anchor_) == anchors.end()) anchor_ = {};
  offsets_ = alignment_offsets(runs_, flow_, anchor_);
  for (TimePlot* plot : plots_) {
    plot->set_offsets(offsets_);
    plot->canvas().set_begin(to_seconds(oldest()));
  }
  run_row_->set_anchors(std::move(anchors), anchor_);
}

}  // namespace evenkeel
