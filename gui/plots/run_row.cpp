#include "gui/plots/run_row.h"

#include "gui/plots/curve_style.h"
#include "gui/plots/flow_layout.h"

namespace evenkeel {

RunRow::RunRow(QWidget* parent) : QWidget(parent) {
  auto* flow = new FlowLayout(this);
  flow->setContentsMargins(8, 4, 8, 2);
  flow->setSpacing(8);
  setAccessibleName(QStringLiteral("Runs"));
  hide();
}

void RunRow::set_runs(const std::vector<const RunData*>& runs, const Theme& theme) {
  for (LegendItem* item : items_) delete item;
  items_.clear();
  for (std::size_t i = 0; runs.size() > 1 && i < runs.size(); ++i) {
    items_.push_back(new LegendItem(text_of(runs[i]->name), CurveSpec::Mark::none, this));
    layout()->addWidget(items_.back());
    connect(items_.back(), &LegendItem::toggled, this, [this, i](bool on) { Q_EMIT run_toggled(i, on); });
  }
  setVisible(!items_.empty());
  apply_theme(theme);
}

void RunRow::apply_theme(const Theme& theme) {
  for (std::size_t i = 0; i < items_.size(); ++i) items_[i]->set_pen(QPen(run_color(i, theme), 3));
}

}  // namespace evenkeel
