#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/base/controller_mode.h"
#include "gui/backend/algorithm_catalog.h"
#include "gui/panels/reading_table.h"
#include "gui/store/step_response.h"

namespace evenkeel {

/// The predictions of theory for the running algorithms on the measured path, and the step responses measured after the
/// last steps. Setting the same values again is cheap: only differences are redrawn.
class TheoryPanel : public QWidget {
  Q_OBJECT

 public:
  /// Where the path of the theory is from: a call, the emulated link of the next one, or one that is not in use.
  enum class Path { measured, planned, switched_off };

  explicit TheoryPanel(QWidget* parent = nullptr);

  void set_theory(const AlgorithmCatalog::Theory& theory);
  /// The present mode of the controller; nullopt if it has none.
  void set_mode(std::optional<ControllerMode> mode);
  /// As find_steps() gives them, the newest last; the panel shows the newest first, and only the last few.
  void set_steps(const std::vector<StepReport>& steps);
  /// The path for which the theory was computed, and what limits the rate there if the controller does not.
  void set_path(const PathConditions& path, Path from = Path::measured);

 private:
  void show_all();

  ReadingTable* table_ = nullptr;
  ReadingTable::Row mode_;
  ReadingTable::Row bound_;
  std::vector<ReadingTable::Row> path_;
  std::vector<ReadingTable::Row> theory_;
  std::vector<ReadingTable::Row> steps_;
};

}  // namespace evenkeel
