#include "app/lab/tuning/search_space.h"

#include <algorithm>
#include <cmath>

#include "core/base/quantity.h"
#include "core/control/factory/controller_factory.h"

namespace evenkeel::tuning {
namespace {

constexpr double reach = 10;  // times the present value, either way
constexpr int digits = 3;

std::string text_of(ParameterKind kind, double value) {
  switch (kind) {
    case ParameterKind::rate:
      return format_rate(bits_per_second(value), digits);
    case ParameterKind::duration:
      return format_duration(from_seconds(value), digits);
    case ParameterKind::size:
      return format_size(bytes(std::llround(value)), digits);
    case ParameterKind::integer:
      return std::to_string(std::llround(value));
    case ParameterKind::number:
      break;
  }
  return format_number(value, digits);
}

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Parsed<SearchSpace> SearchSpace::make(const std::string& controller, const Settings& now,
                                      const std::vector<std::string>& names) {
  const auto object = make_controller(controller);
  if (!object) return {std::nullopt, "There is no controller '" + controller + "'."};
  for (const auto& [name, text] : now) {
    if (std::string error = set_parameter(*object, name, text); !error.empty()) return {std::nullopt, error};
  }
  SearchSpace space;
  const auto all = list_parameters(*object);
  for (const std::string& name : names) {
    const auto found = std::find_if(all.begin(), all.end(), [&](const auto& p) { return p.info.name == name; });
    // set_parameter() tells which there are.
    if (found == all.end()) return {std::nullopt, set_parameter(*object, name, "")};
    if (found->value <= 0) return {std::nullopt, controller + "." + name + " is 0 now: its tenth and tenfold are too."};
  }
  for (const ParameterValue& p : all) {
    space.now_.emplace_back(p.info.name, p.text);
    const bool searched = p.value > 0 && std::isfinite(p.value) && (names.empty() || contains(names, p.info.name));
    if (!searched) {
      space.fixed_.emplace_back(p.info.name, p.text);
      continue;
    }
    space.axes_.push_back({p.info, p.kind, p.text, p.value, std::max(p.info.minimum, p.value / reach),
                           std::min(p.info.maximum, p.value * reach)});
  }
  if (space.axes_.empty()) return {std::nullopt, "There is nothing to search: " + controller + " has no parameters."};
  return {std::move(space), ""};
}

std::vector<double> SearchSpace::start() const {
  std::vector<double> point;
  for (const Axis& a : axes_) point.push_back(a.high > a.low ? std::log(a.now / a.low) / std::log(a.high / a.low) : 0);
  return point;
}

// Rounding must not leave the range, which has all its digits, nor make a change of what stays as it is now.
std::string SearchSpace::text_at(const Axis& axis, double share) {
  constexpr double half = 0.5 + 1e-6;  // either way: the logarithm does not hit a half
  const double value = axis.low * std::pow(axis.high / axis.low, std::clamp(share, 0.0, 1.0));
  const double unit = std::pow(10, std::floor(std::log10(value)) - (digits - 1));
  const double rounded = std::round(value / unit) * unit;
  if (std::abs(rounded - axis.now) <= half * unit) return axis.now_text;
  if (rounded >= axis.info.maximum) return format_parameter(axis.kind, axis.info.maximum);
  if (rounded <= axis.info.minimum) return format_parameter(axis.kind, axis.info.minimum);
  return text_of(axis.kind, rounded);
}

Settings SearchSpace::at(const std::vector<double>& point) const {
  Settings settings;
  auto fixed = fixed_.begin();
  std::size_t axis = 0;
  for (const auto& [name, text] : now_) {
    if (fixed != fixed_.end() && fixed->first == name) {
      settings.push_back(*fixed++);
    } else {
      settings.emplace_back(name, text_at(axes_[axis], point[axis]));
      ++axis;
    }
  }
  return settings;
}

}  // namespace evenkeel::tuning
