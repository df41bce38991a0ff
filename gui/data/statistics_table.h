#pragma once

#include <QElapsedTimer>
#include <QTimer>

#include "gui/data/text_table.h"
#include "gui/plots/plot_stack.h"
#include "gui/store/value_statistics.h"

namespace evenkeel {

/// Minimum, mean, p50, p95 and maximum of each shown curve over the visible time, and its values at the cursors that
/// are set with their difference. Reads one curve per turn of the event loop, because a long range has many rows.
class StatisticsTable : public QWidget {
  Q_OBJECT

 public:
  explicit StatisticsTable(PlotStack& plots, QWidget* parent = nullptr);

  /// Begins to read all curves anew, unless that is going on.
  void refresh();
  /// Reads them before it returns; for tests.
  void refresh_now();
  TextTable& table() { return *table_; }

 private:
  void begin();
  void read_one();
  TextTableModel::Row row_of(const ShownCurve& curve);
  void add_cursor_texts(const ShownCurve& curve, QStringList& texts) const;

  PlotStack& plots_;
  TextTableModel* model_;
  TextTable* table_;
  QTimer turn_;
  std::vector<ShownCurve> curves_;
  TimeRange range_;
  std::vector<TextTableModel::Row> rows_;
  std::vector<double> values_;  // kept for their memory
  std::size_t fitted_rows_ = 0;
};

}  // namespace evenkeel
