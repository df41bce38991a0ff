#include <algorithm>
#include <cmath>

#include "app/bench/studies/step_runs.h"
#include "core/base/quantity.h"

namespace evenkeel::bench {
namespace {

std::string seconds_cell(const std::optional<Duration>& time) { return time ? cell(to_seconds(*time), 3) : "never"; }

std::string step_text(double ratio) {
  return ratio >= 1 ? format_number(ratio, 3) + ":1" : "1:" + format_number(1 / ratio, 3);
}

void append_rows(const std::vector<StepResponse>& responses, const std::string& machine, Table& table) {
  for (const StepResponse& r : responses) {
    for (std::size_t i = 0; i < r.ratios.size(); ++i) {
      table.rows.push_back({format_number(r.k_r), step_text(r.ratios[i]), machine, seconds_cell(r.settled[i]),
                            seconds_cell(predicted_settling(r.k_r, r.ratios[i]))});
    }
  }
}

}  // namespace

Table settling_table(const StepResponses& responses) {
  Table table{"settling",
              "5 % settling time after steps of the rate, T_s = 20 ms",
              {"k_r", "step", "machine", "settled [s]", "closed form [s]"},
              {}};
  append_rows(responses.native, "this machine", table);
  append_rows(responses.emulated, "2.6.19 emulated", table);
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [](const auto& a, const auto& b) { return std::stod(a[0]) < std::stod(b[0]); });
  return table;
}

}  // namespace evenkeel::bench
