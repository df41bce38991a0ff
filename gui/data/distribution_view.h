#pragma once

#include <QComboBox>
#include <QLabel>
#include <QWidget>

#include "gui/plots/plot_stack.h"

namespace evenkeel {

/// The histogram or the cumulative distribution of one curve over the visible time, of each shown run.
class DistributionView : public QWidget {
  Q_OBJECT

 public:
  enum class Form { histogram, cumulative };

  explicit DistributionView(PlotStack& plots, QWidget* parent = nullptr);

  /// Reads the values and draws them.
  void refresh();
  QComboBox& curve() { return *curve_; }
  QComboBox& form() { return *form_; }
  QCustomPlot& plot() { return *plot_; }

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  struct Values {
    QString run;
    CurveLook look;
    std::vector<double> values;
  };
  std::vector<Values> read();
  QString label_of(const std::vector<Values>& all) const;
  void list_curves(const std::vector<ShownCurve>& curves);
  void draw_histograms(const std::vector<Values>& all);
  void draw_cumulative(std::vector<Values>& all);
  QCPGraph* add_graph(const Values& values, std::size_t runs);
  void set_share_label(const QString& words, Qt::AlignmentFlag side_of_runs);
  void dress();

  PlotStack& plots_;
  QComboBox* curve_;
  QComboBox* form_;
  QCustomPlot* plot_;
  QString unit_;
};

}  // namespace evenkeel
