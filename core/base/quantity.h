#pragma once

#include <string>
#include <string_view>

#include "core/base/data_rate.h"
#include "core/base/data_size.h"
#include "core/base/parsed.h"
#include "core/base/time.h"

namespace evenkeel {

// Quantities as people type and read them. The unit is always written: a bare number is refused, and so are negative
// values. A space may stand before the unit. Independent of the locale; no exponents in quantities with a unit.

/// bps, kbps, Mbps, Gbps, or bit/s, kbit/s, Mbit/s, Gbit/s; at most 1000 Gbps.
Parsed<DataRate> parse_rate(std::string_view text);
/// us, ms, s, min, h; to the nearest nanosecond; at most 8760 h.
Parsed<Duration> parse_duration(std::string_view text);
/// B, kB, MB, GB, KiB, MiB, GiB; must come to whole bytes, at most 1000 GB.
Parsed<DataSize> parse_size(std::string_view text);
/// A share in per cent: "1%" gives 0.01. At most 1000000 %; the caller checks a narrower range.
Parsed<double> parse_ratio(std::string_view text);
/// A plain finite number without a unit; may be negative or have an exponent.
Parsed<double> parse_number(std::string_view text);

/// The largest unit that leaves at least 1 before the point: 2.5Mbps, 300kbps, 50ms, 90s, 1.5kB, 1%. Without the second
/// argument all digits are there and the text parses back to the same value, except "unlimited" and negative values,
/// which exist for display only. With it, the text is rounded to so many significant digits (1 to 17).
std::string format_rate(DataRate rate, int significant_digits = 0);
std::string format_duration(Duration duration, int significant_digits = 0);
std::string format_size(DataSize size, int significant_digits = 0);
std::string format_ratio(double ratio, int significant_digits = 0);
std::string format_number(double number, int significant_digits = 0);

}  // namespace evenkeel
