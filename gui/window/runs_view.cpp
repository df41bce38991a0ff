#include "gui/window/runs_view.h"

#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QVBoxLayout>

#include "gui/plots/curve_style.h"
#include "gui/store/run_data.h"

namespace evenkeel {
namespace {

QTableWidget* make_table(const QString& name, QWidget* parent) {
  auto* table = new QTableWidget(parent);
  table->setAccessibleName(name);
  table->setEditTriggers(QAbstractItemView::NoEditTriggers);
  table->setSelectionBehavior(QAbstractItemView::SelectRows);
  table->setTabKeyNavigation(false);
  table->verticalHeader()->hide();
  table->horizontalHeader()->setStretchLastSection(true);
  return table;
}

void set_text(QTableWidget* table, int row, int column, const QString& text) {
  auto* item = new QTableWidgetItem(text);
  item->setToolTip(text);
  table->setItem(row, column, item);
}

QString value_text(const SpanSummary& span, std::string_view column, double ColumnSummary::*value, double scale,
                   const QString& unit) {
  const ColumnSummary* found = find_column(span, column);
  if (found == nullptr) return QStringLiteral("\u2013");
  return reading_text(found->*value * scale) + QChar(' ') + unit;
}

QString total_text(const SpanSummary& span, std::string_view column) {
  const ColumnSummary* found = find_column(span, column);
  return found == nullptr ? QStringLiteral("\u2013") : QString::number(found->total, 'f', 0);
}

/// "3 (1.25 s)"; runs that do not have their duration: "3".
QString freezes_text(const SpanSummary& span) {
  const ColumnSummary* freezes = find_column(span, "freezeCount");
  const ColumnSummary* duration = find_column(span, "totalFreezesDuration");
  const QString count = total_text(span, "freezeCount");
  if (freezes == nullptr || duration == nullptr || freezes->total == 0) return count;
  return QStringLiteral("%1 (%2 s)").arg(count, reading_text(duration->total));
}

}  // namespace

RunsView::RunsView(const std::vector<AlgorithmDescription>& controllers, QWidget* parent) : QWidget(parent) {
  auto* layout = new QVBoxLayout(this);
  auto* title = new QLabel(tr("Recorded runs, over their last half"), this);
  runs_ = make_table(tr("Recorded runs"), this);
  verdict_ = new QLabel(this);
  verdict_->setWordWrap(true);
  differences_ = make_table(tr("Differences of their configurations"), this);
  shadows_ = new ShadowChoice(controllers, this);
  shadows_->setToolTip(
      tr("Up to three controllers that watch the chosen run, from its packets: the rate plot draws what "
         "they would have sent"));
  auto* beside = new QLabel(tr("&Shadow controllers"), this);
  beside->setBuddy(shadows_);
  auto* open = new QPushButton(tr("&Open another run…"), this);
  open->setToolTip(tr("Plot another run over these; folders can also be dropped on the window"));
  auto* find = new QPushButton(tr("&Find parameters…"), this);
  find->setToolTip(tr("Search for parameters of a controller, for the path of the chosen run"));
  auto* close = new QPushButton(tr("&Close the runs"), this);
  close->setToolTip(tr("Back to the start page"));
  connect(open, &QPushButton::clicked, this, &RunsView::open_requested);
  connect(close, &QPushButton::clicked, this, &RunsView::close_requested);
  connect(find, &QPushButton::clicked, this, [this] { Q_EMIT find_requested(chosen_run()); });
  connect(runs_, &QTableWidget::currentCellChanged, this, &RunsView::run_chosen);
  auto* watchers = new QHBoxLayout;
  watchers->addWidget(beside);
  watchers->addWidget(shadows_);
  watchers->addStretch();
  auto* buttons = new QHBoxLayout;
  buttons->addWidget(open);
  buttons->addWidget(find);
  buttons->addWidget(close);
  buttons->addStretch();
  layout->addWidget(title);
  layout->addWidget(runs_, 2);
  layout->addWidget(verdict_);
  layout->addWidget(differences_, 3);
  layout->addLayout(watchers);
  layout->addLayout(buttons);
  for (auto* button : {open, find, close}) button->setAccessibleName(button->text().remove('&'));
}

void RunsView::set_runs(const std::vector<const RunData*>& runs, const QStringList& folders) {
  fill_runs(runs, folders);
  fill_differences(runs);
}

int RunsView::chosen_run() const {
  const QTableWidgetItem* item = runs_->item(std::max(0, runs_->currentRow()), 0);
  return item == nullptr ? 0 : item->data(Qt::UserRole).toInt();
}

void RunsView::fill_runs(const std::vector<const RunData*>& runs, const QStringList& folders) {
  runs_->clear();
  runs_->setRowCount(0);
  const QStringList header{tr("Run"), tr("Flow"), tr("Sent"), tr("One-way delay"),
                           tr("p95"), tr("RTT"),  tr("Lost"), tr("Freezes")};
  runs_->setColumnCount(static_cast<int>(header.size()));
  runs_->setHorizontalHeaderLabels(header);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    for (const FlowSummary& flow : runs[i]->summary->flows) {
      if (find_column(flow.run, "sendBitrate") == nullptr && find_column(flow.run, "receiveBitrate") == nullptr)
        continue;
      const int row = runs_->rowCount();
      runs_->insertRow(row);
      set_text(runs_, row, 0, QString::fromStdString(runs[i]->name));
      runs_->item(row, 0)->setData(Qt::UserRole, static_cast<int>(i));
      runs_->item(row, 0)->setToolTip(folders.value(static_cast<int>(i)));
      set_text(runs_, row, 1, QString::fromStdString(std::string(flow.flow.view())));
      const SpanSummary& half = flow.last_half;
      set_text(runs_, row, 2, value_text(half, "sendBitrate", &ColumnSummary::mean, 1e-6, tr("Mbit/s")));
      set_text(runs_, row, 3, value_text(half, "oneWayDelay", &ColumnSummary::mean, 1, tr("ms")));
      set_text(runs_, row, 4, value_text(half, "oneWayDelay", &ColumnSummary::p95, 1, tr("ms")));
      set_text(runs_, row, 5, value_text(half, "roundTripTime", &ColumnSummary::mean, 1, tr("ms")));
      set_text(runs_, row, 6, total_text(half, "packetsLost"));
      set_text(runs_, row, 7, freezes_text(half));
    }
  }
  runs_->resizeColumnsToContents();
}

