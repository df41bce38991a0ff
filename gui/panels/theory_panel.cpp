#include "gui/panels/theory_panel.h"

#include <QVBoxLayout>

#include "gui/panels/reading_rows.h"

namespace evenkeel {
namespace {

void append(std::vector<ReadingTable::Row>& all, const std::vector<ReadingTable::Row>& part) {
  all.insert(all.end(), part.begin(), part.end());
}

}  // namespace

TheoryPanel::TheoryPanel(QWidget* parent) : QWidget(parent), table_(new ReadingTable), mode_(mode_row(std::nullopt)) {
  table_->setAccessibleName(tr("What theory says, and what was measured after each step"));
  table_->setAccessibleDescription(tr("Rows are selected with the arrow keys and copied with Ctrl+C."));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(6, 6, 6, 6);
  layout->addWidget(table_);
  set_theory({});
  set_path({});
  set_steps({});
}

void TheoryPanel::set_theory(const AlgorithmCatalog::Theory& theory) {
  theory_ = prediction_rows(tr("Controller"), theory.controller);
  append(theory_, prediction_rows(tr("Send loop"), theory.send_loop));
  show_all();
}

void TheoryPanel::set_mode(std::optional<ControllerMode> mode) {
  mode_ = mode_row(mode);
  show_all();
}

void TheoryPanel::set_steps(const std::vector<StepReport>& steps) {
  steps_ = step_rows(steps);
  show_all();
}

void TheoryPanel::set_path(const PathConditions& path) {
  path_ = {path_row(path)};
  show_all();
}

void TheoryPanel::show_all() {
  std::vector<ReadingTable::Row> all = theory_;
  all.insert(all.begin() + 1, mode_);  // below the title
  append(all, path_);
  append(all, steps_);
  table_->show_rows(std::move(all));
}

}  // namespace evenkeel
