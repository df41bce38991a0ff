#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/telemetry/sample.h"

namespace evenkeel {

/// The first line of telemetry.csv: the names, with units in brackets; ends with a newline.
std::string csv_header();

/// One line of telemetry.csv, ends with a newline. A field is empty where it is unknown or not finite.
std::string csv_row(const Sample& sample);

/// The building blocks, for other tables: "name [unit]", and a number with so many decimals and a point in any locale.
void append_csv_name(std::string& line, std::string_view name, std::string_view unit);
void append_csv_number(std::string& line, std::optional<double> value, int decimals);
/// Quoted where it must be (RFC 4180).
void append_csv_text(std::string& line, std::string_view text);

}  // namespace evenkeel
