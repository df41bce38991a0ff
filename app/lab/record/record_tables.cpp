#include "app/lab/record/record_tables.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/lab/record/csv_table.h"

namespace evenkeel::lab {
namespace {

constexpr std::size_t most_rows = 10'000'000;
constexpr double longest_time_s = 1e9;  // 31 years; Duration ends at 292.
constexpr double largest_count = 1e15;

using Fields = std::span<const std::string_view>;

std::string no_number(std::string_view text) {
  return "'" + std::string(text.substr(0, 40)) + "' is not a number that can be used";
}

/// Nothing where the field is empty; `good` becomes false where it holds what is no time.
std::optional<Duration> time_of(std::string_view text, double in_seconds, bool& good) {
  const auto number = csv_number(text);
  if (number && std::isnan(*number)) return std::nullopt;
  if (!number || std::abs(*number * in_seconds) > longest_time_s) {
    good = false;
    return std::nullopt;
  }
  return from_seconds(*number * in_seconds);
}

std::int64_t count_of(std::string_view text, bool& good) {
  const auto number = csv_number(text);
  if (number && std::abs(*number) <= largest_count) return static_cast<std::int64_t>(*number);
  good = false;
  return 0;
}

PacketRecord packet_of(Fields fields, bool& good) {
  PacketRecord packet;
  packet.flow = FlowName(fields[0]);
  packet.sequence = count_of(fields[1], good);
  packet.size = bytes(count_of(fields[2], good));
  const auto sent = time_of(fields[3], 1, good);
  good = good && sent;
  packet.send_time = sent.value_or(Duration::zero());
  packet.arrival_time = time_of(fields[4], 1, good);
  packet.one_way_delay = time_of(fields[5], 1e-3, good);
  return packet;
}

Curve& curve_of(std::vector<Curve>& curves, std::string_view name) {
  if (!curves.empty() && curves.back().name == name) return curves.back();
  const auto found = std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.name == name; });
  if (found != curves.end()) return *found;
  return curves.emplace_back(Curve{std::string(name), {}, {}});
}

}  // namespace

std::string read_results(const std::string& path, std::vector<RunResult>& results) {
  constexpr std::array<std::string_view, 3> titles{"name", "flow", "value"};
  return read_csv_table(path, titles, most_rows, [&](Fields fields) {
    const auto value = csv_number(fields[2]);
    if (value) results.push_back({std::string(fields[0]), std::string(fields[1]), *value});
    return value ? std::string() : no_number(fields[2]);
  });
}

std::string read_curves(const std::string& path, std::vector<Curve>& curves) {
  constexpr std::array<std::string_view, 3> titles{"curve", "x", "y"};
  return read_csv_table(path, titles, most_rows, [&](Fields fields) {
    const auto x = csv_number(fields[1]);
    const auto y = csv_number(fields[2]);
    if (!x || !y) return no_number(x ? fields[2] : fields[1]);
    Curve& curve = curve_of(curves, fields[0]);
    curve.x.push_back(*x);
    curve.y.push_back(*y);
    return std::string();
  });
}

std::string read_packets(const std::string& path, std::vector<PacketRecord>& packets) {
  constexpr std::array<std::string_view, 6> titles{"flow",         "sequence",        "size [bytes]",
                                                   "sendTime [s]", "arrivalTime [s]", "oneWayDelay [ms]"};
  return read_csv_table(path, titles, most_rows, [&](Fields fields) {
    bool good = true;
    packets.push_back(packet_of(fields, good));
    return good ? std::string() : std::string("a field of a packet is not a number that can be used");
  });
}

}  // namespace evenkeel::lab
