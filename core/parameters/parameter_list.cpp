#include "core/parameters/parameter_list.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/base/quantity.h"

namespace evenkeel {
namespace {

class Lister : public ParameterVisitor {
 public:
  void visit(const ParameterInfo& info, DataRate& value) override { add(info, ParameterKind::rate, value.bps()); }
  void visit(const ParameterInfo& info, Duration& value) override {
    add(info, ParameterKind::duration, to_seconds(value));
  }
  void visit(const ParameterInfo& info, DataSize& value) override {
    add(info, ParameterKind::size, static_cast<double>(value.bytes()));
  }
  void visit(const ParameterInfo& info, double& value) override { add(info, ParameterKind::number, value); }
  void visit(const ParameterInfo& info, int& value) override { add(info, ParameterKind::integer, value); }

  std::vector<ParameterValue> take() { return std::move(values_); }

 private:
  void add(const ParameterInfo& info, ParameterKind kind, double value) {
    values_.push_back({info, kind, value, format_parameter(kind, value)});
  }
  std::vector<ParameterValue> values_;
};

std::string quoted(std::string_view text) { return "'" + std::string(text) + "'"; }

/// "20/s" is 20 where the unit is "1/s".
std::string_view without_unit(std::string_view text, std::string_view unit) {
  if (unit.starts_with("1/")) unit.remove_prefix(1);
  if (unit.empty() || !text.ends_with(unit)) return text;
  text.remove_suffix(unit.size());
  if (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

Parsed<double> parse_plain(std::string_view text, const ParameterInfo& info) {
  if (info.unit.empty() && text.ends_with('%')) return parse_ratio(text);
  return parse_number(without_unit(text, info.unit));
}

Parsed<int> parse_integer(std::string_view text, const ParameterInfo& info) {
  const std::string_view digits = without_unit(text, info.unit);
  int value = 0;
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (result.ec != std::errc() || result.ptr != digits.data() + digits.size())
    return {std::nullopt, quoted(text) + " is not a whole number: write it as 5."};
  return {value, {}};
}

/// "from 10kbps to 1Mbps", "at least 0s" or "at most 5".
std::string range_text(const ParameterInfo& info, ParameterKind kind) {
  const std::string low = format_parameter(kind, info.minimum);
  const std::string high = format_parameter(kind, info.maximum);
  if (std::isinf(info.maximum)) return "at least " + low;
  if (std::isinf(info.minimum)) return "at most " + high;
  return "from " + low + " to " + high;
}

class Setter : public ParameterVisitor {
 public:
  Setter(std::string_view name, std::string_view text) : name_(name), text_(text) {}

  void visit(const ParameterInfo& info, DataRate& value) override {
    if (!matches(info)) return;
    const auto parsed = parse_rate(text_);
    assign(info, ParameterKind::rate, parsed, parsed ? (*parsed).bps() : 0, value);
  }
  void visit(const ParameterInfo& info, Duration& value) override {
    if (!matches(info)) return;
    const auto parsed = parse_duration(text_);
    assign(info, ParameterKind::duration, parsed, parsed ? to_seconds(*parsed) : 0, value);
  }
  void visit(const ParameterInfo& info, DataSize& value) override {
    if (!matches(info)) return;
    const auto parsed = parse_size(text_);
    assign(info, ParameterKind::size, parsed, parsed ? static_cast<double>((*parsed).bytes()) : 0, value);
  }
  void visit(const ParameterInfo& info, double& value) override {
    if (!matches(info)) return;
    const auto parsed = parse_plain(text_, info);
    assign(info, ParameterKind::number, parsed, parsed ? *parsed : 0, value);
  }
  void visit(const ParameterInfo& info, int& value) override {
    if (!matches(info)) return;
    const auto parsed = parse_integer(text_, info);
    assign(info, ParameterKind::integer, parsed, parsed ? *parsed : 0, value);
  }

  std::string outcome(std::string_view object) const {
    if (found_) return error_.empty() ? "" : std::string(object) + '.' + std::string(name_) + ": " + error_;
    const std::string start = std::string(object) + " has no parameter " + quoted(name_);
    return known_.empty() ? start + " and none at all." : start + "; it has " + known_ + ".";
  }

 private:
  bool matches(const ParameterInfo& info) {
    known_ += (known_.empty() ? "" : ", ") + std::string(info.name);
    if (info.name != name_) return false;
    found_ = true;
    return true;
  }

  template <class T>
  void assign(const ParameterInfo& info, ParameterKind kind, const Parsed<T>& parsed, double in_base_units, T& value) {
    if (!parsed)
      error_ = parsed.error;
    else if (in_base_units < info.minimum || in_base_units > info.maximum)
      error_ = quoted(text_) + " is outside the range, " + range_text(info, kind) + ".";
    else
      value = *parsed;
  }

  std::string_view name_;
  std::string_view text_;
  std::string known_;
  std::string error_;
  bool found_ = false;
};

}  // namespace

std::vector<ParameterValue> list_parameters(Tunable& object) {
  Lister lister;
  object.visit_parameters(lister);
  return lister.take();
}

std::string set_parameter(Tunable& object, std::string_view name, std::string_view text) {
  Setter setter(name, text);
  object.visit_parameters(setter);
  return setter.outcome(object.name());
}

std::string format_parameter(ParameterKind kind, double value) {
  // What does not fit the type is a limit in all but name, and would overflow.
  constexpr double longest = 9e9;
  constexpr double largest = 9e18;
  if (std::isinf(value)) return value > 0 ? "unlimited" : "-unlimited";
  switch (kind) {
    case ParameterKind::rate:
      return format_rate(bits_per_second(value));
    case ParameterKind::duration:
      return format_duration(from_seconds(std::clamp(value, -longest, longest)));
    case ParameterKind::size:
      return format_size(bytes(std::llround(std::clamp(value, -largest, largest))));
    case ParameterKind::number:
    case ParameterKind::integer:
      break;
  }
  return format_number(value);
}

}  // namespace evenkeel
