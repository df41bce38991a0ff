#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/rfc8867/judge.h"
#include "app/lab/scenarios/rfc8867/parts.h"
#include "app/lab/scenarios/scenario_math.h"
#include "core/theory/ldcc_theory.h"

namespace evenkeel::lab {
namespace {

const Unit percent{"%", 1, 100};
const Unit milliseconds{"ms", 1};
const Unit kilobits{"kbit/s", 0, 1e-3};
const Unit plain{"", 2};

// The RFC describes what should be seen and sets no limits.
std::string source_of(const Rfc8867Case& test) { return "ours, on RFC 8867, " + test.section; }

std::string run_name(const std::string& controller, const Rfc8867Case::Variant& variant) {
  return variant.name.empty() ? controller : controller + ',' + variant.name;
}

// 5.3 with an unlimited way back: its phases do not apply to s2 then.
Rfc8867Case as_run(Rfc8867Case test, const RunRecord& run) {
  if (!run.name.ends_with(",unimpaired")) return test;
  std::erase_if(test.phases, [](const Rfc8867Phase& phase) { return phase.flows.front() == "s2"; });
  return test;
}

Table metrics_table(const Rfc8867Case& test, const RunRecords& records) {
  Table table;
  table.name = "metrics";
  table.title = "Metrics of RFC 8868";
  table.columns = {"run",  "utilisation [%]", "queue p50 [ms]", "queue p95 [ms]",  "loss [%]",
                   "Jain", "start [s]",       "adaption [s]",   "oscillation [%]", "crossings [1/min]"};
  for (const RunRecord& run : records.runs) {
    if (run.name.find(",greedy") != std::string::npos) continue;  // on other links than the case's
    const Rfc8867Metrics m = rfc8867_metrics(as_run(test, run), run);
    table.rows.push_back({run.name, cell(100 * m.utilisation, 1), cell(m.queue_p50_ms, 1), cell(m.queue_p95_ms, 1),
                          cell(100 * m.loss, 2), cell(m.jain, 3), cell(m.start_s, 1), cell(m.adapt_s, 1),
                          cell(100 * m.oscillation, 1), cell(m.crossings_per_minute, 1)});
  }
  return table;
}

// The subject of a claim: "ours, on RFC 8867, 5.1", "ldcc,delay=50ms".
struct Subject {
  const Rfc8867Case& test;
  const RunRecord& run;
  std::string says(const std::string& what) const { return run.name + ": " + what; }
};

// The last of the phases, in each direction and over each bottleneck.
std::vector<Rfc8867Phase> final_phases(const Rfc8867Case& test) {
  std::vector<Rfc8867Phase> last;
  for (const Rfc8867Phase& phase : test.phases) {
    if (phase.to == test.phases.back().to) last.push_back(phase);
  }
  return last;
}

std::vector<double> rates_at_end(const RunRecord& run, const Rfc8867Phase& phase) {
  std::vector<double> rates;
  for (const std::string& flow : phase.flows) {
    const Duration from = phase.to - (phase.to - phase.from) / 4;
    rates.push_back(run.mean(flow, &Sample::receive_bitrate_bps, from, phase.to));
  }
  return rates;
}

// 4.1 and RFC 8868, 3: no flow is starved, and similar flows are within 1/3 and 3 of each other.
void judge_shares(const Subject& of, std::vector<Claim>& claims) {
  std::vector<double> all;
  std::vector<double> ratios;
  for (const Rfc8867Phase& phase : final_phases(of.test)) {
    const auto rates = rates_at_end(of.run, phase);
    all.insert(all.end(), rates.begin(), rates.end());
    if (rates.size() > 1) ratios.push_back(max_of(rates) / min_of(rates));
  }
  Claim starving = claim_at_least({source_of(of.test), of.says("the least rate of a flow, last quarter"),
                                   "the least rate of the media, less 10 % for the encoder's steps"},
                                  min_of(all), 135e3, kilobits);
  claims.push_back(std::move(starving));
  if (ratios.empty()) return;
  Claim fairness = claim_at_most({source_of(of.test), of.says("greatest over least rate, last quarter"),
                                  "RFC 8868, metric 7: a ratio within 0.333 to 3"},
                                 max_of(ratios), 3, plain);
  claims.push_back(std::move(fairness));
}

bool beside_tcp(const Rfc8867Case& test) { return test.section == "5.6" || test.section == "5.7"; }

// The RFC wants flows to reach the capacity and stay there, and gives no numbers.
void judge_use(const Subject& of, std::vector<Claim>& claims) {
  if (beside_tcp(of.test)) return;
  const Rfc8867Metrics metrics = rfc8867_metrics(of.test, of.run);
  Claim use = claim_at_least({source_of(of.test), of.says("use of what there is at the end of each phase, the least"),
                              "the RFC gives no number; a quarter left unused is taken as not converged"},
                             metrics.min_use, 0.75, percent);
  claims.push_back(std::move(use));
  Claim swing = claim_at_most({source_of(of.test), of.says("crossings of 20 % about the mean in the last halves"),
                               "the RFC gives no number; one in ten seconds is taken as unwanted oscillation"},
                              metrics.crossings_per_minute, 6, {"1/min", 1});
  claims.push_back(std::move(swing));
}

// 5.3: the cost of a way back that is as narrow as the way there.
void judge_impairment(const Rfc8867Case& test, const RunRecords& records, std::vector<Claim>& claims) {
  for (const std::string& controller : rfc8867_controllers()) {
    const auto rate = [&](const std::string& run) {
      return records.get(run).mean("s1", &Sample::receive_bitrate_bps, 20s, 99s);
    };
    claims.push_back(claim_at_least(
        {source_of(test), controller + ": rate of s1 over that with a way back that nothing impairs, 20-99 s",
         "the RFC gives no number; a quarter less is taken as not coping"},
        rate(controller) / rate(controller + ",unimpaired"), 0.75, plain));
  }
}

// 5.8: the paused flow returns to its former rate.
void judge_resumption(const Subject& of, std::vector<Claim>& claims) {
  const auto rate = [&](Duration from, Duration to) {
    return of.run.mean("s2", &Sample::receive_bitrate_bps, from, to);
  };
  Claim claim = claim_at_least({source_of(of.test), of.says("rate of s2 at the end over that before its pause"),
                                "a quarter less is taken as not given back"},
                               rate(100s, 119s) / rate(30s, 40s), 0.75, plain);
  claims.push_back(std::move(claim));
}

// A greedy flow alone: closed forms. NADA's is the queue only, without the packet's transmission time.
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
                         10 * (rfc8867_max_media / rate), 0.05, milliseconds));
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
  const double others = (3.5e6 - audio - rfc8867_max_media.bps()) / 2;
  for (const char* name : {"ldcc", "nada", "darc"}) {
    const RunRecord& run = records.get(name);
    const auto rate = [&](const char* flow) { return run.mean(flow, &Sample::receive_bitrate_bps, 100s, 119s); };
    claims.push_back(
        claim_near_share({source_of(test), std::string(name) + ": rate of s1 over the mean of s2 and s3",
                          "s1 at the most that its media can use; 10 % for the encoders and flows that climb slowly"},
                         2 * rate("s1") / (rate("s2") + rate("s3")), rfc8867_max_media.bps() / others, 0.1, plain));
  }
}

}  // namespace

Findings judge_rfc8867(const Rfc8867Case& test, const RunRecords& records) {
  Findings findings;
  for (const auto& variant : test.variants) {
    for (const std::string& controller : rfc8867_controllers()) {
      const RunRecord* run = records.find(run_name(controller, variant));
      if (run == nullptr) continue;
      const Rfc8867Case judged = as_run(test, *run);
      judge_shares({judged, *run}, findings.claims);
      judge_use({judged, *run}, findings.claims);
      if (test.section == "5.8") judge_resumption({test, *run}, findings.claims);
    }
  }
  if (test.section == "5.3") judge_impairment(test, records, findings.claims);
  if (test.section == "5.1") judge_equilibrium(test, records, findings.claims);
  if (test.section == "5.5") judge_ldcc_round_trips(test, records, findings.claims);
  if (test.section == "6.1") judge_priority(test, records, findings.claims);
  mark_known(findings.claims, rfc8867_known());
  findings.tables.push_back(metrics_table(test, records));
  findings.figures = rfc8867_figures(test, records);
  return findings;
}

}  // namespace evenkeel::lab
