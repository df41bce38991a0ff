#include <QKeyEvent>
#include <algorithm>

#include "gui/plots/plot_stack.h"
#include "gui/plots/time_plot.h"

// The cursor, and what the keyboard does.
namespace evenkeel {
namespace {

constexpr double pan_share = 0.1;
constexpr double zoom_factor = 0.7;
constexpr double shortest_step_s = 0.1;
constexpr qint64 values_every_ms = 200;  // numbers that change faster cannot be read

}  // namespace

std::optional<double> PlotStack::cursor_time() const {
  if (!cursor_) return std::nullopt;
  return cursor_->share ? view_.from_s() + *cursor_->share * view_.span_s() : cursor_->time_s;
}

std::optional<Duration> PlotStack::cursor_instant() const {
  const auto time_s = cursor_time();
  return time_s ? std::optional(from_seconds(*time_s)) : std::nullopt;
}

void PlotStack::cursor_changed() {
  for (TimePlot* plot : shown_plots()) {
    plot->set_cursor(cursor_instant());
    plot->canvas().redraw_overlay();
  }
  request_values();
}

void PlotStack::request_values() {
  if (values_turn_.isActive()) return;
  const qint64 due_ms = values_told_ms_ + values_every_ms - clock_.elapsed();
  values_turn_.start(static_cast<int>(std::max<qint64>(0, due_ms)));
}

// For all plots at once, because they are read as values of one time.
void PlotStack::show_values() {
  values_turn_.stop();
  values_told_ms_ = clock_.elapsed();
  const double edge_s = std::min(view_.to_s(), to_seconds(newest()));
  const Duration at = fixed_.size() == 2 ? fixed_.back() : from_seconds(cursor_time().value_or(edge_s));
  const auto other = fixed_.empty() ? std::nullopt : std::optional(fixed_.front());
  for (TimePlot* plot : shown_plots()) plot->show_values(at, other);
}

void PlotStack::hover(double time_s) {
  cursor_ = Cursor{time_s, (time_s - view_.from_s()) / view_.span_s()};
  cursor_changed();
  Q_EMIT cursor_moved(time_s);
}

// A cursor that the keyboard has placed stays.
void PlotStack::end_hover() {
  if (!cursor_ || !cursor_->share) return;
  cursor_.reset();
  cursor_changed();
}

void PlotStack::move_cursor(double by_s) {
  const bool was = following();
  const double from = cursor_time().value_or(std::min(view_.to_s(), to_seconds(newest())));
  const double first = to_seconds(oldest());
  const double time_s = std::clamp(from + by_s, first, std::max(first, to_seconds(newest())));
  cursor_ = Cursor{time_s, std::nullopt};
  view_.set_following(false);
  view_.reveal(time_s);
  view_changed(was);
  Q_EMIT cursor_moved(time_s);
}

void PlotStack::keyPressEvent(QKeyEvent* event) {
  const bool was = following();
  const bool shift = event->modifiers().testFlag(Qt::ShiftModifier);
  const double direction = event->key() == Qt::Key_Left ? -1 : 1;
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
      if (shift) return move_cursor(direction * std::max(shortest_step_s, 2 * pixel_s()));
      view_.pan(direction * pan_share * view_.span_s());
      break;
    // Around the right edge while following, which continues; otherwise around the cursor.
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus: {
      const double factor = event->key() == Qt::Key_Minus ? 1 / zoom_factor : zoom_factor;
      if (was) return set_span(from_seconds(view_.span_s() * factor));
      view_.zoom(factor, cursor_time().value_or((view_.from_s() + view_.to_s()) / 2));
      break;
    }
    case Qt::Key_Home:
      return show_all();
    case Qt::Key_End:
      cursor_.reset();
      return set_following(true);
    case Qt::Key_Up:
    case Qt::Key_Down:
      return step_selection(event->key() == Qt::Key_Up ? -1 : 1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
      return set_cursor_at(from_seconds(cursor_time().value_or(std::min(view_.to_s(), to_seconds(newest())))));
    case Qt::Key_Z:
      if (fixed_.size() < 2) return QWidget::keyPressEvent(event);
      return zoom_to(fixed_);
    case Qt::Key_Escape:
      if (!escape()) QWidget::keyPressEvent(event);
      return;
    default:
      return QWidget::keyPressEvent(event);
  }
  view_changed(was);
}

void PlotStack::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  show_selection();
  update();
}

void PlotStack::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  show_selection();
  update();
}

}  // namespace evenkeel
