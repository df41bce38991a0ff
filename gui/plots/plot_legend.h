#pragma once

#include <QLabel>
#include <QWidget>
#include <vector>

#include "gui/plots/legend_item.h"

namespace evenkeel {

/// The line above a plot: its title, its unit and an item per curve. It is one stop of the Tab key; the arrow keys move
/// between items. A bar at its left edge marks the selected plot.
class PlotLegend : public QWidget {
  Q_OBJECT

 public:
  explicit PlotLegend(const PlotSpec& plot, QWidget* parent = nullptr);

  /// Makes the items anew, after curves were added or removed.
  void set_curves(const PlotSpec& plot);
  void set_selected(bool selected);
  bool selected() const { return selected_; }

  LegendItem& item(std::size_t curve) { return *items_[curve]; }
  const LegendItem& item(std::size_t curve) const { return *items_[curve]; }
  /// The curves in the order that the legend names them.
  const std::vector<std::size_t>& order() const { return order_; }
  void set_units(const QString& left, const QString& right);
  QString units() const { return unit_->text(); }

 Q_SIGNALS:
  void remove_asked(std::size_t curve);

 protected:
  void changeEvent(QEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  bool event(QEvent* event) override;

 private:
  void add_item(const CurveSpec& curve, std::size_t index);
  void apply_palette();
  void keep_room();
  void make_tab_stop(const QObject* item);
  bool move_focus(const QObject* from, int key);

  QLabel* title_;
  QLabel* unit_;
  std::vector<LegendItem*> items_;  // in the order of the curves
  std::vector<std::size_t> order_;
  bool selected_ = false;
};

}  // namespace evenkeel
