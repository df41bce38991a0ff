#include "gui/data/text_table.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QPixmap>
#include <QVBoxLayout>
#include <algorithm>
#include <set>

#include "gui/plots/legend_item.h"

namespace evenkeel {
namespace {

constexpr int widest_column_px = 320;
constexpr int least_elastic_px = 80;
constexpr QSize sample_size{20, 12};

QPixmap sample_of(const CurveLook& look) {
  const double ratio = qGuiApp->devicePixelRatio();
  QPixmap sample(sample_size * ratio);
  sample.setDevicePixelRatio(ratio);
  sample.fill(Qt::transparent);
  QPainter painter(&sample);
  draw_legend_sample(painter, QRectF(QPointF(), sample_size), look, CurveSpec::Mark::none,
                     theme_of(QGuiApplication::palette()));
  return sample;
}

}  // namespace

void TextTableModel::set_header(const QStringList& header, int first_number, int last_number) {
  if (header == header_) return;
  beginResetModel();
  header_ = header;
  first_number_ = first_number;
  last_number_ = last_number;
  rows_.clear();
  endResetModel();
}

void TextTableModel::set_rows(std::vector<Row> rows) {
  const std::size_t before = rows_.size();
  if (rows.size() < before) {
    beginRemoveRows({}, static_cast<int>(rows.size()), static_cast<int>(before) - 1);
    rows_.resize(rows.size());
    endRemoveRows();
  }
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i] == rows[i]) continue;
    rows_[i] = rows[i];
    Q_EMIT dataChanged(index(static_cast<int>(i), 0), index(static_cast<int>(i), columnCount() - 1));
  }
  if (rows.size() <= before) return;
  beginInsertRows({}, static_cast<int>(before), static_cast<int>(rows.size()) - 1);
  rows_.insert(rows_.end(), rows.begin() + static_cast<std::ptrdiff_t>(before), rows.end());
  endInsertRows();
}

int TextTableModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(rows_.size());
}

int TextTableModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(header_.size());
}

int TextTableModel::alignment_of(int column) const {
  return static_cast<int>(is_number(column) ? Qt::AlignRight : Qt::AlignLeft) | static_cast<int>(Qt::AlignVCenter);
}

QVariant TextTableModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = rows_[static_cast<std::size_t>(index.row())];
  switch (role) {
    case Qt::DisplayRole:
      return row.texts.value(index.column());
    case Qt::ToolTipRole:
      return row.tool_tip;
    case Qt::DecorationRole:
      return index.column() == 0 && row.look ? QVariant(sample_of(*row.look)) : QVariant();
    case Qt::TextAlignmentRole:
      return alignment_of(index.column());
    default:
      return {};
  }
}

QVariant TextTableModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation == Qt::Horizontal && role == Qt::DisplayRole) return header_.value(section);
  if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole) return alignment_of(section);
  return QAbstractTableModel::headerData(section, orientation, role);
}

