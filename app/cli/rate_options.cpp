#include "app/cli/rate_options.h"

#include <utility>

#include "core/base/quantity.h"

namespace evenkeel {
namespace {

OptionSpec limit_option(std::string name, DataRate RateLimits::*member, std::string help) {
  return {OptionGroup::tuning,
          std::move(name),
          "RATE",
          std::move(help),
          false,
          [member](CallOptions& o, const std::string& text) {
            const auto rate = parse_rate(text);
            if (rate) o.limits.*member = *rate;
            if (rate && member == &RateLimits::start) o.start_rate_is_told = true;
            return rate.error;
          },
          [member](const CallOptions& o) { return std::optional(format_rate(o.limits.*member)); }};
}

// Beyond, packets to be sent again, holes and reports are forgotten within a quarter of a second, and VP8 makes a
// picture of a call no better.
constexpr DataRate highest_maximum = megabits_per_second(50);

/// "--max-bitrate (8Mbps, the default)": who gave one limit may not know the other.
std::string told(const CallOptions& o, const std::string& name) {
  const auto value = find_option(name)->get(o);
  const bool is_default = value == find_option(name)->get(CallOptions());
  const std::string from = o.configured.contains(name) ? ", from the configuration" : is_default ? ", the default" : "";
  return "--" + name + " (" + value.value_or("") + from + ")";
}

}  // namespace

std::vector<OptionSpec> rate_options() {
  return {limit_option("start-bitrate", &RateLimits::start, "initial rate of the controller"),
          limit_option("min-bitrate", &RateLimits::minimum, "minimum rate of the controller"),
          limit_option("max-bitrate", &RateLimits::maximum, "maximum rate of the controller, at most 50Mbps")};
}

std::string check_rates(const CallOptions& o) {
  const RateLimits& limits = o.limits;
  if (limits.minimum > limits.maximum) return told(o, "min-bitrate") + " is above " + told(o, "max-bitrate") + '.';
  if (limits.maximum > highest_maximum) {
    return told(o, "max-bitrate") + " is above " + format_rate(highest_maximum) + ", the most that a call takes.";
  }
  if (limits.minimum.bps() <= 0) return "--min-bitrate must be above 0.";
  if (limits.start.bps() <= 0) return "--start-bitrate must be above 0.";
  if (!o.start_rate_is_told) return {};
  if (limits.start > limits.maximum) return told(o, "start-bitrate") + " is above " + told(o, "max-bitrate") + '.';
  return limits.start < limits.minimum ? told(o, "start-bitrate") + " is below " + told(o, "min-bitrate") + '.' : "";
}

}  // namespace evenkeel