void RunsView::fill_differences(const std::vector<const RunData*>& runs) {
  const auto differences = configuration_differences(runs);
  differences_->clear();
  differences_->setRowCount(static_cast<int>(differences.size()));
  QStringList header{tr("Setting")};
  for (const RunData* run : runs) header << QString::fromStdString(run->name);
  differences_->setColumnCount(static_cast<int>(header.size()));
  differences_->setHorizontalHeaderLabels(header);
  for (int row = 0; row < differences_->rowCount(); ++row) {
    const auto& difference = differences[static_cast<std::size_t>(row)];
    set_text(differences_, row, 0, QString::fromStdString(difference.key));
    for (std::size_t i = 0; i < difference.values.size(); ++i) {
      set_text(differences_, row, static_cast<int>(i) + 1, QString::fromStdString(difference.values[i]));
    }
  }
  differences_->resizeColumnsToContents();
  differences_->setVisible(runs.size() > 1);
  const auto count = static_cast<int>(differences.size());
  verdict_->setText(runs.size() < 2       ? tr("Open another run to compare plots and settings.")
                    : differences.empty() ? tr("The configurations of these runs are the same.")
                    : count == 1          ? tr("Their configurations differ in one setting:")
                                          : tr("Their configurations differ in %1 settings:").arg(count));
}

}  // namespace evenkeel
