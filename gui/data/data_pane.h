#pragma once

#include <QTabWidget>
#include <QTimer>

#include "gui/data/distribution_view.h"
#include "gui/data/events_table.h"
#include "gui/data/statistics_table.h"
#include "gui/data/values_table.h"

namespace evenkeel {

/// What the plots show, as tables and distributions. Only the open tab is kept up to date, and none while the pane is
/// hidden: values five times a second, what has to read all visible rows once a second.
class DataPane : public QTabWidget {
  Q_OBJECT

 public:
  /// `plots` must outlive the pane.
  explicit DataPane(PlotStack& plots, QWidget* parent = nullptr);

  ValuesTable& values() { return *values_; }
  StatisticsTable& statistics() { return *statistics_; }
  DistributionView& distribution() { return *distribution_; }
  EventsTable& events() { return *events_; }

 Q_SIGNALS:
  void said(const QString& sentence);

 protected:
  void showEvent(QShowEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void refresh();
  void refresh_slow();

  PlotStack& plots_;
  ValuesTable* values_;
  StatisticsTable* statistics_;
  DistributionView* distribution_;
  EventsTable* events_;
  QTimer fast_;
  QTimer slow_;
};

}  // namespace evenkeel
