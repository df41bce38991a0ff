#include <QEvent>
#include <QPainter>
#include <QScrollBar>
#include <QSplitter>
#include <algorithm>
#include <numeric>

#include "gui/plots/curve_style.h"
#include "gui/plots/plot_stack.h"
#include "gui/plots/run_row.h"
#include "gui/plots/time_axis_strip.h"
#include "gui/plots/time_plot.h"
#include "gui/theme/vertical_scroll_area.h"

// Which plots and curves are shown, where, and how they look.
namespace evenkeel {

QStringList PlotStack::plot_ids() {
  QStringList ids;
  for (const PlotSpec& spec : plot_specs()) ids << text_of(spec.id);
  return ids;
}

QString PlotStack::plot_title(const QString& id) {
  const auto found = std::ranges::find(plot_specs(), id, [](const PlotSpec& spec) { return text_of(spec.id); });
  return found == plot_specs().end() ? QString() : words_of(found->title);
}

TimePlot* PlotStack::plot(const QString& id) const {
  const auto index = plot_ids().indexOf(id);
  return index < 0 ? nullptr : plots_[static_cast<std::size_t>(index)];
}

bool PlotStack::plot_shown(const QString& id) const {
  const auto index = plot_ids().indexOf(id);
  return index >= 0 && shown_[static_cast<std::size_t>(index)];
}

void PlotStack::set_plot_shown(const QString& id, bool shown) {
  TimePlot* changed = plot(id);
  if (changed == nullptr || plot_shown(id) == shown) return;
  const auto index = static_cast<std::size_t>(plot_ids().indexOf(id));
  shown_[index] = shown;
  QList<int> sizes = splitter_->sizes();
  const int height = std::accumulate(sizes.begin(), sizes.end(), 0);
  int shares = 0;
  for (std::size_t i = 0; i < plots_.size(); ++i) shares += shown_[i] ? plots_[i]->spec().stretch : 0;
  changed->setVisible(shown);
  if (shown) {
    sizes[static_cast<qsizetype>(index)] = height * changed->spec().stretch / std::max(1, shares);
    splitter_->setSizes(sizes);
  }
  arrange();
  request_redraw(true);
  Q_EMIT curves_changed();
}

void PlotStack::set_curve_shown(const QString& column, bool shown) {
  if (curve_shown(column) == shown) return;
  if (shown) {
    hidden_curves_.removeAll(column);
  } else {
    hidden_curves_ << column;
  }
  for (TimePlot* plot : plots_) {
    const std::vector<CurveSpec>& curves = plot->spec().curves;
    for (std::size_t i = 0; i < curves.size(); ++i)
      if (text_of(curves[i].column) == column) plot->set_curve_shown(i, shown);
  }
  request_redraw(true);
  Q_EMIT curve_visibility_changed();
  Q_EMIT curves_changed();
}

void PlotStack::set_hidden_curves(const QStringList& columns) {
  const QStringList before = hidden_curves_;
  for (const QString& column : before) set_curve_shown(column, true);
  for (const QString& column : columns)
    if (find_column(column.toStdString()) != nullptr) set_curve_shown(column, false);
}

std::vector<TimePlot*> PlotStack::shown_plots() const {
  std::vector<TimePlot*> shown;
  for (std::size_t i = 0; i < plots_.size(); ++i)
    if (shown_[i]) shown.push_back(plots_[i]);
  return shown;
}

const TimePlot* PlotStack::reference_plot() const {
  const std::vector<TimePlot*> shown = shown_plots();
  return shown.empty() ? nullptr : shown.front();
}

/// Plots out of sight are not drawn, so that their axes are of another time.
PlotCanvas* PlotStack::labelled_canvas() const {
  const std::vector<TimePlot*> shown = shown_plots();
  if (shown.empty() || scroll_->verticalScrollBar()->value() == scroll_->verticalScrollBar()->maximum()) return nullptr;
  const auto seen =
      std::ranges::find_if(shown, [](TimePlot* plot) { return !plot->canvas().visibleRegion().isEmpty(); });
  return seen == shown.end() ? nullptr : &(*seen)->canvas();
}

void PlotStack::share_height() {
  constexpr int unit = 100;  // the splitter scales them to its height
  QList<int> sizes;
  for (TimePlot* plot : plots_) sizes << plot->spec().stretch * unit;
  splitter_->setSizes(sizes);
}

// The texts of markers are above the topmost plot, the labels of the time axis below the lowest one.
void PlotStack::arrange() {
  const QFontMetrics metrics(font());
  const std::vector<TimePlot*> shown = shown_plots();
  const bool right = std::ranges::any_of(shown, [](const TimePlot* plot) { return plot->has_right_axis(); });
  const int half_line = metrics.height() / 2 + 1;  // of a label at the end of the axis
  PlotCanvas::Margins margins;
  margins.left = metrics.horizontalAdvance(QStringLiteral("\u221200000")) + 8;
  margins.right = right ? margins.left : 14;
  for (TimePlot* plot : shown) {
    const bool first = plot == shown.front();
    const bool last = plot == shown.back();
    margins.top = first ? metrics.height() + 2 : half_line;
    margins.bottom = last ? metrics.height() + 8 : half_line;
    plot->canvas().set_margins(margins);
    plot->canvas().set_time_labels_shown(last);
    plot->canvas().marks().set_words_shown(first);
  }
  place_notes();
  show_selection();
}

QString PlotStack::note() const {
  if (fixed_.size() == 2) {
    const double between_s = to_seconds(fixed_[1] - fixed_[0]);
    return tr("from 1 to 2: %1 s").arg(QString::number(between_s, 'f', 3));
  }
  return live_ && paused() ? tr("paused \u2013 press End to follow") : QString();
}

void PlotStack::place_notes() {
  const std::vector<TimePlot*> shown = shown_plots();
  for (TimePlot* plot : shown) {
    plot->canvas().cursor().set_note(plot == shown.front() ? note() : QString());
    plot->canvas().redraw_overlay();
  }
}

void PlotStack::end_live() {
  set_following(false);
  live_ = false;
  place_notes();
  request_redraw(false);
}

void PlotStack::apply_theme() {
  const Theme& theme = theme_of(palette());
  for (TimePlot* plot : plots_) plot->apply_theme(theme);
  run_row_->apply_theme(theme);
  QPalette around(palette());
  around.setColor(QPalette::Window, theme.plot_background);
  splitter_->setPalette(around);
  splitter_->setAutoFillBackground(true);
  time_axis_->setPalette(around);
  time_axis_->setAutoFillBackground(true);
  run_row_->setPalette(around);
  run_row_->setAutoFillBackground(true);
  request_redraw(true);
}

void PlotStack::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    apply_theme();
    arrange();
  }
}

void PlotStack::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  request_redraw(true);
}

void PlotStack::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setPen(hasFocus() ? palette().color(QPalette::Highlight) : theme_of(palette()).grid);
  painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

}  // namespace evenkeel
