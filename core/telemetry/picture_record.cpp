#include "core/telemetry/picture_record.h"

#include "core/telemetry/csv.h"

namespace evenkeel {
namespace {

constexpr int picture_decimals = 6;

void append_time(std::string& line, const std::optional<Duration>& time) {
  line += ',';
  if (time) append_csv_number(line, to_seconds(*time), picture_decimals);
}

}  // namespace

std::string picture_csv_header() { return "flow,rtpTimestamp,captured [s],completed [s],recovered,shown [s]\n"; }

std::string picture_csv_row(const PictureRecord& record) {
  std::string line(record.flow.view());
  line += ',' + std::to_string(record.rtp_timestamp);
  append_time(line, record.captured);
  append_time(line, record.completed);
  line += record.recovered ? ",1" : ",0";
  append_time(line, record.shown);
  return line + '\n';
}

}  // namespace evenkeel
