#include "gui/find/front_plot.h"

#include <QAccessible>
#include <QKeyEvent>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "gui/find/find_words.h"
#include "gui/plots/dressed_plot.h"
#include "gui/plots/qcustomplot.h"
#include "gui/theme/accessible_role.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr double reach = 24;  // pixels from a click to the set that is meant
constexpr double percent = 100;
constexpr double share_of_bend = 0.75;   // of the highest use
constexpr double longest_of_bend = 1.5;  // times the longest queue of the marked sets
constexpr double least_range_ms = 10;

void set_points(QCPGraph& graph, const FoundSets& sets, const std::vector<std::size_t>& which) {
  QVector<double> queues, uses;
  for (const std::size_t i : which) {
    queues << sets.all()[i].queue_p95_ms;
    uses << percent * sets.all()[i].use;
  }
  graph.setData(queues, uses);
}

std::vector<std::size_t> listed(std::optional<std::size_t> one) {
  return one ? std::vector<std::size_t>{*one} : std::vector<std::size_t>{};
}

QPen thick(const QColor& color, double width = 2) { return {color, width}; }

}  // namespace

FrontPlot::FrontPlot(QWidget* parent) : QWidget(parent), plot_(new QCustomPlot(this)) {
  setFocusPolicy(Qt::StrongFocus);
  set_accessible_role(*this, QAccessible::Chart);
  setAccessibleName(tr("Use of the link against its queue"));
  setToolTip(tr("Click on a point of the front, or use the arrow keys, to see its parameters."));
  setMinimumSize(260, 180);
  plot_->setFocusPolicy(Qt::NoFocus);
  plot_->setAttribute(Qt::WA_TransparentForMouseEvents);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(2, 2, 2, 2);
  layout->addWidget(plot_);
  plot_->xAxis->setLabel(tr("p95 of the link's queue [ms]"));
  plot_->yAxis->setLabel(tr("use of the link [%]"));
  plot_->xAxis->setRange(0, 100);
  plot_->yAxis->setRange(0, 100);
  make_graphs();
  place_legend();
  dress();
}

void FrontPlot::make_graphs() {
  const auto add = [this](const QString& name) {
    QCPGraph* graph = plot_->addGraph();
    graph->setName(name);
    graph->setLineStyle(QCPGraph::lsNone);
    return graph;
  };
  tried_ = add(tr("tried"));
  front_ = add(tr("front: none is better in both"));
  front_->setLineStyle(QCPGraph::lsLine);
  today_ = add(tr("today"));
  best_ = add(tr("best for the goal"));
  chosen_mark_ = add(tr("shown in the table"));
}

void FrontPlot::name_first(const QString& name) { today_->setName(name); }

/// Below the axes: sets may lie anywhere between them.
void FrontPlot::place_legend() {
  QCPLegend* legend = plot_->legend;
  legend->setVisible(true);
  plot_->axisRect()->insetLayout()->take(legend);
  plot_->plotLayout()->addElement(1, 0, legend);
  plot_->plotLayout()->setRowStretchFactor(1, 0.001);
  legend->setWrap(3);  // first: the order places the entries anew
  legend->setFillOrder(QCPLegend::foColumnsFirst);
  legend->setIconSize(24, 20);
  legend->setBorderPen(Qt::NoPen);
}

