#include "gui/find/comparison_rows.h"

#include <QCoreApplication>
#include <algorithm>

#include "gui/panels/quantity_info.h"
#include "gui/plots/curve_style.h"

namespace evenkeel {
namespace {

using Row = ReadingTable::Row;
using Style = ReadingTable::Style;

struct ComparisonRowsWords {
  Q_DECLARE_TR_FUNCTIONS(evenkeel::ComparisonRows)
};

QString text_of(const ParameterTexts& parameters, const std::string& name) {
  const auto found = std::ranges::find(parameters, name, &ParameterTexts::value_type::first);
  return found == parameters.end() ? QString() : for_people(QString::fromStdString(found->second));
}

QString meaning_of(const AlgorithmDescription& controller, const std::string& name) {
  const auto found =
      std::ranges::find_if(controller.parameters, [&](const ParameterValue& p) { return p.info.name == name; });
  return found == controller.parameters.end()
             ? QString()
             : QString::fromUtf8(found->info.meaning.data(), static_cast<qsizetype>(found->info.meaning.size()));
}

Row measure_row(const QString& name, double today, double here, const QString& unit) {
  return {Style::figures, {name, reading_text(today) + unit, reading_text(here) + unit}, {}};
}

}  // namespace

std::vector<Row> comparison_rows(const TriedSet& today, const TriedSet& set, const AlgorithmDescription& controller,
                                 bool recorded) {
  const QString own = recorded ? ComparisonRowsWords::tr("the run's own") : ComparisonRowsWords::tr("today");
  std::vector<Row> rows{
      {Style::heads, {QString(), own, ComparisonRowsWords::tr("this point")}, {}},
      measure_row(ComparisonRowsWords::tr("Use"), 100 * today.use, 100 * set.use, ComparisonRowsWords::tr(" %")),
      measure_row(ComparisonRowsWords::tr("Queue, p95"), today.queue_p95_ms, set.queue_p95_ms,
                  ComparisonRowsWords::tr(" ms"))};
  std::vector<Row> same;
  std::vector<Row> different;
  for (const auto& [name, text] : set.parameters) {
    const QString before = text_of(today.parameters, name);
    const QString after = for_people(QString::fromStdString(text));
    const Row row{Style::figures, {QString::fromStdString(name), before, after}, meaning_of(controller, name)};
    (before == after ? same : different).push_back(row);
  }
  const auto add = [&rows](const QString& title, const std::vector<Row>& part) {
    if (part.empty()) return;
    rows.push_back({Style::title, {title, {}, {}}, {}});
    rows.insert(rows.end(), part.begin(), part.end());
  };
  add(ComparisonRowsWords::tr("Parameters that differ"), different);
  add(recorded ? ComparisonRowsWords::tr("Parameters as in the run") : ComparisonRowsWords::tr("Parameters as today"),
      same);
  return rows;
}

}  // namespace evenkeel
