#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "core/base/controller_mode.h"
#include "gui/backend/algorithm_catalog.h"
#include "gui/panels/reading_table.h"
#include "gui/store/step_response.h"

namespace evenkeel {

/// What the closed forms of the papers say of the running algorithms on the measured path, and what was measured on the
/// curves after the last steps. May be told the same again and again: only what differs is drawn anew.
class TheoryPanel : public QWidget {
  Q_OBJECT

 public:
  explicit TheoryPanel(QWidget* parent = nullptr);

  void set_theory(const AlgorithmCatalog::Theory& theory);
  /// What the controller does at the moment; nothing where it does not say.
  void set_mode(std::optional<ControllerMode> mode);
  /// As find_steps() gives them, the newest last; the panel shows the newest first, and only the last few.
  void set_steps(const std::vector<StepReport>& steps);
  /// What the theory was computed for.
  void set_path(const PathConditions& path);

 private:
  void show_all();

  ReadingTable* table_ = nullptr;
  ReadingTable::Row mode_;
  std::vector<ReadingTable::Row> path_;
  std::vector<ReadingTable::Row> theory_;
  std::vector<ReadingTable::Row> steps_;
};

}  // namespace evenkeel
