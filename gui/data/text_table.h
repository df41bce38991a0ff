#pragma once

#include <QAbstractTableModel>
#include <QLabel>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <optional>
#include <vector>

#include "gui/plots/curve_style.h"

namespace evenkeel {

/// Rows of texts. Rows are compared with those before, so that a table that is filled several times a second repaints
/// only what changed, and keeps its selection.
class TextTableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  struct Row {
    QStringList texts;  ///< one per column
    QString tool_tip;
    std::optional<CurveLook> look{};  ///< of a piece of a curve before the first text

    bool operator==(const Row&) const = default;
  };

  using QAbstractTableModel::QAbstractTableModel;

  /// Columns from `first_number` on are numbers: aligned to the right.
  void set_header(const QStringList& header, int first_number, int last_number);
  void set_rows(std::vector<Row> rows);
  const std::vector<Row>& rows() const { return rows_; }
  const QStringList& header() const { return header_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  int alignment_of(int column) const;
  bool is_number(int column) const { return column >= first_number_ && column <= last_number_; }

  QStringList header_;
  int first_number_ = 0;
  int last_number_ = -1;
  std::vector<Row> rows_;
};

/// A table of texts that is searched by a field above it. Ctrl+C copies the selected rows, all if none is selected,
/// with the header and tabs between the cells.
class TextTable : public QWidget {
  Q_OBJECT

 public:
  /// The table owns neither the model nor the accessible name of its field, which says what it searches.
  TextTable(const QString& name, TextTableModel& model, QWidget* parent = nullptr);

  QTableView& view() { return *view_; }
  QLineEdit& filter() { return *filter_; }
  /// The rows that the filter leaves, as they are copied.
  QString copied_text() const;
  /// The row of the model below the keyboard's cursor; -1: none.
  int current_row() const;
  int current_column() const;
  /// Fits the columns to their texts; to be called once they are there.
  void fit_columns();
  /// Of words, which a tool tip has: it gives way, down to a few letters, where the others would not all be in view.
  void set_elastic(int column) { elastic_ = column; }
  /// What stands in the place of the rows where the filter leaves none; %1: the filter.
  void set_no_match(const QString& words) { no_match_words_ = words; }

 Q_SIGNALS:
  void activated(int row);  ///< of the model, by Enter or a double click

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void share_width();
  void show_no_match();

  TextTableModel& model_;
  QSortFilterProxyModel* shown_;
  QLineEdit* filter_;
  QTableView* view_;
  QLabel* no_match_;
  QString no_match_words_;
  int elastic_ = -1;
  int elastic_width_ = 0;  ///< with its texts whole
  bool fitted_ = false;
};

}  // namespace evenkeel
