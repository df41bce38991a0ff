#include "gui/data/data_pane.h"

#include <QTabBar>

namespace evenkeel {
namespace {

constexpr int fast_ms = 200;
constexpr int slow_ms = 1000;
constexpr int settle_ms = 100;  // the range changes many times while it is dragged

}  // namespace

DataPane::DataPane(PlotStack& plots, QWidget* parent) : QTabWidget(parent), plots_(plots) {
  setDocumentMode(true);
  setAccessibleName(tr("Data of the plots"));
  tabBar()->setAccessibleName(tr("Data of the plots"));
  tabBar()->setToolTip(tr("What the plots show, as tables and distributions"));
  values_ = new ValuesTable(plots, this);
  statistics_ = new StatisticsTable(plots, this);
  distribution_ = new DistributionView(plots, this);
  events_ = new EventsTable(plots, this);
  addTab(values_, tr("Columns"));
  addTab(statistics_, tr("Statistics"));
  addTab(distribution_, tr("Distribution"));
  addTab(events_, tr("Events"));
  slow_.setSingleShot(true);
  connect(&fast_, &QTimer::timeout, this, &DataPane::refresh);
  connect(&slow_, &QTimer::timeout, this, &DataPane::refresh_slow);
  connect(this, &QTabWidget::currentChanged, this, [this] {
    refresh();
    refresh_slow();
  });
  const auto soon = [this] {
    if (isVisible()) slow_.start(settle_ms);
  };
  connect(&plots_, &PlotStack::range_changed, this, soon);
  connect(&plots_, &PlotStack::curves_changed, this, soon);
  connect(&plots_, &PlotStack::cursors_changed, this, soon);
  connect(values_, &ValuesTable::said, this, &DataPane::said);
}

void DataPane::refresh() {
  if (!isVisible()) return;
  if (currentWidget() == values_) values_->refresh();
  if (currentWidget() == events_) events_->refresh();
}

void DataPane::refresh_slow() {
  if (!isVisible()) return;
  if (currentWidget() == statistics_) statistics_->refresh();
  if (currentWidget() == distribution_) distribution_->refresh();
  if (plots_.following()) slow_.start(slow_ms);
}

void DataPane::showEvent(QShowEvent* event) {
  QTabWidget::showEvent(event);
  plots_.set_selection_shown(true);
  fast_.start(fast_ms);
  refresh();
  refresh_slow();
}

void DataPane::hideEvent(QHideEvent* event) {
  QTabWidget::hideEvent(event);
  plots_.set_selection_shown(false);
  fast_.stop();
  slow_.stop();
}

}  // namespace evenkeel
