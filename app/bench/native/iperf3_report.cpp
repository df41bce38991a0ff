#include "app/bench/native/iperf3_report.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace evenkeel::bench {
namespace {

using nlohmann::json;

constexpr double largest = 1e15;

const json& child(const json& parent, const char* name) {
  static const json nothing;
  const auto found = parent.is_object() ? parent.find(name) : parent.end();
  return parent.is_object() && found != parent.end() ? *found : nothing;
}

/// Zero where there is no such number, or one that makes no sense.
double number(const json& parent, const char* name) {
  const json& value = child(parent, name);
  const double n = value.is_number() ? value.get<double>() : 0;
  return std::isfinite(n) && n >= 0 && n < largest ? n : 0;
}

std::int64_t count(const json& parent, const char* name) { return std::llround(number(parent, name)); }

std::vector<Arrival> intervals_of(const json& all) {
  std::vector<Arrival> arrivals;
  Duration last{};
  for (const json& interval : all) {
    const json& sum = child(interval, "sum");
    const Duration end = from_seconds(std::min(number(sum, "end"), 1e6));
    const std::int64_t bytes = count(sum, "bytes");
    last = std::max(last, end);
    if (bytes > 0) arrivals.push_back({last, bytes, static_cast<std::int32_t>(bytes / iperf3_payload)});
  }
  return arrivals;
}

std::string sentence(const std::string& error) { return "iperf3 failed: " + error + "."; }

}  // namespace

Parsed<Iperf3Report> parse_iperf3(std::string_view text) {
  const json root = json::parse(text, nullptr, false);
  if (!root.is_object())
    return {std::nullopt, sentence("it wrote no report that can be read; is it version 3.7 or later?")};
  if (const json& error = child(root, "error"); error.is_string()) return {std::nullopt, sentence(error)};
  const json& end = child(root, "end");
  const json& sum = child(end, "sum");
  const json& cpu = child(end, "cpu_utilization_percent");
  if (!sum.is_object()) return {std::nullopt, sentence("its report has no sum; is it version 3.7 or later?")};
  Iperf3Report report;
  report.packets_sent = count(sum, "packets");
  report.packets_lost = count(sum, "lost_packets");
  report.seconds = number(sum, "seconds");
  report.cpu_seconds = (number(cpu, "host_user") + number(cpu, "host_system")) / 100 * report.seconds;
  report.intervals = intervals_of(child(root, "intervals"));
  return {std::move(report), {}};
}

}  // namespace evenkeel::bench
