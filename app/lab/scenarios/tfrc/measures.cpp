#include "app/lab/scenarios/tfrc/measures.h"

#include <cmath>

#include "app/lab/scenarios/scenario_math.h"
#include "app/lab/scenarios/tfrc/setup.h"
#include "core/theory/throughput_theory.h"

namespace evenkeel::lab {
namespace {

constexpr int max_seeds = 8;

}  // namespace

double loss_event_rate(const RunRecord& run, const std::string& flow) {
  const double of_tcp = run.result("congestionEventRate", flow);
  return std::isfinite(of_tcp) ? of_tcp : run.result("lossEventRate", flow);
}

double packet_loss_rate(const RunRecord& run, const std::string& flow) { return run.result("lossRate", flow); }

double sending_rate(const RunRecord& run, const std::string& flow) { return run.result("meanSendBitrate", flow); }

double mean_round_trip(const RunRecord& run, const std::string& flow) { return run.result("rttMean", flow); }

double inverse_interval(const RunRecord& run, const std::string& flow) {
  return run.result("meanInverseThetaHat", flow);
}

double equation_rate(const RunRecord& run, const std::string& flow, double p) {
  const double rtt_ms = mean_round_trip(run, flow);
  if (!(rtt_ms > 0) || !(p > 0)) return std::nan("");
  ThroughputTerms terms;
  terms.packet_bytes = static_cast<double>(tfrc_packet.bytes());
  terms.round_trip_time = from_seconds(1e-3 * rtt_ms);
  // On these paths SRTT + 4 RTTVAR stays below TCP's minimum timeout.
  terms.timeout = retransmission_timeout(TimeoutRule::standard_tcp, terms.round_trip_time, Duration::zero());
  return tcp_throughput(terms, p).bps();
}

double ratio_of_difference(double a, double b) { return a > 0 && b > 0 ? difference_ratio(a, b) : std::nan(""); }

double mean_over(const RunRecord& run, const std::vector<std::string>& flows, FlowMeasure measure) {
  std::vector<double> values;
  for (const std::string& flow : flows) values.push_back(measure(run, flow));
  return average_of(values);
}

std::vector<std::string> tested_tfrc() { return numbered("tfrc", tfrc_flows); }
std::vector<std::string> tested_tcp() { return numbered("tcp", tfrc_flows); }

double mean_at_load(const RunRecords& records, const std::string& series, int load,
                    const std::vector<std::string>& flows, FlowMeasure measure) {
  std::vector<double> values;
  for (int seed = 1; seed <= max_seeds; ++seed) {
    const RunRecord* run = records.find(series + tfrc_run_name(load, seed));
    if (run != nullptr) values.push_back(mean_over(*run, flows, measure));
  }
  return average_of(values);
}

std::vector<double> by_load(const RunRecords& records, const std::string& series, const std::vector<std::string>& flows,
                            FlowMeasure measure) {
  std::vector<double> values;
  for (const int load : tfrc_loads()) values.push_back(mean_at_load(records, series, load, flows, measure));
  return values;
}

Points points_of(const RunRecords& records, const std::string& series, const RunMeasure& x, const RunMeasure& y) {
  Points points;
  for (const RunRecord& run : records.runs) {
    if (run.name.rfind(series, 0) != 0) continue;
    points.x.push_back(x(run));
    points.y.push_back(y(run));
  }
  return points;
}

std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> values;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) values.push_back(a[i] / b[i]);
  return values;
}

std::vector<double> difference_ratios(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> values;
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) values.push_back(ratio_of_difference(a[i], b[i]));
  return values;
}

}  // namespace evenkeel::lab
