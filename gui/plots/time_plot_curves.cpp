#include <QApplication>
#include <QDragEnterEvent>
#include <algorithm>

#include "gui/plots/column_drag.h"
#include "gui/plots/curve_style.h"
#include "gui/plots/time_plot.h"

// The curves that the user adds to a plot.
namespace evenkeel {

bool TimePlot::add_curve(const ColumnChoice& choice) {
  if (!can_be_drawn(choice)) return false;
  const auto same = [&](const CurveSpec& curve) { return curve.added && choice_of(curve) == choice; };
  if (std::ranges::any_of(spec_.curves, same)) return false;
  const CurveSpec curve = added_curve(spec_, choice);
  spec_.curves.push_back(curve);
  curves_changed_here();
  return true;
}

void TimePlot::remove_curve(std::size_t curve) {
  if (curve >= spec_.curves.size() || !spec_.curves[curve].added) return;
  spec_.curves.erase(spec_.curves.begin() + static_cast<std::ptrdiff_t>(curve));
  curves_changed_here();
}

void TimePlot::remove_added_curves() {
  if (std::erase_if(spec_.curves, [](const CurveSpec& curve) { return curve.added; }) > 0) curves_changed_here();
}

void TimePlot::curves_changed_here() {
  const bool had_focus = legend_->isAncestorOf(QApplication::focusWidget());
  legend_->set_curves(spec_);
  for (std::size_t i = 0; i < spec_.curves.size(); ++i)
    legend_->item(i).setChecked(!hidden_columns_.contains(text_of(spec_.curves[i].column)));
  connect_legend();
  make_graphs();
  show_graphs();
  show_units();
  apply_theme(*theme_);
  autoscale();
  if (had_focus && !legend_->order().empty()) legend_->item(legend_->order().front()).setFocus(Qt::TabFocusReason);
  Q_EMIT curves_changed();
}

void TimePlot::show_units() {
  const QString right = right_units(spec_);
  right_axis_ = !right.isEmpty();
  legend_->set_units(words_of(spec_.unit), right);
}

QString TimePlot::unit_of(std::size_t curve) const {
  const CurveSpec& spec = spec_.curves[curve];
  if (spec.added) return text_of(spec.unit);
  return words_of(spec.right ? spec_.right_unit : spec_.unit);
}

void TimePlot::dragEnterEvent(QDragEnterEvent* event) {
  if (dragged_column(*event->mimeData())) event->acceptProposedAction();
}

void TimePlot::dropEvent(QDropEvent* event) {
  const auto choice = dragged_column(*event->mimeData());
  if (!choice) return;
  event->acceptProposedAction();
  Q_EMIT column_dropped(*choice);
}

}  // namespace evenkeel
