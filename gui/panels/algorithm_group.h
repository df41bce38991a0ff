#pragma once

#include <QMap>
#include <QWidget>
#include <span>
#include <vector>

#include "gui/panels/tuning_model.h"

class QComboBox;
class QLabel;
class QVBoxLayout;

namespace evenkeel {

class QuantityRow;

/// The controller, the send loop or loss recovery: its choice, where there is one, and a row for each of its
/// parameters.
class AlgorithmGroup : public QWidget {
  Q_OBJECT

 public:
  /// `title` is "Controller", as an example. The algorithms and the model must outlive the group.
  AlgorithmGroup(const QString& title, std::span<const AlgorithmDescription> algorithms, TuningModel& model);

  /// Shows the rows of an algorithm; no effect if they are shown already.
  void show_algorithm(const QString& name);
  void show_parameter(const QString& key);
  /// Sets the tab order again after the rows were rebuilt. Returns the last control.
  QWidget* follow_in_tab_order(QWidget* previous);

 Q_SIGNALS:
  void chosen(const QString& name);
  void rows_changed();
  /// The explanation of the row under the focus or the pointer, as rich text.
  void explained(const QString& markup);

 protected:
  void changeEvent(QEvent* event) override;

 private:
  void build(const QString& title);
  void make_rows(const AlgorithmDescription& algorithm);
  QuantityRow* make_row(const AlgorithmDescription& algorithm, const ParameterValue& parameter);
  void align_symbols();
  QString explanation(const QString& key, const QuantityRow& row) const;

  std::span<const AlgorithmDescription> algorithms_;
  TuningModel& model_;
  QString shown_;
  QComboBox* choice_ = nullptr;
  QLabel* summary_ = nullptr;
  QWidget* rows_box_ = nullptr;
  QVBoxLayout* layout_ = nullptr;
  std::vector<std::pair<QString, QuantityRow*>> rows_;  // by key, in the catalog's order
};

}  // namespace evenkeel
