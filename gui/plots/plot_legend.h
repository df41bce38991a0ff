#pragma once

#include <QLabel>
#include <QWidget>
#include <vector>

#include "gui/plots/legend_item.h"

namespace evenkeel {

/// The line above a plot: its title, its unit and an item per curve. It is one stop of the Tab key; the arrow keys move
/// between items.
class PlotLegend : public QWidget {
  Q_OBJECT

 public:
  explicit PlotLegend(const PlotSpec& plot, QWidget* parent = nullptr);

  LegendItem& item(std::size_t curve) { return *items_[curve]; }
  const LegendItem& item(std::size_t curve) const { return *items_[curve]; }
  /// The curves in the order that the legend names them.
  const std::vector<std::size_t>& order() const { return order_; }
  void set_units(const QString& left, const QString& right);
  QString units() const { return unit_->text(); }

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void apply_palette();
  void make_tab_stop(const QObject* item);
  bool move_focus(const QObject* from, int key);

  QLabel* title_;
  QLabel* unit_;
  std::vector<LegendItem*> items_;  // in the order of the curves
  std::vector<std::size_t> order_;
};

}  // namespace evenkeel
