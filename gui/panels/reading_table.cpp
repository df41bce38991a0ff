#include "gui/panels/reading_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScrollBar>
#include <QStyle>
#include <QStyledItemDelegate>
#include <algorithm>
#include <cmath>

#include "gui/theme/theme.h"

namespace evenkeel {
namespace {

using Style = ReadingTable::Style;

constexpr int padding_role = Qt::UserRole;
constexpr int widest_minimum = 260;

bool is_wide(Style style) { return style == Style::title || style == Style::note || style == Style::warning; }
bool has_columns(const ReadingTable::Row& row) { return !is_wide(row.style) && row.style != Style::hidden; }

/// Whether two tables have rows of the same names.
bool same_names(const std::vector<ReadingTable::Row>& a, const std::vector<ReadingTable::Row>& b) {
  const auto same = [](const ReadingTable::Row& x, const ReadingTable::Row& y) {
    return has_columns(x) == has_columns(y) && (!has_columns(x) || x.texts[0] == y.texts[0]);
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

/// Adds space to rows, and more above titles.
class PaddedDelegate : public QStyledItemDelegate {
 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    return QStyledItemDelegate::sizeHint(option, index) + QSize(0, index.data(padding_role).toInt());
  }
};

bool is_bold(Style style, int column) {
  return style == Style::title || style == Style::warning ||
         (column == 1 && (style == Style::reading || style == Style::alarming_reading));
}

QColor color_of(const Theme& theme, Style style, int column) {
  if (style == Style::warning || (style == Style::alarming_reading && column == 1)) return theme.warning;
  if (style == Style::note || style == Style::heads || (column == 2 && style != Style::figures))
    return theme.faint_text;
  return theme.text;
}

}  // namespace

ReadingTable::ReadingTable(QWidget* parent) : QTableWidget(0, 3, parent) {
  horizontalHeader()->hide();
  verticalHeader()->hide();
  verticalHeader()->setMinimumSectionSize(1);
  setItemDelegate(new PaddedDelegate(this));
  horizontalHeader()->setSectionResizeMode(QHeaderView::Fixed);
  setShowGrid(false);
  setFrameShape(QFrame::NoFrame);
  setWordWrap(true);
  setEditTriggers(NoEditTriggers);
  setSelectionBehavior(SelectRows);
  setTabKeyNavigation(false);
  setVerticalScrollMode(ScrollPerPixel);
  setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
}

void ReadingTable::show_rows(std::vector<Row> rows) {
  if (rows == rows_) return;
  const std::vector<Row> before = std::exchange(rows_, std::move(rows));
  setRowCount(static_cast<int>(rows_.size()));
  for (std::size_t i = 0; i < rows_.size(); ++i)
    if (i >= before.size() || before[i] != rows_[i]) show_row(static_cast<int>(i), rows_[i]);
  if (!same_names(before, rows_)) needs_ = {};
  share_width();
  updateGeometry();
}

void ReadingTable::show_row(int index, const Row& row) {
  setRowHidden(index, row.style == Style::hidden);
  const int span = is_wide(row.style) ? columnCount() : 1;
  if (columnSpan(index, 0) != span) setSpan(index, 0, 1, span);
  for (int column = 0; column < columnCount(); ++column) {
    if (item(index, column) == nullptr) {
      setItem(index, column, new QTableWidgetItem);
      item(index, column)->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    }
    const QString& text = row.texts[static_cast<std::size_t>(column)];
    if (item(index, column)->text() != text) item(index, column)->setText(text);
    item(index, column)->setToolTip(row.tool_tip);
    style_cell(index, column, row.style);
  }
  resizeRowToContents(index);
}

void ReadingTable::style_cell(int index, int column, Style style) {
  QFont letters = font();
  letters.setBold(is_bold(style, column));
  QTableWidgetItem& cell = *item(index, column);
  cell.setFont(letters);
  cell.setForeground(color_of(theme_of(palette()), style, column));
  const bool figure = column > 0 && (style == Style::figures || style == Style::heads);
  const Qt::Alignment vertical = style == Style::title ? Qt::AlignBottom : Qt::AlignVCenter;
  cell.setTextAlignment((figure ? Qt::AlignRight : Qt::AlignLeft) | vertical);
  cell.setData(padding_role, style == Style::title && index > 0 ? 10 : 3);
}

QString ReadingTable::selected_text() const {
  QStringList lines;
  for (int row = 0; row < rowCount(); ++row) {
    if (!selectionModel()->isRowSelected(row)) continue;
    QStringList texts;
    for (const QString& text : rows_[static_cast<std::size_t>(row)].texts)
      if (!text.isEmpty()) texts << text;
    lines << texts.join('\t');
  }
  return lines.join('\n').replace(QChar(0xa0), QChar(' '));  // which is for the lines of the table alone
}

void ReadingTable::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy))
    QGuiApplication::clipboard()->setText(selected_text());
  else
    QTableWidget::keyPressEvent(event);
}

