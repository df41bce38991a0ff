#include "gui/data/distribution_view.h"

#include <QHBoxLayout>
#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>

#include "gui/plots/dressed_plot.h"
#include "gui/plots/marked_graph.h"
#include "gui/store/distribution.h"
#include "gui/theme/flow_layout.h"
#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

constexpr std::size_t most_bins = 60;
constexpr std::size_t most_points = 500;
constexpr std::size_t most_values = 50'000;  // more are thinned out, evenly in time: sorting them would stop the window

/// "Delay: one way"
QString key_of(const ShownCurve& curve) { return curve.plot + QStringLiteral(": ") + curve.name; }

void thin(std::vector<double>& values) {
  const std::size_t step = (values.size() + most_values - 1) / most_values;
  if (step < 2) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < values.size(); i += step) values[kept++] = values[i];
  values.resize(kept);
}

/// All values of all runs; nullopt if there are none.
std::optional<std::pair<double, double>> extremes_of(const auto& all) {
  std::optional<std::pair<double, double>> found;
  for (const auto& run : all) {
    for (const double value : run.values) {
      if (!found) found = {value, value};
      found = {std::min(found->first, value), std::max(found->second, value)};
    }
  }
  return found;
}

}  // namespace

DistributionView::DistributionView(PlotStack& plots, QWidget* parent)
    : QWidget(parent),
      plots_(plots),
      curve_(new QComboBox(this)),
      form_(new QComboBox(this)),
      plot_(new QCustomPlot(this)) {
  curve_->setAccessibleName(tr("Curve whose values are counted"));
  curve_->setToolTip(tr("Curve whose values over the visible time are counted"));
  form_->setAccessibleName(tr("Form of the distribution"));
  form_->setToolTip(tr("Histogram: how often values occur. CDF: which share of them is not above a value."));
  form_->addItem(tr("Histogram"), static_cast<int>(Form::histogram));
  form_->addItem(tr("CDF"), static_cast<int>(Form::cumulative));
  plot_->setFocusPolicy(Qt::NoFocus);
  plot_->setAccessibleName(tr("Distribution of the values"));
  plot_->setMinimumSize(120, 90);
  auto* row = new QHBoxLayout;
  row->addWidget(curve_);
  row->addWidget(form_);
  row->addStretch();
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->addLayout(row);
  column->addWidget(plot_, 1);
  connect(curve_, &QComboBox::activated, this, &DistributionView::refresh);
  connect(form_, &QComboBox::activated, this, &DistributionView::refresh);
  dress();
}

void DistributionView::list_curves(const std::vector<ShownCurve>& curves) {
  QStringList names;
  for (const ShownCurve& curve : curves)
    if (!names.contains(key_of(curve))) names << key_of(curve);
  QStringList before;
  for (int i = 0; i < curve_->count(); ++i) before << curve_->itemText(i);
  if (names == before) return;
  const QString chosen = curve_->currentText();
  curve_->clear();
  curve_->addItems(names);
  curve_->setCurrentIndex(std::max(0, static_cast<int>(names.indexOf(chosen))));
}

std::vector<DistributionView::Values> DistributionView::read() {
  const std::vector<ShownCurve> curves = plots_.shown_curves();
  list_curves(curves);
  std::vector<Values> all;
  for (const ShownCurve& curve : curves) {
    if (key_of(curve) != curve_->currentText()) continue;
    Values& values = all.emplace_back(Values{curve.run_name, curve.look, {}});
    curve.source.values(plots_.visible_range(), values.values);
    thin(values.values);
    unit_ = curve.unit;
  }
  return all;
}

/// Of a constant with its value, which the one bar alone does not tell.
QString DistributionView::label_of(const std::vector<Values>& all) const {
  const QString name = unit_.isEmpty() ? curve_->currentText() : curve_->currentText() + " [" + unit_ + "]";
  const auto extremes = extremes_of(all);
  if (!extremes || extremes->first != extremes->second) return name;
  return tr("%1: always %2").arg(name, QString::number(extremes->first, 'g', 6));
}

