// One number from a telemetry.csv or packets.csv:
//
//   system_column FILE.csv FLOW COLUMN WHAT [FROM [TO]]
//
// COLUMN is named without its unit. WHAT: mean, min, max, sum, first or last of the values that are not empty; count,
// how many these are; begin or end, the times of the first and the last; steps, the longest time between two rows of
// the flow. Only rows with FROM < time <= TO, in seconds. Prints "none" where there is no value; exit status 1 if the
// file has no such column or a row has another number of fields than the first line.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

std::optional<std::size_t> find(const std::vector<std::string>& names, const std::string& wanted) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i].substr(0, names[i].find(" [")) == wanted) return i;
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
  std::string line;
  if (!std::getline(file, line)) return fail(std::string(argv[1]) + " cannot be read.");
  const auto names = split(line);
  const auto flow = find(names, "flow");
  const auto column = find(names, argv[3]);
  auto time = find(names, "time");
  if (!time) time = find(names, "sendTime");
  if (!flow || !time || !column) return fail(std::string("there is no column ") + argv[3] + " (or flow, or time).");
  Values values;
  while (std::getline(file, line)) {
    const auto fields = split(line);
    if (fields.size() != names.size()) return fail("a row of another length: " + line);
    const double at = std::atof(fields[*time].c_str());
    if (fields[*flow] != argv[2] || at <= from || at > to) continue;
    if (values.last_time) values.longest_step = std::max(values.longest_step, at - *values.last_time);
    values.last_time = at;
    if (!fields[*column].empty()) values.add(at, std::atof(fields[*column].c_str()));
  }
  if (const auto value = pick(values, argv[4])) {
    std::printf("%.10g\n", *value);
  } else {
    std::puts("none");
  }
}
