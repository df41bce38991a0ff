#include "gui/data/values_table.h"

#include <QKeyEvent>
#include <QMimeData>
#include <QVBoxLayout>

#include "gui/plots/column_drag.h"
#include "gui/plots/column_info.h"
#include "gui/plots/curve_style.h"

namespace evenkeel {
namespace {

constexpr int first_flow_cell = 1;  // after the name

bool has_values(const Column& column) { return column.kind != ColumnKind::time && column.kind != ColumnKind::flow; }

/// Counters as whole numbers, because their last digit is what changes.
QString value_text(const Column& column, const ColumnInfo& info, double value) {
  const bool counts = column.kind == ColumnKind::counter && column.decimals == 0;
  return counts ? QString::number(value * info.scale, 'f', 0) : reading_text(value * info.scale);
}

QString text_at(const RunData& run, const FlowName& flow, const Column& column, Duration time) {
  constexpr Duration reach = std::chrono::milliseconds(1500);
  if (column.member != nullptr) {
    const CurveSource source{&run.store, flow, &column, 1, false, Duration::zero()};
    const auto value = source.value_at(time);
    return value ? value_text(column, column_info(column), *value) : QString();
  }
  const auto row = run.store.row_at(flow, time, reach);
  if (row && column.kind == ColumnKind::controller_mode && row->controller_mode)
    return text_of(to_string(*row->controller_mode));
  if (row && column.kind == ColumnKind::delay_kind && row->one_way_delay_kind)
    return text_of(to_string(*row->one_way_delay_kind));
  return {};
}

}  // namespace

void ColumnModel::set_choices(std::vector<const Column*> columns, std::vector<FlowName> flows, int first_flow) {
  columns_ = std::move(columns);
  flows_ = std::move(flows);
  first_flow_ = first_flow;
}

std::optional<ColumnChoice> ColumnModel::choice(int row, int column) const {
  if (row < 0 || row >= static_cast<int>(columns_.size())) return std::nullopt;
  ColumnChoice choice{.column = columns_[static_cast<std::size_t>(row)]->name};
  const auto flow = static_cast<std::size_t>(column - first_flow_);
  if (column >= first_flow_ && flow < flows_.size()) choice.flow = flows_[flow];
  return can_be_drawn(choice) ? std::optional(choice) : std::nullopt;
}

Qt::ItemFlags ColumnModel::flags(const QModelIndex& index) const {
  return TextTableModel::flags(index) | Qt::ItemIsDragEnabled;
}

QStringList ColumnModel::mimeTypes() const { return {QString::fromLatin1(column_mime_type)}; }

// One cell: the table selects no more.
QMimeData* ColumnModel::mimeData(const QModelIndexList& indexes) const {
  if (indexes.isEmpty()) return nullptr;
  const auto found = choice(indexes.front().row(), indexes.front().column());
  return found ? drag_of(*found) : nullptr;
}

ValuesTable::ValuesTable(PlotStack& plots, QWidget* parent)
    : QWidget(parent), plots_(plots), model_(new ColumnModel(this)) {
  table_ = new TextTable(tr("Columns and their values"), *model_, this);
  table_->view().setSelectionBehavior(QAbstractItemView::SelectItems);
  table_->view().setSelectionMode(QAbstractItemView::SingleSelection);
  table_->view().setDragEnabled(true);
  table_->view().setDragDropMode(QAbstractItemView::DragOnly);
  table_->view().setToolTip(tr(
      "Drag a column onto a plot, or press Enter: from the column of a flow that of this flow, otherwise that of the "
      "chosen one. Shift+Enter: how much a counter grows per second. Ctrl+C copies."));
  table_->filter().setPlaceholderText(tr("Filter: loss, jitter, frames…"));
  table_->set_no_match(tr("No column contains “%1”."));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(table_);
  table_->view().installEventFilter(this);
  connect(table_, &TextTable::activated, this, [this] { add_current(false); });
}

Duration ValuesTable::instant(const RunData& run) const {
  if (!plots_.fixed_cursors().empty()) return plots_.fixed_cursors().back() - plots_.offset(0);
  return run.store.extent().to;
}

void ValuesTable::set_flows(const std::vector<FlowName>& flows) {
  flows_ = flows;
  std::vector<const Column*> shown;
  for (const Column& column : columns())
    if (has_values(column)) shown.push_back(&column);
  QStringList header{tr("Column")};
  for (const FlowName& flow : flows) header << text_of(flow.view());
  header << tr("Unit") << tr("Meaning") << tr("W3C statistic");
  model_->set_header(header, first_flow_cell, first_flow_cell + static_cast<int>(flows.size()) - 1);
  model_->set_choices(std::move(shown), flows, first_flow_cell);
}

void ValuesTable::refresh() {
  if (plots_.runs().empty()) return model_->set_rows({});
  const RunData& run = *plots_.runs().front();
  const bool others = run.store.flows() != flows_ || model_->header().isEmpty();
  if (others) set_flows(run.store.flows());
  const Duration time = instant(run);
  std::vector<TextTableModel::Row> rows;
  for (const Column& column : columns()) {
    if (!has_values(column)) continue;
    const ColumnInfo info = column_info(column);
    TextTableModel::Row row{.texts = {text_of(column.name)}, .tool_tip = info.description};
    for (const FlowName& flow : flows_) row.texts << text_at(run, flow, column, time);
    row.texts << text_of(info.unit) << info.description << info.w3c;
    rows.push_back(std::move(row));
  }
  model_->set_rows(std::move(rows));
  if (others) table_->fit_columns();
}

void ValuesTable::add_current(bool growth) {
  auto choice = model_->choice(table_->current_row(), table_->current_column());
  if (!choice) return;
  choice->growth = growth;
  const QString plot = plots_.selected_plot();
  const QString name = text_of(choice->column);
  if (plots_.add_curve(plot, *choice)) {
    Q_EMIT said(tr("%1 is on the plot %2 now").arg(name, PlotStack::plot_title(plot)));
  } else {
    Q_EMIT said(growth && !can_be_drawn(*choice) ? tr("%1 does not count anything that could grow").arg(name)
                                                 : tr("%1 is on that plot already, or no plot is shown").arg(name));
  }
}

bool ValuesTable::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const auto* key = static_cast<QKeyEvent*>(event);
    const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
    if (enter && key->modifiers().testFlag(Qt::ShiftModifier)) return add_current(true), true;
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace evenkeel
