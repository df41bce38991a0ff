#pragma once

#include <QTableWidget>
#include <array>
#include <vector>

namespace evenkeel {

/// A read-only table: rows of up to three texts that can be selected and copied with Ctrl+C. Rows are updated in place,
/// which keeps the selection and the scroll position.
class ReadingTable : public QTableWidget {
  Q_OBJECT

 public:
  enum class Style {
    title,    ///< bold, over all columns
    note,     ///< faint, over all columns
    warning,  ///< in the warning colour, over all columns
    hidden,   ///< a placeholder, so that the rows below keep their index when it is filled
    reading,  ///< name, bold value, faint source
    alarming_reading,
    heads,   ///< faint, a column each
    figures  ///< name and two values
  };
  struct Row {
    Style style = Style::reading;
    std::array<QString, 3> texts;
    QString tool_tip;

    bool operator==(const Row&) const = default;
  };

  explicit ReadingTable(QWidget* parent = nullptr);

  void show_rows(std::vector<Row> rows);
  /// The selected rows, one per line, their texts separated by tabs.
  QString selected_text() const;
  QSize minimumSizeHint() const override;

 protected:
  void keyPressEvent(QKeyEvent* event) override;
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;

 private:
  /// The width of a column, in pixels.
  struct Need {
    int word = 0;  ///< of its longest word: lines break between words only
    int line = 0;  ///< of its longest text
  };

  void show_row(int index, const Row& row);
  void style_cell(int index, int column, Style style);
  void measure(int column);
  int widen_to_lines(std::array<int, 3>& widths, int room) const;
  std::array<int, 3> column_widths(int width) const;
  void share_width();

  std::vector<Row> rows_;
  std::array<Need, 3> needs_{};  ///< they only grow while the rows keep their names, so that nothing moves
};

}  // namespace evenkeel
