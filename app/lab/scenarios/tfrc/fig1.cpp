#include <algorithm>
#include <cmath>
#include <utility>

#include "app/lab/claims/judge.h"
#include "app/lab/scenarios/scenario_math.h"
#include "app/lab/scenarios/tfrc/cbr_runs.h"
#include "app/lab/scenarios/tfrc/list.h"

namespace evenkeel::lab {
namespace {

const Unit percent{"%", 1, 100};

/// Packet losses of each kind of flow, at each load.
struct Losses {
  std::vector<double> cbr;
  std::vector<double> tfrc;
  std::vector<double> ping;
  std::vector<double> tcp;
};

Losses losses_of(const RunRecords& records) {
  const auto count = static_cast<int>(tfrc_cbr_rates().size());
  return {by_load(records, "", numbered("cbr", count), packet_loss_rate),
          by_load(records, "", tested_tfrc(), packet_loss_rate), by_load(records, "", {"ping"}, packet_loss_rate),
          by_load(records, "", tested_tcp(), packet_loss_rate)};
}

/// The greatest relative difference from TFRC and CBR together, over the loads; NaN if one is missing.
double worst_difference(const std::vector<double>& of, const Losses& losses) {
  double worst = 0;
  for (std::size_t i = 0; i < of.size(); ++i) {
    const double common = (losses.cbr[i] + losses.tfrc[i]) / 2;
    const double difference = std::abs(of[i] / common - 1);
    if (std::isnan(difference)) return difference;
    worst = std::max(worst, difference);
  }
  return worst;
}

Claim same_losses(const std::string& kind, const std::vector<double>& of, const Losses& losses, double limit,
                  const std::string& why) {
  return claim_at_most({"Fig. 1", kind + ": packet losses against the mean of CBR's and TFRC's, the worst load", why},
                       worst_difference(of, losses), limit, percent);
}

Findings judge(const RunRecords& records) {
  const Losses losses = losses_of(records);
  const std::string similar = "the paper gives no number; 'similar' is taken as within 20 %";
  Findings findings;
  findings.claims = {same_losses("CBR", losses.cbr, losses, 0.2, similar),
                     same_losses("TFRC", losses.tfrc, losses, 0.2, similar),
                     same_losses("TCP", losses.tcp, losses, 0.2, similar),
                     same_losses("ping", losses.ping, losses, 0.4,
                                 similar + ", and 20 % more for its 1400 packets: at 4 % lost a deviation is 13 %")};
  FigurePanel panel = panel_by_load("packets lost [%]");
  panel.series = {line_by_load("CBR", losses.cbr, 100), line_by_load("TFRC", losses.tfrc, 100),
                  line_by_load("ping", losses.ping, 100), line_by_load("TCP", losses.tcp, 100)};
  findings.figures = {{"figure-1", "Packet loss rates under RED (Rhee and Xu, Fig. 1)", {panel}, 1}};
  findings.tables = {
      table_by_load("losses", "Packets lost [%]",
                    {{"CBR", losses.cbr}, {"TFRC", losses.tfrc}, {"ping", losses.ping}, {"TCP", losses.tcp}}, 2, 100),
      tfrc_setup_table()};
  return judged_tfrc(records, std::move(findings));
}

}  // namespace

Scenario tfrc_fig1() {
  return {"T-Fig1", "Rhee and Xu, Fig. 1 (section 4.2)",
          "under RED all kinds of flows lose the same share of their packets; 200 s, five loads", tfrc_cbr_runs(1),
          judge};
}

}  // namespace evenkeel::lab
