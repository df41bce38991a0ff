#include "gui/store/range_csv.h"

#include "core/telemetry/csv.h"

namespace evenkeel {

void write_range_csv(std::ostream& file, const SampleStore& store, TimeRange range) {
  file << csv_header();
  store.visit_rows(range, [&file](const Sample& row) { file << csv_row(row); });
}

}  // namespace evenkeel
