#include "gui/data/statistics_table.h"

#include <QVBoxLayout>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "gui/plots/curve_style.h"

namespace evenkeel {
namespace {

constexpr int curve_column = 1;
constexpr int first_number = 3;
constexpr int last_number = 10;
const QString nothing = QStringLiteral("\u2013");

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

QString number_text(double value, QString (*words)(double)) { return std::isnan(value) ? nothing : words(value); }

}  // namespace

StatisticsTable::StatisticsTable(PlotStack& plots, QWidget* parent)
    : QWidget(parent), plots_(plots), model_(new TextTableModel(this)) {
  model_->set_header({tr("Plot"), tr("Curve"), tr("Unit"), tr("Minimum"), tr("Mean"), tr("p50"), tr("p95"),
                      tr("Maximum"), tr("At 1"), tr("At 2"), tr("2 \u2212 1"), tr("Run")},
                     first_number, last_number);
  table_ = new TextTable(tr("Statistics of what is visible"), *model_, this);
  table_->set_elastic(curve_column);
  table_->set_no_match(tr("No curve contains “%1”."));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(table_);
  turn_.setSingleShot(true);
  connect(&turn_, &QTimer::timeout, this, &StatisticsTable::read_one);
  // The curves point to runs, which may be about to go.
  connect(&plots_, &PlotStack::curves_changed, this, [this] {
    curves_.clear();
    rows_.clear();
    turn_.stop();
  });
}

void StatisticsTable::refresh() {
  if (turn_.isActive()) return;
  begin();
  turn_.start(0);
}

void StatisticsTable::refresh_now() {
  turn_.stop();
  begin();
  while (rows_.size() < curves_.size()) read_one();
  read_one();
  turn_.stop();
}

void StatisticsTable::begin() {
  curves_ = plots_.shown_curves();
  range_ = plots_.visible_range();
  rows_.clear();
}

void StatisticsTable::read_one() {
  if (rows_.size() < curves_.size()) {
    rows_.push_back(row_of(curves_[rows_.size()]));
    return turn_.start(0);
  }
  const bool fits = fitted_rows_ == rows_.size();
  fitted_rows_ = rows_.size();
  curves_.clear();
  model_->set_rows(std::exchange(rows_, {}));
  table_->view().setColumnHidden(last_number + 1, plots_.runs().size() < 2);
  for (int column = last_number - 2; column <= last_number; ++column)
    table_->view().setColumnHidden(column, plots_.fixed_cursors().empty());
  if (!fits) table_->fit_columns();
}

TextTableModel::Row StatisticsTable::row_of(const ShownCurve& curve) {
  curve.source.values(range_, values_);
  const auto found = statistics_of(values_);
  TextTableModel::Row row{.texts = {curve.plot, curve.name, curve.unit}, .tool_tip = {}, .look = curve.look};
  for (const auto member : {&ValueStatistics::minimum, &ValueStatistics::mean, &ValueStatistics::p50,
                            &ValueStatistics::p95, &ValueStatistics::maximum})
    row.texts << (found ? reading_text((*found).*member) : nothing);
  add_cursor_texts(curve, row.texts);
  row.texts << curve.run_name;
  row.tool_tip = tr("%1 in %2 rows").arg(curve.name).arg(found ? found->count : 0);
  return row;
}

void StatisticsTable::add_cursor_texts(const ShownCurve& curve, QStringList& texts) const {
  const std::vector<Duration>& cursors = plots_.fixed_cursors();
  std::array<double, 2> values{unknown, unknown};
  for (std::size_t i = 0; i < std::min(cursors.size(), values.size()); ++i)
    values[i] = curve.source.value_at(cursors[i]).value_or(unknown);
  texts << number_text(values[0], reading_text) << number_text(values[1], reading_text)
        << number_text(values[1] - values[0], difference_text);
}

}  // namespace evenkeel