void FrontPlot::dress() {
  const Theme& theme = theme_of(palette());
  dress_plot(*plot_, theme, font());
  QColor dim = theme.faint_text;
  dim.setAlpha(110);
  using Style = QCPScatterStyle;
  tried_->setScatterStyle(Style(Style::ssDisc, dim, dim, 4));
  front_->setPen(QPen(theme.curves[0], 1.4));
  front_->setScatterStyle(Style(Style::ssCircle, thick(theme.curves[0], 1.4), theme.plot_background, 6));
  today_->setScatterStyle(Style(Style::ssSquare, thick(theme.curves[1]), theme.curves[1], 9));
  best_->setScatterStyle(Style(Style::ssTriangle, thick(theme.curves[2]), theme.curves[2], 11));
  chosen_mark_->setScatterStyle(Style(Style::ssCircle, thick(theme.text), Qt::NoBrush, 16));
  plot_->axisRect()->setBackground(QBrush(theme.plot_background));
  plot_->xAxis2->setVisible(hasFocus());
  plot_->yAxis2->setVisible(hasFocus());
  for (QCPAxis* axis : {plot_->xAxis2, plot_->yAxis2}) {
    axis->setTicks(false);
    axis->setTickLabels(false);
    axis->setBasePen(QPen(palette().color(QPalette::Highlight), 2));
  }
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

void FrontPlot::show_sets(const FoundSets& sets, std::optional<std::size_t> chosen) {
  sets_ = sets;
  const bool other = chosen != chosen_;
  chosen_ = chosen;
  std::vector<std::size_t> all;
  for (std::size_t i = 0; i < sets.all().size(); ++i) all.push_back(i);
  set_points(*tried_, sets, all);
  std::vector<std::size_t> front = sets.front();
  set_points(*front_, sets, front);
  set_points(*today_, sets, listed(sets.empty() ? std::nullopt : std::optional(FoundSets::today)));
  set_points(*best_, sets, listed(sets.best()));
  set_points(*chosen_mark_, sets, listed(chosen));
  set_ranges();
  plot_->replot(QCustomPlot::rpQueuedReplot);
  if (other) say_chosen();
}

/// The sets around which the axes go: today's, the best, the chosen one, and of the front the bend, since its ends
/// would press it together: they give most of the link away, or let the queue grow for a last share of it.
std::vector<std::size_t> FrontPlot::shown_sets() const {
  std::vector<std::size_t> shown{FoundSets::today, *sets_.best(), chosen_.value_or(FoundSets::today)};
  double longest = least_range_ms;
  for (const std::size_t i : shown) longest = std::max(longest, sets_.all()[i].queue_p95_ms);
  const double most = sets_.all()[sets_.front().back()].use;
  std::ranges::copy_if(sets_.front(), std::back_inserter(shown), [&](std::size_t i) {
    return sets_.all()[i].use > share_of_bend * most && sets_.all()[i].queue_p95_ms < longest_of_bend * longest;
  });
  return shown;
}

void FrontPlot::set_ranges() {
  if (sets_.front().empty()) return;
  const std::vector<std::size_t> shown = shown_sets();
  double longest = 1;
  double least = percent;
  double most = 0;
  for (const std::size_t i : shown) {
    longest = std::max(longest, sets_.all()[i].queue_p95_ms);
    least = std::min(least, percent * sets_.all()[i].use);
    most = std::max(most, percent * sets_.all()[i].use);
  }
  const double margin = std::max(1.0, 0.08 * (most - least));
  plot_->xAxis->setRange(-0.03 * longest, 1.06 * longest);
  plot_->yAxis->setRange(least - margin, most + margin);
}

std::optional<std::size_t> FrontPlot::place_on_front() const {
  const auto& front = sets_.front();
  if (!chosen_ || front.empty()) return std::nullopt;
  const auto found = std::ranges::find(front, *chosen_);
  if (found != front.end()) return static_cast<std::size_t>(found - front.begin());
  // The set beside which the chosen one would stand.
  const auto nearest = std::ranges::min_element(front, {}, [this](std::size_t i) {
    return std::abs(sets_.all()[i].queue_p95_ms - sets_.all()[*chosen_].queue_p95_ms);
  });
  return static_cast<std::size_t>(nearest - front.begin());
}

void FrontPlot::choose(std::size_t place_on_front) { Q_EMIT chosen(sets_.front()[place_on_front]); }

void FrontPlot::keyPressEvent(QKeyEvent* event) {
  const std::size_t count = sets_.front().size();
  const std::size_t at = place_on_front().value_or(0);
  if (count == 0) return QWidget::keyPressEvent(event);
  switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
      return choose(at == 0 ? 0 : at - 1);
    case Qt::Key_Right:
    case Qt::Key_Up:
      return choose(std::min(count - 1, at + 1));
    case Qt::Key_Home:
      return choose(0);
    case Qt::Key_End:
      return choose(count - 1);
    default:
      return QWidget::keyPressEvent(event);
  }
}

QPointF FrontPlot::place_of(const TriedSet& set) const {
  return plot_->pos() +
         QPointF(plot_->xAxis->coordToPixel(set.queue_p95_ms), plot_->yAxis->coordToPixel(percent * set.use));
}

void FrontPlot::mousePressEvent(QMouseEvent* event) {
  const auto distance = [&](std::size_t i) {
    const QPointF way = place_of(sets_.all()[i]) - event->position();
    return std::hypot(way.x(), way.y());
  };
  const auto nearest = std::ranges::min_element(sets_.front(), {}, distance);
  if (nearest != sets_.front().end() && distance(*nearest) <= reach) Q_EMIT chosen(*nearest);
}

/// A screen reader reads it where the keyboard is here.
void FrontPlot::say_chosen() {
  const auto& front = sets_.front();
  const auto found = chosen_ ? std::ranges::find(front, *chosen_) : front.end();
  const QString which = found == front.end()
                            ? tr("Not on the front")
                            : tr("Point %1 of %2 of the front").arg(found - front.begin() + 1).arg(front.size());
  setAccessibleDescription(chosen_ ? which + QStringLiteral(": ") + measure_words(sets_.all()[*chosen_]) : QString());
  QAccessibleEvent said(this, QAccessible::DescriptionChanged);
  QAccessible::updateAccessibility(&said);
}

void FrontPlot::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) dress();
}

void FrontPlot::focusInEvent(QFocusEvent* event) {
  QWidget::focusInEvent(event);
  dress();
}

void FrontPlot::focusOutEvent(QFocusEvent* event) {
  QWidget::focusOutEvent(event);
  dress();
}

}  // namespace evenkeel
