#include "app/lab/sim/command/option_texts.h"

#include <charconv>

#include "core/base/quantity.h"

namespace evenkeel::sim {

std::string read_setting(const std::string& text, lab::Settings& settings) {
  const auto equals = text.find('=');
  if (equals == std::string::npos || text.find('.') >= equals) {
    return "'" + text + "' is no setting: write it as ldcc.w=20kbps.";
  }
  settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  return {};
}

std::string read_number(const std::string& text, std::uint64_t& number) {
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed == std::errc() && end == text.data() + text.size()) return {};
  return "'" + text + "' is not a whole number: write it as 5.";
}

std::string read_length(const std::string& text, Duration& length) {
  const auto parsed = parse_duration(text);
  if (!parsed) return parsed.error;
  if (*parsed <= Duration::zero() || *parsed > 24h) return "'" + text + "' is not above 0s and at most 24h.";
  length = *parsed;
  return {};
}

std::string read_jobs(const std::string& text, std::size_t& jobs) {
  std::uint64_t number = 0;
  if (std::string error = read_number(text, number); !error.empty()) return error;
  if (number < 1 || number > 256) return "'" + text + "' is not from 1 to 256.";
  jobs = number;
  return {};
}

}  // namespace evenkeel::sim
