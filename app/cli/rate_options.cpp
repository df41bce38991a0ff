#include "app/cli/rate_options.h"

#include <utility>

#include "core/base/quantity.h"

namespace evenkeel {
namespace {

OptionSpec limit_option(std::string name, DataRate RateLimits::*member, std::string help) {
  return {std::move(name),
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

}  // namespace

std::vector<OptionSpec> rate_options() {
  return {limit_option("start-bitrate", &RateLimits::start, "initial rate of the controller"),
          limit_option("min-bitrate", &RateLimits::minimum, "minimum rate of the controller"),
          limit_option("max-bitrate", &RateLimits::maximum, "maximum rate of the controller")};
}

std::string check_rates(const CallOptions& o) {
  if (o.limits.minimum > o.limits.maximum) return "--min-bitrate is above --max-bitrate.";
  if (o.limits.minimum.bps() <= 0) return "--min-bitrate must be above 0.";
  if (o.limits.start.bps() <= 0) return "--start-bitrate must be above 0.";
  if (!o.start_rate_is_told) return {};
  if (o.limits.start > o.limits.maximum) return "--start-bitrate is above --max-bitrate.";
  return o.limits.start < o.limits.minimum ? "--start-bitrate is below --min-bitrate." : "";
}

}  // namespace evenkeel
