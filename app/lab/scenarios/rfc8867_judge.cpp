#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/claims/judge.h"
#include "app/lab/scenarios/rfc8867_figures.h"
#include "app/lab/scenarios/rfc8867_metrics.h"
#include "app/lab/scenarios/rfc8867_parts.h"
#include "core/control/ldcc_theory.h"

namespace evenkeel::lab {
namespace {

const Unit percent{"%", 1, 100};
const Unit milliseconds{"ms", 1};
const Unit kilobits{"kbit/s", 0, 1e-3};
const Unit plain{"", 2};

std::string source_of(const Rfc8867Case& test) { return "RFC 8867, " + test.section; }

std::string run_name(const std::string& controller, const Rfc8867Case::Variant& variant) {
  return variant.name.empty() ? controller : controller + ',' + variant.name;
}

Table metrics_table(const Rfc8867Case& test, const RunRecords& records) {
  Table table;
  table.name = "metrics";
  table.title = "Metrics of RFC 8868";
  table.columns = {"run",  "utilisation [%]", "queue p50 [ms]", "queue p95 [ms]",  "loss [%]",
                   "Jain", "start [s]",       "adaption [s]",   "oscillation [%]", "crossings [1/min]"};
  for (const RunRecord& run : records.runs) {
    const Rfc8867Metrics m = rfc8867_metrics(test, run);
    table.rows.push_back({run.name, cell(100 * m.utilisation, 1), cell(m.queue_p50_ms, 1), cell(m.queue_p95_ms, 1),
                          cell(100 * m.loss, 2), cell(m.jain, 3), cell(m.start_s, 1), cell(m.adapt_s, 1),
                          cell(100 * m.oscillation, 1), cell(m.crossings_per_minute, 1)});
  }
  return table;
}

// Further runs with scream.competing_flows=1 came to 7.4, 4.0 and 83 kbit/s: no different.
constexpr const char* unfair =
    "scream: a window for each flow, cut by a share once a round trip, gives the flow of the "
    "longer round trip less than in proportion; SCReAM promises no fairness here";
constexpr const char* starved =
    "scream: in a second of queue that TCP keeps full its window falls to the minimum, and that "
    "sends less than the media's least rate in a round trip of a second";

Claim with_what_is_known(const Rfc8867Case& test, const RunRecord& run, Claim claim, bool of_shares) {
  const bool is_scream = run.name.rfind("scream", 0) == 0;
  if (!is_scream) return claim;
  if (of_shares && (test.section == "5.5" || test.section == "6.3")) return known_not_to_hold(claim, unfair);
  if (!of_shares && run.name == "scream,queue=1000ms") return known_not_to_hold(claim, starved);
  return claim;
}

// 4.1 and RFC 8868, 3: no flow is starved, and similar flows are within 1/3 and 3 of each other.
void judge_shares(const Rfc8867Case& test, const RunRecord& run, std::vector<Claim>& claims) {
  const Rfc8867Phase& last = test.phases.back();
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (const std::string& flow : last.flows) {
    const double rate = run.mean(flow, &Sample::receive_bitrate_bps, last.to - (last.to - last.from) / 4, last.to);
    least = std::isnan(rate) ? rate : std::min(least, rate);
    most = std::max(most, rate);
    if (std::isnan(rate)) break;
  }
  Claim starving = claim_at_least({source_of(test), run.name + ": the least rate of a flow, last quarter",
                                   "the least rate of the media, less 10 % for the encoder's steps"},
                                  least, 135e3, kilobits);
  claims.push_back(with_what_is_known(test, run, std::move(starving), false));
  if (last.flows.size() < 2) return;
  Claim fairness = claim_at_most({source_of(test), run.name + ": greatest over least rate, last quarter",
                                  "RFC 8868, metric 7: a ratio within 0.333 to 3"},
                                 most / least, 3, plain);
  claims.push_back(with_what_is_known(test, run, std::move(fairness), true));
}

// Greedy and alone: closed forms. NADA's is of the queue alone; what a packet takes to be sent is none of it.
void judge_equilibrium(const Rfc8867Case& test, const RunRecords& records, std::vector<Claim>& claims) {
  const Duration propagation = 50ms;
  const Duration from = test.duration / 2;
  const auto mean = [&](const std::string& run, RunRecord::Column column) {
    return records.get(run).mean("s1", column, from, test.duration - 1s);
  };
  for (const DataRate rate : rfc8867_equilibrium_rates) {
    const std::string at = " at " + cell(rate.bps() / 1e6, 1) + " Mbit/s";
    const auto ldcc = ldcc_equilibrium_delay({}, rate, propagation);
    claims.push_back(claim_near_share({source_of(test), "ldcc alone: one-way delay" + at, "eq. 19; 5 % asked for"},
                                      mean(rfc8867_greedy_run("ldcc", rate), &Sample::one_way_delay_ms),
                                      to_milliseconds(*ldcc), 0.05, milliseconds));
    claims.push_back(
        claim_near_share({source_of(test), "nada alone: queueing delay" + at, "x = XREF RMAX/r; 5 % asked for"},
                         mean(rfc8867_greedy_run("nada", rate), &Sample::queueing_delay_ms),
                         10 * (rfc8867_most_media / rate), 0.05, milliseconds));
  }
}

// The rates at which five flows of ldcc meet in one queue (eq. 19 solved for the rates that fill 4 Mbit/s).
void judge_ldcc_round_trips(const Rfc8867Case& test, const RunRecords& records, std::vector<Claim>& claims) {
  const std::vector<double> expected{1.30e6, 0.92e6, 0.70e6, 0.56e6, 0.51e6};
  const RunRecord& run = records.get(rfc8867_greedy_run("ldcc", {}));
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const std::string flow = "s" + std::to_string(i + 1);
    claims.push_back(claim_near_share(
        {source_of(test), "ldcc, greedy: rate of " + flow, "eq. 19 of each flow at the queue they share"},
        run.mean(flow, &Sample::receive_bitrate_bps, 240s, 299s), expected[i], 0.05, kilobits));
  }
}

// Twice the share of the others would be 1.72 Mbit/s, above the 1.5 that the media can use: what is left is shared.
void judge_priority(const Rfc8867Case& test, const RunRecords& records, std::vector<Claim>& claims) {
  const double audio = 3 * rfc8867_audio_rate.bps();
  const double others = (3.5e6 - audio - rfc8867_most_media.bps()) / 2;
  for (const char* name : {"ldcc", "nada"}) {
    const RunRecord& run = records.get(name);
    const auto rate = [&](const char* flow) { return run.mean(flow, &Sample::receive_bitrate_bps, 100s, 119s); };
    claims.push_back(
        claim_near_share({source_of(test), std::string(name) + ": rate of s1 over the mean of s2 and s3",
                          "s1 at the most that its media can use; 10 % for the encoders and flows that climb slowly"},
                         2 * rate("s1") / (rate("s2") + rate("s3")), rfc8867_most_media.bps() / others, 0.1, plain));
  }
}

}  // namespace

Findings judge_rfc8867(const Rfc8867Case& test, const RunRecords& records) {
  Findings findings;
  for (const auto& variant : test.variants) {
    for (const std::string& controller : rfc8867_controllers()) {
      const RunRecord* run = records.find(run_name(controller, variant));
      if (run != nullptr) judge_shares(test, *run, findings.claims);
    }
  }
  if (test.section == "5.1") judge_equilibrium(test, records, findings.claims);
  if (test.section == "5.5") judge_ldcc_round_trips(test, records, findings.claims);
  if (test.section == "6.1") judge_priority(test, records, findings.claims);
  findings.tables.push_back(metrics_table(test, records));
  findings.figures = rfc8867_figures(test, records);
  return findings;
}

}  // namespace evenkeel::lab
