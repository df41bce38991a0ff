#include "core/base/quantity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <utility>

namespace evenkeel {
namespace {

/// A unit stands for factor * 10^exponent base units. Powers of ten are applied to the text, so that 2.3Mbps is exactly
/// 2300000 and not the product of two rounded numbers.
struct Unit {
  std::string_view name;
  int exponent;
  double factor = 1;
};

struct Dimension {
  std::string_view what;  ///< "a rate"
  std::string_view form;  ///< "2500kbps or 2.5Mbps"
  std::span<const Unit> units;
  double maximum;  ///< in base units; keeps a rate times a duration within 64 bits of bytes
  std::string_view maximum_text;
};

constexpr Unit rate_units[] = {{"bps", 0},   {"kbps", 3},   {"Mbps", 6},   {"Gbps", 9},
                               {"bit/s", 0}, {"kbit/s", 3}, {"Mbit/s", 6}, {"Gbit/s", 9}};
constexpr Unit duration_units[] = {{"us", 3}, {"ms", 6}, {"s", 9}, {"min", 9, 60}, {"h", 9, 3600}};  // of 1 ns
constexpr Unit size_units[] = {{"B", 0},         {"kB", 3},           {"MB", 6},          {"GB", 9},
                               {"KiB", 0, 1024}, {"MiB", 0, 1 << 20}, {"GiB", 0, 1 << 30}};
constexpr Unit ratio_units[] = {{"%", -2}};

constexpr Dimension rates{"a rate", "2500kbps or 2.5Mbps", rate_units, 1e12, "1000Gbps"};
constexpr Dimension durations{"a time", "50ms, 90s or 1h30min", duration_units, 8760 * 3600e9, "8760h"};
constexpr Dimension sizes{"a size", "1500B or 64kB", size_units, 1e12, "1000GB"};
constexpr Dimension ratios{"a share", "1% or 0.5%", ratio_units, 1e4, "1000000%"};

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

std::string write_as(const Dimension& d) {
  return ": write " + std::string(d.what) + " as " + std::string(d.form) + ".";
}

template <class T>
Parsed<T> failure(std::string error) {
  return {std::nullopt, std::move(error)};
}

/// The leading part that reads as an unsigned decimal without exponent; empty where there is none.
std::string_view leading_number(std::string_view text) {
  std::size_t length = 0;
  std::size_t digits = 0;
  bool point = false;
  for (; length < text.size() && (is_digit(text[length]) || (text[length] == '.' && !point)); ++length) {
    if (text[length] == '.')
      point = true;
    else
      ++digits;
  }
  return digits > 0 ? text.substr(0, length) : std::string_view();
}

const Unit* find_unit(const Dimension& d, std::string_view name) {
  for (const Unit& unit : d.units)
    if (unit.name == name) return &unit;
  return nullptr;
}

/// In base units; infinite where it is too large for a double.
double value_of(std::string_view number, const Unit& unit) {
  const std::string shifted = std::string(number) + "e" + std::to_string(unit.exponent);
  double value = 0;
  const auto result = std::from_chars(shifted.data(), shifted.data() + shifted.size(), value);
  // A number out of range is either huge or, with its zeros after the point, as good as nothing.
  if (result.ec == std::errc::result_out_of_range)
    return number.find_first_of("123456789") < number.find('.') ? HUGE_VAL : 0;
  return value * unit.factor;
}

/// In base units: bit/s, ns, bytes, 1.
Parsed<double> parse_quantity(std::string_view text, const Dimension& d) {
  if (text.starts_with('-') && !leading_number(text.substr(1)).empty())
    return failure<double>(quoted(text) + " is negative" + write_as(d));
  const std::string_view number = leading_number(text);
  if (number.empty()) return failure<double>(quoted(text) + " is not " + std::string(d.what) + write_as(d));
  std::string_view unit_name = text.substr(number.size());
  if (unit_name.starts_with(' ')) unit_name.remove_prefix(1);
  if (unit_name.empty()) return failure<double>(quoted(text) + " has no unit" + write_as(d));
  if (unit_name.size() > 1 && unit_name[0] == ',' && is_digit(unit_name[1]))
    return failure<double>(quoted(text) + " has a comma where a point belongs" + write_as(d));
  const Unit* unit = find_unit(d, unit_name);
  if (unit == nullptr)
    return failure<double>(quoted(text) + " has the unknown unit " + quoted(unit_name) + write_as(d));
  const double value = value_of(number, *unit);
  if (value > d.maximum)
    return failure<double>(quoted(text) + " is too large: the most is " + std::string(d.maximum_text) + ".");
  return {value, {}};
}

/// A decimal as its digits and the power of ten of the first one: 2500000 is "25" and 6.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

/// Of a finite value above zero.
Decimal to_decimal(double value, int significant_digits) {
  std::array<char, 64> buffer{};
  char* const end = buffer.data() + buffer.size();
  const auto result = significant_digits > 0 ? std::to_chars(buffer.data(), end, value, std::chars_format::scientific,
                                                             std::min(significant_digits, 17) - 1)
                                             : std::to_chars(buffer.data(), end, value, std::chars_format::scientific);
  const std::string_view text(buffer.data(), static_cast<std::size_t>(result.ptr - buffer.data()));
  const std::size_t e = text.find('e');
  Decimal decimal;
  for (const char c : text.substr(0, e))
    if (is_digit(c)) decimal.digits += c;
  decimal.digits.erase(decimal.digits.find_last_not_of('0') + 1);
  const std::string_view exponent = text.substr(text[e + 1] == '+' ? e + 2 : e + 1);
  std::from_chars(exponent.data(), exponent.data() + exponent.size(), decimal.exponent);
  return decimal;
}

std::string to_text(const Decimal& decimal) {
  if (decimal.exponent < 0)
    return "0." + std::string(static_cast<std::size_t>(-decimal.exponent - 1), '0') + decimal.digits;
  const auto whole = static_cast<std::size_t>(decimal.exponent) + 1;
  if (decimal.digits.size() <= whole) return decimal.digits + std::string(whole - decimal.digits.size(), '0');
  return decimal.digits.substr(0, whole) + "." + decimal.digits.substr(whole);
}

/// In the last of the units (smallest first, powers of ten) that leaves at least 1 before the point.
std::string format_quantity(double value, std::span<const Unit> units, std::string_view zero, int significant_digits) {
  if (std::isnan(value)) return "unknown";
  if (std::isinf(value)) return value > 0 ? "unlimited" : "-unlimited";
  if (value == 0) return std::string(zero);
  Decimal decimal = to_decimal(std::abs(value), significant_digits);
  const Unit* chosen = &units.front();
  for (const Unit& unit : units)
    if (decimal.exponent >= unit.exponent) chosen = &unit;
  decimal.exponent -= chosen->exponent;
  return (value < 0 ? "-" : "") + to_text(decimal) + std::string(chosen->name);
}

/// "1h30min", "1h30m", "2min5s", "1h 5s": units from the largest to the smallest, each at most once. Nullopt for all
/// else: "m" alone may be meant as "ms".
std::optional<Duration> parse_hours_and_minutes(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, int>, 4> units{{{"h", 3600}, {"min", 60}, {"m", 60}, {"s", 1}}};
  double seconds = 0;
  int parts = 0;
  for (int last = std::numeric_limits<int>::max(); !text.empty(); ++parts) {
    const std::string_view number = leading_number(text);
    text.remove_prefix(number.size());
    const auto unit = std::ranges::find_if(units, [&](const auto& one) { return text.starts_with(one.first); });
    if (number.empty() || number.size() > 9 || unit == units.end() || unit->second >= last) return std::nullopt;
    text.remove_prefix(unit->first.size());
    if (text.starts_with(' ')) text.remove_prefix(1);
    last = unit->second;
    seconds += value_of(number, {"", 0}) * unit->second;
  }
  if (parts < 2 || seconds * 1e9 > durations.maximum) return std::nullopt;
  return Duration(std::llround(seconds * 1e9));
}

constexpr std::span<const Unit> shown_rate_units = std::span(rate_units).first(4);
constexpr std::span<const Unit> shown_duration_units = std::span(duration_units).first(3);
constexpr std::span<const Unit> shown_size_units = std::span(size_units).first(4);

}  // namespace

Parsed<DataRate> parse_rate(std::string_view text) {
  const Parsed<double> bps = parse_quantity(text, rates);
  if (!bps) return failure<DataRate>(bps.error);
  return {bits_per_second(*bps), {}};
}

Parsed<Duration> parse_duration(std::string_view text) {
  if (const auto composed = parse_hours_and_minutes(text)) return {*composed, {}};
  const Parsed<double> nanoseconds = parse_quantity(text, durations);
  if (!nanoseconds) return failure<Duration>(nanoseconds.error);
  return {Duration(std::llround(*nanoseconds)), {}};
}

Parsed<DataSize> parse_size(std::string_view text) {
  const Parsed<double> size = parse_quantity(text, sizes);
  if (!size) return failure<DataSize>(size.error);
  if (*size != std::round(*size))
    return failure<DataSize>(quoted(text) + " is not a whole number of bytes" + write_as(sizes));
  return {bytes(std::llround(*size)), {}};
}

Parsed<double> parse_ratio(std::string_view text) { return parse_quantity(text, ratios); }

Parsed<double> parse_number(std::string_view text) {
  double value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  if (result.ec == std::errc::result_out_of_range) return failure<double>(quoted(text) + " is too large or too small.");
  if (result.ec != std::errc() || result.ptr != text.data() + text.size() || !std::isfinite(value))
    return failure<double>(quoted(text) + " is not a number: write it as 0.5 or 20.");
  return {value, {}};
}

std::string format_rate(DataRate rate, int significant_digits) {
  return format_quantity(rate.bps(), shown_rate_units, "0bps", significant_digits);
}

std::string format_duration(Duration duration, int significant_digits) {
  return format_quantity(static_cast<double>(duration.count()), shown_duration_units, "0s", significant_digits);
}

std::string format_size(DataSize size, int significant_digits) {
  return format_quantity(static_cast<double>(size.bytes()), shown_size_units, "0B", significant_digits);
}

std::string format_ratio(double ratio, int significant_digits) {
  return format_quantity(ratio, ratio_units, "0%", significant_digits);
}

std::string format_number(double number, int significant_digits) {
  std::array<char, 64> buffer{};
  char* const end = buffer.data() + buffer.size();
  const auto result = significant_digits > 0 ? std::to_chars(buffer.data(), end, number, std::chars_format::general,
                                                             std::min(significant_digits, 17))
                                             : std::to_chars(buffer.data(), end, number);
  return {buffer.data(), result.ptr};
}

}  // namespace evenkeel
