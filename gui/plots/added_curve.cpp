#include "gui/plots/added_curve.h"

#include <QStringList>
#include <QUrl>
#include <algorithm>
#include <array>

#include "gui/plots/column_info.h"
#include "gui/plots/curve_style.h"

namespace evenkeel {
namespace {

constexpr std::size_t colors = 7;  // of a theme

/// The first of the least used ones.
int free_color(const PlotSpec& plot) {
  std::array<int, colors> used{};
  for (const CurveSpec& curve : plot.curves)
    if (curve.mark == CurveSpec::Mark::none) ++used[static_cast<std::size_t>(curve.color)];
  return static_cast<int>(std::ranges::min_element(used) - used.begin());
}

bool has_left_axis(const PlotSpec& plot) {
  return std::ranges::any_of(plot.curves, [](const CurveSpec& curve) { return !curve.right; });
}

}  // namespace

bool can_be_drawn(const ColumnChoice& choice) {
  const Column* column = find_column(choice.column);
  if (column == nullptr || column->member == nullptr) return false;
  return !choice.growth || column->kind == ColumnKind::counter;
}

CurveSpec added_curve(PlotSpec& plot, const ColumnChoice& choice) {
  const Column& column = *find_column(choice.column);
  const ColumnInfo info = choice.growth ? growth_info(column) : column_info(column);
  if (!has_left_axis(plot)) plot.unit = info.unit;
  CurveSpec curve{.column = column.name, .label = column.name, .color = free_color(plot), .growth = choice.growth};
  curve.added = true;
  curve.flow = choice.flow;
  const auto left = unit_factor(info.unit, plot.unit);
  curve.right = !left;
  const auto factor = left ? left : unit_factor(info.unit, plot.right_unit);
  curve.scale = info.scale * factor.value_or(1);
  curve.unit = left ? plot.unit : factor ? plot.right_unit : info.unit;
  return curve;
}

ColumnChoice choice_of(const CurveSpec& curve) { return {curve.column, curve.flow, curve.growth}; }

QString choice_text(const ColumnChoice& choice) {
  const QString flow = QString::fromLatin1(QUrl::toPercentEncoding(text_of(choice.flow.view())));
  return text_of(choice.column) + (choice.growth ? QStringLiteral("/s:") : QStringLiteral(":")) + flow;
}

std::optional<ColumnChoice> parse_choice(const QString& text) {
  const auto colon = text.indexOf(QChar(':'));
  if (colon < 0) return std::nullopt;
  QString name = text.left(colon);
  ColumnChoice choice;
  choice.growth = name.endsWith(QStringLiteral("/s"));
  if (choice.growth) name.chop(2);
  const Column* column = find_column(name.toStdString());
  if (column == nullptr) return std::nullopt;
  choice.column = column->name;
  choice.flow = FlowName(QUrl::fromPercentEncoding(text.mid(colon + 1).toLatin1()).toStdString());
  return can_be_drawn(choice) ? std::optional(choice) : std::nullopt;
}

QString right_units(const PlotSpec& plot) {
  QStringList units;
  if (!plot.right_unit.empty()) units << text_of(plot.right_unit);
  for (const CurveSpec& curve : plot.curves) {
    if (!curve.added || !curve.right) continue;
    const QString unit = curve.unit.empty() ? QStringLiteral("1") : text_of(curve.unit);
    if (!units.contains(unit)) units << unit;
  }
  return units.join(QStringLiteral(", "));
}

}  // namespace evenkeel