TextTable::TextTable(const QString& name, TextTableModel& model, QWidget* parent)
    : QWidget(parent),
      model_(model),
      shown_(new QSortFilterProxyModel(this)),
      filter_(new QLineEdit(this)),
      view_(new QTableView(this)),
      no_match_(new QLabel(view_->viewport())),
      no_match_words_(tr("No row contains “%1”.")) {
  shown_->setSourceModel(&model_);
  shown_->setFilterKeyColumn(-1);
  shown_->setFilterCaseSensitivity(Qt::CaseInsensitive);
  view_->setModel(shown_);
  view_->setAccessibleName(name);
  view_->setToolTip(tr("Ctrl+C copies the selected rows, or all"));
  view_->setSelectionBehavior(QAbstractItemView::SelectRows);
  view_->setTabKeyNavigation(false);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setShowGrid(false);
  view_->setWordWrap(false);
  view_->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
  view_->verticalHeader()->hide();
  view_->verticalHeader()->setDefaultSectionSize(view_->fontMetrics().height() + 4);
  view_->horizontalHeader()->setStretchLastSection(true);
  view_->horizontalHeader()->setHighlightSections(false);
  filter_->setPlaceholderText(tr("Filter"));
  filter_->setClearButtonEnabled(true);
  filter_->setAccessibleName(tr("Filter of %1").arg(name));
  filter_->setToolTip(tr("Shows only rows with these letters; Down goes to the table"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(4, 4, 4, 4);
  column->setSpacing(4);
  column->addWidget(filter_);
  column->addWidget(view_, 1);
  view_->installEventFilter(this);
  view_->viewport()->installEventFilter(this);
  filter_->installEventFilter(this);
  no_match_->setTextFormat(Qt::PlainText);
  no_match_->setWordWrap(true);
  no_match_->setAlignment(Qt::AlignCenter);
  no_match_->hide();
  (new QVBoxLayout(view_->viewport()))->addWidget(no_match_);
  connect(filter_, &QLineEdit::textChanged, shown_, &QSortFilterProxyModel::setFilterFixedString);
  connect(filter_, &QLineEdit::textChanged, this, &TextTable::show_no_match);
  connect(shown_, &QAbstractItemModel::rowsInserted, this, &TextTable::show_no_match);
  connect(shown_, &QAbstractItemModel::rowsRemoved, this, &TextTable::show_no_match);
  // Of rows that the filter leaves out it tells nothing; it has followed by then, since it was connected before.
  connect(&model_, &QAbstractItemModel::rowsInserted, this, &TextTable::show_no_match);
  connect(&model_, &QAbstractItemModel::rowsRemoved, this, &TextTable::show_no_match);
  connect(&model_, &QAbstractItemModel::modelReset, this, &TextTable::show_no_match);
  connect(view_, &QTableView::activated, this,
          [this](const QModelIndex& at) { Q_EMIT activated(shown_->mapToSource(at).row()); });
}

/// A table that has no rows at all says nothing of the filter.
void TextTable::show_no_match() {
  const bool none = model_.rowCount() > 0 && shown_->rowCount() == 0;
  no_match_->setText(none ? no_match_words_.arg(filter_->text()) : QString());
  no_match_->setVisible(none);
}

int TextTable::current_row() const { return shown_->mapToSource(view_->currentIndex()).row(); }

int TextTable::current_column() const { return view_->currentIndex().column(); }

/// The last column that is shown is as wide as there is room: its texts would be measured no more.
void TextTable::fit_columns() {
  view_->horizontalHeader()->setStretchLastSection(false);
  view_->resizeColumnsToContents();
  for (int column = 0; column < model_.columnCount(); ++column)
    view_->setColumnWidth(column, std::min(view_->columnWidth(column) + 6, widest_column_px));
  if (elastic_ >= 0) elastic_width_ = view_->columnWidth(elastic_);
  fitted_ = true;
  share_width();
}

/// Where there is no room for all of it the last column must keep the width of its texts.
void TextTable::share_width() {
  QHeaderView& header = *view_->horizontalHeader();
  const auto missing = [&] { return header.length() - view_->viewport()->width(); };
  header.setStretchLastSection(false);
  if (elastic_width_ > 0) {
    view_->setColumnWidth(elastic_, elastic_width_);
    const int least = std::min(elastic_width_, least_elastic_px);
    view_->setColumnWidth(elastic_, std::max(least, elastic_width_ - std::max(0, missing())));
  }
  header.setStretchLastSection(missing() <= 0);
}

QString TextTable::copied_text() const {
  std::set<int> rows;
  for (const QModelIndex& index : view_->selectionModel()->selectedIndexes()) rows.insert(index.row());
  if (rows.empty())
    for (int row = 0; row < shown_->rowCount(); ++row) rows.insert(row);
  QStringList lines{model_.header().join(QChar('\t'))};
  for (const int row : rows) {
    const int of_model = shown_->mapToSource(shown_->index(row, 0)).row();
    lines << model_.rows()[static_cast<std::size_t>(of_model)].texts.join(QChar('\t'));
  }
  return lines.join(QChar('\n'));
}

bool TextTable::eventFilter(QObject* watched, QEvent* event) {
  if (watched == view_->viewport() && event->type() == QEvent::Resize && fitted_) share_width();
  if (event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const auto* key = static_cast<QKeyEvent*>(event);
  if (watched == view_ && key->matches(QKeySequence::Copy)) {
    QGuiApplication::clipboard()->setText(copied_text());
    return true;
  }
  if (watched == filter_ && key->key() == Qt::Key_Down && shown_->rowCount() > 0) {
    view_->setFocus(Qt::TabFocusReason);
    if (!view_->currentIndex().isValid()) view_->setCurrentIndex(shown_->index(0, 0));
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace evenkeel
