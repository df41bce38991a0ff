#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/lab/record/run_record.h"
#include "core/base/data_rate.h"
#include "core/control/tcp_throughput.h"

namespace evenkeel::lab {

// Measures of a run of Rhee and Xu's setup, all after the settling time; NaN if unknown.

/// p of one flow: fast retransmits and timeouts per packet for TCP, loss events per packet for the others.
double loss_event_rate(const RunRecord& run, const std::string& flow);
/// Packets lost per packet sent.
double packet_loss_rate(const RunRecord& run, const std::string& flow);
/// In bit/s of IP packets.
double sending_rate(const RunRecord& run, const std::string& flow);
/// As the flow measures and smooths it, in ms.
double mean_round_trip(const RunRecord& run, const std::string& flow);
/// E[1/theta^] of a TFRC flow, sampled at its loss events.
double inverse_interval(const RunRecord& run, const std::string& flow);
/// The equation with this flow's mean round trip and the timeout of standard TCP, in bit/s.
double equation_rate(const RunRecord& run, const std::string& flow, double loss_event_rate);

/// The paper's difference ratio, see core/control/tcp_throughput.h; NaN unless both are above zero.
double ratio_of_difference(double a, double b);

/// A measure that is averaged over flows and runs.
using FlowMeasure = double (*)(const RunRecord& run, const std::string& flow);

/// The mean over flows.
double mean_over(const RunRecord& run, const std::vector<std::string>& flows, FlowMeasure measure);
/// "tfrc1" to "tfrc5", and "tcp1" to "tcp5".
std::vector<std::string> tested_tfrc();
std::vector<std::string> tested_tcp();

/// The same over the runs "<series>load=...,s=1", "s=2", ... that exist.
double mean_at_load(const RunRecords& records, const std::string& series, int load,
                    const std::vector<std::string>& flows, FlowMeasure measure);
/// At each of tfrc_loads().
std::vector<double> by_load(const RunRecords& records, const std::string& series, const std::vector<std::string>& flows,
                            FlowMeasure measure);

/// Points of a scatter plot, one per run.
struct Points {
  std::vector<double> x;
  std::vector<double> y;
};
using RunMeasure = std::function<double(const RunRecord& run)>;
/// Points of all runs whose names begin with `series`.
Points points_of(const RunRecords& records, const std::string& series, const RunMeasure& x, const RunMeasure& y);

/// Element by element: a/b, and the difference ratio of a to b.
std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b);
std::vector<double> difference_ratios(const std::vector<double>& a, const std::vector<double>& b);

}  // namespace evenkeel::lab
