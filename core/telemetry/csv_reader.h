#pragma once

#include <istream>
#include <string>
#include <vector>

#include "core/telemetry/run_event.h"
#include "core/telemetry/sample.h"

namespace evenkeel {

/// What came of reading a table of a run folder.
template <class Row>
struct CsvRows {
  std::vector<Row> rows;
  std::string error;  ///< one sentence with the number of the line; the rows before it are there
  bool cut = false;   ///< the last line had no end: the program that wrote it was stopped
};

/// Reads telemetry.csv. Columns are found by their names, in any order; unknown ones are passed over, those not there
/// stay empty, so that files of older and newer versions can be read. "time" and "flow" must be there.
CsvRows<Sample> read_telemetry_csv(std::istream& file);

/// Reads events.csv.
CsvRows<RunEvent> read_events_csv(std::istream& file);

}  // namespace evenkeel
