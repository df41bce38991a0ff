#include "core/telemetry/packet_record.h"

#include <array>
#include <string_view>

#include "core/telemetry/csv.h"

namespace evenkeel {
namespace {

struct Name {
  std::string_view name;
  std::string_view unit;
};
constexpr std::array names{Name{"flow", ""},      Name{"sequence", ""},     Name{"size", "bytes"},
                           Name{"sendTime", "s"}, Name{"arrivalTime", "s"}, Name{"oneWayDelay", "ms"}};

constexpr int second_decimals = 6;
constexpr int millisecond_decimals = 3;

}  // namespace

std::string packet_csv_header() {
  std::string line;
  for (const Name& name : names) {
    if (!line.empty()) line += ',';
    append_csv_name(line, name.name, name.unit);
  }
  return line + '\n';
}

std::string packet_csv_row(const PacketRecord& record) {
  std::string line(record.flow.view());
  line += ',' + std::to_string(record.sequence) + ',' + std::to_string(record.size.bytes()) + ',';
  append_csv_number(line, to_seconds(record.send_time), second_decimals);
  line += ',';
  if (record.arrival_time) append_csv_number(line, to_seconds(*record.arrival_time), second_decimals);
  line += ',';
  if (record.one_way_delay) append_csv_number(line, to_milliseconds(*record.one_way_delay), millisecond_decimals);
  return line + '\n';
}

}  // namespace evenkeel
