#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>
#include <vector>

#include "gui/plots/legend_item.h"
#include "gui/store/run_alignment.h"
#include "gui/theme/theme.h"

namespace evenkeel {

/// What an anchor is called: "first change of the capacity".
QString words_of(const RunAnchor& anchor);

/// Names the overlaid runs in their colours; clicking one hides its curves. Beside them is the choice of what they are
/// aligned on. Hidden if there are fewer than two runs.
class RunRow : public QWidget {
  Q_OBJECT

 public:
  explicit RunRow(QWidget* parent = nullptr);

  void set_runs(const std::vector<const RunData*>& runs, const Theme& theme);
  /// The Tab key leads here after that, though the names of the runs are made later than what is below them.
  void follow_in_tab_order(QWidget* previous);
  void set_anchors(std::vector<RunAnchor> anchors, const RunAnchor& chosen);
  void apply_theme(const Theme& theme);

 Q_SIGNALS:
  void run_toggled(std::size_t run, bool shown);
  void anchor_chosen(const RunAnchor& anchor);

 private:
  std::vector<LegendItem*> items_;
  QLabel* label_;
  QComboBox* anchor_;
  std::vector<RunAnchor> anchors_;
};

}  // namespace evenkeel
