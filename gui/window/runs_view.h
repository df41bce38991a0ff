#pragma once

#include <QLabel>
#include <QTableWidget>
#include <QWidget>
#include <vector>

#include "gui/panels/shadow_choice.h"
#include "gui/store/run_data.h"

namespace evenkeel {

/// A table of the results of the shown runs, and of the settings in which they differ.
class RunsView : public QWidget {
  Q_OBJECT

 public:
  explicit RunsView(const std::vector<AlgorithmDescription>& controllers, QWidget* parent = nullptr);

  /// `folders` for the tool tips, one per run.
  void set_runs(const std::vector<const RunData*>& runs, const QStringList& folders);

  /// That of the row with the cursor; without one the first.
  int chosen_run() const;
  ShadowChoice& shadows() { return *shadows_; }

 Q_SIGNALS:
  void open_requested();
  void close_requested();
  void find_requested(int run);  ///< for the path of this one
  void run_chosen();

 private:
  void fill_runs(const std::vector<const RunData*>& runs, const QStringList& folders);
  void fill_differences(const std::vector<const RunData*>& runs);

  QTableWidget* runs_;
  ShadowChoice* shadows_;
  QLabel* verdict_;
  QTableWidget* differences_;
};

}  // namespace evenkeel
