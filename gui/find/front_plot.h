#pragma once

#include <QWidget>

#include "gui/find/found_sets.h"

class QCPGraph;
class QCPLegend;
class QCustomPlot;

namespace evenkeel {

/// Use of the link against the p95 of its queue: every set that was tried as a dot, the Pareto front as a line, and
/// today's, the best and the chosen set as marks of their own shapes. A click or the arrow keys choose a set of the
/// front.
class FrontPlot : public QWidget {
  Q_OBJECT

 public:
  explicit FrontPlot(QWidget* parent = nullptr);

  /// What the first set is called in the legend: "today".
  void name_first(const QString& name);

  /// `chosen`: nullopt: none.
  void show_sets(const FoundSets& sets, std::optional<std::size_t> chosen);
  /// What the plot shows, in pixels of the widget; for tests.
  QPointF place_of(const TriedSet& set) const;

 Q_SIGNALS:
  void chosen(std::size_t set);

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void changeEvent(QEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;

 private:
  void make_graphs();
  void place_legend();
  void dress();
  std::vector<std::size_t> shown_sets() const;
  void set_ranges();
  void say_chosen();
  void choose(std::size_t place_on_front);
  std::optional<std::size_t> place_on_front() const;

  QCustomPlot* plot_;
  QCPGraph* tried_ = nullptr;
  QCPGraph* front_ = nullptr;
  QCPGraph* today_ = nullptr;
  QCPGraph* best_ = nullptr;
  QCPGraph* chosen_mark_ = nullptr;
  FoundSets sets_;
  std::optional<std::size_t> chosen_;
};

}  // namespace evenkeel
