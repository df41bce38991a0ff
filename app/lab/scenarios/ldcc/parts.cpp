#include "app/lab/scenarios/ldcc/parts.h"

#include <limits>

#include "app/lab/scenarios/builders.h"

namespace evenkeel::lab::ldcc_paper {

FlowPlan ldcc_flow(const std::string& name, Duration from, Duration to) {
  return active(media_flow(name, "ldcc"), from, to);
}

FlowPlan ldcc_udp() { return cbr_flow("udp", kilobits_per_second(500)); }

const RunRecord& ldcc_run(const RunRecords& records, std::string_view name) {
  const RunRecord& run = records.get(name);
  const bool replaced = !run.controller.empty() && run.controller != "ldcc";
  return replaced ? records.get("") : run;
}

double mean_rate(const RunRecord& run, const std::string& flow, Duration from, Duration to) {
  return run.mean(flow, &Sample::send_bitrate_bps, from, to);
}

double mean_delay(const RunRecord& run, const std::string& flow, Duration from, Duration to) {
  return run.mean(flow, &Sample::one_way_delay_ms, from, to);
}

double lost_packets(const RunRecord& run, const std::vector<std::string>& flows, Duration from, Duration to) {
  double sum = 0;
  for (const std::string& flow : flows) sum += run.growth(flow, &Sample::packets_lost, from, to);
  return sum;
}

void claim_equilibrium(std::vector<Claim>& claims, const std::string& source, const RunRecord& run,
                       const LdccEquilibrium& at) {
  for (std::size_t i = 0; i < at.flows.size(); ++i) {
    const std::string& flow = at.flows[i];
    claims.push_back(claim_near_share(
        {source, at.when + ": rate of " + flow, "oracle: eq. 19; 2 % are asked for, a row's packets are whole"},
        mean_rate(run, flow, at.from, at.to), at.rates[i], 0.02, kilobits));
    claims.push_back(claim_near({source, at.when + ": one-way delay of " + flow,
                                 "oracle: eq. 19; 3 ms are asked for, one packet's time on the link is 2 to 5"},
                                mean_delay(run, flow, at.from, at.to), at.delays[i], 3, milliseconds));
  }
}

}  // namespace evenkeel::lab::ldcc_paper
