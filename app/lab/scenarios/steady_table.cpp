#include "app/lab/scenarios/steady_table.h"

#include <limits>

namespace evenkeel::lab {
namespace {

std::string time_text(const SteadySpan& span) {
  return cell(to_seconds(span.from), 0) + " - " + cell(to_seconds(span.to), 0);
}

std::vector<std::string> row_of(const RunRecord& run, const SteadySpan& span, const std::string& flow) {
  const auto rate = &Sample::send_bitrate_bps;
  const auto delay = &Sample::one_way_delay_ms;
  return {span.run,
          time_text(span),
          flow,
          cell(1e-3 * run.mean(flow, rate, span.from, span.to), 0),
          cell(1e-3 * run.deviation(flow, &Sample::target_bitrate_bps, span.from, span.to), 1),
          cell(1e-3 * run.mean(flow, &Sample::receive_bitrate_bps, span.from, span.to), 0),
          cell(run.mean(flow, delay, span.from, span.to), 1),
          cell(run.percentile(flow, delay, 95, span.from, span.to), 1),
          cell(run.maximum(flow, delay, span.from, span.to), 1),
          cell(100 * loss_ratio(run, flow, span.from, span.to), 2),
          cell(run.jain(span.flows, rate, span.from, span.to), 3)};
}

}  // namespace

double loss_ratio(const RunRecord& record, const std::string& flow, Duration from, Duration to) {
  const double sent = record.growth(flow, &Sample::packets_sent, from, to);
  const double lost = record.growth(flow, &Sample::packets_lost, from, to);
  return sent > 0 ? lost / sent : std::numeric_limits<double>::quiet_NaN();
}

Table steady_table(const std::string& name, const std::string& title, const RunRecords& records,
                   const std::vector<SteadySpan>& spans) {
  Table table{name,
              title,
              {"run", "time [s]", "flow", "rate [kbit/s]", "target's deviation [kbit/s]", "received [kbit/s]",
               "delay [ms]", "delay p95 [ms]", "delay max [ms]", "lost [%]", "Jain"},
              {}};
  for (const SteadySpan& span : spans) {
    const RunRecord* run = records.find(span.run);
    if (run == nullptr) continue;
    for (const std::string& flow : span.flows) table.rows.push_back(row_of(*run, span, flow));
  }
  return table;
}

}  // namespace evenkeel::lab
