#pragma once

#include <QWidget>
#include <vector>

#include "gui/plots/legend_item.h"
#include "gui/store/run_data.h"
#include "gui/theme/theme.h"

namespace evenkeel {

/// Names the overlaid runs in their colours; clicking one hides its curves. Hidden if there are fewer than two runs.
class RunRow : public QWidget {
  Q_OBJECT

 public:
  explicit RunRow(QWidget* parent = nullptr);

  void set_runs(const std::vector<const RunData*>& runs, const Theme& theme);
  void apply_theme(const Theme& theme);

 Q_SIGNALS:
  void run_toggled(std::size_t run, bool shown);

 private:
  std::vector<LegendItem*> items_;
};

}  // namespace evenkeel
