#include <QEvent>
#include <QPainter>
#include <QSplitter>
#include <algorithm>
#include <numeric>

#include "gui/plots/curve_style.h"
#include "gui/plots/plot_stack.h"
#include "gui/plots/run_row.h"
#include "gui/plots/time_plot.h"

// Which plots and curves are shown, where, and how they look.
namespace evenkeel {
namespace {

// Of layout_state(), which is text: "plots 2", then "rate:250" for each shown plot. A settings file may contain
// anything, and QDataStream and QSplitter::restoreState() would allocate any amount of memory that it names. Layouts of
// version 1 are ignored: they would hide the queue plot, which did not exist then.
constexpr const char* layout_version = "plots 2";
constexpr int largest_height = 100'000;

std::optional<QMap<QString, int>> heights_in(const QByteArray& state) {
  QList<QByteArray> parts = state.split(' ');
  if (parts.size() < 3 || parts[0] + ' ' + parts[1] != layout_version) return std::nullopt;
  QMap<QString, int> heights;
  for (const QByteArray& part : parts.mid(2)) {
    const auto colon = part.indexOf(':');
    const QString id = QString::fromLatin1(part.left(colon));
    bool is_number = false;
    const int height = part.mid(colon + 1).toInt(&is_number);
    const bool fits = is_number && height >= 0 && height <= largest_height;
    if (colon < 0 || !fits || !PlotStack::plot_ids().contains(id) || heights.contains(id)) return std::nullopt;
    heights[id] = height;
  }
  return heights;
}

}  // namespace

QStringList PlotStack::plot_ids() {
  QStringList ids;
  for (const PlotSpec& spec : plot_specs()) ids << text_of(spec.id);
  return ids;
}

QString PlotStack::plot_title(const QString& id) {
  const auto found = std::ranges::find(plot_specs(), id, [](const PlotSpec& spec) { return text_of(spec.id); });
  return found == plot_specs().end() ? QString() : text_of(found->title);
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
}

void PlotStack::set_hidden_curves(const QStringList& columns) {
  const QStringList before = hidden_curves_;
  for (const QString& column : before) set_curve_shown(column, true);
  for (const QString& column : columns)
    if (find_column(column.toStdString()) != nullptr) set_curve_shown(column, false);
}

QByteArray PlotStack::layout_state() const {
  const QStringList ids = plot_ids();
  QString state = QString::fromLatin1(layout_version);
  for (qsizetype i = 0; i < ids.size(); ++i)
    if (plot_shown(ids[i])) state += QStringLiteral(" %1:%2").arg(ids[i]).arg(splitter_->sizes()[i]);
  return state.toLatin1();
}

bool PlotStack::restore_layout(const QByteArray& state) {
  const auto heights = heights_in(state);
  if (!heights) return false;
  QList<int> sizes;
  for (const QString& id : plot_ids()) {
    set_plot_shown(id, heights->contains(id));
    sizes << heights->value(id, 0);
  }
  splitter_->setSizes(sizes);
  return true;
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
}

void PlotStack::place_notes() {
  const std::vector<TimePlot*> shown = shown_plots();
  for (TimePlot* plot : shown) {
    const bool told = plot == shown.front() && live_ && paused();
    plot->canvas().cursor().set_note(told ? QStringLiteral("paused \u2013 press End to follow") : QString());
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
