#pragma once

#include <QLabel>
#include <QTableWidget>
#include <QWidget>
#include <vector>

#include "gui/store/run_data.h"

namespace evenkeel {

/// A table of the results of the shown runs, and of the settings in which they differ.
class RunsView : public QWidget {
  Q_OBJECT

 public:
  explicit RunsView(QWidget* parent = nullptr);

  /// `folders` for the tool tips, one per run.
  void set_runs(const std::vector<const RunData*>& runs, const QStringList& folders);

 Q_SIGNALS:
  void open_requested();
  void close_requested();

 private:
  void fill_runs(const std::vector<const RunData*>& runs, const QStringList& folders);
  void fill_differences(const std::vector<const RunData*>& runs);

  QTableWidget* runs_;
  QLabel* verdict_;
  QTableWidget* differences_;
};

}  // namespace evenkeel
