// The tables of somebody else's run. The first byte says which.
#include <cmath>
#include <sstream>

#include "core/telemetry/csv_reader.h"
#include "tests/fuzz/fuzz.h"

using namespace evenkeel;

namespace {

template <class Table, class Time>
void check(const Table& table, std::size_t size, Time&& time) {
  require(table.rows.size() <= size);
  require(table.error.size() < 200);
  for (std::size_t i = 1; i < table.rows.size(); ++i) require(time(table.rows[i - 1]) <= time(table.rows[i]));
}

void check_numbers(const std::vector<Sample>& rows) {
  for (const Sample& row : rows) {
    for (const Column& column : columns()) {
      if (column.member != nullptr && row.*column.member) require(std::isfinite(*(row.*column.member)));
    }
  }
}

}  // namespace

void fuzz(std::span<const std::uint8_t> input) {
  if (input.empty()) return;
  const std::size_t size = input.size();
  std::istringstream file(std::string(reinterpret_cast<const char*>(input.data()) + 1, size - 1));
  if (input[0] % 3 == 0) {
    const auto table = read_telemetry_csv(file);
    check(table, size, [](const Sample& row) { return row.time; });
    check_numbers(table.rows);
  } else if (input[0] % 3 == 1) {
    check(read_events_csv(file), size, [](const RunEvent& row) { return row.time; });
  } else {
    check(read_packets_csv(file), size, [](const PacketRecord& row) { return row.send_time; });
  }
}
