// Packets of a call at 0.3 to 10 Mbps, compared with the times at which they should leave.

#include <algorithm>
#include <cmath>

#include "app/bench/studies/measures.h"
#include "app/bench/studies/study.h"
#include "app/lab/claims/statistics.h"

namespace evenkeel::bench {
namespace {

constexpr Duration start_up = 500ms;
constexpr DataSize call_packet = bytes(1228);  // of 1200 bytes, with UDP and IP
constexpr Duration round_trip = 100ms;         // of the demo's link; T_s depends on it

SendPlan plan_of(const BenchOptions& options, const std::string& loop, double megabits, bool realtime) {
  SendPlan plan;
  plan.loop = loop;
  plan.packet = call_packet;
  plan.min_round_trip_time = round_trip;
  plan.rate = megabits_per_second(megabits);
  plan.duration = options.brief ? 4s : 20s;
  plan.busy_processes = options.busy_processes;
  plan.busy_from = plan.duration / 2;
  plan.busy_to = plan.duration;
  plan.realtime = realtime;
  return plan;
}

std::vector<SendPlan> plans_of(const BenchOptions& options) {
  if (options.brief) return {plan_of(options, "rmc", 2.5, true)};
  std::vector<SendPlan> plans;
  for (const double rate : {0.3, 1.0, 2.5, 10.0}) {
    for (const bool realtime : {true, false}) plans.push_back(plan_of(options, "rmc", rate, realtime));
  }
  plans.push_back(plan_of(options, "token-bucket", 2.5, true));
  return plans;
}

struct Part {
  const SendRun* run = nullptr;
  bool loaded = false;
  std::vector<double> lateness;   // us
  std::vector<double> intervals;  // ms

  std::string label() const {
    return run->plan.loop + ", " + (run->plan.realtime ? "SCHED_FIFO" : "normal") + ", " +
           (loaded ? "loaded" : "quiet");
  }
};

Part part_of(const SendRun& run, bool loaded) {
  const Duration from = loaded ? run.plan.busy_from + start_up : start_up;
  const Duration to = loaded ? run.plan.duration : run.plan.busy_from;
  return {&run, loaded, lateness_us(run, from, to), intervals_ms(run, from, to)};
}

bool got_its_class(const SendRun& run) { return run.plan.realtime == run.realtime; }

std::vector<std::string> row_of(const Part& part) {
  const SendPlan& plan = part.run->plan;
  const double ideal = 1e3 * static_cast<double>(plan.packet.bits()) / plan.rate.bps();
  return {cell(plan.rate.bps() / 1e6, 1),
          plan.loop,
          got_its_class(*part.run) ? (plan.realtime ? "SCHED_FIFO" : "normal") : "normal (no SCHED_FIFO)",
          part.loaded ? "loaded" : "quiet",
          std::to_string(part.lateness.size()),
          cell(percentile_of(part.lateness, 0.5), 0),
          cell(percentile_of(part.lateness, 0.95), 0),
          cell(percentile_of(part.lateness, 0.99), 0),
          cell(percentile_of(part.lateness, 1), 0),
          cell(ideal, 3),
          cell(percentile_of(part.intervals, 0.01), 3),
          cell(percentile_of(part.intervals, 0.5), 3),
          cell(percentile_of(part.intervals, 0.99), 3)};
}

Table table_of_parts(const std::vector<Part>& parts) {
  Table table{"call-timing",
              "Packets of a call: how late they leave, and the times between them",
              {"rate [Mbit/s]", "loop", "class", "load", "packets", "late p50 [us]", "p95 [us]", "p99 [us]", "max [us]",
               "interval ideal [ms]", "p1 [ms]", "p50 [ms]", "p99 [ms]"},
              {}};
  for (const Part& part : parts) table.rows.push_back(row_of(part));
  return table;
}

FigureSeries distribution(const std::string& label, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  FigureSeries series{label, {}, {}, FigureSeries::Style::steps, {}, false};
  const std::size_t step = std::max<std::size_t>(values.size() / 2000, 1);
  for (std::size_t i = 0; i < values.size(); i += step) {
    series.x.push_back(values[i]);
    series.y.push_back(static_cast<double>(i + 1) / static_cast<double>(values.size()));
  }
  return series;
}

FigurePanel panel_at(const std::vector<Part>& parts, double megabits, bool intervals) {
  FigurePanel panel;
  panel.title = cell(megabits, 1) + " Mbit/s";
  panel.x =
      intervals ? FigureAxis{"time between packets / ideal", false, 0, 2} : FigureAxis{"lateness [us]", true, 1, {}};
  panel.y = {"share of packets", false, 0, 1};
  for (const Part& part : parts) {
    const SendPlan& plan = part.run->plan;
    if (std::abs(plan.rate.bps() / 1e6 - megabits) > 1e-6) continue;
    if (!intervals && plan.loop != "rmc") continue;  // the token bucket starts ahead of schedule
    std::vector<double> values = intervals ? part.intervals : part.lateness;
    const double ideal = 1e3 * static_cast<double>(plan.packet.bits()) / plan.rate.bps();
    if (intervals) std::for_each(values.begin(), values.end(), [&](double& v) { v /= ideal; });
    panel.series.push_back(distribution(part.label(), std::move(values)));
  }
  return panel;
}

std::vector<double> rates_of(const std::vector<Part>& parts) {
  std::vector<double> rates;
  for (const Part& part : parts) rates.push_back(part.run->plan.rate.bps() / 1e6);
  std::sort(rates.begin(), rates.end());
  rates.erase(std::unique(rates.begin(), rates.end()), rates.end());
  return rates;
}

Figure figure_of(const std::vector<Part>& parts, bool intervals) {
  Figure figure{intervals ? "call-intervals" : "call-lateness",
                intervals ? "Times between packets, against the ideal" : "How late the packets of a call leave",
                {},
                2};
  for (const double rate : rates_of(parts)) figure.panels.push_back(panel_at(parts, rate, intervals));
  figure.columns = figure.panels.size() > 1 ? 2 : 1;
  return figure;
}

void append_claim(const Part& part, std::vector<Claim>& claims) {
  if (!part.run->plan.realtime || part.loaded || part.run->plan.loop != "rmc" || !got_its_class(*part.run)) return;
  const double p99 = percentile_of(part.lateness, 0.99);
  claims.push_back(
      {"beyond",
       "p99 lateness of a packet at " + cell(part.run->plan.rate.bps() / 1e6, 1) + " Mbit/s, SCHED_FIFO, quiet",
       "below 500 us", cell(p99, 0) + " us", p99 < 500, true, true,
       "a packet leaves at the wake-up that its last byte is due at"});
}

StudyOutcome evaluate(std::span<const SendRun> runs) {
  std::vector<Part> parts;
  for (const SendRun& run : runs) {
    if (!run.failure.empty()) continue;
    parts.push_back(part_of(run, false));
    if (run.plan.busy_processes > 0) parts.push_back(part_of(run, true));
  }
  StudyOutcome outcome{{table_of_parts(parts)}, {figure_of(parts, false), figure_of(parts, true)}, {}};
  for (const Part& part : parts) append_claim(part, outcome.claims);
  return outcome;
}

}  // namespace

Study timing_study(const BenchOptions& options) {
  return {"timing", "Packets of a call against their ideal times", plans_of(options),
          [](std::span<const SendRun> runs, auto&) { return evaluate(runs); }};
}

}  // namespace evenkeel::bench
