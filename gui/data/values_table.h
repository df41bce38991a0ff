#pragma once

#include "gui/data/text_table.h"
#include "gui/plots/plot_stack.h"

namespace evenkeel {

/// The columns of telemetry as rows that can be dragged onto a plot: from the cell of a flow the column of that flow,
/// from another cell that of the chosen one.
class ColumnModel : public TextTableModel {
  Q_OBJECT

 public:
  using TextTableModel::TextTableModel;

  /// The columns of the rows, and the flows of the cells from `first_flow` on.
  void set_choices(std::vector<const Column*> columns, std::vector<FlowName> flows, int first_flow);
  /// Nullopt outside the table, or where the column cannot be drawn.
  std::optional<ColumnChoice> choice(int row, int column) const;

  Qt::ItemFlags flags(const QModelIndex& index) const override;
  QStringList mimeTypes() const override;
  QMimeData* mimeData(const QModelIndexList& indexes) const override;

 private:
  std::vector<const Column*> columns_;
  std::vector<FlowName> flows_;
  int first_flow_ = 0;
};

/// All columns of telemetry.csv with their present values, or those at the cursor that was set last, of every flow of
/// the main run. Enter adds a column to the selected plot, Shift+Enter how much a counter grows per second.
class ValuesTable : public QWidget {
  Q_OBJECT

 public:
  explicit ValuesTable(PlotStack& plots, QWidget* parent = nullptr);

  /// Reads the values.
  void refresh();
  TextTable& table() { return *table_; }

 Q_SIGNALS:
  void said(const QString& sentence);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  Duration instant(const RunData& run) const;
  void set_flows(const std::vector<FlowName>& flows);
  void add_current(bool growth);

  PlotStack& plots_;
  ColumnModel* model_;
  TextTable* table_;
  std::vector<FlowName> flows_;
};

}  // namespace evenkeel
