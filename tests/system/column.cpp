// One number from a telemetry.csv, packets.csv or pictures.csv:
//
//   system_column FILE.csv FLOW COLUMN WHAT [FROM [TO]]
//
// COLUMN is named without its unit. WHAT: mean, min, max, sum, first or last of the values that are not empty; count,
// how many these are; begin or end, the times of the first and the last; steps, the longest time between two rows of
// the flow. Only rows with FROM < time <= TO, in seconds. Prints "none" where there is no value; exit status 1 if the
// file has no such column or a row has another number of fields than the first line. A last line without an end, of a
// run that goes on, is passed over.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/telemetry/csv_records.h"

using namespace evenkeel;

namespace {

using Fields = std::vector<std::string_view>;

std::optional<std::size_t> find(const Fields& titles, std::string_view wanted) {
  for (std::size_t i = 0; i < titles.size(); ++i)
    if (titles[i].substr(0, titles[i].find(" [")) == wanted) return i;
  return std::nullopt;
}

struct Values {
  std::vector<double> all;
  double begin = 0;
  double end = 0;
  double longest_step = 0;
  std::optional<double> last_time;

  void add(double time, double value) {
    if (all.empty()) begin = time;
    end = time;
    all.push_back(value);
  }
  double sum() const {
    double total = 0;
    for (const double v : all) total += v;
    return total;
  }
};

std::optional<double> pick(const Values& values, const std::string& what) {
  const auto& all = values.all;
  if (what == "count") return static_cast<double>(all.size());
  if (what == "steps") return values.longest_step;
  if (all.empty()) return std::nullopt;
  if (what == "begin") return values.begin;
  if (what == "end") return values.end;
  if (what == "mean") return values.sum() / static_cast<double>(all.size());
  if (what == "sum") return values.sum();
  if (what == "min") return *std::min_element(all.begin(), all.end());
  if (what == "max") return *std::max_element(all.begin(), all.end());
  if (what == "first") return all.front();
  if (what == "last") return all.back();
  return std::nullopt;
}

double number(std::string_view text) { return std::atof(std::string(text).c_str()); }

int fail(const std::string& sentence) {
  std::fprintf(stderr, "system_column: %s\n", sentence.c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5 || argc > 7) return fail("give FILE.csv FLOW COLUMN WHAT and perhaps FROM and TO."), 2;
  const double from = argc > 5 ? std::atof(argv[5]) : -1;
  const double to = argc > 6 ? std::atof(argv[6]) : std::numeric_limits<double>::infinity();
  std::ifstream file(argv[1]);
  CsvRecords records(file);
  Fields fields;
  if (records.next(fields) != CsvRecords::Next::record) return fail(std::string(argv[1]) + " cannot be read.");
  const std::size_t columns = fields.size();
  const auto flow = find(fields, "flow");
  const auto column = find(fields, argv[3]);
  auto time = find(fields, "time");
  for (const char* other : {"sendTime", "completed"}) {
    if (!time) time = find(fields, other);
  }
  if (!flow || !time || !column) return fail(std::string("there is no column ") + argv[3] + " (or flow, or time).");
  Values values;
  while (records.next(fields) == CsvRecords::Next::record) {
    if (fields.size() != columns) return fail("line " + std::to_string(records.line()) + " has another length.");
    const double at = number(fields[*time]);
    if (fields[*flow] != argv[2] || at <= from || at > to) continue;
    if (values.last_time) values.longest_step = std::max(values.longest_step, at - *values.last_time);
    values.last_time = at;
    if (!fields[*column].empty()) values.add(at, number(fields[*column]));
  }
  if (const auto value = pick(values, argv[4])) {
    std::printf("%.10g\n", *value);
  } else {
    std::puts("none");
  }
}
