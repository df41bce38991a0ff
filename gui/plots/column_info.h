#pragma once

#include <QString>
#include <optional>
#include <string_view>

#include "core/telemetry/sample.h"

namespace evenkeel {

/// How a column of telemetry is shown to people.
struct ColumnInfo {
  std::string_view unit{};  ///< "Mbit/s"; of static storage; empty: a plain number
  double scale = 1;         ///< from the unit of the column to it
  QString description{};    ///< one line in plain words
  QString w3c{};            ///< "inbound-rtp": which of W3C's statistics has it by this name; empty: it is ours
};

/// Of a gauge or a counter. A column without a description of its own has its name.
ColumnInfo column_info(const Column& column);

/// The same for how much a counter grows in a second: "packets/s"; bytes as kbit/s.
ColumnInfo growth_info(const Column& column);

/// By what to multiply a value in one unit to have it in the other; nullopt if they measure different things.
std::optional<double> unit_factor(std::string_view from, std::string_view to);

}  // namespace evenkeel
