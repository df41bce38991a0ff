#include "app/lab/scenarios/findings.h"

#include <algorithm>
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

/// Computes means over consecutive windows.
class WindowMeans {
 public:
  WindowMeans(FigureSeries& out, double scale, Duration window) : out_(out), scale_(scale), window_(window) {}

  void add(Duration time, double value) {
    const auto index = (time - Duration(1)) / window_;  // rows cover the time before them
    if (count_ > 0 && index != index_) close(index);
    index_ = index;
    sum_ += value;
    ++count_;
  }

  void finish() {
    if (count_ > 0) close(index_ + 1);
  }

 private:
  void close(std::int64_t next) {
    const double seconds = to_seconds(window_);
    out_.x.push_back((static_cast<double>(index_) + 0.5) * seconds);
    out_.y.push_back(scale_ * sum_ / count_);
    if (next > index_ + 1) {
      out_.x.push_back((static_cast<double>(index_) + 1.5) * seconds);
      out_.y.push_back(std::numeric_limits<double>::quiet_NaN());
    }
    sum_ = 0;
    count_ = 0;
  }

  FigureSeries& out_;
  double scale_;
  Duration window_;
  std::int64_t index_ = 0;
  double sum_ = 0;
  int count_ = 0;
};

FigurePanel panel_over_time(const std::string& title, const std::string& y_label) {
  FigurePanel panel;
  panel.title = title;
  panel.x = {"time [s]", false, 0, {}};
  panel.y = {y_label, false, 0, {}};
  return panel;
}

}  // namespace

Findings judged_on(const std::string& own, const RunRecords& records, Findings findings) {
  const auto replaced = std::find_if(records.runs.begin(), records.runs.end(), [&](const RunRecord& run) {
    return !run.controller.empty() && run.controller != own;
  });
  if (replaced == records.runs.end()) return findings;
  for (Claim& claim : findings.claims) {
    claim.judged = false;
    claim.holds = false;
    claim.why = "said of " + own + ", and the runs are of " + replaced->controller;
  }
  return findings;
}

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

FigureSeries line_over_time(const RunRecord& record, const std::string& flow, RunRecord::Column column,
                            const std::string& label, double scale, Duration window) {
  FigureSeries series;
  series.label = label;
  const auto rows = record.flows.find(flow);
  if (rows == record.flows.end()) return series;
  WindowMeans means(series, scale, window);
  for (const Sample& row : rows->second) {
    if (!row.send_bitrate_bps) continue;  // the flow has ended, and the row repeats its last values
    if (const auto value = row.*column) means.add(row.time, *value);
  }
  means.finish();
  return series;
}

FigurePanel rates_over_time(const RunRecord& record, const std::vector<std::string>& flows, const std::string& title) {
  FigurePanel panel = panel_over_time(title, "rate [Mbit/s]");
  for (const std::string& flow : flows) {
    panel.series.push_back(line_over_time(record, flow, &Sample::send_bitrate_bps, flow, 1e-6, 1s));
  }
  return panel;
}

FigurePanel delays_over_time(const RunRecord& record, const std::vector<std::string>& flows, const std::string& title) {
  FigurePanel panel = panel_over_time(title, "one-way delay [ms]");
  for (const std::string& flow : flows) {
    panel.series.push_back(line_over_time(record, flow, &Sample::one_way_delay_ms, flow, 1, 500ms));
  }
  return panel;
}

Figure rates_and_delays(const std::string& name, const std::string& title, const RunRecord& record,
                        const std::vector<std::string>& flows) {
  return {name, title, {rates_over_time(record, flows, ""), delays_over_time(record, flows, "")}, 1};
}

}  // namespace evenkeel::lab
