#pragma once

#include <cstddef>
#include <functional>
#include <istream>
#include <string>
#include <vector>

#include "core/telemetry/packet_record.h"
#include "core/telemetry/run_event.h"
#include "core/telemetry/sample.h"

namespace evenkeel {

/// More are not read, so that no file, however large, takes all memory: 13 hours of two flows, 1.1 GB.
constexpr std::size_t most_csv_rows = 1'000'000;
/// The same for packets.csv: 10 hours at 2.5 Mbit/s, 0.8 GB.
constexpr std::size_t most_packet_rows = 10'000'000;

/// The same for events.csv.
constexpr std::size_t most_event_rows = 100'000, longest_event_text = 4096;
/// The flows of a run, each of which takes memory of its own.
constexpr std::size_t most_csv_flows = 256;

/// What came of reading a table of a run folder. Whatever the file holds, reading it ends and throws nothing.
template <class Row>
struct CsvRows {
  std::vector<Row> rows;  ///< in the order of time, even if the file is not
  std::string error;      ///< one sentence with the number of the line; the rows before it are there
  bool cut = false;       ///< the last line had no end: the program that wrote it was stopped
};

/// How a table that is not kept as a whole ended.
struct CsvEnd {
  std::string error;     ///< as of CsvRows
  bool cut = false;      ///< as of CsvRows
  std::size_t rows = 0;  ///< that were given out
};

/// Reads telemetry.csv. Columns are found by their names, in any order; unknown ones are passed over, those not there
/// stay empty, so that files of older and newer versions can be read. "time" and "flow" must be there, and a unit must
/// be that of columns(). A number that is not finite counts as absent. Independent of the locale.
CsvRows<Sample> read_telemetry_csv(std::istream& file);
/// The same without keeping the rows, which take 1.5 kB each: calls on_row with each, in the order of the file, until
/// it returns false.
CsvEnd read_telemetry_csv(std::istream& file, const std::function<bool(const Sample&)>& on_row);

/// Reads events.csv in the same way; "time", "kind" and "text" must be there. A kind of a newer version becomes a note.
CsvRows<RunEvent> read_events_csv(std::istream& file);

/// Reads packets.csv in the same way; all its columns must be there. Rows are in the order of sending, which is that of
/// the file where times are equal; of the two rows of a packet that counted as lost and came late the one that arrived.
CsvRows<PacketRecord> read_packets_csv(std::istream& file);

}  // namespace evenkeel