void DistributionView::refresh() {
  std::vector<Values> all = read();
  plot_->clearGraphs();
  plot_->xAxis->setLabel(label_of(all));
  if (form_->currentData().toInt() == static_cast<int>(Form::histogram)) {
    draw_histograms(all);
  } else {
    draw_cumulative(all);
  }
  plot_->legend->setVisible(all.size() > 1);
  plot_->replot(QCustomPlot::rpQueuedReplot);
}

/// With the marker of the run or curve, as the plots have it.
QCPGraph* DistributionView::add_graph(const Values& values, std::size_t runs) {
  auto* graph = new MarkedGraph(plot_->xAxis, plot_->yAxis);
  QPen pen(values.look.pen.color(), 1.4);
  // Runs differ in their dashes too, so that they can be told apart without colours.
  constexpr std::array styles{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine, Qt::DashDotDotLine};
  pen.setStyle(styles[static_cast<std::size_t>(plot_->graphCount() - 1) % styles.size()]);
  graph->setPen(pen);
  const auto place = static_cast<double>(plot_->graphCount() - 1);
  graph->set_marker(values.look.marker, marker_ink(pen.color(), theme_of(palette())),
                    (place + 0.5) / static_cast<double>(runs));
  graph->setName(values.run);
  return graph;
}

/// Where it has the height; the names of runs go to the side where curves are low.
void DistributionView::set_share_label(const QString& words, Qt::AlignmentFlag side_of_runs) {
  const int room = plot_->height() - 3 * plot_->fontMetrics().lineSpacing();
  plot_->yAxis->setLabel(plot_->fontMetrics().horizontalAdvance(words) <= room ? words : QString());
  plot_->yAxis->ticker()->setTickCount(std::clamp(room / 25, 2, 5));
  plot_->axisRect()->insetLayout()->setInsetAlignment(0, Qt::AlignTop | side_of_runs);
}

void DistributionView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  if (isVisible()) refresh();
}

void DistributionView::draw_histograms(const std::vector<Values>& all) {
  set_share_label(tr("share of the rows [%]"), Qt::AlignRight);
  const auto extremes = extremes_of(all);
  if (!extremes) return;
  const Bins bins = bins_for(extremes->first, extremes->second, most_bins);
  double highest = 0;
  for (const Values& values : all) {
    QCPGraph* graph = add_graph(values, all.size());
    graph->setLineStyle(QCPGraph::lsStepLeft);
    const std::vector<double> shares = histogram(values.values, bins);
    if (shares.empty()) continue;
    graph->addData(bins.from, 0);
    for (std::size_t i = 0; i < shares.size(); ++i) graph->addData(bins.begin(i), 100 * shares[i]);
    graph->addData(bins.begin(bins.count), 0);
    highest = std::max(highest, 100 * std::ranges::max(shares));
    if (all.size() == 1) {
      QColor fill(values.look.pen.color());
      fill.setAlpha(60);
      graph->setBrush(fill);
    }
  }
  plot_->xAxis->setRange(bins.from - bins.width, bins.begin(bins.count) + bins.width);
  plot_->yAxis->setRange(0, 1.06 * highest);
}

void DistributionView::draw_cumulative(std::vector<Values>& all) {
  set_share_label(tr("share not above [%]"), Qt::AlignLeft);
  const auto extremes = extremes_of(all);
  if (!extremes) return;
  for (Values& values : all) {
    QCPGraph* graph = add_graph(values, all.size());
    graph->setLineStyle(QCPGraph::lsStepLeft);
    const std::vector<CdfPoint> points = cumulative_distribution(values.values, most_points);
    if (!points.empty()) graph->addData(points.front().value, 0);
    for (const CdfPoint& point : points) graph->addData(point.value, 100 * point.share);
  }
  const Bins bins = bins_for(extremes->first, extremes->second, most_bins);  // as wide as a constant's, at least
  const double margin = std::max(0.02 * (extremes->second - extremes->first), bins.count == 1 ? bins.width : 0);
  plot_->xAxis->setRange(extremes->first - margin, extremes->second + margin);
  plot_->yAxis->setRange(0, 102);
}

void DistributionView::dress() {
  const Theme& theme = theme_of(palette());
  dress_plot(*plot_, theme, font());
  plot_->legend->setBorderPen(QPen(theme.grid));
}

void DistributionView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
    dress();
    refresh();
  }
}

}  // namespace evenkeel
