#pragma once

#include <QString>
#include <optional>

#include "core/telemetry/sample.h"
#include "gui/plots/plot_spec.h"

namespace evenkeel {

/// A column that is to be drawn, as it is dragged from a list or named in a layout.
struct ColumnChoice {
  std::string_view column{};  ///< of columns()
  FlowName flow{};            ///< empty: the chosen one
  bool growth = false;        ///< of a counter: per second

  bool operator==(const ColumnChoice&) const = default;
};

/// Only gauges and counters can be drawn, and only counters grow.
bool can_be_drawn(const ColumnChoice& choice);

/// The curve of a column that is added to a plot, in the colour that is used least there. It has the left-hand axis if
/// its unit can be converted to that of the axis, or if the plot was empty, whose left-hand axis then gets its unit;
/// otherwise the right-hand one, converted to its unit where that is possible. Otherwise several units share that axis.
CurveSpec added_curve(PlotSpec& plot, const ColumnChoice& choice);

/// The choice that an added curve was made of.
ColumnChoice choice_of(const CurveSpec& curve);

/// "framesPerSecond:outgoing", or "packetsSent/s:", without spaces, for settings and drags; and back. Nullopt if it is
/// nothing that can be drawn.
QString choice_text(const ColumnChoice& choice);
std::optional<ColumnChoice> parse_choice(const QString& text);

/// The units of the right-hand axis: that of the plot, and of the added curves.
QString right_units(const PlotSpec& plot);

}  // namespace evenkeel
