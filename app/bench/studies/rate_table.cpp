#include <algorithm>
#include <cmath>

#include "app/bench/studies/measures.h"
#include "app/bench/studies/rate_runs.h"
#include "app/lab/claims/statistics.h"
#include "core/base/quantity.h"

namespace evenkeel::bench {
namespace {

double percent_of(const SendRun* run) { return run == nullptr ? std::nan("") : 100 * run->relative_error(); }

double largest(const std::vector<double>& errors) {
  double maximum = errors.empty() ? std::nan("") : 0;
  for (const double e : errors) maximum = std::max(maximum, std::abs(e));
  return maximum;
}

double p99_of_sizes(std::vector<double> errors) {
  for (double& e : errors) e = std::abs(e);
  return percentile_of(std::move(errors), 0.99);
}

double lost_percent(const SendRun& run) {
  return run.packets_sent > 0 ? 100 * static_cast<double>(run.packets_lost) / static_cast<double>(run.packets_sent)
                              : std::nan("");
}

double megabits(const SendRun& run) {
  return run.arrivals.counted_rate(Duration::zero(), run.plan.duration).bps() / 1e6;
}

std::string refused(const SendRun& run) {  // iperf3 does not report it
  return run.plan.loop == "iperf3" ? "" : std::to_string(run.refusals);
}

std::string short_windows(const SendRun& run) {  // iperf3's reports are not finer than the windows
  return run.plan.loop == "iperf3" ? "" : cell(100 * p99_of_sizes(window_errors(run, 100ms, Windows::quiet)), 3);
}

std::vector<std::string> native_cells(const SendRun* run) {
  if (run == nullptr) return {"", "", "", "", "", "", "", ""};
  return {cell(percent_of(run), 4),
          cell(megabits(*run), 3),
          cell(100 * largest(window_errors(*run, 1s, Windows::quiet)), 3),
          cell(100 * largest(window_errors(*run, 1s, Windows::all)), 3),
          short_windows(*run),
          cell(lost_percent(*run), 3),
          refused(*run),
          cell(1e6 * run->cpu_per_packet(), 3)};
}

/// Each loop and rate once, from either machine.
std::vector<const SendRun*> all_of(const RateRuns& runs) {
  std::vector<const SendRun*> all;
  const auto add = [&](const std::vector<SendRun>& more) {
    for (const SendRun& run : more) {
      const bool there = std::any_of(all.begin(), all.end(), [&](const SendRun* r) {
        return r->plan.name() == run.plan.name() && r->plan.rate == run.plan.rate;
      });
      if (!there) all.push_back(&run);
    }
  };
  add(runs.native);
  add(runs.old_kernel);
  std::stable_sort(all.begin(), all.end(),
                   [](const SendRun* a, const SendRun* b) { return a->plan.rate < b->plan.rate; });
  return all;
}

void append_notes(const SendRun& run, Table& table) {
  const auto add = [&](const std::string& text) {
    table.rows.push_back({format_number(run.plan.rate.bps() / 1e6), run.plan.name(), text});
  };
  for (const std::string& note : run.notes) add(note);
  if (!run.failure.empty()) add(run.failure);
}

}  // namespace

Table note_table(const RateRuns& runs) {
  Table table{"notes", "What the runs had to say of themselves", {"rate [Mbit/s]", "loop", "note"}, {}};
  for (const SendRun& run : runs.native) append_notes(run, table);
  return table;
}

Table rate_table(const RateRuns& runs) {
  Table table{
      "rates",
      "Relative error of the rate, (r_c - r_e) / r_c: this machine, and the papers' kernels in virtual time",
      {"rate [Mbit/s]", "loop", "error [%]", "r_e [Mbit/s]", "quiet 1 s worst [%]", "any 1 s worst [%]",
       "quiet 100 ms p99 [%]", "lost [%]", "refused", "CPU/packet [us]", "2.6.19 emulated [%]", "2.6.28 emulated [%]"},
      {}};
  for (const SendRun* each : all_of(runs)) {
    const std::string loop = each->plan.name();
    const DataRate rate = each->plan.rate;
    std::vector<std::string> row{format_number(rate.bps() / 1e6), loop};
    for (auto& text : native_cells(runs.find(runs.native, loop, rate))) row.push_back(std::move(text));
    row.push_back(cell(percent_of(runs.find(runs.old_kernel, loop, rate)), 3));
    row.push_back(cell(percent_of(runs.find(runs.newer_kernel, loop, rate)), 3));
    table.rows.push_back(std::move(row));
  }
  return table;
}

}  // namespace evenkeel::bench