void ReadingTable::changeEvent(QEvent* event) {
  QTableWidget::changeEvent(event);
  if (event->type() != QEvent::PaletteChange) return;
  for (std::size_t i = 0; i < rows_.size(); ++i) show_row(static_cast<int>(i), rows_[i]);
}

/// Wide enough for the longest words, within reason: a column of halved words says nothing.
QSize ReadingTable::minimumSizeHint() const {
  const int words = needs_[0].word + needs_[1].word + needs_[2].word + verticalScrollBar()->sizeHint().width();
  return {std::min(words, widest_minimum), QTableWidget::minimumSizeHint().height()};
}

void ReadingTable::resizeEvent(QResizeEvent* event) {
  QTableWidget::resizeEvent(event);
  share_width();
}

void ReadingTable::measure(int column) {
  const int margins = 2 * (style()->pixelMetric(QStyle::PM_FocusFrameHMargin, nullptr, this) + 1);
  Need& need = needs_[static_cast<std::size_t>(column)];
  for (const Row& row : rows_) {
    if (!has_columns(row)) continue;
    QFont letters = font();
    letters.setBold(is_bold(row.style, column));
    const QFontMetricsF metrics(letters);
    // Rounded up: a text is cut even if a fraction of a pixel is missing.
    const auto width = [&](const QString& text) {
      return static_cast<int>(std::ceil(metrics.horizontalAdvance(text))) + margins;
    };
    const QString& text = row.texts[static_cast<std::size_t>(column)];
    need.line = std::max(need.line, width(text));
    for (const QString& word : text.split(' ')) need.word = std::max(need.word, width(word));
  }
}

/// Widens columns towards whole lines, those first that need least, so that one long text does not wrap the short ones
/// of other columns. Returns what is left of the room.
int ReadingTable::widen_to_lines(std::array<int, 3>& widths, int room) const {
  std::array<std::size_t, 3> order{2, 1, 0};
  const auto missing = [&](std::size_t i) { return needs_[i].line - needs_[i].word; };
  std::ranges::stable_sort(order, {}, missing);
  for (std::size_t place = 0; place < order.size(); ++place) {
    const int share = std::min(missing(order[place]), room / static_cast<int>(order.size() - place));
    widths[order[place]] += share;
    room -= share;
  }
  return room;
}

/// Every column gets the width of its longest word. Left-over width becomes space between the columns; missing width is
/// taken from the widest.
std::array<int, 3> ReadingTable::column_widths(int width) const {
  std::array<int, 3> widths{needs_[0].word, needs_[1].word, needs_[2].word};
  int room = width - widths[0] - widths[1] - widths[2];
  if (room < 0) {
    int& widest = *std::ranges::max_element(widths);
    widest = std::max(0, widest + room);
    return widths;
  }
  room = widen_to_lines(widths, room);
  widths[0] += room / 2;
  widths[1] += room / 2;
  widths[2] += room % 2;
  return widths;
}

void ReadingTable::share_width() {
  for (int column = 0; column < 3; ++column) measure(column);
  const std::array<int, 3> widths = column_widths(viewport()->width());
  bool changed = false;
  for (int i = 0; i < 3; ++i) {
    changed = changed || columnWidth(i) != widths[static_cast<std::size_t>(i)];
    setColumnWidth(i, widths[static_cast<std::size_t>(i)]);
  }
  if (changed) resizeRowsToContents();
}

}  // namespace evenkeel
